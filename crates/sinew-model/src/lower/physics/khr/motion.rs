//! Motions: what makes a node a body (`KHR_physics_rigid_bodies`, Motions).

use glam::{Quat, Vec3};
use sinew_document::extension::khr_physics_rigid_bodies::RawMotion;
use sinew_document::{Diagnostics, FromJson, Value};

use super::super::range::{Resistance, resistance};
use crate::lower::hierarchy::unit_rotation;
use crate::model::NodeId;
use crate::model::physics::{Body, BodyKind, Inertia, Mass, Moment};

pub(super) fn lower(node: NodeId, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Body> {
    let table = RawMotion::from_json(value, diagnostics)?;
    Some(Body {
        node,
        kind: if table.is_kinematic { BodyKind::Kinematic } else { BodyKind::Dynamic },
        mass: mass(&table, value, diagnostics),
        center_of_mass: table.center_of_mass.map(Vec3::from),
        inertia: inertia(&table, value, diagnostics),
        linear_velocity: table.linear_velocity.into(),
        angular_velocity: table.angular_velocity.into(),
        gravity_factor: table.gravity_factor,
    })
}

fn mass(table: &RawMotion, value: Value<'_>, diagnostics: &mut Diagnostics) -> Mass {
    let at = value.get("mass").unwrap_or(value);
    match table.mass.and_then(|mass| resistance(mass, at, diagnostics)) {
        None => Mass::FromColliders,
        Some(Resistance::Finite(mass)) => Mass::Finite(mass),
        Some(Resistance::Infinite) => Mass::Infinite,
    }
}

/// The inertia R·D·Rᵀ; one moment that cannot be used leaves nothing of the three.
fn inertia(table: &RawMotion, value: Value<'_>, diagnostics: &mut Diagnostics) -> Inertia {
    let orientation = table.inertia_orientation.map_or(Quat::IDENTITY, |orientation| {
        let at = || value.get("inertiaOrientation").unwrap_or(value);
        unit_rotation(Quat::from_array(orientation), at, diagnostics)
    });
    let Some(diagonal) = table.inertia_diagonal else { return Inertia::FromColliders };
    let mut moments = [Moment::Infinite; 3];
    let mut is_usable = true;
    for (place, number) in diagonal.into_iter().enumerate() {
        let at = value.get("inertiaDiagonal").and_then(|list| list.element(place)).unwrap_or(value);
        match resistance(number, at, diagnostics) {
            Some(Resistance::Finite(moment)) => moments[place] = Moment::Finite(moment),
            Some(Resistance::Infinite) => {}
            None => is_usable = false,
        }
    }
    if is_usable { Inertia::Principal { moments, orientation } } else { Inertia::FromColliders }
}
