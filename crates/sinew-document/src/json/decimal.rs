//! The float nearest to a decimal number, without a table.
//!
//! The standard library's way is faster and has 10 kB of powers of five, a fortieth of what a browser downloads to play an
//! animation. So this one reads long numbers there: those of up to 19 digits by one division of 128 bits, others by long
//! division. Both round to the nearest, ties to even, as IEEE 754 has it: the bits are the same.

use std::cmp::Ordering;

/// More digits cannot decide between two doubles, except by being there (767 for the ones with most).
const MAX_DIGITS: usize = 800;

/// Digits that a `u64` holds, whatever they are.
const SHORT_DIGITS: usize = 19;

/// The powers of five that a `u64` holds.
const SHORT_EXPONENT: i64 = 27;

/// Beyond these a number is infinite, or zero, whatever its digits are: the powers of ten of its first digit.
const EXPONENTS: std::ops::RangeInclusive<i64> = -400..=400;

/// The nearest double to a number: `12`, `-.5`, `+1.25e-3`. `None` if the text is not one.
pub(super) fn parse_f64(text: &str) -> Option<f64> {
    let decimal = Decimal::read(text.as_bytes())?;
    let bits = decimal.bits(Format { precision: 53, min_exponent: -1074, max_exponent: 971 });
    let magnitude = f64::from_bits(bits);
    Some(if decimal.is_negative { -magnitude } else { magnitude })
}

/// As [`parse_f64`], the nearest single.
pub(super) fn parse_f32(text: &str) -> Option<f32> {
    let decimal = Decimal::read(text.as_bytes())?;
    let bits = decimal.bits(Format { precision: 24, min_exponent: -149, max_exponent: 104 });
    let magnitude = f32::from_bits(bits as u32);
    Some(if decimal.is_negative { -magnitude } else { magnitude })
}

/// A binary format: a number is an integer of so many bits, times a power of two.
#[derive(Clone, Copy)]
struct Format {
    precision: u32,
    min_exponent: i64,
    max_exponent: i64,
}

/// Digits without leading zeros, as an integer, times a power of ten.
struct Decimal {
    is_negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn read(text: &[u8]) -> Option<Self> {
        let is_negative = text.first() == Some(&b'-');
        let text = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
        let end = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (mantissa, exponent) = match end {
            Some(end) => (&text[..end], exponent(&text[end + 1..])?),
            None => (text, 0),
        };
        let point = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
        let fraction = mantissa.get(point + 1..).unwrap_or_default();
        let all = || mantissa[..point].iter().chain(fraction);
        if all().next().is_none() || !all().all(u8::is_ascii_digit) {
            return None;
        }
        let mut significant = all().skip_while(|digit| **digit == b'0').map(|digit| digit - b'0');
        let mut digits: Vec<u8> = significant.by_ref().take(MAX_DIGITS).collect();
        let mut exponent = exponent.saturating_sub(fraction.len().cast_signed() as i64);
        // What is left only says on which side of a tie the number is.
        let mut is_more = false;
        for digit in significant {
            exponent = exponent.saturating_add(1);
            is_more |= digit != 0;
        }
        if is_more {
            digits.push(1);
            exponent = exponent.saturating_sub(1);
        }
        Some(Self { is_negative, digits, exponent })
    }

    /// The magnitude's bits in a format.
    fn bits(&self, format: Format) -> u64 {
        let first = self.exponent.saturating_add(self.digits.len().cast_signed() as i64);
        if self.digits.is_empty() || first < *EXPONENTS.start() {
            return 0;
        }
        if first > *EXPONENTS.end() {
            return format.infinity();
        }
        let short = || {
            let is_short = self.digits.len() <= SHORT_DIGITS && self.exponent.abs() <= SHORT_EXPONENT;
            is_short.then(|| self.short())
        };
        let (quotient, exponent, is_exact) = short().unwrap_or_else(|| self.long());
        format.round(quotient, exponent, is_exact)
    }

    /// The number as an integer times a power of two, and whether it is exactly that; of at most 19 digits.
    fn short(&self) -> (u128, i64, bool) {
        let number = self.digits.iter().fold(0_u64, |number, digit| number * 10 + u64::from(*digit));
        let power = 5_u128.pow(self.exponent.unsigned_abs() as u32);
        if self.exponent >= 0 {
            return (u128::from(number) * power, self.exponent, true);
        }
        let shift = number.leading_zeros() + 64;
        let dividend = u128::from(number) << shift;
        (dividend / power, self.exponent - i64::from(shift), dividend % power == 0)
    }

