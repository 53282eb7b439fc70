//! The channels of an expression's animation: what the file lists them as, and whether they go from rest to the whole expression.

use glam::Quat;
use sinew_document::core;
use sinew_document::extension::khr_character_expression::{EARLIER_NAMES, JOINT, MORPH_TARGET, RawChannels, TEXTURE};
use sinew_document::extension::{khr_animation_pointer, khr_character_expression};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use crate::model::property::{PropertyTarget, segments};
use crate::model::{Animation, Interpolation, Model, Track};

/// Durations this near to 1 s count as 1 s, and values this near to rest as rest.
const NEAR: f32 = 1e-4;

/// Checks the lists of channels of an expression against its animation.
pub(super) fn check(expression: Value<'_>, animation: Option<Value<'_>>, diagnostics: &mut Diagnostics) {
    let channels: Vec<Value<'_>> =
        animation.and_then(|it| it.get("channels")).into_iter().flat_map(Value::elements).collect();
    for (name, earlier) in EARLIER_NAMES {
        let Some(value) = expression.extension(name).or_else(|| expression.extension(earlier)) else { continue };
        let Some(table) = RawChannels::from_json(value, diagnostics) else { continue };
        let list = value.get("channels").unwrap_or(value);
        for (listed, at) in table.channels.iter().zip(list.elements()) {
            let Some(channel) = channels.get(*listed as usize) else {
                let message = format!("the animation has no channel {listed}");
                diagnostics.report(Code::UNRESOLVED_REFERENCE, at, message);
                continue;
            };
            let path = path(*channel);
            if !is_of(name, &path) {
                let message =
                    format!("channel {listed} moves `{path}`, which `{name}` does not list; it counts as that");
                diagnostics.report(Code::EXPRESSION_CHANNEL_KIND, at, message);
            }
        }
    }
}

/// What a channel animates: the path of a node's property, or a pointer.
fn path(channel: Value<'_>) -> String {
    let mut quiet = Diagnostics::new();
    let Some(raw) = core::Channel::from_json(channel, &mut quiet) else { return String::new() };
    let pointer = raw.target.extensions.and_then(|it| it.get(khr_animation_pointer::NAME));
    let pointer = pointer.and_then(|it| it.get("pointer")).and_then(Value::as_str);
    pointer.unwrap_or(raw.target.path).into_owned()
}

fn is_of(extension: &str, path: &str) -> bool {
    let segments = if path.starts_with('/') { segments(path) } else { None };
    let segments = segments.unwrap_or_default();
    let property = match segments.as_slice() {
        [nodes, _, property] if nodes == "nodes" => property,
        [nodes, _, weights, _] if nodes == "nodes" && weights == "weights" => "weights",
        [materials, ..] if materials == "materials" => khr_character_expression::TEXTURE,
        _ => path,
    };
    match extension {
        JOINT => matches!(property, "translation" | "rotation" | "scale"),
        MORPH_TARGET => property == "weights",
        _ => property == TEXTURE,
    }
}

/// Reports an animation that is not an expression from 0 to 1 ("normalized 0-to-1 range").
pub(super) fn check_range(animation: &Animation, at: Value<'_>, model: &Model, diagnostics: &mut Diagnostics) {
    let duration = animation.duration;
    let message = if duration <= 0.0 {
        "has one key; it is taken as the whole expression, of which the value is the part".to_owned()
    } else if (duration - 1.0).abs() > NEAR {
        format!("ends at {duration} s and not at 1 s; the whole expression is taken to be there")
    } else if let Some(what) = off_rest(animation, model) {
        format!("does not begin at rest ({what}); the expression jumps when its value leaves 0")
    } else {
        return;
    };
    let message = format!("the animation of the expression {message}");
    diagnostics.report(Code::EXPRESSION_NOT_NORMALIZED, at, message);
}

/// What is not at rest by the first key.
fn off_rest(animation: &Animation, model: &Model) -> Option<String> {
    let rests = model.hierarchy.rest_pose();
    let far = |a: &[f32], b: &[f32]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > NEAR);
    for channel in &animation.channels {
        let rest = rests.get(channel.node.slot())?;
        let is_off = match &channel.track {
            Track::Translation(curve) => {
                far(&first(curve.interpolation, &curve.values)?.to_array(), &rest.translation.to_array())
            }
            Track::Scale(curve) => far(&first(curve.interpolation, &curve.values)?.to_array(), &rest.scale.to_array()),
            Track::Rotation(curve) => {
                let rotation: Quat = first(curve.interpolation, &curve.values)?;
                rotation.dot(rest.rotation).abs() < 1.0 - NEAR * NEAR
            }
            Track::Weights(curve) => {
                let rest = model.morph_targets.rest().get(model.morph_targets.range(channel.node))?;
                let from = if curve.interpolation == Interpolation::CubicSpline { rest.len() } else { 0 };
                far(curve.values.get(from..from + rest.len())?, rest)
            }
        };
        if is_off {
            let node = super::node_name(model.hierarchy.index(channel.node));
            return Some(format!("the {} of {node}", channel.track.path()));
        }
    }
    for channel in &animation.properties {
        let rest: &[f32] = match channel.property.target() {
            PropertyTarget::Stored(place) => model.stored_values().get(model.stored_range(place)?)?,
            PropertyTarget::Weight(node, index) => {
                let start = model.morph_targets.range(node).start + index as usize;
                model.morph_targets.rest().get(start..=start)?
            }
            _ => continue,
        };
        let from = if channel.curve.interpolation == Interpolation::CubicSpline { rest.len() } else { 0 };
        if far(channel.curve.values.get(from..from + rest.len())?, rest) {
            return Some(format!("`{}`", channel.property.pointer()));
        }
    }
    None
}

/// The value at the first key.
fn first<T: Copy>(interpolation: Interpolation, values: &[T]) -> Option<T> {
    values.get(usize::from(interpolation == Interpolation::CubicSpline)).copied()
}
