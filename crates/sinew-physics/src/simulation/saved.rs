//! A simulation in a snapshot: the engine's own state, and what is kept beside it.

use glam::{Affine3A, Vec3};
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderHandle, ColliderSet, ImpulseJointSet, IntegrationParameters, IslandManager, NarrowPhase,
    PhysicsWorld, RigidBody, RigidBodyHandle, RigidBodySet,
};
use serde::{Deserialize, Serialize};

use super::Simulation;
use crate::contact::SavedContacts;
use crate::instance::{Instance, OwnBody, OwnShape};
use crate::joint::SavedJoints;
use crate::told::SavedEvent;
use crate::trigger::SavedOverlaps;

/// Why a simulation cannot go back to a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// The bytes do not say what they should.
    Damaged,
    /// They are of a simulation with other instances.
    OtherWorld,
}

/// What is kept beside the engine's state.
#[derive(Debug, Serialize, Deserialize)]
struct Beside {
    options: (f32, bool, bool),
    materials: usize,
    filters: usize,
    has_gravity: bool,
    /// By slot.
    instances: Vec<Option<SavedInstance>>,
    pushed: Vec<RigidBodyHandle>,
    joints: SavedJoints,
    contacts: SavedContacts,
    overlaps: SavedOverlaps,
    events: Vec<SavedEvent>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedInstance {
    generation: u32,
    made: Vec<ColliderHandle>,
    bodies: Vec<SavedBody>,
    shapes: Vec<SavedShape>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedBody {
    handle: RigidBodyHandle,
    is_driven: bool,
    is_stopped: bool,
    own_velocity: [[f32; 3]; 2],
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedShape {
    part: u32,
    at: Option<(ColliderHandle, u32)>,
    owner_from_node: [f32; 12],
    carrier: Option<RigidBodyHandle>,
}

#[derive(Serialize)]
struct Taken<'a> {
    beside: Beside,
    engine: TakenEngine<'a>,
}

#[derive(Deserialize)]
struct Kept {
    beside: Beside,
    engine: KeptEngine,
}

/// What of the engine's state a simulation uses. Its soft bodies and multibodies are none of ours, and the code that writes and
/// reads them would be a part of every browser's download.
#[derive(Serialize)]
struct TakenEngine<'a> {
    gravity: Vec3,
    integration_parameters: &'a IntegrationParameters,
    islands: &'a IslandManager,
    broad_phase: &'a BroadPhaseBvh,
    narrow_phase: &'a NarrowPhase,
    bodies: &'a RigidBodySet,
    colliders: &'a ColliderSet,
    impulse_joints: &'a ImpulseJointSet,
}

/// The same, read.
#[derive(Deserialize)]
struct KeptEngine {
    gravity: Vec3,
    integration_parameters: IntegrationParameters,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
}

impl<'a> TakenEngine<'a> {
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

impl KeptEngine {
    fn into_world(self) -> PhysicsWorld {
        PhysicsWorld {
            gravity: self.gravity,
            integration_parameters: self.integration_parameters,
            islands: self.islands,
            broad_phase: self.broad_phase,
            narrow_phase: self.narrow_phase,
            bodies: self.bodies,
            colliders: self.colliders,
            impulse_joints: self.impulse_joints,
            ..PhysicsWorld::new()
        }
    }
}

impl Simulation {
    /// The state as bytes; none where the engine's cannot be written, which no shape of ours leads to.
    pub fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(&Taken { beside: self.beside(), engine: TakenEngine::of(&self.world) }).unwrap_or_default()
    }

    /// Goes back to a state of the same instances. Where that fails nothing has changed.
    ///
    /// # Errors
    /// The bytes are damaged, or of another world; the simulation is as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let Kept { beside, engine } = postcard::from_bytes(bytes).map_err(|_| StateError::Damaged)?;
        let mut engine = engine.into_world();
        if !self.is_same(&beside) {
            return Err(StateError::OtherWorld);
        }
        if !self.has_as_many(&engine, &beside) || !has_all(&engine, &beside) {
            return Err(StateError::Damaged);
        }
        // The engine does not write which joints it has not linked into islands yet. Looking at each anew links those, and
        // does nothing to the others.
        engine.impulse_joints.iter_mut().for_each(drop);
        self.world = engine;
        self.has_gravity = beside.has_gravity;
        for (own, saved) in self.instances.iter_mut().zip(&beside.instances) {
            if let (Some(own), Some(saved)) = (own, saved) {
                put_back(own, saved);
            }
        }
        self.fields.restore_pushed(beside.pushed);
        self.joints.restore(&beside.joints);
        self.contacts.restore(beside.contacts);
        self.overlaps.restore(beside.overlaps);
        self.events.restore(&beside.events);
        self.reports.take().clear();
        self.stopped.clear();
        Ok(())
    }

    fn beside(&self) -> Beside {
        Beside {
            options: (self.options.density, self.options.subset_filters, self.options.sleeping),
            materials: self.materials.len(),
            filters: self.filters.len(),
            has_gravity: self.has_gravity,
            instances: self.instances.iter().map(|instance| instance.as_ref().map(saved_instance)).collect(),
            pushed: self.fields.pushed().to_vec(),
            joints: self.joints.save(),
            contacts: self.contacts.save(),
            overlaps: self.overlaps.save(),
            events: self.events.save(),
        }
    }

