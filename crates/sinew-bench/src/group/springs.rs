//! Hair that swings on a head that moves: 24 chains of 8 joints and 12 colliders that all of them collide with. A frame is the
//! springs alone, with the frames of the nodes that they move.

use std::hint::black_box;

use sinew::document::{Document, NoResources};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{Model, NodeId, Pose, SpringState};
use sinew_testkit::scene::hair;
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contest, Runs, Unit};

/// The target speed-up over three-vrm.
const TARGET: f64 = 18.0;

/// Microseconds that a frame may take.
const LIMIT: f64 = 10.0;

/// A head whose hair swings.
#[derive(Debug)]
pub(crate) struct Head {
    model: Model,
    pose: Pose,
    springs: SpringState,
    bone: NodeId,
    frame: u32,
}

impl Head {
    pub(crate) fn new(text: &str) -> Result<Self, Failure> {
        let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
        let bone = model.hierarchy().find("Head").ok_or("no head")?;
        let mut pose = Pose::rest(&model);
        let springs = SpringState::new(&model, &mut pose, Rigid::IDENTITY);
        Ok(Self { model, pose, springs, bone, frame: 0 })
    }

    /// Moves the head, which is not counted.
    pub(crate) fn nod(&mut self) {
        self.frame = self.frame.wrapping_add(1);
        let time = self.frame as f32 / 60.0;
        let local = &mut self.pose.local[self.bone.slot()];
        local.translation = Vec3::new((time * 2.0).sin() * 0.2, 0.1, 0.0);
        local.rotation =
            Quat::from_rotation_y((time * 3.0).sin() * 0.7) * Quat::from_rotation_x((time * 1.7).sin() * 0.4);
        self.pose.evaluate(&self.model);
    }

    /// Steps the springs by 1/60 s.
    pub(crate) fn swing(&mut self) {
        self.springs.step(&self.model, &mut self.pose, Rigid::IDENTITY, 1.0 / 60.0);
        black_box(&mut self.pose);
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let frames = bench.pick(2_000, 10);
    let text = hair(24, 8, 12);
    let path = bench.write("hair.gltf", text.as_bytes())?;
    let mut head = Head::new(&text)?;
    let unit = Unit { name: "µs a frame", of_a_second: 1e6, pieces: frames };
    let mut contest = Contest::new("springs", "192 joints, 12 colliders".to_owned(), unit);
    let ours = contest.add(sinew(), || {
        let mut seconds = 0.0;
        for _ in 0..frames {
            head.nod();
            seconds += time(|| head.swing()).as_secs_f64();
        }
        Ok(seconds)
    });
    let limit = contest.add_limit(LIMIT);
    contest.compare(ours, limit, Some(1.0));
    let arguments = [path, frames.to_string()];
    if let Some(three) = bench.add_node(&mut contest, Runs::Node, "three_vrm_springs", &arguments) {
        contest.compare(ours, three, Some(TARGET));
    }
    bench.run(contest, 9)
}
