//! An assembly in the engine without Sinew, at the engine's own settings.

use rapier3d::math::Pose;
use rapier3d::prelude::{
    ColliderBuilder, GenericJoint, GenericJointBuilder, JointAxesMask, JointAxis, MotorModel, PhysicsWorld,
    RigidBodyBuilder, RigidBodyHandle, SharedShape,
};
use sinew::math::Rigid;

use super::assembly::{Assembly, Link, Motion, Part, Solid};
use super::joint::{Drive, Freedom};

/// The engine's axes by the file's number.
const AXES: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];

/// The shape of a part.
pub fn shape(solid: Solid) -> SharedShape {
    match solid {
        Solid::Box(size) => SharedShape::cuboid(0.5 * size.x, 0.5 * size.y, 0.5 * size.z),
        Solid::Ball { radius } => SharedShape::ball(radius),
        Solid::Capsule { half, radius } => SharedShape::capsule_y(half, radius),
    }
}

/// A pose as the engine has it.
pub fn pose(rigid: &Rigid) -> Pose {
    Pose::from_parts(rigid.translation, rigid.rotation)
}

/// The engine's world. Joints to the world itself are left out.
pub fn world(assembly: &Assembly, can_sleep: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    let bodies: Vec<RigidBodyHandle> =
        assembly.parts.iter().map(|part| body(&mut world, assembly, part, can_sleep)).collect();
    for link in &assembly.links {
        if let [Some(a), Some(b)] = link.parts {
            world.impulse_joints.insert(bodies[a], bodies[b], joint(link), true);
        }
    }
    world
}

fn body(world: &mut PhysicsWorld, assembly: &Assembly, part: &Part, can_sleep: bool) -> RigidBodyHandle {
    let body = match part.motion {
        Motion::Static => RigidBodyBuilder::fixed(),
        Motion::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
        Motion::Dynamic(_) => RigidBodyBuilder::dynamic(),
    };
    let body = body.pose(pose(&part.world_from_part)).linvel(part.linear).angvel(part.angular).can_sleep(can_sleep);
    let surface = assembly.surface;
    let collider = ColliderBuilder::new(shape(part.solid))
        .friction(surface.dynamic_friction)
        .restitution(surface.restitution)
        .mass(part.mass().unwrap_or(1.0));
    world.insert(body, collider).0
}

/// A ball joint has three limits about single axes: the twist, and the cone's angle about each of the other two.
fn joint(link: &Link) -> GenericJoint {
    let locked = match link.freedom {
        Freedom::Weld => JointAxesMask::LOCKED_FIXED_AXES,
        Freedom::Hinge { .. } => JointAxesMask::LIN_AXES | JointAxesMask::ANG_X | JointAxesMask::ANG_Y,
        Freedom::Ball { .. } => JointAxesMask::LIN_AXES,
    };
    let [a, b] = link.part_from_frame.each_ref().map(pose);
    let mut joint = GenericJointBuilder::new(locked).local_frame1(a).local_frame2(b).contacts_enabled(false);
    match link.freedom {
        Freedom::Hinge { range: Some(ends), .. } => joint = joint.limits(JointAxis::AngZ, ends),
        Freedom::Ball { limits: Some(swing), .. } => {
            joint = joint
                .limits(JointAxis::AngX, [-swing.twist, swing.twist])
                .limits(JointAxis::AngY, [-swing.cone, swing.cone])
                .limits(JointAxis::AngZ, [-swing.cone, swing.cone]);
        }
        Freedom::Weld | Freedom::Hinge { .. } | Freedom::Ball { .. } => {}
    }
    if let Some(Drive { target, spring, max_torque }) = link.freedom.action().drive {
        for axis in link.freedom.axes() {
            let axis = AXES[usize::from(*axis)];
            joint = joint
                .motor_model(axis, MotorModel::ForceBased)
                .motor_position(axis, target, spring.stiffness, spring.damping)
                .motor_max_force(axis, max_torque.unwrap_or(f32::MAX));
        }
    }
    joint.build()
}
