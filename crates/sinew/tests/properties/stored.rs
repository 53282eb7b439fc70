//! Properties that nothing here depends on, those that can only be read, and what is refused.

use glam::{Mat4, Vec4};
use serde_json::json;
use sinew::WorldError;
use sinew::model::property::{PropertyRow, Source};

use super::*;

fn drawn() -> Arc<Model> {
    let document = Document::read(drawn_file().to_string(), &NoResources).unwrap();
    Arc::new(Model::from_document(&document).0)
}

/// A file with everything that the rows of core glTF and of what is drawn lead to.
pub(super) fn drawn_file() -> Value {
    let texture = || json!({"index": 0, "scale": 1, "extensions": {"KHR_texture_transform": {}}});
    let mut material = json!({"pbrMetallicRoughness": {"baseColorTexture": texture(), "metallicRoughnessTexture": texture()},
        "normalTexture": texture(), "occlusionTexture": texture(), "emissiveTexture": texture(), "extensions": {}});
    let extensions = material["extensions"].as_object_mut().unwrap();
    for row in PropertyRow::all() {
        let path: Vec<&str> = row.pointer.split('/').collect();
        if let ["", "materials", "{}", "extensions", name, below @ ..] = path.as_slice() {
            let object = extensions.entry(*name).or_insert_with(|| json!({}));
            if below.len() > 1 {
                object[below[0]] = texture();
            }
        }
    }
    let light = json!({"type": "spot", "spot": {}});
    let camera = json!({"perspective": {"yfov": 1, "znear": 0.1, "aspectRatio": 1},
        "orthographic": {"xmag": 1, "ymag": 1, "zfar": 10, "znear": 0.1}});
    let nodes = json!([
        {"name": "a", "children": [1], "translation": [1, 2, 3], "camera": 0, "mesh": 0, "skin": 0, "extensions": {
            "KHR_node_visibility": {}, "KHR_node_selectability": {}, "KHR_node_hoverability": {},
            "EXT_lights_ies": {}, "KHR_lights_punctual": {"light": 0}}},
        {"name": "b", "translation": [0, 1, 0]},
    ]);
    json!({
        "asset": {"version": "2.0"}, "nodes": nodes, "scene": 0, "scenes": [{"nodes": [0]}], "animations": [],
        "materials": [material], "cameras": [camera], "skins": [{"joints": [1], "skeleton": 1}],
        "meshes": [{"primitives": [{"attributes": {}, "material": 0, "targets": [{}, {}]}], "weights": [0.25, 0.5]}],
        "extensions": {"KHR_lights_punctual": {"lights": [light]}, "EXT_lights_image_based": {"lights": [{}]},
            "EXT_lights_ies": {"lights": []}},
    })
}

/// A value within the range of a row, and not its default.
pub(super) fn some_value(row: &PropertyRow) -> Value {
    let width = row.kind.width().unwrap_or(2);
    match row.kind {
        sinew::model::property::PropertyKind::Bool => json!(false),
        _ if row.is_rotation() => json!([0.0, 0.6, 0.0, 0.8]),
        _ => {
            let number = if row.range.complaint(&[0.75]).is_none() { 0.75 } else { 1.25 };
            if width == 1 { json!(number) } else { json!(vec![number; width]) }
        }
    }
}

#[test]
pub(super) fn every_row_of_what_is_drawn_is_set_kept_and_restored() {
    let model = drawn();
    let (mut world, id) = spawn(&model);
    let mut count = 0;
    for row in PropertyRow::all().filter(|row| row.source == Source::Stored) {
        let pointer = row.pointer.replace("{}", "0");
        if let (Some(default), Ok(found)) = (row.default, world.value(id, &pointer)) {
            let default = PropertyValue::from_numbers(row.kind, default).unwrap();
            assert_eq!(numbers_near(&found, &default, 0.0), Ok(()), "{pointer}");
        }
        set(&mut world, id, &pointer, &some_value(row));
        count += 1;
    }
    assert!(count > 80, "{count}");
    assert_eq!(world.changed_properties(id).count(), count);
    let (other, unchanged) = (world.spawn(model, Rigid::IDENTITY), "/materials/0/alphaCutoff");
    assert_eq!(world.value(other, unchanged).unwrap(), PropertyValue::Float(0.5));
}

