//! Poses, morph weights and visibility, written to the entities of nodes.

use bevy::camera::visibility::Visibility;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Component;
use bevy::ecs::hierarchy::ChildOf;
use bevy::ecs::query::{With, Without};
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{NonSendMarker, Query, Res};
use bevy::mesh::morph::MorphWeights;
use bevy::time::{Fixed, Time};
use bevy::transform::components::{GlobalTransform, Transform};
use sinew::math::Rigid;
use sinew::property::{PropertyId, PropertyValue};
use sinew::{NodeId, Pose, World};

use crate::convert::{quat, transform, vec3};
use crate::instance::SinewLink;
use crate::scene::SinewNode;
use crate::world::SinewWorld;

/// Whether poses are interpolated between steps, by the fixed time's overstep.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinewInterpolation(pub bool);

/// What was last written to the entities of an instance: what did not move costs no look at an entity, and no change detected.
#[derive(Component, Debug, Default)]
pub(crate) struct Written {
    /// The pose between two steps.
    pose: Option<Pose>,
    locals: Vec<sinew::math::Transform>,
    weights: Vec<f32>,
    visibility: Option<Vec<Shown>>,
    /// The world's revision as visibility was last read.
    visibility_at: Option<u64>,
    /// The world's revision and the fraction of a step.
    at: Option<(u64, u32)>,
}

impl Written {
    /// The pose as it is shown.
    pub(crate) fn pose(&self) -> Option<&Pose> {
        self.pose.as_ref()
    }

    /// Has everything written again.
    pub(crate) fn forget(&mut self) {
        self.pose = None;
        self.locals.clear();
        self.weights.clear();
        self.visibility = None;
        self.at = None;
    }
}

/// Writes poses and morph weights, on the app's own thread, as worlds step.
pub(crate) fn write_poses(
    worlds: Query<'_, '_, &SinewWorld>,
    mut links: Query<'_, '_, (&SinewLink, &mut Written)>,
    mut transforms: Query<'_, '_, &mut Transform, With<SinewNode>>,
    mut morphs: Query<'_, '_, &mut MorphWeights>,
    interpolation: Res<'_, SinewInterpolation>,
    time: Option<Res<'_, Time<Fixed>>>,
    _here: NonSendMarker,
) {
    let overstep = time.filter(|_| interpolation.0).map(|time| time.overstep().as_secs_f64());
    for (link, mut written) in &mut links {
        let Ok(world) = worlds.get(link.world) else { continue };
        let time = |overstep: f64| ((world.world().remainder() + overstep) / world.world().dt()) as f32;
        let fraction = overstep.map(time);
        let now = Some((world.revision(), fraction.unwrap_or(1.0).to_bits()));
        if written.at == now || !link.is_bound {
            continue;
        }
        let written = written.bypass_change_detection();
        written.at = now;
        let Written { pose, locals, weights, .. } = written;
        let pose = pose.get_or_insert_with(|| Pose::rest(&link.model));
        let is_there = match fraction {
            Some(fraction) => world.world().interpolate_at(link.id, fraction, pose).is_ok(),
            None => world.world().pose(link.id).map(|stepped| pose.clone_from(stepped)).is_some(),
        };
        if !is_there {
            continue;
        }
        let is_first = locals.len() != pose.local.len();
        for (slot, (local, entity)) in pose.local.iter().zip(&link.nodes).enumerate() {
            let Some(entity) = *entity else { continue };
            if (is_first || locals[slot] != *local)
                && let Ok(mut found) = transforms.get_mut(entity)
            {
                found.set_if_neq(transform(*local));
            }
        }
        pose.local.clone_into(locals);
        if *weights != pose.weights {
            write_weights(link, pose, &mut morphs);
            pose.weights.clone_into(weights);
        }
    }
}

/// Writes the morph weights of an instance. What Bevy has fewer of, its mesh does not have.
fn write_weights(link: &SinewLink, pose: &Pose, morphs: &mut Query<'_, '_, &mut MorphWeights>) {
    let targets = link.model.morph_targets();
    for node in targets.nodes() {
        let Some(mut found) = link.entity(node).and_then(|entity| morphs.get_mut(entity).ok()) else { continue };
        let weights = pose.weights.get(targets.range(node)).unwrap_or_default();
        let is_same = found.weights().iter().zip(weights).all(|(one, other)| one.to_bits() == other.to_bits());
        if !is_same {
            found.weights_mut().iter_mut().zip(weights).for_each(|(slot, weight)| *slot = *weight);
        }
    }
}

