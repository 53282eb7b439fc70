//! Each target on its seeds and on mutations of them: what the fuzzer checks for hours, for seconds and on stable Rust.

use std::path::Path;

/// Enough to reach every branch of the container and the scanner, few enough for a run on every change.
const MUTATIONS_OF_A_SEED: u64 = 4000;

/// Where a mutation puts something in that a random byte would hardly hit.
const WORDS: &[&[u8]] =
    &[b"{", b"}", b"[", b"]", b"\"", b",", b":", b"-0", b"1e999", b"\\ud800", b"null", b"\xff", b"\0"];

#[test]
fn every_seed_and_its_mutations_are_read_or_refused() {
    smoke("read", sinew_fuzz::read);
}

#[test]
fn a_seed_cut_anywhere_is_read_or_refused() {
    for (_, seed) in seeds("read") {
        for length in 0..seed.len() {
            sinew_fuzz::read(&seed[..length]);
        }
    }
}

fn smoke(target: &str, run: fn(&[u8])) {
    for (name, seed) in seeds(target) {
        run(&seed);
        for number in 0..MUTATIONS_OF_A_SEED {
            let input = mutated(&seed, number);
            let outcome = std::panic::catch_unwind(|| run(&input));
            assert!(outcome.is_ok(), "mutation {number} of {name}: {:?}", String::from_utf8_lossy(&input));
        }
    }
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
