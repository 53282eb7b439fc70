//! The lists of the file as a whole: materials, filters, joints, and gravity.

use serde_json::{Value, json};
use sinew_tools::convert::Dialect;

use super::{Both, index, list, near, numbers, same};

/// What a property of an entry is where it is not given; `null` for nothing.
fn default(extension: &str, key: &str) -> Value {
    match key {
        "staticFriction" | "dynamicFriction" => json!(0.6),
        "restitution" => json!(0.0),
        // "If not defined, … average" in OMI's text alone.
        "frictionCombine" | "restitutionCombine" if extension.starts_with("OMI") => json!("average"),
        _ => Value::Null,
    }
}

/// A joint's limit in one set of words: the kind and the axes, from, to, stiffness, damping.
#[derive(Debug, PartialEq)]
pub(super) struct Limit {
    linear: Vec<u64>,
    angular: Vec<u64>,
    from: Option<f64>,
    to: Option<f64>,
    stiffness: Option<f64>,
    damping: f64,
}

pub(super) fn limit(entry: &Value, is_stage_1: bool) -> Limit {
    let axes = |key: &str| {
        let mut axes: Vec<u64> =
            entry.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64).collect();
        axes.sort_unstable();
        axes
    };
    let number = |key: &str| super::number(entry.get(key));
    // Of stage 1: "lowerLimit … default 0", "upperLimit … 0", "damping … 1"; later: no end without it, damping 0.
    let (from, to, damping) = if is_stage_1 {
        (Some(number("lowerLimit").unwrap_or(0.0)), Some(number("upperLimit").unwrap_or(0.0)), 1.0)
    } else {
        (number("min"), number("max"), 0.0)
    };
    let (linear, angular) = (axes("linearAxes"), axes("angularAxes"));
    // The distance from a point or a line, and an angle between directions: "never below zero".
    let is_distance = !is_stage_1 && (linear.len() > 1 || angular.len() > 1);
    let from = if is_distance { Some(from.unwrap_or(0.0).max(0.0)) } else { from };
    Limit { linear, angular, from, to, stiffness: number("stiffness"), damping: number("damping").unwrap_or(damping) }
}

