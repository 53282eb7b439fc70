//! What is done to a world is kept, written down and done again.

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{
    AnimationState, Assets, HipsPolicy, HumanBone, HumanClip, HumanPose, Input, Isometry, Model, NodeChange,
    RecordedHumanPose, RecordedStep, Recorder, World, WorldError, WorldOptions, WrapMode,
};
use sinew_testkit::json::member_pointers;

use crate::{avatar_and_clip, model};

/// The scenes by their names, and one clip.
#[derive(Clone)]
struct Shelf {
    figure: Arc<Model>,
    clip: Arc<HumanClip>,
}

impl Assets for Shelf {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        match name {
            "figure" => Some(self.figure.clone()),
            "heap" | "joints" | "machine" => Some(model(name)),
            _ => None,
        }
    }

    fn clip(&mut self, name: &str) -> Option<Arc<HumanClip>> {
        (name == "walk").then(|| self.clip.clone())
    }
}

fn shelf() -> Shelf {
    let (document, clip) = avatar_and_clip();
    Shelf { figure: Arc::new(Model::from_document(&document).0), clip }
}

fn recorder() -> Recorder<Shelf> {
    Recorder::new(World::new(WorldOptions::default()), shelf())
}

fn spawn(model: &str, x: f32) -> Input {
    let at = Isometry::from(Rigid::new(Vec3::new(x, 0.0, 0.0), Quat::IDENTITY));
    Input::Spawn { model: model.to_owned(), at, animations: None, springs: true }
}

/// One of everything that can be done, each with the step before which it is.
fn everything() -> Vec<(u64, Input)> {
    let body = model("heap").physics().bodies()[2].node;
    let node = model("heap").hierarchy().index(body).0;
    let mut head_turned = HumanPose::default();
    head_turned.set_rotation(HumanBone::Head, Quat::from_rotation_y(0.5));
    let human_pose = Some(Box::new(RecordedHumanPose::new(&head_turned, HipsPolicy::Height)));
    let change = Some(NodeChange { translation: Some([0.0, 4.0, 0.0]), ..NodeChange::default() });
    vec![
        (0, spawn("heap", 0.0)),
        (0, spawn("figure", 5.0)),
        (3, Input::Impulse { instance: 0, node, impulse: [0.5, 2.0, 0.0], point: None }),
        (4, Input::Impulse { instance: 0, node, impulse: [0.5, 0.0, 0.0], point: Some([0.0, 9.0, 0.1]) }),
        (5, Input::AngularImpulse { instance: 0, node, impulse: [0.0, 0.1, 0.0] }),
        (6, spawn("machine", -20.0)),
        (7, Input::Velocity { instance: 0, node, linear: [0.1, 0.2, 0.3], angular: [1.0 / 3.0, 0.0, 0.0] }),
        (
            8,
            Input::PlayClip {
                instance: 1,
                clip: "walk".to_owned(),
                hips: HipsPolicy::Height,
                look_at: true,
                wrap_mode: WrapMode::Loop,
            },
        ),
        (
            9,
            Input::Teleport { instance: 0, node, at: Isometry { translation: [1.0, 8.0, 0.0], ..Isometry::default() } },
        ),
        (10, Input::Stop { instance: 2, animation: 0 }),
        (12, Input::Play { instance: 2, state: AnimationState::new(0).with_speed(0.5).with_wrap_mode(WrapMode::Loop) }),
        (14, Input::Override { instance: 0, node, change }),
        (20, Input::StopClip { instance: 1 }),
        (21, Input::HumanPose { instance: 1, human_pose }),
        (22, Input::Override { instance: 0, node, change: None }),
        (23, Input::Wake { instance: 0, node }),
        (25, Input::HumanPose { instance: 1, human_pose: None }),
        (26, Input::Move { instance: 1, at: Isometry { translation: [6.0, 0.0, 1.0], ..Isometry::default() } }),
        (30, Input::Despawn { instance: 2 }),
        (31, spawn("joints", 30.0)),
    ]
}

fn record() -> Vec<RecordedStep> {
    let (mut recorder, todo) = (recorder(), everything());
    let step = |step: u64| {
        for (_, input) in todo.iter().filter(|(at, _)| *at == step) {
            assert_eq!(recorder.apply(input.clone()), Ok(()), "{input:?}");
        }
        recorder.step()
    };
    (0..60).map(step).collect()
}

#[test]
fn everything_that_can_be_done_is_written_down_and_done_again() {
    let steps = record();
    assert_eq!(steps.iter().map(|step| step.inputs.len()).sum::<usize>(), everything().len());
    let text: Vec<String> = steps.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
    let read: Vec<RecordedStep> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, steps);
    assert_eq!(recorder().replay(&read), Ok(()));
}

