//! Clips converted to animations of other models: which keys they keep, and how far they are off.

use glam::{Quat, Vec3};
use sinew::document::Document;
use sinew::model::{Channel, Interpolation, Track};
use sinew::{ClipOptions, Conversion, ConversionOptions, HumanBone, HumanClip, Model, Pose};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

use crate::{animated, clip, degrees_about, degrees_between, document, model, play, rotations, translations};

fn source(missing: &'static [&'static str]) -> Document {
    document(&Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, missing, ..Avatar::default() })
}

fn convert(clip: &HumanClip, target: &Model) -> Conversion {
    clip.convert(target, &ConversionOptions::default())
}

/// Checks that a conversion says the same as the clip, within what it states, at all times: every local transform.
pub(crate) fn assert_equal(
    clip: &HumanClip,
    target: &Model,
    animation: &sinew::model::Animation,
    options: &ConversionOptions,
) {
    let mut written = Pose::rest(target);
    let frames = 997;
    for frame in 0..=frames {
        let time = clip.duration() * (frame as f32 / frames as f32) * 1.01 - 0.005;
        let exact = play(clip, target, options.clip, time);
        written.reset(target);
        written.apply_animation(target, animation, time);
        for (place, (a, b)) in written.local.iter().zip(&exact.local).enumerate() {
            let degrees = degrees_between(a.rotation, b.rotation);
            assert!(degrees <= f64::from(options.degrees) + 0.005, "{degrees}° of node {place} at {time} s");
            let metres = a.translation.distance(b.translation);
            assert!(metres <= options.metres + 2e-6, "{metres} m of node {place} at {time} s");
        }
        for (a, b) in written.weights.iter().zip(&exact.weights) {
            assert!((a - b).abs() <= options.weight + 1e-5, "{a} is not {b} at {time} s");
        }
    }
}

fn channel<'a>(conversion: &'a Conversion, target: &Model, bone: HumanBone) -> &'a Channel {
    let node = target.humanoid().unwrap().node(bone).unwrap();
    conversion.animation.channels.iter().find(|channel| channel.node == node).unwrap()
}

/// Unit quaternions and tangents that curve, three a key.
fn spline(values: [Quat; 3]) -> Vec<Quat> {
    let tangent = Quat::from_xyzw(0.4, -0.9, 0.3, 0.5);
    values.into_iter().flat_map(|value| [tangent, value, tangent]).collect()
}

#[test]
fn a_bone_that_one_track_moves_keeps_its_keys_whatever_the_interpolation() {
    let key_rotations = [0.0, 100.0, -60.0].map(|degrees| degrees_about(Vec3::new(1.0, 1.0, 0.2), degrees));
    let target = model(&Avatar { rest: &|bone| arbitrary_rotation(bone).inverse(), size: 0.7, ..Avatar::default() });
    for (interpolation, values) in
        [("LINEAR", key_rotations.to_vec()), ("STEP", key_rotations.to_vec()), ("CUBICSPLINE", spline(key_rotations))]
    {
        let keys = [rotations("leftUpperArm", interpolation, &[0.25, 1.0, 1.5], &values)];
        let clip = clip(&animated(&source(&[]), &keys));
        let conversion = convert(&clip, &target);
        let channel = channel(&conversion, &target, HumanBone::LeftUpperArm);
        assert_eq!(channel.track.interpolation().as_str(), interpolation);
        assert_eq!(&**channel.track.times(), [0.25, 1.0, 1.5]);
        assert_eq!(conversion.resampled, 0);
        assert!(conversion.error.degrees < 0.005, "{interpolation}: {:?}", conversion.error);
        let exact = ConversionOptions::default().with_degrees(0.0);
        assert_equal(&clip, &target, &conversion.animation, &exact);
    }
}

