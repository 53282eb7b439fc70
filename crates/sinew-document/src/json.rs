//! A JSON text together with an index of the values in it.
//!
//! Other readers convert a text into a tree of owned values and lose what the tree cannot hold: the order of keys, the
//! digits of a number, the blanks. Here the text stays, and beside it stands one 8-byte entry for each value. So an
//! untouched document is written back byte for byte, a diagnostic can name the line it is about, and a file costs about
//! twice its size in memory where a tree costs five to ten times.
//!
//! | part | is |
//! |---|---|
//! | `scan` | text → entries; the only place that can refuse a text |
//! | `value` | a cursor on one value: kinds, members, elements, numbers, strings |
//! | `long_object` | members by key where there are many |
//! | `number` | from digits to floats |
//! | `decimal` | the same for any digits, where the standard library's tables are too large to be downloaded |
//! | `location` | the JSON pointer, line and column of a value |

#[cfg(any(test, target_arch = "wasm32"))]
mod decimal;
mod lines;
mod location;
mod long_object;
mod number;
mod scan;
mod value;

use std::collections::HashMap;

pub use location::{Location, pointer_token};
use long_object::LongObject;
pub use number::parse_f64;
pub use scan::{JsonError, JsonProblem};
pub use value::{Elements, Kind, Members, Value};

/// A JSON text that has been checked, with an index of its values in text order.
#[derive(Clone, Debug)]
pub struct Json {
    text: String,
    entries: Vec<Entry>,
    /// Where the elements of each long array are, by the array's own entry; others are walked.
    long_arrays: HashMap<u32, LongArray>,
    /// Where the members of each long object are, by the object's own entry; others are walked.
    long_objects: HashMap<u32, LongObject>,
}

/// Where the elements of a long array are, so that `nodes[99999]` is one step.
#[derive(Clone, Debug)]
enum LongArray {
    /// This many numbers, strings or words: each is one entry, so they follow one another.
    Scalars(u32),
    /// The entries of the elements.
    Listed(Vec<u32>),
}

/// One value: a container is followed by its children, an object's as key, value, key, value.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Byte offset of the value's first character, which also determines its kind.
    start: u32,
    /// The entry behind this value and everything inside it.
    next: u32,
}

impl Json {
    /// Checks a text and indexes it. `max_depth` bounds the nesting of arrays and objects.
    ///
    /// # Errors
    /// The text is not JSON (RFC 8259), is nested deeper than `max_depth`, or is longer than 4 GiB.
    pub fn parse(text: String, max_depth: usize) -> Result<Self, JsonError> {
        scan::scan(text, max_depth)
    }

    /// The outermost value.
    pub fn root(&self) -> Value<'_> {
        Value { json: self, at: 0 }
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives the text back.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Bytes of memory held for the text and its index.
    pub fn memory(&self) -> usize {
        let long: usize = self.long_arrays.values().map(LongArray::memory).sum();
        self.text.capacity()
            + self.entries.capacity() * size_of::<Entry>()
            + long
            + self.long_objects.values().map(LongObject::memory).sum::<usize>()
    }
}

impl LongArray {
    fn len(&self) -> usize {
        match self {
            Self::Scalars(length) => *length as usize,
            Self::Listed(elements) => elements.len(),
        }
    }

    /// The entry of an element of the array at the entry `array`.
    fn element(&self, array: u32, index: usize) -> Option<u32> {
        match self {
            Self::Scalars(length) => {
                u32::try_from(index).ok().filter(|index| index < length).map(|index| array + 1 + index)
            }
            Self::Listed(elements) => elements.get(index).copied(),
        }
    }

    /// The position of the element that holds the entry `at`, which is inside the array at the entry `array`.
    fn index_around(&self, array: u32, at: u32) -> Option<usize> {
        match self {
            Self::Scalars(_) => Some(at.checked_sub(array + 1)? as usize),
            Self::Listed(elements) => elements.partition_point(|&element| element <= at).checked_sub(1),
        }
    }

    fn memory(&self) -> usize {
        match self {
            Self::Scalars(_) => 0,
            Self::Listed(elements) => elements.capacity() * size_of::<u32>(),
        }
    }
}
