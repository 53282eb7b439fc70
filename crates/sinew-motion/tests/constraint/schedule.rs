//! The order: what depends on what is computed after it in the same frame, whatever the order of the file; cycles are
//! reported once and left out; length is no danger.

use std::fmt::Write as _;

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew_document::{Document, NoResources};
use sinew_model::Model;
use sinew_motion::{ConstraintFrames, ModelSpace, Pose, PoseMismatch};
use sinew_testkit::scene::{Kinds, constraints};

use crate::scene::{Posed, assert_position, assert_rotation, id, model, model_with_findings, turn};

fn follows(source: usize) -> Value {
    json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": source}}}})
}

fn early(kind: &str, constraint: &Value) -> Value {
    json!({"VRMC_constraints-1.0": {kind: constraint}})
}

fn messages(nodes: &Value) -> Vec<String> {
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes}).to_string();
    let (_, diagnostics) = Model::from_document(&Document::read(file, &NoResources).unwrap());
    let cycles = diagnostics.iter().filter(|found| found.code.as_str() == "CONSTRAINT_CYCLE");
    cycles.map(|found| format!("{} {}", found.pointer, found.message)).collect()
}

/// a turns b, b turns c, c turns d: in each of the 24 orders in which a file can have them.
#[test]
fn a_result_is_seen_by_what_depends_on_it_in_the_same_frame() {
    for order in 0..24 {
        let mut free = vec![0, 1, 2, 3];
        let places = [order / 6, order / 2 % 3, order % 2, 0].map(|pick| free.remove(pick));
        let mut nodes = vec![json!({}); 4];
        for link in 1..4 {
            nodes[places[link]] = json!({"extensions": follows(places[link - 1])});
        }
        let model = model(&json!(nodes));
        let mut pose = Posed::rest(&model);
        pose.local(places[0] as u32).rotation = turn(Vec3::Y, 70.0);
        let mut pose = pose.evaluate();
        assert_rotation(pose.local(places[3] as u32).rotation, turn(Vec3::Y, 70.0), &format!("{places:?}"));
        let listed: Vec<_> = model.constraints().iter().map(|one| model.hierarchy().index(one.destination).0).collect();
        assert_eq!(
            listed,
            [places[1] as u32, places[2] as u32, places[3] as u32],
            "constraints in order of evaluation"
        );
    }
}

/// Node 0 reads node 2 in the model; node 2 hangs below node 1, which is itself turned by node 3. A quarter turn of
/// node 3 about Z takes node 2 from (1, 0, 0) to (0, 1, 0): a way of (−1, 1, 0).
#[test]
fn a_source_read_in_the_model_waits_for_its_constrained_ancestors() {
    let model = model(&json!([
        {"extensions": early("position", &json!({"source": 2}))},
        {"children": [2], "extensions": follows(3)},
        {"translation": [1, 0, 0]},
        {},
    ]));
    let mut pose = Posed::rest(&model);
    pose.local(3).rotation = turn(Vec3::Z, 90.0);
    let mut pose = pose.evaluate();
    assert_position(pose.local(0).translation, Vec3::new(-1.0, 1.0, 0.0), "way");
}

/// The destination is moved in the model below a parent that another constraint turns by 90° about Z: the model's X is
/// that parent's −Y.
#[test]
fn a_destination_moved_in_the_model_waits_for_its_constrained_parent() {
    let model = model(&json!([
        {"children": [1], "extensions": follows(2)},
        {"extensions": early("position", &json!({"source": 3}))},
        {},
        {},
    ]));
    let mut pose = Posed::rest(&model);
    pose.local(2).rotation = turn(Vec3::Z, 90.0);
    pose.local(3).translation = Vec3::X;
    let mut pose = pose.evaluate();
    assert_position(pose.local(1).translation, -Vec3::Y, "way");
}

