//! Bodies, in each dialect.

use glam::{Mat3, Quat, Vec3};
use serde_json::{Map, Value};

use super::Dialect;
use super::writing::{numbers, single, vector};
use sinew_model::model::physics::{Body, BodyKind, Inertia, Mass, Moment};

/// The `motion` of a node; `None` for a static body if the dialect has none. `center` is the
/// centre of mass, authored or computed.
pub(super) fn motion(body: &Body, center: Option<Vec3>, to: Dialect) -> Option<Value> {
    let mut motion = Map::new();
    let mut put = |key: &str, value: Value| motion.insert(key.to_owned(), value);
    if to == Dialect::Omi {
        let kind = match body.kind {
            BodyKind::Static => "static",
            BodyKind::Kinematic => "kinematic",
            BodyKind::Dynamic => "dynamic",
        };
        put("type", kind.into());
        if body.kind == BodyKind::Static {
            return Some(motion.into());
        }
    } else if body.kind == BodyKind::Static {
        return None;
    } else if body.kind == BodyKind::Kinematic {
        put("isKinematic", true.into());
    }
    if let Some(mass) = mass(body.mass) {
        put("mass", mass);
    }
    // OMI has no value for the colliders' centre of mass: the default is the node's origin.
    let computed = center.filter(|center| to == Dialect::Omi && *center != Vec3::ZERO);
    if let Some(center) = body.center_of_mass.or(computed) {
        put("centerOfMass", vector(center));
    }
    if let Inertia::Principal { moments, orientation } = body.inertia {
        put("inertiaDiagonal", numbers(&moments.map(moment)));
        if orientation != Quat::IDENTITY {
            put("inertiaOrientation", numbers(&orientation.to_array()));
        }
    }
    for (key, velocity) in [("linearVelocity", body.linear_velocity), ("angularVelocity", body.angular_velocity)] {
        if velocity != Vec3::ZERO {
            put(key, vector(velocity));
        }
    }
    if body.gravity_factor.to_bits() != 1.0_f32.to_bits() {
        put("gravityFactor", single(body.gravity_factor));
    }
    Some(motion.into())
}

/// The properties of a body of a type (`OMI_physics_body`, earlier revision).
pub(super) fn typed(body: &Body) -> Vec<(&'static str, Value)> {
    let kind = match body.kind {
        BodyKind::Static => return vec![("type", "static".into())],
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "rigid",
    };
    let mut properties = vec![("type", kind.into())];
    properties.extend(mass(body.mass).map(|mass| ("mass", mass)));
    for (key, velocity) in [("linearVelocity", body.linear_velocity), ("angularVelocity", body.angular_velocity)] {
        if velocity != Vec3::ZERO {
            properties.push((key, vector(velocity)));
        }
    }
    properties.extend(tensor(&body.inertia).map(|tensor| ("inertiaTensor", numbers(&tensor))));
    properties
}

/// Kilograms; 0 for infinite mass. Absent for the mass of the colliders.
fn mass(mass: Mass) -> Option<Value> {
    match mass {
        Mass::FromColliders => None,
        Mass::Finite(mass) => Some(single(mass)),
        Mass::Infinite => Some(single(0.0)),
    }
}

fn moment(moment: Moment) -> f32 {
    match moment {
        Moment::Finite(moment) => moment,
        Moment::Infinite => 0.0,
    }
}

/// R·D·Rᵀ. A tensor cannot express infinite inertia.
pub(super) fn tensor(inertia: &Inertia) -> Option<[f32; 9]> {
    let Inertia::Principal { moments, orientation } = *inertia else { return None };
    if moments.contains(&Moment::Infinite) {
        return None;
    }
    let rotation = Mat3::from_quat(orientation);
    let matrix = rotation * Mat3::from_diagonal(Vec3::from_array(moments.map(moment))) * rotation.transpose();
    // The products round differently on either side of the diagonal.
    Some((0.5 * (matrix + matrix.transpose())).to_cols_array())
}
