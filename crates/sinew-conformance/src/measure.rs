//! Finds the measured values in a runner's answer.

use serde_json::Value;

use crate::expectation::{Expectation, Quantity, Subject, graph_numbers};

/// A value of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measured {
    Numbers(Vec<f64>),
    Flag(bool),
    Events(Vec<MeasuredEvent>),
}

/// An event that the runner emitted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeasuredEvent {
    /// Seconds since the start.
    pub(crate) time: f64,
    pub(crate) kind: String,
    /// Names of nodes.
    pub(crate) a: String,
    pub(crate) b: String,
}

/// Finds the value that an expectation is about, or says why the answer has none.
pub(crate) fn measure(answer: &Value, expectation: &Expectation) -> Result<Measured, String> {
    let quantity = expectation.quantity;
    let numbers = match &expectation.subject {
        Subject::Node(name) => {
            let (index, node) = node(answer, name)?;
            if quantity == Quantity::Sleeping {
                let body = entry_of_node(answer, "bodies", index)?;
                return body["sleeping"].as_bool().map(Measured::Flag).ok_or_else(|| "no `sleeping`".to_owned());
            }
            of_node(answer, quantity, index, node)?
        }
        Subject::VirtualTransform { name, parent } => {
            let parent = parent.as_deref().map(|parent| self::node(answer, parent)).transpose()?;
            let entry = virtual_transform(answer, name, parent.map(|(index, _)| index))?;
            of_matrix(&entry["matrix"], quantity)?
        }
        Subject::Bone { name, sample: at } => {
            let key = if quantity == Quantity::NormalizedRotation { "normalized" } else { "local" };
            let state = sample(answer, *at)?["bones"].get(name).ok_or_else(|| format!("no bone `{name}`"))?;
            numbers(&state[key], key)?
        }
        Subject::Expression { name, sample: at } => {
            let expressions = &sample(answer, *at)?["expressions"];
            numbers(expressions.get(name).ok_or_else(|| format!("no expression `{name}`"))?, name)?
        }
        Subject::Sample(at) => match quantity {
            Quantity::HipsRatio => numbers(&answer["summary"]["hipsRatio"], "hipsRatio")?,
            Quantity::Yaw => numbers(&sample(answer, *at)?["lookAt"]["yaw"], "yaw")?,
            Quantity::Pitch => numbers(&sample(answer, *at)?["lookAt"]["pitch"], "pitch")?,
            _ => numbers(&sample(answer, *at)?["hips"], "hips")?,
        },
        Subject::Variable(name) => variable(answer, name)?,
        Subject::Events(kinds) => return events(answer, kinds).map(Measured::Events),
    };
    let Some(component) = expectation.component else { return Ok(Measured::Numbers(numbers)) };
    let number = numbers.get(component).ok_or_else(|| format!("`{}` is too short", quantity.name()))?;
    Ok(Measured::Numbers(vec![*number]))
}

fn of_node(answer: &Value, quantity: Quantity, index: u64, node: &Value) -> Result<Vec<f64>, String> {
    let drive = |at: usize, key: &str| {
        let joint = entry_of_node(answer, "joints", index)?;
        numbers(joint["drives"].get(at).and_then(|drive| drive.get(key)).unwrap_or(&Value::Null), key)
    };
    match quantity {
        Quantity::LocalTranslation => numbers(&node["local"]["translation"], "local.translation"),
        Quantity::LocalRotation => numbers(&node["local"]["rotation"], "local.rotation"),
        Quantity::LocalScale => numbers(&node["local"]["scale"], "local.scale"),
        Quantity::Weights => numbers(&node["weights"], "weights"),
        Quantity::LinearVelocity => {
            numbers(&entry_of_node(answer, "bodies", index)?["linearVelocity"], "linearVelocity")
        }
        Quantity::AngularVelocity => {
            numbers(&entry_of_node(answer, "bodies", index)?["angularVelocity"], "angularVelocity")
        }
        Quantity::MaxViolation => numbers(&entry_of_node(answer, "joints", index)?["maxViolation"], "maxViolation"),
        Quantity::DrivePosition(at) => drive(at, "position"),
        Quantity::DriveVelocity(at) => drive(at, "velocity"),
        Quantity::DriveForce(at) => drive(at, "force"),
        _ => of_matrix(&node["model"]["matrix"], quantity),
    }
}

fn of_matrix(matrix: &Value, quantity: Quantity) -> Result<Vec<f64>, String> {
    let matrix = numbers(matrix, "matrix")?;
    let matrix: [f64; 16] = matrix.try_into().map_err(|_| "`matrix` has not 16 numbers".to_owned())?;
    Ok(match quantity {
        Quantity::ModelTranslation | Quantity::Translation => matrix[12..15].to_vec(),
        Quantity::ModelRotation | Quantity::Rotation => rotation(&matrix).to_vec(),
        _ => matrix.to_vec(),
    })
}

