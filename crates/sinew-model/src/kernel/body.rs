//! A body's rigid frame and its node's transform, each from the other.
//!
//! The rigid frame of a body is the position and the model rotation of its node at rest, and moves as the body does. With B
//! that frame, M the node's matrix and a subscript 0 for rest, the node moves with its body:
//! `M = B·B₀⁻¹·M₀`, and relative to the node's parent P, `L = P⁻¹·M`. A node holds a translation, a rotation and a scale, of
//! which the scale does not change; the translation and the rotation are those of L without that scale.
//!
//! Below parents without shear, mirroring and non-uniform scale — nearly all there are — the rotation is that of B less that
//! of P, without a matrix decomposition.

use glam::{Affine3A, Mat3A, Quat, Vec3};

use super::forward::ModelFrame;
use crate::math::{Rigid, Transform};

/// The tolerance, relative to the factor, within which a matrix counts as a rotation times one factor. Products of
/// sixteen rotations in f32 stay below a tenth of it.
const UPRIGHT: f32 = 2e-5;

/// From a node's space to its body's rigid frame: `B₀⁻¹·M₀`, which holds the scale of the whole chain.
pub fn body_from_node(rest: &ModelFrame) -> Affine3A {
    rigid_frame(rest).inverse().to_affine() * rest.matrix
}

/// The rigid frame of a node: its position and its model rotation.
pub fn rigid_frame(frame: &ModelFrame) -> Rigid {
    Rigid::new(frame.matrix.translation.into(), frame.rotation)
}

/// Returns the local translation and rotation of a node from its body. `None` below a parent with a singular matrix. A
/// node without a parent, as most bodies are, has the transform of its body.
pub fn local_of_body(
    parent: Option<&ModelFrame>,
    model_from_body: &Rigid,
    body_from_node: &Affine3A,
    scale: Vec3,
) -> Option<(Vec3, Quat)> {
    let Some(parent) = parent else {
        return model_from_body.is_finite().then_some((model_from_body.translation, model_from_body.rotation));
    };
    let parent_from_model = parent.matrix.inverse();
    let translation = parent_from_model.transform_point3(model_from_body.translation);
    let upright = || parent.rotation.conjugate() * model_from_body.rotation;
    let rotation = if is_upright(parent) || scale.min_element() == 0.0 || scale.max_element() == 0.0 {
        upright()
    } else {
        let parent_from_node = parent_from_model.matrix3 * Mat3A::from_quat(model_from_body.rotation);
        let unscaled = parent_from_node * body_from_node.matrix3 * Mat3A::from_diagonal(scale.recip());
        nearest_rotation(unscaled).unwrap_or_else(upright)
    };
    let rotation = rotation.normalize();
    (translation.is_finite() && rotation.is_finite()).then_some((translation, rotation))
}

/// Returns the rigid frame of a body from its node: the inverse of [`local_of_body`].
pub fn body_of_node(parent: &ModelFrame, frame: &ModelFrame, body_from_node: &Affine3A) -> Rigid {
    let upright = rigid_frame(frame);
    if is_upright(parent) {
        return upright;
    }
    let rotated = frame.matrix.matrix3 * body_from_node.matrix3.inverse();
    Rigid { rotation: nearest_rotation(rotated).unwrap_or(upright.rotation), ..upright }
}

/// Whether a frame's matrix is its rotation times one positive factor.
fn is_upright(frame: &ModelFrame) -> bool {
    let axes = Mat3A::from_quat(frame.rotation);
    let columns = frame.matrix.matrix3;
    let factor = axes.x_axis.dot(columns.x_axis);
    let difference = |axis: usize| (columns.col(axis) - axes.col(axis) * factor).abs().max_element();
    factor > 0.0 && (0..3).all(|axis| difference(axis) <= UPRIGHT * factor)
}