#[test]
fn the_position_of_the_hips_keeps_its_keys_below_scaled_and_rotated_nodes() {
    let target = model(&Avatar {
        root_scale: 0.01,
        root_rotation: Quat::from_rotation_y(1.0),
        size: 2.0,
        revision: Revision::Vrm0,
        ..Avatar::default()
    });
    let values = [Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.3, 0.8, -0.2), Vec3::new(-0.3, 1.2, 0.9)];
    let slope = Vec3::new(3.0, -1.0, 2.0);
    let spline: Vec<Vec3> = values.into_iter().flat_map(|value| [slope, value, slope]).collect();
    for (interpolation, values) in [("LINEAR", values.to_vec()), ("STEP", values.to_vec()), ("CUBICSPLINE", spline)] {
        let clip = clip(&animated(&source(&[]), &[translations("hips", interpolation, &[0.0, 0.5, 2.0], &values)]));
        let conversion = convert(&clip, &target);
        assert_eq!((conversion.kept, conversion.resampled), (1, 0));
        assert_eq!(conversion.animation.channels[0].track.interpolation().as_str(), interpolation);
        // Local translations are in hundredths: 0.01 m of error there are 0.1 mm in the model.
        let exact = ConversionOptions::default().with_metres(0.01);
        assert_equal(&clip, &target, &conversion.animation, &exact);
    }
}

#[test]
fn tracks_of_the_same_times_give_exact_keys_and_stay_within_the_bound_between_them() {
    // The target has no chest and no upper chest: neck and shoulders take the rotation of three bones.
    let times = [0.0, 0.5, 1.0];
    let rotation = |axis, degrees: [f32; 3]| degrees.map(|degrees| degrees_about(axis, degrees)).to_vec();
    let keys = [
        rotations("chest", "LINEAR", &times, &rotation(Vec3::X, [0.0, 80.0, -40.0])),
        rotations("upperChest", "LINEAR", &times, &rotation(Vec3::Y, [10.0, -70.0, 60.0])),
        rotations("neck", "LINEAR", &times, &rotation(Vec3::Z, [0.0, 50.0, -50.0])),
    ];
    let clip = clip(&animated(&source(&[]), &keys));
    let target = model(&Avatar { missing: &["chest", "upperChest"], rest: &arbitrary_rotation, ..Avatar::default() });
    let conversion = convert(&clip, &target);
    assert!(conversion.error.degrees <= 0.1 && conversion.error.degrees > 0.0, "{:?}", conversion.error);
    let neck = channel(&conversion, &target, HumanBone::Neck);
    assert_eq!(neck.track.interpolation(), Interpolation::Linear);
    let Track::Rotation(curve) = &neck.track else { panic!("a rotation") };
    for time in times {
        let key = curve.times.iter().position(|&key| key == time).unwrap_or_else(|| panic!("no key at {time}"));
        let exact = play(&clip, &target, ClipOptions::default(), time);
        assert!(degrees_between(curve.values[key], crate::local(&target, &exact, HumanBone::Neck)) < 0.005);
    }
    assert_equal(&clip, &target, &conversion.animation, &ConversionOptions::default());
    // A tighter bound takes more keys and is kept too.
    let tight = ConversionOptions::default().with_degrees(0.01);
    let finer = clip.convert(&target, &tight);
    assert!(finer.error.degrees <= 0.01 + 0.002, "{:?}", finer.error);
    assert!(channel(&finer, &target, HumanBone::Neck).track.times().len() > curve.times.len());
}

#[test]
fn steps_stay_steps_also_where_several_meet() {
    let key_rotations = [0.0, 90.0, 45.0].map(|degrees| degrees_about(Vec3::X, degrees));
    let keys = [
        rotations("chest", "STEP", &[0.0, 1.0, 2.0], &key_rotations),
        rotations("upperChest", "STEP", &[0.5, 1.0, 1.5], &key_rotations),
    ];
    let clip = clip(&animated(&source(&[]), &keys));
    let target = model(&Avatar { missing: &["chest", "upperChest"], ..Avatar::default() });
    let conversion = convert(&clip, &target);
    let neck = channel(&conversion, &target, HumanBone::Neck);
    assert_eq!(neck.track.interpolation(), Interpolation::Step);
    assert_eq!(&**neck.track.times(), [0.0, 0.5, 1.0, 1.5, 2.0]);
    assert!(conversion.error.degrees < 0.005, "{:?}", conversion.error);
}

