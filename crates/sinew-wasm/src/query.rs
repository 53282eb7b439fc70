//! What is where.

use sinew::glam::Vec3;
use sinew::model::physics::Shape;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::numbers::{place, vector};
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    /// The first collider that a ray meets: instance, node, distance, point, normal. Nothing where it meets none.
    ///
    /// # Errors
    /// A number is none, or the ray has no direction.
    pub fn ray_cast(&self, origin: &[f32], direction: &[f32], max_distance: f64) -> Result<Vec<f64>, JsValue> {
        let (origin, direction) = (vector(origin, "origin")?, vector(direction, "direction")?);
        if direction == Vec3::ZERO {
            return Err(Fault::argument("direction has no length").into());
        }
        if max_distance.is_nan() || max_distance < 0.0 {
            return Err(Fault::argument("maxDistance must be a number from zero up").into());
        }
        let Some(hit) = self.world.ray_cast(origin, direction, max_distance as f32) else { return Ok(Vec::new()) };
        let mut numbers = self.node_numbers(hit.node).to_vec();
        numbers.push(f64::from(hit.distance));
        numbers.extend([hit.point, hit.normal].into_iter().flat_map(|vector| vector.to_array()).map(f64::from));
        Ok(numbers)
    }

    /// The colliders that a point is inside of, two numbers each: instance and node.
    ///
    /// # Errors
    /// A number is none.
    pub fn overlap_point(&mut self, point: &[f32]) -> Result<Vec<f64>, JsValue> {
        let point = vector(point, "point")?;
        self.world.overlap_point(point, &mut self.found);
        Ok(self.found_numbers())
    }

    /// The colliders that a shape touches, two numbers each. What its three numbers mean depends on the kind: the size
    /// of a box; the radius of a sphere and nothing else; height, radius at the bottom and at the top of a capsule or a
    /// cylinder.
    ///
    /// # Errors
    /// The shape is none, or a number is none.
    pub fn overlap_shape(&mut self, kind: &str, numbers: &[f32], at: &[f32]) -> Result<Vec<f64>, JsValue> {
        let numbers = vector(numbers, "shape")?;
        let is_positive = numbers.cmpge(Vec3::ZERO).all() && numbers != Vec3::ZERO;
        if !is_positive {
            return Err(Fault::argument("shape has a length below zero, or no size").into());
        }
        let [height, radius_bottom, radius_top] = numbers.to_array();
        let shape = match kind {
            "box" => Shape::Box { size: numbers },
            "sphere" => Shape::Sphere { radius: numbers.x },
            "capsule" => Shape::Capsule { height, radius_bottom, radius_top },
            "cylinder" => Shape::Cylinder { height, radius_bottom, radius_top },
            _ => return Err(Fault::argument(format!("no `{kind}` can be asked for")).into()),
        };
        self.world.overlap_shape(&shape, place(at)?.to_affine(), &mut self.found);
        Ok(self.found_numbers())
    }

    /// Where colliders touch, twelve numbers a point: instance and node of both, point, normal, depth, impulse.
    pub fn contacts(&mut self) -> Vec<f64> {
        let mut contacts = std::mem::take(&mut self.contacts);
        self.world.contact_points(&mut contacts);
        let mut numbers = Vec::with_capacity(contacts.len() * 12);
        for contact in &contacts {
            numbers.extend([contact.a, contact.b].into_iter().flat_map(|node| self.node_numbers(node)));
            numbers.extend([contact.point, contact.normal].into_iter().flat_map(|at| at.to_array()).map(f64::from));
            numbers.extend([contact.depth, contact.impulse].map(f64::from));
        }
        self.contacts = contacts;
        numbers
    }
}

impl RawWorld {
    fn found_numbers(&self) -> Vec<f64> {
        self.found.iter().flat_map(|node| self.node_numbers(*node)).collect()
    }
}
