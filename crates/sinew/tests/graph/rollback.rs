//! Random graphs in random scenes, interrupted anywhere: they go on the same to the last bit.

use serde_json::{Value, json};
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{SnapshotError, World, WorldOptions};

use crate::scene::{PHYSICS, bodies, model, spawned};

const SCENES: u64 = 25;
const ROLLBACKS: usize = 40;
const STEPS: usize = 240;

/// A generator of numbers (splitmix64), so that a failure names its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Balls above a floor, a trigger among them, and a platform that only graphs move. Nodes: floor, trigger, platform, then balls.
fn scene(random: &mut Random, balls: usize) -> Value {
    let physics = |object: Value| json!({PHYSICS: object});
    let shape = |shape: usize| json!({"geometry": {"shape": shape}});
    let mut nodes = vec![
        json!({"name": "floor", "translation": [0, -0.5, 0], "extensions": physics(json!({"collider": shape(1)}))}),
        json!({"name": "trigger", "translation": [0, 0.75, 0], "extensions": physics(json!({"trigger": shape(2)}))}),
        json!({"name": "platform", "translation": [0, 0.5, 0],
            "extensions": physics(json!({"motion": {"isKinematic": true}, "collider": shape(3)}))}),
    ];
    for ball in 0..balls {
        let place = [random.between(-1.5, 1.5), 1.0 + 0.5 * ball as f64, random.between(-1.5, 1.5)];
        let motion = json!({"mass": random.between(0.5, 4.0)});
        nodes.push(json!({"name": format!("ball {ball}"), "translation": place,
            "extensions": physics(json!({"motion": motion, "collider": shape(0)}))}));
    }
    json!({"extensionsUsed": ["KHR_interactivity", PHYSICS, "KHR_implicit_shapes"], "nodes": nodes,
        "extensions": {"KHR_implicit_shapes": {"shapes": [
            {"type": "sphere", "sphere": {"radius": 0.2}}, {"type": "box", "box": {"size": [9, 1, 9]}},
            {"type": "box", "box": {"size": [1.5, 1.5, 1.5]}}, {"type": "box", "box": {"size": [0.6, 0.2, 0.6]}}]}}})
}

/// A graph while it is put together: flows lead to nodes behind, so that a node is written before what it activates.
struct Growing<'a> {
    random: &'a mut Random,
    nodes: Vec<Value>,
    balls: usize,
}

/// The node whose output is a random vector.
const VECTOR: usize = 2;

impl Growing<'_> {
    fn seconds(&mut self, low: f64, high: f64) -> Value {
        json!({"type": 2, "value": [self.random.between(low, high)]})
    }

    fn push(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// A node with a flow to whatever `then` gives.
    fn push_before(&mut self, node: Value, flow: &str, depth: usize) -> usize {
        let at = self.push(node);
        let next = self.effect(depth);
        self.nodes[at]["flows"][flow] = json!({"node": next});
        at
    }

    /// Something that happens, and perhaps something after it.
    fn effect(&mut self, depth: usize) -> usize {
        let curve = json!({"p1": {"type": 3, "value": [0.4, 0]}, "p2": {"type": 3, "value": [0.6, 1]}});
        let kinds = if depth == 0 { 5 } else { 9 };
        match self.random.below(kinds) {
            0 | 1 => {
                let sockets = json!({"nodeIndex": {"type": 1}, "linearImpulse": {"type": 4}});
                let ball = 3 + self.random.below(self.balls);
                self.push(json!({"op": "rigid_body/applyImpulse", "extension": PHYSICS, "in": sockets,
                    "values": {"nodeIndex": {"type": 1, "value": [ball]}, "linearImpulse": {"node": VECTOR}}}))
            }
            2 => {
                let mut values = curve;
                values["value"] = json!({"type": 2, "value": [self.random.between(-5.0, 5.0)]});
                values["duration"] = self.seconds(0.0, 0.6);
                self.push(json!({"op": "variable/interpolate", "values": values,
                    "configuration": {"variable": {"value": [0]}, "useSlerp": {"value": [false]}}}))
            }
            3 => {
                let mut values = curve;
                values["value"] = json!({"node": VECTOR});
                values["duration"] =
                    if self.random.below(4) == 0 { json!({"type": 2, "value": [0]}) } else { self.seconds(0.05, 0.8) };
                self.push(json!({"op": "pointer/interpolate", "values": values,
                    "configuration": {"pointer": {"value": ["/nodes/2/translation"]}, "type": {"value": [4]}}}))
            }
            4 => {
                let ball = 3 + self.random.below(self.balls);
                let place =
                    json!({"type": 4, "value": [self.random.between(-1.0, 1.0), 2.5, self.random.between(-1.0, 1.0)]});
                self.push(json!({"op": "pointer/set", "values": {"value": place},
                    "configuration": {"pointer": {"value": [format!("/nodes/{ball}/translation")]}, "type": {"value": [4]}}}))
            }
            5 | 6 => {
                let duration = self.seconds(0.0, 0.7);
                self.push_before(json!({"op": "flow/setDelay", "values": {"duration": duration}}), "done", depth - 1)
            }
            7 => {
                let settings = json!({"isRandom": {"value": [true]}, "isLoop": {"value": [true]}});
                let at = self.push(json!({"op": "flow/multiGate", "configuration": settings}));
                for flow in ["a", "b", "c"] {
                    let next = self.effect(depth - 1);
                    self.nodes[at]["flows"][flow] = json!({"node": next});
                }
                at
            }
            _ => {
                let at = self.push_before(json!({"op": "flow/sequence"}), "a", depth - 1);
                let next = self.effect(depth - 1);
                self.nodes[at]["flows"]["b"] = json!({"node": next});
                at
            }
        }
    }
}

