//! Where the nodes of an instance were after each step.

use glam::Affine3A;

use crate::math::Transform;
use crate::model::{Model, NodeId};
use crate::world::Pose;

/// Where the nodes of an instance were at the start and after each step. Nodes that stand still take no room.
#[derive(Clone, Debug)]
pub struct Recording {
    dt: f64,
    samples: usize,
    start: Vec<Transform>,
    /// By node: one a sample, once it has moved.
    moved: Vec<Option<Vec<Transform>>>,
    start_weights: Vec<f32>,
    /// One list a sample, once one has changed.
    weights: Option<Vec<Vec<f32>>>,
    /// By virtual transform: one a sample.
    virtuals: Vec<Vec<Transform>>,
}

/// What is to be written of a node.
pub(super) struct Moves<'a> {
    /// Of the file that is written.
    pub(super) node: NodeId,
    pub(super) samples: &'a [Transform],
}

impl Recording {
    /// Begins with where everything is before the first step of `dt` seconds. `model_from_virtual` may be empty.
    pub fn new(dt: f64, pose: &Pose, model_from_virtual: &[Affine3A]) -> Self {
        let virtuals = model_from_virtual.iter().map(|matrix| vec![Transform::decompose(*matrix).transform]).collect();
        Self {
            dt,
            samples: 1,
            start: pose.local.clone(),
            moved: vec![None; pose.local.len()],
            start_weights: pose.weights.clone(),
            weights: None,
            virtuals,
        }
    }

    /// Adds where everything is after a step. A pose of another model is passed over.
    pub fn record(&mut self, pose: &Pose, model_from_virtual: &[Affine3A]) {
        if pose.local.len() != self.start.len() || pose.weights.len() != self.start_weights.len() {
            return;
        }
        for ((moved, start), now) in self.moved.iter_mut().zip(&self.start).zip(&pose.local) {
            match moved {
                Some(samples) => samples.push(*now),
                None if now == start => {}
                None => {
                    let mut samples = vec![*start; self.samples];
                    samples.push(*now);
                    *moved = Some(samples);
                }
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

    /// How many times were recorded: one more than steps.
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

    /// Where a node was.
    pub(super) fn local(&self, node: usize, sample: usize) -> Transform {
        self.moved[node].as_ref().map_or(self.start[node], |samples| samples[sample])
    }

    /// The samples that may become keys: those nearest to so many a second, the first and the last.
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

    /// What moved, as nodes of the file that is written: those of the model, which keep their index, and behind them those
    /// that were made of virtual transforms.
    pub(super) fn moves<'a>(&'a self, model: &Model, target: &Model, added: usize) -> Vec<Moves<'a>> {
        let nodes = model.hierarchy().nodes().filter_map(|node| {
            let start = &self.start[node.slot()];
            let samples = self.moved[node.slot()].as_deref();
            // One that stands still elsewhere than at rest needs a key as well.
            let is_at_rest = *start == model.hierarchy().rest_pose()[node.slot()];
            let samples = samples.or((!is_at_rest).then_some(std::slice::from_ref(start)))?;
            Some(Moves { node: target.hierarchy().id(model.hierarchy().index(node))?, samples })
        });
        let first = model.hierarchy().len();
        let virtuals = self.virtuals.iter().take(added).enumerate().filter_map(move |(place, samples)| {
            let index = sinew_document::NodeIndex((first + place) as u32);
            Some(Moves { node: target.hierarchy().id(index)?, samples })
        });
        nodes.chain(virtuals).collect()
    }
}
