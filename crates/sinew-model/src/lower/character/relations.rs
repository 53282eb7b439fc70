//! How expressions weaken others, and which make up those of other vocabularies.

use sinew_document::extension::khr_character_expression::{MaskKind, RawMapping, RawMask, RawMasks, RawSource};
use sinew_document::{Code, Diagnostics, FromJson, Value, expect_object};

use super::{elements, unit};
use crate::model::{Expression, ExpressionMask, ExpressionMaskKind, ExpressionPreset, ExpressionSource, Expressions};

/// The masks of one expression.
pub(super) fn lower_masks(
    value: Value<'_>,
    index: usize,
    expressions: &mut Expressions,
    diagnostics: &mut Diagnostics,
) {
    let Some(RawMasks { masks }) = RawMasks::from_json(value, diagnostics) else { return };
    let mut lowered = Vec::new();
    for value in elements(masks, diagnostics) {
        let Some(mask) = RawMask::from_json(value, diagnostics) else { continue };
        let Some(target) = expressions.position(&mask.target) else {
            report_unknown(&mask.target, value, "target", diagnostics);
            continue;
        };
        let amount = unit(value, "amount", mask.amount, diagnostics);
        let threshold = unit(value, "threshold", mask.threshold, diagnostics);
        let kind = match mask.kind {
            MaskKind::Blend => ExpressionMaskKind::Blend,
            MaskKind::Block => ExpressionMaskKind::Block { threshold },
        };
        lowered.push(ExpressionMask { target, amount, kind });
    }
    if let Some(expression) = expressions.get_mut(index) {
        expression.masks = lowered;
    }
}

/// Expressions of other vocabularies: `SET/NAME`, and `NAME` alone where nothing else is called so.
pub(super) fn lower_mapping(value: Value<'_>, expressions: &mut Expressions, diagnostics: &mut Diagnostics) {
    let Some(RawMapping { expression_set_mappings: sets }) = RawMapping::from_json(value, diagnostics) else { return };
    if expect_object(sets, diagnostics).is_none() {
        return;
    }
    let of_file = expressions.as_slice().len();
    for (set, mappings) in sets.members() {
        if expect_object(mappings, diagnostics).is_none() {
            continue;
        }
        for (name, list) in mappings.members() {
            let mut sources = Vec::new();
            for value in elements(list, diagnostics) {
                let Some(RawSource { source, weight }) = RawSource::from_json(value, diagnostics) else { continue };
                match expressions.position(&source).filter(|index| *index < of_file) {
                    Some(expression) => sources.push(ExpressionSource { expression, weight }),
                    None => report_unknown(&source, value, "source", diagnostics),
                }
            }
            push(expressions, (&set, &name), sources, list, diagnostics);
        }
    }
}

fn push(
    expressions: &mut Expressions,
    (set, name): (&str, &str),
    sources: Vec<ExpressionSource>,
    list: Value<'_>,
    diagnostics: &mut Diagnostics,
) {
    let full = format!("{set}/{name}");
    let is_alone = expressions.position(name).is_none();
    let preset = ExpressionPreset::from_name(name).filter(|_| is_alone);
    let expression = Expression { sources, ..Expression::new(full.clone(), preset) };
    if expressions.push(expression) {
        expressions.push_alias(name.to_owned(), expressions.as_slice().len() - 1);
    } else {
        let message = format!("\"{full}\" is the name of an expression before it, which counts");
        diagnostics.report(Code::EXPRESSION_NAME_TAKEN, list, message);
    }
}

fn report_unknown(name: &str, value: Value<'_>, key: &str, diagnostics: &mut Diagnostics) {
    let message = format!("the file has no expression \"{name}\"");
    diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get(key).unwrap_or(value), message);
}
