//! The springs of hair and cloth of a file, as `sinew inspect --json` prints them.
//!
//! Every number of a node is the file's index.

use serde::Serialize;
use sinew_model::model::{Model, NodeId, Spring, SpringCollider, SpringDialect, SpringJoint, SpringShape};

/// A spring.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SpringAnswer {
    /// Its index in the list of its extension: `springs`, or `boneGroups` of VRM 0.x.
    pub index: u32,
    /// The extension.
    pub extension: &'static str,
    /// Its name, or the comment of VRM 0.x.
    pub name: Option<String>,
    /// The node in whose space inertia is evaluated.
    pub center: Option<u32>,
    /// The joints that swing.
    pub joints: Vec<SpringJointAnswer>,
    /// Indices of `springColliders`, in the order in which they push.
    pub colliders: Vec<usize>,
}

/// A joint that swings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SpringJointAnswer {
    /// The node that rotates.
    pub node: u32,
    /// The node of the tail; `None` for the end that VRM 0.x adds to a leaf.
    pub tail: Option<u32>,
    /// Metres from the node to its tail, in the node's space at rest.
    pub length: f32,
    /// Metres.
    pub hit_radius: f32,
    /// The force towards the rest.
    pub stiffness: f32,
    /// The strength of gravity.
    pub gravity_power: f32,
    /// The direction of gravity along the file's axes.
    pub gravity_dir: [f32; 3],
    /// 0 to 1.
    pub drag_force: f32,
}

/// A collider of springs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SpringColliderAnswer {
    /// The node.
    pub node: u32,
    /// `sphere`, `capsule`, `insideSphere`, `insideCapsule`, `plane`, or `none` for an invalid one.
    pub kind: &'static str,
    /// In the node's space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<[f32; 3]>,
    /// The other end of a capsule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<[f32; 3]>,
    /// The normal of a plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f32; 3]>,
    /// Metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
}

/// The springs, in the order of the file.
pub fn spring_parts(model: &Model) -> Vec<SpringAnswer> {
    let number = |node: NodeId| model.hierarchy().index(node).0;
    let joint = |joint: &SpringJoint| SpringJointAnswer {
        node: number(joint.node),
        tail: joint.tail.map(number),
        length: joint.tail_offset.length(),
        hit_radius: joint.settings.hit_radius,
        stiffness: joint.settings.stiffness,
        gravity_power: joint.settings.gravity_power,
        gravity_dir: joint.settings.gravity_dir.to_array(),
        drag_force: joint.settings.drag_force,
    };
    let part = |spring: &Spring| SpringAnswer {
        index: spring.index,
        extension: match spring.dialect {
            SpringDialect::SpringBone => "VRMC_springBone",
            SpringDialect::SecondaryAnimation => "VRM",
        },
        name: spring.name.clone(),
        center: spring.center.map(number),
        joints: spring.joints.iter().map(joint).collect(),
        colliders: model.spring_bones().colliders_of(spring).collect(),
    };
    model.spring_bones().springs.iter().map(part).collect()
}

/// The colliders of springs, in the order of the file.
pub fn spring_collider_parts(model: &Model) -> Vec<SpringColliderAnswer> {
    let part = |SpringCollider { node, shape }: &SpringCollider| {
        let node = model.hierarchy().index(*node).0;
        let empty = SpringColliderAnswer { node, kind: "none", offset: None, tail: None, normal: None, radius: None };
        match *shape {
            None => empty,
            Some(SpringShape::Sphere { offset, radius, inside }) => SpringColliderAnswer {
                kind: if inside { "insideSphere" } else { "sphere" },
                offset: Some(offset.to_array()),
                radius: Some(radius),
                ..empty
            },
            Some(SpringShape::Capsule { offset, tail, radius, inside }) => SpringColliderAnswer {
                kind: if inside { "insideCapsule" } else { "capsule" },
                offset: Some(offset.to_array()),
                tail: Some(tail.to_array()),
                radius: Some(radius),
                ..empty
            },
            Some(SpringShape::Plane { offset, normal }) => SpringColliderAnswer {
                kind: "plane",
                offset: Some(offset.to_array()),
                normal: Some(normal.to_array()),
                ..empty
            },
        }
    };
    model.spring_bones().colliders.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    #[test]
    fn springs_and_colliders_are_listed_with_the_files_numbers() {
        let file = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [2]}], "nodes": [{"translation": [0, -0.25, 0]},
            {"children": [0]}, {"children": [1]}], "extensions": {"VRMC_springBone": {"specVersion": "1.0",
            "colliders": [{"node": 2, "shape": {"sphere": {"radius": 0.5}}},
                {"node": 1, "shape": {"capsule": {"tail": [0, 1, 0], "radius": 0.25}}}],
            "colliderGroups": [{"colliders": [1, 0]}],
            "springs": [{"name": "lock", "center": 2, "colliderGroups": [0],
                "joints": [{"node": 1, "stiffness": 0.75, "dragForce": 0.25}, {"node": 0}]}]}}}"#;
        let model = Model::from_document(&Document::read(file, &NoResources).unwrap()).0;
        let [spring] = &spring_parts(&model)[..] else { panic!("one") };
        assert_eq!(
            (spring.name.as_deref(), spring.center, &spring.colliders[..]),
            (Some("lock"), Some(2), &[1, 0][..])
        );
        let [joint] = &spring.joints[..] else { panic!("one") };
        assert_eq!((joint.node, joint.tail, joint.length.to_bits()), (1, Some(0), 0.25_f32.to_bits()));
        assert_eq!([joint.stiffness, joint.drag_force].map(f32::to_bits), [0.75, 0.25].map(f32::to_bits));
        let kinds: Vec<_> = spring_collider_parts(&model).iter().map(|part| (part.node, part.kind)).collect();
        assert_eq!(kinds, [(2, "sphere"), (1, "capsule")]);
    }
}
