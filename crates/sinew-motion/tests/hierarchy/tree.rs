//! Parents and children: order, cycles, invalid children.

use sinew_document::Diagnostics;

use crate::{findings, fixture, indices, model, node, parents};

#[test]
fn parents_come_first_and_subtrees_are_contiguous() {
    let (model, diagnostics) = fixture("order");
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let hierarchy = model.hierarchy();
    // Roots in file order, 4, 5 and 7; below each, children in the order of its own list, all of one before the next.
    assert_eq!(indices(&model, hierarchy.nodes()), [4, 2, 0, 1, 3, 5, 6, 7]);
    assert_eq!(indices(&model, hierarchy.subtree(node(&model, 4))), [4, 2, 0, 1, 3]);
    assert_eq!(indices(&model, hierarchy.subtree(node(&model, 1))), [1, 3]);
    assert_eq!(indices(&model, hierarchy.subtree(node(&model, 7))), [7]);
    assert_eq!(indices(&model, hierarchy.children(node(&model, 4))), [2, 1]);
    assert!(indices(&model, hierarchy.children(node(&model, 0))).is_empty());
    assert_eq!(indices(&model, hierarchy.ancestors(node(&model, 3))), [1, 4]);
    assert_eq!(indices(&model, hierarchy.nodes_in_file_order()), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(parents(&model), [Some(2), Some(4), Some(4), Some(1), None, None, Some(5), None]);
    assert!(hierarchy.is_within(node(&model, 3), node(&model, 4)));
    assert!(hierarchy.is_within(node(&model, 3), node(&model, 3)));
    assert!(!hierarchy.is_within(node(&model, 4), node(&model, 3)));
    assert!(!hierarchy.is_within(node(&model, 6), node(&model, 4)));
}

#[test]
fn a_name_that_is_empty_is_still_a_name() {
    let (model, _) = fixture("order");
    let name = |index| model.hierarchy().name(node(&model, index));
    assert_eq!((name(0), name(6), name(7)), (Some("leaf"), Some(""), None));
    assert_eq!(model.hierarchy().find("right"), Some(node(&model, 1)));
    assert_eq!(model.hierarchy().find("nobody"), None);
}

#[test]
fn each_cycle_is_opened_above_its_first_node_and_reported_once() {
    let (model, diagnostics) = fixture("cycles");
    // Circles 0→0, 2→3→2 and 6→7→5→6; the edge to the first member in file order (0, 2, 5) goes. Node 5 is below 7.
    assert_eq!(
        findings(&diagnostics),
        [
            "error NODE_CYCLE /nodes/0/children",
            "error NODE_CYCLE /nodes/3/children",
            "error NODE_CYCLE /nodes/7/children",
            "info NO_SCENE ",
        ]
    );
    assert_eq!(parents(&model), [None, Some(0), None, Some(2), Some(5), None, Some(5), Some(6), None]);
    assert_eq!(indices(&model, model.hierarchy().nodes()), [8, 0, 1, 2, 3, 5, 4, 6, 7]);
    let message = "node 5 is its own descendant; it becomes a root instead of a child of 7";
    assert_eq!(diagnostics.as_slice()[2].message, message);
}

#[test]
fn a_lost_node_below_a_cycle_leads_to_it() {
    // 0 hangs below 1, 1 below 2, and 2 and 3 are below each other: going up from 0 ends on the cycle of 2 and 3.
    let (model, diagnostics) = model(r#""nodes": [{}, {"children": [0]}, {"children": [1, 3]}, {"children": [2]}]"#);
    assert_eq!(findings(&diagnostics)[0], "error NODE_CYCLE /nodes/3/children");
    assert_eq!(parents(&model), [Some(1), Some(2), None, Some(2)]);
}

#[test]
fn many_cycles_cost_no_more_than_their_nodes() {
    // Quadratic work on 100,000 nodes would take minutes.
    let circles: Vec<String> = (0..100_000_u32)
        .map(|node| format!("{{\"children\":[{}]}}", if node % 2 == 0 { node + 1 } else { node - 1 }))
        .collect();
    let (model, diagnostics) = model(&format!("\"nodes\": [{}]", circles.join(",")));
    assert_eq!(model.hierarchy().parents().iter().flatten().count(), 50_000);
    assert_eq!(diagnostics.as_slice().len() + diagnostics.suppressed(), 50_001, "one a circle, and NO_SCENE");
    assert_eq!(diagnostics.as_slice().len(), Diagnostics::LIMIT + 1);
}

#[test]
fn the_first_parent_counts_and_bad_children_are_left_out() {
    let (model, diagnostics) = fixture("parents");
    assert_eq!(
        findings(&diagnostics),
        [
            "error NODE_PARENT_OVERRIDE /nodes/0/children/1",
            "error UNRESOLVED_REFERENCE /nodes/1/children/1",
            "error INVALID_INDEX /nodes/1/children/2",
            "error INVALID_INDEX /nodes/1/children/3",
            "error NODE_PARENT_OVERRIDE /nodes/1/children/0",
        ]
    );
    assert_eq!(parents(&model), [None, None, Some(0), Some(0), Some(1)]);
    assert_eq!(diagnostics.as_slice()[4].message, "node 3 is already below node 0; it stays there");
}

#[test]
fn children_that_are_no_list_are_none() {
    let (model, diagnostics) = model(r#""nodes": [{"children": 1}, {"children": {"0": 0}}, {"children": []}]"#);
    let expected = ["error TYPE_MISMATCH /nodes/0/children", "error TYPE_MISMATCH /nodes/1/children", "info NO_SCENE "];
    assert_eq!(findings(&diagnostics), expected);
    assert_eq!(parents(&model), [None; 3]);
}

#[test]
fn a_node_that_is_no_object_keeps_its_place() {
    let (model, diagnostics) = model(r#""nodes": [5, {"name": "second", "children": [0]}]"#);
    assert_eq!(findings(&diagnostics), ["error TYPE_MISMATCH /nodes/0", "info NO_SCENE "]);
    assert_eq!(model.hierarchy().find("second"), Some(node(&model, 1)));
    assert_eq!(parents(&model), [Some(1), None]);
}
