//! `cargo xtask wasm`: the module and its bindings, into `web/sinew/dist/`.

use std::path::Path;
use std::process::Command;

use crate::Failure;
use crate::step::{Step, root, succeed, timed};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the package looks for them.
const DIST: &str = "web/sinew/dist";

/// With `--quick`, a module that is built in a fraction of the time and steps more slowly.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let profile = match arguments {
        [] => "wasm",
        [quick] if quick == "--quick" => "wasm-dev",
        [other, ..] => return Err(format!("`wasm` takes `--quick` alone, and was given `{other}`")),
    };
    let add = || match Command::new("rustup").args(["target", "add", TARGET]).current_dir(root()).status() {
        Ok(status) if !status.success() => Err(format!("rustup cannot add {TARGET} ({status})")),
        // Without rustup, the toolchain has the target or the next step says that it has not.
        _ => Ok(()),
    };
    timed("target", &format!("rustup target add {TARGET}"), add)?;
    Step::cargo("module", &format!("build -p sinew-wasm --target {TARGET} --profile {profile}")).run()?;
    let module = target_folder().join(TARGET).join(profile).join("sinew_wasm.wasm");
    // With the features that everything together switches on, as the tests have built what it needs already.
    Step::cargo("what writes bindings", "build --workspace --bin bind").run()?;
    let bind = target_folder().join("debug").join(format!("bind{}", std::env::consts::EXE_SUFFIX));
    let line = format!("{} {} {DIST} sinew", bind.display(), module.display());
    let mut command = Command::new(bind);
    command.arg(module).args([DIST, "sinew"]).current_dir(root());
    timed("bindings", &line, || succeed(&mut command, &line))?;
    // For tests of what only the real build promises.
    let path = root().join(DIST).join("profile.txt");
    std::fs::write(&path, profile).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// Where cargo builds.
fn target_folder() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(Path::new(&folder)))
}
