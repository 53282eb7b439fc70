//! Lowering: from a document to a model, and the only code that uses both. Each file fills the one of the same name in
//! `model`.

mod animation;
mod character;
mod constraint;
pub(crate) mod graph;
mod hierarchy;
mod humanoid;
mod look_at;
mod morph;
mod node_hint;
mod options;
mod physics;
mod property;
mod spring_bone;
mod virtual_transform;

use std::path::Path;

use sinew_document::{Diagnostics, Document, ReadError};

use crate::model::physics::Physics;
use crate::model::{Graphs, Identity, Model};

pub use options::{LowerOptions, OmiStiffness};

impl Model {
    /// Builds a model from a document. Invalid parts are reported as diagnostics and left out.
    pub fn from_document(document: &Document) -> (Self, Diagnostics) {
        Self::from_document_with(document, &LowerOptions::default())
    }

    /// As [`Model::from_document`], with options.
    pub fn from_document_with(document: &Document, options: &LowerOptions) -> (Self, Diagnostics) {
        lower(document, options)
    }

    /// Reads a file and builds a model from it, with the diagnostics of both.
    ///
    /// # Errors
    /// The file cannot be opened, or is not glTF 2.
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, Diagnostics), ReadError> {
        let document = Document::open(path)?;
        let (model, lowering) = Self::from_document(&document);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(lowering);
        Ok((model, diagnostics))
    }
}

/// Builds a model from a document. Invalid parts are reported as diagnostics and left out.
fn lower(document: &Document, options: &LowerOptions) -> (Model, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let (hierarchy, carried) = hierarchy::lower(document, &mut diagnostics);
    let morph_targets = morph::lower(document, &hierarchy, &carried.meshes, &mut diagnostics);
    let animations = animation::lower(document, &hierarchy, &morph_targets, &mut diagnostics);
    let constraint::Lowered { constraints, prepared, schedule } =
        constraint::lower(&carried.extensions, &hierarchy, &mut diagnostics);
    let context =
        humanoid::Context { document, hierarchy: &hierarchy, morph_targets: &morph_targets, meshes: &carried.meshes };
    let mut avatar = humanoid::lower(document, context, &mut diagnostics);
    let context = physics::Context { document, hierarchy: &hierarchy, carried: &carried, animations: &animations };
    let physics =
        if cfg!(feature = "physics") { physics::lower(context, options, &mut diagnostics) } else { Physics::default() };
    let context = spring_bone::Context { hierarchy: &hierarchy, humanoid: avatar.humanoid.as_ref(), physics: &physics };
    let spring_bones = spring_bone::lower(document, context, &mut diagnostics);
    let context = graph::Context { document, hierarchy: &hierarchy };
    let graphs = if cfg!(feature = "graphs") { graph::lower(context, &mut diagnostics) } else { Graphs::default() };
    let space = avatar.viewpoint.as_ref().map(|viewpoint| look_at::space(viewpoint, &hierarchy));
    if let Some(look_at) = &mut avatar.look_at {
        look_at.space = space;
    }
    let context = virtual_transform::Context {
        document,
        hierarchy: &hierarchy,
        extensions: &carried.extensions,
        space: space.as_ref(),
    };
    let virtual_transforms = virtual_transform::lower(context, options, &mut diagnostics);
    let parts = property::Parts { hierarchy: &hierarchy, physics: &physics, constraints: &constraints };
    let properties = property::lower(document, &carried, parts);
    let mut model = Model {
        hierarchy,
        animations,
        morph_targets,
        constraints,
        prepared,
        schedule,
        virtual_transforms,
        humanoid: avatar.humanoid,
        expressions: avatar.expressions,
        look_at: avatar.look_at,
        identity: Identity::default(),
        clip_nodes: avatar.clip_nodes,
        physics: physics.into(),
        properties,
        spring_bones,
        graphs,
    };
    animation::lower_properties(document, &mut model, &mut diagnostics);
    character::lower(document, &mut model, &mut diagnostics);
    (model, diagnostics)
}
