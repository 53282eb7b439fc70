//! The supported extensions, one file for each dialect: its raw structs with their defaults, its name and its revision.

pub mod khr_animation_pointer;
pub mod khr_character;
pub mod khr_character_expression;
pub mod khr_collision_shapes;
pub mod khr_draco_mesh_compression;
pub mod khr_implicit_shapes;
pub mod khr_interactivity;
pub mod khr_mesh_quantization;
pub mod khr_node_camera_hint;
pub mod khr_node_hoverability;
pub mod khr_node_lookat_target;
pub mod khr_node_selectability;
pub mod khr_node_visibility;
pub mod khr_physics_rigid_bodies;
pub mod khr_virtual_transform;
pub mod meshopt_compression;
pub mod omi_collider;
pub mod omi_physics_body;
pub mod omi_physics_gravity;
pub mod omi_physics_joint;
pub mod omi_physics_shape;
pub mod sinew_joint;
pub mod vrm_0x;
pub mod vrmc_constraints;
pub mod vrmc_node_constraint;
pub mod vrmc_spring_bone;
pub mod vrmc_vrm;
pub mod vrmc_vrm_animation;

/// The names of the extensions that Sinew reads.
pub const KNOWN: &[&str] = &[
    khr_animation_pointer::NAME,
    khr_character::REFERENCE_POSE,
    khr_character::SKELETON_MAPPING,
    khr_character_expression::CHARACTER,
    khr_character_expression::JOINT,
    khr_character_expression::MAPPING,
    khr_character_expression::MASK,
    khr_character_expression::MORPH_TARGET,
    khr_character_expression::NAME,
    khr_character_expression::TEXTURE,
    khr_collision_shapes::NAME,
    khr_implicit_shapes::NAME,
    khr_interactivity::NAME,
    khr_mesh_quantization::NAME,
    khr_node_hoverability::NAME,
    khr_node_selectability::NAME,
    khr_node_camera_hint::NAME,
    khr_node_lookat_target::NAME,
    khr_node_visibility::NAME,
    khr_physics_rigid_bodies::NAME,
    khr_virtual_transform::NAME,
    khr_virtual_transform::PLURAL_NAME,
    meshopt_compression::NAME,
    meshopt_compression::KHR_NAME,
    omi_collider::NAME,
    omi_physics_body::NAME,
    omi_physics_gravity::NAME,
    omi_physics_joint::NAME,
    omi_physics_shape::NAME,
    sinew_joint::NAME,
    vrm_0x::NAME,
    vrmc_constraints::NAME,
    vrmc_node_constraint::NAME,
    vrmc_spring_bone::NAME,
    vrmc_spring_bone::EXTENDED_COLLIDER,
    vrmc_vrm::NAME,
    vrmc_vrm_animation::NAME,
];

/// Whether Sinew reads an extension of this name.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// Whether files that use the extension carry data of it. An extension without data only widens what core glTF
/// allows, so that only the lists of extensions name it.
pub fn has_data(name: &str) -> bool {
    name != khr_mesh_quantization::NAME
}
