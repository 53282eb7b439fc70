//! Animations that graphs start, of whatever property, and what graphs know of them.

use serde_json::{Value, json};

use crate::scene::{animated_model, model, spawned, variable, x_of};

/// Nothing plays by itself; from 1.5 s on backwards at half speed is where `animation/start` says.
#[test]
fn animations_play_when_the_graph_starts_them() {
    let graph = json!({"variables": [{"type": 0}, {"type": 5, "value": ["/animations/0"]}, {"type": 2}], "nodes": [
        {"op": "variable/get", "configuration": {"variable": {"value": [1]}}},
        {"op": "pointer/get", "configuration": {"type": {"value": [2]},
            "pointer": {"value": ["/animations/{which}/extensions/KHR_interactivity/maxTime"]}}, "values": {"which": {"node": 0}}},
        {"op": "event/onStart", "flows": {"out": {"node": 3}}},
        {"op": "flow/sequence", "flows": {"a": {"node": 4}, "b": {"node": 6}}},
        {"op": "animation/start", "values": {"animation": {"node": 0}, "startTime": {"type": 2, "value": [1.5]},
            "endTime": {"type": 2, "value": [1]}, "speed": {"type": 2, "value": [0.5]}}, "flows": {"done": {"node": 5}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [0]}}, "values": {"0": {"type": 0, "value": [true]}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [2]}}, "values": {"2": {"node": 1}}}
    ]});
    let (mut world, id) = spawned(&model(json!({"nodes": [{"name": "slider"}]}), graph));
    assert!(world.playing(id).unwrap().is_empty());
    world.step();
    assert_eq!((x_of(&world, id, 0), variable(&world, id, 2)), (0.0, vec![2.0]));
    for step in 1..=60 {
        world.step();
        let expected = 1.5 - 0.5 * step as f32 / 60.0;
        assert!((x_of(&world, id, 0) - expected).abs() < 1e-5, "step {step}: {}", x_of(&world, id, 0));
        assert_eq!(variable(&world, id, 0), [f64::from(step == 60)]);
    }
    (0..9).for_each(|_| world.step());
    assert!((x_of(&world, id, 0) - 1.0).abs() < 1e-5 && world.playing(id).unwrap().is_empty());
}

/// A channel with the target, in an animation of its own.
fn animation(target: &Value) -> Value {
    json!({"channels": [{"sampler": 0, "target": target}], "samplers": [{"input": 0, "output": 1}]})
}

/// Starts animation 0 from 0 to the end that it says. Variables: whether `done` and `err` were activated, what `minTime` and `maxTime`
/// are, and whether they and `isPlaying` are known.
fn player() -> Value {
    let get = |name: &str, of_type: usize| {
        let pointer = format!("/animations/0/extensions/KHR_interactivity/{name}");
        json!({"op": "pointer/get", "configuration": {"type": {"value": [of_type]}, "pointer": {"value": [pointer]}}})
    };
    let set = |variable: usize| {
        json!({"op": "variable/set", "configuration": {"variables": {"value": [variable]}},
            "values": {variable.to_string(): {"type": 0, "value": [true]}}})
    };
    json!({"variables": [{"type": 0}, {"type": 0}, {"type": 2}, {"type": 2}, {"type": 0}, {"type": 0}, {"type": 0}], "nodes": [
        get("minTime", 2), get("maxTime", 2), get("isPlaying", 0),
        {"op": "event/onStart", "flows": {"out": {"node": 4}}},
        {"op": "variable/set", "configuration": {"variables": {"value": [2, 3, 4, 5]}}, "values": {
            "2": {"node": 0}, "3": {"node": 1}, "4": {"node": 1, "socket": "isValid"}, "5": {"node": 2, "socket": "isValid"}},
            "flows": {"out": {"node": 5}}},
        {"op": "animation/start", "values": {"animation": {"type": 5, "value": ["/animations/0"]},
            "startTime": {"type": 2, "value": [0]}, "endTime": {"node": 1}, "speed": {"type": 2, "value": [1]}},
            "flows": {"done": {"node": 6}, "err": {"node": 7}}},
        set(0), set(1)
    ]})
}

