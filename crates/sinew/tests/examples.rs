//! The example programs run, and print what they are there to show.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that fails panics")]

use std::path::PathBuf;

use sinew_testkit::example::output_of_example;

/// What an example prints without arguments.
fn output(name: &str) -> String {
    output_of_example(name, &[""; 0])
}

#[test]
fn inspect_lists_the_bodies_of_a_file() {
    let text = output("inspect");
    assert!(text.contains("6 bodies, 5 joints") && text.contains("Dynamic body at Torso"), "{text}");
}

#[test]
fn play_clip_moves_the_hand_of_an_avatar() {
    let text = output("play_clip");
    let hands: Vec<&str> = text.lines().filter_map(|line| line.split("is at ").nth(1)).collect();
    assert_eq!(hands.len(), 4, "{text}");
    assert_ne!(hands[0], hands[1], "{text}");
}

#[test]
fn ragdoll_reports_the_trigger_that_it_falls_into() {
    let text = output("ragdoll");
    assert!(text.contains("Torso enters Finish") && text.contains("Ground hits"), "{text}");
}

#[test]
fn rays_and_impulses_pushes_what_the_ray_hits() {
    let text = output("rays_and_impulses");
    // The left arm hangs at x = 0.24 with a radius of 0.06 m: the ray from x = 5 meets it first, after 4.70 m.
    assert!(text.contains("the ray hits Left arm") && text.contains("4.70 m away"), "{text}");
    // 6 N·s on the arm's 3 kg are 2 m/s at its centre of mass, which is 5 cm above the ray and rotates besides.
    assert!(text.contains("now it moves with"), "{text}");
}

#[test]
fn robot_arm_follows_its_target() {
    let text = output("robot_arm");
    // The spring gives way to the weight by m·g·l/k, 1 mm, and the damper holds against the motion, c·v/k: at π/4 rad/s of the
    // target's circle the joints turn with less than 0.8 rad/s, which is 10 mm at the shoulder's 2 m and 8 mm at the elbow.
    let off: f32 = text.split(' ').find_map(|word| word.parse().ok()).unwrap();
    assert!(off <= 20.0, "{text}");
}

#[test]
fn the_page_about_steering_shows_the_example() {
    let base = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(base.join("../../docs/steering.md")).unwrap();
    let example = std::fs::read_to_string(base.join("examples/robot_arm.rs")).unwrap();
    let (_, main) = example.split_once("fn main()").unwrap();
    assert!(page.contains(main.trim_end()), "docs/steering.md has another program than examples/robot_arm.rs");
}

#[test]
fn rollback_ends_with_the_same_bits() {
    let text = output("rollback");
    assert!(text.contains("the prediction was wrong") && text.contains("the same to the last bit"), "{text}");
}

#[test]
fn retarget_bvh_writes_a_file_that_can_be_read_again() {
    let out = std::env::temp_dir().join(format!("sinew-example-{}.bvh", std::process::id()));
    let base = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let [motion, avatar] =
        ["bvh/cmu.bvh", "humanoid/avatar_vrm1.gltf"].map(|file| base.join(file).display().to_string());
    let path = out.display().to_string();
    let text = output_of_example("retarget_bvh", &[&motion, &avatar, &path]);
    let written = sinew::bvh::Bvh::parse(&std::fs::read_to_string(&out).unwrap()).expect("a BVH file");
    std::fs::remove_file(&out).unwrap();
    assert!(text.starts_with(&format!("{} frames", written.frame_count())), "{text}");
    assert!(written.joints().iter().any(|joint| joint.name == "leftUpperLeg"));
}

#[test]
fn resources_from_memory_plays_keys_that_no_folder_has() {
    // A quarter of the way from 0 to 4 m.
    assert!(output("resources_from_memory").contains("[0, 1, 0]"));
}

#[test]
fn many_worlds_fall_as_far_as_their_gravity_lets_them() {
    let text = output_of_example("many_worlds", &["8"]);
    assert!(text.starts_with("8 worlds, 60 steps each"), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("gravity")).count(), 4, "{text}");
}
