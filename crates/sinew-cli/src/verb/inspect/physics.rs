//! Bodies, colliders, triggers and joints.

use std::fmt::Write as _;

use sinew::Hierarchy;
use sinew_tools::inspection::Inspection;
use sinew_tools::joint::{DriveAnswer, JointAnswer, LimitAnswer};
use sinew_tools::physics::{BodyAnswer, FilterAnswer, MaterialAnswer, TriggerAnswer};
use sinew_tools::shape::ShapeAnswer;

use super::behaviour::node_label;
use super::section as table_section;
use crate::text::table::Column;
use crate::text::{number, style};

/// The tables of a file's physics; empty without physics.
pub(super) fn section(inspection: &Inspection, hierarchy: &Hierarchy, rows: usize) -> String {
    let Some(physics) = &inspection.physics else { return String::new() };
    let mut text = table_section("Bodies", BODY_COLUMNS, &physics.bodies, rows, |body| body_row(hierarchy, body));
    text += &table_section("Colliders on no body", &[Column::left("")], &physics.static_colliders, rows, |&node| {
        vec![node_label(hierarchy, node)]
    });
    text += &table_section("Triggers", TRIGGER_COLUMNS, &physics.triggers, rows, |part| trigger_row(hierarchy, part));
    let of_meshes: Vec<[String; 4]> = physics.shapes.iter().filter_map(|shape| mesh_row(hierarchy, shape)).collect();
    text += &table_section("Shapes of meshes", MESH_COLUMNS, &of_meshes, rows, |row| row.to_vec());
    text += &table_section("Joints", JOINT_COLUMNS, &physics.joints, rows, |joint| joint_row(hierarchy, joint));
    let materials: Vec<(usize, &MaterialAnswer)> = physics.materials.iter().enumerate().collect();
    text += &table_section("Physics materials", MATERIAL_COLUMNS, &materials, rows, material_row);
    let filters: Vec<(usize, &FilterAnswer)> = physics.filters.iter().enumerate().collect();
    text += &table_section("Collision filters", FILTER_COLUMNS, &filters, rows, filter_row);
    text
}

const BODY_COLUMNS: &[Column] = &[
    Column::left("body"),
    Column::left("kind"),
    Column::right("kg"),
    Column::right("kg·m² x"),
    Column::right("y"),
    Column::right("z"),
    Column::left("centre of mass"),
    Column::left("colliders"),
];

fn body_row(hierarchy: &Hierarchy, body: &BodyAnswer) -> Vec<String> {
    let or_infinite = |value: Option<f32>| value.map_or_else(|| "∞".to_owned(), number::significant);
    let [x, y, z] = body.inertia.diagonal.map(or_infinite);
    let is_moved = body.center_of_mass.iter().any(|part| part.abs() > 5e-4);
    let center = if is_moved { number::triple(body.center_of_mass) } else { String::new() };
    vec![
        node_label(hierarchy, body.node),
        body.kind.to_owned(),
        or_infinite(body.mass),
        x,
        y,
        z,
        center,
        labels(hierarchy, body.node, &body.colliders),
    ]
}

const TRIGGER_COLUMNS: &[Column] = &[Column::left(""), Column::left("")];

fn trigger_row(hierarchy: &Hierarchy, trigger: &TriggerAnswer) -> Vec<String> {
    vec![node_label(hierarchy, trigger.node), labels(hierarchy, trigger.node, &trigger.nodes)]
}

const MESH_COLUMNS: &[Column] =
    &[Column::left("of"), Column::left("as"), Column::right("points"), Column::right("triangles")];

/// A shape made of meshes: its source and its size.
fn mesh_row(hierarchy: &Hierarchy, shape: &ShapeAnswer) -> Option<[String; 4]> {
    let (of, made, points, triangles) = match *shape {
        ShapeAnswer::ConvexHull { points, of } => (of, "convex hull", points, String::new()),
        ShapeAnswer::TriangleMesh { points, triangles, of } => (of, "triangles", points, triangles.to_string()),
        _ => return None,
    };
    let node = of.node.map(|node| format!("node {}", node_label(hierarchy, node)));
    let named = of.mesh.map(|mesh| format!("mesh {mesh}")).or(node).unwrap_or_default();
    Some([named, made.to_owned(), points.to_string(), triangles])
}

const JOINT_COLUMNS: &[Column] = &[
    Column::left("joint"),
    Column::left("class"),
    Column::left("holds"),
    Column::left("to"),
    Column::left("limits"),
    Column::left("drives"),
];

