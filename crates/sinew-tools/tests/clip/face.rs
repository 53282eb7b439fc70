//! Expressions on morph targets.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::document::Document;
use sinew::{ConversionOptions, ExpressionState, Model};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

use crate::conversion::assert_equal;
use crate::{animated, clip, clip_document, degrees_about, document, play, rotations, translations};

/// An avatar whose node `face` has four morph targets, with expressions that bind them.
pub(crate) fn avatar(preset: Value, custom: Value, look_at: Value) -> Model {
    Model::from_document(&avatar_document(preset, custom, look_at)).0
}

pub(crate) fn avatar_document(mut preset: Value, mut custom: Value, look_at: Value) -> Document {
    let document = document(&Avatar { rest: &|_| Quat::from_rotation_z(0.3), ..Avatar::default() });
    let mut edit = document.edit();
    let targets = json!([{}, {}, {}, {}]);
    let mesh = json!({"primitives": [{"attributes": {}, "targets": targets}], "weights": [0, 0, 0, 0.5]});
    edit.push("/meshes", mesh).unwrap();
    let node = edit.add_node(json!({"name": "face", "mesh": 0})).unwrap();
    edit.push("/scenes/0/nodes", node.0.into()).unwrap();
    for expressions in [&mut preset, &mut custom] {
        for expression in expressions.as_object_mut().unwrap().values_mut() {
            for bind in expression["morphTargetBinds"].as_array_mut().into_iter().flatten() {
                bind["node"] = node.0.into();
            }
        }
    }
    edit.set("/extensions/VRMC_vrm/expressions", json!({"preset": preset, "custom": custom})).unwrap();
    if !look_at.is_null() {
        edit.set("/extensions/VRMC_vrm/lookAt", look_at).unwrap();
    }
    edit.finish().unwrap()
}

/// The weights for values of expressions by name.
fn weights(model: &Model, values: &[(&str, f32)]) -> Vec<f32> {
    let mut face = ExpressionState::new(model);
    for &(name, value) in values {
        face.set(model.expressions().position(name).unwrap(), value);
    }
    let mut weights = model.morph_targets().rest().to_vec();
    face.apply(model, &mut weights);
    weights
}

#[track_caller]
fn assert_weights(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-6, "{found:?} is not {expected:?}");
    }
}

#[test]
fn binds_of_several_expressions_add_up_and_what_none_binds_stays() {
    let model = avatar(
        json!({"happy": {"morphTargetBinds": [{"index": 0, "weight": 0.8}, {"index": 1, "weight": 0.5}]},
               "sad": {"morphTargetBinds": [{"index": 1, "weight": 1.0}]}}),
        json!({"smirk": {"morphTargetBinds": [{"index": 2, "weight": 0.25}]}}),
        Value::Null,
    );
    // 0.5·0.8; 0.5·0.5 + 0.3·1; a value of 7 counts as 1; target 3 keeps the 0.5 of the mesh.
    assert_weights(&weights(&model, &[("happy", 0.5), ("sad", 0.3), ("smirk", 7.0)]), &[0.4, 0.55, 0.25, 0.5]);
    assert_weights(&weights(&model, &[("happy", -1.0)]), &[0.0, 0.0, 0.0, 0.5]);
}

#[test]
fn overrides_weaken_or_block_their_group_alone() {
    let bind = |index: u32| json!([{"index": index, "weight": 1}]);
    let model = avatar(
        json!({"happy": {"morphTargetBinds": bind(0), "overrideBlink": "blend", "overrideMouth": "block"},
               "blink": {"morphTargetBinds": bind(1), "overrideBlink": "block"},
               "aa": {"morphTargetBinds": bind(2)}}),
        json!({}),
        Value::Null,
    );
    // Blink is weakened to 1 − 0.25; the mouth is blocked; blink's own override of its group does not count.
    assert_weights(&weights(&model, &[("happy", 0.25), ("blink", 0.8), ("aa", 1.0)]), &[0.25, 0.6, 0.0, 0.5]);
    assert_weights(&weights(&model, &[("blink", 0.8), ("aa", 1.0)]), &[0.0, 0.8, 1.0, 0.5]);
}

#[test]
fn an_override_of_look_at_weakens_the_look_at_expressions() {
    let bind = |index: usize| json!([{"node": 0, "index": index, "weight": 1.0}]);
    let model = avatar(
        json!({"happy": {"morphTargetBinds": bind(0), "overrideLookAt": "blend"},
               "lookUp": {"morphTargetBinds": bind(1), "overrideLookAt": "block"},
               "blink": {"morphTargetBinds": bind(2)}}),
        json!({}),
        Value::Null,
    );
    // Look-at is weakened to 1 − 0.25, so that 0.8 becomes 0.6; its own override does not count, and blinking goes on.
    let found = weights(&model, &[("happy", 0.25), ("lookUp", 0.8), ("blink", 1.0)]);
    assert_weights(&found, &[0.25, 0.6, 1.0, 0.5]);
}

