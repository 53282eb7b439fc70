//! `VRMC_constraints-1.0`: every kind × source space × destination space × mask × weight, against numbers worked out by
//! hand with quarter turns.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew_model::Model;

use crate::scene::{Posed, array, assert_position, assert_rotation, model, turn, turn_by};

const SPACES: [&str; 2] = ["local", "model"];

/// All eight masks of three axes.
fn masks() -> impl Iterator<Item = [bool; 3]> {
    (0..8).map(|bits| [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0])
}

/// Nodes 0 and 1: a parent and the source; nodes 2 and 3: a parent and the destination.
fn pairs(source: [Value; 2], destination: [Value; 2], kind: &str, constraint: &Value) -> Model {
    let [mut source_parent, source] = source;
    let [mut destination_parent, mut destination] = destination;
    source_parent["children"] = json!([1]);
    destination_parent["children"] = json!([3]);
    destination["extensions"] = json!({"VRMC_constraints-1.0": {kind: constraint}});
    model(&json!([source_parent, source, destination_parent, destination]))
}

/// What the source's way along each axis of its space contributes, for a way of (1, 2, 3) in the source's own space.
///
/// The source's parent is turned by 90° about Z, which takes (x, y, z) to (−y, x, z), and twice as large: in the model
/// the way is (−4, 2, 6). The destination's parent is turned by 90° about X and scaled by (1, 2, 4); seen from it, a way
/// (x, y, z) of the model is first turned back to (x, z, −y), then divided: (x, z/2, −y/4).
const POSITION_ROWS: [(&str, &str, [Vec3; 3]); 4] = [
    ("local", "local", [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.0, 0.0, 3.0)]),
    ("local", "model", [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, 1.5, 0.0)]),
    ("model", "local", [Vec3::new(-4.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.0, 0.0, 6.0)]),
    ("model", "model", [Vec3::new(-4.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -0.5), Vec3::new(0.0, 3.0, 0.0)]),
];

#[test]
fn position_adds_the_constrained_and_weighted_displacement_to_rest() {
    for (source_space, destination_space, axes) in POSITION_ROWS {
        for mask in masks() {
            for weight in [0.0, 0.25, 1.0] {
                let model = pairs(
                    [
                        json!({"rotation": array(turn(Vec3::Z, 90.0)), "scale": [2, 2, 2], "translation": [7, 8, 9]}),
                        json!({"translation": [4, 5, 6]}),
                    ],
                    [
                        json!({"rotation": array(turn(Vec3::X, 90.0)), "scale": [1, 2, 4], "translation": [-1, 0, 1]}),
                        json!({"translation": [10, 20, 30], "rotation": array(turn(Vec3::Y, 90.0))}),
                    ],
                    "position",
                    &json!({"source": 1, "sourceSpace": source_space, "destinationSpace": destination_space,
                        "freezeAxes": mask, "weight": weight}),
                );
                let mut pose = Posed::rest(&model);
                pose.local(1).translation += Vec3::new(1.0, 2.0, 3.0);
                let mut pose = pose.evaluate();
                let way: Vec3 = axes.into_iter().zip(mask).filter(|(_, is_on)| *is_on).map(|(axis, _)| axis).sum();
                let what = format!("{source_space} to {destination_space}, {mask:?}, {weight}");
                let expected = Vec3::new(10.0, 20.0, 30.0) + way * weight;
                assert_position(pose.local(3).translation, expected, &what);
                assert_rotation(pose.local(3).rotation, turn(Vec3::Y, 90.0), &what);
            }
        }
    }
}

/// What each component of the source's rotation vector contributes, in degrees about the axes of the destination's
/// parent, for a turn of the source by the vector (90°, 90°, 0) about its own axes.
///
/// The source's parent is turned by 90° about Z: about the model's axes the vector is (−90°, 90°, 0). A local destination
/// turns about its own axes, which rest turned by 90° about Y: there (x, y, z) is (z, y, −x) for its parent. A model
/// destination turns about the model's axes; its parent is turned by 90° about X and sees (x, y, z) as (x, z, −y).
const ROTATION_ROWS: [(&str, &str, [Vec3; 3]); 4] = [
    ("local", "local", [Vec3::new(0.0, 0.0, -90.0), Vec3::new(0.0, 90.0, 0.0), Vec3::ZERO]),
    ("local", "model", [Vec3::new(90.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -90.0), Vec3::ZERO]),
    ("model", "local", [Vec3::new(0.0, 0.0, 90.0), Vec3::new(0.0, 90.0, 0.0), Vec3::ZERO]),
    ("model", "model", [Vec3::new(-90.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -90.0), Vec3::ZERO]),
];

