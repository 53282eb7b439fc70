//! Node constraints.

use std::collections::HashMap;

use sinew_document::extension::{vrmc_constraints, vrmc_node_constraint};
use sinew_document::{Kind, NodeIndex, Value};

use super::super::Loss;
use super::super::constraint::{axis_word, space};
use super::{Account, Holds, held, visited};
use sinew_model::model::{ConstraintKind, NodeConstraint};

impl Account<'_> {
    pub(super) fn constraints(&mut self) {
        let hierarchy = self.model.hierarchy();
        let constraints = self.model.constraints().iter();
        let on_nodes: HashMap<NodeIndex, &NodeConstraint> =
            constraints.map(|constraint| (hierarchy.index(constraint.destination), constraint)).collect();
        for (index, node) in self.document.iter::<NodeIndex>() {
            let later = node.extension(vrmc_node_constraint::NAME);
            let early = node.extension(vrmc_constraints::NAME);
            let held = on_nodes.get(&index).copied();
            if let Some(value) = later {
                self.constraint(value, held, vrmc_node_constraint::NAME);
            }
            match early {
                Some(value) if later.is_some() => {
                    let why = "on a node where VRMC_node_constraint counts";
                    self.losses.push(Loss::at(value, vrmc_constraints::NAME, why));
                }
                Some(value) => self.constraint(value, held, vrmc_constraints::NAME),
                None => {}
            }
        }
    }

    /// The extension of a node. `specVersion` names the text, as the name of the extension does.
    fn constraint(&mut self, value: Value<'_>, held: Option<&NodeConstraint>, extension: &str) {
        if value.kind() == Kind::Object && value.is_empty() {
            return;
        }
        let Some(constraint) = held else {
            self.losses.push(Loss::at(value, extension, "a constraint that is not evaluated"));
            return;
        };
        let kind = constraint.kind.name();
        // The one under `constraint` wins over the other.
        let inner = value.get("constraint").filter(|_| extension == vrmc_node_constraint::NAME);
        let wrapped = inner.and_then(|inner| inner.get(kind));
        let is_bare = |_: Value<'_>| wrapped.is_none();
        let mut known: Vec<(&str, Holds<'_>)> = vec![(kind, &is_bare)];
        if extension == vrmc_node_constraint::NAME {
            known.extend([("specVersion", &held::text as Holds<'_>), ("constraint", &visited)]);
        }
        self.object(value, extension, &known);
        if let Some(inner) = inner {
            self.object(inner, "constraint", &[(kind, &visited)]);
        }
        if let Some(object) = wrapped.or_else(|| value.get(kind)) {
            self.kind(object, constraint);
        }
    }

    fn kind(&mut self, value: Value<'_>, constraint: &NodeConstraint) {
        let source = self.model.hierarchy().index(constraint.source).0 as usize;
        let kind = &constraint.kind;
        let is_source = |value: Value<'_>| held::index(value, source);
        let is_weight = |value: Value<'_>| held::number(value, constraint.weight);
        let is_from = |value: Value<'_>| is_space(value, space(kind.source_space()));
        let is_to = |value: Value<'_>| is_space(value, space(kind.destination_space()));
        let spaces: [(&str, Holds<'_>); 2] = [("sourceSpace", &is_from), ("destinationSpace", &is_to)];
        let mut known: Vec<(&str, Holds<'_>)> =
            vec![("name", &held::text), ("source", &is_source), ("weight", &is_weight)];
        let what = kind.name();
        match *kind {
            ConstraintKind::Position { axes, .. } | ConstraintKind::Rotation { axes, .. } => {
                let is_mask = |value: Value<'_>| held::flags(value, &<[bool; 3]>::from(axes));
                // `axes` is the later name, and wins over the earlier one.
                let is_freeze = |mask: Value<'_>| value.get("axes").is_none() && is_mask(mask);
                known.extend(spaces);
                known.extend([("axes", &is_mask as Holds<'_>), ("freezeAxes", &is_freeze)]);
                if matches!(kind, ConstraintKind::Position { .. }) {
                    known.retain(|(key, _)| *key != "axes");
                }
                self.object(value, what, &known);
            }
            ConstraintKind::Roll { axis } => {
                let is_axis = |value: Value<'_>| held::word(value, &[&*format!("{axis:?}")]);
                known.push(("rollAxis", &is_axis));
                self.object(value, what, &known);
            }
            ConstraintKind::AimAxis { axis } => {
                let is_axis = |value: Value<'_>| {
                    let word = axis_word(axis);
                    let sign = word.replace("Positive", "+").replace("Negative", "-");
                    held::word(value, &[&*word, &*sign])
                };
                known.push(("aimAxis", &is_axis));
                self.object(value, what, &known);
            }
            ConstraintKind::Aim { frame, angles, .. } => {
                let is_aim = |value: Value<'_>| held::direction(value, frame.aim());
                let is_up = |value: Value<'_>| held::direction(value, frame.up());
                let is_mask = |value: Value<'_>| held::flags(value, &[angles.yaw, angles.pitch]);
                known.extend(spaces);
                known.extend([("aimVector", &is_aim as Holds<'_>), ("upVector", &is_up), ("freezeAxes", &is_mask)]);
                self.object(value, what, &known);
            }
        }
    }
}

/// The text of the draft writes them in lower case, its schema in upper case.
fn is_space(value: Value<'_>, word: &str) -> bool {
    held::word(value, &[word, &*word.to_uppercase()])
}
