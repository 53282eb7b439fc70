//! Many constraints: as many sources as destinations, each destination after its own source.

use std::fmt::Write as _;

/// The kinds of constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Rotations of `VRMC_node_constraint` 1.0.
    Rotation,
    /// Rolls, about X, Y, Z, X and so on.
    Roll,
    /// Aims, along X, Y, Z, X and so on.
    Aim,
    /// The three kinds, alternating.
    Mixed,
    /// Position, rotation and aim of `VRMC_constraints-1.0`, alternating, in model space.
    Early,
}

/// A file with `count` constraints. The first `count` nodes are their sources, in that order; each destination hangs below
/// `extra_parents` nodes of its own, each a little rotated and moved. Weights go round 1, 0.5 and 0.25.
pub fn constraints(count: usize, kinds: Kinds, extra_parents: usize) -> String {
    let mut text = String::with_capacity(count * (200 + extra_parents * 120));
    let extension_name = if kinds == Kinds::Early { "VRMC_constraints-1.0" } else { "VRMC_node_constraint" };
    let _ = write!(text, "{{\"asset\":{{\"version\":\"2.0\"}},\"extensionsUsed\":[\"{extension_name}\"],");
    text.push_str("\"scene\":0,\"scenes\":[{\"nodes\":[");
    for node in 0..count {
        let _ =
            write!(text, "{node},{}{}", count + node * (extra_parents + 1), if node + 1 < count { "," } else { "" });
    }
    text.push_str("]}],\"nodes\":[");
    for source in 0..count {
        // A grid of sources, one metre apart, in front of their destinations.
        let _ = write!(text, "{}{{\"translation\":[{},{},1]}}", comma(source), source % 100, source / 100);
    }
    for constraint in 0..count {
        let first = count + constraint * (extra_parents + 1);
        for depth in 0..extra_parents {
            let _ = write!(
                text,
                ",{{\"translation\":[0,0.1,0],\"rotation\":[0.0499792,0,0,0.9987503],\"children\":[{}]}}",
                first + depth + 1
            );
        }
        let (x, y) = (constraint % 100, constraint / 100);
        let _ = write!(text, ",{{\"translation\":[{x},{y},0],\"extensions\":{{{}}}}}", extension(constraint, kinds));
    }
    text.push_str("]}");
    text
}

fn comma(position: usize) -> &'static str {
    if position == 0 { "" } else { "," }
}

fn extension(constraint: usize, kinds: Kinds) -> String {
    let round = constraint / 3;
    let weight = ["1", "0.5", "0.25"][round % 3];
    let common = format!("\"source\":{constraint},\"weight\":{weight}");
    let kind = match (kinds, constraint % 3) {
        (Kinds::Early, part) => {
            let kind = ["position", "rotation", "aim"][part];
            return format!("\"VRMC_constraints-1.0\":{{\"{kind}\":{{{common}}}}}");
        }
        (Kinds::Rotation, _) | (Kinds::Mixed, 0) => format!("\"rotation\":{{{common}}}"),
        (Kinds::Roll, _) | (Kinds::Mixed, 1) => {
            format!("\"roll\":{{{common},\"rollAxis\":\"{}\"}}", ["X", "Y", "Z"][round % 3])
        }
        (Kinds::Aim | Kinds::Mixed, _) => {
            let axis = ["PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"][round % 6];
            format!("\"aim\":{{{common},\"aimAxis\":\"{axis}\"}}")
        }
    };
    format!("\"VRMC_node_constraint\":{{\"specVersion\":\"1.0\",\"constraint\":{{{kind}}}}}")
}
