//! Expressions that are animations (`KHR_character_expression` and what belongs to it), with values worked by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::model::{ExpressionPreset, Track};
use sinew::property::PropertyValue;
use sinew::{
    Assets, ClipOptions, ConversionOptions, HumanClip, Input, Isometry, Model, NodeOverride, Recorder, SpawnOptions,
    World, WorldOptions, WrapMode,
};

use crate::assert_near;

/// A file with animations, whose numbers are written as they are added.
struct Character {
    document: Value,
    numbers: Vec<f32>,
}

/// What a channel animates, with its key times and values.
struct Keys<'a> {
    target: Value,
    times: &'a [f32],
    values: &'a [f32],
    kind: &'a str,
    interpolation: &'a str,
}

fn node_keys<'a>(node: u32, path: &str, kind: &'a str, times: &'a [f32], values: &'a [f32]) -> Keys<'a> {
    Keys { target: json!({"node": node, "path": path}), times, values, kind, interpolation: "LINEAR" }
}

fn pointer_keys<'a>(pointer: &str, kind: &'a str, times: &'a [f32], values: &'a [f32]) -> Keys<'a> {
    let target = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}});
    Keys { target, times, values, kind, interpolation: "LINEAR" }
}

/// The part of the way between two keys.
const FULL: &[f32] = &[0.0, 1.0];

impl Character {
    /// A head with a jaw, which rests at (0, −0.1, 0.05), and a face of three morph targets that rest at 0, 0.25 and 0.
    fn new() -> Self {
        let document = json!({
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [
                {"name": "Head", "children": [1, 2]},
                {"name": "Jaw", "translation": [0, -0.1, 0.05]},
                {"name": "Face", "mesh": 0, "weights": [0.0, 0.25, 0.0]},
            ],
            "meshes": [{"primitives": [{"attributes": {}, "targets": [{}, {}, {}]}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0.5, 1]}}],
            "animations": [],
            "accessors": [],
            "bufferViews": [],
            "extensionsUsed": ["KHR_character", "KHR_character_expression", "KHR_animation_pointer"],
            "extensions": {"KHR_character": {"rootNode": 0}, "KHR_character_expression": {"expressions": []}},
        });
        Self { document, numbers: Vec::new() }
    }

    fn accessor(&mut self, kind: &str, numbers: &[f32]) -> usize {
        let width = match kind {
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 1,
        };
        let list = |document: &mut Value, name: &str, entry: Value| {
            let list = document[name].as_array_mut().unwrap();
            list.push(entry);
            list.len() - 1
        };
        let (start, length) = (self.numbers.len() * 4, numbers.len() * 4);
        let view = json!({"buffer": 0, "byteOffset": start, "byteLength": length});
        let view = list(&mut self.document, "bufferViews", view);
        self.numbers.extend_from_slice(numbers);
        let accessor = json!({"bufferView": view, "componentType": 5126, "count": numbers.len() / width, "type": kind,
            "min": [numbers[0]], "max": [numbers[numbers.len() - 1]]});
        list(&mut self.document, "accessors", accessor)
    }

    /// With an expression whose animation has these channels, and what else the file says of it.
    fn with(mut self, name: &str, channels: &[Keys<'_>], extensions: &Value) -> Self {
        let (mut written, mut samplers) = (Vec::new(), Vec::new());
        for (sampler, keys) in channels.iter().enumerate() {
            let (input, output) = (self.accessor("SCALAR", keys.times), self.accessor(keys.kind, keys.values));
            samplers.push(json!({"input": input, "output": output, "interpolation": keys.interpolation}));
            written.push(json!({"sampler": sampler, "target": keys.target}));
        }
        let animations = self.document["animations"].as_array_mut().unwrap();
        animations.push(json!({"name": name, "channels": written, "samplers": samplers}));
        let animation = animations.len() - 1;
        let list = &mut self.document["extensions"]["KHR_character_expression"]["expressions"];
        let expression = json!({"expression": name, "animation": animation, "extensions": extensions});
        list.as_array_mut().unwrap().push(expression);
        self
    }

    fn with_mapping(mut self, sets: &Value) -> Self {
        self.document["extensions"]["KHR_character_expression_mapping"] = json!({"expressionSetMappings": sets});
        self
    }

    fn read(&self) -> (Arc<Model>, Vec<String>) {
        let bytes: Vec<u8> = self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut document = self.document.clone();
        document["buffers"] = json!([{"uri": "keys.bin", "byteLength": bytes.len()}]);
        let resources = BTreeMap::from([("keys.bin".to_owned(), bytes)]);
        let document = Document::read(document.to_string(), &resources).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        let found = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer));
        (Arc::new(model), found.collect())
    }

    #[track_caller]
    fn model(&self) -> Arc<Model> {
        let (model, found) = self.read();
        assert_eq!(found, [""; 0]);
        model
    }
}

