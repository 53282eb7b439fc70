//! Small files that ask for much memory: each gets a diagnostic, and no more than a bound that this test names.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sinew::document::{AccessorIndex, Diagnostics, Document, Limits, NoResources, ReadOptions, glb};
use sinew::{Model, Pose};
use sinew_testkit::counting::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocator counts for the whole process, so one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

const MEBIBYTE: usize = 1 << 20;

/// Reads, lowers and animates a GLB, holding at most `most` bytes at a time beside the file itself.
fn run_within(most: usize, json: &str, binary: &[u8]) -> (Model, Diagnostics) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    run_alone(most, json, binary)
}

/// As [`run_within`], of a caller that has the lock.
fn run_alone(most: usize, json: &str, binary: &[u8]) -> (Model, Diagnostics) {
    let file = glb::write(json, Some(binary), &[]).unwrap();
    let start = Instant::now();
    let (result, usage) = measure(|| {
        let document = Document::read(file, &NoResources).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        let mut pose = Pose::rest(&model);
        for animation in model.animations() {
            pose.apply_animation(&model, animation, 0.5);
        }
        (model, diagnostics)
    });
    assert!(usage.peak < most, "{} MiB where {} are allowed", usage.peak / MEBIBYTE, most / MEBIBYTE);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    result
}

fn floats(numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    numbers.flat_map(f32::to_le_bytes).collect()
}

fn count(diagnostics: &Diagnostics, code: &str) -> usize {
    diagnostics.iter().filter(|found| found.code.as_str() == code).count()
}

/// A file of one node and `channels` channels, each with its own sampler over what `output` gives for it. The binary chunk
/// holds the key times (accessor 0) and as many zeros as vectors of them need (view 1).
fn animated(keys: usize, channels: usize, output: impl Fn(usize) -> usize, accessors: &str) -> (String, Vec<u8>) {
    let channel =
        |position| format!("{{\"sampler\":{position},\"target\":{{\"node\":{position},\"path\":\"translation\"}}}}");
    let sampler = |position| format!("{{\"input\":0,\"output\":{}}}", output(position));
    let list = |entry: &dyn Fn(usize) -> String| (0..channels).map(entry).collect::<Vec<_>>().join(",");
    let (times, vectors) = (keys * 4, keys * 12);
    let json = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{nodes}],\
         \"animations\":[{{\"channels\":[{}],\"samplers\":[{}]}}],\"buffers\":[{{\"byteLength\":{total}}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{times}}},\
         {{\"buffer\":0,\"byteOffset\":{times},\"byteLength\":{vectors}}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\",\"count\":{keys}}}{accessors}]}}",
        list(&channel),
        list(&sampler),
        nodes = vec!["{}"; channels].join(","),
        total = times + vectors,
    );
    let mut binary = floats((0..keys).map(|key| key as f32));
    binary.resize(times + vectors, 0);
    (json, binary)
}

#[test]
fn counts_without_bytes_allocate_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let json = r#"{"asset":{"version":"2.0"},"bufferViews":[{"buffer":0,"byteLength":4}],
        "buffers":[{"byteLength":4,"uri":"data:,abcd"}],
        "accessors":[{"componentType":5126,"type":"MAT4","count":4000000000},
                     {"bufferView":0,"componentType":5121,"type":"SCALAR","count":4000000000}]}"#;
    let document = Document::read(json, &NoResources).unwrap();
    let ((), usage) = measure(|| {
        for index in [0, 1] {
            assert!(document.accessor(AccessorIndex(index)).and_then(|one| one.read_f32::<1>()).is_err());
        }
    });
    assert!(usage.peak < 64 << 10, "{} bytes", usage.peak);
}

#[test]
fn channels_that_share_an_accessor_share_its_memory() {
    // 100,000 channels over 10,000 keys of 12 bytes would be 11 GiB if each had its own.
    let vectors = r#",{"bufferView":1,"componentType":5126,"type":"VEC3","count":10000}"#;
    let (json, binary) = animated(10_000, 100_000, |_| 1, vectors);
    let (model, diagnostics) = run_within(150 * MEBIBYTE, &json, &binary);
    assert_eq!(model.animations()[0].channels.len(), 100_000);
    assert!(diagnostics.is_empty());
}

#[test]
fn an_accessor_that_cannot_be_used_is_read_once_for_all_channels() {
    // Key times that are equal at the very end: found after a million comparisons, 20,000 times over if not remembered.
    let vectors = r#",{"bufferView":1,"componentType":5126,"type":"VEC3","count":1000000}"#;
    let (json, mut binary) = animated(1_000_000, 20_000, |_| 1, vectors);
    binary.copy_within(3_999_992..3_999_996, 3_999_996);
    let (_, diagnostics) = run_within(150 * MEBIBYTE, &json, &binary);
    assert_eq!(count(&diagnostics, "ANIMATION_KEYS_NOT_INCREASING"), 1);
    let skipped = count(&diagnostics, "ANIMATION_SAMPLER_UNREADABLE") + diagnostics.suppressed();
    assert_eq!(skipped, 20_000);
}