#[test]
fn rotation_rotates_rest_by_the_constrained_and_weighted_rotation_vector() {
    for (source_space, destination_space, axes) in ROTATION_ROWS {
        for mask in masks() {
            for weight in [0.0, 0.25, 0.5, 1.0] {
                let model = pairs(
                    [
                        json!({"rotation": array(turn(Vec3::Z, 90.0)), "scale": [2, 2, 2]}),
                        json!({"translation": [4, 5, 6]}),
                    ],
                    [
                        json!({"rotation": array(turn(Vec3::X, 90.0)), "scale": [1, 2, 4]}),
                        json!({"translation": [1, 2, 3], "rotation": array(turn(Vec3::Y, 90.0))}),
                    ],
                    "rotation",
                    &json!({"source": 1, "sourceSpace": source_space, "destinationSpace": destination_space,
                        "freezeAxes": mask, "weight": weight}),
                );
                let mut pose = Posed::rest(&model);
                pose.local(1).rotation = turn_by(Vec3::new(90.0, 90.0, 0.0));
                let mut pose = pose.evaluate();
                let vector: Vec3 = axes.into_iter().zip(mask).filter(|(_, is_on)| *is_on).map(|(axis, _)| axis).sum();
                let what = format!("{source_space} to {destination_space}, {mask:?}, {weight}");
                let expected = turn_by(vector * weight) * turn(Vec3::Y, 90.0);
                assert_rotation(pose.local(3).rotation, expected, &what);
                assert_eq!(pose.local(3).translation, Vec3::new(1.0, 2.0, 3.0), "{what}");
            }
        }
    }
}

/// With its parent's turn at rest undone, the difference stays one from rest: the source rests turned by 90° about Z and
/// has since turned by 60° about its X. Locally that is X; in the model, 90° about Z makes it Y.
#[test]
fn rotation_is_relative_to_the_rest_of_the_source() {
    for (space, axis) in [("local", Vec3::X), ("model", Vec3::Y)] {
        let model = pairs(
            [json!({}), json!({"rotation": array(turn(Vec3::Z, 90.0))})],
            [json!({}), json!({})],
            "rotation",
            &json!({"source": 1, "sourceSpace": space, "destinationSpace": "local"}),
        );
        let mut pose = Posed::rest(&model);
        pose.local(1).rotation = turn(Vec3::Z, 90.0) * turn(Vec3::X, 60.0);
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(3).rotation, turn(axis, 60.0), space);
    }
}

/// The parent has turned by 90° about Z since rest. Seen from it, the model's X is its −Y.
#[test]
fn a_model_destination_rotates_about_the_axes_of_the_model_as_its_parent_has_them_now() {
    let model = pairs([json!({}), json!({})], [json!({}), json!({})], "rotation", &json!({"source": 1}));
    let mut pose = Posed::rest(&model);
    pose.local(1).rotation = turn(Vec3::X, 60.0);
    pose.local(2).rotation = turn(Vec3::Z, 90.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, turn(-Vec3::Y, 60.0), "rotation");

    let model = pairs([json!({}), json!({})], [json!({}), json!({})], "position", &json!({"source": 1}));
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::X * 2.0;
    pose.local(2).rotation = turn(Vec3::Z, 90.0);
    let mut pose = pose.evaluate();
    assert_position(pose.local(3).translation, Vec3::Y * -2.0, "position");
}

/// A parent without depth: a way along Z of the model cannot be had below it.
#[test]
fn a_position_below_a_flattened_parent_rests() {
    let model = pairs(
        [json!({}), json!({})],
        [json!({"scale": [1, 1, 0]}), json!({"translation": [1, 2, 3]})],
        "position",
        &json!({"source": 1}),
    );
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::new(1.0, 1.0, 1.0);
    let mut pose = pose.evaluate();
    assert_eq!(pose.local(3).translation, Vec3::new(1.0, 2.0, 3.0));
}

