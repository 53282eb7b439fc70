//! Node constraints, in both dialects: their requirements on frame rotations, and their new properties.
//!
//! Subscripts: s the source, d the destination, ps and pd their parents. A local rotation becomes q′ = Cₚ⁻¹·q·C, a model
//! rotation W′ = W·C, and the position of a node in the model stays. The result of a constraint must become the new local
//! transform of the destination; a weight slerps between two of those, which commutes with the rotation of both.
//!
//! | constraint | meaning | requirement |
//! |---|---|---|
//! | rotation, local to local | d₀·(s₀⁻¹·s), and s₀⁻¹·s becomes Cs⁻¹·(s₀⁻¹·s)·Cs | Cs = Cd |
//! | rotation, model to model | the model's axes alone | nothing |
//! | rotation, local to model, or model to local | one side in the axes of a node | Cs = 1, or Cd = 1 |
//! | roll | compares in the axes of the parents, as if both had the same; then about an axis of d | Cps = Cpd; Cd⁻¹·axis an axis (of either sign) |
//! | aim at an axis | rotates Cd⁻¹·axis towards a point | Cd⁻¹·axis one of the six |
//! | position, local to local | a difference in the axes of ps goes into those of pd | Cps = Cpd |
//! | position, between local and model | | Cps = 1, or Cpd = 1 |
//! | aim with vectors, local to local | as positions; `aimVector` and `upVector` become C⁻¹·v | Cps = Cpd |
//! | a mask on a local source | masks components in the axes of s (rotation) or ps (position) | C⁻¹·mask·C diagonal, which is the new mask |

use glam::DVec3;
use sinew_document::{Document, NodeIndex, Value};

use super::frame_rotation::FrameRotations;
use super::number::{read_vector, vector};
use super::rule::{Demand, Rule, axis_of, rotated_diagonal};
use super::{NormalizeError, Rewriting};
use sinew_model::model::{Hierarchy, NodeId};

/// The early draft.
pub(super) const EARLY: &str = "VRMC_constraints-1.0";

/// Version 1.0 and the drafts under its name.
pub(super) const LATER: &str = "VRMC_node_constraint";

/// A constraint, as far as frame rotations are concerned.
pub(super) struct Constraint<'a> {
    value: Value<'a>,
    form: Form,
    source: NodeId,
    destination: NodeId,
    source_parent: Option<NodeId>,
    destination_parent: Option<NodeId>,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Roll { axis: DVec3 },
    AimAxis { axis: DVec3 },
    AimVectors { spaces: Spaces, aim: DVec3, up: DVec3 },
    Rotation { spaces: Spaces, mask: DVec3 },
    Position { spaces: Spaces, mask: DVec3 },
}

/// Whether the source is read, and the destination rotated, in the space of its own parent.
#[derive(Clone, Copy, PartialEq)]
struct Spaces {
    is_source_local: bool,
    is_destination_local: bool,
}

/// The readable constraints of a file. Others have no effect before and after.
pub(super) fn read<'a>(document: &'a Document, hierarchy: &Hierarchy) -> Vec<Constraint<'a>> {
    let mut constraints = Vec::new();
    for (index, node) in document.iter::<NodeIndex>() {
        let Some(destination) = hierarchy.id(index) else { continue };
        for name in [EARLY, LATER] {
            let Some(extension) = node.extension(name) else { continue };
            let wrapped = extension.get("constraint");
            let holder = wrapped.unwrap_or(extension);
            let kinds = ["roll", "aim", "rotation", "position"].into_iter();
            for (kind, value) in kinds.filter_map(|kind| Some((kind, holder.get(kind)?))) {
                let form = form(kind, value, name == LATER && wrapped.is_some());
                let source = value.get("source").and_then(Value::as_u64).and_then(|index| u32::try_from(index).ok());
                let source = source.and_then(|index| hierarchy.id(NodeIndex(index)));
                let (Some(form), Some(source)) = (form, source) else { continue };
                constraints.push(Constraint {
                    value,
                    form,
                    source,
                    destination,
                    source_parent: hierarchy.parent(source),
                    destination_parent: hierarchy.parent(destination),
                });
            }
        }
    }
    constraints
}

