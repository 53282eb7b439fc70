//! From a text to its index. No recursion: the depth of the input costs heap, never stack.

use std::collections::HashMap;
use std::fmt;

use super::{Entry, Json, Location, LongArray, LongObject};

/// Arrays at least this long get an index of their elements.
const LONG_ARRAY: u32 = 32;

/// Objects of at least this many members get an index of them: more than any of glTF's own, so that it costs honest files
/// nothing.
const LONG_OBJECT: u32 = 256;

/// Why a text is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Where the problem is.
    pub location: Location,
    /// What the problem is.
    pub problem: JsonProblem,
}

/// What kept a text from being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonProblem {
    /// The text ends inside a value.
    UnexpectedEnd,
    /// Something else stands where a value, key or separator should; the text says which.
    Expected(&'static str),
    /// A number is not written as JSON writes numbers (`NaN`, `Infinity`, `.5`, `01`).
    Number,
    /// An unknown `\` escape, or a `\u` without four hexadecimal digits.
    Escape,
    /// A raw control character inside a string.
    ControlCharacter,
    /// Something follows the outermost value.
    Trailing,
    /// More nested arrays and objects than allowed.
    TooDeep(usize),
    /// The text is longer than the 4 GiB that offsets can count.
    TooLong,
}

impl fmt::Display for JsonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at line {}, column {}", self.problem, self.location.line, self.location.column)
    }
}

impl fmt::Display for JsonProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd => out.write_str("the JSON ends too early"),
            Self::Expected(what) => write!(out, "expected {what}"),
            Self::Number => out.write_str("not a JSON number"),
            Self::Escape => out.write_str("not a JSON escape sequence"),
            Self::ControlCharacter => out.write_str("a control character inside a string must be escaped"),
            Self::Trailing => out.write_str("something follows the end of the JSON"),
            Self::TooDeep(limit) => write!(out, "arrays and objects nested more than {limit} deep"),
            Self::TooLong => out.write_str("the JSON is longer than 4 GiB"),
        }
    }
}

impl std::error::Error for JsonError {}

pub(super) fn scan(text: String, max_depth: usize) -> Result<Json, JsonError> {
    if u32::try_from(text.len()).is_err() {
        return Err(JsonError { location: Location::START, problem: JsonProblem::TooLong });
    }
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        position: 0,
        entries: Vec::with_capacity(entry_count(text.as_bytes())),
        open: Vec::new(),
        long_arrays: HashMap::new(),
        long_objects: Vec::new(),
        max_depth,
    };
    match scanner.run() {
        Ok(()) => {
            let Scanner { entries, long_arrays, long_objects, .. } = scanner;
            let mut json = Json { text, entries, long_arrays, long_objects: HashMap::new() };
            for object in long_objects {
                let index = LongObject::new(&json, object);
                json.long_objects.insert(object, index);
            }
            Ok(json)
        }
        Err(problem) => Err(JsonError { location: Location::at(&text, scanner.position), problem }),
    }
}

/// How many entries a text needs at the most: each value but the first, and each key, follows one of these characters.
/// Strings may hold them too, but seldom do; counting costs little and saves growing, which takes twice the memory.
fn entry_count(text: &[u8]) -> usize {
    let separators = |block: &[u8]| {
        // A byte counts up to 255: as wide as the text's own bytes, so that the compiler can count many at a time.
        block.iter().fold(0_u8, |count, &byte| count + u8::from(matches!(byte, b',' | b':' | b'[' | b'{')))
    };
    1 + text.chunks(255).map(|block| usize::from(separators(block))).sum::<usize>()
}

struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
    entries: Vec<Entry>,
    open: Vec<Container>,
    long_arrays: HashMap<u32, LongArray>,
    long_objects: Vec<u32>,
    max_depth: usize,
}

