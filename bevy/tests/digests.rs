//! A world in a Bevy app is the world of the command line, to the last bit.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::path::PathBuf;
use std::process::Command;

use bevy::asset::AssetServer;
use bevy_sinew::SinewInstance;
use bevy_sinew::sinew::{Animations, SpawnOptions};

/// Scene, step, digest of the bodies, digest of everything: those of the library.
const GOLDEN: &[(&str, u64, u64, u64)] = &include!("../../crates/sinew/tests/running/golden.txt");

#[test]
fn scenes_give_the_digests_of_the_library() {
    let mut scenes: Vec<&str> = GOLDEN.iter().map(|golden| golden.0).collect();
    scenes.dedup();
    for scene in scenes {
        let mut app = common::app();
        let model = app.world().resource::<AssetServer>().load(format!("fixtures/running/{scene}.gltf"));
        let options = SpawnOptions::default().with_animations(Animations::All);
        // A world that waits steps once its models are there.
        app.world_mut().spawn(SinewInstance::new(model).with_options(options));
        for (_, step, bodies, all) in GOLDEN.iter().filter(|golden| golden.0 == scene) {
            common::step_to(&mut app, *step);
            let world = common::world(&app).world();
            assert_eq!((world.physics_digest(), world.digest()), (*bodies, *all), "{scene}, step {step}");
        }
    }
}

/// A test for each scene: 600 steps in an app, and of the command line.
macro_rules! the_command_line_agrees {
    ($($name:ident: $path:literal,)*) => {
        $(#[test]
        fn $name() {
            compare_with_the_command_line($path);
        })*
    };
}

// Bodies, joints, drives, triggers, animations, springs, constraints and avatars.
the_command_line_agrees! {
    of_a_heap: "fixtures/running/heap.gltf",
    of_joints: "fixtures/running/joints.gltf",
    of_a_machine: "fixtures/running/machine.gltf",
    of_a_puppet: "fixtures/running/puppet.gltf",
    of_a_clip: "fixtures/running/smile.gltf",
    of_an_arm: "fixtures/examples/arm.gltf",
    of_a_ragdoll: "fixtures/examples/ragdoll.gltf",
    of_a_robot: "bevy/assets/robot.gltf",
    of_an_avatar: "fixtures/humanoid/avatar_vrm1.gltf",
    of_a_chain: "conformance/joint/a_chain_hangs/latest.gltf",
    of_a_trigger: "conformance/trigger/a_compound_trigger_is_one_volume/latest.gltf",
    of_springs: "conformance/spring_bone/capsules_on_moving_and_scaled_nodes/figure.gltf",
}

fn compare_with_the_command_line(scene: &'static str) {
    let Some(command) = std::env::var_os("SINEW_CLI").map(PathBuf::from) else {
        eprintln!("skipped: SINEW_CLI does not name the command (cargo xtask bevy sets it)");
        return;
    };
    let run = Command::new(&command)
        .args(["simulate", "--seconds", "10", "--json"])
        .arg(common::root().join(scene))
        .output()
        .unwrap();
    let answer = String::from_utf8(run.stdout).unwrap();
    let digest = answer.split("\"digest\"").nth(1).and_then(|rest| rest.split('"').nth(1));
    let digest = digest.unwrap_or_else(|| panic!("{scene}: {}", String::from_utf8_lossy(&run.stderr)));

    let mut app = common::app();
    let model = app.world().resource::<AssetServer>().load(scene);
    app.world_mut().spawn(SinewInstance::new(model));
    common::step_to(&mut app, 600);
    assert_eq!(format!("{:016x}", common::world(&app).digest()), digest, "{scene}");
}
