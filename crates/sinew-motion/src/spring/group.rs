//! Four joints that step together.

use std::ops::Range;

use glam::{DVec3, Quat, Vec3};
use sinew_model::kernel::spring_bone::{
    PlacedCollider, RestFrames, StepSettings, lane_rotation, next_tails, products, rotation_axes, rotations_from_rest,
    tails_between,
};
use sinew_model::math::Transform;
use sinew_model::math::four::Four;
use sinew_model::math::four_vectors::{FourAffines, FourVectors};
use sinew_model::model::SpringJoint;

use super::SPRING_STEP;

/// The components of four vectors, each in an array.
pub(super) type Lanes3 = [[f32; 4]; 3];

/// Moves a tail of a hit radius out of what springs do not know, or leaves it; in metres of the world from the root.
pub(super) type PushOut<'a> = dyn FnMut(Vec3, f32) -> Option<Vec3> + 'a;

/// Where a joint is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) group: usize,
    pub(super) lane: usize,
}

/// What the joints of a group hang on.
#[derive(Clone, Debug)]
pub(super) enum Parents {
    /// Nodes that no spring moves, by their place in [`super::plan::Plan::anchored`].
    Anchors(usize),
    /// The joints of a group, lane by lane.
    Aligned(usize),
    /// Joints anywhere.
    Joints([Lane; 4]),
}

