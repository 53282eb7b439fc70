//! The properties of the parts of physics, by name.

/// Which extension makes a node a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodyDialect {
    /// `KHR_physics_rigid_bodies`, `KHR_implicit_shapes`.
    Khr,
    /// `OMI_physics_body`, `OMI_physics_joint`, `OMI_physics_shape`.
    Omi,
}

/// A property of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text")]
pub enum MotionField {
    IsKinematic,
    Mass,
    CenterOfMass,
    InertiaDiagonal,
    InertiaOrientation,
    LinearVelocity,
    AngularVelocity,
    GravityFactor,
}

/// A property of a physics material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text")]
pub enum MaterialField {
    StaticFriction,
    DynamicFriction,
    Restitution,
}

/// A property of a joint's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text")]
pub enum LimitField {
    Min,
    Max,
    Stiffness,
    Damping,
}

/// A property of a joint's drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text")]
pub enum DriveField {
    MaxForce,
    PositionTarget,
    VelocityTarget,
    Stiffness,
    Damping,
}

/// A size of a shape. Those of one kind are undefined for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text, behind the kind of shape")]
pub enum ShapeField {
    BoxSize,
    SphereRadius,
    CapsuleHeight,
    CapsuleRadiusBottom,
    CapsuleRadiusTop,
    CylinderHeight,
    CylinderRadiusBottom,
    CylinderRadiusTop,
    PlaneSizeX,
    PlaneSizeZ,
}

/// An angle of the look-at direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GazeField {
    /// Degrees to the left.
    Yaw,
    /// Degrees down.
    Pitch,
}

/// A part of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the text")]
pub enum TransformField {
    Translation,
    Rotation,
    Scale,
}
