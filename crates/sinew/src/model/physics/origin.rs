//! Where shapes came from, for whoever writes them again. What a shape means does not depend on it.

use sinew_document::MeshIndex;

use super::ShapeId;
use crate::model::NodeId;

/// The origins of a model's shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins(Vec<Origin>);

#[derive(Clone, Debug, Default)]
struct Origin {
    name: Option<Box<str>>,
    mesh: Option<MeshOrigin>,
}

/// What the points of a shape are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshOrigin {
    /// A mesh alone.
    Mesh(MeshIndex),
    /// The meshes of a node and of those below it.
    Node(NodeId),
}

/// Two files that mean the same may have it from different places.
impl PartialEq for Origins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Origins {
    /// What the file calls a shape.
    pub(crate) fn name(&self, shape: ShapeId) -> Option<&str> {
        self.0.get(shape.slot())?.name.as_deref()
    }

    /// What the points of a shape are of; `None` for one that has numbers instead.
    pub(crate) fn mesh(&self, shape: ShapeId) -> Option<MeshOrigin> {
        self.0.get(shape.slot())?.mesh
    }

    pub(crate) fn set_name(&mut self, shape: ShapeId, name: &str) {
        self.at(shape).name = Some(name.into());
    }

    pub(crate) fn set_mesh(&mut self, shape: ShapeId, mesh: MeshOrigin) {
        self.at(shape).mesh = Some(mesh);
    }

    fn at(&mut self, shape: ShapeId) -> &mut Origin {
        if self.0.len() <= shape.slot() {
            self.0.resize(shape.slot() + 1, Origin::default());
        }
        &mut self.0[shape.slot()]
    }
}
