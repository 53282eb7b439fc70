//! A graph and what it acts on: transforms, bodies, triggers, rays and selections.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeId, Selection, World, WorldError, WorldOptions};

const TYPES: [&str; 6] = ["bool", "int", "float", "float2", "float3", "ref"];

/// A file with a graph; nodes of the graph have `op`, and `extension` with `in` and `out` sockets, in place of `declaration`.
pub(crate) fn model(scene: Value, graph: Value) -> Arc<Model> {
    // An animation that moves node 0 from 0 to 2 along x in two seconds.
    let animation = json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": 0, "output": 1}]});
    animated_model(scene, graph, [0.0, 2.0], &[animation])
}

/// The same with these animations, of which accessor 0 has the times and accessor 1 values from 0 to the last of them along x.
pub(crate) fn animated_model(scene: Value, mut graph: Value, times: [f32; 2], animations: &[Value]) -> Arc<Model> {
    let mut declarations: Vec<Value> = Vec::new();
    for node in graph["nodes"].as_array_mut().unwrap() {
        let node = node.as_object_mut().unwrap();
        let mut declaration = json!({"op": node.remove("op").unwrap()});
        for (key, to) in [("extension", "extension"), ("in", "inputValueSockets"), ("out", "outputValueSockets")] {
            if let Some(value) = node.remove(key) {
                declaration[to] = value;
            }
        }
        let place = declarations.iter().position(|other| *other == declaration).unwrap_or_else(|| {
            declarations.push(declaration);
            declarations.len() - 1
        });
        node.insert("declaration".to_owned(), place.into());
    }
    graph["types"] = TYPES.map(|signature| json!({"signature": signature})).to_vec().into();
    graph["declarations"] = declarations.into();
    let mut file = scene;
    file["asset"] = json!({"version": "2.0"});
    file["extensions"]["KHR_interactivity"] = json!({"graphs": [graph]});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    assert_eq!(edit.add_accessor(AccessorData::Scalars(&times)).unwrap().0, 0);
    assert_eq!(edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [times[1], 0.0, 0.0]])).unwrap().0, 1);
    for animation in animations {
        edit.add_animation(animation.clone()).unwrap();
    }
    let (model, diagnostics) = Model::from_document(&edit.finish().unwrap());
    let found: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert!(model.graphs().selected().is_some(), "{found:?}");
    Arc::new(model)
}

pub(crate) fn spawned(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default().with_gravity(glam_zero()));
    let id = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, id)
}

fn glam_zero() -> sinew::glam::Vec3 {
    sinew::glam::Vec3::ZERO
}

pub(crate) fn x_of(world: &World, id: InstanceId, node: usize) -> f32 {
    world.pose(id).unwrap().local[node].translation.x
}

pub(crate) fn variable(world: &World, id: InstanceId, at: usize) -> Vec<f64> {
    world.graph_variables(id).nth(at).unwrap().2.to_vec()
}

