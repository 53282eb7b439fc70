use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_model::Model;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, Facing, Hierarchy, HumanBone, Humanoid, Interpolation, Track};
use sinew_motion::{
    ClipMap, ClipOptions, ConversionOptions, ExpressionState, FeetPolicy, FootLock, HipsPolicy, HumanClip, Pose,
};

use crate::{RATE, places, slide};

/// The skeleton of a humanoid by the places of its legs: hip joints, knees, ankles and toes on the left.
#[derive(Clone, Copy)]
struct Legs {
    hip: Vec3,
    knee: Vec3,
    ankle: Vec3,
    toes: Vec3,
}

/// A leg of 0.4 m and 0.36 m.
const SOURCE: Legs = Legs {
    hip: Vec3::new(0.1, 0.85, 0.0),
    knee: Vec3::new(0.1, 0.45, 0.0),
    ankle: Vec3::new(0.1, 0.09, 0.0),
    toes: Vec3::new(0.1, 0.02, 0.12),
};

/// Short thighs, long shins, wide hips.
const OTHER: Legs = Legs {
    hip: Vec3::new(0.16, 0.8, 0.0),
    knee: Vec3::new(0.16, 0.55, 0.0),
    ankle: Vec3::new(0.16, 0.07, 0.0),
    toes: Vec3::new(0.16, 0.01, 0.1),
};

/// Legs of half a metre on high shoes.
const SHORT: Legs = Legs {
    hip: Vec3::new(0.1, 0.85, 0.0),
    knee: Vec3::new(0.1, 0.6, 0.0),
    ankle: Vec3::new(0.1, 0.35, 0.0),
    toes: Vec3::new(0.1, 0.02, 0.12),
};

const HIPS: Vec3 = Vec3::new(0.0, 0.9, 0.0);

fn model(legs: &Legs, facing: Facing, animations: Vec<Animation>) -> Model {
    let mirrored = |place: Vec3| Vec3::new(-place.x, place.y, place.z);
    let mut nodes: Vec<(HumanBone, Option<usize>, Vec3)> = vec![
        (HumanBone::Hips, None, HIPS),
        (HumanBone::Spine, Some(0), HIPS + Vec3::Y * 0.1),
        (HumanBone::Head, Some(1), HIPS + Vec3::Y * 0.6),
    ];
    let left = [HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg, HumanBone::LeftFoot, HumanBone::LeftToes];
    let right = [HumanBone::RightUpperLeg, HumanBone::RightLowerLeg, HumanBone::RightFoot, HumanBone::RightToes];
    for (bones, side) in [(left, (|place| place) as fn(Vec3) -> Vec3), (right, mirrored)] {
        let mut parent = 0;
        for (bone, place) in bones.into_iter().zip([legs.hip, legs.knee, legs.ankle, legs.toes]) {
            nodes.push((bone, Some(parent), side(place)));
            parent = nodes.len() - 1;
        }
    }
    let place = |at: usize| facing.convert_vector(nodes[at].2);
    let rows = nodes.iter().enumerate().map(|(at, (bone, parent, _))| {
        let above = parent.map_or(Vec3::ZERO, place);
        (*parent, Transform { translation: place(at) - above, ..Transform::IDENTITY }, bone.name())
    });
    let hierarchy = Hierarchy::from_depth_first(rows).unwrap();
    let bones: Vec<_> = nodes.iter().map(|(bone, ..)| (*bone, hierarchy.find(bone.name()).unwrap())).collect();
    let humanoid = Humanoid::new(&hierarchy, facing, bones);
    Model::new(hierarchy, animations, None).with_humanoid(humanoid)
}

/// The hips' displacement at a time; the feet of the source stay where they rest.
type Sway = fn(f32) -> Vec3;

/// The rotations in the model of thigh and shin, so that the ankle stays where it rests: the law of cosines, with the knee ahead.
fn leg(displacement: Vec3) -> [Quat; 2] {
    let (thigh, shin) = (SOURCE.hip.distance(SOURCE.knee), SOURCE.knee.distance(SOURCE.ankle));
    let to_ankle = SOURCE.ankle - SOURCE.hip - displacement;
    let distance = to_ankle.length();
    let at_hip = ((thigh * thigh + distance * distance - shin * shin) / (2.0 * thigh * distance)).acos();
    let at_ankle = ((shin * shin + distance * distance - thigh * thigh) / (2.0 * shin * distance)).acos();
    let tilt = Quat::from_rotation_arc(-Vec3::Y, to_ankle / distance);
    [tilt * Quat::from_rotation_x(-at_hip), tilt * Quat::from_rotation_x(at_ankle)]
}

