//! Springs of hair and cloth (`VRMC_springBone`, `secondaryAnimation` of VRM 0.x) on a pose, without an engine.
//!
//! The text's formula has no time in its inertia: it means frames of a sixtieth of a second, and so steps here always are. Time
//! that is no multiple of it stays for the next call; what of a step has passed is shown by that part of the text's own step. The
//! nodes that springs hang on, centers and colliders are taken between their last two places, where a step ends between two calls.
//!
//! Four joints of the same depth step together (`group`), in an order that `plan` finds once for a model. Tails are kept in
//! metres of the world from the root of the instance, so that they are as exact far from the world's origin.

mod colliders;
mod group;
mod inputs;
mod plan;
mod saved;
mod tails;

use std::sync::Arc;

use glam::{Mat3, Quat, Vec3};
use sinew_model::math::Rigid;
use sinew_model::model::Model;

use crate::pose::Pose;
use colliders::Colliders;
use group::{JointFrames, Mode, Pass, PushOut};
use inputs::Inputs;
use tails::Tails;

pub use plan::SpringPlan;
pub use saved::{SavedSprings, SpringMismatch};

/// Seconds of a step of the springs.
pub const SPRING_STEP: f64 = 1.0 / 60.0;

/// Steps of the springs in one call; of a longer time, the last of it.
const MAX_STEPS: u64 = 60;

/// How far short of a whole step a sum of times may fall and still make one.
const NEARLY: f64 = 1e-9;

/// The running springs of one instance of a model.
///
/// ```
/// use sinew_document::{Document, NoResources};
/// use sinew_model::{Model, math::Rigid};
/// use sinew_motion::{Pose, SpringState};
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [
///     {"name": "hair", "children": [1]}, {"translation": [0.1, 0, 0]}],
///     "extensions": {"VRMC_springBone": {"specVersion": "1.0", "springs": [
///         {"joints": [{"node": 0, "gravityPower": 1}, {"node": 1}]}]}}}"#;
/// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// let mut pose = Pose::rest(&model);
/// let mut springs = SpringState::new(&model, &mut pose, Rigid::IDENTITY);
/// for _ in 0..600 {
///     pose.evaluate(&model);
///     springs.step(&model, &mut pose, Rigid::IDENTITY, 1.0 / 60.0);
/// }
/// // As strong down as along x.
/// let tail = pose.model_from_node(model.hierarchy().nodes().nth(1).ok_or("no tail")?).translation;
/// assert!((tail.x - tail.y.abs()).abs() < 1e-5 && tail.y < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpringState {
    plan: Arc<SpringPlan>,
    /// One a group of the plan.
    tails: Vec<Tails>,
    /// As of the last call.
    before: Inputs,
    now: Inputs,
    /// Between the two.
    between: Inputs,
    /// The pose of the root as of the last call.
    root: Rigid,
    /// The part of a step that has passed since the last one.
    phase: f64,
    wind: Vec3,
    /// Of the pass that runs: its colliders, and the frames of joints that others hang on.
    colliders: Colliders,
    frames: Vec<JointFrames>,
}

impl SpringState {
    /// Springs at rest on a pose whose frames are evaluated; the joints take their rest rotations.
    pub fn new(model: &Model, pose: &mut Pose, world_from_model: Rigid) -> Self {
        Self::with_plan(&Arc::new(SpringPlan::new(model)), model, pose, world_from_model)
    }

    /// As [`SpringState::new`], with a plan that instances of the model share. One of another model is replaced.
    pub fn with_plan(plan: &Arc<SpringPlan>, model: &Model, pose: &mut Pose, world_from_model: Rigid) -> Self {
        let plan = if plan.is_of(model) { plan.clone() } else { Arc::new(SpringPlan::new(model)) };
        let inputs = Inputs::new(&plan);
        let mut springs = Self {
            tails: vec![Tails::default(); plan.groups.len()],
            colliders: Colliders::default(),
            frames: vec![JointFrames::none(); plan.frames],
            plan,
            before: inputs.clone(),
            now: inputs.clone(),
            between: inputs,
            root: world_from_model,
            phase: 0.0,
            wind: Vec3::ZERO,
        };
        springs.reset(model, pose, world_from_model);
        springs
    }

