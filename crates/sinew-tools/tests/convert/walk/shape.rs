//! Shapes in the words of five lists, by the numbers that their texts give them.

use serde_json::{Map, Value, json};

use super::{Both, list, same};
use sinew_tools::convert::Dialect;

/// A shape by one set of words: `type`, and `size`, `radius`, `height`, `radiusBottom`, `radiusTop`, `sizeX`, `sizeZ`,
/// `doubleSided`, `mesh`. `height` is between the centres of the balls of a capsule.
pub(super) fn plain(extension: &str, entry: &Value) -> Option<Map<String, Value>> {
    let given = entry.get("type")?.as_str()?;
    let kind = if given == "hull" { "convex" } else { given };
    let flat = extension == "OMI_collider" || (extension == "OMI_physics_shape" && entry.get(kind).is_none());
    let empty = json!({});
    let object = if flat { entry } else { entry.get(kind).unwrap_or(&empty) };
    let get = |key: &str, default: Value| object.get(key).cloned().unwrap_or(default);
    let mut shape = Map::new();
    let mut put = |key: &str, value: Value| shape.insert(key.to_owned(), value);
    put("type", kind.into());
    // The defaults of the schemas: half a metre and a quarter in KHR's, two metres (one between the balls) and half in OMI's.
    let is_khr = extension.starts_with("KHR");
    match kind {
        "box" => _ = put("size", get("size", json!([1, 1, 1]))),
        "sphere" => _ = put("radius", get("radius", json!(0.5))),
        "capsule" | "cylinder" => {
            let number = |key: &str, default: f64| super::number(object.get(key)).unwrap_or(default);
            let has_ends = object.get("radiusBottom").or(object.get("radiusTop")).is_some();
            let is_one = extension == "OMI_collider" || (!is_khr && object.get("radius").is_some() && !has_ends);
            let radius = number("radius", 0.5);
            let ends = if is_khr { 0.25 } else { radius };
            let (bottom, top) =
                if is_one { (radius, radius) } else { (number("radiusBottom", ends), number("radiusTop", ends)) };
            let height = match (is_khr, kind) {
                (true, _) => number("height", 0.5),
                (false, "capsule") if is_one => number("height", 2.0) - 2.0 * radius,
                (false, "capsule") => number("height", 1.0),
                (false, _) => number("height", 2.0),
            };
            put("height", json!(height));
            put("radiusBottom", json!(bottom));
            put("radiusTop", json!(top));
        }
        "plane" => {
            for key in ["sizeX", "sizeZ"] {
                if let Some(size) = object.get(key) {
                    put(key, size.clone());
                }
            }
            put("doubleSided", get("doubleSided", json!(false)));
        }
        "convex" | "trimesh" => _ = put("mesh", object.get("mesh")?.clone()),
        _ => return None,
    }
    Some(shape)
}

/// The list of shapes of a dialect.
pub(super) fn shapes(to: Dialect) -> (&'static str, &'static str) {
    match to {
        Dialect::Khr | Dialect::Khr2025 => ("KHR_implicit_shapes", "shapes"),
        Dialect::KhrSeed => ("KHR_collision_shapes", "shapes"),
        Dialect::Omi => ("OMI_physics_shape", "shapes"),
        _ => ("OMI_collider", "colliders"),
    }
}

/// Whether two shapes are one: the same numbers, as singles; meshes by index.
pub(super) fn is_one(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| close(key, value, other)))
}

/// A height that was added to two radii and taken from them again has lost a digit.
fn close(key: &str, a: &Value, b: &Value) -> bool {
    let is_height = key == "height" && (a.as_f64().unwrap_or(f64::NAN) - b.as_f64().unwrap_or(f64::NAN)).abs() < 1e-5;
    same(a, b) || is_height
}

impl Both<'_> {
    /// An entry of a list of shapes.
    pub(super) fn shape(&mut self, extension: &str, pointer: &str, entry: &Value) {
        let own = plain(extension, entry);
        let (name, key) = shapes(self.to);
        let listed = list(self.result, &format!("/extensions/{name}/{key}")).iter();
        let mut candidates: Vec<(Option<Value>, Map<String, Value>)> =
            listed.filter_map(|other| Some((other.get("name").cloned(), plain(name, other)?))).collect();
        // The release candidate has meshes by nodes, where colliders and triggers name them.
        candidates.extend(self.meshes_of_nodes().into_iter().map(|shape| (None, shape)));
        let kind = own.as_ref().and_then(|own| own["type"].as_str()).unwrap_or_default().to_owned();
        self.check_any(pointer, entry, &candidates, |(name, other), path, leaf| {
            let path = path.strip_prefix(&format!("/{kind}")).filter(|_| !kind.is_empty()).unwrap_or(path);
            let Some(own) = &own else { return false };
            let agrees = |key: &str| own.get(key).zip(other.get(key)).is_some_and(|(a, b)| close(key, a, b));
            match path {
                "/name" => name.as_ref() == Some(leaf),
                // An empty object is as the defaults say.
                "/type" | "" => agrees("type"),
                // Of the nodes that use it.
                "/isTrigger" => extension == "OMI_collider",
                "/radius" if kind != "sphere" => {
                    let is_used = |key: &str| own.get(key).is_some_and(|own| same(own, leaf));
                    extension.starts_with("OMI")
                        && is_used("radiusBottom")
                        && is_used("radiusTop")
                        && agrees("radiusBottom")
                        && agrees("radiusTop")
                }
                // With one radius, the height is another number in the file.
                "/height" => agrees("height"),
                path => {
                    let key = &path[1..];
                    own.get(key).is_some_and(|own| same(own, leaf)) && agrees(key)
                }
            }
        });
    }

    /// What `geometry.mesh` means, and `geometry.node` for nodes that show one mesh.
    fn meshes_of_nodes(&self) -> Vec<Map<String, Value>> {
        let nodes = list(self.result, "/nodes");
        let parts = nodes.iter().flat_map(|node| {
            ["collider", "trigger"]
                .into_iter()
                .filter_map(|part| node.pointer(&format!("/extensions/KHR_physics_rigid_bodies/{part}/geometry")))
        });
        parts.filter_map(|geometry| of_points(geometry, nodes)).collect()
    }
}

/// The shape of a geometry that names a mesh, or a node that shows one.
pub(super) fn of_points(geometry: &Value, nodes: &[Value]) -> Option<Map<String, Value>> {
    let mesh = match geometry.get("mesh") {
        Some(mesh) => Some(mesh),
        None => nodes.get(super::index(geometry.get("node"))?)?.get("mesh"),
    };
    let is_hull = geometry.get("convexHull").and_then(Value::as_bool).unwrap_or(false);
    let kind = if is_hull { "convex" } else { "trimesh" };
    Some(Map::from_iter([("type".to_owned(), kind.into()), ("mesh".to_owned(), mesh.cloned().unwrap_or(Value::Null))]))
}