fn is_near(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => near(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

impl Limit {
    /// Whether a property of the file is in another limit. Axes may be spread over several.
    fn agrees(&self, others: &[Limit], key: &str) -> bool {
        let is_range = |other: &&Limit| is_near(self.from, other.from) && is_near(self.to, other.to);
        let overlaps = |other: &&Limit| {
            let any = |own: &[u64], other: &[u64]| own.iter().any(|axis| other.contains(axis));
            any(&self.linear, &other.linear) || any(&self.angular, &other.angular)
        };
        let fitting: Vec<&Limit> = others.iter().filter(is_range).filter(overlaps).collect();
        let all = |own: &[u64], of: fn(&Limit) -> &Vec<u64>| {
            own.iter().all(|axis| fitting.iter().any(|other| of(other).contains(axis)))
        };
        match key {
            "linearAxes" => all(&self.linear, |limit| &limit.linear),
            "angularAxes" => all(&self.angular, |limit| &limit.angular),
            "min" | "max" | "lowerLimit" | "upperLimit" => !fitting.is_empty(),
            "stiffness" => {
                // "If not specified or negative, the limit should be infinitely stiff."
                let hard = |stiffness: Option<f64>| stiffness.filter(|stiffness| *stiffness >= 0.0);
                fitting.iter().any(|other| is_near(hard(self.stiffness), hard(other.stiffness)))
            }
            "damping" => fitting.iter().any(|other| near(self.damping, other.damping)),
            _ => false,
        }
    }
}

impl Both<'_> {
    /// The extension of the file as a whole.
    pub(super) fn shared(&mut self, extension: &str, pointer: &str, value: &Value) {
        let Some(members) = value.as_object() else { return self.check(pointer, value, |_, _| false) };
        for (key, value) in members {
            let pointer = format!("{pointer}/{key}");
            let entries = value.as_array().map(|entries| entries.iter().enumerate());
            let is_list = matches!(
                (extension, key.as_str()),
                ("KHR_implicit_shapes" | "KHR_collision_shapes" | "OMI_physics_shape", "shapes")
                    | ("OMI_collider", "colliders")
                    | ("KHR_physics_rigid_bodies" | "OMI_physics_body", "physicsMaterials" | "collisionFilters")
                    | ("KHR_physics_rigid_bodies" | "OMI_physics_joint", "physicsJoints")
                    | ("OMI_physics_joint", "constraints")
            );
            match entries.filter(|_| is_list) {
                Some(entries) => {
                    for (at, entry) in entries {
                        let pointer = format!("{pointer}/{at}");
                        match key.as_str() {
                            "shapes" | "colliders" => self.shape(extension, &pointer, entry),
                            "physicsJoints" => self.joint(&pointer, entry),
                            "constraints" => self.stage_1(&pointer, entry),
                            _ => self.surface(extension, key, &pointer, entry),
                        }
                    }
                }
                None if extension == "OMI_physics_gravity" => {
                    let (own, there) = (way(self.source), way(self.result));
                    let is_same = own.zip(there).is_some_and(|(a, b)| (0..3).all(|at| (a[at] - b[at]).abs() < 1e-5));
                    let is_known = matches!(key.as_str(), "gravity" | "direction") && self.to == Dialect::Omi;
                    self.check(&pointer, value, |_, leaf| {
                        is_known && is_same && (leaf.is_number() || numbers(leaf).len() == 3)
                    });
                }
                None => self.check(&pointer, value, |_, _| false),
            }
        }
    }

    /// The extension of a dialect that has materials and filters.
    fn parts(&self) -> Option<&'static str> {
        match self.to {
            Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed => Some("KHR_physics_rigid_bodies"),
            Dialect::Omi => Some("OMI_physics_body"),
            _ => None,
        }
    }

    fn surface(&mut self, extension: &str, key: &str, pointer: &str, entry: &Value) {
        let own = self.parts().unwrap_or_default();
        let candidates = list(self.result, &format!("/extensions/{own}/{key}"));
        let source = extension.to_owned();
        self.check_any(pointer, entry, candidates, |other, path, leaf| is_surface(&source, own, other, path, leaf));
    }

    /// Whether an entry of the source is one of the result, but for what is reported.
    pub(super) fn is_entry(&self, extension: &str, key: &str, at: usize, other: Option<&Value>) -> bool {
        let Some(own) = self.parts() else { return false };
        let entries = list(self.result, &format!("/extensions/{own}/{key}"));
        let Some(other) = index(other).and_then(|at| entries.get(at)) else { return false };
        let pointer = format!("/extensions/{extension}/{key}/{at}");
        let Some(entry) = self.source.pointer(&pointer) else { return false };
        super::leaves(entry).into_iter().all(|(path, leaf)| {
            self.is_leaf_reported(&format!("{pointer}{path}"), &leaf) || is_surface(extension, own, other, &path, &leaf)
        })
    }

    /// An entry of `physicsJoints`.
    fn joint(&mut self, pointer: &str, entry: &Value) {
        let is_stage_1 = self.to == Dialect::OmiSeed;
        let (name, key) = match self.to {
            Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed => ("KHR_physics_rigid_bodies", "physicsJoints"),
            Dialect::Omi => ("OMI_physics_joint", "physicsJoints"),
            _ => ("OMI_physics_joint", "constraints"),
        };
        let found = list(self.result, &format!("/extensions/{name}/{key}"));
        // In stage 1, the constraints of all joints are in one list.
        let whole = json!({"limits": found});
        let candidates = if is_stage_1 { std::slice::from_ref(&whole) } else { found };
        self.check_any(pointer, entry, candidates, |other, path, leaf| {
            let limits = || list(other, "/limits").iter().map(|other| limit(other, is_stage_1)).collect::<Vec<_>>();
            match path.split('/').skip(1).collect::<Vec<_>>()[..] {
                ["name"] => !is_stage_1 && other.get("name") == Some(leaf),
                // An empty list, or an empty joint.
                ["limits" | "drives"] => leaf == &json!([]),
                [] => leaf == &json!({}),
                ["limits", at, key] => {
                    let own = &entry["limits"][at.parse::<usize>().unwrap()];
                    limit(own, false).agrees(&limits(), key)
                }
                ["drives", at, _] => {
                    let own = &entry["drives"][at.parse::<usize>().unwrap()];
                    list(other, "/drives").iter().any(|other| is_drive(own, other, path.rsplit('/').next().unwrap()))
                }
                _ => false,
            }
        });
    }

    /// An entry of `constraints` of stage 1.
    fn stage_1(&mut self, pointer: &str, entry: &Value) {
        let is_stage_1 = self.to == Dialect::OmiSeed;
        let name = if matches!(self.to, Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed) {
            "KHR_physics_rigid_bodies"
        } else {
            "OMI_physics_joint"
        };
        let extension = format!("/extensions/{name}");
        let limits: Vec<Limit> = if is_stage_1 {
            list(self.result, &format!("{extension}/constraints")).iter().map(|other| limit(other, true)).collect()
        } else {
            let joints = list(self.result, &format!("{extension}/physicsJoints")).iter();
            joints.flat_map(|joint| list(joint, "/limits")).map(|other| limit(other, false)).collect()
        };
        let own = limit(entry, true);
        self.check(pointer, entry, |path, _| own.agrees(&limits, path.trim_start_matches('/')));
    }
}