/// Whether an instance has nodes that can be hidden, as far as is known.
pub(crate) fn any_can_be_hidden(links: Query<'_, '_, &Written>) -> bool {
    links.iter().any(|written| written.visibility.as_ref().is_none_or(|nodes| !nodes.is_empty()))
}

/// Writes which nodes are shown (`KHR_node_visibility`).
pub(crate) fn write_visibility(
    worlds: Query<'_, '_, &SinewWorld>,
    mut links: Query<'_, '_, (&SinewLink, &mut Written)>,
    mut nodes: Query<'_, '_, &mut Visibility, With<SinewNode>>,
) {
    for (link, mut written) in &mut links {
        let (Ok(world), true) = (worlds.get(link.world), link.is_bound) else { continue };
        let Written { visibility, visibility_at, .. } = written.bypass_change_detection();
        let now = Some(world.revision());
        if std::mem::replace(visibility_at, now) == now && visibility.is_some() {
            continue;
        }
        for shown in visibility.get_or_insert_with(|| visibility_of(link)) {
            let Some(is_visible) = shown.changed(world.world(), link) else { continue };
            if let Some(mut found) = link.entity(shown.node).and_then(|entity| nodes.get_mut(entity).ok()) {
                found.set_if_neq(if is_visible { Visibility::Inherited } else { Visibility::Hidden });
            }
        }
    }
}

/// Whether a node is shown, as an application, a behaviour graph or an animation last set it.
#[derive(Debug)]
struct Shown {
    node: NodeId,
    property: PropertyId,
    is_visible: Option<bool>,
}

impl Shown {
    /// Whether the node is shown, if that has changed.
    fn changed(&mut self, world: &World, link: &SinewLink) -> Option<bool> {
        let Ok(PropertyValue::Bool(is_visible)) = world.value_of(link.id, self.property) else { return None };
        let before = self.is_visible.replace(is_visible);
        (before != Some(is_visible)).then_some(is_visible)
    }
}

/// The nodes that can be hidden: those with the extension.
fn visibility_of(link: &SinewLink) -> Vec<Shown> {
    let hierarchy = link.model.hierarchy();
    let shown = |node: NodeId| {
        let pointer = format!("/nodes/{}/extensions/KHR_node_visibility/visible", hierarchy.index(node).0);
        Some(Shown { node, property: link.model.property(&pointer).ok()?, is_visible: None })
    };
    hierarchy.nodes().filter_map(shown).collect()
}

/// Whether an animation has moved an instance.
pub(crate) fn any_root_moved(worlds: Query<'_, '_, &SinewWorld>, links: Query<'_, '_, &SinewLink>) -> bool {
    links.iter().any(|link| root_of(&worlds, link).is_some_and(|root| root != link.root))
}

fn root_of(worlds: &Query<'_, '_, &SinewWorld>, link: &SinewLink) -> Option<Rigid> {
    worlds.get(link.world).ok()?.world().world_from_model(link.id)
}

/// Moves the entities of instances whose animations have moved them (root motion).
pub(crate) fn write_roots(
    worlds: Query<'_, '_, &SinewWorld>,
    mut links: Query<'_, '_, (&mut SinewLink, &mut Transform, Option<&ChildOf>), Without<SinewNode>>,
    parents: Query<'_, '_, &GlobalTransform>,
) {
    for (mut link, mut at, parent) in &mut links {
        let Some(root) = root_of(&worlds, &link).filter(|root| *root != link.root) else { continue };
        let link = link.bypass_change_detection();
        link.root = root;
        let (translation, rotation) = (vec3(root.translation), quat(root.rotation));
        match parent.and_then(|parent| parents.get(parent.parent()).ok()) {
            None => {
                (at.translation, at.rotation) = (translation, rotation);
                link.seen = root;
            }
            Some(parent) => {
                let (_, parent_rotation, _) = parent.to_scale_rotation_translation();
                at.translation = parent.affine().inverse().transform_point3(translation);
                at.rotation = parent_rotation.inverse() * rotation;
                link.was_moved = true;
            }
        }
    }
}
