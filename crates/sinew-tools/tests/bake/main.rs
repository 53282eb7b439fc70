//! A simulation as an ordinary animation.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

#[path = "../../../sinew/tests/running/scenes.rs"]
mod scenes;

use std::sync::Arc;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, Pose, World, WorldOptions, WrapMode};
use sinew_tools::bake::{BEHAVIOUR, BakeError, BakeOptions, Baked, Recording, bake};

use scenes::{SCENES, avatar_and_clip, document, play, spawned};

const STEPS: usize = 120;

/// A simulation as it was, for comparing: the poses after each step, and the one at the start.
struct Played {
    model: Arc<Model>,
    poses: Vec<Pose>,
    recording: Recording,
}

fn played(document: &Document, prepare: impl FnOnce(&mut World, sinew::InstanceId)) -> Played {
    let model = Arc::new(Model::from_document(document).0);
    let (mut world, instance) = spawned(&model);
    prepare(&mut world, instance);
    let mut recording =
        Recording::new(world.dt(), world.pose(instance).unwrap(), world.model_from_virtual(instance).unwrap());
    let mut poses = vec![world.pose(instance).unwrap().clone()];
    for _ in 0..STEPS {
        world.step();
        recording.record(world.pose(instance).unwrap(), world.model_from_virtual(instance).unwrap());
        poses.push(world.pose(instance).unwrap().clone());
    }
    Played { model, poses, recording }
}

/// Plays the file and compares it with the simulation at every step, in the model's space: the most it is off, in
/// degrees and millimetres. Written without anything of the library's own comparison.
fn difference(baked: &Baked, played: &Played) -> (f32, f32) {
    let (model, _) = Model::from_document(&baked.document);
    let animation = model.animations().last().unwrap();
    let (mut degrees, mut millimetres) = (0.0f32, 0.0f32);
    for (step, simulated) in played.poses.iter().enumerate() {
        let mut pose = Pose::rest(&model);
        pose.apply_animation(&model, animation, step as f32 / 60.0);
        pose.evaluate(&model);
        for node in played.model.hierarchy().nodes() {
            let new = model.hierarchy().id(played.model.hierarchy().index(node)).unwrap();
            let (a, b) = (simulated.model_from_node(node), pose.model_from_node(new));
            millimetres = millimetres.max(a.translation.distance(b.translation) * 1000.0);
            let (a, b) = (simulated.model_space().rotation(node), pose.model_space().rotation(new));
            let rotation = (a.conjugate() * b).normalize();
            degrees = degrees.max((2.0 * rotation.xyz().length().min(1.0).asin()).to_degrees());
        }
    }
    (degrees, millimetres)
}

fn options(strip: bool) -> BakeOptions {
    BakeOptions { degrees: 0.5, millimetres: 2.0, strip, ..BakeOptions::default() }
}

#[test]
fn every_scene_plays_within_the_tolerance_at_all_times_with_and_without_its_behaviour() {
    for scene in SCENES {
        let document = document(scene);
        let played = played(&document, |_, _| {});
        for strip in [false, true] {
            let baked = bake(&document, &played.model, &played.recording, &options(strip)).unwrap();
            assert!(baked.report.is_within_tolerance, "{scene} {:?}", baked.report);
            let (degrees, millimetres) = difference(&baked, &played);
            // The times of keys are f32 products of the step, off by at most 2⁻²³ of 2 s; nothing here is faster than
            // 20 m/s or 20 rad/s, which is 5 µm and 0.0003°.
            assert!(degrees <= 0.5 + 1e-3 && millimetres <= 2.0 + 0.01, "{scene}: {degrees}° {millimetres} mm");
            // The chord of a fall sags by g·t²/8, which is 2 mm after 2.4 steps: most of what falls needs every second key.
            assert!(baked.report.keys < baked.report.keys_of_all_steps * 2 / 3, "{scene} {:?}", baked.report);
            assert!(baked.report.bytes < baked.report.bytes_of_all_steps);
        }
    }
}

