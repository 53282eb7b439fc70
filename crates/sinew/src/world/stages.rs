//! The stages of a step: the list.
//!
//! A stage is one module with the same four parts in the same places: its state of one instance (the type that implements
//! [`InstanceStage`]), what it reads and what it writes (the arguments of its methods, and the head of its file), and how its state
//! is saved and restored. Adding a stage is writing that module and naming it here: in [`InstanceStages`], in [`SavedStages`], in
//! the order of a step, and among what a digest covers.

#[cfg(feature = "physics")]
pub(super) mod characters;
pub(super) mod constraints;
pub(super) mod expressions;
pub(super) mod goals;
pub(super) mod graphs;
pub(super) mod look_at;
#[cfg(not(feature = "physics"))]
mod no_physics;
#[cfg(feature = "physics")]
pub(super) mod physics;
pub(super) mod playback;
pub(super) mod properties;
pub(super) mod springs;
pub(super) mod virtual_transforms;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::InstanceId;

use super::digest::Digest;
use super::digests::PartDigests;
use super::instance::saved::transform_numbers;
use super::instance::{Instance, Spawned};
use super::options::{SpawnOptions, WorldOptions};
use super::snapshot::SnapshotError;
use super::{World, unit};
#[cfg(feature = "physics")]
use characters::{Characters, SavedCharacter};
use constraints::Constraints;
use expressions::Expressions;
use goals::Goals;
use graphs::{Graphs, SavedGraphs};
use look_at::LookAt;
#[cfg(not(feature = "physics"))]
pub(super) use no_physics::{SavedSimulation, engine_name, read_simulation};
#[cfg(feature = "physics")]
use physics::{Bodies, Physics, SavedBodies};
#[cfg(feature = "physics")]
pub(super) use physics::{SavedSimulation, engine_name, read_simulation};
use playback::{Playback, SavedPlayback};
use springs::{SpringPlans, Springs};
use virtual_transforms::VirtualTransforms;

/// The version of snapshots. It goes up with every change of what their bytes mean.
pub(super) const SNAPSHOT_VERSION: u32 = 11;

/// A group of stages of a step; they follow each other in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Animations, clips, human poses, behaviour graphs, goals of bones, look-at, expressions, and the constraints that no simulated body moves.
    Animate,
    /// Animated bodies take their targets from their nodes.
    UpdateBodies,
    /// The simulation.
    Simulate,
    /// Nodes follow their bodies, the other constraints are evaluated, springs swing, and virtual transforms follow.
    Follow,
    /// Events are collected.
    EmitEvents,
}

/// What a stage keeps of one instance, and how that is saved.
pub(super) trait InstanceStage {
    /// The state in a snapshot; `()` for a stage whose state follows from the rest.
    type Saved: Serialize + DeserializeOwned;

    /// The state to be written.
    fn save(&self) -> Self::Saved;

    /// Fails where [`InstanceStage::restore`] could not go back to a saved state.
    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError>;

    /// Goes back to a saved state. The pose of the instance has gone back already.
    fn restore(&mut self, instance: &Instance, saved: &Self::Saved);
}

/// What the stages keep of one instance, in the order in which they run.
pub(super) struct InstanceStages {
    pub(super) playback: Playback,
    pub(super) graphs: Graphs,
    pub(super) goals: Goals,
    pub(super) look_at: LookAt,
    pub(super) expressions: Expressions,
    pub(super) constraints: Constraints,
    #[cfg(feature = "physics")]
    pub(super) bodies: Bodies,
    #[cfg(feature = "physics")]
    pub(super) characters: Characters,
    pub(super) springs: Springs,
    pub(super) virtual_transforms: VirtualTransforms,
}

/// What the stages keep of the world as a whole.
pub(super) struct SharedStages {
    #[cfg(feature = "physics")]
    pub(super) physics: Physics,
    pub(super) springs: SpringPlans,
}

/// The stages of one instance in a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedStages {
    playback: SavedPlayback,
    graphs: Option<SavedGraphs>,
    goals: <Goals as InstanceStage>::Saved,
    look_at: <LookAt as InstanceStage>::Saved,
    expressions: <Expressions as InstanceStage>::Saved,
    #[cfg(feature = "physics")]
    bodies: SavedBodies,
    #[cfg(feature = "physics")]
    characters: Vec<SavedCharacter>,
    springs: <Springs as InstanceStage>::Saved,
}

impl World {
    /// Forgets what can be asked of the steps of the last call.
    pub(super) fn begin_steps(&mut self) {
        #[cfg(feature = "physics")]
        self.clear_events();
        self.clear_graph_events();
        self.each(|spawned, _| spawned.stages.playback.forget_root_motion());
    }

