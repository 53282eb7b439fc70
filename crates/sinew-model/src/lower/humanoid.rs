//! Human bones, expressions and look-at, from whichever extension the file has them in.

mod bones;
mod clip;
mod expression;
mod look_at;
mod material_bind;

use glam::Vec3;
use sinew_document::extension::khr_character::{self, RawSkeletonMapping};
use sinew_document::extension::{vrm_0x, vrmc_vrm, vrmc_vrm_animation};
use sinew_document::{Code, Diagnostics, Document, FromJson, NodeIndex, Value};

use super::hierarchy::MeshNode;
use crate::model::{ClipNodes, Expressions, Facing, Hierarchy, HumanBone, Humanoid, LookAt, MorphTargets, NodeId};

/// The humanoid, expressions and look-at of a file.
#[derive(Default)]
pub(super) struct Avatar {
    pub(super) humanoid: Option<Humanoid>,
    pub(super) expressions: Expressions,
    pub(super) look_at: Option<LookAt>,
    pub(super) clip_nodes: Option<ClipNodes>,
    pub(super) viewpoint: Option<Viewpoint>,
}

/// The point between the eyes.
pub(super) struct Viewpoint {
    /// The head bone, or `firstPersonBone` of VRM 0.x.
    pub(super) bone: NodeId,
    /// Metres, in the space of the bone's node.
    pub(super) offset: Option<Vec3>,
    pub(super) facing: Facing,
}

/// The parts of the model that a humanoid refers to.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) morph_targets: &'a MorphTargets,
    pub(super) meshes: &'a [MeshNode],
}

pub(super) fn lower(document: &Document, context: Context<'_>, diagnostics: &mut Diagnostics) -> Avatar {
    let names = [vrmc_vrm::NAME, vrm_0x::NAME, vrmc_vrm_animation::NAME];
    let found: Vec<_> = names.into_iter().filter_map(|name| Some((name, document.extension(name)?))).collect();
    // An extension without bones leaves them to the others: `VRM` of a 1.0 avatar for its springs, a clip that moves expressions
    // alone. Only `VRMC_vrm` requires its `humanoid`.
    let names_bones = |value: Value<'_>| value.get("humanoid").is_some();
    let chosen = found.iter().position(|&(name, value)| name == vrmc_vrm::NAME || names_bones(value));
    let Some(&(name, value)) = found.get(chosen.unwrap_or(0)) else {
        return lower_mapping(document, context, diagnostics);
    };
    for &(other, value) in found.iter().filter(|&&(other, value)| other != name && names_bones(value)) {
        let message = format!("the file also has a humanoid in {name}, which takes precedence");
        diagnostics.report(Code::HUMANOID_REPEATED, value, format!("{other}: {message}"));
    }
    let mut avatar = match name {
        vrmc_vrm::NAME => lower_vrmc_vrm(value, context, diagnostics),
        vrm_0x::NAME => lower_vrm_0x(value, context, diagnostics),
        _ => lower_vrmc_vrm_animation(document, value, context, diagnostics),
    };
    let is_face = |name: &str, value| name == vrmc_vrm_animation::NAME && !names_bones(value);
    if avatar.clip_nodes.is_none()
        && let Some(&(_, face)) = found.iter().find(|&&(name, value)| is_face(name, value))
    {
        avatar.clip_nodes = lower_vrmc_vrm_animation(document, face, context, diagnostics).clip_nodes;
    }
    if chosen.is_none() && avatar.humanoid.is_none() {
        avatar.humanoid = lower_mapping(document, context, diagnostics).humanoid;
    }
    avatar
}

/// The bones of a file without an avatar, as `KHR_character_skeleton_mapping` names them.
fn lower_mapping(document: &Document, context: Context<'_>, diagnostics: &mut Diagnostics) -> Avatar {
    let value = document.extension(khr_character::SKELETON_MAPPING);
    let table = value.and_then(|value| RawSkeletonMapping::from_json(value, diagnostics));
    let bones = table.and_then(|table| table.skeletal_rig_mappings.get(khr_character::VRM_HUMANOID));
    let humanoid = bones.and_then(|bones| bones::lower_indices(bones, context.hierarchy, diagnostics));
    Avatar { humanoid, ..Avatar::default() }
}

