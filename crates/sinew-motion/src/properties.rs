//! The properties of one running model: those that were changed, beside its pose.
//!
//! A model's values are shared by all that run it. Whoever changes one gets a copy of that part alone: the physics, the stored
//! values or the constraints. [`Properties`] of which nothing was changed hold a reference count and an empty list.

use std::sync::Arc;

use glam::{Affine3A, Mat4, Quat, Vec3};

use crate::evaluate::evaluate_prepared;
use crate::pose::Pose;
use crate::sampling::Sampler;
use sinew_model::model::physics::Physics;
use sinew_model::model::property::{
    Components, PropertyErrorKind, PropertyId, PropertyKind, PropertyTarget, PropertyValue, TransformField,
};
use sinew_model::model::{Animation, Model, NodeId, VirtualTransforms};
use sinew_model::prepared::PreparedConstraint;

/// The properties of one running model.
///
/// ```
/// use sinew_document::{Document, NoResources};
/// use sinew_model::Model;
/// use sinew_model::property::PropertyValue;
/// use sinew_motion::{Pose, Properties};
///
/// let file = r#"{"asset": {"version": "2.0"}, "materials": [{"alphaCutoff": 0.25}]}"#;
/// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// let (mut pose, mut properties) = (Pose::rest(&model), Properties::new(&model));
/// let cutoff = model.property("/materials/0/alphaCutoff")?;
/// assert_eq!(properties.read(&model, &pose, cutoff), Some(PropertyValue::Float(0.25)));
/// properties.write(&model, &mut pose, cutoff, &[0.75]);
/// assert_eq!(properties.read(&model, &pose, cutoff), Some(PropertyValue::Float(0.75)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Properties {
    physics: Arc<Physics>,
    stored: Option<Box<[f32]>>,
    prepared: Option<Box<[PreparedConstraint]>>,
    virtual_transforms: Option<Box<VirtualTransforms>>,
    /// Ascending by target.
    changed: Vec<PropertyId>,
}

