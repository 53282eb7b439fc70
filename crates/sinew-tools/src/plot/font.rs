//! Letters as strokes, for pictures of pixels: the characters of ASCII and a few that diagrams need. All others are in `letter`.
//!
//! A glyph is a list of points, two digits each in base 14: across from the left, and up, where 0 is the lowest that a letter
//! reaches, 3 the line it stands on, 9 the height of an x and 12 that of a capital. A slash begins another stroke.

use super::letter;

type Point = (f64, f64);

/// Across a stroke, relative to the size of the font.
const PEN: f64 = 0.1;

/// Strokes of one width.
pub(super) struct Drawn {
    pub(super) strokes: Vec<Vec<Point>>,
    pub(super) pen: f64,
}

/// By character, from the blank on.
const GLYPHS: [&str; 95] = [
    "",
    "1c16/1413",
    "1c1a/3c3a",
    "2b14/5b44/0969/0666",
    "6b5c1c0b0918576664531304/3d32",
    "6c03/0c2c2a0a0c/4565634345",
    "630a0b1c3c4b4a060413434366",
    "1c1a",
    "2d1b1422",
    "0d1b1402",
    "3b36/1a57/5a17",
    "3a34/0767",
    "141301",
    "1757",
    "1413",
    "5d02",
    "1c5c6b645313040b1c",
    "1a3c33/1353",
    "0b1c5c6b690363",
    "0b1c5c6b695828/586764531304",
    "535c0666",
    "6c0c08586764531304",
    "5c1c0b0413536467581807",
    "0c6c23",
    "18090b1c5c6b69581807041353646758",
    "685717080b1c5c6b645313",
    "1918/1413",
    "1918/141301",
    "5a0754",
    "0868/0666",
    "0a5704",
    "0b1c5c6b693736/3433",
    "46492926666b5c1c0b041363",
    "033c63/1656",
    "030c5c6b695808/5867645303",
    "6b5c1c0b04135364",
    "030c4c6a654303",
    "6c0c0363/0858",
    "6c0c03/0858",
    "6b5c1c0b041353646737",
    "0c03/6c63/0868",
    "0c4c/2c23/0343",
    "5c54431304",
    "0c03/6c07/2963",
    "0c0363",
    "030c376c63",
    "030c636c",
    "1c5c6b645313040b1c",
    "030c5c6b685707",
    "1c5c6b645313040b1c/3662",
    "030c5c6b685707/3763",
    "6b5c1c0b0918576664531304",
    "0c6c/3c33",
    "0c041353646c",
    "0c336c",
    "0c1339536c",
    "0c63/6c03",
    "0c376c/3733",
    "0c6c0363",
    "3d1d1232",
    "0d52",
    "0d2d2202",
    "093c69",
    "0262",
    "1c2a",
    "0819495853/56160504134354",
    "0c03/0819495854431304",
    "5849190804134354",
    "5c53/5849190804134354",
    "06565849190804134354",
    "4c3c2b23/0949",
    "5951401001/5849190804134354",
    "0c03/0819495853",
    "1913/1c1b",
    "29211000/2c2b",
    "0c03/5906/2753",
    "1c13",
    "0903/0819394843/4859798883",
    "0903/0819495853",
    "194958544313040819",
    "0900/0819495854431304",
    "5950/5849190804134354",
    "0903/07294948",
    "584919080716465554431304",
    "2c243343/0949",
    "0904134354/5953",
    "093369",
    "0923486389",
    "0953/5903",
    "0933/692000",
    "09590353",
    "4d3c3827363342",
    "1d12",
    "0d1c1827161302",
    "071828465667",
];

/// The height of a capital, relative to the size of the font.
const UNIT: f64 = 0.08;

/// Letters are a little narrower than they are drawn.
const ACROSS: f64 = 0.92;

/// Between two letters.
const GAP: f64 = 2.4;

/// The width of a blank.
const BLANK: f64 = 3.0;

/// The strokes of a character; none for what is not of this font.
fn glyph(character: char) -> Option<&'static str> {
    Some(match character {
        '°' => "1c3c3a1a1c",
        '²' => "0c2c2b0929",
        '·' => "1817",
        '…' => "1413/4443/7473",
        '−' | '–' => "1757",
        other => GLYPHS.get((other as usize).checked_sub(32)?)?,
    })
}

