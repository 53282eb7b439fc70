//! What a hostile file must not be able to do, one plain function a target.
//!
//! A target takes any bytes and panics where a promise is broken. libFuzzer calls it from `fuzz_targets/`, the smoke
//! test in `tests/` calls it on the seeds in `corpus/` and on mutations of them, and the binaries, built without
//! cargo-fuzz, replay the files named on their command line.

mod read;

pub use read::read;

/// Calls a target with the contents of each file named on the command line, so that a find can be replayed with
/// stable Rust: `cargo run --manifest-path fuzz/Cargo.toml --bin read -- FILE…`.
///
/// # Errors
/// A file cannot be read.
pub fn replay(target: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        target(&std::fs::read(&path)?);
        println!("{}: no promise broken", path.to_string_lossy());
    }
    Ok(())
}
