//! Naming conventions of joints, and bone maps.

use sinew_document::Code;
use sinew_model::{HumanBone, Model};
use sinew_motion::bvh::{BoneMap, BvhOptions, NamingConvention};

use super::{codes, fixture, parse};

fn joint(model: &Model, bone: HumanBone) -> Option<&str> {
    model.hierarchy().name(model.humanoid()?.node(bone)?)
}

/// A fixture, the rig that it is of, how many bones it has, and joints that a rig of another kind would take for others.
struct Case {
    file: &'static str,
    convention: NamingConvention,
    count: usize,
    bones: &'static [(HumanBone, &'static str)],
}

const CASES: [Case; 9] = [
    Case {
        file: "mixamo.bvh",
        convention: NamingConvention::MotionBuilder,
        count: 52,
        bones: &[
            (HumanBone::Spine, "mixamorig:Spine"),
            (HumanBone::UpperChest, "mixamorig:Spine2"),
            (HumanBone::LeftShoulder, "mixamorig:LeftShoulder"),
            (HumanBone::LeftLowerLeg, "mixamorig:LeftLeg"),
            (HumanBone::RightThumbMetacarpal, "mixamorig:RightHandThumb1"),
            (HumanBone::LeftLittleDistal, "mixamorig:LeftHandPinky3"),
        ],
    },
    Case {
        file: "motion_builder.bvh",
        convention: NamingConvention::MotionBuilder,
        count: 52,
        bones: &[(HumanBone::Hips, "Character1_Hips"), (HumanBone::RightUpperArm, "Character1_RightArm")],
    },
    Case {
        file: "cmu.bvh",
        convention: NamingConvention::Cmu,
        count: 26,
        bones: &[
            (HumanBone::Spine, "LowerBack"),
            (HumanBone::Chest, "Spine"),
            (HumanBone::UpperChest, "Spine1"),
            (HumanBone::Neck, "Neck"),
            (HumanBone::LeftUpperLeg, "LeftUpLeg"),
            (HumanBone::RightThumbMetacarpal, "RThumb"),
        ],
    },
    Case {
        file: "vrm.bvh",
        convention: NamingConvention::Vrm,
        count: 55,
        bones: &[(HumanBone::LeftThumbProximal, "leftThumbProximal"), (HumanBone::Jaw, "jaw")],
    },
    Case {
        file: "vrm_0x.bvh",
        convention: NamingConvention::Vrm0x,
        count: 55,
        bones: &[
            (HumanBone::LeftThumbMetacarpal, "leftThumbProximal"),
            (HumanBone::LeftThumbProximal, "leftThumbIntermediate"),
        ],
    },
    Case {
        file: "poser.bvh",
        convention: NamingConvention::Poser,
        count: 53,
        bones: &[
            (HumanBone::Hips, "hip"),
            (HumanBone::Spine, "abdomen"),
            (HumanBone::LeftUpperLeg, "lThigh"),
            (HumanBone::RightUpperArm, "rShldr"),
            (HumanBone::LeftMiddleProximal, "lMid1"),
        ],
    },
    Case {
        file: "biovision.bvh",
        convention: NamingConvention::Biovision,
        count: 20,
        bones: &[
            (HumanBone::Spine, "Chest"),
            (HumanBone::LeftShoulder, "LeftCollar"),
            (HumanBone::LeftUpperArm, "LeftShoulder"),
            (HumanBone::RightUpperLeg, "RightHip"),
        ],
    },
    Case {
        file: "biped.bvh",
        convention: NamingConvention::Biped,
        count: 52,
        bones: &[
            (HumanBone::Hips, "Bip01 Pelvis"),
            (HumanBone::LeftLowerLeg, "Bip01 L Calf"),
            (HumanBone::RightThumbMetacarpal, "Bip01 R Finger0"),
            (HumanBone::RightIndexIntermediate, "Bip01 R Finger11"),
        ],
    },
    Case {
        file: "unreal.bvh",
        convention: NamingConvention::Unreal,
        count: 52,
        bones: &[
            (HumanBone::Hips, "pelvis"),
            (HumanBone::UpperChest, "spine_03"),
            (HumanBone::LeftToes, "ball_l"),
            (HumanBone::RightRingDistal, "ring_03_r"),
        ],
    },
];

