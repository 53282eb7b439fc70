//! What the digests of a world are made of.
//!
//! [`World::digest`] goes over, in this order and each number by its bits: the steps that were run and the seconds of one; the
//! number of instances; and of each instance, by the order of ids, where its root is, its nodes in the order of the file (the
//! local transform, the weights of its morph targets, and its body), its virtual transforms, what plays, and the expressions.

use glam::Affine3A;

use super::World;
use super::body::BodyState;
use super::digest::Digest;
use super::instance::Instance;
use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyKind;
use sinew_motion::InstanceId;

/// Digests of what an instance has besides its nodes, to tell where two worlds part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartDigests {
    /// Where its root is.
    pub place: u64,
    /// Where its virtual transforms are.
    pub virtual_transforms: u64,
    /// Which animations, clip, posture and overrides are on it, and how far they are.
    pub playback: u64,
    /// The expressions that the clip puts on, before and after clamping and overriding.
    pub expressions: u64,
}

impl World {
    /// A number that tells whether two worlds are the same to the last bit, in all that a step decides: the clock, and of
    /// each instance the place, the local transforms of nodes, the weights of morph targets, the bodies, the virtual transforms,
    /// the expressions, and what plays and how far it is. Instances count in the order of their ids and nodes in that of the
    /// file. Both zeros count as one.
    ///
    /// Not in it are the time that has passed since the last step ([`World::advance`]), events, which follow from where bodies
    /// are, and what the solver keeps to itself; the last is in a [`World::snapshot`]. Nothing is allocated.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.integer(self.steps());
        digest.double(self.dt());
        digest.count(self.live().count());
        for instance in self.live() {
            add_place(&mut digest, instance);
            digest.count(instance.model.hierarchy().len());
            for node in instance.model.hierarchy().nodes_in_file_order() {
                self.add_node(&mut digest, instance, node);
            }
            add_virtual_transforms(&mut digest, instance);
            instance.playback.add_to(&mut digest, &instance.model);
            instance.playback.add_expressions_to(&mut digest);
        }
        digest.finish()
    }

    /// As [`World::digest`], of the simulation alone: of the dynamic and kinematic bodies, by instance and then in the order of
    /// their nodes in the file, the position, the rotation and both velocities. Nodes have no part in it, so that two files with
    /// the same physics agree, and all files without bodies do.
    pub fn physics_digest(&self) -> u64 {
        let mut digest = Digest::new();
        for instance in self.live() {
            for body in self.bodies(instance.id).filter(is_moving) {
                add_body(&mut digest, &body);
            }
        }
        digest.finish()
    }

    /// As [`World::digest`], of one node: its local transform, the weights of its morph targets, and its body. `None` where there
    /// is no such node.
    pub fn node_digest(&self, id: InstanceId, node: NodeId) -> Option<u64> {
        let instance = self.get(id).filter(|instance| node.slot() < instance.model.hierarchy().len())?;
        let mut digest = Digest::new();
        self.add_node(&mut digest, instance, node);
        Some(digest.finish())
    }

    /// As [`World::physics_digest`], of the body of one node; `None` where the node has no body.
    pub fn body_digest(&self, id: InstanceId, node: NodeId) -> Option<u64> {
        let mut digest = Digest::new();
        add_body(&mut digest, &self.body(id, node)?);
        Some(digest.finish())
    }

    /// As [`World::digest`], of what an instance has besides its nodes; `None` where there is no such instance.
    pub fn part_digests(&self, id: InstanceId) -> Option<PartDigests> {
        let instance = self.get(id)?;
        let of = |add: &dyn Fn(&mut Digest)| {
            let mut digest = Digest::new();
            add(&mut digest);
            digest.finish()
        };
        Some(PartDigests {
            place: of(&|digest| add_place(digest, instance)),
            virtual_transforms: of(&|digest| add_virtual_transforms(digest, instance)),
            playback: of(&|digest| instance.playback.add_to(digest, &instance.model)),
            expressions: of(&|digest| instance.playback.add_expressions_to(digest)),
        })
    }

    fn add_node(&self, digest: &mut Digest, instance: &Instance, node: NodeId) {
        if let Some(local) = instance.pose.local.get(node.slot()) {
            digest.vector(local.translation);
            digest.rotation(local.rotation);
            digest.vector(local.scale);
        }
        let weights = instance.pose.weights.get(instance.model.morph_targets().range(node)).unwrap_or_default();
        digest.count(weights.len());
        for weight in weights {
            digest.number(*weight);
        }
        let body = instance.body_of(node).and_then(|body| self.state(instance, body)).filter(is_moving);
        digest.flag(body.is_some());
        if let Some(body) = body {
            add_body(digest, &body);
            digest.flag(body.is_driven);
            digest.flag(body.is_sleeping);
        }
    }
}

/// A static body is where its node has been from the start.
fn is_moving(body: &BodyState) -> bool {
    body.kind != BodyKind::Static
}

fn add_body(digest: &mut Digest, body: &BodyState) {
    digest.vector(body.world_from_body.translation);
    digest.rotation(body.world_from_body.rotation);
    digest.vector(body.velocity.linear);
    digest.vector(body.velocity.angular);
}

fn add_place(digest: &mut Digest, instance: &Instance) {
    digest.vector(instance.world_from_model.translation);
    digest.rotation(instance.world_from_model.rotation);
}

fn add_virtual_transforms(digest: &mut Digest, instance: &Instance) {
    digest.count(instance.model_from_virtual.len());
    for part in instance.model_from_virtual.iter().flat_map(Affine3A::to_cols_array) {
        digest.number(part);
    }
}
