//! What must hold of every human pose on every humanoid, whatever its rest rotations and whichever bones it lacks.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sinew_document::{Document, NoResources};
use sinew_model::kernel::retarget::RestRotation;
use sinew_model::{HumanBone, Humanoid, Model};
use sinew_motion::{HipsPolicy, HumanPose, Pose, RetargetMap};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

/// Half the angle in radians by which two rotations may differ: a dozen products of singles.
const TOLERANCE: f32 = 2e-5;

fn difference(a: Quat, b: Quat) -> f32 {
    (a * b.conjugate()).xyz().length()
}

/// W · L⁻¹ · local · W⁻¹ (vrm-c/vrm-specification, `how_to_transform_human_pose`).
fn normalized_from_local(rest: RestRotation, local: Quat) -> Quat {
    rest.model * rest.local.conjugate() * local * rest.model.conjugate()
}

/// L · W⁻¹ · normalized · W (as above).
fn local_from_normalized(rest: RestRotation, normalized: Quat) -> Quat {
    rest.local * rest.model.conjugate() * normalized * rest.model
}

fn load(figure: &Avatar<'_>) -> Model {
    let document = Document::read(figure.to_gltf(), &NoResources).unwrap();
    Model::from_document(&document).0
}

fn humanoid(model: &Model) -> &Humanoid {
    model.humanoid().unwrap()
}

/// One rotation a bone, by its name.
fn by_name(rotations: &[Quat]) -> impl Fn(&str) -> Quat {
    |name| rotations[HumanBone::from_name(name).unwrap().index()]
}

/// The model's bones turned to these rotations relative to their parents, and the hips moved.
fn posed(model: &Model, rotations: &[Quat], hips: Vec3) -> Pose {
    let mut pose = Pose::rest(model);
    for bone in humanoid(model).bones().iter() {
        pose.local[humanoid(model).node(bone).unwrap().slot()].rotation = rotations[bone.index()];
    }
    pose.local[humanoid(model).node(HumanBone::Hips).unwrap().slot()].translation += hips;
    pose.evaluate(model);
    pose
}

fn apply(model: &Model, human_pose: &HumanPose, policy: HipsPolicy) -> Pose {
    let mut pose = Pose::rest(model);
    pose.apply_human_pose(model, human_pose, policy);
    pose.evaluate(model);
    pose
}

/// How far each bone has turned from rest, in the model.
fn turn(model: &Model, pose: &Pose, bone: HumanBone) -> Quat {
    let rest = humanoid(model).at_rest(bone).unwrap();
    pose.model_space().rotation(rest.node) * rest.rotation.model.conjugate()
}

fn hips_position(model: &Model, pose: &Pose) -> Vec3 {
    pose.model_from_node(humanoid(model).node(HumanBone::Hips).unwrap()).translation.into()
}

fn rotation() -> impl Strategy<Value = Quat> {
    let component = -1.0_f32..1.0;
    [component.clone(), component.clone(), component.clone(), component].prop_filter_map("too short", |c| {
        let rotation = Quat::from_array(c);
        (rotation.length() > 0.1).then(|| rotation.normalize())
    })
}

fn rotations() -> impl Strategy<Value = Vec<Quat>> {
    prop::collection::vec(rotation(), HumanBone::COUNT)
}

fn offset() -> impl Strategy<Value = Vec3> {
    [-1.0_f32..1.0, -0.5_f32..0.5, -1.0_f32..1.0].prop_map(Vec3::from)
}

