//! What nodes carry: motions, colliders, triggers, joints, fields of gravity.

use serde_json::{Map, Value, json};
use sinew_tools::convert::Dialect;

use super::motion::is_motion;
use super::shape::{is_one, of_points, plain};
use super::{Both, index, list, same};

/// A collider or a trigger of a file, with its shape.
struct NodeShape<'a> {
    object: &'a Value,
    shape: Option<Map<String, Value>>,
    /// The pointer of the shape's entry.
    entry: Option<String>,
}

/// The part of a node that an extension has under a key, in a file. `OMI_collider` is either.
fn part<'a>(file: &'a Value, node: usize, extension: &str, key: &str) -> Option<NodeShape<'a>> {
    let value = file.pointer(&format!("/nodes/{node}/extensions/{extension}"))?;
    let has = |name: &str| file.pointer(&format!("/extensions/{name}")).is_some();
    let (object, name, list_key, at) = if extension == "OMI_collider" {
        (value, "OMI_collider", "colliders", value.get("collider"))
    } else {
        let object = value.get(key)?;
        let geometry = object.get("geometry");
        // Each revision's own list first, the other's in a file without it.
        let [late, early] = ["KHR_implicit_shapes", "KHR_collision_shapes"];
        let name = match (extension, geometry) {
            ("OMI_physics_body", _) => "OMI_physics_shape",
            (_, Some(_)) => {
                if has(late) {
                    late
                } else {
                    early
                }
            }
            (_, None) => {
                if has(early) {
                    early
                } else {
                    late
                }
            }
        };
        (object, name, "shapes", geometry.map_or(object.get("shape"), |geometry| geometry.get("shape")))
    };
    let entry = index(at).map(|at| format!("/extensions/{name}/{list_key}/{at}"));
    let mut shape = entry.as_ref().and_then(|entry| plain(name, file.pointer(entry)?));
    if shape.is_none() && at.is_none() {
        shape = object.get("geometry").and_then(|geometry| of_points(geometry, list(file, "/nodes")));
    }
    Some(NodeShape { object, shape, entry })
}

impl<'a> Both<'a> {
    /// The extension of a node.
    pub(super) fn on_node(&mut self, extension: &str, node: usize, pointer: &str, value: &Value) {
        let Some(members) = value.as_object() else { return self.check(pointer, value, |_, _| false) };
        let has = |key: &str| value.get(key).is_some();
        let has_parts = has("motion") || has("collider") || has("trigger");
        match extension {
            "OMI_physics_body" if !has_parts && !members.is_empty() => self.motion(extension, node, pointer, value),
            "KHR_physics_rigid_bodies" | "OMI_physics_body" => {
                for (key, value) in members {
                    let pointer = format!("{pointer}/{key}");
                    match (extension, key.as_str()) {
                        (_, "motion") => self.motion(extension, node, &pointer, value),
                        (_, "collider" | "trigger") => self.part(extension, key, node, &pointer, value),
                        ("KHR_physics_rigid_bodies", "joint") => self.joint_of(extension, node, &pointer, value),
                        _ => self.check(&pointer, value, |_, _| false),
                    }
                }
            }
            "OMI_collider" => self.part(extension, "collider", node, pointer, value),
            "OMI_physics_joint" if !members.is_empty() => self.joint_of(extension, node, pointer, value),
            "OMI_physics_gravity" => self.field(node, pointer, value),
            _ if members.is_empty() => {}
            _ => self.check(pointer, value, |_, _| false),
        }
    }

    fn motion(&mut self, extension: &str, node: usize, pointer: &str, value: &Value) {
        let at = match self.to {
            Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed => "KHR_physics_rigid_bodies/motion",
            Dialect::Omi => "OMI_physics_body/motion",
            _ => "OMI_physics_body",
        };
        let there = self.result.pointer(&format!("/nodes/{node}/extensions/{at}"));
        let (to, is_typed) = (self.to, !pointer.ends_with("/motion"));
        let is_trigger = is_typed && value.get("type") == Some(&json!("trigger"));
        let has_trigger = self.own_parts("trigger", node).next().is_some()
            || there.is_some_and(|there| self.to == Dialect::OmiSeed && there.get("type") == Some(&json!("trigger")));
        let is_khr = extension.starts_with("KHR");
        // A lost value does not affect the others.
        let mut left = value.clone();
        if let Some(members) = left.as_object_mut() {
            members.retain(|key, _| !self.is_reported(&format!("{pointer}/{key}")));
        }
        self.check(pointer, value, |path, leaf| {
            if is_trigger && path == "/type" {
                return has_trigger;
            }
            is_motion(is_khr, &left, to, there, path.trim_start_matches('/'), leaf)
        });
    }

