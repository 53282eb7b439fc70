//! The expected values of a case, parsed into types that cannot be invalid.

use serde::Deserialize;
use serde_json::Value;

/// An expected number, vector, rotation or list of events.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expectation {
    pub(crate) subject: Subject,
    pub(crate) quantity: Quantity,
    /// The index of the one component that is compared; all of them if it is `None`.
    pub(crate) component: Option<usize>,
    pub(crate) bound: Bound,
}

/// The object that is measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Subject {
    /// A node, its body or its joint, by the node's name.
    Node(String),
    /// A virtual transform by its name or one of its tags, and its parent node where several share the name.
    VirtualTransform { name: String, parent: Option<String> },
    /// A bone in a sample of a clip.
    Bone { name: String, sample: usize },
    /// An expression in a sample of a clip.
    Expression { name: String, sample: usize },
    /// A sample of a clip as a whole.
    Sample(usize),
    /// A variable of the behaviour graph, by its name.
    Variable(String),
    /// All events of these kinds.
    Events(Vec<String>),
}

/// The quantity that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    LocalTranslation,
    LocalRotation,
    LocalScale,
    Weights,
    ModelMatrix,
    ModelTranslation,
    ModelRotation,
    LinearVelocity,
    AngularVelocity,
    Sleeping,
    MaxViolation,
    DrivePosition(usize),
    DriveVelocity(usize),
    DriveForce(usize),
    Matrix,
    Translation,
    Rotation,
    NormalizedRotation,
    BoneLocalRotation,
    Hips,
    HipsRatio,
    Yaw,
    Pitch,
    ExpressionValue,
    VariableValue,
    Events,
}

/// The values that meet an expectation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bound {
    /// Every number within the tolerance of its value; rotations within as many radians.
    Near {
        value: Vec<f64>,
        tolerance: f64,
    },
    /// Every number exactly: NaN is NaN, and −0 is not 0.
    Exact(Vec<f64>),
    /// The number in a range.
    Between([f64; 2]),
    Flag(bool),
    /// Exactly these, in this order.
    Events(Vec<ExpectedEvent>),
}

/// An event that must be emitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExpectedEvent {
    pub(crate) kind: String,
    pub(crate) a: String,
    pub(crate) b: String,
    /// Seconds since the start.
    pub(crate) between: [f64; 2],
}

/// An expectation as it is written in `case.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RawExpectation {
    is: String,
    node: Option<String>,
    virtual_transform: Option<String>,
    bone: Option<String>,
    expression: Option<String>,
    variable: Option<String>,
    sample: Option<usize>,
    kinds: Option<Vec<String>>,
    value: Option<Value>,
    tolerance: Option<f64>,
    between: Option<[f64; 2]>,
}

impl Expectation {
    /// Checks an expectation; a problem begins with its JSON pointer within it.
    pub(crate) fn new(raw: RawExpectation) -> Result<Self, String> {
        let subject = subject(&raw)?;
        let (quantity, component) = quantity(&subject, &raw.is)?;
        let bound = bound(quantity, component, raw)?;
        Ok(Self { subject, quantity, component, bound })
    }

    /// The object and the quantity, for people.
    pub(crate) fn label(&self) -> String {
        let of = match &self.subject {
            Subject::Node(name) => name.clone(),
            Subject::VirtualTransform { name, parent: None } => format!("virtual {name}"),
            Subject::VirtualTransform { name, parent: Some(parent) } => format!("virtual {name} of {parent}"),
            Subject::Bone { name, sample } => format!("{name} in sample {sample}"),
            Subject::Expression { name, sample } => format!("expression {name} in sample {sample}"),
            Subject::Sample(sample) => format!("sample {sample}"),
            Subject::Variable(name) => format!("variable {name}"),
            Subject::Events(_) => return "events".to_owned(),
        };
        let component = self.component.map(|at| format!(".{}", ["x", "y", "z", "w"][at])).unwrap_or_default();
        format!("{of}: {}{component}", self.quantity.name())
    }
}

