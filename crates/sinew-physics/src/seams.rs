//! Seams of boxes that stand side by side.
//!
//! A body that slides over a floor of boxes comes near the edge of the next box before it is over it, and the engine has a contact with
//! that edge, whose normal points against the motion. Where another box covers that side, nothing can touch it. Such contacts
//! are left out; the box that covers the side has the true one.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use rapier3d::prelude::{
    Collider, ColliderHandle, ContactModificationContext, PairFilterContext, PhysicsWorld, Pose, RigidBodyHandle,
    TypedShape,
};

use crate::body_tag::BodyTag;
use crate::collider_part::ColliderTag;

/// How far boxes may be apart, or not flush, metres.
const TOLERANCE: f32 = 1e-3;

/// How deep a body may be in a box that it slides over, metres.
const SUNK: f32 = 0.01;

/// How much of a normal may point into a covered side. Below, it is straightened; above, the contact is left out.
const TILTED: [f32; 2] = [1e-4, 5e-3];

/// The bit of a manifold's user data that says that it was left out. The engine keeps a manifold while its points move along its normal,
/// and with it the side of a box that is below by now.
pub(super) const LEFT_OUT: u32 = 2;

/// The sides of boxes that others cover.
#[derive(Debug)]
pub(super) struct Seams {
    /// By collider. Those that only cover others have no boxes.
    colliders: BTreeMap<(u32, u32), Vec<SeamBox>>,
    stale: Stale,
}

/// Where seams are looked for before the next step. That depends on what has moved and on nothing else: a world that has gone back looks
/// everywhere, and must find the same.
#[derive(Debug)]
enum Stale {
    /// On bodies whose boxes have moved on them.
    Bodies(BTreeSet<BodyKey>),
    Everywhere,
}

type BodyKey = (u32, u32);

/// A box with covered sides.
#[derive(Clone, Debug)]
struct SeamBox {
    /// In the collider's frame.
    collider_from_box: Pose,
    half: Vec3,
    covers: Vec<Cover>,
}

/// A part of a side that another box covers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cover {
    axis: usize,
    sign: f32,
    /// The other box, in the axes of this one.
    low: Vec3,
    high: Vec3,
}

/// A box among those that stand still to each other.
struct Block {
    collider: ColliderHandle,
    /// What it stands still with: a body, or the world.
    group: Option<(u32, u32)>,
    filter: u32,
    group_from_box: Pose,
    collider_from_box: Pose,
    half: Vec3,
    low: Vec3,
    high: Vec3,
}

impl Default for Seams {
    fn default() -> Self {
        Self { colliders: BTreeMap::new(), stale: Stale::Everywhere }
    }
}

impl Seams {
    /// Has seams looked for again before the next step.
    pub(super) fn refresh(&mut self) {
        self.stale = Stale::Everywhere;
    }

    /// The same, on the body of a collider that has moved on it or has another size. What moves with its body keeps its seams.
    pub(super) fn refresh_on_body(&mut self, world: &PhysicsWorld, collider: ColliderHandle) {
        let Some(collider) = world.colliders.get(collider) else { return };
        let Some(body) = collider.parent().filter(|body| is_moving(world, *body)) else { return self.refresh() };
        let is_alone = world.bodies.get(body).is_some_and(|body| body.colliders().len() == 1)
            && collider.shape().as_compound().is_none_or(|compound| compound.shapes().len() == 1);
        if let (Stale::Bodies(bodies), false) = (&mut self.stale, is_alone) {
            bodies.insert(body.into_raw_parts());
        }
    }

    /// Whether they are looked for everywhere: colliders came, went or moved.
    pub(super) fn are_stale_everywhere(&self) -> bool {
        matches!(self.stale, Stale::Everywhere)
    }

    /// Whether a collider has covered sides.
    pub(super) fn covers(&self, collider: ColliderHandle) -> bool {
        self.colliders.get(&collider.into_raw_parts()).is_some_and(|boxes| !boxes.is_empty())
    }

