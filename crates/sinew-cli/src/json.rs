//! JSON that both programs and people read: one line for each entry of the outermost lists (a node, an animation), so
//! that `grep` and `diff` work on it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::text::plain::is_obeyed;

/// Values deeper than this stay on the line of what they are in: 1 is the answer, 2 a list of it.
const LINES: usize = 2;

/// Writes an answer and the end of its last line.
pub(crate) fn write(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    answer.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Lines::default()))?;
    out.write_all(b"\n")
}

#[derive(Default)]
struct Lines {
    depth: usize,
    /// Whether the innermost container has an entry; an empty one stays `[]`.
    has_entries: bool,
    /// Whether the container at depth 2 is a list; the members of an object there stay on one line.
    is_list: bool,
}

impl Lines {
    fn breaks_lines(&self) -> bool {
        self.depth < LINES || (self.depth == LINES && self.is_list)
    }

    fn open(&mut self, is_list: bool) {
        self.depth += 1;
        self.has_entries = false;
        if self.depth == LINES {
            self.is_list = is_list;
        }
    }

    fn close(&mut self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let breaks = self.breaks_lines() && self.has_entries;
        self.depth -= 1;
        self.has_entries = true;
        if breaks { self.start_line(out) } else { Ok(()) }
    }

    fn separate(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        let breaks = self.breaks_lines();
        if !first {
            out.write_all(if breaks { b"," } else { b", " })?;
        }
        if breaks { self.start_line(out) } else { Ok(()) }
    }

    fn start_line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(true);
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        out.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.separate(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_entries = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(false);
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)?;
        out.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.separate(out, first)
    }

    /// Names come from files: what a terminal would obey is escaped, which JSON allows everywhere in a string.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_obeyed) {
            out.write_all(&rest.as_bytes()[..at])?;
            let letter = rest[at..].chars().next().unwrap_or_default();
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + letter.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_entries = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_means_the_same() {
        // DEL, a C1 control, a mark of direction, a space without width, a tag beyond 16 bits; and letters that stay.
        let name = "a\u{7f}\u{9b}\u{202e}\u{200b}\u{e0041}ü腕";
        let mut out = Vec::new();
        write(&mut out, &name).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "\"a\\u007f\\u009b\\u202e\\u200b\\udb40\\udc41ü腕\"\n");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
    }

    #[test]
    fn entries_of_the_outermost_lists_have_a_line_each() {
        let answer: serde_json::Value =
            serde_json::from_str(r#"{"a":{"b":[1,{"c":2}]},"d":[{"e":[1,2],"f":{}},[],"g"],"h":[],"i":0.1}"#).unwrap();
        let mut out = Vec::new();
        write(&mut out, &answer).unwrap();
        let expected = r#"{
  "a": {"b": [1, {"c": 2}]},
  "d": [
    {"e": [1, 2], "f": {}},
    [],
    "g"
  ],
  "h": [],
  "i": 0.1
}
"#;
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
