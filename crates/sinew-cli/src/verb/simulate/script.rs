//! A script of what happens to bodies from outside, and when.

use std::path::Path;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{Hierarchy, InstanceId, Model, NodeId, Velocity, World};
use sinew_document::{Code, Diagnostics, FromJson, Json, Value, object, report_mismatch};

use crate::failure::Failure;
use crate::pose::Names;
use crate::source;

/// Nesting of arrays and objects: a script needs five.
const DEEPEST: usize = 64;

object! {
    /// The whole file.
    struct ScriptTable<'json> {
        "actions" => actions: Vec<Value<'json>>,
    }
}

object! {
    /// One thing that happens.
    struct ActionTable<'json> {
        "time" => time: Option<f32>,
        "node" => node: Value<'json>,
        "impulse" => impulse: Option<[f32; 3]>,
        "point" => point: Option<[f32; 3]>,
        "angularImpulse" => angular_impulse: Option<[f32; 3]>,
        "linearVelocity" => linear_velocity: Option<[f32; 3]>,
        "angularVelocity" => angular_velocity: Option<[f32; 3]>,
        "teleport" => teleport: Option<Value<'json>>,
    }
}

object! {
    /// Where something is put.
    struct PlaceTable {
        "translation" => translation: Option<[f32; 3]>,
        "rotation" => rotation: Option<[f32; 4]>,
    }
}

/// One thing that happens to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::verb) struct Action {
    /// Seconds.
    time: f64,
    node: NodeId,
    what: What,
    /// Its place in the script's list: one entry may be several things.
    pub(in crate::verb) entry: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Impulse(Vec3),
    PointImpulse(Vec3, Vec3),
    AngularImpulse(Vec3),
    LinearVelocity(Vec3),
    AngularVelocity(Vec3),
    Teleport { translation: Option<Vec3>, rotation: Option<Quat> },
}

/// Reads a script; in the order of time, and of the file where times are the same. Whatever is wrong with it is an error,
/// all of it at once, since half a script answers a question that nobody asked.
pub(super) fn read(path: &Path, model: &Model) -> Result<Vec<Action>, Failure> {
    parse(path, source::read_text(path)?, model)
}

/// As [`read`], of a text that came from somewhere in the file.
pub(in crate::verb) fn parse(path: &Path, text: String, model: &Model) -> Result<Vec<Action>, Failure> {
    let json = Json::parse(text, DEEPEST).map_err(|error| Failure::no_json(path, &error))?;
    let mut problems = Diagnostics::new();
    let mut actions = Vec::new();
    if let Some(table) = ScriptTable::from_json(json.root(), &mut problems) {
        let names = Names::of(model.hierarchy());
        for (entry, value) in table.actions.into_iter().enumerate() {
            read_action((entry, value), model, &names, &mut actions, &mut problems);
        }
    }
    actions.sort_by(|a: &Action, b| a.time.total_cmp(&b.time));
    if problems.is_empty() { Ok(actions) } else { Err(Failure::content(path, problems)) }
}

