//! Real avatars and clips: the bones that their provenance counts, and poses carried between all of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use glam::{Quat, Vec3};
use sinew_model::{Facing, HumanBone, Humanoid, Model};
use sinew_motion::{HipsPolicy, Pose, RetargetMap};
use sinew_testkit::assets;

struct Known {
    file: &'static str,
    extension: &'static str,
    bones: usize,
    /// Bones whose node rests with a local rotation.
    turned: usize,
    diagnostics: &'static [&'static str],
}

const fn known(file: &'static str, extension: &'static str, bones: usize, turned: usize) -> Known {
    Known { file, extension, bones, turned, diagnostics: &[] }
}

/// Counted in the files by hand when they were collected.
const KNOWN: [Known; 11] = [
    known("vrm/EmissionMigration_vrm0.vrm", "VRM", 52, 0),
    known("vrm/Godette_vrm0.vrm", "VRM", 45, 0),
    known("vrm/VRMC_materials_mtoon_UV_Animation_Test.vrm", "VRMC_vrm", 53, 14),
    known("vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm", "VRMC_vrm", 22, 8),
    // Its hips stand on the ground.
    Known { diagnostics: &["HUMANOID_HIPS_HEIGHT"], ..known("vrm/minimal_vrm0.vrm", "VRM", 17, 0) },
    known("vrm/sphere_vrm0.vrm", "VRM", 22, 0),
    // A test skeleton whose eight arm and leg bones point anywhere but where a T-pose has them.
    Known {
        diagnostics: &["HUMANOID_NOT_T_POSE"],
        ..known("vrma/hips_spine_twisting_16bones.vrma", "VRMC_vrm_animation", 16, 8)
    },
    known("vrma/idle_loop.vrma", "VRMC_vrm_animation", 22, 0),
    // It has both eyes, which a clip must not have.
    Known { diagnostics: &["UNEXPECTED_PROPERTY"; 2], ..known("vrma/nop.vrma", "VRMC_vrm_animation", 53, 13) },
    known("vrma/test.vrma", "VRMC_vrm_animation", 51, 12),
    Known {
        diagnostics: &["SPEC_VERSION_MISSING"],
        ..known("vrma/test_no_specVersion.vrma", "VRMC_vrm_animation", 51, 12)
    },
];

fn load_all() -> Vec<(&'static Known, Model, Vec<&'static str>)> {
    let Some(folder) = assets::folder() else { return Vec::new() };
    let load = |known: &'static Known| {
        let (model, diagnostics) = Model::open(folder.join(known.file)).unwrap();
        // Only what is said of the humanoid: nodes and animations are other tests' matter.
        let about_figure = diagnostics.iter().filter(|found| found.pointer.starts_with("/extensions/VRM"));
        let codes = about_figure.map(|found| found.code.as_str()).collect();
        (known, model, codes)
    };
    KNOWN.iter().map(load).collect()
}

fn humanoid(model: &Model) -> &Humanoid {
    model.humanoid().unwrap()
}

#[test]
fn every_avatar_and_clip_has_the_bones_that_were_counted() {
    for (known, model, codes) in load_all() {
        let humanoid = humanoid(&model);
        assert_eq!(humanoid.extension(), Some(known.extension), "{}", known.file);
        assert_eq!(humanoid.bones().len(), known.bones, "{}", known.file);
        let is_turned = |&bone: &HumanBone| humanoid.at_rest(bone).unwrap().rotation.local.xyz().length() > 1e-5;
        assert_eq!(humanoid.bones().iter().filter(is_turned).count(), known.turned, "{}", known.file);
        assert_eq!(codes, known.diagnostics, "{}", known.file);
        let facing = if known.extension == "VRM" { Facing::NegativeZ } else { Facing::PositiveZ };
        assert_eq!(humanoid.facing(), facing);
    }
    for path in assets::models("vrm").iter().filter(|path| path.ends_with("empty.vrm")) {
        assert!(Model::open(path).unwrap().0.humanoid().is_none());
    }
}

