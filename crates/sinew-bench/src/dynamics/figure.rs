//! One measured number with its truth and its bound.

/// What a number has to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// At most this far from the truth, in the figure's unit.
    Within(f64),
    /// At most this fraction of the truth away from it.
    WithinPart(f64),
    /// At most this.
    AtMost(f64),
    /// At least this.
    AtLeast(f64),
}

/// A number of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The scene, with what is special about this one: "pendulum of 10 cm".
    pub scene: String,
    /// What is measured: "energy after 60 s / at the start".
    pub quantity: String,
    /// What a perfect solver gives.
    pub truth: f64,
    /// What was measured.
    pub value: f64,
    /// The unit of truth, value and bound; empty for ratios and counts.
    pub unit: &'static str,
    /// How far the value may be from the truth.
    pub bound: Bound,
    /// What is special about the run that the value comes from, if it is the worst of several: "1/30 s".
    pub case: String,
}

impl Figure {
    /// A value that has to be near a truth.
    pub fn near(scene: &str, quantity: &str, (value, truth): (f64, f64), unit: &'static str, bound: Bound) -> Self {
        Self { scene: scene.to_owned(), quantity: quantity.to_owned(), truth, value, unit, bound, case: String::new() }
    }

    /// An error, whose truth is zero.
    pub fn error(scene: &str, quantity: &str, value: f64, unit: &'static str, at_most: f64) -> Self {
        Self::near(scene, quantity, (value, 0.0), unit, Bound::AtMost(at_most))
    }

    /// The same figure of one run among several.
    #[must_use]
    pub fn in_case(self, case: &str) -> Self {
        Self { case: case.to_owned(), ..self }
    }

    /// The worst figure of each scene and quantity, in the order of the first ones.
    pub fn worst(figures: Vec<Self>) -> Vec<Self> {
        let mut worst: Vec<Self> = Vec::new();
        for figure in figures {
            let same = |other: &&mut Self| other.scene == figure.scene && other.quantity == figure.quantity;
            match worst.iter_mut().find(same) {
                // What is not a number is worse than anything.
                Some(other) if other.badness() >= figure.badness() || other.value.is_nan() => {}
                Some(other) => *other = figure,
                None => worst.push(figure),
            }
        }
        worst
    }

    /// How far the value is from the truth, on either side.
    fn off(&self) -> f64 {
        (self.value - self.truth).abs()
    }

    /// What is larger for a worse value.
    fn badness(&self) -> f64 {
        match self.bound {
            Bound::Within(_) | Bound::WithinPart(_) => self.off(),
            Bound::AtMost(_) => self.value,
            Bound::AtLeast(_) => -self.value,
        }
    }

    /// Whether the bound is kept. A value that is not a number keeps none.
    pub fn is_met(&self) -> bool {
        let off = self.off();
        match self.bound {
            Bound::Within(most) => off <= most,
            Bound::WithinPart(part) => off <= part * self.truth.abs(),
            Bound::AtMost(most) => self.value <= most,
            Bound::AtLeast(least) => self.value >= least,
        }
    }

    /// The bound for people.
    pub fn bound_text(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.bound {
            Bound::Within(most) => format!("± {most}{unit}"),
            Bound::WithinPart(part) => format!("± {} %", number(part * 100.0)),
            Bound::AtMost(most) => format!("≤ {most}{unit}"),
            Bound::AtLeast(least) => format!("≥ {least}{unit}"),
        }
    }
}

/// A number in as few characters as show four digits of it.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    if !(1e-3..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let decimals = (3 - size.log10().floor() as i32).clamp(0, 5);
    let text = format!("{value:.*}", decimals as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_kept_from_both_sides() {
        let figure = |value, bound| Figure::near("", "", (value, 2.0), "", bound);
        assert!(figure(1.99, Bound::WithinPart(0.01)).is_met() && figure(2.01, Bound::WithinPart(0.01)).is_met());
        assert!(!figure(1.97, Bound::WithinPart(0.01)).is_met() && !figure(2.1, Bound::Within(0.05)).is_met());
        assert!(figure(1.0, Bound::AtMost(1.0)).is_met() && !figure(1.0, Bound::AtLeast(1.1)).is_met());
    }

    #[test]
    fn what_is_not_a_number_keeps_no_bound() {
        for bound in [Bound::Within(1.0), Bound::WithinPart(1.0), Bound::AtMost(1.0), Bound::AtLeast(1.0)] {
            assert!(!Figure::near("", "", (f64::NAN, 1.0), "", bound).is_met());
        }
    }

    #[test]
    fn the_worst_of_each_quantity_is_left() {
        let figure = |quantity: &str, value| Figure::near("scene", quantity, (value, 1.0), "", Bound::Within(1.0));
        let all = [("a", 1.1), ("b", 1.0), ("a", 0.5), ("a", 1.2), ("b", f64::NAN), ("b", 3.0)];
        let worst = Figure::worst(all.map(|(quantity, value)| figure(quantity, value)).to_vec());
        assert_eq!(worst.len(), 2);
        assert!(worst[0] == figure("a", 0.5) && worst[1].value.is_nan(), "{worst:?}");
    }

    #[test]
    fn four_digits_are_shown() {
        assert_eq!(
            ["0.99912345", "5.1682", "100", "0.05", "2000", "1234567", "0.00001234"]
                .map(|text| { number(text.parse().unwrap_or(f64::NAN)) }),
            ["0.9991", "5.168", "100", "0.05", "2000", "1.2e6", "1.2e-5"]
        );
    }
}
