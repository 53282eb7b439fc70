//! The state of an instance as rows of numbers, and what the rows are of.

use serde::Serialize;
use sinew::glam::Mat4;
use sinew::math::{Axis, Transform};
use sinew::model::physics::{DofKind, JointDescription, JointId};
use sinew::physics::{DriveReading, LimitReading};
use sinew::{BodyState, InstanceId, Model, Pose, World};

/// Translation, rotation and scale of a node, relative to its parent.
pub(crate) const LOCAL: usize = 10;
/// A matrix, row by row.
pub(crate) const MATRIX: usize = 16;
/// Translation, rotation, linear and angular velocity of a body in the world, whether it is animated, whether it sleeps.
pub(crate) const BODY: usize = 15;
/// Position, velocity and force of a drive.
pub(crate) const DRIVE: usize = 3;
/// Metric and violation of a limit.
pub(crate) const LIMIT: usize = 2;

/// A drive of a joint, as Python sees it.
#[derive(Debug, Serialize)]
pub(crate) struct Drive {
    joint: usize,
    node: u32,
    name: Option<String>,
    #[serde(rename = "drive")]
    place: usize,
    /// In the file; none for a description that no list has.
    pub(crate) pointer: Option<String>,
    kind: &'static str,
    axis: usize,
    pub(crate) position_target: Option<f32>,
    pub(crate) velocity_target: Option<f32>,
    stiffness: f32,
    damping: f32,
    max_force: Option<f32>,
}

/// The drives of all joints, joint by joint, in the order of the file.
pub(crate) fn drives(model: &Model) -> Vec<Drive> {
    let (nodes, physics) = (model.hierarchy(), model.physics());
    let mut list = Vec::new();
    for (at, joint) in physics.joints().iter().enumerate() {
        let Some(description) = physics.joint_descriptions().get(joint.description.slot()) else { continue };
        let pointer = model.joint_pointer(JointId::at(at));
        for (place, drive) in description.drives.iter().enumerate() {
            list.push(Drive {
                joint: at,
                node: nodes.index(joint.node).0,
                name: nodes.name(joint.node).map(ToOwned::to_owned),
                place,
                pointer: pointer.as_ref().map(|pointer| format!("{pointer}/drives/{place}")),
                kind: match drive.kind {
                    DofKind::Linear => "linear",
                    DofKind::Angular => "angular",
                },
                axis: match drive.axis {
                    Axis::X => 0,
                    Axis::Y => 1,
                    Axis::Z => 2,
                },
                position_target: drive.position_target,
                velocity_target: drive.velocity_target,
                stiffness: drive.stiffness,
                damping: drive.damping,
                max_force: drive.max_force,
            });
        }
    }
    list
}

/// The number of drives and of limits of all joints.
pub(crate) fn joint_rows(model: &Model) -> (usize, usize) {
    let lengths = described(model).map(|(_, description)| (description.drives.len(), description.limits.len()));
    lengths.fold((0, 0), |(drives, limits), (more, other)| (drives + more, limits + other))
}

pub(crate) fn write_locals(model: &Model, pose: &Pose, out: &mut [f32]) {
    let (rows, _) = out.as_chunks_mut::<LOCAL>();
    for (node, row) in model.hierarchy().nodes_in_file_order().zip(rows) {
        let Transform { translation, rotation, scale } = pose.local.get(node.slot()).copied().unwrap_or_default();
        row[..3].copy_from_slice(&translation.to_array());
        row[3..7].copy_from_slice(&rotation.to_array());
        row[7..].copy_from_slice(&scale.to_array());
    }
}

pub(crate) fn write_matrices(model: &Model, pose: &Pose, out: &mut [f32]) {
    let (rows, _) = out.as_chunks_mut::<MATRIX>();
    for (node, row) in model.hierarchy().nodes_in_file_order().zip(rows) {
        *row = Mat4::from(pose.model_from_node(node)).transpose().to_cols_array();
    }
}

pub(crate) fn write_bodies(world: &World, id: InstanceId, out: &mut [f32]) {
    let (rows, _) = out.as_chunks_mut::<BODY>();
    for (row, body) in rows.iter_mut().zip(world.file_bodies(id)) {
        // One that was removed has no numbers.
        match body {
            Some(body) => write_body(&body, row),
            None => row.fill(f32::NAN),
        }
    }
}

pub(crate) fn write_body(body: &BodyState, row: &mut [f32; BODY]) {
    row[..3].copy_from_slice(&body.world_from_body.translation.to_array());
    row[3..7].copy_from_slice(&body.world_from_body.rotation.to_array());
    row[7..10].copy_from_slice(&body.velocity.linear.to_array());
    row[10..13].copy_from_slice(&body.velocity.angular.to_array());
    row[13] = f32::from(u8::from(body.is_animated));
    row[14] = f32::from(u8::from(body.is_sleeping));
}

/// Writes all numbers of drives and limits.
pub(crate) fn write_joints(world: &World, id: InstanceId, model: &Model, drives: &mut [f32], limits: &mut [f32]) {
    let drive = |drive: &DriveReading| -> [f32; DRIVE] { [drive.position, drive.velocity, drive.force] };
    let limit = |limit: &LimitReading| -> [f32; LIMIT] { [limit.metric, limit.violation] };
    write_drives((world, id), model, drives, drive);
    write_limits((world, id), model, limits, limit);
}

/// Writes the readings of drives, so many numbers each. Those of a joint that holds nothing are not numbers.
pub(crate) fn write_drives<const N: usize>(
    (world, id): (&World, InstanceId),
    model: &Model,
    out: &mut [f32],
    numbers: impl Fn(&DriveReading) -> [f32; N],
) {
    let mut rows = out.as_chunks_mut::<N>().0.iter_mut();
    for (joint, description) in described(model) {
        let mut readings = world.drive_readings(id, joint);
        for row in rows.by_ref().take(description.drives.len()) {
            *row = readings.next().map_or([f32::NAN; N], |reading| numbers(&reading));
        }
    }
}

/// Writes the readings of limits, as [`write_drives`].
pub(crate) fn write_limits<const N: usize>(
    (world, id): (&World, InstanceId),
    model: &Model,
    out: &mut [f32],
    numbers: impl Fn(&LimitReading) -> [f32; N],
) {
    let mut rows = out.as_chunks_mut::<N>().0.iter_mut();
    for (joint, description) in described(model) {
        let mut readings = world.limit_readings(id, joint);
        for row in rows.by_ref().take(description.limits.len()) {
            *row = readings.next().map_or([f32::NAN; N], |reading| numbers(&reading));
        }
    }
}

/// The joints of a file with their limits and drives.
fn described(model: &Model) -> impl Iterator<Item = (JointId, &JointDescription)> {
    let physics = model.physics();
    let descriptions = physics.joint_descriptions();
    let joints = physics.joints().iter().enumerate();
    joints.filter_map(move |(at, joint)| Some((JointId::at(at), descriptions.get(joint.description.slot())?)))
}
