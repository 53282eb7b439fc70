//! Files that say every word of a dialect, each broken in one place: what cannot be used is reported, and the rest is kept.

use std::path::Path;

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew_tools::convert::{Converted, Dialect};

use crate::walk::missing;
use crate::{at, document, losses_of, lossless, to};

/// A file of every word, and the dialect that it is in; the last has drafts in it.
const FILES: [(&str, Option<Dialect>); 7] = [
    ("khr", Some(Dialect::Khr)),
    ("khr_2025", Some(Dialect::Khr2025)),
    ("khr_seed", Some(Dialect::KhrSeed)),
    ("omi", None),
    ("omi_seed", Some(Dialect::OmiSeed)),
    ("constraints", Some(Dialect::Constraints)),
    ("node_constraint", None),
];

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/convert");
    std::fs::read_to_string(folder.join(format!("every_word_{name}.gltf"))).unwrap()
}

fn read(file: &Value) -> Document {
    Document::read(file.to_string(), &NoResources).unwrap()
}

/// The dialects of a file's subject.
fn dialects(name: &str) -> impl Iterator<Item = Dialect> {
    let is_physics = !name.contains("constraint");
    Dialect::ALL.into_iter().filter(move |dialect| dialect.is_physics() == is_physics)
}

#[track_caller]
fn is_all_reported(file: &Value, dialect: Dialect, what: &str) -> Converted {
    let document = read(file);
    let converted = to(&document, dialect);
    let missing = missing(&document, &converted, dialect);
    assert!(missing.is_empty(), "{what} to {}: {missing:#?}\n{}", dialect.name(), converted.document.json().text());
    converted
}

#[test]
fn every_word_of_every_dialect_is_in_the_result_or_reported() {
    for (name, own) in FILES {
        let file: Value = serde_json::from_str(&text(name)).unwrap();
        for dialect in dialects(name) {
            let converted = is_all_reported(&file, dialect, name);
            assert!(own != Some(dialect) || converted.losses.is_empty(), "{name}");
        }
    }
}

/// With a word of another dialect in it, a file is written anew in its own as well.
#[test]
fn a_file_of_two_dialects_is_in_the_result_or_reported() {
    for (name, own) in &FILES[..5] {
        let mut file: Value = serde_json::from_str(&text(name)).unwrap();
        file["extensions"]["OMI_physics_gravity"] = json!({"gravity": 2});
        file["nodes"][0]["extensions"]["OMI_physics_joint"] = json!({"connectedNode": 1});
        for dialect in dialects(name) {
            let converted = is_all_reported(&file, dialect, name);
            assert!(converted.losses.len() >= usize::from(*own == Some(dialect)), "{name}");
        }
    }
}

/// The pointers of all values below the extensions that are converted.
fn values(file: &Value) -> Vec<String> {
    let mut pending: Vec<(String, &Value)> = Vec::new();
    pending.extend(file.get("extensions").map(|value| ("/extensions".to_owned(), value)));
    for (index, node) in file["nodes"].as_array().into_iter().flatten().enumerate() {
        pending.extend(node.get("extensions").map(|value| (format!("/nodes/{index}/extensions"), value)));
    }
    let mut found = Vec::new();
    while let Some((pointer, value)) = pending.pop() {
        match value {
            Value::Object(members) => {
                pending.extend(members.iter().map(|(key, value)| (format!("{pointer}/{key}"), value)));
            }
            Value::Array(list) => {
                pending.extend(list.iter().enumerate().map(|(at, value)| (format!("{pointer}/{at}"), value)));
            }
            _ => {}
        }
        // The extensions themselves stay.
        if !pointer.ends_with("/extensions") {
            found.push(pointer);
        }
    }
    found
}

#[test]
fn every_invalid_value_of_khr_is_reported() {
    break_values(&FILES[..3]);
}

#[test]
fn every_invalid_value_of_a_dialect_is_reported() {
    break_values(&FILES[3..]);
}

