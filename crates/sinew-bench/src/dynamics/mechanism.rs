//! Bodies without colliders on joints, written as a file.

use serde_json::{Value, json};
use sinew::glam::{DQuat, DVec3};
use sinew_testkit::scene::physics::PhysicsScene;

use super::running::{Running, Setting};
use crate::Failure;

/// A body as it starts.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Kilograms.
    pub mass: f64,
    /// About its principal axes, which are those of its node, kg·m².
    pub moments: DVec3,
    /// The centre of mass in the world, metres.
    pub center: DVec3,
    /// The centre of mass in the node's frame, metres.
    pub offset: DVec3,
    /// From the node's axes to the world's.
    pub rotation: DQuat,
    /// Of the centre of mass, m/s.
    pub velocity: DVec3,
    /// Along the world's axes, rad/s.
    pub spin: DVec3,
}

impl Body {
    /// A body at rest.
    pub fn new(mass: f64, moments: DVec3, center: DVec3) -> Self {
        let (offset, rotation) = (DVec3::ZERO, DQuat::IDENTITY);
        Self { mass, moments, center, offset, rotation, velocity: DVec3::ZERO, spin: DVec3::ZERO }
    }

    /// A solid ball.
    pub fn ball(mass: f64, radius: f64, center: DVec3) -> Self {
        Self::new(mass, DVec3::splat(0.4 * mass * radius * radius), center)
    }

    /// A rod of a length and a radius along its local X axis; solid.
    pub fn rod(mass: f64, [length, radius]: [f64; 2], center: DVec3) -> Self {
        let along = mass * radius * radius / 2.0;
        let across = mass * (length * length / 12.0 + radius * radius / 4.0);
        Self::new(mass, DVec3::new(along, across, across), center)
    }

    /// The same with another rotation about the centre of mass.
    #[must_use]
    pub fn rotated(self, rotation: DQuat) -> Self {
        Self { rotation, ..self }
    }

    /// The same with velocities.
    #[must_use]
    pub fn moving(self, velocity: DVec3, spin: DVec3) -> Self {
        Self { velocity, spin, ..self }
    }
}

/// A mechanism as it grows.
#[derive(Clone, Debug, Default)]
pub struct Mechanism {
    bodies: Vec<Body>,
    joints: Vec<JointSpec>,
}

#[derive(Clone, Debug)]
struct JointSpec {
    /// `None` is the world.
    bodies: [Option<usize>; 2],
    /// Of both frames, in the world.
    pivots: [DVec3; 2],
    description: Value,
}

/// A joint that locks the three translations.
pub fn pin() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]})
}

/// A hinge about the joint's Z axis.
pub fn hinge() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}]})
}

/// A joint that locks everything.
pub fn weld() -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]})
}

/// The same joint with more limits and drives.
pub fn with(mut joint: Value, limits: &[Value], drives: &[Value]) -> Value {
    for (key, added) in [("limits", limits), ("drives", drives)] {
        let mut list = joint[key].as_array().cloned().unwrap_or_default();
        list.extend_from_slice(added);
        if !list.is_empty() {
            joint[key] = json!(list);
        }
    }
    joint
}

impl Mechanism {
    /// Adds a body and returns its number, by which a [`Running`] knows it, too.
    pub fn body(&mut self, body: Body) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Adds a joint whose two frames coincide at the start, at a point of the world with its axes; `None` is the world.
    pub fn join(&mut self, bodies: [Option<usize>; 2], pivot: DVec3, description: Value) {
        self.join_apart(bodies, [pivot; 2], description);
    }

    /// As [`Mechanism::join`], with frames at different points.
    pub fn join_apart(&mut self, bodies: [Option<usize>; 2], pivots: [DVec3; 2], description: Value) {
        self.joints.push(JointSpec { bodies, pivots, description });
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut scene = PhysicsScene::new();
        let mut children = vec![Vec::new(); self.bodies.len()];
        for (number, joint) in self.joints.iter().enumerate() {
            let description = scene.joint(joint.description.clone());
            let frame = |side: usize| match joint.bodies[side].map(|body| &self.bodies[body]) {
                Some(body) => {
                    let back = body.rotation.conjugate();
                    (back * (joint.pivots[side] - body.center) + body.offset, back)
                }
                None => (joint.pivots[side], DQuat::IDENTITY),
            };
            let [(from, rotation), (other_from, other_rotation)] = [frame(0), frame(1)];
            let connected = scene.raw_node(json!({"name": format!("Frame {number}"),
                "translation": other_from.to_array(), "rotation": other_rotation.to_array()}));
            let joint_node = scene.raw_node(json!({"name": format!("Joint {number}"),
                "translation": from.to_array(), "rotation": rotation.to_array(), "extensions":
                {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": connected, "joint": description}}}}));
            for (body, node) in joint.bodies.into_iter().zip([joint_node, connected]) {
                if let Some(body) = body {
                    children[body].push(node);
                }
            }
        }
        for (number, (body, children)) in self.bodies.iter().zip(children).enumerate() {
            let position = body.center - body.rotation * body.offset;
            let motion = json!({"mass": body.mass, "inertiaDiagonal": body.moments.to_array(),
                "inertiaOrientation": [0, 0, 0, 1], "centerOfMass": body.offset.to_array()});
            let mut node = json!({"name": format!("Body {number}"), "translation": position.to_array(),
                "rotation": body.rotation.to_array(), "extensions": {"KHR_physics_rigid_bodies": {"motion": motion}}});
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            scene.raw_node(node);
        }
        scene.to_text()
    }

    /// Runs it.
    ///
    /// # Errors
    /// The file is not read as it was written.
    pub fn start(&self, setting: Setting) -> Result<Running, Failure> {
        let mut running = Running::new(self.to_text(), setting)?;
        for (number, body) in self.bodies.iter().enumerate() {
            running.set_velocity(number, body.velocity, body.spin)?;
        }
        Ok(running)
    }
}
