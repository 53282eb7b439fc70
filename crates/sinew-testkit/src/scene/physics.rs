//! Scenes that fall and pile up, as files of `KHR_physics_rigid_bodies` in its latest spelling.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};
use serde_json::{Value, json};

/// A scene as it grows: nodes, and the lists that they share.
#[derive(Clone, Debug)]
pub struct PhysicsScene {
    nodes: Vec<Value>,
    shapes: Vec<Value>,
    materials: Vec<Value>,
    filters: Vec<Value>,
    joints: Vec<Value>,
}

impl Default for PhysicsScene {
    fn default() -> Self {
        Self::new()
    }
}

impl PhysicsScene {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { nodes: Vec::new(), shapes: Vec::new(), materials: Vec::new(), filters: Vec::new(), joints: Vec::new() }
    }

    /// Adds a shape (`{"type": "box", "box": {…}}`) and returns its index.
    pub fn shape(&mut self, shape: Value) -> usize {
        self.shapes.push(shape);
        self.shapes.len() - 1
    }

    /// Adds a box.
    pub fn cuboid(&mut self, size: [f32; 3]) -> usize {
        self.shape(json!({"type": "box", "box": {"size": size}}))
    }

    /// Adds a ball.
    pub fn ball(&mut self, radius: f32) -> usize {
        self.shape(json!({"type": "sphere", "sphere": {"radius": radius}}))
    }

    /// Adds a material and returns its index.
    pub fn material(&mut self, material: Value) -> usize {
        self.materials.push(material);
        self.materials.len() - 1
    }

    /// Adds a collision filter and returns its index.
    pub fn filter(&mut self, filter: Value) -> usize {
        self.filters.push(filter);
        self.filters.len() - 1
    }

    /// Adds a description of joints and returns its index.
    pub fn joint(&mut self, joint: Value) -> usize {
        self.joints.push(joint);
        self.joints.len() - 1
    }

    /// Adds a node with what `KHR_physics_rigid_bodies` says of it, and returns its index.
    pub fn node(&mut self, name: &str, translation: [f32; 3], physics: Value) -> usize {
        self.rotated_node(name, translation, [0.0, 0.0, 0.0, 1.0], physics)
    }

    /// As [`PhysicsScene::node`], with a rotation.
    #[expect(clippy::needless_pass_by_value, reason = "callers write it in place")]
    pub fn rotated_node(&mut self, name: &str, translation: [f32; 3], rotation: [f32; 4], physics: Value) -> usize {
        self.nodes.push(json!({
            "name": name, "translation": translation, "rotation": rotation,
            "extensions": {"KHR_physics_rigid_bodies": physics}
        }));
        self.nodes.len() - 1
    }

    /// Adds a node as it is written.
    pub fn raw_node(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The text of the file. Every node that no other names as its child is a root.
    pub fn to_text(&self) -> String {
        let children = self.nodes.iter().filter_map(|node| node.get("children")?.as_array()).flatten();
        let children: BTreeSet<usize> = children.filter_map(|child| usize::try_from(child.as_u64()?).ok()).collect();
        let roots: Vec<usize> = (0..self.nodes.len()).filter(|index| !children.contains(index)).collect();
        let mut physics = serde_json::Map::new();
        if !self.materials.is_empty() {
            physics.insert("physicsMaterials".into(), json!(self.materials));
        }
        if !self.filters.is_empty() {
            physics.insert("collisionFilters".into(), json!(self.filters));
        }
        if !self.joints.is_empty() {
            physics.insert("physicsJoints".into(), json!(self.joints));
        }
        let mut extensions = serde_json::Map::new();
        if !self.shapes.is_empty() {
            extensions.insert("KHR_implicit_shapes".into(), json!({"shapes": self.shapes}));
        }
        extensions.insert("KHR_physics_rigid_bodies".into(), json!(physics));
        json!({
            "asset": {"version": "2.0"},
            "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
            "scene": 0, "scenes": [{"nodes": roots}],
            "nodes": self.nodes,
            "extensions": extensions
        })
        .to_string()
    }
}

/// The initial poses of a pile of unit cubes: 10×10×10, or 20×25×10 for 5000, all upright, each layer shifted a little.
pub fn pile_poses(count: usize) -> Vec<(Vec3, Quat)> {
    let (across, deep) = if count > 1000 { (20, 25) } else { (10, 10) };
    let offset = |number: usize| ((number % 5) as f32 - 2.0) * 0.05;
    let place = |index: usize| {
        let (ix, iz, iy) = (index % across, index / across % deep, index / (across * deep));
        let centered = |at: usize, of: usize| (at as f32 - (of as f32 - 1.0) / 2.0) * 1.1;
        let x = centered(ix, across) + offset(7 * iy + 3 * ix + 5 * iz);
        let z = centered(iz, deep) + offset(3 * iy + 5 * ix + 7 * iz);
        (Vec3::new(x, 1.0 + iy as f32 * 1.25, z), Quat::IDENTITY)
    };
    (0..count).map(place).collect()
}

/// The initial poses of a heap of unit cubes: 8×8 columns, or 16×16 for 5000, with arbitrary rotations.
pub fn heap_poses(count: usize) -> Vec<(Vec3, Quat)> {
    let across = if count > 1000 { 16 } else { 8 };
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut place = |index: usize| {
        let (ix, iz, iy) = (index % across, index / across % across, index / (across * across));
        let centered = |at: usize| (at as f32 - (across as f32 - 1.0) / 2.0) * 1.5;
        let rotation = loop {
            // A point in the unit ball of four dimensions, put on its surface, is an even choice among rotations.
            let [x, y, z, w] = std::array::from_fn(|_| random.next() * 2.0 - 1.0);
            let rotation = Quat::from_xyzw(x, y, z, w);
            if (0.01..1.0).contains(&rotation.length_squared()) {
                break rotation.normalize();
            }
        };
        (Vec3::new(centered(ix), 1.5 + iy as f32 * 1.5, centered(iz)), rotation)
    };
    (0..count).map(&mut place).collect()
}

/// A ground of 200×1×200 with its top at y = 0, and unit cubes of 1 kg at the given poses; friction 0.5, restitution 0.
pub fn cubes(poses: &[(Vec3, Quat)]) -> String {
    let mut scene = PhysicsScene::new();
    let (ground, cube) = (scene.cuboid([200.0, 1.0, 200.0]), scene.cuboid([1.0, 1.0, 1.0]));
    let material = scene.material(json!({"staticFriction": 0.5, "dynamicFriction": 0.5, "restitution": 0.0}));
    let collider = |shape: usize| json!({"geometry": {"shape": shape}, "physicsMaterial": material});
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": collider(ground)}));
    for (index, (translation, rotation)) in poses.iter().enumerate() {
        let physics = json!({"motion": {"mass": 1.0}, "collider": collider(cube)});
        scene.rotated_node(&format!("cube {index}"), translation.to_array(), rotation.to_array(), physics);
    }
    scene.to_text()
}

/// Numbers from 0 to 1, the same every time (a multiplicative congruential generator; the high bits are the good ones).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
}
