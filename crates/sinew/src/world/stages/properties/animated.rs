//! Properties that animations animate besides transforms and weights (`KHR_animation_pointer`).

use sinew_model::model::property::{MotionField, PropertyId, PropertyTarget};

use crate::world::instance::{Instance, Spawned};
use crate::world::stages::SharedStages;

impl Spawned {
    /// Writes what the animations that play give.
    pub(in crate::world) fn animate_properties(&mut self, shared: &mut SharedStages) {
        if !self.stages.playback.animates_properties(&self.instance.model) {
            return;
        }
        shared.find_users(&self.instance);
        shared.detach_physics(&self.instance);
        let mut changed = std::mem::take(&mut self.stages.playback.changed_targets);
        changed.clear();
        let has_of_world = self.write_animated(&mut changed, shared);
        // A description is brought into effect once, however many of its values changed.
        changed.sort_unstable();
        changed.dedup_by_key(|target| affected(*target));
        let is_replanned =
            changed.iter().any(|target| matches!(target, PropertyTarget::Motion(_, MotionField::IsKinematic)));
        // Attaches the physics, whatever has changed.
        shared.apply_changes(&self.instance, changed.iter().copied());
        self.stages.playback.changed_targets = changed;
        if has_of_world {
            self.take_over(shared);
        }
        if is_replanned {
            self.stages.playback.mark_changed();
            self.replan(shared);
        }
    }

    /// Writes the values, and adds those to `changed` that concern anything that is simulated. Returns whether some are kept elsewhere.
    fn write_animated(&mut self, changed: &mut Vec<PropertyTarget>, shared: &SharedStages) -> bool {
        let concerns = shared.concerns(self.instance.id);
        let Instance { model, pose, properties, .. } = &mut self.instance;
        let model = &**model;
        let mut note = |property: &PropertyId| {
            if concerns(property) {
                changed.push(property.target());
            }
        };
        if let Some(mixed) = self.stages.playback.mixed_properties(model) {
            let values = mixed.iter().map(|(property, value)| (*property, value.as_slice()));
            properties.animate_all(model, pose, values, &mut note);
        } else {
            properties.apply_animations(model, pose, self.stages.playback.playing_animations(model), &mut note);
        }
        // Faces, gazes and gravity are kept elsewhere.
        properties.has_of_world()
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

/// What a change brings into effect: all limits of a description, and all values of one drive of it.
fn affected(target: PropertyTarget) -> PropertyTarget {
    use sinew_model::model::property::{DriveField, LimitField, MaterialField, ShapeField};
    match target {
        PropertyTarget::Limit(description, ..) => PropertyTarget::Limit(description, 0, 0, LimitField::Min),
        PropertyTarget::Drive(description, drive, _) => {
            PropertyTarget::Drive(description, drive, DriveField::PositionTarget)
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
