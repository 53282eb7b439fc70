//! Each combination of flags, with numbers worked out by hand.
//!
//! Every case here has the local transform L = T(1,1,1). Its matrix T(p)·R(r)·S(s)·L puts the origin at
//! p + R(r)·(s∘(1,1,1)), and its columns are those of R(r)·S(s).

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2};

use glam::{Quat, Vec3};
use sinew_model::math::Transform;
use sinew_model::{LowerOptions, Uninherited};
use sinew_motion::{NodeOverride, Pose};

use super::{all_matrices, assert_near, chain, flags};

/// One combination and where it puts its origin.
struct Case {
    position: bool,
    rotation: bool,
    scale: bool,
    origin: [f32; 3],
}

fn cases(origins: [[f32; 3]; 8]) -> [Case; 8] {
    // Position is the slowest flag, scale the fastest; everything set first.
    std::array::from_fn(|i| Case { position: i & 4 == 0, rotation: i & 2 == 0, scale: i & 1 == 0, origin: origins[i] })
}

/// T(1,2,3)·R(90° about Z)·S(2,3,4); the rotation maps (x,y,z) to (−y,x,z).
fn parent() -> Transform {
    Transform {
        translation: Vec3::new(1.0, 2.0, 3.0),
        rotation: Quat::from_rotation_z(FRAC_PI_2),
        scale: Vec3::new(2.0, 3.0, 4.0),
    }
}

fn entry(case: &Case) -> serde_json::Value {
    let mut entry = flags(case.position, case.rotation, case.scale);
    entry["translation"] = serde_json::json!([1, 1, 1]);
    entry
}

#[test]
fn each_flag_inherits_its_own_part_of_the_parent_alone() {
    let cases = cases([
        // s∘(1,1,1) = (2,3,4), turned (−3,2,4), moved by (1,2,3).
        [-2.0, 4.0, 7.0],
        // No scale: (1,1,1) turned is (−1,1,1), moved.
        [0.0, 3.0, 4.0],
        // No rotation: (2,3,4), moved.
        [3.0, 5.0, 7.0],
        // Position alone: (1,1,1), moved.
        [2.0, 3.0, 4.0],
        // The same four, not moved.
        [-3.0, 2.0, 4.0],
        [-1.0, 1.0, 1.0],
        [2.0, 3.0, 4.0],
        [1.0, 1.0, 1.0],
    ]);
    let entries: Vec<_> = cases.iter().map(entry).collect();
    let model = chain(&[parent()], &entries, &LowerOptions::default());
    let matrices = all_matrices(&model, &Pose::rest(&model));
    for (case, matrix) in cases.iter().zip(matrices) {
        let what = format!("position {} rotation {} scale {}", case.position, case.rotation, case.scale);
        assert_near(matrix.translation.into(), case.origin, &what);
        // Columns: the unit vectors, first scaled by (2,3,4), then turned by a quarter about Z.
        let columns = match (case.rotation, case.scale) {
            (true, true) => [[0.0, 2.0, 0.0], [-3.0, 0.0, 0.0], [0.0, 0.0, 4.0]],
            (true, false) => [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            (false, true) => [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]],
            (false, false) => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        assert_near(matrix.matrix3.x_axis.into(), columns[0], &what);
        assert_near(matrix.matrix3.y_axis.into(), columns[1], &what);
        assert_near(matrix.matrix3.z_axis.into(), columns[2], &what);
    }
}

#[test]
fn a_part_that_is_not_inherited_can_stay_as_the_parent_rests() {
    // The parent goes from `parent()` to T(10,20,30)·R(180° about Y)·S(1,1,2); the new rotation maps (x,y,z) to (−x,y,−z).
    let now = NodeOverride {
        translation: Some(Vec3::new(10.0, 20.0, 30.0)),
        rotation: Some(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0)),
        scale: Some(Vec3::new(1.0, 1.0, 2.0)),
    };
    let cases = cases([
        // (1,1,2) turned by the new rotation is (−1,1,−2), moved to the new position.
        [9.0, 21.0, 28.0],
        // Scale at rest: (2,3,4) by the new rotation is (−2,3,−4), moved to the new position.
        [8.0, 23.0, 26.0],
        // Rotation at rest: (1,1,2) by the rest rotation is (−1,1,2), moved to the new position.
        [9.0, 21.0, 32.0],
        // Both at rest: (2,3,4) by the rest rotation is (−3,2,4), moved to the new position.
        [7.0, 22.0, 34.0],
        // The same four, moved to the rest position (1,2,3).
        [0.0, 3.0, 1.0],
        [-1.0, 5.0, -1.0],
        [0.0, 3.0, 5.0],
        [-2.0, 4.0, 7.0],
    ]);
    let entries: Vec<_> = cases.iter().map(entry).collect();
    let options = LowerOptions { uninherited: Uninherited::Rest, ..LowerOptions::default() };
    let model = chain(&[parent()], &entries, &options);
    let mut pose = Pose::rest(&model);
    for matrix in all_matrices(&model, &pose) {
        assert_near(matrix.translation.into(), [-2.0, 4.0, 7.0], "at rest every combination is where all flags put it");
    }
    pose.apply_override(model.hierarchy().find("parent").unwrap(), now);
    pose.evaluate(&model);
    for (case, matrix) in cases.iter().zip(all_matrices(&model, &pose)) {
        let what = format!("position {} rotation {} scale {}", case.position, case.rotation, case.scale);
        assert_near(matrix.translation.into(), case.origin, &what);
    }
}

