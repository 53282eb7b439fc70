//! Callbacks of the engine during a step: collision filtering and materials.

use rapier3d::prelude::{
    ActiveHooks, Collider, ColliderHandle, ColliderSet, ContactModificationContext, PairFilterContext, PhysicsHooks,
    Shape, SolverFlags,
};

use super::collider_part::ColliderTag;
use super::dynamics::PairRules;
use super::filter::{FilterSlot, FilterTable};
use super::joint::DisabledPairs;
use super::kept_spin::{self, KeptSpin};
use super::material::bounce::{self, BounceStep};
use super::material::{self, MaterialSlot, MaterialTable};
use super::seams::Seams;
use super::sheets::{Sheets, is_sheet};

/// What decides which colliders of a simulation meet, and how.
pub(super) struct Rules {
    pub(super) filters: FilterTable,
    pub(super) materials: MaterialTable,
    pub(super) disabled_pairs: DisabledPairs,
    pub(super) seams: Seams,
    pub(super) sheets: Sheets,
}

impl Rules {
    /// Of a simulation without colliders.
    pub(super) fn new(subset_filters: bool) -> Self {
        Self {
            filters: FilterTable::new(subset_filters),
            materials: MaterialTable::new(),
            disabled_pairs: DisabledPairs::default(),
            seams: Seams::default(),
            sheets: Sheets::default(),
        }
    }

    /// The callbacks outside a step.
    pub(super) fn hooks(&self) -> Hooks<'_> {
        Hooks { rules: self, step: BounceStep::default(), spins: &[] }
    }
}

/// The callbacks, and what they read.
pub(super) struct Hooks<'a> {
    pub(super) rules: &'a Rules,
    pub(super) step: BounceStep,
    /// The spins that the engine does not know of.
    pub(super) spins: &'a [KeptSpin],
}

/// The hooks that a collider of this material and shape needs. `collider` is `None` for one that is not inserted yet.
pub(super) fn active_hooks(
    hooks: &Hooks<'_>,
    material: Option<MaterialSlot>,
    shape: &dyn Shape,
    collider: Option<ColliderHandle>,
) -> ActiveHooks {
    let mut active = ActiveHooks::empty();
    if hooks.rules.filters.needs_hook() {
        active |= ActiveHooks::FILTER_CONTACT_PAIRS | ActiveHooks::FILTER_INTERSECTION_PAIR;
    }
    if collider.is_some_and(|collider| hooks.rules.disabled_pairs.contains_collider(collider)) {
        active |= ActiveHooks::FILTER_CONTACT_PAIRS;
    }
    let is_at_seam = collider.is_some_and(|collider| hooks.rules.seams.covers(collider));
    if is_at_seam {
        active |= ActiveHooks::FILTER_CONTACT_PAIRS;
    }
    let is_modified = |material| is_sheet(shape) || is_at_seam || hooks.rules.materials.needs_hook(material);
    if material.is_some_and(is_modified) {
        active |= ActiveHooks::MODIFY_SOLVER_CONTACTS;
    }
    active
}

impl Hooks<'_> {
    /// Whether two colliders collide.
    pub(super) fn collide(&self, one: &Collider, other: &Collider) -> bool {
        let filter = |collider: &Collider| ColliderTag::from_bits(collider.user_data).filter;
        one.collision_groups().test(other.collision_groups())
            && (!self.rules.filters.needs_hook() || self.rules.filters.meet(filter(one), filter(other)))
    }

    fn meet(&self, context: &PairFilterContext<'_>) -> bool {
        let filter = |collider| tag(context.colliders, collider).map_or(FilterSlot(0), |tag| tag.filter);
        self.rules.filters.meet(filter(context.collider1), filter(context.collider2))
    }
}

impl PhysicsHooks for Hooks<'_> {
    fn filter_contact_pair(&self, context: &PairFilterContext<'_>) -> Option<SolverFlags> {
        let is_disabled = self.rules.disabled_pairs.contains(context.collider1, context.rigid_body2)
            || self.rules.disabled_pairs.contains(context.collider2, context.rigid_body1);
        (!is_disabled && self.meet(context) && !self.rules.seams.are_passed(context))
            .then_some(SolverFlags::COMPUTE_RIGID_IMPULSES)
    }

    fn filter_intersection_pair(&self, context: &PairFilterContext<'_>) -> bool {
        self.meet(context)
    }

    fn modify_solver_contacts(&self, context: &mut ContactModificationContext<'_>) {
        let material = |collider| tag(context.colliders, collider).map_or(MaterialSlot(0), |tag| tag.material);
        let (first, second) = (material(context.collider1), material(context.collider2));
        self.rules.sheets.keep_side(context);
        self.rules.seams.apply(context);
        kept_spin::move_surfaces(context, self.spins);
        material::apply(context, &self.rules.materials.get(first), &self.rules.materials.get(second));
        bounce::correct(context, &self.step);
    }
}

impl PairRules for Hooks<'_> {
    fn collide(&self, context: &PairFilterContext<'_>) -> bool {
        self.filter_contact_pair(context).is_some()
    }

    fn coefficients(&self, colliders: &ColliderSet, pair: [ColliderHandle; 2], slip: f32) -> [f32; 2] {
        let material = |collider| tag(colliders, collider).map_or(MaterialSlot(0), |tag| tag.material);
        let [first, second] = pair.map(material);
        material::of_new_contact(&self.rules.materials.get(first), &self.rules.materials.get(second), slip)
    }
}

fn tag(colliders: &ColliderSet, collider: ColliderHandle) -> Option<ColliderTag> {
    colliders.get(collider).map(|collider| ColliderTag::from_bits(collider.user_data))
}
