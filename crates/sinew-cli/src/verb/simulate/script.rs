//! A script of timed inputs.

mod action;
mod avatar;
mod goal;
mod graph;
mod input;
mod property;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use sinew::glam::Quat;
use sinew::{AnimationState, Hierarchy, HipsPolicy, Input, Isometry, Model, NodeChange, NodeId, WrapMode};
use sinew_document::{Code, Diagnostics, FromJson, Json, Value, object, report_mismatch};

use super::assets::Files;
use crate::failure::Failure;
use crate::pose::Names;
use crate::source;
use action::What;

pub(in crate::verb) use action::Action;
pub(super) use graph::add_selections;

/// Nesting of arrays and objects: a script needs five.
const DEEPEST: usize = 64;

object! {
    /// The whole file.
    struct RawScript<'json> {
        "actions" => actions: Vec<Value<'json>>,
    }
}

object! {
    /// One action.
    struct RawAction<'json> {
        "time" => time: Option<f32>,
        "instance" => instance: Option<u32>,
        "node" => node: Option<Value<'json>>,
        "impulse" => impulse: Option<[f32; 3]>,
        "point" => point: Option<[f32; 3]>,
        "angularImpulse" => angular_impulse: Option<[f32; 3]>,
        "linearVelocity" => linear_velocity: Option<[f32; 3]>,
        "angularVelocity" => angular_velocity: Option<[f32; 3]>,
        "teleport" => teleport: Option<Value<'json>>,
        "wake" => wake: Option<bool>,
        "override" => change: Option<Value<'json>>,
        "release" => release: Option<bool>,
        "spawn" => spawn: Option<String>,
        "at" => at: Option<Value<'json>>,
        "despawn" => despawn: Option<bool>,
        "play" => play: Option<Value<'json>>,
        "stop" => stop: Option<Value<'json>>,
        "clip" => clip: Option<String>,
        "stopClip" => stop_clip: Option<bool>,
        "wind" => wind: Option<[f32; 3]>,
        "resetSprings" => reset_springs: Option<bool>,
        "teleportRoot" => teleport_root: Option<Value<'json>>,
        "expressions" => expressions: Option<Value<'json>>,
        "lookAt" => look_at: Option<Value<'json>>,
        "boneGoal" => bone_goal: Option<Value<'json>>,
        "repeat" => repeat: Option<String>,
        "select" => select: Option<bool>,
        "hover" => hover: Option<bool>,
        "origin" => origin: Option<[f32; 3]>,
        "sendEvent" => send_event: Option<Value<'json>>,
        "values" => values: Option<Value<'json>>,
        "input" => input: Option<Value<'json>>,
        "set" => set: Option<Value<'json>>,
    }
}

object! {
    /// A transform; absent properties keep their value.
    struct RawTransform {
        "translation" => translation: Option<[f32; 3]>,
        "rotation" => rotation: Option<[f32; 4]>,
        "scale" => scale: Option<[f32; 3]>,
    }
}

object! {
    /// An animation that plays.
    struct RawPlay<'json> {
        "animation" => animation: Value<'json>,
        "time" => time: Option<f32>,
        "speed" => speed: Option<f32>,
    }
}

