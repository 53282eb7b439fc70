//! Rigs without avatar data: bones by name, rest poses that are no T-pose, models that lie or look elsewhere.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_document::{Document, NoResources};
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, HumanBone, Interpolation, Track};
use sinew_model::{Hierarchy, Model};
use sinew_motion::HumanClip;
use sinew_motion::bvh::BoneMap;
use sinew_motion::rig::{RigOptions, RigRest, find_humanoid, reoriented};
use sinew_testkit::scene::humanoid::BONES;

/// The bones without fingers, eyes and jaw, with their places in the T-pose.
fn body() -> Vec<(&'static str, &'static str, Vec3)> {
    let is_body = |name: &str| HumanBone::from_name(name).is_some_and(HumanBone::is_required);
    let extra = ["chest", "upperChest", "neck", "leftShoulder", "rightShoulder"];
    let all = BONES.iter().filter(|(name, ..)| is_body(name) || extra.contains(name));
    all.map(|&(name, parent, place)| (name, parent, Vec3::from(place))).collect()
}

/// A model of the bones at given places, without rest rotations, under names of a rig.
fn rig(places: &[(&str, &str, Vec3)], rename: impl Fn(&str) -> String, animations: Vec<Animation>) -> Model {
    // Depth first: children right behind their parents.
    fn push(at: usize, places: &[(&str, &str, Vec3)], order: &mut Vec<usize>) {
        order.push(at);
        for child in (0..places.len()).filter(|&child| places[child].1 == places[at].0) {
            push(child, places, order);
        }
    }
    let mut order = Vec::new();
    push(0, places, &mut order);
    let place_of = |name: &str| order.iter().position(|&at| places[at].0 == name);
    let names: Vec<String> = order.iter().map(|&at| rename(places[at].0)).collect();
    let nodes = order.iter().zip(&names).map(|(&at, name)| {
        let (_, parent, place) = places[at];
        let above = places.iter().find(|(name, ..)| *name == parent).map_or(Vec3::ZERO, |(.., place)| *place);
        (place_of(parent), Transform { translation: place - above, ..Transform::IDENTITY }, name.as_str())
    });
    Model::new(Hierarchy::from_depth_first(nodes).unwrap(), animations, None)
}

fn sides(name: &str, left: &str, right: &str) -> (String, String) {
    match (name.strip_prefix("left"), name.strip_prefix("right")) {
        (Some(rest), _) => (left.to_owned(), rest.to_owned()),
        (_, Some(rest)) => (right.to_owned(), rest.to_owned()),
        _ => (String::new(), name.to_owned()),
    }
}

/// Names of six rigs for the bones of `VRMC_vrm`.
#[expect(clippy::too_many_lines, reason = "a table of names")]
fn named(scheme: &str, name: &str) -> String {
    let pick = |pairs: &[(&str, &str)], rest: &str| {
        pairs.iter().find(|(from, _)| *from == rest).map_or_else(|| rest.to_owned(), |(_, to)| (*to).to_owned())
    };
    match scheme {
        "mixamo" => {
            let (side, rest) = sides(name, "Left", "Right");
            let pairs = [
                ("hips", "Hips"),
                ("spine", "Spine"),
                ("chest", "Spine1"),
                ("upperChest", "Spine2"),
                ("neck", "Neck"),
                ("head", "Head"),
                ("UpperLeg", "UpLeg"),
                ("LowerLeg", "Leg"),
                ("UpperArm", "Arm"),
                ("LowerArm", "ForeArm"),
            ];
            format!("mixamorig:{side}{}", pick(&pairs, &rest))
        }
        "unreal" => {
            let (side, rest) = sides(name, "_l", "_r");
            let pairs = [
                ("hips", "pelvis"),
                ("spine", "spine_01"),
                ("chest", "spine_02"),
                ("upperChest", "spine_03"),
                ("neck", "neck_01"),
                ("UpperLeg", "thigh"),
                ("LowerLeg", "calf"),
                ("Foot", "foot"),
                ("Shoulder", "clavicle"),
                ("UpperArm", "upperarm"),
                ("LowerArm", "lowerarm"),
                ("Hand", "hand"),
            ];
            format!("{}{side}", pick(&pairs, &rest))
        }
        "rigify" => {
            let (side, rest) = sides(name, ".L", ".R");
            let pairs = [
                ("hips", "spine"),
                ("spine", "spine.001"),
                ("chest", "spine.002"),
                ("upperChest", "spine.003"),
                ("neck", "spine.004"),
                ("head", "spine.006"),
                ("UpperLeg", "thigh"),
                ("LowerLeg", "shin"),
                ("Foot", "foot"),
                ("Shoulder", "shoulder"),
                ("UpperArm", "upper_arm"),
                ("LowerArm", "forearm"),
                ("Hand", "hand"),
            ];
            format!("DEF-{}{side}", pick(&pairs, &rest))
        }
        "rokoko" => {
            let (side, rest) = sides(name, "Left", "Right");
            let pairs = [
                ("hips", "Hips"),
                ("spine", "Spine1"),
                ("chest", "Spine2"),
                ("upperChest", "Spine4"),
                ("neck", "Neck"),
                ("head", "Head"),
                ("UpperLeg", "Thigh"),
                ("LowerLeg", "Shin"),
                ("UpperArm", "Arm"),
                ("LowerArm", "ForeArm"),
            ];
            format!("{side}{}", pick(&pairs, &rest))
        }
        "smpl" => {
            let (side, rest) = sides(name, "L_", "R_");
            let pairs = [
                ("hips", "Pelvis"),
                ("spine", "Spine1"),
                ("chest", "Spine2"),
                ("upperChest", "Spine3"),
                ("neck", "Neck"),
                ("head", "Head"),
                ("UpperLeg", "Hip"),
                ("LowerLeg", "Knee"),
                ("Foot", "Ankle"),
                ("Shoulder", "Collar"),
                ("UpperArm", "Shoulder"),
                ("LowerArm", "Elbow"),
                ("Hand", "Wrist"),
            ];
            format!("{side}{}", pick(&pairs, &rest))
        }
        _ => {
            let (side, rest) = sides(name, "Left", "Right");
            let pairs = [
                ("hips", "Pelvis"),
                ("spine", "L5"),
                ("chest", "T12"),
                ("upperChest", "T8"),
                ("neck", "Neck"),
                ("head", "Head"),
                ("LowerArm", "ForeArm"),
            ];
            format!("{side}{}", pick(&pairs, &rest))
        }
    }
}

