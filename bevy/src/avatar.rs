//! Avatars: what they look at, and the clips that they play.

use std::sync::Arc;

use bevy::asset::{AssetEvent, AssetServer, Assets, Handle, LoadState};
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::message::{MessageReader, MessageWriter};
use bevy::ecs::system::{NonSendMarker, Query, Res};
use bevy::ecs::world::DeferredWorld;
use bevy::math::Vec3;
use bevy::transform::helper::TransformHelper;
use sinew::document::Diagnostics;
use sinew::{ClipOptions, ClipState, HumanClip, InstanceId, LookAtAngles, LookAtTarget, WrapMode};

use crate::convert::to_vec3;
use crate::instance::SinewLink;
use crate::message::{SinewError, SinewProblem};
use crate::model::SinewModel;
use crate::node::NodeEntities;
use crate::world::SinewWorld;

/// What the eyes of an avatar look at. Removing it has them look ahead.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(on_remove = look_ahead)]
pub struct SinewLookAt {
    /// Where.
    pub target: SinewLookAtTarget,
    /// The most that the eyes move, degrees in a second; `None` for eyes that are there at once.
    pub speed: Option<f32>,
    /// What was last set.
    sent: Option<SentLookAt>,
}

/// What was set on which instance, and how often its world had gone back by then. Setting the same again changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SentLookAt {
    instance: InstanceId,
    restored: u64,
    target: LookAtTarget,
    speed: Option<f32>,
}

/// A target of eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SinewLookAtTarget {
    /// A point of the world.
    Point(Vec3),
    /// An entity: a node of this or another instance of the same world, or anything with a transform, such as a camera.
    Entity(Entity),
    /// A direction relative to the head, degrees.
    Direction {
        /// To the left.
        yaw: f32,
        /// Down.
        pitch: f32,
    },
}

impl SinewLookAt {
    /// Eyes that are on a target at once.
    #[must_use]
    pub fn new(target: SinewLookAtTarget) -> Self {
        Self { target, speed: None, sent: None }
    }
}

fn look_ahead(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(link) = world.get::<SinewLink>(context.entity) else { return };
    let (home, id) = (link.world(), link.id());
    if let Some(mut home) = world.get_mut::<SinewWorld>(home) {
        // An avatar without look-at looks ahead already.
        let _ = home.world_mut().set_look_at(id, None, None);
    }
}

/// Has eyes follow their targets.
pub(crate) fn look(
    mut avatars: Query<'_, '_, (Entity, &SinewLink, &mut SinewLookAt)>,
    nodes: NodeEntities<'_, '_>,
    places: TransformHelper<'_, '_>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, link, mut look) in &mut avatars {
        let target = match look.target {
            SinewLookAtTarget::Point(point) => Some(LookAtTarget::Point(to_vec3(point))),
            SinewLookAtTarget::Direction { yaw, pitch } => Some(LookAtTarget::Direction(LookAtAngles { yaw, pitch })),
            SinewLookAtTarget::Entity(target) => match nodes.find(target).filter(|found| found.world == link.world()) {
                Some(found) => Some(LookAtTarget::Node { instance: found.id, node: found.node }),
                None => {
                    let at = places.compute_global_transform(target).ok();
                    at.map(|at| LookAtTarget::Point(to_vec3(at.translation())))
                }
            },
        };
        // An entity that is gone leaves the eyes as they are.
        let Some(target) = target else { continue };
        let Ok(mut world) = worlds.get_mut(link.world()) else { continue };
        let (instance, restored, speed) = (link.id(), world.restored(), look.speed);
        let wanted = Some(SentLookAt { instance, restored, target, speed });
        if look.sent == wanted {
            continue;
        }
        look.bypass_change_detection().sent = wanted;
        if let Err(error) = world.world_mut().set_look_at(link.id(), Some(target), speed) {
            problems.write(SinewProblem::new(entity, error.into()));
        }
    }
}

