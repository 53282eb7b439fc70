//! Roots, poses, morph weights and visibility, written to the entities of instances and their nodes.

use bevy::camera::visibility::Visibility;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::hierarchy::ChildOf;
use bevy::ecs::query::{With, Without};
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{NonSendMarker, Query, Res, SystemParam};
use bevy::mesh::morph::MorphWeights;
use bevy::time::{Fixed, Time};
use bevy::transform::components::{GlobalTransform, Transform};
use sinew::property::{PropertyId, PropertyValue};
use sinew::{LocalPose, NodeId, Pose, World};

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
    between: Option<LocalPose>,
    locals: Vec<sinew::math::Transform>,
    weights: Vec<f32>,
    visibility: Option<Vec<Shown>>,
    at: Option<Moment>,
    /// The pose with its matrices, for who asks for them, and when that was.
    shown: Option<(Moment, Pose)>,
}

/// The world's revision, and the fraction of a step; `None` for the pose of the last one.
type Moment = (u64, Option<u32>);

impl Written {
    /// The pose as it is shown, with its matrices: most instances need none but Bevy's.
    pub(crate) fn shown<'a>(&'a mut self, world: &'a World, link: &SinewLink) -> Option<&'a Pose> {
        let at = self.at?;
        let Some(fraction) = at.1 else { return world.pose(link.id) };
        let (seen, pose) = self.shown.get_or_insert_with(|| ((0, None), Pose::rest(&link.model)));
        if *seen != at {
            world.interpolate_at(link.id, f32::from_bits(fraction), pose).ok()?;
            *seen = at;
        }
        Some(pose)
    }

    /// Has everything written again.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }
}

/// What is written.
#[derive(SystemParam)]
pub(crate) struct Targets<'w, 's> {
    roots: Query<'w, 's, (&'static mut Transform, Option<&'static ChildOf>), (With<SinewLink>, Without<SinewNode>)>,
    parents: Query<'w, 's, &'static GlobalTransform>,
    nodes: Query<'w, 's, &'static mut Transform, With<SinewNode>>,
    morphs: Query<'w, 's, &'static mut MorphWeights>,
    visibilities: Query<'w, 's, &'static mut Visibility, With<SinewNode>>,
}

/// Writes whatever changed, on the app's own thread, as worlds step.
pub(crate) fn write_instances(
    worlds: Query<'_, '_, &SinewWorld>,
    mut links: Query<'_, '_, (Entity, &mut SinewLink, &mut Written)>,
    mut targets: Targets<'_, '_>,
    interpolation: Res<'_, SinewInterpolation>,
    time: Option<Res<'_, Time<Fixed>>>,
    _here: NonSendMarker,
) {
    let overstep = time.filter(|_| interpolation.0).map(|time| time.overstep().as_secs_f64());
    let fraction = |world: &World| overstep.map(|overstep| ((world.remainder() + overstep) / world.dt()) as f32);
    for (entity, mut link, mut written) in &mut links {
        let Ok(world) = worlds.get(link.world) else { continue };
        let at = (world.revision(), fraction(world.world()).map(f32::to_bits));
        if written.at == Some(at) {
            continue;
        }
        let has_stepped = written.at.is_none_or(|before| before.0 != at.0);
        let (link, written) = (link.bypass_change_detection(), written.bypass_change_detection());
        if has_stepped {
            targets.write_root(world.world(), entity, link);
        }
        if !link.is_bound {
            continue;
        }
        written.at = Some(at);
        targets.write_pose(world.world(), link, written);
        if has_stepped {
            targets.write_visibility(world.world(), link, written);
        }
    }
}

impl Targets<'_, '_> {
    /// Writes local transforms and morph weights.
    fn write_pose(&mut self, world: &World, link: &SinewLink, written: &mut Written) {
        let Written { between, locals, weights, at, .. } = written;
        let (now, now_weights) = match at.and_then(|at| at.1).map(f32::from_bits) {
            Some(fraction) => {
                let pose = between.get_or_insert_with(|| LocalPose::rest(&link.model));
                if world.interpolate_local_at(link.id, fraction, pose).is_err() {
                    return;
                }
                (&pose.local, &pose.weights)
            }
            None => match world.pose(link.id) {
                Some(pose) => (&pose.local, &pose.weights),
                None => return,
            },
        };
        let is_first = locals.len() != now.len();
        if is_first {
            now.clone_into(locals);
        }
        for ((local, before), entity) in now.iter().zip(locals).zip(&link.nodes) {
            if !is_first && before == local {
                continue;
            }
            *before = *local;
            if let Some(mut found) = entity.and_then(|entity| self.nodes.get_mut(entity).ok()) {
                found.set_if_neq(transform(*local));
            }
        }
        if weights != now_weights {
            self.write_weights(link, now_weights);
            now_weights.clone_into(weights);
        }
    }

    /// Writes the morph weights of an instance. What Bevy has fewer of, its mesh does not have.
    fn write_weights(&mut self, link: &SinewLink, now: &[f32]) {
        let targets = link.model.morph_targets();
        for node in targets.nodes() {
            let Some(mut found) = link.entity(node).and_then(|entity| self.morphs.get_mut(entity).ok()) else {
                continue;
            };
            let weights = now.get(targets.range(node)).unwrap_or_default();
            let is_same = found.weights().iter().zip(weights).all(|(one, other)| one.to_bits() == other.to_bits());
            if !is_same {
                found.weights_mut().iter_mut().zip(weights).for_each(|(slot, weight)| *slot = *weight);
            }
        }
    }

    /// Writes which nodes are shown (`KHR_node_visibility`).
    fn write_visibility(&mut self, world: &World, link: &SinewLink, written: &mut Written) {
        for shown in written.visibility.get_or_insert_with(|| visibility_of(link)) {
            let Some(is_visible) = shown.changed(world, link) else { continue };
            if let Some(mut found) = link.entity(shown.node).and_then(|entity| self.visibilities.get_mut(entity).ok()) {
                found.set_if_neq(if is_visible { Visibility::Inherited } else { Visibility::Hidden });
            }
        }
    }

    /// Moves the entity of an instance that its animation has moved (root motion).
    fn write_root(&mut self, world: &World, entity: Entity, link: &mut SinewLink) {
        let Some(root) = world.world_from_model(link.id).filter(|root| *root != link.root) else { return };
        let Ok((mut at, parent)) = self.roots.get_mut(entity) else { return };
        link.root = root;
        let (translation, rotation) = (vec3(root.translation), quat(root.rotation));
        match parent.and_then(|parent| self.parents.get(parent.parent()).ok()) {
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
