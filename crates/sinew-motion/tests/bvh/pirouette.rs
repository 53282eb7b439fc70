//! A real clip: a dancer's turn, of Poser's joint names, 120 frames a second.

use glam::{Quat, Vec3};
use sinew_document::{Code, Document, NoResources};
use sinew_model::{HumanBone, Model};
use sinew_motion::bvh::{Bvh, BvhOptions};
use sinew_motion::{HipsPolicy, Pose, RetargetMap};
use sinew_testkit::assets;
use sinew_testkit::scene::humanoid::{Avatar, arbitrary_rotation};

use super::{codes, posed};

fn text() -> Option<String> {
    let path = assets::folder()?.join("misc/pirouette.bvh");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {}", path.display());
    }
    text
}

/// The rotation in the model of a joint in a frame, in doubles, from the words of the file: the product of the matrices of
/// all its channels and those above.
fn independent_rotation(text: &str, joint: &str, frame: usize) -> [[f64; 3]; 3] {
    let (hierarchy, motion) = text.split_once("MOTION").unwrap();
    let mut words = hierarchy.split_whitespace();
    let mut numbers = motion.split_whitespace().skip(5).map(|word| word.parse::<f64>().unwrap());
    let channels: usize = hierarchy.matches("position").count() + hierarchy.matches("rotation").count();
    let values: Vec<f64> = numbers.by_ref().skip(frame * channels).take(channels).collect();
    let mut values = values.into_iter();
    let mut above = vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]];
    let mut current = "";
    while let Some(word) = words.next() {
        match word {
            "ROOT" | "JOINT" => current = words.next().unwrap(),
            "End" => current = "",
            "{" => above.push(*above.last().unwrap()),
            "}" => {
                above.pop();
            }
            "CHANNELS" => {
                let count: usize = words.next().unwrap().parse().unwrap();
                for _ in 0..count {
                    let (channel, value) = (words.next().unwrap(), values.next().unwrap());
                    let (s, c) = value.to_radians().sin_cos();
                    let turn = match channel {
                        "Xrotation" => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
                        "Yrotation" => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
                        "Zrotation" => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
                        _ => continue,
                    };
                    let matrix = above.last_mut().unwrap();
                    *matrix = product(*matrix, turn);
                }
                if current == joint {
                    return *above.last().unwrap();
                }
            }
            _ => {}
        }
    }
    panic!("no {joint}");
}

fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..3).map(|k| a[row][k] * b[k][column]).sum()))
}

/// Where a matrix takes +X.
fn along_x(matrix: [[f64; 3]; 3]) -> Vec3 {
    Vec3::new(matrix[0][0] as f32, matrix[1][0] as f32, matrix[2][0] as f32)
}

#[test]
fn it_is_read_with_its_humanoid() {
    let Some(text) = text() else { return };
    let bvh = Bvh::parse(&text).unwrap();
    // `grep -c -E 'ROOT|JOINT'`, and the lines behind MOTION.
    assert_eq!((bvh.joints().len(), bvh.frame_count(), bvh.frame_time()), (43, 592, 0.008_333_33));
    assert!(bvh.diagnostics().is_empty());
    assert_eq!(bvh.frame(1).unwrap()[..4], [13.5585, 81.9462, 146.03, 176.763]);
    let (model, diagnostics) = bvh.to_model(&BvhOptions::default());
    // All joints but the two buttocks: 41 bones.
    let humanoid = model.humanoid().unwrap();
    assert_eq!(humanoid.bones().len(), 41);
    assert!(HumanBone::ALL.into_iter().filter(|bone| bone.is_required()).all(|bone| humanoid.bones().contains(bone)));
    assert_eq!(codes(&diagnostics), [Code::BVH_BONE_NAMES, Code::BVH_FIGURE_RAISED]);
    // From the hips down to the end of a foot: 4.35084 − 1.70687 − 36.8199 − 45.1104 − 3.69964 = −82.98597 cm.
    assert!((humanoid.hips_height().unwrap() - 0.829_859_7).abs() < 1e-5);
    assert!((model.animations()[0].duration - 591.0 * 0.008_333_33).abs() < 1e-5);
    for frame in 0..592 {
        let pose = posed(&model, frame as f32 * 0.008_333_33);
        assert!(model.hierarchy().nodes().all(|node| pose.model_from_node(node).is_finite()), "frame {frame}");
    }
}

#[test]
fn on_another_humanoid_the_left_hand_points_where_the_numbers_say() {
    let Some(text) = text() else { return };
    let (clip, _) = Bvh::parse(&text).unwrap().to_model(&BvhOptions::default());
    let identity = |_: &str| Quat::IDENTITY;
    let rests: [&dyn Fn(&str) -> Quat; 2] = [&identity, &arbitrary_rotation];
    for rest in rests {
        let figure = Avatar { rest, missing: &["upperChest"], ..Avatar::default() };
        let target = Model::from_document(&Document::read(figure.to_gltf(), &NoResources).unwrap()).0;
        let humanoid = target.humanoid().unwrap();
        let map = RetargetMap::new(clip.humanoid().unwrap(), humanoid, HipsPolicy::Height);
        let mut pose = Pose::rest(&target);
        for frame in [0, 1, 100, 250, 400, 591] {
            let key = clip.animations()[0].channels[0].track.times()[frame];
            map.apply(posed(&clip, key).model_space(), &mut pose.local);
            pose.evaluate(&target);
            let position = |bone| Vec3::from(pose.model_from_node(humanoid.node(bone).unwrap()).translation);
            assert!(target.hierarchy().nodes().all(|node| pose.model_from_node(node).is_finite()));
            // The clip rests without rotations, and the humanoid's left arm and hand rest along +X.
            let hand = (position(HumanBone::LeftMiddleProximal) - position(HumanBone::LeftHand)).normalize();
            let expected = along_x(independent_rotation(&text, "lHand", frame));
            assert!(hand.distance(expected) < 1e-4, "frame {frame}: the hand points to {hand}, not {expected}");
            let forearm = (position(HumanBone::LeftHand) - position(HumanBone::LeftLowerArm)).normalize();
            let expected = along_x(independent_rotation(&text, "lForeArm", frame));
            assert!(
                forearm.distance(expected) < 1e-4,
                "frame {frame}: the forearm points to {forearm}, not {expected}"
            );
        }
        // Frame 1 has the hips at (13.5585, 81.9462, 146.03) cm, on legs of 82.98597 cm; the humanoid's are at 0.9 m.
        map.apply(posed(&clip, clip.animations()[0].channels[0].track.times()[1]).model_space(), &mut pose.local);
        pose.evaluate(&target);
        let hips = Vec3::from(pose.model_from_node(humanoid.node(HumanBone::Hips).unwrap()).translation);
        let expected = Vec3::new(0.135_585, 0.819_462, 1.4603) * (0.9 / 0.829_859_7);
        assert!(hips.distance(expected) < 1e-5, "{hips}");
    }
}
