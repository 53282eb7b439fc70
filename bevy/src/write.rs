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
use sinew::math::Transform as Local;
use sinew::property::{PropertyId, PropertyValue};
use sinew::{LocalPose, NodeId, Pose, World};

use crate::convert::{quat, transform, vec3};
use crate::instance::SinewLink;
use crate::scene::SinewNode;
use crate::world::SinewWorld;

/// Whether poses are interpolated between steps, by the fixed time's overstep.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinewInterpolation(pub bool);

/// Which node of which instance an entity was bound to. The link has the last word; this saves looking every entity up, since Bevy hands
/// the entities of an instance out one behind the other.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct BoundTo {
    pub(crate) instance: Entity,
    pub(crate) node: NodeId,
}

/// What was last written to the entities of an instance: what did not move is not changed, for those who detect changes.
#[derive(Component, Debug, Default)]
pub(crate) struct Written {
    /// The pose between two steps.
    between: Option<LocalPose>,
    /// Whether its nodes may have moved since.
    is_due: bool,
    locals: Vec<Local>,
    weights: Vec<f32>,
    visibility: Option<Vec<Shown>>,
    at: Option<Moment>,
    /// The pose with its matrices, for who asks for them, and when that was.
    shown: Option<(Moment, Pose)>,
}

/// Equal to nothing.
const UNWRITTEN: Local =
    Local { translation: sinew::glam::Vec3::NAN, rotation: sinew::glam::Quat::NAN, scale: sinew::glam::Vec3::NAN };

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

    /// The local transforms that are shown, and those that were written before.
    fn now_and_before<'a>(
        &'a mut self,
        worlds: &'a Query<'_, '_, &SinewWorld>,
        link: &SinewLink,
    ) -> Option<(&'a [Local], &'a mut [Local])> {
        let Self { between, locals, at, .. } = self;
        let now = match between {
            Some(pose) if at.is_some_and(|at| at.1.is_some()) => &pose.local,
            _ => &worlds.get(link.world).ok()?.world().pose(link.id)?.local,
        };
        if locals.len() != now.len() {
            locals.clear();
            locals.resize(now.len(), UNWRITTEN);
        }
        Some((now, locals))
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
    nodes: Query<'w, 's, (Entity, &'static BoundTo, &'static mut Transform), With<SinewNode>>,
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
    // Most instances are in the world of the one before.
    let mut home: Option<(Entity, &SinewWorld, Moment)> = None;
    let mut any_is_due = false;
    for (entity, mut link, mut written) in &mut links {
        let (link, written) = (link.bypass_change_detection(), written.bypass_change_detection());
        written.is_due = false;
        if home.is_none_or(|(before, ..)| before != link.world) {
            home = worlds
                .get(link.world)
                .ok()
                .map(|world| (link.world, world, (world.revision(), fraction(world.world()).map(f32::to_bits))));
        }
        let Some((_, world, at)) = home else { continue };
        if written.at == Some(at) {
            continue;
        }
        let has_stepped = written.at.is_none_or(|before| before.0 != at.0);
        if has_stepped {
            targets.write_root(world.world(), entity, link);
        }
        if !link.is_bound {
            continue;
        }
        written.at = Some(at);
        written.is_due = targets.find_pose(world.world(), link, written);
        any_is_due |= written.is_due;
        if has_stepped {
            targets.write_visibility(world.world(), link, written);
        }
    }
    if any_is_due {
        targets.write_nodes(&worlds, &mut links);
    }
}

impl Targets<'_, '_> {
    /// Finds the pose that is shown, and writes its morph weights.
    fn find_pose(&mut self, world: &World, link: &SinewLink, written: &mut Written) -> bool {
        let Written { between, weights, at, .. } = written;
        let now_weights = match at.and_then(|at| at.1).map(f32::from_bits) {
            Some(fraction) => {
                let pose = between.get_or_insert_with(|| LocalPose::rest(&link.model));
                if world.interpolate_local_at(link.id, fraction, pose).is_err() {
                    return false;
                }
                &pose.weights
            }
            None => match world.pose(link.id) {
                Some(pose) => &pose.weights,
                None => return false,
            },
        };
        if weights != now_weights {
            self.write_weights(link, now_weights);
            now_weights.clone_into(weights);
        }
        true
    }

    /// Writes the local transforms of all nodes, in the order in which Bevy has their entities.
    fn write_nodes(
        &mut self,
        worlds: &Query<'_, '_, &SinewWorld>,
        links: &mut Query<'_, '_, (Entity, &mut SinewLink, &mut Written)>,
    ) {
        let (mut instance, mut open) = (None, None);
        let mut found;
        for (entity, bound, mut at) in &mut self.nodes {
            if instance != Some(bound.instance) {
                instance = Some(bound.instance);
                found = links.get_mut(bound.instance).ok().filter(|(_, _, written)| written.is_due);
                open = found.as_mut().and_then(|(_, link, written)| {
                    let link = &**link;
                    let (now, before) = written.bypass_change_detection().now_and_before(worlds, link)?;
                    Some((link, now, before))
                });
            }
            let Some((link, now, before)) = &mut open else { continue };
            let slot = bound.node.slot();
            let (Some(local), Some(before)) = (now.get(slot), before.get_mut(slot)) else { continue };
            if before != local && link.nodes.get(slot) == Some(&Some(entity)) {
                *before = *local;
                at.set_if_neq(transform(*local));
            }
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
