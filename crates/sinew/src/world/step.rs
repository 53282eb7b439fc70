//! One fixed step, or as many as the passed time makes.

#[cfg(test)]
#[cfg(feature = "physics")]
mod demos;

use super::World;
use super::admission::StepError;
use super::clock::Advanced;
use super::snapshot::{Origin, guarded};
use super::stages::Stage;

impl World {
    /// Runs one step. Once everything that takes part has been seen, nothing of this is allocated anew (what the engine does is its
    /// own). A step beyond [`WorldOptions::budget`](super::WorldOptions) is not taken; [`World::refused`] then says why.
    pub fn step(&mut self) {
        // What was refused can be asked for.
        let _ = self.try_step();
    }

    /// As [`World::step`].
    ///
    /// # Errors
    /// The step would cost more than [`WorldOptions::budget`](super::WorldOptions), or the world was cancelled. Everything is then as
    /// it was before the step, to the bit. Counting what a step costs is no part of its result: the same world is refused at the
    /// same step on every machine.
    pub fn try_step(&mut self) -> Result<(), StepError> {
        self.try_step_observed(&mut |_| {})
    }

    /// Runs as many steps as the passed seconds and the remainder of the last call make, at most
    /// [`WorldOptions::max_steps`](super::WorldOptions::max_steps), and keeps the new remainder. `World::events` are then those of
    /// all of these steps. A step that is refused is the last, and the time from it on is dropped.
    pub fn advance(&mut self, seconds: f64) -> Advanced {
        self.advance_observed(seconds, &mut |_| {})
    }

    /// Seconds that have passed since the last step, less than one step.
    pub fn remainder(&self) -> f64 {
        self.clock.remainder()
    }

    /// As [`World::step`]; calls `observe` at the end of each stage, for measuring how long they take.
    pub fn step_observed(&mut self, observe: &mut dyn FnMut(Stage)) {
        let _ = self.try_step_observed(observe);
    }

    /// As [`World::try_step`]; calls `observe` at the end of each stage.
    ///
    /// # Errors
    /// As [`World::try_step`].
    pub fn try_step_observed(&mut self, observe: &mut dyn FnMut(Stage)) -> Result<(), StepError> {
        self.step_as(true, observe)
    }

    /// Takes a step if it may be taken. Of a world from bytes, a panic is the bytes' fault.
    fn step_as(&mut self, is_first: bool, observe: &mut dyn FnMut(Stage)) -> Result<(), StepError> {
        let mut step = |world: &mut Self| world.admit().and_then(|()| world.take_step(is_first, observe));
        match self.origin {
            Origin::Own => step(self),
            Origin::Bytes => guarded(|| step(self)).unwrap_or_else(|| {
                self.is_broken = true;
                self.admit()
            }),
        }
    }

    /// As [`World::advance`]; calls `observe` at the end of each stage, for measuring how long they take.
    pub fn advance_observed(&mut self, seconds: f64, observe: &mut dyn FnMut(Stage)) -> Advanced {
        let mut advanced = self.clock.take(seconds, self.options.max_steps);
        let planned = advanced.steps;
        if planned == 0 {
            self.begin_steps();
        }
        for step in 0..planned {
            if self.step_as(step == 0, observe).is_err() {
                advanced.steps = step;
                advanced.dropped += f64::from(planned - step) * self.clock.dt();
                break;
            }
        }
        advanced
    }

