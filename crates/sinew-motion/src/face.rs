//! The face of an avatar: which expressions it puts on, and what that does to its morph targets.

use sinew_model::kernel::expression::{Suppression, output, suppressed};
use sinew_model::model::{Expression, ExpressionOverride, ExpressionPreset, LookAt, LookAtKind, Model};

/// The expressions that an avatar puts on, each with a value. Made once for each avatar; nothing is allocated afterwards.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// By the place in [`Expressions::as_slice`](sinew_model::Expressions::as_slice).
    values: Vec<f32>,
    outputs: Vec<f32>,
}

impl Face {
    /// A face without an expression.
    pub fn new(model: &Model) -> Self {
        let count = model.expressions().as_slice().len();
        Self { values: vec![0.0; count], outputs: vec![0.0; count] }
    }

    /// Sets the value of an expression by its place; a place that the model does not have is passed over.
    pub fn set(&mut self, place: usize, value: f32) {
        if let Some(slot) = self.values.get_mut(place) {
            *slot = value;
        }
    }

    /// The value of an expression as it was set.
    pub fn value(&self, place: usize) -> Option<f32> {
        self.values.get(place).copied()
    }

    /// What an expression gives after clamping, rounding and overriding, as of the last [`Face::apply`].
    pub fn output(&self, place: usize) -> Option<f32> {
        self.outputs.get(place).copied()
    }

    /// The values of all expressions as they were set.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Goes back to values of before, and what they gave.
    pub fn restore(&mut self, model: &Model, values: &[f32]) {
        self.values.iter_mut().zip(values).for_each(|(own, saved)| *own = *saved);
        self.compute(model.expressions().as_slice());
    }

    /// Sets the expressions that show a gaze in degrees, where the model's gaze moves expressions.
    pub fn set_gaze(&mut self, model: &Model, yaw: f32, pitch: f32) {
        let Some(look_at) = model.look_at().filter(|look_at| look_at.kind == LookAtKind::Expression) else { return };
        for (preset, value) in LookAt::expression_values(look_at, yaw, pitch) {
            if let Some(place) = model.expressions().position(preset.name()) {
                self.set(place, value);
            }
        }
    }

    /// Writes the weights of the morph targets that the model's expressions bind; others stay as they are ("Expression
    /// update algorithm": to 0, then what each expression adds). `weights` are those of a [`Pose`](crate::Pose).
    pub fn apply(&mut self, model: &Model, weights: &mut [f32]) {
        let expressions = model.expressions().as_slice();
        self.compute(expressions);
        let targets = model.morph_targets();
        let slot = |bind: &sinew_model::model::MorphTargetBind| targets.range(bind.node).start + bind.index as usize;
        for bind in expressions.iter().flat_map(|expression| &expression.morph_target_binds) {
            if let Some(weight) = weights.get_mut(slot(bind)) {
                *weight = 0.0;
            }
        }
        for (expression, &output) in expressions.iter().zip(&self.outputs) {
            if output == 0.0 {
                continue;
            }
            for bind in &expression.morph_target_binds {
                if let Some(weight) = weights.get_mut(slot(bind)) {
                    *weight += bind.weight * output;
                }
            }
        }
    }

    fn compute(&mut self, expressions: &[Expression]) {
        let [mut mouth, mut blink, mut gaze] = [Suppression::default(); 3];
        for ((expression, value), out) in expressions.iter().zip(&self.values).zip(&mut self.outputs) {
            *out = output(*value, expression.is_binary);
            // "Like overrideBlink for blink, settings for the same kind are treated as invalid."
            let is = |kind: fn(ExpressionPreset) -> bool| expression.preset.is_some_and(kind);
            for (group, kind, group_suppression) in [
                (expression.override_mouth, is(ExpressionPreset::is_mouth), &mut mouth),
                (expression.override_blink, is(ExpressionPreset::is_blink), &mut blink),
                (expression.override_look_at, is(ExpressionPreset::is_look_at), &mut gaze),
            ] {
                match group {
                    _ if kind => {}
                    ExpressionOverride::None => {}
                    ExpressionOverride::Block => group_suppression.block(*out),
                    ExpressionOverride::Blend => group_suppression.blend(*out),
                }
            }
        }
        for (expression, out) in expressions.iter().zip(&mut self.outputs) {
            let factor = match expression.preset {
                Some(preset) if preset.is_mouth() => mouth.factor(),
                Some(preset) if preset.is_blink() => blink.factor(),
                Some(preset) if preset.is_look_at() => gaze.factor(),
                _ => continue,
            };
            *out = suppressed(*out, factor, expression.is_binary);
        }
    }
}
