//! `OMI_physics_shape` (gltf-extensions 89d328b, and the revisions since 877830a): the shapes of the file, at
//! `extensions.OMI_physics_shape.shapes`.
//!
//! | revision | a shape | capsule |
//! |---|---|---|
//! | June 2023 | flat: `{"type": "sphere", "radius": 1}`; `hull` | `radius`, total `height` |
//! | June 2023 to September 2024 | `{"type": "sphere", "sphere": {"radius": 1}}`; `convex` | `radius`, total `height` |
//! | since then | the same | `radiusBottom`, `radiusTop`, `height` between the centres of the balls |
//!
//! Published files of the last revision still write `radius`, so what an object holds tells its revision.

use crate::diagnostic::Diagnostics;
use crate::index::MeshIndex;
use crate::json::Value;
use crate::object::FromJson;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "OMI_physics_shape";

/// An index where −1 is how a file may write that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrMinusOne<T>(pub Option<T>);

impl<'json, T: FromJson<'json>> FromJson<'json> for OrMinusOne<T> {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match value.as_f64() {
            Some(-1.0) => Some(Self(None)),
            _ => T::from_json(value, diagnostics).map(|index| Self(Some(index))),
        }
    }

    fn when_absent() -> Option<Self> {
        Some(Self(None))
    }
}

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug)]
    pub struct RawShapes<'json> {
        /// [`RawShape`]s, left unread so that a bad one does not take the others with it.
        "shapes" => shapes: Value<'json>,
    }
}

string_enum! {
    /// What a shape is.
    pub enum ShapeType {
        /// With sides along the axes.
        "box" => Box,
        /// A ball.
        "sphere" => Sphere,
        /// The hull of two balls.
        "capsule" => Capsule,
        /// The hull of two discs.
        "cylinder" => Cylinder,
        /// The hull of a mesh.
        "convex" | "hull" => Convex,
        /// The triangles of a mesh.
        "trimesh" => Trimesh,
    }
}

object! {
    /// An entry of `shapes`. The object under the name of its type holds the numbers; the first revision has them here.
    #[derive(Clone, Debug)]
    pub struct RawShape<'json> {
        /// What people call it.
        "name" => name: Option<std::borrow::Cow<'json, str>>,
        /// What it is.
        "type" => kind: ShapeType,
        /// A [`ShapeNumbers`].
        "box" => box_: Option<Value<'json>>,
        /// A [`ShapeNumbers`].
        "sphere" => sphere: Option<Value<'json>>,
        /// A [`ShapeNumbers`].
        "capsule" => capsule: Option<Value<'json>>,
        /// A [`ShapeNumbers`].
        "cylinder" => cylinder: Option<Value<'json>>,
        /// A [`ShapeNumbers`].
        "convex" => convex: Option<Value<'json>>,
        /// A [`ShapeNumbers`].
        "trimesh" => trimesh: Option<Value<'json>>,
        /// In the first revision, as in [`ShapeNumbers`].
        "size" => size: Option<[f32; 3]>,
        /// In the first revision.
        "radius" => radius: Option<f32>,
        /// In the first revision.
        "height" => height: Option<f32>,
        /// In the first revision.
        "mesh" => mesh: OrMinusOne<MeshIndex>,
    }
}

impl<'json> RawShape<'json> {
    /// The object under the name of its type.
    pub fn numbers(&self) -> Option<Value<'json>> {
        match self.kind {
            ShapeType::Box => self.box_,
            ShapeType::Sphere => self.sphere,
            ShapeType::Capsule => self.capsule,
            ShapeType::Cylinder => self.cylinder,
            ShapeType::Convex => self.convex,
            ShapeType::Trimesh => self.trimesh,
        }
    }
}

object! {
    /// The numbers of a shape; each type has a use for some of them.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct ShapeNumbers {
        /// Of a box, metres; a cube of one metre where it is absent.
        "size" => size: Option<[f32; 3]>,
        /// Of a sphere, metres, half a metre where it is absent; before September 2024 also of capsules and cylinders.
        "radius" => radius: Option<f32>,
        /// Of the end at −Y, metres; half a metre where it is absent.
        "radiusBottom" => radius_bottom: Option<f32>,
        /// Of the end at +Y, metres; half a metre where it is absent.
        "radiusTop" => radius_top: Option<f32>,
        /// Metres. Of a cylinder: 2 where it is absent. Of a capsule: between the centres of the balls, 1 where it is
        /// absent; with `radius`: from end to end, 2 where it is absent.
        "height" => height: Option<f32>,
        /// Of a hull or a trimesh.
        "mesh" => mesh: OrMinusOne<MeshIndex>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    #[test]
    fn minus_one_is_no_index_and_anything_else_below_zero_is_wrong() {
        for (text, expected, findings) in [("-1", Some(None), 0), ("3", Some(Some(MeshIndex(3))), 0), ("-2", None, 1)] {
            let json = Json::parse(text.to_owned(), 4).unwrap();
            let mut diagnostics = Diagnostics::new();
            let read = OrMinusOne::<MeshIndex>::from_json(json.root(), &mut diagnostics);
            assert_eq!((read.map(|index| index.0), diagnostics.as_slice().len()), (expected, findings), "{text}");
        }
    }
}
