//! `VRMC_node_constraint` 1.0: roll, aim and rotation against numbers worked out by hand; and what the drafts mean.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew_document as document;
use sinew_model::Model;
use sinew_model::model::{ConstraintKind, Space};

use crate::scene::{Posed, array, assert_rotation, id, model, model_with_findings, turn};

fn constrained(kind: &str, constraint: &Value) -> Value {
    json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {kind: constraint}}})
}

/// Nodes 0 and 1: a parent and the source; nodes 2 and 3: a parent and the destination.
fn pairs(parent: Quat, source_rest: Quat, destination_rest: Quat, kind: &str, constraint: &Value) -> Model {
    model(&json!([
        {"children": [1]},
        {"rotation": array(source_rest)},
        {"rotation": array(parent), "children": [3]},
        {"rotation": array(destination_rest), "extensions": constrained(kind, constraint)},
    ]))
}

/// The source has turned by 60° about its own X since rest, whatever its rest; so does the destination about its own.
#[test]
fn rotation_copies_the_rotation_since_rest_about_own_axes() {
    for (weight, degrees) in [(0.0, 0.0), (0.25, 15.0), (0.5, 30.0), (1.0, 60.0)] {
        let (source_rest, rest) = (turn(Vec3::Z, 90.0), turn(Vec3::Y, 90.0));
        let model = pairs(turn(Vec3::X, 30.0), source_rest, rest, "rotation", &json!({"source": 1, "weight": weight}));
        let mut pose = Posed::rest(&model);
        pose.local(1).rotation = source_rest * turn(Vec3::X, 60.0);
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(3).rotation, rest * turn(Vec3::X, degrees), &weight.to_string());
    }
}

/// The destination rests turned by 90° about Z: its X lies along the Y that source and destination see from their
/// parents. So 60° about that Y are its roll about X, whatever the swing that comes after, and however the source rests.
#[test]
fn roll_takes_the_twist_about_the_destinations_axis() {
    let rest = turn(Vec3::Z, 90.0);
    for source_rest in [Quat::IDENTITY, turn(Vec3::X, 90.0), turn(Vec3::Z, -30.0)] {
        for swing in [Quat::IDENTITY, turn(Vec3::X, 40.0), turn(Vec3::Z, -70.0)] {
            for (weight, degrees) in [(0.0, 0.0), (0.5, 30.0), (1.0, 60.0)] {
                let constraint = json!({"source": 1, "rollAxis": "X", "weight": weight});
                let model = pairs(turn(Vec3::X, 30.0), source_rest, rest, "roll", &constraint);
                let mut pose = Posed::rest(&model);
                pose.local(1).rotation = swing * turn(Vec3::Y, 60.0) * source_rest;
                let mut pose = pose.evaluate();
                assert_rotation(pose.local(3).rotation, rest * turn(Vec3::X, degrees), &format!("{swing}, {weight}"));
            }
        }
    }
}

#[test]
fn roll_has_each_of_three_axes() {
    for (name, axis, other) in [("X", Vec3::X, Vec3::Y), ("Y", Vec3::Y, Vec3::Z), ("Z", Vec3::Z, Vec3::X)] {
        let constraint = json!({"source": 1, "rollAxis": name});
        let model = pairs(Quat::IDENTITY, Quat::IDENTITY, Quat::IDENTITY, "roll", &constraint);
        for (source, expected) in [(turn(axis, 80.0), turn(axis, 80.0)), (turn(other, 80.0), Quat::IDENTITY)] {
            let mut pose = Posed::rest(&model);
            pose.local(1).rotation = source;
            let mut pose = pose.evaluate();
            assert_rotation(pose.local(3).rotation, expected, name);
        }
    }
}

