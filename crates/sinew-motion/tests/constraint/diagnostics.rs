//! Each rule has a file that breaks it: what is said, where, and what still runs. The files are in `fixtures/constraint`.

use std::path::{Path, PathBuf};

use glam::Vec3;
use sinew_document::Severity;
use sinew_model::Model;

use crate::scene::{Posed, assert_position, assert_rotation, id, turn};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/constraint")
}

fn open(name: &str) -> (Model, Vec<(String, Severity)>) {
    let (model, diagnostics) = Model::open(folder().join(name).with_extension("gltf")).unwrap();
    let findings = diagnostics.iter().map(|found| (format!("{} {}", found.code, found.pointer), found.severity));
    (model, findings.collect())
}

/// File, what is said of it (below `/nodes/`), and how many constraints run.
const RULES: &[(&str, &[&str], usize)] = &[
    (
        "kind_missing",
        &[
            "CONSTRAINT_KIND_NOT_ONE 1/extensions/VRMC_constraints-1.0",
            "CONSTRAINT_KIND_NOT_ONE 2/extensions/VRMC_node_constraint/constraint",
        ],
        0,
    ),
    ("kind_twice", &["CONSTRAINT_KIND_NOT_ONE 1/extensions/VRMC_constraints-1.0"], 1),
    ("both_dialects", &["CONSTRAINT_DIALECTS_CONFLICT 1/extensions/VRMC_constraints-1.0"], 1),
    ("source_out_of_range", &["UNRESOLVED_REFERENCE 1/extensions/VRMC_constraints-1.0/rotation/source"], 0),
    (
        "source_is_destination",
        &["CONSTRAINT_SOURCE_IS_DESTINATION 1/extensions/VRMC_constraints-1.0/rotation/source"],
        0,
    ),
    (
        "source_below_destination",
        &[
            "CONSTRAINT_SOURCE_BELOW_DESTINATION 0/extensions/VRMC_constraints-1.0/rotation/source",
            "CONSTRAINT_SOURCE_BELOW_DESTINATION 2/extensions/VRMC_node_constraint/constraint/aim/source",
        ],
        0,
    ),
    (
        "source_above_destination",
        &["CONSTRAINT_SOURCE_ABOVE_DESTINATION 2/extensions/VRMC_constraints-1.0/rotation/source"],
        1,
    ),
    (
        "aim_degenerate",
        &[
            "CONSTRAINT_AIM_DEGENERATE 1/extensions/VRMC_constraints-1.0/aim",
            "CONSTRAINT_AIM_DEGENERATE 2/extensions/VRMC_constraints-1.0/aim",
            "CONSTRAINT_AIM_DEGENERATE 3/extensions/VRMC_constraints-1.0/aim",
            "CONSTRAINT_AIM_DEGENERATE 4/extensions/VRMC_constraints-1.0/aim",
        ],
        0,
    ),
    (
        "weight_out_of_range",
        &[
            "VALUE_NOT_IN_RANGE 1/extensions/VRMC_constraints-1.0/rotation/weight",
            "VALUE_NOT_IN_RANGE 2/extensions/VRMC_node_constraint/constraint/rotation/weight",
        ],
        2,
    ),
    (
        "mask_arity",
        &[
            "ARRAY_LENGTH_NOT_IN_LIST 1/extensions/VRMC_constraints-1.0/rotation/freezeAxes",
            "ARRAY_LENGTH_NOT_IN_LIST 2/extensions/VRMC_constraints-1.0/aim/freezeAxes",
        ],
        2,
    ),
    ("space_unknown", &["VALUE_NOT_IN_LIST 1/extensions/VRMC_constraints-1.0/rotation/sourceSpace"], 1),
    ("spec_version_missing", &["UNDEFINED_PROPERTY 1/extensions/VRMC_node_constraint"], 1),
    ("spec_version_unknown", &["VALUE_NOT_IN_LIST 1/extensions/VRMC_node_constraint/specVersion"], 1),
    (
        "draft_in_1_0",
        &[
            "UNEXPECTED_PROPERTY 1/extensions/VRMC_node_constraint/constraint/rotation/freezeAxes",
            "UNEXPECTED_PROPERTY 2/extensions/VRMC_node_constraint/position",
        ],
        2,
    ),
    (
        "axis_missing",
        &[
            "UNDEFINED_PROPERTY 1/extensions/VRMC_node_constraint/constraint/roll",
            "VALUE_NOT_IN_LIST 2/extensions/VRMC_node_constraint/constraint/aim/aimAxis",
            "UNDEFINED_PROPERTY 2/extensions/VRMC_node_constraint/constraint/aim",
        ],
        0,
    ),
    ("cycle", &["CONSTRAINT_CYCLE 0/extensions/VRMC_node_constraint"], 1),
    ("every_kind", &[], 6),
    ("chain_backwards", &[], 2),
];

