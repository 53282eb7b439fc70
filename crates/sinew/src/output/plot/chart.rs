//! One diagram: axes with round numbers, lines, and their names at their ends.

use std::fmt::Write as _;

use super::{WIDTH, escaped};

/// A line of a diagram.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) color: &'static str,
    pub(super) points: Vec<(f64, f64)>,
}

/// One diagram.
pub(super) struct Chart<'a> {
    above: &'static str,
    below: &'static str,
    lines: Vec<Line<'a>>,
    has_equal_scales: bool,
    top: f64,
    height: f64,
}

/// From values to places on the paper.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

const LEFT: f64 = 70.0;

/// Where lines end and their names begin.
const RIGHT: f64 = WIDTH - 190.0;

/// Between the names of two lines.
const NAME_HEIGHT: f64 = 15.0;

/// Letters of a name that fit.
const LETTERS: usize = 24;

impl Scale {
    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers within, about so many.
    fn ticks(&self, about: f64) -> Vec<f64> {
        let rough = (self.high - self.low) / about;
        // One, two or five times a power of ten; found by trying, as a logarithm would be the machine's.
        let mut unit = 1e-9;
        while unit * 10.0 <= rough && unit < 1e12 {
            unit *= 10.0;
        }
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * unit).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(unit * 10.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last.min(first.saturating_add(50))).map(|number| number as f64 * step).collect()
    }
}

impl<'a> Chart<'a> {
    pub(super) fn new(above: &'static str, below: &'static str, lines: Vec<Line<'a>>) -> Self {
        Self { above, below, lines, has_equal_scales: false, top: 0.0, height: 0.0 }
    }

    /// A metre is as long across as up.
    pub(super) fn with_equal_scales(self) -> Self {
        Self { has_equal_scales: true, ..self }
    }

    pub(super) fn at(self, top: f64, height: f64) -> Self {
        Self { top, height, ..self }
    }

    pub(super) fn to_svg(&self) -> String {
        let (across, up) = self.scales();
        let mut svg = String::new();
        let bottom = self.top + self.height;
        // Writing to a string cannot fail.
        for tick in across.ticks(8.0) {
            let x = across.at(tick);
            let _ = writeln!(svg, "<path d=\"M{x:.1} {:.1}V{bottom:.1}\" stroke=\"#e4e4e4\"/>", self.top);
            let y = bottom + 17.0;
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>", number(tick));
        }
        for tick in up.ticks(6.0) {
            let y = up.at(tick);
            let _ = writeln!(svg, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#e4e4e4\"/>");
            let (x, y) = (LEFT - 8.0, y + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", number(tick));
        }
        let _ =
            writeln!(svg, "<path d=\"M{LEFT} {:.1}V{bottom:.1}H{RIGHT}\" fill=\"none\" stroke=\"#808080\"/>", self.top);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\">{}</text>", LEFT + 6.0, self.top + 4.0, self.above);
        let (x, y) = (RIGHT - 6.0, bottom - 6.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", self.below);
        for line in &self.lines {
            let points: Vec<String> =
                line.points.iter().map(|(x, y)| format!("{:.1},{:.1}", across.at(*x), up.at(*y))).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>",
                points.join(" "),
                line.color
            );
            if let Some((x, y)) = points.first().and_then(|start| start.split_once(',')) {
                let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{}\"/>", line.color);
            }
        }
        svg + &self.names(&across, &up)
    }

    /// The names beside the ends of their lines, pushed apart where those are too near.
    fn names(&self, across: &Scale, up: &Scale) -> String {
        let mut ends: Vec<(f64, f64, &Line<'_>)> = self
            .lines
            .iter()
            .filter_map(|line| line.points.last().map(|(x, y)| (up.at(*y), across.at(*x), line)))
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = self.top + 12.0;
        let mut places: Vec<f64> = ends
            .iter()
            .map(|(y, ..)| {
                let place = y.max(free);
                free = place + NAME_HEIGHT;
                place
            })
            .collect();
        let mut floor = self.top + self.height;
        for place in places.iter_mut().rev() {
            *place = place.min(floor);
            floor = *place - NAME_HEIGHT;
        }
        let mut svg = String::new();
        for ((y, x, line), place) in ends.iter().zip(places) {
            let color = line.color;
            // Ways end anywhere, so that their names stand beside their ends.
            let name_x = if self.has_equal_scales { x + 12.0 } else { RIGHT + 12.0 };
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {y:.1}L{:.1} {place:.1}\" fill=\"none\" stroke=\"{color}\" stroke-dasharray=\"2 3\"/>",
                name_x - 4.0
            );
            let (x, y) = (name_x, place + 4.0);
            let _ =
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\">{}</text>", escaped(&short(line.name)));
        }
        svg
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (mut left, mut right) = range(points().map(|point| point.0));
        let (mut low, mut high) = range(points().map(|point| point.1));
        let (width, height) = (RIGHT - LEFT, self.height - 10.0);
        if self.has_equal_scales {
            let metre = (width / (right - left)).min(height / (high - low));
            let (wide, tall) = (width / metre, height / metre);
            (left, right) = (f64::midpoint(left, right) - wide / 2.0, f64::midpoint(left, right) + wide / 2.0);
            (low, high) = (f64::midpoint(low, high) - tall / 2.0, f64::midpoint(low, high) + tall / 2.0);
        }
        let across = Scale { low: left, high: right, from: LEFT, to: RIGHT };
        (across, Scale { low, high, from: self.top + self.height, to: self.top + 10.0 })
    }
}

/// From the least to the most, with a little room; something around it where all are one.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (0.0, 1.0);
    }
    // Never so little that rounding shows.
    let room = ((high - low) * 0.04).max(low.abs().max(high.abs()) * 1e-6).max(1e-3);
    (low - room, high + room)
}

/// A round number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn short(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        let scale = Scale { low: -0.2, high: 5.1, from: 0.0, to: 1.0 };
        assert_eq!(scale.ticks(6.0).into_iter().map(number).collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5"]);
        let small = Scale { low: 0.0, high: 0.5, from: 0.0, to: 1.0 };
        assert_eq!(
            small.ticks(5.0).into_iter().map(number).collect::<Vec<_>>(),
            ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]
        );
    }

    #[test]
    fn names_that_would_overlap_are_pushed_apart() {
        let line = |name| Line { name, color: "#000000", points: vec![(0.0, 0.0), (1.0, 1.0)] };
        let chart = Chart::new("a", "b", vec![line("one"), line("two"), line("three")]).at(0.0, 200.0);
        let svg = chart.to_svg();
        let places: Vec<f64> = ["one", "two", "three"]
            .iter()
            .map(|name| {
                let text = &svg[..svg.find(&format!(">{name}<")).unwrap()];
                let y = &text[text.rfind("y=\"").unwrap() + 3..];
                y[..y.find('"').unwrap()].parse().unwrap()
            })
            .collect();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= NAME_HEIGHT - 0.1), "{places:?}");
    }

    #[test]
    fn a_line_that_stands_still_has_a_range_around_it() {
        let (low, high) = range([5.0, 5.0].into_iter());
        assert!(low < 5.0 && high > 5.0);
        assert_eq!(range(std::iter::empty()), (0.0, 1.0));
    }
}
