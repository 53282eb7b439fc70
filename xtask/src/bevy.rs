//! `cargo xtask bevy`: checks the plugin in `bevy/`, which is a workspace of its own. Bevy's build is too long for `cargo xtask test`.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{Step, cargo, root, succeed, timed};
use crate::{Failure, require};

/// Each example, and how many steps of it are run. That worlds in Bevy are those of the command line is what the tests compare; an
/// example must end as it ended before.
const EXAMPLES: &[(&str, u32)] =
    &[("robot_arm", 480), ("avatar_clip", 300), ("ragdoll_rain", 600), ("sockets", 240), ("rollback", 240)];

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let is_release = match arguments {
        [] => false,
        [argument] if argument == "--release" => true,
        _ => return Err("usage: cargo xtask bevy [--release]".to_owned()),
    };
    require::component("rustfmt", "fmt")?;
    require::component("clippy", "clippy")?;
    if !require::bevy()? {
        return Ok(());
    }
    Step::cargo("formatting", "fmt --manifest-path bevy/Cargo.toml --check").run()?;
    let profile = if is_release { "--release" } else { "" };
    Step::cargo("the command line", &format!("build -p sinew-cli --locked {profile}")).run()?;
    let build = Build { is_release };
    build.test()?;
    // The tests leave benchmarks out, and to run one belongs to a machine that does nothing else.
    let (mut bench, line) = build.command("build", "--bench bridge");
    timed("the benchmark", &line, || succeed(&mut bench, &line))?;
    EXAMPLES.iter().try_for_each(|(example, steps)| build.example(example, *steps))
}

/// How the plugin is built.
struct Build {
    is_release: bool,
}

impl Build {
    /// A command of cargo's on the plugin. In a debug build, the compiler is Clippy's: it compiles and lints at once, where
    /// `cargo clippy` would check all of Bevy beside the build that the tests need.
    fn command(&self, verb: &str, rest: &str) -> (Command, String) {
        let profile = if self.is_release { "--release" } else { "" };
        let line = format!("{verb} --locked --manifest-path bevy/Cargo.toml --target-dir target/bevy {profile} {rest}");
        let mut command = Command::new(cargo());
        command.args(line.split_whitespace()).current_dir(root());
        if !self.is_release {
            command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
            // What `cargo clippy -- -D warnings` hands to it.
            command.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
        }
        (command, format!("cargo {}", line.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    /// The tests, which compare digests with those of the command line.
    fn test(&self) -> Result<(), Failure> {
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let name = format!("sinew{}", std::env::consts::EXE_SUFFIX);
        let command_line = folder.join(if self.is_release { "release" } else { "debug" }).join(name);
        let (mut command, line) = self.command("test", "");
        let line = format!("SINEW_CLI={} {line}", command_line.display());
        command.env("SINEW_CLI", command_line);
        timed("lints and tests", &line, || succeed(&mut command, &line))
    }

    /// Runs an example twice without a window: it prints the digest of its last step, and the same one again.
    fn example(&self, name: &str, steps: u32) -> Result<(), Failure> {
        let (first, line) = self.last_line(name, steps)?;
        let (second, _) = self.last_line(name, steps)?;
        if !first.starts_with(&format!("step {steps} digest ")) {
            return Err(format!("`{line}` ends with `{first}`, not with the digest of step {steps}"));
        }
        if first != second {
            return Err(format!("`{line}`: `{first}`, and `{second}` in a second run"));
        }
        Ok(())
    }

    /// The last line that an example prints, and the command that ran it.
    fn last_line(&self, name: &str, steps: u32) -> Result<(String, String), Failure> {
        let (mut command, line) = self.command("run", &format!("--quiet --example {name} -- --headless {steps}"));
        let mut last = String::new();
        timed("an example", &line, || {
            let run = command.stderr(std::process::Stdio::inherit()).output();
            let run = run.map_err(|error| format!("`{line}` could not be started: {error}"))?;
            let text = String::from_utf8_lossy(&run.stdout);
            eprint!("{text}");
            text.lines().next_back().unwrap_or_default().clone_into(&mut last);
            if run.status.success() { Ok(()) } else { Err(format!("`{line}` failed ({})", run.status)) }
        })?;
        Ok((last, line))
    }
}
