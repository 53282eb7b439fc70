//! Figures of eleven bodies, six ball joints and four hinges, falling onto a floor.

use glam::{Quat, Vec3};
use sinew::math::{Axis, Rigid};
use sinew::model::physics::{DriveMode, JointDescription, JointDrive, JointLimit, LimitAxes, Motion};
use sinew::physics::soft::engine::{
    ColliderBuilder, GenericJointBuilder, JointAxesMask, JointAxis, PhysicsWorld, Pose, RigidBodyBuilder,
    RigidBodyHandle,
};
use sinew::physics::soft::{SoftJointDescription, SoftSolver};

/// What holds the limbs together beside the locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limbs {
    /// The engine's own hard limits.
    Hard,
    /// Soft limits, and drives towards the pose that they stand in.
    SoftAndDriven,
}

/// Half length and radius of a limb's capsule, its centre and direction, and what it hangs on: the limb, the joint's place and
/// whether it is a hinge.
struct Limb {
    half: f32,
    radius: f32,
    center: [f32; 2],
    upright: bool,
    joint: Option<(usize, [f32; 2], bool)>,
}

const fn limb(half: f32, radius: f32, center: [f32; 2], joint: Option<(usize, [f32; 2], bool)>) -> Limb {
    Limb { half, radius, center, upright: true, joint }
}

const fn arm(center: [f32; 2], joint: Option<(usize, [f32; 2], bool)>) -> Limb {
    Limb { half: 0.11, radius: 0.04, center, upright: false, joint }
}

const LIMBS: [Limb; 11] = [
    limb(0.05, 0.11, [0.0, 1.0], None),
    limb(0.15, 0.12, [0.0, 1.3], Some((0, [0.0, 1.12], false))),
    limb(0.03, 0.09, [0.0, 1.66], Some((1, [0.0, 1.55], false))),
    arm([0.32, 1.45], Some((1, [0.17, 1.45], false))),
    arm([0.62, 1.45], Some((3, [0.47, 1.45], true))),
    arm([-0.32, 1.45], Some((1, [-0.17, 1.45], false))),
    arm([-0.62, 1.45], Some((5, [-0.47, 1.45], true))),
    limb(0.15, 0.06, [0.1, 0.71], Some((0, [0.1, 0.92], false))),
    limb(0.15, 0.05, [0.1, 0.27], Some((7, [0.1, 0.49], true))),
    limb(0.15, 0.06, [-0.1, 0.71], Some((0, [-0.1, 0.92], false))),
    limb(0.15, 0.05, [-0.1, 0.27], Some((9, [-0.1, 0.49], true))),
];

/// Figures in rows of ten, 1.5 m apart, just above a floor.
pub(crate) fn crowd(count: usize, limbs: Limbs) -> (PhysicsWorld, SoftSolver) {
    let (mut world, mut solver) = (PhysicsWorld::new(), SoftSolver::new());
    world.insert_collider(ColliderBuilder::cuboid(50.0, 0.5, 50.0).translation(Vec3::new(0.0, -0.5, 0.0)), None);
    for i in 0..count {
        let at = Vec3::new((i % 10) as f32 * 1.5, 0.1 + 0.003 * i as f32, (i / 10) as f32 * 1.5);
        figure(&mut world, &mut solver, at, limbs);
    }
    (world, solver)
}

