//! The node tree: every node once, parents first, even if the file has cycles or shared children.

use glam::{Affine3A, Mat4, Quat, Vec3};
use sinew_document::core::{Node, Scene};
use sinew_document::{
    Code, Diagnostics, Document, FromJson, Index, Kind, MeshIndex, NodeIndex, SceneIndex, Value, report_mismatch,
};

use crate::math::Transform;
use crate::model::{Hierarchy, HierarchyParts, Names, NodeId};

/// How far a matrix may be from translation × rotation × scale, relative to its largest column, before it is reported.
/// Exporters print six digits, and a chain of rounded products adds a few more units of the sixth.
const MATRIX_TOLERANCE: f32 = 1e-4;

/// How far the length of an authored rotation may be from 1 before it is reported; 8-bit quantization reaches 0.004.
const UNIT_TOLERANCE: f32 = 0.005;

/// A node that shows a mesh, with the morph target weights that it sets for itself.
pub(super) struct MeshNode {
    pub(super) node: NodeIndex,
    pub(super) mesh: MeshIndex,
    pub(super) weights: Option<Vec<f32>>,
}

/// What nodes carry beside their transforms, noted while they are read, so that nobody has to read all of them again.
#[derive(Default)]
pub(super) struct Carried<'json> {
    /// The nodes that show a mesh, in the order of the file.
    pub(super) meshes: Vec<MeshNode>,
    /// The nodes that have extensions, in the order of the file, with their `extensions`.
    pub(super) extensions: Vec<(NodeIndex, Value<'json>)>,
    /// The nodes with a static matrix, and with a camera or a skin: the index of it.
    pub(super) matrices: Vec<NodeIndex>,
    pub(super) cameras: Vec<(NodeIndex, u32)>,
    pub(super) skins: Vec<(NodeIndex, u32)>,
}

/// Reads all nodes in one pass, then orders them.
pub(super) fn lower<'json>(document: &'json Document, diagnostics: &mut Diagnostics) -> (Hierarchy, Carried<'json>) {
    let count = document.count::<NodeIndex>();
    let mut names = Names::default();
    let mut rest = Vec::with_capacity(count);
    let mut carried = Carried::default();
    let mut tree = Tree::new(count);
    for (index, value) in document.iter::<NodeIndex>() {
        let Some(node) = Node::from_json(value, diagnostics) else {
            names.push(None);
            rest.push(Transform::IDENTITY);
            continue;
        };
        names.push(node.name.as_deref());
        rest.push(rest_transform(&node, value, diagnostics));
        if let Some(children) = node.children {
            tree.add_children(index, children, diagnostics);
        }
        if node.matrix.is_some() {
            carried.matrices.push(index);
        }
        carried.cameras.extend(node.camera.map(|camera| (index, camera.to_usize() as u32)));
        carried.skins.extend(node.skin.map(|skin| (index, skin.to_usize() as u32)));
        if let Some(mesh) = node.mesh {
            carried.meshes.push(MeshNode { node: index, mesh, weights: node.weights });
        }
        if let Some(extensions) = node.extensions {
            carried.extensions.push((index, extensions));
        }
    }
    names.shrink_to_fit();
    let (indices, parents) = tree.into_order(document, diagnostics);
    let in_scene = scene_membership(document, &indices, &parents, diagnostics);
    reorder(&mut rest, &indices);
    (Hierarchy::new(HierarchyParts { parents, rest, indices, in_scene, names }), carried)
}

/// Puts the file's order of a list into that of the model. In place: a second list would be the largest part of what lowering
/// takes beyond its result.
fn reorder(list: &mut [Transform], indices: &[NodeIndex]) {
    let mut is_placed = vec![false; list.len()];
    for start in 0..list.len() {
        let (first, mut slot) = (list[start], start);
        while !is_placed[slot] {
            is_placed[slot] = true;
            let from = indices[slot].to_usize();
            list[slot] = if from == start { first } else { list[from] };
            slot = from;
        }
    }
}