/// Weights of a smile, of the jaw and of a blush.
fn smiling() -> Character {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let weights = [0.0, 0.25, 0.0, 0.8, 0.65, 0.0];
    Character::new()
        .with(
            "smile",
            &[node_keys(2, "weights", "SCALAR", FULL, &weights)],
            &json!({"KHR_character_expression_morphtarget": {"channels": [0]}}),
        )
        .with(
            "jawOpen",
            &[
                // A quarter turn about x, and 2 cm down.
                node_keys(1, "rotation", "VEC4", FULL, &[0.0, 0.0, 0.0, 1.0, half, 0.0, 0.0, half]),
                node_keys(1, "translation", "VEC3", FULL, &[0.0, -0.1, 0.05, 0.0, -0.12, 0.05]),
                pointer_keys("/nodes/2/weights/2", "SCALAR", FULL, &[0.0, 0.5]),
            ],
            &json!({"KHR_character_expression_joint": {"channels": [0, 1]},
                "KHR_character_expression_morphtarget": {"channels": [2]}}),
        )
        .with(
            "blush",
            &[pointer_keys(
                "/materials/0/pbrMetallicRoughness/baseColorFactor",
                "VEC4",
                FULL,
                &[1.0, 0.5, 0.5, 1.0, 1.0, 0.1, 0.1, 1.0],
            )],
            &json!({"KHR_character_expression_texture": {"channels": [0]}}),
        )
}

fn spawned(character: &Character) -> (World, sinew::InstanceId) {
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(character.model(), Rigid::IDENTITY);
    (world, id)
}

fn jaw(world: &World, id: sinew::InstanceId) -> (Vec3, Quat) {
    let node = world.node(id, "Jaw").unwrap();
    let local = world.pose(id).unwrap().local[node.slot()];
    (local.translation, local.rotation)
}

#[track_caller]
fn assert_degrees(rotation: Quat, axis: Vec3, degrees: f32) {
    let expected = Quat::from_axis_angle(axis, degrees.to_radians());
    let off = rotation.dot(expected).abs().min(1.0).acos().to_degrees() * 2.0;
    assert!(off < 0.05, "{rotation} is {off}° off {degrees}° about {axis}");
}

#[test]
fn a_value_is_the_time_of_the_expression_s_animation() {
    let (mut world, id) = spawned(&smiling());
    world.step();
    // An animation that is an expression does not play.
    assert_near(&world.pose(id).unwrap().weights, &[0.0, 0.25, 0.0], "at rest");
    world.set_expression(id, "smile", 0.5).unwrap();
    world.step();
    // Halfway from (0, 0.25, 0) to (0.8, 0.65, 0).
    assert_near(&world.pose(id).unwrap().weights, &[0.4, 0.45, 0.0], "half a smile");
    world.set_expression(id, "jawOpen", 0.5).unwrap();
    for _ in 0..10 {
        world.step();
    }
    // Nothing piles up from step to step: 45° about x, 1 cm down, and 0.25 of the third target.
    assert_near(&world.pose(id).unwrap().weights, &[0.4, 0.45, 0.25], "with the jaw");
    let (translation, rotation) = jaw(&world, id);
    assert_near(&translation.to_array(), &[0.0, -0.11, 0.05], "the jaw");
    assert_degrees(rotation, Vec3::X, 45.0);
    world.set_expression(id, "jawOpen", None).unwrap();
    world.set_expression(id, "smile", None).unwrap();
    world.step();
    assert_near(&world.pose(id).unwrap().weights, &[0.0, 0.25, 0.0], "at rest again");
    assert_eq!(jaw(&world, id), (Vec3::new(0.0, -0.1, 0.05), Quat::IDENTITY));
}

