//! Spring bones (`VRMC_springBone` 1.0, "`SpringBone` Algorithm"; `VRMC_springBone_extended_collider` 1.0, "Appendix: Reference
//! Implementations"), four joints at once.
//!
//! A joint swings its tail about its head at a fixed distance. All positions are in one space with the axes of the world.

use glam::{DAffine3, DVec3, Quat, Vec3};

use crate::math::four::{Four, Mask, transposed};
use crate::math::four_vectors::{FourAffines, FourVectors};
use crate::math::rotation_between;

/// Squared lengths outside of this range have no direction that a float holds.
const DIRECTED: [f32; 2] = [1e-30, 1e30];

/// Where the heads of joints are, and where their tails would be without springs.
#[derive(Clone, Copy, Debug)]
pub struct RestFrames {
    /// `worldPosition`: the heads.
    pub heads: FourVectors,
    /// From the joint's node at its rest rotation to the world, without translation.
    pub world_from_rest: [FourVectors; 3],
    /// `parentWorldRotation * initialLocalRotation * boneAxis`: from the heads to the tails at rest, unit vectors; zero where
    /// there is no direction.
    pub directions: FourVectors,
    /// `boneLength`: metres, in the world.
    pub lengths: Four,
}

impl RestFrames {
    /// From the frames of joints at their rest rotations, and the tails in the space of the joints.
    #[inline]
    pub fn new(world_from_rest: &FourAffines, tails: FourVectors) -> Self {
        let bones = world_from_rest.vectors(tails);
        let squares = bones.length_squared();
        let lengths = squares.sqrt();
        let mut directions = bones * (Four::splat(1.0) / lengths);
        let directed = directed(squares);
        if !directed.all() {
            directions = FourVectors::select(directed, directions, zero());
        }
        Self { heads: world_from_rest.origin, world_from_rest: world_from_rest.axes, directions, lengths }
    }

    /// The tails without springs.
    #[inline]
    pub fn tails(&self) -> FourVectors {
        self.heads + self.directions * self.lengths
    }

    /// "constrain the length": the points at the bone's length from the head. Where a point gives no direction, the rest does.
    #[inline]
    pub fn constrain_length(&self, tails: FourVectors) -> FourVectors {
        let bones = tails - self.heads;
        let squares = bones.length_squared();
        let mut constrained = bones * (self.lengths / squares.sqrt());
        let directed = directed(squares);
        if !directed.all() {
            constrained = FourVectors::select(directed, constrained, self.directions * self.lengths);
        }
        self.heads + constrained
    }
}

/// The settings of joints over one step.
#[derive(Clone, Copy, Debug)]
pub struct StepSettings {
    /// `1.0 - dragForce`.
    pub inertia: Four,
    /// `deltaTime * stiffnessForce`.
    pub stiffness: Four,
    /// `deltaTime * gravityDir * gravityPower`, and wind.
    pub external: FourVectors,
}

/// "Inertia calculation": where the tails go without colliders.
#[inline]
pub fn next_tails(
    rest: &RestFrames,
    current: FourVectors,
    previous: FourVectors,
    settings: &StepSettings,
) -> FourVectors {
    let inertia = (current - previous) * settings.inertia;
    let stiffness = rest.directions * settings.stiffness;
    rest.constrain_length(current + inertia + stiffness + settings.external)
}

/// The same after a part of a step, 0 to 1.
#[inline]
pub fn tails_between(
    rest: &RestFrames,
    current: FourVectors,
    previous: FourVectors,
    settings: &StepSettings,
    part: f32,
) -> FourVectors {
    let inertia = (current - previous) * settings.inertia;
    let stiffness = rest.directions * settings.stiffness;
    rest.constrain_length(current + (inertia + stiffness + settings.external) * Four::splat(part))
}

/// A collider in the space of the tails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedCollider {
    /// Keeps tails out of a sphere.
    Sphere {
        /// `transformedOffset`.
        center: Vec3,
        /// Metres.
        radius: f32,
    },
    /// Keeps tails out of a capsule.
    Capsule {
        /// `transformedOffset`.
        head: Vec3,
        /// `offsetToTail`.
        to_tail: Vec3,
        /// Metres.
        radius: f32,
    },
    /// Keeps tails in a sphere.
    InsideSphere {
        /// `transformedOffset`.
        center: Vec3,
        /// Metres.
        radius: f32,
    },
    /// Keeps tails in a capsule.
    InsideCapsule {
        /// `transformedOffset`.
        head: Vec3,
        /// `offsetToTail`.
        to_tail: Vec3,
        /// Metres.
        radius: f32,
    },
    /// Keeps tails on one side of a plane.
    Plane {
        /// `transformedOffset`.
        point: Vec3,
        /// `transformedNormal`, a unit vector.
        normal: Vec3,
    },
}