impl Properties {
    /// Those of the file.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self {
            physics: model.shared_physics().clone(),
            stored: None,
            prepared: None,
            virtual_transforms: None,
            changed: Vec::new(),
        }
    }

    /// The physics with the values that it has now.
    pub fn physics(&self) -> &Arc<Physics> {
        &self.physics
    }

    /// The constraints with the weights that they have now, in the order of the model's.
    pub fn prepared<'a>(&'a self, model: &'a Model) -> &'a [PreparedConstraint] {
        self.prepared.as_deref().unwrap_or_else(|| model.prepared())
    }

    /// The virtual transforms as they are now, in the order of the model's.
    pub fn virtual_transforms<'a>(&'a self, model: &'a Model) -> &'a VirtualTransforms {
        self.virtual_transforms.as_deref().unwrap_or_else(|| model.virtual_transforms())
    }

    /// As [`Pose::evaluate`], with the constraints as they are now.
    pub fn evaluate(&self, model: &Model, pose: &mut Pose) {
        match self.prepared.as_deref() {
            Some(prepared) if pose.local.len() == model.hierarchy().len() => {
                let (local, model_space) = pose.parts_mut();
                // The lengths are the model's.
                let _ = evaluate_prepared(model, prepared, local, model_space);
            }
            _ => pose.evaluate(model),
        }
    }

    /// The properties that were set or animated, in an order of their own that never changes.
    pub fn changed(&self) -> &[PropertyId] {
        &self.changed
    }

    /// Whether a property was set or animated.
    pub fn is_changed(&self, id: PropertyId) -> bool {
        self.place(id).is_ok()
    }

    fn place(&self, id: PropertyId) -> Result<usize, usize> {
        self.changed.binary_search_by_key(&id.target(), PropertyId::target)
    }

    /// The value of a property; `None` for an id of another model. Global matrices are relative to the model's root, and
    /// velocities those that bodies start with.
    pub fn read(&self, model: &Model, pose: &Pose, id: PropertyId) -> Option<PropertyValue> {
        let kind = id.row().kind;
        let local = |node: NodeId| pose.local.get(node.slot());
        let numbers = match id.target() {
            PropertyTarget::Translation(node) => local(node)?.translation.into(),
            PropertyTarget::Rotation(node) => local(node)?.rotation.into(),
            PropertyTarget::Scale(node) => local(node)?.scale.into(),
            PropertyTarget::Weights(node) => {
                let weights = pose.weights.get(model.morph_targets().range(node))?;
                return Some(PropertyValue::Floats(weights.to_vec()));
            }
            PropertyTarget::Weight(node, place) => {
                Components::from(*pose.weights.get(model.morph_targets().range(node))?.get(place as usize)?)
            }
            PropertyTarget::Matrix(node) => matrix(local(node)?.to_affine()),
            PropertyTarget::GlobalMatrix(node) => matrix(pose.model_from_node(node)),
            PropertyTarget::Constant(number) => {
                let is_flag = kind == PropertyKind::Bool;
                return Some(if is_flag { PropertyValue::Bool(number != 0) } else { PropertyValue::Int(number) });
            }
            PropertyTarget::Stored(place) => {
                let values = self.stored.as_deref().unwrap_or_else(|| model.stored_values());
                Components::new(values.get(model.stored_range(place)?)?)
            }
            PropertyTarget::Virtual(id, field) => {
                let local = self.virtual_transforms(model).get(id)?.local;
                match field {
                    TransformField::Translation => local.translation.into(),
                    TransformField::Rotation => local.rotation.into(),
                    TransformField::Scale => local.scale.into(),
                }
            }
            PropertyTarget::ConstraintWeight(place) => {
                Components::from(self.prepared(model).get(place as usize)?.weight)
            }
            target => self.physics.read_property(target)?,
        };
        PropertyValue::from_numbers(kind, numbers.as_slice())
    }

    /// Those that a saved list has: pointers and numbers. `None` where the model has no such property, or it cannot have such a
    /// value. What a pose holds is only noted as changed.
    pub fn restored<'a>(model: &Model, saved: impl IntoIterator<Item = (&'a str, &'a [f32])>) -> Option<Self> {
        let mut properties = Self::new(model);
        let mut none = Pose::empty(model);
        for (pointer, numbers) in saved {
            let id = model.property(pointer).ok()?;
            let row = id.row();
            let width = row.kind.width().unwrap_or(numbers.len());
            let is_right = row.source.is_mutable() && numbers.len() == width;
            if !is_right || !numbers.iter().all(|number| number.is_finite()) || row.range.complaint(numbers).is_some() {
                return None;
            }
            properties.write(model, &mut none, id, numbers);
        }
        Some(properties)
    }

    /// The changed properties with their numbers, as [`Properties::restored`] takes them back.
    pub fn save(&self, model: &Model, pose: &Pose) -> Vec<(String, Vec<f32>)> {
        let numbers = |id: &PropertyId| self.read(model, pose, *id).map(|value| (id.pointer(), value.numbers()));
        self.changed.iter().filter_map(numbers).collect()
    }

    /// Why a property cannot have a value.
    ///
    /// # Errors
    /// It is read-only, the value has another number of components, a number is not finite, or the value is out of range.
    pub fn check(&self, model: &Model, id: PropertyId, numbers: &[f32]) -> Result<(), PropertyErrorKind> {
        let row = id.row();
        if !row.source.is_mutable() {
            return Err(PropertyErrorKind::ReadOnly);
        }
        let width = match id.target() {
            PropertyTarget::Weights(node) => model.morph_targets().range(node).len(),
            _ => row.kind.width().unwrap_or(1),
        };
        if numbers.len() != width {
            let complaint = format!("must have {width} numbers, and has {}", numbers.len());
            return Err(if row.kind == PropertyKind::Floats {
                PropertyErrorKind::Range(complaint)
            } else {
                PropertyErrorKind::Type(row.kind)
            });
        }
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(PropertyErrorKind::NotFinite);
        }
        let complaint = row.range.complaint(numbers).or_else(|| self.physics.property_complaint(id.target(), numbers));
        complaint.map_or(Ok(()), |complaint| Err(PropertyErrorKind::Range(complaint)))
    }

    /// Sets a property to a value that [`Properties::check`] has nothing against. Returns whether it had another.
    pub fn write(&mut self, model: &Model, pose: &mut Pose, id: PropertyId, numbers: &[f32]) -> bool {
        if let Err(place) = self.place(id) {
            self.changed.insert(place, id);
        }
        let vector = || numbers.first_chunk::<3>().map(|numbers| Vec3::from_array(*numbers));
        let first = numbers.first().copied().unwrap_or(0.0);
        match id.target() {
            PropertyTarget::Translation(node) => {
                pose.local.get_mut(node.slot()).zip(vector()).is_some_and(|(local, to)| put(&mut local.translation, to))
            }
            PropertyTarget::Rotation(node) => {
                let rotation = numbers.first_chunk::<4>().map(|numbers| Quat::from_array(*numbers).normalize());
                pose.local.get_mut(node.slot()).zip(rotation).is_some_and(|(local, to)| put(&mut local.rotation, to))
            }
            PropertyTarget::Scale(node) => {
                pose.local.get_mut(node.slot()).zip(vector()).is_some_and(|(local, to)| put(&mut local.scale, to))
            }
            PropertyTarget::Weights(node) => {
                let weights = pose.weights.get_mut(model.morph_targets().range(node)).unwrap_or_default();
                replace(weights, numbers)
            }
            PropertyTarget::Weight(node, place) => {
                let weights = pose.weights.get_mut(model.morph_targets().range(node)).unwrap_or_default();
                weights.get_mut(place as usize).is_some_and(|weight| put(weight, first))
            }
            PropertyTarget::Stored(place) => {
                let values = self.stored.get_or_insert_with(|| model.stored_values().to_vec().into());
                let range = model.stored_range(place).unwrap_or_default();
                let own = values.get_mut(range).unwrap_or_default();
                if id.row().is_rotation()
                    && let Some(numbers) = numbers.first_chunk::<4>()
                {
                    return replace(own, &Quat::from_array(*numbers).normalize().to_array());
                }
                replace(own, numbers)
            }
            PropertyTarget::Virtual(id, field) => {
                let all = self.virtual_transforms.get_or_insert_with(|| model.virtual_transforms().clone().into());
                let Some(mut local) = all.get(id).map(|entry| entry.local) else { return false };
                let before = local;
                match field {
                    TransformField::Translation => local.translation = vector().unwrap_or(local.translation),
                    TransformField::Scale => local.scale = vector().unwrap_or(local.scale),
                    TransformField::Rotation => {
                        let rotation = numbers.first_chunk::<4>();
                        local.rotation =
                            rotation.map_or(local.rotation, |numbers| Quat::from_array(*numbers).normalize());
                    }
                }
                all.set_local(id, local);
                before != local
            }
            PropertyTarget::ConstraintWeight(place) => {
                let prepared = self.prepared.get_or_insert_with(|| model.prepared().to_vec().into());
                prepared.get_mut(place as usize).is_some_and(|constraint| put(&mut constraint.weight, first))
            }
            target => {
                let before = self.physics.read_property(target);
                if before.is_some_and(|before| before.as_slice() == numbers) {
                    return false;
                }
                Arc::make_mut(&mut self.physics).write_property(target, numbers);
                true
            }
        }
    }

    /// Sets the properties that an animation animates besides transforms and weights to their values at a time. `changed` is
    /// called with each that has another value than before, and with velocities in any case.
    pub fn apply_animation(
        &mut self,
        model: &Model,
        pose: &mut Pose,
        (animation, time): (&Animation, f32),
        mut changed: impl FnMut(PropertyTarget),
    ) {
        if animation.properties.is_empty() {
            return;
        }
        let mut sampler = Sampler::at(time);
        for channel in &animation.properties {
            let Some(numbers) = sampler.property(channel) else { continue };
            // A key that the property cannot have was reported when the file was read.
            if self.check(model, channel.property, numbers.as_slice()).is_ok()
                && self.write(model, pose, channel.property, numbers.as_slice())
                || is_velocity(channel.property.target())
            {
                changed(channel.property.target());
            }
        }
    }
}

/// Whether a property is the velocity of a body, which has moved on since it was set.
fn is_velocity(target: PropertyTarget) -> bool {
    use sinew_model::model::property::MotionField::{AngularVelocity, LinearVelocity};
    matches!(target, PropertyTarget::Motion(_, LinearVelocity | AngularVelocity))
}

fn put<T: PartialEq>(place: &mut T, value: T) -> bool {
    let is_other = *place != value;
    *place = value;
    is_other
}

fn replace(place: &mut [f32], numbers: &[f32]) -> bool {
    let is_other = *place != *numbers;
    if is_other && place.len() == numbers.len() {
        place.copy_from_slice(numbers);
    }
    is_other
}

fn matrix(affine: Affine3A) -> Components {
    Components::new(&Mat4::from(affine).to_cols_array())
}
