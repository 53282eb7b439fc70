//! Files that ask for more than they are worth.

use sinew_document::{Code, Document, NoResources};
use sinew_model::Model;

use crate::scene::counts;

const EXTENSION: &str = "KHR_physics_rigid_bodies";

fn model(text: String) -> (Model, Vec<Code>) {
    let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    (model, diagnostics.iter().map(|found| found.code).collect())
}

/// A chain of `length` nodes; `content` gives what the node at a place has beside its child.
fn chain(length: usize, rest: &str, content: impl Fn(usize) -> String) -> String {
    let nodes: Vec<_> = (0..length)
        .map(|place| {
            let child = if place + 1 < length { format!(r#""children": [{}], "#, place + 1) } else { String::new() };
            format!("{{{child}{}}}", content(place))
        })
        .collect();
    format!(r#"{{"asset": {{"version": "2.0"}}, {rest} "nodes": [{}]}}"#, nodes.join(", "))
}

/// All colliders are on the first node's body, however deep.
#[test]
fn a_body_with_a_deep_chain_below_it_costs_no_stack_and_linear_time() {
    let length = 100_000;
    let shapes = r#""extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box"}]}},"#;
    let text = chain(length, shapes, |place| {
        let motion = if place == 0 { r#""motion": {"mass": 1}, "# } else { "" };
        format!(r#""extensions": {{"{EXTENSION}": {{{motion}"collider": {{"geometry": {{"shape": 0}}}}}}}}"#)
    });
    let (model, codes) = model(text);
    assert_eq!(counts(model.physics()), [1, length, 0, 0]);
    assert!(model.physics().colliders().iter().all(|collider| collider.shape_instance.body.is_some()));
    assert_eq!(codes, [Code::NO_SCENE]);
}

/// Each of 10,000 nodes names itself and with it everything below: 50 million nodes to go through, which is more than all
/// shapes together may.
#[test]
fn meshes_that_are_used_many_times_over_have_a_bound() {
    let mesh = r#""meshes": [{"primitives": []}],"#;
    let text = chain(10_000, mesh, |place| {
        format!(r#""mesh": 0, "extensions": {{"{EXTENSION}": {{"collider": {{"geometry": {{"node": {place}}}}}}}}}"#)
    });
    let (model, codes) = model(text);
    assert!(model.physics().colliders().is_empty());
    assert!(codes.contains(&Code::TOO_MANY_ELEMENTS));
}
