//! Random programs: a thousand inputs of all kinds, recorded, replayed and rolled back, without a difference.

use serde_json::json;
use sinew::{Assets, Input, Isometry, RecordedStep, Recorder};

use super::*;

/// Numbers without a generator's crate: each the next of a sequence of 64 bits.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() % 1000) as f32 / 1000.0
    }
}

#[derive(Clone)]
struct Machine(Arc<Model>);

impl Assets for Machine {
    fn model(&mut self, _: &str) -> Option<Arc<Model>> {
        Some(self.0.clone())
    }
}

/// A lift, a pendulum with a soft range, and boxes on a ground; with materials, a constraint and something drawn.
fn machine() -> Arc<Model> {
    let collider = |shape: u32, material: u32| json!({"geometry": {"shape": shape}, "physicsMaterial": material});
    let body = |mass: f32| json!({"mass": mass, "inertiaDiagonal": [0.1, 0.2, 0.3], "centerOfMass": [0, 0, 0]});
    let lift = json!([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
        {"linearAxes": [1], "min": -2, "max": 2}]);
    let drives = json!([{"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0, "velocityTarget": 0,
        "stiffness": 500, "damping": 50, "maxForce": 1000}]);
    let arm = json!([{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0},
        {"angularAxes": [2], "min": -0.5, "max": 0.5, "stiffness": 20, "damping": 1}]);
    let nodes = json!([
        {"name": "ground", "translation": [0, -0.5, 0], "extensions": {KHR: {"collider": collider(1, 0)}}},
        {"name": "post", "translation": [0, 4, 0]},
        {"name": "lift", "translation": [0, 4, 0], "extensions": {KHR: {"motion": body(2.0), "collider": collider(0, 1),
            "joint": {"connectedNode": 1, "joint": 0}}}},
        {"name": "arm", "translation": [3, 4, 0], "extensions": {KHR: {"motion": body(1.0),
            "joint": {"connectedNode": 4, "joint": 1}}}},
        {"name": "pivot", "translation": [3, 4, 0]},
        {"name": "box", "translation": [-3, 0.5, 0], "extensions": {KHR: {"motion": body(1.0), "collider": collider(0, 1)}}},
        {"name": "other", "translation": [-3, 2, 0], "extensions": {KHR: {"motion": body(1.0), "collider": collider(0, 0)}}},
        {"name": "eye", "extensions": {"KHR_node_visibility": {}, "VRMC_node_constraint":
            {"specVersion": "1.0", "constraint": {"rotation": {"source": 5}}}}},
    ]);
    let material = json!({"staticFriction": 0.5, "dynamicFriction": 0.4, "restitution": 0.1});
    let extensions = json!({
        "KHR_implicit_shapes": {"shapes": [
            {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [100, 1, 100]}}]},
        KHR: {"physicsMaterials": [material, material],
            "physicsJoints": [{"limits": lift, "drives": drives}, {"limits": arm}]},
    });
    model(&nodes, &extensions, &json!({"materials": [{"pbrMetallicRoughness": {}}]}))
}