    /// As [`Decimal::short`], of any length.
    fn long(&self) -> (u128, i64, bool) {
        let mut dividend = Integer::default();
        for digit in &self.digits {
            dividend.multiply_add(10, u32::from(*digit));
        }
        let mut divisor = Integer::default();
        divisor.multiply_add(1, 1);
        let scaled = if self.exponent >= 0 { &mut dividend } else { &mut divisor };
        for _ in 0..self.exponent.unsigned_abs() {
            scaled.multiply_add(5, 0);
        }
        // So that the quotient has 66 or 67 bits.
        let shift = 66 + divisor.bits() - dividend.bits();
        (if shift >= 0 { &mut dividend } else { &mut divisor }).shift(shift.unsigned_abs() as usize);
        let (quotient, is_exact) = dividend.divide(divisor);
        (quotient, self.exponent - shift, is_exact)
    }
}

/// The digits behind an `e`; what no float reaches is as good as any.
fn exponent(text: &[u8]) -> Option<i64> {
    let is_negative = text.first() == Some(&b'-');
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |number: i64, digit: &u8| number.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    let magnitude = digits.iter().fold(0, digit);
    Some(if is_negative { -magnitude } else { magnitude })
}

impl Format {
    fn infinity(self) -> u64 {
        ((self.max_exponent - self.min_exponent + 2) as u64) << (self.precision - 1)
    }

    /// Rounds `number` × 2^`exponent`, and a bit more where it is not exact, to the nearest, ties to even. The number has more
    /// bits than the format, or is exact.
    fn round(self, number: u128, exponent: i64, is_exact: bool) -> u64 {
        let bits = i64::from(u128::BITS - number.leading_zeros());
        // The power of two of the result's last bit; subnormal numbers have the smallest there is.
        let last = (exponent + bits - i64::from(self.precision)).max(self.min_exponent);
        let dropped = last - exponent;
        let (mut rounded, half, is_tie_broken) = match u32::try_from(dropped) {
            // The number is shorter than the format, and exact.
            Err(_) | Ok(0) => (number << dropped.unsigned_abs(), false, !is_exact),
            Ok(dropped @ 1..=127) => {
                let rest = number & ((1 << dropped) - 1);
                let half = 1 << (dropped - 1);
                (number >> dropped, rest & half != 0, rest & (half - 1) != 0 || !is_exact)
            }
            // Below half of the smallest number, or exactly that: 128 bits are dropped, and the first is the half.
            Ok(dropped) => (0, dropped == 128 && number >> 127 != 0, number << 1 != 0 || !is_exact),
        };
        rounded += u128::from(half && (is_tie_broken || rounded & 1 != 0));
        // A carry into the next power of two is one into the exponent, too: the fields lie side by side.
        let rounded = rounded as u64;
        if rounded >> (self.precision - 1) == 0 {
            return rounded;
        }
        let field = (last - self.min_exponent) as u64;
        (rounded + (field << (self.precision - 1))).min(self.infinity())
    }
}

/// A whole number of any size, its lowest 32 bits first, without zeros at its end.
#[derive(Default)]
struct Integer(Vec<u32>);

impl Integer {
    fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    fn bits(&self) -> i64 {
        self.0.last().map_or(0, |last| self.0.len().cast_signed() as i64 * 32 - i64::from(last.leading_zeros()))
    }