fn optional_bone() -> impl Strategy<Value = HumanBone> {
    let optional: Vec<_> = HumanBone::ALL.into_iter().filter(|bone| !bone.is_required()).collect();
    prop::sample::select(optional)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_pose_of_a_humanoid_puts_it_back_into_its_pose(
        rest in rotations(), pose in rotations(), hips in offset(), between in rotation(), root in rotation(),
    ) {
        let rest = by_name(&rest);
        let model = load(&Avatar {
            rest: &rest, between: &["spine", "leftLowerArm", "head"], between_rotation: between,
            root_rotation: root, root_scale: 0.01, ..Avatar::default()
        });
        let mut posed = posed(&model, &pose, hips);
        // A node between two bones that moves too.
        let above_head = model.hierarchy().find("above head").unwrap();
        posed.local[above_head.slot()].rotation = between;
        posed.evaluate(&model);
        let human_pose = posed.human_pose(&model).unwrap();
        let mut again = Pose::rest(&model);
        again.local[above_head.slot()].rotation = between;
        again.apply_human_pose(&model, &human_pose, HipsPolicy::Height);
        for (a, b) in again.local.iter().zip(&posed.local) {
            prop_assert!(difference(a.rotation, b.rotation) < TOLERANCE);
            // Below a root of 0.01, a local unit is a centimetre.
            prop_assert!(a.translation.distance(b.translation) < 1e-3);
        }
    }

    #[test]
    fn rest_is_the_human_pose_without_rotations(rest in rotations(), root in rotation()) {
        let rest = by_name(&rest);
        let model = load(&Avatar { rest: &rest, root_rotation: root, between: &["neck"], ..Avatar::default() });
        let human_pose = Pose::rest(&model).human_pose(&model).unwrap();
        prop_assert_eq!(human_pose.bones().len(), 55);
        for bone in HumanBone::ALL {
            prop_assert!(difference(human_pose.rotation(bone), Quat::IDENTITY) < TOLERANCE);
        }
        prop_assert!(human_pose.hips_position().unwrap().distance(Vec3::new(0.0, 0.9, 0.0)) < 1e-5);
        let again = apply(&model, &HumanPose::rest(humanoid(&model)), HipsPolicy::Height);
        for (local, rest) in again.local.iter().zip(model.hierarchy().rest_pose()) {
            prop_assert!(difference(local.rotation, rest.rotation) < TOLERANCE);
            prop_assert!(local.translation.distance(rest.translation) < 1e-5);
        }
    }

    #[test]
    fn there_and_back_is_where_it_was(
        rest_a in rotations(), rest_b in rotations(), pose in rotations(), hips in offset(), size in 0.2_f32..3.0,
    ) {
        let (rest_a, rest_b) = (by_name(&rest_a), by_name(&rest_b));
        let a = load(&Avatar { rest: &rest_a, ..Avatar::default() });
        let b = load(&Avatar {
            rest: &rest_b, size, revision: Revision::Vrm0, between: &["leftHand", "chest"], root_scale: 2.0,
            ..Avatar::default()
        });
        for policy in [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs] {
            let posed_a = posed(&a, &pose, hips);
            let (mut on_b, mut back) = (Pose::rest(&b), Pose::rest(&a));
            RetargetMap::new(humanoid(&a), humanoid(&b), policy).apply(posed_a.model_space(), &mut on_b.local);
            on_b.evaluate(&b);
            RetargetMap::new(humanoid(&b), humanoid(&a), policy).apply(on_b.model_space(), &mut back.local);
            for (local, expected) in back.local.iter().zip(&posed_a.local) {
                prop_assert!(difference(local.rotation, expected.rotation) < TOLERANCE);
                prop_assert!(local.translation.distance(expected.translation) < 1e-4);
            }
        }
    }

    #[test]
    fn a_bone_that_the_target_lacks_turns_its_children(
        rest in rotations(), rest_b in rotations(), pose in rotations(), lacking in optional_bone(),
    ) {
        let (rest_a, rest_b) = (by_name(&rest), by_name(&rest_b));
        let source = load(&Avatar { rest: &rest_a, ..Avatar::default() });
        let whole = load(&Avatar { rest: &rest_b, ..Avatar::default() });
        let without = load(&Avatar { rest: &rest_b, missing: &[lacking.name()], ..Avatar::default() });
        prop_assert_eq!(humanoid(&without).bones().len(), 54);
        let human_pose = posed(&source, &pose, Vec3::ZERO).human_pose(&source).unwrap();
        let (on_whole, on_without) =
            (apply(&whole, &human_pose, HipsPolicy::Height), apply(&without, &human_pose, HipsPolicy::Height));
        for bone in humanoid(&without).bones().iter() {
            prop_assert!(difference(turn(&without, &on_without, bone), turn(&whole, &on_whole, bone)) < TOLERANCE);
        }
    }

    #[test]
    fn a_bone_that_the_source_lacks_moves_with_its_parent(
        rest in rotations(), rest_b in rotations(), pose in rotations(), lacking in optional_bone(),
    ) {
        let (rest_a, rest_b) = (by_name(&rest), by_name(&rest_b));
        let source = load(&Avatar { rest: &rest_a, missing: &[lacking.name()], ..Avatar::default() });
        let target = load(&Avatar { rest: &rest_b, ..Avatar::default() });
        let posed_source = posed(&source, &pose, Vec3::ZERO);
        let mut on_target = Pose::rest(&target);
        RetargetMap::new(humanoid(&source), humanoid(&target), HipsPolicy::Height)
            .apply(posed_source.model_space(), &mut on_target.local);
        on_target.evaluate(&target);
        let parent = lacking.parent().unwrap();
        let (turned, parent) = (turn(&target, &on_target, lacking), turn(&target, &on_target, parent));
        prop_assert!(difference(turned, parent) < TOLERANCE);
        for bone in humanoid(&source).bones().iter() {
            let expected = turn(&source, &posed_source, bone);
            prop_assert!(difference(turn(&target, &on_target, bone), expected) < TOLERANCE);
        }
    }

    #[test]
    fn a_quaternion_and_its_negative_are_one_rotation(
        rest in rotations(), pose in rotations(), signs in prop::collection::vec(any::<bool>(), HumanBone::COUNT),
    ) {
        let negated: Vec<_> = pose.iter().zip(signs).map(|(&q, negate)| if negate { -q } else { q }).collect();
        let rest = by_name(&rest);
        let a = load(&Avatar { rest: &rest, ..Avatar::default() });
        let b = load(&Avatar { missing: &["chest", "neck"], ..Avatar::default() });
        let one = posed(&a, &pose, Vec3::ZERO).human_pose(&a).unwrap();
        let other = posed(&a, &negated, Vec3::ZERO).human_pose(&a).unwrap();
        let (on_b, other_on_b) = (apply(&b, &one, HipsPolicy::Height), apply(&b, &other, HipsPolicy::Height));
        for bone in humanoid(&b).bones().iter() {
            prop_assert!(difference(turn(&b, &on_b, bone), turn(&b, &other_on_b, bone)) < TOLERANCE);
        }
        let (blend, other_blend) = (HumanPose::default().blend(&one, 0.3), HumanPose::default().blend(&other, 0.3));
        for bone in HumanBone::ALL {
            // At half a turn both ways are as short, and rounding decides which is taken.
            if one.rotation(bone).w.abs() > 1e-3 {
                prop_assert!(difference(blend.rotation(bone), other_blend.rotation(bone)) < 1e-4);
            }
        }
    }

    #[test]
    fn the_formulas_of_the_text_are_the_general_form_where_bones_hang_on_bones(
        rest in rotations(), pose in rotations(), root in rotation(),
    ) {
        let rest = by_name(&rest);
        let model = load(&Avatar { rest: &rest, root_rotation: root, ..Avatar::default() });
        let posed = posed(&model, &pose, Vec3::ZERO);
        let human_pose = posed.human_pose(&model).unwrap();
        let applied = apply(&model, &human_pose, HipsPolicy::Height);
        for bone in HumanBone::ALL {
            let at_rest = humanoid(&model).at_rest(bone).unwrap();
            let by_text = normalized_from_local(at_rest.rotation, posed.local[at_rest.node.slot()].rotation);
            prop_assert!(difference(human_pose.rotation(bone), by_text) < TOLERANCE, "{}", bone);
            let by_text = local_from_normalized(at_rest.rotation, by_text);
            prop_assert!(difference(applied.local[at_rest.node.slot()].rotation, by_text) < TOLERANCE, "{}", bone);
        }
    }

    #[test]
    fn a_humanoid_of_vrm_0x_does_the_same_turned_by_half(
        rest in rotations(), pose in rotations(), hips in offset(),
    ) {
        let rest = by_name(&rest);
        let source = load(&Avatar { rest: &rest, ..Avatar::default() });
        let vrm1 = load(&Avatar::default());
        let vrm0 = load(&Avatar { revision: Revision::Vrm0, ..Avatar::default() });
        let human_pose = posed(&source, &pose, hips).human_pose(&source).unwrap();
        let (on_1, on_0) = (apply(&vrm1, &human_pose, HipsPolicy::Height), apply(&vrm0, &human_pose, HipsPolicy::Height));
        let half = Quat::from_rotation_y(std::f32::consts::PI);
        for bone in HumanBone::ALL {
            let expected = half * turn(&vrm1, &on_1, bone) * half.conjugate();
            prop_assert!(difference(turn(&vrm0, &on_0, bone), expected) < TOLERANCE);
        }
        prop_assert!(hips_position(&vrm0, &on_0).distance(half * hips_position(&vrm1, &on_1)) < 1e-5);
        let again = on_0.human_pose(&vrm0).unwrap();
        for bone in HumanBone::ALL {
            prop_assert!(difference(again.rotation(bone), human_pose.rotation(bone)) < TOLERANCE);
        }
    }

    #[test]
    fn a_compiled_map_gives_what_the_pose_gives(
        rest_a in rotations(), rest_b in rotations(), pose in rotations(), hips in offset(), between in rotation(),
        lacking in (optional_bone(), optional_bone()),
    ) {
        let (rest_a, rest_b) = (by_name(&rest_a), by_name(&rest_b));
        let source = load(&Avatar { rest: &rest_a, missing: &[lacking.0.name()], ..Avatar::default() });
        let target = load(&Avatar {
            rest: &rest_b, missing: &[lacking.1.name()], between: &["leftUpperLeg", "rightLowerLeg"],
            between_rotation: between, revision: Revision::Vrm0, size: 0.7, root_scale: 3.0, ..Avatar::default()
        });
        let posed_source = posed(&source, &pose, hips);
        let human_pose = posed_source.human_pose(&source).unwrap();
        for policy in [HipsPolicy::Height, HipsPolicy::None, HipsPolicy::Legs] {
            let by_posture = apply(&target, &human_pose, policy);
            let mut by_map = Pose::rest(&target);
            RetargetMap::new(humanoid(&source), humanoid(&target), policy)
                .apply(posed_source.model_space(), &mut by_map.local);
            for (a, b) in by_map.local.iter().zip(&by_posture.local) {
                prop_assert!(difference(a.rotation, b.rotation) < TOLERANCE);
                prop_assert!(a.translation.distance(b.translation) < 1e-5);
            }
        }
    }

    #[test]
    fn turned_nodes_between_the_bones_of_the_target_stay_and_are_accounted_for(
        rest in rotations(), pose in rotations(), turned in rotation(), hips in offset(), root in rotation(),
    ) {
        let rest = by_name(&rest);
        let between = &["hips", "spine", "leftLowerLeg"];
        let plain = load(&Avatar { rest: &rest, ..Avatar::default() });
        let target = load(&Avatar { rest: &rest, between, root_rotation: root, ..Avatar::default() });
        let human_pose = posed(&plain, &pose, hips).human_pose(&plain).unwrap();
        let on_plain = apply(&plain, &human_pose, HipsPolicy::Height);
        let mut on_target = Pose::rest(&target);
        for bone in between {
            let node = target.hierarchy().find(&format!("above {bone}")).unwrap();
            on_target.local[node.slot()].rotation = turned;
        }
        on_target.apply_human_pose(&target, &human_pose, HipsPolicy::Height);
        on_target.evaluate(&target);
        for bone in HumanBone::ALL {
            prop_assert!(difference(turn(&target, &on_target, bone), turn(&plain, &on_plain, bone)) < TOLERANCE);
        }
        for bone in between {
            let node = target.hierarchy().find(&format!("above {bone}")).unwrap();
            prop_assert_eq!(on_target.local[node.slot()].rotation, turned);
        }
        prop_assert!(hips_position(&target, &on_target).distance(hips_position(&plain, &on_plain)) < 1e-5);
    }
}
