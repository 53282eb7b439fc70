//! Bodies, named by their nodes.

use sinew::glam::Vec3;
use sinew::{BodyState, InstanceId, NodeId, Velocity};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::numbers::{place, vector};
use crate::world::RawWorld;

/// Numbers of a body: translation, rotation, linear and angular velocity, whether it is driven, whether it sleeps.
pub(crate) const NUMBERS: usize = 15;

#[wasm_bindgen]
impl RawWorld {
    /// Brings the numbers of an instance's bodies up to date.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn update_bodies(&mut self, instance: u32) -> Result<(), JsValue> {
        let (world, spawned) = self.spawned_mut(instance)?;
        for (numbers, body) in spawned.bodies.chunks_exact_mut(NUMBERS).zip(world.bodies(spawned.id)) {
            numbers.copy_from_slice(&numbers_of(&body));
        }
        Ok(())
    }

    /// How fast a node moves with its body or that of the nearest node above, six numbers; none without one.
    ///
    /// # Errors
    /// The node is not there.
    pub fn velocity(&self, instance: u32, node: u32) -> Result<Option<Vec<f32>>, JsValue> {
        let (id, node) = self.node(instance, node)?;
        let velocity = self.world.velocity(id, node);
        Ok(velocity.map(|velocity| [velocity.linear.to_array(), velocity.angular.to_array()].concat()))
    }

    /// Sets the velocity of a body. What is not given stays.
    ///
    /// # Errors
    /// The node is not there or has no body, or a number is none.
    pub fn set_velocity(
        &mut self,
        instance: u32,
        node: u32,
        linear: &[f32],
        angular: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, node) = self.node_with_body(instance, node)?;
        let angular = match angular {
            Some(angular) => vector(&angular, "angular")?,
            None => self.world.body(id, node).map_or(Vec3::ZERO, |body| body.velocity.angular),
        };
        let velocity = Velocity { linear: vector(linear, "linear")?, angular };
        Ok(self.world.set_velocity(id, node, velocity).map_err(Fault::from)?)
    }

    /// Applies an impulse to a body at its centre of mass, or at a point of the world.
    ///
    /// # Errors
    /// The node is not there or has no body, or a number is none.
    pub fn apply_impulse(
        &mut self,
        instance: u32,
        node: u32,
        impulse: &[f32],
        point: Option<Vec<f32>>,
    ) -> Result<(), JsValue> {
        let (id, node) = self.node_with_body(instance, node)?;
        let impulse = vector(impulse, "impulse")?;
        let applied = match point {
            Some(point) => self.world.apply_point_impulse(id, node, impulse, vector(&point, "point")?),
            None => self.world.apply_impulse(id, node, impulse),
        };
        Ok(applied.map_err(Fault::from)?)
    }

    /// Applies an angular impulse to a body.
    ///
    /// # Errors
    /// The node is not there or has no body, or a number is none.
    pub fn apply_angular_impulse(&mut self, instance: u32, node: u32, impulse: &[f32]) -> Result<(), JsValue> {
        let (id, node) = self.node_with_body(instance, node)?;
        let impulse = vector(impulse, "impulse")?;
        Ok(self.world.apply_angular_impulse(id, node, impulse).map_err(Fault::from)?)
    }

    /// Puts a body elsewhere: seven numbers.
    ///
    /// # Errors
    /// The node is not there or has no body, something outside the simulation moves it, or a number is none.
    pub fn teleport(&mut self, instance: u32, node: u32, at: &[f32]) -> Result<(), JsValue> {
        let (id, node) = self.node_with_body(instance, node)?;
        Ok(self.world.teleport(id, node, place(at)?).map_err(Fault::from)?)
    }

    /// Wakes a sleeping body.
    ///
    /// # Errors
    /// The node is not there or has no body.
    pub fn wake(&mut self, instance: u32, node: u32) -> Result<(), JsValue> {
        let (id, node) = self.node_with_body(instance, node)?;
        Ok(self.world.wake(id, node).map_err(Fault::from)?)
    }
}

impl RawWorld {
    fn node_with_body(&self, instance: u32, index: u32) -> Result<(InstanceId, NodeId), Fault> {
        let (id, node) = self.node(instance, index)?;
        match self.world.body(id, node) {
            Some(_) => Ok((id, node)),
            None => Err(no_body(format!("node {index} has no body"))),
        }
    }
}

fn no_body(message: String) -> Fault {
    Fault::new("NO_BODY", message)
}

fn numbers_of(body: &BodyState) -> [f32; NUMBERS] {
    let Vec3 { x, y, z } = body.world_from_body.translation;
    let [rx, ry, rz, rw] = body.world_from_body.rotation.to_array();
    let [lx, ly, lz] = body.velocity.linear.to_array();
    let [ax, ay, az] = body.velocity.angular.to_array();
    let [is_animated, is_sleeping] = [body.is_animated, body.is_sleeping].map(|flag| f32::from(u8::from(flag)));
    [x, y, z, rx, ry, rz, rw, lx, ly, lz, ax, ay, az, is_animated, is_sleeping]
}
