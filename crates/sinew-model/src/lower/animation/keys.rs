//! The keys of animations, from accessors. Each accessor is read once, whether it is valid or not: files share key
//! times between channels, and a hostile one would share everything.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_document::core::RawAccessor;
use sinew_document::extension::meshopt_compression;
use sinew_document::{AccessorIndex, BufferIndex, BufferViewIndex, Code, Diagnostics, Document, Index, Value};

use crate::lower::hierarchy::{RotationFlaw, as_unit_rotation};

/// Bytes of keys that a file may have whatever its size.
const ALLOWANCE: u64 = 64 << 20;

/// A byte in a buffer becomes four as a float, and an honest file has few keys that are in no buffer or in two accessors.
const GROWTH: u64 = 4;

/// The same of a compressed byte, which in real files becomes some sixteen at the most before that.
const COMPRESSED_GROWTH: u64 = 64;

/// The values of an accessor, or why they cannot be used.
pub(super) type Read<T> = Result<Arc<[T]>, String>;

pub(super) struct Keys<'a> {
    document: &'a Document,
    /// As the file declares them; `None` where it does not.
    counts: HashMap<AccessorIndex, Option<u64>>,
    times: HashMap<AccessorIndex, Read<f32>>,
    vectors: HashMap<AccessorIndex, Read<Vec3>>,
    /// Rotations as they are (for splines, whose tangents are no rotations), or normalized.
    rotations: HashMap<(AccessorIndex, Form), Read<Quat>>,
    weights: HashMap<AccessorIndex, Read<f32>>,
    /// Those of other properties, all of a key together.
    numbers: HashMap<AccessorIndex, Read<f32>>,
    /// Bytes of keys that may still be read. Without a bound, many accessors over the same bytes, or over none, could ask
    /// for all memory.
    remaining: u64,
}

/// What is done to rotations that are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    AsWritten,
    Normalized,
}

