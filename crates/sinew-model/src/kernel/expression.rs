//! The weights of expressions that are set at the same time (`VRMC_vrm` 1.0, expressions).

/// Returns the weight of an expression for the value it is set to: clamped to 0…1, and 0 or 1 if it is binary ("a value
/// greater than 0.5 is 1.0, otherwise 0.0"). NaN counts as 0.
pub fn output(value: f32, is_binary: bool) -> f32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
    if is_binary { f32::from(u8::from(value > 0.5)) } else { value }
}

/// The factor on a group of expressions (mouth, blink, look-at) that others override.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Suppression {
    blocked: bool,
    blended: f32,
}

impl Suppression {
    /// Adds an expression with `block`: the factor is 0 while its weight is above 0.
    pub fn block(&mut self, output: f32) {
        self.blocked |= output > 0.0;
    }

    /// Adds an expression with `blend`: the factor decreases by its weight.
    pub fn blend(&mut self, output: f32) {
        self.blended += output;
    }

    /// Returns the factor: `1 − saturate(sum)`, and 0 when blocked.
    pub fn factor(self) -> f32 {
        if self.blocked { 0.0 } else { 1.0 - self.blended.min(1.0) }
    }
}

/// Returns the weight of an expression that others override by a factor. A binary one is 0 or 1 ("must be
/// completely suppressed if the effect received is greater than 0.0").
pub fn suppressed(output: f32, factor: f32, is_binary: bool) -> f32 {
    match is_binary {
        true if factor < 1.0 => 0.0,
        true => output,
        false => output * factor,
    }
}

/// Returns the factor of a mask on another expression, for the value of the one that has it: `1 − amount · value`
/// (`KHR_character_expression_mask`, "blend"). Factors of several masks are multiplied.
pub fn blend_mask(value: f32, amount: f32) -> f32 {
    1.0 - amount * value
}

/// Returns the factor of a mask that acts above a threshold: `1 − amount` (`KHR_character_expression_mask`, "block").
pub fn block_mask(value: f32, amount: f32, threshold: f32) -> f32 {
    if value > threshold { 1.0 - amount } else { 1.0 }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;

    #[test]
    fn values_are_clamped_and_binary_ones_rounded() {
        assert_eq!([-1.0, 0.25, 1.5, f32::NAN].map(|value| output(value, false)), [0.0, 0.25, 1.0, 0.0]);
        assert_eq!([0.2, 0.5, 0.501, 7.0].map(|value| output(value, true)), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn a_block_leaves_nothing_and_blends_add_up() {
        let mut blend = Suppression::default();
        blend.blend(0.25);
        assert!((blend.factor() - 0.75).abs() < 1e-6);
        blend.blend(0.5);
        assert!((blend.factor() - 0.25).abs() < 1e-6);
        blend.blend(0.5);
        assert_eq!(blend.factor(), 0.0);
        let mut block = Suppression::default();
        block.block(0.0);
        assert_eq!(block.factor(), 1.0);
        block.block(0.01);
        assert_eq!(block.factor(), 0.0);
    }

    #[test]
    fn masks_weaken_by_the_draft_s_formulas() {
        // "aa_out = aa_in * (1 - x * happy_in)" and "(1 - (angry_in > y ? x : 0))".
        assert_eq!([blend_mask(1.0, 0.5), blend_mask(0.5, 0.5), blend_mask(0.0, 1.0)], [0.5, 0.75, 1.0]);
        let block = |value| block_mask(value, 0.75, 0.25);
        assert_eq!([block(0.25), block(0.5), block_mask(0.125, 1.0, 0.0)], [1.0, 0.25, 0.0]);
    }

    #[test]
    fn a_binary_expression_is_never_shown_in_part() {
        assert_eq!([suppressed(1.0, 0.9, true), suppressed(1.0, 1.0, true)], [0.0, 1.0]);
        assert_eq!(suppressed(0.5, 0.5, false), 0.25);
    }
}
