//! Properties that bound each other: the ends of a limit, the radii of a shape. They are judged together, whatever their order.

#![expect(clippy::float_cmp, reason = "a value is read as it was set")]

use serde_json::json;
use sinew::{Input, Recorder};

use super::animation::{Animated, Keys, read, with_animation};
use super::*;

/// A lift whose third limit lets it move along y, from −1 to 1.
fn lift() -> Value {
    let limits = json!([
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
        {"linearAxes": [1], "min": -1, "max": 1}]);
    json!({"asset": {"version": "2.0"}, "nodes": [
        {"name": "post"},
        {"name": "Lift", "extensions": {KHR: {"motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]},
            "joint": {"connectedNode": 0, "joint": 0}}}}],
        "extensions": {KHR: {"physicsJoints": [{"limits": limits, "drives": []}]}}})
}

fn end(key: &str) -> String {
    format!("/extensions/{KHR}/physicsJoints/0/limits/2/{key}")
}

fn ends(world: &World, id: InstanceId) -> [f32; 2] {
    ["min", "max"].map(|key| world.get(world.property::<f32>(id, &end(key)).unwrap()).unwrap())
}

/// The lift, whose ends jump after half a second, in both orders of the channels.
fn jumping(min: [f32; 2], max: [f32; 2]) -> [(World, InstanceId); 2] {
    let (pointers, keys) = ([end("min"), end("max")], [min, max]);
    [[0, 1], [1, 0]].map(|order| {
        let channels = order.map(|place: usize| Animated {
            pointer: &pointers[place],
            interpolation: "STEP",
            times: &[0.0, 0.5],
            keys: Keys::Floats(&keys[place]),
            width: 1,
        });
        let mut file = lift();
        with_animation(&mut file, &channels);
        spawn(&read(&file).0)
    })
}

#[test]
fn both_ends_of_a_limit_jump_past_each_other_in_either_order_of_the_channels() {
    // Along y, frame b from frame a is the negative height of the lift: from 3 to 4 it hangs 4 m below the post, from −4 to −3 it stands
    // on 3 m above it.
    for (min, max, height) in [(3.0, 4.0, -4.0), (-4.0, -3.0, 3.0)] {
        let mut digests = Vec::new();
        for (mut world, id) in jumping([-1.0, min], [1.0, max]) {
            run(&mut world, 20);
            assert_eq!(ends(&world, id), [-1.0, 1.0]);
            run(&mut world, 400);
            assert_eq!(ends(&world, id), [min, max]);
            assert_near(position(&world, id, "Lift").y, height, 1e-3);
            digests.push(world.digest());
        }
        assert_eq!(digests[0], digests[1]);
    }
}

#[test]
fn mixed_animations_move_both_ends_past_each_other() {
    for (mut world, id) in jumping([-1.0, 7.0], [1.0, 9.0]) {
        // Half of it, and half of the rest: (−1 + 7) / 2 and (1 + 9) / 2.
        world.play(id, sinew::AnimationState::new(0).with_weight(0.5)).unwrap();
        run(&mut world, 60);
        assert_eq!(ends(&world, id), [3.0, 5.0]);
    }
}

#[test]
fn ends_that_an_animation_puts_the_wrong_way_round_stay_as_they_were() {
    for (mut world, id) in jumping([-1.0, 4.0], [1.0, 3.0]) {
        run(&mut world, 60);
        assert_eq!(ends(&world, id), [-1.0, 1.0]);
    }
}

