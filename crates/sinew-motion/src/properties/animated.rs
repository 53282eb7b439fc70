//! Properties that animations give values.
//!
//! The channels of an instant count together: the ends of a limit are compared when both are there, and so are the radii of a shape.
//! The order of the channels does not matter.

use super::{Properties, replace};
use crate::pose::Pose;
use crate::sampling::Sampler;
use sinew_model::model::property::{PropertyId, PropertyTarget};
use sinew_model::model::{Animation, Model};

impl Properties {
    /// Sets the properties that animations animate besides transforms and weights to their values at a time of each; of two that
    /// animate the same, the later counts. `changed` is called with each property that has another value than before, and with
    /// velocities in any case.
    pub fn apply_animations<'a>(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        animations: impl IntoIterator<Item = (&'a Animation, f32)>,
        mut changed: impl FnMut(PropertyTarget),
    ) {
        for (animation, time) in animations {
            if animation.properties.is_empty() {
                continue;
            }
            let mut sampler = Sampler::at(time);
            let mut numbers = [0.0; 16];
            for channel in &animation.properties {
                let Some(numbers) = sampler.property_into(channel, &mut numbers) else { continue };
                if self.animate(model, pose, channel.property, numbers) {
                    changed(channel.property.target());
                }
            }
        }
        self.finish_pairs(model, pose, changed);
    }

    /// Sets properties to what animations give, all of one instant. `changed` is called as by [`Properties::apply_animations`].
    pub fn animate_all<'a>(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        values: impl IntoIterator<Item = (PropertyId, &'a [f32])>,
        mut changed: impl FnMut(PropertyTarget),
    ) {
        for (property, numbers) in values {
            if self.animate(model, pose, property, numbers) {
                changed(property.target());
            }
        }
        self.finish_pairs(model, pose, changed);
    }

    /// Sets a property to what an animation gives; one that has a partner waits for that. Returns whether it had another
    /// value, and `true` for a velocity in any case.
    fn animate(&mut self, model: &Model, pose: &mut Pose, property: PropertyId, numbers: &[f32]) -> bool {
        if let (PropertyTarget::Stored(place), row) = (property.target(), property.row())
            && !row.is_rotation()
        {
            // Most properties are of what is drawn; this is the same in fewer steps.
            let range = model.stored_range(place).unwrap_or_default();
            if numbers.len() == range.len() && row.range.allows(numbers) {
                self.note_changed(property);
                let values = self.stored.get_or_insert_with(|| model.stored_values().to_vec().into());
                return values.get_mut(range).is_some_and(|own| replace(own, numbers));
            }
            return false;
        }
        // A key that the property cannot have was reported when the file was read.
        let is_allowed = self.check_alone(model, property, numbers).is_ok();
        if let (Some(_), &[number]) = (property.target().partner(), numbers) {
            if is_allowed {
                self.paired.push((property, number));
            }
            return false;
        }
        is_allowed && self.write(model, pose, property, numbers) || is_velocity(property.target())
    }

    /// Sets what has waited for its partner. Where both cannot be together, both stay as they are.
    fn finish_pairs(&mut self, model: &Model, pose: &mut Pose, mut changed: impl FnMut(PropertyTarget)) {
        if self.paired.is_empty() {
            return;
        }
        let mut paired = std::mem::take(&mut self.paired);
        // Stable: of two values of one property, the later is behind.
        paired.sort_by_key(|(property, _)| pair_of(property.target()));
        for pair in paired.chunk_by(|(a, _), (b, _)| pair_of(a.target()) == pair_of(b.target())) {
            let [first, second] = pair_of(pair[0].0.target());
            let last = |target| pair.iter().rev().find(|(property, _)| property.target() == target).copied();
            let both = [last(first), last(second)];
            let together =
                |target| both.into_iter().flatten().find(|(one, _)| one.target() == target).map(|(_, to)| to);
            let is_wrong =
                |(one, to): (PropertyId, f32)| self.physics.pair_complaint(one.target(), to, together).is_some();
            if both.into_iter().flatten().any(is_wrong) {
                continue;
            }
            for (property, to) in both.into_iter().flatten() {
                if self.write(model, pose, property, &[to]) {
                    changed(property.target());
                }
            }
        }
        paired.clear();
        // The list is kept for the next step.
        self.paired = paired;
    }
}

/// A property and its partner, whichever of them it is.
fn pair_of(target: PropertyTarget) -> [PropertyTarget; 2] {
    let partner = target.partner().unwrap_or(target);
    [target.min(partner), target.max(partner)]
}

/// Whether a property is the velocity of a body, which has moved on since it was set.
fn is_velocity(target: PropertyTarget) -> bool {
    use sinew_model::model::property::MotionField::{AngularVelocity, LinearVelocity};
    matches!(target, PropertyTarget::Motion(_, LinearVelocity | AngularVelocity))
}
