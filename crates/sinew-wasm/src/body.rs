//! Bodies, named by their nodes.

use serde::Serialize;
use sinew::glam::Vec3;
use sinew::{BodyState, Velocity, WorldError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json;
use crate::layout::BodyRow;
use crate::numbers::{rigid, vector};
use crate::world::RawWorld;

/// A velocity, as `index.d.ts` has it.
#[derive(Serialize)]
struct NamedVelocity {
    linear: [f32; 3],
    angular: [f32; 3],
}

#[wasm_bindgen]
impl RawWorld {
    /// The digest of the bodies only.
    pub fn physics_digest(&self) -> u64 {
        self.world.physics_digest()
    }

    /// Writes the bodies of an instance to its memory.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn update_bodies(&mut self, instance: u32) -> Result<(), JsValue> {
        let Self { world, instances, .. } = self;
        let spawned = instances.get_mut(instance)?;
        let (rows, _) = spawned.body_values.as_chunks_mut();
        for (row, body) in rows.iter_mut().zip(world.file_bodies(spawned.id)) {
            match body {
                Some(body) => body_row(&body).write(row),
                // One that was removed.
                None => row.fill(f32::NAN),
            }
        }
        Ok(())
    }

    /// The body of a node, whoever added it: the numbers of a row, and the kind behind them; none without one.
    ///
    /// # Errors
    /// The instance or the node is unknown.
    pub fn body_of(&self, instance: u32, node: u32) -> Result<Option<Vec<f32>>, JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        Ok(self.world.body(id, node).map(|body| {
            let mut row = [0.0; BodyRow::WIDTH];
            body_row(&body).write(&mut row);
            let kind = match body.kind {
                sinew::model::physics::BodyKind::Static => 0.0,
                sinew::model::physics::BodyKind::Kinematic => 1.0,
                sinew::model::physics::BodyKind::Dynamic => 2.0,
            };
            row.into_iter().chain([kind]).collect()
        }))
    }

    /// The velocity of a node with its body, or with that of its nearest ancestor, as JSON; none without one.
    ///
    /// # Errors
    /// The instance or the node is unknown.
    pub fn velocity(&self, instance: u32, node: u32) -> Result<Option<String>, JsValue> {
        let (id, node) = self.node_id(instance, node)?;
        let named = |Velocity { linear, angular }| NamedVelocity { linear: linear.into(), angular: angular.into() };
        Ok(self.world.velocity(id, node).map(|velocity| json::write(&named(velocity))))
    }

    /// Sets the velocity of a body. An absent angular velocity stays as it is.
    ///
    /// # Errors
    /// Those of [`World::set_velocity`](sinew::World::set_velocity).
    pub fn set_velocity(
        &mut self,
        instance: u32,
        node: u32,
        linear: &[f32],
        angular: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, body) = self.node_id(instance, node)?;
        let angular = match angular {
            Some(angular) => vector(&angular, "angular")?,
            None => self.world.body(id, body).map_or(Vec3::ZERO, |body| body.velocity.angular),
        };
        let velocity = Velocity { linear: vector(linear, "linear")?, angular };
        at_node(node, self.world.set_velocity(id, body, velocity))
    }

    /// Applies an impulse to a body at its centre of mass, or at a point of the world.
    ///
    /// # Errors
    /// Those of [`World::apply_impulse`](sinew::World::apply_impulse).
    pub fn apply_impulse(
        &mut self,
        instance: u32,
        node: u32,
        impulse: &[f32],
        point: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, body) = self.node_id(instance, node)?;
        let impulse = vector(impulse, "impulse")?;
        let applied = match point {
            Some(point) => self.world.apply_point_impulse(id, body, impulse, vector(&point, "point")?),
            None => self.world.apply_impulse(id, body, impulse),
        };
        at_node(node, applied)
    }

    /// Applies an angular impulse to a body.
    ///
    /// # Errors
    /// Those of [`World::apply_angular_impulse`](sinew::World::apply_angular_impulse).
    pub fn apply_angular_impulse(&mut self, instance: u32, node: u32, impulse: &[f32]) -> Result<(), JsValue> {
        let (id, body) = self.node_id(instance, node)?;
        let impulse = vector(impulse, "impulse")?;
        at_node(node, self.world.apply_angular_impulse(id, body, impulse))
    }

    /// Teleports a body.
    ///
    /// # Errors
    /// Those of [`World::teleport`](sinew::World::teleport).
    pub fn teleport(&mut self, instance: u32, node: u32, translation: &[f32], rotation: &[f32]) -> Result<(), JsValue> {
        let (id, body) = self.node_id(instance, node)?;
        let world_from_body = rigid(translation, rotation)?;
        at_node(node, self.world.teleport(id, body, world_from_body))
    }

    /// Wakes a sleeping body.
    ///
    /// # Errors
    /// Those of [`World::wake`](sinew::World::wake).
    pub fn wake(&mut self, instance: u32, node: u32) -> Result<(), JsValue> {
        let (id, body) = self.node_id(instance, node)?;
        at_node(node, self.world.wake(id, body))
    }
}

/// An error about a node names it.
fn at_node(node: u32, outcome: Result<(), WorldError>) -> Result<(), JsValue> {
    outcome.map_err(|error| Fault::new(error.code(), format!("node {node}: {error}")).into())
}

fn body_row(body: &BodyState) -> BodyRow {
    let flag = |is_set| [f32::from(u8::from(is_set))];
    BodyRow {
        translation: body.world_from_body.translation.into(),
        rotation: body.world_from_body.rotation.into(),
        linear_velocity: body.velocity.linear.into(),
        angular_velocity: body.velocity.angular.into(),
        is_animated: flag(body.is_animated),
        is_sleeping: flag(body.is_sleeping),
    }
}
