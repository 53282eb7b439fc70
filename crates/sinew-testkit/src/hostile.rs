//! Files that are made to be expensive: small to write, and much to simulate. Of each family there are sizes within and beyond the
//! default budget.
#![expect(clippy::needless_pass_by_value, reason = "JSON is written in place")]

mod jointed;
mod piles;
mod shapes;
mod springs;

use serde_json::{Value, json};

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is stepped.
    Steps,
    /// A step is refused.
    Refused,
}

/// A hostile file.
#[derive(Clone, Copy, Debug)]
pub struct Hostile {
    /// What is hostile about it.
    pub name: &'static str,
    /// What becomes of it, and why.
    pub outcome: Outcome,
    /// Writes the file.
    pub text: fn() -> String,
}

/// All of them.
pub fn all() -> impl Iterator<Item = &'static Hostile> {
    [piles::KINDS, shapes::KINDS, jointed::KINDS, springs::KINDS].into_iter().flatten()
}

/// A file with these nodes as roots, these shapes, and these properties of `KHR_physics_rigid_bodies`.
fn file(nodes: Vec<Value>, shapes: &Value, physics: &Value) -> String {
    let roots: Vec<usize> = (0..nodes.len()).collect();
    text(json!({"nodes": nodes, "scenes": [{"nodes": roots}]}), shapes, physics)
}

fn text(mut rest: Value, shapes: &Value, physics: &Value) -> String {
    rest["asset"] = json!({"version": "2.0"});
    rest["scene"] = json!(0);
    rest["extensionsUsed"] = json!(["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]);
    rest["extensions"] = json!({"KHR_implicit_shapes": {"shapes": shapes}, "KHR_physics_rigid_bodies": physics});
    rest.to_string()
}

/// A node with a collider of a shape, on a body of its own with this motion.
fn body(at: [f64; 3], shape: usize, motion: &Value) -> Value {
    json!({"translation": at, "extensions": {"KHR_physics_rigid_bodies":
        {"motion": motion, "collider": {"geometry": {"shape": shape}}}}})
}

/// A node with a static collider.
fn fixed(at: [f64; 3], shape: usize) -> Value {
    json!({"translation": at, "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": shape}}}}})
}

fn sphere(radius: f64) -> Value {
    json!({"type": "sphere", "sphere": {"radius": radius}})
}

fn cuboid(size: [f64; 3]) -> Value {
    json!({"type": "box", "box": {"size": size}})
}

fn cylinder(top: f64, bottom: f64) -> Value {
    json!({"type": "cylinder", "cylinder": {"height": 1, "radiusTop": top, "radiusBottom": bottom}})
}

fn capsule(top: f64, bottom: f64) -> Value {
    json!({"type": "capsule", "capsule": {"height": 1, "radiusTop": top, "radiusBottom": bottom}})
}

/// A number from 0 to 1 that looks random, the same every time.
fn scattered(seed: usize) -> f64 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 40) as f64 / (1_u64 << 24) as f64
}

fn place(index: usize, size: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| size * scattered(3 * index + axis))
}