#[test]
fn the_bones_of_every_naming_convention_are_found() {
    for Case { file, convention, count, bones } in CASES {
        let (model, diagnostics) = parse(&fixture(file)).to_model(&BvhOptions::default());
        let found = diagnostics.iter().find(|diagnostic| diagnostic.code == Code::BVH_BONE_NAMES).unwrap();
        assert_eq!(found.message, format!("{count} bones have the names of {}", convention.name()), "{file}");
        assert_eq!(model.humanoid().unwrap().bones().len(), count, "{file}");
        for &(bone, name) in bones {
            assert_eq!(joint(&model, bone), Some(name), "{file}: {bone}");
        }
        // All stand in the T-pose, a human's size, with every required bone.
        let others = codes(&diagnostics);
        let expected = |code: &Code| matches!(*code, Code::BVH_BONE_NAMES | Code::BVH_FIGURE_RAISED);
        assert!(others.iter().all(expected), "{file}: {others:?}");
        let worst = model.humanoid().unwrap().t_pose().limbs.iter().map(|limb| limb.degrees).fold(0.0, f32::max);
        assert!(worst < 46.0, "{file}: {worst}");
        let hips = model.humanoid().unwrap().hips_height().unwrap();
        assert!((0.85..1.0).contains(&hips), "{file}: {hips}");
    }
}

#[test]
fn the_caller_can_choose_the_naming_convention() {
    let options = BvhOptions::default().with_convention(Some(NamingConvention::MotionBuilder));
    let (model, _) = parse(&fixture("cmu.bvh")).to_model(&options);
    assert_eq!(joint(&model, HumanBone::Spine), Some("Spine"));
}

#[test]
fn a_bone_map_takes_precedence_over_a_naming_convention() {
    let (map, diagnostics) = BoneMap::from_json(
        r#"{"Neck1": "neck", "LowerBack": null, "Spine": "spine", "Spine1": "chest", "Tail": "jaw", "LThumb": "thumb",
            "RThumb": 7, "Head": "neck"}"#,
    )
    .unwrap();
    assert_eq!(codes(&diagnostics), [Code::VALUE_NOT_IN_LIST, Code::TYPE_MISMATCH]);
    assert_eq!(diagnostics.as_slice()[0].pointer, "/LThumb");
    let options = BvhOptions::default().with_bone_map(map);
    let (model, diagnostics) = parse(&fixture("cmu.bvh")).to_model(&options);
    assert_eq!(joint(&model, HumanBone::Neck), Some("Neck1"));
    assert_eq!(joint(&model, HumanBone::Spine), Some("Spine"));
    assert_eq!(joint(&model, HumanBone::Chest), Some("Spine1"));
    assert_eq!(joint(&model, HumanBone::UpperChest), None);
    assert_eq!(joint(&model, HumanBone::Head), Some("Head"));
    assert_eq!(joint(&model, HumanBone::LeftUpperArm), Some("LeftArm"));
    let found = codes(&diagnostics);
    assert!(found.contains(&Code::BVH_JOINT_UNKNOWN) && found.contains(&Code::HUMANOID_BONE_REPEATED), "{found:?}");
}

