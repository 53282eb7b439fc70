//! One constraint, evaluated on local transforms and frames.

use glam::Vec3;

use sinew_model::kernel::constraint::{aim, aim_axis, position, roll, rotation};
use sinew_model::kernel::forward::PackedFrame;
use sinew_model::math::Transform;
use sinew_model::model::{NodeId, Space};
use sinew_model::prepared::{AimFormula, Formula, PreparedConstraint};

/// Writes the local transform of a constraint's destination. The schedule ensures that everything it reads is up to
/// date.
pub fn apply_constraint(constraint: &PreparedConstraint, local: &mut [Transform], frames: &[PackedFrame]) {
    let PreparedConstraint { source, destination, weight, .. } = *constraint;
    let parent = constraint.parent.map_or(&PackedFrame::ROOT, |parent| &frames[parent.slot()]);
    match constraint.formula {
        Formula::Position { source_space, destination_space, axes, source_rest, destination_rest } => {
            let now = position_of(source, source_space, local, frames);
            let offset = position::contribution(source_rest, now, axes, weight);
            local[destination.slot()].translation = match destination_space {
                Space::Local => position::apply_local(destination_rest, offset),
                Space::Model => position::apply_model(parent.matrix().matrix3, destination_rest, offset),
            };
        }
        Formula::Rotation { source_space, destination_space, axes, source_rest, destination_rest } => {
            let difference = match source_space {
                Space::Local => rotation::difference_local(source_rest, local[source.slot()].rotation),
                Space::Model => rotation::difference_model(source_rest, frames[source.slot()].rotation()),
            };
            let turn = rotation::contribution(difference, axes, weight);
            local[destination.slot()].rotation = match destination_space {
                Space::Local => rotation::apply_local(destination_rest, turn),
                Space::Model => rotation::apply_model(parent.rotation(), destination_rest, turn),
            };
        }
        Formula::Aim(ref formula) => {
            let AimFormula { source_space, destination_space, ref frame, angles, .. } = **formula;
            let from = match destination_space {
                Space::Local => local[destination.slot()].translation,
                Space::Model => parent.transform_point(local[destination.slot()].translation),
            };
            let to_source = position_of(source, source_space, local, frames) - from;
            let facing = aim::facing(frame, to_source, angles);
            let turn = aim::contribution(formula.facing_rest, facing, weight);
            local[destination.slot()].rotation = match destination_space {
                Space::Local => aim::apply_local(formula.destination_rest, turn),
                Space::Model => aim::apply_model(parent.rotation(), formula.destination_model_rest, turn),
            };
        }
        Formula::Roll { axis, source_rest, destination_rest } => {
            let now = local[source.slot()].rotation;
            local[destination.slot()].rotation = roll::roll(source_rest, now, destination_rest, axis, weight);
        }
        Formula::AimAxis { axis, destination_rest } => {
            let from = parent.transform_point(local[destination.slot()].translation);
            let to_source = frames[source.slot()].position() - from;
            local[destination.slot()].rotation =
                aim_axis::aim_axis(parent.rotation(), destination_rest, axis, to_source, weight);
        }
    }
}

fn position_of(node: NodeId, space: Space, local: &[Transform], frames: &[PackedFrame]) -> Vec3 {
    match space {
        Space::Local => local[node.slot()].translation,
        Space::Model => frames[node.slot()].position(),
    }
}
