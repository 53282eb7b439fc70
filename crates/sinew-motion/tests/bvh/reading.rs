//! Reading files of any program, and their units and rest poses.

use glam::{Quat, Vec3};
use sinew_document::Code;
use sinew_model::HumanBone;
use sinew_model::math::Axis;
use sinew_model::model::Track;
use sinew_motion::bvh::{Bvh, BvhOptions, BvhProblem, Channel, RestPose, unit};

use super::{codes, fixture, model, one_joint, parse, posed};

/// Hips that rest at 0 and move a metre up, with a leg that ends 90 cm below them. The frames are lines 19 and 20.
const SMALL: &str = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation \
    Xrotation Yrotation\n\tJOINT LeftUpLeg\n\t{\n\t\tOFFSET 10 -20 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\
    \t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -70 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n\
    1 100 2 0 0 0 0 0 0\n3 110 4 90 0 0 -90 0 0\n";

#[test]
fn joints_channels_and_frames_are_those_of_the_file() {
    let bvh = parse(SMALL);
    let [hips, leg] = bvh.joints() else { panic!("not two joints") };
    assert_eq!((hips.name.as_str(), hips.parent, leg.name.as_str(), leg.parent), ("Hips", None, "LeftUpLeg", Some(0)));
    assert_eq!(leg.offset.to_array(), [10.0, -20.0, 0.0]);
    assert_eq!(leg.end_sites.len(), 1);
    assert_eq!(
        hips.channels[1..4],
        [Channel::Position(Axis::Y), Channel::Position(Axis::Z), Channel::Rotation(Axis::Z)]
    );
    assert_eq!((bvh.frame_count(), bvh.frame_time(), leg.first_channel), (2, 0.5, 6));
    assert_eq!(bvh.frame(1).unwrap(), [3.0, 110.0, 4.0, 90.0, 0.0, 0.0, -90.0, 0.0, 0.0]);
    assert!(bvh.frame(2).is_none() && bvh.diagnostics().is_empty());
}

#[test]
fn blanks_line_ends_case_and_forms_of_numbers_do_not_matter() {
    let expected = parse(SMALL);
    let variants = [
        SMALL.replace('\n', "\r\n"),
        SMALL.replace('\n', "\r"),
        SMALL.replace('\n', "\n\n \t\n"),
        SMALL.trim_end().to_owned(),
        SMALL
            .replace("OFFSET", "offset")
            .replace("ROOT", "root")
            .replace("JOINT", "Joint")
            .replace("End Site", "END SITE"),
        SMALL.to_lowercase().replace("hips", "Hips").replace("leftupleg", "LeftUpLeg"),
        SMALL.replace("\n\t{", " {").replace("Hips\n{", "Hips{"),
        SMALL.replace("100 2", "1.0e2 +2.").replace("0.5", "5E-1").replace("-90", "-.9e+2"),
        SMALL
            .replace("1 100 2 ", "1\n100\n\t2\n")
            .replace("Frames: ", "Frames:\t")
            .replace("Frame Time: ", "Frame Time:"),
        SMALL.replace("Frames:", "Frames :").replace("Frame Time:", "Frame\tTime"),
        format!("\u{feff}\n{SMALL}"),
    ];
    for text in variants {
        let bvh = parse(&text);
        assert_eq!(bvh.joints(), expected.joints(), "{text:?}");
        assert!(bvh.frames().eq(expected.frames()), "{text:?}");
        assert_eq!(bvh.frame_time(), expected.frame_time());
        assert!(bvh.diagnostics().is_empty(), "{text:?}");
    }
}

#[test]
fn names_may_hold_blanks_and_colons() {
    let bvh = parse(&SMALL.replace("LeftUpLeg", "convention:Bip01 L Thigh  "));
    assert_eq!(bvh.joints()[1].name, "convention:Bip01 L Thigh");
}

#[test]
fn an_error_says_where_and_what_was_expected() {
    let cases = [
        (SMALL.replace("HIERARCHY", "HIRARCHY"), (1, 1), "expected HIERARCHY, found \"HIRARCHY\""),
        (SMALL.replace("ROOT Hips", ""), (3, 1), "expected ROOT, found \"{\""),
        (
            SMALL.replace("OFFSET 10 -20 0", "OFFSET 10 -20"),
            (9, 3),
            "expected a coordinate of the OFFSET, found \"CHANNELS\"",
        ),
        (
            SMALL.replace("OFFSET 10 -20 0", "OFFSET 10 nan 0"),
            (8, 13),
            "expected a coordinate of the OFFSET, found \"nan\"",
        ),
        (SMALL.replace("OFFSET 10 -20 0", "OFFSET 10 1e99 0"), (8, 13), "found \"1e99\""),
        (SMALL.replace("CHANNELS 6", "CHANNELS 7"), (6, 2), "expected a channel such as Xrotation or Yposition"),
        (SMALL.replace("CHANNELS 6", "CHANNELS six"), (5, 11), "expected the number of channels, found \"six\""),
        (SMALL.replace("JOINT LeftUpLeg", "BONE LeftUpLeg"), (6, 2), "expected OFFSET, CHANNELS, JOINT, End Site or }"),
        (SMALL.replace("MOTION\n", ""), (16, 1), "expected MOTION, found \"Frames\""),
        (SMALL.replace("Frames: 2", "Frames: -2"), (17, 9), "expected the number of frames, found \"-2\""),
        (
            SMALL.replace("Frame Time: 0.5", "Frame Time: fast"),
            (18, 13),
            "expected the seconds of a frame, found \"fast\"",
        ),
        (SMALL.replace("110", "1,10"), (20, 3), "expected a number of a frame, found \"1,10\""),
        (SMALL.replace("110", "inf"), (20, 3), "expected a number of a frame, found \"inf\""),
        (SMALL.replace("110", "-1.#IND"), (20, 3), "expected a number of a frame, found \"-1.#IND\""),
        (
            "HIERARCHY\nROOT é {".to_owned(),
            (2, 9),
            "expected OFFSET, CHANNELS, JOINT, End Site or }, and the file ends",
        ),
        ("HIERARCHY ROOT {".to_owned(), (1, 16), "expected the name of a joint, found \"{\""),
        (
            "HIERARCHY ROOT a { OFFSET 0 0 0 JOINT b { OFFSET 0 0 0 } CHANNELS 0 }".to_owned(),
            (1, 58),
            "expected CHANNELS once",
        ),
        (String::new(), (1, 1), "expected HIERARCHY, and the file ends"),
    ];
    for (text, (line, column), message) in cases {
        let error = Bvh::parse(&text).expect_err(message);
        assert!(error.to_string().contains(message), "{error} is not {message}");
        assert_eq!((error.line, error.column), (line, column), "{error}");
    }
    let error = Bvh::parse(&SMALL.replace("110", "1e999")).expect_err("infinite");
    assert_eq!(error.problem, BvhProblem::NumberTooLarge { found: "1e999".to_owned() });
}

#[test]
fn frames_that_are_not_whole_or_not_declared_are_left_out() {
    for (text, frames) in [
        (SMALL.replace("Frames: 2", "Frames: 3"), 2),
        (SMALL.replace("Frames: 2", "Frames: 18446744073709551615"), 2),
        (SMALL.replace(" -90 0 0", " -90 0"), 1),
        (SMALL.replace("Frames: 2", "Frames: 1"), 1),
        (format!("{SMALL} end"), 2),
    ] {
        let bvh = parse(&text);
        assert_eq!((bvh.frame_count(), codes(bvh.diagnostics())), (frames, vec![Code::BVH_FRAME_COUNT]), "{text}");
    }
}

#[test]
fn a_file_without_frames_is_a_humanoid_at_rest() {
    let text = SMALL.split("1 100").next().unwrap().replace("Frames: 2", "Frames: 0");
    let model = model(&text);
    let [animation] = model.animations() else { panic!("not one animation") };
    assert!(animation.channels.is_empty() && animation.duration == 0.0);
    assert!(model.humanoid().is_some());
    assert_eq!(codes(parse(&text).diagnostics()), [Code::BVH_FRAME_COUNT]);
    // Without channels a frame has no numbers, and nothing shows how many there are.
    let text = text.replace("6 X", "0\nX").replace("Frames: 0", "Frames: 4000000000");
    let none = text
        .replace("Xposition Yposition Zposition Zrotation Xrotation Yrotation", "")
        .replace("CHANNELS 3 Zrotation Xrotation Yrotation", "");
    let bvh = parse(&none);
    assert_eq!((bvh.frame_count(), codes(bvh.diagnostics())), (0, vec![Code::BVH_FRAME_COUNT]));
    assert!(bvh.to_model(&BvhOptions::default()).0.animations()[0].channels.is_empty());
}

#[test]
fn an_unusable_frame_time_falls_back_to_a_thirtieth_of_a_second() {
    for time in ["0", "-0.5", "1e-60"] {
        let bvh = parse(&SMALL.replace("Time: 0.5", &format!("Time: {time}")));
        assert_eq!(codes(bvh.diagnostics()), [Code::BVH_FRAME_TIME]);
        assert!((bvh.frame_time() - 1.0 / 30.0).abs() < 1e-12);
    }
}

#[test]
fn missing_and_repeated_properties_of_a_joint_are_reported() {
    let missing = parse(&SMALL.replace("\tOFFSET 0 -70 0\n", "\n").replace("OFFSET 10 -20 0", ""));
    assert_eq!(codes(missing.diagnostics()), [Code::UNDEFINED_PROPERTY, Code::UNDEFINED_PROPERTY]);
    let twice = parse(&SMALL.replace("OFFSET 10 -20 0", "OFFSET 1 1 1 OFFSET 10 -20 0"));
    assert_eq!(codes(twice.diagnostics()), [Code::DUPLICATE_PROPERTY]);
    assert_eq!(twice.joints()[1].offset.to_array(), [10.0, -20.0, 0.0]);
}

#[test]
fn unknown_channels_are_ignored_with_their_numbers() {
    let text = one_joint("3 Xscale Yrotation Wrotation", &["2 90 5"]);
    let bvh = parse(&text);
    assert_eq!(codes(bvh.diagnostics()), [Code::BVH_CHANNEL_UNKNOWN; 2]);
    let model = bvh.to_model(&BvhOptions::default()).0;
    assert!((posed(&model, 0.0).local[0].rotation * Vec3::X).distance(-Vec3::Z) < 1e-6);
}

#[test]
fn of_several_roots_the_one_with_most_bones_is_the_humanoid() {
    let mixamo = fixture("mixamo.bvh");
    let prop = "ROOT Head\n{\n OFFSET 0 0 0\n CHANNELS 0\n}\n";
    let text = mixamo.replacen("HIERARCHY\n", &format!("HIERARCHY\n{prop}"), 1);
    let bvh = parse(&text);
    assert_eq!(codes(bvh.diagnostics()), [Code::BVH_SECOND_ROOT]);
    let (model, _) = bvh.to_model(&BvhOptions::default());
    let head = model.humanoid().unwrap().node(HumanBone::Head).unwrap();
    assert_eq!(model.hierarchy().name(head), Some("mixamorig:Head"));
    assert_eq!(model.hierarchy().nodes().filter(|&node| model.hierarchy().parent(node).is_none()).count(), 2);
}

#[test]
fn lengths_are_in_the_unit_that_the_caller_names() {
    for (metres_per_unit, leg) in [(unit::CENTIMETRE, -0.2), (unit::METRE, -20.0), (unit::INCH, -0.508)] {
        let options = BvhOptions::default().with_metres_per_unit(metres_per_unit);
        let (model, _) = parse(SMALL).to_model(&options);
        let node = model.hierarchy().find("LeftUpLeg").unwrap();
        assert!((model.hierarchy().rest(node).translation.y - leg).abs() < 1e-6 * leg.abs());
        let Track::Translation(curve) = &model.animations()[0].channels[0].track else { panic!("no translation") };
        let expected = Vec3::new(3.0, 110.0, 4.0) * metres_per_unit;
        assert!(curve.values[1].distance(expected) < 1e-5 * expected.length());
    }
    for metres_per_unit in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let options = BvhOptions::default().with_metres_per_unit(metres_per_unit);
        let (model, diagnostics) = parse(SMALL).to_model(&options);
        assert!(codes(&diagnostics).contains(&Code::VALUE_NOT_IN_RANGE));
        assert!((model.hierarchy().rest_pose()[1].translation.y + 0.2).abs() < 1e-6);
    }
}