fn subject(raw: &RawExpectation) -> Result<Subject, String> {
    let sample = raw.sample.unwrap_or(0);
    if let Some(name) = &raw.variable {
        let others = [&raw.node, &raw.virtual_transform, &raw.bone, &raw.expression];
        let is_alone = others.iter().all(|other| other.is_none());
        return if is_alone {
            Ok(Subject::Variable(name.clone()))
        } else {
            Err(": is about more than one thing".to_owned())
        };
    }
    match (&raw.node, &raw.virtual_transform, &raw.bone, &raw.expression) {
        (parent, Some(name), None, None) => {
            Ok(Subject::VirtualTransform { name: name.clone(), parent: parent.clone() })
        }
        (Some(name), None, None, None) => Ok(Subject::Node(name.clone())),
        (None, None, Some(name), None) => Ok(Subject::Bone { name: name.clone(), sample }),
        (None, None, None, Some(name)) => Ok(Subject::Expression { name: name.clone(), sample }),
        (None, None, None, None) if raw.is == "events" => {
            let triggers = || vec!["triggerEnter".to_owned(), "triggerExit".to_owned()];
            Ok(Subject::Events(raw.kinds.clone().unwrap_or_else(triggers)))
        }
        (None, None, None, None) if raw.sample.is_some() => Ok(Subject::Sample(sample)),
        (None, None, None, None) => {
            Err(": says neither node, virtualTransform, bone, expression, variable nor sample".to_owned())
        }
        _ => Err(": is about more than one thing".to_owned()),
    }
}

fn quantity(subject: &Subject, is: &str) -> Result<(Quantity, Option<usize>), String> {
    let (name, component) = match is.rsplit_once('.') {
        Some((name, letter)) if letter.len() == 1 && "xyzw".contains(letter) => (name, "xyzw".find(letter)),
        _ => (is, None),
    };
    let found = match subject {
        Subject::Node(_) => of_node(name),
        Subject::VirtualTransform { .. } => match name {
            "matrix" => Some(Quantity::Matrix),
            "translation" => Some(Quantity::Translation),
            "rotation" => Some(Quantity::Rotation),
            _ => None,
        },
        Subject::Bone { .. } => match name {
            "normalized" => Some(Quantity::NormalizedRotation),
            "local" => Some(Quantity::BoneLocalRotation),
            _ => None,
        },
        Subject::Expression { .. } => (name == "value").then_some(Quantity::ExpressionValue),
        Subject::Sample(_) => match name {
            "hips" => Some(Quantity::Hips),
            "hipsRatio" => Some(Quantity::HipsRatio),
            "lookAt.yaw" => Some(Quantity::Yaw),
            "lookAt.pitch" => Some(Quantity::Pitch),
            _ => None,
        },
        Subject::Variable(_) => (name == "value").then_some(Quantity::VariableValue),
        Subject::Events(_) => (name == "events").then_some(Quantity::Events),
    };
    let quantity = found.ok_or_else(|| format!("/is: `{is}` is nothing that can be asked of it"))?;
    match (component, quantity.size()) {
        (Some(at), Size::Fixed(size)) if size == 16 || at >= size => Err(format!("/is: `{is}` has no such component")),
        (Some(_), Size::Any | Size::Flag | Size::Events) => Err(format!("/is: `{is}` has no components")),
        _ => Ok((quantity, component)),
    }
}

fn of_node(name: &str) -> Option<Quantity> {
    if let Some((index, what)) = name.strip_prefix("drives.").and_then(|rest| rest.split_once('.')) {
        let index = index.parse().ok()?;
        return match what {
            "position" => Some(Quantity::DrivePosition(index)),
            "velocity" => Some(Quantity::DriveVelocity(index)),
            "force" => Some(Quantity::DriveForce(index)),
            _ => None,
        };
    }
    let names = [
        Quantity::LocalTranslation,
        Quantity::LocalRotation,
        Quantity::LocalScale,
        Quantity::Weights,
        Quantity::ModelMatrix,
        Quantity::ModelTranslation,
        Quantity::ModelRotation,
        Quantity::LinearVelocity,
        Quantity::AngularVelocity,
        Quantity::Sleeping,
        Quantity::MaxViolation,
    ];
    names.into_iter().find(|quantity| quantity.name() == name)
}

/// How many numbers a quantity has.
enum Size {
    Fixed(usize),
    Any,
    Flag,
    Events,
}