impl PlacedCollider {
    /// "Collision with colliders": pushes the tails of `hit_radius` (`jointRadius`) out of the collider, then constrains the
    /// length.
    #[inline]
    pub fn push(&self, rest: &RestFrames, tails: FourVectors, hit_radius: Four) -> FourVectors {
        match *self {
            Self::Sphere { center, radius } => {
                push_out(rest, tails, tails - FourVectors::splat(center), Four::splat(radius) + hit_radius)
            }
            Self::Capsule { head, to_tail, radius } => {
                push_out(rest, tails, from_segment(tails, head, to_tail), Four::splat(radius) + hit_radius)
            }
            Self::InsideSphere { center, radius } => {
                push_in(rest, tails, tails - FourVectors::splat(center), Four::splat(radius) - hit_radius)
            }
            Self::InsideCapsule { head, to_tail, radius } => {
                push_in(rest, tails, from_segment(tails, head, to_tail), Four::splat(radius) - hit_radius)
            }
            Self::Plane { point, normal } => {
                let normals = FourVectors::splat(normal);
                let distances = (tails - FourVectors::splat(point)).dot(normals) - hit_radius;
                let hits = distances.below(Four::splat(0.0));
                if !hits.any() {
                    return tails;
                }
                FourVectors::select(hits, rest.constrain_length(tails - normals * distances), tails)
            }
        }
    }
}

/// The sphere outside of which a collider touches no tail, in every lane: most colliders are far from most tails, and this is the
/// least that finding out can cost.
#[derive(Clone, Copy, Debug)]
pub struct ColliderBounds {
    center: FourVectors,
    radius: Four,
}

impl ColliderBounds {
    /// How much larger bounds are than colliders: far above what rounding does to a distance.
    const MARGIN: f32 = 1.001;

    /// The bounds of a collider; what keeps tails in, or on one side, has none.
    pub fn new(collider: &PlacedCollider) -> Self {
        let (center, radius) = match *collider {
            PlacedCollider::Sphere { center, radius } => (center, radius),
            PlacedCollider::Capsule { head, to_tail, radius } => {
                (head + to_tail * 0.5, radius + to_tail.length() * 0.5)
            }
            PlacedCollider::InsideSphere { .. }
            | PlacedCollider::InsideCapsule { .. }
            | PlacedCollider::Plane { .. } => (Vec3::ZERO, f32::INFINITY),
        };
        Self { center: FourVectors::splat(center), radius: Four::splat(radius * Self::MARGIN) }
    }

    /// The radii of tails as [`ColliderBounds::are_beyond`] takes them.
    #[inline]
    pub fn enlarged(hit_radius: Four) -> Four {
        hit_radius * Four::splat(Self::MARGIN)
    }

    /// Whether no tail can touch the collider. What is not a number is not beyond.
    #[inline]
    pub fn are_beyond(&self, tails: FourVectors, enlarged: Four) -> bool {
        let reach = self.radius + enlarged;
        (reach * reach).are_all_below((tails - self.center).length_squared())
    }
}

/// `delta` of a capsule: from the nearest point of its segment.
#[inline]
fn from_segment(tails: FourVectors, head: Vec3, to_tail: Vec3) -> FourVectors {
    let from_head = tails - FourVectors::splat(head);
    let square = to_tail.length_squared();
    if !(square > DIRECTED[0] && square < DIRECTED[1]) {
        // A capsule whose ends coincide is a sphere.
        return from_head;
    }
    let along = from_head.dot(FourVectors::splat(to_tail));
    let (zero, whole) = (Four::splat(0.0), Four::splat(square));
    let part = along.below(zero).select(zero, whole.below(along).select(Four::splat(1.0), along / whole));
    from_head - FourVectors::splat(to_tail) * part
}

/// `distance = delta.magnitude - reach`, where it is negative: the tail moves by it along `delta`.
#[inline]
fn push_out(rest: &RestFrames, tails: FourVectors, deltas: FourVectors, reach: Four) -> FourVectors {
    let squares = deltas.length_squared();
    let hits = squares.below(reach * reach);
    if !hits.any() {
        return tails;
    }
    // In the very center there is no way out.
    let hits = hits.and(directed(squares));
    let magnitudes = squares.sqrt();
    let pushed = tails - deltas * ((magnitudes - reach) / magnitudes);
    FourVectors::select(hits, rest.constrain_length(pushed), tails)
}

/// `distance = room - delta.magnitude`, where it is negative: the tail moves by it against `delta`.
#[inline]
fn push_in(rest: &RestFrames, tails: FourVectors, deltas: FourVectors, room: Four) -> FourVectors {
    let squares = deltas.length_squared();
    let magnitudes = squares.sqrt();
    let hits = room.below(magnitudes);
    if !hits.any() {
        return tails;
    }
    let hits = hits.and(directed(squares));
    let pushed = tails + deltas * ((room - magnitudes) / magnitudes);
    FourVectors::select(hits, rest.constrain_length(pushed), tails)
}

