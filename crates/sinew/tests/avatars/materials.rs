//! Expressions that change materials: `Base + (A.Target − Base) · A.Weight + (B.Target − Base) · B.Weight`, by hand.

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, World, WorldOptions};

use crate::{Avatar, assert_near};

/// A toon material with all colours and two textures, and a plain one.
fn materials() -> Value {
    let moved = json!({"KHR_texture_transform": {"scale": [0.5, 0.5], "offset": [0.25, 0]}});
    json!([
        {"pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.4, 0.6, 0.8], "baseColorTexture": {"index": 0}},
            "emissiveTexture": {"index": 0, "extensions": moved},
            "extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0", "shadeColorFactor": [0.5, 0.5, 0.5],
                "matcapTexture": {"index": 0}}}},
        {"name": "Plain"},
    ])
}

fn color(material: u32, kind: &str, target: [f32; 4]) -> Value {
    json!({"material": material, "type": kind, "targetValue": target})
}

fn value(world: &World, avatar: InstanceId, pointer: &str) -> [f32; 4] {
    let found = world.material_values(avatar).find(|value| value.pointer == pointer);
    found.unwrap_or_else(|| panic!("no {pointer}")).value
}

#[test]
fn colours_go_from_their_base_by_the_weights_of_all_expressions() {
    let (mut world, avatar) = Avatar::new()
        .with("/materials", materials())
        .with_expression(
            "angry",
            json!({"materialColorBinds": [
                color(0, "color", [1.0, 0.0, 0.0, 1.0]),
                color(0, "shadeColor", [1.0, 0.0, 0.5, 0.25]),
                color(1, "emissionColor", [1.0, 0.5, 0.0, 0.0])]}),
        )
        .with_expression("sad", json!({"materialColorBinds": [color(0, "color", [0.0, 0.0, 1.0, 0.0])]}))
        .with_expression("wan", json!({"materialColorBinds": [color(1, "rimColor", [1.0, 1.0, 1.0, 1.0])]}))
        .world();
    let base = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let shade = "/materials/0/extensions/VRMC_materials_mtoon/shadeColorFactor";
    assert_near(&value(&world, avatar, base), &[0.2, 0.4, 0.6, 0.8], "before anything is set");
    world.set_expression(avatar, "angry", 0.5).unwrap();
    world.set_expression(avatar, "sad", 0.25).unwrap();
    world.set_expression(avatar, "wan", 1.0).unwrap();
    world.step();
    // 0.2 + 0.8·0.5 − 0.2·0.25; 0.4 − 0.4·0.5 − 0.4·0.25; 0.6 − 0.6·0.5 + 0.4·0.25; 0.8 + 0.2·0.5 − 0.8·0.25.
    assert_near(&value(&world, avatar, base), &[0.55, 0.1, 0.4, 0.7], "two expressions");
    // Shade has no alpha: the fourth number is ignored.
    assert_near(&value(&world, avatar, shade), &[0.75, 0.25, 0.5, 1.0], "shade");
    assert_near(&value(&world, avatar, "/materials/1/emissiveFactor"), &[0.5, 0.25, 0.0, 1.0], "emission");
    // A plain material has no rim.
    assert_eq!(world.material_values(avatar).count(), 3);
}

#[test]
fn every_texture_of_a_material_moves_from_where_it_is_but_no_matcap() {
    let bind = json!({"material": 0, "scale": [0.5, 1.0], "offset": [0.5, 0.25]});
    let (mut world, avatar) = Avatar::new()
        .with("/materials", materials())
        .with_expression("happy", json!({"textureTransformBinds": [bind]}))
        .with_expression("wan", json!({"textureTransformBinds": [{"material": 1}]}))
        .world();
    let [base, emissive] = ["pbrMetallicRoughness/baseColorTexture", "emissiveTexture"]
        .map(|texture| format!("/materials/0/{texture}/extensions/KHR_texture_transform"));
    assert_eq!(world.material_values(avatar).count(), 2);
    assert_near(&value(&world, avatar, &emissive), &[0.5, 0.5, 0.25, 0.0], "at rest");
    world.set_expression(avatar, "happy", 0.5).unwrap();
    world.step();
    assert_near(&value(&world, avatar, &base), &[0.75, 1.0, 0.25, 0.125], "from the whole texture");
    assert_near(&value(&world, avatar, &emissive), &[0.5, 0.75, 0.375, 0.125], "from its own place");
    world.set_expression(avatar, "happy", 1.0).unwrap();
    world.step();
    for texture in [&base, &emissive] {
        assert_near(&value(&world, avatar, texture), &[0.5, 1.0, 0.5, 0.25], "all the same at 1");
    }
}

