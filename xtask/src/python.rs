//! The part of `cargo xtask test` that needs Python: the wheel, installed in a clean virtual environment, and its tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{root, succeed, timed};
use crate::{Failure, expect_no_arguments, require};

/// What the tests need beside the wheel.
const PACKAGES: &[&str] =
    &["pytest", "mypy", "numpy", "pandas", "pyarrow", "matplotlib", "gymnasium", "ray[data]", "maturin>=1.9,<2"];

/// The largest wheel that is shipped.
const MAX_BYTES: u64 = 6_000_000;

/// Builds the wheel with the profile of tests, whose crates earlier steps have built, and runs its tests.
pub(crate) fn test() -> Result<(), Failure> {
    if !require::python()? {
        return Ok(());
    }
    let environment = environment()?;
    let wheel = build(&environment, "dev")?;
    install(&environment, &wheel)?;
    let mypy = ["-m", "mypy", "--config-file", "pyproject.toml"];
    python(&environment, "types of the wheel", "python", &mypy)?;
    // Not beside the package, which has no extension in it: Ray's workers look for modules where they are started.
    python(&environment, "tests of the wheel", "python/tests", &["-m", "pytest"])
}

/// `cargo xtask python`: the wheel as it is shipped.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    expect_no_arguments("python", arguments)?;
    if !require::python()? {
        return Ok(());
    }
    let environment = environment()?;
    let wheel = build(&environment, "release")?;
    let bytes = wheel.metadata().map_err(|error| format!("{}: {error}", wheel.display()))?.len();
    eprintln!("==> {} has {:.2} MB", wheel.display(), bytes as f64 / 1e6);
    if bytes > MAX_BYTES {
        return Err(format!("the wheel has {bytes} bytes; at most {MAX_BYTES} are shipped"));
    }
    install(&environment, &wheel)
}

/// A virtual environment with what the tests need.
fn environment() -> Result<PathBuf, Failure> {
    let folder = root().join("target/python");
    let line = format!("python3 -m venv --clear {}", folder.display());
    let mut command = Command::new("python3");
    command.args(["-m", "venv", "--clear"]).arg(&folder);
    timed("virtual environment", &line, || succeed(&mut command, &line))?;
    let mut arguments = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    arguments.extend(PACKAGES);
    python(&folder, "packages of Python", "python", &arguments)?;
    Ok(folder)
}

/// Builds the wheel, and returns its path.
fn build(environment: &Path, profile: &str) -> Result<PathBuf, Failure> {
    let wheels = root().join("target/wheels").join(profile);
    // A wheel of an earlier version is not the one that is meant.
    if wheels.is_dir() {
        std::fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let out = wheels.display().to_string();
    let arguments = ["-m", "maturin", "build", "--quiet", "--profile", profile, "--out", &out];
    python(environment, "wheel", "python", &arguments)?;
    let entries = wheels.read_dir().map_err(|error| format!("{out}: {error}"))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found = paths.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
    found.next().ok_or_else(|| format!("maturin wrote no wheel to {out}"))
}

fn install(environment: &Path, wheel: &Path) -> Result<(), Failure> {
    let wheel = wheel.display().to_string();
    let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", &wheel];
    python(environment, "wheel in the environment", "python", &arguments)
}

/// Runs the environment's Python in a folder.
fn python(environment: &Path, title: &str, folder: &str, arguments: &[&str]) -> Result<(), Failure> {
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let line = format!("python {}", arguments.join(" "));
    let mut command = Command::new(environment.join(program));
    // The installed package is meant, and not the one that may be in the folder.
    command.args(arguments).current_dir(root().join(folder)).env("PYTHONSAFEPATH", "1");
    timed(title, &format!("cd {folder} && {line}"), || succeed(&mut command, &line))
}
