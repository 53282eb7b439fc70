//! Puts the viewer's page into the program, if `cargo xtask page` has packed it.

use std::path::PathBuf;
use std::{env, fs, io};

/// Where the page is packed to. Not in the repository; a published package has it.
const PAGE: &str = "page/page.bin";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={PAGE}");
    println!("cargo::rerun-if-changed=build.rs");
    let Some(out) = env::var_os("OUT_DIR") else { return Err(io::Error::other("cargo names no OUT_DIR")) };
    let page = fs::read(PAGE).unwrap_or_default();
    fs::write(PathBuf::from(out).join("page.bin"), page)
}
