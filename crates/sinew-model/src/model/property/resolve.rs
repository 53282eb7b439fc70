//! From a pointer to what it is of, in one model.

use super::pointer::{PropertyId, matching, segments};
use super::stored::{JointList, list_of};
use super::{BodyDialect, DriveField, LimitField, MaterialField, MotionField, ShapeField, Source, TransformField};
use super::{PropertyError, PropertyErrorKind, PropertyRow};
use crate::model::physics::{BodyId, JointDescriptionId, JointId, MaterialId, ShapeId};
use crate::model::{Model, NodeId, VirtualTransformId};
use sinew_document::NodeIndex;

/// What a pointer is resolved to in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyTarget {
    /// A node's translation.
    Translation(NodeId),
    /// A node's rotation.
    Rotation(NodeId),
    /// A node's scale.
    Scale(NodeId),
    /// A node's morph target weights.
    Weights(NodeId),
    /// One of them.
    Weight(NodeId, u32),
    /// A node's local matrix.
    Matrix(NodeId),
    /// The matrix from a node to the world.
    GlobalMatrix(NodeId),
    /// A number that the file decides.
    Constant(i32),
    /// A value that is kept: its place among those of the model.
    Stored(u32),
    /// A body.
    Motion(BodyId, MotionField),
    /// Whether a joint's bodies collide.
    EnableCollision(JointId),
    /// A physics material.
    Material(MaterialId, MaterialField),
    /// A limit of a description, or the two that an entry of the file has become: the first, and how many.
    Limit(JointDescriptionId, u32, u8, LimitField),
    /// A drive of a description.
    Drive(JointDescriptionId, u32, DriveField),
    /// A shape.
    Shape(ShapeId, ShapeField),
    /// The constraint at a place of [`Model::constraints`].
    ConstraintWeight(u32),
    /// The gravity field at a place of the model's.
    FieldGravity(u32),
    /// A virtual transform.
    Virtual(VirtualTransformId, TransformField),
}

impl PropertyTarget {
    /// Whether it is of the model's physics.
    pub fn is_of_physics(self) -> bool {
        matches!(
            self,
            Self::Motion(..)
                | Self::EnableCollision(_)
                | Self::Material(..)
                | Self::Limit(..)
                | Self::Drive(..)
                | Self::Shape(..)
                | Self::FieldGravity(_)
        )
    }
}