/// A body that floats, a trigger to its right, and a wall behind that.
pub(crate) fn bodies() -> Value {
    let shape = |shape: usize| json!({"geometry": {"shape": shape}});
    json!({"extensionsUsed": ["KHR_interactivity", "KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
        "nodes": [
            {"name": "empty"},
            {"name": "ball", "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}, "collider": shape(0)}}},
            {"name": "gate", "translation": [3, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"trigger": shape(0)}}},
            {"name": "wall", "translation": [8, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": shape(1)}}}],
        "extensions": {"KHR_implicit_shapes": {"shapes": [
            {"type": "sphere", "sphere": {"radius": 0.5}}, {"type": "box", "box": {"size": [1, 9, 9]}}]}}})
}

pub(crate) const PHYSICS: &str = "KHR_physics_rigid_bodies";

fn float3(numbers: [f64; 3]) -> Value {
    json!({"type": 4, "value": numbers})
}

/// 4 N·s on 2 kg are 2 m/s; the trigger counts what enters and leaves, and which body it is.
#[test]
fn impulses_move_bodies_into_triggers() {
    let sockets = json!({"nodeIndex": {"type": 1}, "linearImpulse": {"type": 4}, "angularImpulse": {"type": 4}});
    let outputs = json!({"colliderNodeIndex": {"type": 1}, "motionNodeIndex": {"type": 1}});
    let on_trigger = |op: &str, set: usize| {
        json!({"op": op, "extension": PHYSICS, "out": outputs, "configuration": {"nodeIndex": {"value": [2]}},
            "flows": {"out": {"node": set}}})
    };
    let set = |variables: [usize; 2], node: usize| {
        json!({"op": "variable/set", "configuration": {"variables": {"value": variables}}, "values": {
            variables[0].to_string(): {"node": node, "socket": "colliderNodeIndex"},
            variables[1].to_string(): {"node": node, "socket": "motionNodeIndex"}}})
    };
    let graph = json!({"variables": [{"type": 1, "value": [-9]}, {"type": 1}, {"type": 1, "value": [-9]}, {"type": 1}], "nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        {"op": "rigid_body/applyImpulse", "extension": PHYSICS, "in": sockets,
            "values": {"nodeIndex": {"type": 1, "value": [1]}, "linearImpulse": float3([4.0, 0.0, 0.0]),
                "angularImpulse": float3([0.0; 3])}},
        on_trigger("event/rigid_body_triggerEntered", 4),
        on_trigger("event/rigid_body_triggerExited", 5),
        set([0, 1], 2),
        set([2, 3], 3)
    ]});
    let (mut world, id) = spawned(&model(bodies(), graph));
    let ball = world.node(id, "ball").unwrap();
    world.step();
    assert!((world.velocity(id, ball).unwrap().linear.x - 2.0).abs() < 1e-5);
    // The spheres, half a metre each, touch from 2 m to 4 m: at 1 s and 2 s.
    (0..58).for_each(|_| world.step());
    assert_eq!(variable(&world, id, 0), [-9.0]);
    (0..6).for_each(|_| world.step());
    assert_eq!((variable(&world, id, 0), variable(&world, id, 1)), (vec![1.0], vec![1.0]));
    assert_eq!(variable(&world, id, 2), [-9.0]);
    (0..60).for_each(|_| world.step());
    assert_eq!(variable(&world, id, 2), [1.0]);
}

/// The wall's face is at 7.5: from the ball's front at 0.5 that is no hit of the ball itself.
#[test]
fn rays_meet_the_first_collider() {
    let graph = |start: [f64; 3], end: [f64; 3]| {
        json!({"variables": [{"type": 1, "value": [-5]}, {"type": 2}, {"type": 4}], "nodes": [
            {"op": "event/onStart", "flows": {"out": {"node": 1}}},
            {"op": "rigid_body/rayCast", "extension": PHYSICS,
                "in": {"rayStart": {"type": 4}, "rayEnd": {"type": 4}},
                "out": {"hitNodeIndex": {"type": 1}, "hitFraction": {"type": 2}, "hitNormal": {"type": 4}},
                "values": {"rayStart": float3(start), "rayEnd": float3(end)}, "flows": {"hit": {"node": 2}}},
            {"op": "variable/set", "configuration": {"variables": {"value": [0, 1, 2]}}, "values": {
                "0": {"node": 1, "socket": "hitNodeIndex"}, "1": {"node": 1, "socket": "hitFraction"},
                "2": {"node": 1, "socket": "hitNormal"}}}
        ]})
    };
    // Rays see what the last step left: the first step inserts, the second has the ray.
    let cast = |start: [f64; 3], end: [f64; 3]| {
        let delayed = graph(start, end);
        let (mut world, id) = spawned(&model(bodies(), delayed));
        world.step();
        [0, 1, 2].map(|at| variable(&world, id, at))
    };
    let [node, fraction, normal] = cast([1.0, 0.0, 0.0], [14.0, 0.0, 0.0]);
    assert_eq!(node, [3.0]);
    assert!((fraction[0] - 0.5).abs() < 1e-6 && (normal[0] + 1.0).abs() < 1e-6, "{fraction:?} {normal:?}");
    assert_eq!(cast([1.0, 0.0, 0.0], [7.0, 0.0, 0.0])[0], [-5.0]);
}

/// A dynamic body goes where its node is set, and keeps its velocity.
#[test]
fn a_body_goes_where_its_node_is_set() {
    let graph = json!({"nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        {"op": "pointer/set", "configuration": {"pointer": {"value": ["/nodes/1/translation"]}, "type": {"value": [4]}},
            "values": {"value": float3([0.0, 5.0, 0.0])}}
    ]});
    let (mut world, id) = spawned(&model(bodies(), graph));
    let ball = world.node(id, "ball").unwrap();
    (0..3).for_each(|_| world.step());
    let at = world.body(id, ball).unwrap().world_from_body.translation;
    assert!((at.y - 5.0).abs() < 1e-5, "{at}");
    assert!(!world.body(id, ball).unwrap().is_animated);
}

