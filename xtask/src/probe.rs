//! `cargo xtask probe`: whether Sinew computes the same where another crate has switched on features of the engine; see `probe/`.

use crate::step::Step;
use crate::{Failure, expect_no_arguments};

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    expect_no_arguments("probe", arguments)?;
    let command = "run --locked --manifest-path probe/Cargo.toml --target-dir target/probe";
    Step::cargo("features of others", command).run()
}
