//! The scenes of `fixtures/running`, and an avatar with a clip.

use std::path::Path;
use std::sync::Arc;

use glam::Quat;
use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{Animations, ClipOptions, HumanClip, InstanceId, Model, SpawnOptions, World, WorldOptions, WrapMode};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

/// The scenes of `fixtures/running`.
pub(crate) const SCENES: [&str; 3] = ["heap", "joints", "machine"];

pub(crate) fn document(scene: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/running/{scene}.gltf"));
    Document::open(path).unwrap()
}

pub(crate) fn spawned(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(Animations::All);
    let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &options);
    (world, instance)
}

/// An avatar, and a clip of one second that rotates its left arm by a right angle.
pub(crate) fn avatar_and_clip() -> (Document, Arc<HumanClip>) {
    let avatar = Avatar { revision: Revision::Vrm1, ..Avatar::default() };
    let document = Document::read(avatar.to_gltf(), &NoResources).unwrap();
    let (model, _) = Model::from_document(&document);
    let arm = model.hierarchy().index(model.hierarchy().find("leftUpperArm").unwrap()).0;
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let turned = Quat::from_xyzw(0.0, 0.0, 0.5f32.sqrt(), 0.5f32.sqrt());
    let values = [Quat::IDENTITY.to_array(), turned.to_array()];
    let output = edit.add_accessor(AccessorData::Vec4(&values)).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": arm, "path": "rotation"}}],
        "samplers": [{"input": input, "output": output}]}))
        .unwrap();
    let (source, _) = Model::from_document(&edit.finish().unwrap());
    (document, Arc::new(HumanClip::new(source, 0).unwrap()))
}

pub(crate) fn play(world: &mut World, instance: InstanceId, clip: &Arc<HumanClip>, repeat: WrapMode) {
    assert_eq!(world.play_clip(instance, clip.clone(), ClipOptions::default(), repeat), Ok(()));
}
