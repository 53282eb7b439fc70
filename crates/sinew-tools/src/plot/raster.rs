//! Lines as pixels.
//!
//! A stroke with round ends is all there is: a dot is one without length, and letters are strokes. A pixel is covered as far as
//! its middle is inside the stroke, with a ramp of one pixel at the rim. Only sums, products, quotients and roots are used,
//! which are the same on every machine, and so is the picture.

use super::picture::Color;

/// A picture of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

type Point = (f64, f64);

/// Pixels that something touches: columns and rows from the first to behind the last.
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Canvas {
    /// White; at most 16384 pixels wide and high.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let whole = |length: f64| length.ceil().clamp(1.0, 16384.0) as usize;
        let (width, height) = (whole(width), whole(height));
        Self { width, height, rgb: vec![255; width * height * 3] }
    }

    /// Draws lines with one coverage: overlaps are not darker.
    pub(super) fn stroke(&mut self, lines: &[Vec<Point>], width: f64, dash: Option<(f64, f64)>, color: Color) {
        let reach = width / 2.0 + 1.0;
        let Some(area) = self.area(lines.iter().flatten(), reach) else { return };
        let mut covered = vec![0.0_f64; (area.right - area.left) * (area.bottom - area.top)];
        for line in lines {
            if let [only] = line.as_slice() {
                self.cover(&mut covered, &area, (*only, *only), width);
            }
            let mut walked = 0.0;
            for pair in line.windows(2) {
                for part in dashes((pair[0], pair[1]), &mut walked, dash) {
                    self.cover(&mut covered, &area, part, width);
                }
            }
        }
        for (place, share) in covered.into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
            let columns = area.right - area.left;
            let pixel = (area.top + place / columns) * self.width + area.left + place % columns;
            for (own, new) in self.rgb[pixel * 3..][..3].iter_mut().zip(color.0) {
                *own = (f64::from(*own) + (f64::from(new) - f64::from(*own)) * share).round() as u8;
            }
        }
    }

    pub(super) fn finish(self) -> Pixels {
        Pixels { width: self.width as u32, height: self.height as u32, rgb: self.rgb }
    }

    /// Raises the coverage of an area's pixels to that of the stroke along a segment.
    fn cover(&self, covered: &mut [f64], area: &Area, (from, to): (Point, Point), width: f64) {
        let Some(own) = self.area([from, to].iter(), width / 2.0 + 1.0) else { return };
        for row in own.top..own.bottom {
            for column in own.left..own.right {
                let far = distance((column as f64 + 0.5, row as f64 + 0.5), from, to);
                let share = (width / 2.0 + 0.5 - far).clamp(0.0, 1.0);
                let place = (row - area.top) * (area.right - area.left) + column - area.left;
                if let Some(before) = covered.get_mut(place) {
                    *before = before.max(share);
                }
            }
        }
    }

    /// The pixels near some points; none if all are outside or not finite.
    fn area<'a>(&self, points: impl Iterator<Item = &'a Point>, reach: f64) -> Option<Area> {
        let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        for &(x, y) in points {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        // What is below zero or beyond the end is cut off; NaN becomes 0.
        let cut = |value: f64, end: usize| (value.max(0.0) as usize).min(end);
        let area = Area {
            left: cut((low.0 - reach).floor(), self.width),
            top: cut((low.1 - reach).floor(), self.height),
            right: cut((high.0 + reach).ceil(), self.width),
            bottom: cut((high.1 + reach).ceil(), self.height),
        };
        (area.left < area.right && area.top < area.bottom).then_some(area)
    }
}

/// From a point to a segment.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (along, across) = (to.0 - from.0, to.1 - from.1);
    let squared = along * along + across * across;
    let part = ((point.0 - from.0) * along + (point.1 - from.1) * across) / squared;
    // A segment without length is a point.
    let part = if squared > 0.0 { part.clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (point.0 - from.0 - along * part, point.1 - from.1 - across * part);
    (x * x + y * y).sqrt()
}

/// The parts of a segment that are drawn; `walked` is how long the line was before it.
fn dashes((from, to): (Point, Point), walked: &mut f64, dash: Option<(f64, f64)>) -> Vec<(Point, Point)> {
    let Some((on, off)) = dash.filter(|(on, off)| *on >= 0.5 && *off >= 0.5) else { return vec![(from, to)] };
    let length = distance(from, to, to);
    let at = |way: f64| (from.0 + (to.0 - from.0) * way / length, from.1 + (to.1 - from.1) * way / length);
    let mut parts = Vec::new();
    let mut start = (*walked / (on + off)).floor() * (on + off) - *walked;
    while start < length && length > 0.0 {
        let (begin, end) = (start.max(0.0), (start + on).min(length));
        if begin < end {
            parts.push((at(begin), at(end)));
        }
        start += on + off;
    }
    *walked += length;
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_on_around_corners() {
        let mut walked = 0.0;
        // Dashes of 3 and gaps of 2: 0…3, 5…8, 10…13 of a line of 7 and one of 6.
        let first = dashes(((0.0, 0.0), (7.0, 0.0)), &mut walked, Some((3.0, 2.0)));
        assert_eq!(first, [((0.0, 0.0), (3.0, 0.0)), ((5.0, 0.0), (7.0, 0.0))]);
        let second = dashes(((7.0, 0.0), (7.0, 6.0)), &mut walked, Some((3.0, 2.0)));
        assert_eq!(second, [((7.0, 0.0), (7.0, 1.0)), ((7.0, 3.0), (7.0, 6.0))]);
    }

    #[test]
    fn points_outside_or_not_finite_are_left_out() {
        let mut canvas = Canvas::new(10.0, 10.0);
        for points in [vec![(-50.0, -50.0), (-20.0, -20.0)], vec![(f64::NAN, 5.0)], vec![(1e300, 5.0)], vec![]] {
            canvas.stroke(&[points], 2.0, None, Color([0; 3]));
        }
        assert!(canvas.finish().rgb.iter().all(|part| *part == 255));
    }
}