fn joint_row(hierarchy: &Hierarchy, joint: &JointAnswer) -> Vec<String> {
    let body = |node: Option<u32>| node.map_or_else(|| "the world".to_owned(), |node| node_label(hierarchy, node));
    vec![
        node_label(hierarchy, joint.node),
        joint.class.to_owned(),
        body(joint.body_a),
        body(joint.body_b),
        joint.limits.iter().map(limit_words).collect::<Vec<_>>().join("; "),
        joint.drives.iter().map(drive_words).collect::<Vec<_>>().join("; "),
    ]
}

/// Such as `rotation XY 0°`, `translation Z −20…20 mm soft (80 N/m), now 0 mm`.
fn limit_words(limit: &LimitAnswer) -> String {
    let is_angular = limit.kind == "angular";
    let (unit, factor) =
        if is_angular { ("°", f32::to_degrees as fn(f32) -> f32) } else { (" m", (|m| m) as fn(f32) -> f32) };
    let value = |value: f32| number::short(factor(value));
    let range = match (limit.min, limit.max) {
        (Some(min), Some(max)) if value(min) == value(max) => value(min),
        (Some(min), Some(max)) => format!("{}…{}", value(min), value(max)),
        (Some(min), None) => format!("≥ {}", value(min)),
        (None, Some(max)) => format!("≤ {}", value(max)),
        (None, None) => "free".to_owned(),
    };
    let is_violated = limit.min.is_some_and(|min| limit.metric < min - RESTS)
        || limit.max.is_some_and(|max| limit.metric > max + RESTS);
    let now = if is_violated { format!(", rests at {}{unit}", value(limit.metric)) } else { String::new() };
    let soft = limit.stiffness.map_or_else(String::new, |stiffness| format!(" soft {}", number::short(stiffness)));
    let what = if is_angular { "rotation" } else { "translation" };
    format!("{what} {} {range}{unit}{soft}{now}", axis_names(&limit.axes))
}

/// The violation of a limit at rest that is not reported, metres or radians.
const RESTS: f32 = 1e-3;

fn axis_names(axes: &[usize]) -> String {
    axes.iter().filter_map(|&axis| ["X", "Y", "Z"].get(axis)).copied().collect()
}

fn drive_words(drive: &DriveAnswer) -> String {
    let is_angular = drive.kind == "angular";
    let what = if is_angular { "rotation" } else { "translation" };
    let mut words = format!("{what} {}", axis_names(&[drive.axis]));
    if let Some(target) = drive.position_target.filter(|_| drive.stiffness > 0.0) {
        let target = if is_angular {
            format!("{}°", number::short(target.to_degrees()))
        } else {
            format!("{} m", number::short(target))
        };
        let _ = write!(words, " to {target}");
    }
    if let Some(speed) = drive.velocity_target {
        let unit = if is_angular { "rad/s" } else { "m/s" };
        let _ = write!(words, " at {} {unit}", number::short(speed));
    }
    words
}

/// A list of nodes in a few words.
fn labels(hierarchy: &Hierarchy, owner: u32, nodes: &[u32]) -> String {
    const SHOWN: usize = 3;
    let label = |&node: &u32| if node == owner { "its own".to_owned() } else { node_label(hierarchy, node) };
    let shown: Vec<String> = nodes.iter().take(SHOWN).map(label).collect();
    let more = if nodes.len() > SHOWN { format!(", … {} in all", nodes.len()) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

const MATERIAL_COLUMNS: &[Column] = &[
    Column::right("#").styled(style::DIM),
    Column::right("static friction"),
    Column::right("dynamic"),
    Column::left("combined by"),
    Column::right("restitution"),
    Column::left("combined by"),
];

fn material_row(&(index, material): &(usize, &MaterialAnswer)) -> Vec<String> {
    vec![
        index.to_string(),
        number::short(material.static_friction),
        number::short(material.dynamic_friction),
        material.friction_combine.unwrap_or_default().to_owned(),
        number::short(material.restitution),
        material.restitution_combine.unwrap_or_default().to_owned(),
    ]
}

const FILTER_COLUMNS: &[Column] =
    &[Column::right("#").styled(style::DIM), Column::left("in"), Column::left("meets"), Column::left("does not meet")];

fn filter_row(&(index, filter): &(usize, &FilterAnswer)) -> Vec<String> {
    let meets = filter.collide_with_systems.as_ref();
    vec![
        index.to_string(),
        filter.collision_systems.join(", "),
        meets.map_or_else(|| "everything".to_owned(), |systems| systems.join(", ")),
        filter.not_collide_with_systems.join(", "),
    ]
}
