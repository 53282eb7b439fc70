//! Unique names, and the width of text.

use std::collections::{HashMap, HashSet};

use super::font;

/// The maximum length of a written name, letters. The middle of a longer one is left out, as a file may have names of any
/// length.
const MAX_LETTERS: usize = 100;

/// The letters kept at the end of a long name, which often has a number there.
const END_LETTERS: usize = 40;

/// Names as written: on one line, of bounded length, and unique. Duplicates get a number.
pub(super) fn disambiguate<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let plain: Vec<String> = names.into_iter().map(shown).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &plain {
        *counts.entry(name).or_default() += 1;
    }
    let mut taken: HashSet<String> =
        counts.iter().filter(|(_, count)| **count == 1).map(|(name, _)| (*name).to_owned()).collect();
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut names_shown = Vec::with_capacity(plain.len());
    for name in &plain {
        if counts[name.as_str()] == 1 {
            names_shown.push(name.clone());
            continue;
        }
        let number = next.entry(name).or_insert(1);
        let free = loop {
            let numbered = format!("{name} ({number})");
            *number += 1;
            if taken.insert(numbered.clone()) {
                break numbered;
            }
        };
        names_shown.push(free);
    }
    names_shown
}

/// A name on one line, of bounded length.
fn shown(name: &str) -> String {
    let in_line = |letter: char| if letter.is_control() { ' ' } else { letter };
    let count = name.chars().count();
    if count <= MAX_LETTERS {
        return name.chars().map(in_line).collect();
    }
    let start = name.chars().take(MAX_LETTERS - END_LETTERS - 1);
    start.chain(['…']).chain(name.chars().skip(count - END_LETTERS)).map(in_line).collect()
}

/// The maximum width of a text: drawn here, or by any viewer of SVG with its own font.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let elsewhere: f64 = text.chars().map(em).sum::<f64>() * size;
    font::width(text, size).max(elsewhere)
}

/// The width of a letter in the widest common sans-serif font, relative to the font size, rounded up.
fn em(letter: char) -> f64 {
    match letter {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | '[' | ']' | 'f' | 'i' | 'j' | 'l' | 't' | 'r'
        | 'I' | 'J' | '-' | '/' | '\\' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | 'O' | 'Q' | '…' | '+' | '−' | '<' | '>' | '=' | '~' | '^' | '#' => 1.0,
        'A'..='Z' | '&' => 0.8,
        ' '..='~' => 0.66,
        _ if super::letter::is_drawn_over(letter) => 0.0,
        // Letters of other alphabets are up to as wide as they are high.
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers_that_nobody_has() {
        let names = ["arm", "leg", "arm", "arm (1)", "arm", ""];
        assert_eq!(disambiguate(names), ["arm (2)", "leg", "arm (3)", "arm (1)", "arm (4)", ""]);
        assert_eq!(disambiguate(["a\nb", "a\tb"]), ["a b (1)", "a b (2)"]);
        assert!(disambiguate([]).is_empty());
    }

    #[test]
    fn endless_names_keep_both_ends_and_are_distinguished() {
        let (one, other) = (format!("{}1", "あ".repeat(5000)), format!("x{}1", "あ".repeat(5000)));
        let names_shown = disambiguate([one.as_str(), one.as_str(), other.as_str()]);
        assert!(names_shown.iter().all(|name| name.chars().count() <= MAX_LETTERS + 4), "{names_shown:?}");
        assert_eq!(names_shown.iter().collect::<HashSet<_>>().len(), 3);
        assert!(names_shown[2].starts_with('x') && names_shown[2].ends_with("あ1"));
    }

    #[test]
    fn a_text_is_as_long_as_the_widest_common_letters() {
        // Of DejaVu Sans, in thousandths: J 295, _ 500, B 686, i 278, p 635, L 557, H 752, a 613, n 634, d 635.
        let names = [("J_Bip_L_Hand", 6.585), ("Hand", 2.634)];
        for (name, ems) in names {
            let found = width(name, 1.0);
            assert!(found >= ems && found < ems * 1.4, "{name}: {found}");
        }
        assert!(width("腰", 10.0) >= 10.0);
    }
}
