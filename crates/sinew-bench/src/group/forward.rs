//! The forward pass after changes of local transforms: of all nodes, or of one in a thousand.
//!
//! Changing them is not measured.

use std::hint::black_box;

use sinew::document::{Document, NoResources};
use sinew::glam::Quat;
use sinew::math::Transform;
use sinew::{Model, ModelSpace};
use sinew_testkit::scene::many_nodes;
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};

/// The maximum time per node, ns.
const LIMIT: f64 = 15.0;

/// A model with rotating nodes.
#[derive(Debug)]
pub(crate) struct RotatingNodes {
    model: Model,
    local: Vec<Transform>,
    model_space: ModelSpace,
    rotations: Vec<Quat>,
    /// One node in this many rotates.
    stride: usize,
    frame: usize,
}

impl RotatingNodes {
    pub(crate) fn new(text: String, stride: usize) -> Result<Self, Failure> {
        let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
        // Worked out beforehand, so that their cost is not measured.
        let rotations = (0..997_u16).map(|step| Quat::from_rotation_y(f32::from(step) * 0.37)).collect();
        let (local, model_space) = (model.hierarchy().rest_pose().to_vec(), ModelSpace::new(&model));
        Ok(Self { model, local, model_space, rotations, stride, frame: 0 })
    }

    /// Rotates the nodes for the next frame.
    pub(crate) fn rotate(&mut self) {
        self.frame += 1;
        // If only some rotate, the root does not: everything would move with it.
        for (place, local) in self.local.iter_mut().skip(self.stride / 2).step_by(self.stride).enumerate() {
            local.rotation = self.rotations[(place + self.frame * 31) % self.rotations.len()];
        }
    }

    pub(crate) fn evaluate(&mut self) {
        // Both have the model's length.
        let _ = sinew::evaluate(&self.model, &mut self.local, &mut self.model_space);
        black_box(&mut self.model_space);
    }

    /// Both.
    pub(crate) fn frame(&mut self) {
        self.rotate();
        self.evaluate();
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let nodes = bench.pick(100_000, 1_000);
    let frames = bench.pick(20, 2);
    let text = many_nodes(nodes);
    let path = bench.write("nodes.gltf", text.as_bytes())?;
    let unit = Unit { name: "ns a node", of_a_second: 1e9, pieces: nodes * frames };
    for (name, stride, moving) in [("all rotate", 1, "all"), ("one in 1,000 rotates", 1000, "few")] {
        let mut rotating = RotatingNodes::new(text.clone(), stride)?;
        (0..20).for_each(|_| rotating.frame());
        let mut contest = Contest::new("forward", format!("{} nodes, {name}", thousands(nodes)), unit);
        let ours = contest.add(sinew(), || {
            let frame = |_| {
                rotating.rotate();
                time(|| rotating.evaluate()).as_secs_f64()
            };
            Ok((0..frames).map(frame).sum())
        });
        let limit = contest.add_limit(LIMIT);
        contest.compare(ours, limit, Some(1.0));
        let arguments = [path.clone(), frames.to_string(), moving.to_owned()];
        if let Some(three) = bench.add_node(&mut contest, Runs::Node, "three_forward", &arguments) {
            contest.compare(ours, three, None);
        }
        bench.run(contest, 15)?;
    }
    Ok(())
}
