//! The simulation: one engine world with any number of instances.

mod admission;
mod animated_shape;
mod body;
mod change;
mod character;
mod contact_point;
mod force;
mod gravity_field;
mod insert;
mod joint_switch;
mod push_out;
mod query;
mod query_options;
mod saved;
mod structure;

use glam::Vec3;
use rapier3d::prelude::{ActiveHooks, CollisionEvent, PhysicsWorld, RigidBody, RigidBodySet, RigidBodyType};

use super::body_tag::BodyTag;
use super::census::Census;
use super::collider_part::{ColliderTable, ColliderTag};
use super::contact::Contacts;
use super::dynamics::DriveReading;
use super::event::PhysicsEvent;
use super::event_queue::{EventQueue, Reports};
use super::free_rotation::FreeRotations;
use super::hooks::{Hooks, Rules, active_hooks};
use super::id::{JointSide, WorldBody};
use super::instance::SimulatedInstance;
use super::joint::{JointReading, Joints, LimitReading};
use super::loose::Loose;
use super::material::bounce::BounceStep;
use super::options::SimulationOptions;
use super::shape::ShapeCache;
use super::threads::{JOINTED, Threads};
use super::trigger::Overlaps;
use super::whole_faces::WholeFaces;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, JointId};
use sinew_motion::InstanceId;

pub use body::{BodyError, Velocity};
use change::SlotCounts;
pub use character::{CharacterMovement, CharacterSettings};
pub use contact_point::ContactPoint;
pub use force::AppliedForce;
use gravity_field::GravityFields;
pub use query::RayHit;
pub use query_options::{ClosestPoint, QueryOptions, ShapeHit};
pub use saved::{SimulationState, StateError};
pub use structure::Placed;

/// One engine world with the bodies, colliders, triggers and joints of any number of instances.
pub struct Simulation {
    options: SimulationOptions,
    world: PhysicsWorld,
    /// By the slot of the instance's id.
    instances: Vec<Option<SimulatedInstance>>,
    shapes: ShapeCache,
    rules: Rules,
    parts: ColliderTable,
    /// Whether a file has set gravity.
    has_gravity: bool,
    gravity_fields: GravityFields,
    forces: force::Forces,
    joints: Joints,
    free_rotations: FreeRotations,
    loose: Loose,
    overlaps: Overlaps,
    contacts: Contacts,
    reports: Reports,
    events: EventQueue,
    stopped: Vec<WorldBody>,
    threads: Threads,
    census: Census,
    /// `None` where colliders have come or gone since a material changed.
    slot_counts: Option<SlotCounts>,
    /// Whether bodies or joints were ever added or removed here.
    has_changed_structure: bool,
    /// Whether sizes of shapes were ever changed here.
    has_changed_sizes: bool,
}

impl std::fmt::Debug for Simulation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = out.debug_struct("Simulation");
        shown.field("options", &self.options).field("bodies", &self.world.bodies.len()).finish_non_exhaustive()
    }
}