/// Node 0 turns as its own child does relative to it; the child does so after node 2. No cycle: a local rotation does
/// not depend on the parent.
#[test]
fn a_local_source_below_its_destination_is_no_cycle() {
    let model = model(&json!([
        {"children": [1], "extensions": follows(1)},
        {"extensions": follows(2)},
        {},
    ]));
    let mut pose = Posed::rest(&model);
    pose.local(2).rotation = turn(Vec3::X, 30.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(0).rotation, turn(Vec3::X, 30.0), "parent");
    assert_rotation(pose.model_space.rotation(id(&model, 1)), turn(Vec3::X, 60.0), "child in the model");
}

#[test]
fn a_cycle_is_reported_once_by_its_names_and_the_rest_runs() {
    let nodes = json!([
        {"name": "A", "extensions": follows(1)},
        {"name": "B", "extensions": follows(0)},
        {"name": "follower", "extensions": follows(0)},
        {"name": "free", "extensions": follows(4)},
        {"name": "source"},
    ]);
    assert_eq!(
        messages(&nodes),
        ["/nodes/0/extensions/VRMC_node_constraint \
          A → B → A depend on each other; none of these constraints is evaluated"]
    );
    let (model, _) = model_with_findings(&nodes);
    let mut pose = Posed::rest(&model);
    pose.local(0).rotation = turn(Vec3::X, 50.0);
    pose.local(4).rotation = turn(Vec3::Y, 20.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(0).rotation, turn(Vec3::X, 50.0), "a member keeps the transform it is given");
    assert_rotation(pose.local(1).rotation, Quat::IDENTITY, "a member rests");
    assert_rotation(pose.local(2).rotation, turn(Vec3::X, 50.0), "what reads a member runs");
    assert_rotation(pose.local(3).rotation, turn(Vec3::Y, 20.0), "what has nothing to do with it runs");
}

/// P reads X in the model, and X reads D in the model, which hangs below P.
#[test]
fn a_cycle_through_a_parent_is_one() {
    let nodes = json!([
        {"name": "P", "children": [1], "extensions": early("rotation", &json!({"source": 2}))},
        {"name": "D"},
        {"name": "X", "extensions": early("rotation", &json!({"source": 1}))},
    ]);
    let reported = messages(&nodes);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].starts_with("/nodes/0/extensions/VRMC_constraints-1.0 P → X → P"), "{reported:?}");
    let (model, _) = model_with_findings(&nodes);
    assert!(model.constraints().is_empty());
    // The frames in the cycle are computed all the same, parents first.
    let mut pose = Posed::rest(&model);
    pose.local(0).translation = Vec3::X;
    let pose = pose.evaluate();
    assert_eq!(Vec3::from(pose.model_space.matrix(id(&model, 1)).translation), Vec3::X);
}

#[test]
fn disjoint_cycles_are_reported_separately_and_cycles_that_share_a_member_together() {
    let nodes = json!([
        {"name": "a", "extensions": follows(1)}, {"name": "b", "extensions": follows(0)},
        {"extensions": follows(3)}, {"extensions": follows(4)}, {"extensions": follows(2)},
        // P's turn moves D; D's way turns Q and R; both turn P by way of each other.
        {"name": "P", "children": [6], "extensions": early("rotation", &json!({"source": 7}))},
        {"name": "D", "extensions": early("position", &json!({"source": 8, "sourceSpace": "local"}))},
        {"name": "Q", "extensions": early("aim", &json!({"source": 6}))},
        {"name": "R", "extensions": early("position", &json!({"source": 6}))},
    ]);
    let reported = messages(&nodes);
    assert_eq!(reported.len(), 3, "{reported:?}");
    assert!(reported.iter().any(|reported| reported.contains("a → b → a depend")), "{reported:?}");
    assert!(
        reported.iter().any(|reported| reported.contains("node 2 → node 3 → node 4 → node 2 depend")),
        "{reported:?}"
    );
    assert!(
        reported.iter().any(|reported| reported.contains("P → Q → P depend on each other, and 2 more with them")),
        "{reported:?}"
    );
}

