//! `KHR_physics_rigid_bodies` (Khronos draft, `eoineoineoin/glTF_Physics`): bodies, colliders, triggers and joints, in three
//! revisions under one name.
//!
//! | revision | a collider or a single trigger names its geometry by | shapes are in |
//! |---|---|---|
//! | 96d29f41 | `shape` | `KHR_collision_shapes` |
//! | ac5c413 (2025) | `geometry`, with `shape` or `node` | `KHR_implicit_shapes` |
//! | 2026-01-20 | `geometry`, with `shape` or `mesh` | `KHR_implicit_shapes` |
//!
//! The last one has no published text; it is what its author's exporter (`glTF_Physics_Blender_Exporter` 4b69895) writes and his
//! loader (`glTF_Physics_Babylon` a920d07) reads.
//!
//! Nothing else differs in what a file writes, so the properties of each object identify its revision. Defaults are the
//! same in both; where the earlier text has no `gravityFactor` and no `enableCollision`, its schema and its files do.
//!
//! Lists stay unparsed, so that an invalid entry does not invalidate the others.

use std::borrow::Cow;

use crate::index::{EntryIndex, MeshIndex, NodeIndex};
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "KHR_physics_rigid_bodies";

object! {
    /// The extension on the file as a whole: what nodes share.
    #[derive(Clone, Copy, Debug)]
    pub struct RawShared<'json> {
        /// An array of [`RawMaterial`]s.
        "physicsMaterials" => physics_materials: Option<Value<'json>>,
        /// An array of [`RawFilter`]s.
        "collisionFilters" => collision_filters: Option<Value<'json>>,
        /// An array of [`RawJointDescription`]s.
        "physicsJoints" => physics_joints: Option<Value<'json>>,
    }
}

object! {
    /// The extension on a node. The parts stay unparsed, so that an invalid one still counts as present.
    #[derive(Clone, Copy, Debug)]
    pub struct RawNode<'json> {
        /// A [`RawMotion`].
        "motion" => motion: Option<Value<'json>>,
        /// A [`RawCollider`].
        "collider" => collider: Option<Value<'json>>,
        /// A [`RawTrigger`].
        "trigger" => trigger: Option<Value<'json>>,
        /// A [`RawJoint`].
        "joint" => joint: Option<Value<'json>>,
    }
}

object! {
    /// The motion of a body.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawMotion {
        /// Whether the body is kinematic: forces and contacts do not change its velocity.
        "isKinematic" => is_kinematic: bool = false,
        /// Kilograms; 0 means infinite mass.
        "mass" => mass: Option<f32>,
        /// In the node's space.
        "centerOfMass" => center_of_mass: Option<[f32; 3]>,
        /// kg·m² about the three axes of the inertia's frame; 0 means infinite inertia.
        "inertiaDiagonal" => inertia_diagonal: Option<[f32; 3]>,
        /// A quaternion, x y z w, from the inertia's frame to the node's.
        "inertiaOrientation" => inertia_orientation: Option<[f32; 4]>,
        /// m/s, along the node's axes.
        "linearVelocity" => linear_velocity: [f32; 3] = [0.0; 3],
        /// rad/s, about the node's axes.
        "angularVelocity" => angular_velocity: [f32; 3] = [0.0; 3],
        /// A factor on gravity.
        "gravityFactor" => gravity_factor: f32 = 1.0,
    }
}

object! {
    /// A collider.
    #[derive(Clone, Copy, Debug)]
    pub struct RawCollider<'json> {
        /// A [`RawGeometry`], in the later revisions.
        "geometry" => geometry: Option<Value<'json>>,
        /// An entry of the shapes, in the earlier revision.
        "shape" => shape: Option<EntryIndex>,
        /// An entry of `physicsMaterials`.
        "physicsMaterial" => physics_material: Option<EntryIndex>,
        /// An entry of `collisionFilters`.
        "collisionFilter" => collision_filter: Option<EntryIndex>,
    }
}

