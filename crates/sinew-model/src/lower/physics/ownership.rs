//! The body that each node moves with, and the transform of the node relative to it.
//!
//! The same for every dialect: a body owns its node and everything below it down to the next body
//! (`KHR_physics_rigid_bodies`, Motions). What is placed on a body is placed relative to its *rigid frame*: the position and
//! the model rotation of the body's node. Scale, of the body's own node too, stays in the matrix of what is placed.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::kernel::forward::{ModelFrame, PackedFrame, forward, unit};
use crate::math::Rigid;
use crate::model::physics::{BodyId, JointFrame};
use crate::model::{Hierarchy, NodeId};

/// The body of each node, and the transforms of all nodes at rest.
pub(in crate::lower) struct Ownership {
    /// The body of each node, parents first.
    owners: Vec<Option<BodyId>>,
    /// From each node to the model's root.
    model_from: Vec<PackedFrame>,
    /// From each node to the rigid frame of its owner, by the local transforms between them: far from the model's root,
    /// the difference of two model positions would lose digits.
    owner_from: Vec<ModelFrame>,
    /// The node of each body.
    body_nodes: Vec<NodeId>,
}

impl Ownership {
    /// The body at each place of `body_nodes` has the [`BodyId`] of that place. A node stands there once.
    pub(in crate::lower) fn new(hierarchy: &Hierarchy, body_nodes: Vec<NodeId>) -> Self {
        let count = hierarchy.len();
        let mut model_from = vec![PackedFrame::ROOT; count];
        forward(hierarchy.parents(), hierarchy.rest_pose(), &mut model_from, 0..count);
        let mut owners = vec![None; count];
        for (place, node) in body_nodes.iter().enumerate() {
            owners[node.slot()] = Some(BodyId::at(place));
        }
        let mut owner_from = vec![ModelFrame::ROOT; count];
        for node in hierarchy.nodes() {
            let slot = node.slot();
            let parent = hierarchy.parent(node);
            owner_from[slot] = match (owners[slot], parent) {
                (Some(_), _) => in_own_rigid_frame(&model_from[slot]),
                (None, Some(parent)) => owner_from[parent.slot()].child(&hierarchy.rest(node)),
                (None, None) => ModelFrame::ROOT.child(&hierarchy.rest(node)),
            };
            owners[slot] = owners[slot].or_else(|| parent.and_then(|parent| owners[parent.slot()]));
        }
        Self { owners, model_from, owner_from, body_nodes }
    }

    /// The body that a node moves with: that of the node itself or of its nearest ancestor that is a body.
    pub(in crate::lower) fn body(&self, node: NodeId) -> Option<BodyId> {
        self.owners[node.slot()]
    }

    /// From a node to the rigid frame of its body, or to the model's root, with everything that scales it.
    pub(in crate::lower) fn owner_from_node(&self, node: NodeId) -> Affine3A {
        self.owner_from[node.slot()].matrix
    }

    /// From a node to the model's root.
    pub(in crate::lower) fn model_from_node(&self, node: NodeId) -> Affine3A {
        self.model_from[node.slot()].matrix()
    }

    /// From the rigid frame of a node to the model's root.
    pub(in crate::lower) fn model_from_rigid(&self, node: NodeId) -> Rigid {
        self.model_from[node.slot()].rigid()
    }

    /// The rigid frame of a node on the body that the node moves with, or in the fixed world.
    pub(in crate::lower) fn attachment(&self, node: NodeId) -> JointFrame {
        let ModelFrame { matrix, rotation } = self.owner_from[node.slot()];
        let body = self.body(node);
        let owner_from_frame = self.settled(body, Rigid::new(matrix.translation.into(), unit(rotation)));
        JointFrame { node, body, fixed_to: body.is_none().then_some(node), owner_from_frame }
    }

    /// The rigid frame of a node at rest, on any body, whether the node moves with it or not.
    pub(in crate::lower) fn attachment_to(&self, body: Option<BodyId>, node: NodeId) -> JointFrame {
        if body == self.body(node) {
            return self.attachment(node);
        }
        let model_from_frame = self.model_from_rigid(node);
        let owner_from_frame = match body {
            Some(body) => self.model_from_rigid(self.body_nodes[body.slot()]).inverse() * model_from_frame,
            None => model_from_frame,
        };
        let owner_from_frame = self.settled(body, owner_from_frame);
        JointFrame { node, body, fixed_to: body.is_none().then_some(node), owner_from_frame }
    }

    /// A frame of a joint, with the digits that a node below a scaled body can be written with: not every place is the product
    /// of a scale and a translation of seven digits, and a joint must not move when it is written on another node.
    fn settled(&self, body: Option<BodyId>, owner_from_frame: Rigid) -> Rigid {
        let node = body.map(|body| self.body_nodes[body.slot()]);
        let is_scaled = node.is_some_and(|node| self.model_from[node.slot()].scale_in_rigid() != Mat3A::IDENTITY);
        let translation = owner_from_frame.translation;
        Rigid { translation: if is_scaled { on_grid(translation) } else { translation }, ..owner_from_frame }
    }

    /// From a node to the rigid frame of any body, whether the node moves with it or not.
    pub(in crate::lower) fn placed_on(&self, body: Option<BodyId>, node: NodeId) -> Affine3A {
        if body == self.body(node) {
            return self.owner_from_node(node);
        }
        let model_from_node = self.model_from_node(node);
        match body {
            Some(body) => self.model_from_rigid(self.body_nodes[body.slot()]).inverse().to_affine() * model_from_node,
            None => model_from_node,
        }
    }
}

/// A body's node in the rigid frame of that body.
fn in_own_rigid_frame(model_from: &PackedFrame) -> ModelFrame {
    let matrix = Affine3A { matrix3: model_from.scale_in_rigid(), translation: Vec3A::ZERO };
    ModelFrame { matrix, rotation: Quat::IDENTITY }
}

