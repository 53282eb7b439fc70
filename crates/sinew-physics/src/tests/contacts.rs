//! Bodies that touch: rebound, friction, policies, stacks.

use glam::{Quat, Vec3};
use serde_json::json;
use sinew_testkit::oracle;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

fn solid_of(shape: usize, material: usize) -> Value {
    json!({"geometry": {"shape": shape}, "physicsMaterial": material})
}

/// How high a ball bounces that falls by a metre, at a rate of steps.
fn rebound(restitution: f32, rate: f32) -> f32 {
    let mut scene = PhysicsScene::new();
    let (ground, ball) = (scene.cuboid([10.0, 1.0, 10.0]), scene.ball(0.25));
    let material = scene.material(json!({"restitution": restitution}));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid_of(ground, material)}));
    scene.node("ball", [0.0, 1.25, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid_of(ball, material)}));
    let mut bouncing = Running::new(&scene);
    // It lands after √(2/g) = 0.45 s.
    bouncing.run_at(0.5, rate);
    let (mut highest, steps) = (0.0_f32, (0.6 * rate) as usize);
    for _ in 0..steps {
        bouncing.simulation.step(1.0 / rate);
        highest = highest.max(bouncing.pose("ball").translation.y - 0.25);
    }
    highest
}

/// How far off h' = e²·h may be, metres: the engine turns the ball around at the end of a step, so that it starts back up
/// to the way of one step, v·dt with v = √(2·g·h) = 4.429 m/s, from where it should.
fn rebound_error(rate: f32) -> f32 {
    4.429 / rate
}

#[test]
fn a_ball_bounces_to_the_square_of_its_restitution() {
    for restitution in [1.0, 0.8, 0.5] {
        for rate in [60.0, 240.0] {
            let (height, expected) = (rebound(restitution, rate), restitution * restitution);
            assert!((height - expected).abs() < rebound_error(rate), "{height} {expected} at {rate}");
        }
    }
    assert!(rebound(0.0, 60.0) < 0.01);
}

/// A block on a slope with tan θ = 0.5: sin = 1/√5, cos = 2/√5.
fn slope(material: Value) -> Running {
    let mut scene = PhysicsScene::new();
    let (ramp, block) = (scene.cuboid([60.0, 1.0, 4.0]), scene.cuboid([0.5, 0.25, 0.5]));
    let material = scene.material(material);
    let angle = -(0.5_f32).atan();
    let turn = Quat::from_rotation_z(angle);
    let on_ramp = turn * Vec3::new(-25.0, 0.5 + 0.125, 0.0);
    scene.rotated_node("ramp", [0.0; 3], turn.to_array(), json!({"collider": solid_of(ramp, material)}));
    let physics = json!({"motion": {"mass": 1.0}, "collider": solid_of(block, material)});
    scene.rotated_node("block", on_ramp.to_array(), turn.to_array(), physics);
    Running::with(&scene, &SimulationOptions { sleeping: false, ..SimulationOptions::default() })
}

/// How high a ball is over a sheet after a block has pressed on it from above, in radii. The block stops at a third of the ball's size.
fn pressed(radius: f32, speed: f32) -> f32 {
    let mut scene = PhysicsScene::new();
    let across = 100.0 * radius;
    let sheet = scene.shape(json!({"type": "plane", "plane": {"sizeX": across, "sizeZ": across, "doubleSided": true}}));
    let (ball, block) = (scene.ball(radius), scene.cuboid([10.0 * radius; 3]));
    let material = scene.material(json!({}));
    scene.node("sheet", [0.0; 3], json!({"collider": solid_of(sheet, material)}));
    scene.node("ball", [0.0, radius, 0.0], json!({"motion": {"mass": 0.1}, "collider": solid_of(ball, material)}));
    let top = 8.0 * radius;
    scene.node(
        "block",
        [0.0, top, 0.0],
        json!({"motion": {"isKinematic": true}, "collider": solid_of(block, material)}),
    );
    let mut running = Running::new(&scene);
    let block = running.body("block");
    let (lowest, way) = (5.0 * radius + 2.0 * radius / 3.0, speed / 60.0);
    let steps = ((top - lowest) / way).ceil() as usize;
    for step in 0..2 * steps {
        let down = (step.min(2 * steps - step)) as f32 * way;
        let target = Rigid::from_translation(Vec3::new(0.0, (top - down).max(lowest), 0.0));
        running.simulation.set_kinematic_target(block, target);
        running.simulation.step(1.0 / 60.0);
    }
    running.run(0.5);
    running.pose("ball").translation.y / radius
}

#[test]
fn a_ball_that_is_pressed_on_a_sheet_stays_on_its_side() {
    for radius in [0.009, 0.05, 0.5] {
        for speed in [0.05, 0.3] {
            let height = pressed(radius, speed);
            assert!(height > 0.5, "{radius} m at {speed} m/s: {height} radii");
        }
    }
}

#[test]
fn static_friction_holds_a_resting_block() {
    // tan θ = 0.5 < 0.6: it stays. It may creep by a fraction of the stick speed while contacts settle: below 1 cm in 10 s.
    let mut lying = slope(json!({"staticFriction": 0.6, "dynamicFriction": 0.3}));
    lying.run(0.5);
    let start = lying.pose("block").translation;
    lying.run(10.0);
    near(lying.pose("block").translation, start, 0.01);
}

