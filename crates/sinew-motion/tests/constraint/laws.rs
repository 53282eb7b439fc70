//! What holds for every source, every rest and every parent: identity, translated, rotated, scaled, non-uniformly scaled
//! and mirrored.
//!
//! Directions and rotations of the model are those of rotations alone (the product along the chain); below a scaled or
//! mirrored parent a drawn axis may lean away from them, as glTF has it. "Points at" means that rotation.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use serde_json::{Value, json};
use sinew_model::{Model, NodeId};
use sinew_testkit::frames::{ParentFrame, six_parents};

use crate::scene::{Posed, array, assert_position, assert_rotation, id, model};

const SPACES: [&str; 2] = ["local", "model"];

#[derive(Clone, Copy, Debug)]
struct Setting {
    source_rest: (Vec3, Quat),
    destination_rest: (Vec3, Quat),
    source: (Vec3, Quat),
    weight: f32,
    mask: [bool; 3],
}

fn vector() -> impl Strategy<Value = Vec3> {
    (-5.0_f32..5.0, -5.0_f32..5.0, -5.0_f32..5.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn rotation() -> impl Strategy<Value = Quat> {
    (-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0)
        .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w))
        .prop_filter("too short", |quat| quat.length() > 0.1)
        .prop_map(Quat::normalize)
}

fn setting() -> impl Strategy<Value = Setting> {
    let place = || (vector(), rotation());
    (place(), place(), place(), 0.0_f32..=1.0, any::<[bool; 3]>()).prop_map(
        |(source_rest, destination_rest, source, weight, mask)| Setting {
            source_rest,
            destination_rest,
            source,
            weight,
            mask,
        },
    )
}

fn parent(frame: &ParentFrame, child: u32) -> Value {
    json!({"translation": frame.translation.to_array(), "rotation": array(frame.rotation),
        "scale": frame.scale.to_array(), "children": [child]})
}

/// Node 0 is above all; nodes 1 and 2 are a parent and the source, 3 and 4 a parent and the destination.
fn scene(setting: &Setting, parents: [&ParentFrame; 2], extensions: &Value) -> Model {
    let place = |(translation, rotation): (Vec3, Quat)| json!({"translation": translation.to_array(), "rotation": array(rotation)});
    let mut destination = place(setting.destination_rest);
    destination["extensions"] = extensions.clone();
    model(&json!([
        {"children": [1, 3]},
        parent(parents[0], 2),
        place(setting.source_rest),
        parent(parents[1], 4),
        destination,
    ]))
}

const SOURCE: u32 = 2;
const DESTINATION: u32 = 4;

fn each_pair_of_parents(mut check: impl FnMut([&ParentFrame; 2], &str)) {
    for source in &six_parents() {
        for destination in &six_parents() {
            check([source, destination], &format!("{} source, {} destination", source.name, destination.name));
        }
    }
}

/// Every kind of the early draft in every pair of spaces.
fn early(setting: &Setting, weight: f32) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for source_space in SPACES {
        for destination_space in SPACES {
            for kind in ["position", "rotation", "aim"] {
                let mask = &setting.mask[..if kind == "aim" { 2 } else { 3 }];
                let constraint = json!({"source": SOURCE, "sourceSpace": source_space, "freezeAxes": mask,
                    "destinationSpace": destination_space, "weight": weight});
                let name = format!("{kind} from {source_space} to {destination_space}");
                all.push((name, json!({"VRMC_constraints-1.0": {kind: constraint}})));
            }
        }
    }
    all
}

fn late(kind: &str, mut constraint: Value) -> Value {
    constraint["source"] = json!(SOURCE);
    json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {kind: constraint}}})
}

/// Rotation and roll of 1.0.
fn late_relative(weight: f32) -> Vec<(String, Value)> {
    let mut all = vec![("rotation".to_owned(), late("rotation", json!({"weight": weight})))];
    for axis in ["X", "Y", "Z"] {
        all.push((format!("roll about {axis}"), late("roll", json!({"rollAxis": axis, "weight": weight}))));
    }
    all
}

fn late_aims(weight: f32) -> Vec<(Vec3, Value)> {
    ["PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"]
        .into_iter()
        .zip([Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])
        .map(|(name, axis)| (axis, late("aim", json!({"aimAxis": name, "weight": weight}))))
        .collect()
}

fn assert_at_rest(pose: &mut Posed<'_>, setting: &Setting, what: &str) {
    let local = *pose.local(DESTINATION);
    assert_position(local.translation, setting.destination_rest.0, what);
    assert_rotation(local.rotation, setting.destination_rest.1, what);
}

fn move_source(pose: &mut Posed<'_>, setting: &Setting) {
    let local = pose.local(SOURCE);
    (local.translation, local.rotation) = setting.source;
}

