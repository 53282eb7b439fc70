//! Where a limb should point, from the raw numbers of two files: a second, small implementation in double precision that
//! shares nothing with the library.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

pub(crate) type Vector = [f64; 3];
pub(crate) type Quaternion = [f64; 4];

/// A GLB taken apart.
pub(crate) struct Raw {
    json: Value,
    binary: Vec<u8>,
    parents: HashMap<usize, usize>,
}

pub(crate) fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(crate) fn inverse([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

pub(crate) fn rotation(q: Quaternion, [x, y, z]: Vector) -> Vector {
    let [x, y, z, _] = multiply(multiply(q, [x, y, z, 0.0]), inverse(q));
    [x, y, z]
}

fn unit<const N: usize>(v: [f64; N]) -> [f64; N] {
    let length = v.iter().map(|part| part * part).sum::<f64>().sqrt();
    v.map(|part| part / length)
}

fn numbers<const N: usize>(value: &Value, default: [f64; N]) -> [f64; N] {
    let Some(list) = value.as_array() else { return default };
    std::array::from_fn(|at| list[at].as_f64().unwrap())
}

impl Raw {
    pub(crate) fn open(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let json: Value = serde_json::from_slice(&bytes[20..20 + length(12)]).unwrap();
        let binary = bytes.get(28 + length(12)..).unwrap_or_default().to_vec();
        let mut parents = HashMap::new();
        for (index, node) in json["nodes"].as_array().into_iter().flatten().enumerate() {
            assert!(node.get("matrix").is_none(), "the oracle reads no matrices");
            for child in node["children"].as_array().into_iter().flatten() {
                parents.insert(child.as_u64().unwrap() as usize, index);
            }
        }
        Self { json, binary, parents }
    }

    /// Whether the avatar looks along −Z.
    pub(crate) fn faces_back(&self) -> bool {
        self.json["extensions"].get("VRM").is_some()
    }

    pub(crate) fn bone(&self, name: &str) -> Option<usize> {
        let extensions = &self.json["extensions"];
        let node = match extensions["VRM"]["humanoid"]["humanBones"].as_array() {
            Some(list) => list.iter().find(|entry| entry["bone"] == name)?["node"].as_u64(),
            None => ["VRMC_vrm", "VRMC_vrm_animation"]
                .iter()
                .find_map(|extension| extensions[extension]["humanoid"]["humanBones"][name]["node"].as_u64()),
        };
        node.map(|node| node as usize)
    }

    fn floats(&self, accessor: &Value) -> Vec<f64> {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        assert_eq!(accessor["componentType"], 5126);
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        assert!(view.get("byteStride").is_none());
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            _ => 4,
        };
        let offset = |value: &Value| value["byteOffset"].as_u64().unwrap_or(0) as usize;
        let start = offset(view) + offset(accessor);
        let count = accessor["count"].as_u64().unwrap() as usize * width;
        let bytes = &self.binary[start..start + 4 * count];
        bytes.chunks_exact(4).map(|part| f64::from(f32::from_le_bytes(part.try_into().unwrap()))).collect()
    }

    /// The numbers of a node's property at a time; at rest where nothing moves it or no time is given.
    fn property<const N: usize>(&self, node: usize, path: &str, default: [f64; N], time: Option<f64>) -> [f64; N] {
        let rest = numbers(&self.json["nodes"][node][path], default);
        let Some(time) = time else { return rest };
        let animation = &self.json["animations"][0];
        let mut channels = animation["channels"].as_array().into_iter().flatten();
        let is_it = |channel: &&Value| channel["target"]["node"] == node && channel["target"]["path"] == path;
        let Some(channel) = channels.find(is_it) else { return rest };
        let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
        assert_eq!(sampler["interpolation"].as_str().unwrap_or("LINEAR"), "LINEAR");
        let (times, values) = (self.floats(&sampler["input"]), self.floats(&sampler["output"]));
        let key = |at: usize| -> [f64; N] { std::array::from_fn(|part| values[at * N + part]) };
        let Some(after) = times.iter().position(|&key| key > time) else { return key(times.len() - 1) };
        if after == 0 {
            return key(0);
        }
        let (a, mut b) = (key(after - 1), key(after));
        let fraction = (time - times[after - 1]) / (times[after] - times[after - 1]);
        if path != "rotation" {
            return std::array::from_fn(|part| a[part] + (b[part] - a[part]) * fraction);
        }
        let (a, mut cosine) = (unit(a), 0.0);
        b = unit(b);
        a.iter().zip(&b).for_each(|(a, b)| cosine += a * b);
        if cosine < 0.0 {
            b = b.map(|part| -part);
        }
        let angle = cosine.abs().min(1.0).acos();
        let (from, to) = match angle.sin() {
            sine if sine > 1e-9 => (((1.0 - fraction) * angle).sin() / sine, (fraction * angle).sin() / sine),
            _ => (1.0 - fraction, fraction),
        };
        unit(std::array::from_fn(|part| a[part] * from + b[part] * to))
    }

    /// A node's rotation in the model.
    pub(crate) fn rotation(&self, node: usize, time: Option<f64>) -> Quaternion {
        let mut rotation = [0.0, 0.0, 0.0, 1.0];
        let mut at = Some(node);
        while let Some(node) = at {
            rotation = multiply(unit(self.property(node, "rotation", [0.0, 0.0, 0.0, 1.0], time)), rotation);
            at = self.parents.get(&node).copied();
        }
        rotation
    }

    /// A node's position in the model.
    pub(crate) fn position(&self, node: usize, time: Option<f64>) -> Vector {
        let mut position = [0.0; 3];
        let mut at = Some(node);
        while let Some(node) = at {
            let scale: Vector = self.property(node, "scale", [1.0; 3], time);
            let scaled = std::array::from_fn(|axis| position[axis] * scale[axis]);
            let rotated = rotation(unit(self.property(node, "rotation", [0.0, 0.0, 0.0, 1.0], time)), scaled);
            let offset: Vector = self.property(node, "translation", [0.0; 3], time);
            position = std::array::from_fn(|axis| rotated[axis] + offset[axis]);
            at = self.parents.get(&node).copied();
        }
        position
    }

    /// The last key of the first animation.
    pub(crate) fn duration(&self) -> f64 {
        let samplers = self.json["animations"][0]["samplers"].as_array().unwrap();
        let ends = samplers.iter().filter_map(|sampler| self.floats(&sampler["input"]).last().copied());
        ends.fold(0.0, f64::max)
    }
}

/// The direction from one bone to another that `target` should have while `clip` plays: how far the clip's bone has rotated
/// from its rest, seen in the model, is how far the target's has. An avatar that faces back sees it rotated by half.
pub(crate) fn direction(clip: &Raw, target: &Raw, bone: &str, to: &str, time: f64) -> Vector {
    let source = clip.bone(bone).unwrap();
    let mut rotated = multiply(clip.rotation(source, Some(time)), inverse(clip.rotation(source, None)));
    if target.faces_back() != clip.faces_back() {
        rotated = [-rotated[0], rotated[1], -rotated[2], rotated[3]];
    }
    let [from, to] = [bone, to].map(|bone| target.position(target.bone(bone).unwrap(), None));
    unit(rotation(rotated, std::array::from_fn(|axis| to[axis] - from[axis])))
}

/// What the way of the hips is multiplied with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    Height,
    Legs,
    Nothing,
}