#[test]
fn a_stripped_file_has_nothing_left_that_moves_it_but_the_animation() {
    let document = document("machine");
    let played = played(&document, |_, _| {});
    let baked = bake(&document, &played.model, &played.recording, &options(true)).unwrap();
    let text = baked.document.json().text();
    for name in BEHAVIOUR {
        assert!(!text.contains(name), "{name}");
    }
    assert_eq!(baked.document.extensions_used().count(), 0);
    assert!(!text.contains("extensionsUsed"), "an empty list is none: {text}");
    let (model, diagnostics) = Model::from_document(&baked.document);
    assert_eq!((model.animations().len(), diagnostics.as_slice().len()), (1, 0));
    assert_eq!(model.animations()[0].name.as_deref(), Some("simulation"));
    let stripped = ["KHR_physics_rigid_bodies", "KHR_implicit_shapes", "VRMC_node_constraint", "VRMC_constraints-1.0"];
    for name in stripped {
        assert!(baked.report.stripped.iter().any(|found| found == name), "{name}");
    }
}

/// A graph would set what the animation moves once more, and picking is for nothing without it.
#[test]
fn a_stripped_file_has_no_graph_left_and_nothing_to_pick() {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../sinew-cli/demo/machine.gltf")).unwrap();
    let file = file.replacen(r#""KHR_interactivity"]"#, r#""KHR_interactivity", "KHR_node_hoverability"]"#, 1);
    let document = Document::read(file, &NoResources).unwrap();
    let graph = ["KHR_interactivity", "KHR_node_selectability", "KHR_node_hoverability"];
    assert!(graph.iter().all(|name| document.extensions_used().any(|used| used == *name)), "the source has them");
    let played = played(&document, |_, _| {});
    let baked = bake(&document, &played.model, &played.recording, &options(true)).unwrap();
    for name in graph {
        assert!(!baked.document.json().text().contains(name), "{name}");
        assert!(baked.report.stripped.iter().any(|found| found == name), "{name}");
    }
    let (model, diagnostics) = Model::from_document(&baked.document);
    assert!(!model.graphs().is_in_file() && diagnostics.as_slice().is_empty());
}

#[test]
fn an_unstripped_bake_keeps_animations_and_behaviour() {
    let document = document("machine");
    let played = played(&document, |_, _| {});
    let baked = bake(&document, &played.model, &played.recording, &options(false)).unwrap();
    let (model, _) = Model::from_document(&baked.document);
    assert_eq!(model.animations().len(), 2);
    assert_eq!(model.physics().bodies().len(), played.model.physics().bodies().len());
    assert_eq!(model.constraints().len(), played.model.constraints().len());
}

#[test]
fn virtual_transforms_become_nodes_that_move_as_they_did() {
    let document = document("machine");
    let model = Arc::new(Model::from_document(&document).0);
    let played = played(&document, |_, _| {});
    let options = BakeOptions { virtual_transforms: true, ..options(true) };
    let baked = bake(&document, &model, &played.recording, &options).unwrap();
    assert!(baked.report.is_within_tolerance && baked.report.nodes_added == 1, "{:?}", baked.report);
    let (written, _) = Model::from_document(&baked.document);
    let label = written.hierarchy().find("label").unwrap();
    let flag = written.hierarchy().find("flag").unwrap();
    let mut pose = Pose::rest(&written);
    pose.apply_animation(&written, &written.animations()[0], 1.5);
    pose.evaluate(&written);
    // It is a metre along Z from the flag, at any rotation of the flag.
    let expected = pose.model_from_node(flag).transform_point3(Vec3::Z);
    let found = Vec3::from(pose.model_from_node(label).translation);
    // Each is within 2 mm, and half a degree over a metre is 9 mm.
    assert!(found.distance(expected) < 0.013, "{found} {expected}");
}

#[test]
fn a_clip_on_an_avatar_is_baked_with_its_two_keys() {
    let (document, clip) = avatar_and_clip();
    let played = played(&document, |world, instance| play(world, instance, &clip, WrapMode::Clamp));
    let baked = bake(&document, &played.model, &played.recording, &options(true)).unwrap();
    let (degrees, _) = difference(&baked, &played);
    assert!(degrees <= 0.5, "{degrees}");
    let (model, _) = Model::from_document(&baked.document);
    let arm = model.hierarchy().find("leftUpperArm").unwrap();
    let channel = model.animations()[0].channels.iter().find(|channel| channel.node == arm).unwrap();
    // From 0° to 90° evenly within a second, then still: the start, the corner and the end, and no more than a few where
    // the greedy search stops short of the corner.
    let keys = channel.track.times().len();
    assert!((3..=5).contains(&keys), "{keys} keys");
}

#[test]
fn a_node_with_a_matrix_gets_its_parts_instead() {
    let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [
        {"matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 5, 0, 1],
         "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let played = played(&document, |_, _| {});
    let baked = bake(&document, &played.model, &played.recording, &options(true)).unwrap();
    let node = baked.document.json().root().get("nodes").unwrap().element(0).unwrap();
    assert!(node.get("matrix").is_none());
    assert_eq!(node.get("scale").unwrap().to_serde(), json!([2.0, 2.0, 2.0]));
    assert!(baked.report.is_within_tolerance);
}

#[test]
fn fewer_keys_a_second_than_steps_are_where_they_were_asked_for() {
    let document = document("heap");
    let played = played(&document, |_, _| {});
    let options = BakeOptions { fps: Some(10.0), degrees: 0.0, millimetres: 0.0, ..options(true) };
    let baked = bake(&document, &played.model, &played.recording, &options).unwrap();
    let (model, _) = Model::from_document(&baked.document);
    for channel in &model.animations()[0].channels {
        for time in channel.track.times().iter() {
            let tenths = time * 10.0;
            assert!((tenths - tenths.round()).abs() < 1e-4, "{time}");
        }
    }
    // Bodies that bounce rotate between two tenths of a second, and the report shows it.
    assert!(!baked.report.is_within_tolerance && baked.report.error_millimetres > 1.0, "{:?}", baked.report);
}

#[test]
fn a_bake_without_motion_or_of_another_document_is_an_error() {
    let still = Document::read(r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#, &NoResources).unwrap();
    let at_rest = played(&still, |_, _| {});
    let nothing = bake(&still, &at_rest.model, &at_rest.recording, &options(true));
    assert_eq!(nothing.unwrap_err(), BakeError::Nothing);
    let other = document("heap");
    let heap = Model::from_document(&other).0;
    let result = bake(&other, &heap, &at_rest.recording, &options(true));
    assert_eq!(result.unwrap_err(), BakeError::OtherModel);
    assert_eq!(BakeError::Nothing.to_string(), "nothing of it moves");
}

#[test]
fn an_instance_elsewhere_in_the_world_is_baked_in_its_own_space() {
    let document = document("joints");
    let model = Arc::new(Model::from_document(&document).0);
    let mut world = World::new(WorldOptions::default());
    let place = Rigid::new(Vec3::new(10.0, 0.0, -4.0), Quat::from_rotation_y(1.0));
    let instance = world.spawn(model.clone(), place);
    let mut recording = Recording::new(world.dt(), world.pose(instance).unwrap(), &[]);
    for _ in 0..30 {
        world.step();
        recording.record(world.pose(instance).unwrap(), &[]);
    }
    let baked = bake(&document, &model, &recording, &options(true)).unwrap();
    assert!(baked.report.is_within_tolerance, "{:?}", baked.report);
}

/// A world sets what `KHR_animation_pointer` does not let a channel point at before the file says it.
#[test]
fn bake_writes_what_its_pointers_lead_to() {
    let text = json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"camera": 0}], "materials": [{}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let model = Arc::new(Model::from_document(&document).0);
    let (mut world, id) = spawned(&model);
    let mut recording = Recording::new(world.dt(), world.pose(id).unwrap(), world.model_from_virtual(id).unwrap());
    let (zfar, factor) = ("/cameras/0/perspective/zfar", "/materials/0/pbrMetallicRoughness/metallicFactor");
    for step in 0..60 {
        if step == 30 {
            for (pointer, value) in [(zfar, 50.0), (factor, 0.25)] {
                world.set(world.property::<f32>(id, pointer).unwrap(), value).unwrap();
            }
        }
        world.step();
        recording.record(world.pose(id).unwrap(), world.model_from_virtual(id).unwrap());
        recording.record_properties(&model, world.changed_properties(id));
    }
    let baked = bake(&document, &model, &recording, &options(false)).unwrap();
    let root = baked.document.root();
    // The far plane has no default, and its first key is the only one; the factor has that of glTF.
    assert_eq!(root.at_pointer(zfar).and_then(sinew_document::Value::as_f64), Some(50.0));
    assert_eq!(root.at_pointer(factor).and_then(sinew_document::Value::as_f64), Some(1.0));
    let (written, diagnostics) = Model::from_document(&baked.document);
    assert_eq!(diagnostics.as_slice(), []);
    let mut animated: Vec<String> =
        written.animations()[0].properties.iter().map(|channel| channel.property.pointer()).collect();
    animated.sort();
    assert_eq!(animated, [zfar, factor]);
}