    /// Looks for seams if boxes were added, removed or moved. Returns the colliders whose sides were covered or may be.
    pub(super) fn update(&mut self, world: &PhysicsWorld) -> Vec<ColliderHandle> {
        let (mut changed, mut blocks): (Vec<(u32, u32)>, _) =
            match std::mem::replace(&mut self.stale, Stale::Bodies(BTreeSet::new())) {
                Stale::Bodies(bodies) if bodies.is_empty() => return Vec::new(),
                Stale::Bodies(bodies) => {
                    let handles =
                        bodies.iter().map(|(index, generation)| RigidBodyHandle::from_raw_parts(*index, *generation));
                    let of = handles.filter_map(|body| world.bodies.get(body));
                    let handles = of.flat_map(|body| body.colliders().iter().copied());
                    let found: Vec<_> =
                        handles.filter_map(|handle| Some((handle, world.colliders.get(handle)?))).collect();
                    let keys: Vec<_> = found.iter().map(|(handle, _)| handle.into_raw_parts()).collect();
                    for key in &keys {
                        self.colliders.remove(key);
                    }
                    (keys, blocks(world, found.into_iter()))
                }
                Stale::Everywhere => {
                    let keys = std::mem::take(&mut self.colliders).into_keys().collect();
                    (keys, blocks(world, world.colliders.iter()))
                }
            };
        changed.extend(blocks.iter().map(|block| block.collider.into_raw_parts()));
        blocks.sort_by(|a, b| {
            let key = |block: &Block| (block.group, block.collider.into_raw_parts());
            a.group.cmp(&b.group).then(a.low.x.total_cmp(&b.low.x)).then(key(a).cmp(&key(b)))
        });
        let mut covers: Vec<Vec<Cover>> = vec![Vec::new(); blocks.len()];
        let mut is_known = vec![false; blocks.len()];
        for first in 0..blocks.len() {
            for second in first + 1..blocks.len() {
                let (a, b) = (&blocks[first], &blocks[second]);
                if a.group != b.group || b.low.x > a.high.x + TOLERANCE {
                    break;
                }
                let is_apart = a.low.cmpgt(b.high + TOLERANCE).any() || b.low.cmpgt(a.high + TOLERANCE).any();
                if is_apart || a.filter != b.filter {
                    continue;
                }
                for (on, by) in [(first, second), (second, first)] {
                    let found = covered(&blocks[on], &blocks[by]);
                    is_known[on] |= !found.is_empty();
                    is_known[by] |= !found.is_empty();
                    covers[on].extend(found);
                }
            }
        }
        for ((block, covers), _) in blocks.iter().zip(covers).zip(is_known).filter(|(_, is_known)| *is_known) {
            let boxes = self.colliders.entry(block.collider.into_raw_parts()).or_default();
            if !covers.is_empty() {
                boxes.push(SeamBox { collider_from_box: block.collider_from_box, half: block.half, covers });
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed.into_iter().map(|(index, generation)| ColliderHandle::from_raw_parts(index, generation)).collect()
    }

    /// Leaves out or straightens the contacts with covered sides.
    pub(super) fn apply(&self, context: &mut ContactModificationContext<'_>) {
        let colliders = [context.collider1, context.collider2];
        if let Some(manifold) = context.rigid_mut() {
            *manifold.user_data &= !LEFT_OUT;
        }
        for (side, handle) in colliders.into_iter().enumerate() {
            let Some(boxes) = self.colliders.get(&handle.into_raw_parts()).filter(|boxes| !boxes.is_empty()) else {
                continue;
            };
            let Some(pose) = context.colliders.get(handle).map(|collider| *collider.position()) else { continue };
            let Some(manifold) = context.rigid_mut() else { return };
            if manifold.solver_contacts.is_empty() {
                continue;
            }
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let out = *manifold.normal * sign;
            let points = manifold
                .solver_contacts
                .iter()
                .map(|contact| (if side == 0 { contact.anchor1 } else { contact.anchor2 }, contact.dist));
            let Some(direction) = hidden(boxes, &pose, out, points) else { continue };
            let tilt = out.dot(direction);
            let straight = (out - direction * tilt).try_normalize();
            match straight.filter(|_| tilt < TILTED[1]) {
                Some(straight) => {
                    *manifold.normal = straight * sign;
                    for contact in manifold.solver_contacts.iter_mut() {
                        contact.dist = (contact.anchor2 - contact.anchor1).dot(straight * sign);
                    }
                }
                None => {
                    manifold.solver_contacts.clear();
                    *manifold.user_data |= LEFT_OUT;
                }
            }
        }
    }
}

impl Seams {
    /// Whether a body that the engine sweeps towards a box with covered sides stays in front of one of that box's sides, and so cannot hit
    /// it. The sweep keeps a distance, and would stop what slides over the floor at each seam.
    ///
    /// The engine asks when it looks for contacts, too; nothing has moved then.
    pub(super) fn are_passed(&self, context: &PairFilterContext<'_>) -> bool {
        let pairs = [
            (context.collider1, context.collider2, context.rigid_body2),
            (context.collider2, context.collider1, context.rigid_body1),
        ];
        pairs.into_iter().any(|(at_seam, other, body)| self.is_passed(context, at_seam, other, body).unwrap_or(false))
    }

    fn is_passed(
        &self,
        context: &PairFilterContext<'_>,
        at_seam: ColliderHandle,
        other: ColliderHandle,
        body: Option<RigidBodyHandle>,
    ) -> Option<bool> {
        let boxes = self.colliders.get(&at_seam.into_raw_parts()).filter(|boxes| !boxes.is_empty())?;
        let body = context.bodies.get(body?).filter(|body| body.is_dynamic())?;
        if body.position() == body.next_position() {
            return Some(false);
        }
        let (at_seam, other) = (context.colliders.get(at_seam)?, context.colliders.get(other)?);
        if matches!(at_seam.shape().as_typed_shape(), TypedShape::Compound(compound) if compound.shapes().len() != boxes.len())
        {
            return Some(false);
        }
        let ends = [*other.position(), *body.next_position() * *other.position_wrt_parent()?];
        let size = BodyTag::from_bits(body.user_data).size;
        Some(boxes.iter().all(|seam| {
            let world_from_box = *at_seam.position() * seam.collider_from_box;
            let [start, end] = ends.map(|pose| other.shape().compute_aabb(&world_from_box.inv_mul(&pose)));
            let depth = SUNK.min(0.1 * size);
            let is_above = (0..3).any(|axis| start.mins[axis].min(end.mins[axis]) > seam.half[axis] - depth);
            is_above || (0..3).any(|axis| start.maxs[axis].max(end.maxs[axis]) < depth - seam.half[axis])
        }))
    }
}

/// The covered side into which a normal points at all of its points, as a direction in the world.
fn hidden(boxes: &[SeamBox], pose: &Pose, out: Vec3, points: impl Iterator<Item = (Vec3, f32)>) -> Option<Vec3> {
    let mut direction: Option<Vec3> = None;
    for (point, dist) in points {
        let found = boxes.iter().find_map(|seam| {
            let world_from_box = *pose * seam.collider_from_box;
            let local = world_from_box.inverse_transform_point(point);
            let normal = world_from_box.rotation.inverse() * out;
            let reach = 5.0 * TOLERANCE + dist.abs();
            let cover = seam
                .covers
                .iter()
                .find(|cover| normal[cover.axis] * cover.sign > TILTED[0] && cover.hides(local, seam.half, reach))?;
            let mut axis = Vec3::ZERO;
            axis[cover.axis] = cover.sign;
            Some(world_from_box.rotation * axis)
        })?;
        match direction {
            Some(known) if known.dot(found) < 0.999 => return None,
            _ => direction = Some(found),
        }
    }
    direction
}

impl Cover {
    /// Whether a point of the box is on the covered part of the side.
    fn hides(&self, point: Vec3, half: Vec3, reach: f32) -> bool {
        let is_on_side = (point[self.axis] * self.sign - half[self.axis]).abs() < reach;
        let is_inside = |axis: usize| {
            axis == self.axis || (self.low[axis] - TOLERANCE..=self.high[axis] + TOLERANCE).contains(&point[axis])
        };
        is_on_side && (0..3).all(is_inside)
    }
}

/// Whether what is on a body moves with it, and stands still to nothing else.
fn is_moving(world: &PhysicsWorld, body: RigidBodyHandle) -> bool {
    world.bodies.get(body).is_some_and(|body| !body.is_fixed())
}

/// The boxes of colliders that stand still to others.
fn blocks<'a>(world: &PhysicsWorld, colliders: impl Iterator<Item = (ColliderHandle, &'a Collider)>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (handle, collider) in colliders.filter(|(_, collider)| !collider.is_sensor()) {
        let moving = collider.parent().filter(|body| is_moving(world, *body));
        let group = moving.map(RigidBodyHandle::into_raw_parts);
        let group_from_collider = match moving {
            Some(_) => collider.position_wrt_parent().copied().unwrap_or_default(),
            None => *collider.position(),
        };
        let mut add = |collider_from_box: Pose, half: Vec3| {
            let group_from_box = group_from_collider * collider_from_box;
            let reach = (0..3)
                .fold(Vec3::ZERO, |sum, axis| sum + (group_from_box.rotation * (Vec3::AXES[axis] * half[axis])).abs());
            let center = group_from_box.translation;
            let filter = ColliderTag::from_bits(collider.user_data).filter.0;
            let (low, high) = (center - reach, center + reach);
            blocks.push(Block { collider: handle, group, filter, group_from_box, collider_from_box, half, low, high });
        };
        each_box(collider, &mut add);
    }
    blocks
}

