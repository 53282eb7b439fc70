//! Where a value stands in its file: for machines a JSON pointer, for people a line and a column.

use std::borrow::Cow;

use super::{Json, Kind, Value};

/// A line and a column in a text, both counted from 1; a column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
}

impl Location {
    /// Where a text begins.
    pub const START: Location = Location { line: 1, column: 1 };

    /// The place of a byte of a text.
    #[expect(clippy::naive_bytecount, reason = "only problems ask for places; a dependency would not earn its keep")]
    pub(crate) fn at(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        // A byte of the form 10xxxxxx continues a character that has been counted.
        let characters = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Self { line: before.iter().filter(|&&byte| byte == b'\n').count() + 1, column: characters + 1 }
    }
}

/// A key as a JSON pointer writes it (RFC 6901: `~` is `~0`, `/` is `~1`).
pub fn pointer_token(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { Cow::Owned(key.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(key) }
}

impl<'a> Value<'a> {
    /// The JSON pointer of this value (RFC 6901); empty for the root.
    pub fn pointer(self) -> String {
        let mut pointer = String::new();
        let mut here = self.json.root();
        while here.at < self.at {
            let Some(token) = (match here.kind() {
                Kind::Object => here.member_around(self.at),
                _ => here.element_around(self.at),
            }) else {
                break;
            };
            pointer.push('/');
            pointer.push_str(&token.0);
            here = token.1;
        }
        pointer
    }

    /// The value at a JSON pointer below this one.
    pub fn at_pointer(self, pointer: &str) -> Option<Value<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, token| match value.kind() {
            Kind::Array => value.element(token.parse().ok()?),
            _ if token.contains('~') => value.get(&token.replace("~1", "/").replace("~0", "~")),
            _ => value.get(token),
        })
    }

    /// The line and column where this value begins.
    pub fn location(self) -> Location {
        Location::at(&self.json.text, self.start())
    }

    fn holds(self, at: u32) -> bool {
        self.at <= at && at < self.json.entries[self.at as usize].next
    }

    fn member_around(self, at: u32) -> Option<(String, Value<'a>)> {
        let (key, value) = match self.long_object() {
            Some(object) => object.member_around(self.json, at).map(|(key, value)| (key.string(), value))?,
            None => self.members().find(|(_, value)| value.holds(at))?,
        };
        Some((pointer_token(&key).into_owned(), value))
    }

    fn element_around(self, at: u32) -> Option<(String, Value<'a>)> {
        let (index, value) = match self.json.long_arrays.get(&self.at) {
            Some(array) => {
                let index = array.index_around(self.at, at)?;
                (index, self.element(index)?)
            }
            None => self.elements().enumerate().find(|(_, value)| value.holds(at))?,
        };
        Some((index.to_string(), value))
    }
}

impl Json {
    /// The value at a JSON pointer (RFC 6901).
    pub fn at_pointer(&self, pointer: &str) -> Option<Value<'_>> {
        self.root().at_pointer(pointer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_and_its_value_name_each_other() {
        let nodes = (0..50).map(|i| format!("{{\"n\":[{i}]}}")).collect::<Vec<_>>().join(",");
        let text = format!("{{\"a/b\": {{\"c~d\": [1, {{\"e\": []}}]}}, \"nodes\": [{nodes}]}}");
        let json = Json::parse(text, 16).unwrap();
        for pointer in ["", "/a~1b", "/a~1b/c~0d/1/e", "/a~1b/c~0d/0", "/nodes", "/nodes/0", "/nodes/49/n/0"] {
            let value = json.at_pointer(pointer).unwrap();
            assert_eq!(value.pointer(), pointer);
        }
        for nothing in ["/x", "/nodes/50", "/nodes/-1", "/a~1b/c~0d/x", "nodes", "/nodes/0/n/0/z"] {
            assert_eq!(json.at_pointer(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn counts_lines_and_characters() {
        let json = Json::parse("{\n \"é\": 1,\n  \"b\": \"漢\", \"c\": 2}".to_owned(), 16).unwrap();
        assert_eq!(json.at_pointer("/é").unwrap().location(), Location { line: 2, column: 7 });
        assert_eq!(json.at_pointer("/c").unwrap().location(), Location { line: 3, column: 18 });
    }
}