    /// Takes a step that was admitted. What is done in it may make it more expensive; then the world goes back.
    #[cfg_attr(
        not(feature = "physics"),
        expect(clippy::unnecessary_wraps, reason = "the simulation alone refuses while a step is taken")
    )]
    fn take_step(&mut self, is_first: bool, observe: &mut dyn FnMut(Stage)) -> Result<(), StepError> {
        #[cfg(feature = "physics")]
        let before = self.before_step();
        if is_first {
            self.begin_steps();
        }
        #[cfg(feature = "physics")]
        self.shared.set_revocable(before.is_some());
        self.run_step(observe);
        #[cfg(feature = "physics")]
        if let Some(exceeded) = self.shared.take_exceeded() {
            let refused = StepError::Budget(exceeded);
            // A world always takes back a snapshot of itself.
            if before.is_some_and(|before| self.restore_own(&before).is_ok()) {
                self.refused = Some(Box::new(refused.clone()));
                return Err(refused);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[cfg(feature = "physics")]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use sinew_document::{AccessorData, Document, NoResources};
    use sinew_testkit::counting::allocations_here;

    use super::*;
    use crate::world::WorldOptions;
    use sinew_model::math::Rigid;
    use sinew_model::model::Model;
    use sinew_motion::Pose;

    /// An animated box that pushes another, which moves a constraint that moves a virtual transform, above a ground and
    /// in a trigger.
    fn model() -> Arc<Model> {
        let nodes = json!([
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true},
                "collider": {"geometry": {"shape": 0}}}}, "children": [1]},
            {"translation": [1.2, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1},
                "collider": {"geometry": {"shape": 0}}}}},
            {"translation": [0, 9, 0], "extensions": {"VRMC_constraints-1.0": {"position":
                {"source": 1, "sourceSpace": "model", "weight": 1}}}},
            {"translation": [0, -1, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}}}]);
        let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
            "KHR_implicit_shapes": {"shapes": [
                {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [90, 1, 90]}}]},
            "KHR_physics_rigid_bodies": {},
            "KHR_virtual_transform": {"virtualTransforms": [{"name": "label", "parent": 2}]}}});
        let document = Document::read(text.to_string(), &NoResources).unwrap();
        let mut edit = document.edit();
        let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 9.0])).unwrap().0;
        let values = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [3.0, 0.0, 0.0]])).unwrap().0;
        edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
            "samplers": [{"input": times, "output": values}]}))
            .unwrap();
        Arc::new(Model::from_document(&edit.finish().unwrap()).0)
    }

    #[test]
    fn an_observed_step_is_the_same_step_and_names_each_stage() {
        let stages = [Stage::Animate, Stage::UpdateBodies, Stage::Simulate, Stage::Follow, Stage::EmitEvents];
        let (mut plain, mut observed) = (World::new(WorldOptions::default()), World::new(WorldOptions::default()));
        let model = model();
        for world in [&mut plain, &mut observed] {
            world.spawn(model.clone(), Rigid::IDENTITY);
        }
        let mut observed_stages = Vec::new();
        plain.step();
        observed.step_observed(&mut |stage| observed_stages.push(stage));
        assert_eq!(observed_stages, stages);
        // 2.5 steps are two.
        observed_stages.clear();
        plain.advance(2.5 / 60.0);
        observed.advance_observed(2.5 / 60.0, &mut |stage| observed_stages.push(stage));
        assert_eq!(observed_stages, stages.repeat(2));
        assert_eq!((plain.digest(), plain.events()), (observed.digest(), observed.events()));
    }

    #[test]
    fn a_warm_step_allocates_nothing_but_what_the_engine_does() {
        let model = model();
        let mut world = World::new(WorldOptions::default().with_sleeping(false));
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        let mut between = Pose::rest(&model);
        (0..240).for_each(|_| world.step());
        let (mut own, mut handed_over) = (0, 0);
        for _ in 0..240 {
            own += allocations_here(|| {
                world.begin_step();
                world.sample_animations();
                world.apply_human_poses();
                world.evaluate_constraints();
            })
            .1;
            handed_over += allocations_here(|| world.update_animated_bodies()).1;
            world.simulate();
            own += allocations_here(|| {
                world.follow_bodies();
                world.step_springs();
                world.evaluate_virtual_transforms();
                world.clear_events();
                world.emit_events();
                assert!(world.interpolate(instance, &mut between).is_ok());
            })
            .1;
        }
        assert_eq!(own, 0);
        // The engine keeps a list of the bodies that were changed, which it gives away with each step.
        assert!(handed_over <= 240, "{handed_over}");
    }
}