fn each_box(collider: &Collider, add: &mut dyn FnMut(Pose, Vec3)) {
    match collider.shape().as_typed_shape() {
        TypedShape::Cuboid(cuboid) => {
            // A single box on a body that moves has no neighbour there; others may.
            add(Pose::IDENTITY, cuboid.half_extents);
        }
        TypedShape::Compound(compound) => {
            for (pose, part) in compound.shapes() {
                if let TypedShape::Cuboid(cuboid) = part.as_typed_shape() {
                    add(*pose, cuboid.half_extents);
                }
            }
        }
        _ => {}
    }
}

/// The parts of the sides of a box that another covers; none unless their edges are parallel.
fn covered(on: &Block, by: &Block) -> Vec<Cover> {
    let on_from_by = on.group_from_box.inv_mul(&by.group_from_box);
    let mut reach = Vec3::ZERO;
    for axis in 0..3 {
        let edge = on_from_by.rotation * Vec3::AXES[axis];
        if edge.abs().max_element() < 0.999_99 {
            return Vec::new();
        }
        reach += (edge * by.half[axis]).abs();
    }
    let (low, high) = (on_from_by.translation - reach, on_from_by.translation + reach);
    let mut covers = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            // From where the other begins to where it ends, away from this box.
            let (begins, ends) = if sign > 0.0 { (low[axis], high[axis]) } else { (-high[axis], -low[axis]) };
            let side = on.half[axis];
            let overlaps = (0..3).all(|other| {
                other == axis || low[other] < on.half[other] - TOLERANCE && high[other] > TOLERANCE - on.half[other]
            });
            if begins <= side + TOLERANCE && ends > side + TOLERANCE && overlaps {
                covers.push(Cover { axis, sign, low, high });
            }
        }
    }
    covers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(center: Vec3, half: Vec3) -> Block {
        Block {
            collider: ColliderHandle::from_raw_parts(0, 0),
            group: None,
            filter: 0,
            group_from_box: Pose::from_translation(center),
            collider_from_box: Pose::IDENTITY,
            half,
            low: center - half,
            high: center + half,
        }
    }

    #[test]
    fn a_neighbour_covers_the_side_as_far_as_it_is_flush() {
        let tile = block(Vec3::ZERO, Vec3::new(0.5, 0.25, 0.5));
        let flush = covered(&tile, &block(Vec3::X, Vec3::new(0.5, 0.25, 0.5)));
        assert_eq!(flush.len(), 1, "{flush:?}");
        assert!(flush[0].axis == 0 && flush[0].sign > 0.0);
        let edge = Vec3::new(0.5, 0.25, 0.1);
        assert!(flush[0].hides(edge, tile.half, 1e-3));
        // A lower one leaves a step.
        let lower = covered(&tile, &block(Vec3::new(1.0, -0.1, 0.0), Vec3::new(0.5, 0.25, 0.5)));
        assert!(lower.len() == 1 && !lower[0].hides(edge, tile.half, 1e-3));
        assert!(lower[0].hides(edge - Vec3::Y * 0.2, tile.half, 1e-3));
        // One apart, and one that touches along an edge only, cover nothing.
        assert!(covered(&tile, &block(Vec3::X * 1.01, Vec3::new(0.5, 0.25, 0.5))).is_empty());
        assert!(covered(&tile, &block(Vec3::new(1.0, 0.5, 0.0), Vec3::new(0.5, 0.25, 0.5))).is_empty());
    }
}