#[test]
pub(super) fn every_read_only_row_says_what_the_file_has() {
    let (mut world, id) = spawn(&drawn());
    let expected = json!({
        "/animations.length": 0, "/cameras.length": 1, "/materials.length": 1, "/materials/0/doubleSided": false,
        "/meshes.length": 1, "/meshes/0/primitives.length": 1, "/meshes/0/primitives/0/material": 0,
        "/meshes/0/weights.length": 2,
        "/nodes.length": 2, "/nodes/0/camera": 0, "/nodes/0/mesh": 0, "/nodes/0/skin": 0,
        "/nodes/0/extensions/KHR_lights_punctual/light": 0, "/nodes/0/children.length": 1, "/nodes/0/children/0": 1,
        "/nodes/1/parent": 0, "/nodes/1/children.length": 0, "/nodes/0/weights.length": 2, "/nodes/1/weights.length": 0,
        "/scene": 0, "/scenes.length": 1, "/scenes/0/nodes.length": 1, "/scenes/0/nodes/0": 0,
        "/skins.length": 1, "/skins/0/joints.length": 1, "/skins/0/joints/0": 1, "/skins/0/skeleton": 1,
        "/extensions/KHR_lights_punctual/lights.length": 1, "/extensions/EXT_lights_ies/lights.length": 0,
        "/extensions/EXT_lights_image_based/lights.length": 1, "/extensions/KHR_implicit_shapes/shapes.length": 0,
        "/extensions/KHR_physics_rigid_bodies/physicsMaterials.length": 0,
        "/extensions/KHR_physics_rigid_bodies/physicsJoints.length": 0,
        "/extensions/KHR_physics_rigid_bodies/collisionFilters.length": 0,
    });
    let mut rows: Vec<&str> = Vec::new();
    for (pointer, value) in expected.as_object().unwrap() {
        let found = world.value(id, pointer).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(serde_json::to_value(&found).unwrap(), *value, "{pointer}");
        assert_eq!(world.set_value(id, pointer, &found).unwrap_err().code(), "PROPERTY_READ_ONLY", "{pointer}");
        rows.push(world.model(id).unwrap().property(pointer).unwrap().row().pointer);
    }
    // The matrices are the only other ones.
    let matrices = ["/nodes/{}/matrix", "/nodes/{}/globalMatrix"];
    let others = PropertyRow::all().filter(|row| !row.source.is_mutable() && !matrices.contains(&row.pointer));
    for row in others {
        assert!(rows.contains(&row.pointer), "{} is not tested", row.pointer);
    }
}

#[test]
pub(super) fn nodes_and_weights_are_the_current_ones() {
    let (mut world, id) = spawn(&drawn());
    set(&mut world, id, "/nodes/0/translation", &json!([4, 5, 6]));
    set(&mut world, id, "/nodes/0/rotation", &json!([0, 0, 0.6, 0.8]));
    set(&mut world, id, "/nodes/1/scale", &json!([2, 2, 2]));
    set(&mut world, id, "/nodes/0/weights/1", &json!(0.75));
    let weights = world.property::<Vec<f32>>(id, "/nodes/0/weights").unwrap();
    assert_eq!(world.get(weights).unwrap(), [0.25, 0.75]);
    set(&mut world, id, "/nodes/0/weights", &json!([1, 0]));
    assert_eq!(world.pose(id).unwrap().weights, [1.0, 0.0]);
    let global = world.property::<Mat4>(id, "/nodes/1/globalMatrix").unwrap();
    let parent = Mat4::from_rotation_translation(glam::Quat::from_xyzw(0.0, 0.0, 0.6, 0.8), Vec3::new(4.0, 5.0, 6.0));
    let expected = parent * Mat4::from_scale_rotation_translation(Vec3::splat(2.0), glam::Quat::IDENTITY, Vec3::Y);
    assert!(world.get(global).unwrap().abs_diff_eq(expected, 1e-5));
    let local = world.property::<Mat4>(id, "/nodes/0/matrix").unwrap();
    assert!(world.get(local).unwrap().abs_diff_eq(parent, 1e-6));
}

