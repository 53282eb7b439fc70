//! What a simulation would see of a model, written down with few digits. Made apart from the comparison that finds losses.

use std::fmt::Write as _;

use sinew::Model;
use sinew::model::physics::{BodyId, BodyKind, Shape, ShapeInstance};

/// One line a thing, sorted: bodies that move, solid shapes, triggers, joints, gravity.
pub(crate) fn seen(model: &Model) -> Vec<String> {
    let physics = model.physics();
    let index = |node| model.hierarchy().index(node).0;
    let body = |body: Option<BodyId>| body.map(|body| index(physics.bodies()[body.slot()].node));
    let placed = |placed: &ShapeInstance| {
        let place = placed.owner_from_node.to_cols_array().map(|number| digits(f64::from(number)));
        let filter = placed.filter.map(|filter| physics.filters()[filter.slot()].clone()).unwrap_or_default();
        format!("{:?} {} at {place:?} {filter:?}", body(placed.body), shape(&physics.shapes()[placed.shape.slot()]))
    };
    let mut lines = Vec::new();
    for one in physics.bodies().iter().filter(|body| body.kind != BodyKind::Static) {
        let mut line = format!("body {} {:?}", index(one.node), one.kind);
        let _ = write!(line, " {:?} {:?}", one.linear_velocity, one.angular_velocity);
        if one.kind == BodyKind::Dynamic {
            let _ = write!(line, " {:?} {}", one.mass, one.gravity_factor);
        }
        lines.push(line);
    }
    for one in physics.colliders() {
        let material = one.material.map(|material| physics.materials()[material.slot()]).unwrap_or_default();
        let surface = (material.static_friction, material.dynamic_friction, material.restitution);
        lines.push(format!("collider {} {surface:?}", placed(&one.shape_instance)));
    }
    for one in physics.triggers() {
        let mut parts: Vec<_> = one.parts.iter().map(placed).collect();
        parts.sort();
        lines.push(format!("trigger {} {parts:?}", index(one.node)));
    }
    for one in physics.joints() {
        let frames = [&one.a, &one.b].map(|end| {
            let place = end.owner_from_frame.to_affine().to_cols_array().map(|number| digits(f64::from(number)));
            format!("{:?} at {place:?}", body(end.body))
        });
        let meaning = physics.joint_descriptions()[one.description.slot()].canonical();
        lines.push(format!("joint {frames:?} {meaning:?} {}", one.enable_collision));
    }
    if let Some(gravity) = physics.gravity() {
        lines.push(format!("gravity {:?}", gravity.to_array().map(|number| digits(f64::from(number)))));
    }
    for one in physics.gravity_fields() {
        lines.push(format!("field {} {} {} {} {}", index(one.node), one.gravity, one.priority, one.replace, one.stop));
    }
    lines.sort();
    lines
}

/// Three decimals, so that the last bits of singles do not show; nothing in the files is meant more finely.
fn digits(number: f64) -> i64 {
    (number * 1000.0).round() as i64
}

fn shape(shape: &Shape) -> String {
    let numbers = |numbers: &[f32]| format!("{:?}", numbers.iter().map(|n| digits(f64::from(*n))).collect::<Vec<_>>());
    match shape {
        Shape::Box { size } => format!("box {}", numbers(&size.to_array())),
        Shape::Sphere { radius } => format!("sphere {}", numbers(&[*radius])),
        Shape::Capsule { height, radius_bottom, radius_top } => {
            format!("capsule {}", numbers(&[*height, *radius_bottom, *radius_top]))
        }
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            format!("cylinder {}", numbers(&[*height, *radius_bottom, *radius_top]))
        }
        Shape::Plane { .. } => format!("{shape:?}"),
        Shape::ConvexHull(mesh) => format!("hull {:?}", mesh.points),
        Shape::TriangleMesh(mesh) => format!("mesh {:?} {:?}", mesh.points, mesh.triangles),
    }
}
