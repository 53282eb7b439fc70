//! The frames of all nodes, kept from one frame to the next.
//!
//! Most nodes of most models stand still: levels, props, the bones between two constraints. A node whose local transform
//! has the bits it had and whose parent has not changed keeps its frame, which costs a comparison instead of a product of
//! matrices. The result is the same to the last bit.

use std::ops::Range;

use crate::kernel::forward::PackedFrame;
use crate::math::Transform;
use crate::model::{Identity, Model, NodeId};

/// The frames of all nodes, with the local transforms that they were computed from.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    now: Vec<PackedFrame>,
    /// What the frames were computed from.
    seen: Vec<Transform>,
    /// Whether a frame has changed in this evaluation.
    is_changed: Vec<bool>,
    /// The model that they were computed for; `None` before the first time.
    of: Option<Identity>,
    /// Whether nothing is known of before.
    is_first: bool,
}

impl Frames {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            now: vec![PackedFrame::ROOT; nodes],
            seen: vec![Transform::IDENTITY; nodes],
            is_changed: vec![false; nodes],
            of: None,
            is_first: true,
        }
    }

    pub(super) fn as_slice(&self) -> &[PackedFrame] {
        &self.now
    }

    /// Begins an evaluation; frames of another model are not to be kept.
    pub(super) fn begin(&mut self, model: &Model) {
        self.is_first = self.of.as_ref() != Some(model.identity());
        if self.is_first {
            self.of = Some(model.identity().clone());
        }
    }

    /// Brings a run of nodes up to date; their parents come first.
    pub(super) fn update(&mut self, parents: &[Option<NodeId>], local: &[Transform], nodes: Range<usize>) {
        // Most nodes follow right after their parent: taking its frame from here, not from memory, saves waiting until
        // it has been written.
        let (mut last, mut last_node) = (PackedFrame::ROOT, usize::MAX);
        for node in nodes {
            let parent = parents[node].map(NodeId::slot);
            let is_moved = !has_same_bits(&self.seen[node], &local[node]);
            let is_changed = self.is_first | is_moved | parent.is_some_and(|parent| self.is_changed[parent]);
            self.is_changed[node] = is_changed;
            if !is_changed {
                continue;
            }
            self.seen[node] = local[node];
            last = match parent {
                Some(parent) if parent == last_node => last.child(&local[node]),
                Some(parent) => self.now[parent].child(&local[node]),
                None => PackedFrame::root(&local[node]),
            };
            last_node = node;
            self.now[node] = last;
        }
    }
}

/// Whether two transforms are the same to the last bit, NaN and the sign of zero included.
fn has_same_bits(a: &Transform, b: &Transform) -> bool {
    let bits = |transform: &Transform| {
        let [tx, ty, tz] = transform.translation.to_array();
        let [rx, ry, rz, rw] = transform.rotation.to_array();
        let [sx, sy, sz] = transform.scale.to_array();
        [tx, ty, tz, rx, ry, rz, rw, sx, sy, sz].map(f32::to_bits)
    };
    let differences = bits(a).into_iter().zip(bits(b)).map(|(a, b)| a ^ b);
    differences.fold(0, |all, difference| all | difference) == 0
}
