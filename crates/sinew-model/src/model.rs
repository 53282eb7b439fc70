//! A file as it is meant: resolved, checked, immutable, and shared by everything that runs it.

mod animation;
mod clip;
mod constraint;
mod hierarchy;
mod humanoid;
mod morph;
pub mod physics;
mod virtual_transform;

mod schedule;

use std::sync::Arc;

pub use animation::{Animation, Channel, Curve, Interpolation, Track};
pub use clip::{ClipNodes, ExpressionNode};
pub(crate) use constraint::PreparedConstraint;
pub use constraint::{ConstraintKind, NodeConstraint, Space};
pub use hierarchy::{Hierarchy, NodeId};
pub(crate) use hierarchy::{HierarchyParts, Names};
pub use humanoid::{
    BoneAtRest, BoneSet, Expression, ExpressionOverride, ExpressionPreset, Expressions, Eye, Facing, HumanBone,
    Humanoid, Limb, LookAt, LookAtKind, MorphTargetBind, Proportions, RangeMap, TPoseReport,
};
pub use morph::MorphTargets;
pub use physics::Physics;
pub(crate) use schedule::Schedule;
pub(crate) use virtual_transform::VirtualTransformsBuilder;
pub use virtual_transform::{Inherit, Uninherited, VirtualTransform, VirtualTransformId, VirtualTransforms};

/// What running needs of a model, worked out once when the file is read.
pub mod prepared {
    pub use super::Identity;
    pub use super::constraint::{AimFormula, Formula, PreparedConstraint};
    pub use super::humanoid::{Rig, RigJoint};
    pub use super::schedule::{Awaited, Cycle, Mover, Ordered, Pass, Schedule};
}

/// A file as it is meant: resolved, checked, immutable.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) hierarchy: Hierarchy,
    pub(crate) animations: Vec<Animation>,
    pub(crate) morph_targets: MorphTargets,
    pub(crate) virtual_transforms: VirtualTransforms,
    pub(crate) humanoid: Option<Humanoid>,
    pub(crate) expressions: Expressions,
    pub(crate) look_at: Option<LookAt>,
    pub(crate) clip_nodes: Option<ClipNodes>,
    pub(crate) physics: Physics,
    /// In the order of evaluation.
    pub(crate) constraints: Vec<NodeConstraint>,
    /// One a constraint, in the same order.
    pub(crate) prepared: Vec<PreparedConstraint>,
    pub(crate) schedule: Schedule,
    pub(crate) identity: Identity,
}

/// Which model it is: the same for a model and its clones, which never change.
#[derive(Clone, Debug, Default)]
pub struct Identity(Arc<()>);

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        // As long as either lives, its address is no other's.
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Model {
    /// A model of nodes that nothing constrains. Channels of nodes that the hierarchy does not have are left out.
    pub fn new(hierarchy: Hierarchy, mut animations: Vec<Animation>, humanoid: Option<Humanoid>) -> Self {
        for animation in &mut animations {
            animation.channels.retain(|channel| channel.node.slot() < hierarchy.len());
        }
        let schedule = Schedule::order(&hierarchy, &[]).schedule;
        Self { hierarchy, animations, humanoid, schedule, ..Self::default() }
    }

    /// The nodes, their parents and their rest transforms.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The animations, in the order of the file.
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// The morph targets of the nodes that have any.
    pub fn morph_targets(&self) -> &MorphTargets {
        &self.morph_targets
    }

    /// The points that follow nodes, for an application to use.
    pub fn virtual_transforms(&self) -> &VirtualTransforms {
        &self.virtual_transforms
    }

    /// Which node is which bone, where the file describes a human figure or a clip for one.
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.humanoid.as_ref()
    }

    /// The faces that an avatar can put on.
    pub fn expressions(&self) -> &Expressions {
        &self.expressions
    }

    /// How an avatar's eyes follow a gaze.
    pub fn look_at(&self) -> Option<&LookAt> {
        self.look_at.as_ref()
    }

    /// Which nodes of a clip for human figures stand for expressions and the gaze; `None` for what is no such clip.
    pub fn clip_nodes(&self) -> Option<&ClipNodes> {
        self.clip_nodes.as_ref()
    }

    /// What a simulation moves and what stands in its way.
    pub fn physics(&self) -> &Physics {
        &self.physics
    }

    /// The node constraints that are evaluated, each after those it depends on. A node has one at most; those that the
    /// diagnostics told of as unusable are not among them.
    ///
    /// ```
    /// use sinew_document::{Document, NoResources};
    /// use sinew_model::model::ConstraintKind;
    ///
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{}, {"extensions": {
    ///     "VRMC_constraints-1.0": {"position": {"source": 0, "weight": 0.5}}}}]}"#;
    /// let (model, _) = sinew_model::Model::from_document(&Document::read(file, &NoResources)?);
    /// let [constraint] = model.constraints() else { unreachable!() };
    /// assert_eq!(model.hierarchy().index(constraint.source).0, 0);
    /// assert_eq!(constraint.weight, 0.5);
    /// assert!(matches!(constraint.kind, ConstraintKind::Position { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn constraints(&self) -> &[NodeConstraint] {
        &self.constraints
    }

    /// The constraints as they run, in the order of [`Model::constraints`].
    pub fn prepared(&self) -> &[PreparedConstraint] {
        &self.prepared
    }

    /// Which model it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// In which order nodes and constraints are computed.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}