impl Quantity {
    /// Whether it is a quaternion, which is compared as a rotation.
    pub(crate) fn is_rotation(self) -> bool {
        matches!(
            self,
            Self::LocalRotation
                | Self::ModelRotation
                | Self::Rotation
                | Self::NormalizedRotation
                | Self::BoneLocalRotation
        )
    }

    fn size(self) -> Size {
        match self {
            Self::LocalTranslation
            | Self::LocalScale
            | Self::ModelTranslation
            | Self::LinearVelocity
            | Self::AngularVelocity
            | Self::Translation
            | Self::Hips => Size::Fixed(3),
            Self::LocalRotation
            | Self::ModelRotation
            | Self::Rotation
            | Self::NormalizedRotation
            | Self::BoneLocalRotation => Size::Fixed(4),
            Self::ModelMatrix | Self::Matrix => Size::Fixed(16),
            Self::MaxViolation
            | Self::DrivePosition(_)
            | Self::DriveVelocity(_)
            | Self::DriveForce(_)
            | Self::HipsRatio
            | Self::Yaw
            | Self::Pitch
            | Self::ExpressionValue => Size::Fixed(1),
            Self::Weights | Self::VariableValue => Size::Any,
            Self::Sleeping => Size::Flag,
            Self::Events => Size::Events,
        }
    }

    /// The name in `case.json`; of drives, a description without their index.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::LocalTranslation => "local.translation",
            Self::LocalRotation => "local.rotation",
            Self::LocalScale => "local.scale",
            Self::Weights => "weights",
            Self::ModelMatrix => "model.matrix",
            Self::ModelTranslation => "model.translation",
            Self::ModelRotation => "model.rotation",
            Self::LinearVelocity => "linearVelocity",
            Self::AngularVelocity => "angularVelocity",
            Self::Sleeping => "sleeping",
            Self::MaxViolation => "maxViolation",
            Self::DrivePosition(_) => "position of a drive",
            Self::DriveVelocity(_) => "velocity of a drive",
            Self::DriveForce(_) => "force of a drive",
            Self::Matrix => "matrix",
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::NormalizedRotation => "normalized",
            Self::BoneLocalRotation => "local",
            Self::Hips => "hips",
            Self::HipsRatio => "hipsRatio",
            Self::Yaw => "lookAt.yaw",
            Self::Pitch => "lookAt.pitch",
            Self::ExpressionValue | Self::VariableValue => "value",
            Self::Events => "events",
        }
    }
}

fn bound(quantity: Quantity, component: Option<usize>, raw: RawExpectation) -> Result<Bound, String> {
    let size = match component {
        Some(_) => Size::Fixed(1),
        None => quantity.size(),
    };
    match (raw.value, raw.between, raw.tolerance) {
        (Some(value), None, tolerance) => match (size, value) {
            (Size::Flag, Value::Bool(flag)) => Ok(Bound::Flag(flag)),
            (Size::Events, list) => {
                serde_json::from_value(list).map(Bound::Events).map_err(|error| format!("/value: {error}"))
            }
            (_, value) if quantity == Quantity::VariableValue => near_or_exact(&value, tolerance),
            (size, value) => near(&size, &value, tolerance),
        },
        (None, Some([low, high]), None) if matches!(size, Size::Fixed(1)) && low < high => {
            Ok(Bound::Between([low, high]))
        }
        (None, Some(_), _) => Err("/between: needs one number, its least before its most, and no tolerance".to_owned()),
        _ => Err(": has to give either `value` or `between`".to_owned()),
    }
}

/// The numbers of a variable: booleans are 0 and 1, and numbers that JSON lacks are strings. Without a tolerance they are exact.
fn near_or_exact(value: &Value, tolerance: Option<f64>) -> Result<Bound, String> {
    let value = graph_numbers(value).ok_or("/value: has to be a value of a graph, or a list of numbers")?;
    match tolerance {
        None => Ok(Bound::Exact(value)),
        Some(tolerance) if tolerance > 0.0 => Ok(Bound::Near { value, tolerance }),
        Some(_) => Err("/tolerance: has to be above 0, or absent for exact numbers".to_owned()),
    }
}

