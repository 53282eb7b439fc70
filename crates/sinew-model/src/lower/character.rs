//! Expressions that are animations (`KHR_character_expression` and what belongs to it), when everything else is there.

mod channels;
mod relations;

use sinew_document::extension::khr_character_expression::{
    CHARACTER, MAPPING, MASK, NAME, RawCharacter, RawExpression, RawExpressions,
};
use sinew_document::{Code, Diagnostics, Document, FromJson, Index, Kind, NodeIndex, Value, report_mismatch};

use crate::model::property::PropertyTarget;
use crate::model::{Expression, ExpressionAnimation, ExpressionPreset, Expressions, Model, NodeId, Track};

/// The most channels that the expressions of a file may have together, counting one as often as expressions share it: far above
/// every face, far below what a few bytes that name one animation again and again could ask for.
const LIMIT: usize = 1 << 20;

pub(super) fn lower(document: &Document, model: &mut Model, diagnostics: &mut Diagnostics) {
    let character = document.extension(CHARACTER);
    if let Some(value) = character
        && let Some(RawCharacter { root_node }) = RawCharacter::from_json(value, diagnostics)
        && model.hierarchy.id(root_node).is_none()
    {
        let message = format!("there is no node {}", root_node.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("rootNode").unwrap_or(value), message);
    }
    if let Some(value) = document.extension(NAME) {
        if character.is_none() {
            let message =
                format!("`{NAME}` needs `{CHARACTER}`, which the file does not have; its expressions are read");
            diagnostics.report(Code::UNSATISFIED_DEPENDENCY, value, message);
        }
        if let Some(RawExpressions { expressions }) = RawExpressions::from_json(value, diagnostics) {
            lower_expressions(expressions, document, model, diagnostics);
        }
    }
    if let Some(value) = document.extension(MAPPING) {
        relations::lower_mapping(value, &mut model.expressions, diagnostics);
    }
}

fn lower_expressions(list: Value<'_>, document: &Document, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut expressions = std::mem::take(&mut model.expressions);
    // Expressions of an avatar come first, and are the same face where names are the same.
    let of_avatar = expressions.as_slice().len();
    let mut read = Vec::new();
    let mut room = LIMIT;
    for value in elements(list, diagnostics) {
        let Some(RawExpression { expression: name, animation }) = RawExpression::from_json(value, diagnostics) else {
            continue;
        };
        let Some(animated) = model.animations.get(animation.to_usize()) else {
            let message = format!("there is no animation {}", animation.0);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("animation").unwrap_or(value), message);
            continue;
        };
        let count = animated.channels.len() + animated.properties.len();
        if count > room {
            let message = format!("expressions have more than {LIMIT} channels; the rest is left out");
            diagnostics.report(Code::TOO_MANY_ELEMENTS, value, message);
            break;
        }
        room -= count;
        channels::check(value, document.get(animation), diagnostics);
        let at = document.get(animation).unwrap_or(value);
        channels::check_range(animated, at, model, diagnostics);
        let properties = animated.properties.iter().map(|channel| match channel.property.target() {
            PropertyTarget::Stored(_) => Some(place(&mut expressions.animated_properties, channel.property)),
            PropertyTarget::Weight(..) => None,
            _ => {
                let message = format!(
                    "`{}` is nothing that an expression changes; its channel is left out",
                    channel.property.pointer()
                );
                diagnostics.report(Code::EXPRESSION_CHANNEL_UNSUPPORTED, at, message);
                None
            }
        });
        let properties = properties.collect();
        if let Some(of_avatar) = expressions.position(&name).filter(|index| *index < of_avatar) {
            read.push((of_avatar, value));
            continue;
        }
        let expression = Expression {
            animation: Some(ExpressionAnimation { animation: animation.to_usize(), nodes: Vec::new(), properties }),
            ..Expression::new(name.clone().into_owned(), ExpressionPreset::from_name(&name))
        };
        if expressions.push(expression) {
            read.push((expressions.as_slice().len() - 1, value));
        } else {
            let message = format!("\"{name}\" is the name of an expression before it, which counts");
            diagnostics.report(Code::EXPRESSION_NAME_TAKEN, value, message);
        }
    }
    find_nodes(model, &mut expressions);
    for (index, value) in read {
        // Animations of expressions that an avatar has otherwise are no motions either.
        if let Some(animation) = value.get("animation").and_then(Value::as_u64)
            && let Some(animation) = usize::try_from(animation).ok().and_then(|at| model.animations.get_mut(at))
        {
            animation.is_expression = true;
        }
        if let Some(mask) = value.extension(MASK).filter(|_| index >= of_avatar) {
            relations::lower_masks(mask, index, &mut expressions, diagnostics);
        }
    }
    model.expressions = expressions;
}

/// The nodes that the animations move, and their places for each channel.
fn find_nodes(model: &Model, expressions: &mut Expressions) {
    let animations = &model.animations;
    let moved = |channel: &crate::model::Channel| match channel.track {
        Track::Weights(_) => None,
        _ => Some(channel.node),
    };
    let used = expressions.as_slice().iter().filter_map(|expression| Some(expression.animation.as_ref()?.animation));
    let mut nodes: Vec<NodeId> = used.flat_map(|at| animations[at].channels.iter().filter_map(moved)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    for index in 0..expressions.as_slice().len() {
        let Some(animation) = expressions.get_mut(index).and_then(|expression| expression.animation.as_mut()) else {
            continue;
        };
        let place = |channel| moved(channel).and_then(|node| nodes.binary_search(&node).ok());
        animation.nodes = animations[animation.animation].channels.iter().map(place).collect();
    }
    expressions.animated_nodes = nodes;
}

/// The place of a property among those that are known, which it joins.
fn place(known: &mut Vec<crate::model::property::PropertyId>, property: crate::model::property::PropertyId) -> usize {
    known.iter().position(|other| other.target() == property.target()).unwrap_or_else(|| {
        known.push(property);
        known.len() - 1
    })
}

/// The elements of a property that should be an array.
fn elements<'json>(
    value: Value<'json>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = Value<'json>> + use<'json> {
    if value.kind() != Kind::Array {
        report_mismatch(value, "an array", diagnostics);
    }
    value.elements()
}

/// A number that should be within 0…1; outside it is reported and clamped.
fn unit(value: Value<'_>, key: &str, number: f32, diagnostics: &mut Diagnostics) -> f32 {
    if !(0.0..=1.0).contains(&number) {
        let message = format!("`{key}` is {number}; it must be within 0 and 1, and is clamped");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, value.get(key).unwrap_or(value), message);
    }
    number.clamp(0.0, 1.0)
}

/// The node that a channel's target or pointer names, for messages.
fn node_name(index: NodeIndex) -> String {
    format!("node {}", index.0)
}
