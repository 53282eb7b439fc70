//! The colors of a terminal: millions, 256, or none.

use std::fmt::Write as _;

use anstream::{AutoStream, ColorChoice};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colors {
    None,
    /// The 6 × 6 × 6 cube that xterm has.
    Cube,
    Full,
}

impl Colors {
    /// What this terminal has, by its own words.
    pub(super) fn of_terminal(choice: ColorChoice) -> Self {
        if AutoStream::new(std::io::stdout(), choice).current_choice() == ColorChoice::Never {
            return Self::None;
        }
        let has = |name: &str, words: &[&str]| {
            std::env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        if has("COLORTERM", &["truecolor", "24bit"]) || has("TERM", &["direct"]) || cfg!(windows) {
            Self::Full
        } else {
            Self::Cube
        }
    }

    /// Begins to write on one color with another.
    pub(super) fn write(self, text: &mut String, paper: Option<[u8; 3]>, ink: Option<[u8; 3]>) {
        if self == Self::None {
            return;
        }
        text.push_str("\x1b[0");
        for (place, color) in [(48, paper), (38, ink)] {
            let Some([r, g, b]) = color else { continue };
            let _ = match self {
                Self::Full => write!(text, ";{place};2;{r};{g};{b}"),
                _ => write!(text, ";{place};5;{}", cube([r, g, b])),
            };
        }
        text.push('m');
    }

    pub(super) fn reset(self, text: &mut String) {
        if self != Self::None {
            text.push_str("\x1b[0m");
        }
    }
}

/// The nearest color of the cube: its steps are 0, 95, 135, 175, 215 and 255.
fn cube(color: [u8; 3]) -> u32 {
    let [r, g, b] = color.map(|part| match part {
        0..48 => 0,
        48..115 => 1,
        _ => (u32::from(part) - 35) / 40,
    });
    16 + 36 * r + 6 * g + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_steps_of_the_cube_are_xterms() {
        assert_eq!(super::cube([0, 0, 0]), 16);
        assert_eq!(super::cube([255, 255, 255]), 231);
        // 95 is step 1, 135 step 2, 175 step 3, 215 step 4.
        assert_eq!(super::cube([95, 135, 175]), 16 + 36 + 12 + 3);
        assert_eq!(super::cube([215, 0, 254]), 16 + 36 * 4 + 5);
    }
}
