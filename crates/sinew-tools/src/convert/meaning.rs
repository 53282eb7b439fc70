//! The differences in behaviour between the physics of two models. The order of shapes, the nodes of colliders and joints, and
//! the form of limits make no difference; motion, collisions, and the nodes of events do.

mod body;
mod collider;
mod near;

use std::collections::{BTreeSet, HashMap};

use sinew_document::{Index as _, NodeIndex};

use super::words::{Words, property};
use super::{Dialect, Loss};
use collider::{collider_losses, describe_shape, trigger_losses};
use near::{near_rigid, near_vector};
use sinew_model::model::physics::{
    BodyId, Collider, Combine, GravityField, Joint, Material, Physics, Shape, ShapeId, Trigger,
};
use sinew_model::model::{Model, NodeId};

/// One of the two compared models.
#[derive(Clone, Copy)]
pub(super) struct ComparedModel<'a> {
    model: &'a Model,
    physics: &'a Physics,
    /// Whether a material of either model has a combine mode other than average, so that absent and average differ.
    combine_matters: bool,
    /// The pointers of the source's properties.
    words: &'a Words<'a>,
    /// The dialect of the result.
    to: Dialect,
}

impl<'a> ComparedModel<'a> {
    fn index(&self, node: NodeId) -> NodeIndex {
        self.model.hierarchy().index(node)
    }

    /// The node of a body.
    fn body(&self, body: Option<BodyId>) -> Option<NodeIndex> {
        body.and_then(|body| self.physics.bodies().get(body.slot())).map(|body| self.index(body.node))
    }

    /// The nodes of static colliders that a joint excludes from collisions with its body. A node that was added for a collider,
    /// after the first `count`, counts as the one that it was added to.
    fn spared(&self, joint: &Joint, count: usize) -> BTreeSet<NodeIndex> {
        let Some((fixed, _)) = joint.fixed_end().filter(|_| !joint.enable_collision) else { return BTreeSet::new() };
        let colliders = self.physics.colliders().iter().map(|collider| &collider.shape_instance);
        let spared = colliders.filter(|placed| fixed.stands_on(self.model.hierarchy(), placed));
        let known = |node: NodeId| {
            let mut all =
                std::iter::once(node).chain(self.model.hierarchy().ancestors(node)).map(|node| self.index(node));
            all.find(|index| index.to_usize() < count)
        };
        spared.filter_map(|placed| known(placed.node)).collect()
    }

    /// Whether the dialect of the result has lists of materials and filters; otherwise each entry is reported.
    fn has_lists(&self) -> bool {
        self.to != Dialect::OmiSeed
    }

    fn shape(&self, shape: ShapeId) -> Option<&'a Shape> {
        self.physics.shapes().get(shape.slot())
    }

    /// The material of a collider, as far as it affects contacts.
    fn material(&self, collider: &Collider) -> Material {
        let given = collider.material.and_then(|material| self.physics.materials().get(material.slot()));
        let mut material = given.copied().unwrap_or_default();
        if !self.combine_matters {
            material.friction_combine = Some(Combine::Average);
            material.restitution_combine = Some(Combine::Average);
        }
        material
    }
}

/// The differences of the second model from the first.
pub(super) fn physics_differences(before: &Model, after: &Model, words: &Words<'_>, to: Dialect) -> Vec<Loss> {
    let asks = |model: &Model| {
        let combines = model.physics().materials().iter();
        let mut combines = combines.flat_map(|material| [material.friction_combine, material.restitution_combine]);
        combines.any(|combine| !matches!(combine, None | Some(Combine::Average)))
    };
    let combine_matters = asks(before) || asks(after);
    let side = |model| ComparedModel { model, physics: Model::physics(model), combine_matters, words, to };
    let (before, after) = (side(before), side(after));
    let mut losses = body::losses(&before, &after);
    losses.extend(of_colliders(&before, &after));
    losses.extend(of_triggers(&before, &after));
    losses.extend(of_joints(&before, &after));
    losses.extend(of_gravity(&before, &after));
    losses
}

/// How equal two objects on different nodes must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    /// In everything.
    Whole,
    /// In their position.
    Place,
}

