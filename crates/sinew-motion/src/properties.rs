//! The properties of one running model: those that were changed, beside its pose.
//!
//! A model's values are shared by all that run it. Whoever changes one gets a copy of that part alone: the physics, the stored
//! values or the constraints. [`Properties`] of which nothing was changed hold a reference count and an empty list.

mod animated;
mod of_world;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Affine3A, Mat4, Quat, Vec3};

use crate::evaluate::evaluate_prepared;
use crate::pose::Pose;
use of_world::OfWorld;
use sinew_model::model::physics::Physics;
use sinew_model::model::property::{
    Components, PropertyError, PropertyErrorKind, PropertyId, PropertyKind, PropertyTarget, PropertyValue,
    TransformField,
};
use sinew_model::model::{Model, NodeId, VirtualTransforms};
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
    changed: Changed,
    of_world: OfWorld,
    /// What animations give properties that have a partner, until all of an instant are there; each with the first of both.
    paired: Vec<(PropertyTarget, PropertyId, f32)>,
}

/// The properties that were set or animated.
#[derive(Clone, Debug, Default)]
struct Changed {
    /// Ascending by target.
    ids: Vec<PropertyId>,
    /// The place behind the last that was written: animations write them in their order, step after step.
    next: usize,
}

impl Changed {
    #[inline]
    fn note(&mut self, id: &PropertyId) {
        let is_next = self.ids.get(self.next).is_some_and(|next| next.target() == id.target());
        let place = if is_next { Ok(self.next) } else { self.place(*id) };
        if let Err(place) = place {
            self.ids.insert(place, *id);
        }
        self.next = place.unwrap_or_else(|place| place) + 1;
    }

