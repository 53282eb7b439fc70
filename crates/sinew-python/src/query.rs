//! Rays, shapes and points that ask for colliders.

use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use sinew::glam::Vec3;
use sinew::model::physics::{BodyKind, Shape};
use sinew::{QueryOptions, RayHit, ShapeHit, WorldNode};

use crate::body::{inner, pairs};
use crate::fault::Fault;
use crate::world::{RawWorld, rigid, vector};

/// Which colliders a query sees.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Without {
    kinds: Vec<String>,
    instances: Vec<u32>,
    nodes: Vec<(u32, u32)>,
}

/// A box, sphere, capsule or cylinder.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum NamedShape {
    Box { size: [f32; 3] },
    Sphere { radius: f32 },
    Capsule { height: f32, radius_bottom: f32, radius_top: f32 },
    Cylinder { height: f32, radius_bottom: f32, radius_top: f32 },
}

#[pymethods]
impl RawWorld {
    /// The hits of a ray, nearest first, as JSON.
    fn ray_cast_all(
        &self,
        py: Python<'_>,
        origin: [f32; 3],
        direction: [f32; 3],
        max_distance: f32,
        without: &str,
    ) -> PyResult<String> {
        let (origin, direction) = ray(origin, direction, max_distance)?;
        let options = self.options(without)?;
        let mut found = Vec::new();
        py.detach(|| inner(self).ray_cast_all(origin, direction, max_distance, &options, &mut found));
        Ok(found.iter().filter_map(|hit| self.ray_hit(hit)).collect::<Value>().to_string())
    }

    /// The first hit of a ray, as JSON.
    fn ray_cast(
        &self,
        py: Python<'_>,
        origin: [f32; 3],
        direction: [f32; 3],
        max_distance: f32,
        without: &str,
    ) -> PyResult<Option<String>> {
        let (origin, direction) = ray(origin, direction, max_distance)?;
        let options = self.options(without)?;
        let hit = py.detach(|| inner(self).ray_cast_with(origin, direction, max_distance, &options));
        Ok(hit.and_then(|hit| self.ray_hit(&hit)).map(|hit| hit.to_string()))
    }

    /// The first collider that a shape touches when it is moved, as JSON.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn shape_cast(
        &self,
        py: Python<'_>,
        shape: &str,
        translation: [f32; 3],
        rotation: [f32; 4],
        direction: [f32; 3],
        max_distance: f32,
        without: &str,
    ) -> PyResult<Option<String>> {
        let (shape, pose) = (named_shape(shape)?, rigid(translation, rotation)?.to_affine());
        let (_, direction) = ray(translation, direction, max_distance)?;
        let options = self.options(without)?;
        let hit = py.detach(|| inner(self).shape_cast(&shape, pose, direction, max_distance, &options));
        Ok(hit.and_then(|hit| self.shape_hit(&hit)).map(|hit| hit.to_string()))
    }

    /// The nearest point of any collider, as JSON.
    fn closest_point(
        &self,
        py: Python<'_>,
        point: [f32; 3],
        max_distance: f32,
        without: &str,
    ) -> PyResult<Option<String>> {
        let point = vector(point, "point")?;
        if max_distance.is_nan() || max_distance < 0.0 {
            return Err(Fault::argument(format!("max_distance is {max_distance}; must be 0 or positive")).into());
        }
        let options = self.options(without)?;
        let found = py.detach(|| inner(self).closest_point(point, max_distance, &options));
        let named = found.and_then(|found| {
            let (instance, node) = self.named(found.node)?;
            Some(json!({"instance": instance, "node": node, "point": found.point.to_array(), "distance": found.distance}))
        });
        Ok(named.map(|named| named.to_string()))
    }

    /// The colliders that a shape touches, or that contain a point.
    fn overlap(
        &self,
        py: Python<'_>,
        shape: Option<&str>,
        translation: [f32; 3],
        rotation: [f32; 4],
    ) -> PyResult<Vec<(u32, u32)>> {
        let pose = rigid(translation, rotation)?;
        let shape = shape.map(named_shape).transpose()?;
        let mut found = Vec::new();
        py.detach(|| match &shape {
            Some(shape) => inner(self).overlap_shape(shape, pose.to_affine(), &mut found),
            None => inner(self).overlap_point(pose.translation, &mut found),
        });
        Ok(pairs(self, &found))
    }
}

impl RawWorld {
    fn ray_hit(&self, hit: &RayHit) -> Option<Value> {
        self.hit(hit.node, hit.distance, hit.point, hit.normal)
    }

    fn shape_hit(&self, hit: &ShapeHit) -> Option<Value> {
        self.hit(hit.node, hit.distance, hit.point, hit.normal)
    }

    fn hit(&self, node: WorldNode, distance: f32, point: Vec3, normal: Vec3) -> Option<Value> {
        let (instance, node) = self.named(node)?;
        Some(json!({
            "instance": instance,
            "node": node,
            "distance": distance,
            "point": point.to_array(),
            "normal": normal.to_array(),
        }))
    }

    fn options(&self, text: &str) -> Result<QueryOptions, Fault> {
        let without: Without = serde_json::from_str(text)?;
        let mut options = QueryOptions::default();
        for kind in &without.kinds {
            options = options.without_kind(match kind.as_str() {
                "static" => BodyKind::Static,
                "kinematic" => BodyKind::Kinematic,
                "dynamic" => BodyKind::Dynamic,
                other => {
                    let message = format!("a kind is `{other}`; must be `static`, `kinematic` or `dynamic`");
                    return Err(Fault::argument(message));
                }
            });
        }
        for instance in without.instances {
            options = options.without_instance(self.spawned(instance)?.id);
        }
        for (instance, node) in without.nodes {
            let (instance, node) = self.node_id(instance, node)?;
            options = options.without_node(WorldNode { instance, node });
        }
        Ok(options)
    }
}

fn ray(origin: [f32; 3], direction: [f32; 3], max_distance: f32) -> Result<(Vec3, Vec3), Fault> {
    let (origin, direction) = (vector(origin, "origin")?, vector(direction, "direction")?);
    if direction == Vec3::ZERO {
        return Err(Fault::argument("direction has no length"));
    }
    if max_distance.is_nan() || max_distance < 0.0 {
        return Err(Fault::argument(format!("max_distance is {max_distance}; must be 0 or positive")));
    }
    Ok((origin, direction))
}

fn named_shape(text: &str) -> Result<Shape, Fault> {
    let shape: NamedShape = serde_json::from_str(text)?;
    let lengths = match shape {
        NamedShape::Box { size } => size,
        NamedShape::Sphere { radius } => [radius, 0.0, 0.0],
        NamedShape::Capsule { height, radius_bottom, radius_top }
        | NamedShape::Cylinder { height, radius_bottom, radius_top } => [height, radius_bottom, radius_top],
    };
    let size = vector(lengths, "shape")?;
    if size.cmplt(Vec3::ZERO).any() || size == Vec3::ZERO {
        return Err(Fault::argument("the shape has a negative length, or no size"));
    }
    Ok(match shape {
        NamedShape::Box { .. } => Shape::Box { size },
        NamedShape::Sphere { radius } => Shape::Sphere { radius },
        NamedShape::Capsule { height, radius_bottom, radius_top } => {
            Shape::Capsule { height, radius_bottom, radius_top }
        }
        NamedShape::Cylinder { height, radius_bottom, radius_top } => {
            Shape::Cylinder { height, radius_bottom, radius_top }
        }
    })
}
