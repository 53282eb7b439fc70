//! Properties that hold under every parent, for every local transform.

use glam::{Affine3A, DMat4, DQuat, Quat, Vec3};
use proptest::prelude::*;
use sinew_model::math::Transform;
use sinew_model::{LowerOptions, Uninherited};
use sinew_motion::{NodeOverride, Pose};
use sinew_testkit::frames::six_parents;

use super::{all_matrices, chain, flags, transform_json};

fn frames() -> Vec<(&'static str, Transform)> {
    let frame = |parent: sinew_testkit::frames::ParentFrame| Transform {
        translation: parent.translation,
        rotation: parent.rotation,
        scale: parent.scale,
    };
    six_parents().into_iter().map(|parent| (parent.name, frame(parent))).collect()
}

fn any_transform() -> impl Strategy<Value = Transform> {
    let number = || -3.0_f32..3.0;
    let rotation = [-1.0_f32..1.0, -1.0..1.0, -1.0..1.0, 0.1..1.0];
    ([number(), number(), number()], rotation, [number(), number(), number()]).prop_map(
        |(translation, rotation, scale)| Transform {
            translation: translation.into(),
            rotation: Quat::from_array(rotation).normalize(),
            scale: scale.into(),
        },
    )
}

fn entry(local: Transform, position: bool, rotation: bool, scale: bool) -> serde_json::Value {
    let mut entry = flags(position, rotation, scale);
    if let (Some(entry), Some(local)) = (entry.as_object_mut(), transform_json(local).as_object()) {
        entry.extend(local.clone());
    }
    entry
}

/// The same product in double precision, from numbers that never met the code under test.
fn product(chain: &[Transform]) -> DMat4 {
    chain.iter().fold(DMat4::IDENTITY, |product, transform| {
        let rotation: DQuat = transform.rotation.as_dquat().normalize();
        product
            * DMat4::from_scale_rotation_translation(
                transform.scale.as_dvec3(),
                rotation,
                transform.translation.as_dvec3(),
            )
    })
}

fn difference(matrix: Affine3A, expected: DMat4) -> f64 {
    let matrix = glam::Mat4::from(matrix).as_dmat4();
    matrix.to_cols_array().iter().zip(expected.to_cols_array()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn with_every_flag_set_it_is_the_parents_matrix_times_its_own(local in any_transform()) {
        // Each of the six below each of the six: many of these shear.
        for (above_name, above) in frames() {
            for (name, parent) in frames() {
                for uninherited in [Uninherited::Identity, Uninherited::Rest] {
                    let options = LowerOptions { uninherited, ..LowerOptions::default() };
                    let model = chain(&[above, parent], &[entry(local, true, true, true)], &options);
                    let pose = Pose::rest(&model);
                    let matrix = all_matrices(&model, &pose)[0];
                    let parent_node = model.hierarchy().find("parent").unwrap();
                    let id = model.virtual_transforms().find("virtual 0").unwrap();
                    let own = model.virtual_transforms().get(id).unwrap().local.to_affine();
                    prop_assert_eq!(matrix, pose.model_from_node(parent_node) * own);
                    let off = difference(matrix, product(&[above, parent, local]));
                    prop_assert!(off < 1e-4, "{} below {}: off by {}", name, above_name, off);
                }
            }
        }
    }

    #[test]
    fn with_no_flag_set_no_parent_moves_it(local in any_transform(), other in any_transform()) {
        for (name, parent) in frames() {
            let model = chain(&[parent], &[entry(local, false, false, false)], &LowerOptions::default());
            let mut pose = Pose::rest(&model);
            let before = all_matrices(&model, &pose)[0];
            let off = difference(before, product(&[local]));
            prop_assert!(off < 1e-5, "{}: off by {}", name, off);
            let node = model.hierarchy().find("parent").unwrap();
            let Transform { translation, rotation, scale } = other;
            let change = NodeOverride { translation: Some(translation), rotation: Some(rotation), scale: Some(scale) };
            pose.apply_override(node, change);
            pose.evaluate(&model);
            prop_assert_eq!(all_matrices(&model, &pose)[0], before, "{}", name);
        }
    }

    #[test]
    fn each_combination_is_the_product_of_the_parts_it_takes(local in any_transform()) {
        for (name, parent) in frames() {
            let combinations: Vec<_> = (0..8).map(|i| (i & 1 != 0, i & 2 != 0, i & 4 != 0)).collect();
            let entries: Vec<_> = combinations.iter().map(|&(p, r, s)| entry(local, p, r, s)).collect();
            let model = chain(&[parent], &entries, &LowerOptions::default());
            let matrices = all_matrices(&model, &Pose::rest(&model));
            for ((p, r, s), matrix) in combinations.into_iter().zip(matrices) {
                let parts = Transform {
                    translation: if p { parent.translation } else { Vec3::ZERO },
                    rotation: if r { parent.rotation } else { Quat::IDENTITY },
                    scale: if s { parent.scale } else { Vec3::ONE },
                };
                let off = difference(matrix, product(&[parts, local]));
                prop_assert!(off < 1e-4, "{}, {:?}: off by {}", name, (p, r, s), off);
            }
        }
    }

    #[test]
    fn at_rest_the_rest_reading_changes_nothing_without_shear(local in any_transform()) {
        let options = LowerOptions { uninherited: Uninherited::Rest, ..LowerOptions::default() };
        for (name, parent) in frames() {
            let entries: Vec<_> = (0..8).map(|i| entry(local, i & 1 != 0, i & 2 != 0, i & 4 != 0)).collect();
            let model = chain(&[parent], &entries, &options);
            for matrix in all_matrices(&model, &Pose::rest(&model)) {
                let off = difference(matrix, product(&[parent, local]));
                prop_assert!(off < 1e-4, "{}: off by {}", name, off);
            }
        }
    }
}
