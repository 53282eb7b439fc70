//! Actions on the bones of an avatar that follow goals.

use sinew::motion::HumanLimb;
use sinew::{HumanBone, Input, Model, RecordedBoneGoal};
use sinew_document::{Code, FromJson, Value, object};

use super::Reader;
use super::action::What;
use super::avatar::{RawTarget, Target};

object! {
    /// The goal of a bone: exactly one of point, node, virtualTransform and release.
    struct RawGoal<'json> {
        "bone" => bone: Option<String>,
        "point" => point: Option<[f32; 3]>,
        "node" => node: Option<Value<'json>>,
        "virtualTransform" => virtual_transform: Option<Value<'json>>,
        "instance" => instance: Option<u32>,
        "release" => release: Option<bool>,
        "rotation" => rotation: Option<[f32; 4]>,
        "pole" => pole: Option<[f32; 3]>,
        "limit" => limit: Option<f32>,
        "weight" => weight: Option<f32>,
    }
}

impl Reader {
    /// Reads `boneGoal`.
    pub(super) fn read_goal(&mut self, instance: u32, value: Value<'_>, model: &Model, what: &mut Vec<What>) {
        let Some(table) = RawGoal::from_json(value, &mut self.problems) else { return };
        let Some(bone) = self.bone(table.bone.as_deref(), value, model) else { return };
        let target = RawTarget {
            point: table.point,
            node: table.node,
            virtual_transform: table.virtual_transform,
            direction: None,
            instance: table.instance,
            release: table.release == Some(true),
        };
        let Some(Target(target)) = self.target(instance, value, "boneGoal", target) else { return };
        let RawGoal { rotation, pole, limit, weight, .. } = table;
        let weight = weight.unwrap_or(1.0);
        let is_limb = HumanLimb::ending_at(bone).is_some();
        let (place, message) = if !(0.0..=1.0).contains(&weight) {
            ("weight", "must be 0 to 1")
        } else if rotation.is_some_and(|parts| parts.iter().all(|part| part.abs() <= 0.0)) {
            ("rotation", "is no rotation")
        } else if limit.is_some_and(|limit| limit < 0.0) {
            ("limit", "must not be negative")
        } else if is_limb && limit.is_some() {
            ("limit", "is for bones that point at a goal; hands and feet are taken to it")
        } else if !is_limb && rotation.is_some() {
            ("rotation", "is for hands and feet; other bones point at their goal")
        } else if !is_limb && pole.is_some() {
            ("pole", "is for hands and feet; other bones point at their goal")
        } else {
            let goal = target.map(|target| RecordedBoneGoal { target, rotation, pole, limit, weight });
            what.push(What::Input(Input::BoneGoal { instance, bone, goal }));
            return;
        };
        self.problems.report(Code::VALUE_NOT_IN_RANGE, value.get(place).unwrap_or(value), message.to_owned());
    }

    /// A human bone of the model, with the bones above it that a hand or a foot needs.
    fn bone(&mut self, name: Option<&str>, value: Value<'_>, model: &Model) -> Option<HumanBone> {
        let place = value.get("bone").unwrap_or(value);
        let Some(bone) = name.and_then(HumanBone::from_name) else {
            let message = match name {
                Some(name) => format!("there is no human bone `{name}` — `sinew inspect` lists the bones"),
                None => "\"boneGoal\" has no bone — add \"bone\"".to_owned(),
            };
            self.problems.report(Code::UNRESOLVED_REFERENCE, place, message);
            return None;
        };
        let has = |bone: HumanBone| model.humanoid().is_some_and(|humanoid| humanoid.node(bone).is_some());
        let limb = HumanLimb::ending_at(bone).map(HumanLimb::bones);
        let missing = limb.into_iter().flatten().chain([bone]).find(|bone| !has(*bone));
        if let Some(missing) = missing {
            let message = format!("the model has no bone `{}` — `sinew inspect` lists the bones", missing.name());
            self.problems.report(Code::UNRESOLVED_REFERENCE, place, message);
            return None;
        }
        Some(bone)
    }
}
