//! What a simulation moves and what stands in its way.

use sinew::Hierarchy;
use sinew::output::inspection::Inspection;
use sinew::output::physics::{BodyPart, FilterPart, MaterialPart, TriggerPart};

use super::behaviour::node_label;
use super::section as table_section;
use crate::text::table::Column;
use crate::text::{number, style};

/// The tables of a file's physics; nothing where it has none. Joints have their place behind the triggers.
pub(super) fn section(inspection: &Inspection, hierarchy: &Hierarchy, rows: usize) -> String {
    let Some(physics) = &inspection.physics else { return String::new() };
    let mut text = table_section("Bodies", BODY_COLUMNS, &physics.bodies, rows, |body| body_row(hierarchy, body));
    text += &table_section("Colliders on no body", &[Column::left("")], &physics.static_colliders, rows, |&node| {
        vec![node_label(hierarchy, node)]
    });
    text += &table_section("Triggers", TRIGGER_COLUMNS, &physics.triggers, rows, |part| trigger_row(hierarchy, part));
    let materials: Vec<(usize, &MaterialPart)> = physics.materials.iter().enumerate().collect();
    text += &table_section("Physics materials", MATERIAL_COLUMNS, &materials, rows, material_row);
    let filters: Vec<(usize, &FilterPart)> = physics.filters.iter().enumerate().collect();
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

fn body_row(hierarchy: &Hierarchy, body: &BodyPart) -> Vec<String> {
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

fn trigger_row(hierarchy: &Hierarchy, trigger: &TriggerPart) -> Vec<String> {
    vec![node_label(hierarchy, trigger.node), labels(hierarchy, trigger.node, &trigger.nodes)]
}

/// Nodes in a few words: how many, where they are not just the owner.
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

fn material_row(&(index, material): &(usize, &MaterialPart)) -> Vec<String> {
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

fn filter_row(&(index, filter): &(usize, &FilterPart)) -> Vec<String> {
    let meets = filter.collide_with_systems.as_ref();
    vec![
        index.to_string(),
        filter.collision_systems.join(", "),
        meets.map_or_else(|| "everything".to_owned(), |systems| systems.join(", ")),
        filter.not_collide_with_systems.join(", "),
    ]
}
