//! `cargo xtask test`: everything that must hold before a change is taken, quickest first.

use std::time::Instant;

use crate::step::{Step, timed};
use crate::{Failure, deny, expect_no_arguments, invariants, require, web};

/// Members of the workspace that stay at home.
const NOT_SHIPPED: &[&str] = &["bind", "sinew-bench", "sinew-fuzz", "sinew-testkit", "sinew-wasm", "xtask"];

/// Tests of numbers that neither the engine nor threads have a part in.
const NUMERIC_TESTS: &[&str] =
    &["animation", "constraint", "human_pose_laws", "human_pose_numbers", "virtual_transform"];

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    expect_no_arguments("test", arguments)?;
    let start = Instant::now();
    require::component("rustfmt", "fmt")?;
    require::component("clippy", "clippy")?;
    require::valgrind()?;

    Step::cargo("format", "fmt --all --check").run()?;
    timed("invariants", "cargo xtask invariants", || invariants::run(&[]))?;
    deny::run_where_installed()?;
    Step::cargo("lints", "clippy --workspace --all-targets --all-features -- -D warnings").run()?;
    Step::cargo("tests", "test --workspace").run()?;
    // `--workspace` switches on every feature that any member asks for, so this is a build of its own: everything has to
    // compile in it, and what has numbers in it to come out the same.
    Step::cargo("tests without the engine", "test -p sinew-motion").arguments(&each("--test", NUMERIC_TESTS)).run()?;
    Step::cargo("documentation", "doc --workspace --lib --no-deps").variable("RUSTDOCFLAGS", "-D warnings").run()?;
    Step::cargo("format of the mutants", "fmt --manifest-path mutants/Cargo.toml --check").run()?;
    Step::cargo("mutants, how they are made", "test --manifest-path mutants/Cargo.toml").run()?;
    Step::cargo("package of the format", "package -p sinew-document --allow-dirty").run()?;
    // Not built from their archives: cargo keeps the unpacked sources of a version once it has built them, and would build
    // what depends on a member against that member's sources of the run before.
    Step::cargo("packages", "package --workspace --allow-dirty --no-verify")
        .arguments(&each("--exclude", NOT_SHIPPED))
        .run()?;

    web::run()?;

    eprintln!("\n==> everything holds, after {:.1} s", start.elapsed().as_secs_f32());
    Ok(())
}

/// A flag before each of some names.
fn each(flag: &str, names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| [flag.to_owned(), (*name).to_owned()]).collect()
}
