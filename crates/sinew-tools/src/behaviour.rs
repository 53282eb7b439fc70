//! The constraints and virtual transforms of a file, as `sinew inspect --json` prints them.
//!
//! Every number of a node is the file's index.

use serde::Serialize;

use super::answer::LocalTransform;
use sinew_model::math::{Axis, SignedAxis};
use sinew_model::model::{ConstraintKind, Model, NodeConstraint, NodeId, Space, VirtualTransform};

/// A node constraint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConstraintAnswer {
    /// The destination node.
    pub node: u32,
    /// The source node.
    pub source: u32,
    /// `position`, `rotation`, `aim` or `roll`.
    pub kind: &'static str,
    /// The weight, usually 0 to 1.
    pub weight: f32,
    /// `local` or `model`.
    pub source_space: &'static str,
    /// `local` or `model`.
    pub destination_space: &'static str,
    /// The free axes: `x`, `y` and `z`, or `yaw` and `pitch`. For roll and aim of 1.0 the one axis, as the specification
    /// spells it.
    pub axes: Vec<&'static str>,
}

/// A virtual transform.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VirtualTransformAnswer {
    /// Its index in the file's list; `None` for one of another extension.
    pub index: Option<u32>,
    /// Its name.
    pub name: String,
    /// Its parent node.
    pub parent: Option<u32>,
    /// Its tags.
    pub tags: Vec<String>,
    /// What it inherits from the parent: `position`, `rotation`, `scale`.
    pub inherits: Vec<&'static str>,
    /// Relative to what it inherits.
    pub local: LocalTransform,
}

/// The constraints that are evaluated, in that order.
pub fn constraint_parts(model: &Model) -> Vec<ConstraintAnswer> {
    let number = |node: NodeId| model.hierarchy().index(node).0;
    let part = |constraint: &NodeConstraint| ConstraintAnswer {
        node: number(constraint.destination),
        source: number(constraint.source),
        kind: constraint.kind.name(),
        weight: constraint.weight,
        source_space: space(constraint.kind.source_space()),
        destination_space: space(constraint.kind.destination_space()),
        axes: axes(&constraint.kind),
    };
    model.constraints().iter().map(part).collect()
}

/// The virtual transforms, in the order of the file.
pub fn virtual_transform_parts(model: &Model) -> Vec<VirtualTransformAnswer> {
    let part = |entry: &VirtualTransform| VirtualTransformAnswer {
        index: entry.index,
        name: entry.name.clone(),
        parent: entry.parent.map(|node| model.hierarchy().index(node).0),
        tags: entry.tags.clone(),
        inherits: chosen([
            (entry.inherit.position, "position"),
            (entry.inherit.rotation, "rotation"),
            (entry.inherit.scale, "scale"),
        ]),
        local: entry.local.into(),
    };
    model.virtual_transforms().iter().map(|(_, entry)| part(entry)).collect()
}

fn space(space: Space) -> &'static str {
    match space {
        Space::Local => "local",
        Space::Model => "model",
    }
}

fn axes(kind: &ConstraintKind) -> Vec<&'static str> {
    match kind {
        ConstraintKind::Position { axes, .. } | ConstraintKind::Rotation { axes, .. } => {
            chosen([(axes.x, "x"), (axes.y, "y"), (axes.z, "z")])
        }
        ConstraintKind::Aim { angles, .. } => chosen([(angles.yaw, "yaw"), (angles.pitch, "pitch")]),
        ConstraintKind::Roll { axis } => vec![match axis {
            Axis::X => "X",
            Axis::Y => "Y",
            Axis::Z => "Z",
        }],
        ConstraintKind::AimAxis { axis } => vec![match axis {
            SignedAxis::Positive(Axis::X) => "PositiveX",
            SignedAxis::Positive(Axis::Y) => "PositiveY",
            SignedAxis::Positive(Axis::Z) => "PositiveZ",
            SignedAxis::Negative(Axis::X) => "NegativeX",
            SignedAxis::Negative(Axis::Y) => "NegativeY",
            SignedAxis::Negative(Axis::Z) => "NegativeZ",
        }],
    }
}

/// The names of the set flags.
fn chosen<const N: usize>(words: [(bool, &'static str); N]) -> Vec<&'static str> {
    words.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    #[test]
    fn constraints_are_listed_in_the_order_of_evaluation() {
        // Node 0 follows node 1, which follows node 2: node 1 comes first.
        let file = r#"{"asset": {"version": "2.0"}, "nodes": [
            {"extensions": {"VRMC_node_constraint": {"specVersion": "1.0",
                "constraint": {"aim": {"source": 1, "aimAxis": "NegativeY", "weight": 0.25}}}}},
            {"extensions": {"VRMC_constraints-1.0":
                {"position": {"source": 2, "sourceSpace": "local", "freezeAxes": [true, false, true]}}}},
            {}]}"#;
        let (model, _) = Model::from_document(&Document::read(file, &NoResources).unwrap());
        let [first, second] = &constraint_parts(&model)[..] else { panic!("two constraints") };
        assert_eq!((first.node, first.source, first.kind), (1, 2, "position"));
        assert_eq!((first.source_space, first.destination_space), ("local", "model"));
        assert_eq!(first.axes, ["x", "z"]);
        assert_eq!((second.node, second.source, second.kind, second.weight), (0, 1, "aim", 0.25));
        assert_eq!(second.axes, ["NegativeY"]);
    }

    #[test]
    fn a_virtual_transform_says_what_it_takes_over() {
        let file = r#"{"asset": {"version": "2.0"}, "nodes": [{}], "extensions": {"KHR_virtual_transform":
            {"virtualTransforms": [{"name": "ui", "parent": 0, "respectParentRotation": false, "tags": ["hud"]}]}}}"#;
        let (model, _) = Model::from_document(&Document::read(file, &NoResources).unwrap());
        let [part] = &virtual_transform_parts(&model)[..] else { panic!("one") };
        assert_eq!((part.index, part.parent, part.tags.as_slice()), (Some(0), Some(0), &["hud".to_owned()][..]));
        assert_eq!(part.inherits, ["position", "scale"]);
    }
}
