//! `KHR_animation_pointer`: properties that animations animate.

use glam::{Quat, Vec4};
use serde_json::json;
use sinew::document::{AccessorIndex, Diagnostics};
use sinew::model::property::{PropertyKind, PropertyRow, Source};
use sinew_testkit::assets;

use super::stored::{drawn_file, some_value};
use super::*;

/// The values of a channel's keys, as an accessor has them.
pub(super) enum Keys<'a> {
    Floats(&'a [f32]),
    Bytes(&'a [u8], bool),
    Shorts(&'a [i16], bool),
}

/// A channel of a test.
pub(super) struct Animated<'a> {
    pub(super) pointer: &'a str,
    pub(super) interpolation: &'a str,
    pub(super) times: &'a [f32],
    pub(super) keys: Keys<'a>,
    pub(super) width: usize,
}

/// Adds an animation with these channels to a file.
pub(super) fn with_animation(file: &mut Value, channels: &[Animated<'_>]) {
    let mut bytes: Vec<u8> = Vec::new();
    let (mut views, mut accessors, mut written, mut samplers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut push = |data: Vec<u8>, component: u32, normalized: bool, kind: &str, count: usize| {
        let at = bytes.len();
        views.push(json!({"buffer": 0, "byteOffset": at, "byteLength": data.len()}));
        bytes.extend(&data);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        accessors.push(json!({"bufferView": views.len() - 1, "componentType": component, "normalized": normalized,
            "count": count, "type": kind}));
        accessors.len() - 1
    };
    for channel in channels {
        let times: Vec<u8> = channel.times.iter().flat_map(|time| time.to_le_bytes()).collect();
        let input = push(times, 5126, false, "SCALAR", channel.times.len());
        let kind = ["SCALAR", "SCALAR", "VEC2", "VEC3", "VEC4"][channel.width];
        let output = match channel.keys {
            Keys::Floats(keys) => {
                let data = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
                push(data, 5126, false, kind, keys.len() / channel.width)
            }
            Keys::Bytes(keys, normalized) => push(keys.to_vec(), 5121, normalized, kind, keys.len() / channel.width),
            Keys::Shorts(keys, normalized) => {
                let data = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
                push(data, 5122, normalized, kind, keys.len() / channel.width)
            }
        };
        samplers.push(json!({"input": input, "output": output, "interpolation": channel.interpolation}));
        written.push(json!({"sampler": samplers.len() - 1, "target":
            {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": channel.pointer}}}}));
    }
    file["animations"] = json!([{"channels": written, "samplers": samplers}]);
    file["accessors"] = json!(accessors);
    file["bufferViews"] = json!(views);
    let uri = format!("data:application/octet-stream;base64,{}", base64(&bytes));
    file["buffers"] = json!([{"byteLength": bytes.len(), "uri": uri}]);
    file["extensionsUsed"] = json!(["KHR_animation_pointer"]);
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { letter as char } else { '=' });
        }
    }
    text
}

pub(super) fn read(file: &Value) -> (Arc<Model>, Diagnostics) {
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    (Arc::new(model), diagnostics)
}

/// A file with one channel, which has nothing to complain about, half a second into its animation.
fn half_a_second(mut file: Value, channel: Animated<'_>) -> (World, InstanceId) {
    let pointer = channel.pointer.to_owned();
    with_animation(&mut file, &[channel]);
    let (model, diagnostics) = read(&file);
    let about: Vec<_> = diagnostics.iter().filter(|found| found.code.as_str().contains("ANIMATION")).collect();
    assert!(about.is_empty(), "{pointer}: {about:?}");
    let (mut world, id) = spawn(&model);
    run(&mut world, 30);
    (world, id)
}

#[test]
fn every_row_of_what_is_drawn_is_animated() {
    for row in PropertyRow::all().filter(|row| row.source == Source::Stored) {
        let pointer = row.pointer.replace("{}", "0");
        let to: PropertyValue = serde_json::from_value(some_value(row)).unwrap();
        let to = to.cast(row.kind).unwrap().numbers();
        let from = row.default.filter(|default| default[0].is_finite());
        let from = from.map_or_else(|| vec![1.0; to.len()], <[f32]>::to_vec);
        let width = to.len();
        let keys: Vec<f32> = from.iter().chain(&to).copied().collect();
        let bytes = [1, 0];
        let (interpolation, keys) = match row.kind {
            PropertyKind::Bool => ("STEP", Keys::Bytes(&bytes, false)),
            _ => ("LINEAR", Keys::Floats(&keys)),
        };
        let channel = Animated { pointer: &pointer, interpolation, times: &[0.0, 1.0], keys, width };
        let mut file = drawn_file();
        if !row.has_default_of_text() {
            let (object, key) = pointer.rsplit_once('/').unwrap();
            file.pointer_mut(object).unwrap()[key] = json!(1);
        }
        let (mut world, id) = half_a_second(file, channel);
        let expected = match row.kind {
            PropertyKind::Bool => vec![1.0],
            _ if row.is_rotation() => Quat::from_slice(&from).slerp(Quat::from_slice(&to), 0.5).to_array().to_vec(),
            _ => from.iter().zip(&to).map(|(from, to)| 0.5 * (from + to)).collect(),
        };
        let expected = PropertyValue::from_numbers(row.kind, &expected).unwrap();
        let found = world.value(id, &pointer).unwrap();
        assert_eq!(numbers_near(&found, &expected, 1e-5), Ok(()), "{pointer}");
        // It is in the list of what moved, and goes back with a snapshot.
        let moved: Vec<String> = world.changed_properties(id).map(|(id, _)| id.pointer()).collect();
        assert_eq!(moved, std::slice::from_ref(&pointer));
        let (past, digest) = (world.snapshot(), world.digest());
        run(&mut world, 40);
        let end = PropertyValue::from_numbers(row.kind, &to).unwrap();
        assert_eq!(numbers_near(&world.value(id, &pointer).unwrap(), &end, 1e-5), Ok(()), "{pointer}");
        world.restore(&past).unwrap();
        assert_eq!((world.digest(), world.value(id, &pointer).unwrap()), (digest, found), "{pointer}");
    }
}

#[test]
fn a_spline_is_the_cubic_that_its_tangents_are_of() {
    // f(x) = x³ − 2x + 1 on 0…1: f = 1 and 0, f' = −2 and 1; f(½) = ⅛.
    let keys = [0.0, 1.0, -2.0, 1.0, 0.0, 0.0];
    let pointer = "/materials/0/extensions/KHR_materials_anisotropy/anisotropyRotation";
    let channel =
        Animated { pointer, interpolation: "CUBICSPLINE", times: &[0.0, 1.0], keys: Keys::Floats(&keys), width: 1 };
    let (world, id) = half_a_second(drawn_file(), channel);
    let value = world.property::<f32>(id, pointer).unwrap();
    assert_near(world.get(value).unwrap(), 0.125, 1e-4);
}

#[test]
fn integers_are_fractions_where_they_are_normalized_and_numbers_where_they_are_not() {
    let color = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let bytes = [0, 51, 255, 0, 255, 51, 0, 0];
    let channel = Animated {
        pointer: color,
        interpolation: "LINEAR",
        times: &[0.0, 1.0],
        keys: Keys::Bytes(&bytes, true),
        width: 4,
    };
    let (world, id) = half_a_second(drawn_file(), channel);
    let found = world.get(world.property::<Vec4>(id, color).unwrap()).unwrap();
    assert!(found.distance(Vec4::new(0.5, 0.2, 0.5, 0.0)) < 1e-5, "{found}");

    let rotation = "/materials/0/extensions/KHR_materials_anisotropy/anisotropyRotation";
    for (normalized, expected) in [(true, f32::midpoint(-1.0, 8.0 / 32767.0)), (false, f32::midpoint(-32767.0, 8.0))] {
        let keys = Keys::Shorts(&[-32767, 8], normalized);
        let channel = Animated { pointer: rotation, interpolation: "LINEAR", times: &[0.0, 1.0], keys, width: 1 };
        let (world, id) = half_a_second(drawn_file(), channel);
        let found = world.get(world.property::<f32>(id, rotation).unwrap()).unwrap();
        assert_near(found, expected, 1e-5 * f32::abs(expected).max(1.0) * 40.0);
    }
}

#[test]
fn a_pointer_to_a_node_is_the_channel_that_core_gltf_has() {
    let keys = [0.0, 0.0, 0.0, 2.0, 4.0, 6.0];
    let pointer = "/nodes/1/translation";
    let channel =
        Animated { pointer, interpolation: "LINEAR", times: &[0.0, 1.0], keys: Keys::Floats(&keys), width: 3 };
    let (world, id) = half_a_second(drawn_file(), channel);
    let found = world.get(world.property::<Vec3>(id, pointer).unwrap()).unwrap();
    assert!(found.distance(Vec3::new(1.0, 2.0, 3.0)) < 1e-4, "{found}");
    assert_eq!(world.model(id).unwrap().animations()[0].channels.len(), 1);

    // One weight of two.
    let pointer = "/nodes/0/weights/1";
    let channel =
        Animated { pointer, interpolation: "LINEAR", times: &[0.0, 1.0], keys: Keys::Floats(&[0.0, 1.0]), width: 1 };
    let (world, id) = half_a_second(drawn_file(), channel);
    assert_near(world.pose(id).unwrap().weights[0], 0.25, 0.0);
    assert_near(world.pose(id).unwrap().weights[1], 0.5, 1e-4);
}

/// Layers, weights and masks mix properties as they mix poses: the file has 0 as the strength, the animation goes from 0.2 to 1.
#[test]
fn layers_mix_what_animations_animate() {
    let strength = "/materials/0/extensions/KHR_materials_anisotropy/anisotropyStrength";
    let visible = "/nodes/0/extensions/KHR_node_visibility/visible";
    let mut file = drawn_file();
    let times = &[0.0, 1.0];
    with_animation(
        &mut file,
        &[
            Animated { pointer: strength, interpolation: "LINEAR", times, keys: Keys::Floats(&[0.2, 1.0]), width: 1 },
            Animated { pointer: visible, interpolation: "STEP", times, keys: Keys::Bytes(&[0, 0], false), width: 1 },
        ],
    );
    // The same channels again, as a second animation.
    file["animations"] = json!([file["animations"][0], file["animations"][0]]);
    let (model, _) = read(&file);
    let mixed = |set: &dyn Fn(&mut World, InstanceId)| {
        let mut world = World::new(WorldOptions::default());
        let none = sinew::SpawnOptions::default().with_animations(sinew::Animations::None);
        let id = world.spawn_with(model.clone(), Rigid::IDENTITY, &none);
        set(&mut world, id);
        run(&mut world, 1);
        let found = world.value(id, strength).unwrap().numbers()[0];
        (found, world.value(id, visible).unwrap() == PropertyValue::Bool(true))
    };
    let at = |animation: usize, time: f64| sinew::AnimationState::new(animation).with_time(time).with_speed(0.0);
    // A quarter of 0.6 over the file's 0; what is off counts for less than half, and stays on.
    let (found, is_visible) = mixed(&|world, id| world.play(id, at(0, 0.5).with_weight(0.25)).unwrap());
    assert_near(found, 0.15, 1e-6);
    assert!(is_visible);
    // (0.2 · 1 + 1.0 · 3) / 4 = 0.8: shares of one layer.
    let (found, is_visible) = mixed(&|world, id| {
        world.play(id, at(0, 0.0).with_weight(1.0)).unwrap();
        world.play(id, at(1, 1.0).with_weight(3.0)).unwrap();
    });
    assert_near(found, 0.8, 1e-6);
    assert!(!is_visible);
    // Half of 1.0 over 0.6.
    let (found, _) = mixed(&|world, id| {
        world.play(id, at(0, 0.5)).unwrap();
        world.play(id, at(1, 1.0).with_layer(1)).unwrap();
        world.set_layer(id, 1, sinew::Layer::default().with_weight(0.5)).unwrap();
    });
    assert_near(found, 0.8, 1e-6);
    // What has changed since the start of the second, 0.4, is added to 0.6 by a half; its mask leaves node 0 out.
    let (found, is_visible) = mixed(&|world, id| {
        world.play(id, at(0, 0.5)).unwrap();
        world.play(id, at(1, 0.5).with_layer(1)).unwrap();
        world.set_layer(id, 1, sinew::Layer::default().with_weight(0.5).with_additive(true)).unwrap();
    });
    assert_near(found, 0.8, 1e-6);
    assert!(!is_visible);
    let mask = sinew::LayerMask::default().with_node(sinew::document::NodeIndex(1));
    let (found, is_visible) = mixed(&|world, id| {
        world.play(id, at(0, 0.5).with_layer(1)).unwrap();
        world.set_layer(id, 1, sinew::Layer::default().with_mask(mask.clone())).unwrap();
    });
    assert_near(found, 0.6, 1e-6);
    assert!(is_visible, "node 0 is not in the mask");
}

/// A lift on a drive; the file as JSON.
fn lift() -> Value {
    let limits = json!([
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]);
    let drives =
        json!([{"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0, "stiffness": 1e6, "damping": 1e4}]);
    json!({"asset": {"version": "2.0"}, "nodes": [
        {"name": "post"},
        {"name": "Lift", "extensions": {KHR: {"motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]},
            "joint": {"connectedNode": 0, "joint": 0}}}}],
        "extensions": {KHR: {"physicsJoints": [{"limits": limits, "drives": drives}]}}})
}

#[test]
fn physics_follows_what_animations_animate() {
    let pointer = format!("/extensions/{KHR}/physicsJoints/0/drives/0/positionTarget");
    let keys = Keys::Floats(&[0.0, -2.0]);
    let channel = Animated { pointer: &pointer, interpolation: "LINEAR", times: &[0.0, 4.0], keys, width: 1 };
    let (mut world, id) = half_a_second(lift(), channel);
    run(&mut world, 90);
    // Two seconds in: the target is at 1 m and rises with ½ m/s. The damper holds against that, which lags by c·v/k, and the weight
    // by m·g/k.
    let expected = 1.0 - 1e4 * 0.5 / 1e6 - 2.0 * G / 1e6;
    assert_near(position(&world, id, "Lift").y, expected, 2e-3);

    let pointer = format!("/nodes/1/extensions/{KHR}/motion/isKinematic");
    let keys = Keys::Bytes(&[0, 1], false);
    let channel = Animated { pointer: &pointer, interpolation: "STEP", times: &[0.0, 0.25], keys, width: 1 };
    let (world, id) = half_a_second(lift(), channel);
    assert_eq!(world.value(id, &pointer).unwrap(), PropertyValue::Bool(true));
    let node = world.node(id, "Lift").unwrap();
    assert_eq!(world.body(id, node).unwrap().kind, sinew::model::physics::BodyKind::Kinematic);
}

#[test]
fn what_the_text_forbids_is_reported_and_the_rest_plays() {
    let cutoff = "/materials/0/alphaCutoff";
    let one = |pointer, interpolation| Animated {
        pointer,
        interpolation,
        times: &[0.0, 1.0],
        keys: Keys::Floats(&[0.25, 0.75]),
        width: 1,
    };
    let mut file = drawn_file();
    with_animation(
        &mut file,
        &[
            one("/materials/0/emissiveStrength", "LINEAR"),
            one("/materials/3/alphaCutoff", "LINEAR"),
            one("/nodes.length", "LINEAR"),
            one("/materials/0/emissiveFactor", "LINEAR"),
            one("/nodes/0/extensions/KHR_node_visibility/visible", "LINEAR"),
            one(cutoff, "STEP"),
            one(cutoff, "LINEAR"),
            one("/nodes/0/extras/glow", "LINEAR"),
        ],
    );
    let (model, diagnostics) = read(&file);
    let found: Vec<&str> =
        diagnostics.iter().map(|found| found.code.as_str()).filter(|code| code.contains("ANIMATION")).collect();
    let expected = [
        "ANIMATION_POINTER_UNKNOWN",
        "ANIMATION_POINTER_UNDEFINED",
        "ANIMATION_POINTER_READ_ONLY",
        "ANIMATION_POINTER_ACCESSOR",
        "ANIMATION_POINTER_INTERPOLATION",
        "ANIMATION_POINTER_ACCESSOR",
        "ANIMATION_DUPLICATE_TARGETS",
        "ANIMATION_CHANNEL_UNSUPPORTED",
    ];
    assert_eq!(found, expected);
    let (mut world, id) = spawn(&model);
    run(&mut world, 30);
    assert_eq!(numbers_near(&world.value(id, cutoff).unwrap(), &PropertyValue::Float(0.5), 1e-5), Ok(()));
}

#[test]
fn a_node_beside_a_pointer_another_path_and_keys_out_of_range_are_reported() {
    let pointer = "/cameras/0/perspective/yfov";
    let keys = Keys::Floats(&[1.0, -1.0]);
    let channel = Animated { pointer, interpolation: "LINEAR", times: &[0.0, 1.0], keys, width: 1 };
    let mut file = drawn_file();
    with_animation(&mut file, &[channel]);
    let codes = |file: &Value| {
        let (model, diagnostics) = read(file);
        let about = diagnostics.iter().map(|found| found.code.as_str()).filter(|code| code.contains("ANIMATION"));
        (model, about.map(str::to_owned).collect::<Vec<_>>())
    };
    let (model, found) = codes(&file);
    assert_eq!(found, ["ANIMATION_POINTER_VALUE"]);
    let (mut world, id) = spawn(&model);
    run(&mut world, 15);
    assert_near(world.get(world.property::<f32>(id, pointer).unwrap()).unwrap(), 0.5, 1e-4);
    // From half a second on the key is no field of view, and the last one that is stays.
    run(&mut world, 45);
    let last = world.get(world.property::<f32>(id, pointer).unwrap()).unwrap();
    assert!(last > 0.0 && last < 0.05, "{last}");

    let target = &mut file["animations"][0]["channels"][0]["target"];
    target["node"] = json!(1);
    let (_, found) = codes(&file);
    assert_eq!(found, ["KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE", "ANIMATION_POINTER_VALUE"]);
    file["animations"][0]["channels"][0]["target"]["path"] = json!("weights");
    let (_, found) = codes(&file);
    assert_eq!(found[0], "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH");
}

/// `KHR_animation_pointer`, Operation and Output Accessor Component Types; Object Model, Core Pointers. What is wrong, and the same file
/// put right.
#[test]
fn pointers_to_what_the_file_does_not_define_and_keys_of_another_kind_are_reported() {
    let filter = format!("/nodes/0/extensions/{KHR}/collider/collisionFilter");
    let file = || {
        json!({"asset": {"version": "2.0"},
            "nodes": [
                {"extensions": {KHR: {"collider": {"geometry": {"shape": 0}, "collisionFilter": 0}}}},
                {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]}],
            "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}],
            "materials": [{}],
            "extensions": {
                "KHR_lights_punctual": {"lights": [{"type": "point"}]},
                "KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
                KHR: {"collisionFilters": [{"collisionSystems": ["wood"]}, {"collisionSystems": ["stone"]}]}}})
    };
    let (undefined, accessor, value) =
        ("ANIMATION_POINTER_UNDEFINED", "ANIMATION_POINTER_ACCESSOR", "ANIMATION_POINTER_VALUE");
    let (up, turned) = ([1.0, 1.0, 1.0, 2.0, 2.0, 2.0], [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    let range = "/extensions/KHR_lights_punctual/lights/0/range";
    let (zfar, factor) = ("/cameras/0/perspective/zfar", "/materials/0/pbrMetallicRoughness/metallicFactor");
    let strength = "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength";
    let none = json!(null);
    // The pointer, its keys, and what puts it right: the code, and what is to be written where.
    let cases = [
        (zfar, Keys::Floats(&[1.0, 2.0]), 1, Some(undefined), (zfar, json!(5))),
        (range, Keys::Floats(&[1.0, 2.0]), 1, Some(undefined), (range, json!(5))),
        (factor, Keys::Floats(&[0.0, 1.0]), 1, Some(undefined), ("/materials/0/pbrMetallicRoughness", json!({}))),
        (strength, Keys::Floats(&[0.0, 1.0]), 1, Some(undefined), (strength, json!(2))),
        ("/nodes/1/scale", Keys::Floats(&up), 3, Some(undefined), ("/nodes/1", json!({}))),
        ("/nodes/1/rotation", Keys::Floats(&turned), 4, Some(undefined), ("/nodes/1", json!({}))),
        ("/nodes/1/translation", Keys::Floats(&up), 3, None, ("", none.clone())),
        (&filter, Keys::Floats(&[0.0, 1.0]), 1, Some(accessor), ("", none.clone())),
        (&filter, Keys::Shorts(&[0, 1], true), 1, Some(accessor), ("", none.clone())),
        (&filter, Keys::Shorts(&[0, 2], false), 1, Some(value), ("", none.clone())),
        (&filter, Keys::Shorts(&[-2, 1], false), 1, Some(value), ("", none.clone())),
        (&filter, Keys::Shorts(&[-1, 1], false), 1, None, ("", none)),
    ];
    for (pointer, keys, width, expected, (place, right)) in cases {
        let interpolation = if pointer == filter { "STEP" } else { "LINEAR" };
        let mut file = file();
        with_animation(&mut file, &[Animated { pointer, interpolation, times: &[0.0, 1.0], keys, width }]);
        let codes = |file: &Value| {
            let document = Document::read(file.to_string(), &NoResources).unwrap();
            let report = sinew::validate::validate(&document, &sinew::validate::Settings::default());
            let about = report.findings().iter().filter(|found| found.code.as_str().contains("ANIMATION"));
            about.map(|found| (found.code.as_str().to_owned(), found.pointer.clone())).collect::<Vec<_>>()
        };
        let found = codes(&file);
        let at = match expected {
            Some("ANIMATION_POINTER_UNDEFINED") => {
                "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer"
            }
            Some("ANIMATION_POINTER_VALUE") => "/animations/0/samplers/0/output",
            _ => "/animations/0/samplers/0",
        };
        let expected: Vec<(String, String)> =
            expected.into_iter().map(|code| (code.to_owned(), at.to_owned())).collect();
        assert_eq!(found, expected, "{pointer}");
        if let Some((object, key)) = place.rsplit_once('/') {
            if file.pointer(object).is_none() {
                let (material, _) = object.split_once("/extensions").unwrap();
                file.pointer_mut(material).unwrap()["extensions"] = json!({"KHR_materials_emissive_strength": {}});
            }
            let object = file.pointer_mut(object).unwrap();
            match object {
                Value::Array(list) => list[key.parse::<usize>().unwrap()] = right,
                object => object[key] = right,
            }
            assert_eq!(codes(&file), [], "{pointer}");
        }
    }
}

/// The published files play: at every key, the property has the value that the file's accessor has.
#[test]
fn published_files_play() {
    let files = assets::models("animation_pointer");
    if files.is_empty() {
        println!("skipped: there are no assets");
        return;
    }
    let mut channels = 0;
    for path in files {
        let document = Document::open(&path).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        let about: Vec<_> = diagnostics.iter().filter(|found| found.code.as_str().contains("ANIMATION")).collect();
        assert!(about.is_empty(), "{}: {about:?}", path.display());
        let model = Arc::new(model);
        let root: Value = document.root().to_serde();
        for (index, animation) in root["animations"].as_array().unwrap().iter().enumerate() {
            let mut world = World::new(WorldOptions::default());
            let only = sinew::Animations::Only(vec![sinew::AnimationState::new(index).with_speed(0.0)]);
            let options = sinew::SpawnOptions::default().with_animations(only).with_graphs(false);
            let id = world.spawn_with(model.clone(), Rigid::IDENTITY, &options);
            for channel in animation["channels"].as_array().unwrap() {
                let pointer = channel["target"]["extensions"]["KHR_animation_pointer"]["pointer"].as_str();
                let Some(pointer) = pointer else { continue };
                let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
                let accessor = |key: &str| AccessorIndex(sampler[key].as_u64().unwrap() as u32);
                let times = document.accessor(accessor("input")).unwrap().read_scalars().unwrap();
                let output = document.accessor(accessor("output")).unwrap();
                let width = output.shape().components();
                let keys: Vec<f32> = match width {
                    1 => output.read_scalars().unwrap(),
                    3 => output.read_f32::<3>().unwrap().into_flattened(),
                    _ => output.read_f32::<4>().unwrap().into_flattened(),
                };
                for (key, time) in times.iter().enumerate() {
                    world
                        .play(id, sinew::AnimationState::new(index).with_speed(0.0).with_time(f64::from(*time)))
                        .unwrap();
                    world.step();
                    let found = world.value(id, pointer).unwrap().numbers();
                    let expected = &keys[key * width..(key + 1) * width];
                    let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-4)
                        || found.iter().zip(expected).all(|(one, other)| (one + other).abs() < 1e-4);
                    assert!(is_near, "{} {pointer} at {time}: {found:?} for {expected:?}", path.display());
                }
                channels += 1;
            }
        }
    }
    assert!(channels > 80, "{channels}");
}
