//! Properties that animations animate besides transforms and weights (`KHR_animation_pointer`).

use sinew_model::model::property::{MotionField, PropertyTarget};

use crate::world::instance::{Instance, Spawned};
use crate::world::stages::SharedStages;

impl Spawned {
    /// Writes what the animations that play give.
    pub(in crate::world) fn animate_properties(&mut self, shared: &mut SharedStages) {
        if !self.stages.playback.animates_properties(&self.instance.model) {
            return;
        }
        shared.detach_physics(&self.instance);
        let mut changed = Vec::new();
        let Instance { model, pose, properties, .. } = &mut self.instance;
        let model = &**model;
        let mut note = |target: PropertyTarget| {
            if target.is_of_physics() {
                changed.push(target);
            }
        };
        if let Some(mixed) = self.stages.playback.mixed_properties(model) {
            let values = mixed.iter().map(|(property, value)| (*property, value.as_slice()));
            properties.animate_all(model, pose, values, &mut note);
        } else {
            properties.apply_animations(model, pose, self.stages.playback.playing_animations(model), &mut note);
        }
        // Faces, gazes and gravity are kept elsewhere.
        let has_of_world = properties.has_of_world();
        // A description is brought into effect once, however many of its values changed.
        changed.sort_unstable();
        changed.dedup_by_key(|target| affected(*target));
        let is_replanned =
            changed.iter().any(|target| matches!(target, PropertyTarget::Motion(_, MotionField::IsKinematic)));
        // Attaches the physics, whatever has changed.
        shared.apply_change(&self.instance, PropertyTarget::Constant(0));
        for target in changed {
            shared.apply_change(&self.instance, target);
        }
        if has_of_world {
            self.take_over(shared);
        }
        if is_replanned {
            self.stages.playback.mark_changed();
            self.replan(shared);
        }
    }

    /// Brings the pose of a new instance up to date with what its animations have set of constraints and virtual transforms.
    pub(in crate::world) fn show_animated_properties(&mut self) {
        let Self { instance, stages } = self;
        if instance.properties.changed().is_empty() {
            return;
        }
        instance.properties.evaluate(&instance.model, &mut instance.pose);
        instance.reset_previous();
        stages.virtual_transforms.evaluate(instance);
    }
}

/// What a change brings into effect: all values of a limit or a drive with those of its description.
fn affected(target: PropertyTarget) -> PropertyTarget {
    use sinew_model::model::property::{LimitField, MaterialField, ShapeField};
    match target {
        PropertyTarget::Limit(description, ..) | PropertyTarget::Drive(description, ..) => {
            PropertyTarget::Limit(description, 0, 0, LimitField::Min)
        }
        PropertyTarget::Material(material, _) => PropertyTarget::Material(material, MaterialField::StaticFriction),
        PropertyTarget::Shape(shape, _) => PropertyTarget::Shape(shape, ShapeField::BoxSize),
        PropertyTarget::Motion(
            body,
            MotionField::CenterOfMass | MotionField::InertiaDiagonal | MotionField::InertiaOrientation,
        ) => PropertyTarget::Motion(body, MotionField::Mass),
        other => other,
    }
}
