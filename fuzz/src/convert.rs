//! Converting: into every dialect, and back. Only losses that are reported occur.

use sinew::glam::Vec3;
use sinew::model::physics::{Body, BodyKind, Physics};
use sinew::{LowerOptions, Model};
use sinew_document::{Document, NoResources, WriteOptions};
use sinew_tools::convert::{Converted, Dialect, convert as into_dialect};
use sinew_tools::normalize::normalize;

use crate::document::document;
use crate::finding;

/// Converts a document into every dialect, and what has lost nothing into every other.
///
/// # Panics
/// A promise of the converter is broken.
pub fn convert(bytes: &[u8]) {
    let Some(document) = document(bytes) else { return };
    let (model, _) = Model::from_document(&document);
    for to in Dialect::ALL {
        if let Some(converted) = converted(&document, to) {
            check_source(&document, &converted);
            if converted.losses.is_empty() {
                check_meaning(&model, &Model::from_document(&converted.document).0, to);
                check_again(&converted.document, &model, to);
            }
        }
    }
    if let Ok(normalized) = normalize(&document, &model) {
        finding::check(&document, normalized.diagnostics.as_slice(), normalized.diagnostics.suppressed());
        read_back(&normalized.document);
    }
}

fn converted(document: &Document, to: Dialect) -> Option<Converted> {
    let converted = into_dialect(document, &LowerOptions::default(), to).ok()?;
    read_back(&converted.document);
    Some(converted)
}

/// What a verb makes can be written, and read.
fn read_back(document: &Document) {
    let Ok(package) = document.to_glb(WriteOptions { embed: true }, &NoResources) else { return };
    let read = Document::read(package.main, &NoResources);
    assert!(read.is_ok(), "what was made cannot be read: {:?}", read.err());
}

/// Losses and findings point into the source.
fn check_source(document: &Document, converted: &Converted) {
    finding::check(document, converted.diagnostics.as_slice(), converted.diagnostics.suppressed());
    for loss in &converted.losses {
        assert!(document.json().at_pointer(&loss.pointer).is_some(), "{loss} leads nowhere");
    }
}

/// Converting what is in a dialect already into that dialect loses nothing, and changes nothing more.
fn check_again(document: &Document, source: &Model, to: Dialect) {
    let Some(again) = converted(document, to) else { return };
    let losses: Vec<String> = again.losses.iter().map(ToString::to_string).collect();
    assert!(losses.is_empty(), "{to:?} once is not {to:?} twice: {losses:?}");
    check_meaning(source, &Model::from_document(&again.document).0, to);
}

/// Two models say the same of what the dialect is about. The converter has its own comparison; this one is independent
/// of it, and simpler.
fn check_meaning(before: &Model, after: &Model, to: Dialect) {
    if !to.is_physics() {
        let said = |model: &Model| {
            let index = |node| model.hierarchy().index(node).0;
            let pairs = model.constraints().iter().map(|one| (index(one.destination), index(one.source)));
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(said(before), said(after), "{to:?} has other constraints");
        return;
    }
    let (one, other) = (before.physics(), after.physics());
    let counts = |physics: &Physics| {
        (physics.colliders().len(), physics.triggers().len(), physics.joints().len(), physics.gravity_fields().len())
    };
    assert_eq!(counts(one), counts(other), "{to:?} has other parts");
    // What is fixed is fixed, whether a body says so or nothing does.
    let moves = |body: &&Body| body.kind != BodyKind::Static;
    let moving = |model: &Model, bodies: &[Body]| {
        let mut nodes: Vec<u32> =
            bodies.iter().filter(moves).map(|body| model.hierarchy().index(body.node).0).collect();
        nodes.sort_unstable();
        nodes
    };
    assert_eq!(moving(before, one.bodies()), moving(after, other.bodies()), "{to:?} has other bodies");
    for body in one.bodies().iter().filter(moves) {
        let index = before.hierarchy().index(body.node);
        let same = other.bodies().iter().find(|other| after.hierarchy().index(other.node) == index);
        assert!(same.is_some_and(|other| is_same_body(body, other)), "{to:?}: {body:?} became {same:?}");
    }
}

fn is_same_body(one: &Body, other: &Body) -> bool {
    let near = |a: Vec3, b: Vec3| a.distance(b) <= 1e-4 * (a.length() + b.length());
    one.kind == other.kind
        && near(one.linear_velocity, other.linear_velocity)
        && near(one.angular_velocity, other.angular_velocity)
}
