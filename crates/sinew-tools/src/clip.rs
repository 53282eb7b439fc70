//! Clips written as files: `.vrma` from any clip, and a core animation inside an avatar's file.

mod material;

use std::sync::Arc;

use glam::Quat;
use serde_json::{Map, Value, json};
use sinew_document::extension::vrmc_vrm_animation;
use sinew_document::{Document, EditError, NoResources, ReadError};

use super::animation::write_animation;
use sinew_model::model::{Channel, HumanBone, Humanoid, Model, Track};
use sinew_motion::rig::{Orientation, restored};
use sinew_motion::{ClipOptions, Conversion, ConversionOptions, FeetPolicy, HipsPolicy, HumanClip};

/// Why a clip could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClipWriteError {
    /// The animation exceeds a limit of the document.
    Edit(EditError),
    /// The new document cannot be read, as after an overflow.
    Read(ReadError),
    /// The clip or the model has no humanoid, or no track of the clip applies to the model.
    Nothing,
}

/// Adds a clip to an avatar's document as a core animation that every viewer plays. Properties of materials that expressions change are
/// channels with pointers (`KHR_animation_pointer`), where the object model has them; others are left out.
///
/// # Errors
/// Fails if the model has no humanoid, no track of the clip applies to it, or the animation exceeds a limit of the document.
pub fn animate_model(
    document: &Document,
    model: &Model,
    clip: &HumanClip,
    options: &ConversionOptions,
) -> Result<(Document, Conversion), ClipWriteError> {
    animate_rotated_model(document, (model, Orientation::default()), clip, options)
}

/// As [`animate_model`], for a model that was rotated in memory from this orientation ([`upright_model`](crate::rig::upright_model)).
///
/// # Errors
/// As [`animate_model`].
pub fn animate_rotated_model(
    document: &Document,
    (model, orientation): (&Model, Orientation),
    clip: &HumanClip,
    options: &ConversionOptions,
) -> Result<(Document, Conversion), ClipWriteError> {
    let mut conversion = clip.convert(model, options);
    if orientation.degrees() > 0.0 {
        conversion.animation = restored(&conversion.animation, orientation);
    }
    let prepared = material::prepare(document, model, &conversion)?;
    let document = prepared.as_ref().unwrap_or(document);
    material::add(document, model, &mut conversion);
    if conversion.animation.channels.is_empty() && conversion.animation.properties.is_empty() {
        return Err(ClipWriteError::Nothing);
    }
    let mut edit = document.edit();
    write_animation(&mut edit, model.hierarchy(), &conversion.animation)?;
    Ok((edit.finish()?, conversion))
}

/// Writes a clip as a new document with `VRMC_vrm_animation`: the humanoid of the clip's own model with one node per bone, its
/// rest pose and its motion, so that no bone is lost. The humanoid faces +Z and has neither scales nor nodes between bones;
/// tracks of expressions and look-at are copied. A clip of those only has no humanoid here either. Feet stand as they do in the clip.
///
/// # Errors
/// Fails if a number of the clip cannot be written.
pub fn to_vrma(clip: &HumanClip, options: &ConversionOptions) -> Result<(Document, Conversion), ClipWriteError> {
    let skeleton = skeleton(clip);
    let document = Document::read(skeleton.to_string(), &NoResources).map_err(ClipWriteError::Read)?;
    let (model, _) = Model::from_document(&document);
    let clip_options = ClipOptions::default().with_hips(HipsPolicy::None).with_look_at(false);
    let mut conversion = clip.convert(&model, &options.with_clip(clip_options).with_feet(FeetPolicy::Follow));
    take_over(clip, &model, &mut conversion);
    if conversion.animation.channels.is_empty() {
        return Err(ClipWriteError::Nothing);
    }
    let mut edit = document.edit();
    write_animation(&mut edit, model.hierarchy(), &conversion.animation)?;
    Ok((edit.finish()?, conversion))
}

/// The humanoid of a clip at rest, if it has one, and nodes for its expressions and look-at.
fn skeleton(clip: &HumanClip) -> Value {
    let mut nodes: Vec<Value> = Vec::new();
    let mut roots: Vec<usize> = Vec::new();
    let mut extension = json!({"specVersion": "1.0"});
    if let Some(humanoid) = clip.humanoid() {
        extension["humanoid"] = json!({"humanBones": add_bones(&mut nodes, &mut roots, humanoid)});
    }
    add_stand_ins(&mut nodes, &mut roots, &mut extension, clip);
    json!({
        "asset": {"version": "2.0", "generator": concat!("sinew ", env!("CARGO_PKG_VERSION"))},
        "extensionsUsed": [vrmc_vrm_animation::NAME],
        "scene": 0,
        "scenes": [{"nodes": roots}],
        "nodes": nodes,
        "extensions": {vrmc_vrm_animation::NAME: extension},
    })
}