/// Written backwards, so that each link is met before the one it depends on.
fn chain(length: usize) -> String {
    let mut text = String::from("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{}],\"nodes\":[");
    for node in 0..length {
        let _ = write!(
            text,
            "{{\"extensions\":{{\"VRMC_node_constraint\":{{\"specVersion\":\"1.0\",\"constraint\":{{\"rotation\":{{\"source\":{}}}}}}}}}}},",
            node + 1
        );
    }
    text.push_str("{}]}");
    text
}

#[test]
fn a_chain_of_a_hundred_thousand_constraints_runs_to_its_end() {
    let length = 100_000;
    let (model, diagnostics) = Model::from_document(&Document::read(chain(length), &NoResources).unwrap());
    assert!(diagnostics.is_empty());
    assert_eq!(model.constraints().len(), length);
    let mut pose = Posed::rest(&model);
    pose.local(length as u32).rotation = turn(Vec3::Z, 40.0);
    let mut pose = pose.evaluate();
    // Each link multiplies by quaternions that are exactly the identity: nothing is lost on the way.
    assert_eq!(pose.local(0).rotation, turn(Vec3::Z, 40.0));
}

#[test]
fn a_cycle_of_a_hundred_thousand_constraints_is_reported_in_one_short_line() {
    let length = 100_000;
    let text = chain(length).replace(&format!("\"source\":{length}"), "\"source\":0");
    let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    assert!(model.constraints().is_empty());
    let [reported] = diagnostics.as_slice() else { panic!("{}", diagnostics.as_slice().len()) };
    assert!(
        reported.message.contains("(99984 more) → node 0 depend") && reported.message.len() < 400,
        "{}",
        reported.message
    );
}

/// Two deep chains of nodes, each node of one constrained by the deepest of the other: a search that began again after each
/// cycle would go down both chains for each of them.
#[test]
fn deep_trees_full_of_cycles_are_ordered_in_one_go() {
    let depth = 20_000;
    let mut text = String::from("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{}],\"nodes\":[");
    for node in 0..2 * depth {
        let deepest_of_the_other = if node < depth { 2 * depth - 1 } else { depth - 1 };
        let children = if node % depth == depth - 1 { String::new() } else { format!("\"children\":[{}],", node + 1) };
        let _ = write!(
            text,
            "{}{{{children}\"extensions\":{{\"VRMC_constraints-1.0\":{{\"rotation\":{{\"source\":{deepest_of_the_other}}}}}}}}}",
            if node == 0 { "" } else { "," }
        );
    }
    text.push_str("]}");
    let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources).unwrap());
    assert!(model.constraints().is_empty());
    assert_eq!(diagnostics.as_slice().len(), 1);
    Posed::rest(&model).evaluate();
}

#[test]
fn a_pose_of_another_model_is_refused_and_left_as_it_is() {
    let (small, large) = (model(&json!([{}])), model(&json!([{}, {"extensions": follows(0)}])));
    let mut local = small.hierarchy().rest_pose().to_vec();
    let mut space = ModelSpace::new(&large);
    let mismatch = PoseMismatch { nodes: 2, local: 1, model_space: 2 };
    assert_eq!(sinew_motion::evaluate(&large, &mut local, &mut space), Err(mismatch));
    assert_eq!(sinew_motion::constrain(&large, &mut local, &mut ConstraintFrames::new(&large)), Err(mismatch));
    assert_eq!(local, small.hierarchy().rest_pose());
    assert_eq!(mismatch.to_string(), "the model has 2 nodes, the pose 1 and the model space 2");
    // A node of the larger model asked of the smaller one's space.
    assert_eq!(ModelSpace::new(&small).matrix(id(&large, 1)), glam::Affine3A::IDENTITY);
    assert_eq!(ModelSpace::new(&small).rotation(id(&large, 1)), Quat::IDENTITY);
}

#[test]
fn a_pose_that_was_cut_short_is_filled_up_with_nodes_at_rest() {
    let model = model(&json!([{}, {"translation": [1, 2, 3]}]));
    let mut pose = Pose::rest(&model);
    pose.local.truncate(1);
    pose.evaluate(&model);
    assert_eq!(Vec3::from(pose.model_from_node(id(&model, 1)).translation), Vec3::new(1.0, 2.0, 3.0));
}

