//! Rays, overlaps and contact points.

use serde::Serialize;
use sinew::WorldNode;
use sinew::glam::Vec3;
use sinew::model::physics::Shape;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::layout::ContactRow;
use crate::names::NamedNode;
use crate::numbers::{rigid, vector};
use crate::world::RawWorld;

/// The first hit of a ray, as `index.d.ts` has it.
#[derive(Serialize)]
pub(crate) struct NamedHit {
    #[serde(flatten)]
    pub(crate) node: NamedNode,
    pub(crate) distance: f32,
    pub(crate) point: [f32; 3],
    pub(crate) normal: [f32; 3],
}

#[wasm_bindgen]
impl RawWorld {
    /// The first collider hit by a ray, as JSON; none where it hits nothing.
    ///
    /// # Errors
    /// A number is not finite, or the ray has no direction.
    pub fn ray_cast(&self, origin: &[f32], direction: &[f32], max_distance: f64) -> Result<Option<String>, JsValue> {
        let (origin, direction) = (vector(origin, "origin")?, vector(direction, "direction")?);
        if direction == Vec3::ZERO {
            return Err(Fault::argument("direction has no length").into());
        }
        if max_distance.is_nan() || max_distance < 0.0 {
            return Err(Fault::argument(format!("maxDistance is {max_distance}; must be 0 or positive")).into());
        }
        let hit = self.world.ray_cast(origin, direction, max_distance as f32);
        let named = hit.and_then(|hit| {
            let node = self.instances.names.of(hit.node)?;
            Some(NamedHit { node, distance: hit.distance, point: hit.point.into(), normal: hit.normal.into() })
        });
        Ok(named.map(|hit| json::write(&hit)))
    }

    /// The colliders that contain a point, as JSON.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn overlap_point(&self, point: &[f32]) -> Result<String, JsValue> {
        let mut found = Vec::new();
        self.world.overlap_point(vector(point, "point")?, &mut found);
        Ok(self.named(&found))
    }

    /// The colliders that a shape touches, as JSON. The shape is JSON, too.
    ///
    /// # Errors
    /// The shape is invalid, or a number is not finite.
    pub fn overlap_shape(&self, shape: &str, translation: &[f32], rotation: &[f32]) -> Result<String, JsValue> {
        let shape = named_shape(shape)?;
        let mut found = Vec::new();
        self.world.overlap_shape(&shape, rigid(translation, rotation)?.to_affine(), &mut found);
        Ok(self.named(&found))
    }

    /// The contact points of the last step, a `ContactRow` each.
    pub fn contacts(&self) -> Vec<f64> {
        let mut contacts = Vec::new();
        self.world.contact_points(&mut contacts);
        let mut numbers = Vec::with_capacity(contacts.len() * ContactRow::WIDTH);
        for contact in &contacts {
            let (Some(a), Some(b)) = (self.instances.names.of(contact.a), self.instances.names.of(contact.b)) else {
                continue;
            };
            let mut row = [0.0; ContactRow::WIDTH];
            ContactRow {
                instance_a: [a.instance.into()],
                node_a: [a.node.into()],
                instance_b: [b.instance.into()],
                node_b: [b.node.into()],
                point: contact.point.to_array().map(f64::from),
                normal: contact.normal.to_array().map(f64::from),
                depth: [contact.depth.into()],
                impulse: [contact.impulse.into()],
            }
            .write(&mut row);
            numbers.extend(row);
        }
        numbers
    }
}

impl RawWorld {
    fn named(&self, nodes: &[WorldNode]) -> String {
        json::write(&nodes.iter().filter_map(|node| self.instances.names.of(*node)).collect::<Vec<_>>())
    }
}

/// A box, sphere, capsule or cylinder, as `index.d.ts` has them.
pub(crate) fn named_shape(text: &str) -> Result<Shape, Fault> {
    #[derive(Clone, Copy)]
    enum Kind {
        Box,
        Sphere,
        Capsule,
        Cylinder,
    }
    let kinds =
        [("box", Kind::Box), ("sphere", Kind::Sphere), ("capsule", Kind::Capsule), ("cylinder", Kind::Cylinder)];
    let mut fields = Fields::read(text, "shape")?;
    let length = |fields: &mut Fields, name: &str| -> Result<f32, Fault> {
        let length = fields.number(name)?.ok_or_else(|| Fault::argument(format!("shape.{name} is missing")))?;
        Ok(length as f32)
    };
    let kind = fields.word("kind", &kinds)?.ok_or_else(|| Fault::argument("shape.kind is missing"))?;
    let lengths = match kind {
        Kind::Box => fields.numbers("size")?.unwrap_or_default(),
        Kind::Sphere => vec![length(&mut fields, "radius")?, 0.0, 0.0],
        Kind::Capsule | Kind::Cylinder => ["height", "radiusBottom", "radiusTop"]
            .map(|name| length(&mut fields, name))
            .into_iter()
            .collect::<Result<_, _>>()?,
    };
    let size = vector(&lengths, "shape")?;
    if size.cmplt(Vec3::ZERO).any() || size == Vec3::ZERO {
        return Err(Fault::argument("the shape has a negative length, or no size"));
    }
    let [height, radius_bottom, radius_top] = size.to_array();
    Ok(match kind {
        Kind::Box => Shape::Box { size },
        Kind::Sphere => Shape::Sphere { radius: size.x },
        Kind::Capsule => Shape::Capsule { height, radius_bottom, radius_top },
        Kind::Cylinder => Shape::Cylinder { height, radius_bottom, radius_top },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_named_by_its_kind() {
        let capsule = r#"{"kind":"capsule","height":1,"radiusBottom":0.5,"radiusTop":0.25}"#;
        assert!(matches!(named_shape(capsule), Ok(Shape::Capsule { .. })));
        let bad = [r#"{"kind":"dodecahedron"}"#, r#"{"kind":"sphere","radius":-1}"#, r#"{"kind":"box","size":[1,1]}"#];
        for text in bad {
            assert_eq!(named_shape(text).unwrap_err().code, "INVALID_ARGUMENT", "{text}");
        }
    }
}
