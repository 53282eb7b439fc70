//! Joints that code adds.

use serde::{Deserialize, Serialize};
use sinew_document::NodeIndex;
use sinew_model::math::Axis;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{DofKind, DriveMode, JointDescription, JointDrive, JointLimit, LimitAxes};
use sinew_motion::InstanceId;

use super::{at_least, finite, invalid};
use crate::world::World;
use crate::world::error::WorldError;

/// A joint to be added to a node of an instance, with what `KHR_physics_rigid_bodies` says of one. As JSON it has the names of that
/// text. Frame a is the node; frame b another node, of the same instance or of any other.
///
/// ```
/// use sinew::{JointBuilder, JointTo};
/// use sinew::model::physics::DofKind;
/// use sinew::math::Axis;
///
/// // A hinge about x, within a quarter of a turn.
/// let hinge = JointBuilder::new()
///     .with_lock(DofKind::Linear, Axis::ALL)
///     .with_lock(DofKind::Angular, [Axis::Y, Axis::Z])
///     .with_range(DofKind::Angular, Axis::X, 0.0, 1.57);
/// # let _ = hinge;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct JointBuilder {
    limits: Vec<LimitBuilder>,
    drives: Vec<DriveBuilder>,
    enable_collision: bool,
}

/// A limit: along or about which axes, together, and where it ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct LimitBuilder {
    /// 0, 1, 2 for x, y, z; either these or the angular ones.
    pub linear_axes: Vec<u32>,
    /// 0, 1, 2 for x, y, z.
    pub angular_axes: Vec<u32>,
    /// Metres or radians; `None` for no lower end.
    pub min: Option<f32>,
    /// Metres or radians; `None` for no upper end.
    pub max: Option<f32>,
    /// Of the spring outside the range; `None` for a hard limit.
    pub stiffness: Option<f32>,
    /// Outside the range.
    pub damping: f32,
}

/// A drive along or about one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct DriveBuilder {
    /// Linear or angular.
    #[serde(rename = "type")]
    pub kind: DofKind,
    /// Whether the law gives a force or an acceleration.
    #[serde(default = "force")]
    pub mode: DriveMode,
    /// 0, 1, 2 for x, y, z.
    pub axis: u32,
    /// N or N·m; `None` for no limit.
    #[serde(default)]
    pub max_force: Option<f32>,
    /// Metres or radians; `None` for no spring.
    #[serde(default)]
    pub position_target: Option<f32>,
    /// m/s or rad/s.
    #[serde(default)]
    pub velocity_target: Option<f32>,
    /// N/m or N·m/rad.
    #[serde(default)]
    pub stiffness: f32,
    /// N·s/m or N·m·s/rad.
    #[serde(default)]
    pub damping: f32,
}

fn force() -> DriveMode {
    DriveMode::Force
}

impl DriveBuilder {
    /// A drive of no force yet.
    #[must_use]
    pub fn new(kind: DofKind, axis: Axis) -> Self {
        Self {
            kind,
            mode: DriveMode::Force,
            axis: axis.index() as u32,
            max_force: None,
            position_target: None,
            velocity_target: None,
            stiffness: 0.0,
            damping: 0.0,
        }
    }

    /// Sets the target of its spring, the stiffness and the damping.
    #[must_use]
    pub fn with_target(self, position: f32, stiffness: f32, damping: f32) -> Self {
        Self { position_target: Some(position), stiffness, damping, ..self }
    }

    /// Sets the velocity that its damper has it move with.
    #[must_use]
    pub fn with_velocity(self, velocity: f32, damping: f32) -> Self {
        Self { velocity_target: Some(velocity), damping, ..self }
    }

    /// Sets the largest force or torque.
    #[must_use]
    pub fn with_max_force(self, force: f32) -> Self {
        Self { max_force: Some(force), ..self }
    }
}

/// What a joint connects its node to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointTo {
    /// The frame of a node, as in files: frame b is where the node is.
    Node(InstanceId, NodeId),
    /// The body that a node moves with, as it is: frame b is where frame a is now.
    Held(InstanceId, NodeId),
}

impl JointTo {
    pub(in crate::world) fn node(self) -> (InstanceId, NodeId) {
        match self {
            Self::Node(instance, node) | Self::Held(instance, node) => (instance, node),
        }
    }
}

/// A [`JointTo`] of an input: instances are counted in the order in which they were spawned, nodes are the file's indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RecordedJointTo {
    /// Whose; `None` for that of the joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<u32>,
    /// The file's index.
    pub node: u32,
    /// Whether the body is held as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

impl RecordedJointTo {
    /// In a world, whose instances have numbers.
    pub(in crate::world) fn in_world(
        self,
        world: &World,
        own: InstanceId,
        instance: impl Fn(u32) -> Result<InstanceId, WorldError>,
    ) -> Result<JointTo, WorldError> {
        let id = self.instance.map_or(Ok(own), instance)?;
        let node = world.node_at(id, NodeIndex(self.node).0)?;
        Ok(if self.held { JointTo::Held(id, node) } else { JointTo::Node(id, node) })
    }
}