/// Rotations without spaces are local in revisions whose kinds are in `constraint`, and in model space in earlier ones.
fn form(kind: &str, value: Value<'_>, is_wrapped: bool) -> Option<Form> {
    let names = |key: &str| value.get(key).and_then(Value::as_str);
    let names_none = names("sourceSpace").is_none() && names("destinationSpace").is_none();
    let is_local_unless_named = kind == "rotation" && is_wrapped && names_none;
    let is_local = |key: &str| names(key).map_or(is_local_unless_named, |space| space.eq_ignore_ascii_case("local"));
    let spaces =
        Spaces { is_source_local: is_local("sourceSpace"), is_destination_local: is_local("destinationSpace") };
    Some(match kind {
        "roll" => Form::Roll { axis: axis(&names("rollAxis")?)? },
        "aim" => match names("aimAxis") {
            Some(name) => Form::AimAxis { axis: axis(&name)? },
            None => Form::AimVectors {
                spaces,
                aim: value.get("aimVector").map_or(Some(DVec3::Z), read_vector)?,
                up: value.get("upVector").map_or(Some(DVec3::Y), read_vector)?,
            },
        },
        "rotation" => Form::Rotation { spaces, mask: mask(value) },
        "position" => Form::Position { spaces, mask: mask(value) },
        _ => return None,
    })
}

/// 1 for an axis that is constrained, 0 for one that is not.
fn mask(value: Value<'_>) -> DVec3 {
    let flags = mask_key(value).and_then(|key| value.get(key));
    let flags: Vec<bool> = flags.into_iter().flat_map(Value::elements).filter_map(Value::as_bool).collect();
    match flags[..] {
        [x, y, z] => DVec3::new(x.into(), y.into(), z.into()),
        _ => DVec3::ONE,
    }
}