#[test]
fn expressions_and_look_at_of_avatars_are_those_in_the_files() {
    for (known, model, _) in load_all() {
        let expressions = model.expressions().as_slice();
        match known.file {
            "vrm/Godette_vrm0.vrm" => {
                assert_eq!(expressions.len(), 17);
                let aa = model.expressions().find("aa").unwrap();
                assert_eq!((aa.morph_target_binds[0].index, aa.morph_target_binds.len()), (5, 1));
                assert!((aa.morph_target_binds[0].weight - 1.0).abs() < 1e-6);
                let offset = model.look_at().unwrap().offset_from_head_bone.unwrap();
                assert!(offset.distance(Vec3::new(0.0, 0.146, -0.122)) < 1e-6);
            }
            "vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm" => {
                assert_eq!(expressions.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["happy", "blink"]);
                assert!(expressions[0].is_binary);
            }
            _ => {}
        }
    }
}

#[test]
fn the_arms_of_every_avatar_can_hang() {
    // On a humanoid that looks along +Z, a quarter about Z takes the left arm from +X to +Y, so minus a quarter lets it
    // hang; the right arm the other way. Nothing else is reported, so forearms follow.
    let down = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
    for (known, model, _) in load_all() {
        let humanoid = humanoid(&model);
        let rest = Pose::rest(&model);
        let mut human_pose = rest.human_pose(&model).unwrap();
        human_pose.set_rotation(HumanBone::LeftUpperArm, down);
        human_pose.set_rotation(HumanBone::RightUpperArm, down.conjugate());
        let mut pose = rest.clone();
        pose.apply_human_pose(&model, &human_pose, HipsPolicy::Height);
        pose.evaluate(&model);
        let place = |pose: &Pose, bone| Vec3::from(pose.model_from_node(humanoid.node(bone).unwrap()).translation);
        for (shoulder, hand, turn) in [
            (HumanBone::LeftUpperArm, HumanBone::LeftHand, down),
            (HumanBone::RightUpperArm, HumanBone::RightHand, down.conjugate()),
        ] {
            // Seen on a humanoid that faces the other way, the same turn goes the other way round.
            let turn = if humanoid.facing() == Facing::NegativeZ { turn.conjugate() } else { turn };
            let arm = place(&pose, hand) - place(&pose, shoulder);
            let expected = turn * (place(&rest, hand) - place(&rest, shoulder));
            assert!(arm.distance(expected) < 1e-5 * (1.0 + arm.length()), "{} {hand}", known.file);
            if known.diagnostics.is_empty() {
                assert!(arm.normalize().dot(Vec3::NEG_Y) > 0.99, "{} {hand}: {arm}", known.file);
            }
        }
    }
}

#[test]
fn every_pose_of_every_humanoid_retargets_to_every_other() {
    let all = load_all();
    for (source_known, source, _) in &all {
        let mut posed = Pose::rest(source);
        for (place, bone) in humanoid(source).bones().iter().enumerate() {
            let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.1 * place as f32, -0.2);
            posed.local[humanoid(source).node(bone).unwrap().slot()].rotation *= turn;
        }
        posed.evaluate(source);
        let turn = |model: &Model, pose: &Pose, bone| {
            let rest = humanoid(model).at_rest(bone).unwrap();
            let turn = pose.model_space().rotation(rest.node) * rest.rotation.model.conjugate();
            humanoid(model).facing().convert(turn)
        };
        for (target_known, target, _) in &all {
            let mut pose = Pose::rest(target);
            let map = RetargetMap::new(humanoid(source), humanoid(target), HipsPolicy::Height);
            map.apply(posed.model_space(), &mut pose.local);
            pose.evaluate(target);
            for bone in humanoid(target).bones().iter() {
                let expected = turn(source, &posed, humanoid(source).nearest(bone).unwrap());
                let error = (turn(target, &pose, bone) * expected.conjugate()).xyz().length();
                assert!(error < 2e-5, "{} to {}, {bone}: {error}", source_known.file, target_known.file);
            }
        }
    }
}
