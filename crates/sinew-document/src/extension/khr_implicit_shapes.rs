//! `KHR_implicit_shapes` (Khronos release candidate, `eoineoineoin/glTF_Physics` ac5c413): shapes for the later revision of
//! `KHR_physics_rigid_bodies`.

use std::borrow::Cow;

use crate::json::Value;
use crate::object;

pub use super::khr_collision_shapes::{RawBox, RawRound, RawShapes, RawSphere};

/// The name of the extension.
pub const NAME: &str = "KHR_implicit_shapes";

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
        /// A [`RawPlane`].
        "plane" => plane: Option<Value<'json>>,
    }
}

object! {
    /// A part of the plane through X and Z, or all of it.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct RawPlane {
        /// Whether −Y is a front as well.
        "doubleSided" => double_sided: bool = false,
        /// Along X, metres; without end where absent.
        "sizeX" => size_x: Option<f32>,
        /// Along Z, metres; without end where absent.
        "sizeZ" => size_z: Option<f32>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    #[test]
    fn a_plane_without_sizes_has_no_end_and_one_side() {
        let json = Json::parse("{}".to_owned(), 8).unwrap();
        let plane = RawPlane::from_json(json.root(), &mut Diagnostics::new());
        assert_eq!(plane, Some(RawPlane { double_sided: false, size_x: None, size_z: None }));
    }
}
