//! The lines of a text, for whoever asks for many places.

use super::Json;
use super::location::Location;

/// Bytes between two places whose characters are counted beforehand: a file in one line has columns by the million.
const STRIDE: usize = 4096;

/// Where the lines of a text begin. Made once, answers quickly.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    json: &'a Json,
    /// The offset of each line's first byte.
    starts: Vec<usize>,
    /// How many characters begin before each multiple of [`STRIDE`].
    characters: Vec<usize>,
}

impl Json {
    /// The lines of the text.
    pub fn lines(&self) -> Lines<'_> {
        let bytes = self.text().as_bytes();
        let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut characters = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut count = 0;
        for part in bytes.chunks(STRIDE) {
            characters.push(count);
            count += begun(part);
        }
        Lines { json: self, starts: std::iter::once(0).chain(newlines).collect(), characters }
    }
}

impl Lines<'_> {
    /// Where the value at a JSON pointer begins; for a place that no value stands at, the nearest value around it.
    pub fn of_pointer(&self, pointer: &str) -> Option<Location> {
        let mut pointer = pointer;
        loop {
            if let Some(value) = self.json.at_pointer(pointer) {
                return Some(self.of_offset(value.start()));
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }

    fn of_offset(&self, offset: usize) -> Location {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        Location { line, column: self.characters_before(offset) - self.characters_before(start) + 1 }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let Some(before) = self.characters.get(offset / STRIDE) else { return 0 };
        before + begun(&self.json.text().as_bytes()[offset / STRIDE * STRIDE..offset])
    }
}

/// How many characters begin in these bytes: a byte of the form 10xxxxxx continues one that has been counted.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_place_of_each_value() {
        let long = "é".repeat(3 * STRIDE);
        let text = format!("{{\"a\": \"{long}\", \"b\": [1,\n 2, \"漢\", {{\"c\": 3}}],\n\n \"d\": 4}}");
        let json = Json::parse(text, 16).unwrap();
        let lines = json.lines();
        for pointer in ["", "/a", "/b", "/b/0", "/b/1", "/b/2", "/b/3/c", "/d"] {
            assert_eq!(
                lines.of_pointer(pointer),
                json.at_pointer(pointer).map(super::super::Value::location),
                "{pointer}"
            );
        }
        assert_eq!(lines.of_pointer("/b/3/missing/x"), lines.of_pointer("/b/3"));
    }
}