#[test]
fn dynamic_friction_slows_a_sliding_block() {
    let (sine, cosine) = (1.0 / 5.0_f64.sqrt(), 2.0 / 5.0_f64.sqrt());
    let mut sliding = slope(json!({"staticFriction": 0.6, "dynamicFriction": 0.3}));
    sliding.run(0.5);
    let body = sliding.body("block");
    let downhill = Vec3::new(cosine as f32, -sine as f32, 0.0);
    sliding.simulation.set_velocity(body, Velocity { linear: downhill * 0.5, angular: Vec3::ZERO }).unwrap();
    sliding.run(2.0);
    // g·(sin − 0.3·cos) = 1.755 m/s² over 2 s, from 0.5 m/s; one step of the wrong coefficient is 0.3·g·cos/60 = 0.044 m/s.
    let expected = 0.5 + 2.0 * oracle::slide(sine, cosine, 0.3);
    let speed = f64::from(sliding.velocity("block").linear.dot(downhill));
    assert!((speed - expected).abs() < 0.05, "{speed} {expected}");
}

#[test]
fn a_block_slides_down_a_slope_beyond_static_friction() {
    let (sine, cosine) = (1.0 / 5.0_f64.sqrt(), 2.0 / 5.0_f64.sqrt());
    let mut sliding = slope(json!({"staticFriction": 0.4, "dynamicFriction": 0.3}));
    sliding.run(3.0);
    let speed = f64::from(sliding.velocity("block").linear.length());
    // At least as after 2.5 s with dynamic friction, at most as after 3 s of it.
    let rate = oracle::slide(sine, cosine, 0.3);
    assert!(speed > 2.5 * rate && speed < 3.0 * rate + 0.05, "{speed} {rate}");
}

#[test]
fn friction_stops_a_sliding_block_after_v_squared_over_two_mu_g() {
    let mut scene = PhysicsScene::new();
    let (ground, block) = (scene.cuboid([60.0, 1.0, 4.0]), scene.cuboid([0.5, 0.25, 0.5]));
    let material = scene.material(json!({"staticFriction": 0.5, "dynamicFriction": 0.5}));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid_of(ground, material)}));
    scene.node(
        "block",
        [0.0, 0.125, 0.0],
        json!({"motion": {"mass": 1.0, "linearVelocity": [5.0, 0.0, 0.0]}, "collider": solid_of(block, material)}),
    );
    let mut sliding = Running::new(&scene);
    sliding.run(3.0);
    // 25/(2·0.5·9.81) = 2.548 m; half a step of the first speed is 0.042 m.
    let travelled = sliding.pose("block").translation.x;
    assert!((travelled - 2.548).abs() < 0.06, "{travelled}");
}

#[test]
fn a_stack_of_cubes_stands() {
    let mut scene = PhysicsScene::new();
    let (ground, cube) = (scene.cuboid([10.0, 1.0, 10.0]), scene.cuboid([1.0, 1.0, 1.0]));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid(ground)}));
    for level in 0..8 {
        let height = 0.5 + level as f32;
        scene.node(
            &format!("cube {level}"),
            [0.0, height, 0.0],
            json!({"motion": {"mass": 1.0}, "collider": solid(cube)}),
        );
    }
    let mut stack = Running::new(&scene);
    stack.run(10.0);
    // The engine lets bodies sink by its slop of 5 mm at most, each into the one below.
    near(stack.pose("cube 7").translation, Vec3::new(0.0, 7.5, 0.0), 0.04);
    assert!(stack.simulation.is_sleeping(stack.body("cube 7")));
}

/// The height to which a ball of one material bounces from a ground of another, from a metre.
fn rebound_of(ground_material: Value, ball_material: Value) -> f32 {
    let mut scene = PhysicsScene::new();
    let (ground, ball) = (scene.cuboid([10.0, 1.0, 10.0]), scene.ball(0.25));
    let (below, above) = (scene.material(ground_material), scene.material(ball_material));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid_of(ground, below)}));
    scene.node("ball", [0.0, 1.25, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid_of(ball, above)}));
    let mut bouncing = Running::new(&scene);
    bouncing.run_at(0.5, 240.0);
    let mut highest = 0.0_f32;
    for _ in 0..144 {
        bouncing.simulation.step(1.0 / 240.0);
        highest = highest.max(bouncing.pose("ball").translation.y - 0.25);
    }
    highest
}

#[test]
fn each_pair_of_policies_combines_by_the_specified_priority() {
    // Of 0.4 and 0.8: average 0.6, minimum 0.4, maximum 0.8, multiply 0.32. The rows are in order of priority.
    let policies = [("average", 0.6_f32), ("minimum", 0.4), ("maximum", 0.8), ("multiply", 0.32)];
    for (first, (name, value)) in policies.iter().enumerate() {
        for (second, (other, other_value)) in policies.iter().enumerate() {
            let expected = if first <= second { value } else { other_value };
            let ground = json!({"restitution": 0.4, "restitutionCombine": name});
            let ball = json!({"restitution": 0.8, "restitutionCombine": other});
            let height = rebound_of(ground, ball);
            assert!((height - expected * expected).abs() < rebound_error(240.0), "{name} {other}: {height}");
        }
    }
}
