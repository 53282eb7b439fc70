//! The object model of a running world: properties that are read and set by pointer, and animated.
//!
//! A pointer is resolved once, to a [`Property`]; reading and writing by it is an index. Values belong to an instance: those that
//! nobody changed are the model's, which all instances share.

mod animated;
#[cfg(feature = "physics")]
mod coming;
mod digested;
mod of_world;
mod saved;
mod shortcuts;
mod write;

use std::fmt;
use std::marker::PhantomData;

use glam::{Mat4, Vec3};
use sinew_model::model::property::{
    PropertyError, PropertyErrorKind, PropertyId, PropertyKind, PropertyTarget, PropertyType, PropertyValue,
};
use sinew_motion::InstanceId;

use crate::world::World;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::stages::SharedStages;

pub(in crate::world) use saved::{SavedProperties, SavedStructure};

/// A property of an instance, of a type.
pub struct Property<T> {
    instance: InstanceId,
    id: PropertyId,
    of: PhantomData<fn() -> T>,
}

impl<T> Property<T> {
    /// The instance that it belongs to.
    pub fn instance(&self) -> InstanceId {
        self.instance
    }

    /// Its pointer.
    pub fn pointer(&self) -> String {
        self.id.pointer()
    }
}

impl<T> Clone for Property<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Property<T> {}

impl<T> PartialEq for Property<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.instance, self.id) == (other.instance, other.id)
    }
}

impl<T> fmt::Debug for Property<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Property")
            .field("instance", &self.instance)
            .field("pointer", &self.pointer())
            .finish_non_exhaustive()
    }
}

impl World {
    /// Resolves the JSON pointer of a property of an instance, once.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sinew::document::{Document, NoResources};
    /// use sinew::math::Rigid;
    /// use sinew::{Model, World, WorldOptions};
    ///
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
    ///     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
    /// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let ball = world.spawn(Arc::new(model), Rigid::IDENTITY);
    ///
    /// let factor = world.property::<f32>(ball, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor")?;
    /// assert_eq!(world.get(factor)?, 1.0);
    /// world.set(factor, 0.0)?;
    /// world.step();
    /// assert_eq!(world.velocity(ball, world.model(ball).unwrap().hierarchy().nodes().next().unwrap()).unwrap().linear.y, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The instance is unknown, no text has such a property, the file does not define it, or it is of another type.
    pub fn property<T: PropertyType>(&self, id: InstanceId, pointer: &str) -> Result<Property<T>, WorldError> {
        let property = self.property_id(id, pointer)?;
        let kind = property.row().kind;
        if kind != T::KIND {
            return Err(PropertyError::new(pointer, PropertyErrorKind::Type(kind)).into());
        }
        Ok(Property { instance: id, id: property, of: PhantomData })
    }