/// The numbers of a value of a graph, as `case.json` and answers write it.
pub(crate) fn graph_numbers(value: &Value) -> Option<Vec<f64>> {
    let number = |value: &Value| match value {
        Value::Bool(flag) => Some(f64::from(*flag)),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        other => other.as_f64(),
    };
    match value {
        Value::Array(list) => list.iter().map(number).collect(),
        one => Some(vec![number(one)?]),
    }
}

fn near(size: &Size, value: &Value, tolerance: Option<f64>) -> Result<Bound, String> {
    let numbers = match value {
        Value::Array(list) => list.iter().map(Value::as_f64).collect(),
        one => one.as_f64().map(|number| vec![number]),
    };
    let value: Vec<f64> = numbers.ok_or("/value: has to be a number or a list of numbers")?;
    match *size {
        Size::Fixed(size) if value.len() != size => return Err(format!("/value: needs numbers: {size}")),
        Size::Flag | Size::Events => return Err("/value: has to be of another kind".to_owned()),
        _ => {}
    }
    match tolerance {
        Some(tolerance) if tolerance > 0.0 => Ok(Bound::Near { value, tolerance }),
        _ => Err("/tolerance: has to be above 0".to_owned()),
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Expectation, String> {
        Expectation::new(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn components_and_drives_are_parsed() {
        let y = read(r#"{"node": "A", "is": "model.translation.y", "between": [0, 1]}"#).unwrap();
        assert_eq!((y.quantity, y.component), (Quantity::ModelTranslation, Some(1)));
        let drive = read(r#"{"node": "A", "is": "drives.2.force", "value": 3, "tolerance": 0.1}"#).unwrap();
        assert_eq!(drive.quantity, Quantity::DriveForce(2));
        let entry = read(r#"{"virtualTransform": "eye", "node": "Head", "is": "matrix", "between": [0, 1]}"#);
        assert!(entry.unwrap_err().starts_with("/between"));
    }

    #[test]
    fn a_variable_is_exact_unless_it_has_a_tolerance() {
        let exact = read(r#"{"variable": "v", "is": "value", "value": ["NaN", -0.0, "-Infinity", true]}"#).unwrap();
        let Bound::Exact(numbers) = exact.bound else { panic!("{exact:?}") };
        assert!(numbers[0].is_nan() && numbers[1].is_sign_negative() && numbers[3] == 1.0);
        assert_eq!(numbers[2], f64::NEG_INFINITY);
        let near = read(r#"{"variable": "v", "is": "value", "value": 1, "tolerance": 0.1}"#).unwrap();
        assert_eq!(near.bound, Bound::Near { value: vec![1.0], tolerance: 0.1 });
        assert!(read(r#"{"variable": "v", "is": "value", "value": "/nodes/1"}"#).unwrap_err().starts_with("/value"));
        assert!(
            read(r#"{"variable": "v", "node": "A", "is": "value", "value": 1}"#).unwrap_err().starts_with(": is about")
        );
    }

    #[test]
    fn what_cannot_be_measured_is_refused_with_its_pointer() {
        let cases = [
            (r#"{"is": "matrix", "value": 1, "tolerance": 1}"#, ": says neither"),
            (r#"{"node": "A", "bone": "head", "is": "local", "value": 1}"#, ": is about more"),
            (r#"{"node": "A", "is": "local.rotation.u", "value": 1, "tolerance": 1}"#, "/is"),
            (r#"{"node": "A", "is": "local.scale.w", "value": 1, "tolerance": 1}"#, "/is"),
            (r#"{"node": "A", "is": "sleeping.x", "value": true}"#, "/is"),
            (r#"{"node": "A", "is": "local.scale", "value": [1, 1], "tolerance": 1}"#, "/value"),
            (r#"{"node": "A", "is": "local.scale", "value": [1, 1, "1"], "tolerance": 1}"#, "/value"),
            (r#"{"node": "A", "is": "local.scale", "value": [1, 1, 1]}"#, "/tolerance"),
            (r#"{"node": "A", "is": "maxViolation", "between": [1, 1]}"#, "/between"),
            (r#"{"node": "A", "is": "maxViolation"}"#, ": has to give"),
            (r#"{"is": "events", "value": [{"kind": "x"}]}"#, "/value"),
        ];
        for (json, place) in cases {
            let problem = read(json).unwrap_err();
            assert!(problem.starts_with(place), "{json}: {problem}");
        }
    }
}
