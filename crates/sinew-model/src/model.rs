//! A file as it is meant: resolved, checked, immutable, and shared by everything that runs it.

mod animation;
mod clip;
mod constraint;
pub mod graph;
mod hierarchy;
mod humanoid;
mod morph;
pub mod physics;
pub mod property;
mod spring_bone;
mod virtual_transform;

mod schedule;

use std::sync::Arc;

pub use animation::{Animation, Channel, Curve, Interpolation, PropertyChannel, Track};
pub use clip::{ClipNodes, ExpressionNode};
pub(crate) use constraint::PreparedConstraint;
pub use constraint::{ConstraintKind, NodeConstraint, Space};
pub use graph::Graphs;
pub use hierarchy::{Hierarchy, NodeId};
pub(crate) use hierarchy::{HierarchyParts, Names};
pub use humanoid::{
    BoneAtRest, BoneSet, Expression, ExpressionAnimation, ExpressionMask, ExpressionMaskKind, ExpressionOverride,
    ExpressionPreset, ExpressionSource, Expressions, Eye, Facing, HumanBone, Humanoid, Limb, LookAt, LookAtKind,
    LookAtSpace, MaterialBind, MaterialProperty, MaterialPropertyKind, MorphTargetBind, Proportions, RangeMap,
    TPoseReport,
};
pub use morph::MorphTargets;
pub use physics::Physics;
pub(crate) use schedule::Schedule;
pub use spring_bone::{
    Spring, SpringBones, SpringCollider, SpringColliderGroup, SpringDialect, SpringJoint, SpringSettings, SpringShape,
};
pub(crate) use virtual_transform::VirtualTransformsBuilder;
pub use virtual_transform::{
    CameraHint, Inherit, NodeHint, Uninherited, VirtualTransform, VirtualTransformId, VirtualTransforms,
};

/// What evaluation needs of a model, computed once when the file is read.
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
    /// Shared with the instances in which nothing of it was changed.
    pub(crate) physics: Arc<Physics>,
    pub(crate) properties: property::PropertyIndex,
    pub(crate) spring_bones: SpringBones,
    pub(crate) graphs: Graphs,
    /// In the order of evaluation.
    pub(crate) constraints: Vec<NodeConstraint>,
    /// One a constraint, in the same order.
    pub(crate) prepared: Vec<PreparedConstraint>,
    pub(crate) schedule: Schedule,
    pub(crate) identity: Identity,
}

/// The identity of a model, which its clones share.
#[derive(Clone, Debug, Default)]
pub struct Identity(Arc<()>);

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        // The address is unique as long as either lives.
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Model {
    /// Creates a model of nodes without constraints. Channels of nodes that the hierarchy does not have are left out.
    pub fn new(hierarchy: Hierarchy, mut animations: Vec<Animation>, humanoid: Option<Humanoid>) -> Self {
        for animation in &mut animations {
            animation.channels.retain(|channel| channel.node.slot() < hierarchy.len());
        }
        let schedule = Schedule::order(&hierarchy, &[]).schedule;
        Self { hierarchy, animations, humanoid, schedule, ..Self::default() }
    }

    /// The same model with another humanoid, whose nodes are this model's.
    #[must_use]
    pub fn with_humanoid(self, humanoid: Humanoid) -> Self {
        Self { humanoid: Some(humanoid), identity: Identity::default(), ..self }
    }

    /// The same nodes with other rest transforms and animations, and this model's morph targets and expressions: without humanoid,
    /// constraints, bodies, springs and graphs, whose axes would be others.
    #[must_use]
    pub fn with_nodes(&self, hierarchy: Hierarchy, animations: Vec<Animation>) -> Self {
        Self {
            morph_targets: self.morph_targets.clone(),
            expressions: self.expressions.clone(),
            ..Self::new(hierarchy, animations, None)
        }
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

    /// Returns the virtual transforms.
    pub fn virtual_transforms(&self) -> &VirtualTransforms {
        &self.virtual_transforms
    }

    /// Returns the humanoid; `None` if the file describes neither an avatar nor a clip for one.
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.humanoid.as_ref()
    }

    /// Returns the expressions of an avatar.
    pub fn expressions(&self) -> &Expressions {
        &self.expressions
    }

    /// Returns how an avatar's eyes follow the look-at direction.
    pub fn look_at(&self) -> Option<&LookAt> {
        self.look_at.as_ref()
    }

    /// Returns the nodes of a humanoid clip that carry expressions and look-at; `None` if the file is not such a clip.
    pub fn clip_nodes(&self) -> Option<&ClipNodes> {
        self.clip_nodes.as_ref()
    }

    /// Returns the bodies, colliders, triggers and joints.
    pub fn physics(&self) -> &Physics {
        &self.physics
    }

    /// The same, to be shared and changed by those who run the model.
    pub fn shared_physics(&self) -> &Arc<Physics> {
        &self.physics
    }

    /// Returns the springs of hair and cloth.
    pub fn spring_bones(&self) -> &SpringBones {
        &self.spring_bones
    }

    /// Returns the behaviour graphs.
    pub fn graphs(&self) -> &Graphs {
        &self.graphs
    }

    /// Returns the node constraints that are evaluated, each after those it depends on. A node has at most one; invalid ones
    /// are left out with a diagnostic.
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

    /// Returns the prepared constraints, in the order of [`Model::constraints`].
    pub fn prepared(&self) -> &[PreparedConstraint] {
        &self.prepared
    }

    /// Which model it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the order in which nodes and constraints are evaluated.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}
