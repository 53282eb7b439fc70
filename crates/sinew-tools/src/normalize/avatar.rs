//! Data of avatars in the space of a node: the look-at offset and spring bone colliders. Gravity of springs is in the world's
//! axes and stays.

use glam::{DQuat, DVec3};
use serde_json::{Value as Fresh, json};
use sinew_document::extension::{vrm_0x, vrmc_vrm, vrmc_vrm_animation};
use sinew_document::{EditError, NodeIndex, Value};

use super::mesh::Copied;
use super::number::{number, read_vector, vector};
use super::reason::SPRING_BONE;
use super::{NormalizeError, Rewriting};
use sinew_model::model::HumanBone;

/// More kinds of colliders, on a collider of `VRMC_springBone`.
const EXTENDED_COLLIDER: &str = "VRMC_springBone_extended_collider";

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>, copies: &[Copied]) -> Result<(), NormalizeError> {
    look_at(rewriting)?;
    colliders(rewriting)?;
    if let Some(avatar) = rewriting.document.extension(vrm_0x::NAME) {
        offsets_0x(rewriting, avatar)?;
        meshes_0x(rewriting, avatar, copies)?;
    }
    Ok(())
}

/// `lookAt.offsetFromHeadBone`, in the space of the head.
fn look_at(rewriting: &mut Rewriting<'_>) -> Result<(), EditError> {
    let Some(head) = rewriting.model.humanoid().and_then(|humanoid| humanoid.node(HumanBone::Head)) else {
        return Ok(());
    };
    let frame_rotation = rewriting.frames.frame_rotation(head);
    for name in [vrmc_vrm::NAME, vrmc_vrm_animation::NAME] {
        let look_at = rewriting.document.extension(name).and_then(|value| value.get("lookAt"));
        set_rotated(rewriting, look_at.and_then(|look_at| look_at.get("offsetFromHeadBone")), frame_rotation)?;
    }
    Ok(())
}

/// The colliders of `VRMC_springBone`.
fn colliders(rewriting: &mut Rewriting<'_>) -> Result<(), EditError> {
    let colliders = rewriting.document.extension(SPRING_BONE).and_then(|value| value.get("colliders"));
    for collider in colliders.into_iter().flat_map(Value::elements) {
        let frame_rotation = named_frame_rotation(rewriting, collider.get("node"));
        let extended = collider.extension(EXTENDED_COLLIDER).and_then(|extension| extension.get("shape"));
        for shape in [collider.get("shape"), extended].into_iter().flatten() {
            for kind in ["sphere", "capsule", "plane"].into_iter().filter_map(|kind| shape.get(kind)) {
                for property in ["offset", "tail", "normal"] {
                    set_rotated(rewriting, kind.get(property), frame_rotation)?;
                }
            }
            if let Some(plane) = shape.get("plane").filter(|plane| plane.get("normal").is_none()) {
                // The default of a normal points somewhere, too.
                add_rotated(rewriting, plane, "normal", DVec3::Z, frame_rotation)?;
            }
        }
    }
    Ok(())
}

/// VRM 0.x: the look-at offset and the springs' colliders, as objects of x, y and z.
fn offsets_0x(rewriting: &mut Rewriting<'_>, avatar: Value<'_>) -> Result<(), EditError> {
    if let Some(first_person) = avatar.get("firstPerson") {
        let named = first_person.get("firstPersonBone").filter(|bone| bone.as_u64().is_some());
        let head = rewriting.model.humanoid().and_then(|humanoid| humanoid.node(HumanBone::Head));
        let frame_rotation = match (named, head) {
            (Some(_), _) => named_frame_rotation(rewriting, named),
            (None, Some(head)) => rewriting.frames.frame_rotation(head),
            (None, None) => DQuat::IDENTITY,
        };
        set_rotated_0x(rewriting, first_person.get("firstPersonBoneOffset"), frame_rotation)?;
    }
    let groups = avatar.get("secondaryAnimation").and_then(|value| value.get("colliderGroups"));
    for group in groups.into_iter().flat_map(Value::elements) {
        let frame_rotation = named_frame_rotation(rewriting, group.get("node"));
        for collider in group.get("colliders").into_iter().flat_map(Value::elements) {
            set_rotated_0x(rewriting, collider.get("offset"), frame_rotation)?;
        }
    }
    Ok(())
}

