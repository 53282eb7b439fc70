//! As much of Rust's grammar as the rules need: what is code, what is a test, what is an identifier.

use std::ops::Range;

/// The text with comments and the insides of strings turned to blanks, byte for byte, so that offsets stay.
pub(super) fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => block_comment_end(bytes, at),
            b'"' => string_end(bytes, at),
            b'r' if !follows_word(bytes, at, b'b') => raw_string_end(bytes, at).unwrap_or(at),
            b'\'' => char_end(bytes, at).unwrap_or(at),
            _ => at,
        };
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    // Only whole characters have been replaced, by blanks.
    String::from_utf8(code).unwrap_or_default()
}

/// Where the items marked `#[cfg(test)]` stand in code that has gone through [`code`].
pub(super) fn test_ranges(code: &str) -> Vec<Range<usize>> {
    const MARK: &str = "#[cfg(test)]";
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(start) = code[at..].find(MARK).map(|offset| at + offset) {
        let item = start + MARK.len();
        let end = item_end(code, item);
        ranges.push(start..end);
        at = end;
    }
    ranges
}

/// Where the bodies of modules stand that are written inside a file, in code that has gone through [`code`].
pub(super) fn inline_modules(code: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut before = "";
    for (offset, word) in words(code) {
        let end = offset + word.len();
        if before == "mod" && code[end..].trim_start().starts_with('{') {
            ranges.push(offset..item_end(code, end));
        }
        before = word;
    }
    ranges
}

/// Code with its tests turned to blanks.
pub(super) fn code_without_tests(text: &str) -> String {
    let mut code = code(text);
    for range in test_ranges(&code) {
        let blanks: String = code[range.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(range, &blanks);
    }
    code
}

/// The identifiers and keywords of a text, each with its offset.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_word)?;
        let end = text[start..].find(|c| !is_word(c)).map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}

/// Behind the `}` that closes the item's first `{`, or behind a `;` that comes earlier.
fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in code[start..].bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b';' => {}
            _ => continue,
        }
        if depth == 0 {
            return start + offset + 1;
        }
    }
    code.len()
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| start + length)
}

fn block_comment_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 2;
    let mut depth = 1;
    while at < bytes.len() && depth > 0 {
        let step = match &bytes[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
    }
    at
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Behind a raw string that begins with the `r` at `start`, if one does.
fn raw_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start + 1..].iter().take_while(|&&byte| byte == b'#').count();
    let open = start + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let close = [b"\"".as_slice(), &b"#".repeat(hashes)].concat();
    let length = bytes[open + 1..].windows(close.len()).position(|window| window == close);
    Some(length.map_or(bytes.len(), |length| open + 1 + length + close.len()))
}

/// Behind a character literal, if the quote at `start` begins one and not a lifetime.
fn char_end(bytes: &[u8], start: usize) -> Option<usize> {
    let first = *bytes.get(start + 1)?;
    if first == b'\\' {
        let close = bytes[(start + 3).min(bytes.len())..].iter().position(|&byte| byte == b'\'')?;
        return Some(start + 3 + close + 1);
    }
    let length = match first {
        0..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    (bytes.get(start + 1 + length) == Some(&b'\'')).then_some(start + length + 2)
}

/// Whether the byte at `at` goes on a word, other than the one-letter prefix given.
fn follows_word(bytes: &[u8], at: usize, prefix: u8) -> bool {
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let before = at.wrapping_sub(1);
    let is_prefix = bytes.get(before) == Some(&prefix) && !is_word(before.wrapping_sub(1));
    is_word(before) && !is_prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(text: &str) -> Vec<&str> {
        words(text).map(|(_, word)| word).collect()
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        let text = r##"a // b
            c /* d /* e */ f */ g "h \" i" j r#"k " l"# m 'n' o '\'' p b"q" s 'é' br"t" 'u: v '\u{1f600}' w"##;
        assert_eq!(words_of(&code(text)), ["a", "c", "g", "j", "m", "o", "p", "b", "s", "b", "u", "v", "w"]);
        assert_eq!(code(text).len(), text.len());
    }

    #[test]
    fn a_word_that_ends_in_r_begins_no_raw_string() {
        assert_eq!(words_of(&code(r#"for "x" r y"#)), ["for", "r", "y"]);
    }

    #[test]
    fn tests_are_separated_from_code() {
        let text = "fn a() { b }\n#[cfg(test)]\nmod tests { fn c() { '}' } }\nfn d() {}\n#[cfg(test)]\nuse e;\nf";
        assert_eq!(words_of(&code_without_tests(text)), ["fn", "a", "b", "fn", "d", "f"]);
        let tests: Vec<&str> = test_ranges(&code(text)).into_iter().map(|range| &text[range]).collect();
        assert_eq!(tests, ["#[cfg(test)]\nmod tests { fn c() { '}' } }", "#[cfg(test)]\nuse e;"]);
    }

    #[test]
    fn modules_inside_a_file_are_found() {
        let text = "mod a;\nmod b { mod c { d } }\nfn mod_e() {}";
        let found: Vec<&str> = inline_modules(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["b { mod c { d } }", "c { d }"]);
    }

    #[test]
    fn text_that_ends_anywhere_is_read_to_its_end() {
        for text in ["\"", "'", "'\\", "r#\"", "/*", "\"\\", "r", "#[cfg(test)]", "#[cfg(test)] mod x {"] {
            assert_eq!(code_without_tests(text).len(), text.len(), "{text}");
        }
    }
}
