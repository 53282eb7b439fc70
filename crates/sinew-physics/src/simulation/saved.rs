//! A simulation in a snapshot: the state of the engine, and the state beside it.

mod adopt;
mod whole;

use glam::{Affine3A, Vec3};
use rapier3d::prelude::{
    BroadPhaseBvh, CCDSolver, ColliderHandle, ColliderSet, CollisionPipeline, ImpulseJointSet, IntegrationParameters,
    IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline, PhysicsWorld, RigidBodyHandle, RigidBodySet,
    SoftBodySet,
};
use serde::{Deserialize, Serialize};

use super::Simulation;
use super::force::SavedForce;
use super::gravity_field::SavedField;
use crate::contact::SavedContacts;
use crate::event_queue::SavedEvent;
use crate::filter::FilterTable;
use crate::free_rotation::Spin;
use crate::instance::{BodyEntry, ShapeEntry, SimulatedInstance};
use crate::joint::SavedJoints;
use crate::joint_link::JointLink;
use crate::material::{MaterialTable, SavedMaterial};
use crate::sheets::Touched;
use crate::trigger::SavedOverlaps;
use crate::whole_faces::WholeFaces;
use sinew_model::model::physics::CollisionFilter;

/// Why a simulation cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// The bytes are damaged.
    Damaged,
    /// The bytes belong to a simulation with other instances.
    OtherWorld,
}

impl std::fmt::Display for StateError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Damaged => "the bytes are damaged",
            Self::OtherWorld => "the bytes belong to a simulation with other instances",
        })
    }
}

impl std::error::Error for StateError {}

/// The state beside the engine's.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedSimulation {
    options: (f32, bool, bool),
    materials: Vec<SavedMaterial>,
    /// By slot.
    filters: Vec<CollisionFilter>,
    has_gravity: bool,
    /// Whether bodies or joints were ever added or removed.
    has_changed_structure: bool,
    /// Whether sizes of shapes were ever changed.
    has_changed_sizes: bool,
    /// By the slot of the instance.
    instances: Vec<Option<SavedInstance>>,
    pushed: Vec<RigidBodyHandle>,
    forces: Vec<SavedForce>,
    joints: SavedJoints,
    spins: Vec<Spin>,
    sheets: Vec<Touched>,
    contacts: SavedContacts,
    overlaps: SavedOverlaps,
    events: Vec<SavedEvent>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedInstance {
    generation: u32,
    created: Vec<ColliderHandle>,
    bodies: Vec<SavedBody>,
    shapes: Vec<SavedShape>,
    trigger_slots: Vec<u32>,
    fields: Vec<SavedField>,
    links: Vec<JointLink>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedBody {
    handle: RigidBodyHandle,
    is_animated: bool,
    is_stopped: bool,
    kinematic_velocity: [[f32; 3]; 2],
    is_removed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedShape {
    part: u32,
    at: Option<(ColliderHandle, u32)>,
    owner_from_node: [f32; 12],
    carrier: Option<RigidBodyHandle>,
}

#[derive(Serialize)]
struct SnapshotRef<'a> {
    saved: SavedSimulation,
    engine: EngineStateRef<'a>,
}

#[derive(Clone, Deserialize)]
struct Snapshot {
    saved: SavedSimulation,
    engine: EngineState,
}

/// The state of the engine that a simulation uses. Soft bodies and multibodies are left out: the code that writes and
/// reads them would enlarge every browser's download.
#[derive(Serialize)]
struct EngineStateRef<'a> {
    gravity: Vec3,
    integration_parameters: &'a IntegrationParameters,
    islands: &'a IslandManager,
    broad_phase: &'a BroadPhaseBvh,
    narrow_phase: &'a NarrowPhase,
    bodies: &'a RigidBodySet,
    colliders: &'a ColliderSet,
    impulse_joints: &'a ImpulseJointSet,
}

/// The same, deserialized.
#[derive(Clone, Deserialize)]
struct EngineState {
    gravity: Vec3,
    integration_parameters: IntegrationParameters,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
}

/// The state of a simulation, ready to be restored any number of times.
#[derive(Clone)]
pub struct SimulationState(Snapshot);

impl std::fmt::Debug for SimulationState {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("SimulationState").field(&self.0.saved).finish()
    }
}

