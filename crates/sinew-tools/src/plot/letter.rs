//! Letters beyond the small font: those of GNU Unifont, whose pixels become strokes, and a box with its number for what that lacks.

type Point = (f64, f64);

/// Cells up and, for a wide letter, across; a letter stands on the line below its cell 14 from the top.
const CELLS: usize = 16;
const BASE: f64 = 14.0;

/// The size of a cell, relative to that of the font: letters of sixteen cells are a little larger than it.
const CELL: f64 = 0.07;

/// Across a stroke, relative to the size of the font.
pub(super) const PEN: f64 = 0.062;

/// Digits in a row of a box.
const DIGITS: usize = 3;

/// The strokes of a letter that begins at the origin, y down from the line that it stands on, and how far it is to the next, all
/// relative to the size of the font.
pub(super) struct Letter {
    pub(super) strokes: Vec<Vec<Point>>,
    pub(super) advance: f64,
}

/// The advance of a letter.
pub(super) fn advance(letter: char) -> f64 {
    if is_drawn_over(letter) {
        return 0.0;
    }
    match cells(letter) {
        Some(cells) => cells.width as f64 * CELL,
        None => boxed_width(),
    }
}

pub(super) fn letter(letter: char) -> Letter {
    let advance = advance(letter);
    let Some(cells) = cells(letter) else {
        let strokes = if is_drawn_over(letter) { Vec::new() } else { boxed(letter) };
        return Letter { strokes, advance };
    };
    // A mark that belongs to the letter before it is drawn over it.
    let back = if is_drawn_over(letter) { cells.width as f64 * CELL } else { 0.0 };
    let place = |(x, y): (usize, usize)| ((x as f64 + 0.5) * CELL - back, (y as f64 + 0.5 - BASE) * CELL);
    let strokes = cells.strokes().into_iter().map(|stroke| stroke.into_iter().map(place).collect()).collect();
    Letter { strokes, advance }
}

/// Whether a character takes no room of its own: marks over and below the letter before it, and what says how letters join.
pub(super) fn is_drawn_over(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{670}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{20d0}'..='\u{20ff}' | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e01ef}')
}

/// The pixels of a letter.
struct Cells {
    width: usize,
    /// From the top, the leftmost cell in the highest bit.
    rows: [u16; CELLS],
}

#[cfg(feature = "letters")]
fn cells(letter: char) -> Option<Cells> {
    // Marks of how letters join have pictures in the font, which are for people who want to see them.
    let is_hidden = is_drawn_over(letter)
        && matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    if is_hidden {
        return None;
    }
    let glyph = unifont::get_glyph(letter)?;
    let mut cells = Cells { width: glyph.get_width().min(CELLS), rows: [0; CELLS] };
    for (y, row) in cells.rows.iter_mut().enumerate() {
        for x in (0..cells.width).filter(|&x| glyph.get_pixel(x, y)) {
            *row |= 0x8000 >> x;
        }
    }
    Some(cells)
}

#[cfg(not(feature = "letters"))]
fn cells(_: char) -> Option<Cells> {
    None
}

impl Cells {
    fn is_set(&self, x: usize, y: usize) -> bool {
        x < self.width && y < CELLS && self.rows[y] & (0x8000 >> x) != 0
    }

    /// Lines through neighbouring cells: along rows and columns, and across where nothing else connects two corners. A cell that
    /// has no neighbour is a dot.
    fn strokes(&self) -> Vec<Vec<(usize, usize)>> {
        let mut strokes = Vec::new();
        let mut is_touched = [[false; CELLS]; CELLS];
        let runs = [(self.width, CELLS, true), (CELLS, self.width, false)];
        for (along, lines, is_row) in runs {
            let cell = |line: usize, at: usize| if is_row { (at, line) } else { (line, at) };
            for line in 0..lines {
                let mut start = None;
                for at in 0..=along {
                    let (x, y) = cell(line, at);
                    if at < along && self.is_set(x, y) {
                        start = start.or(Some(at));
                    } else if let Some(first) = start.take()
                        && at - first > 1
                    {
                        strokes.push(vec![cell(line, first), cell(line, at - 1)]);
                        (first..at).map(|at| cell(line, at)).for_each(|(x, y)| is_touched[y][x] = true);
                    }
                }
            }
        }
        for y in 0..CELLS - 1 {
            for x in 0..self.width {
                for (from, to) in [((x, y), (x + 1, y + 1)), ((x + 1, y), (x, y + 1))] {
                    let is_bridge = self.is_set(from.0, from.1)
                        && self.is_set(to.0, to.1)
                        && !self.is_set(from.0, to.1)
                        && !self.is_set(to.0, from.1);
                    if is_bridge {
                        strokes.push(vec![from, to]);
                        (is_touched[from.1][from.0], is_touched[to.1][to.0]) = (true, true);
                    }
                }
            }
        }
        for (y, touched) in is_touched.iter().enumerate() {
            strokes.extend((0..self.width).filter(|&x| self.is_set(x, y) && !touched[x]).map(|x| vec![(x, y)]));
        }
        strokes
    }
}

