//! The pieces of work whose instructions are counted: small, and the same every time.

use std::hint::black_box;
use std::sync::Arc;

use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::validate::{Settings, validate};
use sinew_testkit::scene::physics::{cubes, pile_poses};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};
use sinew_testkit::scene::{Kinds, bodies, constraints, many_nodes};

use crate::Failure;
use crate::group::{Crowd, Moving, RotatingNodes, avatar_document, clip_document, human_clip, in_world, renamed};

/// Work that is ready to be done, again and again.
type Work = Box<dyn FnMut()>;

/// A piece of work of any size.
#[derive(Debug)]
pub struct Workload {
    /// Its name for `--workload`.
    pub name: &'static str,
    /// The size that is counted, and its double.
    pub size: usize,
    /// The unit of the size.
    pub piece: &'static str,
    /// Makes everything that is not counted.
    pub prepare: fn(usize) -> Result<Work, Failure>,
}

/// Every one.
pub const WORKLOADS: &[Workload] = &[
    Workload { name: "read", size: 1_000, piece: "nodes", prepare: read },
    Workload { name: "lower", size: 1_000, piece: "nodes", prepare: lower },
    Workload { name: "lower_bodies", size: 100, piece: "bodies", prepare: lower_bodies },
    Workload { name: "validate", size: 100, piece: "bodies", prepare: validated },
    Workload { name: "forward", size: 2_000, piece: "nodes", prepare: forward },
    Workload { name: "still", size: 2_000, piece: "nodes", prepare: still },
    Workload { name: "constraints", size: 500, piece: "constraints", prepare: constrained },
    Workload { name: "avatars", size: 10, piece: "avatars", prepare: avatars },
    Workload { name: "step", size: 50, piece: "bodies", prepare: step },
    Workload { name: "joints", size: 10, piece: "ragdolls", prepare: joints },
    Workload { name: "write", size: 1_000, piece: "nodes", prepare: write },
];

#[expect(clippy::unnecessary_wraps, reason = "as all others")]
fn read(nodes: usize) -> Result<Work, Failure> {
    let file = many_nodes(nodes).into_bytes();
    Ok(Box::new(move || drop(black_box(Document::read(file.clone(), &NoResources)))))
}

fn lower(nodes: usize) -> Result<Work, Failure> {
    lowered(many_nodes(nodes))
}

fn lower_bodies(count: usize) -> Result<Work, Failure> {
    lowered(bodies(count))
}

fn lowered(text: String) -> Result<Work, Failure> {
    let document = Document::read(text, &NoResources)?;
    Ok(Box::new(move || drop(black_box(Model::from_document(&document)))))
}

/// Lowering is a part of it.
fn validated(count: usize) -> Result<Work, Failure> {
    let document = Document::read(bodies(count), &NoResources)?;
    Ok(Box::new(move || drop(black_box(validate(&document, &Settings::default())))))
}

/// Every node rotates in every frame.
fn forward(nodes: usize) -> Result<Work, Failure> {
    rotated(nodes, 1)
}

/// One node in a thousand does.
fn still(nodes: usize) -> Result<Work, Failure> {
    rotated(nodes, 1_000)
}

/// Sixteen frames, warm: nodes that move are looked at anew every sixteenth.
fn rotated(nodes: usize, stride: usize) -> Result<Work, Failure> {
    let mut rotating = RotatingNodes::new(many_nodes(nodes), stride)?;
    (0..20).for_each(|_| rotating.frame());
    Ok(Box::new(move || (0..16).for_each(|_| rotating.frame())))
}

fn constrained(count: usize) -> Result<Work, Failure> {
    let mut moving = Moving::new(constraints(count, Kinds::Mixed, 2), count, false)?;
    (0..10).for_each(|_| moving.frame());
    Ok(Box::new(move || (0..8).for_each(|_| moving.frame())))
}

fn avatars(count: usize) -> Result<Work, Failure> {
    let clip = human_clip(&clip_document()?)?;
    let (avatar, _) = Model::from_document(&avatar_document(8)?);
    // Both outlive the work, which is done once in a process.
    let (clip, avatar): (&'static _, &'static _) = (Box::leak(Box::new(clip)), Box::leak(Box::new(avatar)));
    let mut crowd = Crowd::new(clip, avatar, count);
    (0..10).for_each(|_| crowd.advance());
    Ok(Box::new(move || (0..4).for_each(|_| crowd.advance())))
}

/// Separate ragdolls, each of eleven bodies and ten joints. They differ in how fast they turn, and so in how many parts their
/// steps have; ten are enough for a mean.
fn joints(count: usize) -> Result<Work, Failure> {
    stepping(ragdolls(count, Limbs::Hard), 10)
}

#[expect(clippy::unnecessary_wraps, reason = "as all others")]
fn write(nodes: usize) -> Result<Work, Failure> {
    let file = many_nodes(nodes).into_bytes();
    Ok(Box::new(move || drop(black_box(renamed(file.clone())))))
}

/// A hundred bodies a metre apart: contacts grow with bodies as long as a pile does not grow higher.
fn step(count: usize) -> Result<Work, Failure> {
    stepping(cubes(&pile_poses(count)), 60)
}

/// Four steps of a world, so many steps after its beginning.
fn stepping(text: String, before: usize) -> Result<Work, Failure> {
    let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
    let mut world = in_world(&Arc::new(model)).0;
    (0..before).for_each(|_| world.step());
    Ok(Box::new(move || (0..4).for_each(|_| world.step())))
}
