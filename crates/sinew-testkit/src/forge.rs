//! Forges what is saved with postcard: changes one value and leaves all others what they were.
//!
//! Bytes that are changed at random are mostly refused as unreadable. Here the value that is saved says where each of its numbers, options and
//! lists is, so that every change can be read again, and is wrong by what it says alone.

mod marks;

use std::ops::Range;

pub use marks::marks;

/// A part of what was written, and how it may be forged.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The fields and indices that lead to it.
    pub path: String,
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A truth value.
    Bool,
    /// A whole number without a sign, of so many bits.
    Unsigned(u32),
    /// A number.
    Float,
    /// Something that may be absent, and is there.
    Some,
    /// A list, and where its elements begin.
    List(Vec<usize>),
}

impl Mark {
    /// What was written, with this part forged, in each of the ways that are worth trying.
    pub fn forged<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
        let own = &bytes[self.range.clone()];
        let others = self.others(bytes).into_iter().filter(move |other| other != own);
        others.map(move |other| [&bytes[..self.range.start], &other, &bytes[self.range.end..]].concat())
    }

    fn others(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let own = &bytes[self.range.clone()];
        match &self.kind {
            Kind::Bool => vec![vec![1 - own[0].min(1)]],
            Kind::Unsigned(8) => [0, 1, 127, 255, own[0].wrapping_add(1)].map(|byte| vec![byte]).to_vec(),
            Kind::Unsigned(bits) => {
                let (value, most) = (read(own), u128::MAX >> (128 - bits));
                let near = [value.saturating_sub(1), value.saturating_add(1).min(most), value ^ 1];
                let far = [0, 1, 1000, most / 2, most - 1, most, (1 << 20).min(most)];
                near.into_iter().chain(far).map(varint).collect()
            }
            Kind::Float => {
                let value = f32::from_le_bytes([own[0], own[1], own[2], own[3]]);
                let others = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 0.0, -value, 1e-40];
                others.map(|other| other.to_le_bytes().to_vec()).to_vec()
            }
            Kind::Some => vec![vec![0]],
            Kind::List(starts) => self.lists(bytes, starts),
        }
    }

    /// The list without its first, its last and all of its elements, and with its last and its first once more.
    fn lists(&self, bytes: &[u8], starts: &[usize]) -> Vec<Vec<u8>> {
        let ends = starts.iter().skip(1).copied().chain([self.range.end]);
        let elements: Vec<&[u8]> = starts.iter().zip(ends).map(|(start, end)| &bytes[*start..end]).collect();
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else { return Vec::new() };
        let written = |elements: &[&[u8]]| [varint(elements.len() as u128), elements.concat()].concat();
        let with = |more: &[u8]| written(&[elements.as_slice(), &[more]].concat());
        vec![written(&[]), written(&elements[1..]), written(&elements[..elements.len() - 1]), with(last), with(first)]
    }
}

fn read(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 7 | u128::from(byte & 0x7f))
}

/// Seven bits a byte, the lowest first.
fn varint(mut value: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        bytes.push(if value == 0 { low } else { low | 0x80 });
        if value == 0 {
            return bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, marks};

    #[test]
    fn each_forged_value_differs_in_one_place_and_can_be_read() {
        let value = (vec![300_u32, 7], Some(1.5_f32), true);
        let (bytes, marks) = marks(&value);
        assert_eq!(bytes, postcard::to_stdvec(&value).unwrap());
        // The list, its two numbers, the option and its number, the truth value.
        assert_eq!(marks.len(), 6);
        let mut seen = 0;
        for mark in &marks {
            for forged in mark.forged(&bytes) {
                let read: (Vec<u32>, Option<f32>, bool) = postcard::from_bytes(&forged).unwrap();
                let same = [read.0 == value.0, read.1 == value.1, read.2 == value.2];
                assert_eq!(same.iter().filter(|same| !**same).count(), 1, "{} {read:?}", mark.path);
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
        assert!(marks.iter().any(|mark| mark.kind == Kind::Some));
    }
}
