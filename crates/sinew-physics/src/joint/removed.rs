//! Joints that were taken away since the last step.
//!
//! The engine learns at its next step which joints no longer connect its islands, from notes that a snapshot does not have. A joint that goes
//! is therefore switched off and hung between two posts that nothing else is on, where a restored engine finds it and takes the note again. It
//! is removed when the step is over.

use rapier3d::prelude::{ImpulseJointHandle, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct RemovedJoints {
    posts: Option<[RigidBodyHandle; 2]>,
    joints: Vec<ImpulseJointHandle>,
}

impl RemovedJoints {
    /// Takes a joint away from its bodies, which wake up.
    pub(super) fn add(&mut self, world: &mut PhysicsWorld, joint: ImpulseJointHandle) {
        let Some(found) = world.impulse_joints.get_mut(joint, true) else { return };
        found.data.set_enabled(false);
        let [a, b] = *self.posts.get_or_insert_with(|| [(), ()].map(|()| world.insert_body(RigidBodyBuilder::fixed())));
        world.impulse_joints.set_bodies(joint, a, b, true);
        self.joints.push(joint);
    }

    /// Removes what is in it, after a step.
    pub(super) fn clear(&mut self, world: &mut PhysicsWorld) {
        for joint in self.joints.drain(..) {
            world.impulse_joints.remove(joint, false);
        }
        for post in self.posts.take().into_iter().flatten() {
            world.remove_body(post);
        }
    }

    /// Whether the engine of a snapshot has what is in it, and nothing else is.
    pub(super) fn is_whole(&self, world: &PhysicsWorld) -> bool {
        let is_post = |body: RigidBodyHandle| self.posts.is_some_and(|posts| posts.contains(&body));
        let is_between_posts = |joint: &ImpulseJointHandle| {
            world.impulse_joints.get(*joint).is_some_and(|found| is_post(found.body1()) && is_post(found.body2()))
        };
        let has = |post: &RigidBodyHandle| world.bodies.get(*post).is_some_and(|post| post.colliders().is_empty());
        self.posts.iter().flatten().all(has) && self.joints.iter().all(is_between_posts)
    }
}
