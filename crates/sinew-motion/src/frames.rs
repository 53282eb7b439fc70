//! The frames of all nodes, kept from one frame to the next.
//!
//! Most nodes of most models stand still: levels, props, the bones between two constraints. A node whose local transform
//! has the bits it had and whose parent has not changed keeps its frame, which costs a comparison instead of a product of
//! matrices. A node that moves is likely to move again: for some evaluations it is neither compared nor remembered, which
//! is half of the memory that a moving node takes. The result is the same to the last bit either way, for a frame follows
//! from the local transform and the parent's frame alone.

use std::ops::Range;

use sinew_model::kernel::forward::PackedFrame;
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};
use sinew_model::prepared::Identity;

/// The frames of all nodes, with the local transforms that they were computed from.
#[derive(Clone, Debug)]
pub struct NodeFrames {
    now: Vec<PackedFrame>,
    /// What the frames were computed from, where [`ChangeState::is_remembered`].
    seen: Vec<Transform>,
    motion: Vec<ChangeState>,
    /// The model that they were computed for; `None` before the first time.
    of: Option<Identity>,
}

/// What the latest evaluation did with a node: 0, it kept its frame; more, it computed the frame anew. Above 1, the local
/// transform was not remembered, and the number goes down with each evaluation until it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChangeState(u8);

impl ChangeState {
    const STILL: Self = Self(0);
    /// Nothing is known of before: compute the frame and remember what it came from.
    const UNKNOWN: Self = Self(2);
    /// The node has moved, or its parent has been computed anew. The next fifteen evaluations take for granted that it goes on: a
    /// node that stops is computed as often for nothing, and those below it until it is compared again; one that moves on is
    /// compared once in sixteen evaluations.
    const BEGUN: Self = Self(16);

    fn is_changed(self) -> bool {
        self.0 > 0
    }

    /// Whether the local transform has been remembered.
    fn is_remembered(self) -> bool {
        self.0 <= 1
    }

    /// One evaluation later, of a node that has not been remembered.
    fn next(self) -> Self {
        Self(self.0 - 1)
    }
}

impl NodeFrames {
    /// Room for so many nodes, all at the root.
    pub fn new(nodes: usize) -> Self {
        Self {
            now: vec![PackedFrame::ROOT; nodes],
            seen: vec![Transform::IDENTITY; nodes],
            motion: vec![ChangeState::UNKNOWN; nodes],
            of: None,
        }
    }

    /// The frames, one a node.
    pub fn as_slice(&self) -> &[PackedFrame] {
        &self.now
    }

    /// Whether the latest evaluation computed a node's frame anew; where it did not, the frame is what it was.
    pub fn is_new(&self, node: NodeId) -> bool {
        self.motion.get(node.slot()).is_some_and(|motion| motion.is_changed())
    }

    /// Begins an evaluation; frames of another model are not to be kept.
    pub fn begin(&mut self, model: &Model) {
        if self.of.as_ref() != Some(model.identity()) {
            self.of = Some(model.identity().clone());
            self.motion.fill(ChangeState::UNKNOWN);
        }
    }

    /// Brings a run of nodes up to date; their parents come first.
    pub fn update(&mut self, parents: &[Option<NodeId>], local: &[Transform], nodes: Range<usize>) {
        // Cut to the same end, so that one comparison a node sees to the bounds of all.
        let end = nodes.end;
        let (parents, local, now) = (&parents[..end], &local[..end], &mut self.now[..end]);
        let (seen, motions) = (&mut self.seen[..end], &mut self.motion[..end]);
        for node in nodes {
            let parent = parents[node].map(NodeId::slot);
            let motion = motions[node];
            if motion.is_remembered() {
                let is_moved = !has_same_bits(&seen[node], &local[node]);
                if !(is_moved | parent.is_some_and(|parent| motions[parent].is_changed())) {
                    motions[node] = ChangeState::STILL;
                    continue;
                }
                motions[node] = ChangeState::BEGUN;
            } else {
                motions[node] = motion.next();
                if motion.next().is_remembered() {
                    seen[node] = local[node];
                }
            }
            now[node] = match parent {
                Some(parent) => now[parent].child(&local[node]),
                None => PackedFrame::root(&local[node]),
            };
        }
    }
}

/// Whether two transforms are the same to the last bit, NaN and the sign of zero included.
#[inline]
fn has_same_bits(a: &Transform, b: &Transform) -> bool {
    // Two numbers at a time, in the order in which they lie in memory: number by number, the compiler packs what differs into
    // a vector and takes it apart again.
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
