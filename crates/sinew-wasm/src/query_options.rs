//! Rays, shapes and points that ask for some of the colliders.

use serde::{Deserialize, Serialize};
use sinew::model::physics::{BodyKind, CollisionFilter};
use sinew::{QueryOptions, WorldNode};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json;
use crate::names::NamedNode;
use crate::numbers::{rigid, vector};
use crate::query::{NamedHit, named_shape};
use crate::world::RawWorld;

/// The options of a query, as `index.d.ts` has them; instances are numbers.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct NamedOptions {
    without_kinds: Vec<Kind>,
    without_instances: Vec<u32>,
    without_nodes: Vec<(u32, u32)>,
    filter: Option<NamedFilter>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Static,
    Kinematic,
    Dynamic,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NamedFilter {
    #[serde(rename = "collisionSystems")]
    systems: Vec<String>,
    #[serde(rename = "collideWithSystems")]
    collide_with: Option<Vec<String>>,
    #[serde(rename = "notCollideWithSystems")]
    not_collide_with: Vec<String>,
}

/// The nearest point of a collider, as `index.d.ts` has it.
#[derive(Serialize)]
struct NamedPoint {
    #[serde(flatten)]
    node: NamedNode,
    point: [f32; 3],
    distance: f32,
}

#[wasm_bindgen]
impl RawWorld {
    /// The first hit of a ray with each collider that the options let it see, nearest first, as JSON.
    ///
    /// # Errors
    /// A number is not finite, or an option is invalid.
    pub fn ray_cast_all(
        &self,
        origin: &[f32],
        direction: &[f32],
        max_distance: f64,
        options: &str,
    ) -> Result<String, JsValue> {
        let (origin, direction) = (vector(origin, "origin")?, vector(direction, "direction")?);
        let mut found = Vec::new();
        self.world.ray_cast_all(origin, direction, max_distance as f32, &self.options(options)?, &mut found);
        let named = found.iter().filter_map(|hit| {
            let node = self.instances.names.of(hit.node)?;
            Some(NamedHit { node, distance: hit.distance, point: hit.point.into(), normal: hit.normal.into() })
        });
        Ok(json::write(&named.collect::<Vec<_>>()))
    }

    /// The first collider that a shape touches when it is moved, as JSON; none where it touches nothing.
    ///
    /// # Errors
    /// A number is not finite, the shape has no volume, or an option is invalid.
    pub fn shape_cast(
        &self,
        shape: &str,
        translation: &[f32],
        rotation: &[f32],
        direction: &[f32],
        max_distance: f64,
        options: &str,
    ) -> Result<Option<String>, JsValue> {
        let (shape, pose) = (named_shape(shape)?, rigid(translation, rotation)?.to_affine());
        let (direction, options) = (vector(direction, "direction")?, self.options(options)?);
        let hit = self.world.shape_cast(&shape, pose, direction, max_distance as f32, &options);
        let named = hit.and_then(|hit| {
            let node = self.instances.names.of(hit.node)?;
            Some(NamedHit { node, distance: hit.distance, point: hit.point.into(), normal: hit.normal.into() })
        });
        Ok(named.map(|hit| json::write(&hit)))
    }

    /// The nearest point of any collider, as JSON; none where none is near enough.
    ///
    /// # Errors
    /// A number is not finite, or an option is invalid.
    pub fn closest_point(&self, point: &[f32], max_distance: f64, options: &str) -> Result<Option<String>, JsValue> {
        let found = self.world.closest_point(vector(point, "point")?, max_distance as f32, &self.options(options)?);
        let named = found.and_then(|found| {
            let node = self.instances.names.of(found.node)?;
            Some(NamedPoint { node, point: found.point.into(), distance: found.distance })
        });
        Ok(named.map(|found| json::write(&found)))
    }
}

impl RawWorld {
    fn options(&self, text: &str) -> Result<QueryOptions, Fault> {
        let named: NamedOptions = json::read(text, "options")?;
        let mut options = QueryOptions::default();
        for kind in named.without_kinds {
            options = options.without_kind(match kind {
                Kind::Static => BodyKind::Static,
                Kind::Kinematic => BodyKind::Kinematic,
                Kind::Dynamic => BodyKind::Dynamic,
            });
        }
        for instance in named.without_instances {
            options = options.without_instance(self.spawned(instance)?.id);
        }
        for (instance, node) in named.without_nodes {
            let (instance, node) = self.node_id(instance, node)?;
            options = options.without_node(WorldNode { instance, node });
        }
        Ok(options.with_filter(named.filter.map(|filter| CollisionFilter {
            systems: filter.systems,
            collide_with: filter.collide_with,
            not_collide_with: filter.not_collide_with,
        })))
    }
}
