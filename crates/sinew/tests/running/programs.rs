//! Random programs of inputs: recorded, replayed, written down and rolled back, they come out the same to the last bit.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::{Assets, HumanClip, Input, Model, PartDigests, RecordedStep, Recorder, World, WorldOptions};

use crate::performer::{self, performer};
use crate::{Random, avatar_and_clip};

/// Inputs of a program.
const INPUTS: usize = 1000;

/// A floor, a chain of three boxes on joints that hangs from the world, a loose box, a character, a follower of a constraint and
/// three nodes that three animations move.
fn machine() -> Arc<Model> {
    let physics = |value: Value| json!({"KHR_physics_rigid_bodies": value});
    let collider = json!({"geometry": {"shape": 0}});
    let link =
        |to: u32| json!({"motion": {"mass": 1}, "collider": collider, "joint": {"connectedNode": to, "joint": 0}});
    let nodes = json!([
        {"name": "floor", "translation": [0, -4, 0], "extensions": physics(json!({"collider": {"geometry": {"shape": 1}}}))},
        {"name": "hook"},
        {"name": "one", "translation": [0, -0.5, 0], "extensions": physics(link(1))},
        {"name": "two", "translation": [0, -1.0, 0], "extensions": physics(link(2))},
        {"name": "three", "translation": [0, -1.5, 0], "extensions": physics(link(3))},
        {"name": "loose", "translation": [0.1, -3, 0.1], "extensions": physics(json!({"motion": {"mass": 2}, "collider": collider}))},
        {"name": "hero", "translation": [2, -3, 0], "extensions": physics(json!({"motion": {"isKinematic": true}, "collider": collider}))},
        {"name": "follower", "extensions": {"VRMC_node_constraint": {"specVersion": "1.0",
            "constraint": {"rotation": {"source": 8, "weight": 1}}}}},
        {"name": "arm", "children": [9]},
        {"name": "hand", "translation": [0, 0, 1]},
    ]);
    let hinge =
        json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [1, 2], "min": 0, "max": 0}]});
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [0.4, 0.4, 0.4]}}, {"type": "box", "box": {"size": [20, 1, 20]}}]},
        "KHR_physics_rigid_bodies": {"physicsJoints": [hinge]}}});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 0.4, 1.0])).unwrap().0;
    for axis in 0..3 {
        let mut turned = [[0.0, 0.0, 0.0, 1.0]; 3];
        turned[1][axis] = 0.6;
        turned[1][3] = 0.8;
        let rotations = edit.add_accessor(AccessorData::Vec4(&turned)).unwrap().0;
        let mut moved = [[0.0; 3]; 3];
        moved[2][axis] = 0.5;
        let places = edit.add_accessor(AccessorData::Vec3(&moved)).unwrap().0;
        edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 8, "path": "rotation"}},
            {"sampler": 0, "target": {"node": 9, "path": "rotation"}}, {"sampler": 1, "target": {"node": 8, "path": "translation"}}],
            "samplers": [{"input": times, "output": rotations}, {"input": times, "output": places}]}))
            .unwrap();
    }
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

#[derive(Clone)]
struct Shelf {
    machine: Arc<Model>,
    figure: Arc<Model>,
    performer: Arc<Model>,
    clip: Arc<HumanClip>,
}

impl Assets for Shelf {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        match name {
            "machine" => Some(self.machine.clone()),
            "figure" => Some(self.figure.clone()),
            "performer" => Some(self.performer.clone()),
            _ => None,
        }
    }

    fn clip(&mut self, name: &str) -> Option<Arc<HumanClip>> {
        (name == "wave").then(|| self.clip.clone())
    }
}