/// Reads a script, sorted by time, then by order in the file. Any problem is an error, and all are reported at once, since a
/// script that is applied in part gives a wrong answer.
pub(super) fn read(path: &Path, model: &Arc<Model>, files: &mut Files) -> Result<Vec<Action>, Failure> {
    let json = Json::parse(source::read_text(path)?, DEEPEST).map_err(|error| Failure::no_json(path, &error))?;
    let mut problems = Diagnostics::new();
    let values = RawScript::from_json(json.root(), &mut problems).map(|table| table.actions).unwrap_or_default();
    let mut tables: Vec<(Value<'_>, RawAction<'_>)> =
        values.into_iter().filter_map(|value| Some((value, RawAction::from_json(value, &mut problems)?))).collect();
    let time = |table: &RawAction<'_>| f64::from(table.time.unwrap_or(0.0));
    tables.sort_by(|(_, a), (_, b)| time(a).total_cmp(&time(b)));
    // Instances are counted in order; the file itself is the first.
    let mut models = vec![model.clone()];
    for name in tables.iter().filter_map(|(_, table)| table.spawn.as_deref()) {
        models.push(files.read_model(name)?);
    }
    for name in tables.iter().filter_map(|(_, table)| table.clip.as_deref()) {
        files.read_clip(name)?;
    }
    for name in tables.iter().filter_map(|(_, table)| table.input?.get("clip")?.as_str()) {
        files.read_clip(&name)?;
    }
    let mut reader = Reader { models, problems, actions: Vec::new(), added: BTreeSet::new() };
    for (value, table) in &tables {
        reader.read(*value, table);
    }
    if reader.problems.is_empty() { Ok(reader.actions) } else { Err(Failure::content(path, reader.problems)) }
}

struct Reader {
    /// By instance.
    models: Vec<Arc<Model>>,
    problems: Diagnostics,
    actions: Vec<Action>,
    /// The instances and nodes to which an earlier action has added a body or a joint.
    added: BTreeSet<(u32, u32)>,
}

impl Reader {
    fn read(&mut self, value: Value<'_>, table: &RawAction<'_>) {
        let time = f64::from(table.time.unwrap_or(0.0));
        if time < 0.0 {
            let place = value.get("time").unwrap_or(value);
            self.problems.report(Code::VALUE_NOT_IN_RANGE, place, "the time is before the start — give seconds from 0");
        }
        let instance = table.instance.unwrap_or(0);
        let Some(model) = self.models.get(instance as usize).cloned() else {
            let place = value.get("instance").unwrap_or(value);
            let message = format!("there is no instance {instance} — the file is 0, and each \"spawn\" adds one");
            self.problems.report(Code::UNRESOLVED_REFERENCE, place, message);
            return;
        };
        let before = (self.actions.len(), self.problems.as_slice().len());
        let mut what = Vec::new();
        if let Some(input) = table.input {
            self.read_input(instance, input, &model, &mut what);
        }
        self.read_instance(instance, table, &model, &mut what);
        self.check_graph(value, &model);
        if let Some(node) = table.node {
            self.read_body(instance, node, value, table, &model, &mut what);
        } else if table.hover == Some(false) {
            self.read_selection(instance, None, value, table, &mut what);
        } else if let Some(place) = needs_node(value) {
            self.problems.report(Code::UNDEFINED_PROPERTY, place, "the action has no target — add \"node\"");
        }
        self.actions.extend(what.into_iter().map(|what| Action { time, what }));
        if before == (self.actions.len(), self.problems.as_slice().len()) {
            let message = "the action is empty — add impulse, angularImpulse, linearVelocity, angularVelocity, teleport, \
                           wake, override, release, spawn, despawn, play, stop, clip, stopClip, \
                           wind, resetSprings, teleportRoot, expressions, lookAt, boneGoal, set, select, hover, sendEvent or input";
            self.problems.report(Code::EMPTY_ENTITY, value, message);
        }
    }

