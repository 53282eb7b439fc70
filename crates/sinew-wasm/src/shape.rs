//! The triangles of shapes that are meshes.

use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::model::physics::{Mesh, Shape};
use sinew::physics::convex_hull;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::model::RawModel;

#[wasm_bindgen]
impl RawModel {
    /// The points of a triangle mesh or a convex hull; none for other shapes.
    ///
    /// # Errors
    /// There is no such shape.
    pub fn shape_points(&self, shape: usize) -> Result<Vec<f32>, JsValue> {
        Ok(mesh(self, shape)?.points.iter().flat_map(Vec3::to_array).collect())
    }

    /// The triangles of a triangle mesh or a convex hull, three indices of points each.
    ///
    /// # Errors
    /// There is no such shape.
    pub fn shape_triangles(&self, shape: usize) -> Result<Vec<u32>, JsValue> {
        Ok(mesh(self, shape)?.triangles.concat())
    }
}

fn mesh(model: &RawModel, shape: usize) -> Result<Arc<Mesh>, Fault> {
    match model.model().physics().shapes().get(shape) {
        Some(Shape::TriangleMesh(mesh)) => Ok(Arc::clone(mesh)),
        Some(Shape::ConvexHull(mesh)) => Ok(Arc::new(convex_hull(&mesh.points).unwrap_or_default())),
        Some(_) => Ok(Arc::default()),
        None => Err(Fault::argument(format!("there is no shape {shape}"))),
    }
}
