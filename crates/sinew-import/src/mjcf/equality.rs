//! `equality`: constraints that close loops.

use glam::{DQuat, DVec3};

use super::Context;
use super::compiler::is_true;
use super::defaults::Resolved;
use super::reason::why_lost;
use crate::error::ImportError;
use crate::loss::Losses;
use crate::pose::Pose;
use crate::robot::{Closure, Robot};
use crate::xml::Element;

pub(super) fn read<'a>(
    element: &'a Element,
    context: &Context<'a>,
    robot: &mut Robot,
    losses: &mut Losses,
) -> Result<(), ImportError> {
    let name = element.text("name");
    let is_weld = match element.kind.as_str() {
        "connect" => false,
        "weld" => true,
        kind => {
            let reason = match kind {
                "joint" => "glTF has no joint that follows another; both move freely",
                _ => why_lost(kind, None),
            };
            losses.lost(&element.place, &format!("equality {kind}"), name, reason);
            return Ok(());
        }
    };
    // Defaults of constraints are under a name of their own, and have nothing but these.
    let resolved = Resolved::plain(element);
    if let Some(attribute) = resolved.get("active").filter(|attribute| attribute.value != "true")
        && !is_true(attribute)?
    {
        losses.lost(&element.place, &format!("equality {}", element.kind), name, "it is not active at the start");
        return Ok(());
    }
    resolved.report_rest(&["body1", "body2", "anchor", "site1", "site2", "relpose", "active"], losses);
    let (a, b) = if let (Some(first), Some(second)) = (resolved.get("site1"), resolved.get("site2")) {
        let site = |attribute: &crate::xml::Attribute| {
            let found = context.names.sites.get(&attribute.value).copied();
            found.ok_or_else(|| super::unknown("site", &attribute.value, &attribute.place))
        };
        (site(first)?, site(second)?)
    } else {
        let (first, second) = (context.body(element, "body1")?, context.body(element, "body2")?);
        let anchor = resolved.vector("anchor")?.unwrap_or(DVec3::ZERO);
        let second_from_first = robot.world_from_body_at_rest(second).inverse() * robot.world_from_body_at_rest(first);
        if is_weld {
            // The anchor of a weld is in the second body; the pose of that in the first is written, or as they rest.
            let written = resolved.array::<7>("relpose")?.and_then(|[x, y, z, w, i, j, k]| {
                let rotation = DQuat::from_xyzw(i, j, k, w);
                let length = rotation.length();
                (length > 1e-12).then(|| Pose::new(DVec3::new(x, y, z), rotation / length))
            });
            let first_from_second = written.unwrap_or_else(|| second_from_first.inverse());
            ((first, first_from_second * Pose::at(anchor)), (second, Pose::at(anchor)))
        } else {
            ((first, Pose::at(anchor)), (second, second_from_first * Pose::at(anchor)))
        }
    };
    if robot.moving(a.0) == robot.moving(b.0) {
        let reason = "both sides are on one body, or neither moves";
        losses.lost(&element.place, &format!("equality {}", element.kind), name, reason);
        return Ok(());
    }
    let name = name.map_or_else(|| format!("{} {}", element.kind, robot.loops.len()), str::to_owned);
    robot.loops.push(Closure { name, is_weld, a, b });
    Ok(())
}
