//! Files and texts, and what is found in them.

use std::path::{Path, PathBuf};

use sinew_document::{Code, Document, NoResources};
use sinew_model::Model;
use sinew_model::model::physics::{Collider, Physics, Shape};

/// A file of `fixtures/physics_khr`, and what is said of it: code and pointer, sorted.
pub(crate) fn open(name: &str) -> (Model, Vec<String>) {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/physics_khr");
    let (model, diagnostics) = Model::open(folder.join(name).with_extension("gltf")).unwrap();
    let mut findings: Vec<_> = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
    findings.sort();
    (model, findings)
}

/// A model of a text of which nothing is to be said, but that it may be without a scene. `content` is all but the asset.
pub(crate) fn read(content: &str) -> Model {
    let text = format!(r#"{{"asset": {{"version": "2.0"}}, {content}}}"#);
    let document = Document::read(text, &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let findings = document.diagnostics().iter().chain(&diagnostics);
    let findings: Vec<_> = findings.filter(|found| found.code != Code::NO_SCENE).collect();
    assert!(findings.is_empty(), "{findings:?}");
    model
}

/// Bodies, colliders, triggers and joints.
pub(crate) fn counts(physics: &Physics) -> [usize; 4] {
    [physics.bodies().len(), physics.colliders().len(), physics.triggers().len(), physics.joints().len()]
}

/// The collider of a node.
pub(crate) fn collider<'a>(model: &'a Model, name: &str) -> &'a Collider {
    let node = model.hierarchy().find(name).unwrap();
    model.physics().colliders().iter().find(|collider| collider.shape_instance.node == node).unwrap()
}

/// The shape of a node's collider.
pub(crate) fn shape<'a>(model: &'a Model, name: &str) -> &'a Shape {
    &model.physics().shapes()[collider(model, name).shape_instance.shape.slot()]
}