/// Where the source goes so that, in each pair of spaces, it is seen from the destination in the direction (3, 3√2, 3): at
/// a yaw of 45° (atan 3/3) and 45° above the level (3√2 up, √(3² + 3²) = 3√2 away).
///
/// At rest the source is at (0, 0, 5) below a parent at (0, 0, 1) that is turned by 90° about Z, which makes a local
/// (x, y, z) the model's (−y, x, z + 1). The destination is at (0, 0, 2) below a parent at (−2, 0, 1) that is turned by
/// 90° about Y: at (0, 0, 1) in the model. So it rests straight ahead in every pair of spaces.
fn aim_rows() -> [(&'static str, &'static str, Vec3); 4] {
    let up = 3.0 * 2.0_f32.sqrt();
    [
        // (3, up, 3) + (0, 0, 2)
        ("local", "local", Vec3::new(3.0, up, 5.0)),
        // (3, up, 3) + (0, 0, 1)
        ("local", "model", Vec3::new(3.0, up, 4.0)),
        // (3, up, 3) + (0, 0, 2) = (3, up, 5) in the model
        ("model", "local", Vec3::new(up, -3.0, 4.0)),
        // (3, up, 3) + (0, 0, 1) = (3, up, 4) in the model
        ("model", "model", Vec3::new(up, -3.0, 3.0)),
    ]
}

/// `R(Y, 45°)·R(X, −45°)`, with c = cos 22.5° and s = sin 22.5°: (c + s·j)(c − s·i) = c² − cs·i + cs·j + s²·k, where
/// c² = 0.853553, cs = 0.353553 and s² = 0.146447.
const YAW_AND_PITCH: Quat = Quat::from_xyzw(-0.353_553_4, 0.353_553_4, 0.146_446_6, 0.853_553_4);

/// Half of it: 1 + q, of length √(2 + 2·0.853553) = 1.925385.
const HALF_YAW_AND_PITCH: Quat = Quat::from_xyzw(-0.183_627_2, 0.183_627_2, 0.076_060_9, 0.962_692_6);

#[test]
fn aim_rotates_rest_by_the_constrained_and_weighted_yaw_and_pitch() {
    for (source_space, destination_space, source) in aim_rows() {
        for (mask, half, whole) in [
            ([false, false], Quat::IDENTITY, Quat::IDENTITY),
            ([true, false], turn(Vec3::Y, 22.5), turn(Vec3::Y, 45.0)),
            ([false, true], turn(Vec3::X, -22.5), turn(Vec3::X, -45.0)),
            ([true, true], HALF_YAW_AND_PITCH, YAW_AND_PITCH),
        ] {
            for (weight, turned) in [(0.0, Quat::IDENTITY), (0.5, half), (1.0, whole)] {
                let model = pairs(
                    [
                        json!({"rotation": array(turn(Vec3::Z, 90.0)), "translation": [0, 0, 1]}),
                        json!({"translation": [0, 0, 5]}),
                    ],
                    [
                        json!({"rotation": array(turn(Vec3::Y, 90.0)), "translation": [-2, 0, 1]}),
                        json!({"translation": [0, 0, 2], "rotation": array(turn(Vec3::X, 90.0))}),
                    ],
                    "aim",
                    &json!({"source": 1, "sourceSpace": source_space, "destinationSpace": destination_space,
                        "freezeAxes": mask, "weight": weight}),
                );
                let mut pose = Posed::rest(&model);
                pose.local(1).translation = source;
                let mut pose = pose.evaluate();
                // The parent of a model destination is turned by 90° about Y: it sees the model's (x, y, z) as (−z, y, x).
                let seen = match destination_space {
                    "local" => turned,
                    _ => Quat::from_xyzw(-turned.z, turned.y, turned.x, turned.w),
                };
                let what = format!("{source_space} to {destination_space}, {mask:?}, {weight}");
                assert_rotation(pose.local(3).rotation, seen * turn(Vec3::X, 90.0), &what);
            }
        }
    }
}

/// The source rests at a yaw of 90° and comes to be straight ahead: the destination turns back by 90°.
#[test]
fn aim_is_relative_to_how_it_would_face_at_rest() {
    let model =
        pairs([json!({}), json!({"translation": [3, 0, 0]})], [json!({}), json!({})], "aim", &json!({"source": 1}));
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::Z;
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, turn(Vec3::Y, -90.0), "aim");
}

