//! Bodies in a digest.

use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyKind;
use sinew_motion::InstanceId;

use crate::world::digest::Digest;
use crate::world::instance::Spawned;
use crate::world::{BodyState, World};

impl World {
    /// As [`World::digest`], of the simulation alone: of the dynamic and kinematic bodies, by instance and then in the order of
    /// their nodes in the file, the position, the rotation and both velocities. Nodes have no part in it, so that two files with
    /// the same physics agree, and all files without bodies do.
    pub fn physics_digest(&self) -> u64 {
        let mut digest = Digest::new();
        for spawned in self.live() {
            for body in self.bodies(spawned.instance.id).filter(is_moving) {
                add_body(&mut digest, &body);
            }
        }
        digest.finish()
    }

    /// As [`World::physics_digest`], of the body of one node; `None` where the node has no body.
    pub fn body_digest(&self, id: InstanceId, node: NodeId) -> Option<u64> {
        let mut digest = Digest::new();
        add_body(&mut digest, &self.body(id, node)?);
        Some(digest.finish())
    }

    pub(in crate::world) fn add_body_of(&self, digest: &mut Digest, spawned: &Spawned, node: NodeId) {
        let body = spawned.stages.bodies.body_of(node).and_then(|body| self.body_state(spawned, body));
        let body = body.filter(is_moving);
        digest.flag(body.is_some());
        if let Some(body) = body {
            add_body(digest, &body);
            digest.flag(body.is_animated);
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
