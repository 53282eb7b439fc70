//! Shapes of all lists.

use sinew_document::{MeshIndex, Value};

use super::super::shape::word;
use super::{Account, held};
use sinew_model::model::physics::{MeshOrigin, Shape, ShapeId};

/// The format of a list's shapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// The parameters are in an object with the name of the type.
    Khr,
    /// The same, or the parameters are next to the type; one radius, or two.
    Omi,
    /// The parameters are next to the type; one radius.
    Collider,
}

impl Account<'_> {
    pub(super) fn shape(&mut self, value: Value<'_>, id: ShapeId, spelling: Spelling, what: &str) {
        let physics = self.physics();
        let Some(shape) = physics.shapes().get(id.slot()) else { return };
        let Some(&has_name) = self.kept.get(&id) else {
            return self.gone(value, what);
        };
        let (name, mesh) = (physics.origins().name(id), physics.origins().mesh(id));
        let key = word(shape);
        let nested = value.get(key).filter(|_| spelling != Spelling::Collider);
        let numbers = nested.unwrap_or(value);
        let is_number = |key: &str, value: Value<'_>| is_number(key, value, numbers, shape, mesh, spelling);
        self.members(value, what, &|found, value| match found {
            "name" => has_name && spelling != Spelling::Collider && name.is_some() && value.as_str().as_deref() == name,
            // KHR has one name for a hull, and OMI had two.
            "type" => {
                held::word(value, &[key])
                    || (spelling != Spelling::Khr && key == "convex" && held::word(value, &["hull"]))
            }
            // Whether it is a trigger depends on its nodes.
            "isTrigger" => spelling == Spelling::Collider && value.as_bool().is_some(),
            _ if nested.is_some() => found == key,
            _ => spelling != Spelling::Khr && is_number(found, value),
        });
        if let Some(nested) = nested {
            self.members(nested, &format!("{what}.{key}"), &is_number);
        }
    }
}

/// Whether a parameter has the value of the shape.
fn is_number(
    key: &str,
    value: Value<'_>,
    numbers: Value<'_>,
    shape: &Shape,
    mesh: Option<MeshOrigin>,
    spelling: Spelling,
) -> bool {
    let has_ends = numbers.get("radiusBottom").is_some() || numbers.get("radiusTop").is_some();
    match (shape, key) {
        (Shape::Box { size }, "size") => held::numbers(value, &size.to_array()),
        (Shape::Sphere { radius }, "radius") => held::number(value, *radius),
        (Shape::Capsule { height, radius_bottom, radius_top }, "height") => {
            // With one radius, the height is from end to end.
            let is_whole = spelling == Spelling::Collider
                || (spelling == Spelling::Omi && numbers.get("radius").is_some() && !has_ends);
            if is_whole {
                held::near_number(value, height + radius_bottom + radius_top)
            } else {
                held::number(value, *height)
            }
        }
        (Shape::Cylinder { height, .. }, "height") => held::number(value, *height),
        (
            Shape::Capsule { radius_bottom, radius_top, .. } | Shape::Cylinder { radius_bottom, radius_top, .. },
            "radiusBottom" | "radiusTop" | "radius",
        ) => {
            let has_one = key == "radius";
            let is_known = if has_one { spelling != Spelling::Khr } else { spelling != Spelling::Collider };
            let is_bottom = key == "radiusTop" || held::number(value, *radius_bottom);
            let is_top = key == "radiusBottom" || held::number(value, *radius_top);
            is_known && is_bottom && is_top
        }
        (Shape::Plane { size_x, .. }, "sizeX") => size_x.is_some_and(|size| held::number(value, size)),
        (Shape::Plane { size_z, .. }, "sizeZ") => size_z.is_some_and(|size| held::number(value, size)),
        (Shape::Plane { double_sided, .. }, "doubleSided") => held::flag(value, *double_sided),
        (Shape::ConvexHull(_) | Shape::TriangleMesh(_), "mesh") => {
            let index = value.as_u64().and_then(|index| u32::try_from(index).ok());
            index.is_some_and(|index| mesh == Some(MeshOrigin::Mesh(MeshIndex(index))))
        }
        _ => false,
    }
}
