//! Pairs of colliders made of triangles, which the text advises against where forces move one of them
//! (`KHR_physics_rigid_bodies` 96d29f41, Colliders; ac5c413, Geometry).
//!
//! A single one on a body is what the samples of the text's authors show: it collides with convex shapes.

use std::collections::HashMap;

use sinew_document::{Code, Diagnostics, Document};

use super::place::Places;
use crate::kernel::filter::{Filter, Rule, collide};
use crate::model::physics::{
    BodyId, BodyKind, Collider, CollisionFilter, FilterId, Joint, Physics, Shape, ShapeInstance,
};
use crate::model::{Hierarchy, Model};

/// The maximum number of pairs that are checked in a file of thousands of such colliders.
const MOST_PAIRS: usize = 1_000_000;

pub(super) fn check(document: &Document, model: &Model, found: &mut Diagnostics) {
    let physics = model.physics();
    let is_triangles = |collider: &&Collider| {
        matches!(physics.shapes().get(collider.shape_instance.shape.slot()), Some(Shape::TriangleMesh(_)))
    };
    let all: Vec<&ShapeInstance> =
        physics.colliders().iter().filter(is_triangles).map(|collider| &collider.shape_instance).collect();
    let moves = |shape_instance: &&&ShapeInstance| {
        let body = shape_instance.body.and_then(|body| physics.bodies().get(body.slot()));
        body.is_some_and(|body| body.kind == BodyKind::Dynamic)
    };
    let places = Places { document, hierarchy: model.hierarchy() };
    let mut meetings = Meetings::new(physics, model.hierarchy());
    for moving in all.iter().filter(moves) {
        if meetings.looked_at > MOST_PAIRS {
            break;
        }
        let Some(other) = all.iter().find(|other| meetings.are_possible(moving, other)) else { continue };
        let Some(value) = places.collider(moving.node) else { continue };
        let message = format!(
            "it is made of triangles, and so is that of {}, which it may meet: neither has an inside, and what is fast or small \
             passes through; a convex hull or several are what engines expect",
            places.name(other.node)
        );
        found.report(Code::COLLIDER_MESH_MOVES, value, message);
    }
}

/// Which colliders can collide, by filters and joints.
struct Meetings<'a> {
    physics: &'a Physics,
    hierarchy: &'a Hierarchy,
    joints_of: HashMap<BodyId, Vec<&'a Joint>>,
    filters: HashMap<[Option<FilterId>; 2], bool>,
    looked_at: usize,
}

impl<'a> Meetings<'a> {
    fn new(physics: &'a Physics, hierarchy: &'a Hierarchy) -> Self {
        let mut joints_of: HashMap<BodyId, Vec<&Joint>> = HashMap::new();
        for joint in physics.joints().iter().filter(|joint| !joint.enable_collision) {
            for body in [joint.a.body, joint.b.body].into_iter().flatten() {
                joints_of.entry(body).or_default().push(joint);
            }
        }
        Self { physics, hierarchy, joints_of, filters: HashMap::new(), looked_at: 0 }
    }

    /// Whether what is on a body may meet another collider: on another body or on none, admitted by both filters, and not held
    /// by a joint that disables their collisions.
    fn are_possible(&mut self, moving: &ShapeInstance, other: &ShapeInstance) -> bool {
        self.looked_at += 1;
        moving.body != other.body && self.are_admitted([moving.filter, other.filter]) && !self.are_joined(moving, other)
    }

    fn are_admitted(&mut self, filters: [Option<FilterId>; 2]) -> bool {
        let (physics, looked_at) = (self.physics, &mut self.looked_at);
        *self.filters.entry(filters).or_insert_with(|| {
            let [one, other] = filters.map(|id| filter(id.and_then(|id| physics.filters().get(id.slot()))));
            *looked_at += names(&one).saturating_mul(names(&other));
            collide(&one, &other, Rule::SharesOne)
        })
    }

    fn are_joined(&mut self, moving: &ShapeInstance, other: &ShapeInstance) -> bool {
        let joints = moving.body.and_then(|body| self.joints_of.get(&body)).map_or(&[][..], Vec::as_slice);
        self.looked_at += joints.len();
        joints.iter().any(|joint| {
            let end = if joint.a.body == moving.body { &joint.b } else { &joint.a };
            match end.body {
                Some(body) => other.body == Some(body),
                None => end.stands_on(self.hierarchy, other),
            }
        })
    }
}

/// How many names a filter is compared by.
fn names(filter: &Filter<'_, String>) -> usize {
    filter.systems.len() + filter.collide_with.map_or(0, <[String]>::len) + filter.not_collide_with.len()
}

fn filter(authored: Option<&CollisionFilter>) -> Filter<'_, String> {
    authored.map_or_else(Filter::default, |authored| Filter {
        systems: &authored.systems,
        collide_with: authored.collide_with.as_deref(),
        not_collide_with: &authored.not_collide_with,
    })
}
