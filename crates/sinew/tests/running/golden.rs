//! The contract of determinism: these scenes give these digests after these steps, wherever they run.
//!
//! The numbers are no truth about physics but the memory of what this version does. A change of one is a change of
//! behaviour, and has an entry of its own in the CHANGELOG.

use crate::{SCENES, model, spawned};

/// Scene, step, digest of the bodies, digest of everything.
type Golden = (&'static str, u64, u64, u64);

const GOLDEN: [Golden; 12] = include!("golden.txt");

#[test]
fn scenes_of_our_own_give_the_digests_that_are_written_down() {
    let mut found = Vec::new();
    for scene in SCENES.into_iter().chain(["puppet"]) {
        let (mut world, _) = spawned(&model(scene));
        for step in 1..=300 {
            world.step();
            if matches!(step, 1 | 60 | 300) {
                found.push((scene, step, world.physics_digest(), world.digest()));
            }
        }
    }
    let line = |(scene, step, bodies, all): &Golden| format!("(\"{scene}\", {step}, {bodies:#018x}, {all:#018x})");
    let text = |list: &[Golden]| -> Vec<String> { list.iter().map(line).collect() };
    assert_eq!(text(&found), text(&GOLDEN), "a change of behaviour: write it down here and in the CHANGELOG");
}

#[test]
fn two_runs_of_a_scene_agree_in_every_step() {
    for scene in SCENES {
        let model = model(scene);
        let ((mut one, _), (mut other, _)) = (spawned(&model), spawned(&model));
        for step in 0..120 {
            one.step();
            other.step();
            assert_eq!(one.digest(), other.digest(), "{scene}, step {step}");
        }
    }
}
