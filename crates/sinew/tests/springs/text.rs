//! Against the text's pseudo-code, read once more in double precision (`conformance/spring_bone/reading.py`).

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use sinew::document::{Document, NodeIndex};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

#[test]
fn six_hundred_frames_of_every_figure_are_the_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/spring_bone");
    let mut figures = 0;
    let mut worst = (0.0_f32, 0.0_f32);
    for entry in std::fs::read_dir(folder).unwrap() {
        let case = entry.unwrap().path();
        let Ok(frames) = std::fs::read_to_string(case.join("frames.json")) else { continue };
        let frames: Vec<Value> = serde_json::from_str(&frames).unwrap();
        let document = Document::open(case.join("figure.gltf")).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let errors = diagnostics.iter().find(|found| found.code.as_str().starts_with("SPRING"));
        assert!(errors.is_none(), "{name}: {errors:?}");
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(Arc::new(model.clone()), Rigid::IDENTITY);
        for frame in &frames {
            while world.steps() < frame["frame"].as_u64().unwrap() {
                world.step();
            }
            for expected in frame["nodes"].as_array().unwrap() {
                let node = model.hierarchy().id(NodeIndex(expected["node"].as_u64().unwrap() as u32)).unwrap();
                let pose = world.pose(instance).unwrap();
                let position = Vec3::from(pose.model_from_node(node).translation);
                let off = (position - Vec3::from_slice(&numbers(&expected["translation"]))).length();
                let expected = Quat::from_slice(&numbers(&expected["rotation"])).normalize();
                let found = pose.local[node.slot()].rotation;
                // The length of the difference is half of the angle, of the nearer of both signs.
                let angle = 2.0 * (found - expected).length().min((found + expected).length());
                assert!(off < 1e-4, "{name}, frame {}: node {node:?} is {off} m off", frame["frame"]);
                let degrees = angle.to_degrees();
                assert!(degrees < 0.1, "{name}, frame {}: node {node:?} is {degrees}° off", frame["frame"]);
                worst = (worst.0.max(off), worst.1.max(degrees));
            }
        }
        assert_eq!(world.steps(), 600, "{name}");
        figures += 1;
    }
    println!("{figures} figures, at most {} m and {}° off", worst.0, worst.1);
    assert!(figures >= 15, "{figures}");
}
