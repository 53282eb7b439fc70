//! Channels with a pointer (`KHR_animation_pointer`).
//!
//! A pointer to a node's transform or weights is the channel that core glTF has for it. The others are read when the rest of
//! the model is there, for a pointer is resolved against that.

use std::borrow::Cow;
use std::collections::HashMap;

use sinew_document::core::{self, Channel as RawChannel, Interpolation, RawAccessor, Sampler};
use sinew_document::extension::khr_animation_pointer::{NAME, PATH, RawTarget};
use sinew_document::{AnimationIndex, Code, ComponentType, Diagnostics, Document, FromJson, Index, NodeIndex, Value};

use super::keys::Keys;
use super::values_of;
use crate::model::property::{PropertyError, PropertyErrorKind, PropertyId, PropertyKind, PropertyTarget, segments};
use crate::model::{Curve, Model, PropertyChannel};

/// What a channel targets.
pub(super) enum Target<'json> {
    /// A property of a node, as in core glTF.
    Node(Option<NodeIndex>, Cow<'json, str>),
    /// Another property.
    Property,
    /// Nothing that could be read, which has been reported.
    Unusable,
}

/// The target of a channel, reporting what the extension forbids.
pub(super) fn target<'json>(
    document: &Document,
    raw: &RawChannel<'json>,
    channel: Value<'json>,
    diagnostics: &mut Diagnostics,
) -> Target<'json> {
    let about = channel.at_pointer("/target").unwrap_or(channel);
    let extension = raw.target.extensions.and_then(|extensions| extensions.get(NAME));
    match (extension, &*raw.target.path) {
        (None, _) => Target::Node(raw.target.node, raw.target.path.clone()),
        (Some(_), path) if path != PATH => {
            let message = format!("the path of a target with a pointer must be \"{PATH}\"; \"{path}\" counts");
            diagnostics.report(Code::KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH, about, message);
            Target::Node(raw.target.node, raw.target.path.clone())
        }
        (Some(value), _) => {
            if raw.target.node.is_some() {
                let message = "a target with a pointer must have no node; the pointer counts";
                diagnostics.report(Code::KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE, about, message);
            }
            let Some(RawTarget { pointer }) = RawTarget::from_json(value, diagnostics) else { return Target::Unusable };
            of_node(document, &pointer).unwrap_or(Target::Property)
        }
    }
}

/// The target that core glTF has for a pointer. A node with a matrix has no rotation and no scale that all readers agree on (glTF's
/// object model, "Core Pointers").
fn of_node(document: &Document, pointer: &str) -> Option<Target<'static>> {
    let segments = segments(pointer)?;
    let [nodes, index, path] = segments.as_slice() else { return None };
    let path = ["translation", "rotation", "scale", "weights"].into_iter().find(|known| known == path)?;
    let is_index = index.bytes().all(|byte| byte.is_ascii_digit()) && (index == "0" || !index.starts_with('0'));
    let index = index.parse().ok().filter(|_| is_index && nodes == "nodes")?;
    let has_matrix = || document.get(NodeIndex(index)).is_some_and(|node| node.get("matrix").is_some());
    if matches!(path, "rotation" | "scale") && has_matrix() {
        return None;
    }
    Some(Target::Node(Some(NodeIndex(index)), Cow::Borrowed(path)))
}

/// Reads the channels of other properties into the animations of a model that has everything else.
pub(in crate::lower) fn lower_properties(document: &Document, model: &mut Model, diagnostics: &mut Diagnostics) {
    if !document.extensions_used().any(|name| name == NAME) && !has_pointers(document) {
        return;
    }
    let mut keys = Keys::new(document);
    let mut read = Vec::new();
    for (index, value) in document.iter::<AnimationIndex>() {
        // What is wrong with the animation itself has been reported.
        let mut quiet = Diagnostics::new();
        let Some(raw) = core::Animation::from_json(value, &mut quiet) else { continue };
        let mut lowering = Lowering { document, model, keys: &mut keys, samplers: &raw.samplers };
        let mut channels = Vec::new();
        let mut places: HashMap<PropertyTarget, usize> = HashMap::new();
        for &channel in &raw.channels {
            let Some(lowered) = lowering.channel(channel, &mut quiet, diagnostics) else { continue };
            let target = lowered.property.target();
            let moved = model.animations.get(index.to_usize()).map(|animation| animation.channels.as_slice());
            if let Some(reason) = overlaps(target, moved.unwrap_or_default(), &places) {
                diagnostics.report(Code::ANIMATION_DUPLICATE_TARGETS, channel, reason);
            }
            match places.get(&target) {
                Some(&place) => channels[place] = lowered,
                None => {
                    places.insert(target, channels.len());
                    channels.push(lowered);
                }
            }
        }
        // In the order in which a running instance keeps what was changed, so that it is found without a search.
        channels.sort_by_key(|channel| channel.property.target());
        read.push((index, channels));
    }
    for (index, channels) in read {
        let Some(animation) = model.animations.get_mut(index.to_usize()) else { continue };
        let ends = channels.iter().filter_map(|channel| channel.curve.times.last().copied());
        animation.duration = ends.fold(animation.duration, f32::max);
        animation.properties = channels;
    }
}

