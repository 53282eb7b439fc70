//! `OMI_physics_joint`: joints. Two revisions of one name:
//!
//! - stage 1 (gltf-extensions 21250914): a node names two bodies and some of the file's `constraints`
//!   ([`RawNodeConstraints`], [`RawConstraint`]);
//! - gltf-extensions 89d328b: a node below one body names a node below another and one of the file's `physicsJoints`
//!   ([`RawNodeJoint`], [`RawJoint`]).
//!
//! The properties of an object identify its revision ([`has_constraints`]), so one file may have both.

// The strings of the later revision are those of KHR_physics_rigid_bodies.
pub use crate::extension::khr_physics_rigid_bodies::{DriveMode, DriveType};
use crate::index::NodeIndex;
use crate::json::Value;
use crate::object;

/// The name of the extension.
pub const NAME: &str = "OMI_physics_joint";

/// Whether the extension on a node is of the stage 1 revision.
pub fn has_constraints(value: Value<'_>) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| value.get(key).is_some());
    !has(&["joint", "connectedNode"]) && has(&["constraints", "nodeA", "nodeB"])
}

object! {
    /// The extension on the file as a whole, either revision or both.
    #[derive(Clone, Copy, Debug)]
    pub struct RawDocument<'json> {
        /// [`RawConstraint`]s, unparsed, so that an invalid entry does not invalidate the others.
        "constraints" => constraints: Option<Value<'json>>,
        /// [`RawJoint`]s, likewise.
        "physicsJoints" => physics_joints: Option<Value<'json>>,
    }
}

object! {
    /// The extension on a node, stage 1.
    #[derive(Clone, Copy, Debug)]
    pub struct RawNodeConstraints<'json> {
        /// Positions in the file's `constraints`, unparsed, so that an invalid entry does not invalidate the others.
        "constraints" => constraints: Value<'json>,
        /// A body.
        "nodeA" => node_a: NodeIndex,
        /// The other body.
        "nodeB" => node_b: NodeIndex,
    }
}

object! {
    /// An entry of `constraints`.
    #[derive(Clone, Copy, Debug)]
    pub struct RawConstraint<'json> {
        /// 0, 1 or 2 each, unparsed, so that an invalid entry does not invalidate the others.
        "linearAxes" => linear_axes: Option<Value<'json>>,
        /// 0, 1 or 2 each, likewise.
        "angularAxes" => angular_axes: Option<Value<'json>>,
        /// Metres or radians.
        "lowerLimit" => lower_limit: f32 = 0.0,
        /// Metres or radians.
        "upperLimit" => upper_limit: f32 = 0.0,
        /// Infinite where it is absent. The text gives no unit.
        "stiffness" => stiffness: Option<f32>,
        /// Only beyond the limits.
        "damping" => damping: f32 = 1.0,
    }
}

object! {
    /// The extension on a node, later revision.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RawNodeJoint {
        /// A position in `physicsJoints`.
        "joint" => joint: u32,
        /// A node below the other body.
        "connectedNode" => connected_node: NodeIndex,
        /// Whether the two bodies still collide with each other.
        "enableCollision" => enable_collision: bool = false,
    }
}

object! {
    /// An entry of `physicsJoints`.
    #[derive(Clone, Debug)]
    pub struct RawJoint<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<std::borrow::Cow<'json, str>>,
        /// [`RawLimit`]s.
        "limits" => limits: Option<Value<'json>>,
        /// [`RawDrive`]s.
        "drives" => drives: Option<Value<'json>>,
    }
}

object! {
    /// A range that the two nodes stay in.
    #[derive(Clone, Copy, Debug)]
    pub struct RawLimit<'json> {
        /// 0, 1 or 2 each, unparsed, so that an invalid entry does not invalidate the others.
        "linearAxes" => linear_axes: Option<Value<'json>>,
        /// 0, 1 or 2 each, likewise.
        "angularAxes" => angular_axes: Option<Value<'json>>,
        /// Metres or radians; unbounded if absent.
        "min" => min: Option<f32>,
        /// Metres or radians; unbounded if absent.
        "max" => max: Option<f32>,
        /// N/m or N·m/rad; infinite (a hard limit) if absent or negative.
        "stiffness" => stiffness: Option<f32>,
        /// N·s/m or N·m·s/rad, beyond the range.
        "damping" => damping: f32 = 0.0,
    }
}

object! {
    /// A spring, a damper or a motor on one degree of freedom.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct RawDrive {
        /// What it moves.
        "type" => kind: DriveType,
        /// What its law gives.
        "mode" => mode: DriveMode,
        /// 0, 1 or 2.
        "axis" => axis: u32,
        /// N or N·m; unlimited if absent or negative.
        "maxForce" => max_force: Option<f32>,
        /// Metres or radians.
        "positionTarget" => position_target: Option<f32>,
        /// m/s or rad/s.
        "velocityTarget" => velocity_target: Option<f32>,
        /// N/m or N·m/rad.
        "stiffness" => stiffness: f32 = 0.0,
        /// N·s/m or N·m·s/rad.
        "damping" => damping: f32 = 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    #[test]
    fn the_properties_of_an_object_identify_its_revision() {
        for (text, stage_1) in [
            (r#"{"constraints": [0], "nodeA": 0, "nodeB": 1}"#, true),
            (r#"{"nodeA": 0, "nodeB": 1}"#, true),
            (r#"{"joint": 0, "connectedNode": 1}"#, false),
            ("{}", false),
        ] {
            let json = Json::parse(text.to_owned(), 8).unwrap();
            assert_eq!(has_constraints(json.root()), stage_1, "{text}");
        }
    }

    #[test]
    fn a_constraint_of_axes_alone_is_hard_at_zero() {
        let json = Json::parse(r#"{"linearAxes": [0]}"#.to_owned(), 8).unwrap();
        let mut diagnostics = Diagnostics::new();
        let table = RawConstraint::from_json(json.root(), &mut diagnostics).unwrap();
        assert_eq!((table.lower_limit, table.upper_limit, table.stiffness, table.damping), (0.0, 0.0, None, 1.0));
        assert!(diagnostics.is_empty());
    }
}
