//! Which joints have no friction: `SINEW_joint` on their nodes.

use sinew_document::extension::sinew_joint::{NAME, RawJoint};
use sinew_document::{Code, Diagnostics, FromJson as _};

use super::Context;
use crate::model::physics::Physics;

/// Gives joints the switch of their nodes.
pub(super) fn switch(physics: &mut Physics, context: Context<'_, '_>, diagnostics: &mut Diagnostics) {
    for &(index, extensions) in &context.carried.extensions {
        let Some(value) = extensions.get(NAME) else { continue };
        let Some(table) = RawJoint::from_json(value, diagnostics) else { continue };
        // They are in the order of their nodes.
        let first = physics.joints.partition_point(|joint| context.hierarchy.index(joint.node) < index);
        let of_node =
            physics.joints[first..].iter_mut().take_while(|joint| context.hierarchy.index(joint.node) == index);
        if of_node.map(|joint| joint.friction = table.friction).count() == 0 {
            let message = "the node has no joint whose friction could be switched";
            diagnostics.report(Code::UNSATISFIED_DEPENDENCY, value, message);
        }
    }
}
