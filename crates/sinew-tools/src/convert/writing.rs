//! A file while its physics is rewritten.

use std::collections::BTreeMap;

use glam::{Affine3A, Mat4, Quat, Vec3, Vec3A};
use serde_json::{Map, Value, json};
use sinew_document::{Document, Edit, EditError, Index, NodeIndex, SceneIndex};

use super::account::Kept;
use super::removal::{self, Written};
use super::words::Words;
use super::{ConvertReport, Dialect};
use crate::normalize::number::number;
use sinew_model::kernel::forward::{PackedFrame, forward};
use sinew_model::math::{Rigid, Transform};
use sinew_model::model::physics::{BodyId, BodyKind, JointFrame, Physics, ShapeInstance};
use sinew_model::model::{Hierarchy, Model, NodeId};

/// The maximum distance of a matrix from translation · rotation · scale to be decomposed: single precision.
const DECOMPOSED: f32 = 1e-6;

/// The state of the conversion, shared by all writers.
pub(super) struct Writing<'a> {
    pub(super) document: &'a Document,
    pub(super) model: &'a Model,
    pub(super) edit: Edit<'a>,
    pub(super) report: ConvertReport,
    /// The pointers of the source's properties.
    pub(super) words: Words<'a>,
    /// The shapes that are in the result.
    pub(super) kept: Kept,
    /// From each node to the model's root, at rest.
    frames: Vec<PackedFrame>,
    /// Extension data by node and name, written at the end.
    on_nodes: BTreeMap<(u32, &'static str), Map<String, Value>>,
    /// Extension data of the file as a whole.
    on_file: BTreeMap<&'static str, Map<String, Value>>,
}

/// A converted file.
pub(super) struct Finished<'a> {
    pub(super) edit: Edit<'a>,
    pub(super) report: ConvertReport,
    pub(super) words: Words<'a>,
    pub(super) kept: Kept,
}

impl<'a> Writing<'a> {
    pub(super) fn new(document: &'a Document, model: &'a Model) -> Self {
        let hierarchy = model.hierarchy();
        let mut frames = vec![PackedFrame::ROOT; hierarchy.len()];
        forward(hierarchy.parents(), hierarchy.rest_pose(), &mut frames, 0..hierarchy.len());
        Self {
            document,
            model,
            edit: document.edit(),
            report: ConvertReport::default(),
            words: Words::new(document, model),
            kept: Kept::new(),
            frames,
            on_nodes: BTreeMap::new(),
            on_file: BTreeMap::new(),
        }
    }

