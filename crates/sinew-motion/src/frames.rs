//! The frames of all nodes, cached between evaluations.
//!
//! Most nodes of most models do not move: levels, props, bones between two constraints. A node whose local transform is
//! bitwise unchanged and whose parent is unchanged keeps its frame, which costs a comparison instead of a matrix
//! product. A node that moves is likely to move again: for some evaluations it is neither compared nor stored, which
//! halves its memory traffic. The result is the same to the last bit either way, because a frame depends on the local
//! transform and the parent's frame alone.

use std::ops::Range;

use sinew_model::kernel::forward::PackedFrame;
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};
use sinew_model::prepared::Identity;

/// The frames of all nodes, with the local transforms from which they were computed.
#[derive(Clone, Debug)]
pub struct NodeFrames {
    now: Vec<PackedFrame>,
    /// The local transforms from which the frames were computed, if [`ChangeState::is_remembered`].
    seen: Vec<Transform>,
    motion: Vec<ChangeState>,
    /// The model of the frames; `None` before the first evaluation.
    of: Option<Identity>,
}

/// What the latest evaluation did with a node: 0 if it kept its frame, otherwise it computed the frame. Above 1, the
/// local transform was not stored; the number decreases with each evaluation until it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChangeState(u8);

impl ChangeState {
    const STILL: Self = Self(0);
    /// There is no earlier state: compute the frame and store the local transform.
    const UNKNOWN: Self = Self(2);
    /// The node has moved, or its parent's frame was computed. The next fifteen evaluations assume that it goes on
    /// moving: a node that stops is computed that often in vain, with its descendants, and one that goes on is compared
    /// once in sixteen evaluations.
    const BEGUN: Self = Self(16);

    fn is_changed(self) -> bool {
        self.0 > 0
    }

    /// Whether the local transform is stored.
    fn is_remembered(self) -> bool {
        self.0 <= 1
    }

    /// The state one evaluation later, for a node that is not stored.
    fn next(self) -> Self {
        Self(self.0 - 1)
    }

    /// Passes an evaluation, and returns whether the node's frame is another.
    #[inline]
    fn pass(&mut self, seen: &mut Transform, local: &Transform, is_parent_new: bool) -> bool {
        if self.is_remembered() {
            let is_new = !has_same_bits(seen, local) | is_parent_new;
            *self = if is_new { Self::BEGUN } else { Self::STILL };
            return is_new;
        }
        *self = self.next();
        if self.is_remembered() {
            *seen = *local;
        }
        true
    }
}

impl NodeFrames {
    /// Creates frames for a number of nodes, all at the root.
    pub fn new(nodes: usize) -> Self {
        Self {
            now: vec![PackedFrame::ROOT; nodes],
            seen: vec![Transform::IDENTITY; nodes],
            motion: vec![ChangeState::UNKNOWN; nodes],
            of: None,
        }
    }

    /// The frames, one for each node.
    pub fn as_slice(&self) -> &[PackedFrame] {
        &self.now
    }

    /// Whether the latest evaluation computed a node's frame; otherwise it is unchanged.
    pub fn is_new(&self, node: NodeId) -> bool {
        self.motion.get(node.slot()).is_some_and(|motion| motion.is_changed())
    }

    /// Begins an evaluation; frames of another model are discarded.
    pub fn begin(&mut self, model: &Model) {
        if self.of.as_ref() != Some(model.identity()) {
            self.of = Some(model.identity().clone());
            self.motion.fill(ChangeState::UNKNOWN);
        }
    }

    /// Updates a range of nodes; their parents come first.
    pub fn update(&mut self, parents: &[Option<NodeId>], local: &[Transform], nodes: Range<usize>) {
        // Slices of equal length need one bounds check for each node.
        let end = nodes.end;
        let (parents, local, now) = (&parents[..end], &local[..end], &mut self.now[..end]);
        let (seen, motions) = (&mut self.seen[..end], &mut self.motion[..end]);
        for node in nodes {
            let parent = parents[node].map(NodeId::slot);
            let is_parent_new = parent.is_some_and(|parent| motions[parent].is_changed());
            if !motions[node].pass(&mut seen[node], &local[node], is_parent_new) {
                continue;
            }
            now[node] = match parent {
                Some(parent) => now[parent].child(&local[node]),
                None => PackedFrame::root(&local[node]),
            };
        }
    }

    /// Updates a node below another to a frame that somebody else has computed, with the bits that it has by
    /// [`NodeFrames::update`].
    #[inline]
    pub fn place(&mut self, parent: usize, node: usize, local: &Transform, frame: &PackedFrame) {
        let is_parent_new = self.motion.get(parent).is_some_and(|motion| motion.is_changed());
        let (Some(motion), Some(seen)) = (self.motion.get_mut(node), self.seen.get_mut(node)) else { return };
        if motion.pass(seen, local, is_parent_new)
            && let Some(now) = self.now.get_mut(node)
        {
            *now = *frame;
        }
    }
}

/// Whether two transforms are bitwise equal, NaN and the sign of zero included.
#[inline]
fn has_same_bits(a: &Transform, b: &Transform) -> bool {
    // Two numbers at a time, in their order in memory: number by number, the compiler packs the differences into a
    // vector and unpacks it again.
    let pair = |low: f32, high: f32| u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32;
    let bits = |transform: &Transform| {
        let [tx, ty, tz] = transform.translation.to_array();
        let [rx, ry, rz, rw] = transform.rotation.to_array();
        let [sx, sy, sz] = transform.scale.to_array();
        [pair(rx, ry), pair(rz, rw), pair(tx, ty), pair(tz, sx), pair(sy, sz)]
    };
    let differences = bits(a).into_iter().zip(bits(b)).map(|(a, b)| a ^ b);
    differences.fold(0, |all, difference| all | difference) == 0
}
