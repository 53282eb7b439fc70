//! Virtual transforms, from `KHR_virtual_transform` and on request from VRM's `lookAt`.

use std::collections::HashSet;

use glam::{Quat, Vec3};
use sinew_document::extension::khr_virtual_transform::{NAME, PLURAL_NAME, RawVirtualTransform, RawVirtualTransforms};
use sinew_document::{Code, Diagnostics, Document, FromJson, Kind, NodeIndex, SkinIndex, Value, report_mismatch};

use super::LowerOptions;
use super::hierarchy::unit_rotation;
use super::{look_at, node_hint};
use crate::kernel::forward::ModelFrame;
use crate::math::Transform;
use crate::model::{
    Hierarchy, Inherit, LookAtSpace, NodeId, VirtualTransform, VirtualTransforms, VirtualTransformsBuilder,
};

/// The parts of the file and the model that virtual transforms refer to.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    pub(super) hierarchy: &'a Hierarchy,
    /// The nodes that have extensions.
    pub(super) extensions: &'a [(NodeIndex, Value<'a>)],
    pub(super) space: Option<&'a LookAtSpace>,
}

pub(super) fn lower(context: Context<'_>, options: &LowerOptions, diagnostics: &mut Diagnostics) -> VirtualTransforms {
    let Context { document, hierarchy, extensions, space } = context;
    let extension = extension(document, diagnostics);
    let has_hints = node_hint::has_hints(extensions);
    if extension.is_none() && !has_hints && !options.look_at_virtual_transform {
        return VirtualTransforms::default();
    }
    let rest = rest_frames(hierarchy);
    let mut builder = VirtualTransformsBuilder::new(&rest, options.uninherited, extension.is_some() || has_hints);
    let joint_names = joint_names(document, hierarchy);
    for (index, value) in entries(extension, diagnostics) {
        let Some(entry) = read(index, value, hierarchy, diagnostics) else { continue };
        check_name(&entry, value, &builder, &joint_names, diagnostics);
        builder.push(entry);
    }
    for entry in node_hint::lower(document, extensions, hierarchy, diagnostics) {
        builder.push(entry);
    }
    if options.look_at_virtual_transform
        && let Some(entry) = look_at::lower(space, diagnostics)
    {
        builder.push(entry);
    }
    builder.finish()
}

/// The extension under either of its names.
fn extension<'a>(document: &'a Document, diagnostics: &mut Diagnostics) -> Option<Value<'a>> {
    let (singular, plural) = (document.extension(NAME), document.extension(PLURAL_NAME));
    if let (Some(_), Some(plural)) = (singular, plural) {
        let message = format!("the file also has {NAME}, which takes precedence");
        diagnostics.report(Code::VIRTUAL_TRANSFORM_TWO_SPELLINGS, plural, message);
    }
    singular.or(plural)
}

/// The entries of the list with their positions in it.
fn entries<'a>(
    extension: Option<Value<'a>>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = (u32, Value<'a>)> + use<'a> {
    let table = extension.and_then(|value| RawVirtualTransforms::from_json(value, diagnostics));
    let list = table.map(|table| table.virtual_transforms);
    if let Some(list) = list {
        if list.kind() != Kind::Array {
            report_mismatch(list, "an array of virtual transforms", diagnostics);
        } else if list.is_empty() {
            diagnostics.report(Code::EMPTY_ENTITY, list, "a list of virtual transforms holds at least one");
        }
    }
    (0..).zip(list.into_iter().flat_map(Value::elements))
}

