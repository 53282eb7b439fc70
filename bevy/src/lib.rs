//! Sinew in Bevy: glTF files that move by their own physics, constraints, avatars and behaviour graphs.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_sinew::SinewPlugins;
//!
//! fn main() {
//!     App::new().add_plugins((DefaultPlugins, SinewPlugins)).add_systems(Startup, setup).run();
//! }
//!
//! fn setup(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn(bevy_sinew::file(&assets, "robot.glb"));
//! }
//! ```
//!
//! | to | use |
//! |---|---|
//! | run a file | [`SinewInstance`]; with what Bevy shows of it: [`file`] |
//! | show it | [`SinewScene`], or `WorldAssetRoot` with Bevy's `robot.glb#Scene0` |
//! | find its nodes | [`SinewLink`], [`SinewNode`], `Name` |
//! | steer bodies | [`SinewDrives`], [`SinewForces`], [`SinewCharacters`], [`SinewGravity`] |
//! | steer avatars | [`SinewExpressions`], [`SinewLookAt`], [`SinewBoneGoals`], [`SinewClip`], [`SinewLayers`], [`SinewWind`] |
//! | steer all else | [`SinewProperties`], [`SinewControl`], [`SinewInput`] |
//! | hear of it | [`SinewContact`], [`SinewTrigger`], [`SinewJointBreak`], [`SinewGraphEvent`], [`SinewGraphLog`], [`SinewProblem`] |
//! | attach to it | [`SinewSocket`], or a child of a node's entity |
//! | ask it | [`SinewQuery`]: rays, overlaps, nodes and virtual transforms |
//! | see it | [`SinewGizmos`] |
//! | roll it back | [`SinewState`] |
//! | have several worlds | [`SinewWorld`], [`SinewInstance::in_world`] |
//!
//! [`SinewSystems`] says when. Numbers are metres, seconds and kilograms, in glTF's axes, which are Bevy's but for what is called forward.
//!
//! # Determinism
//!
//! A world in a Bevy app has the digests of the command line, whatever Bevy's features: Bevy moves nothing of it. For the same bits on two
//! machines, act on instances in the plugin's schedule, and let the world [wait for its models](SinewWorld::wait_for_models).

/// The chapter in `docs/`, whose snippets are compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/bevy.md")]
struct Chapter;

mod avatar;
mod bind;
mod control;
pub mod convert;
mod gizmos;
mod instance;
mod live;
mod message;
mod model;
mod node;
mod picking;
mod plugin;
mod query;
mod rollback;
mod scene;
mod socket;
mod spawn;
mod world;
mod write;

pub use avatar::{SinewClip, SinewLookAt, SinewLookAtTarget};
pub use control::{SinewControl, SinewInput};
pub use gizmos::{SinewGizmos, SinewGizmosPlugin};
pub use instance::{SinewInstance, SinewLink};
pub use live::{
    SinewBoneGoals, SinewCharacters, SinewDrives, SinewExpressions, SinewForces, SinewGravity, SinewLayers,
    SinewProperties, SinewWind,
};
pub use message::{
    Phase, SinewContact, SinewError, SinewGraphEvent, SinewGraphLog, SinewImpact, SinewJointBreak, SinewProblem,
    SinewSide, SinewTrigger,
};
pub use model::{SinewLoadError, SinewModel, SinewModelLoader};
pub use node::{FoundNode, NodeEntities};
pub use picking::SinewPickingPlugin;
pub use plugin::{SinewPlugin, SinewPlugins, SinewSystems};
pub use query::{SinewHit, SinewQuery};
pub use rollback::SinewState;
pub use scene::{SinewNode, SinewScene, file};
pub use sinew;
pub use socket::SinewSocket;
pub use world::{Pace, SinewDefaultWorld, SinewWorld};
pub use write::SinewInterpolation;
