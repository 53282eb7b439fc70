//! What soft limits and drives cost: a hundred figures with hard limits of the engine, and the same soft and driven.

mod ragdolls;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use ragdolls::{Limbs, crowd, step};

fn soft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("soft");
    group.sample_size(20);
    for (name, limbs) in [("100 figures, hard", Limbs::Hard), ("100 figures, soft and driven", Limbs::SoftAndDriven)] {
        let (mut world, mut solver) = crowd(100, limbs);
        // They have landed.
        for _ in 0..120 {
            step(&mut world, &mut solver);
        }
        group.bench_function(name, |bencher| bencher.iter(|| step(black_box(&mut world), &mut solver)));
    }
    group.finish();
}

criterion_group!(benches, soft);
criterion_main!(benches);