impl Model {
    /// Resolves a pointer of the object model.
    ///
    /// ```
    /// use sinew_document::{Document, NoResources};
    ///
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{}], "materials": [{"pbrMetallicRoughness": {}}]}"#;
    /// let (model, _) = sinew_model::Model::from_document(&Document::read(file, &NoResources)?);
    /// let factor = model.property("/materials/0/pbrMetallicRoughness/metallicFactor")?;
    /// assert_eq!(factor.row().kind.name(), "float");
    /// assert!(model.property("/materials/0/normalTexture/scale").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No text has such a property, or the file does not define it.
    pub fn property(&self, pointer: &str) -> Result<PropertyId, PropertyError> {
        let error = |kind| PropertyError::new(pointer, kind);
        let segments = segments(pointer).ok_or_else(|| error(PropertyErrorKind::Unknown))?;
        let (number, row, indices) = matching(&segments).ok_or_else(|| error(PropertyErrorKind::Unknown))?;
        let target = self.target(number, row, indices).ok_or_else(|| error(PropertyErrorKind::Undefined))?;
        Ok(PropertyId { row: number, indices, target })
    }

    /// The pointer of a joint's limits and drives, without what is below; `None` for a description that no list of the file has.
    /// Joints can share it.
    pub fn joint_pointer(&self, joint: JointId) -> Option<String> {
        let description = self.physics.joints().get(joint.slot())?.description;
        let names = ["KHR_physics_rigid_bodies", "OMI_physics_joint"];
        names.iter().zip(&self.properties.joints).find_map(|(name, list)| {
            let is_it = |list: &Option<JointList>| list.as_ref().is_some_and(|list| list.description == description);
            Some(format!("/extensions/{name}/physicsJoints/{}", list.iter().position(is_it)?))
        })
    }

    /// Every property of the model that can be set and is kept or simulated: all but those of the pose and those that are
    /// read-only, in the order of the table.
    pub fn stored_properties(&self) -> impl Iterator<Item = PropertyId> + '_ {
        self.properties.entries().map(|(place, entry)| PropertyId {
            row: entry.row,
            indices: entry.indices,
            target: PropertyTarget::Stored(place),
        })
    }

    /// The weight of a constraint, by its place in [`Model::constraints`].
    pub fn weight_of_constraint(&self, place: usize) -> Option<PropertyId> {
        let (row, node, place) = self.properties.constraints.iter().find(|(.., at)| *at as usize == place).copied()?;
        Some(PropertyId { row, indices: [node.0, 0], target: PropertyTarget::ConstraintWeight(place) })
    }

    /// The value that a stored property has in the file.
    pub fn stored_values(&self) -> &std::sync::Arc<[f32]> {
        self.properties.values()
    }

    /// The place and the count of a stored property's numbers.
    pub fn stored_range(&self, place: u32) -> Option<std::ops::Range<usize>> {
        self.properties.range(place)
    }

    fn target(&self, number: u16, row: &PropertyRow, indices: [u32; 2]) -> Option<PropertyTarget> {
        let [first, second] = indices;
        let node = || self.hierarchy.id(NodeIndex(first));
        let index = |node: NodeId| PropertyTarget::Constant(self.hierarchy.index(node).0 as i32);
        Some(match row.source {
            Source::Stored => PropertyTarget::Stored(self.properties.place(number, indices)?),
            Source::Constant => PropertyTarget::Constant(self.properties.constant(number, indices)?),
            Source::Translation => PropertyTarget::Translation(node()?),
            // A static matrix has no rotation and no scale that all readers agree on.
            Source::Rotation => PropertyTarget::Rotation(node().filter(|node| !self.properties.has_matrix(*node))?),
            Source::Scale => PropertyTarget::Scale(node().filter(|node| !self.properties.has_matrix(*node))?),
            Source::Weights => PropertyTarget::Weights(node().filter(|node| self.weight_count(*node) > 0)?),
            Source::Weight => {
                PropertyTarget::Weight(node().filter(|node| (second as usize) < self.weight_count(*node))?, second)
            }
            Source::WeightCount => PropertyTarget::Constant(self.weight_count(node()?) as i32),
            Source::Matrix => PropertyTarget::Matrix(node()?),
            Source::GlobalMatrix => PropertyTarget::GlobalMatrix(node()?),
            Source::Parent => index(self.hierarchy.parent(node()?)?),
            Source::ChildCount => PropertyTarget::Constant(self.hierarchy.children(node()?).count() as i32),
            Source::Child => index(self.hierarchy.children(node()?).nth(second as usize)?),
            Source::Motion(dialect, field) => {
                let body = self.physics.body_of(node()?)?;
                self.is_of(self.properties.body_dialects.get(body.slot()), dialect)?;
                let target = PropertyTarget::Motion(body, field);
                self.physics.read_property(target)?;
                target
            }
            Source::EnableCollision(dialect) => {
                let node = node()?;
                let joint = self.physics.joints().iter().position(|joint| joint.node == node)?;
                self.is_of(self.properties.joint_dialects.get(joint), dialect)?;
                PropertyTarget::EnableCollision(JointId::at(joint))
            }
            Source::Material(dialect, field) => {
                PropertyTarget::Material((*list_of(&self.properties.materials, dialect).get(first as usize)?)?, field)
            }
            Source::Limit(dialect, field) => {
                let list = list_of(&self.properties.joints, dialect).get(first as usize)?.as_ref()?;
                let (limit, count) = (*list.limits.get(second as usize)?)?;
                self.defined(PropertyTarget::Limit(list.description, limit, count, field))?
            }
            Source::Drive(dialect, field) => {
                let list = list_of(&self.properties.joints, dialect).get(first as usize)?.as_ref()?;
                let (drive, _) = (*list.drives.get(second as usize)?)?;
                self.defined(PropertyTarget::Drive(list.description, drive, field))?
            }
            Source::Shape(field) => {
                self.defined(PropertyTarget::Shape((*self.properties.shapes.get(first as usize)?)?, field))?
            }
            Source::ConstraintWeight => {
                PropertyTarget::ConstraintWeight(self.properties.constraint(number, NodeIndex(first))?)
            }
            Source::Virtual(field) => {
                let mut all = self.virtual_transforms.iter();
                PropertyTarget::Virtual(all.find(|(_, entry)| entry.index == Some(first))?.0, field)
            }
            Source::FieldGravity => {
                let node = node()?;
                let field = self.physics.gravity_fields().iter().position(|field| field.node == node)?;
                PropertyTarget::FieldGravity(field as u32)
            }
        })
    }

    /// The target, where the file gives it a value.
    fn defined(&self, target: PropertyTarget) -> Option<PropertyTarget> {
        self.physics.read_property(target).map(|_| target)
    }

    #[expect(clippy::unused_self, reason = "read with the others")]
    fn is_of(&self, known: Option<&BodyDialect>, dialect: BodyDialect) -> Option<()> {
        (known == Some(&dialect)).then_some(())
    }

    fn weight_count(&self, node: NodeId) -> usize {
        self.morph_targets.range(node).len()
    }
}
