//! Inverse kinematics of two bones, and of one that points at something: rotations in the model that take a limb to a goal.
//!
//! With l₁ and l₂ the lengths of the bones and d the distance from the first joint to the goal, the law of cosines gives the angle at
//! the first joint: cos α = (l₁² + d² − l₂²) / (2·l₁·d). A goal that the limb cannot reach counts as the nearest point that it can.

use glam::{Mat3, Quat, Vec3};

use crate::math::{power, rotation_between, slerp};

/// Sines of the bend at the middle joint. A limb that is straighter than the first has no hinge of its own, for the axis would be that of
/// rounding errors; from the second on, the hinge goes along in full.
const HINGED: [f32; 2] = [0.02, 0.1];

/// The joints of a limb of two bones, in the model: shoulder, elbow and hand, or hip, knee and foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBones {
    /// Where the first bone begins.
    pub root: Vec3,
    /// Where the first bone ends and the second begins.
    pub middle: Vec3,
    /// Where the second bone ends.
    pub end: Vec3,
}

/// Rotations in the model of the two bones; the second is that of the bone with the first already in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoRotations {
    /// Of the first bone and everything below it.
    pub root: Quat,
    /// Of the second bone and everything below it, after the first.
    pub middle: Quat,
}

impl TwoBones {
    /// The rotations that bring the end to a goal, with the middle joint bent towards `pole`, a point; without one it stays bent as it is.
    /// `None` for a limb with a bone of no length.
    pub fn reach(&self, goal: Vec3, pole: Option<Vec3>) -> Option<TwoRotations> {
        let (first, second) = (self.middle - self.root, self.end - self.middle);
        let (l1, l2) = (first.length(), second.length());
        let x0 = first.try_normalize()?;
        second.try_normalize()?;
        let wanted = goal - self.root;
        // At the root itself a goal has no direction: the limb keeps its own.
        let along = wanted.try_normalize().or_else(|| (self.end - self.root).try_normalize()).unwrap_or(x0);
        let distance = wanted.length().clamp((l1 - l2).abs(), l1 + l2);
        let aside = |direction: Vec3, from: Vec3| (direction - from * direction.dot(from)).try_normalize();
        let side = pole
            .and_then(|pole| aside(pole - self.root, along))
            .or_else(|| aside(first, along))
            .unwrap_or_else(|| along.any_orthonormal_vector());
        let cosine =
            if distance > 0.0 { (l1 * l1 + distance * distance - l2 * l2) / (2.0 * l1 * distance) } else { 0.0 };
        let cosine = cosine.clamp(-1.0, 1.0);
        let x1 = along * cosine + side * (1.0 - cosine * cosine).max(0.0).sqrt();
        let middle = self.root + x1 * l1;
        let end = self.root + along * distance;
        // The axis of the hinge goes along, so that elbows and knees do not twist; a straight limb takes the shortest arc.
        let arc = rotation_between(x0, x1);
        let cross = first.cross(second);
        let bend = ((cross.length() / (l1 * l2) - HINGED[0]) / (HINGED[1] - HINGED[0])).clamp(0.0, 1.0);
        let root = match cross.try_normalize().filter(|_| bend > 0.0) {
            Some(hinge0) => {
                let frame = |x: Vec3, hinge: Vec3| Mat3::from_cols(x, hinge, x.cross(hinge));
                let hinge1 = side.cross(along);
                let hinged = Quat::from_mat3(&(frame(x1, hinge1) * frame(x0, hinge0).transpose())).normalize();
                // Both take the bone to the same direction, and so does whatever is between them.
                slerp(arc, hinged, bend)
            }
            None => arc,
        };
        let now = (root * second).try_normalize()?;
        let middle = (end - middle).try_normalize().map_or(Quat::IDENTITY, |to| rotation_between(now, to));
        Some(TwoRotations { root, middle: (middle * root).normalize() })
    }
}

