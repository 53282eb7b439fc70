//! The colliders of a simulation, as a census sees them.

use glam::Vec3;
use rapier3d::parry::partitioning::{Bvh, BvhNode};
use rapier3d::prelude::{Collider, ColliderHandle, PhysicsWorld, RigidBody, RigidBodyHandle, Shape, TypedShape};

use super::cost::{CURVED, CURVED_TRIANGLE, Cost, DEEP, WALK};
use super::jointed::Jointed;

/// A collider.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Member {
    pub(super) handle: ColliderHandle,
    pub(super) body: Option<RigidBodyHandle>,
    /// Whether it collides with static ones: it is on a body that is not static, or a trigger.
    pub(super) is_movable: bool,
    pub(super) is_dynamic: bool,
    /// Whether the engine expands a polytope for it.
    pub(super) is_curved: bool,
    /// Its triangles or parts; 0 for a simple shape.
    pub(super) parts: u32,
    /// Whether it is a simple shape in a compound of its own.
    pub(super) is_wrapped: bool,
    /// The rows of the system of joints that it belongs to; 0 without joints.
    pub(super) rows: u32,
    /// A box that holds its box for some time.
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

/// All colliders.
#[derive(Debug, Default)]
pub(super) struct Population {
    /// By the index of the handle.
    members: Vec<Option<Member>>,
    pub(super) movable: Vec<u32>,
    pub(super) fixed: Vec<u32>,
    /// By how much the boxes of those that move are larger than they were, metres.
    pub(super) margin: f32,
    /// Whether any has triangles or parts: cells say nothing of those.
    pub(super) has_parts: bool,
    curved: u64,
    parts: u64,
    /// Whether any is a simple shape in a compound of its own.
    pub(super) has_wrapped: bool,
    /// The parts of those that move; a simple shape is one.
    movable_parts: u64,
    /// The rows of the largest system of joints.
    pub(super) most_rows: u64,
}

impl Population {
    /// Lists all colliders.
    pub(super) fn list(&mut self, world: &PhysicsWorld, jointed: &Jointed) {
        self.members.clear();
        self.movable.clear();
        self.fixed.clear();
        (self.curved, self.parts, self.movable_parts, self.most_rows) = (0, 0, 0, 0);
        self.has_wrapped = false;
        for (handle, collider) in world.colliders.iter() {
            let index = handle.into_raw_parts().0;
            let member = member(world, jointed, handle, collider);
            if self.members.len() <= index as usize {
                self.members.resize(index as usize + 1, None);
            }
            self.members[index as usize] = Some(member);
            if member.is_movable {
                self.movable.push(index);
            } else {
                self.fixed.push(index);
            }
            self.curved += u64::from(member.is_curved);
            self.has_wrapped |= member.is_wrapped;
            self.parts += u64::from(member.parts);
            self.movable_parts += if member.is_movable { u64::from(member.parts.max(1)) } else { 0 };
            self.most_rows = self.most_rows.max(u64::from(member.rows));
        }
        self.has_parts = self.parts > 0;
    }

    pub(super) fn get(&self, index: u32) -> Option<&Member> {
        self.members.get(index as usize)?.as_ref()
    }

    /// Whether a collider has another shape of the kind that was counted.
    pub(super) fn is_of_kind(&self, handle: ColliderHandle, shape: &dyn Shape) -> bool {
        self.get(handle.into_raw_parts().0).is_some_and(|known| {
            let kind = (known.is_curved, known.parts, known.is_wrapped);
            known.handle == handle && kind == (is_curved(shape), parts(shape), is_wrapped(shape))
        })
    }

    /// Whether any is curved. Cells then count all of them as such.
    pub(super) fn has_curved(&self) -> bool {
        self.curved > 0
    }

    /// How many indices of colliders there are.
    pub(super) fn indices(&self) -> usize {
        self.members.len()
    }

    /// The cost if every collider touched every other, at its most expensive.
    pub(super) fn at_most(&self) -> Cost {
        let (movable, fixed) = (self.movable.len() as u64, self.fixed.len() as u64);
        let all = movable + fixed;
        let pairs = movable * movable.saturating_sub(1) / 2 + movable * fixed;
        let mut cost = (Cost::PAIR + Cost::SOLID).times(pairs);
        cost += Cost::CANDIDATE.times(all.saturating_mul(all) / 2);
        cost += Cost::of_work(WALK.saturating_mul(pairs).saturating_mul(all) / 2);
        cost += Cost::of_work((CURVED + DEEP).saturating_mul(self.curved.saturating_mul(all).min(pairs)));
        cost += Cost::of_triangles(if self.has_wrapped { pairs } else { 0 });
        // Each part may meet each part of what moves.
        let met = self.parts.saturating_mul(self.movable_parts);
        cost += Cost::of_triangles(met);
        cost += Cost::of_work(if self.has_curved() { CURVED_TRIANGLE.saturating_mul(met) } else { 0 });
        cost + jointed_contacts(pairs.saturating_add(met), self.most_rows)
    }