#[test]
fn times_are_frames_times_the_frame_time_and_positions_replace_the_offset() {
    let model = model(&one_joint("2 Yposition Xrotation", &["50 0", "60 0", "70 0"]));
    let [animation] = model.animations() else { panic!("not one animation") };
    assert_eq!(animation.duration, 0.5);
    let Track::Translation(curve) = &animation.channels[0].track else { panic!("no translation") };
    assert_eq!(&curve.times[..], [0.0, 0.25, 0.5]);
    // x and z have no channel and stay at the OFFSET (1, 2, 3) cm; y is the channel's alone, not added to 2.
    assert!(curve.values[1].distance(Vec3::new(0.01, 0.6, 0.03)) < 1e-6);
    // A joint without channels does not move.
    assert_eq!(animation.channels.len(), 2);
}

#[test]
fn the_offsets_are_the_rest_unless_the_first_frame_is_to_be() {
    let text = SMALL.replace("1 100 2 0 0 0 0 0 0", "1 100 2 90 0 0 0 0 30");
    let (model, _) = parse(&text).to_model(&BvhOptions::default());
    assert!(model.hierarchy().rest_pose().iter().all(|rest| rest.rotation == Quat::IDENTITY));
    let options = BvhOptions::default().with_rest(RestPose::FirstFrame);
    let (model, diagnostics) = parse(&text).to_model(&options);
    let rest = model.hierarchy().rest_pose();
    assert!(rest[0].translation.distance(Vec3::new(0.01, 1.0, 0.02)) < 1e-6);
    assert!((rest[0].rotation * Vec3::X).distance(Vec3::Y) < 1e-6);
    // 30° about Y: Z goes to (sin 30°, 0, cos 30°).
    assert!((rest[1].rotation * Vec3::Z).distance(Vec3::new(0.5, 0.0, 0.75_f32.sqrt())) < 1e-6);
    // The first pose is the rest, so its human pose is that of the T-pose.
    let human_pose = posed(&model, 0.0).human_pose(&model).unwrap();
    for bone in human_pose.bones().iter() {
        assert!(human_pose.rotation(bone).xyz().length() < 1e-6, "{bone}");
    }
    assert!(!codes(&diagnostics).contains(&Code::BVH_FIGURE_RAISED));
}