    fn place(&self, id: PropertyId) -> Result<usize, usize> {
        self.ids.binary_search_by_key(&id.target(), PropertyId::target)
    }
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
            changed: Changed::default(),
            of_world: OfWorld::default(),
            paired: Vec::new(),
        }
    }

    /// Takes over physics with other bodies or joints.
    pub fn set_physics(&mut self, physics: Arc<Physics>) {
        self.physics = physics;
    }

    /// Calls `take` with the values of faces, gazes and gravity that were set since it was last asked, for the world to take over.
    pub fn take_of_world(&mut self, take: impl FnMut(PropertyTarget, &[f32])) {
        self.of_world.take(take);
    }

    /// Whether such a value waits.
    pub fn has_of_world(&self) -> bool {
        self.of_world.is_fresh()
    }

    /// Resolves a pointer of the object model, with the bodies and joints that there are now.
    ///
    /// # Errors
    /// No text has such a property, or neither the file nor what was added defines it.
    pub fn resolve(&self, model: &Model, pointer: &str) -> Result<PropertyId, PropertyError> {
        model.property_in(&self.physics, pointer)
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
        &self.changed.ids
    }

    /// Whether a property was set or animated.
    pub fn is_changed(&self, id: PropertyId) -> bool {
        self.changed.place(id).is_ok()
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
            target if target.is_of_world() => match self.of_world.read(target) {
                Some(value) => value,
                None if target == PropertyTarget::WorldGravity => {
                    Components::from(model.physics().gravity().unwrap_or(Vec3::new(0.0, -9.81, 0.0)))
                }
                None => Components::from(0.0),
            },
            PropertyTarget::Filter(node, of_trigger) => {
                let filter = self.physics.filter_of(node, of_trigger)?;
                let filter = filter.and_then(|filter| self.physics.filters().get(filter.slot()));
                let place = filter.and_then(|filter| model.filter_place(filter));
                Components::from(place.map_or(-1.0, |place| place as f32))
            }
            target => self.physics.read_property(target)?,
        };
        PropertyValue::from_numbers(kind, numbers.as_slice())
    }

    /// Those that a saved list has, over the physics that they belong to: pointers and numbers. `None` where the model has no such property, or it cannot have such a
    /// value. What a pose holds is only noted as changed.
    pub fn restored<'a>(
        model: &Model,
        physics: Arc<Physics>,
        saved: impl IntoIterator<Item = (&'a str, &'a [f32])>,
    ) -> Option<Self> {
        let mut properties = Self { physics, ..Self::new(model) };
        let mut none = Pose::empty(model);
        for (pointer, numbers) in saved {
            let id = properties.resolve(model, pointer).ok()?;
            let row = id.row();
            let width = row.kind.width().unwrap_or(numbers.len());
            let is_right = row.source.is_mutable() && numbers.len() == width;
            if !is_right || !numbers.iter().all(|number| number.is_finite()) || row.range.complaint(numbers).is_some() {
                return None;
            }
            properties.write(model, &mut none, id, numbers);
        }
        // The world restores these by itself.
        properties.take_of_world(|_, _| {});
        Some(properties)
    }

    /// The changed properties with their numbers, as [`Properties::restored`] takes them back.
    pub fn save(&self, model: &Model, pose: &Pose) -> Vec<(String, Vec<f32>)> {
        let numbers = |id: &PropertyId| self.read(model, pose, *id).map(|value| (id.pointer(), value.numbers()));
        self.changed.ids.iter().filter_map(numbers).collect()
    }

    /// Why a property cannot have a value.
    ///
    /// # Errors
    /// It is read-only, the value has another number of components, a number is not finite, or the value is out of range.
    pub fn check(&self, model: &Model, id: PropertyId, numbers: &[f32]) -> Result<(), PropertyErrorKind> {
        self.check_alone(model, id, numbers)?;
        let first = numbers.first().copied().unwrap_or(0.0);
        let complaint = self.physics.pair_complaint(id.target(), first, |_| None);
        complaint.map_or(Ok(()), |complaint| Err(PropertyErrorKind::Range(complaint)))
    }

    /// Why some properties cannot have their values together: both ends of a limit may move past where the other one was. Of a
    /// property that is there twice, the last value counts.
    ///
    /// # Errors
    /// As [`Properties::check`], for the first property that cannot have its value.
    pub fn check_all(&self, model: &Model, values: &[(PropertyId, &[f32])]) -> Result<(), PropertyError> {
        let mut paired = BTreeMap::new();
        for (id, numbers) in values {
            self.check_alone(model, *id, numbers).map_err(|kind| PropertyError::new(id.pointer(), kind))?;
            if let (Some(_), Some(first)) = (id.target().partner(), numbers.first()) {
                paired.insert(id.target(), (*id, *first));
            }
        }
        for (target, (id, number)) in &paired {
            let together = |other| paired.get(&other).map(|(_, number)| *number);
            if let Some(complaint) = self.physics.pair_complaint(*target, *number, together) {
                return Err(PropertyError::new(id.pointer(), PropertyErrorKind::Range(complaint)));
            }
        }
        Ok(())
    }

    /// As [`Properties::check`], without what other properties have to do with it.
    fn check_alone(&self, model: &Model, id: PropertyId, numbers: &[f32]) -> Result<(), PropertyErrorKind> {
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
        // Its body or joint may have been removed.
        if let PropertyTarget::Filter(node, of_trigger) = id.target() {
            self.physics.filter_of(node, of_trigger).ok_or(PropertyErrorKind::Undefined)?;
            if let Some(complaint) = model.filter_complaint(id.target(), numbers) {
                return Err(PropertyErrorKind::Range(complaint));
            }
        } else if id.target().is_of_physics() && self.physics.read_property(id.target()).is_none() {
            return Err(PropertyErrorKind::Undefined);
        }
        let complaint = row.range.complaint(numbers).or_else(|| self.physics.property_complaint(id.target(), numbers));
        complaint.map_or(Ok(()), |complaint| Err(PropertyErrorKind::Range(complaint)))
    }

    /// Sets a property to a value that [`Properties::check`] has nothing against. Returns whether it had another.
    pub fn write(&mut self, model: &Model, pose: &mut Pose, id: PropertyId, numbers: &[f32]) -> bool {
        self.changed.note(&id);
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
            target if target.is_of_world() => {
                self.of_world.write(target, numbers);
                true
            }
            PropertyTarget::Filter(node, of_trigger) => {
                let filter = (first >= 0.0).then(|| model.filter_list().get(first as usize)).flatten();
                let is_other = !self.physics.is_filter_of(node, of_trigger, filter);
                if is_other {
                    Arc::make_mut(&mut self.physics).set_filter_of(node, of_trigger, filter.cloned());
                }
                is_other
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