fn break_values(files: &[(&str, Option<Dialect>)]) {
    let junk = [json!(null), json!("x"), json!(-3), json!(1e99), json!(99), json!({}), json!([9])];
    let mut count = 0;
    let mut unreported = Vec::new();
    for (name, _) in files {
        let file: Value = serde_json::from_str(&text(name)).unwrap();
        for pointer in values(&file) {
            for value in &junk {
                let mut broken = file.clone();
                *broken.pointer_mut(&pointer).unwrap() = value.clone();
                for dialect in dialects(name) {
                    let document = read(&broken);
                    let missing = missing(&document, &to(&document, dialect), dialect);
                    if !missing.is_empty() {
                        unreported.push(format!("{name} with {value} at {pointer} to {}: {missing:?}", dialect.name()));
                    }
                    count += 1;
                }
            }
        }
    }
    eprintln!("{count} broken files");
    assert!(unreported.is_empty(), "{} of {count}: {:#?}", unreported.len(), &unreported[..unreported.len().min(60)]);
}

#[test]
fn undefined_properties_are_reported() {
    for (name, _) in FILES {
        let file: Value = serde_json::from_str(&text(name)).unwrap();
        for pointer in values(&file) {
            let mut strange = file.clone();
            let Some(object) = strange.pointer_mut(&pointer).and_then(Value::as_object_mut) else { continue };
            object.insert("extras".to_owned(), json!({"by": "hand"}));
            object.insert("extensions".to_owned(), json!({"EXT_strange": {"a": [1]}}));
            object.insert("newWord".to_owned(), json!(1));
            for dialect in dialects(name) {
                let converted = is_all_reported(&strange, dialect, &format!("{name} with more at {pointer}"));
                let written = strange.to_string();
                let is_same = converted.document.json().text() == written;
                let is_there = |key: &str| {
                    let at = format!("{pointer}/{key}");
                    let covers =
                        |lost: &str| at.strip_prefix(lost).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                    converted.losses.iter().any(|loss| covers(&loss.pointer))
                };
                let all = ["extras", "extensions", "newWord"].into_iter().all(is_there);
                assert!(is_same || all, "{name} to {dialect:?} with more at {pointer}: {:#?}", losses_of(&converted));
            }
        }
    }
}

