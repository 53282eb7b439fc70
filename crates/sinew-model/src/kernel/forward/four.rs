//! Forward kinematics of four nodes at once.

use super::PackedFrame;
use crate::kernel::spring_bone::{products, rotation_axes};
use crate::math::four::{Four, transposed};
use crate::math::four_vectors::{FourAffines, FourVectors};

/// The local transforms of four nodes.
#[derive(Clone, Copy, Debug)]
pub struct FourLocals {
    translations: FourVectors,
    /// x, y, z and w.
    rotations: [Four; 4],
    /// Of the rotations, without scale.
    axes: [FourVectors; 3],
    scales: FourVectors,
}

impl FourLocals {
    /// From translations, rotations as x, y, z and w, and scales.
    #[inline]
    pub fn new(translations: FourVectors, rotations: [Four; 4], scales: FourVectors) -> Self {
        Self { translations, rotations, axes: rotation_axes(rotations), scales }
    }

    /// The axes of the rotations, without scale.
    #[inline]
    pub fn axes(&self) -> [FourVectors; 3] {
        self.axes
    }
}

/// The transforms of four nodes in their model. A [`PackedFrame`] has its numbers beside each other for one node; here they are for
/// four. Every lane has the bits that [`PackedFrame::child`] gives.
#[derive(Clone, Copy, Debug)]
pub struct FourFrames {
    matrices: FourAffines,
    /// x, y, z and w.
    rotations: [Four; 4],
}

impl FourFrames {
    /// From four frames.
    #[inline]
    pub fn new([a, b, c, d]: [&PackedFrame; 4]) -> Self {
        let row = |at: usize| transposed([a.rows[at], b.rows[at], c.rows[at], d.rows[at]].map(Four::new));
        let [x, y, z] = [row(0), row(1), row(2)];
        let column = |at: usize| FourVectors { x: x[at], y: y[at], z: z[at] };
        let rotations = transposed([a.rotation, b.rotation, c.rotation, d.rotation].map(Four::new));
        Self { matrices: FourAffines { axes: [column(0), column(1), column(2)], origin: column(3) }, rotations }
    }

    /// The frames of nodes below these, lane by lane.
    #[inline]
    #[must_use]
    pub fn children(&self, local: &FourLocals) -> Self {
        let FourLocals { translations, rotations, axes: [x, y, z], scales } = *local;
        // A single frame's rows have four lanes, of which the first three get a zero where the last gets its translation: without it
        // the sign of a zero may be another.
        let zero = Four::splat(0.0);
        let image = |axis: FourVectors| {
            let FourVectors { x, y, z } = self.matrices.vectors(axis);
            FourVectors { x: x + zero, y: y + zero, z: z + zero }
        };
        let axes = [image(x * scales.x), image(y * scales.y), image(z * scales.z)];
        let origin = self.matrices.points(translations);
        Self { matrices: FourAffines { axes, origin }, rotations: products(self.rotations, rotations) }
    }

    /// The frames, lane by lane.
    #[inline]
    pub fn to_packed(&self) -> [PackedFrame; 4] {
        let FourAffines { axes: [a, b, c], origin } = self.matrices;
        let x = transposed([a.x, b.x, c.x, origin.x]);
        let y = transposed([a.y, b.y, c.y, origin.y]);
        let z = transposed([a.z, b.z, c.z, origin.z]);
        let rotation = transposed(self.rotations);
        let frame = |lane: usize| PackedFrame {
            rows: [x[lane].to_array(), y[lane].to_array(), z[lane].to_array()],
            rotation: rotation[lane].to_array(),
        };
        [frame(0), frame(1), frame(2), frame(3)]
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::math::Transform;

    /// The bits, in which zeros differ by their signs.
    fn bits(frame: &PackedFrame) -> [[u32; 4]; 4] {
        let [x, y, z] = frame.rows;
        [x, y, z, frame.rotation].map(|row| row.map(f32::to_bits))
    }

    #[test]
    fn every_lane_has_the_bits_of_a_frame_of_its_own() {
        let local = |seed: f32| Transform {
            translation: Vec3::new(seed, -2.0 * seed, 0.3),
            rotation: Quat::from_xyzw(0.1 * seed, -0.7, 0.3, 0.6).normalize(),
            scale: Vec3::new(1.5, -0.5 * seed, 3.0),
        };
        // Lanes with zeros of both signs in them, too.
        let still = Transform { translation: Vec3::new(-0.0, 0.0, -1.0), ..Transform::IDENTITY };
        let mirrored = Transform { scale: Vec3::new(-1.0, 1.0, -1.0), ..still };
        let lanes = |step: f32| [local(0.37 * step), still, mirrored, local(-1.3 * step)];
        let mut singles = lanes(1.0).map(|local| PackedFrame::root(&local));
        let mut four = FourFrames::new([&singles[0], &singles[1], &singles[2], &singles[3]]);
        for step in 2..8 {
            let locals = lanes(step as f32);
            let component =
                |of: &dyn Fn(&Transform) -> f32| Four::new([0, 1, 2, 3].map(|lane: usize| of(&locals[lane])));
            let vectors = |of: fn(&Transform) -> Vec3| FourVectors {
                x: component(&|local| of(local).x),
                y: component(&|local| of(local).y),
                z: component(&|local| of(local).z),
            };
            let rotations = [0, 1, 2, 3].map(|at: usize| component(&|local| local.rotation.to_array()[at]));
            let locals_of_four = FourLocals::new(vectors(|it| it.translation), rotations, vectors(|it| it.scale));
            four = four.children(&locals_of_four);
            for (lane, (single, local)) in singles.iter_mut().zip(&locals).enumerate() {
                *single = single.child(local);
                assert_eq!(bits(&four.to_packed()[lane]), bits(single), "lane {lane}, step {step}");
            }
        }
    }
}
