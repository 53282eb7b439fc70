//! What a joint of an assembly leaves free, and what acts on that.

use serde_json::{Value, json};

/// What a joint leaves free. Its three translations are always locked.
#[derive(Clone, Debug, PartialEq)]
pub enum Freedom {
    /// Nothing.
    Weld,
    /// The rotation about the frame's Z.
    Hinge {
        /// The range of the angle; `None` for any angle.
        range: Option<[f32; 2]>,
        /// What acts on the angle.
        action: Action,
    },
    /// All rotations.
    Ball {
        /// The limits; `None` for any rotation.
        limits: Option<Swing>,
        /// What acts on the angles about the three axes.
        action: Action,
    },
}

/// The limits of a ball joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The largest angle between the X axes of both frames, rad.
    pub cone: f32,
    /// The largest twist about X to either side, rad.
    pub twist: f32,
}

/// How ranges end, and drives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Action {
    /// The spring of the range's ends; `None` for hard ends.
    pub soft: Option<Spring>,
    /// A drive on every free axis.
    pub drive: Option<Drive>,
}

/// A spring with a damper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// N·m/rad.
    pub stiffness: f32,
    /// N·m·s/rad.
    pub damping: f32,
}

/// A drive towards an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The angle, rad.
    pub target: f32,
    /// What pulls it there.
    pub spring: Spring,
    /// N·m; `None` for any torque.
    pub max_torque: Option<f32>,
}

impl Freedom {
    /// A hinge at any angle.
    pub const HINGE: Self = Self::Hinge { range: None, action: Action { soft: None, drive: None } };
    /// A ball joint at any rotation.
    pub const BALL: Self = Self::Ball { limits: None, action: Action { soft: None, drive: None } };

    /// The free axes.
    pub fn axes(&self) -> &'static [u8] {
        match self {
            Self::Weld => &[],
            Self::Hinge { .. } => &[2],
            Self::Ball { .. } => &[0, 1, 2],
        }
    }

    /// What acts on the free axes.
    pub fn action(&self) -> Action {
        match self {
            Self::Weld => Action::default(),
            Self::Hinge { action, .. } | Self::Ball { action, .. } => *action,
        }
    }

    /// As an element of `physicsJoints`.
    pub fn to_json(&self) -> Value {
        let mut limits = vec![json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0})];
        let range = |axes: &[u8], [min, max]: [f32; 2]| {
            let mut limit = json!({"angularAxes": axes, "min": min, "max": max});
            if let Some(Spring { stiffness, damping }) = self.action().soft {
                limit["stiffness"] = json!(stiffness);
                limit["damping"] = json!(damping);
            }
            limit
        };
        match self {
            Self::Weld => limits.push(json!({"angularAxes": [0, 1, 2], "min": 0, "max": 0})),
            Self::Hinge { range: ends, .. } => {
                limits.push(json!({"angularAxes": [0, 1], "min": 0, "max": 0}));
                limits.extend(ends.map(|ends| range(&[2], ends)));
            }
            Self::Ball { limits: swing, .. } => limits.extend(
                swing
                    .iter()
                    .flat_map(|swing| [range(&[0], [-swing.twist, swing.twist]), range(&[1, 2], [0.0, swing.cone])]),
            ),
        }
        let drives: Vec<Value> = match self.action().drive {
            Some(drive) => self.axes().iter().map(|axis| drive.to_json(*axis)).collect(),
            None => Vec::new(),
        };
        if drives.is_empty() { json!({"limits": limits}) } else { json!({"limits": limits, "drives": drives}) }
    }
}

impl Drive {
    fn to_json(self, axis: u8) -> Value {
        let Self { target, spring: Spring { stiffness, damping }, max_torque } = self;
        let mut drive = json!({"type": "angular", "mode": "force", "axis": axis, "positionTarget": target,
            "stiffness": stiffness, "damping": damping});
        if let Some(torque) = max_torque {
            drive["maxForce"] = json!(torque);
        }
        drive
    }
}
