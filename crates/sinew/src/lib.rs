//! Sinew makes glTF move: it runs what an asset *does*.
//!
//! ```
//! use sinew::document::{Document, NoResources};
//! use sinew::{Model, Pose};
//!
//! let file = br#"{"asset": {"version": "2.0"}, "nodes": [
//!     {"name": "arm", "translation": [0, 2, 0], "children": [1]},
//!     {"name": "hand", "translation": [1, 0, 0]}]}"#;
//! let document = Document::read(file, &NoResources)?;
//! let (model, diagnostics) = Model::from_document(&document);
//! for diagnostic in &diagnostics {
//!     eprintln!("{diagnostic}");
//! }
//! let mut pose = Pose::rest(&model);
//! let arm = model.hierarchy().find("arm").ok_or("no arm")?;
//! pose.local[arm.slot()].rotation = glam::Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
//! pose.evaluate(&model);
//! let hand = model.hierarchy().find("hand").ok_or("no hand")?;
//! let position = pose.model_from_node(hand).translation;
//! assert!(position.distance(glam::Vec3A::new(0.0, 3.0, 0.0)) < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! | | |
//! |---|---|
//! | axes | right-handed, +Y up, +Z forward, as glTF has them |
//! | units | metres, seconds, radians, kilograms; newtons and newton metres |
//! | quaternions | x, y, z, w; unit length; `q` and `−q` mean the same |
//! | matrices | column-major, column vectors: `model_from_hand = model_from_arm * arm_from_hand` |
//! | names | `b_from_a` takes a point of `a` to `b`, so that inner words cancel |
//! | spaces | *local*: relative to the parent; *model*: relative to the scene's root; *world*: where an application puts the model |
//! | rest | the transform authored in the file |
//! | model rotation | the product of the local rotations along a node's chain, ignoring scale |
//! | node indices | [`NodeId`] is an index into the arrays of a [`Model`], parents first; the file's own number is a [`document::NodeIndex`] |
//! | scene | the file's default scene runs, else its first, else every root; other nodes are data |
//!
//! # From file to pose
//!
//! [`document::Document`] is the file as written, lossless. [`Model`] is the file as meant: resolved, checked, immutable, to be
//! shared. [`Pose`] is where its nodes are at one moment; [`evaluate`] and [`constrain`] work on a slice of transforms that the
//! caller owns. A recoverable problem of a file is a [`document::Diagnostic`] with its place in the file; a file that
//! cannot be read returns [`document::ReadError`].
//!
//! # From model to world
//!
//! A [`World`] steps instances of models together. Each step samples the animations, applies human poses, look-at and expressions, evaluates the
//! constraints that depend on no simulated body, moves animated bodies, simulates, moves nodes to their bodies, evaluates the
//! other constraints and the virtual transforms, and collects events. A call that fails returns [`WorldError`] and leaves the
//! world unchanged.
//!
//! ```
//! # use std::sync::Arc;
//! use sinew::document::{Document, NoResources};
//! use sinew::{AnimationState, Model, World, WorldError, WorldOptions, math::Rigid};
//!
//! # let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "Hand"}]}"#;
//! # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
//! let mut world = World::new(WorldOptions::default());
//! let robot = world.spawn(Arc::new(model), Rigid::IDENTITY);
//! let hand = world.node(robot, "Hand")?;
//! world.step();
//! let position = world.world_from_node(robot, hand).ok_or("no robot")?.translation;
//! assert_eq!(world.play(robot, AnimationState::new(7)), Err(WorldError::UnknownAnimation));
//! # let _ = position;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Examples
//!
//! Programs of 20 to 60 lines in `crates/sinew/examples/`, each run by `cargo run -p sinew --example NAME`:
//!
//! | program | shows |
//! |---|---|
//! | [`inspect`](mod@examples::inspect) | what a file holds, what moves in it, and what is wrong with it |
//! | [`play_clip`](mod@examples::play_clip) | a `.vrma` on an avatar with other proportions |
//! | [`ragdoll`](mod@examples::ragdoll) | a ragdoll that falls, with the events of what it touches |
//! | [`rays_and_impulses`](mod@examples::rays_and_impulses) | rays, overlaps and impulses |
//! | [`robot_arm`](mod@examples::robot_arm) | an arm that follows a target: drives, set by pointer before every step |
//! | [`rollback`](mod@examples::rollback) | a snapshot, a wrong prediction, and a rollback to the same bits |
//! | [`retarget_bvh`](mod@examples::retarget_bvh) | motion capture on an avatar, written to a file |
//! | [`resources_from_memory`](mod@examples::resources_from_memory) | buffers that come from the application's own store |
//! | [`many_worlds`](mod@examples::many_worlds) | many worlds on all cores |
//!
//! # Features
//!
//! - `physics` (default): rigid bodies, and `graphs`. Without it the same world plays, poses, constrains, records and snapshots, and
//!   no engine is built; of a file the physics is neither read nor checked, unless the feature `physics` of `sinew-model` is on.
//! - `graphs`: behaviour graphs (`KHR_interactivity`). Without it a file's animations play as if it had none.
//! - `parallel` (default): [`Worlds`] step on all cores, a [`World`] on one.
//! - `threads`: the simulation of a large [`World`] steps on all cores, too ([`WorldOptions::threads`]), with the same results. Every
//!   step then waits some 15 µs for a thread of the world's own, which a small world would notice.