/// Of the parent's quarter turn, a model destination takes nothing: turned back, it faces where it faced. A local one
/// turns along.
#[test]
fn an_aim_in_the_model_stays_when_its_parent_rotates() {
    for (space, expected) in [("model", turn(Vec3::Y, -90.0)), ("local", Quat::IDENTITY)] {
        let model = pairs(
            [json!({}), json!({"translation": [0, 0, 3]})],
            [json!({}), json!({})],
            "aim",
            &json!({"source": 1, "destinationSpace": space}),
        );
        let mut pose = Posed::rest(&model);
        pose.local(2).rotation = turn(Vec3::Y, 90.0);
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(3).rotation, expected, space);
    }
}

/// Aim along X, up along Z: then "right" is Z × X = Y. The source goes from straight ahead on X to Y, a yaw of 90° about
/// Z; and from X to straight above on Z, a pitch of −90° about Y.
#[test]
fn aim_and_up_vector_define_yaw_and_pitch() {
    let constraint = json!({"source": 1, "aimVector": [2, 0, 0], "upVector": [0, 0, 0.5]});
    let model = pairs([json!({}), json!({"translation": [3, 0, 0]})], [json!({}), json!({})], "aim", &constraint);
    for (to, expected) in [(Vec3::Y, turn(Vec3::Z, 90.0)), (Vec3::Z, turn(Vec3::Y, -90.0))] {
        let mut pose = Posed::rest(&model);
        pose.local(1).translation = to;
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(3).rotation, expected, &to.to_string());
    }
}

/// An aim vector 45° above the level: a source on the level, straight ahead, asks for 45° down about X.
#[test]
fn a_slanted_aim_vector_counts_from_its_own_elevation() {
    let constraint = json!({"source": 1, "aimVector": [0, 1, 1]});
    let model = pairs([json!({}), json!({"translation": [0, 2, 2]})], [json!({}), json!({})], "aim", &constraint);
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::Z;
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, turn(Vec3::X, 45.0), "aim");
}

#[test]
fn a_source_at_the_destination_contributes_nothing() {
    let model =
        pairs([json!({}), json!({"translation": [3, 0, 0]})], [json!({}), json!({})], "aim", &json!({"source": 1}));
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::ZERO;
    let mut pose = pose.evaluate();
    assert_eq!(pose.local(3).rotation, Quat::IDENTITY);
}

/// Straight above there is no yaw: only a pitch of −90° about X.
#[test]
fn a_source_straight_above_has_no_yaw() {
    let model =
        pairs([json!({}), json!({"translation": [0, 0, 3]})], [json!({}), json!({})], "aim", &json!({"source": 1}));
    let mut pose = Posed::rest(&model);
    pose.local(1).translation = Vec3::Y;
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(3).rotation, turn(Vec3::X, -90.0), "above");
}

#[test]
fn spaces_in_upper_case_are_the_same() {
    for space in SPACES {
        let positions = [space.to_owned(), space.to_uppercase()].map(|spelled| {
            let model = pairs(
                [json!({"scale": [2, 2, 2]}), json!({})],
                [json!({}), json!({})],
                "position",
                &json!({"source": 1, "sourceSpace": spelled, "destinationSpace": spelled}),
            );
            let mut pose = Posed::rest(&model);
            pose.local(1).translation = Vec3::X;
            pose.evaluate().local(3).translation
        });
        assert_eq!(positions[0], positions[1]);
        assert_eq!(positions[0], Vec3::X * if space == "local" { 1.0 } else { 2.0 });
    }
}

/// 60° of the source by a weight of 1.5 are 90°, by −0.5 they are −30°; reported, and used as written.
#[test]
fn a_weight_beyond_its_range_is_used_as_written() {
    for (weight, degrees) in [(1.5, 90.0), (-0.5, -30.0)] {
        let nodes =
            json!([{}, {"extensions": {"VRMC_constraints-1.0": {"rotation": {"source": 0, "weight": weight}}}}]);
        let (model, findings) = crate::scene::model_with_findings(&nodes);
        assert_eq!(findings, ["VALUE_NOT_IN_RANGE /nodes/1/extensions/VRMC_constraints-1.0/rotation/weight"]);
        let mut pose = Posed::rest(&model);
        pose.local(0).rotation = turn(Vec3::X, 60.0);
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(1).rotation, turn(Vec3::X, degrees), &weight.to_string());
    }
}