#[test]
pub(super) fn what_is_wrong_is_refused_by_pointer() {
    let (mut world, id) = spawn(&drawn());
    let color = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let code = |error: WorldError| error.code();
    assert_eq!(world.property::<f32>(id, color).map(|_| ()).map_err(code), Err("PROPERTY_TYPE"));
    assert_eq!(world.property::<f32>(id, "/nodes/0/colour").map(|_| ()).map_err(code), Err("PROPERTY_UNKNOWN"));
    assert_eq!(world.property::<Vec4>(id, "/nodes/2/rotation").map(|_| ()).map_err(code), Err("PROPERTY_UNDEFINED"));
    let handle = world.property::<Vec4>(id, color).unwrap();
    assert_eq!(world.set(handle, Vec4::splat(f32::NAN)).map_err(code), Err("NOT_FINITE"));
    assert_eq!(world.set(handle, Vec4::splat(2.0)).map_err(code), Err("PROPERTY_OUT_OF_RANGE"));
    let error = world.set(handle, Vec4::splat(2.0)).unwrap_err().to_string();
    assert!(error.contains(color) && error.contains("from 0 to 1"), "{error}");
    assert_eq!(world.get(handle).unwrap(), Vec4::ONE);
    assert_eq!(world.set_value(id, color, &PropertyValue::Bool(true)).map_err(code), Err("PROPERTY_TYPE"));
    let zero = PropertyValue::Floats(vec![0.0; 4]);
    assert_eq!(world.set_value(id, "/nodes/0/rotation", &zero).map_err(code), Err("PROPERTY_OUT_OF_RANGE"));
    world.despawn(id).unwrap();
    assert_eq!(world.get(handle).map(|_| ()).map_err(code), Err("UNKNOWN_INSTANCE"));
}

#[test]
pub(super) fn a_static_matrix_has_no_rotation_and_no_scale() {
    let nodes = json!([{"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]}]);
    let (world, id) = spawn(&model(&nodes, &json!({}), &json!({})));
    let translation = world.property::<Vec3>(id, "/nodes/0/translation").unwrap();
    assert_eq!(world.get(translation).unwrap(), Vec3::new(7.0, 8.0, 9.0));
    for key in ["rotation", "scale"] {
        assert_eq!(world.value(id, &format!("/nodes/0/{key}")).unwrap_err().code(), "PROPERTY_UNDEFINED");
    }
}

#[test]
pub(super) fn a_virtual_transform_is_where_it_was_set() {
    let nodes = json!([{"name": "hand", "translation": [0, 1, 0]}]);
    let virtuals = json!([{"name": "other"}, {"name": "grip", "parent": 0, "translation": [0, 0, 1]}]);
    let extensions = json!({"KHR_virtual_transform": {"virtualTransforms": virtuals}});
    let (mut world, id) = spawn(&model(&nodes, &extensions, &json!({})));
    let of = |key: &str| format!("/extensions/KHR_virtual_transform/virtualTransforms/1/{key}");
    set(&mut world, id, &of("translation"), &json!([2, 0, 0]));
    set(&mut world, id, &of("rotation"), &json!([0, 0, 0.6, 0.8]));
    set(&mut world, id, &of("scale"), &json!([2, 2, 2]));
    let expected = glam::Affine3A::from_scale_rotation_translation(
        Vec3::splat(2.0),
        glam::Quat::from_xyzw(0.0, 0.0, 0.6, 0.8),
        Vec3::new(2.0, 1.0, 0.0),
    );
    for _ in 0..2 {
        let found = world.model_from_virtual(id).unwrap()[1];
        assert!(found.abs_diff_eq(expected, 1e-5), "{found}");
        run(&mut world, 1);
    }
}

#[test]
pub(super) fn the_weight_of_a_constraint_is_the_one_that_was_set() {
    for (path, constraint) in [
        (
            "VRMC_node_constraint/constraint/rotation",
            json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 0}}}}),
        ),
        (
            "VRMC_node_constraint/constraint/roll",
            json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"roll": {"source": 0, "rollAxis": "X"}}}}),
        ),
        ("VRMC_constraints-1.0/rotation", json!({"VRMC_constraints-1.0": {"rotation": {"source": 0}}})),
    ] {
        let nodes = json!([{"name": "source"}, {"name": "follower", "extensions": constraint}]);
        let (mut world, id) = spawn(&model(&nodes, &json!({}), &json!({})));
        let turn = glam::Quat::from_rotation_x(1.0);
        set(&mut world, id, "/nodes/0/rotation", &json!(turn.to_array()));
        run(&mut world, 1);
        set(&mut world, id, &format!("/nodes/1/extensions/{path}/weight"), &json!(0.25));
        run(&mut world, 1);
        let follower = world.property::<glam::Quat>(id, "/nodes/1/rotation").unwrap();
        let expected = glam::Quat::from_rotation_x(0.25);
        assert!(world.get(follower).unwrap().abs_diff_eq(expected, 1e-5), "{path}: {}", world.get(follower).unwrap());
        // Between steps the same weight holds.
        let mut between = world.pose(id).unwrap().clone();
        world.interpolate(id, &mut between).unwrap();
        let node = world.node(id, "follower").unwrap();
        assert!(between.local[node.slot()].rotation.abs_diff_eq(expected, 1e-5), "{path}");
    }
}
