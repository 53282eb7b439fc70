//! A hundred ragdolls of eleven bodies, six ball joints and four hinges: in a world, and in the engine without Sinew.
//!
//! 300 steps of a sixtieth, from standing to lying on the ground. The engine alone has no cones and no drives that hold: it is
//! beside the ragdolls whose joints are loose, and beside those with hard limits as far as it can say these (a pyramid
//! that leaves the cone's directions coupled). Soft limits and drives are beside our own hard ones.

use std::sync::Arc;

use rapier3d::math::Pose;
use rapier3d::prelude::{
    ColliderBuilder, GenericJointBuilder, JointAxesMask, JointAxis, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::glam::{Quat, Vec3};
use sinew_testkit::scene::ragdoll::{BEND, CONE, Limb, Limbs, Link, TWIST, ragdoll, ragdolls};
use sinew_testkit::stopwatch::{Work, side_by_side};

use super::cubes::{TARGET, in_world};
use crate::Failure;
use crate::bench::{Bench, native, sinew};
use crate::contest::{Contest, Unit};
use crate::version;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(100, 1);
    let steps = bench.pick(300, 10);
    let unit = Unit { name: "ms a step", of_a_second: 1e3, pieces: steps };
    for (name, limbs) in
        [("loose", Limbs::Loose), ("hard limits", Limbs::Hard), ("soft limits and drives", Limbs::SoftAndDriven)]
    {
        let [model, hard] = [model(count, limbs)?, model(count, Limbs::Hard)?];
        let mut contest = Contest::new("joints", format!("{count} ragdolls, {name}"), unit);
        let has_limits = limbs == Limbs::Hard;
        let is_soft = limbs == Limbs::SoftAndDriven;
        let peer = if is_soft {
            native("Sinew, hard limits", version::of("sinew"))
        } else {
            native("rapier3d alone", version::of("rapier3d"))
        };
        let [ours, peer] = contest.add_team([sinew(), peer], || {
            let mut world = in_world(&model).0;
            let other: Work<'_> = if is_soft {
                let mut world = in_world(&hard).0;
                Box::new(move || world.step())
            } else {
                let mut world = by_hand(count, has_limits);
                Box::new(move || world.step())
            };
            let times = side_by_side(steps, vec![Box::new(move || world.step()), other]);
            Ok(times.iter().map(std::time::Duration::as_secs_f64).collect())
        });
        contest.compare(ours, peer, (!is_soft).then_some(TARGET));
        bench.run(contest, 3)?;
    }
    Ok(())
}

fn model(count: usize, limbs: Limbs) -> Result<Arc<Model>, Failure> {
    let (model, diagnostics) = Model::from_document(&Document::read(ragdolls(count, limbs), &NoResources)?);
    if !diagnostics.is_empty() || model.physics().joints().len() != 10 * count {
        return Err("the scene has lost joints".into());
    }
    Ok(Arc::new(model))
}

/// The engine alone, with its own defaults but for what makes the scene the same.
fn by_hand(count: usize, has_limits: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    let ground = ColliderBuilder::cuboid(100.0, 0.5, 100.0).friction(0.6);
    world.insert(RigidBodyBuilder::fixed().translation(Vec3::new(0.0, -0.5, 0.0)), ground);
    for number in 0..count {
        let (limbs, links) = ragdoll(number);
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