/// A clip of four seconds that sways on standing feet.
fn swaying(sway: Sway) -> HumanClip {
    let plain = model(&SOURCE, Facing::PositiveZ, Vec::new());
    let times: Arc<[f32]> = (0..=240).map(|frame| frame as f32 / 60.0).collect();
    let rotation = |bone: HumanBone, values: Vec<Quat>| Channel {
        node: plain.hierarchy().find(bone.name()).unwrap(),
        track: Track::Rotation(Curve {
            times: Arc::clone(&times),
            values: values.into(),
            interpolation: Interpolation::Linear,
        }),
    };
    let legs: Vec<[Quat; 2]> = times.iter().map(|time| leg(sway(*time))).collect();
    let mut channels = vec![Channel {
        node: plain.hierarchy().find("hips").unwrap(),
        track: Track::Translation(Curve {
            times: Arc::clone(&times),
            values: times.iter().map(|time| HIPS + sway(*time)).collect(),
            interpolation: Interpolation::Linear,
        }),
    }];
    for bones in [
        [HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg, HumanBone::LeftFoot],
        [HumanBone::RightUpperLeg, HumanBone::RightLowerLeg, HumanBone::RightFoot],
    ] {
        let locals = |of: fn([Quat; 2]) -> Quat| legs.iter().map(|leg| of(*leg).normalize()).collect();
        channels.push(rotation(bones[0], locals(|[thigh, _]| thigh)));
        channels.push(rotation(bones[1], locals(|[thigh, shin]| thigh.inverse() * shin)));
        channels.push(rotation(bones[2], locals(|[_, shin]| shin.inverse())));
    }
    let animation = Animation { channels, duration: 4.0, ..Animation::default() };
    HumanClip::new(model(&SOURCE, Facing::PositiveZ, vec![animation]), 0).unwrap()
}

fn squat(time: f32) -> Vec3 {
    Vec3::new(0.0, -0.07 - 0.06 * (time * 2.0).cos(), 0.02 * time.sin())
}

fn lean(time: f32) -> Vec3 {
    Vec3::new(0.18 * (time * 1.5).sin(), -0.03, 0.0)
}

/// The slide and the error of the height of both feet, metres.
fn worst(clip: &HumanClip, target: &Model, feet: FeetPolicy, hips: HipsPolicy) -> (f32, f32) {
    let options = ConversionOptions::default()
        .with_clip(ClipOptions::default().with_hips(hips))
        .with_feet(feet)
        .with_degrees(0.02)
        .with_metres(2e-4);
    let conversion = clip.convert(target, &options);
    let mut worst = (0.0_f32, 0.0_f32);
    for bone in [HumanBone::LeftFoot, HumanBone::RightFoot] {
        let rest = target.humanoid().unwrap().at_rest(bone).unwrap().position;
        let places = places(target, &conversion.animation, bone, clip.duration());
        worst.0 = worst.0.max(slide(&places));
        worst.1 = worst.1.max(places.iter().map(|place| (place.y - rest.y).abs()).fold(0.0, f32::max));
    }
    worst
}

#[test]
fn feet_of_other_legs_slide_and_locked_ones_stand() {
    // Without a lock it depends on the legs and on how hips are scaled how far feet slide.
    let mut without = 0.0_f32;
    for sway in [squat as Sway, lean] {
        let clip = swaying(sway);
        for (legs, facing) in [(&OTHER, Facing::PositiveZ), (&OTHER, Facing::NegativeZ), (&SHORT, Facing::PositiveZ)] {
            let target = model(legs, facing, Vec::new());
            for hips in [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs] {
                let (slide, height) = worst(&clip, &target, FeetPolicy::Follow, hips);
                without = without.max(slide).max(height);
                // Three bones of 0.02° on a leg of less than a metre, and the hips: 1.2 mm.
                let (slide, height) = worst(&clip, &target, FeetPolicy::Lock, hips);
                assert!(slide < 0.0015 && height < 0.0015, "{slide} {height} {hips:?} {facing:?}");
            }
        }
    }
    assert!(without > 0.02, "{without}");
}

