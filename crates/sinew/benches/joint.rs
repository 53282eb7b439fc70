//! A hundred figures of eleven bodies, six ball joints and four hinges: in a world, and by the engine alone.
//!
//! 300 steps of a sixtieth, from standing to lying on the ground, in turns; of each step the fastest of all rounds counts.
//! The engine alone has no cones and no drives that hold: it is beside the figures whose joints are loose, and beside those
//! with hard limits as far as it can say these (a pyramid that leaves the cone's directions coupled).
//!
//! `cargo bench -p sinew --bench joint [-- figures] [rounds]`

#![allow(clippy::expect_used, reason = "a benchmark that cannot run should stop")]
#![allow(clippy::print_stdout, reason = "what it is for")]

use std::sync::Arc;
use std::time::Duration;

use glam::{Quat, Vec3};
use rapier3d::math::Pose;
use rapier3d::prelude::{
    ColliderBuilder, GenericJointBuilder, JointAxesMask, JointAxis, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::world::{World, WorldOptions};
use sinew_testkit::scene::ragdoll::{BEND, CONE, Limb, Limbs, Link, TWIST, figure, ragdolls};
use sinew_testkit::side_by_side::{Work, side_by_side};

const STEPS: usize = 300;

/// The engine alone, with its own defaults but for what makes the scene the same.
fn by_hand(count: usize, has_limits: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    let ground = ColliderBuilder::cuboid(100.0, 0.5, 100.0).friction(0.6);
    world.insert(RigidBodyBuilder::fixed().translation(Vec3::new(0.0, -0.5, 0.0)), ground);
    for number in 0..count {
        let (limbs, links) = figure(number);
        let bodies: Vec<RigidBodyHandle> = limbs
            .iter()
            .map(|limb| {
                let body = RigidBodyBuilder::dynamic().pose(pose((limb.center, limb.rotation))).can_sleep(false);
                world.insert(body, ColliderBuilder::capsule_y(limb.half, limb.radius).density(1000.0).friction(0.6)).0
            })
            .collect();
        for link in &links {
            let [a, b] = link.limbs;
            world.impulse_joints.insert(bodies[a], bodies[b], joint(link, &limbs, has_limits), true);
        }
    }
    world
}

fn joint(link: &Link, limbs: &[Limb], has_limits: bool) -> GenericJointBuilder {
    let mut locked = JointAxesMask::LIN_AXES;
    if link.is_hinge {
        locked |= JointAxesMask::ANG_X | JointAxesMask::ANG_Y;
    }
    let [a, b] = link.limbs.map(|limb| pose(link.frame(&limbs[limb])));
    let joint = GenericJointBuilder::new(locked).local_frame1(a).local_frame2(b).contacts_enabled(false);
    match (has_limits, link.is_hinge) {
        (false, _) => joint,
        (true, true) => joint.limits(JointAxis::AngZ, [-BEND, BEND]),
        (true, false) => joint
            .limits(JointAxis::AngX, [-TWIST, TWIST])
            .limits(JointAxis::AngY, [0.0, CONE])
            .limits(JointAxis::AngZ, [0.0, CONE])
            .coupled_axes(JointAxesMask::ANG_Y | JointAxesMask::ANG_Z),
    }
}

fn pose((translation, rotation): (Vec3, Quat)) -> Pose {
    Pose::from_parts(translation, rotation)
}

fn model(count: usize, limbs: Limbs) -> Arc<Model> {
    let document = Document::read(ragdolls(count, limbs), &NoResources).expect("a scene of ours");
    let (model, diagnostics) = Model::from_document(&document);
    assert!(diagnostics.iter().next().is_none(), "{diagnostics:?}");
    assert_eq!((model.physics().bodies().len(), model.physics().joints().len()), (11 * count, 10 * count));
    Arc::new(model)
}

fn in_world(model: &Arc<Model>) -> World {
    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
    world.spawn(model.clone(), Rigid::IDENTITY);
    world
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(100).max(1);
    let rounds = numbers.get(1).copied().unwrap_or(3).max(1);
    let models = [Limbs::Loose, Limbs::Hard, Limbs::SoftAndDriven].map(|limbs| model(count, limbs));
    let times = side_by_side(rounds, STEPS, || {
        let hands = [false, true].map(|has_limits| by_hand(count, has_limits));
        let worlds = models.each_ref().map(in_world);
        let hands = hands.into_iter().map(|mut world| -> Work { Box::new(move || world.step()) });
        let worlds = worlds.into_iter().map(|mut world| -> Work { Box::new(move || world.step()) });
        hands.chain(worlds).collect()
    });
    let rate = |time: Duration| STEPS as f64 / time.as_secs_f64();
    let ratio = |a: usize, b: usize| times[a].as_secs_f64() / times[b].as_secs_f64();
    let names = ["by hand, loose", "by hand, limits as the engine has them", "loose", "hard limits", "soft and driven"];
    for (name, time) in names.iter().zip(&times) {
        println!("{count} figures, {name}: {:.1} steps a CPU second", rate(*time));
    }
    println!(
        "loose / by hand {:.3}×, hard / by hand {:.3}×, soft and driven / hard {:.3}×",
        ratio(2, 0),
        ratio(3, 1),
        ratio(4, 3)
    );
}