/// The rotation x, y, z, w of a matrix without shear and mirroring: the first two columns orthonormalized (Gram–Schmidt), the
/// third their cross product.
fn rotation(matrix: &[f64; 16]) -> [f64; 4] {
    let column = |at: usize| [matrix[at * 4], matrix[at * 4 + 1], matrix[at * 4 + 2]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let unit = |a: [f64; 3]| a.map(|part| part / dot(a, a).sqrt());
    let x = unit(column(0));
    let y = column(1);
    let along = dot(x, y);
    let y = unit([y[0] - along * x[0], y[1] - along * x[1], y[2] - along * x[2]]);
    let z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    // The four squares of a unit quaternion's components are affine in the diagonal; the largest is divided by.
    let squares =
        [1.0 + x[0] - y[1] - z[2], 1.0 - x[0] + y[1] - z[2], 1.0 - x[0] - y[1] + z[2], 1.0 + x[0] + y[1] + z[2]];
    let largest = (0..4).fold(0, |best, at| if squares[at] > squares[best] { at } else { best });
    let (xy, xz, yz) = (x[1] + y[0], x[2] + z[0], y[2] + z[1]);
    let (wx, wy, wz) = (y[2] - z[1], z[0] - x[2], x[1] - y[0]);
    let four = squares[largest];
    let quaternion = match largest {
        0 => [four, xy, xz, wx],
        1 => [xy, four, yz, wy],
        2 => [xz, yz, four, wz],
        _ => [wx, wy, wz, four],
    };
    let length = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
    quaternion.map(|part| part / length)
}

fn node<'a>(answer: &'a Value, name: &str) -> Result<(u64, &'a Value), String> {
    let nodes = answer["nodes"].as_array().ok_or("the answer has no list `nodes`")?;
    let found = nodes.iter().enumerate().find(|(_, node)| node["name"] == name);
    let (place, node) = found.ok_or_else(|| format!("no node `{name}` in the answer"))?;
    Ok((node["index"].as_u64().unwrap_or(place as u64), node))
}

fn entry_of_node<'a>(answer: &'a Value, list: &str, index: u64) -> Result<&'a Value, String> {
    let entries = answer[list].as_array().ok_or_else(|| format!("the answer has no list `{list}`"))?;
    let found = entries.iter().find(|entry| entry["node"] == index);
    found.ok_or_else(|| format!("`{list}` has no entry of node {index}"))
}

fn virtual_transform<'a>(answer: &'a Value, name: &str, parent: Option<u64>) -> Result<&'a Value, String> {
    let entries = answer["virtualTransforms"].as_array().ok_or("the answer has no list `virtualTransforms`")?;
    let has_tag = |entry: &Value| entry["tags"].as_array().is_some_and(|tags| tags.iter().any(|tag| tag == name));
    let is_it = |entry: &&Value| {
        (entry["name"] == name || has_tag(entry)) && parent.is_none_or(|parent| entry["parent"] == parent)
    };
    entries.iter().find(is_it).ok_or_else(|| format!("no virtual transform `{name}` in the answer"))
}

fn sample(answer: &Value, at: usize) -> Result<&Value, String> {
    answer["samples"].get(at).ok_or_else(|| format!("the answer has no sample {at}"))
}

fn events(answer: &Value, kinds: &[String]) -> Result<Vec<MeasuredEvent>, String> {
    let events = answer["events"].as_array().ok_or("the answer has no list `events`")?;
    let nodes = answer["nodes"].as_array().ok_or("the answer has no list `nodes`")?;
    let name = |index: &Value| {
        let found = nodes.iter().find(|node| node["index"] == *index);
        let name = found.and_then(|node| node["name"].as_str());
        name.map_or_else(|| format!("node {index}"), str::to_owned)
    };
    let read = |event: &Value| {
        let kind = event["kind"].as_str().unwrap_or_default().to_owned();
        let time = event["time"].as_f64().unwrap_or(f64::NAN);
        MeasuredEvent { time, kind, a: name(&event["a"]), b: name(&event["b"]) }
    };
    Ok(events.iter().map(read).filter(|event| kinds.contains(&event.kind)).collect())
}

/// A list of numbers; one number is a list of one.
/// A variable of the graph that ran.
fn variable(answer: &Value, name: &str) -> Result<Vec<f64>, String> {
    let list = answer["graphs"][0]["variables"].as_array().ok_or("no `graphs` with variables")?;
    let found = list.iter().find(|variable| variable["name"] == name).ok_or_else(|| format!("no variable `{name}`"))?;
    graph_numbers(&found["value"]).ok_or_else(|| format!("`{name}` is no value of a graph"))
}

