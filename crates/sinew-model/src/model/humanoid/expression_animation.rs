//! Expressions that are animations, and how they act on each other.

/// The animation that shows an expression. It is seen at the time that is the expression's weight times its duration; one that
/// has no duration is a pose, of which the weight is the part.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionAnimation {
    /// The index in [`Model::animations`](crate::Model::animations).
    pub animation: usize,
    /// By channel, the place of its node in [`Expressions::animated_nodes`](super::Expressions::animated_nodes); `None` for weights.
    pub nodes: Vec<Option<usize>>,
    /// By channel of a property, its place in [`Expressions::animated_properties`](super::Expressions::animated_properties); `None` for
    /// a morph target's weight, and for what expressions do not change.
    pub properties: Vec<Option<usize>>,
}

/// How an expression weakens another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpressionMask {
    /// The index of the other in [`Expressions::as_slice`](super::Expressions::as_slice).
    pub target: usize,
    /// By how much, 0…1.
    pub amount: f32,
    /// When.
    pub kind: ExpressionMaskKind,
}

/// When a mask acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExpressionMaskKind {
    /// In proportion to the value of the expression that has it.
    Blend,
    /// In full while that value is above a threshold.
    Block {
        /// 0…1.
        threshold: f32,
    },
}

/// An expression that is a part of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpressionSource {
    /// Its index in [`Expressions::as_slice`](super::Expressions::as_slice).
    pub expression: usize,
    /// Its value where the other's is 1.
    pub weight: f32,
}