fn read_action(
    (entry, value): (usize, Value<'_>),
    model: &Model,
    names: &Names<'_>,
    actions: &mut Vec<Action>,
    problems: &mut Diagnostics,
) {
    let Some(table) = ActionTable::from_json(value, problems) else { return };
    let time = f64::from(table.time.unwrap_or(0.0));
    if time < 0.0 {
        let place = value.get("time").unwrap_or(value);
        problems.report(Code::VALUE_NOT_IN_RANGE, place, "a time before the start — give seconds from 0");
    }
    let Some(node) = read_node(table.node, model, names, problems) else { return };
    let before = actions.len();
    let mut add = |what: What| actions.push(Action { time, node, what, entry });
    if let Some(teleport) = table.teleport
        && let Some(place) = PlaceTable::from_json(teleport, problems)
    {
        let rotation = place.rotation.and_then(|rotation| unit(rotation, teleport, problems));
        add(What::Teleport { translation: place.translation.map(Vec3::from), rotation });
    }
    table.linear_velocity.into_iter().for_each(|velocity| add(What::LinearVelocity(velocity.into())));
    table.angular_velocity.into_iter().for_each(|velocity| add(What::AngularVelocity(velocity.into())));
    match (table.impulse, table.point) {
        (Some(impulse), Some(point)) => add(What::PointImpulse(impulse.into(), point.into())),
        (Some(impulse), None) => add(What::Impulse(impulse.into())),
        (None, Some(_)) => {
            let place = value.get("point").unwrap_or(value);
            problems.report(Code::UNSATISFIED_DEPENDENCY, place, "a point without an impulse — add \"impulse\"");
        }
        (None, None) => {}
    }
    table.angular_impulse.into_iter().for_each(|impulse| add(What::AngularImpulse(impulse.into())));
    if actions.len() == before && problems.is_empty() {
        let message = "nothing happens — add impulse, angularImpulse, linearVelocity, angularVelocity or teleport";
        problems.report(Code::EMPTY_ENTITY, value, message);
    }
}

/// A node by its index or its name, which must have a body.
fn read_node(value: Value<'_>, model: &Model, names: &Names<'_>, problems: &mut Diagnostics) -> Option<NodeId> {
    let key = match (value.as_u64(), value.as_str()) {
        (Some(index), _) => index.to_string(),
        (None, Some(name)) => name.into_owned(),
        (None, None) => {
            report_mismatch(value, "the index or the name of a node", problems);
            return None;
        }
    };
    let node = names.find(&key).map_err(|why| problems.report(Code::UNRESOLVED_REFERENCE, value, why)).ok()?;
    if model.physics().body_of(node).is_none() {
        let message = format!("{} has no body — `sinew inspect` shows those that have", label(model.hierarchy(), node));
        problems.report(Code::UNRESOLVED_REFERENCE, value, message);
        return None;
    }
    Some(node)
}

fn label(hierarchy: &Hierarchy, node: NodeId) -> String {
    let index = hierarchy.index(node).0;
    hierarchy.name(node).map_or_else(|| format!("node {index}"), |name| format!("node {index} (`{name}`)"))
}

/// A rotation of unit length.
fn unit(rotation: [f32; 4], value: Value<'_>, problems: &mut Diagnostics) -> Option<Quat> {
    let rotation = Quat::from_array(rotation);
    let length = rotation.length();
    if length > 0.0 && length.is_finite() {
        return Some(rotation.normalize());
    }
    let place = value.get("rotation").unwrap_or(value);
    problems.report(Code::ROTATION_ZERO, place, "a rotation of length 0 is none — write [0, 0, 0, 1]");
    None
}

impl Action {
    /// The step before which it happens: the one that starts nearest to its time, counted from 0.
    pub(in crate::verb) fn step(&self, dt: f64) -> u64 {
        (self.time / dt).round() as u64
    }

    /// Lets it happen; `false` where the body does not listen, because something outside the simulation moves it.
    pub(in crate::verb) fn apply(&self, world: &mut World, instance: InstanceId) -> bool {
        let node = self.node;
        let Some(body) = world.body(instance, node) else { return false };
        match self.what {
            What::Impulse(impulse) => world.apply_impulse(instance, node, impulse),
            What::PointImpulse(impulse, point) => world.apply_point_impulse(instance, node, impulse, point),
            What::AngularImpulse(impulse) => world.apply_angular_impulse(instance, node, impulse),
            What::LinearVelocity(linear) => world.set_velocity(instance, node, Velocity { linear, ..body.velocity }),
            What::AngularVelocity(angular) => world.set_velocity(instance, node, Velocity { angular, ..body.velocity }),
            What::Teleport { translation, rotation } => {
                let now = body.world_from_body;
                let place = Rigid::new(translation.unwrap_or(now.translation), rotation.unwrap_or(now.rotation));
                world.teleport(instance, node, place)
            }
        }
    }
}
