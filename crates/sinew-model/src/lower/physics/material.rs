//! The materials and collision filters that colliders and triggers share, whatever dialect lists them.

use sinew_document::extension::khr_physics_rigid_bodies as table;
use sinew_document::{Code, Diagnostics, EntryIndex, Value};

use crate::model::physics::{CollisionFilter, Combine, Entry, FilterId, Material, MaterialId, Physics};

/// What the entries of a file's lists have become, by their positions; `None` for what cannot be used.
pub(super) struct PhysicsLists {
    materials: Vec<Option<MaterialId>>,
    filters: Vec<Option<FilterId>>,
}

impl PhysicsLists {
    /// Puts what could be used of the lists into the model; each with the entry that it is.
    pub(super) fn new(
        materials: Vec<(Value<'_>, Option<Material>)>,
        filters: Vec<(Value<'_>, Option<CollisionFilter>)>,
        physics: &mut Physics,
    ) -> Self {
        let materials = materials.into_iter().map(|(entry, material)| {
            physics.materials.push(material?);
            let id = MaterialId::at(physics.materials.len() - 1);
            physics.origins.set_entry(entry, Entry::Material(id));
            Some(id)
        });
        let materials = materials.collect();
        let filters = filters.into_iter().map(|(entry, filter)| {
            physics.filters.push(filter?);
            let id = FilterId::at(physics.filters.len() - 1);
            physics.origins.set_entry(entry, Entry::Filter(id));
            Some(id)
        });
        Self { materials, filters: filters.collect() }
    }

    /// The material that an object names; none where there is no such one.
    pub(super) fn material(
        &self,
        index: Option<EntryIndex>,
        object: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<MaterialId> {
        find(&self.materials, index?, ("physicsMaterial", "the default one is used"), object, diagnostics)
    }

    /// The filter that an object names; none where there is no such one.
    pub(super) fn filter(
        &self,
        index: Option<EntryIndex>,
        object: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<FilterId> {
        find(&self.filters, index?, ("collisionFilter", "it meets everything"), object, diagnostics)
    }
}

/// The entry at a position. One that is there and cannot be used has been reported.
fn find<T: Copy>(
    list: &[Option<T>],
    index: EntryIndex,
    (key, done): (&str, &str),
    object: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let Some(entry) = list.get(index.to_usize()) else {
        let message = format!("there is no `{key}` {}; {done}", index.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, object.get(key).unwrap_or(object), message);
        return None;
    };
    *entry
}

/// Returns the combine mode of a string, which is the same in both dialects.
pub(super) fn combine(word: table::Combine) -> Combine {
    match word {
        table::Combine::Average => Combine::Average,
        table::Combine::Minimum => Combine::Minimum,
        table::Combine::Maximum => Combine::Maximum,
        table::Combine::Multiply => Combine::Multiply,
    }
}
