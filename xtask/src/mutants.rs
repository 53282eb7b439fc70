//! `cargo xtask mutants`: whether the conformance suite notices when the kernel is broken; see `mutants/`.

use crate::Failure;
use crate::step::Step;

/// A part of a place (`kernel/limit.rs`) selects among the mutants; then nothing is written.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    Step::cargo("mutants", "run --manifest-path mutants/Cargo.toml --").arguments(arguments).run()
}
