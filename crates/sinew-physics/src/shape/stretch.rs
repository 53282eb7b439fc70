//! What is left of a node's matrix when its rigid part is taken out.

use glam::{Affine3A, Mat3, Vec3};

use sinew_model::math::{Rigid, Transform};

/// Below this part of a matrix's size, what no rotation and scale explain is rounding.
const SHEAR: f32 = 1e-4;

/// Two scales that differ by less than this part are the same.
const SAME: f32 = 1e-4;

/// Where a shape is, and what the node's matrix makes of it beyond that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// Of the shape's own axes.
    pub(crate) owner_from_shape: Rigid,
    /// Of its points, before.
    pub(crate) stretch: Stretch,
}

/// A scale along the axes, or a matrix where a scale does not say it all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stretch {
    /// Factors along the axes. A mirroring one has its minus at X, as the decomposition has it.
    Axes(Vec3),
    /// With shear.
    Matrix(Mat3),
}

impl Placement {
    /// Takes the matrix of a node apart.
    pub(crate) fn of(owner_from_node: &Affine3A) -> Self {
        let translation = Vec3::from(owner_from_node.translation);
        let found = Transform::decompose(*owner_from_node);
        if found.error > SHEAR {
            let stretch = Stretch::Matrix(owner_from_node.matrix3.into());
            return Self { owner_from_shape: Rigid::from_translation(translation), stretch };
        }
        let owner_from_shape = Rigid::new(translation, found.transform.rotation);
        Self { owner_from_shape, stretch: Stretch::Axes(found.transform.scale.map(without_rounding)) }
    }
}

impl Stretch {
    /// Where a point of the shape goes.
    pub(crate) fn apply(&self, point: Vec3) -> Vec3 {
        match self {
            Self::Axes(scale) => *scale * point,
            Self::Matrix(matrix) => *matrix * point,
        }
    }

    /// As a matrix.
    pub(crate) fn matrix(&self) -> Mat3 {
        match self {
            Self::Axes(scale) => Mat3::from_diagonal(*scale),
            Self::Matrix(matrix) => *matrix,
        }
    }

    /// The factors along the axes, where that is all.
    pub(crate) fn along_axes(&self) -> Option<Vec3> {
        match self {
            Self::Axes(scale) => Some(*scale),
            Self::Matrix(_) => None,
        }
    }

    /// The one factor along every axis, without its sign.
    pub(crate) fn uniform(&self) -> Option<f32> {
        let scale = self.along_axes()?.abs();
        (is_near(scale.x, scale.y) && is_near(scale.y, scale.z)).then_some(scale.x)
    }

    /// Whether nothing is left of a shape, or the numbers are of no use.
    pub(crate) fn is_nothing(&self) -> bool {
        let matrix = self.matrix();
        !matrix.is_finite() || matrix == Mat3::ZERO
    }

    /// The same for the same stretch, for looking shapes up.
    pub(crate) fn bits(&self) -> [u32; 9] {
        self.matrix().to_cols_array().map(f32::to_bits)
    }
}

/// Whether two factors are the same but for rounding.
pub(crate) fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() <= SAME * a.abs().max(b.abs())
}

/// Whether two radii are the same number: an authored taper, however small, is one.
pub(crate) fn is_same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

/// A product of rotations leaves scales of one a few roundings off; taken as one they share their shapes.
fn without_rounding(scale: f32) -> f32 {
    if (scale.abs() - 1.0).abs() < 1e-6 { scale.signum() } else { scale }
}
