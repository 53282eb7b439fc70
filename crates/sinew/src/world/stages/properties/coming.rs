//! What the animated properties of a step will change of what it costs, before it is taken.

use sinew_model::model::property::{LimitField, MotionField, PropertyTarget, ShapeField};
use sinew_motion::sampling::Sampler;
use sinew_physics::ComingChanges;

use crate::world::instance::Spawned;
use crate::world::stages::SharedStages;

/// How many properties the size of one shape has at most.
const SIZES: f32 = 3.0;

/// The sum of what numbers differ by.
fn distance(now: &[f32], next: &[f32]) -> f32 {
    now.iter().zip(next).map(|(now, next)| (next - now).abs()).sum()
}

impl Spawned {
    /// Adds what the animations that play will change in the next step. Returns `false` where that is not known.
    pub(in crate::world) fn add_coming(&self, changes: &mut ComingChanges, shared: &mut SharedStages, dt: f64) -> bool {
        let (model, playback) = (&self.instance.model, &self.stages.playback);
        if !playback.animates_properties(model) {
            return true;
        }
        shared.find_users(&self.instance);
        let physics = self.instance.properties.physics();
        let is_mixed = playback.is_blended();
        for (animation, time) in playback.coming_animations(model, dt) {
            let mut sampler = Sampler::at(time);
            let mut numbers = [0.0; 16];
            let mut channels = animation.properties.iter().peekable();
            while let Some(channel) = channels.next() {
                match channel.property.target() {
                    PropertyTarget::Shape(_, ShapeField::PlaneSizeX | ShapeField::PlaneSizeZ) => return false,
                    target @ PropertyTarget::Shape(shape, _) => {
                        let (Some(now), false) = (physics.read_property(target), is_mixed) else { return false };
                        let Some(next) = sampler.property_into(channel, &mut numbers) else { continue };
                        let mut change = distance(now.as_slice(), next);
                        if let (Some(partner), &[first]) = (target.partner(), next) {
                            // Both radii of a shape are beside each other, and it stays what it is where they stay equal.
                            let Some(now) = physics.read_property(partner) else { return false };
                            let other = channels.next_if(|next| next.property.is_partner_of(&channel.property));
                            let other = other.and_then(|other| sampler.property_into(other, &mut numbers));
                            let second = other.unwrap_or(now.as_slice());
                            change += distance(now.as_slice(), second);
                            changes.has_tapers |=
                                second.first().map(|second| second.to_bits()) != Some(first.to_bits());
                        }
                        let growth = shared.physics.simulation.growth(self.instance.id, shape, SIZES * change);
                        changes.growth = changes.growth.max(growth);
                    }
                    PropertyTarget::Filter(..) => changes.has_filters = true,
                    PropertyTarget::Motion(_, MotionField::IsKinematic) => changes.has_kinds = true,
                    // Another end can lock axes that were one row together.
                    PropertyTarget::Limit(description, .., LimitField::Min | LimitField::Max) => {
                        let described = physics.joint_descriptions().get(description.slot());
                        let has_one_row_each = described
                            .is_none_or(|described| described.limits.iter().all(|limit| limit.axes.count() == 1));
                        if !has_one_row_each {
                            return false;
                        }
                    }
                    // What is drawn, what bodies weigh, how they move and rub, and what drives want is not counted. Nodes
                    // that move shapes are a reason of their own.
                    _ => {}
                }
            }
        }
        true
    }
}
