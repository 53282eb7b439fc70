//! Node constraints: `VRMC_node_constraint` 1.0, and the early draft `VRMC_constraints-1.0`.
//!
//! | kind | 1.0 | early draft |
//! |---|---|---|
//! | position | — | any spaces and axes |
//! | rotation | local, all axes | any spaces and axes |
//! | roll | yes | — |
//! | aim | shortest arc of one of six axes | yaw and pitch of any vector |

use std::collections::HashMap;

use glam::{BVec3, Vec3};
use serde_json::{Map, Value, json};
use sinew_document::NodeIndex;
use sinew_document::extension::{vrmc_constraints, vrmc_node_constraint};

use super::words::{Words, property};
use super::writing::{Writing, single, vector};
use super::{Dialect, Loss};
use sinew_model::math::{Axis, SignedAxis};
use sinew_model::model::{ConstraintKind, Model, NodeConstraint, Space};

pub(super) fn write(writing: &mut Writing<'_>, to: Dialect) {
    let mut constraints: Vec<&NodeConstraint> = writing.model.constraints().iter().collect();
    constraints.sort_by_key(|constraint| writing.index(constraint.destination));
    for constraint in constraints {
        let node = writing.index(constraint.destination);
        let kind = if to == Dialect::NodeConstraint { later(&constraint.kind) } else { early(&constraint.kind) };
        let Some((word, properties)) = kind else { continue };
        let mut object = Map::new();
        if let Some(name) = name(writing, node) {
            object.insert("name".to_owned(), name.into());
        }
        object.insert("source".to_owned(), writing.index(constraint.source).0.into());
        object.extend(properties.into_iter().map(|(key, value)| (key.to_owned(), value)));
        if constraint.weight.to_bits() != 1.0_f32.to_bits() {
            object.insert("weight".to_owned(), single(constraint.weight));
        }
        if to == Dialect::NodeConstraint {
            writing.put(node, vrmc_node_constraint::NAME, "specVersion", "1.0".into());
            writing.put(node, vrmc_node_constraint::NAME, "constraint", json!({word: object}));
        } else {
            writing.put(node, vrmc_constraints::NAME, word, object.into());
        }
    }
}

type Kind = (&'static str, Vec<(&'static str, Value)>);

/// As 1.0 has it; what it cannot express is left out, and reported by the comparison.
fn later(kind: &ConstraintKind) -> Option<Kind> {
    match kind {
        ConstraintKind::Position { .. } => None,
        ConstraintKind::Rotation { .. } => Some(("rotation", Vec::new())),
        ConstraintKind::Roll { axis } => Some(("roll", vec![("rollAxis", format!("{axis:?}").into())])),
        ConstraintKind::AimAxis { axis } => Some(("aim", vec![("aimAxis", axis_word(*axis).into())])),
        ConstraintKind::Aim { frame, .. } => Some(("aim", vec![("aimAxis", axis_word(nearest(frame.aim())).into())])),
    }
}

/// As the early draft has it.
fn early(kind: &ConstraintKind) -> Option<Kind> {
    let spaces = vec![
        ("sourceSpace", space(kind.source_space()).into()),
        ("destinationSpace", space(kind.destination_space()).into()),
    ];
    let with = |properties: Vec<(&'static str, Value)>| spaces.into_iter().chain(properties).collect();
    match kind {
        ConstraintKind::Position { axes, .. } => Some(("position", with(mask(*axes)))),
        ConstraintKind::Rotation { axes, .. } => Some(("rotation", with(mask(*axes)))),
        ConstraintKind::Roll { .. } => None,
        ConstraintKind::Aim { frame, angles, .. } => {
            let mut properties = vec![("aimVector", vector(frame.aim())), ("upVector", vector(frame.up()))];
            if !(angles.yaw && angles.pitch) {
                properties.push(("freezeAxes", json!([angles.yaw, angles.pitch])));
            }
            Some(("aim", with(properties)))
        }
        ConstraintKind::AimAxis { axis } => {
            // Yaw about the axis that comes next, which is no part of what 1.0 says.
            let up = match axis {
                SignedAxis::Positive(Axis::Y) | SignedAxis::Negative(Axis::Y) => Vec3::Z,
                _ => Vec3::Y,
            };
            Some(("aim", with(vec![("aimVector", vector(axis.vector())), ("upVector", vector(up))])))
        }
    }
}

fn mask(axes: BVec3) -> Vec<(&'static str, Value)> {
    if axes.all() { Vec::new() } else { vec![("freezeAxes", json!([axes.x, axes.y, axes.z]))] }
}

pub(super) fn space(space: Space) -> &'static str {
    match space {
        Space::Local => "local",
        Space::Model => "model",
    }
}