/// The text's own way of finding the roll, step by step, for turns of no special kind.
#[test]
fn roll_agrees_with_the_procedure_of_the_text() {
    let rest = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
    let source_rest = Quat::from_xyzw(-0.1, 0.6, 0.2, 0.4).normalize();
    let model = pairs(Quat::IDENTITY, source_rest, rest, "roll", &json!({"source": 1, "rollAxis": "Y", "weight": 0.3}));
    let source = Quat::from_xyzw(0.5, 0.1, -0.4, 0.6).normalize();
    let mut pose = Posed::rest(&model);
    pose.local(1).rotation = source;
    let mut pose = pose.evaluate();

    let in_parent = source_rest * (source_rest.inverse() * source) * source_rest.inverse();
    let in_destination = rest.inverse() * in_parent * rest;
    let from_to = Quat::from_rotation_arc(Vec3::Y, in_destination * Vec3::Y);
    let expected = rest.slerp(rest * (from_to.inverse() * in_destination), 0.3);
    assert_rotation(pose.local(3).rotation, expected, "roll");
}

/// The axis turned into its opposite: a half turn about Z of a roll about X.
#[test]
fn a_roll_with_a_reversed_axis_rests() {
    let constraint = json!({"source": 1, "rollAxis": "X"});
    let model = pairs(Quat::IDENTITY, Quat::IDENTITY, Quat::IDENTITY, "roll", &constraint);
    let mut pose = Posed::rest(&model);
    pose.local(1).rotation = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, Quat::IDENTITY, "roll");
}

/// A source in direction `to` from a destination that rests unturned below a parent at rest.
#[test]
fn aim_rotates_its_axis_by_the_shortest_rotation() {
    for (axis, to, about, degrees) in [
        ("PositiveX", Vec3::Y, Vec3::Z, 90.0),
        ("NegativeX", Vec3::Y, Vec3::Z, -90.0),
        ("PositiveY", Vec3::X, Vec3::Z, -90.0),
        ("NegativeY", Vec3::X, Vec3::Z, 90.0),
        ("PositiveZ", Vec3::Y, Vec3::X, -90.0),
        ("NegativeZ", Vec3::Y, Vec3::X, 90.0),
        // 45° from Z towards X is a turn about Y.
        ("PositiveZ", Vec3::new(1.0, 0.0, 1.0), Vec3::Y, 45.0),
        ("PositiveX", Vec3::X, Vec3::X, 0.0),
    ] {
        for weight in [0.0, 0.5, 1.0] {
            let constraint = json!({"source": 1, "aimAxis": axis, "weight": weight});
            let model = pairs(Quat::IDENTITY, Quat::IDENTITY, Quat::IDENTITY, "aim", &constraint);
            let mut pose = Posed::rest(&model);
            pose.local(1).translation = to * 3.0;
            let mut pose = pose.evaluate();
            assert_rotation(
                pose.local(3).rotation,
                turn(about, degrees * weight),
                &format!("{axis} to {to}, {weight}"),
            );
        }
    }
}

/// The parent is turned by 90° about Y and sees the model's X as its Z. The destination rests turned by 90° about X,
/// which takes its own Z to −Y of the parent: from −Y to Z is a turn of −90° about X, back to no turn at all.
#[test]
fn aim_works_below_a_rotated_parent_and_a_rotated_rest() {
    let constraint = json!({"source": 1, "aimAxis": "PositiveZ"});
    let model = pairs(turn(Vec3::Y, 90.0), Quat::IDENTITY, turn(Vec3::X, 90.0), "aim", &constraint);
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::X * 2.0;
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, Quat::IDENTITY, "aim");
}

#[test]
fn aim_at_a_source_in_the_same_place_rests() {
    let rest = turn(Vec3::X, 90.0);
    let constraint = json!({"source": 1, "aimAxis": "PositiveZ"});
    let model = pairs(turn(Vec3::Y, 90.0), Quat::IDENTITY, rest, "aim", &constraint);
    let mut pose = Posed::rest(&model).evaluate();
    assert_eq!(pose.local(3).rotation, model.hierarchy().rest(id(&model, 3)).rotation);
}

