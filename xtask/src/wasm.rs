//! `cargo xtask wasm`: the modules and their bindings, into `web/sinew/dist/`: `sinew` with everything, `motion` without the engine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::step::{Step, root, succeed, timed};

const TARGET: &str = "wasm32-unknown-unknown";

/// The folder in which the package looks for them.
const DIST: &str = "web/sinew/dist";

/// Prints the size of a file raw, gzipped and as brotli, all at their best levels.
const PRINT_SIZES: &str = "const { brotliCompressSync, gzipSync } = require('node:zlib'); \
    const bytes = require('node:fs').readFileSync(process.argv[1]); \
    const kB = (size) => `${(size / 1000).toFixed(1)} kB`; \
    console.log(`${process.argv[1]}: ${kB(bytes.length)}, ${kB(gzipSync(bytes, { level: 9 }).length)} gzipped, \
${kB(brotliCompressSync(bytes).length)} brotli`);";

/// What is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Build {
    /// Built in a fraction of the time; it steps more slowly.
    is_quick: bool,
    /// The module without the engine only.
    is_without_physics: bool,
}

impl Build {
    fn from_arguments(arguments: &[String]) -> Result<Self, Failure> {
        let mut build = Self::default();
        for argument in arguments {
            match argument.as_str() {
                "--quick" => build.is_quick = true,
                "--without-physics" => build.is_without_physics = true,
                other => return Err(format!("`wasm` takes `--quick` and `--without-physics`, not `{other}`")),
            }
        }
        Ok(build)
    }

    fn profile(self) -> &'static str {
        match self {
            Self { is_quick: true, .. } => "wasm-dev",
            Self { is_without_physics: true, .. } => "wasm-without-physics",
            Self { .. } => "wasm",
        }
    }

    /// The name of the files.
    fn name(self) -> &'static str {
        if self.is_without_physics { "motion" } else { "sinew" }
    }
}

/// Builds both modules; `--quick` faster, `--without-physics` the one without the engine alone.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let build = Build::from_arguments(arguments)?;
    let add = || match Command::new("rustup").args(["target", "add", TARGET]).current_dir(root()).status() {
        Ok(status) if !status.success() => Err(format!("rustup cannot add {TARGET} ({status})")),
        // Without rustup, the toolchain has the target or the next step reports that it has not.
        _ => Ok(()),
    };
    timed("target", &format!("rustup target add {TARGET}"), add)?;
    // With the features of the whole workspace, as the tests have built its dependencies already.
    Step::cargo("generator of bindings", "build --workspace --bin bind").run()?;
    if !build.is_without_physics {
        make(build)?;
    }
    make(Build { is_without_physics: true, ..build })
}

/// Builds one module with its bindings, and prints its size.
fn make(build: Build) -> Result<(), Failure> {
    let (profile, name, folder) = (build.profile(), build.name(), root().join(DIST));
    let features = if build.is_without_physics { " --no-default-features" } else { "" };
    Step::cargo(name, &format!("build -p sinew-wasm{features} --target {TARGET} --profile {profile}")).run()?;
    let module = target_folder().join(TARGET).join(profile).join("sinew_wasm.wasm");
    let bind = target_folder().join("debug").join(format!("bind{}", std::env::consts::EXE_SUFFIX));
    let line = format!("{} {} {} {name}", bind.display(), module.display(), folder.display());
    let mut command = Command::new(bind);
    command.arg(module).arg(&folder).arg(name).current_dir(root());
    timed("bindings", &line, || succeed(&mut command, &line))?;
    print_sizes(&folder.join(format!("{name}_bg.wasm")))?;
    write_profile(name, profile)
}

/// For tests that depend on the profile of the module.
fn write_profile(name: &str, profile: &str) -> Result<(), Failure> {
    let file = root().join(DIST).join(format!("{name}.profile.txt"));
    std::fs::write(&file, profile).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

fn print_sizes(module: &Path) -> Result<(), Failure> {
    let line = format!("node -e … {}", module.display());
    timed("size", &line, || succeed(Command::new("node").args(["-e", PRINT_SIZES]).arg(module), &line))
}

/// The folder in which cargo builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(Path::new(&folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_come_in_any_order() {
        let build =
            |arguments: &[&str]| Build::from_arguments(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(build(&[]).map(Build::profile), Ok("wasm"));
        let both = Ok(Build { is_quick: true, is_without_physics: true });
        assert_eq!(build(&["--quick", "--without-physics"]), both);
        assert_eq!(build(&["--without-physics", "--quick"]), both);
        assert!(build(&["--slow"]).is_err());
    }
}
