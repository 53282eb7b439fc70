//! The example program runs, and writes what it is there to show. `cargo test` builds it beside the tests.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::path::PathBuf;
use std::process::Command;

use sinew::Model;

#[test]
fn retarget_to_glb_writes_an_avatar_that_moves() {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(|deps| deps.parent()).unwrap().join("examples");
    let program = folder.join(format!("retarget_to_glb{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is not built: run `cargo build --workspace --examples`", program.display());
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let out = std::env::temp_dir().join(format!("sinew-example-{}.glb", std::process::id()));
    let files = [fixtures.join("bvh/mixamo.bvh"), fixtures.join("humanoid/avatar_vrm1.gltf"), out.clone()];
    let run = Command::new(program).args(files).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let (model, _) = Model::open(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    let [animation] = model.animations() else { panic!("{} animations", model.animations().len()) };
    assert!(animation.channels.len() > 15, "{}", animation.channels.len());
}
