//! `sinew retarget` on rigs without avatar data: bones by name, rest poses, axes, feet.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::{HumanBone, Model, Pose};
use sinew_testkit::assets;
use sinew_testkit::scene::humanoid::BONES;

use crate::{file, fixture, folder, sinew};

/// The name of a bone's node.
type Naming = dyn Fn(&str) -> String;

/// A rig of the bones that every humanoid has, in one pose and one motion.
struct Rig<'a> {
    name: &'a Naming,
    /// Degrees by which the arms are lowered at rest.
    lowered: f32,
    /// The rotation of the whole rig.
    axes: Quat,
    missing: &'a [&'a str],
}

impl Default for Rig<'_> {
    fn default() -> Self {
        Self { name: &mixamo, lowered: 0.0, axes: Quat::IDENTITY, missing: &[] }
    }
}

fn mixamo(bone: &str) -> String {
    let pairs = [
        ("hips", "Hips"),
        ("spine", "Spine"),
        ("head", "Head"),
        ("leftUpperLeg", "LeftUpLeg"),
        ("leftLowerLeg", "LeftLeg"),
        ("leftFoot", "LeftFoot"),
        ("leftUpperArm", "LeftArm"),
        ("leftLowerArm", "LeftForeArm"),
        ("leftHand", "LeftHand"),
    ];
    with_pairs("mixamorig:", &pairs, bone)
}

fn rokoko(bone: &str) -> String {
    let pairs = [
        ("hips", "Hips"),
        ("spine", "Spine1"),
        ("head", "Head"),
        ("leftUpperLeg", "LeftThigh"),
        ("leftLowerLeg", "LeftShin"),
        ("leftFoot", "LeftFoot"),
        ("leftUpperArm", "LeftArm"),
        ("leftLowerArm", "LeftForeArm"),
        ("leftHand", "LeftHand"),
    ];
    with_pairs("", &pairs, bone)
}

fn unreal(bone: &str) -> String {
    let pairs = [
        ("hips", "pelvis"),
        ("spine", "spine_01"),
        ("head", "head"),
        ("leftUpperLeg", "thigh_l"),
        ("leftLowerLeg", "calf_l"),
        ("leftFoot", "foot_l"),
        ("leftUpperArm", "upperarm_l"),
        ("leftLowerArm", "lowerarm_l"),
        ("leftHand", "hand_l"),
    ];
    with_pairs("", &pairs, bone)
}

fn smpl(bone: &str) -> String {
    let pairs = [
        ("hips", "Pelvis"),
        ("spine", "Spine1"),
        ("head", "Head"),
        ("leftUpperLeg", "L_Hip"),
        ("leftLowerLeg", "L_Knee"),
        ("leftFoot", "L_Ankle"),
        ("leftUpperArm", "L_Shoulder"),
        ("leftLowerArm", "L_Elbow"),
        ("leftHand", "L_Wrist"),
    ];
    with_pairs("", &pairs, bone)
}

fn rigify(bone: &str) -> String {
    let pairs = [
        ("hips", "DEF-spine"),
        ("spine", "DEF-spine.001"),
        ("head", "DEF-spine.006"),
        ("leftUpperLeg", "DEF-thigh.L"),
        ("leftLowerLeg", "DEF-shin.L"),
        ("leftFoot", "DEF-foot.L"),
        ("leftUpperArm", "DEF-upper_arm.L"),
        ("leftLowerArm", "DEF-forearm.L"),
        ("leftHand", "DEF-hand.L"),
    ];
    with_pairs("", &pairs, bone)
}

fn vroid(bone: &str) -> String {
    let pairs = [
        ("hips", "J_Bip_C_Hips"),
        ("spine", "J_Bip_C_Spine"),
        ("head", "J_Bip_C_Head"),
        ("leftUpperLeg", "J_Bip_L_UpperLeg"),
        ("leftLowerLeg", "J_Bip_L_LowerLeg"),
        ("leftFoot", "J_Bip_L_Foot"),
        ("leftUpperArm", "J_Bip_L_UpperArm"),
        ("leftLowerArm", "J_Bip_L_LowerArm"),
        ("leftHand", "J_Bip_L_Hand"),
    ];
    with_pairs("", &pairs, bone)
}

