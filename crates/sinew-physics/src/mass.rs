//! Mass, centre of mass and inertia of bodies.

mod center;
mod mesh;
mod moments;
mod solid;

use glam::{DVec3, Mat3A, Quat, Vec3};
use rapier3d::prelude::MassProperties;

use super::shape::hull_triangles;
use super::users::Users;
use sinew_model::math::principal_axes;
use sinew_model::model::Model;
use sinew_model::model::physics::{Body, BodyId, Inertia, Mass, Moment, Physics, Shape};
use sinew_motion::{ModelSpace, Pose};

pub use center::centers_in_nodes;
pub(super) use moments::Moments;

/// The mass properties of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyMassProperties {
    /// The body.
    pub body: BodyId,
    /// Kilograms; `None` for infinite mass.
    pub mass: Option<f32>,
    /// The centre of mass in the body's rigid frame (position and model rotation of its node), metres.
    pub center_of_mass: Vec3,
    /// The principal moments of inertia about the axes of `inertia_orientation`, kg·m²; `None` for an infinite moment.
    pub moments: [Option<f32>; 3],
    /// The rotation from the principal axes to the body's frame.
    pub inertia_orientation: Quat,
}

/// The moment of inertia of a body without volume, about every axis and for each kilogram, m².
const LONE_INERTIA: f64 = 1.0;

/// The mass of a body without volume if the file gives none, kilograms.
const LONE_MASS: f64 = 1.0;

/// Returns the mass properties of every body of a model. `density` (kg/m³) applies to colliders of bodies without an
/// authored mass.
///
/// ```
/// use sinew_document::{Document, NoResources};
/// use sinew_physics::mass_properties;
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#;
/// let (model, _) = sinew_model::Model::from_document(&Document::read(file, &NoResources)?);
/// assert!(mass_properties(&model, 1000.0).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mass_properties(model: &Model, density: f32) -> Vec<BodyMassProperties> {
    let rest = Pose::rest(model);
    let of_bodies = body_moments(model);
    let bodies = model.physics().bodies().iter().zip(&of_bodies).enumerate();
    bodies
        .map(|(index, (body, moments))| {
            let scale = body_from_node(body, rest.model_space());
            of_body(BodyId::at(index), body, moments, f64::from(density), &scale)
        })
        .collect()
}

/// The mass properties of one body of a model, with physics that may have other values than the model's.
pub(crate) fn mass_properties_of(
    model: &Model,
    physics: &Physics,
    id: BodyId,
    density: f32,
) -> Option<BodyMassProperties> {
    mass_properties_by(&Users::default(), model, physics, id, density)
}

/// As [`mass_properties_of`], for many bodies one after the other: the colliders of each are known.
pub(crate) fn mass_properties_by(
    users: &Users,
    model: &Model,
    physics: &Physics,
    id: BodyId,
    density: f32,
) -> Option<BodyMassProperties> {
    let body = physics.bodies().get(id.slot())?;
    let mut sum = Moments::NONE;
    for &collider in users.colliders_of_body(physics, id) {
        let placed = &physics.colliders().get(collider as usize)?.shape_instance;
        let part = shape_moments(physics.shapes().get(placed.shape.slot())?).transformed(&placed.owner_from_node);
        if part.volume.is_finite() && part.first.is_finite() && part.second.is_finite() {
            sum = sum.plus(&part);
        }
    }
    Some(of_body(id, body, &sum, f64::from(density), &users.rest_scale(model, physics, id)))
}

/// The moments of all colliders of each body, in its rigid frame.
fn body_moments(model: &Model) -> Vec<Moments> {
    let physics = model.physics();
    let of_shapes: Vec<Moments> = physics.shapes().iter().map(shape_moments).collect();
    let mut of_bodies = vec![Moments::NONE; physics.bodies().len()];
    for collider in physics.colliders() {
        let placed = &collider.shape_instance;
        let Some(sum) = placed.body.and_then(|body| of_bodies.get_mut(body.slot())) else { continue };
        let Some(moments) = of_shapes.get(placed.shape.slot()) else { continue };
        let part = moments.transformed(&placed.owner_from_node);
        if part.volume.is_finite() && part.first.is_finite() && part.second.is_finite() {
            *sum = sum.plus(&part);
        }
    }
    of_bodies
}