#[test]
fn hips_are_lowered_where_a_leg_is_too_short() {
    let clip = swaying(lean);
    let target = model(&SHORT, Facing::PositiveZ, Vec::new());
    let lock = FootLock::new(&clip, &target, &ClipMap::new(&clip, &target, ClipOptions::default()));
    // Legs of 0.5 m that lean by 0.18 m, from hips 3 cm below rest: 0.47 − √(0.5² − 0.18²) = 3.5 mm.
    assert!((lock.lowered() - 0.0035).abs() < 2e-4, "{}", lock.lowered());
    assert_eq!(lock.stances(), 2);
    let own = model(&SOURCE, Facing::PositiveZ, Vec::new());
    let lock = FootLock::new(&clip, &own, &ClipMap::new(&clip, &own, ClipOptions::default()));
    assert!(lock.lowered() < 1e-5, "{}", lock.lowered());
}

#[test]
fn the_clip_s_own_skeleton_is_not_changed() {
    let clip = swaying(squat);
    let target = model(&SOURCE, Facing::PositiveZ, Vec::new());
    let map = ClipMap::new(&clip, &target, ClipOptions::default());
    let lock = FootLock::new(&clip, &target, &map);
    let (mut sample, mut face) = (clip.start(), ExpressionState::new(&target));
    for frame in 0..400 {
        let (mut free, mut locked) = (Pose::rest(&target), Pose::rest(&target));
        clip.sample(frame as f32 / 100.0, &mut sample);
        map.apply(&target, &sample, &mut face, &mut free);
        map.apply(&target, &sample, &mut face, &mut locked);
        lock.apply(&target, &sample, &mut locked);
        for (a, b) in free.local.iter().zip(&locked.local) {
            // Between keys the source's own ankle is off by the interpolation: micrometres on straight legs are arc minutes.
            assert!(a.rotation.dot(b.rotation).abs() > 0.999_99, "{frame}");
        }
    }
}

#[test]
fn a_foot_in_the_air_is_left_alone() {
    // The left thigh swings forward and back between 0.5 s and 1.5 s; before and after, both feet stand.
    let plain = model(&SOURCE, Facing::PositiveZ, Vec::new());
    let times: Arc<[f32]> = (0..=120).map(|frame| frame as f32 / 60.0).collect();
    let angle = |time: f32| {
        let phase = ((time - 0.5).clamp(0.0, 1.0) * std::f32::consts::PI).sin();
        Quat::from_rotation_x(-0.9 * phase * phase)
    };
    let channels = vec![Channel {
        node: plain.hierarchy().find("leftUpperLeg").unwrap(),
        track: Track::Rotation(Curve {
            times: Arc::clone(&times),
            values: times.iter().map(|time| angle(*time)).collect(),
            interpolation: Interpolation::Linear,
        }),
    }];
    let animation = Animation { channels, duration: 2.0, ..Animation::default() };
    let clip = HumanClip::new(model(&SOURCE, Facing::PositiveZ, vec![animation]), 0).unwrap();
    let target = model(&OTHER, Facing::PositiveZ, Vec::new());
    let [free, locked] = [FeetPolicy::Follow, FeetPolicy::Lock].map(|feet| {
        let conversion = clip.convert(&target, &ConversionOptions::default().with_feet(feet));
        places(&target, &conversion.animation, HumanBone::LeftFoot, 2.0)
    });
    let rest = OTHER.ankle;
    for (frame, (free, locked)) in free.iter().zip(&locked).enumerate() {
        let time = frame as f32 / RATE;
        if (0.85..1.15).contains(&time) {
            assert!(free.distance(*locked) < 0.003, "{time}: {free} {locked}");
        } else if !(0.45..=1.55).contains(&time) {
            assert!(locked.distance(rest) < 0.003, "{time}: {locked}");
        }
    }
}

#[test]
fn clips_without_legs_and_poses_of_other_models_are_left_alone() {
    let clip = swaying(squat);
    let target = model(&OTHER, Facing::PositiveZ, Vec::new());
    let map = ClipMap::new(&clip, &target, ClipOptions::default());
    let lock = FootLock::new(&clip, &target, &map);
    let bare = Model::new(Hierarchy::from_depth_first([(None, Transform::IDENTITY, "box")]).unwrap(), Vec::new(), None);
    let none = FootLock::new(&clip, &bare, &ClipMap::new(&clip, &bare, ClipOptions::default()));
    assert_eq!(none.stances(), 0);
    let (sample, mut pose) = (clip.start(), Pose::rest(&bare));
    assert!(lock.apply(&target, &sample, &mut pose) <= 0.0 && pose.local[0] == Transform::IDENTITY);
}
