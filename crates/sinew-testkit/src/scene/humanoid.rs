//! A humanoid in T-pose, 1.6 m tall, with the given rest rotations and missing bones.

use std::fmt::Write as _;

use glam::{Quat, Vec3};

/// Every bone by its name in `VRMC_vrm` 1.0, its parent, and its position in metres on an avatar that faces +Z with the left
/// hand at +X. Parents come first.
pub const BONES: [(&str, &str, [f32; 3]); 55] = [
    ("hips", "", [0.0, 0.9, 0.0]),
    ("spine", "hips", [0.0, 1.0, 0.0]),
    ("chest", "spine", [0.0, 1.1, 0.0]),
    ("upperChest", "chest", [0.0, 1.2, 0.0]),
    ("neck", "upperChest", [0.0, 1.35, 0.0]),
    ("head", "neck", [0.0, 1.45, 0.0]),
    ("leftEye", "head", [0.03, 1.52, 0.08]),
    ("rightEye", "head", [-0.03, 1.52, 0.08]),
    ("jaw", "head", [0.0, 1.47, 0.05]),
    ("leftUpperLeg", "hips", [0.1, 0.85, 0.0]),
    ("leftLowerLeg", "leftUpperLeg", [0.1, 0.45, 0.0]),
    ("leftFoot", "leftLowerLeg", [0.1, 0.08, 0.0]),
    ("leftToes", "leftFoot", [0.1, 0.0, 0.12]),
    ("rightUpperLeg", "hips", [-0.1, 0.85, 0.0]),
    ("rightLowerLeg", "rightUpperLeg", [-0.1, 0.45, 0.0]),
    ("rightFoot", "rightLowerLeg", [-0.1, 0.08, 0.0]),
    ("rightToes", "rightFoot", [-0.1, 0.0, 0.12]),
    ("leftShoulder", "upperChest", [0.04, 1.3, 0.0]),
    ("leftUpperArm", "leftShoulder", [0.15, 1.3, 0.0]),
    ("leftLowerArm", "leftUpperArm", [0.4, 1.3, 0.0]),
    ("leftHand", "leftLowerArm", [0.65, 1.3, 0.0]),
    ("leftThumbMetacarpal", "leftHand", [0.67, 1.3, 0.02]),
    ("leftThumbProximal", "leftThumbMetacarpal", [0.7, 1.3, 0.05]),
    ("leftThumbDistal", "leftThumbProximal", [0.73, 1.3, 0.08]),
    ("leftIndexProximal", "leftHand", [0.74, 1.3, 0.025]),
    ("leftIndexIntermediate", "leftIndexProximal", [0.78, 1.3, 0.025]),
    ("leftIndexDistal", "leftIndexIntermediate", [0.81, 1.3, 0.025]),
    ("leftMiddleProximal", "leftHand", [0.74, 1.3, 0.0]),
    ("leftMiddleIntermediate", "leftMiddleProximal", [0.78, 1.3, 0.0]),
    ("leftMiddleDistal", "leftMiddleIntermediate", [0.81, 1.3, 0.0]),
    ("leftRingProximal", "leftHand", [0.74, 1.3, -0.02]),
    ("leftRingIntermediate", "leftRingProximal", [0.78, 1.3, -0.02]),
    ("leftRingDistal", "leftRingIntermediate", [0.81, 1.3, -0.02]),
    ("leftLittleProximal", "leftHand", [0.74, 1.3, -0.04]),
    ("leftLittleIntermediate", "leftLittleProximal", [0.77, 1.3, -0.04]),
    ("leftLittleDistal", "leftLittleIntermediate", [0.79, 1.3, -0.04]),
    ("rightShoulder", "upperChest", [-0.04, 1.3, 0.0]),
    ("rightUpperArm", "rightShoulder", [-0.15, 1.3, 0.0]),
    ("rightLowerArm", "rightUpperArm", [-0.4, 1.3, 0.0]),
    ("rightHand", "rightLowerArm", [-0.65, 1.3, 0.0]),
    ("rightThumbMetacarpal", "rightHand", [-0.67, 1.3, 0.02]),
    ("rightThumbProximal", "rightThumbMetacarpal", [-0.7, 1.3, 0.05]),
    ("rightThumbDistal", "rightThumbProximal", [-0.73, 1.3, 0.08]),
    ("rightIndexProximal", "rightHand", [-0.74, 1.3, 0.025]),
    ("rightIndexIntermediate", "rightIndexProximal", [-0.78, 1.3, 0.025]),
    ("rightIndexDistal", "rightIndexIntermediate", [-0.81, 1.3, 0.025]),
    ("rightMiddleProximal", "rightHand", [-0.74, 1.3, 0.0]),
    ("rightMiddleIntermediate", "rightMiddleProximal", [-0.78, 1.3, 0.0]),
    ("rightMiddleDistal", "rightMiddleIntermediate", [-0.81, 1.3, 0.0]),
    ("rightRingProximal", "rightHand", [-0.74, 1.3, -0.02]),
    ("rightRingIntermediate", "rightRingProximal", [-0.78, 1.3, -0.02]),
    ("rightRingDistal", "rightRingIntermediate", [-0.81, 1.3, -0.02]),
    ("rightLittleProximal", "rightHand", [-0.74, 1.3, -0.04]),
    ("rightLittleIntermediate", "rightLittleProximal", [-0.77, 1.3, -0.04]),
    ("rightLittleDistal", "rightLittleIntermediate", [-0.79, 1.3, -0.04]),
];