/// The authored transform (glTF 2.0, section 5.25): a matrix, or translation, rotation and scale.
fn rest_transform(node: &Node<'_>, value: Value<'_>, diagnostics: &mut Diagnostics) -> Transform {
    if let Some(matrix) = node.matrix {
        if node.translation.is_some() || node.rotation.is_some() || node.scale.is_some() {
            let message = "translation, rotation and scale beside `matrix` are ignored";
            diagnostics.report(Code::NODE_MATRIX_AND_TRS, value, message);
        }
        return from_matrix(Mat4::from_cols_array(&matrix), value.get("matrix").unwrap_or(value), diagnostics);
    }
    let rotation = node.rotation.map_or(Quat::IDENTITY, |rotation| {
        unit_rotation(Quat::from_array(rotation), || value.get("rotation").unwrap_or(value), diagnostics)
    });
    Transform {
        translation: node.translation.map_or(Vec3::ZERO, Vec3::from),
        rotation,
        scale: node.scale.map_or(Vec3::ONE, Vec3::from),
    }
}

fn from_matrix(matrix: Mat4, value: Value<'_>, diagnostics: &mut Diagnostics) -> Transform {
    let last_row = matrix.row(3);
    let decomposition = Transform::decompose(Affine3A::from_mat4(matrix));
    // NaN and infinity can appear on the way even though each number of the file is finite.
    if !decomposition.transform.is_finite() {
        diagnostics.report(Code::NODE_MATRIX_NON_TRS, value, "the matrix overflows; the identity is used");
        return Transform::IDENTITY;
    }
    if decomposition.error > MATRIX_TOLERANCE || last_row != glam::Vec4::W {
        let why = if last_row == glam::Vec4::W { "it is sheared" } else { "its last row is not 0 0 0 1" };
        let message = format!(
            "the matrix is not translation · rotation · scale ({why}, error {:.1} %); the nearest one is used",
            decomposition.error * 100.0
        );
        diagnostics.report(Code::NODE_MATRIX_NON_TRS, value, message);
    }
    decomposition.transform
}

/// Why a rotation of the file cannot be used as it is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RotationFlaw {
    Zero,
    /// Its length.
    NonUnit(f32),
}

/// A rotation of the file as a unit quaternion; what is wrong with it is reported.
pub(super) fn unit_rotation<'json>(
    rotation: Quat,
    value: impl FnOnce() -> Value<'json>,
    diagnostics: &mut Diagnostics,
) -> Quat {
    let (unit, flaw) = as_unit_rotation(rotation);
    match flaw {
        Some(RotationFlaw::Zero) => {
            let message = "the rotation has length 0; the identity is used";
            diagnostics.report(Code::ROTATION_ZERO, value(), message);
        }
        Some(RotationFlaw::NonUnit(length)) => {
            let message = format!("the rotation has length {length}; it is normalized");
            diagnostics.report(Code::ROTATION_NON_UNIT, value(), message);
        }
        None => {}
    }
    unit
}

/// A rotation of the file as a unit quaternion, and what is wrong with it.
pub(super) fn as_unit_rotation(rotation: Quat) -> (Quat, Option<RotationFlaw>) {
    let length = rotation.length();
    // Already as near to 1 as f32 gets: keep the file's own bits.
    if (length - 1.0).abs() <= 2.0 * f32::EPSILON {
        return (rotation, None);
    }
    if !length.is_normal() || !length.recip().is_finite() {
        return (Quat::IDENTITY, Some(RotationFlaw::Zero));
    }
    let is_off = (length - 1.0).abs() > UNIT_TOLERANCE;
    (rotation / length, is_off.then_some(RotationFlaw::NonUnit(length)))
}

