//! Counts the pairs of colliders whose boxes overlap, until the budget is spent.

use glam::Vec3;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::partitioning::{Bvh, BvhNode};
use rapier3d::prelude::{Collider, PhysicsWorld};

use super::cost::{CURVED, CURVED_TRIANGLE, Cost, DEEP, WALK};
use super::population::{Member, Population, jointed_contacts};
use super::{Culprits, Overrun};
use crate::budget::Budget;

/// How near the centres of two boxes are, relative to the smaller half extent, for the engine's polytope to become large.
pub(super) const NEAR: f32 = 0.25;

/// Counts the candidates of static colliders among each other: the engine lists them once, when they are new.
pub(super) fn fixed(
    world: &PhysicsWorld,
    tree: &Bvh,
    population: &Population,
    budget: &Budget,
) -> Result<Cost, Overrun> {
    let all = population.fixed.len() as u64;
    let at_most = Cost::CANDIDATE.times(all.saturating_mul(all) / 2);
    // The cost of counting them is of that order.
    if at_most.overrun(&Budget { work: budget.work / 20, bytes: budget.bytes / 20, ..*budget }).is_none() {
        return Ok(at_most);
    }
    let mut count = Count::new(population, (Cost::default(), budget));
    for &index in &population.fixed {
        let Some(leaf) = tree.leaf_node(index) else { continue };
        let (min, max) = (leaf.mins(), leaf.maxs());
        for other in tree.leaves(|node| overlaps(node, min, max)) {
            if other > index && population.get(other).is_some_and(|other| !other.is_movable) {
                count.add(index, other, Cost::CANDIDATE);
            }
        }
        count.check(world)?;
    }
    Ok(count.total)
}

/// Counts the pairs of the boxes of a population. `spent` is what is known to be spent already.
pub(super) fn count(
    world: &PhysicsWorld,
    tree: &Bvh,
    population: &Population,
    (spent, budget): (Cost, &Budget),
) -> Result<(), Overrun> {
    let margin = population.margin;
    let mut count = Count::new(population, (spent, budget));
    let known = world.narrow_phase.contact_graph().raw_graph().raw_edges().len() as u64;
    let mut jointed_pairs = 0_u64;
    let mut most_rows = 0_u64;
    for &index in &population.movable {
        let Some(member) = population.get(index) else { continue };
        let Some(collider) = world.colliders.get(member.handle) else { continue };
        let (min, max) = (member.min - margin, member.max + margin);
        for other_index in tree.leaves(|node| overlaps(node, min, max)) {
            let Some(other) = population.get(other_index) else { continue };
            if other_index == index || (other.is_movable && other_index < index) {
                continue;
            }
            if !(member.min.cmple(other.max).all() && other.min.cmple(member.max).all()) {
                continue;
            }
            let Some(other_collider) = world.colliders.get(other.handle) else { continue };
            if !collide((member, collider), (other, other_collider)) {
                count.add(index, other_index, Cost::CANDIDATE);
                continue;
            }
            let cost = pair((member, collider), (other, other_collider), margin, budget);
            count.add(index, other_index, cost);
            count.pair(index.min(other_index));
            let rows = u64::from(member.rows.max(other.rows));
            if rows > 0 && cost.contact_points > 0 {
                jointed_pairs += cost.contact_points.div_ceil(4);
                most_rows = most_rows.max(rows);
            }
            if count.is_spent() {
                break;
            }
        }
        count.check(world)?;
    }
    count.walk(known);
    count.total += jointed_contacts(jointed_pairs, most_rows.max(u64::from(jointed_pairs > 0)));
    count.check(world)
}

/// What is counted, in total and for each collider.
struct Count<'a> {
    population: &'a Population,
    budget: &'a Budget,
    total: Cost,
    /// By collider: the work of its pairs, and of how many it is the first.
    work: Vec<(u64, u32)>,
}

