//! Mode 0: each byte of an element as its difference from the element before (both texts, "Mode 0: attributes").

use super::reader::{Reader, unzigzag};
use super::{Layout, MeshoptError, check_header, reserve};

/// The older text has the first version alone, the newer one both.
const VERSION_0: u8 = 0xa0;
const VERSION_1: u8 = 0xa1;

/// Elements that are packed together.
const GROUP: usize = 16;

/// The most elements of a block.
const MOST_ELEMENTS: usize = 256;

/// Bytes that differences are made of together.
const CHANNEL: usize = 4;

/// One byte of each element of a block.
type Plane = [u8; MOST_ELEMENTS];

pub(super) fn decode(stream: &[u8], layout: Layout) -> Result<Vec<u8>, MeshoptError> {
    let Layout { stride, count, .. } = layout;
    let is_newer = check_header(stream, &[VERSION_0, VERSION_1])? == VERSION_1;
    let channels = stride / CHANNEL;
    // The first element's predecessor and, in version 1, the kinds of differences, behind zeros.
    let (tail, padded) = if is_newer { (stride + channels, 24) } else { (stride, 32) };
    let padded = tail.max(padded);
    let in_block = (8192 / stride / GROUP * GROUP).min(MOST_ELEMENTS);
    let least = least_length(count, in_block, if is_newer { Some(channels) } else { None }, stride);
    let mut elements = reserve(stream, layout, least.and_then(|least| least.checked_add(1 + padded)))?;

    let (baseline, kinds) = stream[stream.len() - tail..].split_at(stride);
    let mut differences = vec![Differences::Bytes; channels];
    for (channel, (difference, kind)) in differences.iter_mut().zip(kinds).enumerate() {
        *difference = Differences::from_byte(*kind).ok_or(MeshoptError::Channel { channel, found: *kind })?;
    }
    let mut data = Reader::new(&stream[1..stream.len() - padded]);
    let mut last: Vec<[u8; CHANNEL]> = baseline.as_chunks().0.to_vec();
    elements.resize(layout.bytes(), 0);
    for block in elements.chunks_mut(in_block * stride) {
        let count = block.len() / stride;
        let controls = if is_newer { Some(data.bytes(channels)?) } else { None };
        for (channel, last) in last.iter_mut().enumerate() {
            let mut planes = [[0; MOST_ELEMENTS]; CHANNEL];
            for (byte, plane) in planes.iter_mut().enumerate() {
                let packing = match controls {
                    None => Packing::Groups([0, 2, 4, 8]),
                    Some(controls) => Packing::from_control(controls[channel] >> (2 * byte)),
                };
                read_plane(&mut data, packing, plane, count)?;
            }
            let slots = block.chunks_mut(stride).map(|element| &mut element[channel * CHANNEL..][..CHANNEL]);
            for (place, slot) in slots.enumerate() {
                let difference = [planes[0][place], planes[1][place], planes[2][place], planes[3][place]];
                differences[channel].add(last, difference);
                slot.copy_from_slice(last);
            }
        }
    }
    data.finish()?;
    Ok(elements)
}

/// Bytes of the blocks of `count` elements where all differences are zeros, which nothing is shorter than. In version 1
/// (with `channels`) such a block has nothing but its controls, in version 0 two bits for each group and byte.
fn least_length(count: usize, in_block: usize, channels: Option<usize>, stride: usize) -> Option<usize> {
    let of_block = |elements: usize| match channels {
        _ if elements == 0 => 0,
        Some(channels) => channels,
        None => stride * elements.div_ceil(GROUP).div_ceil(4),
    };
    (count / in_block).checked_mul(of_block(in_block))?.checked_add(of_block(count % in_block))
}

/// How one byte of all elements of a block is packed.
#[derive(Clone, Copy)]
enum Packing {
    /// Two bits a group say which of these numbers of bits a difference has.
    Groups([u8; 4]),
    /// All differences are zeros.
    Zeros,
    /// A byte a difference.
    Literal,
}

impl Packing {
    fn from_control(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Groups([0, 1, 2, 4]),
            1 => Self::Groups([1, 2, 4, 8]),
            2 => Self::Zeros,
            _ => Self::Literal,
        }
    }
}

