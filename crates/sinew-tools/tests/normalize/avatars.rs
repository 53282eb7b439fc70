//! Avatars and clips: skinned vertices at rest, posed and animated, and what a pose is afterwards.

use sinew::document::{AccessorData, AccessorIndex, Document, NodeIndex};
use sinew::{Facing, HipsPolicy, HumanBone, HumanPose, Model, Pose};
use sinew_testkit::assets;
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

use crate::{Pair, looks};

/// 0.1 mm.
const TOLERANCE: f64 = 1e-4;

fn human_pose(model: &Model, seed: usize) -> HumanPose {
    let humanoid = model.humanoid().unwrap();
    let mut human_pose = HumanPose::rest(humanoid);
    for (place, bone) in humanoid.bones().iter().enumerate() {
        human_pose.set_rotation(bone, looks::arbitrary_rotation(seed + place));
    }
    let hips = human_pose.hips_position().unwrap();
    human_pose.set_hips_position(Some(hips + glam::Vec3::new(0.3, -0.2, 0.1)));
    human_pose
}

fn posed(model: &Model, human_pose: &HumanPose) -> Pose {
    let mut pose = Pose::rest(model);
    pose.apply_human_pose(model, human_pose, HipsPolicy::None);
    pose.evaluate(model);
    pose
}

fn check(name: &str, pair: &Pair) {
    assert!(pair.difference_at_rest() < TOLERANCE, "{name}: {}", pair.difference_at_rest());
    let humanoid = pair.after_model.humanoid().unwrap();
    for bone in humanoid.bones().iter() {
        let rest = humanoid.at_rest(bone).unwrap().rotation;
        assert_eq!((rest.local, rest.model), (glam::Quat::IDENTITY, glam::Quat::IDENTITY), "{name}, {bone}");
    }
    for seed in [1, 100, 1000] {
        let human_pose = human_pose(&pair.before_model, seed);
        let (before, after) = (posed(&pair.before_model, &human_pose), posed(&pair.after_model, &human_pose));
        let difference = looks::difference(pair, &before, &after);
        assert!(difference < TOLERANCE, "{name}, pose {seed}: {difference}");
        check_local_is_normalized(name, pair, &human_pose, &after);
    }
    pair.assert_second_time_changes_nothing();
}

/// Where every bone hangs on its parent bone, the local rotation of its node is the normalized rotation. Each is a chain of
/// at most ten products of unit quaternions in singles there and back: 20 · 2 · 6e-8 < 3e-6.
fn check_local_is_normalized(name: &str, pair: &Pair, human_pose: &HumanPose, pose: &Pose) {
    let model = &pair.after_model;
    let humanoid = model.humanoid().unwrap();
    for bone in humanoid.bones().iter() {
        let node = humanoid.node(bone).unwrap();
        let expected = humanoid.nearest(bone).map_or(glam::Quat::IDENTITY, |bone| human_pose.rotation(bone));
        let half = glam::Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let expected = match humanoid.facing() {
            Facing::PositiveZ => expected,
            Facing::NegativeZ => half * expected * half.conjugate(),
        };
        let local = pose.local[node.slot()].rotation;
        let error = (local * expected.conjugate()).xyz().length();
        assert!(error < 3e-6, "{name}, {bone}: {local} is not {expected}");
    }
}

#[test]
fn every_avatar_looks_the_same_at_rest_and_in_a_pose() {
    let mut count = 0;
    for path in assets::models("vrm") {
        let pair = Pair::new(Document::open(&path).unwrap());
        if pair.before_model.humanoid().is_none() {
            continue;
        }
        check(&path.display().to_string(), &pair);
        count += 1;
    }
    assert!(assets::folder().is_none() || count == 6, "{count}");
}

/// The same file with arbitrary rest rotations: every node's frame is seen through a rotation G, but for those whose mesh
/// no skin places. The local transform is then G(parent)⁻¹·L·G, and a joint's inverse bind matrix G⁻¹·B.
fn with_rest_rotations(document: &Document) -> Document {
    let json = document.root().to_serde();
    let hierarchy = Model::from_document(document).0.hierarchy().clone();
    let shows_mesh = |index: NodeIndex| {
        let node = &json["nodes"][index.0 as usize];
        node["mesh"].is_u64() && !node["skin"].is_u64()
    };
    let rotation = |index: NodeIndex| {
        if shows_mesh(index) {
            return glam::DQuat::IDENTITY;
        }
        looks::arbitrary_rotation(index.0 as usize + 11).as_dquat().normalize()
    };
    let mut edit = document.edit();
    for node in hierarchy.nodes() {
        let index = hierarchy.index(node);
        let above = hierarchy.parent(node).map_or(glam::DQuat::IDENTITY, |parent| rotation(hierarchy.index(parent)));
        let rest = hierarchy.rest(node);
        let translation = above.conjugate() * rest.translation.as_dvec3();
        let rotation = above.conjugate() * rest.rotation.as_dquat() * rotation(index);
        edit.set(&format!("{index}/translation"), translation.to_array().to_vec().into()).unwrap();
        edit.set(&format!("{index}/rotation"), rotation.normalize().to_array().to_vec().into()).unwrap();
    }
    for (index, skin) in json["skins"].as_array().into_iter().flatten().enumerate() {
        let accessor = AccessorIndex(skin["inverseBindMatrices"].as_u64().unwrap() as u32);
        let matrices = document.accessor(accessor).unwrap().read_f32::<16>().unwrap();
        let joints = skin["joints"].as_array().unwrap().iter().map(|joint| NodeIndex(joint.as_u64().unwrap() as u32));
        let matrices = joints.zip(&matrices).map(|(joint, matrix)| {
            let matrix = glam::DMat4::from_cols_array(&matrix.map(f64::from));
            (glam::DMat4::from_quat(rotation(joint).conjugate()) * matrix).as_mat4().to_cols_array()
        });
        let matrices = edit.add_accessor(AccessorData::Mat4(&matrices.collect::<Vec<_>>())).unwrap();
        edit.set(&format!("/skins/{index}/inverseBindMatrices"), matrices.0.into()).unwrap();
    }
    edit.finish().unwrap()
}

