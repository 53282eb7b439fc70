//! Inspects a file: what it holds, what moves in it, and what is wrong with it.
//!
//! `cargo run -p sinew --example inspect -- FILE`

use std::error::Error;

use sinew::Model;
use sinew::document::Document;

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/ragdoll.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    let document = Document::open(&path)?;
    let (model, diagnostics) = Model::from_document(&document);
    // The document's findings are about its form, the model's about its meaning. Both have a place in the file.
    for diagnostic in document.diagnostics().iter().chain(&diagnostics) {
        println!("{} {} at {}: {}", diagnostic.severity, diagnostic.code, diagnostic.pointer, diagnostic.message);
    }
    let physics = model.physics();
    println!("{} nodes, {} animations", model.hierarchy().len(), model.animations().len());
    println!("{} constraints, {} virtual transforms", model.constraints().len(), model.virtual_transforms().len());
    println!("{} bodies, {} joints", physics.bodies().len(), physics.joints().len());
    if let Some(humanoid) = model.humanoid() {
        println!("a humanoid of {} bones", humanoid.bones().iter().count());
    }
    for body in physics.bodies() {
        println!("  {:?} body at {}", body.kind, model.hierarchy().name(body.node).unwrap_or("a node without a name"));
    }
    Ok(())
}
