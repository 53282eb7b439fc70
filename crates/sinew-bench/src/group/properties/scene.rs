//! What moves in which file: values that nothing uses, and such that bodies, colliders and joints do.

use serde_json::Value;

use super::files::{
    bodies, capsule, colliders, constrained, cuboid, cylinder, drive, expressions, filtered, gravity_fields, hinge,
    jointed, joints, materials, morphed, resting, shapes, soft_hinge, sphere, textured, triggers, uneven_bodies,
    virtual_transforms, visible, weighed,
};

/// The type of the animated values.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Scalar,
    /// Two numbers of a texture's transform.
    Pair,
    Vector,
    Rotation,
    /// Whole numbers, 0 and 1, without interpolation.
    Flag,
}

/// What as many translations are of, that the values are compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Peer {
    /// Of nodes that the file has beside, with nothing on them.
    Others,
    /// The same, where all values are set once: they count for nothing until then.
    OthersOnceSet,
    /// Of the nodes that use the values: what stands still costs nothing.
    Users,
}

/// A file and what moves in it.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) file: fn(usize) -> Value,
    pub(super) pointer: fn(usize) -> String,
    pub(super) kind: Kind,
    pub(super) peer: Peer,
    /// From the first to the second and back; of vectors, along an axis.
    pub(super) values: [f32; 2],
    /// How many steps a round has where 10,000 values move.
    pub(super) frames: usize,
}

pub(super) const KHR: &str = "KHR_physics_rigid_bodies";
pub(super) const SHAPES: &str = "KHR_implicit_shapes";

impl Scene {
    /// Of values that nothing uses.
    const fn unused(
        name: &'static str,
        file: fn(usize) -> Value,
        pointer: fn(usize) -> String,
        values: [f32; 2],
    ) -> Self {
        Self { name, file, pointer, kind: Kind::Scalar, peer: Peer::Others, values, frames: 200 }
    }

    /// Of values that bodies, colliders or joints use.
    const fn used(
        name: &'static str,
        file: fn(usize) -> Value,
        pointer: fn(usize) -> String,
        values: [f32; 2],
    ) -> Self {
        Self { name, file, pointer, kind: Kind::Scalar, peer: Peer::Others, values, frames: 10 }
    }

    const fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    const fn beside(self, peer: Peer) -> Self {
        Self { peer, ..self }
    }
}

pub(super) const SCENES: &[Scene] = &[
    Scene::unused("emissive factors", drawn, |at| format!("/materials/{at}/emissiveFactor"), [0.0, 1.0])
        .of(Kind::Vector),
    Scene::unused("cutoffs of alpha", drawn, |at| format!("/materials/{at}/alphaCutoff"), [0.1, 0.9]),
    Scene::unused("offsets of textures", textured, texture_offset, [0.0, 1.0]).of(Kind::Pair),
    Scene::unused("visible nodes", visible, visibility, [0.0, 1.0]).of(Kind::Flag),
    Scene::unused("weights of morph targets", morphed, |at| format!("/nodes/{at}/weights/0"), [0.0, 1.0]),
    Scene::unused("virtual transforms", virtual_transforms, virtual_translation, [0.0, 1.0]).of(Kind::Vector),
    Scene::unused("weights of constraints", constrained, constraint_weight, [0.1, 0.9]),
    Scene::unused("weights of expressions", expressions, expression_weight, [0.1, 0.9]).beside(Peer::OthersOnceSet),
    Scene::unused("frictions", materials, friction, [0.1, 0.9]),
    Scene::unused("targets of drives", |count| joints(count, &drive()), drive_target, [-0.5, 0.5]),
    Scene::unused("ends of limits", |count| joints(count, &hinge()), limit_end, [0.1, 0.9]),
    Scene::unused("both ends of limits", |count| joints(count / 2, &hinge()), limit_ends, [0.1, 0.9]),
    Scene::unused("stiffness of limits", |count| joints(count, &soft_hinge()), limit_stiffness, [10.0, 20.0]),
    Scene::unused("radii of spheres", |count| shapes(count, &sphere()), radius, [0.4, 0.5]),
    Scene::unused("radii of capsules", |count| shapes(count, &capsule()), capsule_radius, [0.4, 0.5]),
    Scene::unused("sizes of boxes", |count| shapes(count, &cuboid()), size, [0.4, 0.5]).of(Kind::Vector),
    Scene::used("masses of bodies", bodies, |at| motion(at, "mass"), [1.0, 2.0]),
    Scene::used("gravity factors of bodies", bodies, |at| motion(at, "gravityFactor"), [-0.1, 0.1]),
    Scene::used("centres of mass", bodies, |at| motion(at, "centerOfMass"), [-0.1, 0.1]).of(Kind::Vector),
    // Beside bodies with moments that are unequal too: free rotation of equal ones need not be integrated.
    Scene::used("moments of inertia", uneven_bodies, |at| motion(at, "inertiaDiagonal"), [1.0, 1.5]).of(Kind::Vector),
    Scene::used("axes of inertia", uneven_bodies, |at| motion(at, "inertiaOrientation"), [0.0, 0.0]).of(Kind::Rotation),
    Scene::used("axes of equal moments", bodies, |at| motion(at, "inertiaOrientation"), [0.0, 0.0]).of(Kind::Rotation),
    Scene::used("velocities of bodies", bodies, |at| motion(at, "linearVelocity"), [-0.1, 0.1]).of(Kind::Vector),
    Scene::used("angular velocities", bodies, |at| motion(at, "angularVelocity"), [0.5, 1.0]).of(Kind::Vector),
    Scene::used("kinematic bodies", bodies, |at| motion(at, "isKinematic"), [0.0, 1.0]).of(Kind::Flag),
    Scene::used("frictions of colliders", |count| colliders(count, &sphere()), friction, [0.1, 0.9]),
    Scene::used("frictions of boxes at rest", |count| resting(count, &cuboid()), friction, [0.1, 0.9]),
    Scene::used("restitutions of boxes at rest", |count| resting(count, &cuboid()), restitution, [0.1, 0.4]),
    Scene::used("masses of boxes at rest", |count| resting(count, &cuboid()), |at| motion(at, "mass"), [1.0, 2.0]),
    Scene::used("radii of colliders", |count| colliders(count, &sphere()), radius, [0.4, 0.5]),
    Scene::used("radii and the masses of them", |count| weighed(count, &sphere()), radius, [0.4, 0.5]),
    Scene::used("sizes of colliders", |count| colliders(count, &cuboid()), size, [0.4, 0.5]).of(Kind::Vector),
    Scene::used("sizes of boxes at rest", |count| resting(count, &cuboid()), size, [0.4, 0.5]).of(Kind::Vector),
    Scene::used("heights of capsules", |count| colliders(count, &capsule()), capsule_height, [0.4, 0.5]),
    Scene::used("heights of cylinders", |count| colliders(count, &cylinder()), cylinder_height, [0.4, 0.5]),
    Scene::used("radii of triggers", |count| triggers(count, &sphere()), radius, [0.4, 0.5]).beside(Peer::Users),
    Scene::used("targets of joints", |count| jointed(count, &drive()), drive_target, [-0.5, 0.5]),
    Scene::used("ends of limits of joints", |count| jointed(count, &hinge()), limit_end, [0.1, 0.9]),
    Scene::used("stiffness of limits of joints", |count| jointed(count, &soft_hinge()), limit_stiffness, [10.0, 20.0]),
    Scene::used("stiffness of joints", |count| jointed(count, &drive()), drive_stiffness, [10.0, 20.0]),
    Scene::used("forces of joints", |count| jointed(count, &drive()), drive_force, [10.0, 20.0]),
    Scene::used("joints whose bodies collide", |count| jointed(count, &drive()), enable_collision, [0.0, 1.0])
        .of(Kind::Flag),
    Scene::used("gravity fields", gravity_fields, field_gravity, [1.0, 2.0]),
    Scene::used("filters of colliders", |count| filtered(colliders(count, &sphere())), filter, [0.0, 1.0])
        .of(Kind::Flag),
    Scene::used("filters of boxes at rest", |count| filtered(resting(count, &cuboid())), filter, [0.0, 1.0])
        .of(Kind::Flag),
];

