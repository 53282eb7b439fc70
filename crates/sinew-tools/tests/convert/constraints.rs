//! Node constraints between the released text and its early draft.

use serde_json::{Value, json};
use sinew::document::Document;
use sinew_tools::convert::Dialect;

use crate::{at, document, losses_of, lossless, model, to};

fn constrained(extension: &str, data: &Value) -> Document {
    document(&json!([{"name": "source"}, {"extensions": {extension: data}}]), &json!({}))
}

fn early(data: &Value) -> Document {
    constrained("VRMC_constraints-1.0", data)
}

fn later(data: &Value) -> Document {
    constrained("VRMC_node_constraint", &json!({"specVersion": "1.0", "constraint": data}))
}

#[test]
fn a_local_rotation_is_the_same_in_both() {
    let local = json!({"source": 0, "sourceSpace": "local", "destinationSpace": "local", "weight": 0.5});
    let draft = early(&json!({"rotation": local}));
    let released = lossless(&draft, Dialect::NodeConstraint);
    let expected = json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 0, "weight": 0.5}}}});
    assert_eq!(at(&released, "/nodes/1/extensions"), expected);
    assert_eq!(at(&released, "/extensionsUsed"), json!(["VRMC_node_constraint"]));
    let back = lossless(&released, Dialect::Constraints);
    assert_eq!(at(&back, "/nodes/1/extensions/VRMC_constraints-1.0/rotation"), local);
    assert_eq!(model(&draft).constraints(), model(&back).constraints());
}

#[test]
fn spaces_masks_and_positions_have_no_word_in_the_released_text() {
    let rotation = json!({"rotation": {"source": 0, "destinationSpace": "local", "freezeAxes": [true, false, true]}});
    let expected = [
        "/nodes/1/extensions/VRMC_constraints-1.0/rotation: rotation.sourceSpace: model becomes local",
        "/nodes/1/extensions/VRMC_constraints-1.0/rotation/freezeAxes: rotation.freezeAxes: [true, false, true] becomes [true, true, true]",
    ];
    assert_eq!(losses_of(&to(&early(&rotation), Dialect::NodeConstraint)), expected);
    let position = early(&json!({"position": {"source": 0}}));
    let converted = to(&position, Dialect::NodeConstraint);
    let expected = ["/nodes/1/extensions/VRMC_constraints-1.0/position: position: the position constraint is lost"];
    assert_eq!(losses_of(&converted), expected);
    assert_eq!(at(&converted.document, "/nodes/1"), json!({}));
}

#[test]
fn aims_rotate_differently_and_rolls_have_no_word_in_the_draft() {
    let roll = later(&json!({"roll": {"source": 0, "rollAxis": "Y"}}));
    let expected = "/nodes/1/extensions/VRMC_node_constraint/constraint/roll: roll: the roll constraint is lost";
    assert_eq!(losses_of(&to(&roll, Dialect::Constraints)), [expected]);
    assert_eq!(lossless(&roll, Dialect::NodeConstraint).json().text(), roll.json().text());
    let aim = later(&json!({"aim": {"source": 0, "aimAxis": "NegativeX"}}));
    let converted = to(&aim, Dialect::Constraints);
    let about = "yaw about [0.000000, 1.000000, 0.000000], then pitch";
    let aim = "/nodes/1/extensions/VRMC_node_constraint/constraint/aim";
    assert_eq!(losses_of(&converted), [format!("{aim}: aim.upVector: the shortest turn becomes {about}")]);
    let written = at(&converted.document, "/nodes/1/extensions/VRMC_constraints-1.0/aim/aimVector");
    assert_eq!(written, json!([-1.0, 0.0, 0.0]));
}

#[test]
fn a_constraint_that_is_not_evaluated_is_reported() {
    let itself = later(&json!({"roll": {"source": 1, "rollAxis": "Y"}}));
    let converted = to(&itself, Dialect::Constraints);
    let node = "/nodes/1/extensions/VRMC_node_constraint";
    assert_eq!(
        losses_of(&converted),
        [format!("{node}: VRMC_node_constraint: a constraint that is not evaluated is lost")]
    );
    // A file in the dialect stays as it is, with its faults.
    assert_eq!(lossless(&itself, Dialect::NodeConstraint).json().text(), itself.json().text());
}