object! {
    /// The geometry of a collider or a trigger, in the later revisions.
    #[derive(Clone, Copy, Debug)]
    pub struct RawGeometry {
        /// Whether the convex hull is used.
        "convexHull" => convex_hull: bool = false,
        /// An entry of the shapes.
        "shape" => shape: Option<EntryIndex>,
        /// The mesh that is meant, with its own weights, in the last revision.
        "mesh" => mesh: Option<MeshIndex>,
        /// The node whose meshes, and those below it, are meant, in the one before.
        "node" => node: Option<NodeIndex>,
    }
}

object! {
    /// A trigger: a volume that reports what overlaps it and does not collide.
    #[derive(Clone, Copy, Debug)]
    pub struct RawTrigger<'json> {
        /// A [`RawGeometry`], in the later revisions.
        "geometry" => geometry: Option<Value<'json>>,
        /// An entry of the shapes, in the earlier revision.
        "shape" => shape: Option<EntryIndex>,
        /// The nodes below with triggers that are its parts, as an array of indices.
        "nodes" => nodes: Option<Value<'json>>,
        /// An entry of `collisionFilters`.
        "collisionFilter" => collision_filter: Option<EntryIndex>,
    }
}

object! {
    /// A joint between this node's body and another's.
    #[derive(Clone, Copy, Debug)]
    pub struct RawJoint {
        /// The node that is the second frame; required.
        "connectedNode" => connected_node: Option<NodeIndex>,
        /// An entry of `physicsJoints`; required.
        "joint" => joint: Option<EntryIndex>,
        /// Whether the connected bodies collide with each other.
        "enableCollision" => enable_collision: bool = false,
    }
}

object! {
    /// An entry of `physicsMaterials`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawMaterial<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The coefficient of static friction.
        "staticFriction" => static_friction: f32 = 0.6,
        /// The coefficient of dynamic friction.
        "dynamicFriction" => dynamic_friction: f32 = 0.6,
        /// The coefficient of restitution.
        "restitution" => restitution: f32 = 0.0,
        /// How the frictions of two materials are combined.
        "frictionCombine" => friction_combine: Option<Combine>,
        /// How the restitutions of two materials are combined.
        "restitutionCombine" => restitution_combine: Option<Combine>,
    }
}

string_enum! {
    /// How the values of two materials are combined.
    pub enum Combine {
        /// The mean.
        "average" => Average,
        /// The smaller.
        "minimum" => Minimum,
        /// The larger.
        "maximum" => Maximum,
        /// The product.
        "multiply" => Multiply,
    }
}

object! {
    /// An entry of `collisionFilters`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawFilter<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The collision systems of its owner.
        "collisionSystems" => collision_systems: Option<Vec<String>>,
        /// The only systems that it collides with.
        "collideWithSystems" => collide_with_systems: Option<Vec<String>>,
        /// The systems that it does not collide with.
        "notCollideWithSystems" => not_collide_with_systems: Option<Vec<String>>,
    }
}

object! {
    /// An entry of `physicsJoints`.
    #[derive(Clone, Debug)]
    pub struct RawJointDescription<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// An array of [`RawLimit`]s.
        "limits" => limits: Option<Value<'json>>,
        /// An array of [`RawDrive`]s.
        "drives" => drives: Option<Value<'json>>,
    }
}

object! {
    /// An entry of a joint's `limits`.
    #[derive(Clone, Copy, Debug)]
    pub struct RawLimit<'json> {
        /// An array of one to three of 0, 1 and 2.
        "linearAxes" => linear_axes: Option<Value<'json>>,
        /// The same, in place of it.
        "angularAxes" => angular_axes: Option<Value<'json>>,
        /// Metres or radians; no lower end without it.
        "min" => min: Option<f32>,
        /// Metres or radians; no upper end without it.
        "max" => max: Option<f32>,
        /// N/m or N·m/rad; without end where absent.
        "stiffness" => stiffness: Option<f32>,
        /// N·s/m or N·m·s/rad.
        "damping" => damping: f32 = 0.0,
    }
}