/// A node that stands still keeps its frame; one whose parent or own transform changes, or changes back, does not.
#[test]
fn frames_that_are_kept_are_those_that_a_new_space_would_have() {
    let model = model(&json!([
        {"children": [1, 2], "scale": [1, 2, 3]},
        {"translation": [1, 0, 0], "children": [3]},
        {"translation": [0, 1, 0], "extensions": follows(4)},
        {"translation": [0, 0, 1]},
        {},
    ]));
    let mut pose = Posed::rest(&model).evaluate();
    for (step, moved) in [0, 3, 4, 4, 1, 0, 2, 3].into_iter().enumerate() {
        pose.local(moved).rotation = turn(Vec3::Y, step as f32 * 20.0);
        pose.local(moved).translation.x += 0.5;
        if step == 4 {
            *pose.local(0) = model.hierarchy().rest(id(&model, 0));
        }
        pose = pose.evaluate();
        let mut fresh = Posed::rest(&model);
        for node in 0..5 {
            *fresh.local(node) = *pose.local(node);
        }
        let fresh = fresh.evaluate();
        for node in 0..5 {
            let node = id(&model, node);
            assert_eq!(pose.model_space.matrix(node), fresh.model_space.matrix(node), "step {step}");
            assert_eq!(pose.model_space.rotation(node), fresh.model_space.rotation(node), "step {step}");
        }
    }
}

/// Nodes of every kind set out, go on for a while, stop and set out again, each at its own times, which are longer and
/// shorter than what a node that moves is taken to move on for: what is kept, and what is not compared, must not be seen.
#[test]
fn frames_follow_nodes_that_move_and_stop_at_all_times() {
    for kinds in [Kinds::Mixed, Kinds::Early] {
        let (model, _) = Model::from_document(&Document::read(constraints(12, kinds, 2), &NoResources).unwrap());
        let mut local = model.hierarchy().rest_pose().to_vec();
        let (mut space, mut frames) = (ModelSpace::new(&model), ConstraintFrames::new(&model));
        for step in 0..120_usize {
            for (slot, transform) in local.iter_mut().enumerate() {
                // Runs of 1 to 13 steps, every second of them at rest.
                if (step / (1 + slot % 13)) % 2 == 1 {
                    transform.rotation = turn(Vec3::new(0.6, 0.0, 0.8), (step * (slot + 3)) as f32);
                    transform.translation.x += 0.125;
                }
            }
            let mut constrained = local.clone();
            sinew_motion::constrain(&model, &mut constrained, &mut frames).unwrap();
            let (mut fresh_local, mut fresh) = (local.clone(), ModelSpace::new(&model));
            sinew_motion::evaluate(&model, &mut fresh_local, &mut fresh).unwrap();
            sinew_motion::evaluate(&model, &mut local, &mut space).unwrap();
            assert_eq!(local, fresh_local, "step {step}");
            assert_eq!(local, constrained, "step {step}");
            for index in 0..local.len() as u32 {
                let node = id(&model, index);
                assert_eq!(space.matrix(node), fresh.matrix(node), "step {step}");
                assert_eq!(space.rotation(node), fresh.rotation(node), "step {step}");
            }
        }
    }
}

/// Two models with as many nodes and the same transforms: in one the second node hangs below the first.
#[test]
fn frames_of_another_model_are_not_kept() {
    let apart = model(&json!([{"translation": [1, 0, 0]}, {"translation": [1, 0, 0]}]));
    let below = model(&json!([{"translation": [1, 0, 0], "children": [1]}, {"translation": [1, 0, 0]}]));
    let mut space = ModelSpace::new(&apart);
    let mut local = apart.hierarchy().rest_pose().to_vec();
    for (model, x) in [(&apart, 1.0), (&below, 2.0), (&apart.clone(), 1.0)] {
        sinew_motion::evaluate(model, &mut local, &mut space).unwrap();
        assert_eq!(Vec3::from(space.matrix(id(model, 1)).translation), Vec3::X * x);
    }
}
