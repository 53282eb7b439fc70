//! From a pointer to what it is of, in one model.

use std::borrow::Cow;

use super::pointer::{PropertyId, matching, segments};
use super::stored::{JointList, list_of};
use super::{
    BodyDialect, DriveField, GazeField, LimitField, MaterialField, MotionField, ShapeField, Source, TransformField,
};
use super::{PropertyError, PropertyErrorKind, PropertyRow};
use crate::model::physics::{BodyId, CollisionFilter, JointDescriptionId, JointId, MaterialId, Physics, ShapeId};
use crate::model::{Model, NodeId, VirtualTransformId};
use sinew_document::{Index, NodeIndex};

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
    /// Whether a joint has friction.
    JointFriction(JointId),
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
    /// The expression at a place of [`Model::expressions`].
    Expression(u32),
    /// An angle of the look-at direction.
    Gaze(GazeField),
    /// The gravity of the world.
    WorldGravity,
    /// The filter of a node's collider, or of its trigger.
    Filter(NodeId, bool),
}

impl PropertyTarget {
    /// Whether it is of the model's physics.
    #[inline]
    pub fn is_of_physics(self) -> bool {
        matches!(
            self,
            Self::Motion(..)
                | Self::EnableCollision(_)
                | Self::JointFriction(_)
                | Self::Material(..)
                | Self::Limit(..)
                | Self::Drive(..)
                | Self::Shape(..)
                | Self::FieldGravity(_)
                | Self::Filter(..)
        )
    }

    /// Whether a world keeps it elsewhere than in the values of an instance: faces, gazes and gravity.
    pub fn is_of_world(self) -> bool {
        matches!(self, Self::Expression(_) | Self::Gaze(_) | Self::WorldGravity)
    }
}

impl PropertyTarget {
    /// The property that decides with it whether both can be: the other end of a limit, or the other radius of a shape. They are
    /// judged together.
    #[inline]
    pub fn partner(self) -> Option<Self> {
        use ShapeField::{CapsuleRadiusBottom, CapsuleRadiusTop, CylinderRadiusBottom, CylinderRadiusTop};
        match self {
            Self::Limit(description, limit, count, field) => {
                let other = match field {
                    LimitField::Min => LimitField::Max,
                    LimitField::Max => LimitField::Min,
                    LimitField::Stiffness | LimitField::Damping => return None,
                };
                Some(Self::Limit(description, limit, count, other))
            }
            Self::Shape(shape, field) => {
                let other = match field {
                    CapsuleRadiusBottom => CapsuleRadiusTop,
                    CapsuleRadiusTop => CapsuleRadiusBottom,
                    CylinderRadiusBottom => CylinderRadiusTop,
                    CylinderRadiusTop => CylinderRadiusBottom,
                    _ => return None,
                };
                Some(Self::Shape(shape, other))
            }
            _ => None,
        }
    }

    fn defined_if(self, is_defined: bool) -> Option<Self> {
        is_defined.then_some(self)
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
        self.property_in(&self.physics, pointer)
    }

    /// As [`Model::property`], of an instance whose physics has bodies or joints more or less. Descriptions of added joints follow
    /// those of the file's `physicsJoints` of `KHR_physics_rigid_bodies`.
    ///
    /// # Errors
    /// As [`Model::property`].
    pub fn property_in(&self, physics: &Physics, pointer: &str) -> Result<PropertyId, PropertyError> {
        let error = |kind| PropertyError::new(pointer, kind);
        let segments = segments(pointer).ok_or_else(|| error(PropertyErrorKind::Unknown))?;
        let (number, row, indices) = match self.expression_at(&segments) {
            Some(found) => found.ok_or_else(|| error(PropertyErrorKind::Undefined))?,
            None => matching(&segments).ok_or_else(|| error(PropertyErrorKind::Unknown))?,
        };
        let target = self.target(physics, number, row, indices).ok_or_else(|| error(PropertyErrorKind::Undefined))?;
        Ok(PropertyId { row: number, indices, target })
    }