/// The skeleton of an ASF file of the CMU library.
fn acclaim(bone: &str) -> String {
    let pairs = [
        ("hips", "root"),
        ("spine", "lowerback"),
        ("head", "head"),
        ("leftUpperLeg", "lfemur"),
        ("leftLowerLeg", "ltibia"),
        ("leftFoot", "lfoot"),
        ("leftUpperArm", "lhumerus"),
        ("leftLowerArm", "lradius"),
        ("leftHand", "lwrist"),
    ];
    let name = with_pairs("", &pairs, bone);
    if bone.starts_with("right") { name.replacen('l', "r", 1) } else { name }
}

/// Right bones have the left ones' names on the other side.
fn with_pairs(prefix: &str, pairs: &[(&str, &str)], bone: &str) -> String {
    let left = bone.replacen("right", "left", 1);
    let name = pairs.iter().find(|(from, _)| *from == left).unwrap().1;
    let name = if left == bone {
        name.to_owned()
    } else {
        let other = name.replace("Left", "Right").replace("L_", "R_");
        match (other.strip_suffix("_l"), other.strip_suffix(".L")) {
            (Some(stem), _) => format!("{stem}_r"),
            (_, Some(stem)) => format!("{stem}.R"),
            _ => other,
        }
    };
    format!("{prefix}{name}")
}

/// The motion of a bone in the model, from the T-pose, of the rig that stands along +Y.
fn motion(bone: &str) -> Quat {
    match bone {
        "leftUpperArm" => Quat::from_rotation_z(0.9) * Quat::from_rotation_y(-0.4),
        "leftLowerArm" | "leftHand" => Quat::from_rotation_y(-1.2) * Quat::from_rotation_z(0.9),
        "rightUpperArm" | "rightLowerArm" | "rightHand" => Quat::from_rotation_x(0.3),
        "leftUpperLeg" | "leftLowerLeg" | "leftFoot" => Quat::from_rotation_x(-0.5),
        _ => Quat::IDENTITY,
    }
}

