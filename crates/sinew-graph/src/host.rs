//! What a graph asks of the world around it.

use sinew_model::model::graph::Property;

/// The first collider that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The file's index of the collider's node; `None` for one of another file.
    pub node: Option<u32>,
    /// Where along the ray, 0…1.
    pub fraction: f64,
    /// The normal of the collider there, in the world.
    pub normal: [f64; 3],
}

/// What a graph reads and does outside itself. Nodes and animations are the file's indices; positions and directions are the
/// world's.
pub trait Host {
    /// Reads a property of the object model. Returns `false` if it is unknown, or the file does not define it.
    fn get(&self, property: Property, indices: &[u32], value: &mut [f64]) -> bool;

    /// Sets a property. Returns `false` if it is unknown, or the file does not define it; a value that the property cannot have
    /// changes nothing, and is no failure.
    fn set(&mut self, property: Property, indices: &[u32], value: &[f64]) -> bool;

    /// The times of the first and the last key of an animation; `None` for one that does not exist.
    fn animation_range(&self, animation: u32) -> Option<[f64; 2]>;

    /// Applies an animation at a time, in this step and until the next call.
    fn animate(&mut self, animation: u32, time: f64);

    /// Ends an animation; what it has moved stays where it is.
    fn release(&mut self, animation: u32);

    /// The parent of a node of the scene.
    fn parent(&self, node: u32) -> Option<u32>;

    /// Applies impulses to the body of a node, or of the nearest node above that has one.
    fn apply_impulse(&mut self, node: u32, linear: [f64; 3], angular: [f64; 3]);

    /// Applies an impulse at a point to the body of a node, or of the nearest node above that has one.
    fn apply_point_impulse(&mut self, node: u32, impulse: [f64; 3], point: [f64; 3]);

    /// The first collider between two points, with a collision filter of the file.
    fn ray_cast(&self, start: [f64; 3], end: [f64; 3], filter: Option<u32>) -> Option<RayHit>;
}

/// A world with nothing in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn get(&self, _: Property, _: &[u32], _: &mut [f64]) -> bool {
        false
    }

    fn set(&mut self, _: Property, _: &[u32], _: &[f64]) -> bool {
        false
    }

    fn animation_range(&self, _: u32) -> Option<[f64; 2]> {
        None
    }

    fn animate(&mut self, _: u32, _: f64) {}

    fn release(&mut self, _: u32) {}

    fn parent(&self, _: u32) -> Option<u32> {
        None
    }

    fn apply_impulse(&mut self, _: u32, _: [f64; 3], _: [f64; 3]) {}

    fn apply_point_impulse(&mut self, _: u32, _: [f64; 3], _: [f64; 3]) {}

    fn ray_cast(&self, _: [f64; 3], _: [f64; 3], _: Option<u32>) -> Option<RayHit> {
        None
    }
}
