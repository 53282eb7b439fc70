//! A plot of a simulation: height and speed of nodes over time, joint readings, and a side view of the trajectories.
//!
//! | part | is |
//! |---|---|
//! | `chart` | one diagram |
//! | `picture` | a drawing as marks, written as SVG or as pixels |
//! | `name` | unique names, and the width of text |
//! | `raster`, `font`, `letter` | lines and letters as pixels |
//!
//! Every line has its name at its end, in its own color, in place of a legend. Margins are as wide as their names and numbers.

mod chart;
mod font;
mod letter;
mod name;
mod picture;
mod raster;

use glam::Vec3;

use chart::{Chart, Frame, Line};
use name::{disambiguate, width};

pub use picture::{Anchor, Color, Mark, Picture, Stroke};
pub use raster::Pixels;

/// The trajectory of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name; duplicates get a number.
    pub name: String,
    /// Its positions at the start and after each step, metres in the world.
    pub positions: Vec<Vec3>,
}

/// The readings of a joint's limit or drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name; duplicates get a number.
    pub name: String,
    /// Whether it is an angle, in radians; else a distance, in metres.
    pub is_angle: bool,
    /// At the start and after each step.
    pub values: Vec<f32>,
    /// The range of the limit, or the target of the drive.
    pub bounds: Vec<f32>,
}

/// The data of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The time between two positions, seconds.
    pub dt: f64,
    /// The number of steps before the first position: 0 or 1.
    pub first_step: usize,
    /// The nodes, in the order of their colors.
    pub series: Vec<Series>,
    /// The readings of joints, in the order of their colors.
    pub metrics: Vec<Metric>,
}

/// The colors of Okabe and Ito, which are safe for color blindness; without yellow, which vanishes on white.
const COLORS: [Color; 7] = [
    Color([0x00, 0x72, 0xb2]),
    Color([0xd5, 0x5e, 0x00]),
    Color([0x00, 0x9e, 0x73]),
    Color([0xcc, 0x79, 0xa7]),
    Color([0x56, 0xb4, 0xe9]),
    Color([0xe6, 0x9f, 0x00]),
    Color([0x00, 0x00, 0x00]),
];

const BLACK: Color = Color([0; 3]);

const GREY: Color = Color([0x60; 3]);

/// Across a diagram, between its margins.
const ACROSS: f64 = 700.0;

/// The minimum width of the margin with the numbers.
const LEFT: f64 = 70.0;

/// The minimum width of the margin with the names.
const RIGHT: f64 = 190.0;

/// The margin of the picture.
const RIM: f64 = 12.0;

const TITLE: f64 = 18.0;

/// Above the first diagram.
const TOP: f64 = 76.0;

/// Between two diagrams, for the numbers and names of axes.
const BETWEEN: f64 = 74.0;

const CHART_HEIGHT: f64 = 240.0;

const SIDE_HEIGHT: f64 = 420.0;

impl Plot {
    /// Draws the picture. Non-finite numbers and empty diagrams are left out.
    pub fn picture(&self) -> Picture {
        let series = disambiguate(self.series.iter().map(|series| series.name.as_str()));
        let metrics = disambiguate(self.metrics.iter().map(|metric| metric.name.as_str()));
        let [title] = <[String; 1]>::try_from(disambiguate([self.title.as_str()])).unwrap_or_default();
        let charts = self.charts(&series, &metrics);
        let widest =
            |widths: &dyn Fn(&Chart<'_>) -> f64| charts.iter().map(|(chart, _)| widths(chart)).fold(0.0, f64::max);
        let left = LEFT.max(widest(&|chart| chart.before()) + RIM);
        let right = RIGHT.max(widest(&|chart| chart.behind()) + RIM);
        let frame = Frame { left, right: left + ACROSS };
        let across = (frame.right + right).max(left + width(&title, TITLE) + RIM);
        let mut marks =
            vec![Mark::Text { at: (left, 32.0), text: title, size: TITLE, color: BLACK, anchor: Anchor::Start }];
        let mut top = TOP;
        for (chart, height) in charts {
            let height = chart.height_for_names().max(height);
            let mut drawn = chart.at(frame, top, height).marks();
            marks.append(&mut drawn);
            top += height + BETWEEN;
        }
        Picture { width: across.ceil(), height: top - BETWEEN + 60.0, marks }
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        self.picture().to_svg()
    }

    /// The diagrams, each with its height.
    fn charts<'a>(&self, series: &'a [String], metrics: &'a [String]) -> Vec<(Chart<'a>, f64)> {
        let mut charts = Vec::new();
        if !self.series.is_empty() {
            charts.push((Chart::new("height, m", "time, s", self.heights(series)), CHART_HEIGHT));
            charts.push((Chart::new("speed, m/s", "time, s", self.speeds(series)), CHART_HEIGHT));
        }
        for (is_angle, title) in [(true, "joints: angle, °"), (false, "joints: distance, m")] {
            let lines = self.measured(metrics, is_angle);
            if !lines.is_empty() {
                charts.push((Chart::new(title, "time, s", lines), CHART_HEIGHT));
            }
        }
        if !self.series.is_empty() {
            let (axis, name) = self.side();
            let trajectories = self.lines(series, |series| {
                series.positions.iter().map(|position| (f64::from(position[axis]), f64::from(position.y))).collect()
            });
            let chart = Chart::new("side view: height, m (a dot is where it starts)", name, trajectories);
            charts.push((chart.with_equal_scales(), SIDE_HEIGHT));
        }
        charts
    }

