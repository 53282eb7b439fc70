//! Whatever the bytes are, there are elements or an error.

use sinew_document::meshopt::{Filter, Layout, MeshoptError, Mode, decode};

/// A stream has no byte too much: its end is known from the front, so that a shorter one is none.
#[test]
fn a_stream_that_is_cut_or_longer_is_refused() {
    for stream in crate::streams() {
        let (name, layout) = (stream.name(), stream.layout());
        for length in 0..stream.bytes.len() {
            assert!(decode(&stream.bytes[..length], layout).is_err(), "{name}: {length} of {}", stream.bytes.len());
        }
        let longer = [&stream.bytes[..], &[0]].concat();
        assert!(decode(&longer, layout).is_err(), "{name}: a byte more");
    }
}

#[test]
fn a_stream_with_other_bytes_gives_elements_or_an_error() {
    let mut state = 1u64;
    let mut roll = move |below: usize| {
        // Knuth's MMIX generator; the upper bits are the good ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut decoded, mut refused) = (0, 0);
    for stream in crate::streams() {
        for _ in 0..200 {
            let mut bytes = stream.bytes.clone();
            for _ in 0..=roll(3) {
                let at = roll(bytes.len());
                bytes[at] = roll(256) as u8;
            }
            match decode(&bytes, stream.layout()) {
                Ok(elements) => {
                    assert_eq!(elements.len() as u64, stream.count * stream.stride);
                    decoded += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(decoded > 1000 && refused > 1000, "{decoded} decoded, {refused} refused");
}

/// Mode, filter, stride and count of another stream: nothing of it is trusted.
#[test]
fn a_stream_under_another_description_gives_elements_or_an_error() {
    for stream in crate::streams() {
        for mode in [Mode::Attributes, Mode::Triangles, Mode::Indices] {
            for stride in [2, 4, 8, 12, 256] {
                for count in [0, 1, 3, 255, 256, 3000, u64::from(u32::MAX) * 3] {
                    let Ok(layout) = Layout::new(mode, Filter::None, stride, count) else { continue };
                    if let Ok(elements) = decode(&stream.bytes, layout) {
                        assert_eq!(elements.len() as u64, count * stride);
                    }
                }
            }
        }
    }
}

#[test]
fn each_fault_has_its_error() {
    let indices = |bytes: &[u8], count| decode(bytes, Layout::new(Mode::Indices, Filter::None, 2, count).unwrap());
    // Worked by hand: 0x04 is 0b10, which is +1 in zigzag, of baseline 0; 0x08 is 0b100, which is +2, of the same: 1 and 3.
    assert_eq!(indices(&[0xd1, 0x04, 0x08, 0, 0, 0, 0], 2), Ok(vec![1, 0, 3, 0]));
    assert_eq!(indices(&[], 2), Err(MeshoptError::Header { found: None }));
    assert_eq!(indices(&[0xd0, 0x04, 0x08, 0, 0, 0, 0], 2), Err(MeshoptError::Header { found: Some(0xd0) }));
    assert_eq!(indices(&[0xd1, 0x04, 0, 0, 0, 0], 2), Err(MeshoptError::TooShort { found: 6, least: Some(7) }));
    assert_eq!(indices(&[0xd1, 0x84, 0x84, 0, 0, 0, 0], 2), Err(MeshoptError::Truncated));
    assert_eq!(indices(&[0xd1, 0x04, 0x08, 9, 0, 0, 0, 0], 2), Err(MeshoptError::Leftover { bytes: 1 }));
    assert_eq!(indices(&[0xd1, 0x84, 0x84, 0x84, 0x84, 0x84, 1, 0, 0, 0, 0], 2), Err(MeshoptError::LongNumber));

    let triangle = |bytes: &[u8]| decode(bytes, Layout::new(Mode::Triangles, Filter::None, 4, 3).unwrap());
    let table = [0u8; 16];
    // 0xf0 takes entry 0 of the table, 0x00: three new vertices.
    let new = [&[0xe1, 0xf0][..], &table].concat();
    assert_eq!(triangle(&new), Ok(vec![0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]));
    let edge = [&[0xe1, 0x00][..], &table].concat();
    assert_eq!(triangle(&edge), Err(MeshoptError::NothingBefore { triangle: 0 }));
    let mut wrong = new.clone();
    *wrong.last_mut().unwrap() = 1;
    assert_eq!(triangle(&wrong), Err(MeshoptError::Table));

    let attributes = |bytes: &[u8]| decode(bytes, Layout::new(Mode::Attributes, Filter::None, 4, 1).unwrap());
    // Version 1: all four bytes are zero differences (control 2 four times), then zeros, the baseline, one channel of bytes.
    let zeros = [&[0xa1, 0b1010_1010][..], &[0; 19], &[7, 8, 9, 10], &[0]].concat();
    assert_eq!(attributes(&zeros), Ok(vec![7, 8, 9, 10]));
    let mut third = zeros.clone();
    *third.last_mut().unwrap() = 3;
    assert_eq!(attributes(&third), Err(MeshoptError::Channel { channel: 0, found: 3 }));
}

#[test]
fn what_does_not_fit_together_is_no_layout() {
    use Filter::{Color, Exponential, None, Octahedral, Quaternion};
    use Mode::{Attributes, Indices, Triangles};
    // The list of rules in both texts, "JSON schema updates".
    for (mode, filter, stride, count) in [
        (Attributes, None, 0, 1),
        (Attributes, None, 6, 1),
        (Attributes, None, 260, 1),
        (Triangles, None, 4, 4),
        (Triangles, None, 1, 3),
        (Indices, None, 8, 3),
        (Indices, Octahedral, 4, 3),
        (Attributes, Octahedral, 12, 1),
        (Attributes, Quaternion, 4, 1),
        (Attributes, Color, 16, 1),
        (Attributes, None, 256, u64::MAX / 2),
    ] {
        assert!(Layout::new(mode, filter, stride, count).is_err(), "{mode:?} {filter:?} {stride} {count}");
    }
    assert!(Layout::new(Attributes, Exponential, 256, 7).is_ok());
}

/// A byte or two more of JSON must not ask for memory that no stream stands for.
#[test]
fn counts_beyond_the_stream_are_refused_before_anything_is_allocated() {
    for mode in [Mode::Attributes, Mode::Triangles, Mode::Indices] {
        let header = [0xa1, 0xe1, 0xd1][mode as usize];
        let layout = Layout::new(mode, Filter::None, 4, 3 << 40).unwrap();
        let mut stream = vec![0; 1000];
        stream[0] = header;
        assert!(matches!(decode(&stream, layout), Err(MeshoptError::TooShort { .. })), "{mode:?}");
    }
}