    /// The expression that a pointer names by its key in the file; `None` for a pointer of another form.
    #[expect(clippy::option_option, reason = "of another form, or of this form and not there")]
    fn expression_at(&self, segments: &[Cow<'_, str>]) -> Option<Option<(u16, &'static PropertyRow, [u32; 2])>> {
        let ["extensions", "VRMC_vrm", "expressions", kind @ ("preset" | "custom"), name, "weight"] =
            segments.iter().map(AsRef::as_ref).collect::<Vec<&str>>()[..]
        else {
            return None;
        };
        let place = self.expressions().position(name).filter(|place| {
            let expression = self.expressions().as_slice().get(*place);
            expression.is_some_and(|expression| expression.preset.is_some() == (kind == "preset"))
        });
        let (number, row) = PropertyRow::of_pointer("/extensions/VRMC_vrm/expressions/{}/weight")?;
        Some(place.map(|place| (number, row, [place as u32, 0])))
    }

    /// The filters of the file's list.
    pub fn filter_list(&self) -> &[CollisionFilter] {
        self.properties.filters()
    }

    /// The first index of a filter in the file's list.
    pub fn filter_place(&self, filter: &CollisionFilter) -> Option<u32> {
        self.properties.filter_place(filter)
    }

    /// What is wrong with a filter that is set by its index: −1 stands for none.
    pub fn filter_complaint(&self, target: PropertyTarget, numbers: &[f32]) -> Option<String> {
        let (PropertyTarget::Filter(..), &[first, ..]) = (target, numbers) else { return None };
        let count = self.filter_list().len();
        let is_known = first >= -1.0 && first < count as f32 && first.fract() == 0.0;
        (!is_known).then(|| format!("must be −1 or one of the {count} filters of the file, and is {first}"))
    }

    /// The property of a row of the table with these indices; `None` where the file does not define it. Indices that the row does
    /// not have are 0.
    pub fn property_at(&self, row: u16, indices: [u32; 2]) -> Option<PropertyId> {
        let target = self.target(&self.physics, row, PropertyRow::at(row)?, indices)?;
        Some(PropertyId { row, indices, target })
    }

    /// The pointer of a joint's limits and drives, without what is below; `None` for a description that no list of the file has.
    /// Joints can share it.
    pub fn joint_pointer(&self, joint: JointId) -> Option<String> {
        self.joint_pointer_in(&self.physics, joint)
    }

    /// As [`Model::joint_pointer`], of an instance whose physics has joints more or less.
    pub fn joint_pointer_in(&self, physics: &Physics, joint: JointId) -> Option<String> {
        let description = physics.joints().get(joint.slot())?.description;
        if let Some(added) = description.slot().checked_sub(self.physics.joint_descriptions().len()) {
            let index = self.properties.joints[0].len() + added;
            return Some(format!("/extensions/KHR_physics_rigid_bodies/physicsJoints/{index}"));
        }
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

    fn target(&self, physics: &Physics, number: u16, row: &PropertyRow, indices: [u32; 2]) -> Option<PropertyTarget> {
        let [first, second] = indices;
        let node = || self.hierarchy.id(NodeIndex(first));
        let index = |node: NodeId| PropertyTarget::Constant(whole(self.hierarchy.index(node).to_usize()));
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
            Source::WeightCount => PropertyTarget::Constant(whole(self.weight_count(node()?))),
            Source::Matrix => PropertyTarget::Matrix(node()?),
            Source::GlobalMatrix => PropertyTarget::GlobalMatrix(node()?),
            Source::Parent => index(self.hierarchy.parent(node()?)?),
            Source::ChildCount => PropertyTarget::Constant(whole(self.hierarchy.children(node()?).count())),
            Source::Child => index(self.hierarchy.children(node()?).nth(second as usize)?),
            Source::Motion(dialect, field) => {
                let body = physics.body_of(node()?)?;
                is_of(self.properties.body_dialects.get(body.slot()), dialect)?;
                defined(physics, PropertyTarget::Motion(body, field))?
            }
            Source::EnableCollision(dialect) => {
                let node = node()?;
                let joint = physics.joint_of(node)?;
                is_of(self.properties.joint_dialects.get(joint.slot()), dialect)?;
                PropertyTarget::EnableCollision(joint)
            }
            Source::JointFriction => PropertyTarget::JointFriction(physics.joint_of(node()?)?),
            Source::Material(dialect, field) => {
                PropertyTarget::Material((*list_of(&self.properties.materials, dialect).get(first as usize)?)?, field)
            }
            Source::Limit(dialect, field) => {
                let (description, limit, count) = match self.list_entry(physics, dialect, first)? {
                    ListEntry::OfFile(list) => {
                        let (limit, count) = (*list.limits.get(second as usize)?)?;
                        (list.description, limit, count)
                    }
                    ListEntry::Added(description) => (description, second, 1),
                };
                defined(physics, PropertyTarget::Limit(description, limit, count, field))?
            }
            Source::Drive(dialect, field) => {
                let (description, drive) = match self.list_entry(physics, dialect, first)? {
                    ListEntry::OfFile(list) => (list.description, (*list.drives.get(second as usize)?)?.0),
                    ListEntry::Added(description) => (description, second),
                };
                defined(physics, PropertyTarget::Drive(description, drive, field))?
            }
            Source::Shape(field) => {
                defined(physics, PropertyTarget::Shape((*self.properties.shapes.get(first as usize)?)?, field))?
            }
            Source::ConstraintWeight => {
                PropertyTarget::ConstraintWeight(self.properties.constraint(number, NodeIndex(first))?)
            }
            Source::Virtual(field) => PropertyTarget::Virtual(self.virtual_transforms.of_index(first)?, field),
            Source::Expression => {
                PropertyTarget::Expression(first).defined_if((first as usize) < self.expressions().as_slice().len())?
            }
            Source::Gaze(field) => PropertyTarget::Gaze(field).defined_if(self.look_at().is_some())?,
            Source::WorldGravity => PropertyTarget::WorldGravity,
            Source::Filter { of_trigger } => {
                let node = node()?;
                let has = physics.filter_of(node, of_trigger).is_some();
                PropertyTarget::Filter(node, of_trigger).defined_if(has)?
            }
            Source::FieldGravity => {
                let node = node()?;
                let field = self.physics.gravity_field_of(node)?;
                PropertyTarget::FieldGravity(field as u32)
            }
        })
    }

