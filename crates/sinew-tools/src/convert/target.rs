//! The dialects that a file can be written in.

use sinew_document::extension::{
    khr_collision_shapes, khr_implicit_shapes, khr_node_camera_hint, khr_node_lookat_target, khr_physics_rigid_bodies,
    khr_virtual_transform, omi_collider, omi_physics_body, omi_physics_gravity, omi_physics_joint, omi_physics_shape,
    vrm_0x, vrmc_constraints, vrmc_node_constraint, vrmc_spring_bone,
};
use sinew_document::{Document, NodeIndex, Value};

/// A dialect of physics, constraints, springs or virtual transforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `KHR_physics_rigid_bodies` with `KHR_implicit_shapes`, as of 2026: a geometry refers to a mesh.
    Khr,
    /// The same in the release candidate of 2025: a geometry refers to a node, for its meshes.
    Khr2025,
    /// `KHR_physics_rigid_bodies` with `KHR_collision_shapes`: the first draft.
    KhrSeed,
    /// `OMI_physics_body` with motions, `OMI_physics_shape`, `OMI_physics_joint` and `OMI_physics_gravity`.
    Omi,
    /// `OMI_physics_body` with types, `OMI_collider` and stage 1 of `OMI_physics_joint`.
    OmiSeed,
    /// `VRMC_node_constraint` 1.0.
    NodeConstraint,
    /// `VRMC_constraints-1.0`: the early draft of it.
    Constraints,
    /// `VRMC_springBone` 1.0.
    SpringBone,
    /// `secondaryAnimation` of VRM 0.x.
    SecondaryAnimation,
    /// `KHR_virtual_transform`.
    VirtualTransform,
    /// `KHR_node_lookat_target` and `KHR_node_camera_hint`, the drafts that took its place.
    NodeHint,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Khr,
        Self::Khr2025,
        Self::KhrSeed,
        Self::Omi,
        Self::OmiSeed,
        Self::NodeConstraint,
        Self::Constraints,
        Self::SpringBone,
        Self::SecondaryAnimation,
        Self::VirtualTransform,
        Self::NodeHint,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Khr => "khr",
            Self::Khr2025 => "khr-2025",
            Self::KhrSeed => "khr-seed",
            Self::Omi => "omi",
            Self::OmiSeed => "omi-seed",
            Self::NodeConstraint => "vrm-constraint",
            Self::Constraints => "vrm-constraint-seed",
            Self::SpringBone => "vrm-spring",
            Self::SecondaryAnimation => "vrm-spring-0",
            Self::VirtualTransform => "virtual-transform",
            Self::NodeHint => "node-hint",
        }
    }

    /// The one of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// What distinguishes it from dialects with the same extensions, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Khr => "the newest: a geometry names a mesh",
            Self::Khr2025 => "the release candidate: a geometry names a node",
            Self::KhrSeed => "the first draft: meshes are shapes of the list",
            Self::Omi => "bodies with motions",
            Self::OmiSeed => "bodies with types",
            Self::NodeConstraint => "1.0",
            Self::Constraints => "the early draft of it",
            Self::SpringBone => "springs of 1.0; nothing else of an avatar",
            Self::SecondaryAnimation => "springs of VRM 0.x; nothing else of an avatar",
            Self::VirtualTransform => "a list of virtual transforms",
            Self::NodeHint => "marked nodes, which took its place",
        }
    }

    /// The extensions that it may write.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Khr | Self::Khr2025 => &[khr_physics_rigid_bodies::NAME, khr_implicit_shapes::NAME],
            Self::KhrSeed => &[khr_physics_rigid_bodies::NAME, khr_collision_shapes::NAME],
            Self::Omi => {
                &[omi_physics_body::NAME, omi_physics_shape::NAME, omi_physics_joint::NAME, omi_physics_gravity::NAME]
            }
            Self::OmiSeed => &[omi_physics_body::NAME, omi_collider::NAME, omi_physics_joint::NAME],
            Self::NodeConstraint => &[vrmc_node_constraint::NAME],
            Self::Constraints => &[vrmc_constraints::NAME],
            Self::SpringBone => &[vrmc_spring_bone::NAME, vrmc_spring_bone::EXTENDED_COLLIDER],
            Self::SecondaryAnimation => &[vrm_0x::NAME],
            Self::VirtualTransform => &[khr_virtual_transform::NAME],
            Self::NodeHint => &[khr_node_lookat_target::NAME, khr_node_camera_hint::NAME],
        }
    }

    /// Whether it is a dialect of physics, and not of constraints.
    pub fn is_physics(self) -> bool {
        !matches!(self, Self::NodeConstraint | Self::Constraints) && !self.is_whole()
    }

    /// Whether it is rewritten as a whole: springs and virtual transforms.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::SpringBone | Self::SecondaryAnimation | Self::VirtualTransform | Self::NodeHint)
    }

    /// The extensions that it replaces.
    pub(super) fn replaced(self) -> &'static [&'static str] {
        if self.is_whole() {
            &[]
        } else if self.is_physics() {
            &[
                khr_physics_rigid_bodies::NAME,
                khr_implicit_shapes::NAME,
                khr_collision_shapes::NAME,
                omi_physics_body::NAME,
                omi_physics_shape::NAME,
                omi_collider::NAME,
                omi_physics_joint::NAME,
                omi_physics_gravity::NAME,
            ]
        } else {
            &[vrmc_node_constraint::NAME, vrmc_constraints::NAME]
        }
    }

    /// Whether the file is entirely in this dialect, in its current form. Then nothing is rewritten, whatever its faults.
    pub(super) fn is_all_of(self, document: &Document) -> bool {
        let is_other = |name: &str| self.replaced().contains(&name) && !self.extensions().contains(&name);
        let has_other = |value: Value<'_>| {
            let extensions = value.get("extensions").into_iter().flat_map(Value::members);
            extensions.into_iter().any(|(name, _)| is_other(&name))
        };
        let is_own = |value: Value<'_>, node: bool| {
            let extension = |name: &str| value.extension(name);
            match self {
                Self::Khr | Self::Khr2025 => {
                    let physics = extension(khr_physics_rigid_bodies::NAME);
                    let is_other_revision = if self == Self::Khr { names_a_node } else { names_a_mesh };
                    !has_in_parts(physics, "shape") && !physics.is_some_and(is_other_revision)
                }
                Self::KhrSeed => !has_in_parts(extension(khr_physics_rigid_bodies::NAME), "geometry"),
                Self::Omi if node => {
                    extension(omi_physics_body::NAME).is_none_or(|value| !omi_physics_body::has_type(value))
                        && extension(omi_physics_joint::NAME)
                            .is_none_or(|value| !omi_physics_joint::has_constraints(value))
                }
                Self::Omi => {
                    let shapes = extension(omi_physics_shape::NAME).and_then(|value| value.get("shapes"));
                    extension(omi_physics_joint::NAME).is_none_or(|value| value.get("constraints").is_none())
                        && shapes.into_iter().flat_map(Value::elements).all(is_latest)
                }
                Self::OmiSeed if node => {
                    !has_any(extension(omi_physics_body::NAME), &["motion", "collider", "trigger"])
                        && !has_any(extension(omi_physics_joint::NAME), &["joint", "connectedNode"])
                }
                Self::OmiSeed => {
                    extension(omi_physics_body::NAME).is_none()
                        && extension(omi_physics_joint::NAME).is_none_or(|value| value.get("physicsJoints").is_none())
                }
                Self::NodeConstraint => extension(vrmc_node_constraint::NAME).is_none_or(is_released),
                Self::Constraints
                | Self::SpringBone
                | Self::SecondaryAnimation
                | Self::VirtualTransform
                | Self::NodeHint => true,
            }
        };
        let root = document.root();
        !has_other(root)
            && is_own(root, false)
            && document.iter::<NodeIndex>().all(|(_, node)| !has_other(node) && is_own(node, true))
    }

    /// Whether the file uses it. The revision is a property of each object, so that a file may use several.
    pub fn is_in(self, document: &Document) -> bool {
        let root = |name: &str| document.extension(name);
        let on_a_node = |name: &'static str, test: fn(Value<'_>) -> bool| {
            document.iter::<NodeIndex>().any(|(_, node)| node.extension(name).is_some_and(test))
        };
        match self {
            // Objects that are equal in both revisions count as the newer one, unless the file refers to nodes.
            Self::Khr => {
                let is_later = root(khr_implicit_shapes::NAME).is_some()
                    || (root(khr_collision_shapes::NAME).is_none()
                        && (root(khr_physics_rigid_bodies::NAME).is_some()
                            || on_a_node(khr_physics_rigid_bodies::NAME, always)));
                on_a_node(khr_physics_rigid_bodies::NAME, names_a_mesh) || (is_later && !Self::Khr2025.is_in(document))
            }
            Self::Khr2025 => on_a_node(khr_physics_rigid_bodies::NAME, names_a_node),
            Self::KhrSeed => root(khr_collision_shapes::NAME).is_some(),
            Self::Omi => {
                root(omi_physics_shape::NAME).is_some()
                    || root(omi_physics_gravity::NAME).is_some()
                    || on_a_node(omi_physics_body::NAME, |value| !omi_physics_body::has_type(value))
                    || on_a_node(omi_physics_joint::NAME, |value| !omi_physics_joint::has_constraints(value))
            }
            Self::OmiSeed => {
                root(omi_collider::NAME).is_some()
                    || on_a_node(omi_physics_body::NAME, omi_physics_body::has_type)
                    || on_a_node(omi_physics_joint::NAME, omi_physics_joint::has_constraints)
            }
            Self::NodeConstraint => on_a_node(vrmc_node_constraint::NAME, always),
            Self::Constraints => on_a_node(vrmc_constraints::NAME, always),
            Self::SpringBone => root(vrmc_spring_bone::NAME).is_some(),
            Self::SecondaryAnimation => {
                let lists = root(vrm_0x::NAME).and_then(|vrm| vrm.get("secondaryAnimation"));
                let lists = lists.into_iter().flat_map(Value::members);
                lists.into_iter().any(|(_, list)| !list.is_empty())
            }
            Self::VirtualTransform => {
                root(khr_virtual_transform::NAME).is_some() || root(khr_virtual_transform::PLURAL_NAME).is_some()
            }
            Self::NodeHint => {
                on_a_node(khr_node_lookat_target::NAME, always) || on_a_node(khr_node_camera_hint::NAME, always)
            }
        }
    }
}

