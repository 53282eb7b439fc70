//! Properties that animations give values.
//!
//! The channels of an instant count together: the ends of a limit are compared when both are there, and so are the radii of a shape.
//! The order of the channels does not matter.

use std::sync::Arc;

use super::{Changed, Properties, replace};
use crate::pose::Pose;
use crate::sampling::Sampler;
use sinew_model::model::physics::Physics;
use sinew_model::model::property::{PropertyId, PropertyTarget};
use sinew_model::model::{Animation, Model, PropertyChannel};

impl Properties {
    /// Sets the properties that animations animate besides transforms and weights to their values at a time of each; of two that
    /// animate the same, the later counts. `changed` is called with each property that has another value than before, and with
    /// velocities in any case.
    pub fn apply_animations<'a>(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        animations: impl IntoIterator<Item = (&'a Animation, f32)>,
        mut changed: impl FnMut(&PropertyId),
    ) {
        let mut animations =
            animations.into_iter().filter(|(animation, _)| !animation.properties.is_empty()).peekable();
        let mut is_first = true;
        while let Some((animation, time)) = animations.next() {
            // What has a partner has it beside itself then, and nothing comes behind it.
            let is_alone = std::mem::take(&mut is_first) && animations.peek().is_none();
            let mut sampler = Sampler::at(time);
            let mut numbers = [0.0; 16];
            let is_kept = |channel: &&PropertyChannel| is_in_physics(channel.property.target());
            let mut channels = animation.properties.iter().peekable();
            while channels.peek().is_some() {
                if channels.peek().is_some_and(is_kept)
                    && let Some(physics) = Arc::get_mut(&mut self.physics)
                {
                    let mut own = Own { physics, changed: &mut self.changed, paired: &mut self.paired };
                    while let Some(channel) = channels.next_if(is_kept) {
                        let has_partner = is_alone && channel.property.target().partner().is_some();
                        let Some(found) = sampler.property_into(channel, &mut numbers) else { continue };
                        if let (true, &[number]) = (has_partner, found) {
                            let other = channels.next_if(|next| next.property.is_partner_of(&channel.property));
                            let other = other.and_then(|other| {
                                let found = sampler.property_into(other, &mut numbers)?;
                                Some((&other.property, found.first().copied()?))
                            });
                            own.animate_ends((&channel.property, number), other, &mut changed);
                        } else if own.animate(&channel.property, found) {
                            changed(&channel.property);
                        }
                    }
                    continue;
                }
                let Some(channel) = channels.next() else { break };
                let Some(numbers) = sampler.property_into(channel, &mut numbers) else { continue };
                if self.animate(model, pose, &channel.property, numbers) {
                    changed(&channel.property);
                }
            }
        }
        self.finish_pairs(changed);
    }

    /// Sets properties to what animations give, all of one instant. `changed` is called as by [`Properties::apply_animations`].
    pub fn animate_all<'a>(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        values: impl IntoIterator<Item = (PropertyId, &'a [f32])>,
        mut changed: impl FnMut(&PropertyId),
    ) {
        for (property, numbers) in values {
            if self.animate(model, pose, &property, numbers) {
                changed(&property);
            }
        }
        self.finish_pairs(changed);
    }

    /// Sets a property to what an animation gives; one that has a partner waits for that. Returns whether it had another
    /// value, and `true` for a velocity in any case.
    fn animate(&mut self, model: &Model, pose: &mut Pose, property: &PropertyId, numbers: &[f32]) -> bool {
        if let (PropertyTarget::Stored(place), row) = (property.target(), property.row())
            && !row.is_rotation()
        {
            // Most properties are of what is drawn; this is the same in fewer steps.
            let range = model.stored_range(place).unwrap_or_default();
            if numbers.len() == range.len() && row.range.allows(numbers) {
                self.changed.note(property);
                let values = self.stored.get_or_insert_with(|| model.stored_values().to_vec().into());
                return values.get_mut(range).is_some_and(|own| replace(own, numbers));
            }
            return false;
        }
        if is_in_physics(property.target())
            && let Some(physics) = Arc::get_mut(&mut self.physics)
        {
            return Own { physics, changed: &mut self.changed, paired: &mut self.paired }.animate(property, numbers);
        }
        // A key that the property cannot have was reported when the file was read.
        let row = property.row();
        let is_plain =
            !property.target().is_of_physics() && !row.is_rotation() && row.kind.width() == Some(numbers.len());
        let is_allowed =
            if is_plain { row.range.allows(numbers) } else { self.check_alone(model, *property, numbers).is_ok() };
        if let (Some(partner), &[number]) = (property.target().partner(), numbers) {
            if is_allowed {
                self.paired.push((property.target().min(partner), *property, number));
            }
            return false;
        }
        is_allowed && self.write(model, pose, *property, numbers) || is_velocity(property.target())
    }

    /// Sets what has waited for its partner. Where both cannot be together, both stay as they are.
    fn finish_pairs(&mut self, mut changed: impl FnMut(&PropertyId)) {
        if self.paired.is_empty() {
            return;
        }
        let mut paired = std::mem::take(&mut self.paired);
        if !paired.is_sorted_by_key(|(first, ..)| *first) {
            // Stable: of two values of one property, the later is behind.
            paired.sort_by_key(|(first, ..)| *first);
        }
        // One that is shared with others gets a copy, which is changed in place from then on.
        let physics = Arc::make_mut(&mut self.physics);
        for pair in paired.chunk_by(|(a, ..), (b, ..)| a == b) {
            let first = pair[0].0;
            let second = first.partner().unwrap_or(first);
            let last = |target| pair.iter().rev().find(|(_, property, _)| property.target() == target);
            let both = [last(first), last(second)];
            let numbers = both.map(|one| one.map(|(.., number)| *number));
            if !physics.can_pair([first, second], numbers) {
                continue;
            }
            for (_, property, to) in both.into_iter().flatten() {
                self.changed.note(property);
                if physics.animate_property(property, &[*to]) == Some(true) {
                    changed(property);
                }
            }
        }
        paired.clear();
        // The list is kept for the next step.
        self.paired = paired;
    }
}