#[test]
fn compressed_views_over_the_same_stream_are_bounded_by_the_file() {
    // 100,000 vectors of zeros are a stream of 1,198 bytes in version 1: a first byte, 391 blocks of at most 256 elements with three
    // bytes of controls each, which all say "zeros", and a tail of 24. 400 views of it would be 480 MB, and as many of keys.
    const KEYS: usize = 100_000;
    let stream: Vec<u8> = [&[0xa1][..], &[0b1010_1010; 391 * 3], &[0; 24]].concat();
    let view = format!(
        "{{\"buffer\":1,\"byteLength\":{},\"extensions\":{{\"KHR_meshopt_compression\":{{\"buffer\":0,\"byteOffset\":{},\
         \"byteLength\":{},\"byteStride\":12,\"count\":{KEYS},\"mode\":\"ATTRIBUTES\"}}}}}}",
        12 * KEYS,
        4 * KEYS,
        stream.len()
    );
    let accessor = |position: usize| {
        format!(",{{\"bufferView\":{},\"componentType\":5126,\"type\":\"VEC3\",\"count\":{KEYS}}}", position + 1)
    };
    let (json, mut binary) = animated(KEYS, 400, |position| position + 1, &(0..400).map(accessor).collect::<String>());
    binary.truncate(4 * KEYS);
    binary.extend_from_slice(&stream);
    let (start, end) = (json.find(",{\"buffer\":0,\"byteOffset\"").unwrap(), json.find("],\"accessors\"").unwrap());
    let json = format!("{}{}{}", &json[..start], format!(",{view}").repeat(400), &json[end..]);
    let json = json.replace(
        &format!("[{{\"byteLength\":{}}}]", 16 * KEYS),
        &format!("[{{\"byteLength\":{}}},{{\"byteLength\":{}}}]", binary.len(), 12 * KEYS),
    );
    let (model, diagnostics) = run_within(220 * MEBIBYTE, &json, &binary);
    // (67,108,864 + 64 · 401,198 − 400,000 of times) / 1,200,000 = 76.98; the chunk is filled up to 401,200.
    assert_eq!(model.animations()[0].channels.len(), 76, "{:?}", diagnostics.as_slice().first());
    assert_eq!(count(&diagnostics, "TOO_MANY_ELEMENTS"), 400 - 76);
}

#[test]
fn many_accessors_over_the_same_bytes_are_bounded_by_them() {
    // 1,000 accessors of the same 1.2 MB would be 1.1 GiB. The bound is 64 MiB and four times the buffer of 1.6 MB: 70 MiB.
    let one = r#",{"bufferView":1,"componentType":5126,"type":"VEC3","count":100000}"#;
    let (json, binary) = animated(100_000, 1000, |position| position + 1, &one.repeat(1000));
    let (model, diagnostics) = run_within(120 * MEBIBYTE, &json, &binary);
    // (67,108,864 + 4 · 1,600,000 − 400,000 of times) / 1,200,000 = 60.9.
    assert_eq!(model.animations()[0].channels.len(), 60);
    assert_eq!(count(&diagnostics, "TOO_MANY_ELEMENTS"), 940);
    assert_eq!(diagnostics.as_slice()[0].pointer, "/accessors/61");
}

#[test]
fn many_accessors_over_no_bytes_are_bounded_too() {
    let one = r#",{"componentType":5126,"type":"VEC3","count":100000}"#;
    let (json, binary) = animated(100_000, 1000, |position| position + 1, &one.repeat(1000));
    let (model, diagnostics) = run_within(120 * MEBIBYTE, &json, &binary);
    assert_eq!(model.animations()[0].channels.len(), 60);
    assert_eq!(count(&diagnostics, "TOO_MANY_ELEMENTS"), 940);
}

#[test]
fn values_that_the_keys_do_not_call_for_are_not_read() {
    // Each asks for just less than the limit of zeros for one accessor, 256 MiB.
    let one = r#",{"componentType":5126,"type":"VEC3","count":22000000}"#;
    let (json, binary) = animated(2, 100, |position| position + 1, &one.repeat(100));
    let (_, diagnostics) = run_within(4 * MEBIBYTE, &json, &binary);
    assert_eq!(count(&diagnostics, "ANIMATION_SAMPLER_UNREADABLE"), 100);
}

