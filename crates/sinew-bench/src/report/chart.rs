//! The ratios as bars on a logarithmic scale, each from 1 to how many times as fast.

use std::fmt::Write as _;

use super::table::{digits, peer_name};
use crate::contest::Row;

/// Everything in pixels.
const WIDTH: f64 = 1170.0;
const LINE: f64 = 22.0;
const HEAD: f64 = 78.0;
const SCENES: f64 = 16.0;
const PEERS: f64 = 330.0;
const LEFT: f64 = 630.0;
const RIGHT: f64 = 1095.0;

const MET: &str = "#2a7f5f";
const MISSED: &str = "#c0392b";
const UNJUDGED: &str = "#5b7fb5";

/// The chart as SVG; rows without a peer are left out.
pub fn chart(rows: &[Row]) -> String {
    let rows: Vec<(&Row, f64)> = rows.iter().filter_map(|row| Some((row, row.ratio?[1]))).collect();
    let groups = rows.chunk_by(|a, b| a.0.group == b.0.group).count();
    let height = HEAD + LINE * (rows.len() as f64 + 1.5 * groups as f64) + 30.0;
    let scale = Scale::of(&rows);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{SCENES}\" y=\"28\" font-size=\"17\" font-weight=\"bold\">Sinew: how many times as fast as its peers</text>\n"
    );
    write_legend(&mut svg);
    write_grid(&mut svg, &scale, height - 24.0);
    let mut y = HEAD;
    for group in rows.chunk_by(|a, b| a.0.group == b.0.group) {
        y += LINE;
        write_text(&mut svg, SCENES, y, "start", "font-weight=\"bold\" font-size=\"13\"", group[0].0.group);
        y += LINE * 0.5;
        for (row, ratio) in group {
            write_bar(&mut svg, row, *ratio, &scale, y);
            y += LINE;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// From ratios to pixels.
struct Scale {
    /// Powers of ten at both ends.
    low: f64,
    high: f64,
}

impl Scale {
    /// Whole steps of 1, 2 and 5 would be too many lines: from half a power of ten below the least to one above the most.
    fn of(rows: &[(&Row, f64)]) -> Self {
        let all = || rows.iter().flat_map(|(row, ratio)| [Some(*ratio), row.target]).flatten().filter(|it| *it > 0.0);
        let low = all().fold(1.0, f64::min).log10();
        let high = all().fold(10.0, f64::max).log10();
        Self { low: (low * 4.0 - 0.5).floor() / 4.0, high: (high * 4.0 + 0.5).ceil() / 4.0 }
    }

    fn x(&self, ratio: f64) -> f64 {
        let power = ratio.max(1e-6).log10().clamp(self.low, self.high);
        LEFT + (power - self.low) / (self.high - self.low) * (RIGHT - LEFT)
    }

    /// The numbers that get a line.
    fn lines(&self) -> impl Iterator<Item = f64> {
        let numbers = (-3..6).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
        let (low, high) = (10_f64.powf(self.low), 10_f64.powf(self.high));
        numbers.filter(move |number| (low..=high).contains(number))
    }
}

fn write_legend(svg: &mut String) {
    let entries = [(MET, "target met"), (MISSED, "target missed"), (UNJUDGED, "no target")];
    let mut x = SCENES;
    for (color, text) in entries {
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"42\" width=\"12\" height=\"12\" fill=\"{color}\"/>");
        write_text(svg, x + 18.0, 52.0, "start", "", text);
        x += 120.0;
    }
    let _ = writeln!(svg, "<rect x=\"{x}\" y=\"40\" width=\"3\" height=\"16\" fill=\"black\"/>");
    write_text(svg, x + 10.0, 52.0, "start", "", "target");
}

fn write_grid(svg: &mut String, scale: &Scale, bottom: f64) {
    for number in scale.lines() {
        let x = scale.x(number);
        let (color, width) = if (number - 1.0).abs() < 1e-9 { ("#444", 1.5) } else { ("#ddd", 1.0) };
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{HEAD}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
        );
        write_text(svg, x, HEAD - 6.0, "middle", "fill=\"#444\" font-size=\"11\"", &format!("{number}×"));
    }
}

fn write_bar(svg: &mut String, row: &Row, ratio: f64, scale: &Scale, y: f64) {
    let (one, end) = (scale.x(1.0), scale.x(ratio));
    let (left, width) = (one.min(end), (one - end).abs().max(1.0));
    let color = match row.is_met() {
        Some(true) => MET,
        Some(false) => MISSED,
        None => UNJUDGED,
    };
    let baseline = y + LINE * 0.65;
    let runs = row.ours.who.runs.name();
    let scene = if runs == "native" { row.scene.clone() } else { format!("{} ({runs})", row.scene) };
    write_text(svg, SCENES, baseline, "start", "", &scene);
    if let Some(peer) = &row.peer {
        write_text(svg, PEERS, baseline, "start", "fill=\"#555\"", &peer_name(peer));
    }
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{color}\"/>",
        y + 3.0,
        LINE - 7.0
    );
    if let Some(target) = row.target {
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"3\" height=\"{:.1}\" fill=\"black\"/>",
            scale.x(target) - 1.5,
            y,
            LINE - 1.0
        );
    }
    let behind = one.max(end).max(row.target.map_or(0.0, |target| scale.x(target)));
    write_text(svg, behind + 7.0, baseline, "start", "font-weight=\"bold\"", &format!("{}×", digits(ratio)));
}

fn write_text(svg: &mut String, x: f64, y: f64, anchor: &str, style: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {style}>{text}</text>");
}
