//! The points and triangles of meshes as they are at rest: morph targets by their weights, skins by their joints.

use glam::{Affine3A, Vec3};
use sinew_document::core::{Primitive, Skin};
use sinew_document::extension::khr_draco_mesh_compression;
use sinew_document::{
    Accessor, AccessorError, AccessorIndex, Code, Diagnostics, Document, FromJson, Kind, MeshIndex, SkinIndex, Value,
};

use super::super::Context;
use super::super::ownership::Ownership;
use super::skin::{Influences, Skinning};
use super::topology::Topology;
use super::{Made, Source};
use crate::kernel::forward::ModelFrame;
use crate::lower::hierarchy::MeshNode;
use crate::model::physics::Mesh;
use crate::model::{Hierarchy, NodeId};

/// The most vertices, indices and nodes that all shapes of a file together may go through: a hundred times the largest
/// scene, and a bound for hostile files that use one mesh many times.
const LIMIT: usize = 1 << 25;

/// What a mesh costs before its primitives, and a primitive before its vertices, in vertices.
const OBJECT_COST: usize = 64;

pub(super) struct Gatherer<'a, 'json> {
    document: &'json Document,
    hierarchy: &'a Hierarchy,
    ownership: &'a Ownership,
    /// The nodes that show a mesh, parents first.
    mesh_nodes: Vec<(NodeId, &'a MeshNode)>,
    /// How many vertices, indices and nodes may still be gone through.
    left: usize,
}

/// Building a part of a shape has failed; the reason has been reported.
struct GivenUp;

/// The shape that is built, and the collector of its diagnostics.
struct Order<'a, 'json> {
    made: Made,
    /// The object that asks for the shape.
    value: Value<'json>,
    /// Primitives that have their vertices in Draco's streams alone, and the first of them.
    compressed: (usize, Option<String>),
    diagnostics: &'a mut Diagnostics,
}

impl Order<'_, '_> {
    /// Reports all compressed primitives at once, at the object that refers to the shape: the primitives are valid.
    fn report_compressed(&mut self, is_empty: bool) {
        let (count, Some(first)) = &self.compressed else { return };
        let of_what = match count {
            1 => format!("of {first}, which is"),
            _ => format!("of {first} and {} others, which are", count - 1),
        };
        let outcome = if is_empty { "what uses it is left out" } else { "it is made of the rest" };
        let name = khr_draco_mesh_compression::NAME;
        let message = format!("the shape is built {of_what} compressed with {name}, which is not supported; {outcome}");
        self.diagnostics.report(Code::SHAPE_MESH_COMPRESSED, self.value, message);
    }
}

/// What has been gathered.
#[derive(Default)]
struct Gathered {
    points: Vec<Vec3>,
    /// Whether a point is one of a primitive's vertices: those that no index names are not.
    is_used: Vec<bool>,
    triangles: Vec<[u32; 3]>,
}

/// How the vertices of one mesh come to be points of the shape.
struct Placement<'w> {
    shape_from_mesh: Affine3A,
    /// In place of the mesh's own.
    weights: Option<&'w [f32]>,
    /// With the way from the model to the shape.
    skin: Option<(Skinning, Affine3A)>,
}

impl<'a, 'json> Gatherer<'a, 'json> {
    pub(super) fn new(context: Context<'a, 'json>, ownership: &'a Ownership) -> Self {
        let Context { document, hierarchy, carried, .. } = context;
        let with_id = |mesh_node: &'a MeshNode| Some((hierarchy.id(mesh_node.node)?, mesh_node));
        let mut mesh_nodes: Vec<_> = carried.meshes.iter().filter_map(with_id).collect();
        mesh_nodes.sort_unstable_by_key(|&(node, _)| node);
        Self { document, hierarchy, ownership, mesh_nodes, left: LIMIT }
    }