impl Parents {
    pub(super) fn joints(lanes: [Lane; 4]) -> Self {
        let is_aligned = lanes.iter().enumerate().all(|(at, lane)| lane.lane == at && lane.group == lanes[0].group);
        if is_aligned { Self::Aligned(lanes[0].group) } else { Self::Joints(lanes) }
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

/// Four joints of one depth with the same colliders and center. Lanes without a joint repeat the first.
#[derive(Clone, Debug)]
#[repr(align(16))]
pub(super) struct Group {
    current: Lanes3,
    previous: Lanes3,
    /// Local, without the rotation.
    translations: Lanes3,
    scales: Lanes3,
    /// The tails at rest, in the spaces of the joints, and their directions.
    tails: Lanes3,
    axes: Lanes3,
    /// x, y, z and w of the rotations at rest.
    rest: [[f32; 4]; 4],
    hit_radius: [f32; 4],
    inertia: [f32; 4],
    stiffness: [f32; 4],
    gravity: Lanes3,
    /// The frames of the joints as of the last pass: the images of the axes, and the origins.
    frames: [Lanes3; 4],
    slots: [usize; 4],
    places: [u32; 4],
    count: usize,
    pub(super) parents: Parents,
    pub(super) bridge: Option<usize>,
    pub(super) center: Option<usize>,
    pub(super) colliders: Range<usize>,
    /// Whether a joint hangs on one of these.
    pub(super) has_below: bool,
}

impl Group {
    pub(super) fn new(joints: [(&SpringJoint, u32); 4], rest: [Quat; 4], count: usize) -> Self {
        let joint = |lane: usize| joints[lane].0;
        let settings = |value: fn(&SpringJoint) -> f32| [0, 1, 2, 3].map(|lane| value(joint(lane)));
        let seconds = SPRING_STEP as f32;
        let zero = [[0.0; 4]; 3];
        Self {
            current: zero,
            previous: zero,
            translations: zero,
            scales: [[1.0; 4]; 3],
            tails: lanes(|lane| joint(lane).tail_offset),
            axes: lanes(|lane| axis(joint(lane).tail_offset)),
            rest: [0, 1, 2, 3].map(|component: usize| rest.map(|rotation| rotation.to_array()[component])),
            hit_radius: settings(|joint| joint.settings.hit_radius),
            inertia: settings(|joint| 1.0 - joint.settings.drag_force),
            stiffness: settings(|joint| joint.settings.stiffness).map(|stiffness| stiffness * seconds),
            gravity: lanes(|lane| {
                let settings = &joint(lane).settings;
                settings.gravity_dir * settings.gravity_power * seconds
            }),
            frames: [zero; 4],
            slots: [0, 1, 2, 3].map(|lane| joint(lane).node.slot()),
            places: joints.map(|(_, place)| place),
            count,
            parents: Parents::Anchors(0),
            bridge: None,
            center: None,
            colliders: 0..0,
            has_below: false,
        }
    }

    /// Reads the local transforms of the joints.
    pub(super) fn read(&mut self, local: &[Transform]) {
        for (lane, &slot) in self.slots.iter().enumerate() {
            let Some(Transform { translation, scale, .. }) = local.get(slot) else { continue };
            for component in 0..3 {
                self.translations[component][lane] = translation[component];
                self.scales[component][lane] = scale[component];
            }
        }
    }

    /// Writes the rotations of the joints.
    pub(super) fn write(&self, rotations: &[[f32; 4]; 4], local: &mut [Transform]) {
        for lane in 0..self.count {
            if let Some(transform) = local.get_mut(self.slots[lane]) {
                transform.rotation = lane_rotation(rotations, lane);
            }
        }
    }

    /// Moves the tails.
    pub(super) fn transform(&mut self, map: impl Fn(Vec3) -> Vec3) {
        for tails in [&mut self.current, &mut self.previous] {
            let moved = [0, 1, 2, 3].map(|lane| map(vector(tails, lane)));
            *tails = lanes(|lane| moved[lane]);
        }
    }

    /// The frames of the joints as of the last pass.
    pub(super) fn frames(&self) -> FourAffines {
        affines(&self.frames)
    }

    /// The frame of one joint, component by component.
    pub(super) fn frame(&self, lane: usize) -> [[f32; 3]; 4] {
        self.frames.map(|column| column.map(|component| component[lane]))
    }

    /// One pass, below the frames of the parents. Returns x, y, z and w of the local rotations.
    #[inline]
    pub(super) fn run<'a>(
        &mut self,
        parents: &FourAffines,
        colliders: impl Iterator<Item = &'a PlacedCollider>,
        outside: &mut Option<&mut PushOut<'_>>,
        wind: Vec3,
        mode: Mode,
    ) -> [[f32; 4]; 4] {
        let translations = FourVectors::new(self.translations);
        let scales = self.scales.map(Four::new);
        let rest_rotations = self.rest.map(Four::new);
        let [x, y, z] = rotation_axes(rest_rotations).map(|axis| parents.vectors(axis));
        let origin = parents.points(translations);
        let world_from_rest = FourAffines { axes: [x * scales[0], y * scales[1], z * scales[2]], origin };
        let rest = RestFrames::new(&world_from_rest, FourVectors::new(self.tails));
        let (current, previous) = (FourVectors::new(self.current), FourVectors::new(self.previous));
        let rotations = if let Mode::Rest = mode {
            (self.current, self.previous) = (rest.tails().to_arrays(), rest.tails().to_arrays());
            rest_rotations
        } else {
            let settings = StepSettings {
                inertia: Four::new(self.inertia),
                stiffness: Four::new(self.stiffness),
                external: FourVectors::new(self.gravity) + FourVectors::splat(wind * SPRING_STEP as f32),
            };
            let mut tails = match mode {
                Mode::Show(part) => tails_between(&rest, current, previous, &settings, part),
                Mode::Step | Mode::Rest => next_tails(&rest, current, previous, &settings),
            };
            let hit_radius = Four::new(self.hit_radius);
            for collider in colliders {
                tails = collider.push(&rest, tails, hit_radius);
            }
            if let Some(push_out) = outside {
                tails = self.push_out(&rest, tails, push_out);
            }
            if let Mode::Step = mode {
                (self.previous, self.current) = (self.current, tails.to_arrays());
            }
            products(rest_rotations, rotations_from_rest(&rest, FourVectors::new(self.axes), tails))
        };
        if self.has_below {
            let [x, y, z] = rotation_axes(rotations).map(|axis| parents.vectors(axis));
            let axes = [x * scales[0], y * scales[1], z * scales[2]].map(FourVectors::to_arrays);
            self.frames = [axes[0], axes[1], axes[2], origin.to_arrays()];
        }
        rotations.map(Four::to_array)
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

    /// The tails of the joints, now and before, joint by joint.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        (0..self.count).flat_map(|lane| self.tails_of(lane))
    }

    /// The joints by their places in the model, with their tails now and before.
    pub(super) fn save(&self) -> impl Iterator<Item = (usize, [f32; 6])> + '_ {
        (0..self.count).map(|lane| (self.places[lane] as usize, self.tails_of(lane)))
    }

    /// Sets the tails from those of all joints, by their places in the model.
    pub(super) fn restore(&mut self, tails: &[f32]) {
        for (lane, place) in self.places.into_iter().enumerate() {
            let Some(numbers) = tails.get(place as usize * 6..place as usize * 6 + 6) else { continue };
            for component in 0..3 {
                self.current[component][lane] = numbers[component];
                self.previous[component][lane] = numbers[component + 3];
            }
        }
    }

    fn tails_of(&self, lane: usize) -> [f32; 6] {
        let ([x, y, z], [a, b, c]) = (self.current, self.previous);
        [x[lane], y[lane], z[lane], a[lane], b[lane], c[lane]]
    }
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

/// The direction of a bone that has a length.
fn axis(offset: Vec3) -> Vec3 {
    offset.as_dvec3().try_normalize().map_or(Vec3::ZERO, DVec3::as_vec3)
}

fn vector(of: &Lanes3, lane: usize) -> Vec3 {
    Vec3::new(of[0][lane], of[1][lane], of[2][lane])
}