fn drawn(count: usize) -> Value {
    serde_json::json!({"materials": vec![serde_json::json!({}); count]})
}

fn texture_offset(at: usize) -> String {
    format!("/materials/{at}/normalTexture/extensions/KHR_texture_transform/offset")
}

fn visibility(at: usize) -> String {
    format!("/nodes/{at}/extensions/KHR_node_visibility/visible")
}

fn virtual_translation(at: usize) -> String {
    format!("/extensions/KHR_virtual_transform/virtualTransforms/{at}/translation")
}

fn constraint_weight(at: usize) -> String {
    format!("/nodes/{at}/extensions/VRMC_node_constraint/constraint/rotation/weight")
}

fn expression_weight(at: usize) -> String {
    format!("/extensions/VRMC_vrm/expressions/{at}/weight")
}

fn friction(at: usize) -> String {
    format!("/extensions/{KHR}/physicsMaterials/{at}/dynamicFriction")
}

fn restitution(at: usize) -> String {
    format!("/extensions/{KHR}/physicsMaterials/{at}/restitution")
}

fn of_drive(at: usize, key: &str) -> String {
    format!("/extensions/{KHR}/physicsJoints/{at}/drives/0/{key}")
}

fn drive_target(at: usize) -> String {
    of_drive(at, "positionTarget")
}

fn drive_stiffness(at: usize) -> String {
    of_drive(at, "stiffness")
}

fn drive_force(at: usize) -> String {
    of_drive(at, "maxForce")
}

fn limit_end(at: usize) -> String {
    format!("/extensions/{KHR}/physicsJoints/{at}/limits/0/max")
}

fn limit_ends(at: usize) -> String {
    format!("/extensions/{KHR}/physicsJoints/{}/limits/0/{}", at / 2, if at.is_multiple_of(2) { "max" } else { "min" })
}

fn limit_stiffness(at: usize) -> String {
    format!("/extensions/{KHR}/physicsJoints/{at}/limits/0/stiffness")
}

fn radius(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/sphere/radius")
}

fn capsule_radius(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/capsule/radiusTop")
}

fn capsule_height(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/capsule/height")
}

fn cylinder_height(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/cylinder/height")
}

fn size(at: usize) -> String {
    format!("/extensions/{SHAPES}/shapes/{at}/box/size")
}

fn motion(at: usize, key: &str) -> String {
    format!("/nodes/{at}/extensions/{KHR}/motion/{key}")
}

fn enable_collision(at: usize) -> String {
    format!("/nodes/{at}/extensions/{KHR}/joint/enableCollision")
}

fn field_gravity(at: usize) -> String {
    format!("/nodes/{at}/extensions/OMI_physics_gravity/gravity")
}

fn filter(at: usize) -> String {
    format!("/nodes/{at}/extensions/{KHR}/collider/collisionFilter")
}