impl Simulation {
    /// Creates an empty simulation.
    pub fn new(options: &SimulationOptions) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = options.gravity.filter(|gravity| gravity.is_finite()).unwrap_or(Vec3::new(0.0, -9.81, 0.0));
        // A file may give any speed; bodies that become non-finite are stopped at the end of the step.
        world.integration_parameters.normalized_max_linear_velocity = f32::MAX;
        world.narrow_phase.set_query_dispatcher(WholeFaces { notes_sizes: false });
        Self {
            options: *options,
            world,
            instances: Vec::new(),
            shapes: ShapeCache::default(),
            rules: Rules::new(options.subset_filters),
            parts: ColliderTable::new(),
            has_gravity: false,
            gravity_fields: GravityFields::default(),
            forces: force::Forces::default(),
            joints: Joints::within(options.budget.work / 5 * 2),
            free_rotations: FreeRotations::default(),
            loose: Loose::default(),
            overlaps: Overlaps::default(),
            contacts: Contacts::default(),
            reports: Reports::default(),
            events: EventQueue::default(),
            stopped: Vec::new(),
            threads: Threads::new(options.threads),
            census: Census::default(),
            slot_counts: None,
            has_changed_structure: false,
            has_changed_sizes: false,
        }
    }

    /// Removes an instance. The next step emits the end of its contacts and overlaps.
    pub fn remove(&mut self, id: InstanceId) {
        let Some(entry) = self.instances.get_mut(id.slot()) else { return };
        let Some(instance) = entry.take_if(|instance| instance.id == id) else { return };
        self.cut_links(|link| link.is_to(id, None));
        self.census.forget();
        self.slot_counts = None;
        self.contacts.remove(&self.parts, id, &mut self.events);
        self.overlaps.remove(&self.parts, &self.world.colliders, id, &mut self.events);
        self.gravity_fields.remove(id);
        self.forces.remove(id);
        self.rules.seams.refresh();
        self.joints.remove(&mut self.world, id);
        self.rules.disabled_pairs.remove(&instance);
        for handle in &instance.created {
            if let Some(collider) = self.world.remove_collider(*handle) {
                self.parts.compounds.remove(ColliderTag::from_bits(collider.user_data).compound);
            }
        }
        for entry in instance.colliders.iter().chain(instance.triggers.iter().flatten()) {
            self.parts.parts.remove(entry.part.0);
            if let Some(carrier) = entry.carrier {
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

    /// Advances by `dt` seconds. Does nothing if `dt` is not positive and finite.
    pub fn step(&mut self, dt: f32) {
        self.stopped.clear();
        if dt.is_finite() && dt > 0.0 {
            self.on_threads(|simulation| {
                simulation.prepare(dt);
                simulation.step_engine();
                simulation.finish();
            });
        }
        self.events.emit();
    }

    /// The first stage of a step: gravity fields, and forces of joints.
    pub fn prepare(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.integration_parameters.min_ccd_dt = dt / 100.0;
        self.apply_gravity_fields();
        self.apply_forces();
        self.find_seams();
        let Self { joints, world, .. } = self;
        Loose::choose_substeps(world, dt, |body| joints.moves(body));
        joints.before_step(world, dt);
        let Self { free_rotations, loose, world, joints, rules, .. } = self;
        loose.before_turning(world, dt, |body| joints.moves(body));
        free_rotations.before_step(world, dt, |body| joints.moves(body));
        let hooks = rules.hooks();
        loose.before_step(world, dt, &hooks, |body| joints.moves(body));
    }

    /// The second stage of a step: the engine.
    pub fn run_engine(&mut self) {
        self.on_threads(Self::step_engine);
    }

    /// Does something inside the pool of the simulation.
    fn on_threads(&mut self, work: impl FnOnce(&mut Self) + Send) {
        let bodies = self.world.islands.active_bodies().count() + (JOINTED - 1) * self.joints.awake_bodies();
        let mut threads = std::mem::take(&mut self.threads);
        threads.run(bodies, || work(self));
        self.threads = threads;
    }

    fn step_engine(&mut self) {
        let parameters = &self.world.integration_parameters;
        let dt = parameters.dt;
        let step = BounceStep {
            gravity: self.world.gravity,
            substep: dt / parameters.num_solver_iterations.max(1) as f32,
            dt,
        };
        let hooks = Hooks { step, spins: self.loose.kept_spins(), ..self.rules.hooks() };
        self.world.step_with_events(&hooks, &self.reports);
        self.joints.forget_removed(&mut self.world);
    }

    /// Looks for sheets and for seams of boxes if some came, went or moved, and enables the hook of those that are at one.
    fn find_seams(&mut self) {
        if self.rules.seams.are_stale_everywhere() {
            self.rules.sheets.list(&self.world);
        }
        for handle in self.rules.seams.update(&self.world) {
            let Some(collider) = self.world.colliders.get(handle) else { continue };
            let tag = ColliderTag::from_bits(collider.user_data);
            let mut hooks = active_hooks(&self.rules.hooks(), Some(tag.material), collider.shape(), Some(handle));
            // A body that has bounced keeps its hook until it rests. Seams are looked for after going back, too, where
            // nothing may change.
            if self.rules.materials.bounces(tag.material) {
                hooks |= collider.active_hooks() & ActiveHooks::MODIFY_SOLVER_CONTACTS;
            }
            if hooks != collider.active_hooks()
                && let Some(collider) = self.world.colliders.get_mut(handle)
            {
                collider.set_active_hooks(hooks);
            }
        }
    }

    /// The last stage of a step: joints, non-finite bodies, events.
    pub fn finish(&mut self) {
        self.loose.after_step(&mut self.world);
        self.free_rotations.after_step(&mut self.world);
        let Self { joints, world, rules, .. } = self;
        let hooks = rules.hooks();
        joints.after_step(world, &hooks);
        self.break_joints();
        self.remove_forces();
        self.stop_non_finite_bodies();
        self.rules.sheets.after_step(&self.world);
        self.queue_events();
    }

    /// Sets the targets of an instance's joint frames that are on no body, for the end of the next step.
    pub fn update_anchors(&mut self, id: InstanceId, world_from_frame: impl Fn(NodeId) -> Rigid) {
        self.joints.update_anchors(&mut self.world, id, world_from_frame);
    }

    /// Sets the pose of a joint frame on its body, for the next step.
    pub fn set_joint_frame(&mut self, id: InstanceId, frame: (JointId, JointSide), body_from_frame: Rigid) {
        if body_from_frame.is_finite() {
            self.joints.set_joint_frame(&mut self.world, id, frame, body_from_frame);
        }
    }

    /// Moves the joint frames that are on no body along with the instance's model.
    pub fn set_anchors(&mut self, id: InstanceId, world_from_model: Rigid) {
        self.joints.set_world_from_model(&mut self.world, id, world_from_model);
    }

    /// Returns the state of a joint; `None` for one that constrains nothing.
    pub fn joint(&self, id: InstanceId, joint: JointId) -> Option<JointReading> {
        self.joints.read(&self.world, id, joint)
    }

    /// The state of the drives of a joint, in the order of the file; none for one that constrains nothing. Allocates nothing.
    pub fn drives(&self, id: InstanceId, joint: JointId) -> impl Iterator<Item = DriveReading> + '_ {
        self.joints.drives(&self.world, id, joint)
    }

    /// The state of the limits of a joint, as [`Simulation::drives`].
    pub fn limits(&self, id: InstanceId, joint: JointId) -> impl Iterator<Item = LimitReading> + '_ {
        self.joints.limits(&self.world, id, joint)
    }

    /// The events of the last step, sorted by kind and then by the nodes.
    pub fn events(&self) -> &[PhysicsEvent] {
        self.events.emitted()
    }

    /// The bodies that were about to become non-finite in the last step; they stay where they last were.
    pub fn stopped(&self) -> &[WorldBody] {
        &self.stopped
    }

    /// The first bodies of systems of joints that stayed where the last step began: solving them would have taken more than the
    /// budget leaves for it, which happens if ranges and drives contradict each other.
    pub fn held(&self) -> impl Iterator<Item = WorldBody> + '_ {
        self.joints.held().filter_map(|handle| {
            let BodyTag { slot, index, .. } = BodyTag::from_bits(self.world.bodies.get(handle)?.user_data);
            let instance = self.instances.get(slot as usize)?.as_ref()?;
            Some(WorldBody { instance: instance.id, body: BodyId::at(index as usize) })
        })
    }

    fn instance(&self, id: InstanceId) -> Option<&SimulatedInstance> {
        self.instances.get(id.slot())?.as_ref().filter(|instance| instance.id == id)
    }

    fn instance_mut(&mut self, id: InstanceId) -> Option<&mut SimulatedInstance> {
        self.instances.get_mut(id.slot())?.as_mut().filter(|instance| instance.id == id)
    }

    /// Inserts an instance into its slot.
    fn insert_instance(&mut self, instance: SimulatedInstance) {
        let slot = instance.id.slot();
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        self.instances[slot] = Some(instance);
    }

    /// Turns bodies that the engine has quarantined into fixed ones. The engine has reset them to their last finite
    /// pose and disabled them; they go on as obstacles.
    fn stop_non_finite_bodies(&mut self) {
        for handle in self.world.physics_pipeline.quarantine().bodies() {
            self.census.forget();
            let Some(body) = self.world.bodies.get_mut(*handle) else { continue };
            let BodyTag { slot, index, .. } = BodyTag::from_bits(body.user_data);
            if body.position().is_finite() {
                body.set_body_type(RigidBodyType::Fixed, false);
                body.set_enabled(true);
            }
            let Some(instance) = self.instances.get_mut(slot as usize).and_then(Option::as_mut) else { continue };
            if let Some(entry) = instance.bodies.get_mut(index as usize).filter(|entry| entry.handle == *handle) {
                entry.is_stopped = true;
                self.stopped.push(WorldBody { instance: instance.id, body: BodyId::at(index as usize) });
            }
        }
        self.stopped.sort_unstable();
        if !self.world.physics_pipeline.quarantine().bodies().is_empty() || !self.animated_velocities_are_finite() {
            reset_invalid_velocities(&mut self.world.bodies);
        }
    }

    /// Whether the velocities of all animated bodies are finite. A target far away, or a centre of mass far from the
    /// origin, makes them overflow.
    fn animated_velocities_are_finite(&self) -> bool {
        let are_finite = |instance: &SimulatedInstance| {
            let bodies = instance.bodies.iter().filter(|entry| entry.is_animated).map(|entry| entry.handle);
            let shapes = instance.colliders.iter().chain(instance.triggers.iter().flatten());
            let carriers = shapes.filter_map(|entry| entry.carrier);
            bodies.chain(carriers).all(|body| self.world.bodies.get(body).is_none_or(has_finite_velocity))
        };
        let mut anchors = self.joints.moving_anchors().filter_map(|body| self.world.bodies.get(body));
        self.instances.iter().flatten().all(are_finite) && anchors.all(has_finite_velocity)
    }

    /// Queues events between nodes for the collision events of the engine.
    fn queue_events(&mut self) {
        let Self { world, parts, contacts, overlaps, events, reports, joints, .. } = self;
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
        let impulses = joints.contact_impulses();
        contacts.update(parts, &world.colliders, &world.narrow_phase, impulses, events);
        overlaps.update(parts, &world.colliders, events);
    }
}

/// Resets non-finite velocities to zero. Kinematic bodies have the right pose, but a contact with a non-finite body or
/// a centre of mass far away can make their velocity non-finite.
fn reset_invalid_velocities(bodies: &mut RigidBodySet) {
    let non_finite: Vec<_> =
        bodies.iter().filter(|(_, body)| !has_finite_velocity(body)).map(|(handle, _)| handle).collect();
    for body in non_finite {
        let Some(body) = bodies.get_mut(body) else { continue };
        // The engine does not set the velocity of a kinematic body, but clears it when the body becomes fixed.
        let kind = body.body_type();
        body.set_body_type(RigidBodyType::Fixed, false);
        body.set_body_type(kind, false);
    }
}

fn has_finite_velocity(body: &RigidBody) -> bool {
    body.linvel().is_finite() && body.angvel().is_finite()
}
