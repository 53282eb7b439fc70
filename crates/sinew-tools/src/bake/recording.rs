//! The poses of an instance after each step.

use glam::Affine3A;

use super::property::RecordedProperty;
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};
use sinew_motion::Pose;

/// The poses of an instance at the start and after each step. A node without motion takes no memory.
#[derive(Clone, Debug)]
pub struct Recording {
    dt: f64,
    samples: usize,
    start: Vec<Transform>,
    /// The newest sample.
    last: Vec<Transform>,
    /// By node: the samples that differ from the one before.
    changes: Vec<Vec<Change>>,
    start_weights: Vec<f32>,
    /// One list per sample, once one has changed.
    weights: Option<Vec<Vec<f32>>>,
    /// By virtual transform: one per sample.
    virtuals: Vec<Vec<Transform>>,
    properties: Vec<RecordedProperty>,
}

/// A sample that differs from the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) sample: usize,
    pub(super) local: Transform,
}

/// The motion of a node.
pub(super) struct Moves<'a> {
    /// The node of the written file.
    pub(super) node: NodeId,
    samples: Samples<'a>,
}

/// The samples of a node.
#[derive(Clone, Copy)]
enum Samples<'a> {
    All(&'a [Transform]),
    Changes { start: Transform, changes: &'a [Change], count: usize },
}

impl Moves<'_> {
    /// The transforms of the node, one per sample; a single one if it never moved.
    pub(super) fn samples(&self) -> Vec<Transform> {
        match self.samples {
            Samples::All(samples) => samples.to_vec(),
            Samples::Changes { start, changes: [], .. } => vec![start],
            Samples::Changes { start, changes, count } => {
                let mut samples = Vec::with_capacity(count);
                let mut last = start;
                for change in changes {
                    samples.resize(change.sample, last);
                    last = change.local;
                }
                samples.resize(count, last);
                samples
            }
        }
    }
}

impl Recording {
    /// Begins with the pose before the first step of `dt` seconds. `model_from_virtual` may be empty.
    pub fn new(dt: f64, pose: &Pose, model_from_virtual: &[Affine3A]) -> Self {
        let virtuals = model_from_virtual.iter().map(|matrix| vec![Transform::decompose(*matrix).transform]).collect();
        Self {
            dt,
            samples: 1,
            start: pose.local.clone(),
            last: pose.local.clone(),
            changes: vec![Vec::new(); pose.local.len()],
            start_weights: pose.weights.clone(),
            weights: None,
            virtuals,
            properties: Vec::new(),
        }
    }

    /// Adds the pose after a step. A pose of another model is ignored.
    pub fn record(&mut self, pose: &Pose, model_from_virtual: &[Affine3A]) {
        if pose.local.len() != self.start.len() || pose.weights.len() != self.start_weights.len() {
            return;
        }
        for ((changes, last), now) in self.changes.iter_mut().zip(&mut self.last).zip(&pose.local) {
            if now != last {
                changes.push(Change { sample: self.samples, local: *now });
                *last = *now;
            }
        }
        if self.weights.is_some() || pose.weights != self.start_weights {
            let weights = self.weights.get_or_insert_with(|| vec![self.start_weights.clone(); self.samples]);
            weights.push(pose.weights.clone());
        }
        for (place, samples) in self.virtuals.iter_mut().enumerate() {
            let last = samples.last().copied().unwrap_or(Transform::IDENTITY);
            samples.push(model_from_virtual.get(place).map_or(last, |matrix| Transform::decompose(*matrix).transform));
        }
        self.samples += 1;
    }

    pub(super) fn properties(&self) -> &[RecordedProperty] {
        &self.properties
    }

    pub(super) fn properties_mut(&mut self) -> &mut Vec<RecordedProperty> {
        &mut self.properties
    }

    /// The number of samples: one more than steps.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Seconds from the first sample to the last.
    pub fn seconds(&self) -> f64 {
        (self.samples - 1) as f64 * self.dt
    }

    pub(super) fn nodes(&self) -> usize {
        self.start.len()
    }

    /// Seconds of a sample, as files have them.
    pub(super) fn time(&self, sample: usize) -> f32 {
        (sample as f64 * self.dt) as f32
    }

    pub(super) fn weights(&self) -> Option<&[Vec<f32>]> {
        self.weights.as_deref()
    }

    pub(super) fn start_weights(&self) -> &[f32] {
        &self.start_weights
    }

    pub(super) fn virtual_starts(&self) -> Vec<Transform> {
        self.virtuals.iter().map(|samples| samples[0]).collect()
    }

    pub(super) fn virtual_samples(&self) -> &[Vec<Transform>] {
        &self.virtuals
    }

    /// The transform of every node before the first step.
    pub(super) fn start(&self) -> &[Transform] {
        &self.start
    }

    /// The nodes that moved, by slot, with their samples.
    pub(super) fn moved(&self) -> impl Iterator<Item = (usize, &[Change])> {
        self.changes
            .iter()
            .enumerate()
            .filter(|(_, changes)| !changes.is_empty())
            .map(|(node, all)| (node, all.as_slice()))
    }

    /// The candidates for keys: the samples nearest to the frame rate, the first and the last.
    pub(super) fn candidates(&self, fps: Option<f64>) -> Vec<usize> {
        let Some(stride) = fps.filter(|fps| *fps > 0.0).map(|fps| 1.0 / (fps * self.dt)).filter(|steps| *steps > 1.0)
        else {
            return (0..self.samples).collect();
        };
        let last = self.samples - 1;
        let count = (last as f64 / stride).floor() as usize;
        let mut all: Vec<usize> = (0..=count).map(|key| (key as f64 * stride).round() as usize).collect();
        all.push(last);
        all.retain(|sample| *sample <= last);
        all.dedup();
        all
    }

    /// The motions by node of the written file: the model's nodes, which keep their index, then those of virtual transforms.
    pub(super) fn moves<'a>(&'a self, model: &Model, target: &Model, added: usize) -> Vec<Moves<'a>> {
        let nodes = model.hierarchy().nodes().filter_map(|node| {
            let (start, changes) = (self.start[node.slot()], self.changes[node.slot()].as_slice());
            // One that stands still elsewhere than at rest needs a key as well.
            if changes.is_empty() && start == model.hierarchy().rest_pose()[node.slot()] {
                return None;
            }
            let samples = Samples::Changes { start, changes, count: self.samples };
            Some(Moves { node: target.hierarchy().id(model.hierarchy().index(node))?, samples })
        });
        let first = model.hierarchy().len();
        let virtuals = self.virtuals.iter().take(added).enumerate().filter_map(move |(place, samples)| {
            let index = sinew_document::NodeIndex((first + place) as u32);
            Some(Moves { node: target.hierarchy().id(index)?, samples: Samples::All(samples) })
        });
        nodes.chain(virtuals).collect()
    }
}
