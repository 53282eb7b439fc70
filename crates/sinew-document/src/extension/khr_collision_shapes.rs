//! `KHR_collision_shapes` (Khronos draft, `eoineoineoin/glTF_Physics` 96d29f41): shapes for the earlier revision of
//! `KHR_physics_rigid_bodies`. Later became `KHR_implicit_shapes`, without the two that name a mesh.

use std::borrow::Cow;

use crate::index::MeshIndex;
use crate::json::Value;
use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_collision_shapes";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug)]
    pub struct RawShapes<'json> {
        /// An array of shapes, left unread so that a bad one does not take the others with it.
        "shapes" => shapes: Value<'json>,
    }
}

object! {
    /// An entry of `shapes`. `type` names the one that is meant; without its object it has the defaults.
    #[derive(Clone, Debug)]
    pub struct RawShape<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The key of the one that is meant.
        "type" => shape_type: Cow<'json, str>,
        /// A [`RawSphere`].
        "sphere" => sphere: Option<Value<'json>>,
        /// A [`RawBox`].
        "box" => cuboid: Option<Value<'json>>,
        /// A [`RawRound`].
        "capsule" => capsule: Option<Value<'json>>,
        /// A [`RawRound`].
        "cylinder" => cylinder: Option<Value<'json>>,
        /// A [`RawMesh`] whose hull is meant.
        "convex" => convex: Option<Value<'json>>,
        /// A [`RawMesh`] whose triangles are meant.
        "trimesh" => trimesh: Option<Value<'json>>,
    }
}

object! {
    /// A ball.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawSphere {
        /// Metres.
        "radius" => radius: f32 = 0.5,
    }
}

object! {
    /// A box.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawBox {
        /// From side to side, metres.
        "size" => size: [f32; 3] = [1.0; 3],
    }
}

object! {
    /// A capsule or a cylinder along Y.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawRound {
        /// Between the centres of the two ends, metres.
        "height" => height: f32 = 0.5,
        /// At −Y, metres.
        "radiusBottom" => radius_bottom: f32 = 0.25,
        /// At +Y, metres.
        "radiusTop" => radius_top: f32 = 0.25,
    }
}

object! {
    /// A shape made of a mesh.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RawMesh {
        /// The mesh.
        "mesh" => mesh: MeshIndex,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    #[test]
    fn empty_objects_have_the_defaults_of_the_schema() {
        let json = Json::parse("{}".to_owned(), 8).unwrap();
        let mut diagnostics = Diagnostics::new();
        let sphere = RawSphere::from_json(json.root(), &mut diagnostics);
        assert_eq!(sphere, Some(RawSphere { radius: 0.5 }));
        let cuboid = RawBox::from_json(json.root(), &mut diagnostics);
        assert_eq!(cuboid, Some(RawBox { size: [1.0; 3] }));
        let round = RawRound::from_json(json.root(), &mut diagnostics);
        assert_eq!(round, Some(RawRound { height: 0.5, radius_bottom: 0.25, radius_top: 0.25 }));
        assert!(diagnostics.is_empty());
        assert_eq!(RawMesh::from_json(json.root(), &mut diagnostics), None);
    }
}
