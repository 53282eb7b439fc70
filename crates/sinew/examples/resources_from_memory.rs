//! Reads a file whose buffers come from wherever the application keeps them: an archive, a download, a database.
//!
//! `cargo run -p sinew --example resources_from_memory`

use std::collections::BTreeMap;
use std::error::Error;

use sinew::document::{Document, ResourceError, Resources};
use sinew::{Model, Pose};

/// An application's own store. (A `BTreeMap<String, Vec<u8>>` is one already.)
struct Store(BTreeMap<&'static str, Vec<u8>>);

impl Resources for Store {
    fn load(&self, uri: &str, limit: u64) -> Result<Vec<u8>, ResourceError> {
        let bytes = self.0.get(uri).ok_or(ResourceError::NotFound)?;
        if bytes.len() as u64 > limit { Err(ResourceError::TooLarge { limit }) } else { Ok(bytes.clone()) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Two key times, and two translations: from the origin to 4 m up.
    let keys: Vec<u8> = [0.0_f32, 2.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let store = Store(BTreeMap::from([("keys.bin", keys)]));
    let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "lift"}],
        "buffers": [{"uri": "keys.bin", "byteLength": 32}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
            "samplers": [{"input": 0, "output": 1}]}]}"#;
    let (model, diagnostics) = Model::from_document(&Document::read(file, &store)?);
    diagnostics.iter().for_each(|finding| eprintln!("{finding}"));

    let mut pose = Pose::rest(&model);
    pose.apply_animation(&model, &model.animations()[0], 0.5);
    pose.evaluate(&model);
    let lift = model.hierarchy().find("lift").ok_or("no lift")?;
    println!("after half a second the lift is at {}", pose.model_from_node(lift).translation);
    Ok(())
}
