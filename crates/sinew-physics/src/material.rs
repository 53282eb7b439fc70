//! Friction and restitution of contacts (`KHR_physics_rigid_bodies`, Physics Materials).
//!
//! The engine combines coefficients too, but gives another policy precedence and has one friction coefficient where the
//! specification has two. A hook corrects that. The engine then evaluates the pair again in every step, so only
//! colliders that are in such a pair enable the hook.

pub(crate) mod bounce;
mod combine;
mod saved;

use std::collections::HashMap;

use rapier3d::prelude::{CoefficientCombineRule, ContactModificationContext, RigidBody};

use sinew_model::model::physics::{Combine, Material};

pub(crate) use saved::SavedMaterial;

/// The sliding speed below which static friction applies, m/s.
const STICK_BELOW: f32 = 0.02;

/// The sliding speed above which dynamic friction applies, m/s: twice the other, as hysteresis.
const SLIDE_ABOVE: f32 = 0.04;

/// The bit of a manifold's user data that says that it slides.
const SLIDES: u32 = 1;

/// The largest number of distinct materials whose pairs are all compared; with more, every collider enables the hook. They are compared
/// whenever one changes: 128 take less than a millisecond.
const COMPARED: usize = 128;

/// The combined coefficients of two materials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CombinedMaterial {
    pub(super) static_friction: f32,
    pub(super) dynamic_friction: f32,
    pub(super) restitution: f32,
}

/// The slot of a material in the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MaterialSlot(pub(super) u32);

/// All distinct materials of the simulation.
pub(super) struct MaterialTable {
    materials: Vec<Material>,
    slots: HashMap<Bits, MaterialSlot>,
    needs_hook: Vec<bool>,
    /// Whether a material bounces off any other.
    bounces: Vec<bool>,
    /// Whether one was replaced since the last update.
    is_replaced: bool,
}

impl MaterialTable {
    pub(super) fn new() -> Self {
        let mut table = Self {
            materials: Vec::new(),
            slots: HashMap::new(),
            needs_hook: Vec::new(),
            bounces: Vec::new(),
            is_replaced: false,
        };
        table.add(&Material::default());
        table.update();
        table
    }

    /// Adds a material and returns its slot. Call [`MaterialTable::update`] after adding.
    pub(super) fn add(&mut self, material: &Material) -> MaterialSlot {
        let next = MaterialSlot(self.materials.len() as u32);
        let slot = *self.slots.entry(bits(material)).or_insert(next);
        if slot == next {
            self.materials.push(*material);
        }
        slot
    }

    /// The slot of a material that is in the table.
    pub(super) fn find(&self, material: &Material) -> Option<MaterialSlot> {
        self.slots.get(&bits(material)).copied()
    }

    /// Replaces a material that nothing else uses, so that one that is animated takes one slot. Call
    /// [`MaterialTable::update`] afterwards.
    pub(super) fn replace(&mut self, slot: MaterialSlot, material: &Material) {
        let Some(own) = self.materials.get_mut(slot.0 as usize) else { return };
        self.slots.remove(&bits(own));
        *own = *material;
        self.slots.insert(bits(material), slot);
        self.is_replaced = true;
    }

    /// Determines again which materials need the hook if some were added. Returns whether that changed for older ones.
    pub(super) fn update(&mut self) -> bool {
        if self.needs_hook.len() == self.materials.len() && !std::mem::take(&mut self.is_replaced) {
            return false;
        }
        let before = std::mem::take(&mut self.needs_hook);
        self.needs_hook = hooked(&self.materials);
        self.bounces = bouncing(&self.materials);
        before[..] != self.needs_hook[..before.len()]
    }

    /// Whether any two materials bounce.
    pub(super) fn has_bounces(&self) -> bool {
        self.bounces.contains(&true)
    }

    /// Whether a material bounces off any other.
    pub(super) fn bounces(&self, material: MaterialSlot) -> bool {
        self.bounces.get(material.0 as usize).copied().unwrap_or(false)
    }

    pub(super) fn needs_hook(&self, material: MaterialSlot) -> bool {
        self.needs_hook.get(material.0 as usize).copied().unwrap_or(false)
    }

    pub(super) fn get(&self, material: MaterialSlot) -> Material {
        self.materials.get(material.0 as usize).copied().unwrap_or_default()
    }
}

/// The bits of a material, as a key.
type Bits = ([u32; 3], [Option<Combine>; 2]);

fn bits(material: &Material) -> Bits {
    let numbers = [material.static_friction, material.dynamic_friction, material.restitution];
    (numbers.map(f32::to_bits), [material.friction_combine, material.restitution_combine])
}

