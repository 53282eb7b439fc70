//! Limits and drives of joints, in both dialects.

use serde_json::{Map, Value, json};

use super::words::name;
use super::writing::{Writing, named, single};
use sinew_model::math::Axis;
use sinew_model::model::physics::{
    DofKind, DriveMode, JointDescription, JointDescriptionId, JointDrive, JointLimit, LimitAxes,
};

/// Writes `physicsJoints`, in the order of the model: ids are indices.
pub(super) fn write(writing: &mut Writing<'_>, extension: &'static str) {
    let physics = writing.physics();
    let named =
        |(slot, one)| description(one, name(writing.words.joint_description(JointDescriptionId::at(slot))).as_deref());
    let list = physics.joint_descriptions().iter().enumerate().map(named).collect();
    writing.put_list(extension, "physicsJoints", list);
}

fn description(description: &JointDescription, name: Option<&str>) -> Value {
    let mut entry = named(name);
    let limits: Vec<Value> = description.limits.iter().map(limit).collect();
    let drives: Vec<Value> = description.drives.iter().map(drive).collect();
    for (key, list) in [("limits", limits), ("drives", drives)] {
        if !list.is_empty() {
            entry.insert(key.to_owned(), list.into());
        }
    }
    entry.into()
}

fn limit(limit: &JointLimit) -> Value {
    let mut entry = Map::new();
    entry.insert(axes_key(limit.kind).to_owned(), axes(limit.axes));
    let mut put = |key: &str, value: f32| entry.insert(key.to_owned(), single(value));
    for (key, value) in [("min", limit.min), ("max", limit.max), ("stiffness", limit.stiffness)] {
        if let Some(value) = value {
            put(key, value);
        }
    }
    if limit.damping != 0.0 {
        put("damping", limit.damping);
    }
    entry.into()
}

fn axes_key(kind: DofKind) -> &'static str {
    match kind {
        DofKind::Linear => "linearAxes",
        DofKind::Angular => "angularAxes",
    }
}

fn axes(axes: LimitAxes) -> Value {
    axes.iter().map(|axis| Value::from(axis.index())).collect()
}

fn drive(drive: &JointDrive) -> Value {
    let mut entry = json!({
        "type": match drive.kind {
            DofKind::Linear => "linear",
            DofKind::Angular => "angular",
        },
        "mode": match drive.mode {
            DriveMode::Force => "force",
            DriveMode::Acceleration => "acceleration",
        },
        "axis": drive.axis.index(),
        "stiffness": single(drive.stiffness),
        "damping": single(drive.damping),
    });
    let optional = [
        ("maxForce", drive.max_force),
        ("positionTarget", drive.position_target),
        ("velocityTarget", drive.velocity_target),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            entry[key] = single(value);
        }
    }
    entry
}

/// The `constraints` of a description in stage 1 of `OMI_physics_joint`, where a range holds for each axis on its own and a
/// later constraint takes axes over from an earlier one. Limits that share axes are written as what they mean together.
pub(super) fn constraints(description: &JointDescription) -> Vec<Value> {
    constrained(description).iter().filter_map(constraint).collect()
}

/// The limits of a description that stage 1 has constraints for.
pub(super) fn constrained(description: &JointDescription) -> Vec<JointLimit> {
    let mut limits = if overlap(&description.limits) { canonical(description) } else { description.limits.clone() };
    limits.retain(|limit| constraint(limit).is_some());
    limits
}

fn overlap(limits: &[JointLimit]) -> bool {
    let mut seen = [[false; 3]; 2];
    let mut overlaps = false;
    for limit in limits {
        for axis in limit.axes.iter() {
            let seen = &mut seen[limit.kind as usize][axis.index()];
            overlaps |= *seen;
            *seen = true;
        }
    }
    overlaps
}

/// The rows of a description, as limits.
fn canonical(description: &JointDescription) -> Vec<JointLimit> {
    use sinew_model::kernel::limit::Metric;
    let but = |left_out: Axis| LimitAxes::new(Axis::ALL.into_iter().filter(move |&axis| axis != left_out));
    let rows = description.canonical().rows;
    let of = |row: &sinew_model::model::physics::LimitRow| {
        let (kind, axes) = match row.metric {
            Metric::Along(axis) => (DofKind::Linear, LimitAxes::new([axis])),
            Metric::FromLine(axis) => (DofKind::Linear, but(axis)),
            Metric::Distance => (DofKind::Linear, Some(LimitAxes::ALL)),
            Metric::Twist(axis) => (DofKind::Angular, LimitAxes::new([axis])),
            Metric::Cone(axis) => (DofKind::Angular, but(axis)),
            Metric::Angle => (DofKind::Angular, Some(LimitAxes::ALL)),
        };
        Some(JointLimit {
            kind,
            axes: axes?,
            min: row.min,
            max: row.max,
            stiffness: row.spring.map(|spring| spring.stiffness),
            damping: row.spring.map_or(0.0, |spring| spring.damping),
        })
    };
    rows.iter().filter_map(of).collect()
}

/// One limit. The dialect has neither half-open ranges nor distances from a point or a line; the latter become their box.
fn constraint(limit: &JointLimit) -> Option<Value> {
    let (lower, upper) = match (limit.min, limit.max) {
        (Some(min), Some(max)) if limit.axes.count() == 1 => (min, max),
        (_, Some(max)) if limit.axes.count() > 1 => (-max.max(0.0), max.max(0.0)),
        _ => return None,
    };
    let mut entry = Map::new();
    entry.insert(axes_key(limit.kind).to_owned(), axes(limit.axes));
    let mut put = |key: &str, value: f32| entry.insert(key.to_owned(), single(value));
    put("lowerLimit", lower);
    put("upperLimit", upper);
    if let Some(stiffness) = limit.stiffness {
        put("stiffness", stiffness);
    }
    put("damping", limit.damping);
    Some(entry.into())
}