    /// The time of a position by its place, in seconds.
    fn time(&self, place: usize) -> f64 {
        (place + self.first_step) as f64 * self.dt
    }

    fn heights<'a>(&self, names: &'a [String]) -> Vec<Line<'a>> {
        self.lines(names, |series| {
            let heights = series.positions.iter().enumerate();
            heights.map(|(step, position)| (self.time(step), f64::from(position.y))).collect()
        })
    }

    /// Between two positions, at the middle of the time between them.
    fn speeds<'a>(&self, names: &'a [String]) -> Vec<Line<'a>> {
        let dt = self.dt.max(f64::MIN_POSITIVE);
        self.lines(names, |series| {
            let pairs = series.positions.windows(2).enumerate();
            let speed = |pair: &[Vec3]| f64::from(pair[0].distance(pair[1])) / dt;
            pairs.map(|(step, pair)| (self.time(step) + 0.5 * self.dt, speed(pair))).collect()
        })
    }

    fn lines<'a>(&self, names: &'a [String], points: impl Fn(&Series) -> Vec<(f64, f64)>) -> Vec<Line<'a>> {
        let named = self.series.iter().zip(names).enumerate();
        named.map(|(place, (series, name))| line(name, place, points(series), Vec::new())).collect()
    }

    fn measured<'a>(&self, names: &'a [String], is_angle: bool) -> Vec<Line<'a>> {
        let unit = if is_angle { 1.0_f64.to_degrees() } else { 1.0 };
        let named = self.metrics.iter().zip(names).filter(|(metric, _)| metric.is_angle == is_angle).enumerate();
        named
            .map(|(place, (metric, name))| {
                let values = metric.values.iter().enumerate();
                let points = values.map(|(step, value)| (self.time(step), f64::from(*value) * unit)).collect();
                let bounds = metric.bounds.iter().map(|bound| f64::from(*bound) * unit).collect();
                line(name, place, points, bounds)
            })
            .collect()
    }

    /// The horizontal axis of the larger extent, and its name.
    fn side(&self) -> (usize, &'static str) {
        let all = || self.series.iter().flat_map(|series| &series.positions).filter(|position| position.is_finite());
        let low = all().fold(Vec3::INFINITY, |low, position| low.min(*position));
        let high = all().fold(Vec3::NEG_INFINITY, |high, position| high.max(*position));
        if high.z - low.z > high.x - low.x { (2, "z, m") } else { (0, "x, m") }
    }
}

fn line(name: &str, place: usize, mut points: Vec<(f64, f64)>, mut bounds: Vec<f64>) -> Line<'_> {
    points.retain(|(x, y)| x.is_finite() && y.is_finite());
    bounds.retain(|bound| bound.is_finite());
    // Lines are dashed once the colors repeat.
    let dash = [None, Some((9.0, 3.0)), Some((3.0, 3.0))][place / COLORS.len() % 3];
    Line { name, color: COLORS[place % COLORS.len()], dash, points, bounds }
}
