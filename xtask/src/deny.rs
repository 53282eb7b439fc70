//! `cargo xtask deny`: licences, known holes, versions and origins of everything that is depended on; see `deny.toml`.

use crate::Failure;
use crate::step::{Step, answers, cargo};

/// What is checked unless the arguments name some of it.
const CHECKS: &[&str] = &["bans", "licenses", "sources", "advisories"];

/// One check a step, so that a machine that cannot reach the list of advisories still learns of the rest.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = arguments.iter().find(|name| !CHECKS.contains(&name.as_str())) {
        return Err(format!("there is no check `{unknown}`; there are {}", CHECKS.join(", ")));
    }
    if !is_installed() {
        return Err("`cargo deny` is missing; install it with `cargo install cargo-deny --locked`".to_owned());
    }
    let is_asked = |check: &&&str| arguments.is_empty() || arguments.iter().any(|name| name == **check);
    CHECKS
        .iter()
        .filter(is_asked)
        .try_for_each(|check| Step::cargo(check, "deny check").arguments(&[(*check).to_owned()]).run())
}

/// What needs no network, where cargo-deny is there; it takes longer to install than all it finds out.
pub(crate) fn run_where_installed() -> Result<(), Failure> {
    if is_installed() {
        return run(&["bans", "licenses", "sources"].map(str::to_owned));
    }
    eprintln!("==> SKIPPED: licences, versions and origins of dependencies (there is no cargo-deny)");
    Ok(())
}

fn is_installed() -> bool {
    answers(cargo(), &["deny", "--version"])
}