impl JointBuilder {
    /// A joint that leaves every motion free.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A joint that leaves none.
    #[must_use]
    pub fn fixed() -> Self {
        Self::new().with_lock(DofKind::Linear, Axis::ALL).with_lock(DofKind::Angular, Axis::ALL)
    }

    /// Adds a limit that holds axes where the frames coincide.
    #[must_use]
    pub fn with_lock(self, kind: DofKind, axes: impl IntoIterator<Item = Axis>) -> Self {
        let axes: Vec<u32> = axes.into_iter().map(|axis| axis.index() as u32).collect();
        self.with_limit(LimitBuilder { min: Some(0.0), max: Some(0.0), ..LimitBuilder::of(kind, axes) })
    }

    /// Adds a range along or about one axis.
    #[must_use]
    pub fn with_range(self, kind: DofKind, axis: Axis, min: f32, max: f32) -> Self {
        let axes = vec![axis.index() as u32];
        self.with_limit(LimitBuilder { min: Some(min), max: Some(max), ..LimitBuilder::of(kind, axes) })
    }

    /// Adds a limit.
    #[must_use]
    pub fn with_limit(mut self, limit: LimitBuilder) -> Self {
        self.limits.push(limit);
        self
    }

    /// Adds a drive.
    #[must_use]
    pub fn with_drive(mut self, drive: DriveBuilder) -> Self {
        self.drives.push(drive);
        self
    }

    /// Sets whether the two bodies collide with each other.
    #[must_use]
    pub fn with_collision(self, enable_collision: bool) -> Self {
        Self { enable_collision, ..self }
    }

    pub(in crate::world) fn enable_collision(&self) -> bool {
        self.enable_collision
    }

    /// The limits and drives as a model has them.
    pub(in crate::world) fn description(&self) -> Result<JointDescription, WorldError> {
        let limits = self.limits.iter().enumerate().map(|(at, limit)| limit.limit(at)).collect::<Result<_, _>>()?;
        let drives = self.drives.iter().enumerate().map(|(at, drive)| drive.drive(at)).collect::<Result<_, _>>()?;
        Ok(JointDescription { limits, drives })
    }
}

impl LimitBuilder {
    fn of(kind: DofKind, axes: Vec<u32>) -> Self {
        match kind {
            DofKind::Linear => Self { linear_axes: axes, ..Self::default() },
            DofKind::Angular => Self { angular_axes: axes, ..Self::default() },
        }
    }

    fn limit(&self, at: usize) -> Result<JointLimit, WorldError> {
        let name = |key: &str| format!("limits[{at}].{key}");
        let (kind, axes) = match (self.linear_axes.as_slice(), self.angular_axes.as_slice()) {
            (axes @ [_, ..], []) => (DofKind::Linear, axes),
            ([], axes @ [_, ..]) => (DofKind::Angular, axes),
            _ => {
                let why = format!("limits[{at}] must have `linearAxes` or `angularAxes`");
                return Err(WorldError::InvalidPart(why));
            }
        };
        let axes: Vec<Axis> =
            axes.iter().map(|number| axis(&name("axes"), *number)).collect::<Result<_, WorldError>>()?;
        for (key, number) in [("min", self.min), ("max", self.max)] {
            finite(&name(key), &number.map_or([0.0], |number| [number]))?;
        }
        if let (Some(min), Some(max)) = (self.min, self.max)
            && min > max
        {
            return invalid(&name("min"), &format!("must be at most `max` {max}"), min);
        }
        at_least(&name("stiffness"), self.stiffness.unwrap_or(0.0), 0.0)?;
        at_least(&name("damping"), self.damping, 0.0)?;
        let axes =
            LimitAxes::new(axes).ok_or_else(|| WorldError::InvalidPart(format!("limits[{at}] must have an axis")))?;
        let Self { min, max, stiffness, damping, .. } = *self;
        Ok(JointLimit { kind, axes, min, max, stiffness, damping })
    }
}

impl DriveBuilder {
    fn drive(&self, at: usize) -> Result<JointDrive, WorldError> {
        let name = |key: &str| format!("drives[{at}].{key}");
        at_least(&name("maxForce"), self.max_force.unwrap_or(0.0), 0.0)?;
        at_least(&name("stiffness"), self.stiffness, 0.0)?;
        at_least(&name("damping"), self.damping, 0.0)?;
        finite(&name("positionTarget"), &[self.position_target.unwrap_or(0.0)])?;
        finite(&name("velocityTarget"), &[self.velocity_target.unwrap_or(0.0)])?;
        let Self { kind, mode, max_force, position_target, velocity_target, stiffness, damping, .. } = *self;
        let axis = axis(&name("axis"), self.axis)?;
        Ok(JointDrive { kind, axis, mode, max_force, position_target, velocity_target, stiffness, damping })
    }
}

fn axis(name: &str, number: u32) -> Result<Axis, WorldError> {
    let found = Axis::ALL.get(number as usize).copied();
    found.ok_or_else(|| WorldError::InvalidPart(format!("{name} must be 0, 1 or 2, and is {number}")))
}