/// Which nodes the running scene holds: the default scene, else the first, else every root.
fn scene_membership(
    document: &Document,
    indices: &[NodeIndex],
    parents: &[Option<NodeId>],
    diagnostics: &mut Diagnostics,
) -> Vec<bool> {
    let Some(roots) = scene_roots(document, indices.len(), diagnostics) else {
        return vec![true; indices.len()];
    };
    let mut is_listed = vec![false; indices.len()];
    for (root, _) in &roots {
        is_listed[root.to_usize()] = true;
    }
    let mut in_scene = vec![false; indices.len()];
    let mut is_root = vec![false; indices.len()];
    for (slot, index) in indices.iter().enumerate() {
        let parent = parents[slot];
        in_scene[slot] = is_listed[index.to_usize()] || parent.is_some_and(|parent| in_scene[parent.slot()]);
        is_root[index.to_usize()] = parent.is_none();
    }
    for (root, value) in roots {
        if !is_root[root.to_usize()] {
            let message =
                format!("node {} has a parent, so it is no root of a scene; it stays below its parent", root.0);
            diagnostics.report(Code::SCENE_NON_ROOT_NODE, value, message);
        }
    }
    in_scene
}

/// The nodes that the running scene lists, each with where it does; `None` where there is no scene.
fn scene_roots<'a>(
    document: &'a Document,
    nodes: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(NodeIndex, Value<'a>)>> {
    let scenes = document.count::<SceneIndex>();
    let named = document.root().get("scene");
    let named = named.and_then(|value| Some((SceneIndex::from_json(value, diagnostics)?, value)));
    if let Some((scene, value)) = named.filter(|(scene, _)| scene.to_usize() >= scenes) {
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value, format!("there is no scene {}", scene.0));
    }
    let scene = named.map(|(scene, _)| scene).filter(|scene| scene.to_usize() < scenes).unwrap_or(SceneIndex(0));
    let Some(value) = document.get(scene) else {
        if nodes > 0 {
            diagnostics.report_at(Code::NO_SCENE, "", "the file has no scene; every root node is used");
        }
        return None;
    };
    let listed = Scene::from_json(value, diagnostics)?.nodes;
    Some(node_list(listed, nodes, diagnostics).collect())
}

/// The nodes that an array of indices names, leaving out what names none.
fn node_list<'a>(
    array: Option<Value<'a>>,
    nodes: usize,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = (NodeIndex, Value<'a>)> {
    if let Some(value) = array.filter(|value| value.kind() != Kind::Array) {
        report_mismatch(value, "an array of node indices", diagnostics);
    }
    let elements = array.into_iter().flat_map(Value::elements);
    elements.filter_map(move |value| {
        let node = NodeIndex::from_json(value, diagnostics)?;
        if node.to_usize() < nodes {
            return Some((node, value));
        }
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value, format!("there is no node {}", node.0));
        None
    })
}

/// Who is below whom, as the file says it and as far as it makes a tree; by the file's index.
struct Tree {
    parents: Vec<Option<NodeIndex>>,
    first_child: Vec<Option<NodeIndex>>,
    next_sibling: Vec<Option<NodeIndex>>,
}

impl Tree {
    fn new(count: usize) -> Self {
        Self { parents: vec![None; count], first_child: vec![None; count], next_sibling: vec![None; count] }
    }

    fn add_children(&mut self, parent: NodeIndex, children: Value<'_>, diagnostics: &mut Diagnostics) {
        let count = self.parents.len();
        let mut last: Option<NodeIndex> = None;
        let listed: Vec<_> = node_list(Some(children), count, diagnostics).collect();
        for (child, value) in listed {
            if let Some(first) = self.parents[child.to_usize()] {
                let message = format!("node {} is already below node {}; it stays there", child.0, first.0);
                diagnostics.report(Code::NODE_PARENT_OVERRIDE, value, message);
                continue;
            }
            self.parents[child.to_usize()] = Some(parent);
            match last {
                None => self.first_child[parent.to_usize()] = Some(child),
                Some(last) => self.next_sibling[last.to_usize()] = Some(child),
            }
            last = Some(child);
        }
    }

