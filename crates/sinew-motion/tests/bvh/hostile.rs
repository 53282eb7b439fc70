//! No text makes the reader panic, or allocate more than the text holds.

use proptest::prelude::*;
use sinew_document::Code;
use sinew_motion::Pose;
use sinew_motion::bvh::{Bvh, BvhOptions, RestPose};

use super::{codes, fixture, one_joint};

/// Whatever the reader accepts must be usable to the end.
fn use_it(text: &str) {
    let Ok(bvh) = Bvh::parse(text) else { return };
    for rest in [RestPose::Offsets, RestPose::FirstFrame] {
        let (model, _) = bvh.to_model(&BvhOptions::default().with_rest(rest).with_metres_per_unit(1e6));
        let mut pose = Pose::rest(&model);
        for time in [0.0, 0.3, f32::MAX, f32::NAN] {
            pose.apply_animation(&model, &model.animations()[0], time);
            pose.evaluate(&model);
        }
        assert!(model.hierarchy().nodes().all(|node| pose.model_from_node(node).translation.is_finite()));
    }
}

#[test]
fn a_file_cut_anywhere_is_an_error_or_a_shorter_clip() {
    let text = one_joint("6 Xposition Yposition Zposition Zrotation Xrotation Yrotation", &["1 2 3 40 50 60"; 3]);
    let text = format!("{}\u{e9}", text.replace("tip", "LeftÅrm"));
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
        use_it(&text[..end]);
    }
}

#[test]
fn depth_costs_no_stack() {
    let depth = 200_000;
    let mut text = String::from("HIERARCHY ROOT Hips { OFFSET 0 1 0 CHANNELS 0 ");
    text.push_str(&"JOINT Head { OFFSET 0 1 0 CHANNELS 1 Xrotation ".repeat(depth));
    text.push_str(&"}".repeat(depth + 1));
    text.push_str(" MOTION Frames: 1 Frame Time: 1\n");
    text.push_str(&"0 ".repeat(depth));
    let bvh = Bvh::parse(&text).unwrap();
    assert_eq!(bvh.joints().len(), depth + 1);
    let (model, _) = bvh.to_model(&BvhOptions::default());
    assert_eq!(model.humanoid().unwrap().bones().len(), 2);
}

#[test]
fn declared_counts_reserve_nothing() {
    let head = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION ";
    let bvh = Bvh::parse(&format!("{head} Frames: 9999999999999 Frame Time: 1 5")).unwrap();
    assert_eq!((bvh.frame_count(), codes(bvh.diagnostics())), (1, vec![Code::BVH_FRAME_COUNT]));
    assert!(Bvh::parse("HIERARCHY ROOT a { CHANNELS 99999999999 Xrotation").is_err());
    assert!(Bvh::parse(&format!("{head} Frames: 99999999999999999999 Frame Time: 1 5")).is_err());
}

#[test]
fn times_that_single_precision_cannot_resolve_are_left_out() {
    // The channel is of no known kind, so that the frames cost nothing but their times.
    let frames = (1 << 24) + 4;
    let head = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xscale } MOTION";
    let text = format!("{head} Frames: {frames} Frame Time: 1\n{}", "0 ".repeat(frames));
    let (model, diagnostics) = Bvh::parse(&text).unwrap().to_model(&BvhOptions::default());
    assert!(codes(&diagnostics).contains(&Code::ANIMATION_KEYS_NOT_INCREASING));
    // 2²⁴ is the last whole number of a row: 2²⁴ + 1 rounds to it.
    assert!((model.animations()[0].duration - 16_777_216.0).abs() < f32::EPSILON);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC*") {
        use_it(&text);
    }

    #[test]
    fn any_sequence_of_words_is_parsed_or_refused(words in prop::collection::vec(prop::sample::select(vec![
        "HIERARCHY", "ROOT", "JOINT", "End", "Site", "OFFSET", "CHANNELS", "MOTION", "Frames:", "Frame Time:", "{", "}",
        "0", "1", "-3", "1e9", "nan", "Xrotation", "Yposition", "Hips", "\n", ":",
    ]), 0..60)) {
        use_it(&words.join(" "));
        use_it(&format!("HIERARCHY ROOT Hips {{ {}", words.join(" ")));
    }

    #[test]
    fn any_byte_may_be_another(place in 0_usize..4000, byte in 0_u8..128) {
        let mut bytes = fixture("cmu.bvh").into_bytes();
        let place = place % bytes.len();
        bytes[place] = byte;
        use_it(&String::from_utf8_lossy(&bytes));
    }
}