/// A clip for humanoids on an avatar: a `.vrma`, or an animation of any humanoid. Removing the component does not stop it;
/// [`World::stop_clip`](sinew::World::stop_clip) does.
#[derive(Component, Clone, Debug)]
pub struct SinewClip {
    /// The file of the clip.
    pub clip: Handle<SinewModel>,
    /// Which of its animations; the first where none is named.
    pub animation: Option<usize>,
    /// How it is retargeted.
    pub options: ClipOptions,
    /// From where, how fast, how much of it, and in which layer.
    pub state: ClipState,
    started: Option<Started>,
}

/// On which instance a clip was started, after how many steps, and how often its world had gone back by then.
#[derive(Clone, Copy, Debug)]
struct Started {
    instance: InstanceId,
    step: u64,
    restored: u64,
}

impl SinewClip {
    /// The first animation of a file, in a loop.
    #[must_use]
    pub fn new(clip: Handle<SinewModel>) -> Self {
        let state = ClipState::default().with_wrap_mode(WrapMode::Loop);
        Self { clip, animation: None, options: ClipOptions::default(), state, started: None }
    }

    /// Sets from where, how fast, how much of it, and in which layer it plays.
    #[must_use]
    pub fn with_state(self, state: ClipState) -> Self {
        Self { state, ..self }
    }

    /// Sets which animation of the file it is.
    #[must_use]
    pub fn with_animation(self, animation: usize) -> Self {
        Self { animation: Some(animation), ..self }
    }

    /// Whether the instance has it: a world that has gone back to before its start does not.
    fn is_started(&self, link: &SinewLink, world: &SinewWorld) -> bool {
        self.started.is_some_and(|started| {
            let is_kept = started.restored == world.restored() || started.step < world.world().steps();
            started.instance == link.id() && is_kept
        })
    }
}

/// Starts clips that are loaded. A world that waits for models waits for these, too.
pub(crate) fn play_clips(
    mut avatars: Query<'_, '_, (Entity, &SinewLink, &mut SinewClip)>,
    models: Res<'_, Assets<SinewModel>>,
    assets: Res<'_, AssetServer>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
    mut problems: MessageWriter<'_, SinewProblem>,
    _here: NonSendMarker,
) {
    for (entity, link, mut clip) in &mut avatars {
        let Ok(mut world) = worlds.get_mut(link.world()) else { continue };
        if clip.is_started(link, &world) {
            continue;
        }
        let (step, restored) = (world.world().steps(), world.restored());
        let started = Some(Started { instance: link.id(), step, restored });
        let Some(file) = models.get(&clip.clip) else {
            if let LoadState::Failed(error) = assets.load_state(&clip.clip) {
                clip.bypass_change_detection().started = started;
                problems.write(SinewProblem::new(entity, SinewError::Load(error.to_string())));
            } else {
                world.is_waiting |= world.wait_for_models;
            }
            continue;
        };
        clip.bypass_change_detection().started = started;
        let found = match clip.animation {
            Some(animation) => HumanClip::new(file.model.clone(), animation),
            None => HumanClip::first(file.model.clone(), &mut Diagnostics::new()),
        };
        let played = match found {
            Ok(found) => {
                let world = world.world_mut();
                world.play_clip_with(link.id(), Arc::new(found), clip.options, clip.state).map_err(SinewError::World)
            }
            Err(error) => Err(SinewError::Clip(error.to_string())),
        };
        if let Err(error) = played {
            problems.write(SinewProblem::new(entity, error));
        }
    }
}

/// Starts clips anew whose files have changed.
pub(crate) fn reload_clips(
    mut events: MessageReader<'_, '_, AssetEvent<SinewModel>>,
    mut avatars: Query<'_, '_, (&SinewLink, &mut SinewClip)>,
    mut worlds: Query<'_, '_, &mut SinewWorld>,
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else { continue };
        for (link, mut clip) in avatars.iter_mut().filter(|(_, clip)| clip.clip.id() == *id) {
            let is_playing = clip.bypass_change_detection().started.take().is_some();
            if let Ok(mut world) = worlds.get_mut(link.world())
                && is_playing
            {
                // One that has ended is not there to stop.
                let _ = world.world_mut().stop_clip(link.id());
            }
        }
    }
}