fn figure(world: &mut PhysicsWorld, solver: &mut SoftSolver, at: Vec3, limbs: Limbs) {
    let mut bodies = Vec::new();
    for limb in &LIMBS {
        let center = at + Vec3::new(limb.center[0], limb.center[1], 0.0);
        let shape = if limb.upright {
            ColliderBuilder::capsule_y(limb.half, limb.radius)
        } else {
            ColliderBuilder::capsule_x(limb.half, limb.radius)
        };
        let (body, _) =
            world.insert(RigidBodyBuilder::dynamic().translation(center).can_sleep(false), shape.density(1000.0));
        world.bodies[body].recompute_mass_properties_from_colliders(&world.colliders);
        bodies.push(body);
        let Some((parent, place, is_hinge)) = limb.joint else { continue };
        // The limb's own direction becomes the axis of twist, X; a hinge turns about Z.
        let rotation = if limb.upright { Quat::from_rotation_z(std::f32::consts::FRAC_PI_2) } else { Quat::IDENTITY };
        let pivot = at + Vec3::new(place[0], place[1], 0.0);
        let frame = |center: Vec3| Rigid::new(pivot - center, rotation);
        let other = at + Vec3::new(LIMBS[parent].center[0], LIMBS[parent].center[1], 0.0);
        let frames = [frame(other), frame(center)];
        join(world, solver, [bodies[parent], body], frames, is_hinge, limbs);
    }
}

fn join(
    world: &mut PhysicsWorld,
    solver: &mut SoftSolver,
    bodies: [RigidBodyHandle; 2],
    frames: [Rigid; 2],
    is_hinge: bool,
    limbs: Limbs,
) {
    let mut locked = JointAxesMask::LIN_AXES;
    if is_hinge {
        locked |= JointAxesMask::ANG_X | JointAxesMask::ANG_Y;
    }
    let pose = |frame: Rigid| Pose::from_parts(frame.translation, frame.rotation);
    let mut joint = GenericJointBuilder::new(locked)
        .local_frame1(pose(frames[0]))
        .local_frame2(pose(frames[1]))
        .contacts_enabled(false);
    if limbs == Limbs::Hard {
        joint = if is_hinge {
            joint.limits(JointAxis::AngZ, [-1.0, 1.0])
        } else {
            joint
                .limits(JointAxis::AngX, [-0.4, 0.4])
                .limits(JointAxis::AngY, [0.0, 0.6])
                .limits(JointAxis::AngZ, [0.0, 0.6])
                .coupled_axes(JointAxesMask::ANG_Y | JointAxesMask::ANG_Z)
        };
        world.impulse_joints.insert(bodies[0], bodies[1], joint, true);
        return;
    }
    world.impulse_joints.insert(bodies[0], bodies[1], joint, true);
    let description = description(is_hinge);
    let joint = SoftJointDescription { bodies: bodies.map(Some), owner_from_frame: frames, description: &description };
    solver.insert(world, &joint);
}

fn description(is_hinge: bool) -> JointDescription {
    let limit = |motion, list: &[Axis], min, max, stiffness| JointLimit {
        motion,
        axes: LimitAxes::new(list.iter().copied()).unwrap_or(LimitAxes::ALL),
        min,
        max,
        stiffness,
        damping: 1.0,
    };
    let drive = |axis| JointDrive {
        motion: Motion::Angular,
        axis,
        mode: DriveMode::Force,
        max_force: Some(50.0),
        position_target: Some(0.0),
        velocity_target: None,
        stiffness: 20.0,
        damping: 2.0,
    };
    let pin = limit(Motion::Linear, &Axis::ALL, Some(0.0), Some(0.0), None);
    if is_hinge {
        let limits = vec![
            pin,
            limit(Motion::Angular, &[Axis::X, Axis::Y], Some(0.0), Some(0.0), None),
            limit(Motion::Angular, &[Axis::Z], Some(-1.0), Some(1.0), Some(200.0)),
        ];
        return JointDescription { limits, drives: vec![drive(Axis::Z)] };
    }
    let limits = vec![
        pin,
        limit(Motion::Angular, &[Axis::X], Some(-0.4), Some(0.4), Some(200.0)),
        limit(Motion::Angular, &[Axis::Y, Axis::Z], None, Some(0.6), Some(200.0)),
    ];
    JointDescription { limits, drives: Axis::ALL.map(drive).to_vec() }
}

/// One step of the crowd.
pub(crate) fn step(world: &mut PhysicsWorld, solver: &mut SoftSolver) {
    let dt = world.integration_parameters.dt;
    solver.before_step(world, dt);
    world.step();
    solver.after_step(world);
}
