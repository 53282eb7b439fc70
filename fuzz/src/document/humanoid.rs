//! Humanoids: `VRMC_vrm` 1.0, `VRM` 0.x and the clips of `VRMC_vrm_animation`.

use serde_json::{Map, Value, json};
use sinew::HumanBone;

use super::Counts;
use super::dice::Dice;

const PRESETS: &[&str] = &["happy", "aa", "blink", "lookUp", "lookLeft", "neutral"];

/// The humanoid extension of the file. Bones are the nodes in their order, so that the hierarchy decides how human
/// it is, with some of them elsewhere.
pub(crate) fn humanoid(dice: &mut Dice<'_>, counts: &Counts, extensions: &mut Map<String, Value>) {
    let (name, value) = match dice.below(3) {
        0 => ("VRMC_vrm", latest(dice, counts)),
        1 => ("VRMC_vrm_animation", clip(dice, counts)),
        _ => ("VRM", oldest(dice, counts)),
    };
    extensions.insert(name.to_owned(), value);
}

/// Pairs of bones and nodes.
fn bones(dice: &mut Dice<'_>, counts: &Counts) -> Vec<(HumanBone, Value)> {
    let is_required = dice.byte() & 1 == 0;
    let bones = HumanBone::ALL.into_iter().filter(|bone| is_required || bone.is_required());
    let bones = bones.take(counts.nodes).enumerate();
    bones.map(|(at, bone)| (bone, if dice.once_in(12) { dice.index(counts.nodes) } else { json!(at) })).collect()
}

fn latest(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let bones: Map<String, Value> =
        bones(dice, counts).into_iter().map(|(bone, node)| (bone.name().to_owned(), json!({"node": node}))).collect();
    let range = |dice: &mut Dice<'_>| {
        dice.object().with("inputMaxValue", Dice::positive).with("outputScale", Dice::number).done()
    };
    let look_at = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("offsetFromHeadBone", Dice::vector);
        let object = object.maybe("type", |dice| dice.word(&["bone", "expression"]));
        object.maybe("rangeMapHorizontalInner", range).maybe("rangeMapVerticalUp", range).done()
    };
    let expressions = |dice: &mut Dice<'_>| {
        let name = PRESETS[dice.below(PRESETS.len())];
        let bind = |dice: &mut Dice<'_>| {
            let object = dice.object().with("node", |dice| dice.index(counts.nodes));
            object.with("index", |dice| dice.index(2)).with("weight", Dice::fraction).done()
        };
        let object = dice.object().with("morphTargetBinds", |dice| dice.list(2, bind)).seldom("isBinary", Dice::flag);
        let value = object.seldom("overrideBlink", |dice| dice.word(&["none", "block", "blend"])).done();
        json!({"preset": {name: value}})
    };
    let object = dice.object().with("specVersion", |_| json!("1.0"));
    let object = object.with("humanoid", |_| json!({"humanBones": bones}));
    object.maybe("lookAt", look_at).maybe("expressions", expressions).done()
}

fn clip(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let bones: Map<String, Value> =
        bones(dice, counts).into_iter().map(|(bone, node)| (bone.name().to_owned(), json!({"node": node}))).collect();
    let object = dice.object().with("specVersion", |_| json!("1.0"));
    let object = object.with("humanoid", |_| json!({"humanBones": bones}));
    let expressions = |dice: &mut Dice<'_>| json!({"preset": {"happy": {"node": dice.index(counts.nodes)}}});
    let look_at = |dice: &mut Dice<'_>| {
        dice.object().with("node", |dice| dice.index(counts.nodes)).maybe("offsetFromHeadBone", Dice::vector).done()
    };
    object.maybe("expressions", expressions).maybe("lookAt", look_at).done()
}

fn oldest(dice: &mut Dice<'_>, counts: &Counts) -> Value {
    let bones: Vec<Value> =
        bones(dice, counts).into_iter().map(|(bone, node)| json!({"bone": bone.name(), "node": node})).collect();
    let degrees = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("xRange", Dice::positive).maybe("yRange", Dice::number);
        object.maybe("curve", |dice| dice.list(8, Dice::number)).done()
    };
    let first_person = |dice: &mut Dice<'_>| {
        let object = dice.object().maybe("firstPersonBone", |dice| dice.index(counts.nodes));
        let object = object.maybe("firstPersonBoneOffset", |dice| json!({"x": dice.number(), "y": dice.number()}));
        let object = object.maybe("lookAtTypeName", |dice| dice.word(&["Bone", "BlendShape"]));
        object.maybe("lookAtHorizontalInner", degrees).maybe("lookAtVerticalUp", degrees).done()
    };
    let groups = |dice: &mut Dice<'_>| {
        let bind = |dice: &mut Dice<'_>| {
            let object = dice.object().with("mesh", |dice| dice.index(counts.meshes));
            object.with("index", |dice| dice.index(2)).with("weight", Dice::positive).done()
        };
        let group = |dice: &mut Dice<'_>| {
            let object = dice.object().with("presetName", |dice| dice.word(&["joy", "blink", "unknown"]));
            object.with("binds", |dice| dice.list(2, bind)).done()
        };
        json!({"blendShapeGroups": dice.list(2, group)})
    };
    let object = dice.object().with("specVersion", |_| json!("0.0"));
    let object = object.with("humanoid", |_| json!({"humanBones": bones}));
    object.maybe("firstPerson", first_person).maybe("blendShapeMaster", groups).done()
}