impl<'a> Keys<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let buffers = (0..document.count::<BufferIndex>()).map(BufferIndex::from_usize);
        let bytes: usize = buffers.filter_map(|buffer| document.buffer_bytes(buffer)).map(<[u8]>::len).sum();
        let is_compressed =
            document.iter::<BufferViewIndex>().any(|(_, view)| meshopt_compression::find(view).is_some());
        let growth = if is_compressed { COMPRESSED_GROWTH } else { GROWTH };
        Self {
            document,
            counts: HashMap::new(),
            times: HashMap::new(),
            vectors: HashMap::new(),
            rotations: HashMap::new(),
            weights: HashMap::new(),
            numbers: HashMap::new(),
            remaining: ALLOWANCE + growth * bytes as u64,
        }
    }

    /// Key times, which are there and increase.
    pub(super) fn times(&mut self, accessor: AccessorIndex, diagnostics: &mut Diagnostics) -> Read<f32> {
        if let Some(known) = self.times.get(&accessor) {
            return known.clone();
        }
        let count = self.declared_count(accessor).unwrap_or(0);
        let times = self.read::<1>(accessor, count, diagnostics).map(Vec::into_flattened);
        let times = times.and_then(|times| check_times(accessor, times, diagnostics));
        self.times.insert(accessor, times.clone());
        times
    }

    /// As many vectors as `expected`.
    pub(super) fn vectors(
        &mut self,
        accessor: AccessorIndex,
        expected: usize,
        diagnostics: &mut Diagnostics,
    ) -> Read<Vec3> {
        self.check_count(accessor, expected)?;
        if let Some(known) = self.vectors.get(&accessor) {
            return known.clone();
        }
        let vectors = self.read::<3>(accessor, expected as u64, diagnostics);
        let vectors = vectors.map(|vectors| vectors.into_iter().map(Vec3::from).collect());
        self.vectors.insert(accessor, vectors.clone());
        vectors
    }

    /// As many rotations as `expected`; what is wrong with one is reported at `about`.
    pub(super) fn rotations(
        &mut self,
        accessor: AccessorIndex,
        expected: usize,
        (form, about): (Form, Value<'_>),
        diagnostics: &mut Diagnostics,
    ) -> Read<Quat> {
        self.check_count(accessor, expected)?;
        if let Some(known) = self.rotations.get(&(accessor, form)) {
            return known.clone();
        }
        let rotations = self.read::<4>(accessor, expected as u64, diagnostics).map(|rotations| {
            let rotations = rotations.into_iter().map(Quat::from_array);
            match form {
                Form::AsWritten => rotations.collect(),
                Form::Normalized => unit_rotations(rotations, about, diagnostics),
            }
        });
        self.rotations.insert((accessor, form), rotations.clone());
        rotations
    }

    /// As many morph target weights as `expected`.
    pub(super) fn weights(
        &mut self,
        accessor: AccessorIndex,
        expected: usize,
        diagnostics: &mut Diagnostics,
    ) -> Read<f32> {
        self.check_count(accessor, expected)?;
        if let Some(known) = self.weights.get(&accessor) {
            return known.clone();
        }
        let weights = self.read::<1>(accessor, expected as u64, diagnostics);
        let weights = weights.map(|weights| weights.into_flattened().into());
        self.weights.insert(accessor, weights.clone());
        weights
    }

    /// As many elements as `expected`, of `width` numbers each, one behind the other.
    pub(super) fn numbers(
        &mut self,
        accessor: AccessorIndex,
        (expected, width): (usize, usize),
        diagnostics: &mut Diagnostics,
    ) -> Read<f32> {
        self.check_count(accessor, expected)?;
        if let Some(known) = self.numbers.get(&accessor) {
            return known.clone();
        }
        let expected = expected as u64;
        let numbers = match width {
            1 => self.read::<1>(accessor, expected, diagnostics).map(Vec::into_flattened),
            2 => self.read::<2>(accessor, expected, diagnostics).map(Vec::into_flattened),
            3 => self.read::<3>(accessor, expected, diagnostics).map(Vec::into_flattened),
            4 => self.read::<4>(accessor, expected, diagnostics).map(Vec::into_flattened),
            _ => self.read::<16>(accessor, expected, diagnostics).map(Vec::into_flattened),
        };
        let numbers = numbers.map(Into::into);
        self.numbers.insert(accessor, numbers.clone());
        numbers
    }

    /// Checks what an accessor declares before anything is read. One that declares nothing is for [`Keys::read`] to
    /// refuse.
    fn check_count(&mut self, accessor: AccessorIndex, expected: usize) -> Result<(), String> {
        match self.declared_count(accessor) {
            Some(count) if count != expected as u64 => {
                Err(format!("its keys need {expected} values, and {accessor} has {count}"))
            }
            _ => Ok(()),
        }
    }

    fn declared_count(&mut self, accessor: AccessorIndex) -> Option<u64> {
        *self.counts.entry(accessor).or_insert_with(|| {
            // What is wrong with the accessor is reported when it is read.
            let table = self.document.read_object::<RawAccessor<'_>>(accessor, &mut Diagnostics::new());
            table.map(|table| table.count)
        })
    }

    /// Reads an accessor that declares `count` elements. A failure has been reported.
    fn read<const N: usize>(
        &mut self,
        accessor: AccessorIndex,
        count: u64,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<[f32; N]>, String> {
        let bytes = count.saturating_mul(size_of::<[f32; N]>() as u64);
        let Some(remaining) = self.remaining.checked_sub(bytes) else {
            let remaining = self.remaining;
            let message = format!("its keys take {bytes} bytes; the size of the file leaves {remaining} for them");
            diagnostics.report_at(Code::TOO_MANY_ELEMENTS, accessor.to_string(), message);
            return Err(format!("{accessor} has too many keys"));
        };
        self.remaining = remaining;
        self.document.accessor(accessor).and_then(|accessor| accessor.read_f32()).map_err(|error| {
            let why = error.to_string();
            error.report(diagnostics);
            why
        })
    }
}

/// glTF 2.0, section 5.7: there is a key, and times strictly increase.
fn check_times(accessor: AccessorIndex, times: Vec<f32>, diagnostics: &mut Diagnostics) -> Read<f32> {
    if times.is_empty() {
        return Err("there are no keys".to_owned());
    }
    if let Some(key) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
        let message = format!("key {} is at {} s, key {} at {} s", key, times[key], key + 1, times[key + 1]);
        diagnostics.report_at(Code::ANIMATION_KEYS_NOT_INCREASING, accessor.to_string(), message);
        return Err("its key times do not increase".to_owned());
    }
    Ok(times.into())
}

/// The rotations of all keys as unit quaternions. What is wrong with them is reported once a kind, however many they are.
fn unit_rotations(
    rotations: impl Iterator<Item = Quat>,
    about: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Arc<[Quat]> {
    let (mut zeros, mut others) = (Flawed::default(), Flawed::default());
    let mut count = 0;
    let unit = rotations.map(|rotation| {
        let (unit, flaw) = as_unit_rotation(rotation);
        match flaw {
            Some(RotationFlaw::Zero) => zeros.add(count, 0.0),
            Some(RotationFlaw::NonUnit(length)) => others.add(count, length),
            None => {}
        }
        count += 1;
        unit
    });
    let unit = unit.collect();
    if let Some((key, _)) = zeros.first {
        let zeros = zeros.count;
        let message =
            format!("{zeros} of {count} rotations have length 0, the first at key {key}; the identity is used");
        diagnostics.report(Code::ROTATION_ZERO, about, message);
    }
    if let Some((key, length)) = others.first {
        let others = others.count;
        let message = format!(
            "{others} of {count} rotations are not of unit length, the first at key {key} with {length}; they are normalized"
        );
        diagnostics.report(Code::ROTATION_NON_UNIT, about, message);
    }
    unit
}

/// Keys with the same flaw.
#[derive(Default)]
struct Flawed {
    count: usize,
    /// The first key, and the length of its rotation.
    first: Option<(usize, f32)>,
}

impl Flawed {
    fn add(&mut self, key: usize, length: f32) {
        self.count += 1;
        self.first.get_or_insert((key, length));
    }
}