#[test]
fn aim_at_a_source_straight_behind_rotates_by_some_half_turn() {
    let constraint = json!({"source": 1, "aimAxis": "PositiveZ"});
    let model = pairs(Quat::IDENTITY, Quat::IDENTITY, Quat::IDENTITY, "aim", &constraint);
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::Z * -2.0;
    let mut pose = pose.evaluate();
    assert!((pose.local(3).rotation * Vec3::Z).distance(-Vec3::Z) < 1e-6);
}

fn kind_of(extension: &Value) -> (Option<ConstraintKind>, Vec<String>) {
    let (model, findings) = model_with_findings(&json!([{}, {"extensions": {"VRMC_node_constraint": extension}}]));
    (model.constraints().first().map(|constraint| constraint.kind), findings)
}

fn spaces_of(extension: &Value) -> (Space, Space) {
    let (kind, findings) = kind_of(extension);
    assert!(findings.is_empty(), "{findings:?}");
    let kind = kind.unwrap();
    (kind.source_space(), kind.destination_space())
}

/// Spaces had names, with model as the default, until December 2021; since then rotation is local.
#[test]
fn a_rotation_without_spaces_means_what_its_draft_says() {
    let (local, model) = ((Space::Local, Space::Local), (Space::Model, Space::Model));
    let rotation = json!({"source": 0});
    assert_eq!(spaces_of(&json!({"specVersion": "1.0", "constraint": {"rotation": rotation}})), local);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-beta", "constraint": {"rotation": rotation}})), local);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "constraint": {"rotation": rotation}})), local);
    let masked = json!({"source": 0, "axes": [true, false, true]});
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "constraint": {"rotation": masked}})), local);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "rotation": rotation})), model);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "position": rotation})), model);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "constraint": {"position": rotation}})), model);
    let named = json!({"source": 0, "sourceSpace": "local"});
    let mixed = (Space::Local, Space::Model);
    assert_eq!(spaces_of(&json!({"specVersion": "1.0-draft", "constraint": {"rotation": named}})), mixed);
}

#[test]
fn an_aim_without_its_axis_is_the_early_one_in_a_draft_alone() {
    let (kind, findings) = kind_of(&json!({"specVersion": "1.0-draft", "constraint": {"aim": {"source": 0}}}));
    assert!(matches!(kind, Some(ConstraintKind::Aim { .. })) && findings.is_empty());
    let (kind, findings) = kind_of(&json!({"specVersion": "1.0", "constraint": {"aim": {"source": 0}}}));
    assert_eq!(kind, None);
    assert_eq!(findings, ["UNDEFINED_PROPERTY /nodes/1/extensions/VRMC_node_constraint/constraint/aim"]);
    let signed = json!({"specVersion": "1.0-draft", "constraint": {"aim": {"source": 0, "aimAxis": "-Y"}}});
    let (kind, findings) = kind_of(&signed);
    assert!(matches!(kind, Some(ConstraintKind::AimAxis { axis }) if axis.vector() == -Vec3::Y) && findings.is_empty());
}

#[test]
fn what_only_a_draft_has_is_reported_in_a_file_that_says_1_0_and_honoured() {
    let (kind, findings) = kind_of(
        &json!({"specVersion": "1.0", "constraint": {"rotation": {"source": 0, "axes": [true, false, false]}}}),
    );
    assert_eq!(findings, ["UNEXPECTED_PROPERTY /nodes/1/extensions/VRMC_node_constraint/constraint/rotation/axes"]);
    assert!(
        matches!(kind, Some(ConstraintKind::Rotation { axes, .. }) if axes == glam::BVec3::new(true, false, false))
    );
}

#[test]
fn a_file_that_requires_the_extensions_is_read_strictly_without_complaint() {
    let file = json!({"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["VRMC_node_constraint", "VRMC_constraints-1.0"],
        "extensionsRequired": ["VRMC_node_constraint", "VRMC_constraints-1.0"]});
    let options = document::ReadOptions { strict: true, ..Default::default() };
    let read = document::Document::read_with(file.to_string(), &document::NoResources, options);
    assert!(read.unwrap().diagnostics().is_empty());
}
