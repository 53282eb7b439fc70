//! Reading and lowering a file of 100,000 nodes, beside the `gltf` crate reading the same bytes.
//!
//! Prints the memory that each holds at its peak and afterwards, then the times. Goal: not slower than the `gltf`
//! crate, and below three times the file in memory.

use criterion::{BatchSize, Criterion, Throughput};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew_testkit::counting::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let file = sinew_testkit::scene::many_nodes(100_000).into_bytes();
    println!("file: {:.1} MB, 100000 nodes", megabytes(file.len()));
    report_memory("sinew: read", &file, |file| Document::read(file, &NoResources));
    report_memory("sinew: read and lower", &file, |file| {
        let document = Document::read(file, &NoResources)?;
        let model = Model::from_document(&document);
        Ok::<_, sinew::document::ReadError>((document, model))
    });
    report_memory("gltf crate: read", &file, |file| gltf::Gltf::from_slice(&file));

    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let mut group = criterion.benchmark_group("read_100000_nodes");
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("sinew: read", |bencher| {
        bencher.iter_batched(|| file.clone(), |file| Document::read(file, &NoResources), BatchSize::LargeInput);
    });
    group.bench_function("sinew: read and lower", |bencher| {
        bencher.iter_batched(
            || file.clone(),
            |file| Document::read(file, &NoResources).map(|document| Model::from_document(&document)),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("gltf crate: read", |bencher| {
        bencher.iter_batched(|| file.clone(), |file| gltf::Gltf::from_slice(&file), BatchSize::LargeInput);
    });
    group.bench_function("gltf crate: read without validation", |bencher| {
        bencher.iter_batched(
            || file.clone(),
            |file| gltf::Gltf::from_slice_without_validation(&file),
            BatchSize::LargeInput,
        );
    });
    group.finish();
    criterion.final_summary();
}

/// Both readers get the bytes as a vector of their own, as a program that has just read a file has them.
fn report_memory<T, E>(what: &str, file: &[u8], read: impl FnOnce(Vec<u8>) -> Result<T, E>) {
    let (result, usage) = measure(|| read(file.to_vec()));
    let times = |bytes: usize| bytes as f64 / file.len() as f64;
    println!(
        "{what}: holds {:.1} MB ({:.2} × the file), peak {:.1} MB ({:.2} ×), {}",
        megabytes(usage.held),
        times(usage.held),
        megabytes(usage.peak),
        times(usage.peak),
        if result.is_ok() { "ok" } else { "failed" }
    );
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