#[test]
fn an_avatar_that_is_given_rest_rotations_loses_them_again() {
    for path in assets::models("vrm") {
        let original = Document::open(&path).unwrap();
        let (original_model, _) = Model::from_document(&original);
        let Some(humanoid) = original_model.humanoid() else { continue };
        let name = path.display().to_string();
        let pair = Pair::new(with_rest_rotations(&original));
        let rotated = pair.before_model.humanoid().unwrap();
        let is_rotated = |bone| rotated.at_rest(bone).unwrap().rotation.local.xyz().length() > 0.1;
        assert!(rotated.bones().iter().filter(|bone| is_rotated(*bone)).count() > humanoid.bones().len() * 3 / 4);
        check(&name, &pair);
        // And it is the original again.
        let places = |model: &Model| -> Vec<glam::Vec3> {
            let pose = Pose::rest(model);
            model.hierarchy().nodes_in_file_order().map(|node| pose.model_from_node(node).translation.into()).collect()
        };
        for (a, b) in places(&original_model).iter().zip(places(&pair.after_model)) {
            assert!(a.distance(b) < 1e-5, "{name}: {a} is not {b}");
        }
    }
}

#[test]
fn every_clip_moves_the_same_bones_the_same_way() {
    for path in assets::models("vrma") {
        let pair = Pair::new(Document::open(&path).unwrap());
        let name = path.display().to_string();
        pair.assert_second_time_changes_nothing();
        for step in 0..20 {
            let time = step as f32 * 0.31;
            assert!(pair.difference_at(0, time) < TOLERANCE, "{name} at {time}");
            let human_pose = |model: &Model| {
                let mut pose = Pose::rest(model);
                pose.apply_animation(model, &model.animations()[0], time);
                pose.evaluate(model);
                pose.human_pose(model).unwrap()
            };
            let (before, after) = (human_pose(&pair.before_model), human_pose(&pair.after_model));
            for bone in HumanBone::ALL {
                let error = (before.rotation(bone) * after.rotation(bone).conjugate()).xyz().length();
                assert!(error < 1e-5, "{name} at {time}, {bone}: {error}");
            }
        }
    }
}

#[test]
fn avatars_with_arbitrary_rests_scaled_roots_and_gaps_become_their_own_normalized_avatars() {
    let rotated = Avatar { rest: &arbitrary_rotation, ..Avatar::default() };
    let gaps = Avatar {
        rest: &arbitrary_rotation,
        missing: &["upperChest", "jaw", "leftToes"],
        root_scale: 0.01,
        root_rotation: looks::arbitrary_rotation(7),
        ..Avatar::default()
    };
    let old = Avatar { rest: &arbitrary_rotation, revision: Revision::Vrm0, ..Avatar::default() };
    for (name, avatar) in [("turned", rotated), ("gaps", gaps), ("old", old)] {
        let pair = Pair::text(&avatar.to_gltf());
        assert!(pair.normalized.report.rotations_removed > 50, "{name}");
        assert!(pair.codes().is_empty(), "{name}: {:?}", pair.codes());
        check(name, &pair);
    }
}

#[test]
fn an_animated_skin_keeps_its_shape_at_every_time() {
    let Some(folder) = assets::folder() else { return };
    for file in ["misc/RiggedFigure.glb", "misc/SimpleSkin.gltf", "misc/BoxAnimated.glb", "misc/InterpolationTest.glb"]
    {
        let pair = Pair::new(Document::open(folder.join(file)).unwrap());
        assert!(pair.difference_at_rest() < TOLERANCE, "{file}");
        for animation in 0..pair.before_model.animations().len() {
            for step in 0..30 {
                let time = step as f32 * 0.13;
                let difference = pair.difference_at(animation, time);
                assert!(difference < TOLERANCE, "{file}, {animation} at {time}: {difference}");
            }
        }
        let rests = pair.after_model.hierarchy().rest_pose();
        assert!(rests.iter().all(|rest| rest.rotation.xyz() == glam::Vec3::ZERO), "{file}: {:?}", pair.codes());
        pair.assert_second_time_changes_nothing();
    }
}

#[test]
fn every_real_file_looks_the_same_and_needs_one_pass() {
    for path in assets::models("") {
        let Ok(document) = Document::open(&path) else { continue };
        if document.diagnostics().iter().any(|found| found.code.as_str().starts_with("BUFFER")) {
            continue;
        }
        let pair = Pair::new(document);
        pair.assert_second_time_changes_nothing();
        // Files of a validator have broken references, which nothing could be drawn of.
        let is_sound = !path.iter().any(|part| part == "validator") && !path.ends_with("empty.vrm");
        if is_sound {
            let difference = pair.difference_at_rest();
            assert!(difference < TOLERANCE, "{}: {difference}", path.display());
        }
    }
}