    /// What all instances of its model share.
    pub fn plan(&self) -> &Arc<SpringPlan> {
        &self.plan
    }

    /// Whether nothing swings.
    pub fn is_empty(&self) -> bool {
        self.tails.is_empty()
    }

    /// Metres in a second that wind adds to every tail, as gravity does; in the world.
    pub fn wind(&self) -> Vec3 {
        self.wind
    }

    /// Sets the wind. A vector that is not finite counts as none.
    pub fn set_wind(&mut self, wind: Vec3) {
        self.wind = if wind.is_finite() { wind } else { Vec3::ZERO };
    }

    /// Brings every joint to its rest, without motion.
    pub fn reset(&mut self, model: &Model, pose: &mut Pose, world_from_model: Rigid) {
        if !self.fits(model, pose) {
            return;
        }
        (self.root, self.phase) = (world_from_model, 0.0);
        self.read(pose);
        self.run(pose, &mut None, Mode::Rest, 1.0, true);
        self.finish(model, pose, true);
    }

    /// Whether something swings, on a pose of this model.
    fn fits(&self, model: &Model, pose: &Pose) -> bool {
        !self.is_empty() && self.plan.is_of(model) && pose.local.len() == model.hierarchy().len()
    }

    /// Takes the springs along where the root is set elsewhere, as if everything had always been there: they go on swinging
    /// as they did in the model. The pose is that of before, evaluated.
    pub fn teleport(&mut self, pose: &mut Pose, world_from_model: Rigid) {
        let turn = Mat3::from_quat(world_from_model.rotation * self.root.rotation.conjugate());
        self.tails.iter_mut().for_each(|tails| tails.transform(|tail| turn * tail));
        self.root = world_from_model;
        if !self.is_empty() {
            self.read(pose);
            self.before.clone_from(&self.now);
        }
    }

    /// Passes time. The frames of the pose are evaluated; the rotations of joints, and the frames below them, are written.
    pub fn step(&mut self, model: &Model, pose: &mut Pose, world_from_model: Rigid, seconds: f64) {
        self.step_among(model, pose, world_from_model, seconds, None);
    }

    /// As [`SpringState::step`], with colliders that somebody else knows: `push_out` is called with each tail in the world and its hit
    /// radius, after the springs' own colliders, and returns where the tail is to be instead; the length of the bone is kept.
    pub fn step_among(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        world_from_model: Rigid,
        seconds: f64,
        push_out: Option<&mut dyn FnMut(Vec3, f32) -> Option<Vec3>>,
    ) {
        let origin = world_from_model.translation;
        match push_out {
            None => self.pass(model, pose, world_from_model, seconds, &mut None),
            Some(push_out) => {
                let mut from_root = |tail: Vec3, radius: f32| Some(push_out(tail + origin, radius)? - origin);
                self.pass(model, pose, world_from_model, seconds, &mut Some(&mut from_root));
            }
        }
    }

    fn pass(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        world_from_model: Rigid,
        seconds: f64,
        outside: &mut Option<&mut PushOut<'_>>,
    ) {
        if !self.fits(model, pose) {
            return;
        }
        let shift = world_from_model.translation - self.root.translation;
        if shift != Vec3::ZERO {
            self.tails.iter_mut().for_each(|tails| tails.transform(|tail| tail - shift));
            self.before.shift(shift);
        }
        self.root = world_from_model;
        self.read(pose);
        let steps = if seconds.is_finite() { (seconds / SPRING_STEP).max(0.0) } else { 0.0 };
        let passed = self.phase + steps;
        let whole = (passed + NEARLY).floor();
        let left = (passed - whole).max(0.0);
        let left = if left < NEARLY { 0.0 } else { left };
        let mut reached = 0.0;
        let mut is_written = false;
        for back in (0..(whole as u64).min(MAX_STEPS)).rev() {
            let is_last = back == 0 && left == 0.0;
            // Where in this call the step ends, 0 to 1, and which part of the way from the last step that is.
            let end = if is_last { 1.0 } else { (steps - left - back as f64) / steps };
            let part = if is_last { 1.0 } else { (end - reached) / (1.0 - reached) };
            reached = end;
            self.run(pose, outside, Mode::Step, part as f32, is_last);
            is_written |= is_last;
        }
        if left > 0.0 {
            self.run(pose, outside, Mode::Show(left as f32), 1.0, true);
            is_written = true;
        }
        self.phase = left;
        self.finish(model, pose, is_written);
    }

