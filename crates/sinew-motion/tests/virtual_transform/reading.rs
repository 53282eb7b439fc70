//! Reading, diagnostics and search.

use glam::{Quat, Vec3};
use sinew_document::Severity;
use sinew_model::{Inherit, Model};
use sinew_motion::Pose;

use super::{findings, fixture};

/// The position in the file and the name of an entry.
type Entry = (Option<u32>, String);

/// A fixture's model, its findings, and the entries that it still gives.
fn read(name: &str) -> (Model, Vec<String>, Vec<Entry>) {
    let (model, diagnostics) = Model::from_document(&fixture(name));
    let kept = model.virtual_transforms().iter().map(|(_, entry)| (entry.index, entry.name.clone())).collect();
    (model, findings(&diagnostics), kept)
}

fn kept(entries: &[(u32, &str)]) -> Vec<Entry> {
    entries.iter().map(|&(index, name)| (Some(index), name.to_owned())).collect()
}

const LIST: &str = "/extensions/KHR_virtual_transform/virtualTransforms";

#[test]
fn an_entry_that_cannot_be_placed_is_left_out_and_the_others_keep_their_index() {
    let cases = [
        ("parent_out_of_range", vec![format!("UNRESOLVED_REFERENCE {LIST}/0/parent")]),
        ("parent_not_an_index", vec![format!("INVALID_INDEX {LIST}/0/parent")]),
        ("name_missing", vec![format!("UNDEFINED_PROPERTY {LIST}/0")]),
        ("not_an_object", vec![format!("TYPE_MISMATCH {LIST}/0")]),
    ];
    for (name, expected) in cases {
        let (_, found, entries) = read(name);
        assert_eq!(found, expected, "{name}");
        assert_eq!(entries, kept(&[(1, "good")]), "{name}");
    }
}

#[test]
fn a_bad_rotation_is_reported_at_its_place() {
    // (0,0,3,4) has length 5.
    let cases = [
        ("rotation_non_unit", "ROTATION_NON_UNIT", Quat::from_xyzw(0.0, 0.0, 0.6, 0.8)),
        ("rotation_zero", "ROTATION_ZERO", Quat::IDENTITY),
        ("rotation_three_components", "ARRAY_LENGTH_NOT_IN_LIST", Quat::IDENTITY),
    ];
    for (name, code, rotation) in cases {
        let (model, found, entries) = read(name);
        assert_eq!(found, [format!("{code} {LIST}/0/rotation")], "{name}");
        assert_eq!(entries, kept(&[(0, "turned"), (1, "good")]), "{name}");
        let (_, turned) = model.virtual_transforms().iter().next().unwrap();
        assert!((turned.local.rotation - rotation).length() < 1e-6, "{name}");
    }
}

