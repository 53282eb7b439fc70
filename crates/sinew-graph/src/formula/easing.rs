//! Cubic Bézier easing from (0, 0) to (1, 1), as the interpolate operations have it.

/// The output progress at an input progress between 0 and 1. `control` is x and y of the second and the third point; both x are
/// within 0…1, so that x grows along the curve and each input has one point.
pub(crate) fn ease(control: [f64; 4], t: f64) -> f64 {
    let [x1, y1, x2, y2] = control;
    let along = |first: f64, second: f64, s: f64| {
        let rest = 1.0 - s;
        3.0 * rest * rest * s * first + 3.0 * rest * s * s * second + s * s * s
    };
    let (mut low, mut high) = (0.0, 1.0);
    // Halving a double's range of 1 this often leaves its last bit.
    for _ in 0..54 {
        let middle = 0.5 * (low + high);
        if along(x1, x2, middle) < t {
            low = middle;
        } else {
            high = middle;
        }
    }
    along(y1, y2, 0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on the diagonal make a straight line; the CSS curve `ease-in-out` is symmetric.
    #[test]
    fn straight_and_symmetric_curves_are_what_they_are() {
        for t in [0.1, 0.25, 0.5, 0.9] {
            assert!((ease([0.25, 0.25, 0.75, 0.75], t) - t).abs() < 1e-15);
            assert!((ease([0.42, 0.0, 0.58, 1.0], t) + ease([0.42, 0.0, 0.58, 1.0], 1.0 - t) - 1.0).abs() < 1e-15);
        }
        // x = 3s(1−s)² + 3s²(1−s) + s³ … at s = 1/2 with x1 = 0, x2 = 0: 1/8; y with y1 = y2 = 1: 7/8.
        assert!((ease([0.0, 1.0, 0.0, 1.0], 0.125) - 0.875).abs() < 1e-14);
    }
}
