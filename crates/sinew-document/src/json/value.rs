//! A cursor on one value of a text.

use std::borrow::Cow;
use std::iter::FusedIterator;

use super::scan::IS_PLAIN;
use super::{Json, LongObject, number};

/// One value of a [`Json`] text. Copying it copies a reference.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(super) json: &'a Json,
    pub(super) at: u32,
}

/// The six kinds of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// A string
    String,
    /// An array
    Array,
    /// An object
    Object,
}

impl Kind {
    /// The kind as a sentence names it: "a number", "an object".
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

impl<'a> Value<'a> {
    /// What kind of value this is.
    #[inline]
    pub fn kind(self) -> Kind {
        match self.json.text.as_bytes()[self.start()] {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b't' | b'f' => Kind::Boolean,
            b'n' => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The members of an object in the order of the file; none for any other kind.
    pub fn members(self) -> Members<'a> {
        Members(self.children(Kind::Object))
    }

    /// The elements of an array; none for any other kind.
    pub fn elements(self) -> Elements<'a> {
        Elements(self.children(Kind::Array))
    }

    /// The member of an object with this key; the last one, should the key be repeated.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        match self.long_object() {
            Some(object) => object.get(self.json, key),
            None => self.find_last(key),
        }
    }

    /// The element of an array at this position.
    pub fn element(self, index: usize) -> Option<Value<'a>> {
        match self.json.long_arrays.get(&self.at) {
            Some(array) => array.element(self.at, index).map(|at| Value { json: self.json, at }),
            None => self.elements().nth(index),
        }
    }

    /// How many elements or members there are; 0 for a scalar.
    pub fn len(self) -> usize {
        match self.kind() {
            Kind::Object => match self.long_object() {
                Some(object) => object.len(),
                None => self.members().count(),
            },
            Kind::Array => match self.json.long_arrays.get(&self.at) {
                Some(array) => array.len(),
                None => self.elements().count(),
            },
            _ => 0,
        }
    }

    /// Whether [`Value::len`] is 0.
    pub fn is_empty(self) -> bool {
        self.json.entries[self.at as usize].next == self.at + 1
    }

    /// The data of an extension on this object.
    pub fn extension(self, name: &str) -> Option<Value<'a>> {
        self.get("extensions")?.get(name)
    }

    /// The truth value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.json.text.as_bytes()[self.start()] {
            b't' => Some(true),
            b'f' => Some(false),
            _ => None,
        }
    }

    /// The nearest double to a number; infinite where the number is beyond every double (`1e999`).
    pub fn as_f64(self) -> Option<f64> {
        if self.kind() != Kind::Number {
            return None;
        }
        number::short_f64(self.rest()).or_else(|| number::parse_f64(self.scalar_text()))
    }

    /// The nearest single to a number; infinite where the number is beyond every single.
    #[inline]
    pub fn as_f32(self) -> Option<f32> {
        if self.kind() != Kind::Number {
            return None;
        }
        number::short_f32(self.rest()).or_else(|| number::parse_f32(self.scalar_text()))
    }

    /// A number that is a whole one of at least 0, also when it is spelled `3.0` or `3e0`, as glTF allows.
    pub fn as_u64(self) -> Option<u64> {
        if self.kind() != Kind::Number {
            return None;
        }
        let text = self.scalar_text();
        // Below 2⁵³ every whole double is exact, and no index of a real file is larger.
        text.parse().ok().or_else(|| {
            let number = number::parse_f64(text)?;
            ((0.0..=9_007_199_254_740_992.0).contains(&number) && number.fract() == 0.0).then_some(number as u64)
        })
    }

    /// The characters of a string, without quotes and escapes. Half of a surrogate pair becomes U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| self.string())
    }

    /// The value as it is written in the file.
    pub fn text(self) -> &'a str {
        let start = self.start();
        &self.json.text[start..self.end()]
    }

    /// The value as an owned tree, for code that builds on `serde_json`.
    ///
    /// A number beyond every double becomes `null`, which is all that such a tree can hold.
    pub fn to_serde(self) -> serde_json::Value {
        match self.kind() {
            Kind::Null => serde_json::Value::Null,
            Kind::Boolean => self.as_bool().into(),
            Kind::Number => self.to_serde_number().map_or(serde_json::Value::Null, serde_json::Value::Number),
            Kind::String => self.as_str().into(),
            Kind::Array => self.elements().map(Value::to_serde).collect(),
            Kind::Object => self.members().map(|(key, value)| (key, value.to_serde())).collect(),
        }
    }

    fn to_serde_number(self) -> Option<serde_json::Number> {
        let text = self.scalar_text();
        match (text.parse::<u64>(), text.parse::<i64>()) {
            (Ok(number), _) => Some(number.into()),
            // `-0` has no whole number of its own; as a float it keeps its sign.
            (_, Ok(number)) if number != 0 => Some(number.into()),
            _ => serde_json::Number::from_f64(number::parse_f64(text)?),
        }
    }

    /// Byte offset of the value's first character.
    #[inline]
    pub fn start(self) -> usize {
        self.json.entries[self.at as usize].start as usize
    }

    /// Byte offset behind the value's last character.
    pub(crate) fn end(self) -> usize {
        let bytes = self.json.text.as_bytes();
        if self.at == 0 {
            // Nothing but blanks follows the outermost value.
            return bytes.len() - blanks_before(bytes, bytes.len());
        }
        match self.kind() {
            Kind::Object | Kind::Array => {
                let mut position = self.start();
                let mut depth = 0_usize;
                loop {
                    match bytes[position] {
                        b'{' | b'[' => depth += 1,
                        b'}' | b']' => depth -= 1,
                        b'"' => position = string_end(bytes, position) - 1,
                        _ => {}
                    }
                    position += 1;
                    if depth == 0 {
                        return position;
                    }
                }
            }
            Kind::String => string_end(bytes, self.start()),
            _ => self.start() + self.scalar_text().len(),
        }
    }

    /// Byte offset behind the last character of a value that another one follows in the same container: without a look at
    /// what is inside.
    pub(crate) fn end_before(self, next: Self, container: Kind) -> usize {
        let bytes = self.json.text.as_bytes();
        // The next one begins with its key, in an object.
        let first = if container == Kind::Object { Value { at: next.at - 1, ..next } } else { next };
        let comma = first.start() - blanks_before(bytes, first.start()) - 1;
        comma - blanks_before(bytes, comma)
    }

    /// The text from this value on.
    fn rest(self) -> &'a [u8] {
        &self.json.text.as_bytes()[self.start()..]
    }

    fn scalar_text(self) -> &'a str {
        let rest = &self.json.text[self.start()..];
        let end = rest.bytes().position(|byte| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The index of an object's members, where there are many.
    pub(super) fn long_object(self) -> Option<&'a LongObject> {
        // Hardly any file has one.
        if self.json.long_objects.is_empty() { None } else { self.json.long_objects.get(&self.at) }
    }

    /// The string at this entry, which must be one.
    pub(super) fn string(self) -> Cow<'a, str> {
        let start = self.start() + 1;
        let bytes = &self.json.text.as_bytes()[start..];
        // Control characters, which are not plain either, have been refused when the text was scanned.
        let end = bytes.iter().take_while(|&&byte| IS_PLAIN[usize::from(byte)]).count();
        if bytes.get(end) == Some(&b'"') {
            return Cow::Borrowed(&self.json.text[start..start + end]);
        }
        let end = string_end(self.json.text.as_bytes(), start - 1) - 1;
        Cow::Owned(unescape(&self.json.text[start..end]))
    }

    /// The last member with this key, found by walking them all.
    fn find_last(self, key: &str) -> Option<Value<'a>> {
        let mut children = self.children(Kind::Object);
        let mut found = None;
        while let (Some(name), Some(value)) = (children.step(), children.step()) {
            if name.is_string(key) {
                found = Some(value);
            }
        }
        found
    }

    /// Whether this string equals `other`; most comparisons end after a byte or two.
    fn is_string(self, other: &str) -> bool {
        let text = &self.json.text.as_bytes()[self.start() + 1..];
        for (&mine, &theirs) in text.iter().zip(other.as_bytes()) {
            if mine == b'\\' {
                return self.string() == other;
            }
            if mine != theirs {
                return false;
            }
        }
        match text.get(other.len()) {
            Some(b'\\') => self.string() == other,
            end => end == Some(&b'"'),
        }
    }

    fn children(self, of: Kind) -> Children<'a> {
        let end = if self.kind() == of { self.json.entries[self.at as usize].next } else { self.at + 1 };
        Children { json: self.json, at: self.at + 1, end }
    }
}

