//! `OMI_collider` (gltf-extensions 21250914): shapes on nodes, each solid or a trigger.
//!
//! On the file as a whole: `extensions.OMI_collider.colliders`; on a node: which of them it has.

use crate::extension::omi_physics_shape::OrMinusOne;
use crate::index::MeshIndex;
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "OMI_collider";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug)]
    pub struct RawColliders<'json> {
        /// [`RawCollider`]s, left unread so that a bad one does not take the others with it.
        "colliders" => colliders: Value<'json>,
    }
}

object! {
    /// The extension on a node.
    #[derive(Clone, Copy, Debug)]
    pub struct RawNodeCollider {
        /// A position in `colliders`.
        "collider" => collider: u32,
    }
}

string_enum! {
    /// What a collider is.
    pub enum ColliderType {
        /// With sides along the axes.
        "box" => Box,
        /// A ball.
        "sphere" => Sphere,
        /// The hull of two balls of one size.
        "capsule" => Capsule,
        /// The hull of two discs of one size.
        "cylinder" => Cylinder,
        /// The hull of a mesh.
        "hull" | "convex" => Hull,
        /// The triangles of a mesh.
        "trimesh" => Trimesh,
    }
}

object! {
    /// An entry of `colliders`. The defaults are the text's; the schema requires what a type has a use for.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawCollider {
        /// What it is.
        "type" => kind: ColliderType,
        /// Whether it only tells what is inside it.
        "isTrigger" => is_trigger: bool = false,
        /// Of a box, metres.
        "size" => size: [f32; 3] = [1.0; 3],
        /// Of a sphere, a capsule or a cylinder, metres.
        "radius" => radius: f32 = 0.5,
        /// Of a capsule or a cylinder, from end to end, metres.
        "height" => height: f32 = 2.0,
        /// Of a hull or a trimesh.
        "mesh" => mesh: OrMinusOne<MeshIndex>,
    }
}