/// An array or object that has been opened and not closed yet.
struct Container {
    entry: u32,
    is_object: bool,
    length: u32,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), JsonProblem> {
        if let Some(container) = self.value()? {
            self.open.push(container);
        }
        while let Some(container) = self.open.pop() {
            self.fill(container)?;
        }
        match skip_blanks(self.bytes, &mut self.position) {
            None => Ok(()),
            Some(_) => Err(JsonProblem::Trailing),
        }
    }

    /// Reads on in a container until it is closed, or until one inside it is opened, which then comes first.
    fn fill(&mut self, mut container: Container) -> Result<(), JsonProblem> {
        let close = if container.is_object { b'}' } else { b']' };
        loop {
            let next = skip_blanks(self.bytes, &mut self.position);
            if next == Some(close) {
                self.position += 1;
                self.close(&container);
                return Ok(());
            }
            match next {
                None => return Err(JsonProblem::UnexpectedEnd),
                Some(b',') if container.length > 0 => self.position += 1,
                Some(_) if container.length == 0 => {}
                Some(_) if container.is_object => return Err(JsonProblem::Expected("',' or '}'")),
                Some(_) => return Err(JsonProblem::Expected("',' or ']'")),
            }
            container.length += 1;
            if container.is_object {
                self.key()?;
            }
            if let Some(inner) = self.value()? {
                self.open.push(container);
                self.open.push(inner);
                return Ok(());
            }
        }
    }

    /// Reads a scalar whole, or opens a container.
    #[expect(clippy::inline_always, reason = "runs once a value; a call would cost more than reading a short number")]
    #[inline(always)]
    fn value(&mut self) -> Result<Option<Container>, JsonProblem> {
        let Some(first) = skip_blanks(self.bytes, &mut self.position) else {
            return Err(JsonProblem::UnexpectedEnd);
        };
        let entry = self.entries.len() as u32;
        self.entries.push(Entry { start: self.position as u32, next: entry + 1 });
        match first {
            b'-' | b'0'..=b'9' => self.number()?,
            b'"' => self.string()?,
            b'{' | b'[' => {
                // The container that this one stands in has been taken off the list to be filled.
                let depth = self.open.len() + usize::from(entry > 0);
                if depth >= self.max_depth {
                    return Err(JsonProblem::TooDeep(self.max_depth));
                }
                self.position += 1;
                return Ok(Some(Container { entry, is_object: first == b'{', length: 0 }));
            }
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            b'N' | b'I' | b'.' | b'+' => return Err(JsonProblem::Number),
            _ => return Err(JsonProblem::Expected("a value")),
        }
        Ok(None)
    }

    fn key(&mut self) -> Result<(), JsonProblem> {
        match skip_blanks(self.bytes, &mut self.position) {
            Some(b'"') => {}
            Some(_) => return Err(JsonProblem::Expected("a key in double quotes")),
            None => return Err(JsonProblem::UnexpectedEnd),
        }
        let entry = self.entries.len() as u32;
        self.entries.push(Entry { start: self.position as u32, next: entry + 1 });
        self.string()?;
        match skip_blanks(self.bytes, &mut self.position) {
            Some(b':') => {
                self.position += 1;
                Ok(())
            }
            Some(_) => Err(JsonProblem::Expected("':' behind the key")),
            None => Err(JsonProblem::UnexpectedEnd),
        }
    }

    fn close(&mut self, container: &Container) {
        let end = self.entries.len() as u32;
        self.entries[container.entry as usize].next = end;
        if container.is_object {
            if container.length >= LONG_OBJECT {
                self.long_objects.push(container.entry);
            }
            return;
        }
        if container.length < LONG_ARRAY {
            return;
        }
        let array = if end - container.entry - 1 == container.length {
            LongArray::Scalars(container.length)
        } else {
            let mut elements = Vec::with_capacity(container.length as usize);
            let mut entry = container.entry + 1;
            while entry < end {
                elements.push(entry);
                entry = self.entries[entry as usize].next;
            }
            LongArray::Listed(elements)
        };
        self.long_arrays.insert(container.entry, array);
    }

    fn string(&mut self) -> Result<(), JsonProblem> {
        let mut at = self.position + 1;
        loop {
            match self.bytes.get(at) {
                Some(&byte) if IS_PLAIN[usize::from(byte)] => at += 1,
                Some(b'"') => {
                    self.position = at + 1;
                    return Ok(());
                }
                special => {
                    self.position = at;
                    match special {
                        None => return Err(JsonProblem::UnexpectedEnd),
                        Some(b'\\') => self.escape()?,
                        Some(_) => return Err(JsonProblem::ControlCharacter),
                    }
                    at = self.position;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<(), JsonProblem> {
        match self.bytes.get(self.position + 1) {
            None => Err(JsonProblem::UnexpectedEnd),
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.position += 2;
                Ok(())
            }
            Some(b'u') => {
                let digits = self.bytes.get(self.position + 2..self.position + 6).ok_or(JsonProblem::UnexpectedEnd)?;
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return Err(JsonProblem::Escape);
                }
                self.position += 6;
                Ok(())
            }
            Some(_) => Err(JsonProblem::Escape),
        }
    }

    /// RFC 8259, section 6: `-`? int frac? exp?
    #[expect(clippy::inline_always, reason = "most values of a file are numbers, and most numbers are short")]
    #[inline(always)]
    fn number(&mut self) -> Result<(), JsonProblem> {
        let bytes = self.bytes;
        let mut at = self.position + usize::from(bytes[self.position] == b'-');
        let is_valid = 'number: {
            // No digit may follow a leading zero; the last check below sees to that.
            if bytes.get(at) == Some(&b'0') {
                at += 1;
            } else if !skip_digits(bytes, &mut at) {
                break 'number false;
            }
            if bytes.get(at) == Some(&b'.') {
                at += 1;
                if !skip_digits(bytes, &mut at) {
                    break 'number false;
                }
            }
            if matches!(bytes.get(at), Some(b'e' | b'E')) {
                at += 1;
                at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
                if !skip_digits(bytes, &mut at) {
                    break 'number false;
                }
            }
            !matches!(bytes.get(at), Some(b'0'..=b'9' | b'.' | b'a'..=b'z' | b'A'..=b'Z'))
        };
        self.position = at;
        match is_valid {
            true => Ok(()),
            false if at >= bytes.len() => Err(JsonProblem::UnexpectedEnd),
            false => Err(JsonProblem::Number),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), JsonProblem> {
        if self.bytes[self.position..].starts_with(word) {
            self.position += word.len();
            Ok(())
        } else {
            Err(JsonProblem::Expected("a value"))
        }
    }
}

/// Characters that stand for themselves inside a string: all but the quote, the backslash and control characters.
pub(super) const IS_PLAIN: [bool; 256] = {
    let mut is_plain = [true; 256];
    let mut control = 0;
    while control < 0x20 {
        is_plain[control] = false;
        control += 1;
    }
    is_plain[b'"' as usize] = false;
    is_plain[b'\\' as usize] = false;
    is_plain
};

/// Moves past blanks and tells what stands there.
#[inline]
fn skip_blanks(bytes: &[u8], position: &mut usize) -> Option<u8> {
    loop {
        match bytes.get(*position) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => *position += 1,
            other => return other.copied(),
        }
    }
}

