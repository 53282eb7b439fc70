//! Many bodies in a large scene: what a validator, a reader and a simulation have to get through.

use std::fmt::Write as _;

/// Nodes that hang below a body, its own node included.
const NODES_OF_A_BODY: usize = 10;

/// A file of `count` bodies in `10 · count` nodes, about 1.5 kB a body: each with a motion, a collider, a material and a
/// filter, and with the next one on a joint, in chains of ten. The other nodes have names and transforms, as exporters
/// write them. Nothing is wrong with it.
pub fn bodies(count: usize) -> String {
    let mut text = String::with_capacity(count * 1_700 + 2_000);
    text.push_str(HEAD);
    for body in 0..count {
        let _ = write!(text, "{}{}", if body > 0 { "," } else { "" }, body * NODES_OF_A_BODY);
    }
    text.push_str("]}],\"nodes\":[");
    for body in 0..count {
        write_body(&mut text, body, count);
    }
    text.push_str("],");
    text.push_str(SHARED);
    text
}

const HEAD: &str = "{\"asset\":{\"version\":\"2.0\"},\
    \"extensionsUsed\":[\"KHR_physics_rigid_bodies\",\"KHR_implicit_shapes\"],\"scene\":0,\"scenes\":[{\"nodes\":[";

const SHARED: &str = r#""extensions":{"KHR_implicit_shapes":{"shapes":[
{"type":"sphere","sphere":{"radius":0.25}},{"type":"box","box":{"size":[0.5,0.5,0.5]}},
{"type":"capsule","capsule":{"height":0.5,"radiusBottom":0.2,"radiusTop":0.2}}]},
"KHR_physics_rigid_bodies":{"physicsMaterials":[{"staticFriction":0.5,"dynamicFriction":0.4,"restitution":0.1}],
"collisionFilters":[{"collisionSystems":["chain"],"notCollideWithSystems":["ghost"]},{"collisionSystems":["chain"]}],
"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,"max":0}]},
{"limits":[{"linearAxes":[0,1,2],"min":0,"max":0},{"angularAxes":[0,1],"min":0,"max":0}],
"drives":[{"type":"angular","mode":"force","axis":2,"velocityTarget":1,"damping":2}]}]}}}"#;

fn write_body(text: &mut String, body: usize, count: usize) {
    let first = body * NODES_OF_A_BODY;
    // Ten bodies a chain, one metre apart, the chains two metres.
    let (x, z) = (body % 10, body / 10);
    // The second node of a body is the frame on which the next one of its chain hangs.
    let is_last = body % 10 == 9 || body + 1 == count;
    let _ = write!(
        text,
        "{}{{\"name\":\"Body_{body:05}\",\"translation\":[{x},1.5000000,{:.7}],\"children\":[",
        if body > 0 { "," } else { "" },
        z as f64 * 2.0
    );
    for child in 1..NODES_OF_A_BODY {
        let _ = write!(text, "{}{}", if child > 1 { "," } else { "" }, first + child);
    }
    let _ = write!(
        text,
        "],\"extensions\":{{\"KHR_physics_rigid_bodies\":{{\"motion\":{{\"mass\":{:.4},\"linearVelocity\":[0,0,0]}},\
         \"collider\":{{\"geometry\":{{\"shape\":{}}},\"physicsMaterial\":0,\"collisionFilter\":{}}}}}}}}}",
        1.0 + (body % 7) as f64 * 0.25,
        body % 3,
        body % 2
    );
    for child in 1..NODES_OF_A_BODY {
        write_child(text, body, child, is_last);
    }
}

fn write_child(text: &mut String, body: usize, child: usize, is_last: bool) {
    let rotation = (body * NODES_OF_A_BODY + child) as f64 * 0.618_033_988_749;
    let (sine, cosine) = (rotation.sin(), rotation.cos());
    match (child, is_last) {
        // Frame a of the joint, half way to the next body; frame b is the third node of that one.
        (1, false) => {
            let next = (body + 1) * NODES_OF_A_BODY + 2;
            let _ = write!(
                text,
                ",{{\"name\":\"Joint_{body:05}\",\"translation\":[0.5,0,0],\"extensions\":{{\"KHR_physics_rigid_bodies\":\
                 {{\"joint\":{{\"connectedNode\":{next},\"joint\":{}}}}}}}}}",
                body % 2
            );
        }
        (2, _) => {
            let _ = write!(text, ",{{\"name\":\"Frame_{body:05}\",\"translation\":[-0.5,0,0]}}");
        }
        _ => {
            let _ = write!(
                text,
                ",{{\"name\":\"Part_{body:05}_{child}\",\"translation\":[{:.7},{:.7},{:.7}],\
                 \"rotation\":[0,{sine:.8},0,{cosine:.8}],\"scale\":[1,1,1]}}",
                sine * 0.2,
                cosine * 0.2,
                rotation.fract()
            );
        }
    }
}