/// The extension of an avatar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision {
    /// `VRMC_vrm` 1.0.
    Vrm1,
    /// VRM 0.x: the avatar faces −Z, with the left hand at −X.
    Vrm0,
    /// `VRMC_vrm_animation` 1.0.
    Clip,
}

/// An avatar, or the humanoid of a clip, to be written as a file.
pub struct Avatar<'a> {
    /// The extension of its bones.
    pub revision: Revision,
    /// Times 1.6 m.
    pub size: f32,
    /// The rest rotation of a bone's node in the model, by the bone's name, on an avatar that faces +Z.
    pub rest: &'a dyn Fn(&str) -> Quat,
    /// The bones that are missing.
    pub missing: &'a [&'a str],
    /// Bones with an extra parent node, which is not a bone, halfway to the parent bone, with the rest rotation
    /// `between_rotation`.
    pub between: &'a [&'a str],
    /// The rest rotation of those nodes.
    pub between_rotation: Quat,
    /// The scale of the hips' parent node; the size of the avatar does not depend on it.
    pub root_scale: f32,
    /// The rotation of the hips' parent node; the pose of the avatar does not depend on it.
    pub root_rotation: Quat,
}

impl Default for Avatar<'_> {
    fn default() -> Self {
        Self {
            revision: Revision::Vrm1,
            size: 1.0,
            rest: &|_| Quat::IDENTITY,
            missing: &[],
            between: &[],
            between_rotation: Quat::IDENTITY,
            root_scale: 1.0,
            root_rotation: Quat::IDENTITY,
        }
    }
}

