//! Numbers, poses and names as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::pose::Pose;

/// A number in the shortest digits of single precision, which is that of readers. Not finite ones become null, which no edit takes.
pub(super) fn single(number: f64) -> Value {
    // Adding zero takes the sign from -0.
    let number = number as f32 + 0.0;
    number.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

/// The translation and the rotation of a pose, without those that are the defaults.
pub(super) fn pose_of(pose: Pose) -> Map<String, Value> {
    let mut map = Map::new();
    let translation = pose.translation.as_vec3();
    if translation != glam::Vec3::ZERO {
        map.insert("translation".to_owned(), json!(pose.translation.to_array().map(single)));
    }
    let rotation = if pose.rotation.w < 0.0 { -pose.rotation } else { pose.rotation };
    if rotation.xyz().length() > 1e-9 {
        map.insert("rotation".to_owned(), json!(rotation.normalize().to_array().map(single)));
    }
    map
}

/// Names that are given once.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, usize>);

impl Names {
    /// The wanted name, or that with a number if it is taken.
    pub(super) fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut count = self.0.get(wanted).copied().unwrap_or(1);
        while self.0.contains_key(&name) {
            count += 1;
            name = format!("{wanted} {count}");
        }
        self.0.insert(wanted.to_owned(), count);
        self.0.entry(name.clone()).or_insert(1);
        name
    }
}

/// Equal entries of a list are one.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) list: Vec<Value>,
    known: BTreeMap<String, usize>,
}

impl Shared {
    pub(super) fn index(&mut self, entry: Value) -> usize {
        let next = self.list.len();
        let index = *self.known.entry(entry.to_string()).or_insert(next);
        if index == next {
            self.list.push(entry);
        }
        index
    }
}
