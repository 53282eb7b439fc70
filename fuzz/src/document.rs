//! Documents of everything that Sinew knows, made of the fuzzer's bytes: nodes, meshes, animations, and extensions of every
//! dialect at random. Most are well formed; the first byte says whether numbers are at their edges and whether there are
//! faults ([`dice::Dice`]).
//!
//! | part | makes |
//! |---|---|
//! | `dice` | decisions of bytes |
//! | `buffer` | meshes, skins and animations |
//! | `khr`, `omi` | bodies, colliders, triggers, joints, gravity |
//! | `constraint`, `humanoid`, `virtual_transform` | the other extensions |
//! | `graph` | a behaviour graph of any operations, and what is selected and sent |
//! | `script` | what is done to a world of the document |
//! | `fault` | what should not be there |

mod buffer;
mod constraint;
mod dice;
mod fault;
mod graph;
mod humanoid;
mod khr;
mod omi;
mod script;
mod virtual_transform;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use sinew_document::{Document, NoResources};

use dice::Dice;

/// Worlds stay small, so that many of them are run in a second.
const MOST_NODES: usize = 24;

/// How many of each there are, for references to them.
pub(crate) struct Counts {
    nodes: usize,
    meshes: usize,
    skins: usize,
    animations: usize,
    shapes: usize,
    materials: usize,
    filters: usize,
    joints: usize,
}

/// The document that bytes stand for: themselves where they are a glTF text or a GLB, so that a find can be kept as a file
/// that says what it is about, and otherwise one that they decide.
pub(crate) fn document(bytes: &[u8]) -> Option<Document> {
    if bytes.starts_with(b"{") || bytes.starts_with(b"glTF") {
        return Document::read(bytes, &NoResources).ok();
    }
    Document::read(text(bytes), &NoResources).ok()
}

/// The document that bytes stand for, with a behaviour graph in it.
pub(crate) fn document_with_graph(bytes: &[u8]) -> Option<Document> {
    if bytes.starts_with(b"{") || bytes.starts_with(b"glTF") {
        return Document::read(bytes, &NoResources).ok();
    }
    Document::read(graph_text(bytes), &NoResources).ok()
}

/// The text of the document with a behaviour graph that bytes decide: the graph first, so that most of them are about it.
#[must_use]
pub fn graph_text(bytes: &[u8]) -> String {
    let dice = &mut Dice::new(bytes);
    let (graph, inputs) = graph::generate(dice);
    let mut document = generate(dice);
    graph::add(&mut document, &graph, inputs);
    if dice.has_faults() && !dice.is_over() {
        fault::spoil(&mut document, dice);
    }
    document.to_string()
}

/// The text of the document that bytes decide.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    generate(&mut Dice::new(bytes)).to_string()
}

fn generate(dice: &mut Dice<'_>) -> Value {
    let families = dice.byte();
    let has = |family: u8| families & (1 << family) != 0;
    let counts = Counts {
        nodes: 1 + dice.below(MOST_NODES),
        meshes: dice.below(3),
        skins: usize::from(dice.once_in(4)),
        animations: dice.below(3),
        shapes: 1 + dice.below(4),
        materials: dice.below(3),
        filters: dice.below(3),
        joints: dice.below(3),
    };
    let mut extensions = Map::new();
    let is_early = [has(6), has(7)];
    let mut nodes: Vec<Map<String, Value>> = Vec::new();
    for at in 0..counts.nodes {
        let mut node = place(dice, &counts);
        let mut data = Map::new();
        if has(0) {
            let value = khr::node(dice, &counts, is_early[0]);
            if value.as_object().is_some_and(|value| !value.is_empty()) {
                data.insert("KHR_physics_rigid_bodies".to_owned(), value);
            }
        }
        if has(1) {
            omi::node(dice, &counts, is_early[1], &mut data);
        }
        if has(2) && dice.once_in(3) {
            constraint::node(dice, &counts, &mut data);
        }
        if !data.is_empty() {
            node.insert("extensions".to_owned(), Value::Object(data));
        }
        nodes.push(node);
        if at > 0 {
            adopt(dice, &mut nodes, at);
        }
    }
    if has(0) {
        khr::lists(dice, &counts, is_early[0], &mut extensions);
    }
    if has(1) {
        omi::lists(dice, &counts, is_early[1], &mut extensions);
    }
    if has(3) {
        humanoid::humanoid(dice, &counts, &mut extensions);
    }
    if has(4) {
        virtual_transform::list(dice, &counts, &mut extensions);
    }
    let mut root = Map::new();
    root.insert("asset".to_owned(), asset(dice));
    root.insert("extensionsUsed".to_owned(), used(&nodes, &extensions));
    if !extensions.is_empty() {
        root.insert("extensions".to_owned(), Value::Object(extensions));
    }
    add_scenes(dice, &nodes, &mut root);
    root.insert("nodes".to_owned(), Value::Array(nodes.into_iter().map(Value::Object).collect()));
    buffer::add(dice, &counts, &mut root);
    root.insert("extras".to_owned(), script::script(dice, &counts));
    let mut document = Value::Object(root);
    if dice.has_faults() && !dice.is_over() {
        fault::spoil(&mut document, dice);
    }
    document
}

