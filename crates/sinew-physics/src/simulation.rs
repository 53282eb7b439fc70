//! One simulation of any number of instances.

mod saved;

use glam::Vec3;
use rapier3d::prelude::{CollisionEvent, PhysicsWorld, RigidBody, RigidBodySet, RigidBodyType};

use super::contact::Contacts;
use super::event::{PhysicsEvent, WorldNode};
use super::field::Fields;
use super::filter::FilterTable;
use super::hooks::Hooks;
use super::instance::Instance;
use super::joint::{Apart, JointReading, Joints};
use super::material::MaterialTable;
use super::options::SimulationOptions;
use super::part::PartTable;
use super::shape::ShapeCache;
use super::told::{Events, Reports};
use super::trigger::Overlaps;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, ColliderId, JointId, TriggerId};
use sinew_motion::InstanceId;

pub use saved::StateError;

/// How fast a body moves, along the world's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// Of the centre of mass, m/s.
    pub linear: Vec3,
    /// rad/s.
    pub angular: Vec3,
}

/// A body of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldBody {
    /// Whose body.
    pub instance: InstanceId,
    /// The body.
    pub body: BodyId,
}

/// A shape on a node that may be moved from outside the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeInstanceId {
    /// A collider.
    Collider(ColliderId),
    /// A part of a trigger.
    Trigger(TriggerId, u32),
}

/// One of the two frames of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointSide {
    /// Of the joint's node.
    A,
    /// Of the connected node.
    B,
}

/// Where a ray first meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Whose collider.
    pub node: WorldNode,
    /// Along the ray, in lengths of its direction.
    pub distance: f32,
    /// In the world.
    pub point: Vec3,
    /// Unit length, out of the collider; zero where the ray starts inside.
    pub normal: Vec3,
}

/// One simulation of any number of instances.
pub struct Simulation {
    pub(super) options: SimulationOptions,
    pub(super) world: PhysicsWorld,
    /// By the slot of their ids.
    pub(super) instances: Vec<Option<Instance>>,
    pub(super) shapes: ShapeCache,
    pub(super) filters: FilterTable,
    pub(super) materials: MaterialTable,
    pub(super) parts: PartTable,
    /// Whether a file has said what gravity there is.
    pub(super) has_gravity: bool,
    pub(super) fields: Fields,
    pub(super) joints: Joints,
    pub(super) apart: Apart,
    pub(super) overlaps: Overlaps,
    contacts: Contacts,
    reports: Reports,
    events: Events,
    stopped: Vec<WorldBody>,
}

