//! `joint` and `freejoint`.

use glam::DVec3;

use super::compiler::{Compiler, is_true};
use super::defaults::Resolved;
use crate::error::ImportError;
use crate::loss::Losses;
use crate::pose::Pose;
use crate::robot::{Drive, Joint, JointKind};

/// Reads a joint of a body that has some already. Values are measured from the reference, where the body rests.
pub(super) fn read(
    element: &Resolved<'_>,
    body_from_frame: Pose,
    body: &str,
    index: usize,
    compiler: &Compiler,
    losses: &mut Losses,
) -> Result<Joint, ImportError> {
    let place = &element.element.place;
    let kind = match element.text("type") {
        _ if element.element.kind == "freejoint" => JointKind::Free,
        None | Some("hinge") => JointKind::Hinge,
        Some("slide") => JointKind::Slide,
        Some("ball") => JointKind::Ball,
        Some("free") => JointKind::Free,
        Some(other) => {
            let message = format!("a joint of type \"{other}\" is unknown; hinge, slide, ball and free are known");
            return Err(ImportError::invalid(place, message));
        }
    };
    let name = element.text("name").map_or_else(|| format!("{body} joint {index}"), str::to_owned);
    let mut joint = Joint::new(name, place.clone(), kind);
    let axis = element.vector("axis")?.unwrap_or(DVec3::Z);
    let axis = axis
        .try_normalize()
        .ok_or_else(|| ImportError::invalid(place, "the axis has no direction; give a vector other than zero"))?;
    joint.axis = body_from_frame.rotation * axis;
    joint.anchor = body_from_frame.point(element.vector("pos")?.unwrap_or(DVec3::ZERO));
    let unit = if kind == JointKind::Slide { 1.0 } else { compiler.angle };
    let reference = element.number("ref")?.unwrap_or(0.0) * unit;
    joint.armature = element.not_negative("armature")?.unwrap_or(0.0);
    if let (Some([low, high]), true) =
        (element.array::<2>("range")?, is_limited(element, "limited", "range", compiler)?)
    {
        if low > high {
            return Err(ImportError::invalid(place, "the range's first number is above its second; swap them"));
        }
        joint.range = Some((low * unit - reference, high * unit - reference));
    }
    spring(element, &mut joint, reference, unit, losses)?;
    // The force of all actuators of a joint together.
    let forces = element.array::<2>("actuatorfrcrange")?;
    if let (Some([low, high]), true) =
        (forces, is_limited(element, "actuatorfrclimited", "actuatorfrcrange", compiler)?)
    {
        joint.max_force = Some(low.abs().max(high.abs()));
    }
    let read = [
        "type",
        "pos",
        "axis",
        "ref",
        "range",
        "limited",
        "stiffness",
        "damping",
        "springref",
        "frictionloss",
        "group",
        "actuatorfrcrange",
        "actuatorfrclimited",
    ];
    element.report_rest(&read, losses);
    joint.reference = reference;
    Ok(joint)
}

/// Springs, dampers and friction that act whatever the actuators do.
fn spring(
    element: &Resolved<'_>,
    joint: &mut Joint,
    reference: f64,
    unit: f64,
    losses: &mut Losses,
) -> Result<(), ImportError> {
    // Further numbers are coefficients of polynomials.
    let mut first = |key: &str| -> Result<f64, ImportError> {
        let list = element.numbers(key)?.unwrap_or_default();
        if let (Some(attribute), true) = (element.get(key), list.iter().skip(1).any(|number| *number != 0.0)) {
            let reason = "glTF has linear springs and dampers alone; the first coefficient is used";
            losses.approximated(&attribute.place, &format!("joint {key}"), Some(&joint.name), reason);
        }
        Ok(list.first().copied().unwrap_or(0.0).max(0.0))
    };
    let (stiffness, damping) = (first("stiffness")?, first("damping")?);
    let friction = first("frictionloss")?;
    let rest = element.number("springref")?.unwrap_or(0.0) * unit - reference;
    if joint.kind == JointKind::Free {
        for key in ["stiffness", "damping", "frictionloss"] {
            if let Some(attribute) = element.get(key).filter(|_| stiffness + damping + friction > 0.0) {
                let reason = "a free body has no joint in glTF that could be damped";
                losses.lost(&attribute.place, &format!("joint {key}"), Some(&joint.name), reason);
            }
        }
        return Ok(());
    }
    if stiffness > 0.0 || damping > 0.0 {
        let rest = if joint.kind == JointKind::Ball { 0.0 } else { rest };
        let position_target = (stiffness > 0.0).then_some(rest);
        joint.drives.push(Drive { stiffness, damping, position_target, ..Drive::default() });
    }
    if friction > 0.0 {
        joint.drives.push(Drive::friction(friction));
    }
    Ok(())
}

/// Whether a range counts: as the attribute beside it says, or, left to the compiler, because the range is there.
pub(super) fn is_limited(
    element: &Resolved<'_>,
    key: &str,
    range: &str,
    compiler: &Compiler,
) -> Result<bool, ImportError> {
    match element.get(key) {
        Some(attribute) if attribute.value != "auto" => is_true(attribute),
        _ => Ok(compiler.auto_limits && element.get(range).is_some()),
    }
}
