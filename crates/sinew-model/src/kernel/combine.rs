//! How the coefficients of two materials are combined for a contact (`KHR_physics_rigid_bodies`, Physics Materials).

/// How the coefficients of two materials are combined. The order is that of precedence where two materials differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Combine {
    /// The mean.
    Average,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
    /// The product.
    Multiply,
}

impl Combine {
    /// All of them, in the order of precedence.
    pub const ALL: [Self; 4] = [Self::Average, Self::Minimum, Self::Maximum, Self::Multiply];

    /// The word of the text, equal in all dialects.
    pub fn name(self) -> &'static str {
        match self {
            Self::Average => "average",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Multiply => "multiply",
        }
    }
}

/// A coefficient of one material, and how it is combined; `None` leaves that to the other material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// Friction or restitution, at least 0.
    pub value: f32,
    /// The combine mode.
    pub combine: Option<Combine>,
}

/// Returns the combine mode of two materials: the first of average, minimum, maximum and multiply that either has. If
/// neither has one, which the text does not define, the result is average.
pub fn policy(a: Option<Combine>, b: Option<Combine>) -> Combine {
    a.into_iter().chain(b).min().unwrap_or(Combine::Average)
}

/// Combines two coefficients.
///
/// ```
/// use sinew_model::kernel::combine::{Combine, Coefficient, combine};
///
/// let ice = Coefficient { value: 0.0, combine: Some(Combine::Multiply) };
/// let rubber = Coefficient { value: 1.0, combine: Some(Combine::Maximum) };
/// assert_eq!(combine(ice, rubber), 1.0);
/// ```
pub fn combine(a: Coefficient, b: Coefficient) -> f32 {
    match policy(a.combine, b.combine) {
        // Each half first: the sum of two large values could overflow.
        Combine::Average => 0.5 * a.value + 0.5 * b.value,
        Combine::Minimum => a.value.min(b.value),
        Combine::Maximum => a.value.max(b.value),
        Combine::Multiply => (a.value * b.value).min(f32::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::Combine::{Average, Maximum, Minimum, Multiply};
    use super::*;

    /// The four sentences of the text, for every pair: "if either uses average", "else if either uses minimum", and so on.
    #[test]
    fn the_first_policy_of_the_list_that_either_uses_decides() {
        let text = |a: Combine, b: Combine| {
            let either = |policy| a == policy || b == policy;
            // Of 0.25 and 0.5: half of the sum, the smaller, the larger, the product; all exact in singles.
            if either(Average) {
                0.375
            } else if either(Minimum) {
                0.25
            } else if either(Maximum) {
                0.5
            } else {
                0.125
            }
        };
        for a in [Average, Minimum, Maximum, Multiply] {
            for b in [Average, Minimum, Maximum, Multiply] {
                let (first, second) =
                    (Coefficient { value: 0.25, combine: Some(a) }, Coefficient { value: 0.5, combine: Some(b) });
                assert_eq!(combine(first, second).to_bits(), f32::to_bits(text(a, b)), "{a:?} {b:?}");
                assert_eq!(combine(second, first).to_bits(), f32::to_bits(text(a, b)), "{b:?} {a:?}");
            }
        }
    }

    #[test]
    fn a_material_without_a_policy_does_not_vote() {
        for asked in [Average, Minimum, Maximum, Multiply] {
            assert_eq!(policy(Some(asked), None), asked);
            assert_eq!(policy(None, Some(asked)), asked);
        }
        assert_eq!(policy(None, None), Average);
    }

    #[test]
    fn the_largest_values_combine_to_something_finite() {
        for asked in [Average, Minimum, Maximum, Multiply] {
            let side = Coefficient { value: f32::MAX, combine: Some(asked) };
            assert_eq!(combine(side, side).to_bits(), f32::MAX.to_bits(), "{asked:?}");
        }
    }
}