impl TwoRotations {
    /// A part of both, 0…1.
    #[must_use]
    pub fn weighted(self, weight: f32) -> Self {
        let weight = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) };
        Self { root: power(self.root, weight), middle: power(self.middle, weight) }
    }
}

/// The rotation that takes a direction towards a point, at most `limit` radians of it, and a part of that.
pub fn aim(from: Vec3, direction: Vec3, point: Vec3, limit: f32, weight: f32) -> Quat {
    let (Some(direction), Some(wanted)) = (direction.try_normalize(), (point - from).try_normalize()) else {
        return Quat::IDENTITY;
    };
    let arc = rotation_between(direction, wanted);
    let angle = crate::math::atan2(direction.cross(wanted).length(), direction.dot(wanted));
    let part = if angle > limit && angle > 0.0 { limit.max(0.0) / angle } else { 1.0 };
    let weight = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) };
    power(arc, part * weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMB: TwoBones =
        TwoBones { root: Vec3::new(0.1, 0.9, 0.0), middle: Vec3::new(0.1, 0.5, 0.05), end: Vec3::new(0.1, 0.1, 0.0) };

    /// Where the joints are after the rotations.
    fn moved(limb: &TwoBones, by: TwoRotations) -> TwoBones {
        let middle = limb.root + by.root * (limb.middle - limb.root);
        TwoBones { root: limb.root, middle, end: middle + by.middle * (limb.end - limb.middle) }
    }

    #[test]
    fn a_goal_within_reach_is_reached_with_the_middle_towards_the_pole() {
        let goals =
            [(0.3, 0.4, 0.2), (0.0, 0.6, -0.3), (0.1, 0.2, 0.0), (0.5, 0.9, 0.3), (0.1, 1.3, 0.2), (0.1, 0.85, 0.0)];
        for (x, y, z) in goals {
            let goal = Vec3::new(x, y, z);
            for pole in [Vec3::new(0.1, 0.5, 2.0), Vec3::new(3.0, 0.5, 0.0), Vec3::new(-1.0, 0.0, -1.0)] {
                let result = moved(&LIMB, LIMB.reach(goal, Some(pole)).unwrap());
                assert!(result.end.distance(goal) < 1e-5, "{goal} {pole}: {result:?}");
                // Lengths stay, and the middle is on the side of the pole.
                assert!((result.middle.distance(result.root) - LIMB.middle.distance(LIMB.root)).abs() < 1e-6);
                let along = (goal - LIMB.root).normalize();
                let aside = |to: Vec3| (to - LIMB.root) - along * (to - LIMB.root).dot(along);
                let cosine = aside(result.middle).normalize().dot(aside(pole).normalize());
                assert!(cosine > 0.999, "{goal} {pole}: {cosine}");
            }
        }
    }

    #[test]
    fn the_angle_at_the_middle_is_that_of_the_law_of_cosines() {
        // Bones of 3 and 4 with 5 between their ends: a right angle.
        let limb = TwoBones { root: Vec3::ZERO, middle: Vec3::new(3.0, 0.0, 0.0), end: Vec3::new(7.0, 0.0, 0.0) };
        let result = moved(&limb, limb.reach(Vec3::new(0.0, 5.0, 0.0), Some(Vec3::Z)).unwrap());
        let (up, down) = (result.root - result.middle, result.end - result.middle);
        assert!(up.dot(down).abs() < 1e-5 && result.middle.z > 0.0, "{result:?}");
        assert!(result.end.distance(Vec3::new(0.0, 5.0, 0.0)) < 1e-5);
    }

    #[test]
    fn out_of_reach_is_the_nearest_point() {
        let reach = LIMB.middle.distance(LIMB.root) + LIMB.end.distance(LIMB.middle);
        for goal in [Vec3::new(5.0, 0.9, 0.0), Vec3::new(0.1, -9.0, 3.0)] {
            let result = moved(&LIMB, LIMB.reach(goal, None).unwrap());
            let nearest = LIMB.root + (goal - LIMB.root).normalize() * reach;
            assert!(result.end.distance(nearest) < 1e-4, "{goal}: {result:?}");
        }
        // Bones of 3 and 1 reach nothing nearer than 2.
        let limb = TwoBones { root: Vec3::ZERO, middle: Vec3::X * 3.0, end: Vec3::X * 4.0 };
        let result = moved(&limb, limb.reach(Vec3::Y * 0.5, None).unwrap());
        assert!(result.end.distance(Vec3::Y * 2.0) < 1e-5, "{result:?}");
        let own = moved(&limb, limb.reach(Vec3::ZERO, None).unwrap());
        assert!((own.end.length() - 2.0).abs() < 1e-5);
    }

    #[test]
    fn a_limb_that_is_there_stays_and_a_weight_of_nothing_moves_nothing() {
        let same = LIMB.reach(LIMB.end, None).unwrap();
        let near = |rotation: Quat| 1.0 - rotation.w.abs() < 1e-6;
        assert!(near(same.root) && near(same.middle), "{same:?}");
        let none = LIMB.reach(Vec3::ONE, None).unwrap().weighted(0.0);
        assert!(near(none.root) && near(none.middle));
        assert_eq!(TwoBones { middle: LIMB.root, ..LIMB }.reach(Vec3::ONE, None), None);
    }

    #[test]
    fn hinges_keep_their_axis() {
        // A knee that bends about X bends about the same axis of its bone wherever the foot goes.
        let by = LIMB.reach(Vec3::new(0.4, 0.3, 0.3), Some(Vec3::new(0.3, 0.5, 5.0))).unwrap();
        let axis = (LIMB.middle - LIMB.root).cross(LIMB.end - LIMB.middle).normalize();
        assert!((by.root * axis).distance(by.middle * axis) < 1e-5);
    }

    #[test]
    fn aiming_stops_at_its_limit() {
        let by = aim(Vec3::ZERO, Vec3::Z, Vec3::X, 10.0, 1.0);
        assert!((by * Vec3::Z).distance(Vec3::X) < 1e-5);
        let limited = aim(Vec3::ZERO, Vec3::Z, Vec3::X, std::f32::consts::FRAC_PI_4, 1.0) * Vec3::Z;
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!(limited.distance(Vec3::new(half, 0.0, half)) < 1e-5, "{limited}");
        let third = aim(Vec3::ZERO, Vec3::Z, Vec3::X, 10.0, 0.5) * Vec3::Z;
        assert!(third.distance(Vec3::new(half, 0.0, half)) < 1e-5, "{third}");
        assert_eq!(aim(Vec3::ZERO, Vec3::Z, Vec3::ZERO, 1.0, 1.0), Quat::IDENTITY);
    }

    #[test]
    fn a_straight_limb_does_not_twist_whatever_rounding_makes_of_its_bend() {
        let straight = TwoBones {
            root: Vec3::new(0.1, 0.9, 0.0),
            middle: Vec3::new(0.1, 0.5, 0.0),
            end: Vec3::new(0.1, 0.1, 0.0),
        };
        let goal = Vec3::new(0.1, 0.15, 0.02);
        let pole = Vec3::new(0.1, 0.5, 1.0);
        let clean = straight.reach(goal, Some(pole)).unwrap();
        for noise in [Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z] {
            let limb = TwoBones { middle: straight.middle + noise * 1e-6, ..straight };
            let found = limb.reach(goal, Some(pole)).unwrap();
            assert!(found.root.dot(clean.root).abs() > 0.999_999, "{noise}: {found:?} {clean:?}");
            assert!(moved(&limb, found).end.distance(goal) < 1e-5);
        }
        // The knee bends ahead, about X alone.
        assert!(clean.root.y.abs() < 1e-6 && clean.root.z.abs() < 1e-6, "{clean:?}");
    }
}
