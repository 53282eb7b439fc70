//! What clips hold in a running world.

use std::sync::Arc;

use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::{HumanClip, Model, WrapMode};
use sinew_testkit::scene::humanoid::Avatar;

use crate::{avatar_and_clip, play, spawned};

/// A figure whose left hand is a body, and a clip without a figure that smiles.
fn figure_with_a_free_hand() -> (Arc<Model>, Arc<HumanClip>) {
    let document = Document::read(Avatar::default().to_gltf(), &NoResources).unwrap();
    let (model, _) = Model::from_document(&document);
    let hand = model.hierarchy().index(model.hierarchy().find("leftHand").unwrap()).0;
    let mut edit = document.edit();
    let body = json!({"motion": {"mass": 1}});
    edit.set(&format!("/nodes/{hand}/extensions/KHR_physics_rigid_bodies"), body).unwrap();
    let figure = Arc::new(Model::from_document(&edit.finish().unwrap()).0);
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "smile"}], "extensions": {"VRMC_vrm_animation":
        {"specVersion": "1.0", "expressions": {"preset": {"happy": {"node": 0}}}}}}"#;
    let document = Document::read(text, &NoResources).unwrap();
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let output = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0]])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": input, "output": output}]}))
        .unwrap();
    (figure, Arc::new(HumanClip::new(Model::from_document(&edit.finish().unwrap()).0, 0).unwrap()))
}

#[test]
fn a_clip_of_expressions_alone_holds_no_body_of_a_bone() {
    let (figure, smile) = figure_with_a_free_hand();
    let (_, wave) = avatar_and_clip();
    let hand = figure.hierarchy().find("leftHand").unwrap();
    let fallen = |clip: &Arc<HumanClip>| {
        let (mut world, instance) = spawned(&figure);
        play(&mut world, instance, clip, WrapMode::Clamp);
        (0..30).for_each(|_| world.step());
        world.world_from_node(instance, hand).unwrap().translation.y
    };
    // Free from 1.3 m: half a second at 9.81 m/s² is 1.226 m, to which steps of a sixtieth add g · t · dt / 2 = 0.041 m at most.
    let way = 1.3 - fallen(&smile);
    assert!((1.226..1.226 + 0.041).contains(&way), "{way}");
    // A clip with a figure has the hand.
    assert!(fallen(&wave) > 1.3);
}
