//! The values of an avatar's expressions, and their effect on its morph targets and materials.

mod animated;

use sinew_model::kernel::expression::{Suppression, blend_mask, block_mask, output, suppressed};
use sinew_model::math::Transform;
use sinew_model::model::property::PropertyId;
use sinew_model::model::{
    Expression, ExpressionMaskKind, ExpressionOverride, ExpressionPreset, Expressions, LookAt, LookAtKind,
    MaterialProperty, Model,
};

use animated::Animated;

/// The values of an avatar's expressions. Created once for each avatar; nothing is allocated afterwards.
#[derive(Clone, Debug, Default)]
pub struct ExpressionState {
    /// By the index in [`Expressions::as_slice`](sinew_model::Expressions::as_slice).
    values: Vec<f32>,
    outputs: Vec<f32>,
    /// By the index in [`Expressions::material_properties`].
    materials: Vec<[f32; 4]>,
    /// The factors of masks, by expression; empty where no expression has one.
    factors: Vec<f32>,
    /// What the animations of expressions give.
    animated: Option<Box<Animated>>,
}

impl ExpressionState {
    /// Creates a state with all values at zero.
    pub fn new(model: &Model) -> Self {
        let count = model.expressions().as_slice().len();
        let materials = model.expressions().material_properties().iter().map(|property| property.rest).collect();
        let has_masks = model.expressions().as_slice().iter().any(|expression| !expression.masks.is_empty());
        let factors = if has_masks { vec![1.0; count] } else { Vec::new() };
        let animated = Animated::new(model);
        Self { values: vec![0.0; count], outputs: vec![0.0; count], materials, factors, animated }
    }

    /// Sets the value of an expression by its index; an index that the model does not have is ignored.
    pub fn set(&mut self, index: usize, value: f32) {
        if let Some(slot) = self.values.get_mut(index) {
            *slot = value;
        }
    }

    /// The value of an expression as set.
    pub fn value(&self, index: usize) -> Option<f32> {
        self.values.get(index).copied()
    }

    /// The output of an expression after clamping, rounding and overrides, as of the last [`ExpressionState::apply`].
    pub fn output(&self, index: usize) -> Option<f32> {
        self.outputs.get(index).copied()
    }