    pub(super) fn physics(&self) -> &'a Physics {
        self.model.physics()
    }

    pub(super) fn hierarchy(&self) -> &'a Hierarchy {
        self.model.hierarchy()
    }

    pub(super) fn index(&self, node: NodeId) -> NodeIndex {
        self.hierarchy().index(node)
    }

    /// The node of a body, and the matrix of that node relative to the body's rigid frame: the accumulated scale.
    fn body_frame(&self, body: BodyId) -> Option<(NodeId, Affine3A)> {
        let node = self.physics().bodies().get(body.slot())?.node;
        let frame = self.frames.get(node.slot())?;
        Some((node, Affine3A { matrix3: frame.scale_in_rigid(), translation: Vec3A::ZERO }))
    }

    /// Sets a property of a node's extension.
    pub(super) fn put(&mut self, node: NodeIndex, extension: &'static str, key: &str, value: Value) {
        self.on_nodes.entry((node.0, extension)).or_default().insert(key.to_owned(), value);
    }

    /// Whether the property is set.
    pub(super) fn has(&self, node: NodeIndex, extension: &'static str) -> bool {
        self.on_nodes.contains_key(&(node.0, extension))
    }

    /// Sets a list of the file's extension, unless it is empty.
    pub(super) fn put_list(&mut self, extension: &'static str, key: &str, list: Vec<Value>) {
        if !list.is_empty() {
            self.put_on_file(extension, key, list.into());
        }
    }

    pub(super) fn put_on_file(&mut self, extension: &'static str, key: &str, value: Value) {
        self.on_file.entry(extension).or_default().insert(key.to_owned(), value);
    }

    /// Adds a node for a shape, on its body; `None` if no matrix gives its pose.
    pub(super) fn add_for_shape(&mut self, placed: &ShapeInstance, what: &str) -> Result<Option<NodeIndex>, EditError> {
        let Some(body) = placed.body else {
            return self.add_node(None, placed.owner_from_node, what);
        };
        let Some((node, rigid_from_body)) = self.body_frame(body) else { return Ok(None) };
        self.add_node(Some(node), rigid_from_body.inverse() * placed.owner_from_node, what)
    }

    /// Adds a child of a trigger's node for a part of it.
    pub(super) fn add_below(
        &mut self,
        above: NodeId,
        placed: &ShapeInstance,
        what: &str,
    ) -> Result<Option<NodeIndex>, EditError> {
        let model_from_owner = match placed.body.and_then(|body| self.body_frame(body)) {
            Some((node, _)) => self.rigid(node).to_affine(),
            None => Affine3A::IDENTITY,
        };
        let model_from_part = model_from_owner * placed.owner_from_node;
        let model_from_above = self.frames.get(above.slot()).map_or(Affine3A::IDENTITY, PackedFrame::matrix);
        self.add_node(Some(above), model_from_above.inverse() * model_from_part, what)
    }

    /// Adds a node for a frame of a joint, on its body. Scale does not affect the rotation of a frame, which is the product of
    /// the rotations above it.
    pub(super) fn add_for_frame(
        &mut self,
        attachment: &JointFrame,
        what: &str,
    ) -> Result<Option<NodeIndex>, EditError> {
        let frame = attachment.owner_from_frame;
        let Some(body) = attachment.body else {
            return self.add_framed(None, frame, what);
        };
        let Some((node, rigid_from_body)) = self.body_frame(body) else { return Ok(None) };
        let body_from_rigid = rigid_from_body.inverse();
        let mut translation = body_from_rigid.transform_point3(frame.translation);
        // Compensates the rounding of the inverse, so that the frame is read back exactly.
        for _ in 0..2 {
            let missing = frame.translation - rigid_from_body.transform_point3(translation);
            translation += body_from_rigid.transform_vector3(missing);
        }
        self.add_framed(Some(node), Rigid::new(translation, frame.rotation), what)
    }

    /// Adds a node below another, or at the root of the running scene.
    pub(super) fn add_node(
        &mut self,
        parent: Option<NodeId>,
        local: Affine3A,
        what: &str,
    ) -> Result<Option<NodeIndex>, EditError> {
        if local.is_finite() { self.insert(parent, transform(local), what).map(Some) } else { Ok(None) }
    }

    /// The same for a place without scale, whose digits are kept.
    fn add_framed(&mut self, parent: Option<NodeId>, local: Rigid, what: &str) -> Result<Option<NodeIndex>, EditError> {
        if !local.is_finite() {
            return Ok(None);
        }
        let Rigid { translation, rotation } = local;
        self.insert(parent, properties(Transform { translation, rotation, scale: Vec3::ONE }), what).map(Some)
    }

    fn insert(
        &mut self,
        parent: Option<NodeId>,
        mut node: Map<String, Value>,
        what: &str,
    ) -> Result<NodeIndex, EditError> {
        let above = parent.and_then(|parent| self.hierarchy().name(parent)).filter(|name| !name.is_empty());
        let name = above.map_or_else(|| what.to_owned(), |above| format!("{above} {what}"));
        node.insert("name".to_owned(), name.into());
        let index = self.edit.add_node(node.into())?;
        match parent {
            Some(parent) => self.edit.add_child(self.hierarchy().index(parent), index)?,
            None => self.add_to_scene(index)?,
        }
        self.report.nodes_added += 1;
        Ok(index)
    }

    /// Adds a node outside all scenes.
    pub(super) fn add_data_node(&mut self, node: Value) -> Result<NodeIndex, EditError> {
        self.report.nodes_added += 1;
        self.edit.add_node(node)
    }

    /// The default scene, else the first; a file without scenes has every root in one.
    fn add_to_scene(&mut self, node: NodeIndex) -> Result<(), EditError> {
        let count = self.document.count::<SceneIndex>();
        if count == 0 {
            return Ok(());
        }
        let named = self.document.root().get("scene").and_then(sinew_document::Value::as_u64);
        let scene = named.and_then(|scene| usize::try_from(scene).ok()).filter(|&scene| scene < count).unwrap_or(0);
        self.edit.push(&format!("{}/nodes", SceneIndex::from_usize(scene)), node.0.into()).map(drop)
    }

    /// The position and the model rotation of a node at rest.
    pub(super) fn rigid(&self, node: NodeId) -> Rigid {
        self.frames.get(node.slot()).map_or_else(Rigid::default, PackedFrame::rigid)
    }

    /// The body of each node, by the rule of all dialects but the earlier one of OMI: that of the nearest ancestor. With static
    /// bodies in the dialect, nodes below one have no body; without, a static body is skipped.
    pub(super) fn owners(&self, has_static: bool) -> Vec<Option<BodyId>> {
        let hierarchy = self.hierarchy();
        let mut of_node = vec![None; hierarchy.len()];
        for (slot, body) in self.physics().bodies().iter().enumerate() {
            if let Some(place) = of_node.get_mut(body.node.slot()) {
                *place = Some((BodyId::at(slot), body.kind));
            }
        }
        let mut owners: Vec<Option<BodyId>> = Vec::with_capacity(of_node.len());
        for node in hierarchy.nodes() {
            let above = hierarchy.parent(node).and_then(|parent| owners[parent.slot()]);
            owners.push(match of_node[node.slot()] {
                Some((_, BodyKind::Static)) if has_static => None,
                Some((body, BodyKind::Kinematic | BodyKind::Dynamic)) => Some(body),
                _ => above,
            });
        }
        owners
    }

    /// Writes the collected extensions in place of the source's, and lists their names.
    pub(super) fn finish(mut self, to: Dialect) -> Result<Finished<'a>, EditError> {
        let written = Written {
            on_nodes: self.on_nodes.keys().copied().collect(),
            on_file: self.on_file.keys().copied().collect(),
            names: {
                let on_nodes = self.on_nodes.keys().map(|(_, name)| *name);
                let mut names: Vec<_> = on_nodes.chain(self.on_file.keys().copied()).collect();
                names.sort_unstable();
                names.dedup();
                names
            },
        };
        for ((node, name), data) in self.on_nodes {
            self.edit.set_node_extension(NodeIndex(node), name, data.into())?;
        }
        for (name, data) in self.on_file {
            self.edit.set_extension(name, data.into())?;
        }
        removal::remove(&mut self.edit, self.document, to, &written)?;
        Ok(Finished { edit: self.edit, report: self.report, words: self.words, kept: self.kept })
    }
}