#[test]
fn several_properties_are_set_all_or_none_in_any_order() {
    let (low, high) = (end("min"), end("max"));
    let factor = format!("/nodes/1/extensions/{KHR}/motion/gravityFactor");
    let number = PropertyValue::Float;
    for order in [[0, 1], [1, 0]] {
        let (mut world, id) = spawn(&read(&lift()).0);
        run(&mut world, 10);
        let both = [(low.as_str(), number(3.0)), (high.as_str(), number(4.0))];
        let set = |world: &mut World, values: &[(&str, PropertyValue)]| {
            world.set_values(id, values.iter().map(|(pointer, value)| (*pointer, value)))
        };
        set(&mut world, &order.map(|place| both[place].clone())).unwrap();
        assert_eq!(ends(&world, id), [3.0, 4.0]);
        run(&mut world, 400);
        assert_near(position(&world, id, "Lift").y, -4.0, 1e-3);
        // The last is refused, so that none of them counts.
        let before = world.digest();
        let wrong = [(factor.as_str(), number(0.0)), (low.as_str(), number(6.0)), (high.as_str(), number(5.0))];
        let error = set(&mut world, &wrong).unwrap_err();
        assert_eq!(error.code(), "PROPERTY_OUT_OF_RANGE");
        assert!(error.to_string().contains("limits/2/min"), "{error}");
        assert_eq!((world.digest(), ends(&world, id)), (before, [3.0, 4.0]));
        assert_eq!(world.value(id, &factor).unwrap(), number(1.0));
        let unknown = [(factor.as_str(), number(0.0)), ("/nodes/1/colour", number(1.0))];
        assert_eq!(set(&mut world, &unknown).unwrap_err().code(), "PROPERTY_UNKNOWN");
        assert_eq!(world.value(id, &factor).unwrap(), number(1.0));
    }
}

#[test]
fn setting_several_is_an_input_that_replays() {
    struct One(Arc<Model>);
    impl sinew::Assets for One {
        fn model(&mut self, _: &str) -> Option<Arc<Model>> {
            Some(self.0.clone())
        }
    }
    let model = read(&lift()).0;
    let recorder = || Recorder::new(World::new(WorldOptions::default()), One(model.clone()));
    let mut first = recorder();
    let spawn: Input = serde_json::from_value(json!({"do": "spawn", "model": "lift"})).unwrap();
    first.apply(spawn).unwrap();
    let mut steps = vec![first.step()];
    let set = json!({"do": "setAll", "instance": 0, "values": {end("max"): 4, end("min"): 3}});
    first.apply(serde_json::from_value(set).unwrap()).unwrap();
    steps.extend((0..60).map(|_| first.step()));
    let text = serde_json::to_string(&steps).unwrap();
    let steps: Vec<sinew::RecordedStep> = serde_json::from_str(&text).unwrap();
    assert_eq!(recorder().replay(&steps), Ok(()));
}

/// A capsule and a cylinder of 1 m between the ends, both radii 0.5 m, on bodies that stay.
fn rounds() -> (World, InstanceId) {
    let round = json!({"height": 1, "radiusBottom": 0.5, "radiusTop": 0.5});
    let shapes = json!([{"type": "capsule", "capsule": round}, {"type": "cylinder", "cylinder": round}]);
    let node = |shape: u32| {
        json!({"translation": [5 * shape, 0, 0], "extensions": {KHR: {
            "motion": {"gravityFactor": 0}, "collider": {"geometry": {"shape": shape}}}}})
    };
    spawn(&physics_model(&json!([node(0), node(1)]), &json!({"KHR_implicit_shapes": {"shapes": shapes}, KHR: {}})))
}

fn radius(kind: &str, key: &str) -> String {
    let shape = u32::from(kind == "cylinder");
    format!("/extensions/KHR_implicit_shapes/shapes/{shape}/{kind}/{key}")
}

/// How high a ray from above meets something.
fn top(world: &World, x: f32) -> f32 {
    let hit = world.ray_cast(Vec3::new(x, 10.0, 0.0), -Vec3::Y, 20.0).unwrap();
    10.0 - hit.distance
}

#[test]
fn either_radius_may_be_zero_and_not_both() {
    let (mut world, id) = rounds();
    assert_near(top(&world, 0.0), 1.0, 1e-3);
    for kind in ["capsule", "cylinder"] {
        world.set_value(id, &radius(kind, "radiusTop"), &PropertyValue::Int(0)).unwrap();
        let error = world.set_value(id, &radius(kind, "radiusBottom"), &PropertyValue::Int(0)).unwrap_err();
        assert_eq!(error.code(), "PROPERTY_OUT_OF_RANGE");
        assert!(error.to_string().contains("radiusBottom"), "{error}");
    }
    run(&mut world, 2);
    // The tip of the capsule is at its upper end. Half way out, the cone of 1 m is at half its height.
    assert_near(top(&world, 0.0), 0.5, 1e-3);
    assert_near(top(&world, 5.25), 0.0, 5e-3);
    // The other way round, in one call.
    for kind in ["capsule", "cylinder"] {
        let (bottom, top) = (radius(kind, "radiusBottom"), radius(kind, "radiusTop"));
        let (zero, half) = (PropertyValue::Float(0.0), PropertyValue::Float(0.5));
        world.set_values(id, [(bottom.as_str(), &zero), (top.as_str(), &half)]).unwrap();
    }
    run(&mut world, 60);
    assert_near(top(&world, 0.0), 1.0, 1e-2);
    assert_near(top(&world, 5.25), 0.5, 1e-2);
    assert!(world.bodies(id).all(|body| body.world_from_body.translation.is_finite()));
}

