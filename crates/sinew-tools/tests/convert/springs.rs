//! Springs between VRM 0.x and 1.0: everything below a node, and chains with a node at their end.

use serde_json::{Value, json};
use sinew::glam::Vec3;
use sinew::model::SpringShape;
use sinew::{Model, math::Rigid};
use sinew::{World, WorldOptions};
use sinew_tools::convert::Dialect;

use super::{at, document, losses_of, lossless, model, to};

/// A head with hair that forks: 1 is below 0, 2 and 4 below 1, 3 below 2.
fn hair() -> Value {
    json!([
        {"name": "Head", "translation": [0, 1.5, 0], "children": [1]},
        {"name": "A", "translation": [0, 0.1, 0], "children": [2, 4]},
        {"name": "B", "translation": [0.1, 0, 0], "children": [3]},
        {"name": "C", "translation": [0.1, 0, 0]},
        {"name": "D", "translation": [0, 0, -0.1]},
    ])
}

fn group() -> Value {
    json!({"VRM": {"secondaryAnimation": {
        "boneGroups": [{"comment": "Hair", "stiffiness": 0.75, "gravityPower": 0.5,
            "gravityDir": {"x": 0, "y": -1, "z": 0.5}, "dragForce": 0.25, "center": -1, "hitRadius": 0.02, "bones": [1],
            "colliderGroups": [0]}],
        "colliderGroups": [{"node": 0, "colliders": [{"offset": {"x": 0, "y": 0, "z": 0.25}, "radius": 0.125}]}]}}})
}

/// Where the nodes of the source are after two seconds of being carried about.
fn carried(model: Model, nodes: usize) -> Vec<Vec3> {
    let mut world = World::new(WorldOptions::default());
    let instance = world.spawn(model.into(), Rigid::IDENTITY);
    for step in 0..120_u8 {
        let x = (f32::from(step) * 0.1).sin() * 0.3;
        world.set_world_from_model(instance, Rigid::from_translation(Vec3::new(x, 0.0, x * x))).unwrap();
        world.step();
    }
    let model = world.model(instance).unwrap();
    let ids = model.hierarchy().nodes_in_file_order().take(nodes);
    ids.map(|node| world.pose(instance).unwrap().model_from_node(node).translation.into()).collect()
}

#[test]
fn springs_of_vrm_0x_become_chains_that_swing_the_same() {
    let source = document(&hair(), &group());
    let converted = to(&source, Dialect::SpringBone);
    assert_eq!(losses_of(&converted), [""; 0]);
    assert_eq!((converted.report.springs, converted.report.nodes_added), (1, 2));
    let result = converted.document;
    let node = |spring: usize, joint: usize| {
        at(&result, &format!("/extensions/VRMC_springBone/springs/{spring}/joints/{joint}/node"))
    };
    // A, B, C and 7 cm behind it; the fork D by itself with its own end.
    assert_eq!([0, 1, 2, 3].map(|joint| node(0, joint)), [1, 2, 3, 5].map(Value::from));
    assert_eq!([0, 1].map(|joint| node(1, joint)), [4, 6].map(Value::from));
    assert_eq!(at(&result, "/extensionsUsed"), json!(["VRMC_springBone"]));
    // Left-handed vectors are turned: z of gravity and of the sphere.
    assert_eq!(at(&result, "/extensions/VRMC_springBone/springs/0/joints/0/gravityDir"), json!([0.0, -1.0, -0.5]));
    let sphere = json!({"offset": [0.0, 0.0, -0.25], "radius": 0.125});
    assert_eq!(at(&result, "/extensions/VRMC_springBone/colliders/0/shape/sphere"), sphere);
    let end: Vec<f64> = serde_json::from_value(at(&result, "/nodes/5/translation")).unwrap();
    assert!((end[0] - 0.07).abs() < 1e-6 && end[1].abs() < 1e-6 && end[2].abs() < 1e-6, "{end:?}");
    let (before, after) = (carried(model(&source), 5), carried(model(&result), 5));
    for (a, b) in before.iter().zip(&after) {
        assert!(a.distance(*b) < 1e-6, "{before:?} {after:?}");
    }
}

#[test]
fn what_came_from_vrm_0x_goes_back_as_it_was() {
    let source = document(&hair(), &group());
    let later = lossless(&source, Dialect::SpringBone);
    let back = lossless(&later, Dialect::SecondaryAnimation);
    // Numbers without their type: 0 is written as 0.0.
    let numbers = |value: Value| -> Value {
        serde_json::from_str(&value.to_string().replace(".0,", ",").replace(".0}", "}")).unwrap()
    };
    for pointer in ["/extensions", "/extensionsUsed", "/nodes"] {
        assert_eq!(numbers(at(&back, pointer)), numbers(at(&source, pointer)), "{pointer}");
    }
    let (before, after) = (carried(model(&source), 5), carried(model(&back), 5));
    assert_eq!(before, after);
}