impl Simulation {
    /// An empty one.
    pub fn new(options: &SimulationOptions) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = options.gravity.filter(|gravity| gravity.is_finite()).unwrap_or(Vec3::new(0.0, -9.81, 0.0));
        // A file may ask for any speed; what flies off to infinity is stopped at the end of the step.
        world.integration_parameters.normalized_max_linear_velocity = f32::MAX;
        Self {
            options: *options,
            world,
            instances: Vec::new(),
            shapes: ShapeCache::default(),
            filters: FilterTable::new(options.subset_filters),
            materials: MaterialTable::new(),
            parts: PartTable::new(),
            has_gravity: false,
            fields: Fields::default(),
            joints: Joints::default(),
            apart: Apart::default(),
            overlaps: Overlaps::default(),
            contacts: Contacts::default(),
            reports: Reports::default(),
            events: Events::default(),
            stopped: Vec::new(),
        }
    }

    /// Takes an instance out; what it touched is told to have ended with the next step.
    pub fn remove(&mut self, id: InstanceId) {
        let Some(entry) = self.instances.get_mut(id.slot()) else { return };
        let Some(instance) = entry.take_if(|instance| instance.id == id) else { return };
        self.contacts.remove(&self.parts, id, &mut self.events);
        self.overlaps.remove(&self.parts, &self.world.colliders, id, &mut self.events);
        self.fields.remove(id);
        self.joints.remove(&mut self.world, id);
        self.apart.remove(&instance);
        for handle in &instance.made {
            if let Some(collider) = self.world.remove_collider(*handle) {
                self.parts.pieces.remove(super::part::Tag::from_bits(collider.user_data).piece);
            }
        }
        for own in instance.colliders.iter().chain(instance.triggers.iter().flatten()) {
            self.parts.parts.remove(own.part.0);
            if let Some(carrier) = own.carrier {
                self.world.remove_body(carrier);
            }
        }
        for trigger in &instance.trigger_slots {
            self.parts.triggers.remove(*trigger);
        }
        for body in &instance.bodies {
            self.world.remove_body(body.handle);
        }
        self.shapes.leave(&instance.model);
    }

    /// One step of `dt` seconds; nothing at all for what is no time.
    pub fn step(&mut self, dt: f32) {
        self.stopped.clear();
        if dt.is_finite() && dt > 0.0 {
            self.prepare(dt);
            self.run_engine();
            self.finish();
        }
        self.events.tell();
    }

    /// What comes before the engine's part of a step.
    pub fn prepare(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.integration_parameters.min_ccd_dt = dt / 100.0;
        self.apply_fields();
        self.joints.before_step(&mut self.world, dt);
    }

    /// The engine's part of a step.
    pub fn run_engine(&mut self) {
        let hooks = Hooks { filters: &self.filters, materials: &self.materials, apart: &self.apart };
        self.world.step_with_events(&hooks, &self.reports);
    }

    /// What comes after the engine's part of a step.
    pub fn finish(&mut self) {
        self.joints.after_step(&mut self.world);
        self.stop_runaways();
        self.gather_events();
    }

    /// Takes the ends of an instance's joints that no body carries to where their nodes are by the end of the next step.
    pub fn update_anchors(&mut self, id: InstanceId, world_from_frame: impl Fn(NodeId) -> Rigid) {
        self.joints.update_anchors(&mut self.world, id, world_from_frame);
    }

    /// Puts a frame of an instance's joint elsewhere on the body that carries it, for the next step.
    pub fn set_joint_frame(&mut self, id: InstanceId, frame: (JointId, JointSide), body_from_frame: Rigid) {
        if body_from_frame.is_finite() {
            self.joints.set_joint_frame(&mut self.world, id, frame, body_from_frame);
        }
    }

    /// Moves what an instance's joints are fixed to with its model.
    pub fn set_anchors(&mut self, id: InstanceId, world_from_model: Rigid) {
        self.joints.put(&mut self.world, id, world_from_model);
    }

    /// What a joint of an instance does; `None` for one that holds nothing.
    pub fn joint(&self, id: InstanceId, joint: JointId) -> Option<JointReading> {
        self.joints.read(&self.world, id, joint)
    }

    /// Of the last step: sorted by kind, then by the nodes.
    pub fn events(&self) -> &[PhysicsEvent] {
        self.events.told()
    }

    /// Bodies that would have become non-finite in the last step: they stand where they last were.
    pub fn stopped(&self) -> &[WorldBody] {
        &self.stopped
    }

    pub(super) fn instance(&self, id: InstanceId) -> Option<&Instance> {
        self.instances.get(id.slot())?.as_ref().filter(|instance| instance.id == id)
    }

    pub(super) fn instance_mut(&mut self, id: InstanceId) -> Option<&mut Instance> {
        self.instances.get_mut(id.slot())?.as_mut().filter(|instance| instance.id == id)
    }

    /// Puts an instance into its place.
    pub(super) fn keep(&mut self, instance: Instance) {
        let slot = instance.id.slot();
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        self.instances[slot] = Some(instance);
    }

    /// The engine has put bodies whose numbers ran away back to where they last were, and switched them off. They go on
    /// as obstacles.
    fn stop_runaways(&mut self) {
        for handle in self.world.physics_pipeline.quarantine().bodies() {
            let Some(body) = self.world.bodies.get_mut(*handle) else { continue };
            let (slot, place) = ((body.user_data >> 32) as u32, body.user_data as u32);
            if body.position().is_finite() {
                body.set_body_type(RigidBodyType::Fixed, false);
                body.set_enabled(true);
            }
            let Some(instance) = self.instances.get_mut(slot as usize).and_then(Option::as_mut) else { continue };
            if let Some(own) = instance.bodies.get_mut(place as usize).filter(|own| own.handle == *handle) {
                own.is_stopped = true;
                self.stopped.push(WorldBody { instance: instance.id, body: BodyId::at(place as usize) });
            }
        }
        self.stopped.sort_unstable();
        if !self.world.physics_pipeline.quarantine().bodies().is_empty() || !self.have_driven_speeds() {
            calm(&mut self.world.bodies);
        }
    }

    /// Whether the speeds of all that is driven are numbers: from one end of them to the other, or about a centre of mass that
    /// is far away, one may be none.
    fn have_driven_speeds(&self) -> bool {
        let driven = |instance: &Instance| {
            let bodies = instance.bodies.iter().filter(|own| own.is_driven).map(|own| own.handle);
            let shapes = instance.colliders.iter().chain(instance.triggers.iter().flatten());
            let carriers = shapes.filter_map(|own| own.carrier);
            bodies.chain(carriers).all(|body| self.world.bodies.get(body).is_none_or(has_speed))
        };
        let mut anchors = self.joints.moving_anchors().filter_map(|body| self.world.bodies.get(body));
        self.instances.iter().flatten().all(driven) && anchors.all(has_speed)
    }

    /// Makes events of nodes out of what the engine has reported of its colliders.
    fn gather_events(&mut self) {
        let Self { world, parts, contacts, overlaps, events, reports, .. } = self;
        let reports = reports.take();
        for report in reports.drain(..) {
            let pair = (report.collider1(), report.collider2());
            match (report.sensor(), report) {
                (true, CollisionEvent::Started(..)) => overlaps.report(&world.colliders, pair, true),
                (true, CollisionEvent::Stopped(..)) => overlaps.report(&world.colliders, pair, false),
                (false, CollisionEvent::Started(..)) => contacts.start(parts, &world.colliders, pair),
                (false, CollisionEvent::Stopped(..)) => contacts.stop(parts, pair, events),
            }
        }
        contacts.update(parts, &world.colliders, &world.narrow_phase, events);
        overlaps.update(parts, &world.colliders, events);
    }
}

/// What no force moves is where it should be, but its speed may be no number any more, where it has met a runaway or has its
/// centre of mass beyond all numbers. It has none until it is moved again.
fn calm(bodies: &mut RigidBodySet) {
    let wild: Vec<_> = bodies.iter().filter(|(_, body)| !has_speed(body)).map(|(handle, _)| handle).collect();
    for body in wild {
        let Some(body) = bodies.get_mut(body) else { continue };
        // The engine sets no speed of what is driven, but takes it from what becomes fixed.
        let kind = body.body_type();
        body.set_body_type(RigidBodyType::Fixed, false);
        body.set_body_type(kind, false);
    }
}

fn has_speed(body: &RigidBody) -> bool {
    body.linvel().is_finite() && body.angvel().is_finite()
}