#[test]
fn a_texture_s_channels_change_properties_of_materials() {
    let (mut world, id) = spawned(&smiling());
    world.set_expression(id, "blush", 0.25).unwrap();
    world.step();
    let color = world.value(id, "/materials/0/pbrMetallicRoughness/baseColorFactor").unwrap();
    let PropertyValue::Float4(color) = color else { panic!("{color:?}") };
    // A quarter of the way from 0.5 to 0.1.
    assert_near(&color, &[1.0, 0.4, 0.4, 1.0], "the colour");
}

#[test]
fn an_expression_adds_to_where_the_joint_is() {
    let (mut world, id) = spawned(&smiling());
    let node = world.node(id, "Jaw").unwrap();
    let aside = NodeOverride { translation: Some(Vec3::new(1.0, 0.0, 0.0)), ..NodeOverride::default() };
    world.set_override(id, node, Some(aside)).unwrap();
    world.set_expression(id, "jawOpen", 1.0).unwrap();
    for _ in 0..3 {
        world.step();
    }
    assert_near(&jaw(&world, id).0.to_array(), &[1.0, -0.02, 0.0], "2 cm down from there");
    assert_degrees(jaw(&world, id).1, Vec3::X, 90.0);
}

#[test]
fn differences_from_rest_of_several_expressions_add_up_in_any_order() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turn = |axis: [f32; 3]| [0.0, 0.0, 0.0, 1.0, axis[0] * half, axis[1] * half, axis[2] * half, half];
    let character = |names: [&str; 2]| {
        let mut character = Character::new();
        for name in names {
            let rotation = if name == "left" { turn([1.0, 0.0, 0.0]) } else { turn([0.0, 1.0, 0.0]) };
            let keys = [
                node_keys(1, "rotation", "VEC4", FULL, &rotation),
                node_keys(2, "weights", "SCALAR", FULL, &[0.0, 0.25, 0.0, 0.5, 0.25, 0.0]),
            ];
            character = character.with(name, &keys, &json!({}));
        }
        let (mut world, id) = spawned(&character);
        world.set_expression(id, "left", 1.0).unwrap();
        world.set_expression(id, "right", 1.0).unwrap();
        world.step();
        (jaw(&world, id).1, world.pose(id).unwrap().weights.clone())
    };
    let (rotation, weights) = character(["left", "right"]);
    assert_near(&weights, &[1.0, 0.25, 0.0], "0.5 twice");
    // Rotation vectors (90°, 0, 0) and (0, 90°, 0) add up to 127.28° about (1, 1, 0).
    assert_degrees(rotation, Vec3::new(half, half, 0.0), 90.0 * std::f32::consts::SQRT_2);
    assert_eq!(character(["right", "left"]), (rotation, weights));
}

#[test]
fn steps_switch_at_their_key_and_one_key_is_the_whole_expression() {
    let step = Keys {
        interpolation: "STEP",
        ..node_keys(2, "weights", "SCALAR", &[0.0, 1.0], &[0.0, 0.25, 0.0, 1.0, 0.25, 0.0])
    };
    let pose = node_keys(2, "weights", "SCALAR", &[0.0], &[0.0, 0.25, 0.8]);
    let (model, found) = Character::new().with("blink", &[step], &json!({})).with("pout", &[pose], &json!({})).read();
    assert_eq!(found, ["EXPRESSION_NOT_NORMALIZED /animations/1"]);
    assert_eq!(model.expressions().as_slice()[0].preset, Some(ExpressionPreset::Blink));
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model, Rigid::IDENTITY);
    for (blink, expected) in [(0.99, 0.0), (1.0, 1.0)] {
        world.set_expression(id, "blink", blink).unwrap();
        world.set_expression(id, "pout", 0.5).unwrap();
        world.step();
        assert_near(&world.pose(id).unwrap().weights, &[expected, 0.25, 0.4], "blink");
    }
}

