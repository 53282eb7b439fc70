//! Expressions that change materials, written as channels with pointers (`KHR_animation_pointer`).

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::{ConversionOptions, HumanClip, Model};
use sinew_tools::clip::animate_model;

/// A material with a texture, and two expressions: one reddens and moves the texture, the other shades a toon material and is binary.
fn avatar(material: &Value) -> Document {
    let has_transform = material.to_string().contains("KHR_texture_transform");
    let used = if has_transform { json!(["VRMC_vrm", "KHR_texture_transform"]) } else { json!(["VRMC_vrm"]) };
    let text = json!({
        "asset": {"version": "2.0"}, "extensionsUsed": used,
        "nodes": [{"name": "Hips", "translation": [0, 1, 0]}],
        "images": [{"uri": "none.png"}], "textures": [{"source": 0}], "materials": [material],
        "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}},
            "expressions": {"preset": {
                "happy": {
                    "materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, 0, 0, 0.5]},
                        {"material": 0, "type": "emissionColor", "targetValue": [0, 0.4, 0, 1]}],
                    "textureTransformBinds": [{"material": 0, "scale": [0.5, 1], "offset": [0.25, 0]}]},
                "angry": {"isBinary": true,
                    "materialColorBinds": [{"material": 0, "type": "emissionColor", "targetValue": [0, 0, 1, 1]}]},
                "sad": {"materialColorBinds": [{"material": 0, "type": "shadeColor", "targetValue": [0, 0, 1, 1]}]}}}}},
    });
    Document::read(text.to_string(), &NoResources).unwrap()
}

/// A clip that sets one expression to 0, 1 and 0 at 0 s, 1 s and 2 s.
fn clip(expression: &str) -> HumanClip {
    let text = json!({
        "asset": {"version": "2.0"}, "nodes": [{"name": "face"}],
        "extensions": {"VRMC_vrm_animation": {"specVersion": "1.0",
            "expressions": {"preset": {expression: {"node": 0}}}}},
    });
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0, 2.0])).unwrap().0;
    let output = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": input, "output": output}]}))
        .unwrap();
    let (model, _) = Model::from_document(&edit.finish().unwrap());
    HumanClip::new(model, 0).unwrap()
}

/// The numbers of a channel at a time, by linear interpolation.
fn at(model: &Model, pointer: &str, time: f32) -> Vec<f32> {
    let channels = &model.animations()[0].properties;
    let channel = channels.iter().find(|channel| channel.property.pointer() == pointer);
    let curve = &channel.unwrap_or_else(|| panic!("no channel {pointer}")).curve;
    let width = curve.values.len() / curve.times.len();
    let next = curve.times.partition_point(|key| *key <= time).clamp(1, curve.times.len() - 1);
    let (from, to) = (curve.times[next - 1], curve.times[next]);
    let part = ((time - from) / (to - from)).clamp(0.0, 1.0);
    let value = |key: usize, number: usize| curve.values[key * width + number];
    (0..width).map(|number| value(next - 1, number) * (1.0 - part) + value(next, number) * part).collect()
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-3, "{found:?} is not {expected:?}");
    }
}

#[test]
fn colours_and_texture_transforms_move_with_their_expression() {
    let color = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let emission = "/materials/0/emissiveFactor";
    let texture = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform";
    // A file that has the values, and one that leaves them all to their defaults.
    let full = json!({"emissiveFactor": [0.2, 0, 0], "pbrMetallicRoughness": {"baseColorFactor": [0.5, 1, 1, 1],
        "baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"scale": [2, 1], "offset": [0, 0.5]}}}}});
    let bare = json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}});
    for (material, [c, e, s, o]) in [
        (full, [[0.5_f32, 1.0, 1.0, 1.0], [0.2, 0.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0]]),
        (bare, [[1.0; 4], [0.0; 4], [1.0, 1.0, 0.0, 0.0], [0.0; 4]]),
    ] {
        let document = avatar(&material);
        let (model, _) = Model::from_document(&document);
        let (written, conversion) =
            animate_model(&document, &model, &clip("happy"), &ConversionOptions::default()).unwrap();
        assert!(conversion.left_out_materials.is_empty());
        let used = written.root().get("extensionsUsed").unwrap().text().to_owned();
        assert!(used.contains("KHR_animation_pointer") && used.contains("KHR_texture_transform"), "{used}");
        let (again, diagnostics) = Model::from_document(&written);
        let about_animations = diagnostics.iter().filter(|found| found.pointer.starts_with("/animations"));
        assert_eq!(about_animations.count(), 0, "{diagnostics:?}");
        for (time, weight) in [(0.0, 0.0), (0.25, 0.25), (1.0, 1.0), (1.5, 0.5), (2.0, 0.0)] {
            // "Base + (Target − Base) · Weight".
            let mix = |base: &[f32], target: &[f32]| -> Vec<f32> {
                base.iter().zip(target).map(|(base, target)| base + (target - base) * weight).collect()
            };
            assert_near(&at(&again, color, time), &mix(&c, &[1.0, 0.0, 0.0, 0.5]));
            assert_near(&at(&again, emission, time), &mix(&e[..3], &[0.0, 0.4, 0.0]));
            assert_near(&at(&again, &format!("{texture}/scale"), time), &mix(&s[..2], &[0.5, 1.0]));
            assert_near(&at(&again, &format!("{texture}/offset"), time), &mix(&o[..2], &[0.25, 0.0]));
        }
    }
}

#[test]
fn a_binary_expression_jumps_where_its_weight_passes_one_half() {
    let document = avatar(&json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    let (model, _) = Model::from_document(&document);
    let (written, _) = animate_model(&document, &model, &clip("angry"), &ConversionOptions::default()).unwrap();
    let (again, _) = Model::from_document(&written);
    for (time, blue) in [(0.0, 0.0), (0.49, 0.0), (0.51, 1.0), (1.0, 1.0), (1.49, 1.0), (1.51, 0.0), (2.0, 0.0)] {
        assert_near(&at(&again, "/materials/0/emissiveFactor", time), &[0.0, 0.0, blue]);
    }
}

#[test]
fn what_no_pointer_reaches_is_left_out_and_listed() {
    let toon = json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
        "extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0", "shadeColorFactor": [1, 1, 1]}}});
    let document = avatar(&toon);
    let (model, _) = Model::from_document(&document);
    let written = animate_model(&document, &model, &clip("sad"), &ConversionOptions::default());
    assert!(written.is_err());
    let conversion = clip("sad").convert(&model, &ConversionOptions::default());
    assert_eq!(conversion.materials.len(), 1);
    let kind = model.expressions().material_properties()[conversion.materials[0].property].kind;
    assert_eq!(kind, sinew::model::MaterialPropertyKind::ShadeColor);
}
