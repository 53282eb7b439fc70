//! Decoding compressed streams: whatever the bytes are, there are as many elements as were asked for, or an error.

use sinew_document::meshopt::{Filter, Layout, Mode, decode as decode_stream};

/// Elements at the most, so that a few bytes ask for no more than a few megabytes.
const MOST: u64 = 4096;

/// Takes mode, filter, stride and count from the first bytes and the stream from the rest.
///
/// # Panics
/// A promise of the decoder is broken.
pub fn decode(bytes: &[u8]) {
    let Some(([mode, filter, stride, low, high], stream)) = bytes.split_first_chunk() else { return };
    let mode = [Mode::Attributes, Mode::Triangles, Mode::Indices][usize::from(mode % 3)];
    let filters = [Filter::None, Filter::Octahedral, Filter::Quaternion, Filter::Exponential, Filter::Color];
    let filter = filters[usize::from(filter % 5)];
    let count = u64::from(u16::from_le_bytes([*low, *high])) % MOST;
    let Ok(layout) = Layout::new(mode, filter, u64::from(*stride) + 1, count) else { return };
    match decode_stream(stream, layout) {
        Ok(elements) => {
            assert_eq!(elements.len(), layout.bytes());
            // Every byte of a stream is looked at, so that what is cut is no stream.
            let shorter = stream.split_last().map_or(stream, |(_, rest)| rest);
            assert!(decode_stream(shorter, layout).is_err(), "a stream without its last byte is decoded");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
