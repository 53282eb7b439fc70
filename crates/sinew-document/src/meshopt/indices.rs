//! Mode 2: indices as differences from one of two that came before (both texts, "Mode 2: indices").

use super::reader::{Reader, unzigzag};
use super::{Layout, MeshoptError, check_header, push_index, reserve};

const HEADER: u8 = 0xd1;

/// Bytes behind the last index, which mean nothing.
const TAIL: usize = 4;

pub(super) fn decode(stream: &[u8], layout: Layout) -> Result<Vec<u8>, MeshoptError> {
    check_header(stream, &[HEADER])?;
    let mut elements = reserve(stream, layout, layout.count.checked_add(1 + TAIL))?;
    let mut data = Reader::new(&stream[1..stream.len() - TAIL]);
    let mut last = [0u32; 2];
    for _ in 0..layout.count {
        let number = data.varint()?;
        let last = &mut last[(number & 1) as usize];
        *last = last.wrapping_add(unzigzag(number >> 1));
        push_index(&mut elements, *last, layout.stride);
    }
    data.finish()?;
    Ok(elements)
}