/// The graph and the application read and set the same properties: those of physics, of what is drawn, and read-only ones.
#[test]
fn properties_are_those_of_the_object_model() {
    let pointer = |template: &str, kind: usize| json!({"pointer": {"value": [template]}, "type": {"value": [kind]}});
    let velocity = "/nodes/1/extensions/KHR_physics_rigid_bodies/motion/linearVelocity";
    let strength = "/materials/0/emissiveFactor";
    let count = "/extensions/KHR_implicit_shapes/shapes.length";
    let graph = json!({
    "variables": [{"type": 4, "value": [0, 0, 0]}, {"type": 4, "value": [0, 0, 0]}, {"type": 1, "value": [0]}],
    "nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        {"op": "pointer/set", "configuration": pointer(velocity, 4), "values": {"value": float3([0.0, 3.0, 0.0])},
            "flows": {"out": {"node": 2}}},
        {"op": "pointer/set", "configuration": pointer(strength, 4), "values": {"value": float3([0.5, 0.25, 0.0])}},
        {"op": "pointer/get", "configuration": pointer(velocity, 4)},
        {"op": "pointer/get", "configuration": pointer(strength, 4)},
        {"op": "pointer/get", "configuration": pointer(count, 1)},
        {"op": "event/onTick", "flows": {"out": {"node": 7}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0, 1, 2]}},
            "values": {"0": {"node": 3}, "1": {"node": 4}, "2": {"node": 5}}}
    ]});
    let mut scene = bodies();
    scene["materials"] = json!([{}]);
    let (mut world, id) = spawned(&model(scene, graph));
    let ball = world.node(id, "ball").unwrap();
    world.step();
    let up = world.velocity(id, ball).unwrap().linear;
    assert!((up.y - 3.0).abs() < 1e-5, "{up}");
    let found = world.value(id, strength).unwrap().numbers();
    assert_eq!(found, [0.5, 0.25, 0.0]);
    // What the application sets, the graph reads; what cannot be is not set.
    let set = |world: &mut World, pointer: &str, value: Value| {
        world.set_value(id, pointer, &serde_json::from_value(value).unwrap())
    };
    set(&mut world, velocity, json!([1, 0, 0])).unwrap();
    set(&mut world, strength, json!([1, 0, 0.5])).unwrap();
    world.step();
    assert_eq!(variable(&world, id, 0), [1.0, 0.0, 0.0]);
    assert_eq!(variable(&world, id, 1), [1.0, 0.0, 0.5]);
    assert_eq!(variable(&world, id, 2), [2.0]);
    // Both go back together.
    let (past, digest) = (world.snapshot(), world.digest());
    set(&mut world, strength, json!([0, 0, 0])).unwrap();
    world.step();
    world.restore(&past).unwrap();
    assert_eq!((world.digest(), world.value(id, strength).unwrap().numbers()), (digest, vec![1.0, 0.0, 0.5]));
}

/// A child, its parent and a stranger: the event goes up, and a node that cannot be selected hears nothing.
#[test]
fn selections_go_up_the_tree() {
    let outputs = json!({"selectedNode": {"type": 5}, "controllerIndex": {"type": 1}, "selectionPoint": {"type": 4}});
    let on_select = |node: usize, set: usize| {
        json!({"op": "event/onSelect", "extension": "KHR_node_selectability", "out": outputs,
            "configuration": {"nodeIndex": {"value": [node]}}, "flows": {"out": {"node": set}}})
    };
    let set = |variable: usize, from: usize| {
        json!({"op": "variable/set", "configuration": {"variables": {"value": [variable]}},
            "values": {variable.to_string(): {"node": from, "socket": "selectionPoint"}}})
    };
    let graph = json!({"variables": [{"type": 4}, {"type": 4}, {"type": 4}],
        "nodes": [on_select(0, 3), on_select(1, 4), on_select(2, 5), set(0, 0), set(1, 1), set(2, 2)]});
    let nodes = json!({"nodes": [{"name": "door", "children": [1]}, {"name": "handle"},
        {"name": "wall", "extensions": {"KHR_node_selectability": {"selectable": false}}}]});
    let (mut world, id) = spawned(&model(nodes, graph));
    let selection = Selection { point: Some([1.0, 2.0, 3.0]), ..Selection::default() };
    let [handle, wall] = ["handle", "wall"].map(|name| world.node(id, name).unwrap());
    assert_eq!(world.select(id, handle, selection), Ok(true));
    assert_eq!(world.select(id, wall, selection), Ok(false));
    world.step();
    assert_eq!([0, 1].map(|at| variable(&world, id, at)), [vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]]);
    assert!(variable(&world, id, 2)[0].is_nan());
    assert!(world.select(id, NodeId::at(77), selection).is_err());
}

