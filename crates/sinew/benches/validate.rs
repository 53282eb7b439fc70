//! Reading and validating a file of 100,000 nodes and 10,000 bodies, and files of half and a quarter of that: time grows with
//! the file. `SINEW_BENCH_FILE` names a path to write the large file to, for whoever compares with another validator.
//!
//! Goal: ten times as fast as Khronos's validator, which takes 2.0 s for such a file and does not look at physics.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use sinew::document::{Document, NoResources};
use sinew::validate::{Settings, validate};

fn main() {
    let settings = Settings::default();
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut group = criterion.benchmark_group("validate");
    for bodies in [2_500, 5_000, 10_000] {
        let file = sinew_testkit::scene::bodies(bodies).into_bytes();
        if bodies == 10_000
            && let Some(path) = std::env::var_os("SINEW_BENCH_FILE")
            && let Err(error) = std::fs::write(&path, &file)
        {
            eprintln!("{}: {error}", path.display());
        }
        println!("{bodies} bodies: {:.1} MB", file.len() as f64 / 1e6);
        group.throughput(Throughput::Bytes(file.len() as u64));
        group.bench_with_input(BenchmarkId::new("read and validate", bodies), &file, |bencher, file| {
            bencher.iter_batched(
                || file.clone(),
                |file| Document::read(file, &NoResources).map(|document| validate(&document, &settings)),
                BatchSize::LargeInput,
            );
        });
        let Ok(document) = Document::read(file, &NoResources) else { continue };
        group.bench_function(BenchmarkId::new("validate", bodies), |bencher| {
            bencher.iter(|| validate(black_box(&document), &settings));
        });
    }
    group.finish();
    criterion.final_summary();
}