fn position(pose: &Posed<'_>, node: NodeId) -> Vec3 {
    pose.model_space.matrix(node).translation.into()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn early_draft_with_everything_at_rest_rests(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (name, extensions) in early(&setting, setting.weight) {
                let model = scene(&setting, parents, &extensions);
                assert_at_rest(&mut Posed::rest(&model).evaluate(), &setting, &format!("{name}, {what}"));
            }
        });
    }

    #[test]
    fn early_draft_without_weight_rests(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (name, extensions) in early(&setting, 0.0) {
                let model = scene(&setting, parents, &extensions);
                let mut pose = Posed::rest(&model);
                move_source(&mut pose, &setting);
                assert_at_rest(&mut pose.evaluate(), &setting, &format!("{name}, {what}"));
            }
        });
    }

    #[test]
    fn rotation_and_roll_with_the_source_at_rest_rest(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (name, extensions) in late_relative(setting.weight) {
                let model = scene(&setting, parents, &extensions);
                assert_at_rest(&mut Posed::rest(&model).evaluate(), &setting, &format!("{name}, {what}"));
            }
        });
    }

    #[test]
    fn aim_of_full_weight_points_its_axis_at_the_source(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (axis, extensions) in late_aims(1.0) {
                let model = scene(&setting, parents, &extensions);
                let mut pose = Posed::rest(&model);
                move_source(&mut pose, &setting);
                let pose = pose.evaluate();
                let (source, destination) = (id(&model, SOURCE), id(&model, DESTINATION));
                let way = position(&pose, source) - position(&pose, destination);
                // Nearer than this, the rounding of positions some metres away shows in the direction.
                if way.length() > 0.1 {
                    let pointed = pose.model_space.rotation(destination) * axis;
                    assert!(pointed.distance(way.normalize()) < 2e-5, "{axis}, {what}: {pointed} is not {way}");
                }
            }
        });
    }

    #[test]
    fn aim_rotates_no_further_than_necessary(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (axis, extensions) in late_aims(1.0) {
                let model = scene(&setting, parents, &extensions);
                let mut pose = Posed::rest(&model);
                move_source(&mut pose, &setting);
                let mut pose = pose.evaluate();
                let (rest, now) = (setting.destination_rest.1, pose.local(DESTINATION).rotation);
                let turned = rest.angle_between(now);
                let needed = (rest * axis).angle_between(now * axis);
                assert!((turned - needed).abs() < 2e-3, "{axis}, {what}: {turned} instead of {needed}");
            }
        });
    }

    #[test]
    fn both_quaternions_of_a_source_give_the_same(setting in setting()) {
        each_pair_of_parents(|parents, what| {
            for (name, extensions) in early(&setting, setting.weight).into_iter().chain(late_relative(setting.weight)) {
                let model = scene(&setting, parents, &extensions);
                let rotations = [1.0, -1.0].map(|sign| {
                    let mut pose = Posed::rest(&model);
                    move_source(&mut pose, &setting);
                    pose.local(SOURCE).rotation = setting.source.1 * sign;
                    pose.evaluate().local(DESTINATION).rotation
                });
                assert_rotation(rotations[0], rotations[1], &format!("{name}, {what}"));
            }
        });
    }

    #[test]
    fn evaluating_twice_changes_nothing(setting in setting()) {
        let parents = six_parents();
        for (name, extensions) in early(&setting, setting.weight).into_iter().chain(late_relative(setting.weight)) {
            let model = scene(&setting, [&parents[4], &parents[5]], &extensions);
            let mut pose = Posed::rest(&model);
            move_source(&mut pose, &setting);
            let mut pose = pose.evaluate();
            let once = *pose.local(DESTINATION);
            prop_assert_eq!(once, *pose.evaluate().local(DESTINATION), "{}", name);
        }
    }

    /// 1.0 reads nothing but rotations from rest and directions between nodes, which a common parent cannot change by
    /// moving, turning or growing. Of the early draft the same holds for what is local on both sides; its model space
    /// counts from the root by definition.
    #[test]
    fn moving_everything_changes_no_constrained_local_transform(
        setting in setting(), translation in vector(), turned in rotation(), size in 0.5_f32..2.0,
    ) {
        each_pair_of_parents(|parents, what| {
            let aims = late_aims(setting.weight).into_iter().map(|(axis, value)| (format!("aim {axis}"), value));
            let local = early(&setting, setting.weight).into_iter().filter(|(name, _)| name.contains("local to local"));
            for (name, extensions) in late_relative(setting.weight).into_iter().chain(aims).chain(local) {
                let model = scene(&setting, parents, &extensions);
                let mut still = Posed::rest(&model);
                move_source(&mut still, &setting);
                let mut still = still.evaluate();
                let way = position(&still, id(&model, SOURCE)) - position(&still, id(&model, DESTINATION));
                if way.length() < 0.5 {
                    continue;
                }
                let mut moved = Posed::rest(&model);
                move_source(&mut moved, &setting);
                let root = moved.local(0);
                (root.translation, root.rotation, root.scale) = (translation, turned, Vec3::splat(size));
                let mut moved = moved.evaluate();
                let (still, moved) = (*still.local(DESTINATION), *moved.local(DESTINATION));
                assert_position(moved.translation, still.translation, &format!("{name}, {what}"));
                // Of two unit quaternions, the distance is half of the angle; the arc cosine of a float near 1 is too
                // coarse to tell.
                let (still, moved) = (still.rotation, moved.rotation);
                let apart = (still - moved).length().min((still + moved).length());
                // Nearly straight behind, the least rounding turns the shortest way to another side.
                let turned = setting.destination_rest.1.angle_between(still);
                assert!(apart < 1e-4 || turned > 3.1, "{name}, {what}: {apart} apart");
            }
        });
    }
}

/// A half turn has two quaternions with w = 0, and no shorter way of the two; both must take the same one.
#[test]
fn both_quaternions_of_a_half_turn_give_the_same() {
    let place = (Vec3::ZERO, Quat::IDENTITY);
    let half = Quat::from_xyzw(0.0, -0.6, 0.8, 0.0);
    let setting = Setting { source_rest: place, destination_rest: place, source: place, weight: 0.5, mask: [true; 3] };
    let parents = six_parents();
    for (name, extensions) in early(&setting, 0.5).into_iter().chain(late_relative(0.5)) {
        let model = scene(&setting, [&parents[0], &parents[0]], &extensions);
        let rotations = [half, -half].map(|half| {
            let mut pose = Posed::rest(&model);
            pose.local(SOURCE).rotation = half;
            pose.evaluate().local(DESTINATION).rotation
        });
        assert_rotation(rotations[0], rotations[1], &name);
    }
}
