//! The unit of the stiffness of a limit.

use sinew_document::{Code, Diagnostics, Document, Value};

use crate::lower::{LowerOptions, OmiStiffness};

/// Whether a stiffness of at most one is a fraction.
///
/// The earlier text gives no unit, and the published files carry 0.3, 0.5 and 0.7: the fractions of the engine that wrote
/// them, where they mean that the limit holds. As N/m, a link of 1 kg would sag by 33 m.
#[derive(Clone, Copy, Debug)]
pub(super) struct StiffnessReading {
    fractions: bool,
}

impl StiffnessReading {
    pub(super) fn new(document: &Document, options: &LowerOptions) -> Self {
        let by_godot = || document.asset().and_then(|asset| asset.generator).is_some_and(|name| name.contains("Godot"));
        let fractions = match options.omi_stiffness {
            OmiStiffness::Auto => by_godot(),
            OmiStiffness::Literal => false,
            OmiStiffness::Fraction => true,
        };
        Self { fractions }
    }

    /// N/m or N·m/rad; `None` for a hard limit. `value` is the constraint or the limit.
    pub(super) fn read(self, stiffness: Option<f32>, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<f32> {
        let stiffness = stiffness?;
        if self.fractions && stiffness <= 1.0 {
            let message = format!("a stiffness of {stiffness} is taken as a fraction; the limit is hard");
            diagnostics.report(Code::OMI_STIFFNESS_FRACTION, value.get("stiffness").unwrap_or(value), message);
            return None;
        }
        Some(stiffness)
    }
}