#[test]
fn a_bone_map_that_is_no_object_or_no_json_is_reported() {
    assert!(BoneMap::from_json("{").is_err());
    let (map, diagnostics) = BoneMap::from_json("[1]").unwrap();
    assert!(map.is_empty());
    assert_eq!(codes(&diagnostics), [Code::TYPE_MISMATCH]);
    let (map, _) = BoneMap::from_json(r#"{"a": "hips", "a": "spine"}"#).unwrap();
    assert_eq!(map.iter().collect::<Vec<_>>(), [("a", Some(HumanBone::Spine))]);
}

#[test]
fn joints_with_unknown_names_are_a_model_without_a_humanoid() {
    let text = fixture("biovision.bvh").replace("ROOT Hips", "ROOT a0");
    let text: String = text.lines().enumerate().fold(String::new(), |text, (number, line)| {
        let is_joint = line.trim().starts_with("JOINT");
        text + &if is_joint { format!("JOINT j{number}\n") } else { format!("{line}\n") }
    });
    let (model, diagnostics) = parse(&text).to_model(&BvhOptions::default());
    assert!(model.humanoid().is_none());
    assert_eq!(codes(&diagnostics), [Code::BVH_NO_BONES]);
    assert_eq!(model.animations()[0].channels.len(), 21);
    // With the list of a person it is one.
    let mut bone_map = BoneMap::default();
    bone_map.set("a0", Some(HumanBone::Hips));
    let (model, diagnostics) = parse(&text).to_model(&BvhOptions::default().with_bone_map(bone_map));
    assert_eq!(joint(&model, HumanBone::Hips), Some("a0"));
    let missing: Vec<&str> = diagnostics
        .iter()
        .filter(|found| found.code == Code::HUMANOID_REQUIRED_BONE_MISSING)
        .map(|found| found.message.as_str())
        .collect();
    // Fifteen are required, and one is there.
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("14 bones") && missing[0].contains("spine, head, leftUpperLeg"), "{missing:?}");
}

#[test]
fn a_humanoid_that_breaks_a_rule_is_reported() {
    let text = fixture("mixamo.bvh");
    let check = |text: String, code: Code| {
        let (model, diagnostics) = parse(&text).to_model(&BvhOptions::default());
        assert!(codes(&diagnostics).contains(&code), "{code}: {:?}", codes(&diagnostics));
        assert!(model.humanoid().is_some());
    };
    check(text.replace("mixamorig:Head", "Top"), Code::HUMANOID_REQUIRED_BONE_MISSING);
    check(text.replace("mixamorig:LeftHandIndex2", "Knuckle"), Code::HUMANOID_PARENT_BONE_MISSING);
    check(
        text.replace("LeftHandIndex2", "?").replace("RightHandIndex2", "LeftHandIndex2"),
        Code::HUMANOID_BONE_OUTSIDE_PARENT,
    );
    // Arms that hang: the forearm 25 below the shoulder joint.
    check(text.replacen("OFFSET 25 0 0", "OFFSET 0 -25 0", 1), Code::HUMANOID_NOT_T_POSE);
    let metres = BvhOptions::default().with_metres_per_unit(1.0);
    let (_, diagnostics) = parse(&text).to_model(&metres);
    assert!(codes(&diagnostics).contains(&Code::BVH_SIZE));
}

#[test]
fn a_humanoid_facing_backwards_stays_as_it_is_and_its_arms_are_reported() {
    // Left and right exchanged: the left hand is at −X, as on a humanoid that looks along −Z.
    let text = fixture("mixamo.bvh").replace("Left", "?").replace("Right", "Left").replace('?', "Right");
    let (model, diagnostics) = parse(&text).to_model(&BvhOptions::default());
    let hand = model.humanoid().unwrap().at_rest(HumanBone::LeftHand).unwrap().position;
    // Shoulder 4, arm 11, forearm 25 and hand 25 cm from the middle.
    assert!((hand.x + 0.65).abs() < 1e-6);
    let reported: Vec<_> = diagnostics.iter().filter(|found| found.code == Code::HUMANOID_NOT_T_POSE).collect();
    assert_eq!(reported.len(), 1);
    assert_eq!(reported[0].message.matches("180°").count(), 4, "{}", reported[0].message);
}
