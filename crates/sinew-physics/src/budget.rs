//! What a step may cost at most, and what is refused.
//!
//! Costs are counted and not timed, so that the same file is refused at the same step everywhere. A count is made before a step
//! and changes nothing; see [`crate::census`] for how.

use std::fmt;

use crate::id::WorldNode;

/// What a step may cost at most. A step that would cost more is refused, and nothing has changed then.
///
/// The defaults keep a world below 1 GB and a step below about a second on a machine of 2024; no published file comes near them.
///
/// ```
/// use sinew_physics::Budget;
///
/// let strict = Budget { pairs: 10_000, ..Budget::default() };
/// assert!(strict.pairs < Budget::default().pairs && Budget::UNLIMITED.pairs == u64::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Pairs of colliders whose boxes overlap, with a margin of some centimetres. Static ones count where both are new.
    pub pairs: u64,
    /// Points at which colliders touch, four for each pair of solid ones that are not spheres.
    pub contact_points: u64,
    /// Triangles of meshes, and parts of compounds, that are tested against something.
    pub triangles: u64,
    /// Joints between the same two bodies, or between a body and the fixed world.
    pub joints_per_pair: u64,
    /// Bytes of memory for pairs, contacts and the systems of joints.
    pub bytes: u64,
    /// Units of work; one is about a microsecond of a core of 2024.
    pub work: u64,
}

impl Budget {
    /// No bound at all, for files that are trusted. Nothing is counted then.
    pub const UNLIMITED: Self = Self {
        pairs: u64::MAX,
        contact_points: u64::MAX,
        triangles: u64::MAX,
        joints_per_pair: u64::MAX,
        bytes: u64::MAX,
        work: u64::MAX,
    };

    /// The bound of a quantity.
    #[must_use]
    pub fn of(&self, quantity: Quantity) -> u64 {
        match quantity {
            Quantity::Pairs => self.pairs,
            Quantity::ContactPoints => self.contact_points,
            Quantity::Triangles => self.triangles,
            Quantity::JointsPerPair => self.joints_per_pair,
            Quantity::Bytes => self.bytes,
            Quantity::Work => self.work,
        }
    }

    /// Sets the bound of a quantity.
    #[must_use]
    pub fn with(mut self, quantity: Quantity, bound: u64) -> Self {
        let place = match quantity {
            Quantity::Pairs => &mut self.pairs,
            Quantity::ContactPoints => &mut self.contact_points,
            Quantity::Triangles => &mut self.triangles,
            Quantity::JointsPerPair => &mut self.joints_per_pair,
            Quantity::Bytes => &mut self.bytes,
            Quantity::Work => &mut self.work,
        };
        *place = bound;
        self
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            pairs: 250_000,
            contact_points: 500_000,
            triangles: 1_000_000,
            joints_per_pair: 50_000,
            bytes: 600 << 20,
            work: 1_000_000,
        }
    }
}

/// A quantity of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// [`Budget::pairs`]
    Pairs,
    /// [`Budget::contact_points`]
    ContactPoints,
    /// [`Budget::triangles`]
    Triangles,
    /// [`Budget::joints_per_pair`]
    JointsPerPair,
    /// [`Budget::bytes`]
    Bytes,
    /// [`Budget::work`]
    Work,
}

impl Quantity {
    /// All of them, in the order of [`Budget`].
    pub const ALL: [Self; 6] =
        [Self::Pairs, Self::ContactPoints, Self::Triangles, Self::JointsPerPair, Self::Bytes, Self::Work];

    /// The name of the field of [`Budget`], with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::ContactPoints => "contact-points",
            Self::Triangles => "triangles",
            Self::JointsPerPair => "joints-per-pair",
            Self::Bytes => "bytes",
            Self::Work => "work",
        }
    }

    fn described(self) -> &'static str {
        match self {
            Self::Pairs => "pairs of colliders",
            Self::ContactPoints => "contact points",
            Self::Triangles => "triangles or parts of colliders",
            Self::JointsPerPair => "joints between two bodies",
            Self::Bytes => "bytes",
            Self::Work => "units of work",
        }
    }
}

/// Why a step was refused: it would cost more than its [`Budget`]. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BudgetExceeded {
    /// What there is too much of.
    pub quantity: Quantity,
    /// How much there is at least; counting ends where the budget does.
    pub needed: u64,
    /// The budget's bound.
    pub allowed: u64,
    /// The two nodes that cost most, with their indices in their files; those of one instance may be the same.
    pub nodes: [Option<CostlyNode>; 2],
}

impl BudgetExceeded {
    /// An excess of a quantity.
    #[must_use]
    pub fn new(quantity: Quantity, needed: u64, allowed: u64, nodes: [Option<CostlyNode>; 2]) -> Self {
        Self { quantity, needed, allowed, nodes }
    }
}

/// A node that costs much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostlyNode {
    /// The node.
    pub node: WorldNode,
    /// Its index in the file.
    pub index: u32,
}

impl CostlyNode {
    /// A node with its index in the file.
    #[must_use]
    pub fn new(node: WorldNode, index: u32) -> Self {
        Self { node, index }
    }

    /// The JSON pointer of the node.
    #[must_use]
    pub fn pointer(&self) -> String {
        format!("/nodes/{}", self.index)
    }
}

impl fmt::Display for BudgetExceeded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { quantity, needed, allowed, .. } = self;
        write!(out, "the step needs at least {needed} {}; the budget is {allowed}", quantity.described())?;
        match self.nodes {
            [Some(a), Some(b)] => write!(out, "; {} and {} cost most", a.pointer(), b.pointer()),
            [Some(one), None] | [None, Some(one)] => write!(out, "; {} costs most", one.pointer()),
            [None, None] => Ok(()),
        }
    }
}

impl std::error::Error for BudgetExceeded {}
