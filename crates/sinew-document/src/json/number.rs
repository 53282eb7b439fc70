//! Numbers, faster than a general parser where they are short, which in files they are.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Returns the nearest single to the number at the beginning of the text, where that takes no exact arithmetic.
///
/// Up to 15 digits and the powers of ten are exact doubles, so one division rounds correctly to a double (Clinger 1990).
/// Rounding that to a single is right too, unless the double lies exactly between two singles: then it may have been
/// rounded there, and the caller must look closer.
#[inline]
pub(super) fn short_f32(text: &[u8]) -> Option<f32> {
    let double = short_f64(text)?;
    let is_between_singles = double.to_bits() & 0x1fff_ffff == 0x1000_0000;
    (!is_between_singles).then_some(double as f32)
}

/// The nearest double to a number that begins the text, where it has at most 15 digits and no exponent.
#[inline]
pub(super) fn short_f64(text: &[u8]) -> Option<f64> {
    let is_negative = text.first() == Some(&b'-');
    let text = &text[usize::from(is_negative)..];
    let (mantissa, whole) = append_digits(0, text);
    let (mantissa, decimals, end) = match text.get(whole) {
        Some(b'.') => {
            let (mantissa, decimals) = append_digits(mantissa, &text[whole + 1..]);
            (mantissa, decimals, whole + 1 + decimals)
        }
        _ => (mantissa, 0, whole),
    };
    if whole + decimals > 15 || matches!(text.get(end), Some(b'e' | b'E')) {
        return None;
    }
    let magnitude = mantissa as f64 / POWERS[decimals];
    Some(if is_negative { -magnitude } else { magnitude })
}

/// The number that the digits at the beginning of a text continue, and how many they are. With more than 19 digits the
/// number wraps around.
#[inline]
fn append_digits(mut number: u64, text: &[u8]) -> (u64, usize) {
    for (count, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (number, count);
        }
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    (number, text.len())
}

/// The double nearest to a decimal number, `-1.5e3` or `+.5`; infinite where it is beyond every double. `None` for a text that is not a
/// number in digits.
pub fn parse_f64(text: &str) -> Option<f64> {
    if !is_in_digits(text) {
        return None;
    }
    #[cfg(target_arch = "wasm32")]
    return super::decimal::parse_f64(text);
    #[cfg(not(target_arch = "wasm32"))]
    text.parse().ok()
}

/// As [`parse_f64`], the nearest single.
pub(super) fn parse_f32(text: &str) -> Option<f32> {
    if !is_in_digits(text) {
        return None;
    }
    #[cfg(target_arch = "wasm32")]
    return super::decimal::parse_f32(text);
    #[cfg(not(target_arch = "wasm32"))]
    text.parse().ok()
}

/// The standard library also reads `inf` and `nan`.
fn is_in_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_between_two_singles_are_left_to_a_closer_look() {
        // 2²⁴ + 1 lies between the singles 2²⁴ and 2²⁴ + 2.
        assert_eq!(short_f32(b"16777217"), None);
        assert_eq!(short_f32(b"16777216"), Some(16_777_216.0));
        assert_eq!(short_f32(b"-0"), Some(-0.0));
        assert_eq!(short_f32(b"-0").map(f32::is_sign_negative), Some(true));
        assert_eq!(short_f64(b"1e5"), None);
        assert_eq!(short_f64(b"1234567890123456"), None);
    }

    #[test]
    fn words_are_not_numbers() {
        assert_eq!([parse_f64("inf"), parse_f64("NaN"), parse_f64("e"), parse_f64("")], [None; 4]);
        assert_eq!(
            [parse_f64("1e999"), parse_f64("+.5"), parse_f64("-2e-1")],
            [Some(f64::INFINITY), Some(0.5), Some(-0.2)]
        );
    }

    proptest! {
        #[test]
        fn short_numbers_are_the_nearest_floats(number in "-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,10})?", end in "[,\\] }]?") {
            let text = format!("{number}{end}");
            if let Some(single) = short_f32(text.as_bytes()) {
                prop_assert_eq!(single.to_bits(), number.parse::<f32>().unwrap().to_bits());
            }
            if let Some(double) = short_f64(text.as_bytes()) {
                prop_assert_eq!(double.to_bits(), number.parse::<f64>().unwrap().to_bits());
            }
        }
    }
}