#[test]
fn a_step_among_lines_jumps_where_it_did() {
    let keys = [
        rotations("chest", "STEP", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::X, 90.0)]),
        rotations("upperChest", "LINEAR", &[0.0, 2.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 60.0)]),
    ];
    let clip = clip(&animated(&source(&[]), &keys));
    let target = model(&Avatar { missing: &["chest", "upperChest"], ..Avatar::default() });
    let conversion = convert(&clip, &target);
    assert_equal(&clip, &target, &conversion.animation, &ConversionOptions::default());
    let neck = channel(&conversion, &target, HumanBone::Neck);
    let times = neck.track.times();
    let jump = times.iter().position(|&time| time == 1.0).unwrap();
    assert_eq!(times[jump - 1], 1.0_f32.next_down());
}

#[test]
fn splines_and_times_that_differ_are_resampled_within_the_bound() {
    let key_rotations = [0.0, 100.0, -60.0].map(|degrees| degrees_about(Vec3::new(1.0, 1.0, 0.2), degrees));
    let keys = [
        rotations("chest", "CUBICSPLINE", &[0.0, 0.7, 1.5], &spline(key_rotations)),
        rotations("upperChest", "LINEAR", &[0.2, 0.9, 1.4], &key_rotations),
        rotations("root", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 120.0)]),
        translations("hips", "CUBICSPLINE", &[0.0, 1.0], &[Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::Z, Vec3::ONE, Vec3::Y]),
    ];
    let clip = clip(&animated(&source(&[]), &keys));
    let target = model(&Avatar { missing: &["chest", "upperChest"], rest: &arbitrary_rotation, ..Avatar::default() });
    for degrees in [0.1, 1.0] {
        let options = ConversionOptions::default().with_degrees(degrees);
        let conversion = clip.convert(&target, &options);
        assert!(conversion.error.degrees <= degrees && conversion.error.metres <= 0.001, "{:?}", conversion.error);
        assert_equal(&clip, &target, &conversion.animation, &options);
    }
}

#[test]
fn errors_of_the_hips_are_metres_of_the_model_whatever_scales_stand_above() {
    let keys = [
        rotations("root", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 120.0)]),
        translations("hips", "LINEAR", &[0.0, 1.0], &[Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.5, 0.9, 0.5)]),
    ];
    let clip = clip(&animated(&source(&[]), &keys));
    let count = |root_scale| {
        let target = model(&Avatar { root_scale, ..Avatar::default() });
        let conversion = convert(&clip, &target);
        assert!(conversion.error.metres > 0.0 && conversion.error.metres <= 0.001, "{:?}", conversion.error);
        let hips = target.humanoid().unwrap().node(HumanBone::Hips).unwrap();
        let mut written = Pose::rest(&target);
        for frame in 0..=500 {
            let time = frame as f32 / 500.0;
            written.apply_animation(&target, &conversion.animation, time);
            written.evaluate(&target);
            let exact = play(&clip, &target, ClipOptions::default(), time);
            let off = (written.model_from_node(hips).translation - exact.model_from_node(hips).translation).length();
            assert!(off < 0.001, "{off} m at {time} s");
        }
        let is_hips = |channel: &&Channel| channel.track.path() == "translation";
        conversion.animation.channels.iter().find(is_hips).unwrap().track.times().len()
    };
    // The same motion in hundredths of a metre or in hundreds of metres needs the same keys.
    assert_eq!(count(0.01), count(100.0));
}

#[test]
fn a_bone_at_rest_gets_no_channel() {
    let keys = [rotations("head", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 10.0)])];
    let clip = clip(&animated(&source(&[]), &keys));
    let conversion = convert(&clip, &model(&Avatar { rest: &arbitrary_rotation, ..Avatar::default() }));
    assert_eq!(conversion.animation.channels.len(), 1);
}