/// Returns which materials need the hook: a small set that covers every pair that the engine combines differently, by
/// descending number of such pairs.
fn hooked(materials: &[Material]) -> Vec<bool> {
    let count = materials.len();
    if count > COMPARED {
        return vec![true; count];
    }
    let mut wrong: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (a, first) in materials.iter().enumerate() {
        for (b, second) in materials.iter().enumerate() {
            if !engine_is_right(first, second) {
                wrong[a].push(b);
            }
        }
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&material| (std::cmp::Reverse(wrong[material].len()), material));
    let mut hooked = vec![false; count];
    for material in order {
        hooked[material] = wrong[material].iter().any(|&other| other == material || !hooked[other]);
    }
    hooked
}

/// Returns which materials bounce off any other.
fn bouncing(materials: &[Material]) -> Vec<bool> {
    // Whether a pair does depends on the rules of both, and on whether each has any restitution: there are few such kinds.
    let mut kinds: Vec<Material> = Vec::new();
    let is_same = |a: &Material, b: &Material| {
        a.restitution_combine == b.restitution_combine && (a.restitution > 0.0) == (b.restitution > 0.0)
    };
    for material in materials {
        if !kinds.iter().any(|known| is_same(known, material)) {
            kinds.push(Material { restitution: if material.restitution > 0.0 { 1.0 } else { 0.0 }, ..*material });
        }
    }
    let bounce = |a: &Material| {
        let kind = kinds.iter().find(|known| is_same(known, a)).unwrap_or(a);
        kinds.iter().any(|b| combine::together(kind, b).restitution > 0.0)
    };
    materials.iter().map(bounce).collect()
}

/// Whether the engine combines a pair as the specification requires.
fn engine_is_right(a: &Material, b: &Material) -> bool {
    let together = combine::together(a, b);
    let rule = |a: Option<Combine>, b: Option<Combine>| engine_rule(a).max(engine_rule(b));
    let engine = |a: f32, b: f32, rule| CoefficientCombineRule::combine(a, b, rule, rule);
    let friction = engine(a.dynamic_friction, b.dynamic_friction, rule(a.friction_combine, b.friction_combine));
    let restitution = engine(a.restitution, b.restitution, rule(a.restitution_combine, b.restitution_combine));
    together == CombinedMaterial { static_friction: friction, dynamic_friction: friction, restitution }
}

/// The engine's rule for a combine policy. A material without one uses "average" in the engine: every other policy
/// takes precedence, and two of them are averaged.
pub(super) fn engine_rule(policy: Option<Combine>) -> CoefficientCombineRule {
    match policy {
        None | Some(Combine::Average) => CoefficientCombineRule::Average,
        Some(Combine::Minimum) => CoefficientCombineRule::Min,
        Some(Combine::Maximum) => CoefficientCombineRule::Max,
        Some(Combine::Multiply) => CoefficientCombineRule::Multiply,
    }
}

/// Sets the coefficients of a contact: static or dynamic friction, and restitution.
pub(super) fn apply(context: &mut ContactModificationContext<'_>, a: &Material, b: &Material) {
    let together = combine::together(a, b);
    let first = context.rigid_body1.and_then(|handle| context.bodies.get(handle));
    let second = context.rigid_body2.and_then(|handle| context.bodies.get(handle));
    let Some(manifold) = context.rigid_mut() else { return };
    *manifold.restitution = together.restitution;
    let slip = slip_speed(
        first,
        second,
        manifold.normal,
        manifold.solver_contacts.iter().map(|contact| (contact.anchor1, contact.tangent_velocity)),
    );
    let was_sliding = *manifold.user_data & SLIDES != 0;
    let is_sliding = slip > if was_sliding { STICK_BELOW } else { SLIDE_ABOVE };
    *manifold.user_data = *manifold.user_data & !SLIDES | if is_sliding { SLIDES } else { 0 };
    *manifold.friction = if is_sliding { together.dynamic_friction } else { together.static_friction };
}

/// Friction and restitution of a new contact that slides with `slip` m/s.
pub(super) fn of_new_contact(a: &Material, b: &Material, slip: f32) -> [f32; 2] {
    let together = combine::together(a, b);
    let friction = if slip > SLIDE_ABOVE { together.dynamic_friction } else { together.static_friction };
    [friction, together.restitution]
}

/// The largest tangential speed of the contact's points, m/s; each with how fast the surfaces move on their bodies.
fn slip_speed(
    first: Option<&RigidBody>,
    second: Option<&RigidBody>,
    normal: &glam::Vec3,
    points: impl Iterator<Item = (glam::Vec3, glam::Vec3)>,
) -> f32 {
    let speed_at =
        |body: Option<&RigidBody>, point| body.map_or(glam::Vec3::ZERO, |body| body.velocity_at_point(point));
    let squares = points.map(|(point, surface)| {
        let relative = speed_at(first, point) - speed_at(second, point) + surface;
        (relative - *normal * relative.dot(*normal)).length_squared()
    });
    squares.fold(0.0, f32::max).sqrt()
}

#[cfg(test)]
mod tests;
