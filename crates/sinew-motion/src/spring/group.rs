//! Four joints that step together.

use std::ops::Range;

use glam::{DVec3, Quat, Vec3};
use sinew_model::kernel::forward::{FourFrames, FourLocals, PackedFrame};
use sinew_model::kernel::spring_bone::{
    RestFrames, StepSettings, lane_rotations, next_tails, products, rotation_axes, rotations_from_rest, tails_between,
};
use sinew_model::math::Transform;
use sinew_model::math::four::{Four, transposed};
use sinew_model::math::four_vectors::{FourAffines, FourVectors};
use sinew_model::model::SpringJoint;

use super::SPRING_STEP;
use super::colliders::Colliders;
use super::tails::Tails;
use crate::frames::NodeFrames;

/// The components of four vectors, each in an array.
pub(super) type Lanes3 = [[f32; 4]; 3];

/// Moves a tail of a hit radius out of what springs do not know, or leaves it; in metres of the world from the root.
pub(super) type PushOut<'a> = dyn FnMut(Vec3, f32) -> Option<Vec3> + 'a;

/// Where a joint is: the place of its group's frames, and its lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) frames: usize,
    pub(super) lane: usize,
}

/// What the joints of a group hang on.
#[derive(Clone, Debug)]
pub(super) enum Parents {
    /// Nodes that no spring moves, by their place in [`super::plan::SpringPlan::anchored`].
    Anchors(usize),
    /// The joints of a group, lane by lane, by the place of its frames.
    Aligned(usize),
    /// Joints anywhere.
    Joints([Lane; 4]),
}

impl Parents {
    pub(super) fn joints(lanes: [Lane; 4]) -> Self {
        let is_aligned = lanes.iter().enumerate().all(|(at, lane)| lane.lane == at && lane.frames == lanes[0].frames);
        if is_aligned { Self::Aligned(lanes[0].frames) } else { Self::Joints(lanes) }
    }
}

/// The frames of four joints, for the joints that hang on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointFrames {
    /// To metres of the world from the root, where the springs are.
    pub(super) world: FourAffines,
    /// To the model; as of the last pass that writes.
    pub(super) model: FourFrames,
}

impl JointFrames {
    /// Frames of no joints yet.
    pub(super) fn none() -> Self {
        Self { world: affines(&[[[0.0; 4]; 3]; 4]), model: FourFrames::new([&PackedFrame::ROOT; 4]) }
    }
}

/// What a pass does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mode {
    /// Tails go to their rest and stay.
    Rest,
    /// One step.
    Step,
    /// A part of a step, which is shown and not kept.
    Show(f32),
}

/// Four joints of one depth with the same colliders and center. Lanes without a joint repeat the first. What changes is in
/// [`Tails`], so that all instances of a model read the same memory.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Group {
    /// The tails at rest, in the spaces of the joints, and their directions.
    tails: Lanes3,
    axes: Lanes3,
    /// x, y, z and w of the rotations at rest, and their axes.
    rest: [[f32; 4]; 4],
    rest_axes: [Lanes3; 3],
    hit_radius: [f32; 4],
    inertia: [f32; 4],
    stiffness: [f32; 4],
    gravity: Lanes3,
    slots: [usize; 4],
    /// The nodes right above the joints.
    pub(super) above: [usize; 4],
    places: [u32; 4],
    count: usize,
    pub(super) parents: Parents,
    pub(super) bridge: Option<usize>,
    pub(super) center: Option<usize>,
    pub(super) colliders: Range<usize>,
    /// The place of its frames, where a joint hangs on one of these.
    pub(super) frames: Option<usize>,
}