impl SimulationState {
    /// Reads what [`Simulation::save`] wrote.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, StateError> {
        let state = Self::read_own(bytes)?;
        if whole::is_whole(&state.0.engine) && has_saved(&state.0) { Ok(state) } else { Err(StateError::Damaged) }
    }

    /// As [`SimulationState::read`], of bytes that nobody else has written: whether they hold together is not looked at.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn read_own(bytes: &[u8]) -> Result<Self, StateError> {
        let mut snapshot: Snapshot = postcard::from_bytes(bytes).map_err(|_| StateError::Damaged)?;
        let notes_sizes = snapshot.saved.has_changed_sizes;
        snapshot.engine.narrow_phase.set_query_dispatcher(WholeFaces { notes_sizes });
        // The engine does not serialize which joints are not linked into islands yet. Visiting each links those, and
        // does nothing to the others.
        snapshot.engine.impulse_joints.iter_mut().for_each(drop);
        Ok(Self(snapshot))
    }
}

impl<'a> EngineStateRef<'a> {
    fn of(world: &'a PhysicsWorld) -> Self {
        Self {
            gravity: world.gravity,
            integration_parameters: &world.integration_parameters,
            islands: &world.islands,
            broad_phase: &world.broad_phase,
            narrow_phase: &world.narrow_phase,
            bodies: &world.bodies,
            colliders: &world.colliders,
            impulse_joints: &world.impulse_joints,
        }
    }
}

impl EngineState {
    /// The state with pipelines that know of no step before: what they keep between steps is of the world that they stepped.
    fn into_world(self) -> PhysicsWorld {
        PhysicsWorld {
            gravity: self.gravity,
            integration_parameters: self.integration_parameters,
            physics_pipeline: PhysicsPipeline::new(),
            collision_pipeline: CollisionPipeline::new(),
            islands: self.islands,
            broad_phase: self.broad_phase,
            narrow_phase: self.narrow_phase,
            bodies: self.bodies,
            colliders: self.colliders,
            impulse_joints: self.impulse_joints,
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd_solver: CCDSolver::new(),
        }
    }
}

