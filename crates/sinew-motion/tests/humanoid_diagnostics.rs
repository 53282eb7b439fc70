//! What is said about humanoids that break a rule, where it is said, and that the rest of the humanoid is still there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use glam::Vec3;
use sinew_document::{Document, NoResources};
use sinew_model::model::{ExpressionOverride, ExpressionPreset, LookAtKind, RangeMap};
use sinew_model::{Facing, HumanBone, Model};
use sinew_motion::Pose;

fn load(name: &str) -> (Model, Vec<String>) {
    let path = format!("{}/../../fixtures/humanoid/{name}.gltf", env!("CARGO_MANIFEST_DIR"));
    let document = Document::open(path).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let mut found: Vec<_> = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
    found.sort();
    (model, found)
}

/// Loads a fixture of a 1.0 avatar; pointers are below `humanBones`.
fn bones(name: &str, expected: &[&str]) -> Model {
    let (model, found) = load(name);
    let mut found: Vec<_> =
        found.iter().map(|found| found.replace("/extensions/VRMC_vrm/humanoid/humanBones", "~")).collect();
    found.sort();
    assert_eq!(found, expected, "{name}");
    model
}

#[test]
fn the_fifteen_required_bones_are_enough() {
    let model = bones("fifteen_bones", &[]);
    let humanoid = model.humanoid().unwrap();
    assert_eq!(humanoid.bones().len(), 15);
    assert_eq!(humanoid.extension(), Some("VRMC_vrm"));
    assert_eq!(humanoid.parent(HumanBone::LeftUpperArm), Some(HumanBone::Spine));
    assert_eq!(humanoid.nearest(HumanBone::Neck), Some(HumanBone::Spine));
    assert!(humanoid.t_pose().worst().unwrap().degrees < 0.01);
    // 0.9 m; 0.4 m to the knee and 0.37 m to the ankle.
    assert!((humanoid.hips_height().unwrap() - 0.9).abs() < 1e-6);
    assert!((humanoid.leg_length().unwrap() - 0.77).abs() < 1e-6);
}

#[test]
fn a_missing_required_bone_is_reported_and_the_others_are_there() {
    let model = bones("missing_bones", &["HUMANOID_REQUIRED_BONE_MISSING ~"]);
    let humanoid = model.humanoid().unwrap();
    assert_eq!((humanoid.bones().len(), humanoid.hips_height()), (13, None));
    assert_eq!(humanoid.parent(HumanBone::Spine), None);
    // A humanoid without hips can still be posed.
    let human_pose = Pose::rest(&model).human_pose(&model).unwrap();
    assert_eq!(human_pose.hips_position(), None);
    Pose::rest(&model).apply_human_pose(&model, &human_pose, sinew_motion::HipsPolicy::Height);
}

#[test]
fn a_bone_on_no_node_is_reported_at_its_index() {
    let model = bones("dangling_bone", &["HUMANOID_REQUIRED_BONE_MISSING ~", "UNRESOLVED_REFERENCE ~/head/node"]);
    assert_eq!(model.humanoid().unwrap().node(HumanBone::Head), None);
}

#[test]
fn a_node_is_one_bone_only() {
    let model = bones("shared_node", &["HUMANOID_NODE_SHARED ~/jaw"]);
    let humanoid = model.humanoid().unwrap();
    assert_eq!(humanoid.node(HumanBone::Jaw), None);
    assert!(humanoid.node(HumanBone::Head).is_some());
}

#[test]
fn some_bones_need_their_parent() {
    let expected = ["HUMANOID_PARENT_BONE_MISSING ~/leftIndexDistal", "HUMANOID_PARENT_BONE_MISSING ~/upperChest"];
    let model = bones("parent_bone_missing", &expected);
    assert_eq!(model.humanoid().unwrap().bones().len(), 17);
}

#[test]
fn a_bone_must_be_a_descendant_of_its_parent_bone() {
    let model = bones("bone_outside_parent", &["HUMANOID_BONE_OUTSIDE_PARENT ~/head"]);
    assert_eq!(model.humanoid().unwrap().bones().len(), 15);
}

#[test]
fn a_bone_must_not_be_mirrored_or_flattened() {
    let expected = ["HUMANOID_SCALE_NOT_POSITIVE ~/head", "HUMANOID_SCALE_NOT_POSITIVE ~/leftHand"];
    bones("scale_not_positive", &expected);
}

#[test]
fn hips_on_the_ground_have_no_height_to_scale_by() {
    let model = bones("hips_on_the_ground", &["HUMANOID_HIPS_HEIGHT ~"]);
    assert_eq!(model.humanoid().unwrap().hips_height(), None);
}

