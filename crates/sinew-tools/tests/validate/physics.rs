//! Physics that can be simulated, and most likely not as was meant.

use std::fmt::Write as _;

use sinew::document::Code;
use sinew::validate::{Settings, validate};

use super::{found, read};

/// A file of nodes that share a ball, and one joint description.
fn file(nodes: &str, joint: &str) -> String {
    let roots: Vec<String> = (0..nodes.matches("\"extensions\"").count()).map(|index| index.to_string()).collect();
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "scenes": [{{"nodes": [{}]}}], "nodes": [{nodes}],
        "extensions": {{"KHR_implicit_shapes": {{"shapes": [{{"type": "sphere"}}]}},
            "KHR_physics_rigid_bodies": {{"physicsJoints": [{joint}]}}}}}}"#,
        roots.join(", ")
    )
}

fn node(place: &str, physics: &str) -> String {
    format!(r#"{{"translation": {place}, "extensions": {{"KHR_physics_rigid_bodies": {{{physics}}}}}}}"#)
}

const BALL: &str = r#""collider": {"geometry": {"shape": 0}}, "motion": {"mass": 1}"#;
const ON_IT: &str = r#""joint": {"joint": 0, "connectedNode": 0}"#;
const PIN: &str = r#"{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}"#;

/// A ball at a height of 2, and a joint in the fixed world at another.
fn pinned(height: f32, joint: &str) -> String {
    file(&[node("[0, 2, 0]", BALL), node(&format!("[0, {height}, 0]"), ON_IT)].join(","), joint)
}

fn message(text: &str, code: Code) -> String {
    let validation = validate(&read(text), &Settings::default());
    let finding = validation.findings().iter().find(|finding| finding.code == code);
    finding.map(|finding| finding.message.clone()).unwrap_or_default()
}

#[test]
fn a_joint_that_rests_within_its_limits_is_good() {
    assert_eq!(found(&pinned(2.0, PIN)), Vec::<String>::new());
}

#[test]
fn a_joint_that_rests_outside_of_a_hard_limit_is_reported_by_how_much() {
    let at = "JOINT_LIMIT_BROKEN_AT_REST /nodes/1/extensions/KHR_physics_rigid_bodies/joint";
    assert_eq!(found(&pinned(0.5, PIN)), [at]);
    // The ball is at 2 and the joint at 0.5: 1.5 m apart, where none is allowed.
    let reported = message(&pinned(0.5, PIN), Code::JOINT_LIMIT_BROKEN_AT_REST);
    assert!(reported.contains("rests at 1.5000 m: 1.5000 m outside"), "{reported}");
    // A rope of a metre is half a metre too short; along Y from the joint the ball is at +1.5.
    let rope = r#"{"limits": [{"linearAxes": [0, 1, 2], "max": 1}]}"#;
    assert!(message(&pinned(0.5, rope), Code::JOINT_LIMIT_BROKEN_AT_REST).contains("0.5000 m outside"));
    let shaft = r#"{"limits": [{"linearAxes": [1], "min": 2, "max": 3}]}"#;
    assert!(message(&pinned(0.5, shaft), Code::JOINT_LIMIT_BROKEN_AT_REST).contains("0.5000 m outside"));
}

#[test]
fn roundings_and_soft_limits_are_not_reported() {
    assert_eq!(found(&pinned(1.9995, PIN)), Vec::<String>::new());
    let spring = r#"{"limits": [{"linearAxes": [1], "min": 0, "max": 0, "stiffness": 50}]}"#;
    assert_eq!(found(&pinned(0.5, spring)), Vec::<String>::new());
}

#[test]
fn a_twist_is_the_same_after_whole_revolutions() {
    // The ball rests rotated by −90° about Z, which is 270°: within 260°…280° (4.54…4.89 rad).
    let ball = r#""collider": {"geometry": {"shape": 0}}, "motion": {"mass": 1}}}, "rotation": [0, 0, -0.70710678, 0.70710678], "extras": {"a": {"#;
    let text = |limit: &str| {
        let joint = format!(r#"{{"limits": [{{"angularAxes": [2], {limit}}}]}}"#);
        file(&[node("[0, 0, 0]", ball), node("[0, 0, 0]", ON_IT)].join(","), &joint)
    };
    assert_eq!(found(&text(r#""min": 4.54, "max": 4.89"#)), Vec::<String>::new());
    assert_eq!(found(&text(r#""min": -0.1, "max": 0.1"#)).len(), 1);
}

#[test]
fn limits_of_one_kind_that_share_an_axis_are_reported_at_their_description() {
    let at = "JOINT_LIMITS_OVERLAP /extensions/KHR_physics_rigid_bodies/physicsJoints/0";
    let both = r#"{"limits": [{"angularAxes": [0, 1], "max": 1}, {"angularAxes": [1], "min": -1, "max": 1}]}"#;
    assert_eq!(found(&pinned(2.0, both)), [at]);
    let apart = r#"{"limits": [{"angularAxes": [0, 1], "max": 1}, {"angularAxes": [2], "min": 0, "max": 0},
        {"linearAxes": [1], "min": -1, "max": 1}]}"#;
    assert_eq!(found(&pinned(2.0, apart)), Vec::<String>::new());
    let bumper = r#"{"limits": [{"linearAxes": [1], "min": -2, "max": 2},
        {"linearAxes": [1], "min": -1, "max": 1, "stiffness": 100}]}"#;
    assert_eq!(found(&pinned(2.0, bumper)), Vec::<String>::new());
}

#[test]
fn a_drive_on_a_locked_axis_is_reported_however_the_lock_is_spelled() {
    let at = "JOINT_DRIVE_LOCKED /extensions/KHR_physics_rigid_bodies/physicsJoints/0";
    let drive = r#""drives": [{"type": "linear", "mode": "force", "axis": 1, "velocityTarget": 1, "damping": 5}]"#;
    for limits in [r#"{"linearAxes": [1], "min": 0, "max": 0}"#, r#"{"linearAxes": [0, 1, 2], "max": 0}"#] {
        assert_eq!(found(&pinned(2.0, &format!(r#"{{"limits": [{limits}], {drive}}}"#))), [at]);
    }
    let free = format!(r#"{{"limits": [{{"linearAxes": [0, 2], "max": 0}}], {drive}}}"#);
    assert_eq!(found(&pinned(2.0, &free)), Vec::<String>::new());
}

#[test]
fn triangles_that_collide_from_one_side_only_are_reported() {
    let at = "/nodes/1/extensions/KHR_physics_rigid_bodies/joint";
    let joint = |motion: &str, other: &str| {
        let a = node("[0, 0, 0]", &format!(r#""collider": {{"geometry": {{"shape": 0}}}}, "motion": {{{motion}}}"#));
        found(&file(&[a, node("[0, 0, 0]", &format!("{other}{ON_IT}"))].join(","), PIN))
    };
    assert_eq!(joint(r#""isKinematic": true"#, ""), [format!("JOINT_IMMOVABLE {at}")]);
    assert_eq!(joint(r#""mass": 0"#, ""), [format!("JOINT_IMMOVABLE {at}")]);
    // Fixed position, free rotation.
    assert_eq!(joint(r#""mass": 0, "inertiaDiagonal": [1, 1, 1]"#, ""), Vec::<String>::new());
    let other = |mass: f32| format!(r#""collider": {{"geometry": {{"shape": 0}}}}, "motion": {{"mass": {mass}}}, "#);
    assert_eq!(joint(r#""mass": 1"#, &other(1001.0)), [format!("JOINT_MASS_RATIO {at}")]);
    assert_eq!(joint(r#""mass": 1"#, &other(999.0)), Vec::<String>::new());
}

#[test]
fn a_trigger_on_no_body_is_no_side_of_a_joint() {
    let trigger = node("[0, 0, 0]", r#""trigger": {"geometry": {"shape": 0}}"#);
    let text = file(&[trigger, node("[0, 0, 0]", &format!("{BALL}, {ON_IT}"))].join(","), PIN);
    assert_eq!(found(&text), ["JOINT_TO_TRIGGER /nodes/1/extensions/KHR_physics_rigid_bodies/joint/connectedNode"]);
}

#[test]
fn bodies_below_bodies_and_impossible_inertias_are_reported() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "scenes": [{"nodes": [0]}],
        "nodes": [
            {"children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "inertiaDiagonal": [3, 1, 1]}}}},
            {"children": [2]},
            {"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1, "inertiaDiagonal": [2, 1, 1]}}}}]}"#;
    let at = |node: u32| format!("/nodes/{node}/extensions/KHR_physics_rigid_bodies/motion");
    let expected = [format!("BODY_INERTIA_IMPOSSIBLE {}/inertiaDiagonal", at(0)), format!("BODY_NESTED {}", at(2))];
    assert_eq!(found(text), expected);
}

#[test]
fn a_filter_whose_systems_nothing_is_in_is_reported() {
    let mut filters = String::new();
    for (systems, with) in [("a", "b"), ("b", "c")] {
        let comma = if filters.is_empty() { "" } else { ", " };
        let _ = write!(filters, r#"{comma}{{"collisionSystems": ["{systems}"], "collideWithSystems": ["{with}"]}}"#);
    }
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_physics_rigid_bodies"],
        "extensions": {{"KHR_physics_rigid_bodies": {{"collisionFilters": [{filters}]}}}}}}"#
    );
    let reported: Vec<_> = found(&text).into_iter().filter(|code| code.starts_with("FILTER_NEVER_MATCHES")).collect();
    let at = "/extensions/KHR_physics_rigid_bodies/collisionFilters/1/collideWithSystems";
    assert_eq!(reported, [format!("FILTER_NEVER_MATCHES {at}")]);
}

/// Two nodes with the triangles of one mesh; `one` and `other` are what else stands beside their colliders' geometry and the
/// colliders, `joints` the rest of the file's own extension.
fn two_meshes(one: [&str; 2], other: [&str; 2], shared: &str) -> String {
    // Four corners of a tetrahedron, and its four faces: 48 and 12 bytes.
    let bytes = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQID";
    let node = |index: usize, [collider, beside]: [&str; 2]| {
        format!(
            r#"{{"mesh": 0, "extensions": {{"KHR_physics_rigid_bodies":
                {{"collider": {{"geometry": {{"node": {index}}}{collider}}}{beside}}}}}}}"#
        )
    };
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_physics_rigid_bodies"], "scenes": [{{"nodes": [0, 1]}}],
        "nodes": [{}, {}], "extensions": {{"KHR_physics_rigid_bodies": {{{shared}}}}},
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}},
            {{"bufferView": 1, "componentType": 5121, "count": 12, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 12}}],
        "buffers": [{{"byteLength": 60, "uri": "data:application/octet-stream;base64,{bytes}"}}]}}"#,
        node(0, one),
        node(1, other)
    )
}

#[test]
fn triangles_on_a_body_that_forces_move_are_reported_where_they_may_meet_others() {
    let at = "COLLIDER_MESH_MOVES /nodes/0/extensions/KHR_physics_rigid_bodies/collider";
    let motion = r#", "motion": {"mass": 1}"#;
    assert_eq!(found(&two_meshes(["", motion], ["", ""], "")), [at]);
    let both = found(&two_meshes(["", motion], ["", motion], ""));
    assert_eq!(both, [at, "COLLIDER_MESH_MOVES /nodes/1/extensions/KHR_physics_rigid_bodies/collider"]);
    let kinematic = r#", "motion": {"isKinematic": true}"#;
    assert_eq!(found(&two_meshes(["", motion], ["", kinematic], "")), [at]);
    // Alone against everything with an inside, they are what the text's authors show.
    let nothing = Vec::<String>::new();
    assert_eq!(found(&two_meshes(["", kinematic], ["", ""], "")), nothing);
    assert_eq!(found(&two_meshes(["", ""], ["", ""], "")), nothing);
    let hull = two_meshes(["", motion], ["", ""], "").replace(r#"{"node": 1}"#, r#"{"node": 1, "convexHull": true}"#);
    assert_eq!(found(&hull), nothing);
}

#[test]
fn triangles_that_a_filter_or_a_joint_keeps_apart_are_not_reported() {
    let motion = r#", "motion": {"mass": 1}"#;
    let filters = r#""collisionFilters": [{"collisionSystems": ["a"], "notCollideWithSystems": ["b"]}, {"collisionSystems": ["b"]}]"#;
    let filtered = |[one, other]: [&str; 2]| found(&two_meshes([one, motion], [other, ""], filters));
    let [a, b] = [r#", "collisionFilter": 0"#, r#", "collisionFilter": 1"#];
    assert_eq!(filtered([a, b]), Vec::<String>::new());
    // Of the same system, and the one that is not used is reported as that.
    assert!(filtered([b, b]).iter().any(|found| found.starts_with("COLLIDER_MESH_MOVES")));
    let joints = r#""physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "max": 0}]}]"#;
    let joined = |enable: &str| {
        let beside = format!(r#"{motion}, "joint": {{"connectedNode": 1, "joint": 0{enable}}}"#);
        found(&two_meshes(["", &beside], ["", ""], joints))
    };
    assert_eq!(joined(""), Vec::<String>::new());
    assert!(joined(r#", "enableCollision": true"#)[0].starts_with("COLLIDER_MESH_MOVES"));
}

#[test]
fn a_joint_that_neither_limits_nor_drives_is_reported() {
    let at = "JOINT_WITHOUT_EFFECT /extensions/KHR_physics_rigid_bodies/physicsJoints/0";
    // Nothing at all; a limit without ends; a cone that is everything; a drive that pushes with nothing.
    let nothing = [
        "{}",
        r#"{"limits": [{"linearAxes": [0]}]}"#,
        r#"{"limits": [{"angularAxes": [0, 1], "min": 0, "max": 3.2}]}"#,
        r#"{"drives": [{"type": "linear", "mode": "force", "axis": 0, "positionTarget": 1, "stiffness": 0}]}"#,
    ];
    for joint in nothing {
        assert_eq!(found(&pinned(2.0, joint)), [at], "{joint}");
    }
    let damped = r#"{"drives": [{"type": "linear", "mode": "force", "axis": 0, "damping": 1}]}"#;
    assert_eq!(found(&pinned(2.0, damped)), Vec::<String>::new());
}

#[test]
fn a_range_that_no_pose_meets_is_reported_as_such_and_not_as_a_rest_that_is_off() {
    let at = |place: &str| {
        format!("JOINT_LIMIT_IMPOSSIBLE /extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/{place}")
    };
    let distance = r#"{"limits": [{"linearAxes": [0, 1, 2], "max": -1}]}"#;
    assert_eq!(found(&pinned(0.5, distance)), [at("0/max")]);
    let cone = r#"{"limits": [{"linearAxes": [0], "max": 1}, {"angularAxes": [0, 1], "min": 4}]}"#;
    assert_eq!(found(&pinned(0.5, cone)), [at("1/min")]);
    // The frames rest 1.5 m apart along Y, where neither range is.
    let apart = r#"{"limits": [{"linearAxes": [1], "min": -2, "max": -1}, {"linearAxes": [1], "min": 2, "max": 3}]}"#;
    let overlap = "JOINT_LIMITS_OVERLAP /extensions/KHR_physics_rigid_bodies/physicsJoints/0".to_owned();
    assert_eq!(found(&pinned(0.5, apart)), [at("1"), overlap]);
    // Lowering reports it, too.
    let (_, diagnostics) = sinew::Model::from_document(&read(&pinned(0.5, distance)));
    assert!(diagnostics.iter().any(|finding| finding.code == Code::JOINT_LIMIT_IMPOSSIBLE));
}

#[test]
fn a_body_of_colliders_without_volume_is_reported() {
    let at = "BODY_WITHOUT_COLLIDER /nodes/0/extensions/KHR_physics_rigid_bodies/motion";
    let of = |shape: &str, motion: &str| {
        let text = file(
            &node("[0, 0, 0]", &format!(r#""collider": {{"geometry": {{"shape": 0}}}}, "motion": {motion}"#)),
            PIN,
        );
        found(&text.replace(r#"{"type": "sphere"}"#, shape))
    };
    let flat = r#"{"type": "box", "box": {"size": [1, 0, 1]}}"#;
    assert!(of(flat, "{}").iter().any(|finding| finding == at), "{:?}", of(flat, "{}"));
    assert!(of(r#"{"type": "plane"}"#, r#"{"mass": 1}"#).iter().any(|finding| finding == at));
    // 10⁻¹⁵ m along each side weigh 10⁻⁴² kg, which has no reciprocal in single precision.
    assert!(of(r#"{"type": "box", "box": {"size": [1e-15, 1e-15, 1e-15]}}"#, "{}").iter().any(|finding| finding == at));
    let said = r#"{"mass": 1, "inertiaDiagonal": [1, 1, 1]}"#;
    assert!(!of(flat, said).iter().any(|finding| finding == at));
    assert!(!of(r#"{"type": "box", "box": {"size": [1, 0.001, 1]}}"#, "{}").iter().any(|finding| finding == at));
}