/// Moves past digits and tells whether there was one.
#[inline]
fn skip_digits(bytes: &[u8], at: &mut usize) -> bool {
    let start = *at;
    while matches!(bytes.get(*at), Some(b'0'..=b'9')) {
        *at += 1;
    }
    *at > start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> JsonProblem {
        Json::parse(text.to_owned(), 8).unwrap_err().problem
    }

    #[test]
    fn says_what_is_wrong_with_a_text() {
        assert_eq!(problem(""), JsonProblem::UnexpectedEnd);
        assert_eq!(problem("{"), JsonProblem::UnexpectedEnd);
        assert_eq!(problem("[1,"), JsonProblem::UnexpectedEnd);
        assert_eq!(problem("\"abc"), JsonProblem::UnexpectedEnd);
        assert_eq!(problem("-"), JsonProblem::UnexpectedEnd);
        assert_eq!(problem("[1 2]"), JsonProblem::Expected("',' or ']'"));
        assert_eq!(problem("{\"a\":1 \"b\":2}"), JsonProblem::Expected("',' or '}'"));
        assert_eq!(problem("[1,]"), JsonProblem::Expected("a value"));
        assert_eq!(problem("{\"a\":1,}"), JsonProblem::Expected("a key in double quotes"));
        assert_eq!(problem("{a:1}"), JsonProblem::Expected("a key in double quotes"));
        assert_eq!(problem("{\"a\" 1}"), JsonProblem::Expected("':' behind the key"));
        assert_eq!(problem("[,1]"), JsonProblem::Expected("a value"));
        assert_eq!(problem("nul"), JsonProblem::Expected("a value"));
        for number in ["NaN", "Infinity", "-Infinity", "01", ".5", "1.", "1e", "+1", "0x10", "1.2.3"] {
            let problem = problem(&format!("[{number}]"));
            assert!(matches!(problem, JsonProblem::Number), "{number}: {problem}");
        }
        assert_eq!(problem("\"\\x\""), JsonProblem::Escape);
        assert_eq!(problem("\"\\u12g4\""), JsonProblem::Escape);
        assert_eq!(problem("\"a\nb\""), JsonProblem::ControlCharacter);
        assert_eq!(problem("1 2"), JsonProblem::Trailing);
        assert_eq!(problem("[[[[[[[[[1]]]]]]]]]"), JsonProblem::TooDeep(8));
    }

    #[test]
    fn names_the_line_and_column_of_a_problem() {
        let error = Json::parse("{\n  \"a\": tru\n}".to_owned(), 8).unwrap_err();
        assert_eq!((error.location.line, error.location.column), (2, 8));
        assert_eq!(error.to_string(), "expected a value at line 2, column 8");
    }

    #[test]
    fn a_million_open_brackets_are_refused_without_a_deep_stack() {
        assert_eq!(problem(&"[".repeat(1_000_000)), JsonProblem::TooDeep(8));
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(Json::parse(deep, 200_000).is_ok());
    }
}