#[cfg(all(doc, feature = "physics"))]
pub mod examples;
pub mod world;

pub use glam;
pub use sinew_document as document;
pub use sinew_graph as graph;
pub use sinew_model::{
    BoneSet, ConstraintKind, Expression, Expressions, Facing, Hierarchy, HumanBone, Humanoid, Inherit, LookAt,
    LowerOptions, Model, MorphTargets, NodeConstraint, NodeId, OmiStiffness, Proportions, Space, TPoseReport,
    Uninherited, VirtualTransform, VirtualTransformId, VirtualTransforms, kernel, math, model, property, validate,
};
pub use sinew_motion as motion;
pub use sinew_motion::{
    Attachment, AttachmentId, Attachments, ClipMap, ClipOptions, ClipSample, ConstraintFrames, Conversion,
    ConversionOptions, ExpressionState, FeetPolicy, FootLock, HipsPolicy, HumanClip, HumanPose, InstanceId, LocalPose,
    LookAtAngles, ModelSpace, NodeOverride, Pose, PoseMismatch, Properties, RetargetMap, SpringPlan, SpringState, bvh,
    constrain, evaluate, evaluate_virtual_transforms,
};
#[cfg(feature = "physics")]
pub use sinew_physics as physics;
#[cfg(feature = "physics")]
pub use sinew_physics::{
    AppliedForce, Budget, BudgetExceeded, CharacterSettings, ClosestPoint, ContactPoint, EventContact, JointBreak,
    PhysicsEventKind, QueryOptions, RayHit, ShapeHit, Velocity, WorldNode,
};
pub use world::{
    Advanced, AnimationState, Animations, Assets, BodyBuilder, BoneGoal, Cancel, CharacterInput, ClipState,
    ColliderBuilder, DriveBuilder, ExpressionValue, Fade, GraphEvent, GraphLog, Input, Isometry, JointBuilder, JointTo,
    Lanes, Layer, LayerMask, LimitBuilder, LookAtTarget, MaterialValue, NodeChange, PartDigests, Property, Prototype,
    RecordedBoneGoal, RecordedHumanPose, RecordedJointTo, RecordedLookAt, RecordedStep, Recorder, RootMotion,
    Selection, SnapshotError, SpawnOptions, Stage, StepError, World, WorldError, WorldOptions, Worlds, WrapMode,
};
#[cfg(feature = "physics")]
pub use world::{BodyState, BuildCheck, CharacterState, WorldDiagnostic, WorldEvent};

/// The book's pages on Rust and on playing, whose code is run with the examples of this crate.
#[cfg(all(doctest, feature = "physics"))]
#[doc = include_str!("../../../docs/book/rust.md")]
#[doc = include_str!("../../../docs/playing.md")]
struct Book;
