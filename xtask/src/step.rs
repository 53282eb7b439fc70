//! One step of a chore: a command that is announced, timed, and stops the chore when it fails.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::Failure;

/// The folder that holds the workspace.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The cargo that started this program, so that every step uses the same toolchain.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A cargo command, run in the workspace's folder.
pub(crate) struct Step {
    title: &'static str,
    arguments: Vec<String>,
    variables: Vec<(&'static str, &'static str)>,
}

impl Step {
    /// `cargo` with arguments separated by blanks.
    pub(crate) fn cargo(title: &'static str, arguments: &str) -> Self {
        Self { title, arguments: arguments.split_whitespace().map(str::to_owned).collect(), variables: Vec::new() }
    }

    /// Adds arguments as they are.
    pub(crate) fn arguments(mut self, arguments: &[String]) -> Self {
        self.arguments.extend_from_slice(arguments);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn variable(mut self, name: &'static str, value: &'static str) -> Self {
        self.variables.push((name, value));
        self
    }

    /// Runs the command to its end.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let line = self.line();
        let mut command = Command::new(cargo());
        command.args(&self.arguments).envs(self.variables.iter().copied()).current_dir(root());
        timed(self.title, &line, || succeed(&mut command, &line))
    }

    /// The command as a person would type it.
    fn line(&self) -> String {
        let variables = self.variables.iter().map(|(name, value)| format!("{name}=\"{value}\" "));
        format!("{}cargo {}", variables.collect::<Vec<_>>().concat(), self.arguments.join(" "))
    }
}

/// Runs a command to its end; `line` is how a person would type it.
pub(crate) fn succeed(command: &mut Command, line: &str) -> Result<(), Failure> {
    match command.status() {
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
    }
}

/// Whether a program is there: it does what it is asked, without a word.
pub(crate) fn answers(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Announces a piece of work, does it, and prints how long it took. All output goes to stderr, as cargo's does.
pub(crate) fn timed(title: &str, line: &str, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    eprintln!("\n==> {title}: {line}");
    let start = Instant::now();
    let outcome = work();
    let seconds = start.elapsed().as_secs_f32();
    match outcome {
        Ok(()) => {
            eprintln!("==> {title}: done in {seconds:.1} s");
            Ok(())
        }
        Err(failure) => Err(format!("{title}: {failure}, after {seconds:.1} s")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_announced_as_it_would_be_typed() {
        let step = Step::cargo("docs", "doc  --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(step.line(), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }

    #[test]
    fn a_failure_names_the_step_that_it_stopped() {
        let failure =
            timed("docs", "cargo doc", || Err("`cargo doc` failed (exit status: 101)".to_owned())).unwrap_err();
        assert!(failure.starts_with("docs: `cargo doc` failed (exit status: 101), after "), "{failure}");
    }
}
