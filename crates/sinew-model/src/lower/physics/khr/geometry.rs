//! The shape of a collider or a trigger, in any revision (`KHR_physics_rigid_bodies` 96d29f41, Colliders;
//! ac5c413, Geometry; `glTF_Physics_Babylon` a920d07, `_constructPhysicsMesh`).
//!
//! | written | looked up in |
//! |---|---|
//! | `shape` | `KHR_collision_shapes`, or `KHR_implicit_shapes` in a file without it |
//! | `geometry.shape` | `KHR_implicit_shapes`, or `KHR_collision_shapes` in a file without it |
//! | `geometry.mesh` | the mesh alone, with its own weights: no node, no skin |
//! | `geometry.node` | the meshes of the node and of those below it, as they rest |

use sinew_document::extension::khr_physics_rigid_bodies::RawGeometry;
use sinew_document::{Code, Diagnostics, Document, EntryIndex, FromJson, Value};

use super::super::Placing;
use super::super::mesh::{Made, Shapes, Source};
use super::list::{Lookup, Resolved};
use super::report_unresolved;
use super::shape::{collision_shapes, implicit_shapes};
use crate::model::physics::ShapeId;

/// The shapes that the file lists.
pub(super) struct Geometries {
    collision: Option<Resolved<ShapeId>>,
    implicit: Option<Resolved<ShapeId>>,
}

/// What a collider or a trigger says of its shape.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'json> {
    pub(super) geometry: Option<Value<'json>>,
    pub(super) shape: Option<EntryIndex>,
    /// The collider or the trigger.
    pub(super) object: Value<'json>,
}

impl Spelling<'_> {
    /// Whether it names a shape at all, usable or not.
    pub(super) fn is_there(&self) -> bool {
        self.object.get("geometry").is_some() || self.object.get("shape").is_some()
    }
}

impl Geometries {
    pub(super) fn read(document: &Document, shapes: &mut Shapes<'_, '_>, diagnostics: &mut Diagnostics) -> Self {
        Self {
            collision: collision_shapes(document, shapes, diagnostics),
            implicit: implicit_shapes(document, shapes, diagnostics),
        }
    }

    /// Returns the shape; `None` if it is invalid, which has been reported.
    pub(super) fn resolve(
        &self,
        spelling: Spelling<'_>,
        placing: &mut Placing<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ShapeId> {
        let Spelling { geometry, shape, object } = spelling;
        if let (Some(_), Some(at)) = (geometry, object.get("shape")) {
            let message = "`geometry` and `shape` are the same in two revisions; `geometry` is used";
            diagnostics.report(Code::ONE_OF_MISMATCH, at, message);
        }
        if let Some(geometry) = geometry {
            return self.geometry(geometry, placing, diagnostics);
        }
        let first = self.collision.as_ref().or(self.implicit.as_ref());
        listed(first, shape?, object, diagnostics)
    }

    fn geometry(
        &self,
        value: Value<'_>,
        placing: &mut Placing<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ShapeId> {
        let table = RawGeometry::from_json(value, diagnostics)?;
        report_source_count(&table, value, diagnostics);
        if let Some(shape) = table.shape {
            let first = self.implicit.as_ref().or(self.collision.as_ref());
            return listed(first, shape, value, diagnostics);
        }
        let source = source(&table, value, placing, diagnostics)?;
        let made = if table.convex_hull { Made::Hull } else { Made::Triangles };
        placing.shapes.of_mesh(source, made, value, diagnostics)
    }
}

/// Reports a geometry with no source or with several. An invalid property has been reported already.
fn report_source_count(table: &RawGeometry, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let usable = [table.shape.is_some(), table.mesh.is_some(), table.node.is_some()];
    let message = match usable {
        [true, true, _] | [true, _, true] => {
            "exactly one of `shape`, `mesh` and `node` must be present; the shape is used"
        }
        [false, true, true] => "`mesh` and `node` are the same in two revisions; `mesh` is used",
        [false, false, false] if ["shape", "mesh", "node"].iter().all(|key| value.get(key).is_none()) => {
            "exactly one of `shape`, `mesh` and `node` must be present; the collider or trigger is left out"
        }
        _ => return,
    };
    diagnostics.report(Code::ONE_OF_MISMATCH, value, message);
}

/// The mesh or the node that gives the points; `None` where there is none, which has been reported.
fn source(
    table: &RawGeometry,
    value: Value<'_>,
    placing: &Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Source> {
    let mut missing = |key: &str, index: u32| {
        let at = value.get(key).unwrap_or(value);
        report_unresolved(key, index, at, "the collider or trigger is left out", diagnostics);
    };
    if let Some(mesh) = table.mesh {
        if placing.context.document.get(mesh).is_none() {
            missing("mesh", mesh.0);
            return None;
        }
        return Some(Source::Mesh(mesh));
    }
    let index = table.node?;
    let node = placing.context.hierarchy.id(index);
    if node.is_none() {
        missing("node", index.0);
    }
    node.map(Source::Node)
}

/// A shape of a list, by the `shape` of an object.
fn listed(
    list: Option<&Resolved<ShapeId>>,
    index: EntryIndex,
    object: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<ShapeId> {
    match list.map_or(Lookup::Missing, |list| list.get(index)) {
        Lookup::Found(shape) => Some(shape),
        Lookup::Unusable => {
            let message = format!("shape {} is invalid; the collider or trigger is left out", index.0);
            diagnostics.report(Code::COLLIDER_WITHOUT_SHAPE, object.get("shape").unwrap_or(object), message);
            None
        }
        Lookup::Missing => {
            let at = object.get("shape").unwrap_or(object);
            report_unresolved("shape", index.0, at, "what names it is left out", diagnostics);
            None
        }
    }
}