fn mask_key(value: Value<'_>) -> Option<&'static str> {
    ["axes", "freezeAxes"].into_iter().find(|key| value.get(key).is_some())
}

/// An axis by any of its names: `X`, `+X`, `-X`, `PositiveX`, `NegativeX`.
fn axis(name: &str) -> Option<DVec3> {
    let (sign, letter) = match name {
        _ if name.starts_with("Positive") => (1.0, &name["Positive".len()..]),
        _ if name.starts_with("Negative") => (-1.0, &name["Negative".len()..]),
        _ if name.starts_with('-') => (-1.0, &name[1..]),
        _ => (1.0, name.strip_prefix('+').unwrap_or(name)),
    };
    let axis = match letter {
        "X" => DVec3::X,
        "Y" => DVec3::Y,
        "Z" => DVec3::Z,
        _ => return None,
    };
    Some(axis * sign)
}

/// The name of an axis, spelled as `like` is.
fn axis_name(axis: DVec3, like: &str) -> String {
    let letter = match axis.abs().max_position() {
        0 => "X",
        1 => "Y",
        _ => "Z",
    };
    let is_positive = axis.element_sum() > 0.0;
    let sign = match like.as_bytes() {
        [b'+' | b'-', ..] => {
            if is_positive {
                "+"
            } else {
                "-"
            }
        }
        [_] => "",
        _ => {
            if is_positive {
                "Positive"
            } else {
                "Negative"
            }
        }
    };
    format!("{sign}{letter}")
}

impl Constraint<'_> {
    /// Its requirements on frame rotations.
    pub(super) fn rules(&self) -> Vec<Rule> {
        let rule = |demand| Rule { demand, pointer: self.value.pointer(), why: self.why().to_owned() };
        self.demands().into_iter().map(rule).collect()
    }

    fn why(&self) -> &'static str {
        match self.form {
            Form::Roll { .. } | Form::AimAxis { .. } => {
                "a constraint could not name its axis, or compares other frames"
            }
            Form::Rotation { .. } | Form::Position { .. } | Form::AimVectors { .. } => {
                "a constraint carries motion between two nodes with different frame rotations"
            }
        }
    }

    fn demands(&self) -> Vec<Demand> {
        let parents = (self.source_parent, self.destination_parent);
        let own = (Some(self.source), Some(self.destination));
        match self.form {
            Form::Roll { axis } => {
                vec![Demand::Alike(parents.0, parents.1), Demand::Axis(Some(self.destination), axis)]
            }
            Form::AimAxis { axis } => vec![Demand::Axis(Some(self.destination), axis)],
            Form::AimVectors { spaces, .. } => spaces.demands(parents, DVec3::ONE),
            Form::Rotation { spaces, mask } => spaces.demands(own, mask),
            Form::Position { spaces, mask } => spaces.demands(parents, mask),
        }
    }

    /// The properties to be set, where they differ.
    fn changes(&self, frames: &FrameRotations) -> Vec<(&'static str, serde_json::Value)> {
        let frame_rotation =
            |node: Option<NodeId>| node.map_or(glam::DQuat::IDENTITY, |node| frames.frame_rotation(node));
        let named = |key: &'static str, axis: DVec3| {
            let name = self.value.get(key).and_then(Value::as_str).unwrap_or_default();
            let rotated = axis_of(frame_rotation(Some(self.destination)).conjugate() * axis).unwrap_or(axis);
            let rotated = axis_name(rotated, &name);
            if rotated == name { Vec::new() } else { vec![(key, rotated.into())] }
        };
        let masked = |node: Option<NodeId>, spaces: Spaces, mask: DVec3| {
            let key = mask_key(self.value).filter(|_| spaces.is_source_local);
            let rotated = rotated_diagonal(frame_rotation(node), mask).unwrap_or(mask);
            let flags: serde_json::Value = rotated.to_array().map(|flag| flag > 0.5).to_vec().into();
            let is_same = rotated.abs_diff_eq(mask, 0.5);
            key.filter(|_| !is_same).map(|key| (key, flags)).into_iter().collect()
        };
        match self.form {
            Form::Roll { axis } => named("rollAxis", axis),
            Form::AimAxis { axis } => named("aimAxis", axis),
            Form::Rotation { spaces, mask } => masked(Some(self.source), spaces, mask),
            Form::Position { spaces, mask } => masked(self.source_parent, spaces, mask),
            Form::AimVectors { spaces, aim, up } => {
                let frame_rotation = frame_rotation(self.destination_parent);
                if frame_rotation == glam::DQuat::IDENTITY || !(spaces.is_source_local && spaces.is_destination_local) {
                    return Vec::new();
                }
                let rotated = |direction: DVec3| vector(frame_rotation.conjugate() * direction);
                vec![("aimVector", rotated(aim)), ("upVector", rotated(up))]
            }
        }
    }
}

impl Spaces {
    /// The requirement of a transfer from the axes of one node to those of another; `mask` is in those of the first.
    fn demands(self, (from, to): (Option<NodeId>, Option<NodeId>), mask: DVec3) -> Vec<Demand> {
        let mut demands = match (self.is_source_local, self.is_destination_local) {
            (false, false) => Vec::new(),
            (true, true) => vec![Demand::Alike(from, to)],
            (true, false) => vec![Demand::Still(from)],
            (false, true) => vec![Demand::Still(to)],
        };
        if self.is_source_local && mask != DVec3::ONE {
            demands.push(Demand::Diagonal(from, mask));
        }
        demands
    }
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>, constraints: &[Constraint<'_>]) -> Result<(), NormalizeError> {
    for constraint in constraints {
        let changes = constraint.changes(rewriting.frames);
        rewriting.report.constraints += usize::from(!changes.is_empty());
        for (key, value) in changes {
            rewriting.edit.set(&format!("{}/{key}", constraint.value.pointer()), value)?;
        }
    }
    Ok(())
}
