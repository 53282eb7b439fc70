//! One diagram: axes with round numbers, lines, and their names at their ends.

use super::name::width;
use super::picture::{Anchor, Color, Mark, Stroke};
use super::{ACROSS, BLACK, GREY};

/// A line of a diagram.
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) color: Color,
    /// Lengths of dashes and of gaps.
    pub(super) dash: Option<(f64, f64)>,
    pub(super) points: Vec<(f64, f64)>,
    /// Its limits: dashed lines of its color.
    pub(super) bounds: Vec<f64>,
}

/// One diagram.
pub(super) struct Chart<'a> {
    above: &'static str,
    below: &'static str,
    lines: Vec<Line<'a>>,
    has_equal_scales: bool,
    frame: Frame,
    top: f64,
    height: f64,
}

/// The horizontal extent of diagrams; numbers are to the left of it, and names to the right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
}

/// From values to places on the paper.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// The font size of everything but the title.
const LETTER: f64 = 13.0;

const FAINT: Color = Color([0xe4; 3]);

/// From a diagram to the numbers before it.
const TO_NUMBER: f64 = 8.0;

/// From the end of a line to its name.
const TO_NAME: f64 = 12.0;

/// Between the names of two lines.
const NAME_HEIGHT: f64 = 17.0;

/// Round numbers across and up, about so many.
const TICKS: [f64; 2] = [8.0, 6.0];