impl Group {
    pub(super) fn new(joints: [(&SpringJoint, u32); 4], rest: [Quat; 4], count: usize) -> Self {
        let joint = |lane: usize| joints[lane].0;
        let settings = |value: fn(&SpringJoint) -> f32| [0, 1, 2, 3].map(|lane| value(joint(lane)));
        let seconds = SPRING_STEP as f32;
        let rest = [0, 1, 2, 3].map(|component: usize| rest.map(|rotation| rotation.to_array()[component]));
        Self {
            tails: lanes(|lane| joint(lane).tail_offset),
            axes: lanes(|lane| axis(joint(lane).tail_offset)),
            rest,
            rest_axes: rotation_axes(rest.map(Four::new)).map(FourVectors::to_arrays),
            hit_radius: settings(|joint| joint.settings.hit_radius),
            inertia: settings(|joint| 1.0 - joint.settings.drag_force),
            stiffness: settings(|joint| joint.settings.stiffness).map(|stiffness| stiffness * seconds),
            gravity: lanes(|lane| {
                let settings = &joint(lane).settings;
                settings.gravity_dir * settings.gravity_power * seconds
            }),
            slots: [0, 1, 2, 3].map(|lane| joint(lane).node.slot()),
            above: [0; 4],
            places: joints.map(|(_, place)| place),
            count,
            parents: Parents::Anchors(0),
            bridge: None,
            center: None,
            colliders: 0..0,
            frames: None,
        }
    }

    /// The local translations and scales of the joints.
    #[inline]
    fn read(&self, local: &[Transform]) -> (FourVectors, FourVectors) {
        // As they lie in memory, so that each is one load.
        let [x, y, z, _] = self.rows(local, |Transform { translation: t, scale: s, .. }| [t.x, t.y, t.z, s.x]);
        let [_, a, b, c] = self.rows(local, |Transform { translation: t, scale: s, .. }| [t.z, s.x, s.y, s.z]);
        (FourVectors { x, y, z }, FourVectors { x: a, y: b, z: c })
    }

    /// Four numbers of the transform of every joint, number by number. (An array's `map` is a call here, not compiled in line.)
    #[inline]
    fn rows(&self, local: &[Transform], row: impl Fn(&Transform) -> [f32; 4]) -> [Four; 4] {
        let [a, b, c, d] = &self.slots;
        let of = |slot: &usize| Four::new(row(local.get(*slot).unwrap_or(&Transform::IDENTITY)));
        transposed([of(a), of(b), of(c), of(d)])
    }

    /// Writes the rotations of the joints.
    #[inline]
    fn write(&self, rotations: [Four; 4], local: &mut [Transform]) {
        let rotations = lane_rotations(rotations);
        for (slot, rotation) in self.slots.iter().zip(rotations).take(self.count) {
            if let Some(transform) = local.get_mut(*slot) {
                transform.rotation = rotation;
            }
        }
    }

    /// One pass, below the frames of the parents. Its own frames are among `frames` afterwards, where joints hang on them.
    #[inline]
    pub(super) fn run(
        &self,
        state: &mut Tails,
        parents: &FourAffines,
        list: &[u32],
        frames: &mut [JointFrames],
        pass: &mut Pass<'_, '_>,
    ) {
        let (translations, scales) = self.read(pass.local);
        let [x, y, z] = self.rest_axes;
        let [x, y, z] = images(parents, [FourVectors::new(x), FourVectors::new(y), FourVectors::new(z)]);
        let origin = parents.points(translations);
        let world_from_rest = FourAffines { axes: [x * scales.x, y * scales.y, z * scales.z], origin };
        let rest = RestFrames::new(&world_from_rest, FourVectors::new(self.tails));
        let [a, b, c, d] = self.rest;
        let rest_rotations = [Four::new(a), Four::new(b), Four::new(c), Four::new(d)];
        let rotations = if let Mode::Rest = pass.mode {
            *state = Tails::at_rest(rest.tails());
            rest_rotations
        } else {
            let tails = self.step(state, &rest, list, pass);
            products(rest_rotations, rotations_from_rest(&rest, FourVectors::new(self.axes), tails))
        };
        if self.frames.is_none() && !pass.writes {
            return;
        }
        let locals = FourLocals::new(translations, rotations, scales);
        if pass.writes {
            self.write(rotations, pass.local);
            if let Some(nodes) = &mut pass.nodes {
                let above = match &self.parents {
                    Parents::Aligned(place) => frames[*place].model,
                    _ => {
                        FourFrames::new(self.above.map(|node| nodes.as_slice().get(node).unwrap_or(&PackedFrame::ROOT)))
                    }
                };
                let model = above.children(&locals);
                self.place(&model, pass.local, nodes);
                if let Some(place) = self.frames {
                    frames[place].model = model;
                }
            }
        }
        if let Some(place) = self.frames {
            let [x, y, z] = images(parents, locals.axes());
            frames[place].world = FourAffines { axes: [x * scales.x, y * scales.y, z * scales.z], origin };
        }
    }

