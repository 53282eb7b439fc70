//! The physics of a file, as `sinew inspect --json` prints it.
//!
//! Every number of a node is the file's index.

use serde::Serialize;

use super::joint::{JointAnswer, joint_parts};
use super::shape::{ColliderAnswer, ShapeAnswer, ShapeInstanceAnswer};
use sinew_model::model::physics::{Body, BodyKind, Combine, Material, Trigger};
use sinew_model::model::{Model, NodeId};
use sinew_physics::{BodyMassProperties, SimulationOptions, mass_properties};

/// The physics of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicsAnswer {
    /// In the order of their nodes in the file.
    pub bodies: Vec<BodyAnswer>,
    /// What is solid, in the order of the nodes in the file.
    pub colliders: Vec<ColliderAnswer>,
    /// The nodes of the colliders that are on no body.
    pub static_colliders: Vec<u32>,
    /// In the order of their nodes in the file.
    pub triggers: Vec<TriggerAnswer>,
    /// What colliders and triggers share.
    pub shapes: Vec<ShapeAnswer>,
    /// In the order of the file.
    pub materials: Vec<MaterialAnswer>,
    /// In the order of the file.
    pub filters: Vec<FilterAnswer>,
    /// In the order of their nodes in the file.
    pub joints: Vec<JointAnswer>,
    /// m/s², where the file asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<[f32; 3]>,
}

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BodyAnswer {
    /// Its node.
    pub node: u32,
    /// What the file calls the node.
    pub name: Option<String>,
    /// `dynamic`, `kinematic` or `static`.
    pub kind: &'static str,
    /// Kilograms, of the colliders where the file gives none; `null` where no force moves it.
    pub mass: Option<f32>,
    /// Metres from the node, along the axes of its model rotation.
    pub center_of_mass: [f32; 3],
    /// How hard it is to turn.
    pub inertia: InertiaAnswer,
    /// The nodes of its colliders.
    pub colliders: Vec<u32>,
}

/// How hard a body is to turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InertiaAnswer {
    /// kg·m² about the axes of the orientation; `null` where no torque turns it.
    pub diagonal: [Option<f32>; 3],
    /// x, y, z, w: from the axes of the moments to those of the node.
    pub orientation: [f32; 4],
}

/// A trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TriggerAnswer {
    /// The node that events name.
    pub node: u32,
    /// The nodes of its shapes.
    pub nodes: Vec<u32>,
    /// Its shapes.
    pub parts: Vec<ShapeInstanceAnswer>,
}

/// What a surface is like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MaterialAnswer {
    /// Friction of what lies still.
    pub static_friction: f32,
    /// Friction of what slides.
    pub dynamic_friction: f32,
    /// How much of the speed towards each other two things keep.
    pub restitution: f32,
    /// `average`, `minimum`, `maximum` or `multiply`; `null` leaves it to the other.
    pub friction_combine: Option<&'static str>,
    /// As `friction_combine`.
    pub restitution_combine: Option<&'static str>,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilterAnswer {
    /// What its owner belongs to.
    pub collision_systems: Vec<String>,
    /// All that it meets; `null` for everything.
    pub collide_with_systems: Option<Vec<String>>,
    /// What it does not meet.
    pub not_collide_with_systems: Vec<String>,
}

impl PhysicsAnswer {
    /// The physics of a model; `None` where it says nothing of it.
    pub fn new(model: &Model) -> Option<Self> {
        (!model.physics().is_empty()).then(|| Self::of(model))
    }

    /// The physics of a model, though there may be none.
    pub fn of(model: &Model) -> Self {
        let physics = model.physics();
        let number = |node: NodeId| model.hierarchy().index(node).0;
        let bodiless = physics.colliders().iter().filter(|collider| collider.placed.body.is_none());
        let mut on_bodies: Vec<Vec<u32>> = vec![Vec::new(); physics.bodies().len()];
        for placed in physics.colliders().iter().map(|collider| &collider.placed) {
            if let Some(list) = placed.body.and_then(|body| on_bodies.get_mut(body.slot())) {
                list.push(number(placed.node));
            }
        }
        let masses = mass_properties(model, SimulationOptions::default().density);
        let body = |((body, mass), colliders): ((&Body, BodyMassProperties), Vec<u32>)| BodyAnswer {
            node: number(body.node),
            name: model.hierarchy().name(body.node).map(str::to_owned),
            kind: kind_name(body.kind),
            mass: mass.mass,
            center_of_mass: mass.center_of_mass.to_array(),
            inertia: InertiaAnswer { diagonal: mass.moments, orientation: mass.inertia_orientation.to_array() },
            colliders,
        };
        let trigger = |trigger: &Trigger| TriggerAnswer {
            node: number(trigger.node),
            nodes: trigger.parts.iter().map(|part| number(part.node)).collect(),
            parts: trigger.parts.iter().map(|part| ShapeInstanceAnswer::new(model, part)).collect(),
        };
        Self {
            bodies: physics.bodies().iter().zip(masses).zip(on_bodies).map(body).collect(),
            colliders: physics.colliders().iter().map(|collider| ColliderAnswer::new(model, collider)).collect(),
            static_colliders: bodiless.map(|collider| number(collider.placed.node)).collect(),
            triggers: physics.triggers().iter().map(trigger).collect(),
            shapes: ShapeAnswer::all(model),
            materials: physics.materials().iter().map(MaterialAnswer::from).collect(),
            filters: physics
                .filters()
                .iter()
                .map(|filter| FilterAnswer {
                    collision_systems: filter.systems.clone(),
                    collide_with_systems: filter.collide_with.clone(),
                    not_collide_with_systems: filter.not_collide_with.clone(),
                })
                .collect(),
            joints: joint_parts(model),
            gravity: physics.gravity().map(|gravity| gravity.to_array()),
        }
    }
}

impl From<&Material> for MaterialAnswer {
    fn from(material: &Material) -> Self {
        Self {
            static_friction: material.static_friction,
            dynamic_friction: material.dynamic_friction,
            restitution: material.restitution,
            friction_combine: material.friction_combine.map(combine_name),
            restitution_combine: material.restitution_combine.map(combine_name),
        }
    }
}

/// What kinds of bodies are called in answers.
pub fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    }
}

fn combine_name(combine: Combine) -> &'static str {
    match combine {
        Combine::Average => "average",
        Combine::Minimum => "minimum",
        Combine::Maximum => "maximum",
        Combine::Multiply => "multiply",
    }
}
