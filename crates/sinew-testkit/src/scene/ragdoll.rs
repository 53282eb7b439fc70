//! Ragdolls of eleven bodies, six ball joints and four hinges, as files of `KHR_physics_rigid_bodies`.

use std::f32::consts::FRAC_PI_2;

use glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::physics::PhysicsScene;

/// The joints of a ragdoll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limbs {
    /// Ball joints and hinges without limits.
    Loose,
    /// With hard limits: a hinge of a range, a ball of a cone and a twist.
    Hard,
    /// Soft limits of the same ranges, and drives to the initial pose.
    SoftAndDriven,
}

/// Twist of a ball joint to either side, rad.
pub const TWIST: f32 = 0.4;
/// Opening of a ball joint's cone from its axis, rad.
pub const CONE: f32 = 0.6;
/// Range of a hinge to either side, rad.
pub const BEND: f32 = 1.0;

/// A capsule along its local Y.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// Metres.
    pub center: Vec3,
    /// The rotation of the body in the world.
    pub rotation: Quat,
    /// Half of the distance between the centres of its ends, metres.
    pub half: f32,
    /// Metres.
    pub radius: f32,
}

/// A joint between two limbs.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The parent limb and the child limb.
    pub limbs: [usize; 2],
    /// In the world, metres.
    pub pivot: Vec3,
    /// The joint's axes in the world: X along the child limb, Z normal to the ragdoll's plane.
    pub rotation: Quat,
    /// Whether it is a hinge about Z; else a ball joint.
    pub is_hinge: bool,
}

impl Link {
    /// The joint's frame on one of its two limbs.
    pub fn frame(&self, limb: &Limb) -> (Vec3, Quat) {
        let back = limb.rotation.conjugate();
        (back * (self.pivot - limb.center), back * self.rotation)
    }
}

/// Half length, radius, centre, whether it is upright, and its joint: the parent limb, the pivot and whether it is a hinge.
type Row = (f32, f32, [f32; 2], bool, Option<(usize, [f32; 2], bool)>);

const ROWS: [Row; 11] = [
    (0.05, 0.11, [0.0, 1.0], true, None),
    (0.15, 0.12, [0.0, 1.3], true, Some((0, [0.0, 1.12], false))),
    (0.03, 0.09, [0.0, 1.66], true, Some((1, [0.0, 1.55], false))),
    (0.11, 0.04, [0.32, 1.45], false, Some((1, [0.17, 1.45], false))),
    (0.11, 0.04, [0.62, 1.45], false, Some((3, [0.47, 1.45], true))),
    (0.11, 0.04, [-0.32, 1.45], false, Some((1, [-0.17, 1.45], false))),
    (0.11, 0.04, [-0.62, 1.45], false, Some((5, [-0.47, 1.45], true))),
    (0.15, 0.06, [0.1, 0.71], true, Some((0, [0.1, 0.92], false))),
    (0.15, 0.05, [0.1, 0.27], true, Some((7, [0.1, 0.49], true))),
    (0.15, 0.06, [-0.1, 0.71], true, Some((0, [-0.1, 0.92], false))),
    (0.15, 0.05, [-0.1, 0.27], true, Some((9, [-0.1, 0.49], true))),
];

/// The limbs and joints of a ragdoll by number: in rows of ten, 1.5 m apart, just above the ground.
pub fn ragdoll(number: usize) -> (Vec<Limb>, Vec<Link>) {
    let at = Vec3::new((number % 10) as f32 * 1.5, 0.1 + 0.003 * number as f32, (number / 10) as f32 * 1.5);
    let place = |[x, y]: [f32; 2]| at + Vec3::new(x, y, 0.0);
    let across = Quat::from_rotation_z(FRAC_PI_2);
    let mut links = Vec::new();
    let limb = |(number, &(half, radius, center, is_upright, joint)): (usize, &Row)| {
        if let Some((parent, pivot, is_hinge)) = joint {
            let rotation = if is_upright { across } else { Quat::IDENTITY };
            links.push(Link { limbs: [parent, number], pivot: place(pivot), rotation, is_hinge });
        }
        Limb { center: place(center), rotation: if is_upright { Quat::IDENTITY } else { across }, half, radius }
    };
    (ROWS.iter().enumerate().map(limb).collect(), links)
}