    /// One step, from front to back. `observe` is called behind each group of stages.
    pub(super) fn run_step(&mut self, observe: &mut dyn FnMut(Stage)) {
        self.begin_step();
        self.update_graph_animations();
        self.sample_animations();
        self.apply_human_poses();
        self.tick_graphs();
        self.follow_goals();
        self.follow_look_at();
        self.apply_expressions();
        self.evaluate_constraints();
        observe(Stage::Animate);
        #[cfg(feature = "physics")]
        {
            self.update_animated_bodies();
            self.move_characters();
            observe(Stage::UpdateBodies);
            self.simulate();
            observe(Stage::Simulate);
            self.follow_bodies();
        }
        self.step_springs();
        self.evaluate_virtual_transforms();
        observe(Stage::Follow);
        #[cfg(feature = "physics")]
        {
            self.emit_events();
            self.post_triggers();
            observe(Stage::EmitEvents);
        }
    }

    /// Time passes, and what moves which node is worked out anew where that has changed.
    pub(super) fn begin_step(&mut self) {
        self.clock.count_step();
        let dt = self.clock.dt();
        self.each(|spawned, shared| {
            spawned.instance.reset_previous();
            spawned.stages.expressions.take_back(&mut spawned.instance);
            spawned.stages.goals.take_back(&mut spawned.instance);
            spawned.stages.playback.advance(&spawned.instance.model, dt);
            spawned.replan(shared);
        });
    }

    pub(super) fn sample_animations(&mut self) {
        let dt = self.clock.dt();
        self.each(|spawned, shared| {
            let Spawned { instance, stages } = spawned;
            let moved = stages.playback.sample_animations(&instance.model, dt, &mut instance.pose);
            if let Some(root) = moved {
                spawned.move_root(root, shared);
            }
        });
        self.each(Spawned::animate_properties);
    }

    pub(super) fn apply_human_poses(&mut self) {
        self.each(|Spawned { instance, stages }, _| {
            stages.playback.apply_human_pose(&instance.model, &mut instance.pose);
        });
    }

    pub(super) fn apply_expressions(&mut self) {
        self.each(|Spawned { instance, stages }, _| {
            stages.expressions.apply(instance, stages.playback.expressions(), stages.look_at.angles());
        });
    }

    /// The constraints that no simulated body moves.
    pub(super) fn evaluate_constraints(&mut self) {
        self.each(|Spawned { instance, stages }, _| stages.constraints.evaluate(instance));
    }

    #[cfg(feature = "physics")]
    pub(super) fn update_animated_bodies(&mut self) {
        self.each(|Spawned { instance, stages }, shared| {
            stages.bodies.update_animated(instance, &mut shared.physics.simulation);
        });
    }

    #[cfg(feature = "physics")]
    pub(super) fn move_characters(&mut self) {
        let dt = self.clock.dt() as f32;
        self.each(|Spawned { instance, stages }, shared| {
            stages.characters.step(instance, &stages.bodies, &mut shared.physics.simulation, dt);
        });
    }

    #[cfg(feature = "physics")]
    pub(super) fn simulate(&mut self) {
        let physics = &mut self.shared.physics;
        if physics.is_revocable {
            // What was done since the step was admitted may have made it more expensive.
            physics.exceeded = physics.simulation.admit().err();
            if physics.exceeded.is_some() {
                return;
            }
        }
        physics.simulation.step(self.clock.dt() as f32);
    }

    /// Bodies are written back, the constraints that they move are evaluated and the forward pass is run, in one order.
    #[cfg(feature = "physics")]
    pub(super) fn follow_bodies(&mut self) {
        self.each(|Spawned { instance, stages }, shared| {
            stages.bodies.follow(instance, &stages.constraints, &shared.physics.simulation);
        });
    }

    /// Springs see everything else where it is by the end of the step.
    pub(super) fn step_springs(&mut self) {
        let dt = self.clock.dt();
        self.each(|Spawned { instance, stages }, shared| stages.springs.step(instance, shared, dt));
    }

    pub(super) fn evaluate_virtual_transforms(&mut self) {
        self.each(|Spawned { instance, stages }, _| stages.virtual_transforms.evaluate(instance));
    }

    pub(super) fn each(&mut self, mut run: impl FnMut(&mut Spawned, &mut SharedStages)) {
        for spawned in self.slots.iter_mut().filter_map(|slot| slot.spawned.as_deref_mut()) {
            run(spawned, &mut self.shared);
        }
    }
}

