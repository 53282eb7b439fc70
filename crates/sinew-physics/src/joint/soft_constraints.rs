//! Joints in islands with soft limits or drives.

use sinew_model::model::physics::{BodyKind, Joint, JointDescription, JointFrame, Physics};

/// Returns, for each joint of a model, whether its island of dynamic bodies has soft limits or drives. The hard joints
/// of such an island carry the reaction of the springs; in all other islands the engine needs no help.
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

/// The body of a joint frame, if it is dynamic.
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

/// Returns the root of a group, and shortens the path to it.
fn root(groups: &mut [usize], mut member: usize) -> usize {
    while groups[member] != member {
        groups[member] = groups[groups[member]];
        member = groups[member];
    }
    member
}
