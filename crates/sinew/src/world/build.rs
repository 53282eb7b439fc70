//! Bodies and joints that code adds to an instance.

mod joint;

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use sinew_document::NodeIndex;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{Body, BodyKind, CollisionFilter, Inertia, Mass, Material, Moment, Shape};

use super::error::WorldError;

pub use joint::{DriveBuilder, JointBuilder, JointTo, LimitBuilder, RecordedJointTo};

/// A body to be added to a node of an instance, with what `KHR_physics_rigid_bodies` says of a motion. As JSON it has the names of
/// that text.
///
/// ```
/// use sinew::BodyBuilder;
/// use sinew::glam::Vec3;
/// use sinew::model::physics::{Material, Shape};
///
/// let ice = Material { static_friction: 0.0, dynamic_friction: 0.0, ..Material::default() };
/// let crate_of_ice = BodyBuilder::dynamic()
///     .with_mass(2.0)
///     .with_collider(Shape::Box { size: Vec3::ONE }, Some(ice))
///     .with_linear_velocity(Vec3::X);
/// # let _ = crate_of_ice;
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct BodyBuilder {
    kind: BodyKind,
    mass: Option<f32>,
    center_of_mass: Option<[f32; 3]>,
    inertia_diagonal: Option<[f32; 3]>,
    inertia_orientation: Option<[f32; 4]>,
    linear_velocity: [f32; 3],
    angular_velocity: [f32; 3],
    gravity_factor: f32,
    colliders: Vec<ColliderBuilder>,
}

/// A collider of a body to be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ColliderBuilder {
    shape: Shape,
    /// Below the body's node; the file's index.
    #[serde(default)]
    node: Option<u32>,
    #[serde(default)]
    material: Option<Material>,
    #[serde(default)]
    filter: Option<CollisionFilter>,
}

impl Default for BodyBuilder {
    fn default() -> Self {
        Self::dynamic()
    }
}

