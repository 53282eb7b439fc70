//! Inputs on rigid bodies.

use glam::Vec3;
use sinew_motion::InstanceId;
use sinew_physics::Velocity;

use crate::world::World;
use crate::world::error::WorldError;
use crate::world::input::Input;

impl World {
    pub(super) fn perform_on_bodies(&mut self, id: InstanceId, input: &Input) -> Result<(), WorldError> {
        let vector = Vec3::from_array;
        match input {
            Input::Impulse { node, impulse, point, .. } => {
                let node = self.node_at(id, *node)?;
                match point {
                    Some(point) => self.apply_point_impulse(id, node, vector(*impulse), vector(*point)),
                    None => self.apply_impulse(id, node, vector(*impulse)),
                }
            }
            Input::AngularImpulse { node, impulse, .. } => {
                self.apply_angular_impulse(id, self.node_at(id, *node)?, vector(*impulse))
            }
            Input::Velocity { node, linear, angular, .. } => {
                let velocity = Velocity { linear: vector(*linear), angular: vector(*angular) };
                self.set_velocity(id, self.node_at(id, *node)?, velocity)
            }
            Input::Teleport { node, at, .. } => self.teleport(id, self.node_at(id, *node)?, (*at).into()),
            Input::Wake { node, .. } => self.wake(id, self.node_at(id, *node)?),
            // The others are performed by the caller.
            _ => Ok(()),
        }
    }
}