#[test]
fn a_mirrored_parent_hands_down_the_sign_on_the_axis_that_has_it() {
    // Scale alone: (1,1,1) becomes (1,−2,3) and the Y column (0,−2,0). Taking lengths of columns and a determinant
    // would put the sign on X.
    let mirrored = Transform {
        translation: Vec3::new(5.0, 5.0, 5.0),
        rotation: Quat::from_rotation_z(FRAC_PI_2),
        scale: Vec3::new(1.0, -2.0, 3.0),
    };
    let mut scale_alone = flags(false, false, true);
    scale_alone["translation"] = serde_json::json!([1, 1, 1]);
    // Rotation alone: the quarter turn about Z, which the mirror does not touch: (−1,1,1).
    let mut rotation_alone = flags(false, true, false);
    rotation_alone["translation"] = serde_json::json!([1, 1, 1]);
    let model = chain(&[mirrored], &[scale_alone, rotation_alone], &LowerOptions::default());
    let matrices = all_matrices(&model, &Pose::rest(&model));
    assert_near(matrices[0].translation.into(), [1.0, -2.0, 3.0], "scale alone");
    assert_near(matrices[0].matrix3.y_axis.into(), [0.0, -2.0, 0.0], "scale alone");
    assert_near(matrices[1].translation.into(), [-1.0, 1.0, 1.0], "rotation alone");
}

#[test]
fn below_parents_that_shear_the_scale_is_the_stretch_along_each_axis_of_the_rotation() {
    // M = S(2,1,1)·R(45° about Z)·S(1,3,1). With c = √½: Rᵀ·S(2,1,1)·R has (2c² + c²) = 1.5 twice on its diagonal (and
    // −0.5 beside it: the shear). Times S(1,3,1): the diagonal is (1.5, 4.5, 1).
    let above = Transform { scale: Vec3::new(2.0, 1.0, 1.0), ..Transform::IDENTITY };
    let parent = Transform {
        rotation: Quat::from_rotation_z(FRAC_PI_2 / 2.0),
        scale: Vec3::new(1.0, 3.0, 1.0),
        ..Transform::IDENTITY
    };
    let model = chain(&[above, parent], &[flags(true, false, true)], &LowerOptions::default());
    let matrix = all_matrices(&model, &Pose::rest(&model))[0];
    assert_near(matrix.matrix3.x_axis.into(), [1.5, 0.0, 0.0], "x");
    assert_near(matrix.matrix3.y_axis.into(), [0.0, 4.5, 0.0], "y");
    assert_near(matrix.matrix3.z_axis.into(), [0.0, 0.0, 1.0], "z");
}

#[test]
fn with_nothing_inherited_the_rest_reading_keeps_a_sheared_parent_undivided() {
    let above = Transform { scale: Vec3::new(2.0, 1.0, 1.0), ..Transform::IDENTITY };
    let parent = Transform { rotation: Quat::from_rotation_z(FRAC_PI_2 / 2.0), ..Transform::IDENTITY };
    let options = LowerOptions { uninherited: Uninherited::Rest, ..LowerOptions::default() };
    let model = chain(&[above, parent], &[flags(false, false, false)], &options);
    let mut pose = Pose::rest(&model);
    pose.apply_override(
        model.hierarchy().find("parent").unwrap(),
        NodeOverride { translation: Some(Vec3::ONE), ..NodeOverride::default() },
    );
    pose.evaluate(&model);
    // X of the parent at rest is (c,c,0), stretched by 2 along X: (2c,c,0) with c = √½.
    let matrix = all_matrices(&model, &pose)[0];
    assert_near(matrix.matrix3.x_axis.into(), [SQRT_2, FRAC_1_SQRT_2, 0.0], "x");
    assert_near(matrix.translation.into(), [0.0, 0.0, 0.0], "origin");
}