    /// An entry of `physicsJoints`: the file's, or that of an added joint behind them.
    fn list_entry(&self, physics: &Physics, dialect: BodyDialect, index: u32) -> Option<ListEntry<'_>> {
        let list = list_of(&self.properties.joints, dialect);
        match (index as usize).checked_sub(list.len()) {
            None => list.get(index as usize)?.as_ref().map(ListEntry::OfFile),
            Some(added) if dialect == BodyDialect::Khr => {
                let description = JointDescriptionId::at(self.physics.joint_descriptions().len() + added);
                let is_it = |(at, joint): (usize, &crate::model::physics::Joint)| {
                    joint.description == description && physics.has_joint(JointId::at(at))
                };
                physics.joints().iter().enumerate().any(is_it).then_some(ListEntry::Added(description))
            }
            Some(_) => None,
        }
    }

    fn weight_count(&self, node: NodeId) -> usize {
        self.morph_targets.range(node).len()
    }
}

/// An entry of `physicsJoints`.
enum ListEntry<'a> {
    OfFile(&'a JointList),
    Added(JointDescriptionId),
}

/// The target, where the file gives it a value.
fn defined(physics: &Physics, target: PropertyTarget) -> Option<PropertyTarget> {
    physics.read_property(target).map(|_| target)
}

/// What is added is of `KHR_physics_rigid_bodies`.
fn is_of(known: Option<&BodyDialect>, dialect: BodyDialect) -> Option<()> {
    (*known.unwrap_or(&BodyDialect::Khr) == dialect).then_some(())
}

/// A count as the object model has it.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