#[test]
fn bones_of_six_naming_schemes_are_found_on_any_nodes() {
    for scheme in ["mixamo", "unreal", "rigify", "smpl", "rokoko", "mvn"] {
        let model = rig(&body(), |name| named(scheme, name), Vec::new());
        let (humanoid, report) = find_humanoid(&model, &RigOptions::default()).unwrap();
        assert_eq!((report.missing.len(), report.corrected.len()), (0, 0), "{scheme}");
        for (name, ..) in body() {
            let bone = HumanBone::from_name(name).unwrap();
            let node = humanoid.node(bone).unwrap_or_else(|| panic!("{scheme} has no {name}"));
            assert_eq!(model.hierarchy().name(node), Some(named(scheme, name).as_str()));
        }
    }
}

#[test]
fn a_map_of_the_caller_counts_before_names_and_missing_bones_are_listed() {
    let model =
        rig(&body(), |name| if name == "head" { "Bonce".to_owned() } else { named("mixamo", name) }, Vec::new());
    let (_, report) = find_humanoid(&model, &RigOptions::default()).unwrap();
    assert_eq!(report.missing, [HumanBone::Head]);
    let mut map = BoneMap::default();
    map.set("Bonce", Some(HumanBone::Head));
    map.set("Nobody", Some(HumanBone::Jaw));
    let (humanoid, report) = find_humanoid(&model, &RigOptions::default().with_bone_map(map)).unwrap();
    assert_eq!((report.missing.len(), report.unknown), (0, vec!["Nobody".to_owned()]));
    assert_eq!(model.hierarchy().name(humanoid.node(HumanBone::Head).unwrap()), Some("Bonce"));
    let nothing = rig(&[("hips", "", Vec3::ZERO)], |_| "Crate".to_owned(), Vec::new());
    assert!(find_humanoid(&nothing, &RigOptions::default()).is_none());
}

/// A motion as rotations from rest in the model of a humanoid in T-pose, with the parents' in them.
fn motion(bone: &str) -> Quat {
    match bone {
        "leftUpperArm" => Quat::from_rotation_z(0.9) * Quat::from_rotation_y(-0.4),
        "leftLowerArm" | "leftHand" => Quat::from_rotation_y(-1.2) * Quat::from_rotation_z(0.9),
        "rightUpperArm" => Quat::from_rotation_x(0.3),
        "rightLowerArm" | "rightHand" => Quat::from_rotation_z(-0.5) * Quat::from_rotation_x(0.3),
        _ => Quat::IDENTITY,
    }
}

/// One key per bone, so that each has a rotation in the model.
fn animation(places: &[(&str, &str, Vec3)], model: &Model, in_model: impl Fn(&str) -> Quat) -> Animation {
    let channels = places.iter().map(|&(name, parent, _)| {
        let above = if parent.is_empty() { Quat::IDENTITY } else { in_model(parent) };
        let local = (above.inverse() * in_model(name)).normalize();
        Channel {
            node: model.hierarchy().find(&named("mixamo", name)).unwrap(),
            track: Track::Rotation(Curve {
                times: Arc::from([0.0]),
                values: Arc::from([local]),
                interpolation: Interpolation::Linear,
            }),
        }
    });
    Animation { channels: channels.collect(), ..Animation::default() }
}

