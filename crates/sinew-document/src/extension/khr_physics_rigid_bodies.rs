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
//! Nothing else differs in what a file writes, so the properties of each object tell which one it speaks. Defaults are the
//! same in both; where the earlier text has no `gravityFactor` and no `enableCollision`, its schema and its files do.
//!
//! Lists are left unread, so that a bad entry does not take the others with it.

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
    /// The extension on a node. The parts are left unread, so that one that cannot be used still counts as named.
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
    /// What makes a node a body.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawMotion {
        /// Whether nothing changes its velocity.
        "isKinematic" => is_kinematic: bool = false,
        /// Kilograms; 0 means without end.
        "mass" => mass: Option<f32>,
        /// In the node's space.
        "centerOfMass" => center_of_mass: Option<[f32; 3]>,
        /// kg·m² about the three axes of the inertia's frame; 0 means without end.
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
    /// What makes a node solid.
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
        /// Whether the hull of it is meant.
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
    /// A volume that tells what is inside it.
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
    /// What connects a node to another.
    #[derive(Clone, Copy, Debug)]
    pub struct RawJoint {
        /// The node that is the second frame; required.
        "connectedNode" => connected_node: Option<NodeIndex>,
        /// An entry of `physicsJoints`; required.
        "joint" => joint: Option<EntryIndex>,
        /// Whether what is connected still collides.
        "enableCollision" => enable_collision: bool = false,
    }
}

object! {
    /// An entry of `physicsMaterials`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RawMaterial<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// Friction of what lies still.
        "staticFriction" => static_friction: f32 = 0.6,
        /// Friction of what slides.
        "dynamicFriction" => dynamic_friction: f32 = 0.6,
        /// How much of the speed is kept in a bounce.
        "restitution" => restitution: f32 = 0.0,
        /// How two frictions make one.
        "frictionCombine" => friction_combine: Option<Combine>,
        /// How two restitutions make one.
        "restitutionCombine" => restitution_combine: Option<Combine>,
    }
}

string_enum! {
    /// How two values make one.
    pub enum Combine {
        /// Half of the sum.
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
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// What its owner belongs to.
        "collisionSystems" => collision_systems: Option<Vec<String>>,
        /// All that it meets.
        "collideWithSystems" => collide_with_systems: Option<Vec<String>>,
        /// What it does not meet.
        "notCollideWithSystems" => not_collide_with_systems: Option<Vec<String>>,
    }
}

object! {
    /// An entry of `physicsJoints`.
    #[derive(Clone, Debug)]
    pub struct RawJointDescription<'json> {
        /// What people call it.
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