#[test]
fn arms_that_hang_are_no_t_pose() {
    let model = bones("a_pose", &["HUMANOID_NOT_T_POSE ~"]);
    let report = model.humanoid().unwrap().t_pose();
    // The forearm goes 0.15 m out and 0.2 m down: atan(0.2 / 0.15) = 53.13°.
    let limb = report.limb(HumanBone::LeftLowerArm).unwrap();
    assert!((limb.degrees - 53.130_1).abs() < 1e-3);
    assert!(limb.direction.distance(Vec3::new(0.6, -0.8, 0.0)) < 1e-6);
    assert!((report.worst().unwrap().degrees - 53.130_1).abs() < 1e-3);
}

#[test]
fn the_version_is_required_and_must_be_known() {
    assert_eq!(load("no_spec_version").1, ["SPEC_VERSION_MISSING /extensions/VRMC_vrm"]);
    assert_eq!(load("unknown_spec_version").1, ["SPEC_VERSION_UNKNOWN /extensions/VRMC_vrm/specVersion"]);
    assert_eq!(load("unknown_spec_version").0.humanoid().unwrap().bones().len(), 15);
}

#[test]
fn unknown_bones_and_broken_ones_are_reported_and_known_properties_are_not() {
    let expected = [
        "TYPE_MISMATCH ~/leftEye",
        "UNDEFINED_PROPERTY ~/rightEye",
        "UNEXPECTED_PROPERTY /extensions/VRMC_vrm/look",
        "UNEXPECTED_PROPERTY ~/rightEye/bone",
        "UNEXPECTED_PROPERTY ~/tail",
    ];
    assert_eq!(bones("unknown_bone", &expected).humanoid().unwrap().bones().len(), 15);
}

#[test]
fn a_thumb_with_an_intermediate_bone_has_the_older_names() {
    let model = bones("thumbs_of_before", &["HUMANOID_THUMB_NAMES ~"]);
    let humanoid = model.humanoid().unwrap();
    let named = |bone| humanoid.node(bone).and_then(|node| model.hierarchy().name(node));
    assert_eq!(named(HumanBone::LeftThumbMetacarpal), Some("leftThumbProximal"));
    assert_eq!(named(HumanBone::LeftThumbProximal), Some("leftThumbIntermediate"));
    assert_eq!(named(HumanBone::LeftThumbDistal), Some("leftThumbDistal"));
}

#[test]
fn of_two_humanoids_the_newer_one_counts() {
    let (model, found) = load("two_humanoids");
    assert_eq!(found, ["HUMANOID_REPEATED /extensions/VRM"]);
    let humanoid = model.humanoid().unwrap();
    assert_eq!((humanoid.facing(), humanoid.bones().len()), (Facing::PositiveZ, 15));
}

/// An avatar of 1.0 whose springs are in the dialect of VRM 0.x, and one with a clip that moves expressions alone.
#[test]
fn an_extension_without_bones_is_no_second_humanoid() {
    let path = format!("{}/../../fixtures/humanoid/fifteen_bones.gltf", env!("CARGO_MANIFEST_DIR"));
    let avatar: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let read = |name: &str, extension: serde_json::Value| {
        let mut file = avatar.clone();
        file["extensionsUsed"].as_array_mut().unwrap().push(name.into());
        file["extensions"][name] = extension;
        let (model, found) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
        let found: Vec<_> = found.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
        (model, found)
    };
    let springs = serde_json::json!({"secondaryAnimation": {"boneGroups": [], "colliderGroups": []}});
    let (model, found) = read("VRM", springs);
    assert_eq!((model.humanoid().unwrap().bones().len(), found), (15, vec![]));
    let face = serde_json::json!({"specVersion": "1.0", "expressions": {"preset": {"happy": {"node": 0}}}});
    let (model, found) = read("VRMC_vrm_animation", face);
    assert_eq!((model.humanoid().unwrap().bones().len(), found), (15, vec![]));
    assert_eq!(model.clip_nodes().unwrap().expressions.len(), 1, "its expressions are read");
}

#[test]
fn a_clip_should_have_no_eyes_and_must_have_a_version() {
    let (model, found) = load("clip_with_an_eye");
    let extension = "/extensions/VRMC_vrm_animation";
    let expected = [
        format!("SPEC_VERSION_MISSING {extension}"),
        format!("UNEXPECTED_PROPERTY {extension}/humanoid/humanBones/leftEye"),
    ];
    assert_eq!(found, expected);
    assert_eq!(model.humanoid().unwrap().bones().len(), 16);
}