impl Spawned {
    /// An instance with its animations at their start, so that what they move is there from the beginning.
    pub(super) fn new(mut instance: Instance, options: &SpawnOptions, shared: &mut SharedStages) -> Self {
        let mut stages = InstanceStages {
            playback: Playback::new(&instance.model, graphs::animations(&instance.model, options), options.wrap_mode),
            graphs: if options.graphs { Graphs::new(&instance.model) } else { Graphs::default() },
            goals: Goals::default(),
            look_at: LookAt::default(),
            expressions: Expressions::new(&instance.model),
            constraints: Constraints::default(),
            #[cfg(feature = "physics")]
            bodies: Bodies::new(&instance),
            #[cfg(feature = "physics")]
            characters: Characters::default(),
            springs: Springs::new(&mut instance, &mut shared.springs, false),
            virtual_transforms: VirtualTransforms::new(&instance),
        };
        stages.playback.sample_animations(&instance.model, 0.0, &mut instance.pose);
        instance.pose.evaluate(&instance.model);
        stages.springs = Springs::new(&mut instance, &mut shared.springs, options.springs);
        instance.reset_previous();
        stages.virtual_transforms.evaluate(&instance);
        let mut spawned = Self { instance, stages };
        #[cfg(feature = "physics")]
        shared.physics.insert(&spawned.instance);
        spawned.replan(shared);
        spawned.animate_properties(shared);
        spawned.show_animated_properties();
        #[cfg(feature = "physics")]
        spawned.stages.bodies.update_animated(&spawned.instance, &mut shared.physics.simulation);
        spawned
    }

    /// Moves the root of the instance in the world.
    pub(super) fn set_root(&mut self, world_from_model: Rigid, shared: &mut SharedStages) {
        self.instance.world_from_model = world_from_model;
        #[cfg(feature = "physics")]
        self.stages.bodies.move_root(&self.instance, &mut shared.physics.simulation);
        self.refresh(shared);
    }

    /// Moves the root of the instance by root motion; nodes follow with the rest of the step.
    #[cfg_attr(not(feature = "physics"), expect(unused_variables, reason = "bodies are the simulation's"))]
    fn move_root(&mut self, root: Rigid, shared: &mut SharedStages) {
        let Some(moved) = unit(self.instance.world_from_model * root) else { return };
        self.instance.world_from_model = moved;
        #[cfg(feature = "physics")]
        self.stages.bodies.move_root(&self.instance, &mut shared.physics.simulation);
    }

    /// Works out anew what moves which node, where that has changed.
    pub(super) fn replan(&mut self, shared: &mut SharedStages) {
        let Self { instance, stages } = self;
        let Some(mut moved) = stages.playback.moved(&instance.model) else { return };
        stages.graphs.add_moved(&mut moved);
        instance.mark_set_nodes(&mut moved);
        stages.goals.mark_moved(&instance.model, &mut moved);
        stages.look_at.mark_moved(&instance.model, &mut moved);
        Expressions::mark_moved(&instance.model, &mut moved);
        #[cfg(feature = "physics")]
        let moved_late = stages.bodies.replan(instance, moved, &mut shared.physics.simulation);
        #[cfg(not(feature = "physics"))]
        let (moved_late, _) = (Vec::new(), (moved, shared));
        let order = Constraints::new(&instance.model, &moved_late);
        stages.constraints = order;
    }

    /// Brings the pose up to date after bodies or the root were set elsewhere, as if they had always been there.
    pub(super) fn refresh(&mut self, shared: &mut SharedStages) {
        self.replan(shared);
        let Self { instance, stages } = self;
        stages.constraints.evaluate(instance);
        #[cfg(feature = "physics")]
        stages.bodies.follow(instance, &stages.constraints, &shared.physics.simulation);
        stages.virtual_transforms.evaluate(instance);
        instance.reset_previous();
    }
}

impl SharedStages {
    #[cfg_attr(not(feature = "physics"), expect(unused_variables, reason = "the simulation alone has options"))]
    pub(super) fn new(options: &WorldOptions) -> Self {
        Self {
            #[cfg(feature = "physics")]
            physics: Physics::new(options),
            springs: SpringPlans::default(),
        }
    }

    /// Forgets an instance.
    #[cfg_attr(
        not(feature = "physics"),
        expect(unused_variables, clippy::unused_self, reason = "the simulation alone has it")
    )]
    pub(super) fn remove(&mut self, id: InstanceId) {
        #[cfg(feature = "physics")]
        self.physics.simulation.remove(id);
    }
}