/// Between two children the parent is neither entered nor left.
#[test]
fn hovering_enters_and_leaves_subtrees() {
    let outputs = json!({"hoveredNode": {"type": 5}, "controllerIndex": {"type": 1}});
    let mut nodes = Vec::new();
    let handlers = [("event/onHoverIn", 0), ("event/onHoverIn", 1), ("event/onHoverOut", 0), ("event/onHoverOut", 1)];
    for (at, (op, node)) in handlers.into_iter().enumerate() {
        nodes.push(json!({"op": op, "extension": "KHR_node_hoverability", "out": outputs,
            "configuration": {"nodeIndex": {"value": [node]}}, "flows": {"out": {"node": 4 + 3 * at + 2}}}));
    }
    for at in 0..4 {
        let first = 4 + 3 * at;
        nodes.push(json!({"op": "variable/get", "configuration": {"variable": {"value": [at]}}}));
        nodes.push(json!({"op": "math/add", "values": {"a": {"node": first}, "b": {"type": 1, "value": [1]}}}));
        nodes.push(json!({"op": "variable/set", "configuration": {"variables": {"value": [at]}},
            "values": {at.to_string(): {"node": first + 1}}}));
    }
    let graph = json!({"variables": vec![json!({"type": 1}); 4], "nodes": nodes});
    let scene = json!({"nodes": [{"name": "door", "children": [1, 2]}, {"name": "handle"}, {"name": "lock"}]});
    let (mut world, id) = spawned(&model(scene, graph));
    let [handle, lock] = ["handle", "lock"].map(|name| world.node(id, name).unwrap());
    let mut seen = Vec::new();
    for node in [Some(handle), Some(lock), Some(handle), None] {
        world.hover(id, node, 0).unwrap();
        world.step();
        seen.push([0, 1, 2, 3].map(|at| variable(&world, id, at)[0] as i32));
    }
    assert_eq!(seen, [[1, 1, 0, 0], [1, 1, 0, 1], [1, 2, 0, 1], [1, 2, 1, 2]]);
}

/// Events of an application with values, and what comes back.
#[test]
fn custom_events_go_in_and_out() {
    let graph = json!({"events": [{"id": "ask", "values": {"a": {"type": 2, "value": [4]}}}, {"id": "answer", "values": {"b": {"type": 2}}}],
    "nodes": [
        {"op": "event/receive", "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 2}}},
        {"op": "math/mul", "values": {"a": {"node": 0, "socket": "a"}, "b": {"type": 2, "value": [10]}}},
        {"op": "event/send", "configuration": {"event": {"value": [1]}}, "values": {"b": {"node": 1}}}
    ]});
    let (mut world, id) = spawned(&model(json!({"nodes": [{}]}), graph));
    let mut answers = Vec::new();
    for values in [BTreeMap::from([("a".to_owned(), vec![7.0])]), BTreeMap::new()] {
        world.send_event(id, "ask", &values).unwrap();
        world.step();
        answers.extend(world.graph_events(id).map(|event| (event.id.to_owned(), event.step, event.values[0].2[0])));
    }
    assert_eq!(answers, [("answer".to_owned(), 1, 70.0), ("answer".to_owned(), 2, 40.0)]);
    assert!(world.send_event(id, "nobody", &BTreeMap::new()).is_err());
    assert!(world.send_event(id, "ask", &BTreeMap::from([("a".to_owned(), vec![1.0, 2.0])])).is_err());
    // What JSON has no number for could not be read again from a log.
    let infinite = BTreeMap::from([("a".to_owned(), vec![f64::INFINITY])]);
    assert_eq!(world.send_event(id, "ask", &infinite), Err(WorldError::NotFinite));
    let nowhere = Selection { point: Some([0.0, f32::NAN, 0.0]), ..Selection::default() };
    let node = world.model(id).unwrap().hierarchy().nodes().next().unwrap();
    assert_eq!(world.select(id, node, nowhere), Err(WorldError::NotFinite));
}