/// The strokes of a glyph, in units from its lower left.
fn points(glyph: &str) -> impl Iterator<Item = Vec<Point>> + '_ {
    let digit = |byte: u8| char::from(byte).to_digit(14).map(f64::from).unwrap_or_default();
    let point = move |pair: &[u8]| (digit(pair[0]), digit(pair[1]) - 3.0);
    glyph.split('/').map(move |stroke| stroke.as_bytes().chunks_exact(2).map(point).collect())
}

/// The advance of a letter.
fn advance(glyph: &str) -> f64 {
    let widest =
        points(glyph).flatten().map(|(x, _)| x).fold(None, |most: Option<f64>, x| Some(most.unwrap_or(x).max(x)));
    widest.unwrap_or(BLANK) + GAP
}

/// The width of a text.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let unit = UNIT * ACROSS;
    let advance =
        |character| glyph(character).map_or_else(|| letter::advance(character), |glyph| advance(glyph) * unit);
    // The gap behind the last letter is none of it.
    let gap = text.chars().next_back().and_then(glyph).map_or(0.0, |_| GAP * unit);
    (text.chars().map(advance).sum::<f64>() - gap).max(0.0) * size
}

/// The strokes of a text that begins at a place: those of this font, and finer ones of other letters.
pub(super) fn strokes(text: &str, size: f64, start: Point) -> [Drawn; 2] {
    let [mut plain, mut other] = [Vec::new(), Vec::new()];
    let mut at = start.0;
    for character in text.chars() {
        if let Some(glyph) = glyph(character) {
            push(&mut plain, glyph, size, (at, start.1));
            at += advance(glyph) * size * UNIT * ACROSS;
        } else {
            let letter = letter::letter(character);
            let place = |(x, y): Point| (at + x * size, start.1 + y * size);
            other.extend(letter.strokes.into_iter().map(|stroke| stroke.into_iter().map(place).collect::<Vec<_>>()));
            at += letter.advance * size;
        }
    }
    [Drawn { strokes: plain, pen: PEN * size }, Drawn { strokes: other, pen: letter::PEN * size }]
}

/// The strokes of a text of this font's letters alone.
pub(super) fn plain_strokes(text: &str, size: f64, start: Point) -> Vec<Vec<Point>> {
    let mut strokes = Vec::new();
    let mut at = start.0;
    for glyph in text.chars().filter_map(glyph) {
        push(&mut strokes, glyph, size, (at, start.1));
        at += advance(glyph) * size * UNIT * ACROSS;
    }
    strokes
}

fn push(strokes: &mut Vec<Vec<Point>>, glyph: &str, size: f64, start: Point) {
    let unit = size * UNIT;
    for stroke in points(glyph).filter(|stroke| !stroke.is_empty()) {
        strokes.push(stroke.into_iter().map(|(x, y)| (start.0 + x * unit * ACROSS, start.1 - y * unit)).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_of_whole_points_within_its_cell() {
        for (place, glyph) in GLYPHS.iter().enumerate() {
            let character = char::from(32 + place as u8);
            assert_eq!(glyph.is_empty(), character == ' ', "{character}");
            for stroke in glyph.split('/') {
                assert!(
                    stroke.len() % 2 == 0 && stroke.bytes().all(|byte| char::from(byte).is_digit(14)),
                    "{character}"
                );
            }
            assert!(points(glyph).flatten().all(|(x, _)| x <= 8.0), "{character}");
        }
    }

    #[test]
    fn letters_stand_in_their_places_of_the_table() {
        assert_eq!(glyph('7'), Some("0c6c23"));
        assert_eq!(glyph('L'), Some("0c0363"));
        assert_eq!(glyph('v'), Some("093369"));
        assert_eq!(glyph('~'), Some("071828465667"));
        assert_eq!((glyph('あ'), glyph('\u{7f}')), (None, None));
    }

    #[test]
    fn a_capital_is_as_high_as_three_quarters_of_the_size_and_letters_add_up() {
        let [plain, other] = strokes("L", 100.0, (10.0, 50.0));
        // Nine units of eight hundredths.
        assert!((plain.strokes[0][0].1 - (50.0 - 72.0)).abs() < 1e-9);
        assert!(other.strokes.is_empty());
        // A letter of another font begins where the gap behind the one before ends.
        let [_, other] = strokes("L\u{1f980}L", 100.0, (0.0, 0.0));
        let left = other.strokes.iter().flatten().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
        assert!((left - (6.0 + GAP) * 100.0 * UNIT * ACROSS).abs() < 1e-9);
        assert!((width("LL", 100.0) - (2.0 * 6.0 + GAP) * 100.0 * UNIT * ACROSS).abs() < 1e-9);
    }
}
