//! Node constraints: both dialects into one list, checked against the tree, and put in order.

mod dialect;

use sinew_document::{Code, Diagnostics, NodeIndex, Value};

use crate::kernel::forward::{PackedFrame, forward};
use crate::model::{Hierarchy, NodeConstraint, NodeId, PreparedConstraint, Schedule, Space};

/// How many names of a cycle a message lists; the others are counted.
const NAMES_IN_MESSAGE: usize = 16;

/// The constraints that are evaluated, and the order of the whole frame.
pub(super) struct Lowered {
    pub(super) constraints: Vec<NodeConstraint>,
    pub(super) prepared: Vec<PreparedConstraint>,
    pub(super) schedule: Schedule,
}

/// A constraint of the file, before it is checked against the tree.
struct Authored<'json> {
    /// The extension that it came from.
    extension: Value<'json>,
    /// The object of its kind.
    value: Value<'json>,
    source: NodeIndex,
    weight: f32,
    kind: crate::model::ConstraintKind,
}

/// `nodes` are those that have extensions, with their `extensions`.
pub(super) fn lower(nodes: &[(NodeIndex, Value<'_>)], hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Lowered {
    let mut constraints = Vec::new();
    let mut extensions = Vec::new();
    for &(index, node_extensions) in nodes {
        let Some(authored) = dialect::read(node_extensions, diagnostics) else { continue };
        let Some(destination) = hierarchy.id(index) else { continue };
        if let Some(constraint) = check(&authored, destination, hierarchy, diagnostics) {
            constraints.push(constraint);
            extensions.push(authored.extension);
        }
    }
    let ordered = Schedule::order(hierarchy, &constraints);
    for cycle in &ordered.cycles {
        let message = describe_cycle(&cycle.path, cycle.members, &constraints, hierarchy);
        diagnostics.report(Code::CONSTRAINT_CYCLE, extensions[cycle.path[0]], message);
    }
    let constraints: Vec<_> = ordered.evaluated.iter().map(|&place| constraints[place]).collect();
    let rest = if constraints.is_empty() { Vec::new() } else { rest_frames(hierarchy) };
    let prepared = constraints.iter().map(|constraint| PreparedConstraint::new(constraint, hierarchy, &rest)).collect();
    Lowered { constraints, prepared, schedule: ordered.schedule }
}

/// The rules about sources and weights (`VRMC_constraints-1.0`, Sources, as corrected in 730fa6c; schema, `weight`).
fn check(
    authored: &Authored<'_>,
    destination: NodeId,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) -> Option<NodeConstraint> {
    let Authored { value, weight, kind, .. } = *authored;
    let at_source = value.get("source").unwrap_or(value);
    let name = |node| name_of(node, hierarchy);
    let Some(source) = hierarchy.id(authored.source) else {
        let message = format!("there is no node {}; the constraint is left out", authored.source.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, at_source, message);
        return None;
    };
    if source == destination {
        let message = format!("{} is constrained by itself; the constraint is left out", name(destination));
        diagnostics.report(Code::CONSTRAINT_SOURCE_IS_DESTINATION, at_source, message);
        return None;
    }
    if kind.source_space() == Space::Model && hierarchy.is_within(source, destination) {
        let message = format!(
            "{} lies below {}, which it would move, and is read in model space; the constraint is left out",
            name(source),
            name(destination)
        );
        diagnostics.report(Code::CONSTRAINT_SOURCE_BELOW_DESTINATION, at_source, message);
        return None;
    }
    if hierarchy.is_within(destination, source) {
        let message = format!(
            "{} is an ancestor of {}, which moves with it anyway; the constraint is evaluated",
            name(source),
            name(destination)
        );
        diagnostics.report(Code::CONSTRAINT_SOURCE_ABOVE_DESTINATION, at_source, message);
    }
    if !(0.0..=1.0).contains(&weight) {
        let message = format!("the weight {weight} is outside 0 to 1; it is used as written");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, value.get("weight").unwrap_or(value), message);
    }
    Some(NodeConstraint { source, destination, weight, kind })
}

fn describe_cycle(path: &[usize], members: usize, constraints: &[NodeConstraint], hierarchy: &Hierarchy) -> String {
    let name = |place: usize| name_of(constraints[place].destination, hierarchy);
    let mut names: Vec<_> = path.iter().take(NAMES_IN_MESSAGE).map(|&place| name(place)).collect();
    if path.len() > NAMES_IN_MESSAGE {
        names.push(format!("({} more)", path.len() - NAMES_IN_MESSAGE));
    }
    names.push(name(path[0]));
    let tied = match members - path.len() {
        0 => String::new(),
        others => format!(", and {others} more with them"),
    };
    format!("{} depend on each other{tied}; none of these constraints is evaluated", names.join(" → "))
}

/// A node as a message calls it.
fn name_of(node: NodeId, hierarchy: &Hierarchy) -> String {
    match hierarchy.name(node) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("node {}", hierarchy.index(node).0),
    }
}

fn rest_frames(hierarchy: &Hierarchy) -> Vec<PackedFrame> {
    let mut frames = vec![PackedFrame::ROOT; hierarchy.len()];
    forward(hierarchy.parents(), hierarchy.rest_pose(), &mut frames, 0..hierarchy.len());
    frames
}