/// A local transform as the properties of a node.
fn transform(local: Affine3A) -> Map<String, Value> {
    let apart = Transform::decompose(local);
    if apart.error > DECOMPOSED {
        return Map::from_iter([("matrix".to_owned(), numbers(&Mat4::from(local).to_cols_array()))]);
    }
    properties(apart.transform)
}

/// The same of a decomposed transform; identity properties are left out.
fn properties(local: Transform) -> Map<String, Value> {
    let mut node = Map::new();
    let Transform { translation, rotation, scale } = local;
    if translation != Vec3::ZERO {
        node.insert("translation".to_owned(), vector(translation));
    }
    if rotation != Quat::IDENTITY {
        node.insert("rotation".to_owned(), numbers(&rotation.to_array()));
    }
    if scale != Vec3::ONE {
        node.insert("scale".to_owned(), vector(scale));
    }
    node
}

/// A number with the digits that a single needs.
pub(super) fn single(value: f32) -> Value {
    number(f64::from(value))
}

pub(super) fn numbers(values: &[f32]) -> Value {
    values.iter().copied().map(single).collect()
}

pub(super) fn vector(value: Vec3) -> Value {
    numbers(&value.to_array())
}

/// An object with a name, where there is one.
pub(super) fn named(name: Option<&str>) -> Map<String, Value> {
    let mut object = Map::new();
    if let Some(name) = name {
        object.insert("name".to_owned(), json!(name));
    }
    object
}
