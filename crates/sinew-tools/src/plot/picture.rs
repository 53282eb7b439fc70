//! A drawing as a list of marks, which is written as SVG or as pixels.

use std::fmt::Write as _;

use super::font::{self, Drawn};
use super::raster::{Canvas, Pixels};

/// A drawing: marks one over the other, on white. Lengths are in pixels of a screen, x to the right, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Across.
    pub width: f64,
    /// Down.
    pub height: f64,
    /// In the order in which they are drawn.
    pub marks: Vec<Mark>,
}

/// A mark of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line {
        /// x and y.
        points: Vec<(f64, f64)>,
        /// Its style.
        stroke: Stroke,
    },
    /// A filled circle.
    Dot {
        /// x and y.
        center: (f64, f64),
        /// The radius.
        radius: f64,
        /// The fill.
        color: Color,
    },
    /// A text in one line.
    Text {
        /// x as the anchor says, and y of the line it stands on.
        at: (f64, f64),
        /// The text.
        text: String,
        /// From the line a capital stands on to where the one above may stand, about.
        size: f64,
        /// The color of the letters.
        color: Color,
        /// The anchor at x.
        anchor: Anchor,
    },
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The color.
    pub color: Color,
    /// Across it.
    pub width: f64,
    /// Lengths of dashes and of gaps.
    pub dash: Option<(f64, f64)>,
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

/// The part of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Common letters without serifs, none wider than the margins expect, and where those of Japanese are found.
const FONTS: &str =
    "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', sans-serif";

/// Around letters, so that lines below them do not run into them.
const HALO: f64 = 3.0;

impl Picture {
    /// As SVG.
    pub fn to_svg(&self) -> String {
        let Self { width, height, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"{FONTS}\" xml:space=\"preserve\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        for mark in &self.marks {
            push(&mut svg, mark);
        }
        svg + "</svg>\n"
    }

    /// As pixels, at a resolution of 1 to 8 times the picture's. Letters of ASCII come from a small font of this library. With
    /// the feature `letters` those of all other scripts in the basic plane of Unicode come from GNU Unifont, one after the other
    /// from left to right, without ligatures; what is in neither is a box with its number.
    pub fn to_pixels(&self, scale: u32) -> Pixels {
        let scale = f64::from(scale.clamp(1, 8));
        let mut canvas = Canvas::new(self.width * scale, self.height * scale);
        for mark in &self.marks {
            match mark {
                Mark::Line { points, stroke } => {
                    let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x * scale, y * scale)).collect();
                    let dash = stroke.dash.map(|(on, off)| (on * scale, off * scale));
                    canvas.stroke(&[points], stroke.width * scale, dash, stroke.color);
                }
                Mark::Dot { center: (x, y), radius, color } => {
                    let center = vec![(x * scale, y * scale)];
                    canvas.stroke(&[center], radius * 2.0 * scale, None, *color);
                }
                Mark::Text { at, text, size, color, anchor } => {
                    let width = font::width(text, *size);
                    let before = match anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => width / 2.0,
                        Anchor::End => width,
                    };
                    let start = ((at.0 - before) * scale, at.1 * scale);
                    let drawn = font::strokes(text, size * scale, start);
                    for Drawn { strokes, pen } in &drawn {
                        canvas.stroke(strokes, pen + HALO * scale, None, Color([255; 3]));
                    }
                    for Drawn { strokes, pen } in &drawn {
                        canvas.stroke(strokes, *pen, None, *color);
                    }
                }
            }
        }
        canvas.finish()
    }
}

fn push(svg: &mut String, mark: &Mark) {
    // Writing to a string cannot fail.
    let _ = match mark {
        Mark::Line { points, stroke } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let dash = stroke.dash.map(|(on, off)| format!(" stroke-dasharray=\"{on} {off}\"")).unwrap_or_default();
            writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dash}/>",
                points.join(" "),
                stroke.color.hex(),
                stroke.width
            )
        }
        Mark::Dot { center: (x, y), radius, color } => {
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{}\"/>", color.hex())
        }
        Mark::Text { at: (x, y), text, size, color, anchor } => writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{}\" text-anchor=\"{}\" stroke=\"#ffffff\" \
             stroke-width=\"{HALO}\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            color.hex(),
            anchor.word(),
            escaped(text)
        ),
    };
}

impl Color {
    fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
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
            // XML has no place for these two, escaped or not.
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_characters_are_escaped_in_svg() {
        assert_eq!(escaped("a<b>&\"c\"\n"), "a&lt;b&gt;&amp;&quot;c&quot; ");
        assert_eq!(escaped("腰\u{ffff}\u{1b}"), "腰\u{fffd} ");
    }

    #[test]
    fn pixels_are_where_the_marks_are() {
        let black = Color([0; 3]);
        let stroke = Stroke { color: black, width: 2.0, dash: None };
        let marks = vec![
            Mark::Line { points: vec![(0.0, 10.0), (40.0, 10.0)], stroke },
            Mark::Dot { center: (20.0, 30.0), radius: 4.0, color: Color([255, 0, 0]) },
        ];
        let pixels = Picture { width: 40.0, height: 40.0, marks }.to_pixels(2);
        assert_eq!((pixels.width, pixels.height, pixels.rgb.len()), (80, 80, 80 * 80 * 3));
        let at = |x: usize, y: usize| &pixels.rgb[(y * 80 + x) * 3..][..3];
        // The line covers 18…22 of 80, the dot 52…68.
        assert_eq!(
            (at(40, 17), at(40, 19), at(40, 20), at(40, 22)),
            (&[255; 3][..], &[0; 3][..], &[0; 3][..], &[255; 3][..])
        );
        assert_eq!((at(40, 60), at(40, 50), at(46, 60)), (&[255, 0, 0][..], &[255; 3][..], &[255, 0, 0][..]));
    }
}