impl Rig<'_> {
    /// As a glTF file with one animation of one key.
    fn write(&self, folder: &Path, file_name: &str) -> String {
        let is_there = |name: &str| HumanBone::from_name(name).is_some_and(HumanBone::is_required);
        let bones: Vec<_> =
            BONES.iter().filter(|(name, ..)| is_there(name) && !self.missing.contains(name)).copied().collect();
        let parent = |name: &str| {
            let above = |name: &str| BONES.iter().find(|(bone, ..)| *bone == name).map(|(_, parent, _)| *parent);
            let mut parent = above(name);
            while parent.is_some_and(|parent| !parent.is_empty() && !bones.iter().any(|(bone, ..)| *bone == parent)) {
                parent = above(parent.unwrap());
            }
            bones.iter().position(|(bone, ..)| Some(*bone) == parent)
        };
        let side = |name: &str| if name.starts_with("left") { 1.0 } else { -1.0 };
        let lowering = |name: &str| {
            let is_arm = ["UpperArm", "LowerArm", "Hand"].iter().any(|end| name.ends_with(end));
            let angle = if is_arm { -self.lowered.to_radians() * side(name) } else { 0.0 };
            Quat::from_rotation_z(angle)
        };
        let place = |at: usize| {
            let (name, _, place) = bones[at];
            let shoulder = Vec3::new(0.15 * side(name), 1.3, 0.0);
            let lowered = shoulder + lowering(name) * (Vec3::from(place) - shoulder);
            self.axes * if name.ends_with("LowerArm") || name.ends_with("Hand") { lowered } else { place.into() }
        };
        // In the model a bone is moved from where it rests, which is lowered.
        let moved = |name: &str| self.axes * motion(name) * lowering(name).inverse() * self.axes.inverse();
        let mut nodes: Vec<Value> = Vec::new();
        let (mut channels, mut samplers, mut keys) = (Vec::new(), Vec::new(), vec![0.0_f32]);
        for (at, (name, ..)) in bones.iter().enumerate() {
            let above = parent(name);
            let translation = place(at) - above.map_or(Vec3::ZERO, place);
            let children: Vec<usize> = (0..bones.len()).filter(|child| parent(bones[*child].0) == Some(at)).collect();
            let mut node = json!({"name": (self.name)(name), "translation": translation.to_array()});
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            nodes.push(node);
            let local = above.map_or(Quat::IDENTITY, |above| moved(bones[above].0)).inverse() * moved(name);
            channels.push(json!({"sampler": at, "target": {"node": at, "path": "rotation"}}));
            samplers.push(json!({"input": 0, "output": at + 1}));
            keys.extend(local.normalize().to_array());
        }
        let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
        std::fs::write(folder.join(format!("{file_name}.bin")), &bytes).unwrap();
        let rotations = (0..bones.len()).map(
            |at| json!({"bufferView": 0, "byteOffset": 4 + 16 * at, "componentType": 5126, "count": 1, "type": "VEC4"}),
        );
        let time =
            json!({"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0.0], "max": [0.0]});
        let text = json!({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
            "buffers": [{"uri": format!("{file_name}.bin"), "byteLength": bytes.len()}],
            "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
            "accessors": std::iter::once(time).chain(rotations).collect::<Vec<_>>(),
            "animations": [{"channels": channels, "samplers": samplers}],
        });
        file(folder, file_name, &text.to_string())
    }
}

/// The largest angle between a sample and the motion, degrees.
fn off(answer: &Value) -> f32 {
    let bones = answer["samples"][0]["bones"].as_object().unwrap();
    let required = BONES.iter().filter(|(name, ..)| HumanBone::from_name(name).is_some_and(HumanBone::is_required));
    let angle = |&(name, parent, _): &(&str, &str, [f32; 3])| {
        let found: Vec<f32> =
            bones[name]["normalized"].as_array().unwrap().iter().map(|part| part.as_f64().unwrap() as f32).collect();
        let expected = motion(parent).inverse() * motion(name);
        Quat::from_slice(&found).angle_between(expected).to_degrees()
    };
    required.map(angle).fold(0.0, f32::max)
}

#[test]
fn rigs_of_seven_naming_schemes_retarget() {
    let folder = folder("retarget_rig_names");
    let schemes: [(&str, &Naming); 7] = [
        ("mixamo", &mixamo),
        ("Rokoko", &rokoko),
        ("Unreal", &unreal),
        ("SMPL", &smpl),
        ("Rigify", &rigify),
        ("VRoid", &vroid),
        ("Acclaim", &acclaim),
    ];
    let model = fixture("humanoid/avatar_vrm1.gltf");
    for (scheme, name) in schemes {
        let rig = Rig { name, ..Rig::default() }.write(&folder, &format!("{scheme}.gltf"));
        let answer = sinew(&["retarget", &rig, &model, "--at", "0", "--json"]).json();
        assert!(off(&answer) < 0.1, "{scheme}: {}", off(&answer));
        let names = answer["rigs"]["clip"]["names"].as_str().unwrap().to_lowercase();
        assert!(names.contains(&scheme.to_lowercase()), "{names}");
        // And as the model to move.
        let clip = Rig::default().write(&folder, "clip.gltf");
        let answer = sinew(&["retarget", &clip, &rig, "--at", "0", "--json"]).json();
        assert!(off(&answer) < 0.1, "{scheme}: {}", off(&answer));
    }
}

#[test]
fn an_a_pose_is_corrected_unless_the_caller_says_otherwise() {
    let folder = folder("retarget_rig_rest");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    for lowered in [25.0, 45.0, 60.0] {
        let rig = Rig { lowered, ..Rig::default() }.write(&folder, "a_pose.gltf");
        let run = |rest: &[&str]| {
            let mut arguments = vec!["retarget", &rig, &model, "--at", "0", "--json"];
            arguments.extend(rest);
            sinew(&arguments).json()
        };
        for rest in [&[][..], &["--rest", "auto"], &["--rest", "a"]] {
            let answer = run(rest);
            assert!(off(&answer) < 1.0, "{lowered} {rest:?}: {}", off(&answer));
            let corrected = answer["rigs"]["clip"]["corrected"]["leftUpperArm"].as_f64().unwrap();
            assert!((corrected - f64::from(lowered)).abs() < 0.1, "{corrected}");
        }
        let answer = run(&["--rest", "t"]);
        assert!(off(&answer) > lowered - 1.0 && answer["rigs"]["clip"]["corrected"] == json!({}));
        // The one frame that there is becomes the rest, and nothing moves.
        let answer = run(&["--rest", "first-frame"]);
        let arm = &answer["samples"][0]["bones"]["leftUpperArm"]["normalized"];
        assert!(arm[3].as_f64().unwrap().abs() > 0.9999, "{arm}");
    }
    let run = sinew(&["retarget", &Rig::default().write(&folder, "t.gltf"), &model, "--rest", "b"]);
    assert!(run.failure(2).contains("first-frame"), "{}", run.stderr);
}

#[test]
fn rigs_with_other_axes_are_rotated_upright() {
    let folder = folder("retarget_rig_axes");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let quarter = std::f32::consts::FRAC_PI_2;
    let cases = [
        (Quat::from_rotation_x(quarter), 0.0, 90.0),
        (Quat::from_rotation_x(quarter), 40.0, 90.0),
        (Quat::from_rotation_y(2.0 * quarter), 40.0, 180.0),
    ];
    for (axes, lowered, degrees) in cases {
        let rig = Rig { lowered, axes, ..Rig::default() }.write(&folder, "axes.gltf");
        let answer = sinew(&["retarget", &rig, &model, "--at", "0", "--json"]).json();
        assert!(off(&answer) < 1.0, "{degrees}: {}", off(&answer));
        assert_eq!(answer["rigs"]["clip"]["rotated"].as_f64(), Some(degrees));
        let text = sinew(&["retarget", &rig, &model]);
        assert!(text.stderr.contains(&format!("rotated by {degrees}°")), "{}", text.stderr);
    }
}

/// The same files as models to move. They stay as they lie: each bone rotates in the model as the motion does, seen along its axes.
#[test]
fn models_with_other_axes_are_moved_as_they_lie() {
    let folder = folder("retarget_rig_model_axes");
    let quarter = std::f32::consts::FRAC_PI_2;
    let clip = Rig::default().write(&folder, "clip.gltf");
    for (case, axes) in [Quat::from_rotation_x(quarter), Quat::from_rotation_z(-quarter)].into_iter().enumerate() {
        for lowered in [0.0, 40.0] {
            let rig = Rig { lowered, axes, ..Rig::default() }.write(&folder, &format!("lying{case}.gltf"));
            let out = folder.join(format!("out{case}.gltf")).display().to_string();
            let answer = sinew(&["retarget", &clip, &rig, "--at", "0", "-o", &out, "--force", "--json"]).json();
            assert!(off(&answer) < 1.0, "{}", off(&answer));
            assert!(answer["rigs"]["model"]["rotated"].as_f64().unwrap() >= 90.0, "{}", answer["rigs"]);
            // Rotations of nodes in the model, by the file's own axes. A lowered arm is raised first.
            let lowering = |name: &str| match name {
                "leftUpperArm" | "leftLowerArm" | "leftHand" => Quat::from_rotation_z(-lowered.to_radians()),
                "rightUpperArm" | "rightLowerArm" | "rightHand" => Quat::from_rotation_z(lowered.to_radians()),
                _ => Quat::IDENTITY,
            };
            let moved = |name: &str| axes * motion(name) * lowering(name).inverse() * axes.inverse();
            let bones = answer["samples"][0]["bones"].as_object().unwrap();
            for (name, parent, _) in BONES.iter().filter(|(name, ..)| bones.contains_key(*name)) {
                let local: Vec<f32> = serde_json::from_value(bones[*name]["local"].clone()).unwrap();
                let expected = moved(parent).inverse() * moved(name);
                let degrees = Quat::from_slice(&local).angle_between(expected).to_degrees();
                assert!(degrees < 1.0, "{name} of case {case}, lowered by {lowered}: {degrees}");
            }
            // The file that was written, read as a clip, has the motion.
            let model = fixture("humanoid/avatar_vrm1.gltf");
            let answer = sinew(&["retarget", &out, &model, "--animation", "1", "--at", "0", "--json"]).json();
            assert!(off(&answer) < 1.0, "{}", off(&answer));
        }
    }
    // Constraints cannot be rotated with it.
    let lying = Rig { axes: Quat::from_rotation_x(quarter), ..Rig::default() }.write(&folder, "constrained.gltf");
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(&lying).unwrap()).unwrap();
    let constraint = json!({"specVersion": "1.0", "constraint": {"rotation": {"source": 1}}});
    file["nodes"][2]["extensions"] = json!({"VRMC_node_constraint": constraint});
    file["extensionsUsed"] = json!(["VRMC_node_constraint"]);
    std::fs::write(&lying, file.to_string()).unwrap();
    assert!(sinew(&["retarget", &clip, &lying]).failure(3).contains("export it upright"));
}

