//! Splits a text into words and numbers, with their positions.

use sinew_document::json::parse_f64;

use super::{BvhError, BvhProblem};

/// The number of characters of the file that an error quotes.
const EXCERPT: usize = 24;

/// Reads a text once. `{`, `}` and `:` are words of their own, except inside a name.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
}

/// A word of the text; empty at its end.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    start: usize,
    pub(super) line: u32,
    line_start: usize,
}

impl Word<'_> {
    /// Keywords are case-insensitive.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // Some editors write a byte order mark.
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        Self { text, at, line: 1, line_start: at }
    }

    /// The number of remaining bytes.
    pub(super) fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Returns the next word without consuming it.
    pub(super) fn peek(&mut self) -> Word<'a> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let is_mark = |c: char| matches!(c, '{' | '}' | ':');
        let end = match rest.chars().next() {
            Some(first) if is_mark(first) => 1,
            _ => rest.find(|c: char| c.is_ascii_whitespace() || is_mark(c)).unwrap_or(rest.len()),
        };
        self.word_of(end)
    }

    /// Consumes and returns the next word.
    pub(super) fn next(&mut self) -> Word<'a> {
        let word = self.peek();
        self.at += word.text.len();
        word
    }

    /// Consumes a name: the rest of the line, or of the next one that is not blank, up to a brace. It may contain
    /// blanks and colons.
    pub(super) fn name(&mut self) -> Result<Word<'a>, BvhError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = rest.find(['\n', '\r', '{', '}']).unwrap_or(rest.len());
        let name = self.word_of(rest[..end].trim_ascii_end().len());
        if name.text.is_empty() {
            return Err(self.expected("the name of a joint"));
        }
        self.at += name.text.len();
        Ok(name)
    }

    /// Consumes a required word.
    pub(super) fn expect(&mut self, keyword: &'static str) -> Result<(), BvhError> {
        if !self.peek().is(keyword) {
            return Err(self.expected(keyword));
        }
        self.next();
        Ok(())
    }

    /// Consumes an optional word.
    pub(super) fn skip(&mut self, keyword: &str) {
        if self.peek().is(keyword) {
            self.next();
        }
    }

    /// Consumes a number, finite and not larger than [`BvhProblem::LARGEST`].
    pub(super) fn number(&mut self, expected: &'static str) -> Result<f64, BvhError> {
        let word = self.peek();
        let Some(number) = parse_f64(word.text) else { return Err(self.expected(expected)) };
        // An overflow parses as infinity.
        if number.abs() > BvhProblem::LARGEST {
            return Err(self.error(word, BvhProblem::NumberTooLarge { found: excerpt(word.text) }));
        }
        self.at += word.text.len();
        Ok(number)
    }

    /// Consumes a non-negative integer.
    pub(super) fn count(&mut self, expected: &'static str) -> Result<u64, BvhError> {
        let Ok(count) = self.peek().text.parse() else { return Err(self.expected(expected)) };
        self.next();
        Ok(count)
    }

    /// The error that something else is expected next.
    pub(super) fn expected(&mut self, expected: &'static str) -> BvhError {
        let word = self.peek();
        let found = (!word.text.is_empty()).then(|| excerpt(word.text));
        self.error(word, BvhProblem::Expected { expected, found })
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
            // A line ends with LF, CR LF or, in old files, CR.
            let is_line_end = *byte == b'\n' || (*byte == b'\r' && bytes.get(self.at) != Some(&b'\n'));
            if is_line_end {
                self.line = self.line.saturating_add(1);
                self.line_start = self.at;
            }
        }
    }

    fn word_of(&self, length: usize) -> Word<'a> {
        let text = &self.text[self.at..self.at + length];
        Word { text, start: self.at, line: self.line, line_start: self.line_start }
    }

    /// An error at a word of this text.
    pub(super) fn error(&self, word: Word<'_>, problem: BvhProblem) -> BvhError {
        let before = self.text.get(word.line_start..word.start).unwrap_or_default();
        BvhError { line: word.line, column: before.chars().count() as u32 + 1, problem }
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}