impl InstanceStages {
    /// Whether a stage can move or change colliders after a step was admitted.
    #[cfg(feature = "physics")]
    pub(super) fn can_raise_cost(&self) -> bool {
        self.graphs.is_running() || self.playback.root_motion().is_some() || self.bodies.moves_shapes()
    }

    pub(super) fn save(&self) -> SavedStages {
        SavedStages {
            playback: self.playback.save(),
            graphs: self.graphs.save(),
            goals: self.goals.save(),
            look_at: self.look_at.save(),
            expressions: self.expressions.save(),
            #[cfg(feature = "physics")]
            bodies: self.bodies.save(),
            #[cfg(feature = "physics")]
            characters: self.characters.save(),
            springs: self.springs.save(),
        }
    }

    pub(super) fn check(&self, saved: &SavedStages) -> Result<(), SnapshotError> {
        self.playback.check(&saved.playback)?;
        self.graphs.check(&saved.graphs)?;
        self.goals.check(&saved.goals)?;
        self.look_at.check(&saved.look_at)?;
        self.expressions.check(&saved.expressions)?;
        #[cfg(feature = "physics")]
        self.bodies.check(&saved.bodies)?;
        #[cfg(feature = "physics")]
        self.characters.check(&saved.characters)?;
        self.springs.check(&saved.springs)
    }

    pub(super) fn restore(&mut self, instance: &Instance, saved: &SavedStages) {
        self.playback.restore(instance, &saved.playback);
        self.graphs.restore(instance, &saved.graphs);
        self.goals.restore(instance, &saved.goals);
        self.look_at.restore(instance, &saved.look_at);
        self.expressions.restore(instance, &saved.expressions);
        #[cfg(feature = "physics")]
        self.bodies.restore(instance, &saved.bodies);
        #[cfg(feature = "physics")]
        self.characters.restore(instance, &saved.characters);
        self.springs.restore(instance, &saved.springs);
        self.virtual_transforms.evaluate(instance);
    }

    /// What a digest covers besides the nodes and their bodies.
    pub(super) fn add_to(&self, digest: &mut Digest, instance: &Instance) {
        self.virtual_transforms.add_to(digest);
        self.playback.add_to(digest, &instance.model);
        self.add_expressions_to(digest);
        self.springs.add_to(digest);
        instance.add_properties_to(digest);
        self.graphs.add_to(digest);
        #[cfg(feature = "physics")]
        self.characters.add_to(digest);
    }

    /// The expressions of the clip and of the application, the goals of bones, and the look-at direction.
    fn add_expressions_to(&self, digest: &mut Digest) {
        self.playback.add_expressions_to(digest);
        self.expressions.add_to(digest);
        self.goals.add_to(digest);
        self.look_at.add_to(digest);
    }

    /// The same, each part by itself.
    pub(super) fn part_digests(&self, instance: &Instance) -> PartDigests {
        PartDigests {
            root: Digest::of(|digest| instance.add_root_to(digest)),
            virtual_transforms: Digest::of(|digest| self.virtual_transforms.add_to(digest)),
            playback: Digest::of(|digest| self.playback.add_to(digest, &instance.model)),
            expressions: Digest::of(|digest| self.add_expressions_to(digest)),
            springs: Digest::of(|digest| self.springs.add_to(digest)),
            graphs: Digest::of(|digest| self.graphs.add_to(digest)),
            properties: Digest::of(|digest| instance.add_properties_to(digest)),
        }
    }
}

/// A number that identifies a model by what runs: nodes at rest, bodies, shapes, joints, constraints, springs and animations.
pub(super) fn model_fingerprint(model: &Model) -> u64 {
    let mut digest = Digest::new();
    let physics = model.physics();
    let counts = [
        model.hierarchy().len(),
        physics.bodies().len(),
        physics.colliders().len(),
        physics.triggers().len(),
        physics.shapes().len(),
        physics.joints().len(),
        physics.gravity_fields().len(),
        model.constraints().len(),
        model.virtual_transforms().len(),
    ];
    for count in counts {
        digest.count(count);
    }
    for local in model.hierarchy().rest_pose() {
        for number in transform_numbers(local) {
            digest.number(number);
        }
    }
    for body in physics.bodies() {
        digest.count(body.node.slot());
    }
    // Nothing of a model without springs, so that its number stays what it was.
    for joint in model.spring_bones().springs.iter().flat_map(|spring| &spring.joints) {
        digest.count(joint.node.slot());
    }
    // Nor of one without graphs.
    if let Some(graph) = model.graphs().selected() {
        digest.count(graph.nodes.len());
        digest.count(graph.variables.len());
    }
    for animation in model.animations() {
        digest.number(animation.duration);
        digest.count(animation.channels.len());
    }
    digest.finish()
}