    fn shift(&mut self, bits: usize) {
        self.multiply_add(1 << (bits % 32), 0);
        self.0.splice(0..0, std::iter::repeat_n(0, bits / 32));
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Subtracts a number that is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut is_borrowed = false;
        for (at, limb) in self.0.iter_mut().enumerate() {
            let (first, under) = limb.overflowing_sub(other.0.get(at).copied().unwrap_or_default());
            let (second, under_again) = first.overflowing_sub(u32::from(is_borrowed));
            *limb = second;
            is_borrowed = under || under_again;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn half(&mut self) {
        let mut carry = 0;
        for limb in self.0.iter_mut().rev() {
            let low = *limb & 1;
            *limb = *limb >> 1 | carry << 31;
            carry = low;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// A quotient below 2^67, and whether nothing remains.
    fn divide(mut self, mut divisor: Self) -> (u128, bool) {
        const BITS: usize = 67;
        divisor.shift(BITS - 1);
        let mut quotient = 0;
        for _ in 0..BITS {
            quotient <<= 1;
            if self.compare(&divisor) != Ordering::Less {
                self.subtract(&divisor);
                quotient |= 1;
            }
            divisor.half();
        }
        (quotient, self.0.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a number as the standard library does, which is right for every text (it was proved and is tested exhaustively).
    fn assert_equals_std(text: &str) {
        let bits = |number: f64| number.to_bits();
        assert_eq!(parse_f64(text).map(bits), text.parse().ok().map(bits), "{text}");
        let bits = |number: f32| number.to_bits();
        assert_eq!(parse_f32(text).map(bits), text.parse().ok().map(bits), "{text} as a single");
    }

    #[test]
    fn the_edges_of_both_formats_are_rounded_as_ieee_754_has_it() {
        // The largest numbers, the smallest normal and subnormal ones, and what lies halfway to the next of each.
        let edges = [
            "1.7976931348623157e308",
            "1.7976931348623158079e308",
            "1.797693134862315807937289714053e308",
            "1.797693134862315808e308",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "4.9406564584124654e-324",
            "2.4703282292062327208e-324",
            "2.4703282292062328e-324",
            "2.47e-324",
            "3.4028234663852886e38",
            "3.4028235677973366e38",
            "3.40282356779733661637539395458142568447e38",
            "1.1754943508222875e-38",
            "1.401298464324817e-45",
            "7.006492321624085354618e-46",
            "7.0064923216240854e-46",
            "1e400",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "-0",
            "9007199254740993",
            "9007199254740993.00000000000000000000000000000000000001",
            "16777217",
            "16777217.0000000000000000000000000001",
            "18446744073709551615",
            "9999999999999999999",
            "9999999999999999999e27",
            "1e-27",
            "1e-28",
        ];
        for edge in edges {
            assert_equals_std(edge);
            assert_equals_std(&format!("-{edge}"));
        }
    }

    #[test]
    fn a_digit_far_behind_breaks_a_tie() {
        // 2^53 + 1 lies between two doubles; a one as the thousandth digit makes it more.
        let zeros = "0".repeat(1000);
        assert_eq!(parse_f64(&format!("9007199254740993.{zeros}")), Some(9_007_199_254_740_992.0));
        assert_eq!(parse_f64(&format!("9007199254740993.{zeros}1")), Some(9_007_199_254_740_994.0));
        assert_equals_std(&format!("0.{zeros}{}", "7".repeat(900)));
        assert_equals_std(&format!("{}e-1000", "3".repeat(1100)));
    }

    #[test]
    fn text_that_is_not_a_number_is_none() {
        for text in
            ["", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "0x1", "1e5.0", "--1", "1_000", "nan", "inf"]
        {
            assert_eq!((parse_f64(text), parse_f32(text)), (None, None), "{text}");
        }
        for text in ["5.", ".5", "+5", "-.5e+1", "00012", "1E2"] {
            assert_equals_std(text);
        }
    }

    /// The decimal digits of the point halfway between a double and the next one, which have an end.
    fn halfway(bits: u64) -> String {
        let (mantissa, field) = (bits & ((1 << 52) - 1), bits >> 52);
        let (mantissa, exponent) =
            if field == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, field.cast_signed() - 1075) };
        let (odd, exponent) = (2 * mantissa + 1, exponent - 1);
        let mut number = Integer::default();
        number.multiply_add(1, (odd >> 32) as u32);
        number.shift(32);
        number.0.resize(2, 0);
        number.0[0] = odd as u32;
        // odd · 2^−n is odd · 5^n · 10^−n.
        for _ in 0..exponent.unsigned_abs() {
            number.multiply_add(if exponent < 0 { 5 } else { 2 }, 0);
        }
        let mut digits = Vec::new();
        while !number.0.is_empty() {
            let mut rest = 0_u64;
            for limb in number.0.iter_mut().rev() {
                rest = rest << 32 | u64::from(*limb);
                *limb = (rest / 10) as u32;
                rest %= 10;
            }
            while number.0.last() == Some(&0) {
                number.0.pop();
            }
            digits.push(char::from(b'0' + rest as u8));
        }
        format!("{}e{}", digits.iter().rev().collect::<String>(), exponent.min(0))
    }

    proptest! {
        #[test]
        fn numbers_are_the_nearest_floats(text in "[-+]?[0-9]{1,25}(\\.[0-9]{0,25})?([eE][-+]?[0-9]{1,3})?") {
            assert_equals_std(&text);
        }

        #[test]
        fn the_shortest_digits_of_a_float_are_that_float(bits in 0_u64..0x7ff0_0000_0000_0000, single in 0_u32..0x7f80_0000) {
            let number = f64::from_bits(bits);
            prop_assert_eq!(parse_f64(&format!("{number:e}")), Some(number));
            let number = f32::from_bits(single);
            prop_assert_eq!(parse_f32(&format!("{number:e}")), Some(number));
            assert_equals_std(&format!("{:e}", f64::from(number)));
        }

        #[test]
        fn points_between_two_doubles_go_to_the_even_one(bits in 0_u64..0x7fe0_0000_0000_0000) {
            let text = halfway(bits);
            let even = f64::from_bits(bits + (bits & 1));
            prop_assert_eq!(parse_f64(&text), Some(even));
            assert_equals_std(&text);
        }
    }
}