#[test]
fn a_humanoid_whose_root_is_at_zero_stands_on_the_ground_at_rest() {
    // Hips at 0, the leg's end at −20 − 70: the hips rest 0.9 m high. Their keys stay as they are.
    let (model, diagnostics) = parse(SMALL).to_model(&BvhOptions::default());
    assert!(codes(&diagnostics).contains(&Code::BVH_FIGURE_RAISED));
    assert!((model.humanoid().unwrap().hips_height().unwrap() - 0.9).abs() < 1e-6);
    assert!((posed(&model, 0.0).local[0].translation.y - 1.0).abs() < 1e-6);
    // Where the root has its height, it keeps it.
    let text = SMALL.replacen("OFFSET 0 0 0", "OFFSET 0 95 0", 1);
    let (model, diagnostics) = parse(&text).to_model(&BvhOptions::default());
    assert!(!codes(&diagnostics).contains(&Code::BVH_FIGURE_RAISED));
    assert!((model.humanoid().unwrap().hips_height().unwrap() - 0.95).abs() < 1e-6);
}

#[test]
fn hips_without_anything_below_cannot_be_raised() {
    let text = "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: 0 Frame Time: 1";
    let (model, diagnostics) = parse(text).to_model(&BvhOptions::default());
    assert!(model.humanoid().unwrap().hips_height().is_none());
    assert!(codes(&diagnostics).contains(&Code::HUMANOID_HIPS_HEIGHT));
}
