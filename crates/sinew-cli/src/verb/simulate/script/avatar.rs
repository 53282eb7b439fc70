//! Actions on the face and the eyes of an avatar.

use sinew::{Input, Model, RecordedLookAt};
use sinew_document::{Code, FromJson, Value, object, report_mismatch};

use super::Reader;
use super::action::What;

object! {
    /// What the eyes look at: exactly one of the first four.
    struct RawLookAt<'json> {
        "point" => point: Option<[f32; 3]>,
        "node" => node: Option<Value<'json>>,
        "virtualTransform" => virtual_transform: Option<Value<'json>>,
        "direction" => direction: Option<[f32; 2]>,
        "instance" => instance: Option<u32>,
        "speed" => speed: Option<f32>,
        "release" => release: Option<bool>,
    }
}

/// A place to look at or to go to.
#[derive(Clone, Copy)]
pub(super) struct RawTarget<'json> {
    pub(super) point: Option<[f32; 3]>,
    pub(super) node: Option<Value<'json>>,
    pub(super) virtual_transform: Option<Value<'json>>,
    pub(super) direction: Option<[f32; 2]>,
    pub(super) instance: Option<u32>,
    pub(super) release: bool,
}

/// The target of an action; none where it releases.
pub(super) struct Target(pub(super) Option<RecordedLookAt>);

impl Reader {
    /// Reads `expressions`: values by name, null for one that is released.
    pub(super) fn read_expressions(&mut self, instance: u32, value: Value<'_>, model: &Model, what: &mut Vec<What>) {
        for (name, member) in value.members() {
            if model.expressions().position(&name).is_none() {
                let message = format!("there is no expression `{name}` — `sinew inspect` lists the expressions");
                self.problems.report(Code::UNRESOLVED_REFERENCE, member, message);
                continue;
            }
            let set = if member.text() == "null" { None } else { f32::from_json(member, &mut self.problems) };
            let expression = name.into_owned();
            what.push(What::Input(Input::Expression { instance, expression, value: set }));
        }
        if value.is_empty() {
            report_mismatch(value, "an object of values by the names of expressions", &mut self.problems);
        }
    }

    /// Reads `lookAt`.
    pub(super) fn read_look_at(&mut self, instance: u32, value: Value<'_>, model: &Model, what: &mut Vec<What>) {
        let Some(table) = RawLookAt::from_json(value, &mut self.problems) else { return };
        if model.look_at().is_none() {
            let message = format!("instance {instance} has no look-at — `sinew inspect` shows the humanoid");
            self.problems.report(Code::UNRESOLVED_REFERENCE, value, message);
            return;
        }
        let target = RawTarget {
            point: table.point,
            node: table.node,
            virtual_transform: table.virtual_transform,
            direction: table.direction,
            instance: table.instance,
            release: table.release == Some(true),
        };
        if let Some(Target(target)) = self.target(instance, value, "lookAt", target) {
            what.push(What::Input(Input::LookAt { instance, target, speed: table.speed }));
        }
    }

    /// The one target of an action; `None` where something is wrong with it, which is reported.
    pub(super) fn target(
        &mut self,
        instance: u32,
        value: Value<'_>,
        action: &str,
        raw: RawTarget<'_>,
    ) -> Option<Target> {
        let other = raw.instance.unwrap_or(instance);
        let Some(of) = self.models.get(other as usize).cloned() else {
            let message = format!("there is no instance {other} — the file is 0, and each \"spawn\" adds one");
            self.problems.report(Code::UNRESOLVED_REFERENCE, value.get("instance").unwrap_or(value), message);
            return None;
        };
        let targets: Vec<Option<RecordedLookAt>> = [
            raw.point.map(|point| Some(RecordedLookAt::Point(point))),
            raw.direction.map(|[yaw, pitch]| Some(RecordedLookAt::Direction { yaw, pitch })),
            raw.node.map(|node| {
                let node = of.hierarchy().index(self.node(node, &of)?).0;
                Some(RecordedLookAt::Node { instance: other, node })
            }),
            raw.virtual_transform.map(|named| {
                let index = self.virtual_transform(named, &of)?;
                Some(RecordedLookAt::VirtualTransform { instance: other, index })
            }),
            raw.release.then_some(None),
        ]
        .into_iter()
        .flatten()
        .collect();
        match targets[..] {
            [target] if target.is_some() || raw.release => Some(Target(target)),
            // What is wrong with the one target is reported already.
            [_] => None,
            _ => {
                let direction = if action == "lookAt" { ", direction" } else { "" };
                let message =
                    format!("\"{action}\" has exactly one of point, node, virtualTransform{direction} and release");
                self.problems.report(Code::ONE_OF_MISMATCH, value, message);
                None
            }
        }
    }

    /// A virtual transform by its place among those of the model, or by its name.
    fn virtual_transform(&mut self, value: Value<'_>, model: &Model) -> Option<u32> {
        let key = self.key(value, "the index or the name of a virtual transform")?;
        let all = model.virtual_transforms();
        let by_index = key.parse().ok().filter(|index: &usize| *index < all.len());
        let found = by_index.or_else(|| all.find(&key).map(sinew::VirtualTransformId::slot));
        if found.is_none() {
            let message = format!("there is no virtual transform `{key}` — `sinew inspect` lists them");
            self.problems.report(Code::UNRESOLVED_REFERENCE, value, message);
        }
        found.map(|index| index as u32)
    }
}