/// Of `KHR_animation_pointer` alone: from black at 0.25 s to red at 1 s.
#[test]
fn an_animation_of_a_material_plays_like_any_other() {
    let scene = json!({"nodes": [{}], "materials": [{"emissiveFactor": [0, 0, 0]}], "extensionsUsed": ["KHR_animation_pointer"]});
    let pointer = "/materials/0/emissiveFactor";
    let target = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}});
    let (mut world, id) = spawned(&animated_model(scene, player(), [0.25, 1.0], &[animation(&target)]));
    world.step();
    assert_eq!([2, 3].map(|at| variable(&world, id, at)), [[0.25], [1.0]]);
    // The first step is at 0.
    (0..60).for_each(|step| {
        assert_eq!([0, 1].map(|at| variable(&world, id, at)), [[0.0], [0.0]], "step {step}");
        world.step();
        if step == 36 {
            let found = world.value(id, pointer).unwrap().numbers();
            assert!((f64::from(found[0]) - (37.0 / 60.0 - 0.25) / 0.75).abs() < 1e-6, "{found:?}");
        }
    });
    assert_eq!([0, 1].map(|at| variable(&world, id, at)), [[1.0], [0.0]]);
    // It stays where the animation has left it.
    (0..9).for_each(|_| world.step());
    assert_eq!(world.value(id, pointer).unwrap().numbers(), [1.0, 0.0, 0.0]);
}

/// Its times are those of "the used sampler input accessors": nothing moves here, and `done` comes after a second all the same.
#[test]
fn an_animation_with_a_target_of_another_extension_has_its_length() {
    let target = json!({"path": "of_another_extension", "extensions": {"EXT_other": {}}});
    let (mut world, id) =
        spawned(&animated_model(json!({"nodes": [{}]}), player(), [0.25, 1.0], &[animation(&target)]));
    (0..60).for_each(|_| world.step());
    let seen = |world: &_| [0, 1, 2, 3, 4, 5].map(|at| variable(world, id, at)).concat();
    assert_eq!(seen(&world), [0.0, 0.0, 0.25, 1.0, 1.0, 1.0]);
    world.step();
    assert_eq!(seen(&world), [1.0, 0.0, 0.25, 1.0, 1.0, 1.0]);
}

/// "If the animation object is invalid […], these properties MUST return NaNs": they are there, and it cannot be started.
#[test]
fn an_invalid_animation_has_no_times_and_does_not_start() {
    let mut broken = animation(&json!({"node": 0, "path": "translation"}));
    broken["channels"][0]["sampler"] = 7.into();
    let (mut world, id) = spawned(&animated_model(json!({"nodes": [{}]}), player(), [0.0, 1.0], &[broken]));
    world.step();
    assert_eq!([0, 1, 4, 5].map(|at| variable(&world, id, at)).concat(), [0.0, 1.0, 1.0, 1.0]);
    assert!([2, 3].iter().all(|at| variable(&world, id, *at)[0].is_nan()));
}

/// Both end in one tick, and the `done` of one starts the other at an instant: it is there before it ends again.
#[test]
fn an_animation_that_is_started_anew_where_it_ends_is_applied_once_more() {
    let start = |animation: usize, times: [f64; 2], flows: Value| {
        json!({"op": "animation/start", "flows": flows, "values": {
            "animation": {"type": 5, "value": [format!("/animations/{animation}")]}, "speed": {"type": 2, "value": [1]},
            "startTime": {"type": 2, "value": [times[0]]}, "endTime": {"type": 2, "value": [times[1]]}}})
    };
    let graph = json!({"nodes": [
        {"op": "event/onStart", "flows": {"out": {"node": 1}}},
        start(0, [0.0, 0.1], json!({"out": {"node": 2}, "done": {"node": 3}})),
        start(1, [0.0, 0.1], json!({})),
        start(1, [1.5, 1.5], json!({}))
    ]});
    let animations = [0, 1].map(|node| animation(&json!({"node": node, "path": "translation"})));
    let (mut world, id) = spawned(&animated_model(json!({"nodes": [{}, {}]}), graph, [0.0, 2.0], &animations));
    (0..12).for_each(|_| world.step());
    assert!((x_of(&world, id, 0) - 0.1).abs() < 1e-6, "{}", x_of(&world, id, 0));
    assert!((x_of(&world, id, 1) - 1.5).abs() < 1e-6, "{}", x_of(&world, id, 1));
}