/// Returns the rotation nearest to a matrix; `None` if the matrix is singular or not finite.
fn nearest_rotation(matrix: Mat3A) -> Option<Quat> {
    let determinant = matrix.determinant();
    if !determinant.is_finite() || determinant <= 0.0 {
        return None;
    }
    let found = Transform::decompose(Affine3A::from_mat3(matrix.into())).transform.rotation;
    found.is_finite().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transform(translation: Vec3, rotation: Quat, scale: Vec3) -> Transform {
        Transform { translation, rotation, scale }
    }

    fn rotation() -> Quat {
        Quat::from_xyzw(0.2, -0.4, 0.1, 0.8).normalize()
    }

    /// A body rotated and moved in the model, seen as its node's matrix: `B·B₀⁻¹·M₀` worked out without the functions above.
    fn expected(frame: &ModelFrame, moved: &Rigid) -> Affine3A {
        moved.to_affine()
            * Affine3A::from_rotation_translation(frame.rotation, frame.matrix.translation.into()).inverse()
            * frame.matrix
    }

    #[test]
    fn a_node_below_any_parent_without_shear_ends_where_its_body_is() {
        let local = transform(Vec3::new(0.3, -0.2, 1.0), Quat::from_rotation_x(0.7), Vec3::new(1.0, 2.0, -0.5));
        let moved = Rigid::new(Vec3::new(4.0, 5.0, -6.0), Quat::from_rotation_z(1.1) * Quat::from_rotation_y(0.4));
        for (name, parent) in [
            ("identity", Transform::IDENTITY),
            ("translated and rotated", transform(Vec3::new(3.0, -1.0, 2.0), rotation(), Vec3::ONE)),
            ("scaled", transform(Vec3::ONE, rotation(), Vec3::splat(2.5))),
            ("mirrored", transform(Vec3::ONE, rotation(), Vec3::new(-1.0, 1.0, 1.0))),
            ("point-reflected", transform(Vec3::ONE, rotation(), Vec3::splat(-2.0))),
        ] {
            let parent = ModelFrame::ROOT.child(&parent);
            let rest = parent.child(&local);
            let body_from_node = body_from_node(&rest);
            let (translation, rotation) = local_of_body(Some(&parent), &moved, &body_from_node, local.scale).unwrap();
            let now = parent.child(&transform(translation, rotation, local.scale));
            let expected = expected(&rest, &moved);
            // Numbers up to 10 with a handful of products of f32: a few times 10 · 6e-8.
            assert!(now.matrix.abs_diff_eq(expected, 1e-5), "{name}: {:?} is not {expected:?}", now.matrix);
            let back = body_of_node(&parent, &now, &body_from_node);
            assert!(back.translation.distance(moved.translation) < 1e-5, "{name}");
            assert!(back.rotation.dot(moved.rotation).abs() > 1.0 - 1e-6, "{name}");
        }
    }

    #[test]
    fn below_a_non_uniformly_scaled_parent_the_position_is_exact_and_the_rotation_proper() {
        let parent = ModelFrame::ROOT.child(&transform(Vec3::X, rotation(), Vec3::new(0.5, 2.0, 3.0)));
        let rest = parent.child(&transform(Vec3::Y, Quat::from_rotation_x(0.3), Vec3::ONE));
        let moved = Rigid::new(Vec3::new(1.0, 2.0, 3.0), Quat::from_rotation_y(0.9));
        let (translation, rotation) = local_of_body(Some(&parent), &moved, &body_from_node(&rest), Vec3::ONE).unwrap();
        let now = parent.child(&transform(translation, rotation, Vec3::ONE));
        assert!(now.matrix.translation.distance(moved.translation.into()) < 1e-5);
        assert!((rotation.length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn below_a_flattened_parent_there_is_no_way() {
        let parent = ModelFrame::ROOT.child(&transform(Vec3::ZERO, Quat::IDENTITY, Vec3::new(1.0, 0.0, 1.0)));
        let rest = parent.child(&Transform::IDENTITY);
        assert_eq!(local_of_body(Some(&parent), &Rigid::IDENTITY, &body_from_node(&rest), Vec3::ONE), None);
    }
}