    /// The value that a property has now.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn get<T: PropertyType>(&self, property: Property<T>) -> Result<T, WorldError> {
        let value = self.read(property.instance, property.id)?;
        let kind = value.kind();
        let error = || PropertyError::new(property.pointer(), PropertyErrorKind::Type(kind)).into();
        T::from_value(value).ok_or_else(error)
    }

    /// Sets a property. Values of physics count from the next step, and wake what they concern; others count at once. An animation
    /// that plays writes over it with every step.
    ///
    /// Setting the transform of a node with a body that the simulation moves sets the body there.
    ///
    /// # Errors
    /// The instance is unknown, the property is read-only, or the value is not finite or out of range.
    pub fn set<T: PropertyType>(&mut self, property: Property<T>, value: T) -> Result<(), WorldError> {
        self.write(property.instance, property.id, &value.into_value().numbers())
    }

    /// The value of a property by its pointer, of whatever type it is.
    ///
    /// # Errors
    /// As [`World::property`], but for the type.
    pub fn value(&self, id: InstanceId, pointer: &str) -> Result<PropertyValue, WorldError> {
        self.read(id, self.property_id(id, pointer)?)
    }

    /// Sets a property by its pointer. A whole number stands for a number, and an array for a vector.
    ///
    /// # Errors
    /// As [`World::property`] and [`World::set`].
    pub fn set_value(&mut self, id: InstanceId, pointer: &str, value: &PropertyValue) -> Result<(), WorldError> {
        let property = self.property_id(id, pointer)?;
        let kind = property.row().kind;
        let error = || PropertyError::new(pointer, PropertyErrorKind::Type(kind));
        let value = value.cast(kind).ok_or_else(error)?;
        self.write(id, property, &value.numbers())
    }

    /// Sets several properties by their pointers: all, or none where one of them is refused. Their values are judged together, so that
    /// both ends of a limit can move past where the other one was, and their order does not matter.
    ///
    /// # Errors
    /// As [`World::set_value`], for the first that is refused.
    pub fn set_values<'a>(
        &mut self,
        id: InstanceId,
        values: impl IntoIterator<Item = (&'a str, &'a PropertyValue)>,
    ) -> Result<(), WorldError> {
        let mut read = Vec::new();
        for (pointer, value) in values {
            let property = self.property_id(id, pointer)?;
            let kind = property.row().kind;
            let value = value.cast(kind).ok_or_else(|| PropertyError::new(pointer, PropertyErrorKind::Type(kind)))?;
            read.push((property, value.numbers()));
        }
        // All weights of a node before one of them, whichever was written first.
        read.sort_by_key(|(property, _)| property.target());
        let values: Vec<(PropertyId, &[f32])> =
            read.iter().map(|(property, numbers)| (*property, numbers.as_slice())).collect();
        self.write_all(id, &values)
    }

    /// The properties of an instance that were set or animated, with their values: all but those that [`World::pose`] has. None for
    /// an unknown instance.
    pub fn changed_properties(&self, id: InstanceId) -> impl Iterator<Item = (PropertyId, PropertyValue)> + '_ {
        let changed = self.find(id).map(|spawned| spawned.instance.properties.changed());
        let beside = changed.into_iter().flatten().filter(|property| !is_in_pose(property.target()));
        beside.filter_map(move |property| Some((*property, self.read(id, *property).ok()?)))
    }

    /// As [`World::property`], of whatever type it is.
    ///
    /// # Errors
    /// The instance is unknown, no text has such a property, or the file does not define it.
    pub fn resolve(&self, id: InstanceId, pointer: &str) -> Result<PropertyId, WorldError> {
        self.property_id(id, pointer)
    }

    /// The value of a property that was resolved for an instance of the same model.
    ///
    /// # Errors
    /// The instance is unknown, or of another model that has no such property.
    pub fn value_of(&self, id: InstanceId, property: PropertyId) -> Result<PropertyValue, WorldError> {
        self.read(id, property)
    }

    /// Sets a property that was resolved for an instance of the same model.
    ///
    /// # Errors
    /// As [`World::set_value`].
    pub fn set_value_of(
        &mut self,
        id: InstanceId,
        property: PropertyId,
        value: &PropertyValue,
    ) -> Result<(), WorldError> {
        let kind = property.row().kind;
        if let (PropertyKind::Float, PropertyValue::Float(number)) = (kind, value) {
            return self.set_numbers(id, &[property], &[*number]);
        }
        // Fails for an id of another model.
        self.read(id, property)?;
        let error = || PropertyError::new(property.pointer(), PropertyErrorKind::Type(kind));
        let value = value.cast(kind).ok_or_else(error)?;
        self.write(id, property, &value.numbers())
    }

    /// Sets properties of one number each that were resolved for an instance of the same model: actions, in one go. Where one is
    /// refused, those before it may have been set.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use sinew::document::{Document, NoResources};
    /// # use sinew::math::Rigid;
    /// # use sinew::{Model, World, WorldOptions};
    /// # let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions":
    /// #     {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}"#;
    /// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// # let mut world = World::new(WorldOptions::default());
    /// # let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let mass = world.resolve(id, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass")?;
    /// world.set_numbers(id, &[mass], &[2.5])?;
    /// assert_eq!(world.value_of(id, mass)?.numbers(), [2.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`World::set_value`].
    pub fn set_numbers(
        &mut self,
        id: InstanceId,
        properties: &[PropertyId],
        numbers: &[f32],
    ) -> Result<(), WorldError> {
        let pairs = || properties.iter().zip(numbers);
        for (property, number) in pairs() {
            // What is of physics is looked up when its value is checked.
            if !property.target().is_of_physics() {
                self.read(id, *property)?;
            }
            // Both ends of a limit depend on each other, one after the other.
            if property.target().partner().is_some() {
                return pairs().try_for_each(|(property, number)| self.write(id, *property, &[*number]));
            }
            self.check_value(id, *property, &[*number])?;
        }
        self.write_checked(id, properties, numbers)
    }

    fn property_id(&self, id: InstanceId, pointer: &str) -> Result<PropertyId, WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        let Instance { model, properties, .. } = &spawned.instance;
        Ok(properties.resolve(model, pointer)?)
    }

    fn read(&self, id: InstanceId, property: PropertyId) -> Result<PropertyValue, WorldError> {
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        if property.target().is_of_world()
            && let Some(value) = spawned.read_of_world(property, &self.shared)
        {
            return Ok(value);
        }
        let value = spawned.instance.read_property(property, &self.shared);
        value.ok_or_else(|| PropertyError::new(property.pointer(), PropertyErrorKind::Undefined).into())
    }
}

impl Instance {
    /// The value that a property has now; `None` for one of another model.
    pub(in crate::world) fn read_property(&self, property: PropertyId, shared: &SharedStages) -> Option<PropertyValue> {
        if let Some(velocity) = self.read_velocity(property.target(), shared) {
            return Some(PropertyValue::Float3(velocity.to_array()));
        }
        if let PropertyTarget::GlobalMatrix(node) = property.target() {
            let matrix = self.world_from_model.to_affine() * self.pose.model_from_node(node);
            return Some(PropertyValue::Float4x4(Mat4::from(matrix).to_cols_array()));
        }
        self.properties.read(&self.model, &self.pose, property)
    }

    /// The velocity of a body, along the axes of its node, where a property is one.
    #[cfg(feature = "physics")]
    fn read_velocity(&self, target: PropertyTarget, shared: &SharedStages) -> Option<Vec3> {
        use sinew_model::model::property::MotionField;
        let PropertyTarget::Motion(body, field) = target else { return None };
        let body = sinew_physics::WorldBody { instance: self.id, body };
        let (linear, angular) = shared.physics.simulation.velocity_in_node(body);
        match field {
            MotionField::LinearVelocity => Some(linear),
            MotionField::AngularVelocity => Some(angular),
            _ => None,
        }
    }

    /// Nothing moves a body.
    #[cfg(not(feature = "physics"))]
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    fn read_velocity(&self, _: PropertyTarget, _: &SharedStages) -> Option<Vec3> {
        None
    }
}

/// Whether a pose has the value of a property.
fn is_in_pose(target: PropertyTarget) -> bool {
    matches!(
        target,
        PropertyTarget::Translation(_)
            | PropertyTarget::Rotation(_)
            | PropertyTarget::Scale(_)
            | PropertyTarget::Weights(_)
            | PropertyTarget::Weight(..)
    )
}