impl Simulation {
    /// Returns the state as bytes; none if the engine's state cannot be serialized, which no shape of this crate
    /// causes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(&SnapshotRef { saved: self.saved(), engine: EngineStateRef::of(&self.world) })
            .unwrap_or_default()
    }

    /// Restores a state of the same instances.
    ///
    /// # Errors
    /// The state is damaged, or belongs to another world. Nothing has changed then.
    pub fn restore(&mut self, state: SimulationState) -> Result<(), StateError> {
        let SimulationState(Snapshot { saved, engine }) = state;
        self.restore_parts(&saved, engine)
    }

    /// As [`Simulation::restore`], from a state that is kept for the next time.
    ///
    /// # Errors
    /// The state belongs to another world. Nothing has changed then.
    pub fn reset_to(&mut self, state: &SimulationState) -> Result<(), StateError> {
        self.restore_parts(&state.0.saved, state.0.engine.clone())
    }

    fn restore_parts(&mut self, saved: &SavedSimulation, engine: EngineState) -> Result<(), StateError> {
        let engine = engine.into_world();
        // Where bodies or joints have come and gone, equal handles may be of others.
        let is_same = !self.has_changed_structure && !saved.has_changed_structure && self.is_same(saved);
        if !is_same && !self.can_adopt(&engine, saved) {
            return Err(StateError::OtherWorld);
        }
        if (is_same && !self.has_same_counts(&engine, saved)) || !has_all(&engine, saved) {
            return Err(StateError::Damaged);
        }
        let materials = if self.rules.materials.is_of(&saved.materials) {
            None
        } else {
            Some(MaterialTable::restored(&saved.materials).ok_or(StateError::Damaged)?)
        };
        let filters = if self.rules.filters.is_of(&saved.filters) {
            None
        } else {
            let filters = FilterTable::restored(self.options.subset_filters, &saved.filters);
            Some(filters.ok_or(StateError::Damaged)?)
        };
        self.world = engine;
        self.slot_counts = None;
        self.census.forget();
        if let Some(materials) = materials {
            self.rules.materials = materials;
        }
        if let Some(filters) = filters {
            self.rules.filters = filters;
        }
        self.has_gravity = saved.has_gravity;
        self.has_changed_sizes = saved.has_changed_sizes;
        self.rules.seams.refresh();
        if is_same {
            for (current, saved) in self.instances.iter_mut().zip(&saved.instances) {
                if let (Some(current), Some(saved)) = (current, saved) {
                    restore_instance(current, saved);
                }
            }
        } else {
            self.adopt(saved);
        }
        self.gravity_fields.restore_pushed(saved.pushed.clone());
        self.forces.restore(&saved.forces);
        if is_same {
            for id in self.joints.restore(&mut self.world, &saved.joints) {
                self.update_disabled_pairs(id);
            }
        } else {
            self.joints.restore_adopted(&mut self.world, &saved.joints);
        }
        self.free_rotations.restore(saved.spins.clone());
        self.rules.sheets.restore(saved.sheets.clone());
        self.contacts.restore(saved.contacts.clone());
        self.overlaps.restore(saved.overlaps.clone());
        self.events.restore(&saved.events);
        self.reports.take().clear();
        self.stopped.clear();
        Ok(())
    }

    fn saved(&self) -> SavedSimulation {
        SavedSimulation {
            options: (self.options.density, self.options.subset_filters, self.options.sleeping),
            materials: self.rules.materials.save(),
            filters: self.rules.filters.save(),
            has_gravity: self.has_gravity,
            has_changed_structure: self.has_changed_structure,
            has_changed_sizes: self.has_changed_sizes,
            instances: self
                .instances
                .iter()
                .map(|found| found.as_ref().map(|found| self.saved_instance(found)))
                .collect(),
            pushed: self.gravity_fields.pushed().to_vec(),
            forces: self.forces.save(),
            joints: self.joints.save(),
            spins: self.free_rotations.save(),
            sheets: self.rules.sheets.save(),
            contacts: self.contacts.save(),
            overlaps: self.overlaps.save(),
            events: self.events.save(),
        }
    }

    /// Whether the engine's state has the bodies and the counts that the same instances have here: the engine trusts
    /// the counts in the bytes. Kinematic bodies of animated shapes are created when these first move, and may be
    /// missing.
    fn has_same_counts(&self, engine: &PhysicsWorld, saved: &SavedSimulation) -> bool {
        let carriers: Vec<_> =
            self.instances.iter().flatten().flat_map(shapes).filter_map(|shape| shape.carrier).collect();
        let saved_shapes = saved.instances.iter().flatten().flat_map(|instance| &instance.shapes);
        let mut named: Vec<_> = saved_shapes.filter_map(|shape| shape.carrier).collect();
        let saved_carriers = named.len();
        named.sort_unstable_by_key(|body| body.into_raw_parts());
        named.dedup();
        let is_lasting = |body: &RigidBodyHandle| self.world.bodies.contains(*body) && !carriers.contains(body);
        if named.len() != saved_carriers || named.iter().any(is_lasting) {
            return false;
        }
        let mut lasting = self.world.bodies.iter().map(|(handle, _)| handle).filter(|body| !carriers.contains(body));
        engine.bodies.len().checked_sub(saved_carriers) == self.world.bodies.len().checked_sub(carriers.len())
            && engine.colliders.len() == self.world.colliders.len()
            && engine.impulse_joints.len() == self.world.impulse_joints.len()
            && lasting.all(|body| engine.bodies.contains(body))
    }

    /// Whether the saved state belongs to these instances: the same options, and all handles equal.
    fn is_same(&self, saved: &SavedSimulation) -> bool {
        let options = (self.options.density, self.options.subset_filters, self.options.sleeping);
        let slots = self.instances.len().max(saved.instances.len());
        let is_same_instance = |slot: usize| {
            let current = self.instances.get(slot).and_then(Option::as_ref);
            match (current, saved.instances.get(slot).and_then(Option::as_ref)) {
                (Some(current), Some(saved)) => is_same_instance(current, saved),
                (current, saved) => current.is_none() && saved.is_none(),
            }
        };
        options == saved.options && (0..slots).all(is_same_instance) && self.joints.is_same(&saved.joints)
    }
}

fn shapes(instance: &SimulatedInstance) -> impl Iterator<Item = &ShapeEntry> {
    instance.colliders.iter().chain(instance.triggers.iter().flatten())
}