    /// Reads the actions on an instance.
    fn read_instance(&mut self, instance: u32, table: &RawAction<'_>, model: &Model, what: &mut Vec<What>) {
        let wrap_mode = self.wrap_mode(table);
        let at = table.at.map(|at| self.place(at));
        match (&table.spawn, at) {
            (Some(file), at) => {
                let (model, at) = (file.clone(), at.unwrap_or_default());
                what.push(What::Input(Input::Spawn { model, at, animations: None, springs: true }));
            }
            (None, Some(at)) => what.push(What::Input(Input::Move { instance, at })),
            (None, None) => {}
        }
        if table.despawn == Some(true) {
            what.push(What::Input(Input::Despawn { instance }));
        }
        if let Some(play) = table.play
            && let Some(found) = RawPlay::from_json(play, &mut self.problems)
            && let Some(animation) = self.animation(found.animation, model)
        {
            let (time, speed) = (f64::from(found.time.unwrap_or(0.0)), f64::from(found.speed.unwrap_or(1.0)));
            let state = AnimationState::new(animation).with_time(time).with_speed(speed).with_wrap_mode(wrap_mode);
            what.push(What::Input(Input::Play { instance, state }));
        }
        if let Some(animation) = table.stop.and_then(|stop| self.animation(stop, model)) {
            what.push(What::Input(Input::Stop { instance, animation }));
        }
        if let Some(clip) = table.clip.clone() {
            let input = Input::PlayClip { instance, clip, hips: HipsPolicy::default(), look_at: true, wrap_mode };
            what.push(What::Input(input));
        }
        self.read_event(instance, table, model, what);
        if let Some(wind) = table.wind {
            what.push(What::Input(Input::Wind { instance, wind }));
        }
        if let Some(at) = table.teleport_root.map(|at| self.place(at)) {
            what.push(What::Input(Input::TeleportRoot { instance, at }));
        }
        if table.reset_springs == Some(true) {
            what.push(What::Input(Input::ResetSprings { instance }));
        }
        if let Some(set) = table.set {
            self.read_properties(instance, set, model, what);
        }
        if let Some(expressions) = table.expressions {
            self.read_expressions(instance, expressions, model, what);
        }
        if let Some(look_at) = table.look_at {
            self.read_look_at(instance, look_at, model, what);
        }
        if let Some(goal) = table.bone_goal {
            self.read_goal(instance, goal, model, what);
        }
        if table.stop_clip == Some(true) {
            what.push(What::Input(Input::StopClip { instance }));
        }
    }

    /// Reads the actions on a node and its body.
    fn read_body(
        &mut self,
        instance: u32,
        named: Value<'_>,
        value: Value<'_>,
        table: &RawAction<'_>,
        model: &Model,
        what: &mut Vec<What>,
    ) {
        let Some(id) = self.node(named, model) else { return };
        let node = model.hierarchy().index(id).0;
        if let Some(change) = table.change
            && let Some(found) = RawTransform::from_json(change, &mut self.problems)
        {
            let rotation = found.rotation.and_then(|rotation| self.unit(rotation, change));
            let change = Some(NodeChange { translation: found.translation, rotation, scale: found.scale });
            what.push(What::Input(Input::Override { instance, node, change }));
        }
        if table.release == Some(true) {
            what.push(What::Input(Input::Override { instance, node, change: None }));
        }
        self.read_selection(instance, Some(node), value, table, what);
        if model.physics().body_of(id).is_none() && !self.added.contains(&(instance, node)) {
            if needs_body(value) {
                let label = label(model.hierarchy(), id);
                let message = format!("{label} has no body — `sinew inspect` lists the bodies");
                self.problems.report(Code::UNRESOLVED_REFERENCE, named, message);
            }
            return;
        }
        if let Some(teleport) = table.teleport
            && let Some(place) = RawTransform::from_json(teleport, &mut self.problems)
        {
            let rotation = place.rotation.and_then(|rotation| self.unit(rotation, teleport));
            what.push(What::Teleport { instance, node, translation: place.translation, rotation });
        }
        let (linear, angular) = (table.linear_velocity, table.angular_velocity);
        if linear.is_some() || angular.is_some() {
            what.push(What::Velocity { instance, node, linear, angular });
        }
        // The point of a selection is another.
        match (table.impulse, table.point.filter(|_| table.select != Some(true))) {
            (Some(impulse), point) => what.push(What::Input(Input::Impulse { instance, node, impulse, point })),
            (None, Some(_)) => {
                let place = value.get("point").unwrap_or(value);
                let message = "\"point\" needs an impulse — add \"impulse\"";
                self.problems.report(Code::UNSATISFIED_DEPENDENCY, place, message);
            }
            (None, None) => {}
        }
        if let Some(impulse) = table.angular_impulse {
            what.push(What::Input(Input::AngularImpulse { instance, node, impulse }));
        }
        if table.wake == Some(true) {
            what.push(What::Input(Input::Wake { instance, node }));
        }
    }

