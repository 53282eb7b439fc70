//! A picture of characters: a cell is two dots wide and four high. Faces hide what is behind them and color the cell, edges are dots.

use sinew::glam::Vec3;

use super::color::Colors;

/// Dots of a cell.
const CELL: [usize; 2] = [2, 4];

/// The bit of each dot in the Braille block of Unicode, row by row.
const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// How much nearer than a face an edge of it counts, relative to its distance: the two are computed apart.
const BIAS: f32 = 1.004;

/// Dots of a cell that faces must cover before they color it.
const COVERED: u32 = 4;

/// A point of the picture: dots from the left and the top, and the reciprocal of the distance, which is linear in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) nearness: f32,
}

pub(super) struct Canvas {
    columns: usize,
    rows: usize,
    /// The nearest face at each dot: its nearness, 0 for none, and its color.
    faces: Vec<(f32, Vec3)>,
    /// For each cell its dots, and the nearness and the color of the nearest.
    edges: Vec<(u32, f32, Vec3)>,
}

impl Canvas {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let cells = columns * rows;
        Self {
            columns,
            rows,
            faces: vec![(0.0, Vec3::ZERO); cells * CELL[0] * CELL[1]],
            edges: vec![(0, 0.0, Vec3::ZERO); cells],
        }
    }

    /// Dots along x and y.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.columns * CELL[0], self.rows * CELL[1]]
    }

    pub(super) fn triangle(&mut self, [a, b, c]: [Dot; 3], color: Vec3) {
        let [width, height] = self.size();
        let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let range = |low: f32, high: f32, size: usize| {
            let first = (low - 0.5).ceil().max(0.0) as usize;
            let last = (high - 0.5).floor().min(size as f32 - 1.0);
            if last < 0.0 { 0..0 } else { first..last as usize + 1 }
        };
        let xs = range(a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x), width);
        for y in range(a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y), height) {
            for x in xs.clone() {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let wb = ((px - a.x) * (c.y - a.y) - (c.x - a.x) * (py - a.y)) / area;
                let wc = ((b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y)) / area;
                let wa = 1.0 - wb - wc;
                if wa < 0.0 || wb < 0.0 || wc < 0.0 {
                    continue;
                }
                let nearness = wa * a.nearness + wb * b.nearness + wc * c.nearness;
                let face = &mut self.faces[y * width + x];
                if nearness > face.0 {
                    *face = (nearness, color);
                }
            }
        }
    }

    pub(super) fn line(&mut self, from: Dot, to: Dot, color: Vec3) {
        let [width, height] = self.size();
        if width == 0 || height == 0 {
            return;
        }
        let Some((from, to)) = clipped(from, to, width as f32, height as f32) else { return };
        let steps = (to.x - from.x).abs().max((to.y - from.y).abs()).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let along = step as f32 / steps as f32;
            let (x, y) = (from.x + (to.x - from.x) * along, from.y + (to.y - from.y) * along);
            let nearness = from.nearness + (to.nearness - from.nearness) * along;
            let (x, y) = ((x as usize).min(width - 1), (y as usize).min(height - 1));
            if nearness * BIAS < self.faces[y * width + x].0 {
                continue;
            }
            let cell = &mut self.edges[(y / CELL[1]) * self.columns + x / CELL[0]];
            cell.0 |= BITS[y % CELL[1]][x % CELL[0]];
            if nearness > cell.1 {
                (cell.1, cell.2) = (nearness, color);
            }
        }
    }

    /// A row as text, exactly as wide as the picture.
    pub(super) fn row(&self, row: usize, colors: Colors) -> String {
        let mut text = String::new();
        let mut last = None;
        for column in 0..self.columns {
            let (dots, _, ink) = self.edges[row * self.columns + column];
            let paper = if colors == Colors::None { None } else { self.paper(row, column) };
            let letter = if dots == 0 { ' ' } else { char::from_u32(0x2800 + dots).unwrap_or(' ') };
            let look = (paper.map(bytes), (dots != 0).then(|| bytes(ink)));
            if last != Some(look) {
                colors.write(&mut text, look.0, look.1);
                last = Some(look);
            }
            text.push(letter);
        }
        colors.reset(&mut text);
        text
    }

    /// The color of the faces in a cell.
    fn paper(&self, row: usize, column: usize) -> Option<Vec3> {
        let width = self.columns * CELL[0];
        let (mut sum, mut count) = (Vec3::ZERO, 0);
        for y in 0..CELL[1] {
            for x in 0..CELL[0] {
                let (nearness, color) = self.faces[(row * CELL[1] + y) * width + column * CELL[0] + x];
                if nearness > 0.0 {
                    sum += color;
                    count += 1;
                }
            }
        }
        (count >= COVERED).then(|| sum / count as f32)
    }
}

