//! Inputs that move the root, and what plays.

use glam::Vec3;
use sinew_document::NodeIndex;
use sinew_motion::InstanceId;

use crate::world::World;
use crate::world::error::WorldError;
use crate::world::input::Input;
use crate::world::stages::playback::RootMotion;

impl World {
    /// `None` for an input of another kind.
    pub(super) fn perform_playing(&mut self, id: InstanceId, input: &Input) -> Option<Result<(), WorldError>> {
        Some(match input {
            Input::Despawn { .. } => self.despawn(id),
            Input::Move { at, .. } => self.set_world_from_model(id, (*at).into()),
            Input::TeleportRoot { at, .. } => self.teleport_root(id, (*at).into()),
            Input::Wind { wind, .. } => self.set_wind(id, Vec3::from_array(*wind)),
            Input::ResetSprings { .. } => self.reset_springs(id),
            Input::Override { node, change, .. } => {
                let node = self.node_at(id, *node);
                node.and_then(|node| self.set_override(id, node, change.map(Into::into)))
            }
            Input::HumanPose { human_pose, .. } => {
                let human_pose = human_pose.as_ref().map(|recorded| recorded.human_pose());
                self.set_human_pose(id, human_pose.as_ref().map(|(human_pose, hips)| (human_pose, *hips)))
            }
            Input::Play { state, .. } => self.play(id, *state),
            Input::Stop { animation, .. } => self.stop(id, *animation),
            Input::StopClip { .. } => self.stop_clip(id),
            Input::CrossFade { state, seconds, .. } => self.cross_fade(id, *state, *seconds),
            Input::Layer { layer, settings, .. } => self.set_layer(id, *layer, settings.clone()),
            Input::StopLayer { layer, seconds, .. } => self.stop_layer(id, *layer, *seconds),
            Input::RootMotion { node, translation, yaw, moves_instance, .. } => {
                let settings = node.map(|node| {
                    let motion = RootMotion::new(NodeIndex(node)).with_translation(*translation);
                    motion.with_yaw(*yaw).with_moves_instance(*moves_instance)
                });
                self.set_root_motion(id, settings)
            }
            Input::Select { node, selection, .. } => {
                self.node_at(id, *node).and_then(|node| self.select(id, node, *selection).map(|_| ()))
            }
            Input::Hover { node, controller, .. } => {
                let node = node.map(|node| self.node_at(id, node)).transpose();
                node.and_then(|node| self.hover(id, node, *controller))
            }
            Input::SendEvent { event, values, .. } => self.send_event(id, event, values),
            Input::Expression { expression, value, .. } => self.set_expression(id, expression, *value),
            Input::LookAt { target, speed, .. } => {
                let target = target.map(|target| target.in_world(self, |_| Ok(id))).transpose();
                target.and_then(|target| self.set_look_at(id, target, *speed))
            }
            Input::BoneGoal { bone, goal, .. } => {
                let goal = goal.map(|goal| goal.in_world(self, |_| Ok(id))).transpose();
                goal.and_then(|goal| self.set_bone_goal(id, *bone, goal))
            }
            Input::Set { pointer, value, .. } => self.set_value(id, pointer, value),
            Input::SetAll { values, .. } => {
                self.set_values(id, values.iter().map(|(pointer, value)| (pointer.as_str(), value)))
            }
            Input::ConstraintWeight { constraint, weight, .. } => self.set_constraint_weight(id, *constraint, *weight),
            _ => return None,
        })
    }
}
