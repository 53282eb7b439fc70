//! What is done to decoded attributes (both texts, "Appendix B: Filters").
//!
//! The texts leave open what becomes of numbers outside of their ranges; here they are brought to the nearest that can be
//! written, and what is not a number becomes 0.

use super::{Filter, Layout};

pub(super) fn apply(elements: &mut [u8], layout: Layout) {
    match (layout.filter, layout.stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each(elements, |[x, y, one, w]: [u8; 4]| {
            let [x, y, z] = unfold([x, y, one].map(|byte| f32::from(byte.cast_signed())), 127.0);
            [x as i8 as u8, y as i8 as u8, z as i8 as u8, w]
        }),
        (Filter::Octahedral, _) => each_of_shorts(elements, |[x, y, one, w]| {
            let [x, y, z] = unfold([x, y, one].map(|short| f32::from(short.cast_signed())), 32767.0);
            [x as i16 as u16, y as i16 as u16, z as i16 as u16, w]
        }),
        (Filter::Quaternion, _) => each_of_shorts(elements, quaternion),
        (Filter::Exponential, _) => each(elements, |word| float(i32::from_le_bytes(word)).to_le_bytes()),
        (Filter::Color, 4) => each(elements, |[y, co, cg, alpha]: [u8; 4]| {
            let chroma = [co, cg].map(|byte| i32::from(byte.cast_signed()));
            color(y.into(), chroma, alpha.into(), 255.0).map(|part| part as u8)
        }),
        (Filter::Color, _) => each_of_shorts(elements, |[y, co, cg, alpha]| {
            let chroma = [co, cg].map(|short| i32::from(short.cast_signed()));
            color(y.into(), chroma, alpha.into(), 65535.0).map(|part| part as u16)
        }),
    }
}

fn each<const N: usize>(elements: &mut [u8], change: impl Fn([u8; N]) -> [u8; N]) {
    for element in elements.as_chunks_mut().0 {
        *element = change(*element);
    }
}

fn each_of_shorts(elements: &mut [u8], change: impl Fn([u16; 4]) -> [u16; 4]) {
    each(elements, |[a, b, c, d, e, f, g, h]| {
        let shorts = change([[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes));
        let [[a, b], [c, d], [e, f], [g, h]] = shorts.map(u16::to_le_bytes);
        [a, b, c, d, e, f, g, h]
    });
}

/// A unit vector from two places on an octahedron and what 1 is there ("Filter 1: octahedral"), in integers up to `most`.
fn unfold([x, y, one]: [f32; 3], most: f32) -> [f32; 3] {
    // The division by what 1 is falls out with the division by the length.
    let z = one - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let scale = most / (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|part| (part * scale).round())
}

/// A quaternion from its three smaller parts ("Filter 2: quaternion").
fn quaternion(parts: [u16; 4]) -> [u16; 4] {
    let [x, y, z, last] = parts.map(u16::cast_signed);
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(last | 3);
    let [x, y, z] = [x, y, z].map(|part| f32::from(part) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let mut quaternion = [w, x, y, z].map(|part| (part * 32767.0).round() as i16 as u16);
    quaternion.rotate_right(usize::from(last as u16 & 3));
    quaternion
}

/// 2ᵉ·m from eight bits of e and 24 of m ("Filter 3: exponential"); exact.
fn float(word: i32) -> f32 {
    let power = f64::from_bits(((1023 + (word >> 24)) as u64) << 52);
    (power * f64::from(word << 8 >> 8)) as f32
}

/// Red, green, blue and alpha from luma and chroma ("Filter 4: color"), in integers up to `most`.
fn color(y: i32, [co, cg]: [i32; 2], alpha: u32, most: f32) -> [f32; 4] {
    // The highest bit of alpha says how many bits there are; without it there is nothing to go by.
    let Some(high) = alpha.checked_ilog2() else { return [0.0; 4] };
    let all = (2 << high) - 1;
    let alpha = alpha.cast_signed() & (all >> 1);
    let alpha = alpha << 1 | alpha & 1;
    let scale = most / all as f32;
    [y + co - cg, y + cg, y - co - cg, alpha].map(|part| (part as f32 * scale).round())
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers, and powers of two, are exact")]
mod tests {
    use super::*;

    #[test]
    fn axes_and_the_folded_half_are_unfolded() {
        // (0, 0) is +Z; (1, 0) is +X; (1, 1) is folded over to −Z.
        assert_eq!(unfold([0.0, 0.0, 127.0], 127.0), [0.0, 0.0, 127.0]);
        assert_eq!(unfold([127.0, 0.0, 127.0], 127.0), [127.0, 0.0, 0.0]);
        assert_eq!(unfold([7.0, 7.0, 7.0], 32767.0), [0.0, 0.0, -32767.0]);
        // (1/2, 1/2, 1/2 − 1/2) is on the equator: 1/√2 · 32767 = 23169.8.
        assert_eq!(unfold([1.0, -1.0, 2.0], 32767.0), [23170.0, -23170.0, 0.0]);
    }

    #[test]
    fn the_largest_part_of_a_quaternion_is_worked_out() {
        // 30° about X is (sin 15°, 0, 0, cos 15°) = (0.258819, 0, 0, 0.965926); W is omitted, X is stored times √2 of 32767.
        let x = (0.258_819_05_f32 * std::f32::consts::SQRT_2 * 32767.0).round() as i16 as u16;
        let [a, b, c, d] = quaternion([x, 0, 0, 0x7fff]).map(|part| f32::from(part.cast_signed()) / 32767.0);
        assert!((a - 0.258_819_05).abs() < 1e-4 && (d - 0.965_925_8).abs() < 1e-4, "{a} {d}");
        assert_eq!((b, c), (0.0, 0.0));
    }

    #[test]
    fn floats_are_whole_numbers_times_powers_of_two() {
        assert_eq!(float(3), 3.0);
        assert_eq!(float((-1 << 24) | 3), 1.5);
        assert_eq!(float(0x04ff_ffff), -16.0);
        assert_eq!(float((-100 << 24) | 1), 2f32.powi(-100));
    }

    #[test]
    fn grey_stays_grey_and_alpha_has_a_bit_less() {
        // Eight bits: y = 200, no chroma; alpha 0x80 | 0x7f is the most.
        assert_eq!(color(200, [0, 0], 0xff, 255.0), [200.0, 200.0, 200.0, 255.0]);
        // Four bits of 15: y = 5, co = 2, cg = −1: r = 8, g = 4, b = 4; scale 17; alpha 0b1011 → 0b011 → 0b0111 = 7.
        assert_eq!(color(5, [2, -1], 0b1011, 255.0), [136.0, 68.0, 68.0, 119.0]);
        assert_eq!(color(5, [2, -1], 0, 255.0), [0.0; 4]);
    }
}
