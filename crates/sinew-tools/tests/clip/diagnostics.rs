//! What is said of clips that break a rule, and that the rest is still there.

use glam::{Quat, Vec3};
use sinew::document::{Diagnostics, Document, NoResources};
use sinew::motion::ClipError;
use sinew::{HumanClip, Model};
use sinew_testkit::scene::humanoid::{Avatar, Revision};

use crate::{animated, degrees_about, document, rotations};

#[test]
fn stand_ins_that_a_clip_must_not_have_are_reported_where_they_are() {
    let path = format!("{}/../../fixtures/clip/stand_ins.gltf", env!("CARGO_MANIFEST_DIR"));
    let (model, diagnostics) = Model::from_document(&Document::open(path).unwrap());
    let mut found: Vec<String> = diagnostics
        .iter()
        .filter(|found| found.pointer.starts_with("/extensions"))
        .map(|found| format!("{} {}", found.code, found.pointer.replace("/extensions/VRMC_vrm_animation", "~")))
        .collect();
    found.sort();
    let expected = [
        "EXPRESSION_NAME_TAKEN ~/expressions/custom/angry",
        "UNDEFINED_PROPERTY ~/expressions/custom/nod",
        "UNEXPECTED_PROPERTY ~/expressions/preset/joyful",
        "UNEXPECTED_PROPERTY ~/expressions/preset/lookUp",
        "UNRESOLVED_REFERENCE ~/expressions/preset/sad/node",
        "UNRESOLVED_REFERENCE ~/lookAt/node",
    ];
    assert_eq!(found, expected);
    let nodes = model.clip_nodes().unwrap();
    let names: Vec<&str> = nodes.expressions.iter().map(|expression| expression.name.as_str()).collect();
    assert_eq!((names, nodes.look_at), (vec!["happy", "wink"], None));
    assert_eq!(nodes.offset_from_head_bone, Some(Vec3::new(0.0, 0.06, 0.0)));
}

#[test]
fn of_several_animations_the_first_is_taken_and_the_others_named() {
    let avatar = document(&Avatar { revision: Revision::Clip, ..Avatar::default() });
    let nod = [rotations("head", "LINEAR", &[0.0], &[degrees_about(Vec3::X, 20.0)])];
    let both = animated(&animated(&avatar, &nod), &[rotations("head", "LINEAR", &[0.0, 4.0], &[Quat::IDENTITY; 2])]);
    let (model, _) = Model::from_document(&both);
    let mut diagnostics = Diagnostics::new();
    let first = HumanClip::first(model.clone(), &mut diagnostics).unwrap();
    assert_eq!((first.animation_index(), first.duration()), (0, 0.0));
    let found: Vec<String> = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
    assert_eq!(found, ["CLIP_SEVERAL_ANIMATIONS /animations"]);
    assert!(diagnostics.as_slice()[0].message.ends_with("0 (motion), 1 (motion)"));
    assert!((HumanClip::new(model.clone(), 1).unwrap().duration() - 4.0).abs() < 1e-6);
    assert_eq!(HumanClip::new(model, 2).unwrap_err(), ClipError::UnknownAnimation { index: 2, count: 2 });
}

#[test]
fn a_file_without_a_clip_is_an_error_with_a_reason() {
    let (model, _) = Model::from_document(&document(&Avatar::default()));
    assert_eq!(HumanClip::new(model, 0).unwrap_err(), ClipError::NoAnimation);
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#;
    let (model, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    assert_eq!(HumanClip::new(model, 0).unwrap_err(), ClipError::NoHumanoid);
}
