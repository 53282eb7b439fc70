//! Where everything is that springs hang on and collide with, in metres of the world from the root of the instance.

use glam::{Affine3A, Mat3A, Quat, Vec3};
use sinew_model::kernel::spring_bone::PlacedCollider;
use sinew_model::math::four_vectors::FourAffines;
use sinew_model::model::SpringShape;

use super::group::{Group, JointFrames, Lane, Lanes3, Parents, affines};
use super::plan::SpringPlan;
use super::unit;
use crate::pose::Pose;

/// What springs read of a pose.
#[derive(Clone, Debug, Default)]
pub(super) struct Inputs {
    /// For each group of depth 0, the frames that its joints hang on: the images of the axes, and the origins.
    pub(super) anchors: Vec<[Lanes3; 4]>,
    /// For each collider its offset, and its tail from there or its normal.
    pub(super) colliders: Vec<[Vec3; 2]>,
    pub(super) centers: Vec<Affine3A>,
    /// The skipped nodes in the frames of the joints above them.
    skipped: Vec<Affine3A>,
    /// The same, of the nodes that the joints of groups hang on. These are always as of now.
    pub(super) bridges: Vec<[Lanes3; 4]>,
}

impl Inputs {
    pub(super) fn new(plan: &SpringPlan) -> Self {
        Self {
            anchors: vec![[[[0.0; 4]; 3]; 4]; plan.anchored.len()],
            colliders: vec![[Vec3::ZERO; 2]; plan.colliders.len()],
            centers: vec![Affine3A::IDENTITY; plan.centers.len()],
            skipped: Vec::with_capacity(plan.skipped.len()),
            bridges: vec![[[[0.0; 4]; 3]; 4]; plan.bridges.len()],
        }
    }

    /// Reads a pose whose frames are evaluated.
    pub(super) fn read(&mut self, plan: &SpringPlan, pose: &Pose, root: Quat) {
        let root = Affine3A::from_quat(unit(root));
        let model_space = pose.model_space();
        for (lanes, anchors) in self.anchors.iter_mut().zip(&plan.anchored) {
            let mut last = None;
            for (lane, &anchor) in anchors.iter().enumerate() {
                let frame = match last {
                    Some((same, frame)) if same == anchor => frame,
                    _ => plan.anchors[anchor].map_or(root, |node| root * model_space.matrix(node)),
                };
                last = Some((anchor, frame));
                set(lanes, lane, &frame);
            }
        }
        for (placed, (node, shape)) in self.colliders.iter_mut().zip(&plan.colliders) {
            *placed = place(&(root * model_space.matrix(*node)), shape);
        }
        for (center, &node) in self.centers.iter_mut().zip(&plan.centers) {
            *center = root * model_space.matrix(node);
        }
        self.skipped.clear();
        for (node, above) in &plan.skipped {
            let local = pose.local.get(node.slot()).map_or(Affine3A::IDENTITY, |local| local.to_affine());
            let frame = above.map_or(local, |above| self.skipped[above] * local);
            self.skipped.push(frame);
        }
        for (lanes, places) in self.bridges.iter_mut().zip(&plan.bridges) {
            for (lane, &place) in places.iter().enumerate() {
                set(lanes, lane, &self.skipped[place]);
            }
        }
    }

    /// Moves the origin.
    pub(super) fn shift(&mut self, by: Vec3) {
        for frame in &mut self.anchors {
            for (component, lanes) in frame[3].iter_mut().enumerate() {
                for number in lanes {
                    *number -= by[component];
                }
            }
        }
        self.colliders.iter_mut().for_each(|[offset, _]| *offset -= by);
        self.centers.iter_mut().for_each(|center| center.translation -= glam::Vec3A::from(by));
    }