fn read(
    index: u32,
    value: Value<'_>,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) -> Option<VirtualTransform> {
    let table = RawVirtualTransform::from_json(value, diagnostics)?;
    // Without its parent an entry would be somewhere else altogether, so an entry with an invalid parent is left out.
    let parent = match (table.parent, value.get("parent")) {
        (Some(parent), _) => Some(resolve(parent, value, hierarchy, diagnostics)?),
        (None, Some(_)) => return None,
        (None, None) => {
            let message = format!("\"{}\" names no parent; it stays relative to the model's root", table.name);
            diagnostics.report(Code::VIRTUAL_TRANSFORM_NO_PARENT, value, message);
            None
        }
    };
    let rotation = Quat::from_array(table.rotation);
    let rotation = unit_rotation(rotation, || value.get("rotation").unwrap_or(value), diagnostics);
    Some(VirtualTransform {
        index: Some(index),
        name: table.name.into_owned(),
        parent,
        local: Transform { translation: Vec3::from(table.translation), rotation, scale: Vec3::from(table.scale) },
        inherit: Inherit {
            position: table.respect_parent_position,
            rotation: table.respect_parent_rotation,
            scale: table.respect_parent_scale,
        },
        tags: table.tags.map_or_else(Vec::new, |tags| read_tags(tags, diagnostics)),
        hint: None,
    })
}

fn resolve(
    parent: NodeIndex,
    value: Value<'_>,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) -> Option<NodeId> {
    let id = hierarchy.id(parent);
    if id.is_none() {
        let message = format!("there is no node {}; the virtual transform is left out", parent.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("parent").unwrap_or(value), message);
    }
    id
}

/// Each tag once. One that is no string is left out, the others stay.
fn read_tags(tags: Value<'_>, diagnostics: &mut Diagnostics) -> Vec<String> {
    if tags.kind() != Kind::Array {
        report_mismatch(tags, "an array of strings", diagnostics);
    }
    let mut seen = HashSet::new();
    let mut list = Vec::new();
    for value in tags.elements() {
        let Some(tag) = String::from_json(value, diagnostics) else { continue };
        if seen.insert(tag.clone()) {
            list.push(tag);
        } else {
            diagnostics.report(Code::VIRTUAL_TRANSFORM_DUPLICATE_TAG, value, format!("the tag \"{tag}\" is repeated"));
        }
    }
    list
}

fn check_name(
    entry: &VirtualTransform,
    value: Value<'_>,
    before: &VirtualTransformsBuilder<'_>,
    joint_names: &HashSet<&str>,
    diagnostics: &mut Diagnostics,
) {
    let name = &entry.name;
    let place = value.get("name").unwrap_or(value);
    if let Some(first) = before.find(name) {
        let first = first.index.unwrap_or_default();
        let message = format!("\"{name}\" is already the name of virtual transform {first}");
        diagnostics.report(Code::VIRTUAL_TRANSFORM_DUPLICATE_NAME, place, message);
    }
    if joint_names.contains(name.as_str()) {
        let message = format!("\"{name}\" is also the name of a joint of a skin");
        diagnostics.report(Code::VIRTUAL_TRANSFORM_JOINT_NAME, place, message);
    }
}

/// The names of the nodes that deform meshes.
fn joint_names<'a>(document: &Document, hierarchy: &'a Hierarchy) -> HashSet<&'a str> {
    let skins = document.iter::<SkinIndex>().filter_map(|(_, skin)| skin.get("joints"));
    // An invalid skin is reported elsewhere.
    let joints = skins.flat_map(Value::elements).filter_map(|joint| u32::try_from(joint.as_u64()?).ok());
    joints.filter_map(|joint| hierarchy.name(hierarchy.id(NodeIndex(joint))?)).collect()
}

/// Where each node rests relative to the model's root.
fn rest_frames(hierarchy: &Hierarchy) -> Vec<ModelFrame> {
    let mut frames: Vec<ModelFrame> = Vec::with_capacity(hierarchy.len());
    for (parent, local) in hierarchy.parents().iter().zip(hierarchy.rest_pose()) {
        let parent = parent.map_or(ModelFrame::ROOT, |parent| frames[parent.slot()]);
        frames.push(parent.child(local));
    }
    frames
}
