//! `OMI_physics_body`: bodies. Two revisions of one name:
//!
//! - gltf-extensions 21250914: a node is a body of a `type`, with `OMI_collider` on nodes right below it
//!   ([`RawTypedBody`]);
//! - gltf-extensions 89d328b: a node has a `motion`, a `collider` or a `trigger` ([`RawBody`]), with the shapes of
//!   `OMI_physics_shape` and with materials and filters of the file ([`RawDocument`]).
//!
//! The properties of an object identify its revision ([`has_type`]), so one file may have both.

// The strings of the later revision are those of KHR_physics_rigid_bodies.
pub use crate::extension::khr_physics_rigid_bodies::Combine;
use crate::extension::omi_physics_shape::OrMinusOne;
use crate::index::NodeIndex;
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "OMI_physics_body";

/// Whether the extension on a node is of the revision that has a `type`.
pub fn has_type(value: Value<'_>) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    !has(&["motion", "collider", "trigger"])
        && has(&["type", "mass", "linearVelocity", "angularVelocity", "inertiaTensor"])
}

string_enum! {
    /// What a body of the earlier revision is.
    pub enum BodyType {
        /// Does not move.
        "static" => Static,
        /// Moved by animations and programs.
        "kinematic" => Kinematic,
        /// As kinematic, for characters.
        "character" => Character,
        /// Moved by the simulation.
        "rigid" | "dynamic" => Rigid,
        /// As rigid, for vehicles.
        "vehicle" => Vehicle,
        /// Not solid.
        "trigger" => Trigger,
    }
}

object! {
    /// The extension on a node, earlier revision.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawTypedBody {
        /// What it is.
        "type" => kind: BodyType,
        /// Kilograms.
        "mass" => mass: f32 = 1.0,
        /// m/s.
        "linearVelocity" => linear_velocity: [f32; 3] = [0.0; 3],
        /// rad/s.
        "angularVelocity" => angular_velocity: [f32; 3] = [0.0; 3],
        /// A symmetric matrix, kg·m²; all zero for what the shapes give.
        "inertiaTensor" => inertia_tensor: [f32; 9] = [0.0; 9],
    }
}

object! {
    /// The extension on a node, later revision. The parts stay unparsed, so that an invalid one does
    /// not invalidate the others.
    #[derive(Clone, Copy, Debug)]
    pub struct RawBody<'json> {
        /// A [`RawMotion`].
        "motion" => motion: Option<Value<'json>>,
        /// A [`RawCollider`].
        "collider" => collider: Option<Value<'json>>,
        /// A [`RawTrigger`].
        "trigger" => trigger: Option<Value<'json>>,
    }
}

string_enum! {
    /// What may move a body of the later revision.
    pub enum MotionType {
        /// Nothing.
        "static" => Static,
        /// Animations and programs.
        "kinematic" => Kinematic,
        /// The simulation.
        "dynamic" | "rigid" => Dynamic,
    }
}

object! {
    /// How a node moves.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawMotion {
        /// What may move it.
        "type" => kind: MotionType,
        /// Kilograms.
        "mass" => mass: f32 = 1.0,
        /// Metres, in the node's space.
        "centerOfMass" => center_of_mass: [f32; 3] = [0.0; 3],
        /// kg·m²; all zero for what the shapes give.
        "inertiaDiagonal" => inertia_diagonal: [f32; 3] = [0.0; 3],
        /// A quaternion, x y z w.
        "inertiaOrientation" => inertia_orientation: [f32; 4] = [0.0, 0.0, 0.0, 1.0],
        /// m/s.
        "linearVelocity" => linear_velocity: [f32; 3] = [0.0; 3],
        /// rad/s.
        "angularVelocity" => angular_velocity: [f32; 3] = [0.0; 3],
        /// A factor on gravity.
        "gravityFactor" => gravity_factor: f32 = 1.0,
    }
}

object! {
    /// A collider.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawCollider {
        /// A position in the shapes of `OMI_physics_shape`; without one, nodes below have them.
        "shape" => shape: OrMinusOne<u32>,
        /// A position in `physicsMaterials`.
        "physicsMaterial" => physics_material: OrMinusOne<u32>,
        /// A position in `collisionFilters`.
        "collisionFilter" => collision_filter: OrMinusOne<u32>,
    }
}

object! {
    /// A trigger: a volume that reports what overlaps it and does not collide.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawTrigger {
        /// A position in the shapes of `OMI_physics_shape`.
        "shape" => shape: OrMinusOne<u32>,
        /// Nodes below, with triggers that are the parts of this one.
        "nodes" => nodes: Option<Vec<NodeIndex>>,
        /// A position in `collisionFilters`.
        "collisionFilter" => collision_filter: OrMinusOne<u32>,
    }
}

object! {
    /// The extension on the file as a whole, later revision.
    #[derive(Clone, Copy, Debug)]
    pub struct RawDocument<'json> {
        /// [`RawMaterial`]s, unparsed, so that an invalid entry does not invalidate the others.
        "physicsMaterials" => physics_materials: Option<Value<'json>>,
        /// [`RawFilter`]s, likewise.
        "collisionFilters" => collision_filters: Option<Value<'json>>,
    }
}

object! {
    /// A physics material.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawMaterial<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<std::borrow::Cow<'json, str>>,
        /// The coefficient of static friction.
        "staticFriction" => static_friction: f32 = 0.6,
        /// The coefficient of dynamic friction.
        "dynamicFriction" => dynamic_friction: f32 = 0.6,
        /// The coefficient of restitution.
        "restitution" => restitution: f32 = 0.0,
        /// The default of the text is "average".
        "frictionCombine" => friction_combine: Combine = Combine::Average,
        /// The default of the text is "average".
        "restitutionCombine" => restitution_combine: Combine = Combine::Average,
    }
}

object! {
    /// A collision filter.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawFilter<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<std::borrow::Cow<'json, str>>,
        /// The names of the collision systems that it belongs to.
        "collisionSystems" => collision_systems: Vec<String> = Vec::new(),
        /// The only systems that it collides with; all if empty.
        "collideWithSystems" => collide_with_systems: Vec<String> = Vec::new(),
        /// The systems that it does not collide with.
        "notCollideWithSystems" => not_collide_with_systems: Vec<String> = Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    #[test]
    fn the_properties_of_an_object_identify_its_revision() {
        for (text, typed) in [
            (r#"{"type": "rigid"}"#, true),
            (r#"{"mass": 2}"#, true),
            (r#"{"motion": {"type": "dynamic"}}"#, false),
            (r#"{"type": "rigid", "motion": {"type": "dynamic"}}"#, false),
            (r#"{"collider": {}}"#, false),
            ("{}", false),
        ] {
            let json = Json::parse(text.to_owned(), 8).unwrap();
            assert_eq!(has_type(json.root()), typed, "{text}");
        }
    }
}