/// A bone, its parent, and where it is.
type Placed = (&'static str, &'static str, Vec3);

/// The arms of the body lowered by an angle, with the rotation that raises each again.
fn lowered(angle: f32) -> (Vec<Placed>, impl Fn(&str) -> Quat) {
    let mut places = body();
    let shoulder = |side: f32| Vec3::new(0.15 * side, 1.3, 0.0);
    for (name, _, place) in &mut places {
        let side = if name.starts_with("left") { 1.0 } else { -1.0 };
        if name.ends_with("LowerArm") || name.ends_with("Hand") {
            *place = shoulder(side) + Quat::from_rotation_z(-angle * side) * (*place - shoulder(side));
        }
    }
    let raising = move |name: &str| {
        let is_arm = ["UpperArm", "LowerArm", "Hand"].iter().any(|end| name.ends_with(end));
        let side = if name.starts_with("left") { 1.0 } else { -1.0 };
        if is_arm { Quat::from_rotation_z(angle * side) } else { Quat::IDENTITY }
    };
    (places, raising)
}

/// The largest angle between the motion and what a clip of the model shows, degrees.
fn off(model: Model, options: &RigOptions) -> f32 {
    let (humanoid, _) = find_humanoid(&model, options).unwrap();
    let clip = HumanClip::new(model.with_humanoid(humanoid), options.animation).unwrap();
    let mut sample = clip.start();
    clip.sample(0.0, &mut sample);
    let from_rest = sample.human_pose().rotations_from_rest();
    let angle = |name: &str| {
        let found = from_rest[HumanBone::from_name(name).unwrap().index()];
        let expected = motion(name);
        let expected = if found.dot(expected) < 0.0 { -expected } else { expected };
        (2.0 * (found - expected).length()).to_degrees()
    };
    body().iter().map(|(name, ..)| angle(name)).fold(0.0, f32::max)
}

#[test]
fn a_motion_authored_in_an_a_pose_is_that_of_the_t_pose() {
    for degrees in [20.0_f32, 35.0, 45.0, 60.0] {
        let (places, raising) = lowered(degrees.to_radians());
        let plain = rig(&places, |name| named("mixamo", name), Vec::new());
        // A bone that is moved as in T-pose has, in this rig, also the rotation that raises it.
        let moved = animation(&places, &plain, |name| motion(name) * raising(name));
        let model = || rig(&places, |name| named("mixamo", name), vec![moved.clone()]);
        let (_, report) = find_humanoid(&model(), &RigOptions::default()).unwrap();
        let upper = report.corrected.iter().find(|(bone, _)| *bone == HumanBone::LeftUpperArm).unwrap().1;
        assert!((upper - degrees).abs() < 0.1, "{degrees}: {upper}");
        assert!(off(model(), &RigOptions::default()) < 0.1, "{degrees}");
        assert!(off(model(), &RigOptions::default().with_rest(RigRest::APose)) < 0.1, "{degrees}");
        // Taken for a T-pose, it is off by as much as the arms are lowered.
        assert!(off(model(), &RigOptions::default().with_rest(RigRest::TPose)) > degrees * 0.9, "{degrees}");
    }
}

#[test]
fn a_pose_that_a_person_would_stand_in_is_corrected_as_a_whole() {
    // Arms lowered by 40°, elbows bent by 12° more; legs apart by 7°, and knees by 3° less.
    let by = |name: &str| {
        let side = if name.starts_with("left") { 1.0_f32 } else { -1.0 };
        let degrees = match name.trim_start_matches("left").trim_start_matches("right") {
            "UpperArm" => -40.0,
            "LowerArm" | "Hand" => -52.0,
            "UpperLeg" => 7.0,
            "LowerLeg" | "Foot" | "Toes" => 4.0,
            _ => 0.0,
        };
        Quat::from_rotation_z((degrees * side).to_radians())
    };
    let straight = body();
    let mut places = straight.clone();
    for at in 0..places.len() {
        let (_, parent, place) = straight[at];
        let Some(above) = straight.iter().position(|(name, ..)| *name == parent) else { continue };
        places[at].2 = places[above].2 + by(parent) * (place - straight[above].2);
    }
    let plain = rig(&places, |name| named("mixamo", name), Vec::new());
    let moved = animation(&places, &plain, |name| motion(name) * by(name).inverse());
    let model = || rig(&places, |name| named("mixamo", name), vec![moved.clone()]);
    for rest in [RigRest::Auto, RigRest::APose] {
        let degrees = off(model(), &RigOptions::default().with_rest(rest));
        assert!(degrees < 0.1, "{rest:?}: {degrees}");
    }
    let (_, report) = find_humanoid(&model(), &RigOptions::default()).unwrap();
    let expected = [("left", 40.0), ("right", 40.0)];
    for (side, degrees) in expected {
        let bone = HumanBone::from_name(&format!("{side}UpperArm")).unwrap();
        let found = report.corrected.iter().find(|(other, _)| *other == bone).unwrap().1;
        assert!((found - degrees).abs() < 0.1, "{side}: {found}");
    }
    assert_eq!(report.corrected.len(), 8);
}

