//! Playing a clip allocates nothing once everything is created.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use serde_json::json;
use sinew_document::{AccessorData, Document, NoResources};
use sinew_model::Model;
use sinew_motion::{ClipMap, ClipOptions, ExpressionState, HumanClip, Pose};
use sinew_testkit::counting::{Counting, measure};
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn playing_a_clip_allocates_nothing() {
    let figure = Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, ..Avatar::default() };
    let document = Document::read(figure.to_gltf(), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let turns = edit.add_accessor(AccessorData::Vec4(&[[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.0, 0.8]])).unwrap().0;
    let channels: Vec<_> =
        (1..54).map(|node| json!({"sampler": 0, "target": {"node": node, "path": "rotation"}})).collect();
    edit.add_animation(json!({"channels": channels, "samplers": [{"input": times, "output": turns}]})).unwrap();
    let clip = HumanClip::new(Model::from_document(&edit.finish().unwrap()).0, 0).unwrap();
    let text = Avatar::default().to_gltf();
    let (target, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    let map = ClipMap::new(&clip, &target, ClipOptions::default());
    let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&target), Pose::rest(&target));
    let ((), usage) = measure(|| {
        for frame in 0..100_u8 {
            clip.sample(f32::from(frame) / 50.0, &mut sample);
            map.apply(&target, &sample, &mut face, &mut pose);
            pose.evaluate(&target);
        }
    });
    assert_eq!(usage.allocations, 0);
}