    /// Puts the frames of the joints among those of all nodes.
    #[inline]
    fn place(&self, model: &FourFrames, local: &[Transform], nodes: &mut NodeFrames) {
        for ((slot, above), frame) in self.slots.iter().zip(&self.above).zip(&model.to_packed()).take(self.count) {
            if let Some(local) = local.get(*slot) {
                nodes.place(*above, *slot, local, frame);
            }
        }
    }

    /// Where the tails go.
    #[inline]
    fn step(&self, state: &mut Tails, rest: &RestFrames, list: &[u32], pass: &mut Pass<'_, '_>) -> FourVectors {
        let [current, previous] = state.both();
        let settings = StepSettings {
            inertia: Four::new(self.inertia),
            stiffness: Four::new(self.stiffness),
            external: FourVectors::new(self.gravity) + FourVectors::splat(pass.wind),
        };
        let mut tails = match pass.mode {
            Mode::Show(part) => tails_between(rest, current, previous, &settings, part),
            Mode::Step | Mode::Rest => next_tails(rest, current, previous, &settings),
        };
        tails = pass.colliders.push(list, rest, tails, Four::new(self.hit_radius));
        if let Some(push_out) = &mut pass.outside {
            tails = self.push_out(rest, tails, push_out);
        }
        if let Mode::Step = pass.mode {
            state.advance(tails);
        }
        tails
    }

    /// Has somebody else push the tails out, then constrains the length as the text does after each collider.
    #[cold]
    fn push_out(&self, rest: &RestFrames, tails: FourVectors, push_out: &mut PushOut<'_>) -> FourVectors {
        let free = tails.to_arrays();
        let pushed = [0, 1, 2, 3].map(|lane| {
            let hit_radius = self.hit_radius[lane];
            if lane < self.count { push_out(vector(&free, lane), hit_radius) } else { None }
        });
        if pushed.iter().all(Option::is_none) {
            return tails;
        }
        let moved = lanes(|lane| pushed[lane].unwrap_or_else(|| vector(&free, lane)));
        let moved = rest.constrain_length(FourVectors::new(moved)).to_arrays();
        FourVectors::new(lanes(|lane| vector(if pushed[lane].is_some() { &moved } else { &free }, lane)))
    }

    /// The lanes of its joints.
    pub(super) fn lanes(&self) -> Range<usize> {
        0..self.count
    }

    /// The places of its joints in the model, by lane.
    pub(super) fn places(&self) -> [u32; 4] {
        self.places
    }
}

/// What is the same for all groups of a pass.
pub(super) struct Pass<'a, 'b> {
    pub(super) mode: Mode,
    /// The local transforms of all nodes.
    pub(super) local: &'a mut [Transform],
    /// The frames of all nodes, where those of joints are brought up to date on the way.
    pub(super) nodes: Option<&'a mut NodeFrames>,
    /// Metres in a step.
    pub(super) wind: Vec3,
    pub(super) colliders: &'a Colliders,
    pub(super) outside: Option<&'a mut PushOut<'b>>,
    /// Whether the rotations of joints are written.
    pub(super) writes: bool,
}

/// The components of four vectors.
pub(super) fn lanes(vector: impl Fn(usize) -> Vec3) -> Lanes3 {
    let vectors = [vector(0), vector(1), vector(2), vector(3)];
    [0, 1, 2].map(|component: usize| vectors.map(|vector| vector[component]))
}

pub(super) fn affines(columns: &[Lanes3; 4]) -> FourAffines {
    let [x, y, z, origin] = columns.map(FourVectors::new);
    FourAffines { axes: [x, y, z], origin }
}

/// Where axes lead below the frames of parents.
#[inline]
fn images(parents: &FourAffines, [x, y, z]: [FourVectors; 3]) -> [FourVectors; 3] {
    [parents.vectors(x), parents.vectors(y), parents.vectors(z)]
}

/// The direction of a bone that has a length.
fn axis(offset: Vec3) -> Vec3 {
    offset.as_dvec3().try_normalize().map_or(Vec3::ZERO, DVec3::as_vec3)
}

pub(super) fn vector(of: &Lanes3, lane: usize) -> Vec3 {
    Vec3::new(of[0][lane], of[1][lane], of[2][lane])
}
