//! What the digests of a world are made of.
//!
//! [`World::digest`] goes over, in this order and each number by its bits: the steps that were run and the seconds of one; the
//! number of instances; and of each instance, by the order of ids, where its root is, its nodes in the order of the file (the
//! local transform, the weights of its morph targets, and its body), its virtual transforms, what plays, the
//! expressions, the tails of springs, the properties that were set or animated, and the state of its behaviour graph.

use sinew_model::model::NodeId;
use sinew_motion::InstanceId;

use super::World;
use super::digest::Digest;
use super::instance::{Instance, Spawned};

/// Digests of an instance besides its nodes, to find where two worlds diverge.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartDigests {
    /// The pose of its root.
    pub root: u64,
    /// Where its virtual transforms are.
    pub virtual_transforms: u64,
    /// Which animations, clip, human pose and overrides are on it, and how far they are.
    pub playback: u64,
    /// The expressions that the clip and the application set, before and after clamping and overriding, and where the eyes look.
    pub expressions: u64,
    /// The tails of its springs, and how far they are in a step.
    pub springs: u64,
    /// Variables, delays and interpolations of its behaviour graph.
    pub graphs: u64,
    /// The properties that were set or animated.
    pub properties: u64,
}

impl World {
    /// A number that is the same for two worlds if they are, to the last bit, in all that a step decides: the clock, and of
    /// each instance the place, the local transforms of nodes, the weights of morph targets, the bodies, the virtual transforms,
    /// the expressions, the tails of springs, changed properties, and what plays and how far it is. Instances count in the order of their ids and nodes in that of the
    /// file. Both zeros count as one.
    ///
    /// Not in it are the time that has passed since the last step ([`World::advance`]), events, which follow from where bodies
    /// are, and what the solver keeps to itself; the last is in a [`World::snapshot`]. Nothing is allocated.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.integer(self.steps());
        digest.double(self.dt());
        digest.count(self.live().count());
        for spawned in self.live() {
            let instance = &spawned.instance;
            instance.add_root_to(&mut digest);
            digest.count(instance.model.hierarchy().len());
            for node in instance.model.hierarchy().nodes_in_file_order() {
                self.add_node(&mut digest, spawned, node);
            }
            spawned.stages.add_to(&mut digest, instance);
        }
        digest.finish()
    }

    /// As [`World::digest`], of one node: its local transform, the weights of its morph targets, and its body. `None` where there
    /// is no such node.
    pub fn node_digest(&self, id: InstanceId, node: NodeId) -> Option<u64> {
        let spawned = self.find(id).filter(|spawned| node.slot() < spawned.instance.model.hierarchy().len())?;
        let mut digest = Digest::new();
        self.add_node(&mut digest, spawned, node);
        Some(digest.finish())
    }

    /// As [`World::digest`], of what an instance has besides its nodes; `None` where there is no such instance.
    pub fn part_digests(&self, id: InstanceId) -> Option<PartDigests> {
        let Spawned { instance, stages } = self.find(id)?;
        Some(stages.part_digests(instance))
    }

    #[cfg_attr(not(feature = "physics"), expect(clippy::unused_self, reason = "bodies are the simulation's"))]
    fn add_node(&self, digest: &mut Digest, spawned: &Spawned, node: NodeId) {
        let Instance { model, pose, .. } = &spawned.instance;
        if let Some(local) = pose.local.get(node.slot()) {
            digest.vector(local.translation);
            digest.rotation(local.rotation);
            digest.vector(local.scale);
        }
        let weights = pose.weights.get(model.morph_targets().range(node)).unwrap_or_default();
        digest.count(weights.len());
        for weight in weights {
            digest.number(*weight);
        }
        #[cfg(feature = "physics")]
        self.add_body_of(digest, spawned, node);
        // A world that simulates nothing agrees with one that does about every model without bodies.
        #[cfg(not(feature = "physics"))]
        digest.flag(false);
    }
}

impl Instance {
    pub(super) fn add_root_to(&self, digest: &mut Digest) {
        digest.vector(self.world_from_model.translation);
        digest.rotation(self.world_from_model.rotation);
    }
}