#[test]
fn masks_weaken_by_input_values_and_mappings_add_to_their_sources() {
    let target = |index: usize| {
        let mut values = [0.0, 0.25, 0.0, 0.0, 0.25, 0.0];
        values[3 + index] += 1.0;
        values
    };
    let (aa, happy, angry) = (target(0), target(1), target(2));
    let weights = |values| node_keys(2, "weights", "SCALAR", FULL, values);
    let masks = |masks: Value| json!({"KHR_character_expression_mask": {"masks": masks}});
    let character = Character::new()
        .with("aa", &[weights(&aa)], &json!({}))
        .with("happy", &[weights(&happy)], &masks(json!([{"target": "aa", "type": "blend", "amount": 0.5}])))
        .with(
            "angry",
            &[weights(&angry)],
            &masks(json!([{"target": "aa", "type": "block", "threshold": 0.2, "amount": 0.75},
                {"target": "happy", "type": "blend"}])),
        )
        .with_mapping(
            &json!({"mood": {"Glad": [{"source": "happy", "weight": 0.8}, {"source": "aa", "weight": 0.5}]}}),
        );
    let (mut world, id) = spawned(&character);
    let weights = |world: &World| world.expressions(id).map(|it| it.weight).collect::<Vec<_>>();
    for (name, value) in [("aa", 1.0), ("happy", 0.6), ("angry", 0.2)] {
        world.set_expression(id, name, value).unwrap();
    }
    world.step();
    // aa: 1 · (1 − 0.5 · 0.6); angry is not above its threshold. happy: 0.6 · (1 − 0.2).
    assert_near(&weights(&world), &[0.7, 0.48, 0.2, 0.0], "at the threshold");
    world.set_expression(id, "angry", 0.4).unwrap();
    world.step();
    // aa: 0.7 · (1 − 0.75); happy: 0.6 · 0.6.
    assert_near(&weights(&world), &[0.175, 0.36, 0.4, 0.0], "above it");
    for name in ["aa", "happy", "angry"] {
        world.set_expression(id, name, None).unwrap();
    }
    // By either name: 0.5 · 0.8 = 0.4 of happy, 0.25 of aa, which is weakened to 0.25 · (1 − 0.5 · 0.4).
    for name in ["Glad", "mood/Glad"] {
        world.set_expression(id, name, 0.5).unwrap();
        world.step();
        assert_near(&weights(&world), &[0.2, 0.4, 0.0, 0.5], name);
    }
    assert_near(&world.pose(id).unwrap().weights, &[0.2, 0.65, 0.0], "the face");
}