/// Whether a channel has the extension though no list of extensions names it.
fn has_pointers(document: &Document) -> bool {
    let channels = document.iter::<AnimationIndex>().filter_map(|(_, value)| value.get("channels"));
    let mut targets = channels.flat_map(Value::elements).filter_map(|channel| channel.get("target"));
    targets.any(|target| target.extension(NAME).is_some())
}

/// Why a channel must not be beside the others: the same property, or a whole array and an element of it.
fn overlaps(
    target: PropertyTarget,
    of_nodes: &[crate::model::Channel],
    places: &HashMap<PropertyTarget, usize>,
) -> Option<&'static str> {
    let is_whole = |node| {
        of_nodes.iter().any(|channel| channel.node == node && matches!(channel.track, crate::model::Track::Weights(_)))
    };
    match target {
        PropertyTarget::Weight(node, _) if is_whole(node) => {
            Some("another channel moves all weights of the same node; this one counts for its weight")
        }
        _ if places.contains_key(&target) => Some("an earlier channel moves the same property; this one counts"),
        _ => None,
    }
}

struct Lowering<'a, 'json> {
    document: &'a Document,
    model: &'a Model,
    keys: &'a mut Keys<'json>,
    samplers: &'a [Value<'a>],
}

impl Lowering<'_, '_> {
    fn channel(
        &mut self,
        value: Value<'_>,
        quiet: &mut Diagnostics,
        diagnostics: &mut Diagnostics,
    ) -> Option<PropertyChannel> {
        let raw = RawChannel::from_json(value, quiet)?;
        let Target::Property = target(self.document, &raw, value, quiet) else { return None };
        let extension = raw.target.extensions?.get(NAME)?;
        let at = extension.get("pointer").unwrap_or(extension);
        let RawTarget { pointer } = RawTarget::from_json(extension, quiet)?;
        let property = self.resolve(&pointer, at, diagnostics)?;
        let Some(&sampler_value) = self.samplers.get(raw.sampler as usize) else {
            let about = value.get("sampler").unwrap_or(value);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, about, format!("there is no sampler {}", raw.sampler));
            return None;
        };
        let sampler = Sampler::from_json(sampler_value, quiet)?;
        let sampler = stepped(sampler, property, sampler_value, diagnostics);
        if let Some(complaint) = self.accessor_complaint(sampler, property) {
            let message = format!("`{pointer}` {complaint}; the channel is skipped");
            diagnostics.report(Code::ANIMATION_POINTER_ACCESSOR, sampler_value, message);
            return None;
        }
        match self.curve(sampler, property, diagnostics) {
            Ok(curve) => {
                self.report_out_of_range(&curve, property, sampler_value, diagnostics);
                Some(PropertyChannel { property, curve })
            }
            Err(why) => {
                let message = format!("the channel is skipped: {why}");
                diagnostics.report(Code::ANIMATION_SAMPLER_UNREADABLE, sampler_value, message);
                None
            }
        }
    }

    fn resolve(&self, pointer: &str, at: Value<'_>, diagnostics: &mut Diagnostics) -> Option<PropertyId> {
        match self.model.property(pointer) {
            Ok(property) if !property.row().source.is_mutable() => {
                let message = format!("`{pointer}` can only be read; the channel is skipped");
                diagnostics.report(Code::ANIMATION_POINTER_READ_ONLY, at, message);
                None
            }
            Ok(property) if !self.is_defined(pointer, property) => {
                let error = PropertyError::new(pointer, PropertyErrorKind::Undefined);
                diagnostics.report(Code::ANIMATION_POINTER_UNDEFINED, at, format!("{error}; the channel is skipped"));
                None
            }
            Ok(property) => Some(property),
            // Applications decide what is in `extras`.
            Err(_) if segments(pointer).is_some_and(|segments| segments.iter().any(|one| one == "extras")) => {
                let message = format!("`{pointer}` is for an application to interpret; the channel is skipped");
                diagnostics.report(Code::ANIMATION_CHANNEL_UNSUPPORTED, at, message);
                None
            }
            Err(error) => {
                let code = match error.kind {
                    PropertyErrorKind::Unknown => Code::ANIMATION_POINTER_UNKNOWN,
                    _ => Code::ANIMATION_POINTER_UNDEFINED,
                };
                diagnostics.report(code, at, format!("{error}; the channel is skipped"));
                None
            }
        }
    }

    /// Whether the file says a property, or its text gives a default and the object around it is there (`KHR_animation_pointer`,
    /// Operation). A running world is more lenient with what is drawn: a material without `pbrMetallicRoughness` has its factors.
    fn is_defined(&self, pointer: &str, property: PropertyId) -> bool {
        if !matches!(property.target(), PropertyTarget::Stored(_)) {
            return true;
        }
        let root = self.document.root();
        let object = pointer.rsplit_once('/').and_then(|(object, _)| root.at_pointer(object));
        root.at_pointer(pointer).is_some() || property.row().has_default_of_text() && object.is_some()
    }

    /// What an output accessor must be for a type, and is not. What cannot be read at all is reported when it is.
    fn accessor_complaint(&self, sampler: Sampler, property: PropertyId) -> Option<String> {
        let table = self.document.read_object::<RawAccessor<'_>>(sampler.output, &mut Diagnostics::new())?;
        let kind = property.row().kind;
        let expected = match kind {
            PropertyKind::Bool | PropertyKind::Int | PropertyKind::Float | PropertyKind::Floats => "SCALAR",
            PropertyKind::Float2 => "VEC2",
            PropertyKind::Float3 => "VEC3",
            PropertyKind::Float4 => "VEC4",
            PropertyKind::Float4x4 => "MAT4",
        };
        if table.element_type != expected {
            return Some(format!("is of type {} and needs {expected}, not {}", kind.name(), table.element_type));
        }
        let component = ComponentType::from_code(table.component_type);
        match kind {
            PropertyKind::Bool if component != Some(ComponentType::U8) || table.normalized => {
                Some("is of type bool and needs unsigned bytes that are not normalized".to_owned())
            }
            PropertyKind::Int if component == Some(ComponentType::F32) || table.normalized => {
                Some("is of type int and needs whole numbers that are not normalized".to_owned())
            }
            _ => None,
        }
    }

    fn curve(
        &mut self,
        sampler: Sampler,
        property: PropertyId,
        diagnostics: &mut Diagnostics,
    ) -> Result<Curve<f32>, String> {
        let times = self.keys.times(sampler.input, diagnostics)?;
        let width = property.row().kind.width().unwrap_or(1);
        let values = self.keys.numbers(sampler.output, (values_of(sampler, times.len(), 1), width), diagnostics)?;
        Ok(Curve { times, values, interpolation: sampler.interpolation })
    }

    /// Reports keys that the property cannot have. They are passed over when they are sampled.
    fn report_out_of_range(
        &self,
        curve: &Curve<f32>,
        property: PropertyId,
        at: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let row = property.row();
        let complaint = |numbers: &[f32]| {
            let complaint = row.range.complaint(numbers);
            complaint.or_else(|| self.model.filter_complaint(property.target(), numbers))
        };
        let width = row.kind.width().unwrap_or(1);
        let is_value = |place: usize| curve.interpolation != Interpolation::CubicSpline || place % 3 == 1;
        let values = curve.values.chunks_exact(width).enumerate().filter(|(place, _)| is_value(*place));
        let mut wrong = values.filter_map(|(place, numbers)| Some((place, complaint(numbers)?)));
        if let Some((place, complaint)) = wrong.next() {
            let others = wrong.count();
            let key = if curve.interpolation == Interpolation::CubicSpline { place / 3 } else { place };
            let more = if others == 0 { String::new() } else { format!(", and {others} more keys") };
            let message = format!("`{}` {complaint} at key {key}{more}", property.pointer());
            diagnostics.report(Code::ANIMATION_POINTER_VALUE, at.get("output").unwrap_or(at), message);
        }
    }
}

/// The sampler, with steps where the text demands them.
fn stepped(sampler: Sampler, property: PropertyId, at: Value<'_>, diagnostics: &mut Diagnostics) -> Sampler {
    let has_steps = matches!(property.row().kind, PropertyKind::Bool | PropertyKind::Int);
    if !has_steps || sampler.interpolation == Interpolation::Step {
        return sampler;
    }
    let message = format!("`{}` must be animated with STEP interpolation", property.pointer());
    let message = match sampler.interpolation {
        Interpolation::CubicSpline => format!("{message}; the values of the keys are taken, without their tangents"),
        _ => format!("{message}, which is used"),
    };
    diagnostics.report(Code::ANIMATION_POINTER_INTERPOLATION, at, message);
    match sampler.interpolation {
        // The layout of the keys stays; sampling takes steps.
        Interpolation::CubicSpline => sampler,
        _ => Sampler { interpolation: Interpolation::Step, ..sampler },
    }
}
