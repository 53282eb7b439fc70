//! Inputs on rigid bodies.

use glam::Vec3;
use sinew_motion::InstanceId;
use sinew_physics::{AppliedForce, CharacterSettings, JointBreak, Velocity};

use crate::world::World;
use crate::world::error::WorldError;
use crate::world::input::{CharacterInput, Input};

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
            Input::Force { node, force, torque, point, local, .. } => {
                let is_any = [force, torque].into_iter().flatten().any(|number| *number != 0.0);
                let force = AppliedForce::force(vector(*force)).with_torque(vector(*torque));
                let force = force.with_point(point.map(vector)).with_local(*local);
                self.set_force(id, self.node_at(id, *node)?, Some(force).filter(|_| is_any))
            }
            Input::EnableJoint { node, enabled, .. } => self.set_joint_enabled(id, self.node_at(id, *node)?, *enabled),
            Input::BreakJoint { node, force, torque, .. } => {
                let breaks = JointBreak::new(*force, *torque);
                let is_any = force.is_some() || torque.is_some();
                self.set_joint_break(id, self.node_at(id, *node)?, Some(breaks).filter(|_| is_any))
            }
            Input::Character { node, settings, .. } => {
                self.set_character(id, self.node_at(id, *node)?, settings.as_ref().map(character))
            }
            Input::MoveCharacter { node, velocity, jump, .. } => {
                self.move_character(id, self.node_at(id, *node)?, vector(*velocity), *jump)
            }
            Input::SpringBody { node, collides, .. } => {
                self.set_spring_body(id, (id, self.node_at(id, *node)?), *collides)
            }
            Input::AddBody { node, body, .. } => self.add_body(id, self.node_at(id, *node)?, body),
            Input::RemoveBody { node, .. } => self.remove_body(id, self.node_at(id, *node)?),
            Input::AddJoint { node, joint, to, .. } => {
                // Instances have numbers where a recorder counts them.
                let unknown = |_| Err(WorldError::UnknownInstance);
                let to = to.in_world(self, id, unknown)?;
                self.add_joint(id, self.node_at(id, *node)?, joint, to)
            }
            Input::RemoveJoint { node, .. } => self.remove_joint(id, self.node_at(id, *node)?),
            Input::Filter { node, filter, .. } => {
                let node = node.map(|node| self.node_at(id, node)).transpose()?;
                self.set_collision_filter(id, node, filter.clone())
            }
            Input::Gravity { gravity } => self.set_gravity(vector(*gravity)),
            // The others are performed by the caller.
            _ => Ok(()),
        }
    }
}

/// Settings with the defaults where nothing is given.
fn character(input: &CharacterInput) -> CharacterSettings {
    let default = CharacterSettings::default();
    default
        .with_up(input.up.map_or(default.up, Vec3::from_array))
        .with_max_slope(input.max_slope.unwrap_or(default.max_slope))
        .with_step(input.step_height.unwrap_or(default.step_height), input.step_width.unwrap_or(default.step_width))
        .with_snap(input.snap.unwrap_or(default.snap))
        .with_gap(input.gap.unwrap_or(default.gap))
}
