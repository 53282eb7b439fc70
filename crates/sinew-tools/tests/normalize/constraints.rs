//! Constraints do the same before and after, worked out here in doubles from their texts alone.

use glam::{DMat3, DQuat, DVec3, EulerRot};
use serde_json::{Value, json};
use sinew::document::{Document, NodeIndex};
use sinew::{Model, NodeId, Pose};
use sinew_testkit::assets;

use crate::Pair;

/// What a constraint needs to see of one file.
struct Scene<'a> {
    model: &'a Model,
    now: &'a Pose,
    rest: Pose,
}

/// What a constraint gives a node: a local rotation or a local translation.
#[derive(Debug)]
enum Given {
    Rotation(DQuat),
    Translation(DVec3),
}

impl<'a> Scene<'a> {
    fn new(model: &'a Model, now: &'a Pose) -> Self {
        Self { model, now, rest: Pose::rest(model) }
    }

    fn node(&self, index: usize) -> NodeId {
        self.model.hierarchy().id(NodeIndex(index as u32)).unwrap()
    }

    fn parent_rotation(&self, pose: &Pose, node: NodeId) -> DQuat {
        let parent = self.model.hierarchy().parent(node);
        parent.map_or(DQuat::IDENTITY, |parent| pose.model_space().rotation(parent).as_dquat().normalize())
    }

    fn parent_axes(&self, node: NodeId) -> DMat3 {
        let parent = self.model.hierarchy().parent(node);
        parent.map_or(DMat3::IDENTITY, |parent| glam::Mat3::from(self.now.model_from_node(parent).matrix3).as_dmat3())
    }

    fn local(pose: &Pose, node: NodeId) -> DQuat {
        pose.local[node.slot()].rotation.as_dquat().normalize()
    }

    fn place(pose: &Pose, node: NodeId, is_local: bool) -> DVec3 {
        let place =
            if is_local { pose.local[node.slot()].translation } else { pose.model_from_node(node).translation.into() };
        place.as_dvec3()
    }