fn lower_vrmc_vrm(value: Value<'_>, context: Context<'_>, diagnostics: &mut Diagnostics) -> Avatar {
    let Some(vrm) = vrmc_vrm::Vrm::from_json(value, diagnostics) else { return Avatar::default() };
    check_version(value, vrm.spec_version.as_deref(), &["1.0", "1.0-beta"], diagnostics);
    let humanoid = match vrm.humanoid {
        Some(humanoid) => bones::lower_map(humanoid.human_bones, vrmc_vrm::NAME, context.hierarchy, diagnostics),
        None => {
            sinew_document::report_undefined("humanoid", value, diagnostics);
            None
        }
    };
    let expressions = vrm.expressions.map(|table| expression::lower(&table, context, diagnostics));
    let look_at = vrm.look_at.map(|table| look_at::lower(&table));
    let viewpoint = look_at.as_ref().and_then(|look_at| {
        let offset = look_at.offset_from_head_bone;
        Some(Viewpoint { bone: head(humanoid.as_ref())?, offset, facing: facing(vrmc_vrm::NAME) })
    });
    Avatar { humanoid, expressions: expressions.unwrap_or_default(), look_at, clip_nodes: None, viewpoint }
}

fn lower_vrm_0x<'a>(value: Value<'a>, context: Context<'a>, diagnostics: &mut Diagnostics) -> Avatar {
    let Some(vrm) = vrm_0x::Vrm::from_json(value, diagnostics) else { return Avatar::default() };
    let list = vrm.humanoid.and_then(|humanoid| humanoid.human_bones);
    let humanoid = match list {
        Some(list) => bones::lower_list(list, context.hierarchy, diagnostics),
        None => {
            let message = "/humanoid/humanBones is missing; the humanoid has no bones";
            diagnostics.report(Code::UNDEFINED_PROPERTY, value, message);
            None
        }
    };
    let groups = vrm.blend_shape_master.and_then(|master| master.blend_shape_groups);
    let properties = vrm.material_properties;
    let expressions = groups.map(|groups| expression::lower_0x(groups, properties, context, diagnostics));
    let first_person = value.get("firstPerson").unwrap_or(value);
    let look_at = vrm.first_person.as_ref().map(|table| look_at::lower_0x(table, first_person, diagnostics));
    let viewpoint = vrm.first_person.zip(look_at.as_ref()).and_then(|(table, look_at)| {
        // Exporters write −1 for a bone that is not set.
        let index = table.first_person_bone.and_then(Value::as_u64).and_then(|index| u32::try_from(index).ok());
        let bone = index.and_then(|index| context.hierarchy.id(NodeIndex(index)));
        let bone = bone.or_else(|| head(humanoid.as_ref()))?;
        Some(Viewpoint { bone, offset: look_at.offset_from_head_bone, facing: facing(vrm_0x::NAME) })
    });
    Avatar { humanoid, expressions: expressions.unwrap_or_default(), look_at, clip_nodes: None, viewpoint }
}

fn lower_vrmc_vrm_animation(
    document: &Document,
    value: Value<'_>,
    context: Context<'_>,
    diagnostics: &mut Diagnostics,
) -> Avatar {
    let Some(vrma) = vrmc_vrm_animation::VrmAnimation::from_json(value, diagnostics) else { return Avatar::default() };
    check_version(value, vrma.spec_version.as_deref(), &["1.0"], diagnostics);
    let humanoid = vrma.humanoid.as_ref().and_then(|humanoid| {
        bones::lower_map(humanoid.human_bones, vrmc_vrm_animation::NAME, context.hierarchy, diagnostics)
    });
    if let Some(humanoid) = &humanoid {
        clip::check_channels(document, humanoid, context.hierarchy, diagnostics);
    }
    let clip_nodes = Some(clip::lower(&vrma, context.hierarchy, diagnostics));
    Avatar { humanoid, clip_nodes, ..Avatar::default() }
}

pub(super) fn check_version(value: Value<'_>, version: Option<&str>, known: &[&str], diagnostics: &mut Diagnostics) {
    match version {
        None => diagnostics.report(Code::SPEC_VERSION_MISSING, value, "`specVersion` is missing; 1.0 is assumed"),
        Some(version) if !known.contains(&version) => {
            let message = format!("specVersion is {version}, which is not supported; it is read as 1.0");
            diagnostics.report(Code::SPEC_VERSION_UNKNOWN, value.get("specVersion").unwrap_or(value), message);
        }
        Some(_) => {}
    }
}

fn head(humanoid: Option<&Humanoid>) -> Option<NodeId> {
    humanoid?.node(HumanBone::Head)
}

/// The direction that the humanoids of an extension face.
fn facing(extension: &str) -> Facing {
    if extension == vrm_0x::NAME { Facing::NegativeZ } else { Facing::PositiveZ }
}