/// "Applying rotation": `fromToQuaternion(boneAxis, to)`, by which the node rotates from its rest, as x, y, z and w.
///
/// `to` is the tail in the space of the node at rest. Only its direction counts, so the inverse of the matrix is its adjugate
/// with the sign of its determinant.
#[inline]
pub fn rotations_from_rest(rest: &RestFrames, bone_axes: FourVectors, tails: FourVectors) -> [Four; 4] {
    let [a, b, c] = rest.world_from_rest;
    let bones = tails - rest.heads;
    let planes = [b.cross(c), c.cross(a), a.cross(b)];
    let sign = a.dot(planes[0]).signs();
    let to = FourVectors { x: bones.dot(planes[0]), y: bones.dot(planes[1]), z: bones.dot(planes[2]) };
    let squares = to.length_squared();
    let factor = (Four::splat(1.0) / squares.sqrt()).xor(sign);
    let mut to = to * factor;
    let directed = directed(squares);
    if !directed.all() {
        // Where nothing is left of a space, the node stays at rest.
        to = FourVectors::select(directed, to, bone_axes);
    }
    // The sum s of two unit vectors a and b has the axis of the rotation in a × s, and its half angle's cosine in a · s = s² / 2; together
    // these are as long as s.
    let sum = bone_axes + to;
    let square = sum.length_squared();
    let length = square.sqrt();
    let cross = bone_axes.cross(sum) * (Four::splat(1.0) / length);
    let quaternion = [cross.x, cross.y, cross.z, Four::splat(0.5) * length];
    if !square.below(Four::splat(1e-12)).any() {
        return quaternion;
    }
    half_turns(quaternion, bone_axes, to, square)
}

/// Where the tail is straight behind its rest, any half turn will do.
#[cold]
fn half_turns(quaternion: [Four; 4], from: FourVectors, to: FourVectors, square: Four) -> [Four; 4] {
    let (from, to, square) = (from.to_arrays(), to.to_arrays(), square.to_array());
    let mut lanes = quaternion.map(Four::to_array);
    for lane in 0..4 {
        if square[lane] < 1e-12 {
            let vector = |of: [[f32; 4]; 3]| Vec3::new(of[0][lane], of[1][lane], of[2][lane]);
            let rotation = rotation_between(vector(from), vector(to)).to_array();
            for (component, number) in lanes.iter_mut().zip(rotation) {
                component[lane] = number;
            }
        }
    }
    lanes.map(Four::new)
}

/// Four products of quaternions, given as x, y, z and w.
#[inline]
pub fn products([ax, ay, az, aw]: [Four; 4], [bx, by, bz, bw]: [Four; 4]) -> [Four; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The axes of four rotations.
#[inline]
pub fn rotation_axes([x, y, z, w]: [Four; 4]) -> [FourVectors; 3] {
    let (x2, y2, z2, one) = (x + x, y + y, z + z, Four::splat(1.0));
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    [
        FourVectors { x: one - (yy + zz), y: xy + wz, z: xz - wy },
        FourVectors { x: xy - wz, y: one - (xx + zz), z: yz + wx },
        FourVectors { x: xz + wy, y: yz - wx, z: one - (xx + yy) },
    ]
}

/// Four quaternions, lane by lane.
#[inline]
pub fn lane_rotations(quaternions: [Four; 4]) -> [Quat; 4] {
    let [a, b, c, d] = transposed(quaternions);
    [Quat::from(a), Quat::from(b), Quat::from(c), Quat::from(d)]
}

/// Which squared lengths are of vectors with a direction.
#[inline]
fn directed(squares: Four) -> Mask {
    Four::splat(DIRECTED[0]).below(squares).and(squares.below(Four::splat(DIRECTED[1])))
}

#[inline]
fn zero() -> FourVectors {
    FourVectors::splat(Vec3::ZERO)
}

/// Metres from a node without children to its tail in VRM 0.x.
const LEAF: f64 = 0.07;

/// The tail of a node without children in VRM 0.x, in the space of the node: 7 cm on, in the direction from its parent
/// (`VRMC_springBone` 1.0, "For `vrm0`"). Zero where there is no direction. Both rest in one space, with metres.
pub fn leaf_tail(parent: DVec3, node: DAffine3) -> Vec3 {
    let direction = (node.translation - parent).try_normalize();
    let tail = direction.map(|direction| node.matrix3.inverse() * (direction * LEAF));
    tail.filter(|tail| tail.is_finite()).map_or(Vec3::ZERO, DVec3::as_vec3)
}

#[cfg(test)]
mod tests;
