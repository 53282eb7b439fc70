//! Centres of mass that are left to the colliders, in the space where a file would write them.
//!
//! A file has them in the node's space and in single precision. The centre of colliders goes through that space as well, so that
//! a body moves alike to the last bit whether its file leaves it to them or says it.

use glam::{Mat3A, Vec3};

use super::{Moments, body_from_node, body_moments, has_volume, without_rounding};
use crate::SimulationOptions;
use sinew_model::model::Model;
use sinew_motion::Pose;

/// The centre of mass of each body in the space of its node; `None` where the scale of the node leaves no such place.
#[must_use]
pub fn centers_in_nodes(model: &Model) -> Vec<Option<Vec3>> {
    let rest = Pose::rest(model);
    // Where the volume is does not depend on how dense it is.
    let density = f64::from(SimulationOptions::default().density);
    let moments = body_moments(model);
    let bodies = model.physics().bodies().iter().zip(&moments);
    let in_node = bodies.map(|(body, moments)| match body.center_of_mass {
        Some(center) => Some(center),
        None if has_volume(moments, density) => in_node(moments, &body_from_node(body, rest.model_space())),
        None => Some(Vec3::ZERO),
    });
    in_node.collect()
}

/// The centre of mass in the body's rigid frame.
pub(super) fn of_moments(moments: &Moments, body_from_node: &Mat3A) -> Vec3 {
    let plain = || without_rounding(moments.center(), moments).as_vec3();
    in_node(moments, body_from_node).map_or_else(plain, |center| *body_from_node * center)
}

fn in_node(moments: &Moments, body_from_node: &Mat3A) -> Option<Vec3> {
    let center = body_from_node.inverse() * without_rounding(moments.center(), moments).as_vec3();
    let is_back = (*body_from_node * center).is_finite();
    (center.is_finite() && is_back).then_some(center)
}
