//! Rest transforms, and the weights of morph targets.

use glam::{Mat4, Quat, Vec3};

use crate::{findings, fixture, node};

const HALF_ROOT: f32 = std::f32::consts::FRAC_1_SQRT_2;

#[test]
fn matrices_decompose_into_translation_rotation_and_scale() {
    let (model, diagnostics) = fixture("matrices");
    assert_eq!(
        findings(&diagnostics),
        [
            "error NODE_MATRIX_NON_TRS /nodes/2/matrix",
            "error NODE_MATRIX_NON_TRS /nodes/4/matrix",
            "error NODE_MATRIX_AND_TRS /nodes/5",
            "error NODE_MATRIX_NON_TRS /nodes/6/matrix",
            "error ARRAY_LENGTH_NOT_IN_LIST /nodes/7/matrix",
        ]
    );
    let rest = |index| model.hierarchy().rest(node(&model, index));
    // Columns (0 2 0), (−3 0 0), (0 0 4): X becomes Y, Y becomes −X, a quarter turn about Z, with their lengths as scale.
    assert!(rest(0).rotation.abs_diff_eq(Quat::from_xyzw(0.0, 0.0, HALF_ROOT, HALF_ROOT), 1e-6));
    assert_eq!((rest(0).scale, rest(0).translation), (Vec3::new(2.0, 3.0, 4.0), Vec3::new(5.0, 6.0, 7.0)));
    // One mirroring axis among three: the scale on X carries the sign, and the product is the matrix again.
    assert!(rest(1).scale.x < 0.0);
    let expected = Mat4::from_scale(Vec3::new(1.0, 1.0, -2.0));
    assert!(Mat4::from(rest(1).to_affine()).abs_diff_eq(expected, 1e-6));
    assert_eq!((rest(3).scale, rest(3).translation), (Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)));
    assert!((rest(3).rotation.length() - 1.0).abs() < 1e-6);
    assert_eq!((rest(5).translation, rest(5).scale), (Vec3::new(8.0, 0.0, 0.0), Vec3::ONE));
    assert_eq!(rest(6), sinew_model::math::Transform::IDENTITY);
    assert_eq!(rest(7).translation, Vec3::new(1.0, 2.0, 3.0), "a matrix that cannot be read is as good as absent");
    for index in 0..8 {
        assert!(rest(index).is_finite());
    }
}

#[test]
fn rotations_are_normalized() {
    let (model, diagnostics) = fixture("rotations");
    let expected = [
        "error ROTATION_NON_UNIT /nodes/2/rotation",
        "error ROTATION_ZERO /nodes/3/rotation",
        "error ROTATION_ZERO /nodes/4/rotation",
    ];
    assert_eq!(findings(&diagnostics), expected);
    let rotation = |index| model.hierarchy().rest(node(&model, index)).rotation;
    // 0.6² + 0.8² = 1. The second is 0.16 % too long, which quantization does, and is normalized without a word; the
    // third is five times as long.
    assert_eq!(rotation(0), Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
    assert!((rotation(1).length() - 1.0).abs() < 1e-6);
    assert!(rotation(2).abs_diff_eq(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), 1e-6));
    assert_eq!((rotation(3), rotation(4)), (Quat::IDENTITY, Quat::IDENTITY));
}

#[test]
fn a_nodes_own_weights_stand_before_its_meshs() {
    let (model, diagnostics) = fixture("morph");
    assert_eq!(
        findings(&diagnostics),
        [
            "error ARRAY_LENGTH_NOT_IN_LIST /meshes/2/weights",
            "error UNRESOLVED_REFERENCE /nodes/6/mesh",
            "error ARRAY_LENGTH_NOT_IN_LIST /nodes/2/weights",
        ]
    );
    let targets = model.morph_targets();
    let weights = |index| &targets.rest()[targets.range(node(&model, index))];
    assert_eq!([weights(0), weights(1), weights(2)], [[0.25, 0.5], [0.75, 1.0], [0.25, 0.5]]);
    assert_eq!((weights(3), weights(4)), (&[0.0; 3][..], &[0.0][..]));
    assert!(weights(5).is_empty() && weights(6).is_empty());
    assert_eq!(targets.nodes().count(), 5);
}
