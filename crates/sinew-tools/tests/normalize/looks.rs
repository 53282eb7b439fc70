//! What a viewer would draw, in doubles and from the numbers of the file alone: every vertex, normal and tangent of every
//! node that shows a mesh, where cameras and lights look, where nodes are, and where virtual transforms are.

use std::collections::HashMap;

use glam::{DMat4, DQuat, DVec3, DVec4};
use serde_json::Value;
use sinew::document::{AccessorIndex, Document};
use sinew::{Model, Pose};

use crate::Pair;

/// The weight that every morph target has.
const MORPHED: f64 = 0.25;

/// The largest distance between what two files show.
pub(crate) fn difference(pair: &Pair, before: &Pose, after: &Pose) -> f64 {
    let before = Looks::new(&pair.before, &pair.before_model, before);
    let after = Looks::new(&pair.after, &pair.after_model, after);
    let keys = |looks: &Looks| {
        let mut keys: Vec<_> = looks.0.iter().map(|(key, places)| (key.clone(), places.len())).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&before), keys(&after));
    let pairs = before.0.iter().flat_map(|(key, places)| places.iter().zip(&after.0[key]));
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

struct Looks(HashMap<String, Vec<DVec3>>);

impl Looks {
    fn new(document: &Document, model: &Model, pose: &Pose) -> Self {
        let json = document.root().to_serde();
        let world = model_matrices(model, pose);
        let mut looks = Self(HashMap::new());
        for (index, node) in array(&json["nodes"]).iter().enumerate() {
            let name = node["name"].as_str().unwrap_or_default();
            if node["mesh"].is_u64() {
                looks.mesh(document, &json, &world, index, node);
            }
            // A camera or a light may have moved to a child, so it is known by what it is, at a place and a direction.
            for (kind, number) in
                [("camera", &node["camera"]), ("light", &node["extensions"]["KHR_lights_punctual"]["light"])]
            {
                if number.is_u64() {
                    let lights = &json["extensions"]["KHR_lights_punctual"]["lights"];
                    let is_point = kind == "light" && lights[number.as_u64().unwrap() as usize]["type"] == "point";
                    let direction = if is_point { DVec3::ZERO } else { world[index].z_axis.truncate() };
                    // One light may be on many nodes.
                    let sights = looks.0.entry(format!("{kind} {number}")).or_default();
                    sights.extend([world[index].w_axis.truncate(), direction]);
                }
            }
            if !name.ends_with(" camera") && !name.ends_with(" light") {
                looks.0.insert(format!("node {index}"), vec![world[index].w_axis.truncate()]);
            }
        }
        for (id, entry) in model.virtual_transforms().iter() {
            let mut evaluated = pose.clone();
            evaluated.evaluate(model);
            let matrix = evaluated.model_from_virtual(model, id).unwrap();
            let corners = [glam::Vec3::ZERO, glam::Vec3::X, glam::Vec3::Y, glam::Vec3::Z];
            let corners = corners.map(|corner| matrix.transform_point3(corner).as_dvec3());
            looks.0.insert(format!("virtual {}", entry.name), corners.to_vec());
        }
        looks
    }

    fn mesh(&mut self, document: &Document, json: &Value, world: &[DMat4], index: usize, node: &Value) {
        let mesh = &json["meshes"][node["mesh"].as_u64().unwrap() as usize];
        for (place, primitive) in array(&mesh["primitives"]).iter().enumerate() {
            let attributes = &primitive["attributes"];
            let mut vertices = attribute(document, &attributes["POSITION"]);
            for target in array(&primitive["targets"]) {
                for (vertex, change) in vertices.iter_mut().zip(attribute(document, &target["POSITION"])) {
                    *vertex += change * MORPHED;
                }
            }
            let skin = node["skin"].as_u64().map(|skin| &json["skins"][skin as usize]);
            let matrices = match skin {
                Some(skin) => skinned(document, skin, attributes, world),
                None => vec![world[index]; vertices.len()],
            };
            let key = |what: &str| format!("{what} {index} {place}");
            let normals = attribute(document, &attributes["NORMAL"]);
            let tangents = attribute(document, &attributes["TANGENT"]);
            for (what, directions) in [("normals", normals), ("tangents", tangents)] {
                let directions = directions.iter().zip(&matrices);
                self.0.insert(key(what), directions.map(|(v, matrix)| matrix.transform_vector3(*v)).collect());
            }
            let vertices = vertices.iter().zip(&matrices);
            self.0.insert(key("vertices"), vertices.map(|(v, matrix)| matrix.transform_point3(*v)).collect());
        }
    }
}

