//! Springs of VRM 0.x: a group names its topmost nodes, and everything below them swings.
//!
//! A node's tail is its first child. A node without children gets a tail 7 cm on, in the direction from its parent
//! (`VRMC_springBone` 1.0, "For `vrm0`"). The vectors of the extension are left-handed: their z is the opposite of the file's.

use glam::Vec3;
use sinew_document::extension::vrm_0x::{BoneGroup, Collider, ColliderGroup, Offset, SecondaryAnimation};
use sinew_document::{FromJson, NodeIndex, Value};

use super::{Found, Lowering, collider, list};
use crate::kernel::spring_bone::leaf_tail;
use crate::model::{
    NodeId, Spring, SpringCollider, SpringColliderGroup, SpringDialect, SpringJoint, SpringSettings, SpringShape,
};

impl<'json> Lowering<'_, 'json> {
    pub(super) fn secondary_animation(&mut self, value: Value<'json>) {
        let Some(table) = SecondaryAnimation::from_json(value, self.diagnostics) else { return };
        let before = self.bones.collider_groups.len();
        // Exporters write empty lists.
        for entry in table.collider_groups.into_iter().flat_map(Value::elements) {
            let group = self.collider_group_0x(entry);
            self.bones.collider_groups.push(group);
        }
        for (index, entry) in (0..).zip(table.bone_groups.into_iter().flat_map(Value::elements)) {
            self.bone_group(index, entry, before);
        }
    }

    fn collider_group_0x(&mut self, value: Value<'json>) -> SpringColliderGroup {
        let mut group = SpringColliderGroup::default();
        let Some(table) = ColliderGroup::from_json(value, self.diagnostics) else { return group };
        let place = value.get("node").unwrap_or(value);
        let Some(node) = self.node(table.node, place, "its colliders are left out") else { return group };
        for entry in table.colliders.into_iter().flat_map(Value::elements) {
            let Some(Collider { offset, radius }) = Collider::from_json(entry, self.diagnostics) else { continue };
            let radius = self.in_range(radius, entry, "radius", f32::MAX);
            let offset = offset.map_or(Vec3::ZERO, right_handed);
            group.colliders.push(self.bones.colliders.len());
            let shape = Some(SpringShape::Sphere { offset, radius, inside: false });
            self.bones.colliders.push(SpringCollider { node, shape });
        }
        group
    }

    fn bone_group(&mut self, index: u32, value: Value<'json>, groups_before: usize) {
        let Some(table) = BoneGroup::from_json(value, self.diagnostics) else { return };
        let settings = SpringSettings {
            hit_radius: self.in_range(table.hit_radius, value, "hitRadius", f32::MAX),
            stiffness: self.in_range(table.stiffiness, value, "stiffiness", f32::MAX),
            gravity_power: self.in_range(table.gravity_power, value, "gravityPower", f32::MAX),
            gravity_dir: table.gravity_dir.map_or(Vec3::NEG_Y, right_handed),
            drag_force: self.in_range(table.drag_force, value, "dragForce", 1.0),
        };
        let named = table.center.filter(|center| center.as_f64() != Some(-1.0));
        let center = named.and_then(|center| {
            let index = u32::from_json(center, self.diagnostics)?;
            Some((self.node(NodeIndex(index), center, "inertia is evaluated in the world")?, center))
        });
        let groups = table.collider_groups.filter(|groups| !groups.is_empty());
        let count = self.bones.collider_groups.len() - groups_before;
        let groups = collider::indices(groups, count, "group", self.diagnostics);
        let collider_groups: Vec<usize> = groups.into_iter().map(|group| group + groups_before).collect();
        for entry in list(table.bones.filter(|bones| !bones.is_empty()), "bones", self.diagnostics) {
            let Some(root) = u32::from_json(entry, self.diagnostics) else { continue };
            let Some(root) = self.node(NodeIndex(root), entry, "nothing swings below it") else { continue };
            let joints = self.joints_below(root, settings, entry);
            let spring = Spring {
                index,
                dialect: SpringDialect::SecondaryAnimation,
                name: table.comment.as_deref().filter(|comment| !comment.is_empty()).map(str::to_owned),
                center: center.map(|(node, _)| node),
                joints,
                collider_groups: collider_groups.clone(),
            };
            self.found.push(Found { spring, value, chain: vec![(root, entry)], center: center.map(|it| it.1) });
        }
    }

    fn joints_below(&mut self, root: NodeId, settings: SpringSettings, entry: Value<'json>) -> Vec<SpringJoint> {
        let hierarchy = self.context.hierarchy;
        let mut joints = Vec::new();
        for node in hierarchy.subtree(root) {
            if !self.claim(node, entry) {
                continue;
            }
            let tail = hierarchy.children(node).next();
            let tail_offset = match tail {
                Some(tail) => hierarchy.rest(tail).translation,
                None => self.leaf(node),
            };
            joints.extend(self.checked(SpringJoint { node, tail, tail_offset, settings }, entry));
        }
        joints
    }

    /// The tail of a node without children, in the space of the node; zero where there is no direction.
    fn leaf(&self, node: NodeId) -> Vec3 {
        let Some(parent) = self.context.hierarchy.parent(node) else { return Vec3::ZERO };
        let [here, above] = [node, parent].map(|node| self.rest[node.slot()]);
        leaf_tail(above.translation, here)
    }
}

fn right_handed(offset: Offset) -> Vec3 {
    Vec3::new(offset.x, offset.y, 0.0 - offset.z)
}