#[test]
fn nodes_that_share_a_mesh_of_many_targets_have_weights_up_to_a_limit() {
    // 100,000 nodes with 1,000 weights each would be 381 MiB; the limit is 2²⁴ weights, 64 MiB, and while a list grows it
    // is held twice.
    let json = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{}},\"targets\":[{}]}}]}}]}}",
        vec!["{\"mesh\":0}"; 100_000].join(","),
        vec!["{}"; 1000].join(",")
    );
    let (model, diagnostics) = run_within(280 * MEBIBYTE, &json, &[]);
    // 2²⁴ / 1000 = 16777.2
    assert_eq!(model.morph_targets().nodes().count(), 16_777);
    let found: Vec<_> = diagnostics.iter().filter(|found| found.code.as_str() == "TOO_MANY_ELEMENTS").collect();
    assert_eq!((found.len(), found[0].pointer.as_str()), (1, "/nodes/16777"));
}

#[test]
fn complaints_are_kept_up_to_a_limit() {
    let json = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{}]}}", vec!["{\"a\":0}"; 300_000].join(","));
    let (_, diagnostics) = run_within(120 * MEBIBYTE, &json, &[]);
    // One a node, and NO_SCENE, which the flood does not hide.
    assert_eq!(diagnostics.as_slice().len(), Diagnostics::LIMIT + 1);
    assert_eq!(diagnostics.suppressed(), 300_000 - Diagnostics::LIMIT);
}

/// A body, and as many joints between it and the fixed world, of 82 bytes each.
fn joints_on_one_body(count: usize) -> String {
    let joint = r#",{"extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":0,"joint":0}}}}"#;
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[\
         {{\"extensions\":{{\"KHR_physics_rigid_bodies\":{{\"motion\":{{\"mass\":1}}}}}}}}{}],\
         \"extensions\":{{\"KHR_physics_rigid_bodies\":{{\"physicsJoints\":[\
         {{\"limits\":[{{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0}}]}}]}}}}}}",
        joint.repeat(count)
    )
}

#[test]
fn a_million_joints_on_one_body_are_as_many_as_the_limit_allows() {
    // The text itself is large enough to be seen by another test.
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // 82 MB of text; read, it takes about three times that, and a joint of a model 200 bytes.
    let (model, diagnostics) = run_alone(700 * MEBIBYTE, &joints_on_one_body(1_000_000), &[]);
    assert_eq!(model.physics().joints().len(), Limits::default().joints);
    let found: Vec<_> = diagnostics.iter().filter(|found| found.code.as_str() == "TOO_MANY_ELEMENTS").collect();
    // The body is node 0, so that joint n is on node n + 1.
    assert_eq!((found.len(), found[0].pointer.clone()), (1, format!("/nodes/{}", Limits::default().joints + 1)));
}

#[cfg(feature = "physics")]
#[test]
fn many_joints_on_one_body_step_in_linear_time() {
    use sinew::math::Rigid;
    use sinew::{World, WorldOptions};
    let limits = Limits { joints: 20_000, ..Limits::default() };
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let document = Document::read_with(joints_on_one_body(50_000), &NoResources, options).unwrap();
    let model = std::sync::Arc::new(Model::from_document(&document).0);
    assert_eq!(model.physics().joints().len(), 20_000);
    let start = Instant::now();
    let (finite, usage) = measure(|| {
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        (0..10).for_each(|_| world.step());
        world.bodies(instance).all(|body| body.world_from_body.is_finite())
    });
    assert!(finite);
    // 2 kB a joint, of which the engine's own is the most.
    assert!(usage.peak < 120 * MEBIBYTE, "{} MiB", usage.peak / MEBIBYTE);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
}

#[test]
fn bodies_and_colliders_are_as_many_as_the_limits_allow() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let body =
        r#"{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"shape":0}}}}}"#;
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{}],\"extensions\":{{\"KHR_physics_rigid_bodies\":{{}},\
         \"KHR_implicit_shapes\":{{\"shapes\":[{{\"type\":\"sphere\"}}]}}}}}}",
        vec![body; 100].join(",")
    );
    let limits = Limits { bodies: 30, colliders: 70, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let (model, diagnostics) = Model::from_document(&Document::read_with(text, &NoResources, options).unwrap());
    assert_eq!((model.physics().bodies().len(), model.physics().colliders().len()), (30, 70));
    let found = diagnostics.iter().filter(|found| found.code.as_str() == "TOO_MANY_ELEMENTS");
    assert_eq!(found.map(|found| found.pointer.as_str()).collect::<Vec<_>>(), ["/nodes/30", "/nodes/70"]);
}
