//! Lowering: whatever the document says, there is a model whose parts refer to each other, and findings that point into the
//! file.

use sinew::glam::Affine3A;
use sinew::{LowerOptions, Model, Pose};
use sinew_document::{Document, NoResources, WriteOptions};

use crate::document::document;
use crate::finding;
use crate::moderate::is_moderate;

/// Lowers a document, looks at the model and poses it.
///
/// # Panics
/// A promise of lowering is broken.
pub fn lower(bytes: &[u8]) {
    let Some(document) = document(bytes) else { return };
    let text = document.json().text().to_owned();
    let options = LowerOptions { look_at_virtual_transform: true, ..LowerOptions::default() };
    let (model, diagnostics) = Model::from_document_with(&document, &options);
    assert_eq!(document.json().text(), text, "lowering reads");
    finding::check(&document, diagnostics.as_slice(), diagnostics.suppressed());
    let (again, repeated) = Model::from_document_with(&document, &options);
    assert_eq!(repeated.as_slice(), diagnostics.as_slice(), "the findings are others the second time");
    assert_eq!(shown(&again), shown(&model), "the model is another the second time");
    check_glb(&document, &options, &model);
    check_hierarchy(&model);
    check_references(&model);
    check_pose(&model, is_moderate(&document));
}

/// All of a model that two of one document have in common, to the last bit.
fn shown(model: &Model) -> String {
    let tree = model.hierarchy();
    let nodes: Vec<_> = tree.nodes().map(|node| (tree.index(node), tree.parent(node), tree.rest(node))).collect();
    let points: Vec<_> = model.virtual_transforms().iter().collect();
    format!(
        "{nodes:?} {points:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        model.animations(),
        model.constraints(),
        model.physics(),
        model.humanoid(),
        model.expressions().as_slice(),
        model.look_at(),
        model.clip_nodes(),
    )
}

/// The container makes no difference to what a document means.
fn check_glb(document: &Document, options: &LowerOptions, model: &Model) {
    let Ok(package) = document.to_glb(WriteOptions::default(), &NoResources) else { return };
    let Ok(packed) = Document::read(package.main, &NoResources) else { return };
    assert_eq!(shown(&Model::from_document_with(&packed, options).0), shown(model), "as a GLB it means something else");
}

fn check_hierarchy(model: &Model) {
    let tree = model.hierarchy();
    for node in tree.nodes() {
        assert!(tree.parent(node).is_none_or(|parent| parent < node), "parents come first");
        assert_eq!(tree.id(tree.index(node)), Some(node));
        let rest = tree.rest(node);
        assert!(rest.is_finite(), "{rest:?}");
        assert!((rest.rotation.length() - 1.0).abs() < 1e-3, "{rest:?}");
    }
}

/// Every reference of the model leads to something.
fn check_references(model: &Model) {
    let (nodes, physics) = (model.hierarchy().len(), model.physics());
    let (bodies, shapes) = (physics.bodies().len(), physics.shapes().len());
    let triggers = physics.triggers().iter().flat_map(|trigger| &trigger.parts);
    for shape_instance in physics.colliders().iter().map(|collider| &collider.shape_instance).chain(triggers) {
        assert!(shape_instance.node.slot() < nodes && shape_instance.shape.slot() < shapes);
        assert!(shape_instance.body.is_none_or(|body| body.slot() < bodies));
        assert!(shape_instance.filter.is_none_or(|filter| filter.slot() < physics.filters().len()));
    }
    for joint in physics.joints() {
        assert!(joint.description.slot() < physics.joint_descriptions().len());
        assert!([joint.a.body, joint.b.body].into_iter().flatten().all(|body| body.slot() < bodies));
    }
    for constraint in model.constraints() {
        assert!(constraint.source.slot() < nodes && constraint.destination.slot() < nodes);
    }
}

/// Poses can be computed, twice alike; where the file's numbers are of ordinary sizes, so are the results.
fn check_pose(model: &Model, is_moderate: bool) {
    let mut pose = Pose::rest(model);
    let mut matrices = vec![Affine3A::IDENTITY; model.virtual_transforms().len()];
    for animation in model.animations() {
        for time in [f32::NEG_INFINITY, 0.0, 0.25, animation.duration, f32::INFINITY, f32::NAN] {
            pose.apply_animation(model, animation, time);
        }
    }
    pose.evaluate(model);
    let once: Vec<_> = pose.local.iter().map(|local| format!("{local:?}")).collect();
    pose.evaluate(model);
    let twice: Vec<_> = pose.local.iter().map(|local| format!("{local:?}")).collect();
    assert_eq!(once, twice, "evaluating twice is evaluating once");
    pose.evaluate_virtual_transforms(model, &mut matrices);
    if is_moderate {
        assert!(pose.local.iter().all(|local| local.is_finite()), "{:?}", pose.local);
        assert!(matrices.iter().all(Affine3A::is_finite), "{matrices:?}");
        for node in model.hierarchy().nodes() {
            assert!(pose.model_from_node(node).is_finite(), "{node:?}");
        }
    }
}
