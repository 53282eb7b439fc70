//! Bodies of both revisions.

use glam::{Mat3, Quat, Vec3};
use sinew_document::extension::omi_physics_body::{BodyType, MotionType, RawMotion, RawTypedBody};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::AuthoredBody;
use super::super::range::{Resistance, resistance};
use crate::lower::hierarchy::unit_rotation;
use crate::math::principal_axes;
use crate::model::NodeId;
use crate::model::physics::{Body, BodyKind, Inertia, Mass, Moment};

/// How far from symmetric a tensor may be, in parts of its largest entry: six printed digits.
const ASYMMETRY: f32 = 1e-5;

/// The earlier revision. A trigger is no body.
pub(super) fn typed<'json>(
    node: NodeId,
    table: &RawTypedBody,
    value: Value<'json>,
    diagnostics: &mut Diagnostics,
) -> Option<AuthoredBody<'json>> {
    let kind = match table.kind {
        BodyType::Static => BodyKind::Static,
        BodyType::Kinematic | BodyType::Character => BodyKind::Kinematic,
        BodyType::Rigid | BodyType::Vehicle => BodyKind::Dynamic,
        BodyType::Trigger => return None,
    };
    if kind == BodyKind::Static {
        return Some(AuthoredBody { body: standing(node), value });
    }
    let body = Body {
        node,
        kind,
        mass: mass(table.mass, value, diagnostics),
        // The text has no word for it.
        center_of_mass: None,
        inertia: tensor(&table.inertia_tensor, value, diagnostics),
        linear_velocity: Vec3::from(table.linear_velocity),
        angular_velocity: Vec3::from(table.angular_velocity),
        gravity_factor: 1.0,
    };
    Some(AuthoredBody { body, value })
}

/// The later revision.
pub(super) fn motion<'json>(
    node: NodeId,
    value: Value<'json>,
    diagnostics: &mut Diagnostics,
) -> Option<AuthoredBody<'json>> {
    let table = RawMotion::from_json(value, diagnostics)?;
    let kind = match table.kind {
        MotionType::Static => return Some(AuthoredBody { body: standing(node), value }),
        MotionType::Kinematic => BodyKind::Kinematic,
        MotionType::Dynamic => BodyKind::Dynamic,
    };
    let body = Body {
        node,
        kind,
        mass: mass(table.mass, value, diagnostics),
        // "If not specified, the default value is zero": the node, and not the centre of the shapes.
        center_of_mass: Some(Vec3::from(table.center_of_mass)),
        inertia: diagonal(&table, value, diagnostics),
        linear_velocity: Vec3::from(table.linear_velocity),
        angular_velocity: Vec3::from(table.angular_velocity),
        gravity_factor: table.gravity_factor,
    };
    Some(AuthoredBody { body, value })
}

/// What does not move has no use for the rest ("in which case the mass can be ignored").
fn standing(node: NodeId) -> Body {
    Body {
        node,
        kind: BodyKind::Static,
        mass: Mass::Infinite,
        center_of_mass: None,
        inertia: Inertia::FromColliders,
        linear_velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        gravity_factor: 1.0,
    }
}

/// One kilogram where the file says nothing, or nothing that can be used.
fn mass(kilograms: f32, value: Value<'_>, diagnostics: &mut Diagnostics) -> Mass {
    match resistance(kilograms, value.get("mass").unwrap_or(value), diagnostics) {
        Some(Resistance::Finite(kilograms)) => Mass::Finite(kilograms),
        Some(Resistance::Infinite) => Mass::Infinite,
        None => Mass::Finite(1.0),
    }
}

/// `inertiaDiagonal` and `inertiaOrientation`: all zero is "not specified", one zero means infinite inertia about
/// that axis, as in KHR_physics_rigid_bodies.
fn diagonal(table: &RawMotion, value: Value<'_>, diagnostics: &mut Diagnostics) -> Inertia {
    if Vec3::from(table.inertia_diagonal) == Vec3::ZERO {
        return Inertia::FromColliders;
    }
    let at = value.get("inertiaDiagonal").unwrap_or(value);
    let mut moments = [Moment::Infinite; 3];
    for (moment, number) in moments.iter_mut().zip(table.inertia_diagonal) {
        match resistance(number, at, diagnostics) {
            Some(Resistance::Finite(number)) => *moment = Moment::Finite(number),
            Some(Resistance::Infinite) => {}
            None => return Inertia::FromColliders,
        }
    }
    let at = || value.get("inertiaOrientation").unwrap_or(value);
    let orientation = unit_rotation(Quat::from_array(table.inertia_orientation), at, diagnostics);
    Inertia::Principal { moments, orientation }
}

/// `inertiaTensor`: all zero is "not specified". It is symmetric, so row-major and column-major are the same.
fn tensor(numbers: &[f32; 9], value: Value<'_>, diagnostics: &mut Diagnostics) -> Inertia {
    let size = numbers.iter().fold(0.0_f32, |size, number| size.max(number.abs()));
    if size == 0.0 {
        return Inertia::FromColliders;
    }
    let matrix = Mat3::from_cols_array(numbers);
    let difference = (matrix - matrix.transpose()).to_cols_array();
    let asymmetry = difference.iter().fold(0.0_f32, |asymmetry, number| asymmetry.max(number.abs()));
    let refuse = |why: &str, diagnostics: &mut Diagnostics| {
        let message = format!("the inertia tensor is not {why}; that of the shapes is used");
        diagnostics.report(Code::OMI_INERTIA_TENSOR, value.get("inertiaTensor").unwrap_or(value), message);
        Inertia::FromColliders
    };
    if asymmetry > ASYMMETRY * size {
        return refuse("symmetric", diagnostics);
    }
    let (moments, orientation) = principal_axes(&matrix);
    if !moments.to_array().iter().all(|moment| *moment > 0.0 && moment.recip().is_finite()) {
        return refuse("positive", diagnostics);
    }
    Inertia::Principal { moments: moments.to_array().map(Moment::Finite), orientation }
}
