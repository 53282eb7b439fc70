//! How many colliders can touch at most, by how many share a cell of a grid.
//!
//! Boxes that are no larger than a cell overlap only if the cells of their centres are the same or neighbours. A few large boxes,
//! the ground among them, are taken to overlap everything.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use glam::{IVec3, Vec3};

use super::cost::{CURVED, Cost, DEEP, WALK};
use super::pairs::NEAR;
use super::population::{Member, Population, jointed_contacts};

/// The most large boxes that are not put into cells.
const LARGE: u64 = 16;

/// Boxes beyond this many times the median are large.
const TIMES_MEDIAN: f32 = 4.0;

/// A hash that is the same everywhere. Nothing is iterated, so that it decides nothing.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn write_i32(&mut self, value: i32) {
        self.0 = (self.0.rotate_left(21) ^ u64::from(value as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
}

type Cells = HashMap<(i32, i32, i32), u32, BuildHasherDefault<Mixed>>;

/// The largest cost that the boxes of a population allow.
pub(super) fn at_most(population: &Population) -> Cost {
    let unknown = Cost { work: u64::MAX, ..Cost::default() };
    if population.has_parts {
        return unknown;
    }
    let all = population.movable.iter().chain(&population.fixed).filter_map(|&index| population.get(index));
    let members: Vec<&Member> = all.filter(|member| member.min.cmple(member.max).all()).collect();
    let Some(size) = cell_size(&members) else { return Cost::default() };
    let mut large = 0;
    let mut small: Vec<&Member> = Vec::with_capacity(members.len());
    let (mut is_curved, mut nearness) = (false, 0.0_f32);
    for member in members {
        is_curved |= member.is_curved;
        if extent(member) > size || cell(member, size).is_none() {
            large += 1;
        } else {
            nearness = nearness.max(0.5 * (member.max - member.min).min_element());
            small.push(member);
        }
    }
    if large > LARGE {
        return unknown;
    }
    let (mut pairs, mut walk) = near(&small, size);
    let count = small.len() as u64;
    pairs += large * count;
    // The large ones walk over everything.
    walk += large * count * count;
    let mut cost = (Cost::PAIR + Cost::SOLID).times(pairs) + Cost::of_work(WALK.saturating_mul(walk) / 2);
    cost += Cost::of_triangles(if population.has_wrapped { pairs } else { 0 });
    if is_curved {
        // Those whose centres are near each other are counted in smaller cells.
        let (deep, _) = near(&small, NEAR * nearness + 2.0 * population.margin);
        cost += Cost::of_work(CURVED.saturating_mul(pairs).saturating_add(DEEP.saturating_mul(deep + large * count)));
    }
    cost + jointed_contacts(pairs, population.most_rows)
}

/// How many pairs of centres are in the same cell or in neighbours, at least one of them of a collider that moves; and the sum of the
/// squares of what each is near.
fn near(members: &[&Member], size: f32) -> (u64, u64) {
    let mut cells = Cells::default();
    for cell in members.iter().filter_map(|member| cell(member, size)) {
        *cells.entry((cell.x, cell.y, cell.z)).or_default() += 1;
    }
    let (mut moving, mut walk) = (0_u64, 0_u64);
    let mut is_all_moving = true;
    for member in members {
        let Some(cell) = cell(member, size) else { continue };
        let near: u64 = neighbours(cell).map(|cell| u64::from(cells.get(&cell).copied().unwrap_or(0))).sum();
        let near = near.saturating_sub(1);
        is_all_moving &= member.is_movable;
        moving += if member.is_movable { near } else { 0 };
        walk += near * near;
    }
    // A pair of two that move is seen from both.
    (if is_all_moving { moving / 2 } else { moving }, walk)
}

fn cell(member: &Member, size: f32) -> Option<IVec3> {
    let centre = (0.5 * (member.min + member.max) / size).floor();
    (centre.is_finite() && centre.abs().max_element() < 1e9).then(|| centre.as_ivec3())
}

/// The size of a cell: the largest box that is not large, metres.
fn cell_size(members: &[&Member]) -> Option<f32> {
    let mut extents: Vec<f32> = members.iter().map(|member| extent(member)).collect();
    if extents.is_empty() {
        return None;
    }
    let middle = extents.len() / 2;
    let (_, median, _) = extents.select_nth_unstable_by(middle, f32::total_cmp);
    let bound = TIMES_MEDIAN * *median;
    let largest = extents.iter().copied().filter(|extent| *extent <= bound).fold(0.0, f32::max);
    Some(largest).filter(|size| *size > 0.0 && size.is_finite())
}

fn extent(member: &Member) -> f32 {
    let extent: Vec3 = member.max - member.min;
    extent.max_element()
}

fn neighbours(cell: IVec3) -> impl Iterator<Item = (i32, i32, i32)> {
    (0..27).map(move |at| (cell.x + at % 3 - 1, cell.y + at / 3 % 3 - 1, cell.z + at / 9 - 1))
}
