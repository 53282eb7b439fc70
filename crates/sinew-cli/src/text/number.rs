//! Numbers as text for people.

use sinew::math::Transform;
use sinew::math::rotation_vector;

/// The smallest difference that is shown, in any unit.
const NOTHING: f32 = 5e-4;

/// Up to three decimals, without zeros at the end.
pub(crate) fn short(value: impl Into<f64>) -> String {
    let text = fixed(value);
    if text.contains('e') || !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Three decimals, nothing as a bare 0, very large numbers by their power of ten.
pub(crate) fn fixed(value: impl Into<f64>) -> String {
    let value = value.into();
    if value.abs() < f64::from(NOTHING) {
        return "0".to_owned();
    }
    if value.abs() < 1e6 || !value.is_finite() { format!("{value:.3}") } else { format!("{value:.2e}") }
}

/// Three significant digits: for what may be of any size, such as moments of inertia.
#[cfg(feature = "physics")]
pub(crate) fn significant(value: f32) -> String {
    if value == 0.0 || (0.1..1e6).contains(&value.abs()) {
        return short(value);
    }
    format!("{value:.2e}")
}

/// Three numbers with blanks between them.
pub(crate) fn triple(values: [f32; 3]) -> String {
    values.map(short).join(" ")
}

/// Bytes in the unit that fits: 950 B, 3.4 kB, 1.2 MB.
pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [&str; 3] = ["kB", "MB", "GB"];
    if count < 1000 {
        return format!("{count} B");
    }
    let (mut value, mut unit) = (count as f64 / 1e3, 0);
    // 999.95 would be printed as 1000.0.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1e3;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// A number and its noun: 1 node, 2 nodes.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A local transform in words; empty for the identity.
pub(crate) fn transform(transform: Transform) -> Vec<String> {
    let mut parts = Vec::new();
    if !is_near(transform.translation.to_array(), [0.0; 3]) {
        parts.push(format!("at {}", triple(transform.translation.to_array())));
    }
    let turn = rotation_vector(transform.rotation).to_array().map(f32::to_degrees);
    if !is_near(turn, [0.0; 3]) {
        parts.push(rotation(turn));
    }
    let scale = transform.scale.to_array();
    if !is_near(scale, [1.0; 3]) {
        let is_even = is_near(scale, [scale[0]; 3]);
        parts.push(format!("scaled {}", if is_even { short(scale[0]) } else { triple(scale) }));
    }
    parts
}

/// An axis times an angle in degrees, in words.
fn rotation(turn: [f32; 3]) -> String {
    let angle = length(turn);
    let main = (0..3).find(|&axis| turn[axis].abs() > angle * (1.0 - 1e-6));
    match main {
        Some(axis) => format!("rotated {}° about {}", short(turn[axis]), ["X", "Y", "Z"][axis]),
        None => format!("rotated {}° about {}", short(angle), triple(turn.map(|part| part / angle))),
    }
}

fn length(vector: [f32; 3]) -> f32 {
    vector.iter().map(|part| part * part).sum::<f32>().sqrt()
}

fn is_near(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_three_decimals_allow() {
        let texts = [0.0, -0.0, 1.0, -0.05, 0.123_456_7, 1e-9, 100.0, 2.5e7].map(short);
        assert_eq!(texts, ["0", "0", "1", "-0.05", "0.123", "0", "100", "2.50e7"]);
    }

    #[test]
    fn bytes_change_their_unit_at_a_thousand() {
        let texts = [0, 999, 1000, 3500, 999_949, 999_950, 1_500_000, 2_000_000_000_000].map(bytes);
        assert_eq!(texts, ["0 B", "999 B", "1.0 kB", "3.5 kB", "999.9 kB", "1.0 MB", "1.5 MB", "2000.0 GB"]);
    }

    #[test]
    fn a_transform_is_described_by_what_it_changes() {
        assert!(transform(Transform::IDENTITY).is_empty());
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let mut moved = Transform::IDENTITY;
        moved.translation.y = 2.0;
        // A rotation by -90° about Y has the half angle -45°, whose sine and cosine are ∓ and ± 1/√2.
        (moved.rotation.y, moved.rotation.w) = (-half, half);
        moved.scale *= 3.0;
        assert_eq!(transform(moved), ["at 0 2 0", "rotated -90° about Y", "scaled 3"]);
        moved = Transform::IDENTITY;
        // A rotation by 120° about the diagonal permutes the axes; its quaternion is all halves.
        (moved.rotation.x, moved.rotation.y, moved.rotation.z, moved.rotation.w) = (0.5, 0.5, 0.5, 0.5);
        moved.scale.x = 2.0;
        assert_eq!(transform(moved), ["rotated 120° about 0.577 0.577 0.577", "scaled 2 1 1"]);
    }
}
