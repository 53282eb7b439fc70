//! Centres of mass computed from colliders, in the node's space.
//!
//! A file has centres of mass in the node's space and in single precision. The computed centre is rounded there too, so
//! that a body moves alike to the last bit whether its file has the centre or leaves it to the colliders.

use glam::{Mat3A, Vec3};

use super::{Moments, body_from_node, body_moments, has_volume, without_rounding};
use crate::SimulationOptions;
use sinew_model::model::Model;
use sinew_motion::Pose;

/// Returns the centre of mass of each body in the space of its node; `None` if the node's scale is not invertible.
#[must_use]
pub fn centers_in_nodes(model: &Model) -> Vec<Option<Vec3>> {
    let rest = Pose::rest(model);
    // The centre of a volume does not depend on its density.
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