/// `body_from_node` is the remaining scale at rest from the body's node to its rigid frame.
fn of_body(id: BodyId, body: &Body, moments: &Moments, density: f64, body_from_node: &Mat3A) -> BodyMassProperties {
    let has_volume = has_volume(moments, density);
    let mass = match body.mass {
        Mass::Finite(mass) => Some(f64::from(mass)),
        Mass::Infinite => None,
        Mass::FromColliders if has_volume => Some(moments.volume * density),
        Mass::FromColliders => Some(LONE_MASS),
    };
    let center_of_mass = match body.center_of_mass {
        Some(center) => *body_from_node * center,
        None if has_volume => center::of_moments(moments, body_from_node),
        None => Vec3::ZERO,
    };
    let (moments, inertia_orientation) = match (body.inertia, mass) {
        (Inertia::Principal { moments, orientation }, _) => (moments.map(finite_moment), orientation),
        (Inertia::FromColliders, None) => ([None; 3], Quat::IDENTITY),
        (Inertia::FromColliders, Some(mass)) if has_volume => {
            let (moments, rotation) = principal_axes(&moments.inertia_of_unit_mass().as_mat3());
            (moments.to_array().map(|moment| Some((f64::from(moment) * mass) as f32)), rotation)
        }
        (Inertia::FromColliders, Some(mass)) => ([Some((mass * LONE_INERTIA) as f32); 3], Quat::IDENTITY),
    };
    BodyMassProperties { body: id, mass: mass.map(|mass| mass as f32), center_of_mass, moments, inertia_orientation }
}

fn has_volume(moments: &Moments, density: f64) -> bool {
    // A mass whose reciprocal overflows single precision would be infinite for the engine.
    let has_weight = ((moments.volume * density) as f32).recip().is_finite();
    moments.volume > 0.0 && moments.volume.is_finite() && has_weight
}

/// Rounds components of the centre of mass below a millionth of the radius of gyration to zero: they are rounding
/// errors of balanced colliders. A body with an authored centre at its origin then moves like one whose shapes put it
/// there.
fn without_rounding(center: DVec3, moments: &Moments) -> DVec3 {
    let inertia = moments.inertia_of_unit_mass();
    let gyration = (inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z).max(0.0).sqrt();
    let is_none = center.abs().cmple(DVec3::splat(1e-6 * gyration));
    DVec3::select(is_none, DVec3::ZERO, center)
}

fn finite_moment(moment: Moment) -> Option<f32> {
    match moment {
        Moment::Finite(moment) => Some(moment),
        Moment::Infinite => None,
    }
}

/// The remaining scale from a body's node to its rigid frame.
fn body_from_node(body: &Body, rest: &ModelSpace) -> Mat3A {
    rest.scale_in_rigid(body.node)
}

/// The moments of a shape, before its node's scale.
pub(super) fn shape_moments(shape: &Shape) -> Moments {
    match shape {
        Shape::Box { size } => solid::cuboid(*size),
        Shape::Sphere { radius } => solid::ball(*radius),
        Shape::Capsule { height, radius_bottom, radius_top } => solid::capsule(*height, *radius_bottom, *radius_top),
        Shape::Cylinder { height, radius_bottom, radius_top } => solid::cylinder(*height, *radius_bottom, *radius_top),
        Shape::Plane { .. } => Moments::NONE,
        Shape::TriangleMesh(mesh) if mesh::is_closed(&mesh.points, &mesh.triangles) => {
            mesh::enclosed(&mesh.points, &mesh.triangles)
        }
        // An open mesh encloses no volume; its convex hull does.
        Shape::TriangleMesh(mesh) | Shape::ConvexHull(mesh) => {
            let (points, triangles) = hull_triangles(&mesh.points).unwrap_or_default();
            mesh::enclosed(&points, &triangles)
        }
    }
}

impl BodyMassProperties {
    /// Converts to the engine's inverse values, with zero for infinite ones.
    pub(super) fn to_engine(self) -> MassProperties {
        let inverse = |value: f32| {
            let inverse = 1.0 / value;
            if inverse.is_finite() && inverse > 0.0 { inverse } else { 0.0 }
        };
        MassProperties {
            local_com: self.center_of_mass,
            inv_mass: self.mass.map_or(0.0, inverse),
            inv_principal_inertia: Vec3::from(self.moments.map(|moment| moment.map_or(0.0, inverse))),
            principal_inertia_local_frame: self.inertia_orientation,
        }
    }
}
