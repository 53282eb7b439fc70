//! One fixed step, from front to back.

#[cfg(test)]
mod demos;

use super::clock::Advanced;
use super::event::WorldEvent;
use super::instance::Instance;
use super::{Slot, World};
use sinew_physics::{Simulation, WorldNode};

/// A stage of a step; they follow each other in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Animations, clips, human poses, and the constraints that no simulated body feeds.
    Animate,
    /// Bodies that follow their nodes.
    Drive,
    /// The simulation.
    Simulate,
    /// Nodes that follow their bodies, the other constraints, the forward pass, and virtual transforms.
    Follow,
    /// What happened.
    TellEvents,
}

impl World {
    /// Runs one step. It cannot fail, and once everything that takes part has been seen, nothing of this is allocated
    /// anew (what the engine does is its own).
    pub fn step(&mut self) {
        self.events.clear();
        self.stopped.clear();
        self.run_step();
    }

    /// Runs as many steps as the passed seconds and what was left of the last time make, at most
    /// [`WorldOptions::most_steps`](super::WorldOptions::most_steps), and keeps the rest for the next time.
    /// [`World::events`] are then those of all of these steps.
    pub fn advance(&mut self, seconds: f64) -> Advanced {
        self.events.clear();
        self.stopped.clear();
        let advanced = self.clock.take(seconds, self.options.most_steps);
        (0..advanced.steps).for_each(|_| self.run_step());
        advanced
    }

    /// Seconds that have passed since the last step, of less than one.
    pub fn remainder(&self) -> f64 {
        self.clock.remainder()
    }

    /// What happened in the last step, or the steps of the last [`World::advance`]: in the order of time, then by kind,
    /// then by the nodes.
    pub fn events(&self) -> &[WorldEvent] {
        &self.events
    }

    /// The nodes of the bodies that would have gone beyond all numbers in the last step, or the steps of the last
    /// [`World::advance`]. They stand still where they last were.
    pub fn stopped(&self) -> &[WorldNode] {
        &self.stopped
    }

    /// As [`World::advance`], and tells of each stage that it is over, for whoever has a clock and wants to know what
    /// takes how long.
    pub fn advance_observed(&mut self, seconds: f64, observe: &mut dyn FnMut(Stage)) -> Advanced {
        self.events.clear();
        self.stopped.clear();
        let advanced = self.clock.take(seconds, self.options.most_steps);
        (0..advanced.steps).for_each(|_| self.run_observed(observe));
        advanced
    }

    /// As [`World::step`], and tells of each stage that it is over.
    pub fn step_observed(&mut self, observe: &mut dyn FnMut(Stage)) {
        self.events.clear();
        self.stopped.clear();
        self.run_observed(observe);
    }

    fn run_step(&mut self) {
        self.run_observed(&mut |_| {});
    }

    fn run_observed(&mut self, observe: &mut dyn FnMut(Stage)) {
        self.begin_step();
        self.sample_animations();
        self.apply_human_poses();
        self.evaluate_constraints_before();
        observe(Stage::Animate);
        self.drive_bodies();
        observe(Stage::Drive);
        self.simulate();
        observe(Stage::Simulate);
        self.follow_bodies();
        self.evaluate_virtual_transforms();
        observe(Stage::Follow);
        self.tell_events();
        observe(Stage::TellEvents);
    }

    fn begin_step(&mut self) {
        self.clock.count_step();
        let dt = self.clock.dt();
        self.each(|instance, simulation| {
            instance.advance(dt);
            instance.replan(simulation);
        });
    }

    fn sample_animations(&mut self) {
        self.each(|instance, _| instance.sample_animations());
    }

    fn apply_human_poses(&mut self) {
        self.each(|instance, _| instance.apply_human_pose());
    }

    /// Those that simulated nodes do not feed.
    fn evaluate_constraints_before(&mut self) {
        self.each(|instance, _| instance.constrain_before());
    }

    fn drive_bodies(&mut self) {
        self.each(Instance::drive_bodies);
    }

    fn simulate(&mut self) {
        self.simulation.step(self.clock.dt() as f32);
    }

    /// Bodies are written back, constraints that they feed evaluated and the forward pass run, in one order.
    fn follow_bodies(&mut self) {
        self.each(|instance, simulation| instance.follow_bodies(simulation));
    }

    fn evaluate_virtual_transforms(&mut self) {
        self.each(|instance, _| instance.evaluate_virtual_transforms());
    }

    fn tell_events(&mut self) {
        let time = self.clock.time();
        self.events.extend(self.simulation.events().iter().map(|event| WorldEvent::new(time, event)));
        for body in self.simulation.stopped() {
            let instance = self.slots.get(body.instance.slot()).and_then(|slot| slot.instance.as_deref());
            let node = instance.and_then(|instance| instance.model.physics().bodies().get(body.body.slot()));
            self.stopped.extend(node.map(|found| WorldNode { instance: body.instance, node: found.node }));
        }
    }

    fn each(&mut self, mut work: impl FnMut(&mut Instance, &mut Simulation)) {
        for instance in self.slots.iter_mut().filter_map(|Slot { instance, .. }| instance.as_deref_mut()) {
            work(instance, &mut self.simulation);
        }
    }
}

#[cfg(test)]
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

    /// An animated box that pushes another, which feeds a constraint that feeds a virtual transform, above a ground and
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
    fn a_step_is_told_stage_by_stage_and_is_the_same_step() {
        let stages = [Stage::Animate, Stage::Drive, Stage::Simulate, Stage::Follow, Stage::TellEvents];
        let mut worlds = [World::new(WorldOptions::default()), World::new(WorldOptions::default())];
        let model = model();
        for world in &mut worlds {
            world.spawn(model.clone(), Rigid::IDENTITY);
        }
        let [plain, observed] = &mut worlds;
        let mut told = Vec::new();
        plain.step();
        observed.step_observed(&mut |stage| told.push(stage));
        assert_eq!(told, stages);
        // 2.5 steps are two, and tell twice.
        told.clear();
        plain.advance(2.5 / 60.0);
        observed.advance_observed(2.5 / 60.0, &mut |stage| told.push(stage));
        assert_eq!(told, stages.repeat(2));
        assert_eq!((plain.digest(), plain.events()), (observed.digest(), observed.events()));
    }

    #[test]
    fn a_warm_step_allocates_nothing_but_what_the_engine_does() {
        let model = model();
        let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        let mut between = Pose::rest(&model);
        (0..240).for_each(|_| world.step());
        let (mut own, mut driving) = (0, 0);
        for _ in 0..240 {
            own += allocations_here(|| {
                world.begin_step();
                world.sample_animations();
                world.apply_human_poses();
                world.evaluate_constraints_before();
            })
            .1;
            driving += allocations_here(|| world.drive_bodies()).1;
            world.simulate();
            own += allocations_here(|| {
                world.follow_bodies();
                world.evaluate_virtual_transforms();
                world.events.clear();
                world.tell_events();
                assert!(world.interpolate(instance, &mut between));
            })
            .1;
        }
        assert_eq!(own, 0);
        // The engine keeps a list of the bodies that were changed, which it gives away with each step.
        assert!(driving <= 240, "{driving}");
    }
}