/// One input, as JSON: so that programs go through what is written in logs and scripts.
fn input(random: &mut Random) -> Value {
    let mut number = |low: f32, high: f32| low + (high - low) * random.below(1000) as f32 / 1000.0;
    let vector = [number(-9.0, 9.0), number(-9.0, 9.0), number(-9.0, 9.0)];
    let (weight, seconds, time) = (number(0.0, 1.0), number(0.0, 0.6), number(-0.5, 2.0));
    let (speed, strength) = (number(-2.0, 2.0), number(0.0, 120.0));
    let animation = random.below(3);
    let layer = random.below(3).cast_signed() - 1;
    let repeat = ["hold", "loop", "release", "pingPong"][random.below(4) as usize];
    let body = [2, 3, 4, 5][random.below(4) as usize];
    let joint = 2 + random.below(3);
    let playing = json!({"animation": animation, "time": time, "speed": speed, "repeat": repeat, "weight": weight, "layer": layer});
    let clip = json!({"time": time, "speed": speed, "repeat": repeat, "weight": weight, "layer": 1 + layer});
    let mask = [json!({"nodes": [9]}), json!({"withoutNodes": [9]}), json!({})][random.below(3) as usize].clone();
    let bones =
        [json!({"bones": ["chest"]}), json!({"withoutBones": ["leftUpperArm"]})][random.below(2) as usize].clone();
    let spot = [8, 9][random.below(2) as usize];
    let name = ["red", "blue", "green"][random.below(3) as usize];
    match random.below(25) {
        0 => json!({"do": "play", "instance": 0, "playing": playing}),
        1 => json!({"do": "crossFade", "instance": 0, "playing": playing, "seconds": seconds}),
        2 => json!({"do": "layer", "instance": 0, "layer": layer, "settings": {"weight": weight, "speed": speed,
            "additive": animation == 0, "mask": mask, "fade": {"to": 1.0 - weight, "seconds": seconds}}}),
        3 => json!({"do": "layer", "instance": 0, "layer": layer, "settings": {}}),
        4 => json!({"do": "stopLayer", "instance": 0, "layer": layer, "seconds": seconds}),
        5 => json!({"do": "stop", "instance": 0, "animation": animation}),
        6 => json!({"do": "rootMotion", "instance": 0, "node": if animation == 0 { Value::Null } else { json!(8) },
            "translation": [true, animation == 1, true], "yaw": layer > 0, "movesInstance": animation == 1}),
        7 => {
            json!({"do": "playClipWith", "instance": 1, "clip": "wave", "hips": "height", "lookAt": true, "playing": clip})
        }
        8 => {
            json!({"do": "playClipWith", "instance": 1, "clip": "wave", "hips": "none", "lookAt": false, "playing": clip, "seconds": seconds})
        }
        9 => {
            json!({"do": "layer", "instance": 1, "layer": 1 + layer, "settings": {"weight": weight, "mask": bones, "additive": layer == 1}})
        }
        10 => json!({"do": "stopClip", "instance": 1}),
        11 => json!({"do": "force", "instance": 0, "node": body, "force": vector, "local": animation == 0}),
        12 => json!({"do": "force", "instance": 0, "node": body, "torque": [vector[0] * 0.1, 0.0, vector[2] * 0.1],
            "force": vector, "point": [weight - 0.5, 0.0, 0.1]}),
        13 => json!({"do": "force", "instance": 0, "node": body}),
        14 => json!({"do": "gravity", "gravity": [vector[0] * 0.1, -9.81 + vector[1] * 0.3, vector[2] * 0.1]}),
        15 => json!({"do": "enableJoint", "instance": 0, "node": joint, "enabled": random.below(3) > 0}),
        16 => json!({"do": "breakJoint", "instance": 0, "node": joint, "force": 20.0 + strength}),
        17 => json!({"do": "constraintWeight", "instance": 0, "constraint": 0, "weight": weight}),
        18 => json!({"do": "addBody", "instance": 0, "node": ([1, 5, 7, spot][random.below(4) as usize]), "body":
            {"kind": (["dynamic", "kinematic", "static"][animation as usize]), "mass": 0.5 + weight, "gravityFactor": weight,
            "colliders": [{"shape": {"sphere": {"radius": 0.1 + 0.3 * weight}}, "material": {"restitution": weight}}]}}),
        19 => json!({"do": "removeBody", "instance": 0, "node": ([1, 5, 7, body, spot][random.below(5) as usize])}),
        20 => json!({"do": "addJoint", "instance": 0, "node": ([2, 3, 4, 5, spot][random.below(5) as usize]),
            "joint": {"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 2.0, "stiffness": 40.0 * weight, "damping": 1}],
            "drives": [{"type": "angular", "axis": animation, "velocityTarget": speed, "damping": 0.2}],
            "enableCollision": layer > 0}, "to": {"node": ([1, 5, 6, spot][random.below(4) as usize]), "held": layer == 0}}),
        21 => json!({"do": "removeJoint", "instance": 0, "node": ([2, 3, 4, 5, spot][random.below(5) as usize])}),
        22 => json!({"do": "filter", "instance": 0, "node": ([0, 2, 3, 4, 5, 6][random.below(6) as usize]),
            "filter": {"collisionSystems": [name], "notCollideWithSystems": [if layer > 0 { "red" } else { "none" }]}}),
        23 => json!({"do": "filter", "instance": 0}),
        _ => match random.below(4) {
            0 => json!({"do": "character", "instance": 0, "node": 6, "settings": {"stepHeight": 0.1 + weight}}),
            1 => json!({"do": "character", "instance": 0, "node": 6}),
            _ => json!({"do": "moveCharacter", "instance": 0, "node": 6,
                "velocity": [vector[0] * 0.2, 0.0, vector[2] * 0.2], "jump": if layer > 0 { 3.0 } else { 0.0 }}),
        },
    }
}