    /// The constraint on a node, by the formulas of its text: `VRMC_node_constraint` 1.0, or the early draft.
    fn evaluate(&self, json: &Value, index: usize) -> Given {
        let extensions = &json["nodes"][index]["extensions"];
        let later = &extensions["VRMC_node_constraint"]["constraint"];
        let destination = self.node(index);
        let (constraint, is_early) =
            if later.is_object() { (later, false) } else { (&extensions["VRMC_constraints-1.0"], true) };
        let (kind, value) = constraint.as_object().unwrap().iter().next().unwrap();
        let source = self.node(value["source"].as_u64().unwrap() as usize);
        let weight = value["weight"].as_f64().unwrap_or(1.0);
        let (rest, now) = (&self.rest, self.now);
        let (s0, s, d0) = (Self::local(rest, source), Self::local(now, source), Self::local(rest, destination));
        let parent = self.parent_rotation(now, destination);
        let spaces = ["sourceSpace", "destinationSpace"]
            .map(|key| value[key].as_str().unwrap_or("model").eq_ignore_ascii_case("local"));
        match (kind.as_str(), is_early) {
            ("rotation", false) => Given::Rotation(d0.slerp(d0 * (s0.conjugate() * s), weight)),
            ("roll", false) => {
                let axis = named_axis(value["rollAxis"].as_str().unwrap());
                let in_parent = s0 * (s0.conjugate() * s) * s0.conjugate();
                let in_destination = d0.conjugate() * in_parent * d0;
                let swing = DQuat::from_rotation_arc(axis, in_destination * axis);
                Given::Rotation(d0.slerp(d0 * swing.conjugate() * in_destination, weight))
            }
            ("aim", false) => {
                let from = parent * d0 * named_axis(value["aimAxis"].as_str().unwrap());
                let to = Self::place(now, source, false) - Self::place(now, destination, false);
                let rotation = DQuat::from_rotation_arc(from.normalize(), to.normalize());
                Given::Rotation(d0.slerp(parent.conjugate() * rotation * parent * d0, weight))
            }
            ("rotation", true) => {
                let model = |pose: &Pose| pose.model_space().rotation(source).as_dquat().normalize();
                let rotation = if spaces[0] { s0.conjugate() * s } else { model(now) * model(rest).conjugate() };
                let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
                let rotation = DQuat::from_scaled_axis(rotation.to_scaled_axis() * mask(value));
                let rotation = DQuat::IDENTITY.slerp(rotation, weight);
                Given::Rotation(if spaces[1] { d0 * rotation } else { parent.conjugate() * rotation * parent * d0 })
            }
            ("position", true) => {
                let moved = Self::place(now, source, spaces[0]) - Self::place(rest, source, spaces[0]);
                let moved = moved * mask(value) * weight;
                let moved = if spaces[1] { moved } else { self.parent_axes(destination).inverse() * moved };
                Given::Translation(Self::place(rest, destination, true) + moved)
            }
            ("aim", true) => {
                let rotation = |pose: &Pose| {
                    let to = Self::place(pose, source, spaces[0]) - Self::place(pose, destination, spaces[1]);
                    aim(vector(&value["aimVector"], DVec3::Z), vector(&value["upVector"], DVec3::Y), to.normalize())
                };
                let rotation = DQuat::IDENTITY.slerp(rotation(now) * rotation(rest).conjugate(), weight);
                let at_rest = self.parent_rotation(rest, destination);
                Given::Rotation(if spaces[1] { rotation * d0 } else { parent.conjugate() * rotation * at_rest * d0 })
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The early draft's yaw and pitch.
fn aim(aim: DVec3, up: DVec3, to: DVec3) -> DQuat {
    let x = up.cross(aim);
    let z = x.cross(up);
    let yaw = x.dot(to).atan2(z.dot(to));
    let pitch = up.dot(aim).asin() - up.dot(to).asin();
    DQuat::from_axis_angle(up, yaw) * DQuat::from_axis_angle(x.normalize(), pitch)
}

fn named_axis(name: &str) -> DVec3 {
    let sign = if name.starts_with("Negative") || name.starts_with('-') { -1.0 } else { 1.0 };
    let axis = match name.chars().last() {
        Some('X') => DVec3::X,
        Some('Y') => DVec3::Y,
        _ => DVec3::Z,
    };
    axis * sign
}

fn vector(value: &Value, otherwise: DVec3) -> DVec3 {
    let Some(list) = value.as_array() else { return otherwise };
    DVec3::new(list[0].as_f64().unwrap(), list[1].as_f64().unwrap(), list[2].as_f64().unwrap())
}

fn mask(value: &Value) -> DVec3 {
    let Some(list) = value["freezeAxes"].as_array() else { return DVec3::ONE };
    DVec3::from_array([0, 1, 2].map(|axis| if list[axis].as_bool().unwrap() { 1.0 } else { 0.0 }))
}

fn constrained(json: &Value) -> Vec<usize> {
    let nodes = json["nodes"].as_array().unwrap();
    let is_constrained = |node: &Value| {
        node["extensions"]["VRMC_node_constraint"].is_object() || node["extensions"]["VRMC_constraints-1.0"].is_object()
    };
    (0..nodes.len()).filter(|index| is_constrained(&nodes[*index])).collect()
}

/// Every constraint of a file gives its node the same pose in the model, in any pose of all nodes.
fn assert_constraints_do_the_same(pair: &Pair) {
    let (old, new) = (pair.before.root().to_serde(), pair.after.root().to_serde());
    assert_eq!(constrained(&old), constrained(&new));
    for seed in [3, 30, 300, 3000] {
        let (before, after) = pair.moved(seed);
        let scenes = (Scene::new(&pair.before_model, &before), Scene::new(&pair.after_model, &after));
        for index in constrained(&old) {
            let nodes = (scenes.0.node(index), scenes.1.node(index));
            match (scenes.0.evaluate(&old, index), scenes.1.evaluate(&new, index)) {
                (Given::Rotation(a), Given::Rotation(b)) => {
                    let rest = |scene: &Scene<'_>, node| scene.rest.model_space().rotation(node).as_dquat().normalize();
                    // How far the node has rotated in the model since rest.
                    let a = scenes.0.parent_rotation(&before, nodes.0) * a * rest(&scenes.0, nodes.0).conjugate();
                    let b = scenes.1.parent_rotation(&after, nodes.1) * b * rest(&scenes.1, nodes.1).conjugate();
                    let error = (a * b.conjugate()).xyz().length();
                    assert!(error < 1e-5, "node {index}, pose {seed}: {a} is not {b}");
                }
                (Given::Translation(a), Given::Translation(b)) => {
                    let (a, b) = (scenes.0.parent_axes(nodes.0) * a, scenes.1.parent_axes(nodes.1) * b);
                    assert!(a.distance(b) < 1e-5, "node {index}, pose {seed}: {a} is not {b}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn every_kind_of_constraint_does_the_same() {
    let pair = Pair::fixture("constraints.gltf");
    assert_constraints_do_the_same(&pair);
    pair.assert_second_time_changes_nothing();
}

#[test]
fn axes_and_masks_are_renamed_and_what_has_no_name_keeps_its_rotation() {
    let pair = Pair::fixture("constraints.gltf");
    let after = pair.after.root().to_serde();
    let later =
        |node: usize, kind: &str| &after["nodes"][node]["extensions"]["VRMC_node_constraint"]["constraint"][kind];
    let early = |node: usize, kind: &str| &after["nodes"][node]["extensions"]["VRMC_constraints-1.0"][kind];
    // A quarter about X takes Y to Z, and the root's quarter about Z leaves Z alone and takes X to Y.
    assert_eq!(later(4, "roll")["rollAxis"], "Z");
    assert_eq!(later(6, "aim")["aimAxis"], "PositiveZ");
    assert_eq!(later(7, "aim")["aimAxis"], "-Y");
    assert_eq!(early(10, "rotation")["freezeAxes"], json!([true, true, false]));
    assert_eq!(early(11, "position")["freezeAxes"], json!([false, true, false]));
    // The parent's quarter takes the default directions, Z and Y, to Z and −X.
    let expected = [("aimVector", DVec3::Z), ("upVector", DVec3::NEG_X)];
    for (key, direction) in expected {
        assert!(vector(&early(12, "aim")[key], DVec3::ZERO).distance(direction) < 1e-6, "{key}");
    }
    assert_eq!(early(13, "aim"), &json!({"source": 1, "aimVector": [1, 0, 0]}));
    let kept: Vec<_> = pair.codes().into_iter().map(|(_, pointer)| pointer).collect();
    assert_eq!(kept, ["/nodes/3", "/nodes/5", "/nodes/8", "/nodes/15"]);
}

#[test]
fn a_human_bone_is_normalized_and_its_helper_follows() {
    // The source is a bone in one file and the destination in the other; the node that is not a bone keeps a rotation.
    for (bone, kept) in [(1, "/nodes/2"), (2, "/nodes/1")] {
        let pair = Pair::text(&format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"children": [1, 2]}}, {{"rotation": [0.6, 0, 0, 0.8]}},
            {{"rotation": [0, 0.6, 0, 0.8], "extensions": {{"VRMC_node_constraint": {{"specVersion": "1.0",
                "constraint": {{"rotation": {{"source": 1}}}}}}}}}}],
            "extensions": {{"VRMC_vrm": {{"specVersion": "1.0", "humanoid": {{"humanBones": {{"hips": {{"node": {bone}}}}}}}}}}}}}"#
        ));
        assert_eq!(pair.codes(), [("NORMALIZE_NODE_KEPT", kept)]);
        assert_eq!(pair.rotation(bone), glam::Quat::IDENTITY);
        assert_constraints_do_the_same(&pair);
        pair.assert_second_time_changes_nothing();
    }
}

#[test]
fn constraints_in_a_cycle_terminate() {
    // Each node copies the rotation of the next one, below parents that rest at all angles.
    let count = 40;
    let mut nodes = Vec::new();
    for index in 0..count {
        let angle = f64::from(index) * 0.37;
        let [x, y, z, w] = DQuat::from_euler(EulerRot::XYZ, angle, 0.3, -angle).to_array();
        let mut node = json!({"rotation": [x, y, z, w], "extensions": {"VRMC_node_constraint": {
            "specVersion": "1.0", "constraint": {"rotation": {"source": (index + 1) % count}}}}});
        if index + 1 < count {
            node["children"] = json!([index + 1]);
        }
        nodes.push(node);
    }
    let pair = Pair::text(&json!({"asset": {"version": "2.0"}, "nodes": nodes}).to_string());
    assert_constraints_do_the_same(&pair);
    pair.assert_second_time_changes_nothing();
}

#[test]
fn constraints_of_real_files_do_the_same() {
    let Some(folder) = assets::folder() else { return };
    for file in ["VRMC_node_constraint_1.0_cubes", "VRMC_constraints-1.0_cubes", "vrm_node_constraint_examples"] {
        let pair = Pair::new(Document::open(folder.join(format!("node_constraint/{file}.gltf"))).unwrap());
        assert_constraints_do_the_same(&pair);
        assert!(pair.difference_at_rest() < 1e-4, "{file}");
    }
}
