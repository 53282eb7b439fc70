//! `OMI_physics_gravity` (gltf-extensions 89d328b): the gravity of the world, on the file as a whole, and of what is
//! inside a trigger, on the trigger's node.

use crate::extension::omi_physics_shape::OrMinusOne;
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "OMI_physics_gravity";

/// Where gravity pulls unless a file says otherwise.
pub const DOWN: [f32; 3] = [0.0, -1.0, 0.0];

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawWorldGravity {
        /// m/s².
        "gravity" => gravity: f32,
        /// Unit length.
        "direction" => direction: [f32; 3] = DOWN,
    }
}

string_enum! {
    /// Where a field pulls.
    pub enum GravityType {
        /// One way.
        "directional" => Directional,
        /// To the node.
        "point" => Point,
        /// To a filled circle.
        "disc" => Disc,
        /// To a circle.
        "torus" => Torus,
        /// To a chain of straight lines.
        "line" => Line,
        /// To a shape.
        "shaped" => Shaped,
    }
}

object! {
    /// The extension on a node. The object under the name of its type has the details.
    #[derive(Clone, Copy, Debug)]
    pub struct RawField<'json> {
        /// Where it pulls.
        "type" => kind: GravityType,
        /// m/s².
        "gravity" => gravity: f32,
        /// Higher ones first.
        "priority" => priority: i32 = 0,
        /// Whether it takes the place of what came before.
        "replace" => replace: bool = false,
        /// Whether nothing comes after it.
        "stop" => stop: bool = false,
        /// A [`RawDetails`].
        "directional" => directional: Option<Value<'json>>,
        /// A [`RawDetails`].
        "point" => point: Option<Value<'json>>,
        /// A [`RawDetails`].
        "disc" => disc: Option<Value<'json>>,
        /// A [`RawDetails`].
        "torus" => torus: Option<Value<'json>>,
        /// A [`RawDetails`].
        "line" => line: Option<Value<'json>>,
        /// A [`RawDetails`].
        "shaped" => shaped: Option<Value<'json>>,
    }
}

impl<'json> RawField<'json> {
    /// The object under the name of its type.
    pub fn details(&self) -> Option<Value<'json>> {
        match self.kind {
            GravityType::Directional => self.directional,
            GravityType::Point => self.point,
            GravityType::Disc => self.disc,
            GravityType::Torus => self.torus,
            GravityType::Line => self.line,
            GravityType::Shaped => self.shaped,
        }
    }
}

object! {
    /// What there is to say of a field; each type has a use for some of it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawDetails {
        /// Of directional fields, relative to the node; unit length.
        "direction" => direction: [f32; 3] = DOWN,
        /// Metres at which a field has its full strength; 0 for everywhere.
        "unitDistance" => unit_distance: f32 = 0.0,
        /// Of a disc or a torus, metres.
        "radius" => radius: f32 = 1.0,
        /// Of a line: three numbers a point.
        "points" => points: Vec<f32> = Vec::new(),
        /// A position in the shapes of `OMI_physics_shape`.
        "shape" => shape: OrMinusOne<u32>,
    }
}

impl Default for RawDetails {
    fn default() -> Self {
        Self { direction: DOWN, unit_distance: 0.0, radius: 1.0, points: Vec::new(), shape: OrMinusOne(None) }
    }
}
