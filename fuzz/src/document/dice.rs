//! Decisions: each is taken from the fuzzer's bytes, one byte at a time, so that a changed byte is a changed decision.

use arbitrary::Unstructured;
use serde_json::{Map, Value, json};

/// Numbers at the edges of what floats, masses and lengths can be; the last two are beyond every single.
const EDGES: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e38,
    -1e38,
    3.4e38,
    -3.4e38,
    1e-45,
    -1e-45,
    1e-38,
    1.2e-38,
    1e19,
    -1e19,
    1e10,
    -1e10,
    1e-10,
    1e-20,
    1e30,
    1e-30,
    0.999_999_94,
    1e6,
    1e39,
    -1e300,
];

/// Bytes from here on choose an edge, where these are asked for.
const FIRST_EDGE: u8 = 255 - (EDGES.len() as u8 - 1);

/// The fuzzer's bytes, taken from front to back. Behind their end, all of them are 0.
pub(crate) struct Dice<'a> {
    bytes: Unstructured<'a>,
    has_edges: bool,
    has_faults: bool,
}

impl<'a> Dice<'a> {
    /// The first byte selects the mode: well formed, with numbers at their edges, with faults, or with both.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut dice = Self { bytes: Unstructured::new(bytes), has_edges: false, has_faults: false };
        let wildness = dice.byte();
        (dice.has_edges, dice.has_faults) = (wildness & 1 != 0, wildness & 2 != 0);
        dice
    }

    pub(crate) fn has_faults(&self) -> bool {
        self.has_faults
    }

    /// Whether all bytes have been taken.
    pub(crate) fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    /// From 0 up to and without `end`, which is above 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    /// Once in so many times; never behind the end of the bytes.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(crate) fn float(&mut self) -> f64 {
        let byte = self.byte();
        match byte.checked_sub(FIRST_EDGE) {
            Some(edge) if self.has_edges => EDGES[usize::from(edge)],
            // Sixteenths from −8 to 8.
            _ => f64::from(byte.cast_signed()) / 16.0,
        }
    }

    pub(crate) fn number(&mut self) -> Value {
        json!(self.float())
    }

    /// Above zero, unless edges are asked for.
    pub(crate) fn positive(&mut self) -> Value {
        let number = self.float();
        json!(if self.has_edges || number > 0.0 { number } else { 0.25 - number })
    }

    /// From 0 to 1, unless edges are asked for.
    pub(crate) fn fraction(&mut self) -> Value {
        let number = self.float();
        json!(if self.has_edges { number } else { number.abs() / 8.0 })
    }

    pub(crate) fn flag(&mut self) -> Value {
        json!(self.byte() & 1 == 1)
    }

    pub(crate) fn vector(&mut self) -> Value {
        json!([self.float(), self.float(), self.float()])
    }

    pub(crate) fn size(&mut self) -> Value {
        json!([self.positive(), self.positive(), self.positive()])
    }

    /// Of unit length, unless edges are asked for.
    pub(crate) fn rotation(&mut self) -> Value {
        let mut turn = [self.float(), self.float(), self.float(), self.float()];
        let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        if length > 0.0 && length < 1e6 {
            turn = turn.map(|part| part / length);
        } else if !self.has_edges {
            turn = [0.0, 0.0, 0.0, 1.0];
        }
        json!(turn)
    }

    pub(crate) fn word(&mut self, words: &[&str]) -> Value {
        json!(words[self.below(words.len())])
    }

    /// One of so many; one beyond them now and then, where faults are asked for.
    pub(crate) fn index(&mut self, count: usize) -> Value {
        let byte = usize::from(self.byte());
        json!(if count == 0 || (self.has_faults && byte >= 250) { byte } else { byte % count })
    }

    /// At most so many.
    pub(crate) fn list(&mut self, most: usize, mut entry: impl FnMut(&mut Self) -> Value) -> Value {
        let count = self.below(most + 1);
        Value::Array((0..count).map(|_| entry(self)).collect())
    }

    pub(crate) fn object(&mut self) -> Object<'_, 'a> {
        Object { dice: self, members: Map::new() }
    }
}

/// An object of JSON as it grows, one property after the other.
pub(crate) struct Object<'d, 'a> {
    dice: &'d mut Dice<'a>,
    members: Map<String, Value>,
}

impl<'a> Object<'_, 'a> {
    pub(crate) fn with(mut self, key: &str, value: impl FnOnce(&mut Dice<'a>) -> Value) -> Self {
        let value = value(self.dice);
        self.members.insert(key.to_owned(), value);
        self
    }

    /// A property that half of the objects have.
    pub(crate) fn maybe(self, key: &str, value: impl FnOnce(&mut Dice<'a>) -> Value) -> Self {
        if self.dice.once_in(2) { self.with(key, value) } else { self }
    }

    /// A property that few objects have.
    pub(crate) fn seldom(self, key: &str, value: impl FnOnce(&mut Dice<'a>) -> Value) -> Self {
        if self.dice.once_in(6) { self.with(key, value) } else { self }
    }

    pub(crate) fn done(self) -> Value {
        Value::Object(self.members)
    }
}