#[test]
fn each_broken_rule_is_reported_at_its_pointer_and_the_rest_runs() {
    for &(name, expected, constraints) in RULES {
        let (model, findings) = open(name);
        let expected: Vec<_> = expected.iter().map(|reported| reported.replace(' ', " /nodes/")).collect();
        let found: Vec<_> = findings.into_iter().map(|(reported, _)| reported).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(model.constraints().len(), constraints, "{name}");
    }
}

#[test]
fn every_file_of_the_folder_is_checked_here() {
    let mut files: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut names: Vec<_> = RULES.iter().map(|(name, ..)| (*name).to_owned()).collect();
    names.sort();
    assert_eq!(files, names);
}

#[test]
fn an_ancestor_as_source_is_only_a_warning_and_evaluated() {
    let (model, findings) = open("source_above_destination");
    assert_eq!(findings[0].1, Severity::Warning);
    let mut pose = Posed::rest(&model);
    pose.local(0).rotation = turn(Vec3::X, 60.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(2).rotation, turn(Vec3::X, 60.0), "destination");
    assert_rotation(pose.model_space.rotation(id(&model, 2)), turn(Vec3::X, 120.0), "in the model");
}

/// Of position and rotation, position comes first; of two dialects, the later one (a rotation) counts.
#[test]
fn what_is_named_twice_is_used_once() {
    assert_eq!(open("kind_twice").0.constraints()[0].kind.name(), "position");
    assert_eq!(open("both_dialects").0.constraints()[0].kind.name(), "rotation");
}

/// The source goes from (0, 0, 2) to (2, 4, 2) and turns by 60° about Z. The destinations hang below an arm at (1, 0, 0)
/// that is turned by 90° about Y and sees (x, y, z) of the model as (−z, y, x).
#[test]
fn every_kind_runs_beside_the_others() {
    let (model, _) = open("every_kind");
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::new(2.0, 4.0, 2.0);
    pose.local(1).rotation = turn(Vec3::Z, 60.0);
    let mut pose = pose.evaluate();
    // Half of (2, 4, 0), seen from the arm.
    assert_position(pose.local(3).translation, Vec3::new(0.0, 2.0, 1.0), "position");
    // The model's Z is the arm's −X.
    assert_rotation(pose.local(4).rotation, turn(-Vec3::X, 60.0), "rotation");
    // From (−1, 0, 2) to (1, 4, 2): the yaw goes from −atan(1/2) to atan(1/2).
    assert_rotation(pose.local(5).rotation, turn(Vec3::Y, 53.130_1), "aim");
    assert_rotation(pose.local(6).rotation, turn(Vec3::Z, 30.0), "roll");
    let pointed = pose.model_space.rotation(id(&model, 7)) * Vec3::Z;
    assert_position(pointed, Vec3::new(1.0, 4.0, 2.0).normalize(), "aim axis");
    assert_rotation(pose.local(8).rotation, turn(Vec3::Z, 15.0), "rotation of 1.0");
}

#[test]
fn a_chain_written_backwards_runs_in_one_frame() {
    let (model, _) = open("chain_backwards");
    let mut pose = Posed::rest(&model);
    pose.local(2).rotation = turn(Vec3::Y, 33.0);
    assert_rotation(pose.evaluate().local(0).rotation, turn(Vec3::Y, 33.0), "last");
}