/// The size of the digits in a box.
const SMALL: f64 = 0.46;

fn boxed_width() -> f64 {
    super::font::width("000", SMALL) + 0.32
}

/// A box with the character's number in it, so that names with different letters look different: U+1F980 is 01F over 980.
fn boxed(letter: char) -> Vec<Vec<Point>> {
    let digits = format!("{:06X}", letter as u32);
    let width = boxed_width() - 0.12;
    let mut strokes = vec![vec![(0.0, 0.12), (0.0, -0.86), (width, -0.86), (width, 0.12), (0.0, 0.12)]];
    for (row, base) in [(&digits[..DIGITS], -0.44), (&digits[DIGITS..], 0.03)] {
        strokes.extend(super::font::plain_strokes(row, SMALL, (0.1, base)));
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_of(picture: &[&str]) -> Cells {
        let mut cells = Cells { width: 8, rows: [0; CELLS] };
        for (row, line) in cells.rows.iter_mut().zip(picture) {
            line.bytes().enumerate().filter(|(_, byte)| *byte == b'#').for_each(|(x, _)| *row |= 0x8000 >> x);
        }
        cells
    }

    #[test]
    fn neighbouring_cells_become_one_stroke() {
        // A bar, a diagonal that hangs on its end, and a dot.
        let strokes = cells_of(&["####....", "....#...", "........", "#......."]).strokes();
        assert_eq!(strokes, [vec![(0, 0), (3, 0)], vec![(3, 0), (4, 1)], vec![(0, 3)]]);
        // A corner is a row and a column, without a short cut.
        let corner = cells_of(&["##......", "#......."]).strokes();
        assert_eq!(corner, [vec![(0, 0), (1, 0)], vec![(0, 0), (0, 1)]]);
        assert!(cells_of(&[]).strokes().is_empty());
    }

    #[test]
    fn a_character_without_a_glyph_is_a_box_with_its_number() {
        // Two crabs of the plane that the font does not have.
        let [one, other] = ['\u{1f980}', '\u{1f99e}'].map(letter);
        assert!(one.strokes != other.strokes && one.advance > 0.0);
        assert!(one.strokes.iter().flatten().all(|(x, y)| (0.0..one.advance).contains(x) && (-1.0..0.3).contains(y)));
    }

    #[cfg(feature = "letters")]
    #[test]
    fn letters_of_many_scripts_have_a_shape_each() {
        // 腰 is the hips in Japanese; Latin, Greek, Cyrillic, kana, kanji, hangul.
        let letters: Vec<char> = "éßřΩжあア腰左手한".chars().collect();
        for (place, &one) in letters.iter().enumerate() {
            let shape = letter(one);
            assert!(!shape.strokes.is_empty() && shape.advance >= 8.0 * CELL - 1e-9, "{one}");
            assert!(shape.strokes.iter().flatten().all(|(x, _)| (0.0..=shape.advance).contains(x)), "{one}");
            assert!(letters[..place].iter().all(|&other| letter(other).strokes != shape.strokes), "{one}");
        }
        // か with a mark is as wide as か, and the mark is over it.
        let mark = letter('\u{3099}');
        assert!(mark.advance.abs() < 1e-9 && mark.strokes.iter().flatten().all(|(x, _)| *x < 0.0));
        assert!(letter('\u{200d}').strokes.is_empty());
    }
}