#[test]
fn colliders_that_cannot_be_read_or_have_no_size_are_reported() {
    let collider = |data: Value| json!({"extensions": {"KHR_physics_rigid_bodies": {"collider": data}}});
    let scene = document(
        &json!([
            collider(json!({"geometry": {"shape": 7}})),
            collider(json!({"geometry": {"shape": 0}})),
            collider(json!({})),
            collider(json!("solid")),
            collider(json!({"geometry": {"shape": 1}, "physicsMaterial": 3})),
            {"scale": [0, 0, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
        ]),
        &json!({"KHR_implicit_shapes": {"shapes": [
            {"type": "sphere", "sphere": {"radius": 0}}, {"type": "sphere", "sphere": {"radius": 1}}]}}),
    );
    let node =
        |node: u32, rest: &str| format!("/nodes/{node}/extensions/KHR_physics_rigid_bodies/collider{rest} is lost");
    let expected = [
        node(0, r#": collider: {"geometry":{"shape":7}}"#),
        node(1, r#": collider: {"geometry":{"shape":0}}"#),
        node(2, ": collider: {}"),
        node(3, r#": collider: "solid""#),
        node(4, "/physicsMaterial: collider.physicsMaterial: 3"),
        node(5, r#": collider: {"geometry":{"shape":1}}"#),
        r#"/extensions/KHR_implicit_shapes/shapes/0: shapes: {"type":"sphere","sphere":{"radius":0}} is lost"#
            .to_owned(),
    ];
    for dialect in [Dialect::KhrSeed, Dialect::Omi, Dialect::OmiSeed] {
        assert_eq!(losses_of(&to(&scene, dialect)), expected, "{dialect:?}");
    }
    assert_eq!(lossless(&scene, Dialect::Khr).json().text(), scene.json().text());
}

#[test]
fn a_file_in_the_target_dialect_stays_as_it_is() {
    for (name, own) in FILES {
        let Some(own) = own else { continue };
        let text = text(name).replace("\"asset\"", "\"extras\": [1.50, 1e0], \"asset\"");
        let document = Document::read(text.as_str(), &NoResources).unwrap();
        assert_eq!(lossless(&document, own).json().text(), text, "{name}");
    }
    // Numbers beside the type are of an earlier revision under the same name, and are written anew.
    let shape = json!({"OMI_physics_shape": {"shapes": [{"type": "sphere", "radius": 2}]}});
    let old = document(&json!([{"extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}}]), &shape);
    let expected = json!({"type": "sphere", "sphere": {"radius": 2.0}});
    assert_eq!(at(&lossless(&old, Dialect::Omi), "/extensions/OMI_physics_shape/shapes/0"), expected);
}

#[test]
fn a_joint_to_one_of_several_static_bodies_names_that_one() {
    let motion = |kind: &str, child: u32| json!({"children": [child], "extensions": {"OMI_physics_body": {"motion": {"type": kind}}}});
    let solid = json!({"extensions": {"OMI_physics_body": {"collider": {"shape": 0}}}});
    let mut body = motion("dynamic", 6);
    body["children"] = json!([6, 7]);
    let scene = document(
        &json!([
            motion("static", 4), motion("static", 5), body, {},
            solid, solid, solid,
            {"extensions": {"OMI_physics_joint": {"connectedNode": 1, "joint": 0}}},
        ]),
        &json!({"OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
            "OMI_physics_joint": {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}}),
    );
    let there = lossless(&scene, Dialect::OmiSeed);
    let expected = json!({"constraints": [0], "nodeA": 2, "nodeB": 1});
    assert_eq!(at(&there, "/nodes/7/extensions/OMI_physics_joint"), expected);
}

#[test]
fn characters_and_vehicles_have_no_word_in_other_dialects() {
    let body = |kind: &str| json!({"extensions": {"OMI_physics_body": {"type": kind}}});
    let scene = document(&json!([body("character"), body("vehicle"), body("rigid")]), &json!({}));
    let expected = [
        r#"/nodes/0/extensions/OMI_physics_body/type: motion.type: "character" becomes "kinematic""#,
        r#"/nodes/1/extensions/OMI_physics_body/type: motion.type: "vehicle" becomes "rigid""#,
    ];
    for dialect in [Dialect::Khr, Dialect::Khr2025, Dialect::KhrSeed, Dialect::Omi] {
        assert_eq!(losses_of(&to(&scene, dialect)), expected, "{dialect:?}");
    }
}

/// Two boxes, one of 3 m³ around the node and one of 1 m³ two metres aside: (3·0 + 1·2) / 4 = 0.5 m.
#[cfg(feature = "physics")]
#[test]
fn a_centre_of_mass_that_is_left_to_the_colliders_is_written_where_zero_is_the_default() {
    let khr = |data: Value| json!({"KHR_physics_rigid_bodies": data});
    for (motion, written) in [
        (json!({"mass": 1}), json!({"type": "dynamic", "mass": 1.0, "centerOfMass": [0.5, 0.0, 0.0]})),
        (
            json!({"mass": 1, "isKinematic": true}),
            json!({"type": "kinematic", "mass": 1.0, "centerOfMass": [0.5, 0.0, 0.0]}),
        ),
    ] {
        // Turned and twice as large: its node's space is the same.
        for node in [json!({}), json!({"rotation": [0, 0.6, 0, 0.8], "scale": [2, 2, 2]})] {
            let mut body = node;
            body["children"] = json!([1, 2]);
            body["extensions"] = khr(json!({"motion": motion}));
            let scene = document(
                &json!([
                    body,
                    {"extensions": khr(json!({"collider": {"geometry": {"shape": 0}}}))},
                    {"translation": [2, 0, 0], "extensions": khr(json!({"collider": {"geometry": {"shape": 1}}}))},
                ]),
                &json!({"KHR_implicit_shapes": {"shapes": [
                    {"type": "box", "box": {"size": [1, 3, 1]}}, {"type": "box", "box": {"size": [1, 1, 1]}}]}}),
            );
            let there = lossless(&scene, Dialect::Omi);
            let mut motion = at(&there, "/nodes/0/extensions/OMI_physics_body/motion");
            // The error of a rotation is below a millionth.
            for number in motion["centerOfMass"].as_array_mut().unwrap() {
                *number = json!((number.as_f64().unwrap() * 1e6).round() / 1e6 + 0.0);
            }
            assert_eq!(motion, written);
        }
    }
}

#[test]
fn names_have_no_word_in_the_earlier_revision_of_omi() {
    let scene = document(
        &json!([{"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]),
        &json!({"KHR_implicit_shapes": {"shapes": [{"name": "ball", "type": "sphere"}]}}),
    );
    let expected = [r#"/extensions/KHR_implicit_shapes/shapes/0/name: shapes.name: "ball" is lost"#];
    assert_eq!(losses_of(&to(&scene, Dialect::OmiSeed)), expected);
    assert_eq!(at(&lossless(&scene, Dialect::Omi), "/extensions/OMI_physics_shape/shapes/0/name"), "ball");
}
