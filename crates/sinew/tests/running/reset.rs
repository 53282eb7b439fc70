//! Putting worlds back to the beginning of an episode: each goes on as one that was never stepped.

use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::model::physics::BodyKind;
use sinew::property::{PropertyId, PropertyValue};
use sinew::{InstanceId, Model, Prototype, World, WorldOptions};

use crate::{Random, SCENES, model};

/// A world of one instance, and the targets of its drives.
struct Episode {
    world: World,
    instance: InstanceId,
    model: Arc<Model>,
    targets: Vec<PropertyId>,
}

impl Episode {
    fn new(model: &Arc<Model>) -> Self {
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        let targets = targets(model).iter().filter_map(|pointer| world.resolve(instance, pointer).ok()).collect();
        Self { world, instance, model: Arc::clone(model), targets }
    }

    /// Steers every drive and pushes every body as the numbers say, steps, and returns the digests.
    fn run(&mut self, steps: u64, seed: u64) -> Vec<u64> {
        let mut random = Random(seed);
        let step = |_| {
            let mut number = || random.below(2000) as f32 / 1000.0 - 1.0;
            for target in &self.targets {
                self.world.set_value_of(self.instance, *target, &PropertyValue::Float(number())).unwrap();
            }
            for body in self.model.physics().bodies().iter().filter(|body| body.kind == BodyKind::Dynamic) {
                let impulse = 0.01 * Vec3::new(number(), number(), number());
                self.world.apply_impulse(self.instance, body.node, impulse).unwrap();
            }
            self.world.step();
            self.world.digest()
        };
        (0..steps).map(step).collect()
    }

    fn reset(&mut self, to: &Prototype) {
        self.world.reset_to(to).unwrap();
    }
}

/// Pointers that may be targets of drives.
fn targets(model: &Model) -> Vec<String> {
    let mut pointers = Vec::new();
    for (at, description) in model.physics().joint_descriptions().iter().enumerate() {
        for drive in 0..description.drives.len() {
            let drive = format!("/extensions/KHR_physics_rigid_bodies/physicsJoints/{at}/drives/{drive}");
            pointers.extend(["positionTarget", "velocityTarget"].map(|name| format!("{drive}/{name}")));
        }
    }
    pointers
}

/// The scenes, and a cart with a pole.
fn models() -> impl Iterator<Item = (&'static str, Arc<Model>)> {
    SCENES.into_iter().chain(["../../python/examples/cart_pole"]).map(|scene| (scene, model(scene)))
}

#[test]
fn a_world_that_was_reset_steps_as_one_that_is_new() {
    let mut steered = 0;
    for (name, model) in models() {
        let untouched = Episode::new(&model).run(60, 1);
        let mut episode = Episode::new(&model);
        steered += episode.targets.len();
        let beginning = episode.world.prototype().unwrap();
        let digest = episode.world.digest();
        episode.reset(&beginning);
        let fresh = episode.run(60, 1);
        assert_eq!(fresh, untouched, "{name}");
        episode.reset(&beginning);
        for (steps, seed) in [(45, 2), (1, 3), (0, 4), (90, 5)] {
            episode.run(steps, seed);
            episode.reset(&beginning);
            assert_eq!(episode.world.digest(), digest, "{name}, after {steps} steps");
            assert_eq!(episode.run(60, 1), fresh, "{name}, after {steps} steps");
            episode.reset(&beginning);
        }
    }
    assert!(steered >= 4, "scenes must have drives");
}

#[test]
fn a_beginning_can_be_any_state() {
    for (name, model) in models() {
        let mut episode = Episode::new(&model);
        episode.run(40, 1);
        let middle = episode.world.prototype().unwrap();
        let first = episode.run(60, 2);
        episode.reset(&middle);
        assert_eq!(episode.run(60, 2), first, "{name}");
        // Of another world in which the same was spawned.
        let mut other = Episode::new(&model);
        other.reset(&middle);
        assert_eq!(other.run(60, 2), first, "{name}, in another world");
        // Another beginning between.
        let later = other.world.prototype().unwrap();
        other.reset(&middle);
        other.run(5, 3);
        other.reset(&later);
        assert_eq!(other.run(30, 4), {
            episode.reset(&later);
            episode.run(30, 4)
        });
    }
}