fn read_plane(data: &mut Reader<'_>, packing: Packing, plane: &mut Plane, count: usize) -> Result<(), MeshoptError> {
    match packing {
        Packing::Zeros => {}
        Packing::Literal => plane[..count].copy_from_slice(data.bytes(count)?),
        Packing::Groups(widths) => {
            let groups = count.div_ceil(GROUP);
            let headers = data.bytes(groups.div_ceil(4))?;
            for (group, slots) in plane.as_chunks_mut().0.iter_mut().take(groups).enumerate() {
                let header = headers[group / 4] >> (2 * (group % 4));
                read_group(data, widths[usize::from(header & 3)], slots)?;
            }
        }
    }
    Ok(())
}

/// Sixteen differences of `width` bits. One that has all bits set stands as a byte behind them.
fn read_group(data: &mut Reader<'_>, width: u8, slots: &mut [u8; GROUP]) -> Result<(), MeshoptError> {
    match width {
        0 => return Ok(()),
        8 => slots.copy_from_slice(data.bytes(GROUP)?),
        _ => {
            let packed = data.bytes(usize::from(width) * GROUP / 8)?;
            let in_byte = usize::from(8 / width);
            let all_set = (1 << width) - 1;
            for (place, slot) in slots.iter_mut().enumerate() {
                // Single bits begin at the lowest, others at the highest of their byte.
                let at = place % in_byte;
                let shift = if width == 1 { at } else { 8 - usize::from(width) * (at + 1) };
                let bits = packed[place / in_byte] >> shift & all_set;
                *slot = if bits == all_set { data.byte()? } else { bits };
            }
        }
    }
    Ok(())
}

/// What the four bytes of a channel are to those of the element before (`KHR_meshopt_compression`, "Channel mode").
#[derive(Clone, Copy)]
enum Differences {
    Bytes,
    Shorts,
    /// Exclusive or, rotated left by this many bits.
    Words(u32),
}

impl Differences {
    fn from_byte(byte: u8) -> Option<Self> {
        match (byte & 0xf, byte >> 4) {
            (0, 0) => Some(Self::Bytes),
            (1, 0) => Some(Self::Shorts),
            (2, bits) => Some(Self::Words(bits.into())),
            _ => None,
        }
    }

    /// Makes the four bytes of an element of those before.
    fn add(self, last: &mut [u8; CHANNEL], difference: [u8; CHANNEL]) {
        match self {
            Self::Bytes => {
                for (last, difference) in last.iter_mut().zip(difference) {
                    *last = last.wrapping_add(unzigzag(difference.into()) as u8);
                }
            }
            Self::Shorts => {
                for (last, difference) in last.as_chunks_mut().0.iter_mut().zip(difference.as_chunks().0) {
                    let difference = unzigzag(u16::from_le_bytes(*difference).into()) as u16;
                    *last = u16::from_le_bytes(*last).wrapping_add(difference).to_le_bytes();
                }
            }
            Self::Words(bits) => {
                let difference = u32::from_le_bytes(difference).rotate_right(bits);
                *last = (u32::from_le_bytes(*last) ^ difference).to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_four_bits_is_that_of_the_text() {
        // Both texts, "Mode 0: attributes": the example of 4-bit coding and what it decodes to.
        let bytes = [0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
        let mut slots = [0; GROUP];
        let mut data = Reader::new(&bytes);
        read_group(&mut data, 4, &mut slots).unwrap();
        data.finish().unwrap();
        let expected = [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0];
        assert_eq!(slots.map(|slot| (unzigzag(slot.into()) as u8).cast_signed()), expected);
    }

    #[test]
    fn the_text_s_example_of_blocks_has_128_and_72_elements() {
        // "a stream with a byteStride of 64 containing 200 elements": 8 and 5 groups, thus two bytes of headers for each of
        // the 64 bytes in both blocks where all differences are zeros.
        assert_eq!(8192 / 64 / GROUP * GROUP, 128);
        assert_eq!(least_length(200, 128, None, 64), Some(2 * 64 + 2 * 64));
        assert_eq!(least_length(200, 128, Some(16), 64), Some(2 * 16));
        assert_eq!(least_length(usize::MAX, 16, None, 256), None);
    }
}
