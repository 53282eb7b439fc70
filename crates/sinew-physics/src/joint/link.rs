//! The engine's joints: one between two bodies, however many joints of files connect them.
//!
//! The engine solves no joint. It needs to know which bodies are connected, so that they sleep and wake together, and whether they collide;
//! a second joint between the same two says nothing new, and the engine's search for islands walks over all of them for each.

use std::collections::HashMap;

use rapier3d::prelude::{GenericJoint, ImpulseJointHandle, PhysicsWorld, RigidBodyHandle};

/// The engine's joints by their two bodies. Nothing is iterated, so that no order decides anything.
#[derive(Default)]
pub(crate) struct Links(HashMap<[RigidBodyHandle; 2], Link>);

/// A joint of the engine without any locked axis.
struct Link {
    handle: ImpulseJointHandle,
    /// How many joints it stands for.
    joints: usize,
    /// How many of those keep the bodies from colliding.
    excluding: usize,
}

impl Link {
    fn new(handle: ImpulseJointHandle) -> Self {
        Self { handle, joints: 0, excluding: 0 }
    }

    fn add(&mut self, excludes: bool) {
        self.joints += 1;
        self.excluding += usize::from(excludes);
    }

    /// Sets whether the bodies collide, and wakes them.
    fn update(&self, world: &mut PhysicsWorld) {
        if let Some(link) = world.impulse_joints.get_mut(self.handle, true) {
            link.data.contacts_enabled = self.excluding == 0;
        }
    }
}

impl Links {
    /// Connects two bodies by one more joint, which may exclude contacts between them.
    pub(super) fn insert(
        &mut self,
        world: &mut PhysicsWorld,
        bodies: [RigidBodyHandle; 2],
        excludes: bool,
    ) -> ImpulseJointHandle {
        let link = self.0.entry(unordered(bodies)).or_insert_with(|| {
            let data = GenericJoint { contacts_enabled: !excludes, ..GenericJoint::default() };
            Link::new(world.impulse_joints.insert(bodies[0], bodies[1], data, true))
        });
        link.add(excludes);
        if excludes && link.excluding == 1 && link.joints > 1 {
            link.update(world);
        }
        link.handle
    }

    /// Counts a joint of a snapshot, whose engine has the link already.
    pub(super) fn restore(&mut self, bodies: [RigidBodyHandle; 2], handle: ImpulseJointHandle, excludes: bool) {
        self.0.entry(unordered(bodies)).or_insert_with(|| Link::new(handle)).add(excludes);
    }

    /// Sets whether a joint excludes contacts, before and from now on, and wakes the bodies.
    pub(super) fn set_excludes(
        &mut self,
        world: &mut PhysicsWorld,
        bodies: [RigidBodyHandle; 2],
        [before, now]: [bool; 2],
    ) {
        let Some(link) = self.0.get_mut(&unordered(bodies)) else { return };
        link.excluding = link.excluding + usize::from(now) - usize::from(before);
        link.update(world);
    }

    /// Takes one joint away. Returns the engine's joint if it was the last one; the bodies wake if it was not.
    pub(super) fn release(
        &mut self,
        world: &mut PhysicsWorld,
        bodies: [RigidBodyHandle; 2],
        excludes: bool,
    ) -> Option<ImpulseJointHandle> {
        let key = unordered(bodies);
        let link = self.0.get_mut(&key)?;
        link.joints -= 1;
        link.excluding -= usize::from(excludes);
        if link.joints > 0 {
            link.update(world);
            return None;
        }
        self.0.remove(&key).map(|link| link.handle)
    }

    /// Forgets all, before those of a snapshot are counted.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

fn unordered([a, b]: [RigidBodyHandle; 2]) -> [RigidBodyHandle; 2] {
    if a.into_raw_parts() <= b.into_raw_parts() { [a, b] } else { [b, a] }
}

#[cfg(test)]
mod tests {
    use rapier3d::prelude::RigidBodyBuilder;

    use super::*;

    #[test]
    fn two_bodies_have_one_joint_of_the_engine_until_the_last_of_theirs_goes() {
        let (mut world, mut links) = (PhysicsWorld::new(), Links::default());
        let [a, b, c] = [(); 3].map(|()| world.insert_body(RigidBodyBuilder::dynamic()));
        let first = links.insert(&mut world, [a, b], false);
        assert_eq!(links.insert(&mut world, [b, a], true), first);
        assert_ne!(links.insert(&mut world, [b, c], false), first);
        assert_eq!(world.impulse_joints.len(), 2);
        // One of the two excludes contacts, until it does not.
        let collides = |world: &PhysicsWorld| world.impulse_joints.get(first).unwrap().data.contacts_enabled;
        assert!(!collides(&world));
        links.set_excludes(&mut world, [a, b], [true, false]);
        assert!(collides(&world));
        links.set_excludes(&mut world, [a, b], [false, true]);
        assert!(!collides(&world));
        assert_eq!(links.release(&mut world, [a, b], true), None);
        assert!(collides(&world));
        assert_eq!(links.release(&mut world, [b, a], false), Some(first));
        assert_eq!(links.release(&mut world, [b, a], false), None);
    }
}