#[test]
fn a_binary_expression_overrides_by_what_it_shows_and_is_overridden_whole() {
    let bind = |index: u32| json!([{"index": index, "weight": 1}]);
    let model = avatar(
        json!({"happy": {"morphTargetBinds": bind(0), "isBinary": true, "overrideBlink": "blend"},
               "sad": {"morphTargetBinds": bind(2), "overrideBlink": "blend"},
               "blink": {"morphTargetBinds": bind(1), "isBinary": true}}),
        json!({}),
        Value::Null,
    );
    // Happy at 0.4 shows nothing, so blink is free; at 0.6 it shows all.
    assert_weights(&weights(&model, &[("happy", 0.4), ("blink", 0.9)]), &[0.0, 1.0, 0.0, 0.5]);
    assert_weights(&weights(&model, &[("happy", 0.6), ("blink", 0.9)]), &[1.0, 0.0, 0.0, 0.5]);
    // A little of sad takes a binary blink away altogether.
    assert_weights(&weights(&model, &[("sad", 0.1), ("blink", 0.9)]), &[0.0, 0.0, 0.1, 0.5]);
}

#[test]
fn a_clip_moves_the_expressions_that_the_avatar_has() {
    let keys = [
        translations("happy", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO, Vec3::X]),
        translations("wink", "LINEAR", &[0.0, 1.0], &[Vec3::X, Vec3::X]),
        rotations("gaze", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, -45.0)]),
    ];
    let source = Avatar { revision: Revision::Clip, ..Avatar::default() };
    let clip = clip(&animated(&clip_document(&source), &keys));
    let model = avatar(
        json!({"happy": {"morphTargetBinds": [{"index": 0, "weight": 0.5}]},
               "lookRight": {"morphTargetBinds": [{"index": 1, "weight": 1.0}]},
               "blink": {"isBinary": true, "morphTargetBinds": [{"index": 2, "weight": 1.0}]}}),
        json!({}),
        json!({"type": "expression", "rangeMapHorizontalOuter": {"inputMaxValue": 90, "outputScale": 1}}),
    );
    let options = ConversionOptions::default();
    let pose = play(&clip, &model, options.clip, 0.5);
    let range = model.morph_targets().range(model.hierarchy().find("face").unwrap());
    // Half of happy, and look-at of 22.5° to the right: a quarter of 90°.
    assert_weights(&pose.weights[range.clone()], &[0.25, 0.25, 0.0, 0.5]);
    let still = play(&clip, &model, options.clip.with_look_at(false), 0.5);
    assert_weights(&still.weights[range], &[0.25, 0.0, 0.0, 0.5]);
    let conversion = clip.convert(&model, &options);
    assert!(conversion.error.weight <= options.weight, "{:?}", conversion.error);
    assert_equal(&clip, &model, &conversion.animation, &options);
}

#[test]
fn steps_of_expressions_stay_steps_and_binary_ones_jump_where_they_cross() {
    let source = Avatar { revision: Revision::Clip, ..Avatar::default() };
    let step = [translations("happy", "STEP", &[0.0, 1.0], &[Vec3::ZERO, Vec3::X])];
    let line = [translations("happy", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO, Vec3::X])];
    let model = avatar(
        json!({"happy": {"isBinary": true, "morphTargetBinds": [{"index": 0, "weight": 1.0}]}}),
        json!({}),
        Value::Null,
    );
    let convert = |keys: &[crate::Keys<'_>]| {
        clip(&animated(&clip_document(&source), keys)).convert(&model, &ConversionOptions::default())
    };
    let stepped = convert(&step);
    let track = &stepped.animation.channels[0].track;
    assert_eq!(
        (track.path(), track.interpolation().as_str(), &**track.times()),
        ("weights", "STEP", [0.0, 1.0].as_slice())
    );
    // A line from 0 to 1 crosses one half at 0.5 s: two keys stand there, as near as numbers come.
    let crossing = convert(&line);
    let times = crossing.animation.channels[0].track.times();
    let behind = times.iter().position(|&time| time > 0.5).unwrap();
    assert!((times[behind] - 0.5).abs() < 1e-6 && (times[behind - 1] - 0.5).abs() < 1e-6, "{times:?}");
    assert!(crossing.error.weight < 1e-6, "{:?}", crossing.error);
}