impl<'a> Count<'a> {
    fn new(population: &'a Population, (spent, budget): (Cost, &'a Budget)) -> Self {
        Self { population, budget, total: spent, work: vec![(0, 0); population.indices()] }
    }

    fn add(&mut self, one: u32, other: u32, cost: Cost) {
        self.total += cost;
        for index in [one, other] {
            self.work[index as usize].0 += cost.work;
        }
    }

    fn pair(&mut self, first: u32) {
        self.work[first as usize].1 += 1;
    }

    /// Adds the walks of the engine over the pairs of each collider, as far as pairs are new.
    fn walk(&mut self, known: u64) {
        let walk = self.work.iter().map(|(_, pairs)| u64::from(*pairs).pow(2) / 2).fold(0, u64::saturating_add);
        let new = self.total.pairs.saturating_sub(known);
        let part = u128::from(walk) * u128::from(WALK) * u128::from(new) / u128::from(self.total.pairs.max(1));
        self.total += Cost::of_work(u64::try_from(part).unwrap_or(u64::MAX));
    }

    fn is_spent(&self) -> bool {
        self.total.overrun(self.budget).is_some()
    }

    fn check(&self, world: &PhysicsWorld) -> Result<(), Overrun> {
        let Some((quantity, needed)) = self.total.overrun(self.budget) else { return Ok(()) };
        let mut most = [None::<(u64, u32)>; 2];
        for (index, (work, _)) in self.work.iter().enumerate().filter(|(_, (work, _))| *work > 0) {
            let entry = Some((*work, index as u32));
            let is_more = |known: Option<(u64, u32)>| known.is_none_or(|(most, _)| *work > most);
            if is_more(most[0]) {
                most = [entry, most[0]];
            } else if is_more(most[1]) {
                most[1] = entry;
            }
        }
        let handle = |entry: Option<(u64, u32)>| {
            let handle = self.population.get(entry?.1)?.handle;
            world.colliders.contains(handle).then_some(handle)
        };
        Err(Overrun { quantity, needed, culprits: Culprits::Colliders(most.map(handle)) })
    }
}

/// What a pair costs whose boxes overlap.
fn pair(
    (a, a_collider): (&Member, &Collider),
    (b, b_collider): (&Member, &Collider),
    margin: f32,
    budget: &Budget,
) -> Cost {
    let mut cost = Cost::PAIR;
    if a_collider.is_sensor() || b_collider.is_sensor() {
        return cost + composite((a, a_collider), (b, b_collider), margin, budget);
    }
    let (a_box, b_box) = (a_collider.compute_aabb().loosened(margin), b_collider.compute_aabb().loosened(margin));
    if !a_box.intersects(&b_box) {
        return cost;
    }
    if a.parts > 0 || b.parts > 0 {
        return cost + composite((a, a_collider), (b, b_collider), margin, budget);
    }
    cost += Cost::SOLID + Cost::of_triangles(u64::from(a.is_wrapped || b.is_wrapped));
    if a.is_curved || b.is_curved {
        let half = |bounds: &Aabb| bounds.half_extents().min_element();
        let is_near = a_box.center().distance(b_box.center()) <= NEAR * half(&a_box).min(half(&b_box)) + 2.0 * margin;
        cost += Cost::of_work(if is_near { CURVED + DEEP } else { CURVED });
    }
    cost
}

/// The triangles and parts of a pair that are tested.
fn composite(
    (a, a_collider): (&Member, &Collider),
    (b, b_collider): (&Member, &Collider),
    margin: f32,
    budget: &Budget,
) -> Cost {
    let cap = usize::try_from(budget.triangles).unwrap_or(usize::MAX).saturating_add(1);
    let from_world = |collider: &Collider, bounds: &Aabb| bounds.transform_by(&collider.position().inverse());
    let near = |collider: &Collider, other: &Collider| {
        let bounds = from_world(collider, &other.compute_aabb().loosened(2.0 * margin + 0.01));
        collider.shape().as_composite_shape().map_or(0, |composite| {
            composite.bvh().leaves(|node| overlaps(node, bounds.mins, bounds.maxs)).take(cap).count()
        })
    };
    let tested = match (a.parts > 0, b.parts > 0) {
        (false, false) => 0,
        (true, false) => near(a_collider, b_collider),
        (false, true) => near(b_collider, a_collider),
        (true, true) => {
            let pose = a_collider.position().inverse() * *b_collider.position();
            let trees = (a_collider.shape().as_composite_shape(), b_collider.shape().as_composite_shape());
            let (Some(one), Some(other)) = trees else { return Cost::default() };
            let touch = |one: &BvhNode, other: &BvhNode| {
                let other = other.aabb().transform_by(&pose).loosened(2.0 * margin + 0.01);
                overlaps(one, other.mins, other.maxs)
            };
            one.bvh().leaf_pairs(other.bvh(), touch).take(cap).count()
        }
    };
    let touching = Cost::SOLID.times(tested.min(64) as u64);
    let curved = if a.is_curved || b.is_curved { CURVED_TRIANGLE } else { 0 };
    Cost::of_triangles(tested as u64) + Cost::of_work(curved * tested as u64) + Cost { bytes: 0, ..touching }
}

/// Whether the engine makes a pair of two colliders.
fn collide((a, a_collider): (&Member, &Collider), (b, b_collider): (&Member, &Collider)) -> bool {
    let is_same_body = a.body.is_some() && a.body == b.body;
    let is_watched = a.is_dynamic || b.is_dynamic || a_collider.is_sensor() || b_collider.is_sensor();
    !is_same_body && is_watched && a_collider.collision_groups().test(b_collider.collision_groups())
}

fn overlaps(node: &BvhNode, min: Vec3, max: Vec3) -> bool {
    node.mins().cmple(max).all() && node.maxs().cmpge(min).all()
}