/// Physics that nobody else has, and what is noted of it.
struct Own<'a> {
    physics: &'a mut Physics,
    changed: &'a mut Changed,
    paired: &'a mut Vec<(PropertyTarget, PropertyId, f32)>,
}

impl Own<'_> {
    /// Sets a property that has a partner, and the partner where it is animated too: where they are. What is not seen at a glance
    /// waits, as where several animations move them.
    #[inline]
    fn animate_ends(
        &mut self,
        (property, number): (&PropertyId, f32),
        partner: Option<(&PropertyId, f32)>,
        changed: &mut impl FnMut(&PropertyId),
    ) {
        let Some(are_other) = self.physics.animate_ends(property, number, partner.map(|(_, number)| number)) else {
            self.animate(property, &[number]);
            if let Some((partner, number)) = partner {
                self.animate(partner, &[number]);
            }
            return;
        };
        let both = [Some(property), partner.map(|(partner, _)| partner)];
        for (property, is_other) in both.into_iter().zip(are_other) {
            let Some(property) = property else { continue };
            self.changed.note(property);
            if is_other {
                changed(property);
            }
        }
    }

    /// As [`Properties::animate`], in fewer steps.
    #[inline]
    fn animate(&mut self, property: &PropertyId, numbers: &[f32]) -> bool {
        let target = property.target();
        if let (Some(partner), &[number]) = (target.partner(), numbers) {
            if self.physics.can_have(property, numbers) {
                self.paired.push((target.min(partner), *property, number));
            }
            return false;
        }
        let is_other = self.physics.animate_property(property, numbers);
        if is_other.is_some() {
            self.changed.note(property);
        }
        is_other == Some(true) || is_velocity(target)
    }
}

/// Whether the value of a property is in the physics, and nothing else has to do with it.
fn is_in_physics(target: PropertyTarget) -> bool {
    target.is_of_physics() && !matches!(target, PropertyTarget::Filter(..))
}

/// Whether a property is the velocity of a body, which has moved on since it was set.
fn is_velocity(target: PropertyTarget) -> bool {
    use sinew_model::model::property::MotionField::{AngularVelocity, LinearVelocity};
    matches!(target, PropertyTarget::Motion(_, LinearVelocity | AngularVelocity))
}