/// VRM 0.x refers to meshes: references to a mesh are added for its copies.
fn meshes_0x(rewriting: &mut Rewriting<'_>, avatar: Value<'_>, copies: &[Copied]) -> Result<(), EditError> {
    let groups = avatar.at_pointer("/blendShapeMaster/blendShapeGroups");
    let binds = groups.into_iter().flat_map(Value::elements).filter_map(|group| group.get("binds"));
    let annotations = avatar.at_pointer("/firstPerson/meshAnnotations");
    for list in binds.chain(annotations) {
        for entry in list.elements() {
            let mesh = entry.get("mesh").and_then(Value::as_u64);
            for copy in copies.iter().filter(|copy| Some(u64::from(copy.from.0)) == mesh) {
                let mut repeated = entry.to_serde();
                repeated["mesh"] = copy.to.0.into();
                rewriting.edit.push(&list.pointer(), repeated)?;
            }
        }
    }
    Ok(())
}

fn named_frame_rotation(rewriting: &Rewriting<'_>, node: Option<Value<'_>>) -> DQuat {
    let index = node.and_then(Value::as_u64).and_then(|index| u32::try_from(index).ok());
    let node = index.and_then(|index| rewriting.node(NodeIndex(index)));
    node.map_or(DQuat::IDENTITY, |node| rewriting.frames.frame_rotation(node))
}

fn set_rotated(
    rewriting: &mut Rewriting<'_>,
    value: Option<Value<'_>>,
    frame_rotation: DQuat,
) -> Result<(), EditError> {
    let Some((value, offset)) = value.and_then(|value| Some((value, read_vector(value)?))) else { return Ok(()) };
    let rotated = vector(frame_rotation.conjugate() * offset);
    put(rewriting, value, offset, rotated, frame_rotation)
}

/// Writes a vector that the file leaves to its default.
fn add_rotated(
    rewriting: &mut Rewriting<'_>,
    object: Value<'_>,
    key: &str,
    default: DVec3,
    frame_rotation: DQuat,
) -> Result<(), EditError> {
    if frame_rotation == DQuat::IDENTITY {
        return Ok(());
    }
    rewriting.report.offsets += 1;
    rewriting.edit.set(&format!("{}/{key}", object.pointer()), vector(frame_rotation.conjugate() * default))
}

/// Files of VRM 0.x carry such offsets left-handed: z is negated.
fn set_rotated_0x(
    rewriting: &mut Rewriting<'_>,
    value: Option<Value<'_>>,
    frame_rotation: DQuat,
) -> Result<(), EditError> {
    let Some(value) = value else { return Ok(()) };
    let component = |key: &str| value.get(key).and_then(Value::as_f64).unwrap_or_default();
    let offset = DVec3::new(component("x"), component("y"), -component("z"));
    let rotated = frame_rotation.conjugate() * offset;
    let rotated = json!({"x": number(rotated.x), "y": number(rotated.y), "z": number(-rotated.z)});
    put(rewriting, value, offset, rotated, frame_rotation)
}

fn put(
    rewriting: &mut Rewriting<'_>,
    value: Value<'_>,
    offset: DVec3,
    rotated: Fresh,
    frame_rotation: DQuat,
) -> Result<(), EditError> {
    if frame_rotation == DQuat::IDENTITY || offset == DVec3::ZERO {
        return Ok(());
    }
    rewriting.report.offsets += 1;
    rewriting.edit.set(&value.pointer(), rotated)
}