    /// The values of all expressions as set.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The properties of materials that expressions change, each with its value as of the last [`ExpressionState::apply`].
    /// `model` is the one that the state was created for.
    pub fn material_values<'a>(
        &'a self,
        model: &'a Model,
    ) -> impl ExactSizeIterator<Item = (&'a MaterialProperty, [f32; 4])> {
        model.expressions().material_properties().iter().zip(self.materials.iter().copied())
    }

    /// The value of a property of a material, by its index in [`Expressions::material_properties`].
    pub fn material_value(&self, index: usize) -> Option<[f32; 4]> {
        self.materials.get(index).copied()
    }

    /// Restores values, and computes their outputs.
    pub fn restore(&mut self, model: &Model, values: &[f32]) {
        self.values.iter_mut().zip(values).for_each(|(own, saved)| *own = *saved);
        self.compute(model.expressions().as_slice());
        self.blend_materials(model.expressions());
        if let Some(animated) = &mut self.animated {
            animated.sample(model, &self.outputs);
        }
    }

    /// Moves the nodes that the animations of expressions move, from where they are, as of the last [`ExpressionState::apply`].
    /// `before` is called with the place of each node among [`Expressions::animated_nodes`] that has moved, and its transform
    /// before.
    pub fn move_nodes(&self, model: &Model, local: &mut [Transform], before: impl FnMut(usize, Transform)) {
        if let Some(animated) = &self.animated {
            animated.move_nodes(model, local, before);
        }
    }

    /// The properties that the animations of expressions change besides transforms and weights, each with its value as of the last
    /// [`ExpressionState::apply`].
    pub fn animated_properties<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (PropertyId, &'a [f32])> {
        self.animated.iter().flat_map(|animated| animated.properties(model))
    }

    /// Sets the expressions for a look-at direction in degrees, if the model's look-at uses expressions.
    pub fn set_look_at(&mut self, model: &Model, yaw: f32, pitch: f32) {
        let Some(look_at) = model.look_at().filter(|look_at| look_at.kind == LookAtKind::Expression) else { return };
        for (preset, value) in LookAt::expression_values(look_at, yaw, pitch) {
            if let Some(index) = model.expressions().position(preset.name()) {
                self.set(index, value);
            }
        }
    }

    /// Writes the weights of the morph targets that the model's expressions bind; others stay ("Expression update
    /// algorithm": to 0, then the sum of all expressions). `weights` are those of a [`Pose`](crate::Pose). Properties of
    /// materials change with them ([`ExpressionState::material_values`]).
    pub fn apply(&mut self, model: &Model, weights: &mut [f32]) {
        let expressions = model.expressions().as_slice();
        self.compute(expressions);
        if let Some(animated) = &self.animated {
            animated.reset_weights(model, weights);
        }
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
        self.blend_materials(model.expressions());
        if let Some(animated) = &mut self.animated {
            animated.sample(model, &self.outputs);
            animated.add_weights(weights);
        }
    }

    /// `Base + (A.Target − Base) · A.Weight + (B.Target − Base) · B.Weight` (section "`MaterialColor`").
    fn blend_materials(&mut self, expressions: &Expressions) {
        let properties = expressions.material_properties();
        self.materials.iter_mut().zip(properties).for_each(|(value, property)| *value = property.rest);
        for (expression, &output) in expressions.as_slice().iter().zip(&self.outputs) {
            if output == 0.0 {
                continue;
            }
            for bind in &expression.material_binds {
                let (Some(value), Some(property)) =
                    (self.materials.get_mut(bind.property), properties.get(bind.property))
                else {
                    continue;
                };
                for ((value, target), rest) in value.iter_mut().zip(bind.target).zip(property.rest) {
                    *value += (target - rest) * output;
                }
            }
        }
    }

    fn compute(&mut self, expressions: &[Expression]) {
        let [mut mouth, mut blink, mut look_at] = [Suppression::default(); 3];
        for ((expression, value), out) in expressions.iter().zip(&self.values).zip(&mut self.outputs) {
            *out = output(*value, expression.is_binary);
        }
        self.add_to_sources(expressions);
        self.mask(expressions);
        for (expression, out) in expressions.iter().zip(&self.outputs) {
            // "Like overrideBlink for blink, settings for the same kind are treated as invalid."
            let is = |kind: fn(ExpressionPreset) -> bool| expression.preset.is_some_and(kind);
            for (group, kind, group_suppression) in [
                (expression.override_mouth, is(ExpressionPreset::is_mouth), &mut mouth),
                (expression.override_blink, is(ExpressionPreset::is_blink), &mut blink),
                (expression.override_look_at, is(ExpressionPreset::is_look_at), &mut look_at),
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
                Some(preset) if preset.is_look_at() => look_at.factor(),
                _ => continue,
            };
            *out = suppressed(*out, factor, expression.is_binary);
        }
    }

    /// Expressions of other vocabularies add to those that they are made of, in proportion to their weights.
    fn add_to_sources(&mut self, expressions: &[Expression]) {
        for (index, expression) in expressions.iter().enumerate() {
            let value = self.outputs[index];
            if value == 0.0 {
                continue;
            }
            for source in &expression.sources {
                if let Some(out) = self.outputs.get_mut(source.expression) {
                    *out += source.weight * value;
                }
            }
        }
        if expressions.iter().any(|expression| !expression.sources.is_empty()) {
            self.outputs.iter_mut().for_each(|out| *out = out.clamp(0.0, 1.0));
        }
    }

    /// "The influence only evaluates the input values of expressions" (`KHR_character_expression_mask`).
    fn mask(&mut self, expressions: &[Expression]) {
        if self.factors.is_empty() {
            return;
        }
        self.factors.fill(1.0);
        for (expression, &value) in expressions.iter().zip(&self.outputs) {
            for mask in &expression.masks {
                let factor = match mask.kind {
                    ExpressionMaskKind::Blend => blend_mask(value, mask.amount),
                    ExpressionMaskKind::Block { threshold } => block_mask(value, mask.amount, threshold),
                };
                if let Some(own) = self.factors.get_mut(mask.target) {
                    *own *= factor;
                }
            }
        }
        self.outputs.iter_mut().zip(&self.factors).for_each(|(out, factor)| *out *= factor);
    }
}
