//! The limits on bodies, colliders, triggers and joints ([`Limits`](sinew_document::Limits)).

use sinew_document::{Code, Diagnostics};

use super::{AuthoredBody, Context, Placing};
use crate::model::NodeId;

/// Keeps the first bodies of the file, as many as are allowed. What is on one that goes stands in the fixed world.
pub(super) fn bound_bodies(
    bodies: &mut Vec<AuthoredBody<'_>>,
    context: Context<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let most = context.document.limits().bodies;
    cut(bodies, most, "bodies", |authored| authored.body.node, context, diagnostics);
}

/// Keeps the first colliders, triggers and joints of the file, as many as are allowed.
pub(super) fn bound(placing: &mut Placing<'_, '_>, diagnostics: &mut Diagnostics) {
    let (context, physics) = (placing.context, &mut placing.physics);
    let limits = context.document.limits();
    cut(
        &mut physics.colliders,
        limits.colliders,
        "colliders",
        |collider| collider.shape_instance.node,
        context,
        diagnostics,
    );
    let mut parts = 0;
    let fitting = physics.triggers.iter().take_while(|trigger| {
        parts += trigger.parts.len();
        parts <= limits.colliders
    });
    let fitting = fitting.count();
    cut(&mut physics.triggers, fitting, "triggers", |trigger| trigger.node, context, diagnostics);
    cut(&mut physics.joints, limits.joints, "joints", |joint| joint.node, context, diagnostics);
}

fn cut<T>(
    list: &mut Vec<T>,
    most: usize,
    what: &str,
    node: impl Fn(&T) -> NodeId,
    context: Context<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(first) = list.get(most) else { return };
    let message =
        format!("the file has {} {what}, and {most} are allowed; those from here on are left out", list.len());
    let pointer = format!("/nodes/{}", context.hierarchy.index(node(first)).0);
    diagnostics.report_at(Code::TOO_MANY_ELEMENTS, pointer, message);
    list.truncate(most);
}
