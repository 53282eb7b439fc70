//! Contacts of jointed bodies, as the engine finds them at the start of a step.

use glam::DVec3;
use rapier3d::prelude::{
    Collider, ColliderHandle, ContactManifold, ContactPair, PhysicsWorld, RigidBody, RigidBodyHandle, TypedShape,
};
use serde::{Deserialize, Serialize};

use super::body::Body;
use sinew_model::kernel::limit::Frame;
use sinew_model::math::double::rotation;

/// A patch of contact: the points of a manifold, which share a normal.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub colliders: [ColliderHandle; 2],
    /// The index of the manifold in the pair.
    pub manifold: u32,
    /// From the first body to the second.
    pub normal: DVec3,
    pub friction: f64,
    pub restitution: f64,
    pub bodies: [Side; 2],
    /// Its points in the list of all points.
    pub points: std::ops::Range<usize>,
    /// The force of friction on the second body in this step and in the last one, N.
    pub slide: DVec3,
    pub slide_before: DVec3,
}

/// A body in contact.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    /// A body of an island, by the indices of both.
    Inside { island: usize, slot: usize },
    /// A body that forces do not move: where its origin is, and its velocity there.
    Outside { origin: DVec3, linear: DVec3, angular: DVec3 },
}

/// A point of contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Where it is on both bodies: relative to the centre of mass in the body's axes, or in the world.
    pub anchors: [DVec3; 2],
    /// The radius of a ball or a capsule about the anchor; a round body rolls over the point instead of carrying it along.
    pub radii: [f64; 2],
    /// The engine's index of the point in the manifold.
    pub index: u32,
    /// The normal force in this step, in the last one and in the one before that, N.
    pub force: f64,
    pub force_before: f64,
    pub force_older: f64,
}

/// Identifies a point of contact from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct PointKey {
    colliders: [(u32, u32); 2],
    manifold: u32,
    /// `u32::MAX` for what all points of a manifold share.
    point: u32,
}

impl Patch {
    pub(super) fn key(&self, point: Option<u32>) -> PointKey {
        PointKey {
            colliders: self.colliders.map(ColliderHandle::into_raw_parts),
            manifold: self.manifold,
            point: point.unwrap_or(u32::MAX),
        }
    }
}

/// A body of a pair.
pub(super) struct PairBody<'a> {
    pub handle: Option<RigidBodyHandle>,
    pub collider: &'a Collider,
}

/// The two bodies of a contact pair; `None` if a collider is gone.
pub(super) fn bodies_of<'a>(world: &'a PhysicsWorld, pair: &ContactPair) -> Option<[PairBody<'a>; 2]> {
    let of = |collider: ColliderHandle| {
        let collider = world.colliders.get(collider)?;
        Some(PairBody { handle: collider.parent(), collider })
    };
    Some([of(pair.collider1)?, of(pair.collider2)?])
}

/// The side of a body that forces do not move, after the engine's step.
pub(super) fn outside(body: Option<&RigidBody>, dt: f32) -> Side {
    let still = Side::Outside { origin: DVec3::ZERO, linear: DVec3::ZERO, angular: DVec3::ZERO };
    let Some(body) = body.filter(|body| body.is_kinematic()) else { return still };
    let (linear, angular) = (body.linvel().as_dvec3(), body.angvel().as_dvec3());
    // Where its centre of mass was when the contacts were found.
    let origin = body.center_of_mass().as_dvec3() - linear * f64::from(dt);
    Side::Outside { origin, linear, angular }
}

/// The centre of mass and the axes of a kinematic body when the contacts were found, before the engine moved it.
pub(super) fn kinematic_start(body: &RigidBody, dt: f32) -> Option<Frame> {
    if !body.is_kinematic() {
        return None;
    }
    let (linear, angular) = (body.linvel().as_dvec3(), body.angvel().as_dvec3());
    let translation = body.center_of_mass().as_dvec3() - linear * f64::from(dt);
    let turned = rotation(angular * -f64::from(dt)) * body.rotation().as_dquat().normalize();
    Some(Frame { translation, rotation: turned })
}

impl Point {
    /// A point without a past.
    pub(super) fn new(anchors: [DVec3; 2], radii: [f64; 2], index: u32) -> Self {
        Self { anchors, radii, index, force: 0.0, force_before: 0.0, force_older: 0.0 }
    }
}

/// Appends the points of a manifold.
pub(super) fn add_points(
    manifold: &ContactManifold,
    bodies: &[PairBody<'_>; 2],
    centers: [Option<DVec3>; 2],
    kinematic: [Option<Frame>; 2],
    points: &mut Vec<Point>,
) {
    for contact in &manifold.data.solver_contacts {
        let mut anchors = [contact.anchor1.as_dvec3(), contact.anchor2.as_dvec3()];
        let mut radii = [0.0; 2];
        for i in 0..2 {
            let subshape = if i == 0 { manifold.subshape1 } else { manifold.subshape2 };
            if let (Some(center), Some((core, radius))) =
                (centers[i], core(bodies[i].collider, subshape, anchors[i] + centers[i].unwrap_or_default()))
            {
                (anchors[i], radii[i]) = (core - center, radius);
            }
            if let Some(frame) = kinematic[i] {
                anchors[i] = frame.translation + frame.rotation * anchors[i];
            }
        }
        points.push(Point::new(anchors, radii, contact.contact_indices()[0]));
    }
}

/// The point of a round shape's core nearest to a point of the body, both in its frame, and the radius about it.
pub(super) fn core(collider: &Collider, subshape: u32, point: DVec3) -> Option<(DVec3, f64)> {
    let mut pose = collider.position_wrt_parent().copied()?;
    let mut shape = collider.shape();
    if let Some(compound) = shape.as_compound() {
        let (part, inner) = compound.shapes().get(subshape as usize)?;
        pose *= *part;
        shape = &**inner;
    }
    match shape.as_typed_shape() {
        TypedShape::Ball(ball) => Some((pose.translation.as_dvec3(), f64::from(ball.radius))),
        TypedShape::Capsule(capsule) => {
            let [a, b] = [capsule.segment.a, capsule.segment.b].map(|end| pose.transform_point(end).as_dvec3());
            let along = b - a;
            let t = ((point - a).dot(along) / along.length_squared().max(1e-30)).clamp(0.0, 1.0);
            Some((a + along * t, f64::from(capsule.radius)))
        }
        _ => None,
    }
}

/// Where a point of contact is on both bodies at the start or the end of a part, and the gap between them.
pub(super) fn locate(
    patch: &Patch,
    point: &Point,
    body: impl Fn(usize, usize) -> (DVec3, glam::DQuat),
    ahead: f64,
) -> ([DVec3; 2], f64) {
    let mut at = [DVec3::ZERO; 2];
    for (i, at) in at.iter_mut().enumerate() {
        let surface = patch.normal * (point.radii[i] * if i == 0 { 1.0 } else { -1.0 });
        *at = match patch.bodies[i] {
            Side::Inside { island, slot } => {
                let (center, rotation) = body(island, slot);
                center + rotation * point.anchors[i] + surface
            }
            Side::Outside { origin, linear, angular } => {
                let arm = point.anchors[i] - origin;
                point.anchors[i] + (linear + angular.cross(arm)) * ahead
            }
        };
    }
    (at, (at[1] - at[0]).dot(patch.normal))
}

/// The pose of a body at the start or the end of a part.
pub(super) fn pose(body: &Body, at_end: bool) -> (DVec3, glam::DQuat) {
    if at_end { body.end } else { (body.motion.center, body.motion.rotation) }
}
