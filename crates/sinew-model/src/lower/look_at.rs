//! VRM's look-at space, and the same as a virtual transform.
//!
//! VRM 1.0 (`VRMC_vrm`, `lookAt`, section on the space of look-at): the parent is the head bone, the position `offsetFromHeadBone`, the
//! rotation the inverse of the head's rest rotation in model space; so at rest +Z looks ahead.
//!
//! VRM 0.x (`VRM`, `firstPerson`): the parent is `firstPersonBone` or else the head bone, the position
//! `firstPersonBoneOffset`. A rotation by π about Y makes +Z look ahead here too.

use glam::{Quat, Vec3};
use sinew_document::{Code, Diagnostics};

use super::humanoid::Viewpoint;
use crate::kernel::forward::ModelFrame;
use crate::math::{Rigid, Transform};
use crate::model::{Facing, Hierarchy, Inherit, LookAtSpace, VirtualTransform};

/// Metres above the head bone where a file gives no offset: the value of VRM 1.0's own example. The text leaves the
/// choice to implementations.
const OFFSET_WHEN_ABSENT: Vec3 = Vec3::new(0.0, 0.06, 0.0);

pub(super) fn space(viewpoint: &Viewpoint, hierarchy: &Hierarchy) -> LookAtSpace {
    let &Viewpoint { bone, offset, facing } = viewpoint;
    let chain: Vec<_> = std::iter::once(bone).chain(hierarchy.ancestors(bone)).collect();
    let rest = chain.iter().rev().fold(ModelFrame::ROOT, |above, &node| above.child(&hierarchy.rest(node)));
    // From a space that faces +Z to the model's at rest.
    let model_from_ahead = match facing {
        Facing::PositiveZ => Quat::IDENTITY,
        Facing::NegativeZ => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
    };
    let rotation = (rest.rotation.inverse() * model_from_ahead).normalize();
    LookAtSpace { bone, bone_from_look_at: Rigid::new(offset.unwrap_or(OFFSET_WHEN_ABSENT), rotation) }
}

pub(super) fn lower(space: Option<&LookAtSpace>, diagnostics: &mut Diagnostics) -> Option<VirtualTransform> {
    let Some(LookAtSpace { bone, bone_from_look_at: Rigid { translation, rotation } }) = space.copied() else {
        let message = "the file has no head bone with a look-at offset; the look-at virtual transform is left out";
        diagnostics.report_at(Code::LOOK_AT_UNAVAILABLE, "", message);
        return None;
    };
    Some(VirtualTransform {
        index: None,
        name: "lookAt".to_owned(),
        parent: Some(bone),
        local: Transform { translation, rotation, scale: Vec3::ONE },
        inherit: Inherit::ALL,
        tags: vec!["look_at".to_owned()],
        hint: None,
    })
}
