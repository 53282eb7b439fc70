//! The look-at origin between the eyes, derived from VRM.

use glam::{Affine3A, Quat, Vec3};
use sinew_document::{Diagnostics, Document, NoResources};
use sinew_model::{LowerOptions, Model, VirtualTransform};
use sinew_motion::{NodeOverride, Pose};

use super::{assert_near, findings, fixture};

const ON_REQUEST: LowerOptions = LowerOptions {
    uninherited: sinew_model::Uninherited::Identity,
    look_at_virtual_transform: true,
    omi_stiffness: sinew_model::OmiStiffness::Auto,
};

/// The humanoids of these files are a head and little else, which is reported and of no concern here.
fn beside_the_humanoid(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().filter(|found| !found.code.as_str().starts_with("HUMANOID_")).map(ToString::to_string).collect()
}

fn look_at(document: &Document) -> (Model, VirtualTransform, Affine3A) {
    let (model, diagnostics) = Model::from_document_with(document, &ON_REQUEST);
    assert_eq!(beside_the_humanoid(&diagnostics), Vec::<String>::new());
    let id = model.virtual_transforms().with_tag("look_at")[0];
    let entry = model.virtual_transforms().get(id).unwrap().clone();
    let matrix = Pose::rest(&model).model_from_virtual(&model, id).unwrap();
    (model, entry, matrix)
}

#[test]
fn it_is_created_on_request_alone() {
    for name in ["look_at_vrm_1_0", "look_at_vrm_0_x"] {
        let (model, diagnostics) = Model::from_document(&fixture(name));
        assert!(model.virtual_transforms().is_empty(), "{name}");
        assert_eq!(beside_the_humanoid(&diagnostics), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn in_vrm_1_0_the_offset_is_in_the_heads_axes_and_the_look_at_in_the_models() {
    let (model, entry, matrix) = look_at(&fixture("look_at_vrm_1_0"));
    assert_eq!(
        (entry.index, entry.name.as_str(), entry.tags.as_slice()),
        (None, "lookAt", &["look_at".to_owned()][..])
    );
    assert_eq!(entry.parent, model.hierarchy().find("head"));
    assert_eq!(entry.local.translation, Vec3::new(0.1, 0.06, 0.2));
    // The head stands at (0, 1.5, 0), turned by a quarter about Y: (x,y,z) to (z,y,−x), so the offset (0.1, 0.06, 0.2)
    // goes to (0.2, 0.06, −0.1). At rest the axes are the model's.
    assert_near(matrix.translation.into(), [0.2, 1.56, -0.1], "origin");
    assert_near(matrix.matrix3.z_axis.into(), [0.0, 0.0, 1.0], "ahead");
    assert_near(matrix.matrix3.x_axis.into(), [1.0, 0.0, 0.0], "left");
}

#[test]
fn the_look_at_direction_rotates_with_the_head() {
    let (model, _, _) = look_at(&fixture("look_at_vrm_1_0"));
    let head = model.hierarchy().find("head").unwrap();
    let mut pose = Pose::rest(&model);
    // The head turns by another quarter about Y, which takes +Z to +X.
    let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let rotation = Some(quarter * model.hierarchy().rest(head).rotation);
    pose.apply_override(head, NodeOverride { rotation, ..NodeOverride::default() });
    pose.evaluate(&model);
    let matrix = pose.model_from_virtual(&model, model.virtual_transforms().find("lookAt").unwrap()).unwrap();
    assert_near(matrix.matrix3.z_axis.into(), [1.0, 0.0, 0.0], "ahead");
}

#[test]
fn in_vrm_0_x_ahead_is_the_way_the_humanoid_faces() {
    let (model, entry, matrix) = look_at(&fixture("look_at_vrm_0_x"));
    // firstPersonBone is −1: the head bone stands in for it.
    assert_eq!(entry.parent, model.hierarchy().find("head"));
    // 0.2 m ahead is −Z for a humanoid that faces −Z; its left is −X.
    assert_near(matrix.translation.into(), [0.1, 1.56, -0.2], "origin");
    assert_near(matrix.matrix3.z_axis.into(), [0.0, 0.0, -1.0], "ahead");
    assert_near(matrix.matrix3.x_axis.into(), [-1.0, 0.0, 0.0], "left");
}

#[test]
fn a_file_without_a_head_says_why_there_is_none() {
    let (model, diagnostics) = Model::from_document_with(&fixture("plural_spelling"), &ON_REQUEST);
    assert_eq!(findings(&diagnostics), ["LOOK_AT_UNAVAILABLE "]);
    assert!(model.virtual_transforms().with_tag("look_at").is_empty());
    assert_eq!(model.virtual_transforms().len(), 1);
}

#[test]
fn a_file_without_an_offset_looks_from_above_the_bone() {
    let humanoids = [
        r#"{"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"head": {"node": 0}}}, "lookAt": {}}}"#,
        r#"{"VRM": {"humanoid": {"humanBones": []}, "firstPerson": {"firstPersonBone": 0}}}"#,
    ];
    for extensions in humanoids {
        let file = format!(
            r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], "nodes": [{{"name": "head"}}],
               "extensions": {extensions}}}"#
        );
        let (_, _, matrix) = look_at(&Document::read(file, &NoResources).unwrap());
        assert_near(matrix.translation.into(), [0.0, 0.06, 0.0], extensions);
    }
}