    /// All nodes, parents first and subtrees together, with their parents.
    fn into_order(
        mut self,
        document: &Document,
        diagnostics: &mut Diagnostics,
    ) -> (Vec<NodeIndex>, Vec<Option<NodeId>>) {
        let count = self.parents.len();
        let mut order =
            Order { indices: Vec::with_capacity(count), parents: Vec::with_capacity(count), slots: vec![None; count] };
        for root in (0..count).map(NodeIndex::from_usize) {
            if self.parents[root.to_usize()].is_none() {
                self.append_subtree(root, &mut order);
            }
        }
        // With one parent at most, a node that no root leads to is on a cycle, or below one.
        for lost in (0..count).map(NodeIndex::from_usize) {
            if order.slots[lost.to_usize()].is_none() {
                let member = self.member_of_cycle(lost);
                self.cut_above(member, document, diagnostics);
                self.append_subtree(member, &mut order);
            }
        }
        (order.indices, order.parents)
    }

    fn append_subtree(&self, root: NodeIndex, order: &mut Order) {
        let mut next = Some(root);
        while let Some(node) = next {
            order.append(node, self.parents[node.to_usize()]);
            next = self.first_child[node.to_usize()].or_else(|| self.next_outside(node, root));
        }
    }

    /// The node that follows the whole subtree of `node`, within that of `root`.
    fn next_outside(&self, mut node: NodeIndex, root: NodeIndex) -> Option<NodeIndex> {
        while node != root {
            if let Some(sibling) = self.next_sibling[node.to_usize()] {
                return Some(sibling);
            }
            node = self.parents[node.to_usize()]?;
        }
        None
    }

    /// The first in file order of the cycle that a lost node is on or below. Going up from it, one step at a time and
    /// two at a time, both walkers end on the cycle and meet there (Floyd), after as many steps as it takes one to go
    /// there and around; so a file of many small cycles costs no more than one of a large one.
    fn member_of_cycle(&self, lost: NodeIndex) -> NodeIndex {
        let up = |node: NodeIndex| self.parents[node.to_usize()].unwrap_or(node);
        let (mut slow, mut fast) = (up(lost), up(up(lost)));
        while slow != fast {
            (slow, fast) = (up(slow), up(up(fast)));
        }
        let on_cycle = slow;
        let (mut first, mut node) = (on_cycle, up(on_cycle));
        while node != on_cycle {
            first = first.min(node);
            node = up(node);
        }
        first
    }

    /// Makes a member of a cycle a root.
    fn cut_above(&mut self, member: NodeIndex, document: &Document, diagnostics: &mut Diagnostics) {
        let Some(parent) = self.parents[member.to_usize()].take() else { return };
        // The list of siblings is mended by leaving the member out of it.
        let after = self.next_sibling[member.to_usize()].take();
        if self.first_child[parent.to_usize()] == Some(member) {
            self.first_child[parent.to_usize()] = after;
        } else {
            let mut sibling = self.first_child[parent.to_usize()];
            while let Some(before) = sibling {
                if self.next_sibling[before.to_usize()] == Some(member) {
                    self.next_sibling[before.to_usize()] = after;
                    break;
                }
                sibling = self.next_sibling[before.to_usize()];
            }
        }
        let message =
            format!("node {} is its own descendant; it becomes a root instead of a child of {}", member.0, parent.0);
        match document.get(parent).and_then(|value| value.get("children")) {
            Some(value) => diagnostics.report(Code::NODE_CYCLE, value, message),
            None => diagnostics.report_at(Code::NODE_CYCLE, parent.to_string(), message),
        }
    }
}

/// The order that grows.
struct Order {
    indices: Vec<NodeIndex>,
    parents: Vec<Option<NodeId>>,
    /// By the file's index.
    slots: Vec<Option<NodeId>>,
}

impl Order {
    fn append(&mut self, node: NodeIndex, parent: Option<NodeIndex>) {
        self.slots[node.to_usize()] = Some(NodeId(self.indices.len() as u32));
        self.indices.push(node);
        self.parents.push(parent.and_then(|parent| self.slots[parent.to_usize()]));
    }
}
