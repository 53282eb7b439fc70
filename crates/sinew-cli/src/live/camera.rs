//! Where the picture is seen from.

use sinew::glam::Vec3;

use super::canvas::Dot;

/// The tangent of half the angle of view, along the shorter side.
const HALF_VIEW: f32 = 0.33;

/// The nearest distance that is drawn, relative to that of the target.
const NEAR: f32 = 0.02;

/// A part this many times as large as all others together is scenery, and not what the camera looks at.
const SCENERY: f32 = 2.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    eye: Vec3,
    right: Vec3,
    up: Vec3,
    forward: Vec3,
    near: f32,
}

impl Camera {
    pub(super) fn new(eye: Vec3, target: Vec3) -> Self {
        let ahead = target - eye;
        let forward = ahead.try_normalize().unwrap_or(Vec3::NEG_Z);
        // Straight down, the top of the picture is where −Z is.
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        Self { eye, right, up: right.cross(forward), forward, near: (ahead.length() * NEAR).max(1e-6) }
    }

    /// From the front, a little from the right and from above, so that boxes fit the picture.
    pub(super) fn around(boxes: &[[Vec3; 2]]) -> Self {
        let [low, high] = of_interest(boxes).unwrap_or([Vec3::NEG_ONE, Vec3::ONE]);
        let radius = ((high - low).length() / 2.0).max(1e-4);
        let target = (low + high) / 2.0;
        let direction = Vec3::new(0.5, 0.32, 1.0).normalize();
        // What a sphere needs to fit a cone: radius / sin(half angle).
        let distance = radius * (1.0 + HALF_VIEW * HALF_VIEW).sqrt() / HALF_VIEW * 0.85;
        Self::new(target + direction * distance, target)
    }

    pub(super) fn eye(&self) -> Vec3 {
        self.eye
    }

    /// A point as the camera has it: right, up, ahead.
    pub(super) fn seen(&self, point: Vec3) -> Vec3 {
        let away = point - self.eye;
        Vec3::new(self.right.dot(away), self.up.dot(away), self.forward.dot(away))
    }

    /// The dot of a point that is not behind the near plane.
    pub(super) fn dot(seen: Vec3, [width, height]: [usize; 2]) -> Dot {
        let scale = width.min(height) as f32 / 2.0 / HALF_VIEW / seen.z;
        Dot { x: width as f32 / 2.0 + seen.x * scale, y: height as f32 / 2.0 - seen.y * scale, nearness: 1.0 / seen.z }
    }

    /// A line without what is too near.
    pub(super) fn cut_line(&self, a: Vec3, b: Vec3) -> Option<(Vec3, Vec3)> {
        match (a.z >= self.near, b.z >= self.near) {
            (true, true) => Some((a, b)),
            (false, false) => None,
            (true, false) => Some((a, self.crossing(a, b))),
            (false, true) => Some((self.crossing(b, a), b)),
        }
    }

    /// A triangle without what is too near: up to four corners in their order, and how many.
    pub(super) fn cut_triangle(&self, corners: [Vec3; 3]) -> ([Vec3; 4], usize) {
        let (mut kept, mut count) = ([Vec3::ZERO; 4], 0);
        let mut keep = |point| {
            kept[count] = point;
            count += 1;
        };
        for (at, &corner) in corners.iter().enumerate() {
            let next = corners[(at + 1) % 3];
            if corner.z >= self.near {
                keep(corner);
            }
            if (corner.z >= self.near) != (next.z >= self.near) {
                keep(self.crossing(corner, next));
            }
        }
        (kept, count)
    }

    fn crossing(&self, a: Vec3, b: Vec3) -> Vec3 {
        a.lerp(b, (a.z - self.near) / (a.z - b.z))
    }
}

/// The box around all boxes but those that dwarf the rest: grounds and walls.
fn of_interest(boxes: &[[Vec3; 2]]) -> Option<[Vec3; 2]> {
    let mut boxes: Vec<[Vec3; 2]> = boxes.iter().copied().filter(|[a, b]| a.is_finite() && b.is_finite()).collect();
    let size = |[low, high]: &[Vec3; 2]| (*high - *low).length();
    boxes.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let union = |boxes: &[[Vec3; 2]]| boxes.iter().copied().reduce(|[a, b], [c, d]| [a.min(c), b.max(d)]);
    while let [rest @ .., largest] = boxes.as_slice() {
        match union(rest) {
            Some(others) if size(&others) > 0.0 && size(largest) > SCENERY * size(&others) => {
                boxes.pop();
            }
            _ => break,
        }
    }
    union(&boxes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_in_the_middle_and_up_is_up() {
        let camera = Camera::new(Vec3::new(0.0, 0.0, 10.0), Vec3::ZERO);
        let middle = Camera::dot(camera.seen(Vec3::ZERO), [100, 60]);
        assert!((middle.x - 50.0).abs() < 1e-3 && (middle.y - 30.0).abs() < 1e-3);
        let above = Camera::dot(camera.seen(Vec3::Y), [100, 60]);
        // One metre at ten metres: 30 / 0.33 / 10 dots.
        assert!((above.y - (30.0 - 30.0 / 0.33 / 10.0)).abs() < 1e-3 && (above.x - 50.0).abs() < 1e-3);
        assert!(Camera::dot(camera.seen(Vec3::X), [100, 60]).x > 50.0);
    }

    #[test]
    fn the_ground_does_not_decide_what_is_looked_at() {
        let ground = [Vec3::splat(-50.0), Vec3::splat(50.0)];
        let parts = [[Vec3::ZERO, Vec3::ONE], [Vec3::ONE, Vec3::splat(2.0)], ground];
        assert_eq!(of_interest(&parts), Some([Vec3::ZERO, Vec3::splat(2.0)]));
        assert_eq!(of_interest(&[ground]), Some(ground));
        assert_eq!(of_interest(&[]), None);
    }

    #[test]
    fn what_is_behind_the_camera_is_cut() {
        let camera = Camera::new(Vec3::new(0.0, 0.0, 10.0), Vec3::ZERO);
        let (front, back) = (camera.seen(Vec3::ZERO), camera.seen(Vec3::new(0.0, 0.0, 20.0)));
        assert!(camera.cut_line(back, back).is_none());
        let (a, b) = camera.cut_line(front, back).unwrap();
        assert!((a.z - 10.0).abs() < 1e-4 && (b.z - 0.2).abs() < 1e-4);
        assert_eq!(camera.cut_triangle([front, front + Vec3::X, back]).1, 4);
        assert_eq!(camera.cut_triangle([front, back + Vec3::X, back]).1, 3);
        assert_eq!(camera.cut_triangle([back; 3]).1, 0);
    }
}