#[test]
fn a_rig_without_human_bones_lists_what_it_has_and_what_is_required() {
    let folder = folder("retarget_rig_unknown");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let strange = |bone: &str| format!("part {}", bone.len() * 7 + bone.matches('e').count());
    let rig = Rig { name: &strange, ..Rig::default() }.write(&folder, "strange.gltf");
    for (arguments, option) in [([&rig, &model], "--names"), ([&model, &rig], "--model-names")] {
        // As a clip it has no animation, which is said only of files with bones.
        let clip = if option == "--names" { arguments[0].clone() } else { Rig::default().write(&folder, "clip.gltf") };
        let run = sinew(&["retarget", &clip, arguments[1]]);
        let message = run.failure(1);
        for word in [option, "leftUpperLeg", "rightHand", "part 28"] {
            assert!(message.contains(word), "{word}: {message}");
        }
    }
    let bvh = file(
        &folder,
        "strange.bvh",
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n",
    );
    assert!(sinew(&["retarget", &bvh, &model]).failure(1).contains("--bvh-names"));
}

#[test]
fn missing_bones_are_listed_and_a_map_names_them() {
    let folder = folder("retarget_rig_map");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let odd = |bone: &str| match bone {
        "head" => "Bonce".to_owned(),
        "leftFoot" => "Trotter".to_owned(),
        other => mixamo(other),
    };
    let rig = Rig { name: &odd, ..Rig::default() }.write(&folder, "odd.gltf");
    let run = sinew(&["retarget", &rig, &model]);
    assert!(run.failure(1).contains("lacks required bones: head, leftFoot; found: hips, spine, "), "{}", run.stderr);
    let map = file(&folder, "map.json", r#"{"Bonce": "head", "Trotter": "leftFoot"}"#);
    let answer = sinew(&["retarget", &rig, &model, "--names", &map, "--at", "0", "--json"]).json();
    assert!(off(&answer) < 0.1, "{}", off(&answer));
    // The same of the model to move.
    let clip = Rig::default().write(&folder, "clip.gltf");
    assert!(sinew(&["retarget", &clip, &rig]).failure(1).contains("head, leftFoot"));
    let answer = sinew(&["retarget", &clip, &rig, "--model-names", &map, "--at", "0", "--json"]).json();
    assert!(off(&answer) < 0.1, "{}", off(&answer));
    let nobody = file(&folder, "nobody.json", r#"{"Nobody": "jaw"}"#);
    let run = sinew(&["retarget", &rig, &model, "--names", &nobody]);
    assert!(run.failure(3).contains("has no node `Nobody`"), "{}", run.stderr);
    let broken = file(&folder, "broken.json", r#"{"Bonce": "noggin"}"#);
    let run = sinew(&["retarget", &rig, &model, "--names", &broken]);
    assert!(run.failure(3).contains("noggin"), "{}", run.stderr);
    let armless = Rig { missing: &["leftLowerArm", "leftHand"], ..Rig::default() }.write(&folder, "armless.gltf");
    assert!(sinew(&["retarget", &armless, &model]).failure(1).contains("leftLowerArm, leftHand"));
}

#[test]
fn fbx_is_refused_with_what_to_do_instead_whatever_its_name() {
    let folder = folder("retarget_fbx");
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let named = file(&folder, "dance.FBX", "anything");
    let binary = file(&folder, "dance.glb", "Kaydara FBX Binary  \u{0}\u{1a}\u{0}");
    let text = file(&folder, "dance.gltf", "; FBX 7.4.0 project file\n");
    for clip in [&named, &binary, &text] {
        for arguments in [&["retarget", clip, &model][..], &["retarget", &model, clip], &["inspect", clip]] {
            let run = sinew(arguments);
            let message = run.failure(3);
            assert!(message.contains("FBX is not read — export glTF or BVH"), "{arguments:?}: {message}");
        }
    }
    let missing = folder.join("missing.glb").display().to_string();
    assert!(!sinew(&["inspect", &missing]).failure(3).contains("FBX"));
}

#[test]
fn every_real_rig_without_avatar_data_retargets() {
    let Some(assets) = assets::folder() else { return };
    let path = |part: &str| assets.join(part).display().to_string();
    let figure = path("misc/RiggedFigure.glb");
    for model in [&path("vrm/Godette_vrm0.vrm"), &figure] {
        for clip in [&figure, &path("misc/pirouette.bvh")] {
            let answer = sinew(&["retarget", clip, model, "--at", "0,0.5", "--json"]).json();
            assert!(answer["summary"]["matched"].as_array().unwrap().len() >= 15, "{clip} on {model}");
        }
    }
    let answer = sinew(&["retarget", &figure, &figure, "--at", "0", "--json"]).json();
    assert_eq!(answer["rigs"]["clip"]["names"], "Khronos's sample figures");
}

/// BVH of a squat on standing feet, 2 s: thighs of 40 cm and shins of 36 cm by the law of cosines.
fn squat(folder: &Path) -> String {
    let leg = |side: &str, x: i32| {
        format!(
            "JOINT {side}UpLeg {{ OFFSET {x} -5 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Leg {{ OFFSET 0 -40 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Foot {{ OFFSET 0 -36 0 CHANNELS 3 Zrotation Xrotation Yrotation
             End Site {{ OFFSET 0 -9 12 }} }} }} }}\n"
        )
    };
    let arm = |side: &str, x: i32| {
        format!(
            "JOINT {side}Arm {{ OFFSET {x} 35 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}ForeArm {{ OFFSET {x} 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
             JOINT {side}Hand {{ OFFSET {x} 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
             End Site {{ OFFSET {x} 0 0 }} }} }} }}\n"
        )
    };
    let mut text = format!(
        "HIERARCHY\nROOT Hips {{ OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Spine {{ OFFSET 0 10 0 CHANNELS 3 Zrotation Xrotation Yrotation
         JOINT Head {{ OFFSET 0 45 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET 0 10 0 }} }}
         {}{} }}\n{}{} }}\nMOTION\nFrames: 61\nFrame Time: 0.0333333\n",
        arm("Left", 20),
        arm("Right", -20),
        leg("Left", 10),
        leg("Right", -10)
    );
    let (thigh, shin) = (40.0_f64, 36.0_f64);
    for frame in 0..=60 {
        let down = 6.0 - 6.0 * (f64::from(frame) / 30.0 * std::f64::consts::PI).cos();
        let distance = thigh + shin - down;
        let angle =
            |a: f64, b: f64| ((a * a + distance * distance - b * b) / (2.0 * a * distance)).clamp(-1.0, 1.0).acos();
        let (hip, ankle) = (angle(thigh, shin).to_degrees(), angle(shin, thigh).to_degrees());
        let _ = write!(text, "0 {} 0 0 0 0", 90.0 - down);
        // Spine, head and six bones of the arms rest.
        text += &" 0 0 0".repeat(8);
        for _ in 0..2 {
            let _ = write!(text, " 0 {} 0 0 {} 0 0 {} 0", -hip, hip + ankle, -ankle);
        }
        text.push('\n');
    }
    file(folder, "squat.bvh", &text)
}