impl Simulation {
    fn saved_instance(&self, instance: &SimulatedInstance) -> SavedInstance {
        SavedInstance { fields: self.save_gravity_fields(instance.id), ..saved_instance(instance) }
    }
}

fn saved_instance(instance: &SimulatedInstance) -> SavedInstance {
    let body = |current: &BodyEntry| SavedBody {
        handle: current.handle,
        is_animated: current.is_animated,
        is_stopped: current.is_stopped,
        kinematic_velocity: [current.kinematic_velocity.0.to_array(), current.kinematic_velocity.1.to_array()],
        is_removed: current.is_removed,
    };
    let shape = |current: &ShapeEntry| SavedShape {
        part: current.part.0,
        at: current.at,
        owner_from_node: current.owner_from_node.to_cols_array(),
        carrier: current.carrier,
    };
    SavedInstance {
        generation: instance.id.generation(),
        created: instance.created.clone(),
        bodies: instance.bodies.iter().map(body).collect(),
        shapes: shapes(instance).map(shape).collect(),
        trigger_slots: instance.trigger_slots.clone(),
        fields: Vec::new(),
        links: instance.links.clone(),
    }
}

fn is_same_instance(current: &SimulatedInstance, saved: &SavedInstance) -> bool {
    let bodies = || current.bodies.iter().map(|body| body.handle).eq(saved.bodies.iter().map(|body| body.handle));
    let are_there =
        || current.bodies.iter().zip(&saved.bodies).all(|(current, saved)| current.is_removed == saved.is_removed);
    let of_current = shapes(current).map(|shape| (shape.part.0, shape.at));
    let of_saved = saved.shapes.iter().map(|shape| (shape.part, shape.at));
    current.id.generation() == saved.generation
        && current.created == saved.created
        && current.links == saved.links
        && current.trigger_slots == saved.trigger_slots
        && bodies()
        && are_there()
        && of_current.eq(of_saved)
}

/// Whether the engine's state has everything that the saved state names.
fn has_all(engine: &PhysicsWorld, saved: &SavedSimulation) -> bool {
    has_instances(engine, saved) && saved.pushed.iter().all(|body| engine.bodies.contains(*body))
}

/// Whether the counts of what is saved beside the engine are such as a step leaves.
fn has_saved(snapshot: &Snapshot) -> bool {
    let saved = &snapshot.saved;
    let instances = saved.instances.iter().flatten();
    let mut velocities =
        instances.clone().flat_map(|instance| &instance.bodies).flat_map(|body| body.kinematic_velocity);
    let mut places = instances.flat_map(|instance| &instance.shapes).flat_map(|shape| shape.owner_from_node);
    velocities.all(|velocity| velocity.iter().all(|number| !number.is_nan()))
        && places.all(|number| !number.is_nan())
        && saved.joints.dynamics.is_whole()
}

fn has_instances(engine: &PhysicsWorld, saved: &SavedSimulation) -> bool {
    saved.instances.iter().flatten().all(|instance| {
        let carriers = instance.shapes.iter().filter_map(|shape| shape.carrier);
        let there = instance.bodies.iter().filter(|body| !body.is_removed);
        let mut bodies = there.map(|body| body.handle).chain(carriers);
        bodies.all(|body| engine.bodies.contains(body))
            && instance.created.iter().all(|collider| engine.colliders.contains(*collider))
    })
}

fn restored_body(saved: &SavedBody) -> BodyEntry {
    let [linear, angular] = saved.kinematic_velocity.map(Vec3::from_array);
    BodyEntry {
        handle: saved.handle,
        is_animated: saved.is_animated,
        is_stopped: saved.is_stopped,
        kinematic_velocity: (linear, angular),
        is_removed: saved.is_removed,
    }
}

fn restore_instance(current: &mut SimulatedInstance, saved: &SavedInstance) {
    for (current, saved) in current.bodies.iter_mut().zip(&saved.bodies) {
        *current = restored_body(saved);
    }
    let shapes = current.colliders.iter_mut().chain(current.triggers.iter_mut().flatten());
    for (current, saved) in shapes.zip(&saved.shapes) {
        current.owner_from_node = Affine3A::from_cols_array(&saved.owner_from_node);
        current.carrier = saved.carrier;
    }
}

#[cfg(test)]
mod tests;
