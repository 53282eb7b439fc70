//! All sources move, then the constraints are applied: rotation, roll and aim alternating, weights of 1, 0.5 and 0.25.
//!
//! Moving the sources is not measured. Both only write the destinations' local transforms; finding out where every node
//! is comes on top, for both.
//!
//! What flatters the numbers: nodes that stand still keep their frames here, so the extra parents cost a comparison each
//! unless they move.

use std::hint::black_box;

use sinew::document::{Document, NoResources, NodeIndex};
use sinew::glam::{Quat, Vec3};
use sinew::math::Transform;
use sinew::{ConstraintFrames, Model, NodeId};
use sinew_testkit::scene::{Kinds, constraints};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};

/// The target speed-up over three-vrm.
const TARGET: f64 = 30.0;

/// A scene, and the poses that its sources go through.
#[derive(Debug)]
pub(crate) struct Moving {
    model: Model,
    local: Vec<Transform>,
    frames: ConstraintFrames,
    /// Slots of the sources.
    sources: Vec<usize>,
    rotations: Vec<Quat>,
    frame: usize,
    /// Whether the other nodes move too.
    moves_everything: bool,
}

impl Moving {
    pub(crate) fn new(text: String, count: usize, moves_everything: bool) -> Result<Self, Failure> {
        let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources)?);
        if !diagnostics.is_empty() || model.constraints().len() != count {
            return Err("the scene has lost constraints".into());
        }
        let sources = (0..count as u32).filter_map(|index| model.hierarchy().id(NodeIndex(index)));
        let sources = sources.map(NodeId::slot).collect();
        // Rotations of every size, worked out beforehand so that their cost is not measured.
        let rotations = (0..997_u16).map(|step| {
            let angle = f32::from(step) * 0.37;
            Quat::from_axis_angle(Vec3::new(angle.sin(), angle.cos(), 1.0).normalize(), angle % 3.0)
        });
        Ok(Self {
            local: model.hierarchy().rest_pose().to_vec(),
            frames: ConstraintFrames::new(&model),
            sources,
            rotations: rotations.collect(),
            frame: 0,
            moves_everything,
            model,
        })
    }

    /// The pose of the next frame, before its constraints.
    pub(crate) fn advance(&mut self) {
        self.frame += 1;
        for (place, &slot) in self.sources.iter().enumerate() {
            let rotation = self.rotations[(place + self.frame * 31) % self.rotations.len()];
            let local = &mut self.local[slot];
            local.rotation = rotation;
            local.translation.z = 1.0 + rotation.x;
            local.translation.y += rotation.y * 0.01;
        }
        if self.moves_everything {
            let way = if self.frame.is_multiple_of(2) { 0.001 } else { -0.001 };
            self.local.iter_mut().for_each(|local| local.translation.x += way);
        }
    }

    pub(crate) fn constrain(&mut self) {
        // Both have the model's length.
        let _ = sinew::constrain(&self.model, &mut self.local, &mut self.frames);
        black_box(&mut self.local);
    }

    /// Both.
    pub(crate) fn frame(&mut self) {
        self.advance();
        self.constrain();
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(10_000, 90);
    let frames = bench.pick(10, 2);
    let unit = Unit { name: "ns a constraint", of_a_second: 1e9, pieces: count * frames };
    for (name, extra_parents, moves_everything) in
        [("flat", 0, false), ("below 8 parents each", 8, false), ("below 8 parents each, which move too", 8, true)]
    {
        let text = constraints(count, Kinds::Mixed, extra_parents);
        let path = bench.write("constraints.gltf", text.as_bytes())?;
        let mut moving = Moving::new(text, count, moves_everything)?;
        (0..20).for_each(|_| moving.frame());
        let mut contest = Contest::new("constraints", format!("{} {name}", thousands(count)), unit);
        let ours = contest.add(sinew(), || {
            let frame = |_| {
                moving.advance();
                time(|| moving.constrain()).as_secs_f64()
            };
            Ok((0..frames).map(frame).sum())
        });
        let arguments = [path, frames.to_string(), count.to_string()];
        match bench.add_node(&mut contest, Runs::Node, "three_vrm_constraints", &arguments) {
            Some(three) => contest.compare(ours, three, Some(TARGET)),
            None => contest.report(ours),
        }
        bench.run(contest, 9)?;
    }
    Ok(())
}
