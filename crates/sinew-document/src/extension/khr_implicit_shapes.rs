//! `KHR_implicit_shapes` (Khronos release candidate, `eoineoineoin/glTF_Physics` ac5c413): shapes for the later revision of
//! `KHR_physics_rigid_bodies`.

use std::borrow::Cow;

use crate::json::Value;
use crate::object;

pub use super::khr_collision_shapes::{BoxTable, RoundTable, ShapesTable, SphereTable};

/// The name of the extension.
pub const NAME: &str = "KHR_implicit_shapes";

object! {
    /// An entry of `shapes`. `type` names the one that is meant; without its object it has the defaults.
    #[derive(Clone, Debug)]
    pub struct ShapeTable<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The key of the one that is meant.
        "type" => shape_type: Cow<'json, str>,
        /// A [`SphereTable`].
        "sphere" => sphere: Option<Value<'json>>,
        /// A [`BoxTable`].
        "box" => cuboid: Option<Value<'json>>,
        /// A [`RoundTable`].
        "capsule" => capsule: Option<Value<'json>>,
        /// A [`RoundTable`].
        "cylinder" => cylinder: Option<Value<'json>>,
        /// A [`PlaneTable`].
        "plane" => plane: Option<Value<'json>>,
    }
}

object! {
    /// A part of the plane through X and Z, or all of it.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct PlaneTable {
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
        let plane = PlaneTable::from_json(json.root(), &mut Diagnostics::new());
        assert_eq!(plane, Some(PlaneTable { double_sided: false, size_x: None, size_z: None }));
    }
}
