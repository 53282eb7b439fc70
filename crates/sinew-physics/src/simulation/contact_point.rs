//! Contact points between colliders, for drawing and sound.

use glam::Vec3;
use rapier3d::prelude::{Collider, ContactPair};

use super::Simulation;
use crate::collider_part::NodeInFile;
use crate::contact::{Nearest, subshape_pose};
use crate::dynamics::{of_pair, of_point};
use crate::id::WorldNode;

/// A point where two colliders touch, or are about to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactPoint {
    /// The first of the two nodes by instance, then by the order of the file.
    pub a: WorldNode,
    /// The other node.
    pub b: WorldNode,
    /// The point on `a`, in the world.
    pub point: Vec3,
    /// The unit normal out of `a`, in the world.
    pub normal: Vec3,
    /// The penetration depth, metres; negative if the colliders are apart.
    pub depth: f32,
    /// The impulse along the normal in the last step, N·s.
    pub impulse: f32,
}

impl Simulation {
    /// Appends the contact points of the last step to `found`, sorted by both nodes.
    pub fn contact_points(&self, found: &mut Vec<ContactPoint>) {
        let first = found.len();
        let mut keys = Vec::new();
        for pair in self.world.narrow_phase.contact_pairs() {
            let colliders = &self.world.colliders;
            let (Some(one), Some(other)) = (colliders.get(pair.collider1), colliders.get(pair.collider2)) else {
                continue;
            };
            self.points_of(pair, one, other, &mut |key, point| {
                keys.push(key);
                found.push(point);
            });
        }
        let mut order: Vec<usize> = (0..keys.len()).collect();
        // A stable sort keeps the points of one pair in the engine's order, which is deterministic.
        order.sort_by_key(|&index| keys[index]);
        let sorted: Vec<ContactPoint> = order.iter().map(|&index| found[first + index]).collect();
        found.truncate(first);
        found.extend(sorted);
    }

    fn points_of(&self, pair: &ContactPair, one: &Collider, other: &Collider, emit: &mut dyn FnMut(Key, ContactPoint)) {
        let is_joined = !std::ptr::eq(pair.solver_manifolds(), pair.manifolds());
        let nearest = is_joined.then(|| Nearest::new(pair.manifolds()));
        let impulses = of_pair(self.joints.contact_impulses(), pair);
        for (at, manifold) in pair.solver_manifolds().iter().enumerate() {
            for (index, point) in manifold.points.iter().enumerate() {
                let impulse = of_point(impulses, at, index).unwrap_or(point.data.impulse);
                if impulse <= 0.0 && point.dist > 0.0 {
                    continue;
                }
                let local = subshape_pose(manifold) * point.local_p1;
                // A point of a merged manifold belongs to the part with the nearest point of its own.
                let part = nearest.as_ref().and_then(|nearest| nearest.to(local)).unwrap_or(manifold);
                let nodes = (self.parts.node_of(one, part.subshape1), self.parts.node_of(other, part.subshape2));
                let (Some(a), Some(b)) = nodes else { continue };
                let (world, normal) = (*one.position() * local, manifold.data.normal);
                let (depth, is_swapped) = (-point.dist, key(&b) < key(&a));
                let (a, b, world, normal) =
                    if is_swapped { (b, a, world + normal * point.dist, -normal) } else { (a, b, world, normal) };
                let found = ContactPoint { a: a.node, b: b.node, point: world, normal, depth, impulse };
                emit((key(&a), key(&b)), found);
            }
        }
    }
}

type Key = (NodeKey, NodeKey);
type NodeKey = (sinew_motion::InstanceId, u32);

fn key(node: &NodeInFile) -> NodeKey {
    (node.node.instance, node.index)
}
