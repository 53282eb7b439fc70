//! A world that is large and runs long: `soak [MINUTES]` steps 10,000 bodies, 2,000 joints and 1,000 avatars for minutes of
//! simulated time and prints a line a second. `cargo xtask soak` runs it twice and judges.
//!
//! Everything settles and sleeps; now and then some of it is pushed, properties change, instances come and go, and the world goes back to
//! a snapshot, so that nothing about the long run is only a matter of standing still.
#![allow(clippy::unwrap_used, reason = "what is wrong with a scene made here should stop the program")]

use std::hash::Hasher as _;
use std::sync::Arc;
use std::time::Instant;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::model::property::PropertyValue;
use sinew::{ClipOptions, HumanClip, InstanceId, Model, NodeId, World, WorldOptions, WrapMode};
use sinew_testkit::scene::humanoid::{Avatar, Revision};
use sinew_testkit::scene::physics::PhysicsScene;

/// Towers of cubes, in rows and columns.
const TOWERS: (usize, usize) = (39, 40);
/// Cubes of a tower: 39 · 40 · 5 are 7,800 bodies.
const HEIGHT: usize = 5;
/// Chains, of 11 bodies and 10 joints each: 2,200 bodies and 2,000 joints.
const CHAINS: usize = 200;
const LINKS: usize = 11;
/// One chain of as many has hinges that spring back.
const SPRINGY: usize = 10;
const AVATARS: usize = 1000;
/// Cubes that are pushed each second.
const PUSHED: usize = 50;
/// Cubes and joints of which a property is set each second.
const CHANGED: usize = 20;
/// Seconds from one going back to the next.
const BACK: usize = 5;
const STEPS_A_SECOND: u64 = 60;

fn main() {
    let minutes: f64 = std::env::args().nth(1).map_or(2.0, |typed| typed.parse().unwrap());
    let mut soak = Soak::new();
    let (bodies, joints) = soak.counts();
    println!("# {bodies} bodies, {joints} joints, {} avatars, {minutes} minutes", soak.avatars.len());
    println!("# second milliseconds awake kilobytes digest");
    let (mut digest, start) = (Fnv::default(), Instant::now());
    for second in 0..(minutes * 60.0).round() as usize {
        let began = milliseconds(start);
        for _ in 0..STEPS_A_SECOND {
            soak.world.step();
            digest.write_u64(soak.world.physics_digest());
            let stopped = soak.world.stopped();
            assert!(stopped.is_empty(), "second {second}: {stopped:?} went beyond all numbers");
        }
        let took = milliseconds(start) - began;
        let awake = soak.check();
        soak.fold_avatars(&mut digest);
        println!("{second} {took:.1} {awake} {} {:016x}", resident_kilobytes(), digest.finish());
        soak.disturb(second);
        soak.change(second);
        if second % BACK == 0 {
            soak.go_back();
        }
    }
}

struct Soak {
    world: World,
    cubes: InstanceId,
    /// Nodes of the cubes.
    nodes: Vec<NodeId>,
    /// Chains that come to rest, and chains that spring back and hardly do.
    chain: [Arc<Model>; 2],
    chains: Vec<InstanceId>,
    avatar: Arc<Model>,
    avatars: Vec<InstanceId>,
    clip: Arc<HumanClip>,
}

impl Soak {
    fn new() -> Self {
        let mut world = World::new(WorldOptions::default());
        let towers = model(towers());
        let cubes = world.spawn(towers.clone(), Rigid::IDENTITY);
        let nodes = towers.physics().bodies().iter().map(|body| body.node).collect();
        let (figure, clip) = avatar_and_clip();
        let mut soak = Self {
            world,
            cubes,
            nodes,
            chain: [model(chain(false)), model(chain(true))],
            chains: Vec::new(),
            avatar: figure,
            avatars: Vec::new(),
            clip,
        };
        soak.chains = (0..CHAINS).map(|place| soak.spawn_chain(place)).collect();
        soak.avatars = (0..AVATARS).map(|place| soak.spawn_avatar(place)).collect();
        soak
    }

    fn counts(&self) -> (usize, usize) {
        let of = |count: fn(&Model) -> usize| -> usize {
            self.world.instances().filter_map(|id| self.world.model(id)).map(|model| count(model)).sum()
        };
        (of(|model| model.physics().bodies().len()), of(|model| model.physics().joints().len()))
    }

    /// Chains lie in rows beside the towers, and fall from a metre.
    fn spawn_chain(&mut self, place: usize) -> InstanceId {
        let (row, column) = (place / 10, place % 10);
        let at = Vec3::new(column as f32 * 9.0 - 45.0, 1.0, 60.0 + row as f32 * 3.0);
        let kind = usize::from(place.is_multiple_of(SPRINGY));
        self.world.spawn(self.chain[kind].clone(), Rigid::from_translation(at))
    }

