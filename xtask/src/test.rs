//! `cargo xtask test`: everything that must hold before a change is taken, quickest first.

use std::process::Command;
use std::time::Instant;

use crate::step::{Step, cargo, root, timed};
use crate::{Failure, deny, expect_no_arguments, invariants, probe, python, require, web};

/// Members of the workspace that stay at home.
const NOT_SHIPPED: &[&str] =
    &["bind", "sinew-bench", "sinew-fuzz", "sinew-python", "sinew-testkit", "sinew-wasm", "xtask"];

/// Tests of numbers that neither the engine nor threads have a part in.
const NUMERIC_TESTS: &[&str] =
    &["animation", "constraint", "human_pose_laws", "human_pose_numbers", "motion", "virtual_transform"];

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
    // compile in it, and the numbers have to be the same.
    let alone = "-p sinew -p sinew-motion --no-default-features --features sinew/graphs";
    Step::cargo("lints without the engine", &format!("clippy {alone} --all-targets -- -D warnings")).run()?;
    Step::cargo("tests without the engine", &format!("test {alone}"))
        .arguments(&each("--test", NUMERIC_TESTS))
        .run()?;
    timed("layers without the engine", "cargo tree -p sinew-motion -p sinew-model", no_engine_below_physics)?;
    Step::cargo("documentation", "doc --workspace --lib --no-deps").variable("RUSTDOCFLAGS", "-D warnings").run()?;
    Step::cargo("format of the mutants", "fmt --manifest-path mutants/Cargo.toml --check").run()?;
    Step::cargo("mutants, how they are made", "test --manifest-path mutants/Cargo.toml").run()?;
    Step::cargo("format of the probe", "fmt --manifest-path probe/Cargo.toml --check").run()?;
    probe::run(&[])?;
    Step::cargo("format of the plugin for Bevy", "fmt --manifest-path bevy/Cargo.toml --check").run()?;
    Step::cargo("package of the format", "package -p sinew-document --allow-dirty").run()?;
    // Not built from their archives: cargo keeps the unpacked sources of a version once it has built them, and would build
    // what depends on a member against that member's sources of the run before.
    Step::cargo("packages", "package --workspace --allow-dirty --no-verify")
        .arguments(&each("--exclude", NOT_SHIPPED))
        .run()?;

    web::run()?;
    python::test()?;

    eprintln!("\n==> everything holds, after {:.1} s", start.elapsed().as_secs_f32());
    Ok(())
}

/// The layers below the simulation build without an engine, and so does a world without the feature `physics`.
fn no_engine_below_physics() -> Result<(), Failure> {
    const ENGINE: &[&str] = &["rapier3d", "parry3d", "nalgebra"];
    for members in [&["-p", "sinew-motion", "-p", "sinew-model"][..], &["-p", "sinew", "--no-default-features"]] {
        let mut command = Command::new(cargo());
        command.args(["tree", "--prefix", "none", "--edges", "normal"]).args(members).current_dir(root());
        let tree = command.output().map_err(|error| format!("cargo tree: {error}"))?;
        let tree = String::from_utf8_lossy(&tree.stdout);
        let named = |line: &str| ENGINE.iter().any(|name| line.split(' ').next() == Some(name));
        match tree.lines().find(|line| named(line)) {
            Some(line) => return Err(format!("{} depends on {line}", members.join(" "))),
            None if tree.is_empty() => return Err("cargo tree printed nothing".to_owned()),
            None => {}
        }
    }
    Ok(())
}

/// A flag before each of some names.
fn each(flag: &str, names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| [flag.to_owned(), (*name).to_owned()]).collect()
}