/// Pairs objects by node, then those on new nodes: equal ones, then ones at the same position.
fn pairs<'a, T>(
    (before, after): (&'a [T], &'a [T]),
    key: &(impl Fn(&T) -> NodeIndex, impl Fn(&T) -> NodeIndex),
    is_alike: impl Fn(&T, &T, Likeness) -> bool,
) -> Vec<(&'a T, Option<&'a T>)> {
    let mut at: HashMap<NodeIndex, usize> = HashMap::new();
    for (place, one) in after.iter().enumerate() {
        at.entry(key.1(one)).or_insert(place);
    }
    let mut taken = vec![false; after.len()];
    let mut result: Vec<(&T, Option<&T>)> = Vec::with_capacity(before.len());
    for one in before {
        let place = at.get(&key.0(one)).copied().filter(|&place| !taken[place]);
        if let Some(place) = place {
            taken[place] = true;
        }
        result.push((one, place.map(|place| &after[place])));
    }
    // New nodes were added in the order of the source, so that the first that is left is most often the right one.
    let mut left: Vec<usize> = (0..after.len()).filter(|&place| !taken[place]).collect();
    for likeness in [Likeness::Whole, Likeness::Place] {
        for (one, found) in result.iter_mut().filter(|(_, found)| found.is_none()) {
            if let Some(at) = left.iter().position(|&place| is_alike(one, &after[place], likeness)) {
                *found = Some(&after[left.remove(at)]);
            }
        }
    }
    result
}

fn of_colliders(before: &ComparedModel<'_>, after: &ComparedModel<'_>) -> Vec<Loss> {
    let key =
        (|one: &Collider| before.index(one.shape_instance.node), |one: &Collider| after.index(one.shape_instance.node));
    let is_same = |a: &Collider, b: &Collider, likeness| {
        collider::is_alike((before, &a.shape_instance), (after, &b.shape_instance), likeness)
    };
    let lists = (before.physics.colliders(), after.physics.colliders());
    let pairs = pairs(lists, &key, is_same);
    pairs
        .into_iter()
        .flat_map(|(one, other)| collider_losses((before, one), other.map(|other| (after, other))))
        .collect()
}

fn of_triggers(before: &ComparedModel<'_>, after: &ComparedModel<'_>) -> Vec<Loss> {
    let lists = (before.physics.triggers(), after.physics.triggers());
    let key = (|one: &Trigger| before.index(one.node), |one: &Trigger| after.index(one.node));
    let pairs = pairs(lists, &key, |a, b, likeness| collider::have_alike_parts((before, a), (after, b), likeness));
    pairs
        .into_iter()
        .flat_map(|(one, other)| trigger_losses((before, one), other.map(|other| (after, other))))
        .collect()
}