#[test]
fn radii_that_an_animation_shrinks_to_nothing_leave_the_shape_as_it_was_and_all_numbers_finite() {
    for kind in ["capsule", "cylinder"] {
        let round = json!({"height": 1, "radiusBottom": 0.5, "radiusTop": 0.5});
        let mut file = json!({"asset": {"version": "2.0"},
            "nodes": [{"extensions": {KHR: {"motion": {}, "collider": {"geometry": {"shape": 0}}}}}],
            "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": kind, kind: round}]}, KHR: {}}});
        let pointers =
            ["radiusBottom", "radiusTop"].map(|key| format!("/extensions/KHR_implicit_shapes/shapes/0/{kind}/{key}"));
        let channel = |pointer| Animated {
            pointer,
            interpolation: "LINEAR",
            times: &[0.0, 0.5],
            keys: Keys::Floats(&[0.5, 0.0]),
            width: 1,
        };
        with_animation(&mut file, &[channel(&pointers[0]), channel(&pointers[1])]);
        let (model, found) = read(&file);
        assert!(!found.iter().any(|found| found.code.as_str().contains("ANIMATION")), "{found:?}");
        let (mut world, id) = spawn(&model);
        run(&mut world, 60);
        // At step 30 both would be 0; at step 29 they were 0.5 m · (1 − 29/30).
        for pointer in &pointers {
            assert_near(world.get(world.property::<f32>(id, pointer).unwrap()).unwrap(), 0.5 / 30.0, 1e-4);
        }
        let body = world.bodies(id).next().unwrap();
        assert!(body.world_from_body.translation.is_finite() && body.velocity.linear.is_finite());
    }
}

/// Nineteen bodies: more numbers than are written at once, and no multiple of those.
#[test]
fn numbers_that_are_set_in_one_go_are_those_that_are_set_one_by_one() {
    let node = |at: usize| json!({"translation": [at, 0, 0], "extensions": {KHR: {"motion": {"mass": 1, "gravityFactor": 1}}}});
    let nodes: Vec<Value> = (0..19).map(node).collect();
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes});
    let pointer = |at: usize| format!("/nodes/{at}/extensions/{KHR}/motion/gravityFactor");
    let factors: Vec<f32> = (0..19).map(|at| at as f32 * 0.25).collect();
    let [(mut together, id), (mut apart, other)] = [(); 2].map(|()| spawn(&read(&file).0));
    let properties: Vec<_> = (0..19).map(|at| together.resolve(id, &pointer(at)).unwrap()).collect();
    together.set_numbers(id, &properties, &factors).unwrap();
    for (at, factor) in factors.iter().enumerate() {
        assert_eq!(together.get(together.property::<f32>(id, &pointer(at)).unwrap()).unwrap(), *factor);
        let property = apart.property::<f32>(other, &pointer(at)).unwrap();
        apart.set(property, *factor).unwrap();
    }
    run(&mut together, 30);
    run(&mut apart, 30);
    assert_eq!(together.digest(), apart.digest());
}

/// From [−1, 1]: min 3 is refused while max is 1, as one by one.
#[test]
fn the_ends_of_a_limit_that_are_set_as_numbers_bound_each_other() {
    let (mut world, id) = spawn(&read(&lift()).0);
    let [min, max] = ["min", "max"].map(|key| world.resolve(id, &end(key)).unwrap());
    assert!(world.set_numbers(id, &[min, max], &[0.5, -0.5]).is_err());
    assert!(world.set_numbers(id, &[max, min], &[4.0, 3.0]).is_ok());
    assert_eq!(ends(&world, id), [3.0, 4.0]);
    assert!(world.set_numbers(id, &[max], &[f32::NAN]).is_err());
}
