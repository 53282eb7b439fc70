//! A picture of a simulation: height and speed of nodes over time, and the side view of their ways.
//!
//! Every line has its name at its end, in its own color, so that nobody looks for a legend.

mod chart;

use std::fmt::Write as _;

use glam::Vec3;

use chart::{Chart, Line};

/// What one node did.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What people call it.
    pub name: String,
    /// Where it was at the start and after each step, metres in the world.
    pub positions: Vec<Vec3>,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above everything.
    pub title: String,
    /// Seconds from one position to the next.
    pub dt: f64,
    /// The nodes, in the order of their colors.
    pub series: Vec<Series>,
}

/// The colors of Okabe and Ito, which people with any eyes tell apart; yellow is left out, as it vanishes on white.
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];

const WIDTH: f64 = 960.0;

const CHART_HEIGHT: f64 = 260.0;

const SIDE_HEIGHT: f64 = 420.0;

impl Plot {
    /// The picture as SVG. Positions that are no numbers are left out.
    pub fn to_svg(&self) -> String {
        let height = 60.0 + 2.0 * (CHART_HEIGHT + 50.0) + SIDE_HEIGHT + 60.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<text x=\"70\" y=\"32\" font-size=\"18\">{}</text>", escaped(&self.title));
        let mut top = 60.0;
        let heights = self.lines(|plot, series| {
            let values = series.positions.iter().enumerate();
            values.map(|(step, position)| (step as f64 * plot.dt, f64::from(position.y))).collect()
        });
        svg += &Chart::new("height, m", "time, s", heights).at(top, CHART_HEIGHT).to_svg();
        top += CHART_HEIGHT + 50.0;
        let speeds = self.lines(|plot, series| {
            let pairs = series.positions.windows(2).enumerate();
            pairs
                .map(|(step, pair)| {
                    (
                        (step as f64 + 0.5) * plot.dt,
                        f64::from(pair[0].distance(pair[1])) / plot.dt.max(f64::MIN_POSITIVE),
                    )
                })
                .collect()
        });
        svg += &Chart::new("speed, m/s", "time, s", speeds).at(top, CHART_HEIGHT).to_svg();
        top += CHART_HEIGHT + 50.0;
        let (axis, title) = self.side();
        let ways = self.lines(|_, series| {
            series.positions.iter().map(|position| (f64::from(position[axis]), f64::from(position.y))).collect()
        });
        svg += &Chart::new("side view: height, m", title, ways).with_equal_scales().at(top, SIDE_HEIGHT).to_svg();
        svg + "</svg>\n"
    }

    fn lines(&self, points: impl Fn(&Self, &Series) -> Vec<(f64, f64)>) -> Vec<Line<'_>> {
        let named = self.series.iter().enumerate();
        named
            .map(|(place, series)| {
                let mut points = points(self, series);
                points.retain(|(x, y)| x.is_finite() && y.is_finite());
                Line { name: &series.name, color: COLORS[place % COLORS.len()], points }
            })
            .collect()
    }

    /// The level axis along which there is more to be seen, and its name.
    fn side(&self) -> (usize, &'static str) {
        let all = || self.series.iter().flat_map(|series| &series.positions).filter(|position| position.is_finite());
        let low = all().fold(Vec3::INFINITY, |low, position| low.min(*position));
        let high = all().fold(Vec3::NEG_INFINITY, |high, position| high.max(*position));
        if high.z - low.z > high.x - low.x { (2, "z, m") } else { (0, "x, m") }
    }
}

/// A text within SVG.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
