//! `KHR_physics_rigid_bodies` with `KHR_collision_shapes` or `KHR_implicit_shapes`, in every revision and in mixtures of them.

mod collider;
mod geometry;
mod joint;
mod list;
mod material;
mod motion;
mod shape;
mod trigger;

use sinew_document::extension::khr_physics_rigid_bodies::{NAME, RawNode, RawShared};
use sinew_document::extension::{khr_collision_shapes, khr_implicit_shapes};
use sinew_document::{Code, Diagnostics, Document, FromJson, Value};

use super::{AuthoredBody, Context, Placing};
use crate::model::NodeId;

use geometry::Geometries;

/// The physics of a file in this dialect, as far as it can be read without knowing which bodies there are.
pub(super) struct Khr<'json> {
    document: &'json Document,
    /// The nodes of the scene that have the extension, in the order of the file.
    nodes: Vec<Authored<'json>>,
    /// The extension on the file as a whole.
    shared: Option<RawShared<'json>>,
}

/// A node with the extension.
struct Authored<'json> {
    node: NodeId,
    table: RawNode<'json>,
}

/// Reads what nodes carry. Nodes outside the scene are data, and so is what they carry.
pub(super) fn read<'json>(context: Context<'_, 'json>, diagnostics: &mut Diagnostics) -> Khr<'json> {
    let Context { document, hierarchy, carried, .. } = context;
    let mut nodes = Vec::new();
    for &(index, extensions) in &carried.extensions {
        let Some(value) = extensions.get(NAME) else { continue };
        let Some(node) = hierarchy.id(index) else { continue };
        let Some(table) = RawNode::from_json(value, diagnostics) else { continue };
        if hierarchy.is_in_scene(node) {
            nodes.push(Authored { node, table });
        } else {
            let message = "the node is outside the scene that runs; its physics is left out";
            diagnostics.report(Code::PHYSICS_OUTSIDE_SCENE, value, message);
        }
    }
    let shared = document.extension(NAME).and_then(|value| RawShared::from_json(value, diagnostics));
    Khr { document, nodes, shared }
}

impl<'json> Khr<'json> {
    /// Whether the file says nothing in this dialect.
    pub(super) fn is_empty(&self) -> bool {
        let shapes = [khr_collision_shapes::NAME, khr_implicit_shapes::NAME];
        let has_shapes = shapes.iter().any(|name| self.document.extension(name).is_some());
        self.nodes.is_empty() && self.shared.is_none() && !has_shapes
    }

    /// The nodes that have a motion.
    pub(super) fn bodies(&self, diagnostics: &mut Diagnostics) -> Vec<AuthoredBody<'json>> {
        let motions = self.nodes.iter().filter_map(|authored| Some((authored.node, authored.table.motion?)));
        motions
            .filter_map(|(node, value)| Some(AuthoredBody { body: motion::lower(node, value, diagnostics)?, value }))
            .collect()
    }

    /// Adds everything that is not a body.
    pub(super) fn place(&self, placing: &mut Placing<'_, 'json>, diagnostics: &mut Diagnostics) {
        let geometries = Geometries::read(self.document, &mut placing.shapes, diagnostics);
        let lists = material::lists(self.shared, &mut placing.physics, diagnostics);
        let joints = joint::Descriptions::read(self.shared, &mut placing.physics, diagnostics);
        for Authored { node, table } in &self.nodes {
            if let Some(value) = table.collider {
                collider::lower(*node, value, &geometries, &lists, placing, diagnostics);
            }
            if let Some(value) = table.joint {
                joint::lower(*node, value, &joints, placing, diagnostics);
            }
        }
        let triggers = self.nodes.iter().filter_map(|authored| Some((authored.node, authored.table.trigger?)));
        trigger::lower(triggers.collect(), &geometries, &lists, placing, diagnostics);
    }
}

/// Reports an index that points behind the end of a list.
fn report_unresolved(what: &str, index: u32, at: Value<'_>, done: &str, diagnostics: &mut Diagnostics) {
    diagnostics.report(Code::UNRESOLVED_REFERENCE, at, format!("there is no {what} {index}; {done}"));
}