/// From each node to the model, by the file's index.
fn model_matrices(model: &Model, pose: &Pose) -> Vec<DMat4> {
    let hierarchy = model.hierarchy();
    let mut matrices: Vec<DMat4> = Vec::new();
    for (node, local) in hierarchy.nodes().zip(&pose.local) {
        let (scale, rotation) = (local.scale.as_dvec3(), local.rotation.as_dquat().normalize());
        let local = DMat4::from_scale_rotation_translation(scale, rotation, local.translation.as_dvec3());
        matrices.push(hierarchy.parent(node).map_or(DMat4::IDENTITY, |parent| matrices[parent.slot()]) * local);
    }
    hierarchy.nodes_in_file_order().map(|node| matrices[node.slot()]).collect()
}

/// One matrix a vertex: the weighted sum of joint matrix times inverse bind matrix (glTF 2.0, section 3.7.3).
fn skinned(document: &Document, skin: &Value, attributes: &Value, world: &[DMat4]) -> Vec<DMat4> {
    let joints: Vec<usize> = array(&skin["joints"]).iter().map(|joint| joint.as_u64().unwrap() as usize).collect();
    let bind = match accessor(&skin["inverseBindMatrices"]) {
        Some(index) => document.accessor(index).unwrap().read_f32::<16>().unwrap(),
        None => vec![glam::Mat4::IDENTITY.to_cols_array(); joints.len()],
    };
    let bind = bind.iter().map(|matrix| DMat4::from_cols_array(&matrix.map(f64::from)));
    let matrices: Vec<DMat4> = joints.iter().zip(bind).map(|(joint, bind)| world[*joint] * bind).collect();
    let numbers = document.accessor(accessor(&attributes["JOINTS_0"]).unwrap()).unwrap().read_u16x4().unwrap();
    let weights = document.accessor(accessor(&attributes["WEIGHTS_0"]).unwrap()).unwrap().read_f32::<4>().unwrap();
    let blend = |(joints, weights): (&[u16; 4], &[f32; 4])| {
        let parts = joints.iter().zip(weights).map(|(joint, weight)| matrices[*joint as usize] * f64::from(*weight));
        parts.fold(DMat4::ZERO, |sum, part| sum + part)
    };
    numbers.iter().zip(&weights).map(blend).collect()
}

/// The first three numbers of each element.
fn attribute(document: &Document, value: &Value) -> Vec<DVec3> {
    let Some(index) = accessor(value) else { return Vec::new() };
    let accessor = document.accessor(index).unwrap();
    if let Ok(values) = accessor.read_f32::<3>() {
        return values.iter().map(|value| DVec3::from_array(value.map(f64::from))).collect();
    }
    let values = accessor.read_f32::<4>().unwrap();
    values.iter().map(|value| DVec4::from_array(value.map(f64::from)).truncate()).collect()
}

fn accessor(value: &Value) -> Option<AccessorIndex> {
    value.as_u64().map(|index| AccessorIndex(index as u32))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A rotation from a fixed sequence: axis and angle change with the number.
pub(crate) fn arbitrary_rotation(number: usize) -> glam::Quat {
    let at = |factor: f64| (number as f64 * factor).fract() * 2.0 - 1.0;
    DQuat::from_xyzw(at(0.618_034), at(0.414_214), at(0.732_051), 1.0).normalize().as_quat()
}