/// The nearest point whose coordinates are multiples of 2⁻²⁰ of the power of two below the largest: a millionth. A chain of
/// products in 24 bits comes back to it.
fn on_grid(point: Vec3) -> Vec3 {
    const MANTISSA_BITS: u32 = 23;
    let exponent = point.abs().max_element().to_bits() >> MANTISSA_BITS;
    let Some(step) = exponent.checked_sub(20).filter(|&exponent| exponent > 0) else { return point };
    let step = f32::from_bits(step << MANTISSA_BITS);
    let on_grid = (point / step).round() * step;
    if on_grid.is_finite() { on_grid } else { point }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use sinew_document::{Document, NoResources};

    use super::*;
    use crate::model::Model;

    fn hierarchy(nodes: &str) -> Hierarchy {
        let text = format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": {nodes}}}"#);
        Model::from_document(&Document::read(text, &NoResources).unwrap()).0.hierarchy().clone()
    }

    fn node(hierarchy: &Hierarchy, name: &str) -> NodeId {
        hierarchy.find(name).unwrap()
    }

    const TREE: &str = r#"[
        {"name": "root", "scale": [2, 2, 2], "children": [1, 4]},
        {"name": "body", "translation": [100, 0, 0], "rotation": [0, 0, 0.70710678, 0.70710678], "children": [2]},
        {"name": "arm", "translation": [1, 0, 0], "children": [3]},
        {"name": "inner", "translation": [0, 3, 0], "scale": [1, 5, 1]},
        {"name": "beside"}
    ]"#;

    #[test]
    fn a_node_moves_with_its_nearest_body() {
        let tree = hierarchy(TREE);
        let ownership = Ownership::new(&tree, vec![node(&tree, "inner"), node(&tree, "body")]);
        let body = |name| ownership.body(node(&tree, name)).map(BodyId::slot);
        assert_eq!(["root", "body", "arm", "inner", "beside"].map(body), [None, Some(1), Some(1), Some(0), None]);
    }

    #[test]
    fn the_scale_above_a_body_stays_in_what_is_placed_on_it() {
        let tree = hierarchy(TREE);
        let ownership = Ownership::new(&tree, vec![node(&tree, "body")]);
        // One unit along the body's X is two metres; the turn of the body is in its rigid frame and not in the matrix.
        let placed = ownership.owner_from_node(node(&tree, "arm"));
        assert!(placed.translation.distance(Vec3A::new(2.0, 0.0, 0.0)) < 1e-6, "{placed}");
        assert!(placed.matrix3.abs_diff_eq(Mat3A::from_diagonal(Vec3::splat(2.0)), 1e-6), "{placed}");
        // Then three units along Y of the arm, six metres; scaled by 2·5 along its Y.
        let placed = ownership.owner_from_node(node(&tree, "inner"));
        assert!(placed.translation.distance(Vec3A::new(2.0, 6.0, 0.0)) < 1e-5, "{placed}");
        assert!(placed.matrix3.abs_diff_eq(Mat3A::from_diagonal(Vec3::new(2.0, 10.0, 2.0)), 1e-5), "{placed}");
    }

    #[test]
    fn what_no_body_owns_is_placed_in_the_model() {
        let tree = hierarchy(TREE);
        let ownership = Ownership::new(&tree, Vec::new());
        let arm = node(&tree, "arm");
        assert_eq!(ownership.owner_from_node(arm), ownership.model_from_node(arm));
        // The body's node is at x = 200; its quarter turn takes the arm's X to Y.
        let frame = ownership.attachment(arm).owner_from_frame;
        assert!(frame.translation.distance(Vec3::new(200.0, 2.0, 0.0)) < 1e-4, "{frame:?}");
        assert!(frame.rotation.abs_diff_eq(Quat::from_rotation_z(FRAC_PI_2), 1e-6), "{frame:?}");
    }

    #[test]
    fn a_frame_is_attached_to_a_body_that_it_is_not_below() {
        let tree = hierarchy(TREE);
        let ownership = Ownership::new(&tree, vec![node(&tree, "body")]);
        let beside = node(&tree, "beside");
        let attached = ownership.attachment_to(Some(BodyId::at(0)), beside);
        // From the body, turned a quarter about Z, the origin lies 200 m along −X of the model, which is +Y of the body.
        let frame = attached.owner_from_frame;
        assert!(frame.translation.distance(Vec3::new(0.0, 200.0, 0.0)) < 1e-4, "{frame:?}");
        assert!(frame.rotation.abs_diff_eq(Quat::from_rotation_z(-FRAC_PI_2), 1e-6), "{frame:?}");
        assert_eq!((attached.node, attached.body.map(BodyId::slot)), (beside, Some(0)));
        let placed = ownership.placed_on(Some(BodyId::at(0)), beside);
        assert!(placed.translation.distance(Vec3A::new(0.0, 200.0, 0.0)) < 1e-4, "{placed}");
        assert_eq!(ownership.placed_on(None, node(&tree, "arm")), ownership.model_from_node(node(&tree, "arm")));
    }

    #[test]
    fn a_frame_keeps_its_digits_far_from_the_root() {
        let tree = hierarchy(
            r#"[{"name": "body", "translation": [1000000, 0, 0], "children": [1]},
                {"name": "frame", "translation": [0.001, 0, 0]}]"#,
        );
        let ownership = Ownership::new(&tree, vec![node(&tree, "body")]);
        let frame = ownership.attachment(node(&tree, "frame")).owner_from_frame;
        // At a million metres, f32 counts in steps of 6 cm.
        assert_eq!(frame.translation.x.to_bits(), 0.001_f32.to_bits());
    }
}