/// An end that something else needs, that is not 7 cm away, or that is not at the end of the list.
#[test]
fn an_end_of_a_chain_stays_where_vrm_0x_would_not_give_it_back() {
    let source = document(&hair(), &group());
    let later: Value = serde_json::from_str(lossless(&source, Dialect::SpringBone).json().text()).unwrap();
    let converted = |change: &dyn Fn(&mut Value)| {
        let mut file = later.clone();
        change(&mut file);
        let document = sinew::document::Document::read(file.to_string(), &sinew::document::NoResources).unwrap();
        let converted = to(&document, Dialect::SecondaryAnimation);
        (losses_of(&converted), at(&converted.document, "/nodes"))
    };
    // Node 5 is the end of the first chain, 6 that of the fork.
    let swings = |node: usize, spring: usize| {
        format!("/extensions/VRMC_springBone/springs/{spring}: node {node}: spring: rests becomes swings")
    };
    let (losses, nodes) = converted(&|file| file["nodes"][6]["translation"] = json!([0, 0, -0.08]));
    assert!(losses.contains(&swings(6, 1)), "the spring is the fork's: {losses:#?}");
    assert_eq!((&nodes[5], nodes.as_array().unwrap().len()), (&json!({}), 7), "indices stay");
    for extension in [json!({"target": 5}), json!({"list": [{"a": "/nodes/5/scale"}]})] {
        let (losses, nodes) = converted(&|file| file["extensions"]["ACME"] = extension.clone());
        assert!(losses.contains(&swings(5, 0)), "{losses:#?}");
        assert_eq!(nodes.as_array().unwrap().len(), 6);
    }
    let (losses, _) = converted(&|file| file["skins"] = json!([{"joints": [1, 6]}]));
    assert!(losses.contains(&swings(6, 1)), "{losses:#?}");
}

#[test]
fn names_of_groups_and_colliders_that_nothing_meets_are_losses() {
    let springs = json!({"VRMC_springBone": {"specVersion": "1.0",
        "colliders": [
            {"node": 0, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.1}}},
            {"node": 0, "shape": {"capsule": {"offset": [0, 0, 0], "tail": [0, 1, 0], "radius": 0.1}}},
            {"node": 0, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.2}}}],
        "colliderGroups": [{"name": "Head", "colliders": [0]}, {"colliders": [1]}],
        "springs": [{"joints": [{"node": 2}, {"node": 3}], "colliderGroups": [0]}]}});
    let found = losses_of(&to(&document(&hair(), &springs), Dialect::SecondaryAnimation));
    for expected in [
        "/extensions/VRMC_springBone/colliderGroups/0/name: name: Head is lost",
        "/extensions/VRMC_springBone/colliders/1: collider: capsule is lost",
        "/extensions/VRMC_springBone/colliders/2: collider: sphere is lost",
    ] {
        assert!(found.iter().any(|loss| loss == expected), "{expected} is not in {found:#?}");
    }
}

#[test]
fn what_vrm_0x_cannot_say_is_reported() {
    let springs = json!({"VRMC_springBone": {"specVersion": "1.0",
        "colliders": [
            {"node": 0, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.1}}},
            {"node": 0, "shape": {"capsule": {"offset": [0, 0, 0], "tail": [0, 1, 0], "radius": 0.1}}},
            {"node": 4, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.2}}}],
        "colliderGroups": [{"colliders": [0, 1, 2]}],
        "springs": [{"joints": [{"node": 1, "stiffness": 0.5}, {"node": 2, "stiffness": 1}, {"node": 3}],
            "colliderGroups": [0]}]}});
    let converted = to(&document(&hair(), &springs), Dialect::SecondaryAnimation);
    let found = losses_of(&converted);
    for expected in [
        "node 2: stiffness: 1 becomes 0.5",
        "node 1: collider: capsule on node 0 is lost",
        "node 3: spring: rests becomes swings",
        "node 4: spring: rests becomes swings",
    ] {
        assert!(found.iter().any(|loss| loss.ends_with(expected)), "{expected} is not in {found:#?}");
    }
    // A group of two nodes is two groups.
    assert_eq!(
        at(&converted.document, "/extensions/VRM/secondaryAnimation/boneGroups/0/colliderGroups"),
        json!([0, 1])
    );
    let spheres = model(&converted.document);
    let spheres = spheres.spring_bones().colliders.iter();
    assert!(spheres.into_iter().all(|collider| matches!(collider.shape, Some(SpringShape::Sphere { .. }))));
}

#[test]
fn godettes_hair_survives_the_conversion() {
    let Some(folder) = sinew_testkit::assets::folder() else { return };
    let source = sinew::document::Document::open(folder.join("vrm/Godette_vrm0.vrm")).unwrap();
    let converted = to(&source, Dialect::SpringBone);
    assert_eq!(losses_of(&converted), [""; 0]);
    let joints = |document| model(document).spring_bones().joint_count();
    assert_eq!(joints(&converted.document), joints(&source));
    assert_eq!(joints(&source), 16);
    let back = lossless(&converted.document, Dialect::SecondaryAnimation);
    assert_eq!(at(&back, "/nodes"), at(&source, "/nodes"));
    assert_eq!(joints(&back), 16);
}
