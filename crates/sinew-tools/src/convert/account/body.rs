//! Bodies of nodes.

use glam::{Quat, Vec3};
use sinew_document::Value;

use super::super::Loss;
use super::super::motion::tensor;
use super::{Account, Holds, held};
use sinew_model::model::NodeId;
use sinew_model::model::physics::{Body, BodyKind, Inertia, Mass, Moment};

/// The extension and revision of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// `motion` of `KHR_physics_rigid_bodies`.
    Khr,
    /// `motion` of `OMI_physics_body`.
    Omi,
    /// `OMI_physics_body` with a type.
    Typed,
}

/// The defaults of OMI's specification for a static body.
fn still(node: NodeId) -> Body {
    Body {
        node,
        kind: BodyKind::Static,
        mass: Mass::Finite(1.0),
        center_of_mass: Some(Vec3::ZERO),
        inertia: Inertia::FromColliders,
        linear_velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        gravity_factor: 1.0,
    }
}

impl Account<'_> {
    pub(super) fn motion(&mut self, node: NodeId, value: Value<'_>, revision: Revision) {
        let is_trigger =
            revision == Revision::Typed && value.get("type").is_some_and(|kind| held::word(kind, &["trigger"]));
        if is_trigger && self.parts.triggers.contains_key(&node) {
            return self.properties(value, &still(node), "trigger", revision);
        }
        let Some(&body) = self.parts.bodies.get(&node) else {
            return self.gone(value, "motion");
        };
        match body.kind {
            // Only its type is written; default values are not lost.
            BodyKind::Static => self.properties(value, &still(node), "static", revision),
            BodyKind::Kinematic => self.properties(value, body, "kinematic", revision),
            BodyKind::Dynamic => self.properties(value, body, "dynamic", revision),
        }
    }

    fn properties(&mut self, value: Value<'_>, body: &Body, kind: &str, revision: Revision) {
        let is_kinematic = |value: Value<'_>| held::flag(value, body.kind == BodyKind::Kinematic);
        // Only the earlier revision has characters and vehicles.
        let is_type = |value: Value<'_>| {
            let more = revision == Revision::Typed && held::word(value, &["character", "vehicle"]);
            more || held::word(
                value,
                if kind == "dynamic" { &["dynamic", "rigid"] } else { std::slice::from_ref(&kind) },
            )
        };
        let is_mass = |value: Value<'_>| match body.mass {
            Mass::FromColliders => false,
            Mass::Finite(mass) => held::number(value, mass),
            Mass::Infinite => held::number(value, 0.0),
        };
        let is_center =
            |value: Value<'_>| body.center_of_mass.is_some_and(|center| held::numbers(value, &center.to_array()));
        let is_diagonal = |value: Value<'_>| match body.inertia {
            Inertia::Principal { moments, .. } => held::numbers(value, &moments.map(moment)),
            // All zero is OMI's value for the inertia of the shapes.
            Inertia::FromColliders => revision == Revision::Omi && held::numbers(value, &[0.0; 3]),
        };
        let is_orientation = |value: Value<'_>| match body.inertia {
            Inertia::Principal { orientation, .. } => held::rotation(value, orientation),
            Inertia::FromColliders => held::rotation(value, Quat::IDENTITY),
        };
        let is_tensor = |value: Value<'_>| match tensor(&body.inertia) {
            Some(tensor) => held::near_numbers(value, &tensor),
            None => held::numbers(value, &[0.0; 9]),
        };
        let is_linear = |value: Value<'_>| held::numbers(value, &body.linear_velocity.to_array());
        let is_angular = |value: Value<'_>| held::numbers(value, &body.angular_velocity.to_array());
        let is_factor = |value: Value<'_>| held::number(value, body.gravity_factor);
        let mut known: Vec<(&str, Holds<'_>)> =
            vec![("mass", &is_mass), ("linearVelocity", &is_linear), ("angularVelocity", &is_angular)];
        match revision {
            Revision::Khr => known.push(("isKinematic", &is_kinematic)),
            Revision::Omi | Revision::Typed => known.push(("type", &is_type)),
        }
        if revision == Revision::Typed {
            known.push(("inertiaTensor", &is_tensor));
        } else {
            known.extend([
                ("centerOfMass", &is_center as Holds<'_>),
                ("inertiaDiagonal", &is_diagonal),
                ("inertiaOrientation", &is_orientation),
                ("gravityFactor", &is_factor),
            ]);
        }
        self.object(value, "motion", &known);
        if revision == Revision::Typed
            && let Some(word) = value.get("type").filter(|word| held::word(*word, &["character", "vehicle"]))
        {
            let becomes = if kind == "dynamic" { "rigid" } else { kind };
            self.losses.push(Loss::text(word, "motion.type").becoming(format!("\"{becomes}\"")));
        }
    }
}

/// Zero means infinite.
fn moment(moment: Moment) -> f32 {
    match moment {
        Moment::Finite(moment) => moment,
        Moment::Infinite => 0.0,
    }
}