impl Scale {
    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers within, about so many.
    fn ticks(&self, about: f64) -> Vec<f64> {
        let rough = (self.high - self.low) / about;
        // One, two or five times a power of ten; found by trying, as a logarithm would be the machine's.
        let mut unit = 1e-9;
        while unit * 10.0 <= rough && unit < 1e300 {
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
        Self { above, below, lines, has_equal_scales: false, frame: Frame::default(), top: 0.0, height: 0.0 }
    }

    /// A metre is as long across as up.
    pub(super) fn with_equal_scales(self) -> Self {
        Self { has_equal_scales: true, ..self }
    }

    pub(super) fn at(self, frame: Frame, top: f64, height: f64) -> Self {
        Self { frame, top, height, ..self }
    }

    /// The width of the numbers to the left of the diagram.
    pub(super) fn before(&self) -> f64 {
        // Which numbers there are does not depend on where it stands, but for equal scales on its height.
        let (_, up) = self.scales();
        let numbers = up.ticks(TICKS[1]).into_iter().map(|tick| width(&number(tick), LETTER));
        numbers.fold(0.0, f64::max) + TO_NUMBER
    }

    /// The width of the names to the right of the diagram, and of the last number below it.
    pub(super) fn behind(&self) -> f64 {
        let names = self.lines.iter().map(|line| width(line.name, LETTER)).fold(0.0, f64::max);
        let (across, _) = self.scales();
        let numbers = across.ticks(TICKS[0]).into_iter().map(|tick| width(&number(tick), LETTER) / 2.0);
        numbers.fold(TO_NAME + names, f64::max)
    }

    /// The minimum height for all names.
    pub(super) fn height_for_names(&self) -> f64 {
        (self.lines.len() + 1) as f64 * NAME_HEIGHT
    }

    pub(super) fn marks(&self) -> Vec<Mark> {
        let (across, up) = self.scales();
        let Frame { left, right } = self.frame;
        let bottom = self.top + self.height;
        let mut marks = Vec::new();
        let plain = |color, width| Stroke { color, width, dash: None };
        let text =
            |x: f64, y: f64, text: String, color, anchor| Mark::Text { at: (x, y), text, size: LETTER, color, anchor };
        for tick in across.ticks(TICKS[0]) {
            let x = across.at(tick);
            marks.push(Mark::Line { points: vec![(x, self.top), (x, bottom)], stroke: plain(FAINT, 1.0) });
            marks.push(text(x, bottom + 17.0, number(tick), BLACK, Anchor::Middle));
        }
        for tick in up.ticks(TICKS[1]) {
            let y = up.at(tick);
            marks.push(Mark::Line { points: vec![(left, y), (right, y)], stroke: plain(FAINT, 1.0) });
            marks.push(text(left - TO_NUMBER, y + 4.5, number(tick), BLACK, Anchor::End));
        }
        let axes = vec![(left, self.top), (left, bottom), (right, bottom)];
        marks.push(Mark::Line { points: axes, stroke: plain(GREY, 1.0) });
        marks.push(text(left, self.top - 9.0, self.above.to_owned(), GREY, Anchor::Start));
        marks.push(text(right, bottom + 34.0, self.below.to_owned(), GREY, Anchor::End));
        for line in &self.lines {
            for bound in &line.bounds {
                let y = up.at(*bound);
                let stroke = Stroke { color: line.color, width: 1.0, dash: Some((6.0, 4.0)) };
                marks.push(Mark::Line { points: vec![(left, y), (right, y)], stroke });
            }
        }
        for line in &self.lines {
            let points: Vec<(f64, f64)> = line.points.iter().map(|(x, y)| (across.at(*x), up.at(*y))).collect();
            let start = points.first().copied();
            marks.push(Mark::Line { points, stroke: Stroke { dash: line.dash, ..plain(line.color, 1.8) } });
            marks.extend(start.map(|center| Mark::Dot { center, radius: 3.0, color: line.color }));
        }
        self.push_names(&across, &up, &mut marks);
        marks
    }

    /// The names beside the ends of their lines, pushed apart where those are too near.
    fn push_names(&self, across: &Scale, up: &Scale, marks: &mut Vec<Mark>) {
        let mut ends: Vec<(f64, f64, &Line<'_>)> = self
            .lines
            .iter()
            .filter_map(|line| line.points.last().map(|(x, y)| (up.at(*y), across.at(*x), line)))
            .collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = self.top + 6.0;
        let mut places: Vec<f64> = ends
            .iter()
            .map(|(y, ..)| {
                let place = y.max(free);
                free = place + NAME_HEIGHT;
                place
            })
            .collect();
        let mut floor = self.top + self.height - 6.0;
        for place in places.iter_mut().rev() {
            *place = place.min(floor);
            floor = *place - NAME_HEIGHT;
        }
        for ((y, x, line), place) in ends.iter().zip(places) {
            // Trajectories end anywhere, so that their names stand next to their ends.
            let name_x = if self.has_equal_scales { *x } else { self.frame.right } + TO_NAME;
            let stroke = Stroke { color: line.color, width: 1.0, dash: Some((2.0, 3.0)) };
            marks.push(Mark::Line { points: vec![(*x, *y), (name_x - 4.0, place)], stroke });
            let (text, color) = (line.name.to_owned(), line.color);
            let at = (name_x, place + 4.5);
            marks.push(Mark::Text { at, text, size: LETTER, color, anchor: Anchor::Start });
        }
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (mut left, mut right) = range(points().map(|point| point.0));
        let bounds = self.lines.iter().flat_map(|line| &line.bounds).copied();
        let (mut low, mut high) = range(points().map(|point| point.1).chain(bounds));
        let (width, height) = (ACROSS, (self.height - 10.0).max(1.0));
        if self.has_equal_scales {
            let metre = (width / (right - left)).min(height / (high - low));
            let (wide, tall) = (width / metre, height / metre);
            (left, right) = (f64::midpoint(left, right) - wide / 2.0, f64::midpoint(left, right) + wide / 2.0);
            (low, high) = (f64::midpoint(low, high) - tall / 2.0, f64::midpoint(low, high) + tall / 2.0);
        }
        let across = Scale { low: left, high: right, from: self.frame.left, to: self.frame.right };
        (across, Scale { low, high, from: self.top + self.height, to: self.top + 10.0 })
    }
}

/// The range of values with some padding; a range around the value if all are equal.
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
    // Beyond these the digits of a plain number are too many to read.
    if value != 0.0 && !(1e-5..1e7).contains(&value.abs()) {
        let text = format!("{value:.5e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", without_zeros(digits));
    }
    let text = format!("{value:.6}");
    let text = without_zeros(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn without_zeros(digits: &str) -> &str {
    digits.trim_end_matches('0').trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 70.0, right: 770.0 };

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
    fn large_and_small_numbers_stay_short() {
        let names_shown = [0.0, -0.0, 2.5, -120_000.0, 3e7, -2.5e30, 2e-6].map(number);
        assert_eq!(names_shown, ["0", "0", "2.5", "-120000", "3e7", "-2.5e30", "2e-6"]);
        let wide = Scale { low: -1e38, high: 3e38, from: 0.0, to: 1.0 };
        assert_eq!(wide.ticks(5.0).into_iter().map(number).collect::<Vec<_>>(), ["-1e38", "0", "1e38", "2e38", "3e38"]);
    }

    #[test]
    fn names_that_would_overlap_are_pushed_apart() {
        let line =
            |name| Line { name, color: BLACK, dash: None, points: vec![(0.0, 0.0), (1.0, 1.0)], bounds: Vec::new() };
        let chart = Chart::new("a", "b", vec![line("one"), line("two"), line("three")]).at(FRAME, 0.0, 200.0);
        let marks = chart.marks();
        let place = |name: &str| {
            let found = marks.iter().find_map(|mark| match mark {
                Mark::Text { at, text, .. } if text == name => Some(at.1),
                _ => None,
            });
            found.unwrap()
        };
        let places = ["one", "two", "three"].map(place);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= NAME_HEIGHT - 0.1), "{places:?}");
    }

    #[test]
    fn limits_of_a_line_are_within_the_picture() {
        let line =
            Line { name: "a", color: BLACK, dash: None, points: vec![(0.0, 0.0), (1.0, 0.1)], bounds: vec![-5.0, 5.0] };
        let chart = Chart::new("a", "b", vec![line]).at(FRAME, 100.0, 200.0);
        let broken = chart.marks().into_iter().filter_map(|mark| match mark {
            Mark::Line { points, stroke: Stroke { dash: Some((6.0, 4.0)), .. } } => Some(points[0].1),
            _ => None,
        });
        let broken: Vec<f64> = broken.collect();
        assert!(broken.len() == 2 && broken.iter().all(|y| (100.0..=300.0).contains(y)), "{broken:?}");
    }

    #[test]
    fn a_line_that_stands_still_has_a_range_around_it() {
        let (low, high) = range([5.0, 5.0].into_iter());
        assert!(low < 5.0 && high > 5.0);
        assert_eq!(range(std::iter::empty()), (0.0, 1.0));
    }
}