    /// By how many metres every collider that moves may grow on every side and is still within its box. `None` where one is not.
    pub(super) fn room(&self, tree: &Bvh) -> Option<f32> {
        let mut room = f32::INFINITY;
        for &index in &self.movable {
            let member = self.get(index)?;
            match tree.leaf_node(index) {
                Some(leaf) => {
                    let (below, above) = (leaf.mins() - member.min, member.max - leaf.maxs());
                    // Nor is it for what is not a finite number.
                    if !(below.cmpge(Vec3::ZERO).all() && above.cmpge(Vec3::ZERO).all()) {
                        return None;
                    }
                    room = room.min(below.min(above).min_element());
                }
                // A collider without a box had none.
                None if member.min.is_finite() => return None,
                None => {}
            }
        }
        Some(room)
    }

    /// Whether something that moves is smaller than a size, metres. The boxes are those of now.
    pub(super) fn has_small(&self, size: f32) -> bool {
        let is_small = |member: &Member| (member.max - member.min).max_element() < size;
        self.movable.iter().filter_map(|index| self.get(*index)).any(is_small)
    }

    /// Sets the boxes to those of now with a margin, metres; static ones have none.
    pub(super) fn set_boxes(&mut self, tree: &Bvh, margin: f32) {
        self.margin = margin;
        for index in 0..self.members.len() {
            let Some(member) = &mut self.members[index] else { continue };
            let margin = if member.is_movable { margin } else { 0.0 };
            (member.min, member.max) = bounds(tree.leaf_node(index as u32), margin);
        }
    }
}

/// What the contacts of jointed bodies cost beside the engine's: rows, times those of the system that each is solved in. A chain
/// of 200 boxes at one point, 139,000 rows in a system of 1,800, took 7.4 s and 1.4 GB.
pub(super) fn jointed_contacts(pairs: u64, rows: u64) -> Cost {
    if rows == 0 {
        return Cost::default();
    }
    let numbers = pairs.saturating_mul(7).saturating_mul(rows);
    // Up to 1,500 rows have a dense matrix.
    let dense = (pairs.saturating_mul(7)).min(1_500);
    let work = numbers.saturating_mul(30).saturating_add(dense.saturating_mul(dense).saturating_mul(rows) / 4);
    Cost { bytes: numbers.saturating_mul(6).saturating_add(dense * dense * 16), work, ..Cost::default() }
}

fn bounds(leaf: Option<&BvhNode>, margin: f32) -> (Vec3, Vec3) {
    // A collider without a box overlaps nothing.
    leaf.map_or((Vec3::INFINITY, Vec3::NEG_INFINITY), |leaf| (leaf.mins() - margin, leaf.maxs() + margin))
}

fn member(world: &PhysicsWorld, jointed: &Jointed, handle: ColliderHandle, collider: &Collider) -> Member {
    let body = collider.parent();
    let owner = body.and_then(|body| world.bodies.get(body));
    let is_fixed = owner.is_none_or(RigidBody::is_fixed);
    Member {
        handle,
        body,
        is_movable: !is_fixed || collider.is_sensor(),
        is_dynamic: owner.is_some_and(RigidBody::is_dynamic),
        is_curved: is_curved(collider.shape()),
        parts: parts(collider.shape()),
        is_wrapped: is_wrapped(collider.shape()),
        rows: body.map_or(0, |body| jointed.rows_of(body)),
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    }
}

fn is_curved(shape: &dyn Shape) -> bool {
    match shape.as_typed_shape() {
        TypedShape::Cylinder(_)
        | TypedShape::Cone(_)
        | TypedShape::ConvexPolyhedron(_)
        | TypedShape::RoundCylinder(_)
        | TypedShape::RoundCone(_)
        | TypedShape::RoundConvexPolyhedron(_) => true,
        TypedShape::Compound(compound) => compound.shapes().iter().any(|(_, part)| is_curved(&**part)),
        _ => false,
    }
}

/// Whether a shape is a simple one in a compound of its own, as those are whose size has changed.
fn is_wrapped(shape: &dyn Shape) -> bool {
    shape.as_compound().is_some_and(|compound| matches!(compound.shapes(), [(_, part)] if parts(&**part) == 0))
}

/// The number of triangles or parts of a shape; 0 for a simple one.
fn parts(shape: &dyn Shape) -> u32 {
    match shape.as_typed_shape() {
        TypedShape::TriMesh(mesh) => mesh.num_triangles() as u32,
        TypedShape::Compound(_) if is_wrapped(shape) => 0,
        TypedShape::Compound(compound) => compound.shapes().len() as u32,
        _ => shape.as_composite_shape().map_or(0, |composite| composite.bvh().leaf_count()),
    }
}
