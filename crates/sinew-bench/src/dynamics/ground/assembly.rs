//! Bodies and joints in code, as a file and, for comparisons of cost, in the engine without Sinew.

use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew_testkit::scene::physics::PhysicsScene;

use super::joint::Freedom;

/// The shape of a part, about its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// Edge lengths, metres.
    Box(Vec3),
    /// Metres.
    Ball {
        /// Metres.
        radius: f32,
    },
    /// Along the local Y.
    Capsule {
        /// Half of the distance between the centres of its ends, metres.
        half: f32,
        /// Metres.
        radius: f32,
    },
}

/// What moves a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// It never moves.
    Static,
    /// It moves at its initial velocity, whatever it meets.
    Kinematic,
    /// Forces move it; kilograms.
    Dynamic(f32),
}

/// Friction and restitution, taken as they are between two parts of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// At rest.
    pub static_friction: f32,
    /// Sliding.
    pub dynamic_friction: f32,
    /// The speed after a hit over the speed before.
    pub restitution: f32,
}

impl Surface {
    /// One coefficient at rest and sliding, and no bounce.
    pub fn rough(friction: f32) -> Self {
        Self { static_friction: friction, dynamic_friction: friction, restitution: 0.0 }
    }
}

/// A body with one collider. Its origin is the centre of the shape, and so the centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The shape.
    pub solid: Solid,
    /// Where it starts.
    pub world_from_part: Rigid,
    /// What moves it.
    pub motion: Motion,
    /// The initial velocity, m/s.
    pub linear: Vec3,
    /// The initial angular velocity about the world's axes, rad/s.
    pub angular: Vec3,
}

impl Part {
    /// A part at rest, not rotated.
    pub fn new(solid: Solid, center: Vec3, motion: Motion) -> Self {
        let world_from_part = Rigid::from_translation(center);
        Self { solid, world_from_part, motion, linear: Vec3::ZERO, angular: Vec3::ZERO }
    }

    /// Kilograms; `None` for what no force moves.
    pub fn mass(&self) -> Option<f32> {
        if let Motion::Dynamic(mass) = self.motion { Some(mass) } else { None }
    }

    /// The height of the lowest point of its shape, at a pose.
    pub fn lowest(&self, world_from_part: &Rigid) -> f32 {
        let up = world_from_part.rotation.conjugate() * Vec3::Y;
        let reach = match self.solid {
            Solid::Box(size) => 0.5 * size.dot(up.abs()),
            Solid::Ball { radius } => radius,
            Solid::Capsule { half, radius } => half * up.y.abs() + radius,
        };
        world_from_part.translation.y - reach
    }
}

/// A joint between two parts, or between a part and the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The part with frame a, and the part with frame b; `None` is the world.
    pub parts: [Option<usize>; 2],
    /// The two frames on their parts.
    pub part_from_frame: [Rigid; 2],
    /// What it leaves free.
    pub freedom: Freedom,
}

/// Parts and joints of one surface.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The bodies.
    pub parts: Vec<Part>,
    /// The joints.
    pub links: Vec<Link>,
    /// The material of all colliders.
    pub surface: Surface,
}

impl Assembly {
    /// Nothing yet.
    pub fn new(surface: Surface) -> Self {
        Self { parts: Vec::new(), links: Vec::new(), surface }
    }

    /// A floor of 200 m with its top at 0, as the first part.
    pub fn on_floor(surface: Surface) -> Self {
        let mut assembly = Self::new(surface);
        let slab = Solid::Box(Vec3::new(200.0, 1.0, 200.0));
        assembly.add(Part::new(slab, Vec3::new(0.0, -0.5, 0.0), Motion::Static));
        assembly
    }