    /// The parts of a node in the result; in the earlier revision of OMI, a trigger body as well.
    fn own_parts(&self, key: &'static str, node: usize) -> impl Iterator<Item = NodeShape<'a>> {
        let extension = match self.to {
            Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed => "KHR_physics_rigid_bodies",
            Dialect::Omi => "OMI_physics_body",
            _ => "OMI_collider",
        };
        let found = part(self.result, node, extension, key);
        let result = self.result;
        let is_of = move |part: &NodeShape<'_>| {
            let entry = part.entry.as_ref().and_then(|entry| result.pointer(entry));
            let is_trigger = entry.and_then(|entry| entry.get("isTrigger")) == Some(&json!(true));
            extension != "OMI_collider" || is_trigger == (key == "trigger")
        };
        found.into_iter().filter(is_of)
    }

    /// A collider or a trigger: on its node, or on one that was added.
    fn part(&mut self, extension: &str, key: &str, node: usize, pointer: &str, value: &Value) {
        let own = part(self.source, node, extension, key);
        let entry = own.as_ref().and_then(|own| own.entry.clone());
        let is_trigger = key == "trigger"
            || (extension == "OMI_collider"
                && entry.as_ref().and_then(|entry| self.source.pointer(entry)?.get("isTrigger")) == Some(&json!(true)));
        if let Some(nodes) = value.get("nodes").and_then(Value::as_array).filter(|nodes| !nodes.is_empty()) {
            return self.compound(extension, node, pointer, value, nodes);
        }
        let key = if is_trigger { "trigger" } else { "collider" };
        let places = std::iter::once(node).chain(self.new_nodes());
        let candidates: Vec<NodeShape<'_>> = places.flat_map(|node| self.own_parts(key, node)).collect();
        let is_changed = entry.as_ref().is_some_and(|entry| self.is_touched(entry));
        let own = own.and_then(|own| own.shape);
        let meshes = list(self.source, "/meshes").len();
        let is_shape = |other: &NodeShape<'_>| {
            let (Some(own), Some(other)) = (&own, &other.shape) else { return false };
            let is_new = index(other.get("mesh")).is_some_and(|mesh| mesh >= meshes);
            own["type"] == other["type"] && (is_changed || is_new || is_one(own, other))
        };
        let refers = |extension: &str, list: &str, leaf: &Value, other: Option<&Value>| {
            let is_none = extension.starts_with("OMI") && leaf == &json!(-1);
            is_none || index(Some(leaf)).is_some_and(|at| self.is_entry(extension, list, at, other))
        };
        let missing: Vec<Vec<String>> = candidates
            .iter()
            .map(|other| {
                let open = super::leaves(value)
                    .into_iter()
                    .filter(|(path, leaf)| !self.is_leaf_reported(&format!("{pointer}{path}"), leaf));
                let holds = |path: &str, leaf: &Value| match path {
                    "/collider" => extension == "OMI_collider" && is_shape(other),
                    "/geometry/shape" | "/shape" => {
                        is_shape(other) && (path != "/shape" || value.get("geometry").is_none())
                    }
                    "/geometry/mesh" => is_shape(other) && value["geometry"].get("shape").is_none(),
                    "/geometry/node" => {
                        let counts = |key: &str| value["geometry"].get(key).is_some();
                        is_shape(other) && !counts("shape") && !counts("mesh")
                    }
                    "/geometry/convexHull" => {
                        let is_hull = other.shape.as_ref().is_some_and(|shape| shape["type"] == "convex");
                        let is_listed = value["geometry"].get("shape").is_some();
                        leaf.is_boolean() && (is_listed || leaf == &json!(is_hull))
                    }
                    "/physicsMaterial" => {
                        key == "collider"
                            && refers(extension, "physicsMaterials", leaf, other.object.get("physicsMaterial"))
                    }
                    "/collisionFilter" => {
                        refers(extension, "collisionFilters", leaf, other.object.get("collisionFilter"))
                    }
                    "/nodes" => leaf == &json!([]) && key == "trigger",
                    _ => false,
                };
                open.filter(|(path, leaf)| !holds(path, leaf))
                    .map(|(path, leaf)| format!("{pointer}{path}: {leaf}"))
                    .collect()
            })
            .collect();
        match missing.into_iter().min_by_key(Vec::len) {
            Some(least) => self.missing.extend(least),
            None => self.check(pointer, value, |_, _| false),
        }
    }

    /// A trigger that is made of others.
    fn compound(&mut self, extension: &str, node: usize, pointer: &str, value: &Value, nodes: &[Value]) {
        let kept = (0..nodes.len()).filter(|at| !self.is_reported(&format!("{pointer}/nodes/{at}"))).count();
        let trigger = self.result.pointer(&format!("/nodes/{node}/extensions"));
        let of = |key: &str| trigger.and_then(|trigger| trigger.pointer(key));
        let named: Vec<usize> = match self.to {
            Dialect::OmiSeed => {
                let is_body = of("/OMI_physics_body/type") == Some(&json!("trigger"));
                let below =
                    list(self.result, &format!("/nodes/{node}/children")).iter().filter_map(|child| index(Some(child)));
                below.filter(|child| is_body && self.own_parts("trigger", *child).next().is_some()).collect()
            }
            to => {
                let name = if to == Dialect::Omi { "OMI_physics_body" } else { "KHR_physics_rigid_bodies" };
                let nodes = of(&format!("/{name}/trigger/nodes")).and_then(Value::as_array);
                nodes.into_iter().flatten().filter_map(|node| index(Some(node))).collect()
            }
        };
        let filters: Vec<Option<&Value>> = named
            .iter()
            .flat_map(|node| self.own_parts("trigger", *node))
            .map(|part| part.object.get("collisionFilter"))
            .collect();
        let is_filter = |leaf: &Value| {
            let own = index(Some(leaf));
            own.is_some_and(|own| filters.iter().any(|other| self.is_entry(extension, "collisionFilters", own, *other)))
        };
        let mut open = super::leaves(value);
        open.retain(|(path, leaf)| {
            let holds = match path.as_str() {
                path if path == "/nodes" || path.starts_with("/nodes/") => named.len() == kept,
                "/collisionFilter" => is_filter(leaf),
                _ => false,
            };
            !holds && !self.is_leaf_reported(&format!("{pointer}{path}"), leaf)
        });
        self.missing.extend(open.into_iter().map(|(path, leaf)| format!("{pointer}{path}: {leaf}")));
    }

    /// A joint: on its node, or on one that was added.
    fn joint_of(&mut self, extension: &str, node: usize, pointer: &str, value: &Value) {
        let (at, descriptions) = match self.to {
            Dialect::Khr | Dialect::Khr2025 | Dialect::KhrSeed => {
                ("KHR_physics_rigid_bodies/joint", "/extensions/KHR_physics_rigid_bodies/physicsJoints")
            }
            _ => ("OMI_physics_joint", "/extensions/OMI_physics_joint/physicsJoints"),
        };
        let places = std::iter::once(node).chain(self.new_nodes());
        let candidates: Vec<(usize, &Value)> = places
            .filter_map(|node| Some((node, self.result.pointer(&format!("/nodes/{node}/extensions/{at}"))?)))
            .collect();
        let (source, result) = (self.source, self.result);
        let old = list(source, "/nodes").len();
        let is_below = |node: Option<usize>, body: Option<usize>| {
            node.zip(body).is_some_and(|(node, body)| ancestors(result, node).contains(&body))
        };
        // What is fixed in the source is fixed by itself in KHR's words.
        let is_static = |file: &Value, node: Option<usize>| {
            let of = |node: usize| file.pointer(&format!("/nodes/{node}/extensions/OMI_physics_body/type"));
            node.and_then(of) == Some(&json!("static"))
        };
        let entry = index(value.get("joint")).map(|at| {
            let name = if extension == "OMI_physics_joint" { extension } else { "KHR_physics_rigid_bodies" };
            format!("/extensions/{name}/physicsJoints/{at}")
        });
        let has_entry = entry.is_some_and(|entry| source.pointer(&entry).is_some());
        let constraints = list(source, "/extensions/OMI_physics_joint/constraints");
        let losses_of: Vec<bool> = (0..list(value, "/constraints").len())
            .map(|at| self.is_reported(&format!("{pointer}/constraints/{at}")))
            .collect();
        self.check_any(pointer, value, &candidates, |(place, other), path, leaf| {
            let is_stage_1 = other.get("nodeA").is_some();
            let connected = index(other.get("connectedNode"));
            match path {
                "/connectedNode" if is_stage_1 => {
                    let body = index(other.get("nodeB"));
                    is_below(index(Some(leaf)), body) || is_static(result, body)
                }
                "/connectedNode" => index(Some(leaf)) == connected || connected.is_some_and(|node| node >= old),
                "/joint" if is_stage_1 => has_entry && other.get("constraints").is_some(),
                "/joint" => {
                    has_entry && index(other.get("joint")).is_some_and(|at| at < list(result, descriptions).len())
                }
                "/enableCollision" => same(leaf, other.get("enableCollision").unwrap_or(&json!(false))),
                "/nodeA" | "/nodeB" if is_stage_1 => other.get(&path[1..]).is_some_and(|other| same(leaf, other)),
                path if is_stage_1 && path.starts_with("/constraints") => {
                    !list(other, "/constraints").is_empty() || list(value, "/constraints").is_empty()
                }
                "/nodeA" | "/nodeB" => {
                    let end = if path == "/nodeA" { Some(*place) } else { connected };
                    is_below(end, index(Some(leaf))) || is_static(source, index(Some(leaf)))
                }
                path if path.starts_with("/constraints") => {
                    let description = index(other.get("joint")).and_then(|at| list(result, descriptions).get(at));
                    let limits = description.map_or(&[][..], |entry| list(entry, "/limits")).len();
                    let named = list(value, "/constraints").iter().map(|at| index(Some(at)));
                    let usable = named.zip(&losses_of).filter_map(|(at, losses_of)| at.filter(|_| !losses_of));
                    let usable = usable.filter(|at| constraints.get(*at).is_some()).count();
                    usable == 0 || limits > 0
                }
                _ => false,
            }
        });
    }

    /// A field of gravity, which OMI's later revision alone has.
    fn field(&mut self, node: usize, pointer: &str, value: &Value) {
        let there = self.result.pointer(&format!("/nodes/{node}/extensions/OMI_physics_gravity"));
        let shape = |file: &Value, field: &Value| {
            let at = index(field.pointer("/shaped/shape"))?;
            plain("OMI_physics_shape", file.pointer(&format!("/extensions/OMI_physics_shape/shapes/{at}"))?)
        };
        let shapes = (shape(self.source, value), there.and_then(|there| shape(self.result, there)));
        let is_omi = self.to == Dialect::Omi;
        let at = index(value.pointer("/shaped/shape")).unwrap_or(usize::MAX);
        let is_changed = self.is_touched(&format!("/extensions/OMI_physics_shape/shapes/{at}"));
        self.check(pointer, value, |path, leaf| {
            let Some(there) = there.filter(|_| is_omi) else { return false };
            let default = match path.rsplit('/').next() {
                Some("priority" | "unitDistance") => json!(0),
                Some("replace" | "stop") => json!(false),
                _ => Value::Null,
            };
            if path == "/shaped/shape" {
                return matches!(&shapes, (Some(a), Some(b)) if is_one(a, b) || (is_changed && a["type"] == b["type"]));
            }
            // An empty object of a type says what the type says.
            let is_type = leaf == &json!({}) && there.get("type") == value.get("type");
            is_type || same(leaf, there.pointer(path).unwrap_or(&default))
        });
    }
}

/// A node and all above it.
fn ancestors(file: &Value, node: usize) -> Vec<usize> {
    let nodes = list(file, "/nodes");
    let mut path = vec![node];
    while path.len() <= nodes.len() {
        let here = path[path.len() - 1];
        let is_parent = |node: &Value| list(node, "/children").iter().any(|child| index(Some(child)) == Some(here));
        match nodes.iter().position(is_parent) {
            Some(parent) => path.push(parent),
            None => break,
        }
    }
    path
}