#[test]
fn material_values_of_vrm_0x_are_in_the_numbers_of_the_shader_with_texture_coordinates_turned_over() {
    let file = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"translation": [0, 1, 0]}],
        "materials": [{"name": "Skin", "pbrMetallicRoughness": {"baseColorFactor": [1, 0.2, 0.2, 1]}}, {"name": "Cloth"}],
        "extensions": {"VRM": {
            "humanoid": {"humanBones": [{"bone": "hips", "node": 0}]},
            "materialProperties": [
                {"name": "Skin", "vectorProperties": {"_Color": [1, 0.5, 0.5, 1], "_MainTex": [0, 0, 1, 1]}},
                {"name": "Cloth"}],
            "blendShapeMaster": {"blendShapeGroups": [
                {"name": "Joy", "presetName": "joy", "materialValues": [
                    {"materialName": "Skin", "propertyName": "_Color", "targetValue": [1, 0, 0, 1]},
                    {"materialName": "Skin", "propertyName": "_MainTex_ST", "targetValue": [0.5, 0.25, 0.125, 0.5]},
                    {"materialName": "Cloth", "propertyName": "_Color", "targetValue": [0, 0, 0, 1]},
                    {"materialName": "Cloth", "propertyName": "_MainTex_ST_S", "targetValue": [0.5, 9, 0.5, 9]},
                    {"materialName": "Cloth", "propertyName": "_ShadeColor", "targetValue": [0, 0, 0, 1]},
                    {"materialName": "Hat", "propertyName": "_Color", "targetValue": [0, 0, 0, 1]},
                    {"materialName": "Skin", "propertyName": "_Color", "targetValue": [0, 0]}]}]}}}
    });
    let (model, diagnostics) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
    let binds = "/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues";
    let found: Vec<String> = diagnostics.iter().map(|it| format!("{} {}", it.code, it.pointer)).collect();
    for expected in [
        format!("EXPRESSION_BIND_UNUSED {binds}/4"),
        format!("UNRESOLVED_REFERENCE {binds}/5/materialName"),
        format!("ARRAY_LENGTH_NOT_IN_LIST {binds}/6/targetValue"),
    ] {
        assert!(found.contains(&expected), "{expected} is not in {found:?}");
    }
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.into(), Rigid::IDENTITY);
    world.set_expression(avatar, "happy", 0.5).unwrap();
    world.step();
    // Green and blue go from the shader's 0.5, not from the 0.2 of the fallback.
    let skin = "/extensions/VRM/materialProperties/0/vectorProperties/_Color";
    assert_near(&value(&world, avatar, skin), &[1.0, 0.25, 0.25, 1.0], "skin");
    let cloth = "/materials/1/pbrMetallicRoughness/baseColorFactor";
    assert_near(&value(&world, avatar, cloth), &[0.5, 0.5, 0.5, 1.0], "cloth");
    // v counts from the bottom in VRM 0.x: its offset 0.5 of a scale of 0.25 is 1 − 0.5 − 0.25 from the top.
    let texture = |material| {
        format!("/materials/{material}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform")
    };
    assert_near(&value(&world, avatar, &texture(0)), &[0.75, 0.625, 0.0625, 0.125], "both axes");
    assert_near(&value(&world, avatar, &texture(1)), &[0.75, 1.0, 0.25, 0.0], "u alone");
}
