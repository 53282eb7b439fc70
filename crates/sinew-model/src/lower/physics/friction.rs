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
        let mut of_node =
            physics.joints.iter_mut().filter(|joint| context.hierarchy.index(joint.node) == index).peekable();
        if of_node.peek().is_none() {
            let message = "the node has no joint whose friction could be switched";
            diagnostics.report(Code::UNSATISFIED_DEPENDENCY, value, message);
        }
        of_node.for_each(|joint| joint.friction = table.friction);
    }
}