/// The file: a ground of 200 m with its top at 0, and the ragdolls.
pub fn ragdolls(count: usize, limbs: Limbs) -> String {
    let mut scene = PhysicsScene::new();
    let ground = scene.cuboid([200.0, 1.0, 200.0]);
    scene.node("Ground", [0.0, -0.5, 0.0], json!({"collider": {"geometry": {"shape": ground}}}));
    let (ball, hinge) = (scene.joint(description(false, limbs)), scene.joint(description(true, limbs)));
    let shapes: Vec<usize> = ROWS
        .iter()
        .map(|&(half, radius, ..)| {
            let capsule = json!({"height": 2.0 * half, "radiusTop": radius, "radiusBottom": radius});
            scene.shape(json!({"type": "capsule", "capsule": capsule}))
        })
        .collect();
    for number in 0..count {
        let (limbs, links) = ragdoll(number);
        let mut children = vec![Vec::new(); limbs.len()];
        for (place, link) in links.iter().enumerate() {
            let name = format!("Joint {number}.{place}");
            let [(from, rotation), (other_from, other_rotation)] = link.limbs.map(|limb| link.frame(&limbs[limb]));
            let held = scene.raw_node(json!({"name": format!("{name} held"),
                "translation": other_from.to_array(), "rotation": other_rotation.to_array()}));
            let joint = json!({"connectedNode": held, "joint": if link.is_hinge { hinge } else { ball }});
            let holding = scene.rotated_node(&name, from.to_array(), rotation.to_array(), json!({"joint": joint}));
            children[link.limbs[0]].push(holding);
            children[link.limbs[1]].push(held);
        }
        for (place, (limb, children)) in limbs.iter().zip(children).enumerate() {
            let physics = json!({"motion": {}, "collider": {"geometry": {"shape": shapes[place]}}});
            scene.raw_node(json!({"name": format!("Limb {number}.{place}"), "children": children,
                "translation": limb.center.to_array(), "rotation": limb.rotation.to_array(),
                "extensions": {"KHR_physics_rigid_bodies": physics}}));
        }
    }
    scene.to_text()
}

/// One of the two kinds of joint.
fn description(is_hinge: bool, limbs: Limbs) -> Value {
    let mut limits = vec![json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0})];
    if is_hinge {
        limits.push(json!({"angularAxes": [0, 1], "min": 0, "max": 0}));
    }
    let range = |axes: &[u8], min: f32, max: f32| {
        let mut limit = json!({"angularAxes": axes, "min": min, "max": max});
        if limbs == Limbs::SoftAndDriven {
            limit["stiffness"] = json!(200.0);
            limit["damping"] = json!(1.0);
        }
        limit
    };
    match (limbs, is_hinge) {
        (Limbs::Loose, _) => {}
        (_, true) => limits.push(range(&[2], -BEND, BEND)),
        (_, false) => limits.extend([range(&[0], -TWIST, TWIST), range(&[1, 2], 0.0, CONE)]),
    }
    let drive = |axis: &u8| {
        json!({"type": "angular", "mode": "force", "axis": axis, "maxForce": 50.0, "positionTarget": 0.0,
            "stiffness": 20.0, "damping": 2.0})
    };
    let axes: &[u8] = if is_hinge { &[2] } else { &[0, 1, 2] };
    match limbs {
        Limbs::SoftAndDriven => json!({"limits": limits, "drives": axes.iter().map(drive).collect::<Vec<_>>()}),
        Limbs::Loose | Limbs::Hard => json!({"limits": limits}),
    }
}
