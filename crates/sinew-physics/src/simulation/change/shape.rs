//! Shapes that change while the simulation runs.

use rapier3d::prelude::{Collider, ColliderHandle, PhysicsWorld, Pose, ShapeType, SharedShape};

use crate::id::{ShapeInstanceId, WorldBody};
use crate::shape::{Purpose, Stretch, primitive};
use crate::simulation::Simulation;
use crate::users::Users;
use crate::whole_faces::WholeFaces;
use sinew_model::model::physics::{BodyId, Inertia, Mass, ShapeId};
use sinew_motion::InstanceId;

impl Simulation {
    pub(super) fn change_shape(&mut self, users: &Users, id: InstanceId, shape: ShapeId) {
        let Some(instance) = self.instance(id) else { return };
        let physics = instance.physics();
        let instances = users.instances_of(physics, shape);
        let follows = |body: &BodyId| {
            physics.bodies().get(body.slot()).is_some_and(|body| {
                body.mass == Mass::FromColliders
                    || body.inertia == Inertia::FromColliders
                    || body.center_of_mass.is_none()
            })
        };
        let body_of = |id: &ShapeInstanceId| match id {
            ShapeInstanceId::Collider(_) => instance.placed(*id)?.body,
            ShapeInstanceId::Trigger(..) => None,
        };
        if let [alone] = instances {
            let body = body_of(alone).filter(follows);
            self.renew_shape(id, *alone);
            return self.weigh(users, id, body);
        }
        let mut bodies: Vec<BodyId> = instances.iter().filter_map(body_of).filter(follows).collect();
        bodies.sort_unstable();
        bodies.dedup();
        for shape in instances {
            self.renew_shape(id, *shape);
        }
        self.weigh(users, id, bodies);
    }

    /// Gives bodies the masses that follow from their colliders.
    fn weigh(&mut self, users: &Users, id: InstanceId, bodies: impl IntoIterator<Item = BodyId>) {
        for body in bodies {
            if let Some(handle) = self.instance(id).and_then(|known| known.body(body)).map(|entry| entry.handle) {
                self.change_mass(users, WorldBody { instance: id, body }, handle);
            }
        }
    }

    /// Gives the engine's shape of a collider or a trigger its sizes, or builds it anew.
    fn renew_shape(&mut self, id: InstanceId, shape: ShapeInstanceId) {
        self.find_contacts_by_size();
        let Self { instances, shapes, world, rules, census, .. } = self;
        let known = instances.get(id.slot()).and_then(Option::as_ref).filter(|instance| instance.id == id);
        let Some(known) = known else { return };
        let (Some(entry), Some(placed)) = (known.shape(shape), known.placed(shape)) else { return };
        let Some((handle, sub_shape)) = entry.at else { return };
        let stretch = Stretch::of(&entry.owner_from_node);
        let Some(collider) = world.colliders.get_mut(handle) else { return };
        let is_alone = collider.shape().shape_type() != ShapeType::Compound;
        let described = known.physics().shapes().get(placed.shape.slot());
        match described.and_then(|described| primitive(described, &stretch)).filter(|_| is_alone) {
            Some(primitive) if primitive.is_kind_of(collider) => primitive.give_to(collider),
            Some(primitive) => {
                collider.set_shape(primitive.shared());
                census.note_shape(handle, collider.shape());
            }
            None => {
                let is_solid = matches!(shape, ShapeInstanceId::Collider(_));
                let purpose = if is_solid { Purpose::Solid } else { Purpose::Volume };
                let built =
                    shapes.changed_shape(&known.model, known.changed.as_deref(), placed.shape, &stretch, purpose);
                let Some(built) = built else { return };
                set_built(collider, sub_shape, built);
                census.note_shape(handle, collider.shape());
            }
        }
        // Balls and the like have no sides that another covers.
        if collider_is_of_boxes(world, handle) {
            rules.seams.refresh_on_body(world, handle);
        }
        self.measure_body(handle);
        self.update_query_bounds(handle);
        self.wake_around(handle);
    }
}

impl Simulation {
    /// Has contacts found anew where the sizes of what touches are others than before.
    fn find_contacts_by_size(&mut self) {
        if !self.has_changed_sizes {
            self.has_changed_sizes = true;
            self.world.narrow_phase.set_query_dispatcher(WholeFaces { notes_sizes: true });
        }
    }
}

/// Whether a collider is a box, or may have boxes in it.
fn collider_is_of_boxes(world: &PhysicsWorld, handle: ColliderHandle) -> bool {
    let kind = world.colliders.get(handle).map(|collider| collider.shape().shape_type());
    matches!(kind, Some(ShapeType::Cuboid | ShapeType::Compound))
}

/// Gives a collider, or a part of a compound, another shape.
fn set_built(collider: &mut Collider, sub_shape: u32, built: SharedShape) {
    let parts = collider.shape().as_compound().map(|compound| compound.shapes().to_vec());
    match parts {
        Some(mut parts) => {
            if let Some(part) = parts.get_mut(sub_shape as usize) {
                part.1 = built;
                collider.set_shape(SharedShape::compound(parts));
            }
        }
        None => set_whole_shape(collider, built),
    }
}

/// Gives a collider a hull or a mesh. The engine takes contacts of shapes that have not moved from the step before, by their points and
/// normals alone. It finds those of compounds anew.
fn set_whole_shape(collider: &mut Collider, shape: SharedShape) {
    if shape.as_composite_shape().is_some() {
        collider.set_shape(shape);
        return;
    }
    match collider.position_wrt_parent().copied() {
        // As in compounds of several parts, a part has the pose on the body.
        Some(body_from_shape) => {
            collider.set_shape(SharedShape::compound(vec![(body_from_shape, shape)]));
            collider.set_position_wrt_parent(Pose::IDENTITY);
        }
        None => collider.set_shape(SharedShape::compound(vec![(Pose::IDENTITY, shape)])),
    }
}