pub(super) fn axis_word(axis: SignedAxis) -> String {
    match axis {
        SignedAxis::Positive(axis) => format!("Positive{axis:?}"),
        SignedAxis::Negative(axis) => format!("Negative{axis:?}"),
    }
}

fn nearest(direction: Vec3) -> SignedAxis {
    let length = |axis: &Axis| direction[axis.index()].abs();
    let largest = |a: Axis, b: Axis| if length(&b) > length(&a) { b } else { a };
    let axis = Axis::ALL.into_iter().reduce(largest).unwrap_or(Axis::Z);
    if direction[axis.index()] < 0.0 { SignedAxis::Negative(axis) } else { SignedAxis::Positive(axis) }
}

/// The name of a node's constraint in the source.
fn name(writing: &Writing<'_>, node: NodeIndex) -> Option<String> {
    let node = writing.document.get(node)?;
    let later = node.extension(vrmc_node_constraint::NAME);
    let outer = later.or_else(|| node.extension(vrmc_constraints::NAME))?;
    let inner = outer.get("constraint").unwrap_or(outer);
    let kinds = ["roll", "aim", "rotation", "position"].into_iter();
    let mut named = kinds.filter_map(|kind| inner.get(kind)?.get("name")?.as_str());
    named.next().map(std::borrow::Cow::into_owned)
}

/// The differences between the constraints of two models.
pub(super) fn differences(before: &Model, after: &Model, words: &Words<'_>) -> Vec<Loss> {
    let index = |model: &Model, node| model.hierarchy().index(node);
    let others: HashMap<NodeIndex, &NodeConstraint> =
        after.constraints().iter().map(|constraint| (index(after, constraint.destination), constraint)).collect();
    let mut losses = Vec::new();
    for constraint in before.constraints() {
        let node = index(before, constraint.destination);
        let word = constraint.kind.name();
        let object = words.constraint(node, word);
        let other = others.get(&node);
        let Some(other) = other.filter(|other| other.kind.name() == word) else {
            losses.push(Loss::of(node, object, word, format!("the {word} constraint")));
            continue;
        };
        let mut report = |key: &str, was: String, becomes: String| {
            if was != becomes {
                let keys: &[&str] = match key {
                    "freezeAxes" => &["axes", "freezeAxes", "rollAxis"],
                    "aimVector" => &["aimVector", "aimAxis"],
                    _ => &[key],
                };
                let at = property(object, keys);
                losses.push(Loss::of(node, at, format!("{word}.{key}"), was).becoming(becomes));
            }
        };
        let (a, b) = (&constraint.kind, &other.kind);
        let spaces = |kind: &ConstraintKind| [space(kind.source_space()), space(kind.destination_space())];
        for (key, (a, b)) in ["sourceSpace", "destinationSpace"].into_iter().zip(spaces(a).into_iter().zip(spaces(b))) {
            report(key, a.to_owned(), b.to_owned());
        }
        report("freezeAxes", describe_mask(a), describe_mask(b));
        report("aimVector", describe_aim(a), describe_aim(b));
        report("upVector", describe_up(a), describe_up(b));
        report("source", index(before, constraint.source).to_string(), index(after, other.source).to_string());
        report("weight", constraint.weight.to_string(), other.weight.to_string());
    }
    losses
}

fn describe_mask(kind: &ConstraintKind) -> String {
    match kind {
        ConstraintKind::Position { axes, .. } | ConstraintKind::Rotation { axes, .. } => axes.to_string(),
        ConstraintKind::Aim { angles, .. } => format!("[{}, {}]", angles.yaw, angles.pitch),
        ConstraintKind::AimAxis { .. } => "[true, true]".to_owned(),
        ConstraintKind::Roll { axis } => format!("{axis:?}"),
    }
}

fn describe_aim(kind: &ConstraintKind) -> String {
    // Six digits are as many as an axis that passed through a file keeps.
    let describe = |aim: Vec3| format!("[{:.6}, {:.6}, {:.6}]", aim.x + 0.0, aim.y + 0.0, aim.z + 0.0);
    match kind {
        ConstraintKind::Aim { frame, .. } => describe(frame.aim()),
        ConstraintKind::AimAxis { axis } => describe(axis.vector()),
        _ => String::new(),
    }
}

fn describe_up(kind: &ConstraintKind) -> String {
    match kind {
        ConstraintKind::Aim { frame, .. } => {
            let up = frame.up();
            format!("yaw about [{:.6}, {:.6}, {:.6}], then pitch", up.x + 0.0, up.y + 0.0, up.z + 0.0)
        }
        ConstraintKind::AimAxis { .. } => "the shortest turn".to_owned(),
        _ => String::new(),
    }
}