    /// Sets it to a part of the way between two.
    pub(super) fn mix(&mut self, from: &Self, to: &Self, part: f32) {
        let mix = |from: f32, to: f32| from + (to - from) * part;
        let numbers = self.anchors.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        let [from_numbers, to_numbers] =
            [from, to].map(|inputs| inputs.anchors.as_flattened().as_flattened().as_flattened());
        for (number, (from, to)) in numbers.iter_mut().zip(from_numbers.iter().zip(to_numbers)) {
            *number = mix(*from, *to);
        }
        for (mixed, (from, to)) in self.colliders.iter_mut().zip(from.colliders.iter().zip(&to.colliders)) {
            *mixed = [0, 1].map(|place: usize| from[place].lerp(to[place], part));
        }
        for (mixed, (from, to)) in self.centers.iter_mut().zip(from.centers.iter().zip(&to.centers)) {
            let (a, b) = (from.to_cols_array(), to.to_cols_array());
            *mixed = Affine3A::from_cols_array(&std::array::from_fn(|place| mix(a[place], b[place])));
        }
        self.bridges.clone_from(&to.bridges);
    }

    /// A collider as the formulas take it.
    pub(super) fn placed(&self, plan: &SpringPlan, collider: usize) -> PlacedCollider {
        let ([offset, other], (_, shape)) = (self.colliders[collider], &plan.colliders[collider]);
        match *shape {
            SpringShape::Sphere { radius, inside: false, .. } => PlacedCollider::Sphere { center: offset, radius },
            SpringShape::Sphere { radius, inside: true, .. } => PlacedCollider::InsideSphere { center: offset, radius },
            SpringShape::Capsule { radius, inside: false, .. } => {
                PlacedCollider::Capsule { head: offset, to_tail: other, radius }
            }
            SpringShape::Capsule { radius, inside: true, .. } => {
                PlacedCollider::InsideCapsule { head: offset, to_tail: other, radius }
            }
            // A plane without a normal, of a node without extent, is no obstacle: zero pushes nowhere.
            SpringShape::Plane { .. } => PlacedCollider::Plane { point: offset, normal: other.normalize_or_zero() },
        }
    }

    /// The frames that the joints of a group hang on, among those of the groups before it.
    #[inline]
    pub(super) fn parents(&self, group: &Group, frames: &[JointFrames]) -> FourAffines {
        let above = match &group.parents {
            Parents::Anchors(place) => affines(&self.anchors[*place]),
            Parents::Aligned(place) => frames[*place].world,
            Parents::Joints(lanes) => gathered(lanes, frames),
        };
        match group.bridge {
            Some(bridge) => above.after(&affines(&self.bridges[bridge])),
            None => above,
        }
    }
}

/// The frames of joints in any lanes.
fn gathered(lanes: &[Lane; 4], frames: &[JointFrames]) -> FourAffines {
    let of = lanes.map(|Lane { frames: place, lane }| {
        let FourAffines { axes: [x, y, z], origin } = frames[place].world;
        [x, y, z, origin].map(|vectors| vectors.to_arrays().map(|component| component[lane]))
    });
    affines(&std::array::from_fn(|at| std::array::from_fn(|component| of.map(|frame| frame[at][component]))))
}

/// The offset of a collider, and its tail from there or its normal.
fn place(frame: &Affine3A, shape: &SpringShape) -> [Vec3; 2] {
    match *shape {
        SpringShape::Sphere { offset, .. } => [frame.transform_point3(offset), Vec3::ZERO],
        SpringShape::Capsule { offset, tail, .. } => {
            [frame.transform_point3(offset), frame.transform_vector3(tail - offset)]
        }
        SpringShape::Plane { offset, normal } => [frame.transform_point3(offset), normal_of(&frame.matrix3, normal)],
    }
}

/// `normalMatrixFrom(worldMatrix)`: the transposed inverse, here without its determinant but for the sign.
fn normal_of(matrix: &Mat3A, normal: Vec3) -> Vec3 {
    let [a, b, c] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let (x, y, z) = (b.cross(c), c.cross(a), a.cross(b));
    let turned = Vec3::from(x * normal.x + y * normal.y + z * normal.z);
    let sign = if a.dot(x) < 0.0 { -1.0 } else { 1.0 };
    turned.normalize_or_zero() * sign
}

fn set(lanes: &mut [Lanes3; 4], lane: usize, frame: &Affine3A) {
    let columns = [frame.matrix3.x_axis, frame.matrix3.y_axis, frame.matrix3.z_axis, frame.translation];
    for (numbers, column) in lanes.iter_mut().zip(columns) {
        let column = column.to_array();
        (numbers[0][lane], numbers[1][lane], numbers[2][lane]) = (column[0], column[1], column[2]);
    }
}