impl BodyBuilder {
    /// A body that forces move. Its mass follows from its colliders.
    #[must_use]
    pub fn dynamic() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            mass: None,
            center_of_mass: None,
            inertia_diagonal: None,
            inertia_orientation: None,
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            gravity_factor: 1.0,
            colliders: Vec::new(),
        }
    }

    /// A body that moves at its own velocity, which forces do not change.
    #[must_use]
    pub fn kinematic() -> Self {
        Self { kind: BodyKind::Kinematic, ..Self::dynamic() }
    }

    /// A body that moves only with its node.
    #[must_use]
    pub fn fixed() -> Self {
        Self { kind: BodyKind::Static, ..Self::dynamic() }
    }

    /// Sets the mass, kg; 0 is infinite.
    #[must_use]
    pub fn with_mass(self, mass: f32) -> Self {
        Self { mass: Some(mass), ..self }
    }

    /// Sets the centre of mass, in the node's space.
    #[must_use]
    pub fn with_center_of_mass(self, center: Vec3) -> Self {
        Self { center_of_mass: Some(center.to_array()), ..self }
    }

    /// Sets the principal moments of inertia, kg·m², and the rotation from their axes to the node's; 0 is infinite.
    #[must_use]
    pub fn with_inertia(self, diagonal: Vec3, orientation: Quat) -> Self {
        let (inertia_diagonal, inertia_orientation) = (Some(diagonal.to_array()), Some(orientation.to_array()));
        Self { inertia_diagonal, inertia_orientation, ..self }
    }

    /// Sets the velocity that it starts with, m/s along the node's axes.
    #[must_use]
    pub fn with_linear_velocity(self, velocity: Vec3) -> Self {
        Self { linear_velocity: velocity.to_array(), ..self }
    }

    /// Sets the angular velocity that it starts with, rad/s about the node's axes.
    #[must_use]
    pub fn with_angular_velocity(self, velocity: Vec3) -> Self {
        Self { angular_velocity: velocity.to_array(), ..self }
    }

    /// Sets the factor on gravity.
    #[must_use]
    pub fn with_gravity_factor(self, factor: f32) -> Self {
        Self { gravity_factor: factor, ..self }
    }

    /// Adds a collider at the body's node.
    #[must_use]
    pub fn with_collider(self, shape: Shape, material: impl Into<Option<Material>>) -> Self {
        self.with(ColliderBuilder { material: material.into(), ..ColliderBuilder::new(shape) })
    }

    /// Adds a collider.
    #[must_use]
    pub fn with(mut self, collider: ColliderBuilder) -> Self {
        self.colliders.push(collider);
        self
    }

    pub(in crate::world) fn colliders(&self) -> &[ColliderBuilder] {
        &self.colliders
    }

    /// The body as a model has it.
    pub(in crate::world) fn body(&self, node: NodeId) -> Result<Body, WorldError> {
        let mass = match self.mass {
            None => Mass::FromColliders,
            Some(mass) => {
                let mass = reciprocal("mass", mass)?;
                if mass > 0.0 { Mass::Finite(mass) } else { Mass::Infinite }
            }
        };
        if let Some(center) = self.center_of_mass {
            finite("centerOfMass", &center)?;
            let far = center.iter().find(|number| number.abs() > Shape::FARTHEST);
            far.map_or(Ok(()), |far| invalid("centerOfMass", &format!("must be within {} m", Shape::FARTHEST), *far))?;
        }
        let inertia = match (self.inertia_diagonal, self.inertia_orientation) {
            (None, None) => Inertia::FromColliders,
            (None, Some(_)) => {
                return Err(WorldError::InvalidPart("inertiaOrientation: there is no `inertiaDiagonal`".to_owned()));
            }
            (Some(diagonal), orientation) => {
                let orientation = orientation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
                finite("inertiaOrientation", &orientation)?;
                let rotation = Quat::from_array(orientation);
                if (rotation.length() - 1.0).abs() > 1e-3 {
                    return invalid("inertiaOrientation", "must have the length 1", rotation.length());
                }
                let mut moments = [Moment::Infinite; 3];
                for (moment, number) in moments.iter_mut().zip(diagonal) {
                    let number = reciprocal("inertiaDiagonal", number)?;
                    *moment = if number > 0.0 { Moment::Finite(number) } else { Moment::Infinite };
                }
                Inertia::Principal { moments, orientation: rotation.normalize() }
            }
        };
        finite("linearVelocity", &self.linear_velocity)?;
        finite("angularVelocity", &self.angular_velocity)?;
        finite("gravityFactor", &[self.gravity_factor])?;
        Ok(Body {
            node,
            kind: self.kind,
            mass,
            center_of_mass: self.center_of_mass.map(Vec3::from_array),
            inertia,
            linear_velocity: Vec3::from_array(self.linear_velocity),
            angular_velocity: Vec3::from_array(self.angular_velocity),
            gravity_factor: self.gravity_factor,
        })
    }
}

impl ColliderBuilder {
    /// A collider at the body's node, that collides with everything.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self { shape, node: None, material: None, filter: None }
    }

    /// Puts it on a node below the body's, by the file's index.
    #[must_use]
    pub fn on(self, node: NodeIndex) -> Self {
        Self { node: Some(node.0), ..self }
    }

    /// Sets the material.
    #[must_use]
    pub fn with_material(self, material: Material) -> Self {
        Self { material: Some(material), ..self }
    }

    /// Sets the collision filter.
    #[must_use]
    pub fn with_filter(self, filter: CollisionFilter) -> Self {
        Self { filter: Some(filter), ..self }
    }

    pub(in crate::world) fn node(&self) -> Option<NodeIndex> {
        self.node.map(NodeIndex)
    }

    /// The shape, the material and the filter, checked.
    pub(in crate::world) fn parts(&self) -> Result<(Shape, Option<Material>, Option<CollisionFilter>), WorldError> {
        check_shape(&self.shape)?;
        if let Some(material) = &self.material {
            at_least("staticFriction", material.static_friction, 0.0)?;
            at_least("dynamicFriction", material.dynamic_friction, 0.0)?;
            at_least("restitution", material.restitution, 0.0)?;
            if material.restitution > 1.0 {
                return invalid("restitution", "must be at most 1", material.restitution);
            }
        }
        if let Some(filter) = &self.filter {
            check_filter(filter)?;
        }
        Ok((self.shape.clone(), self.material, self.filter.clone()))
    }
}

