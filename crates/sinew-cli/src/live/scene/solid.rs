//! Triangles, and the edges that a drawing of them has.

use std::collections::BTreeMap;

use sinew::glam::Vec3;

/// The cosine of the angle between faces from which their edge is drawn: 30°.
const SHARP: f32 = 0.866;

#[derive(Debug, Default)]
pub(super) struct Solid {
    pub(super) points: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) ends: [u32; 2],
    /// The triangles at a smooth edge; `None` for one that is always drawn.
    smooth: Option<[u32; 2]>,
}

impl Edge {
    pub(super) fn always(ends: [u32; 2]) -> Self {
        Self { ends, smooth: None }
    }

    /// Whether it is sharp, or an outline: between a face towards the camera and one away from it.
    pub(super) fn is_seen(&self, facing: &[bool]) -> bool {
        self.smooth.is_none_or(|[a, b]| facing.get(a as usize) != facing.get(b as usize))
    }
}

impl Solid {
    /// Finds the edges of triangles. Corners at the same place are one, whatever their normals.
    pub(super) fn new(points: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Self {
        let key = |point: Vec3| point.to_array().map(|part| (part + 0.0).to_bits());
        let mut same = BTreeMap::new();
        let first: Vec<u32> =
            points.iter().zip(0..).map(|(&point, at)| *same.entry(key(point)).or_insert(at)).collect();
        let normal = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|at| points[at as usize]);
            (b - a).cross(c - a).normalize_or_zero()
        };
        let mut sides: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for (&triangle, at) in triangles.iter().zip(0..) {
            let [a, b, c] = triangle.map(|corner| first[corner as usize]);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if from != to {
                    sides.entry([from.min(to), from.max(to)]).or_default().push(at);
                }
            }
        }
        let edge = |(ends, faces): (&[u32; 2], &Vec<u32>)| {
            let [a, b] = *faces.as_slice() else { return Edge::always(*ends) };
            let is_sharp = normal(triangles[a as usize]).dot(normal(triangles[b as usize])) < SHARP;
            Edge { ends: *ends, smooth: (!is_sharp).then_some([a, b]) }
        };
        let edges = sides.iter().map(edge).collect();
        Self { points, triangles, edges }
    }

    /// The box around points, as a drawing.
    pub(super) fn boxed([low, high]: [Vec3; 2]) -> Self {
        let corner = |at: u32| {
            let pick = |bit: u32, low: f32, high: f32| if at & bit == 0 { low } else { high };
            Vec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z))
        };
        // Each side seen from outside, counterclockwise.
        let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Self::new((0..8).map(corner).collect(), triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_and_six_diagonals_that_are_not_drawn() {
        let solid = Solid::boxed([Vec3::NEG_ONE, Vec3::ONE]);
        assert_eq!(solid.triangles.len(), 12);
        assert_eq!(solid.edges.len(), 18);
        assert_eq!(solid.edges.iter().filter(|edge| edge.smooth.is_none()).count(), 12);
        for &triangle in &solid.triangles {
            let [a, b, c] = triangle.map(|at| solid.points[at as usize]);
            assert!((b - a).cross(c - a).dot(a + b + c) > 0.0, "outwards");
        }
    }

    #[test]
    fn smooth_edges_are_outlines_where_the_front_meets_the_back() {
        let edge = Edge { ends: [0, 1], smooth: Some([0, 1]) };
        assert!(edge.is_seen(&[true, false]) && !edge.is_seen(&[true, true]));
        assert!(Edge::always([0, 1]).is_seen(&[]));
    }
}
