//! How far a written file is from the simulation.

use super::recording::Recording;
use super::reduce::angle;
use crate::math::{Transform, slerp};
use crate::model::{Model, NodeId};
use crate::world::Pose;
use sinew_document::{Document, NodeIndex};

/// The most that a node is off at any time, in the model's space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Error {
    pub(super) degrees: f32,
    pub(super) millimetres: f32,
}

/// Plays the last animation of the written file at every step and halfway between, and compares where that puts each node: the
/// most that each is off, by node of the written file.
pub(super) fn measure(baked: &Document, recording: &Recording, model: &Model, added: usize) -> Vec<Error> {
    let (written, _) = Model::from_document(baked);
    let mut errors = vec![Error::default(); written.hierarchy().len()];
    let Some(animation) = written.animations().last() else { return errors };
    let pairs: Vec<(NodeId, NodeId)> = model
        .hierarchy()
        .nodes()
        .filter_map(|node| Some((node, written.hierarchy().id(model.hierarchy().index(node))?)))
        .collect();
    let first = model.hierarchy().len();
    let virtuals: Vec<Option<NodeId>> =
        (0..added).map(|place| written.hierarchy().id(NodeIndex((first + place) as u32))).collect();
    let (mut then, mut now) = (Pose::rest(model), Pose::rest(&written));
    // Between two samples the simulation goes straight and turns evenly, as `World::interpolate` has it.
    for half in 0..2 * recording.samples() - 1 {
        let (before, after) = (half / 2, half.div_ceil(2));
        let mix = |a: Transform, b: Transform| if half % 2 == 0 { a } else { between(&a, &b) };
        for (node, local) in then.local.iter_mut().enumerate() {
            *local = mix(recording.local(node, before), recording.local(node, after));
        }
        then.evaluate(model);
        let time = f32::midpoint(recording.time(before), recording.time(after));
        now.reset(&written);
        now.apply_animation(&written, animation, time);
        now.evaluate(&written);
        for &(node, new) in &pairs {
            let (a, b) = (then.model_from_node(node).translation, now.model_from_node(new).translation);
            let turned = angle(then.model_space().rotation(node), now.model_space().rotation(new));
            errors[new.slot()].add(a.distance(b), turned);
        }
        for (samples, node) in recording.virtual_samples().iter().zip(&virtuals) {
            let Some(node) = *node else { continue };
            let expected = mix(samples[before], samples[after]);
            let found = now.model_from_node(node).translation;
            let turned = angle(expected.rotation, now.model_space().rotation(node));
            errors[node.slot()].add(found.distance(expected.translation.into()), turned);
        }
    }
    errors
}

impl Error {
    /// The larger of both.
    pub(super) fn max(self, other: Self) -> Self {
        Self { degrees: self.degrees.max(other.degrees), millimetres: self.millimetres.max(other.millimetres) }
    }

    fn add(&mut self, metres: f32, radians: f32) {
        self.millimetres = self.millimetres.max(metres * 1000.0);
        self.degrees = self.degrees.max(radians.to_degrees());
    }
}

fn between(a: &Transform, b: &Transform) -> Transform {
    Transform {
        translation: a.translation.lerp(b.translation, 0.5),
        rotation: slerp(a.rotation, b.rotation, 0.5),
        scale: a.scale.lerp(b.scale, 0.5),
    }
}