#[test]
fn each_thing_that_is_left_out_is_missed() {
    let steps = record();
    for (at, step) in steps.iter().enumerate() {
        // The body is awake already.
        let is_felt = |input: &Input| !matches!(input, Input::Wake { .. });
        if !step.inputs.iter().any(is_felt) {
            continue;
        }
        let mut less = steps.clone();
        less[at].inputs.retain(|input| !is_felt(input));
        let found = recorder().replay(&less).unwrap_err();
        assert_eq!(found.step, at as u64 + 1);
    }
}

#[test]
fn what_cannot_be_done_is_not_kept() {
    let mut recorder = recorder();
    assert_eq!(recorder.apply(spawn("nothing", 0.0)), Err(WorldError::UnknownAsset("nothing".to_owned())));
    assert_eq!(recorder.apply(Input::Despawn { instance: 0 }), Err(WorldError::UnknownInstance));
    assert_eq!(recorder.apply(spawn("heap", 0.0)), Ok(()));
    let far = Input::Impulse { instance: 0, node: 10_000, impulse: [0.0; 3], point: None };
    assert_eq!(recorder.apply(far), Err(WorldError::UnknownNode));
    assert!(
        recorder.apply(Input::Velocity { instance: 0, node: 2, linear: [f32::NAN; 3], angular: [0.0; 3] }).is_err()
    );
    let clip = |clip: &str| Input::PlayClip {
        instance: 0,
        clip: clip.to_owned(),
        hips: HipsPolicy::None,
        look_at: false,
        wrap_mode: WrapMode::Clamp,
    };
    assert_eq!(recorder.apply(clip("dance")), Err(WorldError::UnknownAsset("dance".to_owned())));
    assert_eq!(recorder.apply(clip("walk")), Err(WorldError::NoHumanoid));
    assert_eq!(recorder.step().inputs.len(), 1);
    assert!(recorder.instance(0).is_some() && recorder.instance(1).is_none());
}

#[test]
fn numbers_that_no_log_can_hold_are_refused_and_not_kept() {
    let mut recorder = recorder();
    assert_eq!(recorder.apply(spawn("figure", 0.0)), Ok(()));
    assert!(recorder.apply(spawn("heap", f32::INFINITY)).is_err());
    // 10³⁹ is beyond every single, and no rotation has a length of zero.
    for bad in [r#""hipsPosition": [1e39, 0, 0], "rotations": []"#, r#""rotations": [[0, 0, 0, 0]]"#] {
        let text = format!(
            r#"{{"do": "humanPose", "instance": 0, "posture": {{"hips": "height", {bad}, "hasRotation": [true]}}}}"#
        );
        let input: Input = serde_json::from_str(&text).unwrap();
        assert!(recorder.apply(input).is_err(), "{text}");
    }
    assert_eq!(recorder.step().inputs, [spawn("figure", 0.0)]);
}

#[test]
fn a_misspelt_member_is_an_error_wherever_it_stands() {
    let steps = record();
    let mut tried = 0;
    for step in &steps {
        let value = serde_json::to_value(step).unwrap();
        assert_eq!(&serde_json::from_value::<RecordedStep>(value.clone()).unwrap(), step);
        for pointer in member_pointers(&value, |_| false) {
            let (object, key) = pointer.rsplit_once('/').unwrap();
            let mut wrong = value.clone();
            let object = wrong.pointer_mut(object).unwrap().as_object_mut().unwrap();
            let found = object.remove(key).unwrap();
            object.insert(format!("{key}s"), found);
            assert!(serde_json::from_value::<RecordedStep>(wrong).is_err(), "{pointer}s in {value}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn a_push_that_nothing_listens_to_is_not_written_down() {
    let mut recorder = recorder();
    assert_eq!(recorder.apply(spawn("heap", 0.0)), Ok(()));
    let (heap, body) = (model("heap"), model("heap").physics().bodies()[2].node);
    let node = heap.hierarchy().index(body).0;
    let change = Some(NodeChange { translation: Some([0.0, 4.0, 0.0]), ..NodeChange::default() });
    assert_eq!(recorder.apply(Input::Override { instance: 0, node, change }), Ok(()));
    assert_eq!(recorder.step().inputs.len(), 2);
    // The body is held where the application says.
    let (impulse, at) = ([1.0, 0.0, 0.0], Some([0.0, 4.0, 0.5]));
    assert!(recorder.apply(Input::Impulse { instance: 0, node, impulse, point: None }).is_err());
    assert!(recorder.apply(Input::Impulse { instance: 0, node, impulse, point: at }).is_err());
    assert!(recorder.apply(Input::AngularImpulse { instance: 0, node, impulse }).is_err());
    assert!(recorder.apply(Input::Velocity { instance: 0, node, linear: impulse, angular: impulse }).is_err());
    assert_eq!(recorder.step().inputs, []);
}