fn always(_: Value<'_>) -> bool {
    true
}

/// Whether a geometry of a node's physics is a mesh.
fn names_a_mesh(physics: Value<'_>) -> bool {
    ["/collider/geometry/mesh", "/trigger/geometry/mesh"].iter().any(|word| physics.at_pointer(word).is_some())
}

/// Whether a geometry of a node's physics is a node.
fn names_a_node(physics: Value<'_>) -> bool {
    ["/collider/geometry/node", "/trigger/geometry/node"].iter().any(|word| physics.at_pointer(word).is_some())
}

/// Whether an object has a property of the later revision.
fn has_any(extension: Option<Value<'_>>, keys: &[&str]) -> bool {
    extension.is_some_and(|value| keys.iter().any(|key| value.get(key).is_some()))
}

/// Whether the collider or the trigger of a node refers to its shape by a property of this revision.
fn has_in_parts(extension: Option<Value<'_>>, word: &str) -> bool {
    let mut parts = ["collider", "trigger"].into_iter().filter_map(|key| extension?.get(key));
    parts.any(|part| part.get(word).is_some())
}

/// Whether a shape of `OMI_physics_shape` is as the text has it since September 2024: its numbers in an object of their own,
/// and two radii.
fn is_latest(shape: Value<'_>) -> bool {
    let has_flat = ["size", "radius", "height", "mesh"].iter().any(|key| shape.get(key).is_some());
    let is_hull = shape.get("type").and_then(Value::as_str).is_some_and(|word| word == "hull");
    let round = ["capsule", "cylinder"].into_iter().filter_map(|key| shape.get(key));
    let has_one_radius = round.into_iter().any(|numbers| numbers.get("radius").is_some());
    !has_flat && !is_hull && !has_one_radius
}

/// Whether a constraint is written as 1.0 has it.
fn is_released(extension: Value<'_>) -> bool {
    let kinds = ["roll", "aim", "rotation"].into_iter().filter_map(|kind| extension.get("constraint")?.get(kind));
    let is_draft = |kind: Value<'_>| vrmc_node_constraint::DRAFT_KEYS.iter().any(|key| kind.get(key).is_some());
    let has_sign =
        |kind: Value<'_>| kind.get("aimAxis").and_then(Value::as_str).is_some_and(|axis| axis.starts_with(['+', '-']));
    let is_version = extension.get("specVersion").and_then(Value::as_str).is_some_and(|version| version == "1.0");
    let is_bare = ["position", "rotation", "aim"].iter().any(|kind| extension.get(kind).is_some());
    is_version && !is_bare && !kinds.into_iter().any(|kind| is_draft(kind) || has_sign(kind))
}