/// Some input; not every one can be performed.
fn some_input(random: &mut Random) -> Input {
    let joints = format!("/extensions/{KHR}/physicsJoints");
    let motion = |node: usize, key: &str| format!("/nodes/{node}/extensions/{KHR}/motion/{key}");
    let bodies = [2, 3, 5, 6];
    let body = bodies[random.below(4)];
    let number = |random: &mut Random, low, high| json!(random.between(low, high));
    let three = |random: &mut Random, low, high| {
        json!([random.between(low, high), random.between(low, high), random.between(low, high)])
    };
    let (pointer, value) = match random.below(26) {
        0 => (format!("{joints}/0/drives/0/positionTarget"), number(random, -2.0, 2.0)),
        1 => (format!("{joints}/0/drives/0/velocityTarget"), number(random, -2.0, 2.0)),
        2 => (format!("{joints}/0/drives/0/stiffness"), number(random, 0.0, 2000.0)),
        3 => (format!("{joints}/0/drives/0/damping"), number(random, 0.0, 200.0)),
        4 => (format!("{joints}/0/drives/0/maxForce"), number(random, 0.0, 100.0)),
        5 => (format!("{joints}/0/limits/2/min"), number(random, -3.0, 0.0)),
        6 => (format!("{joints}/0/limits/2/max"), number(random, -0.5, 3.0)),
        7 => (format!("{joints}/1/limits/2/stiffness"), number(random, 0.0, 100.0)),
        8 => (format!("{joints}/1/limits/2/damping"), number(random, 0.0, 5.0)),
        9 => (format!("{joints}/1/limits/2/min"), number(random, -2.0, 0.5)),
        10 => (motion(body, "mass"), number(random, 0.5, 5.0)),
        11 => (motion(body, "gravityFactor"), number(random, -0.5, 2.0)),
        12 => (motion(body, "linearVelocity"), three(random, -2.0, 2.0)),
        13 => (motion(body, "angularVelocity"), three(random, -2.0, 2.0)),
        14 => (motion(body, "inertiaDiagonal"), three(random, 0.05, 0.5)),
        15 => (motion(body, "centerOfMass"), three(random, -0.2, 0.2)),
        16 => (motion(body, "isKinematic"), json!(random.below(4) == 0)),
        17 => (
            format!("/extensions/{KHR}/physicsMaterials/{}/dynamicFriction", random.below(2)),
            number(random, 0.0, 1.0),
        ),
        18 => {
            (format!("/extensions/{KHR}/physicsMaterials/{}/staticFriction", random.below(2)), number(random, 0.0, 1.0))
        }
        19 => (format!("/extensions/{KHR}/physicsMaterials/{}/restitution", random.below(2)), number(random, 0.0, 0.9)),
        20 => ("/extensions/KHR_implicit_shapes/shapes/0/box/size".to_owned(), three(random, 0.5, 1.5)),
        21 => (format!("/nodes/2/extensions/{KHR}/joint/enableCollision"), json!(random.below(2) == 0)),
        22 => {
            ("/nodes/7/extensions/VRMC_node_constraint/constraint/rotation/weight".to_owned(), number(random, 0.0, 1.0))
        }
        23 => ("/materials/0/pbrMetallicRoughness/roughnessFactor".to_owned(), number(random, 0.0, 1.0)),
        24 => ("/nodes/5/translation".to_owned(), three(random, -4.0, 4.0)),
        _ => ("/nodes/7/extensions/KHR_node_visibility/visible".to_owned(), json!(random.below(2) == 0)),
    };
    let instance = random.below(2) as u32;
    match random.below(10) {
        0 => {
            Input::Impulse { instance, node: body as u32, impulse: [random.between(-1.0, 1.0), 1.0, 0.0], point: None }
        }
        1 => Input::Wake { instance, node: body as u32 },
        _ => Input::Set { instance, pointer, value: serde_json::from_value(value).unwrap() },
    }
}

fn recorder(model: &Arc<Model>) -> Recorder<Machine> {
    let mut recorder = Recorder::new(World::new(WorldOptions::default()), Machine(model.clone()));
    for x in [0.0, 30.0] {
        let at = Isometry::from(Rigid::new(Vec3::new(x, 0.0, 0.0), glam::Quat::IDENTITY));
        recorder.apply(Input::Spawn { model: "machine".to_owned(), at, animations: None, springs: true }).unwrap();
    }
    recorder
}

#[test]
fn a_thousand_inputs_are_recorded_replayed_and_rolled_back_without_a_difference() {
    let model = machine();
    for seed in [1, 42] {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed);
        let mut first = recorder(&model);
        let (mut steps, mut performed): (Vec<RecordedStep>, usize) = (Vec::new(), 0);
        let mut snapshots = Vec::new();
        while performed < 1000 {
            for _ in 0..random.below(4) {
                performed += usize::from(first.apply(some_input(&mut random)).is_ok());
            }
            if random.below(60) == 0 {
                snapshots.push((steps.len(), first.world().snapshot()));
            }
            steps.push(first.step());
        }
        // Through text, as a log has it.
        let text = serde_json::to_string(&steps).unwrap();
        let steps: Vec<RecordedStep> = serde_json::from_str(&text).unwrap();
        let mut empty = Recorder::new(World::new(WorldOptions::default()), Machine(model.clone()));
        assert_eq!(empty.replay(&steps), Ok(()), "seed {seed}");
        // Inputs before a snapshot of the same step are in it, and come again: setting twice is setting once.
        for (at, snapshot) in snapshots {
            let mut world = recorder(&model).into_world();
            world.restore(&snapshot).unwrap();
            let mut again = Recorder::new(world, Machine(model.clone()));
            // Those that the snapshot has already are impulses, too, which count twice: the step itself is passed over.
            again.step();
            let Some(behind) = steps.get(at + 1..(at + 20).min(steps.len())) else { continue };
            assert_eq!(again.replay(behind), Ok(()), "seed {seed}, from step {at}");
        }
    }
}