    /// Reads where everything is that springs hang on.
    fn read(&mut self, pose: &Pose) {
        self.now.read(&self.plan, pose, self.root.rotation);
    }

    /// One pass over all joints, from the root to the leaves, at a part of the way from the last inputs to these.
    fn run(&mut self, pose: &mut Pose, outside: &mut Option<&mut PushOut<'_>>, mode: Mode, part: f32, writes: bool) {
        let is_now = part >= 1.0;
        if !is_now {
            self.between.mix(&self.before, &self.now, part);
        }
        let inputs = if is_now { &self.now } else { &self.between };
        let plan = &*self.plan;
        self.colliders.place(plan, inputs);
        if !matches!(mode, Mode::Rest) {
            for (place, (from, to)) in self.before.centers.iter().zip(&inputs.centers).enumerate() {
                let carried = *to * from.inverse();
                if from != to && carried.is_finite() {
                    let groups = self.tails.iter_mut().zip(&plan.groups);
                    let groups = groups.filter(|(_, group)| group.center == Some(place));
                    groups.for_each(|(tails, _)| tails.transform(|tail| carried.transform_point3(tail)));
                }
            }
        }
        let wind = self.wind * SPRING_STEP as f32;
        let (local, model_space) = pose.parts_mut();
        let nodes = plan.others.is_some().then(|| model_space.frames_mut());
        let (colliders, outside) = (&self.colliders, outside.as_deref_mut());
        let mut pass = Pass { mode, local, nodes, wind, colliders, outside, writes };
        for (group, tails) in plan.groups.iter().zip(&mut self.tails) {
            let parents = inputs.parents(group, &self.frames);
            let list = plan.lists.get(group.colliders.clone()).unwrap_or_default();
            group.run(tails, &parents, list, &mut self.frames, &mut pass);
        }
        if !is_now {
            std::mem::swap(&mut self.before, &mut self.between);
        }
    }

    /// Brings the frames at and below the joints up to date, but for what a pass that wrote them has done.
    fn finish(&mut self, model: &Model, pose: &mut Pose, is_written: bool) {
        std::mem::swap(&mut self.before, &mut self.now);
        let (local, model_space) = pose.parts_mut();
        let left = self.plan.others.as_ref().filter(|_| is_written).unwrap_or(&self.plan.moved);
        for nodes in left {
            model_space.frames_mut().update(model.hierarchy().parents(), local, nodes.clone());
        }
    }

    /// The numbers that decide how the springs go on: the tails now and before, joint by joint, and the part of a step.
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let tails = self.of_joints().flat_map(|(_, numbers)| numbers);
        tails.chain(self.wind.to_array()).chain([self.phase as f32])
    }
}

impl SpringState {
    /// The tails of all joints by their places in the model, now and before, in the order of steps.
    fn of_joints(&self) -> impl Iterator<Item = (usize, [f32; 6])> + '_ {
        self.tails.iter().zip(&self.plan.groups).flat_map(|(tails, group)| tails.save(group))
    }
}

/// A rotation of unit length.
fn unit(rotation: Quat) -> Quat {
    if rotation.is_finite() && rotation.length_squared() > 0.0 { rotation.normalize() } else { Quat::IDENTITY }
}

#[cfg(test)]
mod tests;