/// The gravity of the world: so strong, along a direction of unit length; down where none is given.
fn way(file: &Value) -> Option<[f64; 3]> {
    let gravity = file.pointer("/extensions/OMI_physics_gravity")?;
    let strength = super::number(gravity.get("gravity"))?;
    let given = gravity.get("direction").map(numbers).unwrap_or_default();
    let direction = <[f64; 3]>::try_from(given).unwrap_or([0.0, -1.0, 0.0]);
    let length = direction.iter().map(|n| n * n).sum::<f64>().sqrt();
    let direction = if length > 0.0 { direction.map(|n| n / length) } else { [0.0, -1.0, 0.0] };
    Some(direction.map(|n| n * strength))
}

/// Whether a property of a material or a filter is in another.
fn is_surface(source: &str, own: &str, other: &Value, path: &str, leaf: &Value) -> bool {
    let key = path.trim_start_matches('/');
    let known = [
        "name",
        "staticFriction",
        "dynamicFriction",
        "restitution",
        "frictionCombine",
        "restitutionCombine",
        "collisionSystems",
        "collideWithSystems",
        "notCollideWithSystems",
    ];
    if path.is_empty() {
        return leaf == &json!({});
    }
    // "If non-empty, …": OMI's empty lists are none.
    let is_none = source.starts_with("OMI") && leaf == &json!([]);
    let default = default(own, key);
    let there = other.get(key).unwrap_or(&default);
    known.contains(&key)
        && (same(leaf, there)
            || (is_none && there.is_null())
            || (leaf == &json!([]) && there.is_null() && key != "collideWithSystems"))
}

/// Whether a property of a drive is in another, and both are one drive: of one kind, about one axis.
fn is_drive(own: &Value, other: &Value, key: &str) -> bool {
    let known = ["type", "mode", "axis", "maxForce", "positionTarget", "velocityTarget", "stiffness", "damping"];
    let get = |drive: &Value, key: &str| match key {
        "stiffness" | "damping" => drive.get(key).cloned().unwrap_or(json!(0.0)),
        // "If not specified or negative, the drive is not force-limited."
        "maxForce" => {
            drive.get(key).filter(|force| force.as_f64().is_some_and(|force| force >= 0.0)).cloned().unwrap_or_default()
        }
        _ => drive.get(key).cloned().unwrap_or_default(),
    };
    let agrees = |key: &str| same(&get(own, key), &get(other, key));
    known.contains(&key) && ["type", "mode", "axis", key].iter().all(|key| agrees(key))
}