fn of_joints(before: &ComparedModel<'_>, after: &ComparedModel<'_>) -> Vec<Loss> {
    let lists = (before.physics.joints(), after.physics.joints());
    let bodies = |side: &ComparedModel<'_>, joint: &Joint| (side.body(joint.a.body), side.body(joint.b.body));
    let key = (|one: &Joint| before.index(one.node), |one: &Joint| after.index(one.node));
    let is_same = |a: &Joint, b: &Joint, _| {
        bodies(before, a) == bodies(after, b) && near_rigid(&a.a.owner_from_frame, &b.a.owner_from_frame)
    };
    let count = before.model.hierarchy().len();
    let mut losses = Vec::new();
    let pairs = pairs(lists, &key, is_same);
    if before.to == Dialect::OmiSeed {
        // Stage 1 has constraints for the joints that it has.
        let kept: BTreeSet<_> =
            pairs.iter().filter(|(_, other)| other.is_some()).map(|(one, _)| one.description).collect();
        let gone = pairs.iter().map(|(one, _)| one.description).filter(|description| !kept.contains(description));
        let entries = gone.filter_map(|description| before.words.joint_description(description));
        losses.extend(entries.map(|entry| Loss::text(entry, "physicsJoints")));
    }
    for (one, other) in pairs {
        let node = before.index(one.node);
        let object = before.words.joint(node);
        let connected = property(object, &["connectedNode", "nodeB"]);
        let Some(other) = other else {
            losses.push(Loss::of(node, object, "joint", "the joint"));
            continue;
        };
        if bodies(before, one) != bodies(after, other) {
            let loss = Loss::of(node, connected, "joint.connectedNode", "the bodies that it connects");
            losses.push(loss.becoming("others"));
        }
        let frames = [("joint", object, &one.a, &other.a), ("joint.connectedNode", connected, &one.b, &other.b)];
        for (property, at, a, b) in frames {
            if !near_rigid(&a.owner_from_frame, &b.owner_from_frame) {
                let loss = Loss::of(node, at, property, "its frame");
                losses.push(loss.becoming("another place or direction on its body"));
            }
        }
        let described = |side: &ComparedModel<'_>, joint: &Joint| {
            let description = side.physics.joint_descriptions().get(joint.description.slot());
            description.map(sinew_model::model::physics::JointDescription::canonical).unwrap_or_default()
        };
        let (a, b) = (described(before, one), described(after, other));
        let description = before.words.joint_description(one.description);
        if !near::near_rows(&a.rows, &b.rows) {
            let at = property(description.or(object), &["limits", "constraints"]);
            let loss = Loss::of(node, at, "joint.limits", near::describe_rows(&a.rows));
            losses.push(loss.becoming(near::describe_rows(&b.rows)));
        }
        if a.drives != b.drives && before.to != Dialect::OmiSeed {
            let describe = |count: usize| format!("{count} drives");
            let at = property(description.or(object), &["drives"]);
            let loss = Loss::of(node, at, "joint.drives", describe(a.drives.len()));
            losses.push(loss.becoming(describe(b.drives.len())));
        }
        let at = property(object, &["enableCollision"]);
        if one.enable_collision != other.enable_collision {
            let describe = |is_on: bool| if is_on { "true" } else { "false" };
            let loss = Loss::of(node, at, "joint.enableCollision", describe(one.enable_collision));
            losses.push(loss.becoming(describe(other.enable_collision)));
        } else if before.spared(one, count) != after.spared(other, count) {
            // A static body with its colliders in one dialect is a single node in another.
            let loss = Loss::of(node, at, "joint.enableCollision", "false for what the joint is fixed to");
            losses.push(loss.becoming("false for other colliders than before"));
        }
    }
    losses
}

fn of_gravity(before: &ComparedModel<'_>, after: &ComparedModel<'_>) -> Vec<Loss> {
    let mut losses = Vec::new();
    let (a, b) = (before.physics.gravity(), after.physics.gravity());
    let is_same = match (a, b) {
        (Some(a), Some(b)) => near_vector(a, b),
        _ => a.is_some() == b.is_some(),
    };
    if !is_same && let (Some(gravity), Some(at)) = (a, before.words.gravity()) {
        losses.push(Loss::at(at, "gravity", format!("{gravity} m/s²")));
    }
    let key = (|one: &GravityField| before.index(one.node), |one: &GravityField| after.index(one.node));
    for (one, other) in pairs((before.physics.gravity_fields(), after.physics.gravity_fields()), &key, |_, _, _| false)
    {
        if !other.is_some_and(|other| is_same_field((before, one), (after, other))) {
            let node = before.index(one.node);
            let was = format!("a field of {} m/s²", one.gravity);
            losses.push(Loss::of(node, before.words.field(node), "gravity", was));
        }
    }
    losses
}

fn is_same_field(
    (before, a): (&ComparedModel<'_>, &GravityField),
    (after, b): (&ComparedModel<'_>, &GravityField),
) -> bool {
    use sinew_model::model::physics::GravityKind;
    let numbers = |field: &GravityField| (field.gravity.to_bits(), field.priority, field.replace, field.stop);
    let is_same_kind = match (&a.kind, &b.kind) {
        (GravityKind::Shaped { shape: a, unit_distance: d }, GravityKind::Shaped { shape: b, unit_distance: e }) => {
            d == e && near::near_shape(before.shape(*a), after.shape(*b))
        }
        (GravityKind::Directional { direction: a }, GravityKind::Directional { direction: b }) => near_vector(*a, *b),
        (a, b) => a == b,
    };
    numbers(a) == numbers(b) && is_same_kind
}

/// A shape in a report.
fn describe(side: &ComparedModel<'_>, shape: ShapeId) -> String {
    side.shape(shape).map_or_else(|| "a shape".to_owned(), describe_shape)
}
