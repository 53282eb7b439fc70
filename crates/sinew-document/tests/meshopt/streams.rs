//! Every mode, filter, version and family of strides.

use std::collections::BTreeSet;
use std::io::BufRead as _;

use sinew_document::meshopt::{Filter, decode};

use crate::{Stream, digest, fixture};

/// Decodes a stream and compares it with what the reference made of it. The texts give the results of three filters to one unit,
/// the rest exactly.
fn check(stream: &Stream) {
    let name = stream.name();
    let decoded = decode(&stream.bytes, stream.layout()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(decoded.len() as u64, stream.count * stream.stride, "{name}");
    let is_exact = matches!(stream.filter, Filter::None | Filter::Exponential);
    if is_exact {
        assert_eq!(digest(&decoded), stream.digest, "{name}");
    }
    let Some(expected) = &stream.decoded else { return };
    if is_exact {
        assert_eq!(decoded, *expected, "{name}");
        return;
    }
    let is_of_bytes = stream.stride == 4;
    let numbers = |bytes: &[u8]| -> Vec<i32> {
        match (is_of_bytes, stream.filter) {
            (true, Filter::Color) => bytes.iter().map(|byte| i32::from(*byte)).collect(),
            (true, _) => bytes.iter().map(|byte| i32::from(byte.cast_signed())).collect(),
            (false, Filter::Color) => {
                bytes.as_chunks().0.iter().map(|two| i32::from(u16::from_le_bytes(*two))).collect()
            }
            (false, _) => bytes.as_chunks().0.iter().map(|two| i32::from(i16::from_le_bytes(*two))).collect(),
        }
    };
    let (found, expected) = (numbers(&decoded), numbers(expected));
    let apart = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).max();
    assert!(apart <= Some(1), "{name}: {found:?} instead of {expected:?}");
}

#[test]
fn streams_are_decoded_as_the_reference_decodes_them() {
    let streams = crate::streams();
    streams.iter().for_each(check);
    assert_eq!(streams.len(), 375);
}

/// As many streams as somebody has written with `node test/meshopt.js --wide FILE`.
#[test]
fn streams_of_every_size_are_decoded_as_the_reference_decodes_them() {
    let Some(path) = std::env::var_os("SINEW_MESHOPT_STREAMS") else {
        println!("skipped: SINEW_MESHOPT_STREAMS names no file");
        return;
    };
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let checked = file.lines().map(|line| check(&Stream::from_line(&line.unwrap()))).count();
    assert!(checked > 10_000, "{checked}");
    println!("{checked} streams");
}

/// The fixture is read whole, or a test above would show less than it says.
#[test]
fn the_fixture_has_streams_of_every_family() {
    let mut families: Vec<String> = crate::streams()
        .iter()
        .map(|stream| format!("{:?} {:?} {:x}", stream.mode, stream.filter, stream.bytes[0]))
        .collect();
    families.sort();
    families.dedup();
    let filters = ["Color", "Exponential", "None", "Octahedral", "Quaternion"];
    let mut expected: Vec<String> = filters
        .iter()
        .flat_map(|filter| ["a0", "a1"].map(|version| format!("Attributes {filter} {version}")))
        .collect();
    expected.extend(["Indices None d1".to_owned(), "Triangles None e1".to_owned()]);
    assert_eq!(families, expected);
    assert!(fixture("swing.gltf").exists());
}

/// Differences of bytes, of shorts, and of words turned by some bits; triangles by each kind of code.
#[test]
fn the_fixture_has_differences_and_triangles_of_every_kind() {
    let (mut channels, mut codes) = (BTreeSet::<u8>::new(), BTreeSet::new());
    for stream in crate::streams() {
        let bytes = &stream.bytes;
        match bytes[0] {
            0xa1 => channels.extend(&bytes[bytes.len() - stream.stride as usize / 4..]),
            0xe1 => {
                codes.extend(bytes[1..=stream.count as usize / 3].iter().map(|code| match (code >> 4, code & 15) {
                    (15, low @ 14..) => ["fe", "ff"][usize::from(low - 14)],
                    (15, _) => "fY",
                    (_, 0) => "X0",
                    (_, 1..=12) => "XY",
                    (_, low) => ["Xd", "Xe", "Xf"][usize::from(low - 13)],
                }));
            }
            _ => {}
        }
    }
    assert!(channels.contains(&0) && channels.contains(&1) && channels.contains(&2), "{channels:?}");
    assert!(channels.iter().any(|channel| channel & 15 == 2 && channel >> 4 > 0), "{channels:?}");
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), ["X0", "XY", "Xd", "Xe", "Xf", "fY", "fe", "ff"]);
}