#[test]
fn what_is_wrong_is_reported_where_it_is_and_the_rest_is_read() {
    let weights = [0.0, 0.25, 0.0, 1.0, 0.25, 0.0];
    let keys = || node_keys(2, "weights", "SCALAR", FULL, &weights);
    let late = node_keys(2, "weights", "SCALAR", &[0.0, 2.0], &weights);
    let bent = node_keys(1, "translation", "VEC3", FULL, &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mut character = Character::new()
        .with("a", &[keys()], &json!({"KHR_character_expression_joint": {"channels": [0, 7]},
            "KHR_character_expression_mask": {"masks": [{"target": "b"}, {"target": "z"}, {"target": "b", "amount": 2}]}}))
        .with("b", &[late], &json!({"KHR_avatar_expression_morphtarget": {"channels": [0]}}))
        .with("b", &[keys()], &json!({}))
        .with("c", &[bent], &json!({}))
        .with_mapping(&json!({"set": {"d": [{"source": "z", "weight": 1}], "e": 5}}));
    let list = &mut character.document["extensions"]["KHR_character_expression"]["expressions"];
    list.as_array_mut().unwrap().push(json!({"expression": "f", "animation": 9}));
    character.document["extensions"]["KHR_character"]["rootNode"] = json!(77);
    let (model, found) = character.read();
    let expressions = "/extensions/KHR_character_expression/expressions";
    let mapping = "/extensions/KHR_character_expression_mapping/expressionSetMappings/set";
    let mask = format!("{expressions}/0/extensions/KHR_character_expression_mask/masks");
    let joint = format!("{expressions}/0/extensions/KHR_character_expression_joint/channels");
    assert_eq!(
        found,
        [
            "UNRESOLVED_REFERENCE /extensions/KHR_character/rootNode".to_owned(),
            format!("EXPRESSION_CHANNEL_KIND {joint}/0"),
            format!("UNRESOLVED_REFERENCE {joint}/1"),
            "EXPRESSION_NOT_NORMALIZED /animations/1".to_owned(),
            format!("EXPRESSION_NAME_TAKEN {expressions}/2"),
            "EXPRESSION_NOT_NORMALIZED /animations/3".to_owned(),
            format!("UNRESOLVED_REFERENCE {expressions}/4/animation"),
            format!("UNRESOLVED_REFERENCE {mask}/1/target"),
            format!("VALUE_NOT_IN_RANGE {mask}/2/amount"),
            format!("UNRESOLVED_REFERENCE {mapping}/d/0/source"),
            format!("TYPE_MISMATCH {mapping}/e"),
        ]
    );
    let names: Vec<&str> = model.expressions().as_slice().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "set/d", "set/e"]);
    // The whole of what ends at 2 s is there.
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model, Rigid::IDENTITY);
    world.set_expression(id, "b", 0.5).unwrap();
    world.step();
    assert_near(&world.pose(id).unwrap().weights, &[0.5, 0.25, 0.0], "half of it");
}

#[test]
fn expressions_of_an_avatar_keep_their_names_and_animations_of_the_same_are_no_motion() {
    let weights = [0.0, 0.25, 0.0, 1.0, 0.25, 0.0];
    let keys = || node_keys(2, "weights", "SCALAR", FULL, &weights);
    let mut character = Character::new().with("happy", &[keys()], &json!({})).with("smirk", &[keys()], &json!({}));
    character.document["extensions"]["VRMC_vrm"] = json!({"specVersion": "1.0",
        "humanoid": {"humanBones": {"hips": {"node": 0}}},
        "expressions": {"preset": {"happy": {"morphTargetBinds": [{"node": 2, "index": 2, "weight": 1}]}}}});
    let (model, _) = character.read();
    assert!(model.animations().iter().all(|animation| !animation.is_motion()));
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model, Rigid::IDENTITY);
    world.set_expression(id, "happy", 1.0).unwrap();
    world.step();
    assert_near(&world.pose(id).unwrap().weights, &[0.0, 0.25, 1.0], "the avatar's own");
    world.set_expression(id, "smirk", 1.0).unwrap();
    world.set_expression(id, "happy", None).unwrap();
    world.step();
    assert_near(&world.pose(id).unwrap().weights, &[1.0, 0.25, 0.0], "the animation");
}

struct Characters(Arc<Model>);

impl Assets for Characters {
    fn model(&mut self, _: &str) -> Option<Arc<Model>> {
        Some(self.0.clone())
    }
}

#[test]
fn snapshots_and_recordings_go_on_with_the_same_bits() {
    let (mut world, id) = spawned(&smiling());
    let live = |world: &mut World| {
        for step in 0..12_u8 {
            world.set_expression(id, "jawOpen", f32::from(step % 4) * 0.3).unwrap();
            world.step();
        }
    };
    live(&mut world);
    let past = world.snapshot();
    live(&mut world);
    let ahead = world.digest();
    world.restore(&past).unwrap();
    live(&mut world);
    assert_eq!(world.digest(), ahead);
    // Released, the jaw is at rest, whichever step the snapshot was taken in.
    world.restore(&past).unwrap();
    world.set_expression(id, "jawOpen", None).unwrap();
    world.step();
    assert_eq!(jaw(&world, id), (Vec3::new(0.0, -0.1, 0.05), Quat::IDENTITY));

    let mut recorder = Recorder::new(World::new(WorldOptions::default()), Characters(smiling().model()));
    let spawn = Input::Spawn { model: String::new(), at: Isometry::default(), animations: None, springs: true };
    recorder.apply(spawn).unwrap();
    let input = Input::Expression { instance: 0, expression: "jawOpen".to_owned(), value: Some(1.0) };
    recorder.apply(input).unwrap();
    recorder.step();
    let id = recorder.world().instances().next().unwrap();
    assert_degrees(jaw(recorder.world(), id).1, Vec3::X, 90.0);
}

