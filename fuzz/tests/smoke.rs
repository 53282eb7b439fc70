//! Each target on its seeds and on mutations of them: what the fuzzer checks for hours, for seconds and on stable Rust.

use std::path::Path;
use std::time::{Duration, Instant};

/// Enough to reach every branch of the container and the scanner, few enough for a run on every change.
const MUTATIONS_OF_A_SEED: u64 = 4000;

/// Documents that a target other than `read` gets beside its seeds, each of bytes that a number decides.
const DOCUMENTS: u64 = 300;

/// Mutations of each seed that is a text. Few of them are glTF still.
const MUTATIONS_OF_A_DOCUMENT: u64 = 20;

/// Behind this, a target stops where it is, so that a slow machine is not kept for minutes. The seeds come first.
const PATIENCE: Duration = Duration::from_secs(25);

/// Where a mutation puts something in that a random byte would hardly hit.
const WORDS: &[&[u8]] =
    &[b"{", b"}", b"[", b"]", b"\"", b",", b":", b"-0", b"1e999", b"\\ud800", b"null", b"\xff", b"\0"];

#[test]
fn every_seed_and_its_mutations_are_read_or_refused() {
    for (name, seed) in seeds("read") {
        run(sinew_fuzz::read, &seed, &name);
        for number in 0..MUTATIONS_OF_A_SEED {
            run(sinew_fuzz::read, &mutated(&seed, number), &format!("mutation {number} of {name}"));
        }
    }
}

#[test]
fn a_seed_cut_anywhere_is_read_or_refused() {
    for (_, seed) in seeds("read") {
        for length in 0..seed.len() {
            sinew_fuzz::read(&seed[..length]);
        }
    }
}

/// Streams that the reference implementation wrote, with what is decoded of them in front, and mutations of them.
#[test]
fn every_stream_and_its_mutations_are_decoded_or_refused() {
    for (name, seed) in seeds("decode") {
        run(sinew_fuzz::decode, &seed, &name);
        for number in 0..MUTATIONS_OF_A_SEED {
            run(sinew_fuzz::decode, &mutated(&seed, number), &format!("mutation {number} of {name}"));
        }
    }
}

#[test]
fn documents_of_every_dialect_are_lowered() {
    smoke("lower", sinew_fuzz::lower);
}

#[test]
fn documents_of_every_dialect_are_validated() {
    smoke("validate", sinew_fuzz::validate);
}

#[test]
fn documents_of_every_dialect_are_converted() {
    smoke("convert", sinew_fuzz::convert);
}

#[test]
fn worlds_of_every_dialect_go_back() {
    smoke("restore", sinew_fuzz::restore);
}

#[test]
fn worlds_with_behaviour_graphs_step() {
    smoke("graph", sinew_fuzz::graph);
}

#[test]
fn worlds_of_every_dialect_step() {
    smoke("step", sinew_fuzz::step);
}

#[test]
fn the_same_bytes_make_the_same_document() {
    for number in 0..DOCUMENTS {
        let bytes = random_bytes(number);
        assert_eq!(sinew_fuzz::text(&bytes), sinew_fuzz::text(&bytes));
    }
}

/// A target on its seeds, on documents of random bytes, and on mutations of those seeds that are texts.
fn smoke(target: &str, promise: fn(&[u8])) {
    let start = Instant::now();
    let seeds = seeds(target);
    for (name, seed) in seeds.iter().chain(&fixtures()) {
        run(promise, seed, name);
    }
    for number in 0..DOCUMENTS {
        if start.elapsed() > PATIENCE {
            println!("{target}: stopped before document {number}, after {:?}", start.elapsed());
            return;
        }
        run(promise, &random_bytes(number), &format!("the document of number {number}"));
    }
    for (name, seed) in seeds.iter().filter(|(_, seed)| seed.starts_with(b"{")) {
        for number in 0..MUTATIONS_OF_A_DOCUMENT {
            if start.elapsed() > PATIENCE {
                println!("{target}: stopped before mutation {number} of {name}, after {:?}", start.elapsed());
                return;
            }
            run(promise, &mutated(seed, number), &format!("mutation {number} of {name}"));
        }
    }
}

/// Calls a target; where a promise is broken, the input is reported.
fn run(promise: fn(&[u8]), input: &[u8], name: &str) {
    let outcome = std::panic::catch_unwind(|| promise(input));
    let text = if input.starts_with(b"{") || input.starts_with(b"glTF") {
        String::from_utf8_lossy(input).into_owned()
    } else {
        sinew_fuzz::text(input)
    };
    assert!(outcome.is_ok(), "{name}: {text}\nor, with a graph, {}", sinew_fuzz::graph_text(input));
}

/// The committed seeds of a target, by name. What a fuzzing run adds to the folder has no extension and is passed over,
/// so that this test does the same everywhere.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some());
    paths.sort();
    assert!(!paths.is_empty(), "{} has no seeds", folder.display());
    paths.into_iter().map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect()
}

/// The project's own files for tests.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "gltf" || end == "glb") {
            files.push((path.display().to_string(), std::fs::read(path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Bytes for a document, the same ones for the same number: every mode in order, and lengths from one node to many.
fn random_bytes(number: u64) -> Vec<u8> {
    let mut random = SplitMix(number);
    let length = 64 + random.below(900);
    let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
    bytes[0] = (number % 4) as u8;
    bytes
}

/// The seed with one to four changes, the same ones for the same number.
fn mutated(seed: &[u8], number: u64) -> Vec<u8> {
    let mut random = SplitMix(number);
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1));
        match random.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.below(256) as u8,
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..(at + random.below(16)).min(bytes.len()))),
            4 => {
                let copied = bytes[at..(at + random.below(64)).min(bytes.len())].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copied);
            }
            _ => drop(bytes.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied())),
        }
    }
    bytes
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SplitMix(u64);

impl SplitMix {
    /// A number from 0 up to and without `end`, which is above 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}
