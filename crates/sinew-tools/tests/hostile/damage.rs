//! Every fixture of the project, cut short and with bits turned over.

use std::path::{Path, PathBuf};

use sinew::document::{Document, NoResources, WriteOptions};

use crate::run;

/// Beyond this many bytes, not every place of a file is damaged but as many, spread over it.
const PLACES: usize = 4096;

/// Single bits turned over, for each file.
const FLIPS: usize = 3000;

/// Every `.gltf` below `fixtures`, and the same as a `.glb`.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut pending = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")];
    let mut paths = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "gltf" || end == "glb") {
            paths.push(path);
        }
    }
    paths.sort();
    assert!(paths.len() > 20, "the fixtures are where they were");
    paths.iter().flat_map(|path| in_both_formats(path)).collect()
}

fn in_both_formats(path: &Path) -> Vec<(String, Vec<u8>)> {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let bytes = std::fs::read(path).unwrap();
    let document = Document::read(bytes.clone(), &NoResources).ok();
    let glb = document.and_then(|document| document.to_glb(WriteOptions::default(), &NoResources).ok());
    let glb = glb.map(|package| (format!("{name} as a GLB"), package.main));
    [(name, bytes)].into_iter().chain(glb).collect()
}

/// Marsaglia's xorshift with the shifts 13, 7, 17: the same places in every run.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn files_cut_short_are_answered_and_texts_refused() {
    for (name, bytes) in files() {
        let is_text = !bytes.starts_with(b"glTF");
        let is_whole = |length: usize| bytes[length..].iter().all(u8::is_ascii_whitespace);
        for length in (0..bytes.len()).step_by(bytes.len().div_ceil(PLACES)) {
            let outcome = run(&bytes[..length]);
            assert!(!is_text || is_whole(length) || outcome.is_err(), "{name} cut to {length} bytes is no JSON");
        }
    }
}

#[test]
fn files_with_a_flipped_bit_are_answered() {
    for (name, bytes) in files() {
        let mut damaged = bytes.clone();
        let mut random = Xorshift(0x9e37_79b9_7f4a_7c15);
        let bits = bytes.len() * 8;
        for flip in 0..FLIPS.min(bits) {
            let bit = if bits <= FLIPS { flip } else { random.below(bits) };
            damaged[bit / 8] ^= 1 << (bit % 8);
            // Nothing more is asked for than an answer; a panic would name the file by this line's output.
            let outcome = std::panic::catch_unwind(|| run(&damaged).is_ok());
            assert!(outcome.is_ok(), "{name} with bit {bit} turned over panics");
            damaged[bit / 8] = bytes[bit / 8];
        }
    }
}

#[test]
fn files_with_many_bytes_replaced_are_answered() {
    let mut random = Xorshift(0x2545_f491_4f6c_dd1d);
    // Characters that JSON gives a meaning, and bytes that it gives none.
    let bytes_to_write = b"{}[]\",:0123456789-+.eE\\tfn \0\x80\xff";
    for (name, bytes) in files() {
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(8) {
                let place = random.below(damaged.len());
                damaged[place] = bytes_to_write[random.below(bytes_to_write.len())];
            }
            let outcome = std::panic::catch_unwind(|| run(&damaged).is_ok());
            assert!(outcome.is_ok(), "{name} damaged to {:?} panics", String::from_utf8_lossy(&damaged));
        }
    }
}