fn asset(dice: &mut Dice<'_>) -> Value {
    if dice.once_in(8) { json!({"version": "2.0", "generator": "Godot Engine"}) } else { json!({"version": "2.0"}) }
}

/// A node where it rests, and what it shows.
fn place(dice: &mut Dice<'_>, counts: &Counts) -> Map<String, Value> {
    let object = if dice.once_in(12) {
        let columns = |dice: &mut Dice<'_>| {
            let mut numbers: Vec<f64> = (0..16).map(|_| dice.float()).collect();
            for at in [3, 7, 11] {
                numbers[at] = 0.0;
            }
            numbers[15] = 1.0;
            json!(numbers)
        };
        dice.object().with("matrix", columns)
    } else {
        let object = dice.object().maybe("translation", Dice::vector).maybe("rotation", Dice::rotation);
        object.seldom("scale", Dice::vector)
    };
    let object = object.seldom("name", |dice| dice.word(&["hips", "lookAt", "arm", "leg"]));
    let object = if counts.meshes > 0 { object.maybe("mesh", |dice| dice.index(counts.meshes)) } else { object };
    let object = if counts.skins > 0 { object.seldom("skin", |dice| dice.index(counts.skins)) } else { object };
    let Value::Object(node) = object.done() else { return Map::new() };
    node
}

/// Puts a node below an earlier one, or leaves it a root; with faults, sometimes below itself or several.
fn adopt(dice: &mut Dice<'_>, nodes: &mut [Map<String, Value>], at: usize) {
    let byte = dice.byte();
    if byte < 64 {
        return;
    }
    let parent = if dice.has_faults() && byte > 250 { at } else { usize::from(byte) % at };
    let children = nodes[parent].entry("children").or_insert_with(|| json!([]));
    if let Value::Array(children) = children {
        children.push(json!(at));
    }
}

/// The extensions that nodes and the file as a whole name.
fn used(nodes: &[Map<String, Value>], extensions: &Map<String, Value>) -> Value {
    let on_nodes = nodes.iter().filter_map(|node| node.get("extensions")?.as_object()).flat_map(Map::keys);
    let names: BTreeSet<&String> = on_nodes.chain(extensions.keys()).collect();
    json!(names)
}

/// No scene, all roots, or some of them.
fn add_scenes(dice: &mut Dice<'_>, nodes: &[Map<String, Value>], root: &mut Map<String, Value>) {
    let children: BTreeSet<u64> =
        nodes.iter().filter_map(|node| node.get("children")?.as_array()).flatten().filter_map(Value::as_u64).collect();
    let roots = (0..nodes.len() as u64).filter(|at| !children.contains(at));
    let kind = dice.below(8);
    let shown: Vec<u64> = roots.filter(|_| kind != 1 || dice.once_in(2)).collect();
    if kind != 0 && !shown.is_empty() {
        root.insert("scene".to_owned(), json!(0));
        root.insert("scenes".to_owned(), json!([{"nodes": shown}]));
    }
}
