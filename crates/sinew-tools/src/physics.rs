//! The physics of a file, as `sinew inspect --json` prints it.
//!
//! Every number of a node is the file's index.

use serde::Serialize;

use super::joint::{JointAnswer, joint_answers};
use super::shape::{ColliderAnswer, ShapeAnswer, ShapeInstanceAnswer};
use sinew_model::model::physics::{Body, BodyKind, Combine, Material, Trigger};
use sinew_model::model::{Model, NodeId};
use sinew_physics::{BodyMassProperties, SimulationOptions, mass_properties};

/// The physics of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PhysicsAnswer {
    /// In the order of their nodes in the file.
    pub bodies: Vec<BodyAnswer>,
    /// The colliders, in the order of the nodes in the file.
    pub colliders: Vec<ColliderAnswer>,
    /// The nodes of colliders without a body.
    pub static_colliders: Vec<u32>,
    /// In the order of their nodes in the file.
    pub triggers: Vec<TriggerAnswer>,
    /// The shapes of colliders and triggers.
    pub shapes: Vec<ShapeAnswer>,
    /// In the order of the file.
    pub materials: Vec<MaterialAnswer>,
    /// In the order of the file.
    pub filters: Vec<FilterAnswer>,
    /// In the order of their nodes in the file.
    pub joints: Vec<JointAnswer>,
    /// m/s², if the file has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<[f32; 3]>,
}

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BodyAnswer {
    /// Its node.
    pub node: u32,
    /// The name of the node.
    pub name: Option<String>,
    /// `dynamic`, `kinematic` or `static`.
    pub kind: &'static str,
    /// Kilograms, computed from the colliders if the file gives none; `null` for infinite mass.
    pub mass: Option<f32>,
    /// Metres from the node, along the axes of its model rotation.
    pub center_of_mass: [f32; 3],
    /// Its inertia.
    pub inertia: InertiaAnswer,
    /// The nodes of its colliders.
    pub colliders: Vec<u32>,
}

/// The inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InertiaAnswer {
    /// The principal moments, kg·m²; `null` for infinite.
    pub diagonal: [Option<f32>; 3],
    /// The rotation from the principal axes to the node's: x, y, z, w.
    pub orientation: [f32; 4],
}

/// A trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriggerAnswer {
    /// The trigger node, which events name.
    pub node: u32,
    /// The nodes of its shapes.
    pub nodes: Vec<u32>,
    /// Its shapes.
    pub parts: Vec<ShapeInstanceAnswer>,
}

/// A physics material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MaterialAnswer {
    /// The static friction coefficient.
    pub static_friction: f32,
    /// The dynamic friction coefficient.
    pub dynamic_friction: f32,
    /// The coefficient of restitution.
    pub restitution: f32,
    /// `average`, `minimum`, `maximum` or `multiply`; `null` for the other material's.
    pub friction_combine: Option<&'static str>,
    /// As `friction_combine`.
    pub restitution_combine: Option<&'static str>,
}

/// A collision filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FilterAnswer {
    /// The systems of its collider.
    pub collision_systems: Vec<String>,
    /// The systems that it collides with; `null` for all.
    pub collide_with_systems: Option<Vec<String>>,
    /// The systems that it does not collide with.
    pub not_collide_with_systems: Vec<String>,
}

impl PhysicsAnswer {
    /// The physics of a model; `None` without any.
    pub fn new(model: &Model) -> Option<Self> {
        (!model.physics().is_empty()).then(|| Self::of(model))
    }

    /// The physics of a model, which may be empty.
    pub fn of(model: &Model) -> Self {
        let physics = model.physics();
        let number = |node: NodeId| model.hierarchy().index(node).0;
        let bodiless = physics.colliders().iter().filter(|collider| collider.shape_instance.body.is_none());
        let mut on_bodies: Vec<Vec<u32>> = vec![Vec::new(); physics.bodies().len()];
        for placed in physics.colliders().iter().map(|collider| &collider.shape_instance) {
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
            static_colliders: bodiless.map(|collider| number(collider.shape_instance.node)).collect(),
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
            joints: joint_answers(model),
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
            friction_combine: material.friction_combine.map(Combine::name),
            restitution_combine: material.restitution_combine.map(Combine::name),
        }
    }
}

/// The names of body kinds in answers.
pub fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    }
}