#[test]
fn a_reference_pose_or_a_first_frame_is_the_rest() {
    let (places, raising) = lowered(0.7);
    let plain = rig(&places, |name| named("mixamo", name), Vec::new());
    let moved = animation(&places, &plain, |name| motion(name) * raising(name));
    let mut raised = animation(&places, &plain, &raising);
    // The first frame is the T-pose, and the motion comes a second later.
    let mut both = moved.clone();
    for (channel, first) in both.channels.iter_mut().zip(&raised.channels) {
        let (Track::Rotation(curve), Track::Rotation(first)) = (&mut channel.track, &first.track) else { panic!() };
        curve.times = Arc::from([0.0, 1.0]);
        curve.values = Arc::from([first.values[0], curve.values[0]]);
    }
    raised.reference_pose = Some("TPose".to_owned());
    let model = rig(&places, |name| named("mixamo", name), vec![raised, moved]);
    assert!(off(model, &RigOptions::default().with_animation(1)) < 0.1);
    let model = rig(&places, |name| named("mixamo", name), vec![both]);
    let options = RigOptions::default().with_rest(RigRest::FirstFrame);
    let (humanoid, _) = find_humanoid(&model, &options).unwrap();
    let worst = humanoid.t_pose().limb(HumanBone::LeftUpperArm).unwrap().degrees;
    assert!(worst < 0.1, "{worst}");
}

#[test]
fn a_clip_that_lies_or_looks_elsewhere_is_rotated_upright() {
    let quarter = std::f32::consts::FRAC_PI_2;
    // Z up; looking along −Z; Z up and looking along +X.
    let turns = [
        (Quat::from_rotation_x(quarter), 90.0),
        (Quat::from_rotation_y(2.0 * quarter), 180.0),
        (Quat::from_rotation_z(quarter) * Quat::from_rotation_x(quarter), 120.0),
    ];
    for (turn, degrees) in turns {
        let places: Vec<_> = body().into_iter().map(|(name, parent, place)| (name, parent, turn * place)).collect();
        let plain = rig(&places, |name| named("mixamo", name), Vec::new());
        let moved = animation(&places, &plain, |name| turn * motion(name) * turn.inverse());
        let model = rig(&places, |name| named("mixamo", name), vec![moved]);
        let (_, report) = find_humanoid(&model, &RigOptions::default().with_rest(RigRest::TPose)).unwrap();
        assert!((report.orientation.degrees() - degrees).abs() < 0.1, "{degrees}: {:?}", report.orientation);
        let upright = reoriented(&model, report.orientation);
        let (_, again) = find_humanoid(&upright, &RigOptions::default()).unwrap();
        assert!(again.orientation.degrees() < 0.1 && again.corrected.is_empty(), "{degrees}");
        assert!(off(upright, &RigOptions::default()) < 0.1, "{degrees}");
    }
}

#[test]
fn a_skeleton_mapping_of_the_file_names_the_bones() {
    let file = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
        {"name": "a", "translation": [0, 1, 0], "children": [1]}, {"name": "b", "translation": [0, 0.5, 0]}],
        "extensions": {"KHR_character_skeleton_mapping": {"skeletalRigMappings": {
            "vrmHumanoid": {"hips": 0, "head": 1, "tail": 1}, "other": {"x": 1}}}}}"#;
    let (model, found) = Model::from_document(&Document::read(file, &NoResources).unwrap());
    let humanoid = model.humanoid().unwrap();
    assert_eq!(humanoid.node(HumanBone::Head), model.hierarchy().find("b"));
    assert_eq!(humanoid.extension(), Some("KHR_character_skeleton_mapping"));
    let codes: Vec<_> = found.iter().map(|it| format!("{} {}", it.code, it.pointer)).collect();
    let pointer = "/extensions/KHR_character_skeleton_mapping/skeletalRigMappings/vrmHumanoid/tail";
    assert_eq!(codes, [format!("UNEXPECTED_PROPERTY {pointer}")]);
}
