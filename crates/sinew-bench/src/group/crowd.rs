//! A hundred avatars with everything that an avatar does in a frame: each plays the clip at its own time, with 8 constraints, 192 spring
//! joints among 12 colliders, a face of three expressions and eyes that follow a point that moves.
//!
//! What is measured is the step of a world without bodies; three-vrm updates mixer, avatar and matrices.

use std::hint::black_box;
use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{
    ClipOptions, ClipState, HumanClip, InstanceId, LookAtTarget, Model, SpawnOptions, World, WorldOptions, WrapMode,
};
use sinew_testkit::scene::add_hair;
use sinew_testkit::stopwatch::time;

use super::avatars::{clip_document, document_of, human_clip, to_glb};
use crate::Failure;
use crate::bench::{Bench, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};

/// Milliseconds that a hundred may take.
const LIMIT: f64 = 2.0;

/// The target speed-up over three-vrm: that of the springs, which are most of it.
const TARGET: f64 = 18.0;

/// Avatars that do all that they can.
struct Crowd {
    world: World,
    avatars: Vec<InstanceId>,
    frame: u32,
}

impl Crowd {
    fn new(clip: &Arc<HumanClip>, avatar: &Arc<Model>, count: usize) -> Result<Self, Failure> {
        let mut world = World::new(WorldOptions::default());
        let mut avatars = Vec::new();
        for number in 0..count {
            let id = world.spawn_with(avatar.clone(), Rigid::IDENTITY, &SpawnOptions::default());
            let state = ClipState::default().with_wrap_mode(WrapMode::Loop).with_time(number as f64 * 0.0137 % 4.0);
            world.play_clip_with(id, clip.clone(), ClipOptions::default(), state)?;
            avatars.push(id);
        }
        let mut crowd = Self { world, avatars, frame: 0 };
        for _ in 0..30 {
            crowd.pose()?;
            crowd.world.step();
        }
        Ok(crowd)
    }

    /// Sets what an application sets in a frame: faces, and where the eyes look.
    fn pose(&mut self) -> Result<(), Failure> {
        self.frame = self.frame.wrapping_add(1);
        let time = self.frame as f32 / 60.0;
        let point = Vec3::new((time * 1.3).sin(), 1.5, 2.0);
        let happy = 0.5 + 0.5 * (time * 2.0).sin();
        for &avatar in &self.avatars {
            self.world.set_expression(avatar, "happy", happy)?;
            self.world.set_expression(avatar, "aa", 1.0 - happy)?;
            self.world.set_look_at(avatar, Some(LookAtTarget::Point(point)), None)?;
        }
        Ok(())
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(100, 3);
    let frames = bench.pick(40, 2);
    let clip = clip_document()?;
    let clip_path = bench.write("clip.glb", &to_glb(&clip)?)?;
    let clip = Arc::new(human_clip(&clip)?);
    let document = complete_avatar()?;
    let path = bench.write("complete.glb", &to_glb(&document)?)?;
    let avatar = Arc::new(Model::from_document(&document).0);
    let mut crowd = Crowd::new(&clip, &avatar, count)?;
    let unit = Unit { name: "ms a frame", of_a_second: 1e3, pieces: frames };
    let scene = format!("{} avatars: clip, constraints, springs, face, look-at", thousands(count));
    let mut contest = Contest::new("crowd", scene, unit);
    let ours = contest.add(sinew(), || {
        let mut seconds = 0.0;
        for _ in 0..frames {
            crowd.pose()?;
            seconds += time(|| crowd.world.step()).as_secs_f64();
        }
        black_box(&mut crowd.world);
        Ok(seconds)
    });
    let limit = contest.add_limit(LIMIT);
    contest.compare(ours, limit, Some(1.0));
    let arguments = [path, clip_path, count.to_string(), frames.to_string(), "complete".to_owned()];
    if let Some(three) = bench.add_node(&mut contest, Runs::Node, "three_vrm_avatars", &arguments) {
        contest.compare(ours, three, Some(TARGET));
    }
    bench.run(contest, 9)
}

/// An avatar with eyes, 8 constraints, hair, and a face of one mesh.
fn complete_avatar() -> Result<Document, Failure> {
    let plain = document_of(&["jaw"], 8)?;
    let mut file: Value = serde_json::from_str(plain.json().text())?;
    let nodes = file["nodes"].as_array().ok_or("no nodes")?;
    let head = nodes.iter().position(|node| node["name"] == "head").ok_or("no head")?;
    add_hair(&mut file, head, 24, 8, 12);
    file["nodes"][head]["mesh"] = json!(0);
    let vrm = &mut file["extensions"]["VRMC_vrm"];
    let range = json!({"inputMaxValue": 90, "outputScale": 10});
    vrm["lookAt"] = json!({
        "type": "bone", "offsetFromHeadBone": [0, 0.06, 0], "rangeMapHorizontalInner": range,
        "rangeMapHorizontalOuter": range, "rangeMapVerticalDown": range, "rangeMapVerticalUp": range
    });
    let expression = |target: usize| json!({"morphTargetBinds": [{"node": head, "index": target, "weight": 1.0}]});
    vrm["expressions"] = json!({"preset": {"happy": expression(0), "aa": expression(1), "blink": expression(2)}});
    let document = Document::read(file.to_string(), &NoResources)?;
    let mut edit = document.edit();
    let triangle = [[0.0, 0.1, 0.1], [0.05, 0.1, 0.1], [0.0, 0.15, 0.1]];
    let moved = triangle.map(|[x, y, z]| [x * 0.1, y * 0.1, z]);
    let [positions, moved] = [triangle, moved].map(|of| edit.add_accessor(AccessorData::Vec3(&of)));
    let (positions, moved) = (positions?.0, moved?.0);
    let targets = [json!({"POSITION": moved}), json!({"POSITION": moved}), json!({"POSITION": moved})];
    edit.set("/meshes", json!([{"primitives": [{"attributes": {"POSITION": positions}, "targets": targets}]}]))?;
    Ok(edit.finish()?)
}