fn numbers(value: &Value, name: &str) -> Result<Vec<f64>, String> {
    let list = match value {
        Value::Array(list) => list.iter().map(Value::as_f64).collect(),
        one => one.as_f64().map(|number| vec![number]),
    };
    list.ok_or_else(|| format!("`{name}` is missing, or no number"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::expectation::Bound;

    fn ask(subject: Subject, quantity: Quantity, component: Option<usize>) -> Expectation {
        Expectation { subject, quantity, component, bound: Bound::Flag(true) }
    }

    #[test]
    fn bodies_and_joints_are_found_by_the_name_of_their_node() {
        let answer = json!({
            "nodes": [{"index": 0, "name": "A"}, {"index": 1, "name": "B"}],
            "bodies": [{"node": 1, "linearVelocity": [1, 2, 3], "sleeping": true}],
            "joints": [{"node": 0, "maxViolation": 0.5, "drives": [{"position": 7}]}],
        });
        let b = || Subject::Node("B".to_owned());
        let measured = measure(&answer, &ask(b(), Quantity::LinearVelocity, Some(2)));
        assert_eq!(measured, Ok(Measured::Numbers(vec![3.0])));
        assert_eq!(measure(&answer, &ask(b(), Quantity::Sleeping, None)), Ok(Measured::Flag(true)));
        let a = || Subject::Node("A".to_owned());
        assert_eq!(measure(&answer, &ask(a(), Quantity::DrivePosition(0), None)), Ok(Measured::Numbers(vec![7.0])));
        assert!(measure(&answer, &ask(a(), Quantity::DriveForce(0), None)).is_err());
        assert!(measure(&answer, &ask(a(), Quantity::LinearVelocity, None)).unwrap_err().contains("node 0"));
        assert!(measure(&answer, &ask(Subject::Node("C".to_owned()), Quantity::Sleeping, None)).is_err());
    }

    #[test]
    fn the_rotation_of_a_matrix_is_found_whichever_component_is_largest() {
        // R of a unit quaternion, column by column, from the products of its components.
        let matrix = |[x, y, z, w]: [f64; 4]| {
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + w * z),
                2.0 * (x * z - w * y),
                0.0,
                2.0 * (x * y - w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + w * x),
                0.0,
                2.0 * (x * z + w * y),
                2.0 * (y * z - w * x),
                1.0 - 2.0 * (x * x + y * y),
                0.0,
                5.0,
                6.0,
                7.0,
                1.0,
            ]
        };
        // 0.1² + 0.5² + 0.5² + 0.7² = 1, in every order.
        for expected in [[0.7, 0.5, 0.5, 0.1], [0.5, 0.7, -0.1, 0.5], [0.1, 0.5, 0.7, -0.5], [-0.5, 0.5, 0.1, 0.7]] {
            let found = rotation(&matrix(expected));
            let cosine: f64 = found.iter().zip(expected).map(|(a, b)| a * b).sum();
            assert!((cosine.abs() - 1.0).abs() < 1e-12, "{found:?} is not {expected:?}");
        }
    }

    #[test]
    fn virtual_transforms_are_found_by_name_tag_and_parent() {
        let entry = |name: &str, parent: u32, x: f64| {
            let mut matrix = [0.0; 16];
            matrix[12] = x;
            json!({"name": name, "tags": ["grip"], "parent": parent, "matrix": matrix.to_vec()})
        };
        let answer = json!({
            "nodes": [{"index": 0, "name": "A"}, {"index": 1, "name": "B"}],
            "virtualTransforms": [entry("eye", 0, 1.0), entry("eye", 1, 2.0)],
        });
        let at = |name: &str, parent: Option<&str>| {
            let subject = Subject::VirtualTransform { name: name.to_owned(), parent: parent.map(str::to_owned) };
            measure(&answer, &ask(subject, Quantity::Translation, Some(0)))
        };
        assert_eq!(at("eye", None), Ok(Measured::Numbers(vec![1.0])));
        assert_eq!(at("grip", Some("B")), Ok(Measured::Numbers(vec![2.0])));
        assert!(at("nose", None).is_err());
    }

    #[test]
    fn events_have_the_names_of_their_nodes() {
        let answer = json!({
            "nodes": [{"index": 4, "name": "Zone"}, {"index": 2, "name": null}],
            "events": [{"time": 0.5, "kind": "triggerEnter", "a": 4, "b": 2}, {"time": 1, "kind": "contactBegin"}],
        });
        let subject = Subject::Events(vec!["triggerEnter".to_owned()]);
        let Ok(Measured::Events(events)) = measure(&answer, &ask(subject, Quantity::Events, None)) else {
            panic!("no events");
        };
        assert_eq!(events.len(), 1);
        assert_eq!((events[0].a.as_str(), events[0].b.as_str()), ("Zone", "node 2"));
    }
}