impl Raw {
    /// Where a bone rests.
    pub(crate) fn rest(&self, bone: &str) -> Vector {
        self.position(self.bone(bone).unwrap(), None)
    }

    /// Hip joint to knee to ankle at rest, the mean of both legs.
    fn leg(&self) -> f64 {
        let far = |[a, b]: [Vector; 2]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let leg = |side: &str| {
            let [hip, knee, ankle] = ["UpperLeg", "LowerLeg", "Foot"].map(|part| self.rest(&format!("{side}{part}")));
            far([hip, knee]) + far([knee, ankle])
        };
        f64::midpoint(leg("left"), leg("right"))
    }

    /// Whether the first animation moves the hips' node, or anything about one above it.
    fn moves_hips(&self) -> bool {
        let hips = self.bone("hips").unwrap();
        let above: Vec<usize> = std::iter::successors(Some(hips), |node| self.parents.get(node).copied()).collect();
        let mut channels = self.json["animations"][0]["channels"].as_array().into_iter().flatten();
        channels.any(|channel| {
            let node = channel["target"]["node"].as_u64().unwrap() as usize;
            above.contains(&node) && (node != hips || channel["target"]["path"] == "translation")
        })
    }
}

/// Where the target's hips should be: as far from where they rest as the clip's are from their own, times the ratio of the
/// rests' heights, of the legs, or 1; and where they rest, if the clip does not move them.
pub(crate) fn hips(clip: &Raw, target: &Raw, by: By, time: f64) -> Vector {
    let (from, to) = (clip.rest("hips"), target.rest("hips"));
    let ratio = match by {
        By::Height if from[1] > 1e-6 && to[1] > 1e-6 => to[1] / from[1],
        By::Legs => target.leg() / clip.leg(),
        _ => 1.0,
    };
    let sign = if target.faces_back() == clip.faces_back() { 1.0 } else { -1.0 };
    let now = if clip.moves_hips() { clip.position(clip.bone("hips").unwrap(), Some(time)) } else { from };
    std::array::from_fn(|axis| to[axis] + (now[axis] - from[axis]) * ratio * if axis == 1 { 1.0 } else { sign })
}