/// How far the left foot of a written model goes from its first place, metres.
fn slide(path: &str) -> f32 {
    let (model, _) = Model::open(path).unwrap();
    let animation = &model.animations()[0];
    let foot = model.humanoid().unwrap().node(HumanBone::LeftFoot).unwrap();
    let mut pose = Pose::rest(&model);
    let mut place = |frame: usize| {
        pose.apply_animation(&model, animation, frame as f32 / 50.0);
        pose.evaluate(&model);
        pose.model_from_node(foot).translation
    };
    let first = place(0);
    (0..=100).map(|frame| place(frame).distance(first)).fold(0.0, f32::max)
}

#[test]
fn feet_that_stand_in_the_clip_stand_on_the_model() {
    let folder = folder("retarget_feet");
    // The fixture's shins are a centimetre longer than the clip's: 0.4·sin α·(1 − 37/36) is 6 mm where the thigh is bent by 31°.
    let (clip, model) = (squat(&folder), fixture("humanoid/avatar_vrm1.gltf"));
    let path = |name: &str| folder.join(name).display().to_string();
    let (free, locked) = (path("free.glb"), path("locked.glb"));
    let answer = sinew(&["retarget", &clip, &model, "-o", &free, "--json"]).json();
    assert!(answer["summary"].get("feet").is_none());
    let run = ["retarget", &clip, &model, "-o", &locked, "--feet", "lock", "--tolerance", "0.02", "--json"];
    let answer = sinew(&run).json();
    assert_eq!(answer["summary"]["feet"]["stances"], 2);
    assert!(answer["summary"]["feet"]["loweredMillimetres"].as_f64().unwrap() < 20.0);
    let (free, locked) = (slide(&free), slide(&locked));
    // Three bones of 0.02°, and the hips: 1.8 mm.
    assert!(free > 0.005 && locked < 0.002, "{free} {locked}");
    let text = sinew(&["retarget", &clip, &model, "--feet", "lock"]);
    assert!(text.text().contains("feet         2 stances kept"), "{}", text.stdout);
    // In poses and in BVH too: knees are bent otherwise.
    let knee = |feet: &str| {
        let answer = sinew(&["retarget", &clip, &model, "--feet", feet, "--at", "1", "--json"]).json();
        answer["samples"][0]["bones"]["leftLowerLeg"]["local"][0].as_f64().unwrap()
    };
    assert!((knee("lock") - knee("follow")).abs() > 1e-3);
    let bvh = |feet: &str| {
        let out = path(&format!("{feet}.bvh"));
        sinew(&["retarget", &clip, &model, "--feet", feet, "-o", &out]).text();
        std::fs::read_to_string(out).unwrap()
    };
    assert_ne!(bvh("lock"), bvh("follow"));
    let run = sinew(&["retarget", &clip, &model, "--feet", "lock", "-o", &path("out.vrma")]);
    assert!(run.failure(2).contains("--feet lock"), "{}", run.stderr);
    assert!(sinew(&["retarget", &clip, &model, "--feet", "glue"]).failure(2).contains("follow"));
}