#[test]
fn vrm_0x_names_bones_in_a_list_and_requires_a_neck() {
    let (model, found) = load("vrm0_bones");
    let list = "/extensions/VRM/humanoid/humanBones";
    // Sixteen of the seventeen required bones, then head again, tail, jaw on −1 and an eye without a node.
    let expected = [
        format!("HUMANOID_BONE_REPEATED {list}/16"),
        format!("HUMANOID_REQUIRED_BONE_MISSING {list}"),
        format!("INVALID_INDEX {list}/18/node"),
        format!("UNDEFINED_PROPERTY {list}/18"),
        format!("UNDEFINED_PROPERTY {list}/19"),
        format!("VALUE_NOT_IN_LIST {list}/17/bone"),
    ];
    assert_eq!(found, expected);
    let humanoid = model.humanoid().unwrap();
    assert_eq!((humanoid.facing(), humanoid.bones().len()), (Facing::NegativeZ, 16));
    // The left hand is at −X there, which is where a humanoid that looks along −Z has it.
    assert!(humanoid.t_pose().worst().unwrap().degrees < 0.01);
}

#[test]
fn expressions_of_1_0_bind_morph_targets_that_exist() {
    let (model, found) = load("expressions");
    let expressions = "/extensions/VRMC_vrm/expressions";
    let expected = [
        format!("EXPRESSION_NAME_TAKEN {expressions}/custom/sad"),
        format!("UNEXPECTED_PROPERTY {expressions}/preset/joy"),
        format!("UNRESOLVED_REFERENCE {expressions}/preset/blink/morphTargetBinds/0/index"),
        format!("UNRESOLVED_REFERENCE {expressions}/preset/blink/morphTargetBinds/1/node"),
        format!("UNRESOLVED_REFERENCE {expressions}/preset/blink/morphTargetBinds/2/index"),
        format!("VALUE_NOT_IN_LIST {expressions}/preset/blink/overrideMouth"),
    ];
    assert_eq!(found, expected);
    let names: Vec<_> = model.expressions().as_slice().iter().map(|expression| expression.name.as_str()).collect();
    assert_eq!(names, ["happy", "blink", "wink"]);
    let happy = model.expressions().preset(ExpressionPreset::Happy).unwrap();
    let face = model.hierarchy().find("face").unwrap();
    let binds: Vec<_> = happy.morph_target_binds.iter().map(|bind| (bind.node, bind.index, bind.weight)).collect();
    assert_eq!(binds, [(face, 0, 0.5), (face, 1, 1.0)]);
    assert!(happy.is_binary);
    assert_eq!(happy.override_blink, ExpressionOverride::Block);
    assert_eq!(model.expressions().find("blink").unwrap().morph_target_binds, []);
    assert_eq!(model.expressions().find("wink").unwrap().preset, None);

    let look_at = model.look_at().unwrap();
    assert_eq!(look_at.kind, LookAtKind::Expression);
    assert_eq!(look_at.offset_from_head_bone, Some(Vec3::new(0.0, 0.06, 0.0)));
    assert_eq!(look_at.horizontal_inner, RangeMap { input_max_value: 45.0, output_scale: 0.5, curve: None });
    assert_eq!(look_at.vertical_up, RangeMap { input_max_value: 90.0, output_scale: 2.0, curve: None });
    assert_eq!(look_at.vertical_down, RangeMap { input_max_value: 90.0, output_scale: 1.0, curve: None });
}

#[test]
fn blend_shape_groups_of_vrm_0x_are_expressions_in_percent_on_every_node_of_the_mesh() {
    let (model, found) = load("vrm0_expressions");
    let groups = "/extensions/VRM/blendShapeMaster/blendShapeGroups";
    let expected =
        [format!("EXPRESSION_NAME_TAKEN {groups}/2"), format!("UNRESOLVED_REFERENCE {groups}/3/binds/0/mesh")];
    assert_eq!(found, expected);
    let happy = model.expressions().preset(ExpressionPreset::Happy).unwrap();
    let [face, mirrored] = ["face", "mirrored face"].map(|name| model.hierarchy().find(name).unwrap());
    let binds: Vec<_> = happy.morph_target_binds.iter().map(|bind| (bind.node, bind.index, bind.weight)).collect();
    assert_eq!(binds, [(face, 1, 0.5), (mirrored, 1, 0.5)]);
    assert_eq!((happy.name.as_str(), happy.is_binary), ("happy", true));
    assert_eq!(model.expressions().find("Wink").unwrap().preset, None);

    let look_at = model.look_at().unwrap();
    assert_eq!(look_at.kind, LookAtKind::Bone);
    // Left-handed in the file: its z is the opposite of the node's.
    assert_eq!(look_at.offset_from_head_bone, Some(Vec3::new(0.01, 0.06, -0.02)));
    assert_eq!(look_at.horizontal_inner, RangeMap { input_max_value: 60.0, output_scale: 8.0, curve: None });
    assert_eq!(look_at.vertical_up, RangeMap { input_max_value: 90.0, output_scale: 10.0, curve: None });
}