/// A machine, a figure and a performer; another figure has come and gone.
fn recorder(shelf: &Shelf) -> Recorder<Shelf> {
    let mut recorder = Recorder::new(World::new(WorldOptions::default()), shelf.clone());
    for model in ["machine", "figure", "performer", "figure"] {
        let spawn = json!({"do": "spawn", "model": model, "at": {"translation": [0, 0, 0]}});
        recorder.apply(serde_json::from_value(spawn).unwrap()).unwrap();
    }
    recorder.apply(serde_json::from_value(json!({"do": "despawn", "instance": 3})).unwrap()).unwrap();
    recorder
}

/// By instance, for whoever looks for a difference.
fn part_digests(world: &World) -> Vec<PartDigests> {
    world.instances().filter_map(|id| world.part_digests(id)).collect()
}

/// The name of an input's kind.
fn kind(input: &Input) -> String {
    serde_json::to_value(input).unwrap()["do"].as_str().unwrap().to_owned()
}

#[test]
fn programs_of_a_thousand_inputs_replay_and_roll_back_without_a_difference() {
    let (document, clip) = avatar_and_clip();
    let figure = Arc::new(Model::from_document(&document).0);
    let shelf = Shelf { machine: machine(), figure, performer: performer(), clip };
    for seed in [1, 2, 3] {
        let mut random = Random(seed);
        let mut recorder_ = recorder(&shelf);
        let (mut steps, mut done, mut refused): (Vec<RecordedStep>, usize, usize) = (Vec::new(), 0, 0);
        let (mut past, mut parts) = (Vec::new(), Vec::new());
        while done < INPUTS {
            for _ in 0..random.below(6) {
                let written = if random.below(2) == 0 { performer::input(&mut random) } else { input(&mut random) };
                let input: Input = serde_json::from_value(written).unwrap();
                match recorder_.apply(input) {
                    Ok(()) => done += 1,
                    // Nothing plays to be stopped, nothing is a character yet, or a body or joint is there or not.
                    Err(_) => refused += 1,
                }
            }
            past.push(recorder_.world().snapshot());
            steps.push(recorder_.step());
            parts.push(part_digests(recorder_.world()));
        }
        assert!(refused < done, "{refused} of {done} were refused");
        let performed: BTreeSet<String> = steps.iter().flat_map(|step| step.inputs.iter().map(kind)).collect();
        assert_eq!(performed, performer::all_kinds(), "seed {seed}: these were not performed, or are of no kind");
        // As it is written down.
        let written = serde_json::to_string(&steps).unwrap();
        let read: Vec<RecordedStep> = serde_json::from_str(&written).unwrap();
        let mut empty = Recorder::new(World::new(WorldOptions::default()), shelf.clone());
        assert_eq!(empty.replay(&read), Ok(()), "seed {seed}");
        // From the middle on, in a world in which the clip has played.
        let mut world = recorder_.into_world();
        for _ in 0..40 {
            let from = random.below(steps.len() as u64 - 1) as usize;
            let length = (1 + random.below(30) as usize).min(steps.len() - from);
            world.restore(&past[from]).unwrap();
            for (at, step) in steps[from..from + length].iter().enumerate() {
                // Snapshots are behind the inputs of their step.
                if at > 0 {
                    let mut again = Recorder::new(world, shelf.clone());
                    step.inputs.iter().for_each(|input| again.apply(input.clone()).unwrap());
                    world = again.into_world();
                }
                world.step();
                let of = format!("seed {seed}, step {}, rolled back to {from}, {:?}", from + at, step.inputs);
                assert_eq!(part_digests(&world), parts[from + at], "{of}");
                assert_eq!(world.digest(), step.digest, "{of}");
            }
        }
    }
}
