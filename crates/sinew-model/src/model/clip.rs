//! What a humanoid clip moves besides bones: nodes that carry expressions and the look-at direction.

use glam::Vec3;

use super::{ExpressionPreset, NodeId};

/// The nodes of a clip that carry other things than bones (`VRMC_vrm_animation` 1.0, "Expressions" and "`LookAt`").
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipNodes {
    /// The expressions that the clip may move, presets first, in the order of the file.
    pub expressions: Vec<ExpressionNode>,
    /// The node whose local rotation is the look-at direction.
    pub look_at: Option<NodeId>,
    /// Metres from the head bone, in its space, to where the look-at direction starts.
    pub offset_from_head_bone: Option<Vec3>,
}

/// A node that carries an expression: the X of its translation is the weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionNode {
    /// The name of the expression.
    pub name: String,
    /// Which preset it is; `None` for a custom one.
    pub preset: Option<ExpressionPreset>,
    /// The node that carries it.
    pub node: NodeId,
}
