//! One step of a log.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use sinew::{Input, InstanceId, World};

use super::Digits;

/// One step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::verb) struct Line {
    /// The number of steps so far.
    pub(in crate::verb) step: u64,
    /// The digest of the world.
    pub(in crate::verb) digest: Digits<16>,
    /// The inputs before the step, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::verb) inputs: Vec<Input>,
    /// The instances in the order of their ids, so that a difference can be traced to its cause. Half of the digits
    /// suffice.
    pub(in crate::verb) instances: Vec<InstanceLine>,
}

/// The digests of an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct InstanceLine {
    pub(in crate::verb) place: Digits<8>,
    pub(in crate::verb) virtual_transforms: Digits<8>,
    pub(in crate::verb) playback: Digits<8>,
    pub(in crate::verb) expressions: Digits<8>,
    /// Of an instance with springs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::verb) springs: Option<Digits<8>>,
    /// The digests of the nodes that changed since the line before, by the file's index; of all nodes in the first line.
    pub(in crate::verb) nodes: BTreeMap<u32, Digits<8>>,
}

/// The last digest written of each node, by the file's index.
#[derive(Default)]
pub(in crate::verb) struct LastDigests(HashMap<InstanceId, Vec<Digits<8>>>);

impl Line {
    /// The line of a world's last step.
    pub(in crate::verb) fn of(world: &World, inputs: Vec<Input>, last_digests: &mut LastDigests) -> Self {
        let instances = world.instances().filter_map(|id| InstanceLine::of(world, id, last_digests)).collect();
        last_digests.0.retain(|id, _| world.model(*id).is_some());
        Self { step: world.steps(), digest: Digits::of(world.digest()), inputs, instances }
    }
}

impl InstanceLine {
    fn of(world: &World, id: InstanceId, last_digests: &mut LastDigests) -> Option<Self> {
        let (parts, model) = (world.part_digests(id)?, world.model(id)?);
        let hierarchy = model.hierarchy();
        let has_springs = !model.spring_bones().is_empty();
        let last_digests = last_digests.0.entry(id).or_default();
        let mut nodes = BTreeMap::new();
        for (index, node) in hierarchy.nodes_in_file_order().enumerate() {
            let digest = Digits::of(world.node_digest(id, node)?);
            match last_digests.get_mut(index) {
                Some(last) if *last == digest => continue,
                Some(last) => *last = digest,
                None => last_digests.push(digest),
            }
            nodes.insert(index as u32, digest);
        }
        Some(Self {
            place: Digits::of(parts.root),
            virtual_transforms: Digits::of(parts.virtual_transforms),
            playback: Digits::of(parts.playback),
            expressions: Digits::of(parts.expressions),
            springs: has_springs.then(|| Digits::of(parts.springs)),
            nodes,
        })
    }
}