/// Adds the nodes of the bones at rest. Returns the node of each bone.
fn add_bones(nodes: &mut Vec<Value>, roots: &mut Vec<usize>, humanoid: &Humanoid) -> Map<String, Value> {
    let facing = humanoid.facing();
    let mut places: [Option<usize>; HumanBone::COUNT] = [None; HumanBone::COUNT];
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut bones = Map::new();
    // "`leftEye` and `rightEye` cannot be defined": a clip has `lookAt` for them.
    let is_written = |bone: &HumanBone| !matches!(bone, HumanBone::LeftEye | HumanBone::RightEye);
    for bone in humanoid.bones().iter().filter(is_written) {
        let Some(rest) = humanoid.at_rest(bone) else { continue };
        let (position, rotation) = (facing.convert_vector(rest.position), facing.convert(rest.rotation.model));
        let parent = humanoid.parent(bone).and_then(|parent| humanoid.at_rest(parent).zip(places[parent.index()]));
        let (translation, local) = match parent {
            Some((above, _)) => {
                let back = facing.convert(above.rotation.model).conjugate();
                (back * (position - facing.convert_vector(above.position)), back * rotation)
            }
            None => (position, rotation),
        };
        let place = nodes.len();
        match parent {
            Some((_, above)) => children[above].push(place),
            None => roots.push(place),
        }
        let mut node = json!({"name": bone.name(), "translation": translation.to_array()});
        let local = local.normalize();
        if local.dot(Quat::IDENTITY).abs() < 1.0 {
            node["rotation"] = json!(local.to_array());
        }
        nodes.push(node);
        children.push(Vec::new());
        places[bone.index()] = Some(place);
        bones.insert(bone.name().to_owned(), json!({"node": place}));
    }
    for (node, children) in nodes.iter_mut().zip(children).filter(|(_, children)| !children.is_empty()) {
        node["children"] = json!(children);
    }
    bones
}

/// Adds the nodes of expressions and look-at.
fn add_stand_ins(nodes: &mut Vec<Value>, roots: &mut Vec<usize>, extension: &mut Value, clip: &HumanClip) {
    let Some(stand_ins) = clip.model().clip_nodes() else { return };
    for expression in clip.expressions() {
        let place = nodes.len();
        nodes.push(json!({"name": expression.name}));
        roots.push(place);
        let is_preset = sinew_model::model::ExpressionPreset::from_name(&expression.name).is_some();
        let kind = if is_preset { "preset" } else { "custom" };
        extension["expressions"][kind][&expression.name] = json!({"node": place});
    }
    if clip.has_look_at() {
        let place = nodes.len();
        nodes.push(json!({"name": "lookAt"}));
        roots.push(place);
        extension["lookAt"] = json!({"node": place});
        if let Some(offset) = stand_ins.offset_from_head_bone {
            extension["lookAt"]["offsetFromHeadBone"] = json!(offset.to_array());
        }
    }
}

/// Copies the tracks of expressions and look-at.
fn take_over(clip: &HumanClip, model: &Model, conversion: &mut Conversion) {
    let Some(new) = model.clip_nodes() else { return };
    let find = |node, path| {
        let is_it = |channel: &&Channel| channel.node == node && channel.track.path() == path;
        clip.channels().iter().find(is_it).map(|channel| channel.track.clone())
    };
    let mut taken: Vec<Channel> = Vec::new();
    for expression in clip.expressions() {
        let to = new.expressions.iter().find(|other| other.name == expression.name);
        let track = find(expression.node, "translation");
        taken.extend(to.zip(track).map(|(to, track)| Channel { node: to.node, track: along_x(&track) }));
    }
    let old_look_at = clip.model().clip_nodes().and_then(|nodes| nodes.look_at).filter(|_| clip.has_look_at());
    let look_at = new.look_at.zip(old_look_at.and_then(|node| find(node, "rotation")));
    taken.extend(look_at.map(|(node, track)| Channel { node, track }));
    for channel in taken {
        conversion.kept += 1;
        let end = channel.track.times().last().copied().unwrap_or(0.0);
        conversion.animation.duration = conversion.animation.duration.max(end);
        conversion.animation.channels.push(channel);
    }
}

/// The weight of an expression is the X of its node's translation.
fn along_x(track: &Track) -> Track {
    match track {
        Track::Translation(curve) => {
            let mut curve = curve.clone();
            curve.values = curve.values.iter().map(|value| value.with_y(0.0).with_z(0.0)).collect::<Arc<[_]>>();
            Track::Translation(curve)
        }
        other => other.clone(),
    }
}

impl From<EditError> for ClipWriteError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl std::fmt::Display for ClipWriteError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Edit(error) => error.fmt(out),
            Self::Read(error) => error.fmt(out),
            Self::Nothing => out.write_str("no track of the clip applies to the avatar"),
        }
    }
}

impl std::error::Error for ClipWriteError {}