/// The part of a line within the picture (Liang and Barsky).
fn clipped(from: Dot, to: Dot, width: f32, height: f32) -> Option<(Dot, Dot)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    if !(dx.is_finite() && dy.is_finite()) {
        return None;
    }
    // What is a thousand pictures away is cut to within a dot.
    let wide = |dot: Dot| [f64::from(dot.x), f64::from(dot.y), f64::from(dot.nearness)];
    let ([x, y, near], [to_x, to_y, to_near]) = (wide(from), wide(to));
    let (dx, dy) = (to_x - x, to_y - y);
    let (width, height) = (f64::from(width), f64::from(height));
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-dx, x), (dx, width - x), (-dy, y), (dy, height - y)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
            continue;
        }
        let at = room / step;
        if step < 0.0 { enters = enters.max(at) } else { leaves = leaves.min(at) }
    }
    let at = |along: f64| Dot {
        x: (x + dx * along) as f32,
        y: (y + dy * along) as f32,
        nearness: (near + (to_near - near) * along) as f32,
    };
    (enters <= leaves).then(|| (at(enters), at(leaves)))
}

/// A linear color as the terminal has it. The square root stands for the curve of sRGB, within a few shades.
fn bytes(color: Vec3) -> [u8; 3] {
    color.to_array().map(|part| (part.clamp(0.0, 1.0).sqrt() * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(x: f32, y: f32, nearness: f32) -> Dot {
        Dot { x, y, nearness }
    }

    #[test]
    fn a_line_across_the_top_sets_the_upper_dots() {
        let mut canvas = Canvas::new(2, 1);
        canvas.line(dot(0.0, 0.0, 1.0), dot(4.0, 0.0, 1.0), Vec3::ONE);
        // Dots 1 and 4 of each cell: 0x01 + 0x08.
        assert_eq!(canvas.row(0, Colors::None), "\u{2809}\u{2809}");
    }

    #[test]
    fn a_nearer_face_hides_an_edge_and_a_farther_one_does_not() {
        let face = [dot(-9.0, -9.0, 1.0), dot(99.0, -9.0, 1.0), dot(-9.0, 99.0, 1.0)];
        for (nearness, expected) in [(0.5, "  "), (2.0, "\u{2809}\u{2809}"), (1.0, "\u{2809}\u{2809}")] {
            let mut canvas = Canvas::new(2, 1);
            canvas.triangle(face, Vec3::ONE);
            canvas.line(dot(0.0, 0.0, nearness), dot(4.0, 0.0, nearness), Vec3::ONE);
            assert_eq!(canvas.row(0, Colors::None), expected);
        }
    }

    #[test]
    fn lines_and_faces_beyond_the_picture_are_cut() {
        let mut canvas = Canvas::new(1, 1);
        canvas.line(dot(-1e9, 2.0, 1.0), dot(1e9, 2.0, 1.0), Vec3::ONE);
        canvas.line(dot(-5.0, -5.0, 1.0), dot(-1.0, 9.0, 1.0), Vec3::ONE);
        canvas.line(dot(f32::NAN, 0.0, 1.0), dot(1.0, f32::INFINITY, 1.0), Vec3::ONE);
        canvas.triangle([dot(-9.0, -9.0, 1.0), dot(-5.0, -9.0, 1.0), dot(-9.0, -5.0, 1.0)], Vec3::ONE);
        assert_eq!(canvas.row(0, Colors::None), "\u{2824}");
        Canvas::new(0, 0).triangle([dot(0.0, 0.0, 1.0), dot(1.0, 0.0, 1.0), dot(0.0, 1.0, 1.0)], Vec3::ONE);
        Canvas::new(0, 3).line(dot(0.0, 0.0, 1.0), dot(1.0, 0.0, 1.0), Vec3::ONE);
    }

    #[test]
    fn a_face_colors_the_cells_that_it_covers() {
        let mut canvas = Canvas::new(2, 1);
        canvas.triangle([dot(-9.0, -9.0, 1.0), dot(99.0, -9.0, 1.0), dot(-9.0, 99.0, 1.0)], Vec3::ONE);
        assert_eq!(canvas.row(0, Colors::Full), "\u{1b}[0;48;2;255;255;255m  \u{1b}[0m");
        assert_eq!(canvas.row(0, Colors::None), "  ");
    }
}