    /// Adds a part and returns its index.
    pub fn add(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// Joins two parts where they are: both frames coincide, at `pivot` and with the axes `rotation` in the world.
    pub fn join(&mut self, parts: [Option<usize>; 2], pivot: Vec3, rotation: Quat, freedom: Freedom) {
        let world_from_frame = Rigid::new(pivot, rotation);
        let place = |part: Option<usize>| match part {
            Some(part) => self.parts[part].world_from_part.inverse() * world_from_frame,
            None => world_from_frame,
        };
        let part_from_frame = parts.map(place);
        self.links.push(Link { parts, part_from_frame, freedom });
    }

    /// Rotates everything about the world's origin.
    pub fn rotate(&mut self, rotation: Quat) {
        let turn = Rigid::new(Vec3::ZERO, rotation);
        for part in &mut self.parts {
            part.world_from_part = turn * part.world_from_part;
            part.linear = rotation * part.linear;
            part.angular = rotation * part.angular;
        }
        for link in &mut self.links {
            for (part, frame) in link.parts.iter().zip(&mut link.part_from_frame) {
                if part.is_none() {
                    *frame = turn * *frame;
                }
            }
        }
    }

    /// The text of the file. Node n of the file is part n.
    pub fn to_text(&self) -> String {
        let mut scene = PhysicsScene::new();
        let Surface { static_friction, dynamic_friction, restitution } = self.surface;
        let material = scene.material(json!({
            "staticFriction": static_friction, "dynamicFriction": dynamic_friction, "restitution": restitution
        }));
        let mut children = vec![Vec::new(); self.parts.len()];
        let mut frames = Vec::new();
        for link in &self.links {
            let description = scene.joint(link.freedom.to_json());
            let [a, b] = [0, 1].map(|side| self.parts.len() + frames.len() + side);
            let frame = |side: usize, physics: Option<Value>| {
                let Rigid { translation, rotation } = link.part_from_frame[side];
                let mut node = json!({"translation": translation.to_array(), "rotation": rotation.to_array()});
                if let Some(physics) = physics {
                    node["extensions"] = json!({"KHR_physics_rigid_bodies": physics});
                }
                node
            };
            frames.push(frame(0, Some(json!({"joint": {"connectedNode": b, "joint": description}}))));
            frames.push(frame(1, None));
            for (part, node) in link.parts.iter().zip([a, b]) {
                if let Some(part) = part {
                    children[*part].push(node);
                }
            }
        }
        for (part, children) in self.parts.iter().zip(children) {
            let shape = scene.shape(shape(part.solid));
            let mut physics = json!({"collider": {"geometry": {"shape": shape}, "physicsMaterial": material}});
            if let Some(motion) = motion(part) {
                physics["motion"] = motion;
            }
            let Rigid { translation, rotation } = part.world_from_part;
            let mut node = json!({"translation": translation.to_array(), "rotation": rotation.to_array(),
                "extensions": {"KHR_physics_rigid_bodies": physics}});
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            scene.raw_node(node);
        }
        for frame in frames {
            scene.raw_node(frame);
        }
        scene.to_text()
    }
}

fn shape(solid: Solid) -> Value {
    match solid {
        Solid::Box(size) => json!({"type": "box", "box": {"size": size.to_array()}}),
        Solid::Ball { radius } => json!({"type": "sphere", "sphere": {"radius": radius}}),
        Solid::Capsule { half, radius } => {
            let capsule = json!({"height": 2.0 * half, "radiusTop": radius, "radiusBottom": radius});
            json!({"type": "capsule", "capsule": capsule})
        }
    }
}

/// The file gives velocities along the axes of the node.
fn motion(part: &Part) -> Option<Value> {
    let back = part.world_from_part.rotation.conjugate();
    let [linear, angular] = [part.linear, part.angular].map(|velocity| (back * velocity).to_array());
    let mut motion = json!({"linearVelocity": linear, "angularVelocity": angular});
    match part.motion {
        Motion::Static => return None,
        Motion::Kinematic => motion["isKinematic"] = json!(true),
        Motion::Dynamic(mass) => motion["mass"] = json!(mass),
    }
    Some(motion)
}
