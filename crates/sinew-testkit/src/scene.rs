//! Generated scenes, as the text of a file.

mod bodies;
mod constraints;
mod hair;
pub mod humanoid;
pub mod physics;
pub mod ragdoll;

use std::fmt::Write as _;

pub use bodies::bodies;
pub use constraints::{Kinds, constraints};
pub use hair::{add_hair, hair};

/// A tree of `count` named nodes with translation, rotation and scale, eight children a node: about 150 bytes a node, as
/// exporters write them.
pub fn many_nodes(count: usize) -> String {
    let mut text = String::with_capacity(count * 160 + 200);
    text.push_str("{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for node in 0..count {
        if node > 0 {
            text.push(',');
        }
        write_node(&mut text, node, count);
    }
    text.push_str("]}");
    text
}

fn write_node(text: &mut String, node: usize, count: usize) {
    // Digits as exporters print them, from a fixed sequence; the rotation is a unit one about Y.
    let rotation = node as f64 * 0.618_033_988_749;
    let (sine, cosine) = (rotation.sin(), rotation.cos());
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{{\"name\":\"Node_{node:06}\",\"translation\":[{:.7},{:.7},{:.7}],\"rotation\":[0,{sine:.8},0,{cosine:.8}],\"scale\":[1,1,1]",
        sine * 3.0,
        cosine * 2.0,
        rotation.fract()
    );
    let first = node * 8 + 1;
    if first < count {
        text.push_str(",\"children\":[");
        for child in first..(first + 8).min(count) {
            if child > first {
                text.push(',');
            }
            let _ = write!(text, "{child}");
        }
        text.push(']');
    }
    text.push('}');
}