#[test]
fn an_animation_that_is_asked_for_plays_though_it_is_an_expression() {
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(sinew::Animations::Only(vec![sinew::AnimationState::new(1)]));
    let id = world.spawn_with(smiling().model(), Rigid::IDENTITY, &options);
    for _ in 0..30 {
        world.step();
    }
    // Half a second of the jaw's second.
    assert_degrees(jaw(&world, id).1, Vec3::X, 45.0);
}

#[test]
fn a_clip_s_expressions_move_them_live_and_as_keys() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "jaw"}], "extensions": {"VRMC_vrm_animation":
        {"specVersion": "1.0", "expressions": {"custom": {"jawOpen": {"node": 0}}}}}}"#;
    let document = Document::read(text, &NoResources).unwrap();
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let output = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0]])).unwrap().0;
    let channels = json!([{"sampler": 0, "target": {"node": 0, "path": "translation"}}]);
    edit.add_animation(json!({"channels": channels, "samplers": [{"input": input, "output": output}]})).unwrap();
    let clip = HumanClip::new(Model::from_document(&edit.finish().unwrap()).0, 0).unwrap();
    let mut character = smiling();
    character.document["extensions"]["VRMC_vrm"] =
        json!({"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}}});
    let (model, _) = character.read();
    let conversion = clip.convert(&model, &ConversionOptions::default());
    let weights = conversion.animation.channels.iter().find_map(|channel| match &channel.track {
        Track::Weights(curve) => Some(curve.values.to_vec()),
        _ => None,
    });
    // From the file's weights to the whole jaw's: 0.5 of the third target.
    let weights = weights.unwrap();
    assert_near(&weights[..3], &[0.0, 0.25, 0.0], "the first key");
    assert_near(&weights[weights.len() - 3..], &[0.0, 0.25, 0.5], "the last key");
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model, Rigid::IDENTITY);
    world.play_clip(id, Arc::new(clip), ClipOptions::default(), WrapMode::Clamp).unwrap();
    for _ in 0..30 {
        world.step();
    }
    // Half a second of a second: 45° about x, and 0.25 of the third target.
    assert_degrees(jaw(&world, id).1, Vec3::X, 45.0);
    assert_near(&world.pose(id).unwrap().weights, &[0.0, 0.25, 0.25], "the face");
}

#[test]
fn a_channel_for_what_expressions_do_not_change_is_left_out_and_reported() {
    let gravity = "/nodes/1/extensions/KHR_physics_rigid_bodies/motion/gravityFactor";
    let keys = [
        pointer_keys(gravity, "SCALAR", FULL, &[1.0, 0.0]),
        pointer_keys("/nodes/2/weights/0", "SCALAR", FULL, &[0.0, 1.0]),
    ];
    let mut character = Character::new().with("float", &keys, &json!({}));
    character.document["nodes"][1]["extensions"] =
        json!({"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true}}});
    let (model, found) = character.read();
    assert_eq!(found, ["EXPRESSION_CHANNEL_UNSUPPORTED /animations/0"]);
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(model, Rigid::IDENTITY);
    world.set_expression(id, "float", 0.5).unwrap();
    world.step();
    assert_eq!(world.value(id, gravity).unwrap(), PropertyValue::Float(1.0));
    assert_near(&world.pose(id).unwrap().weights, &[0.5, 0.25, 0.0], "the face");
}