    /// Avatars stand in rows behind them; nothing of theirs collides.
    fn spawn_avatar(&mut self, place: usize) -> InstanceId {
        let at = Vec3::new((place % 40) as f32, 0.0, 130.0 + (place / 40) as f32);
        let id = self.world.spawn(self.avatar.clone(), Rigid::from_translation(at));
        assert_eq!(self.world.play_clip(id, self.clip.clone(), ClipOptions::default(), WrapMode::Loop), Ok(()));
        id
    }

    /// Checks that all numbers are numbers, and returns how many bodies are awake.
    fn check(&self) -> usize {
        let mut awake = 0;
        for id in self.world.instances() {
            for body in self.world.bodies(id) {
                let is_finite = body.world_from_body.is_finite() && body.velocity.linear.is_finite();
                assert!(is_finite && body.velocity.angular.is_finite(), "{body:?}");
                awake += usize::from(!body.is_sleeping);
            }
            assert!(self.world.pose(id).unwrap().local.iter().all(|local| local.is_finite()));
        }
        awake
    }

    /// Adds where the avatars are to a digest of bodies alone.
    fn fold_avatars(&self, digest: &mut Fnv) {
        for &id in &self.avatars {
            for local in &self.world.pose(id).unwrap().local {
                local.rotation.to_array().iter().for_each(|part| digest.write_u32(part.to_bits()));
            }
        }
    }

    /// Sets the masses and factors of gravity of some cubes, and whether the bodies of some joints collide.
    fn change(&mut self, second: usize) {
        let physics = "extensions/KHR_physics_rigid_bodies";
        for number in 0..CHANGED {
            let drawn = second * 31 + number * 17;
            let node = self.nodes[(second * 613 + number * 389) % self.nodes.len()];
            let index = self.world.model(self.cubes).unwrap().hierarchy().index(node).0;
            let (property, value) = match number % 2 {
                0 => ("mass", 0.5 + (drawn % 7) as f32 * 0.25),
                _ => ("gravityFactor", 0.8 + (drawn % 5) as f32 * 0.1),
            };
            let pointer = format!("/nodes/{index}/{physics}/motion/{property}");
            assert_eq!(self.world.set_value(self.cubes, &pointer, &PropertyValue::Float(value)), Ok(()), "{pointer}");
            // The joints of a chain are on every other node behind its links.
            let (chain, joint) = (self.chains[drawn % CHAINS], LINKS + 2 * (drawn % (LINKS - 1)));
            let pointer = format!("/nodes/{joint}/{physics}/joint/enableCollision");
            let value = PropertyValue::Bool(drawn.is_multiple_of(3));
            assert_eq!(self.world.set_value(chain, &pointer, &value), Ok(()), "{pointer}");
        }
    }

    /// Goes back to where it was three steps before, from where it comes out the same.
    fn go_back(&mut self) {
        let past = self.world.snapshot();
        (0..3).for_each(|_| self.world.step());
        let first = self.world.digest();
        assert_eq!(self.world.restore(&past), Ok(()));
        (0..3).for_each(|_| self.world.step());
        assert_eq!(self.world.digest(), first, "the second time is another");
    }

    /// Pushes some cubes, and lets a chain and an avatar begin again.
    fn disturb(&mut self, second: usize) {
        for number in 0..PUSHED {
            let node = self.nodes[(second * 997 + number * 151) % self.nodes.len()];
            assert_eq!(self.world.apply_impulse(self.cubes, node, Vec3::new(0.5, 2.0, -0.5)), Ok(()));
        }
        let (chain, avatar) = (second % CHAINS, second % AVATARS);
        for instance in [self.chains[chain], self.avatars[avatar]] {
            assert_eq!(self.world.despawn(instance), Ok(()));
        }
        self.chains[chain] = self.spawn_chain(chain);
        self.avatars[avatar] = self.spawn_avatar(avatar);
    }
}

fn model(text: String) -> Arc<Model> {
    let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    Arc::new(model)
}

/// A ground and towers of cubes on it, each a little off the one below.
fn towers() -> String {
    let mut scene = PhysicsScene::new();
    let (ground, cube) = (scene.cuboid([400.0, 1.0, 400.0]), scene.cuboid([1.0; 3]));
    let collider = |shape: usize| json!({"geometry": {"shape": shape}});
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": collider(ground)}));
    for tower in 0..TOWERS.0 * TOWERS.1 {
        let (column, row) = (tower % TOWERS.0, tower / TOWERS.0);
        for level in 0..HEIGHT {
            let off = (((tower + 1) * (level + 3) * 7) % 5) as f32 * 0.06 - 0.12;
            let at = [column as f32 * 2.5 - 48.0 + off, 0.6 + level as f32 * 1.05, row as f32 * 2.5 - 50.0 - off];
            scene.node("cube", at, json!({"motion": {"mass": 1.0}, "collider": collider(cube)}));
        }
    }
    scene.to_text()
}