    /// All points and triangles of a source; `None`, and a report, where there are none or they are too many.
    pub(super) fn gather(
        &mut self,
        source: Source,
        made: Made,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Mesh> {
        let mut gathered = Gathered::default();
        let mut order = Order { made, value, compressed: (0, None), diagnostics };
        let outcome = match source {
            Source::Mesh(mesh) => {
                let placement = Placement { shape_from_mesh: Affine3A::IDENTITY, weights: None, skin: None };
                self.add_mesh(mesh, &placement, &mut gathered, &mut order)
            }
            Source::Node(node) => self.add_subtree(node, &mut gathered, &mut order),
        };
        let is_empty = gathered.points.is_empty();
        order.report_compressed(is_empty);
        outcome.ok()?;
        if is_empty && order.compressed.0 > 0 {
            return None;
        }
        if gathered.points.iter().any(|point| !point.is_finite()) {
            let message = "the points of the mesh overflow; colliders and triggers with it are left out";
            diagnostics.report(Code::VALUE_NOT_FINITE, value, message);
            return None;
        }
        if is_empty {
            let message = "the mesh has no points; colliders and triggers with it are left out";
            diagnostics.report(Code::SHAPE_EMPTY, value, message);
            return None;
        }
        Some(gathered.into_mesh(made))
    }

    /// The meshes of a node and of all below it, in the node's space.
    fn add_subtree(&mut self, root: NodeId, gathered: &mut Gathered, order: &mut Order<'_, '_>) -> Result<(), GivenUp> {
        let subtree = self.hierarchy.subtree(root);
        self.spend(subtree.len(), order)?;
        let mut frames: Vec<ModelFrame> = Vec::with_capacity(subtree.len());
        for node in subtree {
            let above = self.hierarchy.parent(node).filter(|_| node != root);
            let above = above.and_then(|parent| frames.get(parent.slot() - root.slot()));
            frames.push(above.map_or(ModelFrame::ROOT, |above| above.child(&self.hierarchy.rest(node))));
        }
        let start = self.mesh_nodes.partition_point(|&(node, _)| node < root);
        let end = start + self.mesh_nodes[start..].partition_point(|&(node, _)| self.hierarchy.is_within(node, root));
        for place in start..end {
            let (node, mesh_node) = self.mesh_nodes[place];
            let placement = Placement {
                shape_from_mesh: frames[node.slot() - root.slot()].matrix,
                weights: mesh_node.weights.as_deref(),
                skin: self.skin(mesh_node, root, order)?,
            };
            self.add_mesh(mesh_node.mesh, &placement, gathered, order)?;
        }
        Ok(())
    }

    /// The skin of a node, and the way from the model, where skins put vertices, to the node that the shape is of.
    fn skin(
        &mut self,
        mesh_node: &MeshNode,
        root: NodeId,
        order: &mut Order<'_, '_>,
    ) -> Result<Option<(Skinning, Affine3A)>, GivenUp> {
        let Some(at) = self.document.get(mesh_node.node).and_then(|node| node.get("skin")) else { return Ok(None) };
        let shape_from_model = self.ownership.model_from_node(root).inverse();
        if !shape_from_model.is_finite() {
            let message = "the node's scale is zero, so its skin cannot be seen from it; the mesh is taken without";
            order.diagnostics.report(Code::VALUE_NOT_FINITE, at, message);
            return Ok(None);
        }
        // What is wrong with the index or the table of the skin makes no other shape of it than that of the mesh alone.
        let index = SkinIndex::from_json(at, &mut Diagnostics::new());
        let value = index.and_then(|index| self.document.get(index));
        self.spend(value.and_then(|value| value.get("joints")).map_or(0, Value::len), order)?;
        let table = value.and_then(|value| Skin::from_json(value, &mut Diagnostics::new()));
        let binds = table.as_ref().and_then(|table| table.inverse_bind_matrices);
        let binds = binds.map(|binds| self.read(binds, order, Accessor::read_f32::<16>)).transpose()?;
        let binds = binds.map_or(Some(Vec::new()), |read| read);
        let skinning = table
            .zip(binds)
            .and_then(|(table, binds)| Skinning::new(&table.joints, &binds, self.hierarchy, self.ownership));
        if skinning.is_none() {
            let message = "the skin cannot be used; the mesh is taken without it";
            order.diagnostics.report(Code::UNRESOLVED_REFERENCE, at, message);
        }
        Ok(skinning.map(|skinning| (skinning, shape_from_model)))
    }

    /// The joints and weights of a primitive's vertices, set by set.
    fn influences(&mut self, attributes: Value<'_>, order: &mut Order<'_, '_>) -> Result<Vec<Influences>, GivenUp> {
        let mut sets = Vec::new();
        loop {
            let mut index = |key: &str| {
                let value = attributes.get(&format!("{key}_{}", sets.len()))?;
                AccessorIndex::from_json(value, order.diagnostics)
            };
            let (Some(joints), Some(weights)) = (index("JOINTS"), index("WEIGHTS")) else { return Ok(sets) };
            let joints = self.read(joints, order, Accessor::read_u16x4)?;
            let weights = self.read(weights, order, Accessor::read_f32::<4>)?;
            let (Some(joints), Some(weights)) = (joints, weights) else { return Ok(sets) };
            sets.push(Influences { joints, weights });
        }
    }

    fn add_mesh(
        &mut self,
        index: MeshIndex,
        placement: &Placement<'_>,
        gathered: &mut Gathered,
        order: &mut Order<'_, '_>,
    ) -> Result<(), GivenUp> {
        let Some(mesh) = self.document.get(index) else {
            // A node's mesh has been reported where the node was read.
            return Ok(());
        };
        self.spend(OBJECT_COST, order)?;
        let own_weights = mesh.get("weights").and_then(|value| <Vec<f32>>::from_json(value, &mut Diagnostics::new()));
        let weights = placement.weights.or(own_weights.as_deref()).unwrap_or_default();
        for value in mesh.get("primitives").into_iter().flat_map(Value::elements) {
            self.spend(OBJECT_COST, order)?;
            // What is wrong with the table of a primitive is reported where morph targets are counted.
            let Some(primitive) = Primitive::from_json(value, &mut Diagnostics::new()) else { continue };
            // Its accessors have no bytes, and would read as zeros.
            if khr_draco_mesh_compression::is_needed(self.document.root(), value) {
                order.compressed.0 += 1;
                order.compressed.1.get_or_insert_with(|| value.pointer());
                continue;
            }
            self.add_primitive(&primitive, value, placement, weights, gathered, order)?;
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        primitive: &Primitive<'_>,
        value: Value<'_>,
        placement: &Placement<'_>,
        weights: &[f32],
        gathered: &mut Gathered,
        order: &mut Order<'_, '_>,
    ) -> Result<(), GivenUp> {
        let topology = Topology::from_mode(primitive.mode);
        if topology == Topology::Other {
            let what = if order.made == Made::Hull { "its points count" } else { "it is left out" };
            let message = format!("the primitive is made of points or lines, not of triangles; {what}");
            order.diagnostics.report(Code::SHAPE_PRIMITIVE_NOT_TRIANGLES, value, message);
            if order.made == Made::Triangles {
                return Ok(());
            }
        }
        let Some(mut points) = self.positions(primitive.attributes, order)? else { return Ok(()) };
        let targets = primitive.targets.iter().flatten().zip(weights).filter(|(_, weight)| **weight != 0.0);
        for (target, weight) in targets {
            let Some(offsets) = self.positions(*target, order)? else { continue };
            for (point, offset) in points.iter_mut().zip(offsets) {
                *point += offset * *weight;
            }
        }
        let mut shape_from = placement.shape_from_mesh;
        if let Some((skinning, shape_from_model)) = &placement.skin
            && let Some(placed) = skinning.place(&points, &self.influences(primitive.attributes, order)?)
        {
            (points, shape_from) = (placed, *shape_from_model);
        }
        let Some(indices) = self.indices(primitive, points.len(), order)? else { return Ok(()) };
        gathered.add(points.iter().map(|point| shape_from.transform_point3(*point)), &indices, topology);
        Ok(())
    }

    /// The `POSITION`s of a map of attributes.
    fn positions(&mut self, attributes: Value<'_>, order: &mut Order<'_, '_>) -> Result<Option<Vec<Vec3>>, GivenUp> {
        let position = attributes.get("POSITION").filter(|_| attributes.kind() == Kind::Object);
        let Some(index) = position.and_then(|value| AccessorIndex::from_json(value, order.diagnostics)) else {
            return Ok(None);
        };
        let points = self.read(index, order, Accessor::read_f32::<3>)?;
        Ok(points.map(|points| points.into_iter().map(Vec3::from).collect()))
    }

    /// The vertices of a primitive in the order that its topology speaks of.
    fn indices(
        &mut self,
        primitive: &Primitive<'_>,
        vertices: usize,
        order: &mut Order<'_, '_>,
    ) -> Result<Option<Vec<u32>>, GivenUp> {
        let Some(index) = primitive.indices else { return Ok(Some((0..vertices as u32).collect())) };
        let Some(indices) = self.read(index, order, Accessor::read_indices)? else { return Ok(None) };
        let beyond = indices.iter().filter(|index| **index as usize >= vertices).count();
        if beyond > 0 {
            let message = format!("{beyond} indices are beyond the {vertices} vertices; their triangles are left out");
            order.diagnostics.report_at(Code::ACCESSOR_INDEX_OOB, index.to_string(), message);
        }
        Ok(Some(indices))
    }

    /// Reads an accessor whose size is within what is left.
    fn read<T>(
        &mut self,
        index: AccessorIndex,
        order: &mut Order<'_, '_>,
        read: impl FnOnce(&Accessor<'json>) -> Result<Vec<T>, AccessorError>,
    ) -> Result<Option<Vec<T>>, GivenUp> {
        let accessor = match self.document.accessor(index) {
            Ok(accessor) => accessor,
            Err(error) => {
                error.report(order.diagnostics);
                return Ok(None);
            }
        };
        self.spend(accessor.count(), order)?;
        match read(&accessor) {
            Ok(elements) => Ok(Some(elements)),
            Err(error) => {
                error.report(order.diagnostics);
                Ok(None)
            }
        }
    }

    fn spend(&mut self, elements: usize, order: &mut Order<'_, '_>) -> Result<(), GivenUp> {
        match self.left.checked_sub(elements) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let message = format!("the meshes of all shapes have more than {LIMIT} elements; the rest is left out");
                order.diagnostics.report(Code::TOO_MANY_ELEMENTS, order.value, message);
                Err(GivenUp)
            }
        }
    }
}

impl Gathered {
    fn add(&mut self, points: impl Iterator<Item = Vec3>, indices: &[u32], topology: Topology) {
        let base = self.points.len();
        self.points.extend(points);
        self.is_used.resize(self.points.len(), false);
        let count = self.points.len() - base;
        let is_there = |index: &u32| (*index as usize) < count;
        for index in indices.iter().filter(|index| is_there(index)) {
            self.is_used[base + *index as usize] = true;
        }
        let base = base as u32;
        let triangles = topology.triangles(indices).into_iter().filter(|corners| corners.iter().all(is_there));
        self.triangles.extend(triangles.map(|corners| corners.map(|corner| base + corner)));
    }

    /// A hull is of the points that are part of a primitive; a mesh of triangles keeps its numbering.
    fn into_mesh(self, made: Made) -> Mesh {
        let Self { points, is_used, triangles } = self;
        if made == Made::Triangles || is_used.iter().all(|used| *used) {
            return Mesh { points, triangles };
        }
        let mut places = Vec::with_capacity(points.len());
        let mut kept = Vec::new();
        for (point, used) in points.into_iter().zip(is_used) {
            places.push(kept.len() as u32);
            if used {
                kept.push(point);
            }
        }
        let triangles = triangles.into_iter().map(|corners| corners.map(|corner| places[corner as usize])).collect();
        Mesh { points: kept, triangles }
    }
}
