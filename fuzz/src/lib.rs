//! Fuzz targets: promises about arbitrary bytes, one function for each target.
//!
//! A target takes any bytes and panics where a promise is broken. libFuzzer calls it from `fuzz_targets/`, the smoke
//! test in `tests/` calls it on the seeds in `corpus/` and on mutations of them, and the binaries, built without
//! cargo-fuzz, replay the files named on their command line.
//!
//! `read` and `decode` take their bytes as they are. The others take a document: the bytes themselves where they are one, and otherwise one
//! that [`text`] makes of them.

mod convert;
mod decode;
mod document;
mod finding;
mod graph;
mod lower;
mod moderate;
mod read;
mod restore;
mod running;
mod step;
mod validate;

pub use convert::convert;
pub use decode::decode;
pub use document::{graph_text, text};
pub use graph::graph;
pub use lower::lower;
pub use read::read;
pub use restore::restore;
pub use step::step;
pub use validate::validate;

/// Calls a target with the contents of each file named on the command line, so that a find can be replayed with
/// stable Rust: `cargo run -p sinew-fuzz --bin read -- FILE…`. With `--text` in front, the documents that
/// the files stand for are printed instead.
///
/// # Errors
/// A file cannot be read.
pub fn replay(target: fn(&[u8])) -> std::io::Result<()> {
    replay_as(target, text)
}

/// As [`replay`], with the documents that a target of its own makes of bytes.
///
/// # Errors
/// A file cannot be read.
pub fn replay_as(target: fn(&[u8]), text: fn(&[u8]) -> String) -> std::io::Result<()> {
    let mut paths = std::env::args_os().skip(1).peekable();
    let is_shown = paths.next_if(|first| first == "--text").is_some();
    for path in paths {
        let bytes = std::fs::read(&path)?;
        if is_shown {
            println!("{}", text(&bytes));
            continue;
        }
        target(&bytes);
        println!("{}: no promise broken", path.to_string_lossy());
    }
    Ok(())
}
