//! Example programs, run by tests.

use std::ffi::OsStr;
use std::process::Command;

/// Runs an example program, and returns what it prints. `cargo test` builds examples beside the tests.
///
/// # Panics
/// The program is not built, or fails.
pub fn output_of_example(name: &str, arguments: &[impl AsRef<OsStr>]) -> String {
    let test = std::env::current_exe().expect("the path of the test");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("the folder of the build").join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is not built: run `cargo build --workspace --examples`", program.display());
    let run = Command::new(program).args(arguments).output().expect("the program starts");
    assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}
