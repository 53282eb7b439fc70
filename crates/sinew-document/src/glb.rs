//! The GLB container (glTF 2.0, section 4): a header, a JSON chunk, a binary chunk, and chunks of other types.

use crate::code::Code;
use crate::diagnostic::Diagnostics;
use crate::error::GlbProblem;

/// What every GLB begins with.
pub const MAGIC: &[u8; 4] = b"glTF";

const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
pub(crate) const BINARY: u32 = u32::from_le_bytes(*b"BIN\0");

/// The parts of a GLB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glb {
    /// The JSON chunk, with its padding.
    pub json: Vec<u8>,
    /// The binary chunk, with its padding.
    pub binary: Option<Vec<u8>>,
    /// Chunks of other types, in file order.
    pub others: Vec<Chunk>,
}

/// A chunk of a type that glTF 2.0 does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The type as the file has it.
    pub kind: u32,
    /// The bytes, with their padding.
    pub bytes: Vec<u8>,
}

/// Splits a GLB into its chunks. A container that ends inside its binary chunk is truncated there, with a diagnostic.
///
/// # Errors
/// The header or the JSON chunk is not whole.
pub fn read(mut file: Vec<u8>, diagnostics: &mut Diagnostics) -> Result<Glb, GlbProblem> {
    if file.len() < HEADER_BYTES + CHUNK_HEADER_BYTES {
        return Err(GlbProblem::Truncated);
    }
    let version = word(&file, 4);
    if version != 2 {
        return Err(GlbProblem::Version(version));
    }
    let declared = word(&file, 8) as usize;
    if declared != file.len() {
        let message = format!("the header declares {declared} bytes, the file has {}", file.len());
        diagnostics.report_at(Code::GLB_LENGTH_MISMATCH, "", message);
        // Bytes beyond the declared end belong to no chunk.
        file.truncate(declared.max(HEADER_BYTES + CHUNK_HEADER_BYTES));
    }
    let json_end = chunk_end(&file, HEADER_BYTES).ok_or(GlbProblem::Truncated)?;
    if word(&file, HEADER_BYTES + 4) != JSON {
        return Err(GlbProblem::NoJson);
    }
    let mut glb = Glb::default();
    read_chunks_behind_json(&file[json_end..], &mut glb, diagnostics);
    file.truncate(json_end);
    file.drain(..HEADER_BYTES + CHUNK_HEADER_BYTES);
    glb.json = file;
    Ok(glb)
}

/// Builds a GLB, padding each chunk to four bytes: JSON with spaces, others with zeros.
///
/// Returns `None` where the whole would be beyond the 4 GiB that the header can count.
pub fn write(json: &str, binary: Option<&[u8]>, others: &[Chunk]) -> Option<Vec<u8>> {
    let padded = |length: usize| length.next_multiple_of(4) + CHUNK_HEADER_BYTES;
    let total = HEADER_BYTES
        + padded(json.len())
        + binary.map_or(0, |bytes| padded(bytes.len()))
        + others.iter().map(|chunk| padded(chunk.bytes.len())).sum::<usize>();
    let mut file = Vec::with_capacity(total);
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&2_u32.to_le_bytes());
    file.extend_from_slice(&u32::try_from(total).ok()?.to_le_bytes());
    write_chunk(&mut file, JSON, json.as_bytes(), b' ');
    if let Some(bytes) = binary {
        write_chunk(&mut file, BINARY, bytes, 0);
    }
    for chunk in others {
        write_chunk(&mut file, chunk.kind, &chunk.bytes, 0);
    }
    Some(file)
}

fn read_chunks_behind_json(mut rest: &[u8], glb: &mut Glb, diagnostics: &mut Diagnostics) {
    let mut is_first = true;
    while rest.len() >= CHUNK_HEADER_BYTES {
        let kind = word(rest, 4);
        let end = chunk_end(rest, 0).unwrap_or_else(|| {
            let missing = word(rest, 0) as usize + CHUNK_HEADER_BYTES - rest.len();
            let message = format!("the last chunk of the GLB is {missing} bytes short");
            diagnostics.report_at(Code::GLB_LENGTH_MISMATCH, "", message);
            rest.len()
        });
        let bytes = rest[CHUNK_HEADER_BYTES..end].to_vec();
        if kind == BINARY && is_first {
            glb.binary = Some(bytes);
        } else {
            let message = format!("a chunk of type 0x{kind:08x} with {} bytes is preserved and not used", bytes.len());
            diagnostics.report_at(Code::GLB_UNKNOWN_CHUNK, "", message);
            glb.others.push(Chunk { kind, bytes });
        }
        is_first = false;
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        let message = format!("{} bytes behind the last chunk are too few for a chunk", rest.len());
        diagnostics.report_at(Code::GLB_LENGTH_MISMATCH, "", message);
    }
}

fn write_chunk(file: &mut Vec<u8>, kind: u32, bytes: &[u8], padding: u8) {
    let length = bytes.len().next_multiple_of(4);
    // The whole file fits 32 bits, as the caller has checked, so each chunk does.
    file.extend_from_slice(&(length as u32).to_le_bytes());
    file.extend_from_slice(&kind.to_le_bytes());
    file.extend_from_slice(bytes);
    file.resize(file.len() + length - bytes.len(), padding);
}

/// Offset behind the chunk at `start`, unless that is beyond the end of the file.
fn chunk_end(file: &[u8], start: usize) -> Option<usize> {
    let end = (start + CHUNK_HEADER_BYTES).checked_add(word(file, start) as usize)?;
    (end <= file.len()).then_some(end)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let others = vec![Chunk { kind: 7, bytes: vec![1, 2, 3, 4] }];
        let file = write("{\"a\":1}", Some(&[9, 8, 7]), &others).unwrap();
        assert_eq!(file.len() % 4, 0);
        let mut diagnostics = Diagnostics::new();
        let glb = read(file, &mut diagnostics).unwrap();
        assert_eq!(glb.json, b"{\"a\":1} ");
        assert_eq!(glb.binary.as_deref(), Some(&[9, 8, 7, 0][..]));
        assert_eq!(glb.others, others);
        assert_eq!(diagnostics.as_slice().len(), 1, "the unknown chunk is reported");
    }

    #[test]
    fn a_cut_file_is_read_as_far_as_it_goes() {
        let file = write("{}", Some(&[1; 16]), &[]).unwrap();
        for length in 0..file.len() {
            let mut diagnostics = Diagnostics::new();
            match read(file[..length].to_vec(), &mut diagnostics) {
                Err(problem) => assert_eq!((problem, length < 24), (GlbProblem::Truncated, true)),
                Ok(glb) => {
                    assert!(length >= 24 && !diagnostics.is_empty());
                    assert_eq!(glb.binary.map_or(0, |bytes| bytes.len()), length.saturating_sub(32));
                }
            }
        }
    }

    #[test]
    fn refuses_other_versions_and_orders() {
        let mut file = write("{}", None, &[]).unwrap();
        file[16] = b'X';
        assert_eq!(read(file.clone(), &mut Diagnostics::new()), Err(GlbProblem::NoJson));
        file[4] = 1;
        assert_eq!(read(file, &mut Diagnostics::new()), Err(GlbProblem::Version(1)));
    }
}