/// A filter has the systems that it collides with or those that it does not, as in `KHR_physics_rigid_bodies`.
pub(in crate::world) fn check_filter(filter: &CollisionFilter) -> Result<(), WorldError> {
    if filter.collide_with.is_some() && !filter.not_collide_with.is_empty() {
        let why = "a filter has `collideWithSystems` or `notCollideWithSystems`, and not both";
        return Err(WorldError::InvalidPart(why.to_owned()));
    }
    Ok(())
}

fn check_shape(shape: &Shape) -> Result<(), WorldError> {
    let above = |name: &str, number: f32| {
        finite(name, &[number])?;
        if number > 0.0 { Ok(()) } else { invalid(name, "must be above 0", number) }
    };
    let round = |name: &str, [height, bottom, top]: [f32; 3]| {
        at_least(&format!("{name}.height"), height, 0.0)?;
        at_least(&format!("{name}.radiusBottom"), bottom, 0.0)?;
        at_least(&format!("{name}.radiusTop"), top, 0.0)?;
        above(&format!("{name}.radiusTop or {name}.radiusBottom"), bottom.max(top))
    };
    match shape {
        Shape::Box { size } => {
            for number in size.to_array() {
                at_least("box.size", number, 0.0)?;
            }
            let flat = size.to_array().iter().filter(|number| **number == 0.0).count();
            if flat > 1 {
                return invalid("box.size", "may be 0 along one axis at most", 0.0);
            }
        }
        Shape::Sphere { radius } => above("sphere.radius", *radius)?,
        Shape::Capsule { height, radius_bottom, radius_top } => {
            round("capsule", [*height, *radius_bottom, *radius_top])?;
        }
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            above("cylinder.height", *height)?;
            round("cylinder", [*height, *radius_bottom, *radius_top])?;
        }
        Shape::Plane { size_x, size_z, .. } => {
            size_x.map_or(Ok(()), |size| above("plane.sizeX", size))?;
            size_z.map_or(Ok(()), |size| above("plane.sizeZ", size))?;
        }
        Shape::ConvexHull(mesh) | Shape::TriangleMesh(mesh) => {
            for point in &mesh.points {
                finite("points", &point.to_array())?;
            }
            let outside = mesh.triangles.iter().flatten().find(|place| **place as usize >= mesh.points.len());
            if let Some(outside) = outside {
                let why = format!("triangles: there is no point {outside}");
                return Err(WorldError::InvalidPart(why));
            }
            if mesh.points.len() < 3 || (matches!(shape, Shape::TriangleMesh(_)) && mesh.triangles.is_empty()) {
                return Err(WorldError::InvalidPart("points: there are too few for a shape".to_owned()));
            }
        }
    }
    if shape.reach() > Shape::FARTHEST {
        return invalid("shape", &format!("must reach at most {} m", Shape::FARTHEST), shape.reach());
    }
    Ok(())
}

fn invalid<T>(name: &str, rule: &str, found: f32) -> Result<T, WorldError> {
    Err(WorldError::InvalidPart(format!("{name} {rule}, and is {found}")))
}

fn finite(name: &str, numbers: &[f32]) -> Result<(), WorldError> {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => invalid(name, "must be finite", *number),
        None => Ok(()),
    }
}

fn at_least(name: &str, number: f32, least: f32) -> Result<(), WorldError> {
    finite(name, &[number])?;
    if number < least { invalid(name, &format!("must be at least {least}"), number) } else { Ok(()) }
}

/// A mass or a moment: at least 0, which is infinite, with a finite reciprocal.
fn reciprocal(name: &str, number: f32) -> Result<f32, WorldError> {
    at_least(name, number, 0.0)?;
    if number > 0.0 && !number.recip().is_finite() {
        return invalid(name, "must be 0 (infinite) or have a finite reciprocal", number);
    }
    Ok(number)
}
