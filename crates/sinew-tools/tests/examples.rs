//! The example program runs, and writes what it is there to show.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::path::PathBuf;

use sinew::Model;
use sinew_testkit::example::output_of_example;

#[test]
fn retarget_to_glb_writes_an_avatar_that_moves() {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let out = std::env::temp_dir().join(format!("sinew-example-{}.glb", std::process::id()));
    let files = [fixtures.join("bvh/mixamo.bvh"), fixtures.join("humanoid/avatar_vrm1.gltf"), out.clone()];
    output_of_example("retarget_to_glb", &files);
    let (model, _) = Model::open(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    let [animation] = model.animations() else { panic!("{} animations", model.animations().len()) };
    assert!(animation.channels.len() > 15, "{}", animation.channels.len());
}
