//! Where a humanoid looks and stands in its model.

use std::sync::Arc;

use glam::{Mat3, Quat, Vec3};
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, HumanBone, Humanoid, Model, Track};

/// How a humanoid is rotated in its model, to the nearest of the 24 rotations that take axes to axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation(Quat);

impl Default for Orientation {
    fn default() -> Self {
        Self(Quat::IDENTITY)
    }
}

impl Orientation {
    /// From a humanoid that stands along +Y and looks along +Z to the model's.
    pub fn rotation(self) -> Quat {
        self.0
    }

    /// Where it looks.
    pub fn ahead(self) -> Vec3 {
        (self.0 * Vec3::Z).round()
    }

    /// Where its head is.
    pub fn up(self) -> Vec3 {
        (self.0 * Vec3::Y).round()
    }

    /// Degrees from a humanoid that stands along +Y and looks along +Z: 0, 90, 120 or 180.
    pub fn degrees(self) -> f32 {
        // Twice the arc cosine of |w|, which is one of 1, √½, ½ and 0.
        match self.0.w.abs() {
            w if w > 0.9 => 0.0,
            w if w > 0.6 => 90.0,
            w if w > 0.3 => 120.0,
            _ => 180.0,
        }
    }
}

/// The orientation of a humanoid at rest: up is from the hips, or the feet, to the head, left from one arm or leg to the other.
/// That of the model where it cannot be told.
pub fn orientation(humanoid: &Humanoid) -> Orientation {
    let at = |bone| humanoid.at_rest(bone).map(|rest| rest.position);
    let line = |from, to| Some(at(to)? - at(from)?);
    let up = line(HumanBone::Hips, HumanBone::Head).or_else(|| line(HumanBone::LeftFoot, HumanBone::Hips));
    let left = line(HumanBone::RightUpperArm, HumanBone::LeftUpperArm)
        .or_else(|| line(HumanBone::RightUpperLeg, HumanBone::LeftUpperLeg));
    let (Some(up), Some(left)) = (up.and_then(axis), left.and_then(axis)) else { return Orientation::default() };
    // Left and up along one axis is no humanoid.
    if left.dot(up).abs() > 0.5 {
        return Orientation::default();
    }
    Orientation(Quat::from_mat3(&Mat3::from_cols(left, up, left.cross(up))).normalize())
}

/// The axis nearest to a direction.
fn axis(direction: Vec3) -> Option<Vec3> {
    let direction = direction.try_normalize()?;
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let nearest = axes.into_iter().max_by(|a, b| direction.dot(*a).abs().total_cmp(&direction.dot(*b).abs()))?;
    Some(nearest * direction.dot(nearest).signum())
}

/// A model whose humanoid stands along +Y and looks along +Z: every local transform is seen from the axes of the humanoid. It is
/// for clips, and for models that clips move, which need nodes, animations and faces alone; the result has no constraints or bodies, and no
/// humanoid.
#[must_use]
pub fn reoriented(model: &Model, orientation: Orientation) -> Model {
    let turn = orientation.0.inverse();
    let hierarchy = model.hierarchy();
    let rest = hierarchy.rest_pose().iter().map(|local| Transform {
        translation: turn * local.translation,
        rotation: (turn * local.rotation * turn.inverse()).normalize(),
        scale: stretched(turn, local.scale),
    });
    let animations = model.animations().iter().map(|animation| rotated(animation, turn));
    model.with_nodes(hierarchy.with_rest_pose(rest.collect()), animations.collect())
}

/// An animation of a [`reoriented`] model as one of the model itself.
#[must_use]
pub fn restored(animation: &Animation, orientation: Orientation) -> Animation {
    rotated(animation, orientation.0)
}

/// An animation whose local transforms are seen from other axes.
fn rotated(animation: &Animation, turn: Quat) -> Animation {
    let track = |track: &Track| match track {
        Track::Translation(curve) => Track::Translation(mapped(curve, |it| turn * it)),
        // Tangents of a rotation are differences of quaternions, which the same product rotates.
        Track::Rotation(curve) => Track::Rotation(mapped(curve, |it| turn * it * turn.inverse())),
        Track::Scale(curve) => Track::Scale(mapped(curve, |it| stretched(turn, it))),
        Track::Weights(curve) => Track::Weights(curve.clone()),
    };
    let channel = |channel: &Channel| Channel { node: channel.node, track: track(&channel.track) };
    Animation { channels: animation.channels.iter().map(channel).collect(), ..animation.clone() }
}

/// Axes go to axes, so that factors along them change places.
fn stretched(turn: Quat, scale: Vec3) -> Vec3 {
    (turn * scale).abs() * sign(scale)
}

/// A mirrored scale stays mirrored; which of its axes has the sign does not change what is seen of bones.
fn sign(scale: Vec3) -> f32 {
    if scale.x * scale.y * scale.z < 0.0 { -1.0 } else { 1.0 }
}

fn mapped<T: Copy>(curve: &Curve<T>, map: impl Fn(T) -> T) -> Curve<T> {
    let values: Arc<[T]> = curve.values.iter().map(|value| map(*value)).collect();
    Curve { times: curve.times.clone(), values, interpolation: curve.interpolation }
}