#[test]
fn an_entry_without_a_parent_stays_relative_to_the_root_and_is_reported() {
    let (model, diagnostics) = Model::from_document(&fixture("parent_missing"));
    assert_eq!(findings(&diagnostics), [format!("VIRTUAL_TRANSFORM_NO_PARENT {LIST}/0")]);
    assert_eq!(diagnostics.as_slice()[0].severity, Severity::Information);
    let mark = model.virtual_transforms().find("mark").unwrap();
    let matrix = Pose::rest(&model).model_from_virtual(&model, mark).unwrap();
    assert_eq!(Vec3::from(matrix.translation), Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn repeated_names_are_reported_and_kept() {
    let (model, found, entries) = read("name_duplicate");
    assert_eq!(found, [format!("VIRTUAL_TRANSFORM_DUPLICATE_NAME {LIST}/1/name")]);
    assert_eq!(entries, kept(&[(0, "good"), (1, "good")]));
    assert_eq!(model.virtual_transforms().with_name("good").len(), 2);
    // `hand` is a joint; having it as parent is fine, being called like it is not.
    let (_, found, entries) = read("name_of_joint");
    assert_eq!(found, [format!("VIRTUAL_TRANSFORM_JOINT_NAME {LIST}/0/name")]);
    assert_eq!(entries, kept(&[(0, "hand"), (1, "good")]));
}

#[test]
fn either_spelling_is_read_and_of_both_the_drafts_own() {
    let (_, found, entries) = read("plural_spelling");
    assert_eq!((found, entries), (Vec::new(), kept(&[(0, "good")])));
    let (_, found, entries) = read("two_spellings");
    assert_eq!(found, ["VIRTUAL_TRANSFORM_TWO_SPELLINGS /extensions/KHR_virtual_transforms"]);
    assert_eq!(entries, kept(&[(0, "good")]));
}

#[test]
fn an_invalid_list_gives_no_virtual_transforms() {
    let cases = [
        ("list_empty", format!("EMPTY_ENTITY {LIST}")),
        ("list_missing", "UNDEFINED_PROPERTY /extensions/KHR_virtual_transform".to_owned()),
        ("list_not_an_array", format!("TYPE_MISMATCH {LIST}")),
    ];
    for (name, expected) in cases {
        let (model, found, entries) = read(name);
        assert_eq!((found, entries), (vec![expected], Vec::new()), "{name}");
        assert!(model.virtual_transforms().is_in_file(), "{name}");
    }
}

#[test]
fn tags_that_can_be_used_are_kept_once_each() {
    let (model, found, _) = read("tags_not_strings");
    assert_eq!(found, [format!("TYPE_MISMATCH {LIST}/0/tags/1"), format!("TYPE_MISMATCH {LIST}/1/tags")]);
    let tags: Vec<_> = model.virtual_transforms().iter().map(|(_, entry)| entry.tags.clone()).collect();
    assert_eq!(tags, [vec!["seat".to_owned(), "ui".to_owned()], Vec::new()]);
    let (model, found, _) = read("tag_duplicate");
    assert_eq!(found, [format!("VIRTUAL_TRANSFORM_DUPLICATE_TAG {LIST}/0/tags/2")]);
    let (id, entry) = model.virtual_transforms().iter().next().unwrap();
    assert_eq!(entry.tags, ["seat", "ui"]);
    assert_eq!(model.virtual_transforms().with_tag("seat"), [id]);
}

#[test]
fn a_property_that_the_draft_does_not_know_is_reported() {
    let (_, found, entries) = read("unknown_property");
    assert_eq!(found, [format!("UNEXPECTED_PROPERTY {LIST}/0/offset")]);
    assert_eq!(entries, kept(&[(0, "good")]));
}

#[test]
fn searches_answer_in_the_order_of_the_file() {
    // In the file: grip, lost (bad parent), seat, tool, grip again, origin (no parent).
    let (model, _, entries) = read("queries");
    let expected = [(0, "grip"), (2, "seat"), (3, "tool"), (4, "grip"), (5, "origin")];
    assert_eq!(entries, kept(&expected));
    let list = model.virtual_transforms();
    let indices = |ids: &[sinew_model::VirtualTransformId]| -> Vec<u32> {
        ids.iter().map(|&id| list.get(id).unwrap().index.unwrap()).collect()
    };
    assert_eq!(indices(list.with_tag("socket")), [0, 3]);
    assert_eq!(indices(list.with_tag("seat")), [2]);
    assert_eq!(indices(list.with_tag("Seat")), [0_u32; 0]);
    assert_eq!(indices(list.with_name("grip")), [0, 4]);
    assert_eq!(list.find("grip"), list.with_name("grip").first().copied());
    assert_eq!(list.find("lost"), None);
    let hierarchy = model.hierarchy();
    assert_eq!(indices(list.with_parent(hierarchy.find("hand"))), [0, 3, 4]);
    assert_eq!(indices(list.with_parent(hierarchy.find("root"))), [2]);
    assert_eq!(indices(list.with_parent(None)), [5]);
    assert_eq!(list.tags().collect::<Vec<_>>(), ["left", "seat", "socket"]);
    assert!(list.iter().all(|(_, entry)| entry.inherit == Inherit::ALL));
}
