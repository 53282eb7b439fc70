//! Shapes from meshes, each built once for all colliders that use it.

mod flatness;
mod gather;
mod skin;
mod topology;

use std::collections::HashMap;
use std::sync::Arc;

use sinew_document::{Code, Diagnostics, MeshIndex, Value};

use super::Context;
use super::ownership::Ownership;
use crate::model::NodeId;
use crate::model::physics::{Entry, Mesh, MeshOrigin, Origins, Shape, ShapeId};

pub(super) use flatness::is_flat;
use gather::Gatherer;

/// The kind of shape that is built from a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Made {
    /// The hull around them.
    Hull,
    /// The triangles between them.
    Triangles,
}

/// Where the points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    /// A mesh alone, with its own morph target weights.
    Mesh(MeshIndex),
    /// The mesh of a node and those below it, as they are at rest, in the node's space.
    Node(NodeId),
}

/// The shapes of a model while they are made.
pub(super) struct Shapes<'a, 'json> {
    list: Vec<Shape>,
    origins: Origins,
    of_meshes: HashMap<(Source, Made), Option<ShapeId>>,
    gatherer: Gatherer<'a, 'json>,
}

impl<'a, 'json> Shapes<'a, 'json> {
    pub(super) fn new(context: Context<'a, 'json>, ownership: &'a Ownership) -> Self {
        Self {
            list: Vec::new(),
            origins: Origins::default(),
            of_meshes: HashMap::new(),
            gatherer: Gatherer::new(context, ownership),
        }
    }

    pub(super) fn push(&mut self, shape: Shape) -> ShapeId {
        self.list.push(shape);
        ShapeId::at(self.list.len() - 1)
    }

    pub(super) fn get(&self, shape: ShapeId) -> Option<&Shape> {
        self.list.get(shape.slot())
    }

    /// Stores the list entry and the name of a shape, for code that writes it again.
    pub(super) fn name(&mut self, shape: ShapeId, entry: Value<'_>) {
        self.origins.set_entry(entry, Entry::Shape(shape));
        if let Some(name) = entry.get("name").and_then(Value::as_str) {
            self.origins.set_name(shape, &name);
        }
    }

    pub(super) fn into_list(self) -> (Vec<Shape>, Origins) {
        (self.list, self.origins)
    }

    /// Returns the shape of a mesh; `None` if the mesh is not usable. The reason is reported once, at the first `value` that
    /// refers to it; the others get a short message.
    pub(super) fn of_mesh(
        &mut self,
        source: Source,
        made: Made,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ShapeId> {
        if let Some(&shape) = self.of_meshes.get(&(source, made)) {
            if shape.is_none() {
                let message = "the mesh cannot be used, as reported for the first shape of it; the collider or trigger is left out";
                diagnostics.report(Code::SHAPE_EMPTY, value, message);
            }
            return shape;
        }
        let mesh = self.gatherer.gather(source, made, value, diagnostics);
        let shape = mesh.and_then(|mesh| finish(mesh, made, value, diagnostics)).map(|shape| self.push(shape));
        if let Some(shape) = shape {
            let origin = match source {
                Source::Mesh(mesh) => MeshOrigin::Mesh(mesh),
                Source::Node(node) => MeshOrigin::Node(node),
            };
            self.origins.set_mesh(shape, origin);
        }
        self.of_meshes.insert((source, made), shape);
        shape
    }
}

/// The shape of gathered points, if they make one.
fn finish(mesh: Mesh, made: Made, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Shape> {
    if made == Made::Hull && !is_flat(&mesh.points) {
        return Some(Shape::ConvexHull(Arc::new(Mesh { triangles: Vec::new(), ..mesh })));
    }
    if mesh.triangles.is_empty() {
        let points = mesh.points.len();
        let message = match made {
            Made::Hull => {
                format!("the {points} points of the hull lie in one plane; colliders and triggers with it are left out")
            }
            Made::Triangles => "the mesh has no triangles; colliders and triggers with it are left out".to_owned(),
        };
        diagnostics.report(Code::SHAPE_EMPTY, value, message);
        return None;
    }
    if made == Made::Hull {
        let message = "the points of the hull lie in one plane; their triangles are used";
        diagnostics.report(Code::SHAPE_HULL_FLAT, value, message);
    }
    Some(Shape::TriangleMesh(Arc::new(mesh)))
}