/// An arbitrary rest rotation for a bone: axis and angle are a hash of its name.
pub fn arbitrary_rotation(bone: &str) -> Quat {
    let seed = bone.bytes().fold(0_u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let component = |shift: u32| f32::from((seed >> shift & 0xff) as u8) / 127.5 - 1.0;
    Quat::from_xyzw(component(0), component(8), component(16), 0.4 + component(24).abs()).normalize()
}

struct Node {
    name: String,
    parent: Option<usize>,
    /// In the model.
    position: Vec3,
    rotation: Quat,
}

impl Avatar<'_> {
    /// The avatar as the text of a `.gltf`.
    pub fn to_gltf(&self) -> String {
        let (nodes, bones) = self.nodes();
        let mut text = String::from("{\n  \"asset\": {\"version\": \"2.0\"},\n");
        let extension = match self.revision {
            Revision::Vrm1 => "VRMC_vrm",
            Revision::Vrm0 => "VRM",
            Revision::Clip => "VRMC_vrm_animation",
        };
        // Writing to a String cannot fail.
        let _ = write!(text, "  \"extensionsUsed\": [\"{extension}\"],\n  \"scene\": 0,\n");
        text.push_str("  \"scenes\": [{\"nodes\": [0]}],\n  \"nodes\": [\n");
        for (index, node) in nodes.iter().enumerate() {
            self.write_node(&mut text, &nodes, index, node);
        }
        let _ = write!(text, "  ],\n  \"extensions\": {{\"{extension}\": {{\n");
        let (before, after) = match self.revision {
            Revision::Vrm1 => ("    \"specVersion\": \"1.0\",\n    \"meta\": {\"name\": \"figure\"},\n", "}"),
            Revision::Vrm0 => ("    \"specVersion\": \"0.0\",\n", "]"),
            Revision::Clip => ("    \"specVersion\": \"1.0\",\n", "}"),
        };
        let open = if after == "]" { "[" } else { "{" };
        let _ = writeln!(text, "{before}    \"humanoid\": {{\"humanBones\": {open}");
        for (place, &(name, node)) in bones.iter().enumerate() {
            let comma = if place + 1 < bones.len() { "," } else { "" };
            let _ = match self.revision {
                Revision::Vrm0 => {
                    writeln!(text, "      {{\"bone\": \"{}\", \"node\": {node}}}{comma}", name_0x(name))
                }
                _ => writeln!(text, "      \"{name}\": {{\"node\": {node}}}{comma}"),
            };
        }
        let _ = write!(text, "    {after}}}\n  }}}}\n}}\n");
        text
    }

    /// All nodes, and for each bone that is there its name and node.
    fn nodes(&self) -> (Vec<Node>, Vec<(&'static str, usize)>) {
        let root_rotation = self.rotated(self.root_rotation);
        let mut nodes =
            vec![Node { name: "root".to_owned(), parent: None, position: Vec3::ZERO, rotation: root_rotation }];
        let mut bones: Vec<(&'static str, usize)> = Vec::new();
        for (name, _, position) in BONES {
            let is_eye_of_clip = self.revision == Revision::Clip && name.ends_with("Eye");
            if self.missing.contains(&name) || is_eye_of_clip {
                continue;
            }
            let mut parent = present_parent(name, &bones).unwrap_or(0);
            let position = self.rotated_vector(Vec3::from(position) * self.size);
            if self.between.contains(&name) {
                nodes.push(Node {
                    name: format!("above {name}"),
                    parent: Some(parent),
                    position: nodes[parent].position.midpoint(position),
                    rotation: nodes[parent].rotation * self.rotated(self.between_rotation),
                });
                parent = nodes.len() - 1;
            }
            bones.push((name, nodes.len()));
            let rotation = self.rotated((self.rest)(name));
            nodes.push(Node { name: name.to_owned(), parent: Some(parent), position, rotation });
        }
        (nodes, bones)
    }

    fn write_node(&self, text: &mut String, nodes: &[Node], index: usize, node: &Node) {
        let (translation, rotation, scale) = match node.parent.map(|parent| &nodes[parent]) {
            None => (Vec3::ZERO, node.rotation, self.root_scale),
            Some(parent) => {
                let offset = parent.rotation.conjugate() * (node.position - parent.position) / self.root_scale;
                (offset, parent.rotation.conjugate() * node.rotation, 1.0)
            }
        };
        let _ = write!(text, "    {{\"name\": \"{}\"", node.name);
        if translation != Vec3::ZERO {
            let _ = write!(text, ", \"translation\": [{}, {}, {}]", translation.x, translation.y, translation.z);
        }
        if rotation != Quat::IDENTITY {
            let [x, y, z, w] = rotation.normalize().to_array();
            let _ = write!(text, ", \"rotation\": [{x}, {y}, {z}, {w}]");
        }
        if (scale - 1.0).abs() > 0.0 {
            let _ = write!(text, ", \"scale\": [{scale}, {scale}, {scale}]");
        }
        let below = |(at, child): (usize, &Node)| (child.parent == Some(index)).then(|| at.to_string());
        let children: Vec<String> = nodes.iter().enumerate().filter_map(below).collect();
        if !children.is_empty() {
            let _ = write!(text, ", \"children\": [{}]", children.join(", "));
        }
        text.push_str(if index + 1 < nodes.len() { "},\n" } else { "}\n" });
    }

    fn rotated(&self, rotation: Quat) -> Quat {
        let half = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        if self.revision == Revision::Vrm0 { half * rotation * half.conjugate() } else { rotation }
    }

    fn rotated_vector(&self, vector: Vec3) -> Vec3 {
        if self.revision == Revision::Vrm0 { Vec3::new(-vector.x, vector.y, -vector.z) } else { vector }
    }
}

/// The node of the nearest ancestor bone that is present.
fn present_parent(name: &str, bones: &[(&'static str, usize)]) -> Option<usize> {
    let parent_of = |name: &str| BONES.iter().find(|(bone, ..)| *bone == name).map(|&(_, parent, _)| parent);
    let mut parent = parent_of(name)?;
    loop {
        if let Some(&(_, node)) = bones.iter().find(|(bone, _)| *bone == parent) {
            return Some(node);
        }
        parent = parent_of(parent)?;
    }
}

/// VRM 0.x names the bones of a thumb like those of the other fingers.
fn name_0x(name: &'static str) -> &'static str {
    match name {
        "leftThumbMetacarpal" => "leftThumbProximal",
        "leftThumbProximal" => "leftThumbIntermediate",
        "rightThumbMetacarpal" => "rightThumbProximal",
        "rightThumbProximal" => "rightThumbIntermediate",
        other => other,
    }
}