fn graph(random: &mut Random, balls: usize) -> Value {
    let nodes = vec![
        json!({"op": "math/random"}),
        json!({"op": "math/sub", "values": {"a": {"node": 0}, "b": {"type": 2, "value": [0.5]}}}),
        json!({"op": "math/combine3", "values": {"a": {"node": 1}, "b": {"node": 0}, "c": {"node": 1}}}),
    ];
    let mut growing = Growing { random, nodes, balls };
    for _ in 0..2 + growing.random.below(3) {
        let at = growing.push(json!({"op": "event/onTick"}));
        let duration = growing.seconds(0.05, 0.5);
        let throttle = json!({"op": "flow/throttle", "values": {"duration": duration}});
        let next = growing.push_before(throttle, "out", 3);
        growing.nodes[at]["flows"] = json!({"out": {"node": next}});
    }
    let outputs = json!({"colliderNodeIndex": {"type": 1}, "motionNodeIndex": {"type": 1}});
    for op in ["event/rigid_body_triggerEntered", "event/rigid_body_triggerExited"] {
        let event =
            json!({"op": op, "extension": PHYSICS, "out": outputs, "configuration": {"nodeIndex": {"value": [1]}}});
        growing.push_before(event, "out", 2);
    }
    json!({"variables": [{"type": 2, "value": [0]}], "nodes": growing.nodes})
}

/// Delays, interpolations, random choices, impulses, triggers and bodies that fall: 1,000 rollbacks of random lengths from random
/// places of 25 scenes.
#[test]
fn rollbacks_across_running_graphs_change_nothing() {
    let mut kinds = [0_usize; 3];
    for seed in 0..SCENES {
        let mut random = Random(seed);
        let balls = 2 + random.below(6);
        let scene = scene(&mut random, balls);
        let graph = graph(&mut random, balls);
        let text = graph.to_string();
        for (kind, op) in kinds.iter_mut().zip(["setDelay", "interpolate", "applyImpulse"]) {
            *kind += usize::from(text.contains(op));
        }
        let model = model(scene, graph);
        let mut world = World::new(WorldOptions::default().with_gravity(Vec3::new(0.0, -9.81, 0.0)));
        let id = world.spawn(model, Rigid::IDENTITY);
        let (mut digests, mut snapshots) = (Vec::new(), Vec::new());
        for _ in 0..STEPS {
            snapshots.push(world.snapshot());
            world.step();
            digests.push((world.digest(), world.part_digests(id).unwrap()));
        }
        assert_eq!(world.graph_halt(id), None, "seed {seed}");
        assert!(digests.windows(2).all(|two| two[0].1.graphs != two[1].1.graphs), "seed {seed}: the graph runs");
        for rollback in 0..ROLLBACKS {
            let at = random.below(STEPS);
            let length = 1 + random.below(60);
            world.restore(&snapshots[at]).unwrap();
            for (step, expected) in digests.iter().enumerate().skip(at).take(length) {
                world.step();
                let found = (world.digest(), world.part_digests(id).unwrap());
                assert_eq!(found, *expected, "seed {seed}, rollback {rollback} to {at}, step {step}");
            }
        }
    }
    assert!(kinds.iter().all(|kind| *kind > 10), "{kinds:?}");
}

#[test]
fn a_snapshot_of_another_graph_is_refused() {
    let (mut world, _) = spawned(&model(bodies(), json!({"nodes": [{"op": "event/onTick"}]})));
    world.step();
    let snapshot = world.snapshot();
    let (mut other, _) = spawned(&model(bodies(), json!({"nodes": [{"op": "math/E"}]})));
    assert_eq!(other.restore(&snapshot), Err(SnapshotError::OtherWorld));
}