impl PartialEq for Value<'_> {
    /// Whether both are the same place of the same text; compare [`Value::to_serde`] to compare meaning.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.json, other.json) && self.at == other.at
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {:?}", self.text(), self.pointer())
    }
}

#[derive(Clone)]
struct Children<'a> {
    json: &'a Json,
    at: u32,
    end: u32,
}

impl<'a> Children<'a> {
    #[inline]
    fn step(&mut self) -> Option<Value<'a>> {
        (self.at < self.end).then(|| {
            let value = Value { json: self.json, at: self.at };
            self.at = self.json.entries[self.at as usize].next;
            value
        })
    }
}

/// The elements of an array; see [`Value::elements`].
#[derive(Clone)]
pub struct Elements<'a>(Children<'a>);

impl<'a> Iterator for Elements<'a> {
    type Item = Value<'a>;

    #[inline]
    fn next(&mut self) -> Option<Value<'a>> {
        self.0.step()
    }
}

impl FusedIterator for Elements<'_> {}

/// The members of an object; see [`Value::members`].
#[derive(Clone)]
pub struct Members<'a>(Children<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Value<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.step()?;
        Some((key.string(), self.0.step()?))
    }
}

impl FusedIterator for Members<'_> {}

/// How many blanks end at a place.
fn blanks_before(bytes: &[u8], place: usize) -> usize {
    bytes[..place].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// Offset behind the closing quote of the string that opens at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    loop {
        match bytes[position] {
            b'"' => return position + 1,
            b'\\' => position += 2,
            _ => position += 1,
        }
    }
}

fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(backslash) = rest.find('\\') {
        text.push_str(&rest[..backslash]);
        rest = &rest[backslash + 1..];
        let escape = rest.as_bytes()[0];
        rest = &rest[1..];
        match escape {
            b'b' => text.push('\u{8}'),
            b'f' => text.push('\u{c}'),
            b'n' => text.push('\n'),
            b'r' => text.push('\r'),
            b't' => text.push('\t'),
            b'u' => {
                let (character, length) = unescape_unicode(rest);
                text.push(character);
                rest = &rest[length..];
            }
            other => text.push(char::from(other)),
        }
    }
    text.push_str(rest);
    text
}

/// The character that `XXXX` or `XXXX\uXXXX` stands for, and how many bytes that took.
fn unescape_unicode(rest: &str) -> (char, usize) {
    let unit = |at: usize| rest.get(at..at + 4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
    let Some(high) = unit(0) else { return (char::REPLACEMENT_CHARACTER, 0) };
    if let Some(character) = char::from_u32(high.into()) {
        return (character, 4);
    }
    let low = if rest.get(4..6) == Some("\\u") { unit(6) } else { None };
    let pair = low.and_then(|low| char::decode_utf16([high, low]).next()).and_then(Result::ok);
    pair.map_or((char::REPLACEMENT_CHARACTER, 4), |character| (character, 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text.to_owned(), 64).unwrap()
    }

    #[test]
    fn reads_each_kind() {
        let json = json(r#" { "a" : [1, -2.5e1, 3.0, 1e999], "b": {"c": null}, "d": true, "e": "x\ty" } "#);
        let root = json.root();
        let a = root.get("a").unwrap();
        assert_eq!(a.elements().map(|v| v.as_f64().unwrap()).collect::<Vec<_>>(), [1.0, -25.0, 3.0, f64::INFINITY]);
        assert_eq!(a.element(1).unwrap().text(), "-2.5e1");
        assert_eq!(a.element(2).unwrap().as_u64(), Some(3));
        assert_eq!(a.element(1).unwrap().as_u64(), None);
        assert_eq!(a.element(4), None);
        assert_eq!(root.get("b").unwrap().get("c").unwrap().kind(), Kind::Null);
        assert_eq!(root.get("d").unwrap().as_bool(), Some(true));
        assert_eq!(root.get("e").unwrap().as_str().unwrap(), "x\ty");
        assert_eq!(root.get("f"), None);
        assert_eq!(root.len(), 4);
        assert_eq!(root.text(), json.text().trim());
        assert_eq!(a.text(), "[1, -2.5e1, 3.0, 1e999]");
    }

    #[test]
    fn negative_zero_keeps_its_sign() {
        let number = json("-0").root().to_serde().as_f64().unwrap();
        assert_eq!(number.to_bits(), (-0.0_f64).to_bits());
    }

    #[test]
    fn a_repeated_key_means_its_last_value() {
        let json = json(r#"{"a": 1, "b": 2, "a": 3}"#);
        assert_eq!(json.root().get("a").unwrap().as_u64(), Some(3));
    }

    #[test]
    fn keys_are_found_however_they_are_escaped() {
        let json = json(r#"{"ab": 1, "a\u0062c": 2, "\u0061bcd": 3, "a\"b": 4, "": 5, "abcde\n": 6}"#);
        for (key, expected) in [("ab", 1), ("abc", 2), ("abcd", 3), ("a\"b", 4), ("", 5), ("abcde\n", 6)] {
            assert_eq!(json.root().get(key).and_then(Value::as_u64), Some(expected), "{key}");
        }
        for key in ["a", "abcde", "a\\\"b", "b", "abcdef"] {
            assert_eq!(json.root().get(key), None, "{key}");
        }
    }

    #[test]
    fn unescapes_strings() {
        let cases = [
            (r#""""#, ""),
            (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u00e9\u6f22""#, "é漢"),
            (r#""\ud83d\ude00!""#, "😀!"),
            (r#""\ud83dx""#, "\u{fffd}x"),
            (r#""\ude00""#, "\u{fffd}"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
        ];
        for (text, expected) in cases {
            assert_eq!(json(text).root().as_str().unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn long_arrays_answer_like_short_ones() {
        let text = format!("[{}]", (0..100).map(|i| format!("{{\"i\": {i}}}")).collect::<Vec<_>>().join(","));
        let objects = json(&text);
        assert_eq!(objects.long_arrays.len(), 1);
        assert_eq!(objects.root().len(), 100);
        for i in 0..100 {
            assert_eq!(objects.root().element(i).unwrap().get("i").unwrap().as_u64(), Some(i as u64));
        }
        assert_eq!(objects.root().element(100), None);
        // An array of numbers, and one that also holds other arrays, which take more than one entry.
        for first in ["0", "[[], 0]"] {
            let numbers = (1..100).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
            let mixed = json(&format!("[{first},{numbers}]"));
            assert_eq!((mixed.long_arrays.len(), mixed.root().len()), (1, 100));
            for (i, element) in mixed.root().elements().enumerate() {
                assert_eq!(mixed.root().element(i), Some(element));
                assert_eq!(element.pointer(), format!("/{i}"));
            }
            assert_eq!((mixed.root().element(100), mixed.root().element(usize::MAX)), (None, None));
        }
    }
}
