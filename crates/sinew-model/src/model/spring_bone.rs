//! Spring bones (`VRMC_springBone`, `secondaryAnimation` of VRM 0.x): nodes whose tails swing.

use glam::Vec3;

use super::NodeId;

/// The springs of a model, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringBones {
    /// The springs.
    pub springs: Vec<Spring>,
    /// The colliders, as the file lists them; one of an invalid entry has no shape.
    pub colliders: Vec<SpringCollider>,
    /// The groups of colliders, as the file lists them.
    pub collider_groups: Vec<SpringColliderGroup>,
}

/// Joints that swing by the same colliders and center.
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// Its index in `springs`, or that of its group in `boneGroups` of VRM 0.x.
    pub index: u32,
    /// The extension that it comes from.
    pub dialect: SpringDialect,
    /// Its name, or the comment of its group in VRM 0.x.
    pub name: Option<String>,
    /// The node in whose space inertia is evaluated; `None` for the world's.
    pub center: Option<NodeId>,
    /// The joints that swing; an end of a chain is only a tail.
    pub joints: Vec<SpringJoint>,
    /// Indices of [`SpringBones::collider_groups`], in the order of the file.
    pub collider_groups: Vec<usize>,
}

/// The extensions with springs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpringDialect {
    /// `VRMC_springBone`.
    SpringBone,
    /// `secondaryAnimation` of VRM 0.x.
    SecondaryAnimation,
}

/// A node that rotates, so that its tail swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringJoint {
    /// The node.
    pub node: NodeId,
    /// The node of the tail; `None` for the end that VRM 0.x adds to a leaf.
    pub tail: Option<NodeId>,
    /// The tail at rest, in the space of the node.
    pub tail_offset: Vec3,
    /// How it swings.
    pub settings: SpringSettings,
}

/// How a joint swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringSettings {
    /// Of the tail, metres of the world.
    pub hit_radius: f32,
    /// Metres in a second towards the rest.
    pub stiffness: f32,
    /// Metres in a second along [`SpringSettings::gravity_dir`].
    pub gravity_power: f32,
    /// In the world, of any length.
    pub gravity_dir: Vec3,
    /// The part of its motion that a tail loses in a step, 0 to 1.
    pub drag_force: f32,
}

impl Default for SpringSettings {
    fn default() -> Self {
        Self { hit_radius: 0.0, stiffness: 1.0, gravity_power: 0.0, gravity_dir: Vec3::NEG_Y, drag_force: 0.5 }
    }
}

/// A shape on a node that tails collide with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringCollider {
    /// The node.
    pub node: NodeId,
    /// The shape; `None` for an invalid one, which nothing collides with.
    pub shape: Option<SpringShape>,
}

/// The shape of a collider, in the space of its node; radii in metres of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields have the names of the file's properties")]
pub enum SpringShape {
    /// Tails stay out of a sphere, or in it.
    Sphere { offset: Vec3, radius: f32, inside: bool },
    /// Tails stay out of a capsule, or in it.
    Capsule { offset: Vec3, tail: Vec3, radius: f32, inside: bool },
    /// Tails stay on the side of the normal, a unit vector.
    Plane { offset: Vec3, normal: Vec3 },
}

/// Colliders that springs name together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpringColliderGroup {
    /// Its name.
    pub name: Option<String>,
    /// Indices of [`SpringBones::colliders`], in the order of the file.
    pub colliders: Vec<usize>,
}

impl SpringBones {
    /// Whether nothing swings.
    pub fn is_empty(&self) -> bool {
        self.joint_count() == 0
    }

    /// How many joints swing.
    pub fn joint_count(&self) -> usize {
        self.springs.iter().map(|spring| spring.joints.len()).sum()
    }

    /// The colliders of a spring, in the order in which they push; one may occur several times.
    pub fn colliders_of<'a>(&'a self, spring: &'a Spring) -> impl Iterator<Item = usize> + 'a {
        let groups = spring.collider_groups.iter().filter_map(|&group| self.collider_groups.get(group));
        groups.flat_map(|group| group.colliders.iter().copied())
    }
}
