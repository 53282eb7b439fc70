//! Escapes text from files for a terminal. A name may hold escape sequences, characters that reverse the line, and letters
//! two columns wide.

use std::borrow::Cow;

/// A text on one line, with control characters escaped.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_obeyed(letter) { line.extend(letter.escape_default()) } else { line.push(letter) }
    }
    Cow::Owned(line)
}

/// Whether a letter is not shown but acts: control characters (C0, DEL, C1), line and paragraph separators, marks that change the
/// direction of what follows, and characters without a width, which make two names look the same. Joiners between letters
/// of the scripts that need them are among these, and are shown escaped there.
pub(crate) fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The width of a text, columns.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Two for the scripts and pictures that terminals draw wide, none for marks that sit on the letter before
/// (Unicode Standard Annex 11, by block).
fn columns(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{3099}'..='\u{309a}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// A text of at most this many columns, with `…` in place of the rest.
pub(crate) fn shorten(text: &str, columns_at_most: usize) -> Cow<'_, str> {
    if width(text) <= columns_at_most {
        return Cow::Borrowed(text);
    }
    let mut used = 1;
    let fits = |letter: &char| {
        used += columns(*letter);
        used <= columns_at_most
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    Cow::Owned(short)
}

/// A text broken into lines of at most this many columns, between words where it can be.
pub(crate) fn wrap(text: &str, columns_at_most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let word_width = width(word);
        if used > 0 && used + 1 + word_width > columns_at_most {
            lines.push(String::new());
            used = 0;
        }
        if let Some(last) = lines.last_mut() {
            if used > 0 {
                last.push(' ');
                used += 1;
            }
            last.push_str(word);
            used += word_width;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_control_sequences_are_escaped() {
        assert_eq!(line("Arm_L ü 腕"), "Arm_L ü 腕");
        assert_eq!(line("a\x7fb\u{200b}c\u{feff}d\u{2066}e"), "a\\u{7f}b\\u{200b}c\\u{feff}d\\u{2066}e");
        assert_eq!(line("a\x1b[2Jb\nc\u{9b}d\u{202e}e"), "a\\u{1b}[2Jb\\nc\\u{9b}d\\u{202e}e");
    }

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        assert_eq!([width("Arm"), width("右腕"), width("e\u{301}"), width("─┬")], [3, 4, 1, 2]);
    }

    #[test]
    fn a_shortened_text_never_exceeds_its_columns() {
        assert_eq!(shorten("crane", 5), "crane");
        assert_eq!(shorten("cranes", 5), "cran…");
        // Four columns: one for the ellipsis leaves three, and two wide letters would take four.
        assert_eq!(shorten("右腕腕", 4), "右…");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("a crane lifts", 7), ["a crane", "lifts"]);
        assert_eq!(wrap("unbreakable a", 4), ["unbreakable", "a"]);
    }
}
