//! Where a humanoid looks and stands in its model.

use std::sync::Arc;

use glam::{Mat3, Quat, Vec3};
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, Hierarchy, HumanBone, Humanoid, Model, Track};

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
/// for clips, which need nodes and animations alone; the result has no constraints, meshes or bodies, and no humanoid.
#[must_use]
pub fn reoriented(model: &Model, orientation: Orientation) -> Model {
    let turn = orientation.0.inverse();
    let place = |vector: Vec3| turn * vector;
    let rotate = |rotation: Quat| (turn * rotation * turn.inverse()).normalize();
    // Axes go to axes, so that factors along them change places.
    let stretch = |scale: Vec3| (turn * scale).abs() * sign(scale);
    let hierarchy = model.hierarchy();
    let rest = hierarchy.rest_pose().iter().map(|local| Transform {
        translation: place(local.translation),
        rotation: rotate(local.rotation),
        scale: stretch(local.scale),
    });
    let animations = model.animations().iter().map(|animation| Animation {
        channels: animation
            .channels
            .iter()
            .map(|channel| Channel {
                node: channel.node,
                track: match &channel.track {
                    Track::Translation(curve) => Track::Translation(mapped(curve, place)),
                    // Tangents of a rotation are differences of quaternions, which the same product rotates.
                    Track::Rotation(curve) => Track::Rotation(mapped(curve, |it| turn * it * turn.inverse())),
                    Track::Scale(curve) => Track::Scale(mapped(curve, stretch)),
                    Track::Weights(curve) => Track::Weights(curve.clone()),
                },
            })
            .collect(),
        ..animation.clone()
    });
    let hierarchy: Hierarchy = hierarchy.with_rest_pose(rest.collect());
    Model::new(hierarchy, animations.collect(), None)
}

/// A mirrored scale stays mirrored; which of its axes has the sign does not change what is seen of bones.
fn sign(scale: Vec3) -> f32 {
    if scale.x * scale.y * scale.z < 0.0 { -1.0 } else { 1.0 }
}

fn mapped<T: Copy>(curve: &Curve<T>, map: impl Fn(T) -> T) -> Curve<T> {
    let values: Arc<[T]> = curve.values.iter().map(|value| map(*value)).collect();
    Curve { times: curve.times.clone(), values, interpolation: curve.interpolation }
}