object! {
    /// An entry of a joint's `drives`.
    #[derive(Clone, Copy, Debug)]
    pub struct RawDrive {
        /// What it moves; required.
        "type" => drive_type: Option<DriveType>,
        /// What the spring equation gives; required.
        "mode" => mode: Option<DriveMode>,
        /// 0, 1 or 2; required.
        "axis" => axis: Option<EntryIndex>,
        /// Newtons or newton metres; any without it.
        "maxForce" => max_force: Option<f32>,
        /// Metres or radians.
        "positionTarget" => position_target: Option<f32>,
        /// m/s or rad/s.
        "velocityTarget" => velocity_target: Option<f32>,
        /// N/m or N·m/rad, or per unit of mass.
        "stiffness" => stiffness: f32 = 0.0,
        /// N·s/m or N·m·s/rad, or per unit of mass.
        "damping" => damping: f32 = 0.0,
    }
}

string_enum! {
    /// What a drive moves.
    pub enum DriveType {
        /// Along the axis.
        "linear" => Linear,
        /// About the axis.
        "angular" => Angular,
    }
}

string_enum! {
    /// What the spring equation of a drive gives.
    pub enum DriveMode {
        /// A force or a torque.
        "force" => Force,
        /// An acceleration.
        "acceleration" => Acceleration,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    fn read<'json, T: FromJson<'json>>(json: &'json Json) -> T {
        let mut diagnostics = Diagnostics::new();
        let table = T::from_json(json.root(), &mut diagnostics).unwrap();
        assert!(diagnostics.is_empty());
        table
    }

    #[test]
    fn absent_properties_have_the_defaults_of_the_schemas() {
        let json = Json::parse("{}".to_owned(), 8).unwrap();
        let motion: RawMotion = read(&json);
        assert_eq!((motion.is_kinematic, motion.mass, motion.gravity_factor), (false, None, 1.0));
        assert_eq!((motion.linear_velocity, motion.angular_velocity), ([0.0; 3], [0.0; 3]));
        let material: RawMaterial<'_> = read(&json);
        assert_eq!((material.static_friction, material.dynamic_friction, material.restitution), (0.6, 0.6, 0.0));
        assert_eq!((material.friction_combine, material.restitution_combine), (None, None));
        let drive: RawDrive = read(&json);
        assert_eq!((drive.max_force, drive.stiffness, drive.damping), (None, 0.0, 0.0));
        let limit: RawLimit<'_> = read(&json);
        assert_eq!((limit.min, limit.max, limit.stiffness, limit.damping), (None, None, None, 0.0));
        assert!(!read::<RawJoint>(&json).enable_collision && !read::<RawGeometry>(&json).convex_hull);
    }

    #[test]
    fn every_spelling_of_a_collider_is_read() {
        let early = Json::parse(r#"{"shape": 1, "physicsMaterial": 2}"#.to_owned(), 8).unwrap();
        let early: RawCollider<'_> = read(&early);
        assert_eq!((early.shape, early.physics_material), (Some(EntryIndex(1)), Some(EntryIndex(2))));
        let late = Json::parse(r#"{"geometry": {"node": 3, "convexHull": true}}"#.to_owned(), 8).unwrap();
        let late: RawCollider<'_> = read(&late);
        let geometry = RawGeometry::from_json(late.geometry.unwrap(), &mut Diagnostics::new()).unwrap();
        assert_eq!((geometry.node, geometry.shape, geometry.convex_hull), (Some(NodeIndex(3)), None, true));
        let last = Json::parse(r#"{"geometry": {"mesh": 2, "convexHull": false}}"#.to_owned(), 8).unwrap();
        let last: RawCollider<'_> = read(&last);
        let geometry = RawGeometry::from_json(last.geometry.unwrap(), &mut Diagnostics::new()).unwrap();
        assert_eq!((geometry.mesh, geometry.node, geometry.convex_hull), (Some(MeshIndex(2)), None, false));
    }
}