    /// Whether the engine's state has the bodies that the same instances have here, and counts as many things: it takes its
    /// counts as they are written. Bodies that carry shapes are made when these are first moved, and may not be there yet.
    fn has_as_many(&self, engine: &PhysicsWorld, saved: &Beside) -> bool {
        let carriers: Vec<_> =
            self.instances.iter().flatten().flat_map(shapes).filter_map(|shape| shape.carrier).collect();
        let saved_shapes = saved.instances.iter().flatten().flat_map(|instance| &instance.shapes);
        let saved_carriers = saved_shapes.filter(|shape| shape.carrier.is_some()).count();
        let mut lasting = self.world.bodies.iter().map(|(handle, _)| handle).filter(|body| !carriers.contains(body));
        engine.bodies.len().checked_sub(saved_carriers) == self.world.bodies.len().checked_sub(carriers.len())
            && engine.colliders.len() == self.world.colliders.len()
            && engine.impulse_joints.len() == self.world.impulse_joints.len()
            && lasting.all(|body| engine.bodies.contains(body))
    }

    /// Whether saved instances are these at another time: with the same options, and everything in the same places.
    fn is_same(&self, saved: &Beside) -> bool {
        let options = (self.options.density, self.options.subset_filters, self.options.sleeping);
        let tables = (self.materials.len(), self.filters.len());
        let slots = self.instances.len().max(saved.instances.len());
        let is_same_instance = |slot: usize| {
            let own = self.instances.get(slot).and_then(Option::as_ref);
            match (own, saved.instances.get(slot).and_then(Option::as_ref)) {
                (Some(own), Some(saved)) => is_same_instance(own, saved),
                (own, saved) => own.is_none() && saved.is_none(),
            }
        };
        options == saved.options
            && tables == (saved.materials, saved.filters)
            && (0..slots).all(is_same_instance)
            && self.joints.is_same(&saved.joints)
    }
}

fn shapes(instance: &Instance) -> impl Iterator<Item = &OwnShape> {
    instance.colliders.iter().chain(instance.triggers.iter().flatten())
}

fn saved_instance(instance: &Instance) -> SavedInstance {
    let body = |own: &OwnBody| SavedBody {
        handle: own.handle,
        is_driven: own.is_driven,
        is_stopped: own.is_stopped,
        own_velocity: [own.own_velocity.0.to_array(), own.own_velocity.1.to_array()],
    };
    let shape = |own: &OwnShape| SavedShape {
        part: own.part.0,
        at: own.at,
        owner_from_node: own.owner_from_node.to_cols_array(),
        carrier: own.carrier,
    };
    SavedInstance {
        generation: instance.id.generation(),
        made: instance.made.clone(),
        bodies: instance.bodies.iter().map(body).collect(),
        shapes: shapes(instance).map(shape).collect(),
    }
}

fn is_same_instance(own: &Instance, saved: &SavedInstance) -> bool {
    let bodies = || own.bodies.iter().map(|body| body.handle).eq(saved.bodies.iter().map(|body| body.handle));
    let of_own = shapes(own).map(|shape| (shape.part.0, shape.at));
    let of_saved = saved.shapes.iter().map(|shape| (shape.part, shape.at));
    own.id.generation() == saved.generation && own.made == saved.made && bodies() && of_own.eq(of_saved)
}

/// Whether the engine's state has all that is named beside it and in it, and is of numbers.
fn has_all(engine: &PhysicsWorld, beside: &Beside) -> bool {
    let is_whole = |body: &RigidBody| {
        let is_finite = body.position().is_finite() && body.linvel().is_finite() && body.angvel().is_finite();
        is_finite || !body.is_enabled()
    };
    // The engine's lists count down while they are gone through, and must not be asked for more than they say they have.
    let (bodies, colliders) = (engine.bodies.len(), engine.colliders.len());
    has_instances(engine, beside)
        && engine.bodies.iter().take(bodies).all(|(_, body)| is_whole(body))
        && engine
            .colliders
            .iter()
            .take(colliders)
            .all(|(_, one)| one.parent().is_none_or(|body| engine.bodies.contains(body)))
        && beside.pushed.iter().all(|body| engine.bodies.contains(*body))
}

fn has_instances(engine: &PhysicsWorld, beside: &Beside) -> bool {
    beside.instances.iter().flatten().all(|instance| {
        let carriers = instance.shapes.iter().filter_map(|shape| shape.carrier);
        let mut bodies = instance.bodies.iter().map(|body| body.handle).chain(carriers);
        bodies.all(|body| engine.bodies.contains(body))
            && instance.made.iter().all(|collider| engine.colliders.contains(*collider))
    })
}

fn put_back(own: &mut Instance, saved: &SavedInstance) {
    for (own, saved) in own.bodies.iter_mut().zip(&saved.bodies) {
        let [linear, angular] = saved.own_velocity.map(Vec3::from_array);
        *own = OwnBody {
            handle: saved.handle,
            is_driven: saved.is_driven,
            is_stopped: saved.is_stopped,
            own_velocity: (linear, angular),
        };
    }
    let shapes = own.colliders.iter_mut().chain(own.triggers.iter_mut().flatten());
    for (own, saved) in shapes.zip(&saved.shapes) {
        own.owner_from_node = Affine3A::from_cols_array(&saved.owner_from_node);
        own.carrier = saved.carrier;
    }
}