/// Links in a row along X, each on the one before: balls with a cone, and hinges with a range or that spring back.
fn chain(is_springy: bool) -> String {
    let mut scene = PhysicsScene::new();
    // Round ones come to rest; boxes that lie flat and pull at each other tremble by some mm/s, and stay awake.
    let link =
        scene.shape(json!({"type": "capsule", "capsule": {"height": 0.3, "radiusBottom": 0.1, "radiusTop": 0.1}}));
    let pin = json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0});
    let hinge = json!({"angularAxes": [0, 1], "min": 0, "max": 0});
    let kinds = [
        json!({"limits": [pin, {"angularAxes": [1, 2], "max": 0.6}, {"angularAxes": [0], "min": -0.4, "max": 0.4}]}),
        json!({"limits": [pin, hinge, {"angularAxes": [2], "min": -0.5, "max": 0.5}]}),
        json!({"limits": [pin, hinge], "drives": [{"type": "angular", "mode": "force", "axis": 2,
            "positionTarget": 0, "stiffness": 2, "damping": 0.2}]}),
    ];
    let kinds: Vec<usize> =
        kinds.into_iter().take(if is_springy { 3 } else { 2 }).map(|kind| scene.joint(kind)).collect();
    // Each link is a node of its own; a joint is a node below the link before, at the end of it.
    for number in 0..LINKS {
        let x = number as f32 * 0.55;
        let body = json!({"motion": {"mass": 0.5}, "collider": {"geometry": {"shape": link}}});
        let mut node =
            json!({"name": "link", "translation": [x, 0.0, 0.0], "extensions": {"KHR_physics_rigid_bodies": body}});
        // Of each link but the first, the frame that the joint before it connects to; of each but the last, the joint.
        let first_child = LINKS + 2 * number;
        let mut children = Vec::new();
        if number > 0 {
            children.push(first_child - 1);
        }
        if number + 1 < LINKS {
            children.push(first_child);
        }
        node["children"] = json!(children);
        scene.raw_node(node);
    }
    for number in 0..LINKS - 1 {
        let joint = json!({"connectedNode": LINKS + 2 * number + 1, "joint": kinds[number % kinds.len()]});
        scene.node("end", [0.275, 0.0, 0.0], json!({"joint": joint}));
        scene.raw_node(json!({"name": "begin", "translation": [-0.275, 0.0, 0.0]}));
    }
    scene.to_text()
}

/// A figure, and a clip that turns its arms.
fn avatar_and_clip() -> (Arc<Model>, Arc<HumanClip>) {
    let figure = Avatar { revision: Revision::Vrm1, ..Avatar::default() };
    let document = Document::read(figure.to_gltf(), &NoResources).unwrap();
    let (model, _) = Model::from_document(&document);
    let node = |bone: &str| model.hierarchy().index(model.hierarchy().find(bone).unwrap()).0;
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 0.7, 1.9])).unwrap().0;
    let turned = |angle: f32| Quat::from_rotation_z(angle).to_array();
    let output = edit.add_accessor(AccessorData::Vec4(&[turned(0.0), turned(1.2), turned(0.0)])).unwrap().0;
    let bones = ["leftUpperArm", "rightUpperArm", "leftLowerArm", "rightLowerArm", "spine", "neck", "leftUpperLeg"];
    let channels: Vec<_> =
        bones.iter().map(|bone| json!({"sampler": 0, "target": {"node": node(bone), "path": "rotation"}})).collect();
    edit.add_animation(json!({"channels": channels, "samplers": [{"input": input, "output": output}]})).unwrap();
    let (source, _) = Model::from_document(&edit.finish().unwrap());
    (Arc::new(model), Arc::new(HumanClip::new(source, 0).unwrap()))
}

/// FNV-1a of 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl std::hash::Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Processor time of this process so far, as Linux reports it in hundredths of a second; elsewhere the time since the start.
fn milliseconds(start: Instant) -> f64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in parentheses, the twelfth and thirteenth fields.
    let fields = status.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ').skip(11).take(2);
    let ticks: Option<f64> = fields.map(|field| field.parse::<f64>().ok()).sum();
    ticks.filter(|&ticks| ticks > 0.0).map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ticks| ticks * 10.0)
}

/// What the process holds, as Linux reports it; 0 elsewhere.
fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
