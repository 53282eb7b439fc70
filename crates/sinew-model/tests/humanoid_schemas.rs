//! Every property that the published schemas define is known to the reader, so that none is called unexpected; and each
//! list of names is the schemas'.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::BTreeSet;

use serde_json::Value as Tree;
use sinew_document::extension::{vrm_0x, vrmc_vrm, vrmc_vrm_animation};
use sinew_document::{Diagnostics, FromJson, Json};
use sinew_model::HumanBone;
use sinew_model::model::ExpressionPreset;
use sinew_testkit::assets;

fn schema(file: &str) -> Option<Tree> {
    let path = assets::folder()?.join("schemas").join(file);
    Some(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
}

fn keys(object: &Tree) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Reads an object with every property of a schema, all `null`: wrong types, and nothing unexpected.
macro_rules! check {
    ($($file:literal => $type:ty),* $(,)?) => {
        $(if let Some(schema) = schema($file) {
            let names: Vec<_> = keys(&schema["properties"]).into_iter().collect();
            assert!(!names.is_empty(), $file);
            let members: Vec<_> = names.iter().map(|name| format!("\"{name}\": null")).collect();
            let json = Json::parse(format!("{{{}}}", members.join(", ")), 8).unwrap();
            let mut diagnostics = Diagnostics::new();
            let _ = <$type>::from_json(json.root(), &mut diagnostics);
            let unexpected: Vec<_> =
                diagnostics.iter().filter(|found| found.code.as_str() == "UNEXPECTED_PROPERTY").collect();
            assert!(unexpected.is_empty(), "{}: {unexpected:?}", $file);
        })*
    };
}

#[test]
fn no_property_of_a_schema_is_unexpected() {
    check! {
        "VRMC_vrm-1.0@latest/VRMC_vrm.schema.json" => vrmc_vrm::Vrm<'_>,
        "VRMC_vrm-1.0@latest/VRMC_vrm.humanoid.schema.json" => vrmc_vrm::Humanoid<'_>,
        "VRMC_vrm-1.0@latest/VRMC_vrm.humanoid.humanBones.humanBone.schema.json" => vrmc_vrm::HumanBone,
        "VRMC_vrm-1.0@latest/VRMC_vrm.expressions.schema.json" => vrmc_vrm::Expressions<'_>,
        "VRMC_vrm-1.0@latest/VRMC_vrm.expressions.expression.schema.json" => vrmc_vrm::Expression<'_>,
        "VRMC_vrm-1.0@latest/VRMC_vrm.expressions.expression.morphTargetBind.schema.json" => vrmc_vrm::MorphTargetBind,
        "VRMC_vrm-1.0@latest/VRMC_vrm.lookAt.schema.json" => vrmc_vrm::LookAt,
        "VRMC_vrm-1.0@latest/VRMC_vrm.lookAt.rangeMap.schema.json" => vrmc_vrm::RangeMap,
        "VRMC_vrm-1.0@seed/VRMC_vrm.schema.json" => vrmc_vrm::Vrm<'_>,
        "VRMC_vrm-1.0@seed/VRMC_vrm.expressions.expression.schema.json" => vrmc_vrm::Expression<'_>,
        "VRMC_vrm_animation-1.0@latest/VRMC_vrm_animation.schema.json" => vrmc_vrm_animation::VrmAnimation<'_>,
        "VRMC_vrm_animation-1.0@latest/VRMC_vrm_animation.humanoid.schema.json" => vrmc_vrm_animation::Humanoid<'_>,
        "VRMC_vrm_animation-1.0@latest/VRMC_vrm_animation.expressions.schema.json" => vrmc_vrm_animation::Expressions<'_>,
        "VRMC_vrm_animation-1.0@latest/VRMC_vrm_animation.expressions.expression.schema.json" => vrmc_vrm_animation::Expression,
        "VRMC_vrm_animation-1.0@latest/VRMC_vrm_animation.lookAt.schema.json" => vrmc_vrm_animation::LookAt,
        "VRM-0.0@latest/vrm.schema.json" => vrm_0x::Vrm<'_>,
        "VRM-0.0@latest/vrm.humanoid.schema.json" => vrm_0x::Humanoid<'_>,
        "VRM-0.0@latest/vrm.humanoid.bone.schema.json" => vrm_0x::HumanBone<'_>,
        "VRM-0.0@latest/vrm.blendshape.schema.json" => vrm_0x::BlendShapeMaster<'_>,
        "VRM-0.0@latest/vrm.blendshape.group.schema.json" => vrm_0x::BlendShapeGroup<'_>,
        "VRM-0.0@latest/vrm.blendshape.bind.schema.json" => vrm_0x::BlendShapeBind,
        "VRM-0.0@latest/vrm.firstperson.schema.json" => vrm_0x::FirstPerson<'_>,
        "VRM-0.0@latest/vrm.firstperson.degreemap.schema.json" => vrm_0x::DegreeMap,
    }
}

#[test]
fn the_bones_are_those_of_the_schemas() {
    let all: BTreeSet<_> = HumanBone::ALL.into_iter().map(HumanBone::name).collect();
    let required: BTreeSet<_> =
        HumanBone::ALL.into_iter().filter(|bone| bone.is_required()).map(HumanBone::name).collect();
    let strings = |list: &Tree| -> BTreeSet<String> {
        list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    if let Some(schema) = schema("VRMC_vrm-1.0@latest/VRMC_vrm.humanoid.humanBones.schema.json") {
        let mut names = keys(&schema["properties"]);
        names.retain(|name| !matches!(*name, "extensions" | "extras"));
        assert_eq!(names, all);
        assert!(strings(&schema["required"]).iter().map(String::as_str).eq(required));
    }
    if let Some(schema) = schema("VRM-0.0@latest/vrm.humanoid.bone.schema.json") {
        let names_0x: BTreeSet<_> = HumanBone::ALL.into_iter().map(HumanBone::name_0x).collect();
        assert!(strings(&schema["properties"]["bone"]["enum"]).iter().map(String::as_str).eq(names_0x));
    }
}

#[test]
fn the_preset_expressions_are_those_of_the_schemas() {
    if let Some(schema) = schema("VRMC_vrm-1.0@latest/VRMC_vrm.expressions.schema.json") {
        let names: BTreeSet<_> = ExpressionPreset::ALL.iter().map(|preset| preset.name()).collect();
        assert_eq!(keys(&schema["properties"]["preset"]["properties"]), names);
    }
    if let Some(schema) = schema("VRM-0.0@latest/vrm.blendshape.group.schema.json") {
        for name in schema["properties"]["presetName"]["enum"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert_eq!(ExpressionPreset::from_name_0x(name).is_some(), name != "unknown", "{name}");
        }
    }
}
