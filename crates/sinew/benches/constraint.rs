//! All sources move, then the constraints are evaluated: alone with the frames that they read (`constrain`), or with the
//! frames of all nodes (`evaluate`).
//!
//! Times are for a whole frame, without moving the sources; divided by the number of constraints (criterion's throughput),
//! nanoseconds a constraint.
//!
//! What flatters the numbers: nodes that stand still keep their frames, so the extra parents cost a comparison each unless
//! they move (`all_moving`); and of the weights 1, 0.5 and 0.25 only the last needs an angle.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]
#![allow(clippy::expect_used, reason = "a benchmark that cannot run should stop")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources, NodeIndex};
use sinew::math::Transform;
use sinew::{ConstraintFrames, Model, ModelSpace};
use sinew_testkit::scene::{Kinds, constraints};

/// A scene, and the poses that its sources go through.
struct Moving {
    model: Model,
    local: Vec<Transform>,
    model_space: ModelSpace,
    constraint_frames: ConstraintFrames,
    /// Slots of the sources.
    sources: Vec<usize>,
    turns: Vec<Quat>,
    frame: usize,
    /// Whether the other nodes move too.
    moves_everything: bool,
}

impl Moving {
    fn new(count: usize, kinds: Kinds, extra_parents: usize, moves_everything: bool) -> Self {
        let document = Document::read(constraints(count, kinds, extra_parents), &NoResources).expect("a scene of ours");
        let (model, diagnostics) = Model::from_document(&document);
        assert!(diagnostics.is_empty() && model.constraints().len() == count);
        let sources = (0..count as u32).filter_map(|index| model.hierarchy().id(NodeIndex(index)));
        let sources = sources.map(sinew::NodeId::slot).collect();
        // Rotations of every size, worked out beforehand so that their cost is not measured.
        let turns = (0..997).map(|step| {
            let angle = step as f32 * 0.37;
            Quat::from_axis_angle(Vec3::new(angle.sin(), angle.cos(), 1.0).normalize(), angle % 3.0)
        });
        Self {
            local: model.hierarchy().rest_pose().to_vec(),
            model_space: ModelSpace::new(&model),
            constraint_frames: ConstraintFrames::new(&model),
            sources,
            turns: turns.collect(),
            frame: 0,
            moves_everything,
            model,
        }
    }

    /// The pose of the next frame, before its constraints.
    fn advance(&mut self) {
        self.frame += 1;
        for (place, &slot) in self.sources.iter().enumerate() {
            let turn = self.turns[(place + self.frame * 31) % self.turns.len()];
            let local = &mut self.local[slot];
            local.rotation = turn;
            local.translation.z = 1.0 + turn.x;
            local.translation.y += turn.y * 0.01;
        }
        if self.moves_everything {
            let way = if self.frame.is_multiple_of(2) { 0.001 } else { -0.001 };
            for local in &mut self.local {
                local.translation.x += way;
            }
        }
    }

    fn constrain(&mut self) {
        sinew::constrain(&self.model, &mut self.local, &mut self.constraint_frames).expect("lengths of the model");
        black_box(&mut self.local);
    }

    fn evaluate(&mut self) {
        sinew::evaluate(&self.model, &mut self.local, &mut self.model_space).expect("lengths of the model");
        black_box(&mut self.model_space);
    }

    /// How long `part` takes in so many frames, all together.
    fn time(&mut self, frames: u64, part: fn(&mut Self)) -> Duration {
        let mut total = Duration::ZERO;
        for _ in 0..frames {
            self.advance();
            let start = Instant::now();
            part(self);
            total += start.elapsed();
        }
        total
    }
}

/// A part of a frame that is measured, and its name.
type Part = (&'static str, fn(&mut Moving));

const PARTS: [Part; 2] = [("constrain", Moving::constrain), ("evaluate", Moving::evaluate)];

fn bench(criterion: &mut Criterion) {
    for (shape, extra_parents, moves_everything) in
        [("flat", 0, false), ("below_8_parents", 8, false), ("below_8_parents_all_moving", 8, true)]
    {
        let mut group = criterion.benchmark_group(format!("constraint_{shape}"));
        for (name, kinds) in [
            ("rotation", Kinds::Rotation),
            ("roll", Kinds::Roll),
            ("aim", Kinds::Aim),
            ("mixed", Kinds::Mixed),
            ("early", Kinds::Early),
        ] {
            for count in [1_000, 10_000] {
                let mut moving = Moving::new(count, kinds, extra_parents, moves_everything);
                group.throughput(Throughput::Elements(count as u64));
                for (part, run) in PARTS {
                    group.bench_function(BenchmarkId::new(format!("{part}_{name}"), count), |bencher| {
                        bencher.iter_custom(|frames| moving.time(frames, run));
                    });
                }
            }
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