    /// Whether the script has added bodies or joints to an instance.
    fn has_added(&self, instance: u32) -> bool {
        self.added.range((instance, 0)..=(instance, u32::MAX)).next().is_some()
    }

    /// A node by its index or its name.
    fn node(&mut self, value: Value<'_>, model: &Model) -> Option<NodeId> {
        let key = self.key(value, "the index or the name of a node")?;
        let found = Names::of(model.hierarchy()).find(&key);
        found.map_err(|why| self.problems.report(Code::UNRESOLVED_REFERENCE, value, why)).ok()
    }

    /// An animation by its index or its name.
    fn animation(&mut self, value: Value<'_>, model: &Model) -> Option<usize> {
        let key = self.key(value, "the index or the name of an animation")?;
        let all = model.animations();
        let by_name = || all.iter().position(|animation| animation.name.as_deref() == Some(&*key));
        let found = key.parse().ok().filter(|index: &usize| *index < all.len()).or_else(by_name);
        if found.is_none() {
            let message = format!("there is no animation `{key}` — `sinew inspect` lists the animations");
            self.problems.report(Code::UNRESOLVED_REFERENCE, value, message);
        }
        found
    }

    fn key(&mut self, value: Value<'_>, expected: &str) -> Option<String> {
        match (value.as_u64(), value.as_str()) {
            (Some(index), _) => Some(index.to_string()),
            (None, Some(name)) => Some(name.into_owned()),
            (None, None) => {
                report_mismatch(value, expected, &mut self.problems);
                None
            }
        }
    }

    fn place(&mut self, value: Value<'_>) -> Isometry {
        let default = Isometry::default();
        let Some(table) = RawTransform::from_json(value, &mut self.problems) else { return default };
        let rotation = table.rotation.and_then(|rotation| self.unit(rotation, value));
        Isometry {
            translation: table.translation.unwrap_or(default.translation),
            rotation: rotation.unwrap_or(default.rotation),
        }
    }

    fn wrap_mode(&mut self, table: &RawAction<'_>) -> WrapMode {
        match table.repeat.as_deref() {
            None | Some("hold" | "clamp") => WrapMode::Clamp,
            Some("loop") => WrapMode::Loop,
            Some("release" | "once") => WrapMode::Once,
            Some("pingPong") => WrapMode::PingPong,
            Some(other) => {
                let message = format!("\"repeat\" is hold, loop, release or pingPong, not `{other}`");
                self.problems.report_at(Code::VALUE_NOT_IN_LIST, String::new(), message);
                WrapMode::Clamp
            }
        }
    }

    /// A rotation of unit length.
    fn unit(&mut self, rotation: [f32; 4], value: Value<'_>) -> Option<[f32; 4]> {
        let rotation = Quat::from_array(rotation);
        let length = rotation.length();
        if length > 0.0 && length.is_finite() {
            return Some(rotation.normalize().to_array());
        }
        let place = value.get("rotation").unwrap_or(value);
        self.problems.report(Code::ROTATION_ZERO, place, "the rotation has length 0 — write [0, 0, 0, 1]");
        None
    }
}

/// The first property of an action that needs a node.
fn needs_node(value: Value<'_>) -> Option<Value<'_>> {
    BODY.iter().chain(&["override", "release", "select", "hover"]).find_map(|key| value.get(key))
}

/// The properties of an action that need a body.
const BODY: [&str; 7] = ["impulse", "point", "angularImpulse", "linearVelocity", "angularVelocity", "teleport", "wake"];

/// Whether an action needs a body, or is empty. The point of a selection needs none.
fn needs_body(value: Value<'_>) -> bool {
    let is_selection = value.get("select").is_some();
    let needs = |key: &&str| value.get(key).is_some() && !(is_selection && *key == "point");
    BODY.iter().any(needs) || needs_node(value).is_none()
}

fn label(hierarchy: &Hierarchy, node: NodeId) -> String {
    let index = hierarchy.index(node).0;
    hierarchy.name(node).map_or_else(|| format!("node {index}"), |name| format!("node {index} (`{name}`)"))
}
