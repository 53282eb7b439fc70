//! Every property by a script, and by an animation: `fixtures/properties` has files in which every row of the table means something,
//! each with a script that sets them. The command line and the npm package run the same scripts to the same digests.

use std::collections::BTreeSet;
use std::fs;

use sinew::PhysicsEventKind;
use sinew::model::property::{PropertyId, PropertyKind, PropertyRow};

use super::animation::{Animated, Keys, read, with_animation};
use super::*;

pub(super) const FILES: [&str; 4] = ["bodies", "omi", "avatar", "drawn"];
/// Half a second more than the last action.
const STEPS: usize = 90;

/// An entry of a script: the step before which a property is set.
struct Action {
    step: usize,
    pointer: String,
    value: PropertyValue,
}

pub(super) fn text(file: &str) -> Value {
    let path = format!("{}/../../fixtures/properties/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn script(name: &str) -> Vec<Action> {
    let mut actions = Vec::new();
    for action in text(&format!("{name}.json"))["actions"].as_array().unwrap() {
        let step = (action["time"].as_f64().unwrap() * 60.0).round() as usize;
        for (pointer, value) in action["set"].as_object().unwrap() {
            let value = serde_json::from_value(value.clone()).unwrap();
            actions.push(Action { step, pointer: pointer.clone(), value });
        }
    }
    actions
}

/// The pointers that a script sets.
pub(super) fn pointers(name: &str) -> Vec<String> {
    script(name).into_iter().map(|action| action.pointer).collect()
}

fn spawned(file: &Value) -> (World, InstanceId) {
    spawn(&read(file).0)
}

#[test]
fn every_row_that_can_be_set_is_in_a_script() {
    let mut set = BTreeSet::new();
    for name in FILES {
        let (world, id) = spawned(&text(&format!("{name}.gltf")));
        for action in script(name) {
            set.insert(world.resolve(id, &action.pointer).unwrap().row().pointer);
        }
    }
    let missing: Vec<&str> = PropertyRow::all()
        .filter(|row| row.source.is_mutable() && !set.contains(row.pointer))
        .map(|row| row.pointer)
        .collect();
    assert!(missing.is_empty(), "no script sets {missing:?}");
}

#[test]
fn scripts_change_every_value_and_rollbacks_take_them_back() {
    for name in FILES {
        let (mut world, id) = spawned(&text(&format!("{name}.gltf")));
        for action in script(name) {
            while world.steps() < action.step as u64 {
                world.step();
            }
            let Action { pointer, value, .. } = &action;
            let (before, past) = (world.value(id, pointer).unwrap(), world.snapshot());
            let value = value.cast(before.kind()).unwrap();
            assert!(numbers_near(&before, &value, 1e-3).is_err(), "{name}: {pointer} has its value already");
            world.set_value(id, pointer, &value).unwrap();
            assert_eq!(numbers_near(&world.value(id, pointer).unwrap(), &value, 1e-6), Ok(()), "{name}: {pointer}");
            run(&mut world, 2);
            world.restore(&past).unwrap();
            assert_eq!(world.value(id, pointer).unwrap(), before, "{name}: {pointer}");
            world.set_value(id, pointer, &value).unwrap();
        }
    }
}

/// What can be seen of an instance: where its nodes and virtual transforms are, its morph targets, and what its triggers reported.
struct Seen {
    world: World,
    id: InstanceId,
    entered: u32,
}

impl Seen {
    fn new((world, id): (World, InstanceId)) -> Self {
        Self { world, id, entered: 0 }
    }

    fn step(&mut self) {
        self.world.step();
        let entered = |event: &&sinew::WorldEvent| event.kind == PhysicsEventKind::TriggerEnter;
        self.entered += self.world.events().iter().filter(entered).count() as u32;
    }

    fn bits(&self) -> Vec<u32> {
        let pose = self.world.pose(self.id).unwrap();
        let places = pose.local.iter().flat_map(|local| {
            let (t, r, s) = (local.translation.to_array(), local.rotation.to_array(), local.scale.to_array());
            t.into_iter().chain(r).chain(s)
        });
        let matrices = self.world.model_from_virtual(self.id).unwrap().iter().flat_map(glam::Affine3A::to_cols_array);
        let numbers = places.chain(pose.weights.iter().copied()).chain(matrices).map(f32::to_bits);
        numbers.chain([self.entered]).collect()
    }
}

/// A file with one more channel: the value of the file, and from a step on another.
fn animated(file: &Value, property: PropertyId, before: &PropertyValue, action: &Action) -> Value {
    let value = action.value.cast(before.kind()).unwrap();
    let numbers: Vec<f32> = before.numbers().into_iter().chain(value.numbers()).collect();
    let flags: Vec<u8> = numbers.iter().map(|number| u8::from(*number != 0.0)).collect();
    let kind = property.row().kind;
    let whole: Vec<i16> = numbers.iter().map(|number| *number as i16).collect();
    let keys = match kind {
        PropertyKind::Bool => Keys::Bytes(&flags, false),
        PropertyKind::Int => Keys::Shorts(&whole, false),
        _ => Keys::Floats(&numbers),
    };
    // The step behind so many is at the time of one more.
    let times = [0.0, (action.step as f32 + 0.5) * DT];
    let width = kind.width().unwrap_or(1);
    let mut file = file.clone();
    let channel = Animated { pointer: &action.pointer, interpolation: "STEP", times: &times, keys, width };
    with_animation(&mut file, &[channel]);
    file
}

/// To animate a property is to set it before every step, to the last bit; and both are felt.
#[test]
fn every_row_that_moves_something_is_animated_with_the_effect_of_setting_it() {
    for name in ["bodies", "omi", "avatar"] {
        let file = text(&format!("{name}.gltf"));
        let mut untouched = Seen::new(spawned(&file));
        let unchanged: Vec<Vec<u32>> = (0..STEPS)
            .map(|_| {
                untouched.step();
                untouched.bits()
            })
            .collect();
        for action in script(name) {
            let pointer = &action.pointer;
            let mut set = Seen::new(spawned(&file));
            let property = set.world.resolve(set.id, pointer).unwrap();
            let before = set.world.value(set.id, pointer).unwrap();
            let (model, diagnostics) = read(&animated(&file, property, &before, &action));
            let about = diagnostics.iter().find(|found| found.code.as_str().contains("ANIMATION"));
            assert!(about.is_none(), "{name}: {pointer}: {about:?}");
            let mut animated = Seen::new(spawn(&model));
            let mut past = None;
            for step in 0..STEPS {
                let value = if step < action.step { &before } else { &action.value.cast(before.kind()).unwrap() };
                // A velocity has moved on since it was set; what still has its value is not set again by an animation either.
                if set.world.value(set.id, pointer).unwrap() != *value {
                    set.world.set_value(set.id, pointer, value).unwrap();
                }
                if step == action.step {
                    past = Some((animated.world.snapshot(), animated.entered));
                }
                set.step();
                animated.step();
                assert!(animated.bits() == set.bits(), "{name}: {pointer} in step {step}");
                let found = animated.world.value(animated.id, pointer).unwrap();
                assert_eq!(found, set.world.value(set.id, pointer).unwrap(), "{name}: {pointer} in step {step}");
            }
            let end = animated.bits();
            assert!(end != unchanged[STEPS - 1], "{name}: nothing is felt of {pointer}");
            let (past, entered) = past.unwrap();
            animated.world.restore(&past).unwrap();
            animated.entered = entered;
            (action.step..STEPS).for_each(|_| animated.step());
            assert!(animated.bits() == end, "{name}: {pointer} after a rollback");
        }
    }
}
