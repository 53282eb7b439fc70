//! Which joints the solver of soft limits and drives must know.

use sinew_model::model::physics::{BodyKind, Joint, JointDescription, JointFrame, Physics};

/// For each joint of a model, whether springs or drives act among the bodies that it holds together with others. The hard
/// joints among those carry what the springs push; everywhere else the engine needs no help.
pub(super) fn has_soft_constraints(physics: &Physics) -> Vec<bool> {
    let mut groups: Vec<usize> = (0..physics.bodies().len()).collect();
    for joint in physics.joints() {
        if let (Some(a), Some(b)) = (carrier(physics, &joint.a), carrier(physics, &joint.b)) {
            let (a, b) = (root(&mut groups, a), root(&mut groups, b));
            groups[a.max(b)] = a.min(b);
        }
    }
    let mut has_soft_constraints = vec![false; groups.len()];
    for joint in physics.joints().iter().filter(|joint| is_soft(physics, joint)) {
        for body in ends(physics, joint) {
            has_soft_constraints[root(&mut groups, body)] = true;
        }
    }
    let is_member = |joint: &Joint| ends(physics, joint).any(|body| has_soft_constraints[root(&mut groups, body)]);
    physics.joints().iter().map(is_member).collect()
}

/// The body at an end of a joint, if forces move it.
fn carrier(physics: &Physics, end: &JointFrame) -> Option<usize> {
    let slot = end.body?.slot();
    physics.bodies().get(slot).filter(|body| body.kind == BodyKind::Dynamic).map(|_| slot)
}

fn ends(physics: &Physics, joint: &Joint) -> impl Iterator<Item = usize> {
    carrier(physics, &joint.a).into_iter().chain(carrier(physics, &joint.b))
}

fn is_soft(physics: &Physics, joint: &Joint) -> bool {
    let description = physics.joint_descriptions().get(joint.description.slot());
    description
        .map(JointDescription::canonical)
        .is_some_and(|canonical| !canonical.drives.is_empty() || canonical.rows.iter().any(|row| row.spring.is_some()))
}

/// The first of those that are in one group; the way there becomes shorter for the next.
fn root(groups: &mut [usize], mut member: usize) -> usize {
    while groups[member] != member {
        groups[member] = groups[groups[member]];
        member = groups[member];
    }
    member
}
