//! Layers: what plays in one is averaged, and laid over the layers below.

use serde::{Deserialize, Serialize};
use sinew_document::NodeIndex;
use sinew_model::model::{HumanBone, Model, NodeId};

use super::state::{Fade, check_fading};
use crate::world::error::WorldError;

/// The settings of a layer. Layers with higher numbers are over those with lower ones.
///
/// ```
/// use sinew::{HumanBone, Layer, LayerMask};
///
/// let arms = Layer::default().with_mask(LayerMask::default().with_bone(HumanBone::Chest));
/// assert_eq!(arms.weight, 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Layer {
    /// How much of it is seen, 0…1.
    pub weight: f32,
    /// The weight on its way to another; one that stops ends what plays in the layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fade: Option<Fade>,
    /// A factor on the speed of all that plays in it.
    pub speed: f64,
    /// Whether what plays in it is added to what is below, by its difference from its own start, instead of replacing it.
    pub additive: bool,
    /// The nodes that it moves; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<LayerMask>,
}

impl Default for Layer {
    fn default() -> Self {
        Self { weight: 1.0, fade: None, speed: 1.0, additive: false, mask: None }
    }
}

impl Layer {
    /// Sets how much of it is seen.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Fades its weight.
    #[must_use]
    pub fn with_fade(self, fade: impl Into<Option<Fade>>) -> Self {
        Self { fade: fade.into(), ..self }
    }

    /// Sets the factor on the speed of all that plays in it.
    #[must_use]
    pub fn with_speed(self, speed: f64) -> Self {
        Self { speed, ..self }
    }

    /// Sets whether what plays in it is added to what is below.
    #[must_use]
    pub fn with_additive(self, additive: bool) -> Self {
        Self { additive, ..self }
    }

    /// Sets the nodes that it moves.
    #[must_use]
    pub fn with_mask(self, mask: impl Into<Option<LayerMask>>) -> Self {
        Self { mask: mask.into(), ..self }
    }

    pub(super) fn check(&self, model: &Model) -> Result<(), WorldError> {
        check_fading(self.weight, self.fade)?;
        if !self.speed.is_finite() {
            return Err(WorldError::NotFinite);
        }
        self.mask.as_ref().map_or(Ok(()), |mask| mask.resolve(model).map(|_| ()))
    }
}

/// The nodes that a layer moves: some nodes and human bones with all that is below them, without others. Expressions belong to
/// the head.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenMask", into = "WrittenMask")]
#[non_exhaustive]
pub struct LayerMask {
    /// Nodes with all that is below them, by the file's index. Without nodes and bones, the mask has every node.
    pub nodes: Vec<NodeIndex>,
    /// Human bones with all that is below them.
    pub bones: Vec<HumanBone>,
    /// Nodes that are left out, with all that is below them.
    pub without_nodes: Vec<NodeIndex>,
    /// Human bones that are left out, with all that is below them.
    pub without_bones: Vec<HumanBone>,
}

/// A mask as JSON has it.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct WrittenMask {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bones: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without_nodes: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without_bones: Vec<String>,
}

impl TryFrom<WrittenMask> for LayerMask {
    type Error = String;

    fn try_from(written: WrittenMask) -> Result<Self, String> {
        let nodes = |list: Vec<u32>| list.into_iter().map(NodeIndex).collect();
        let bones = |list: Vec<String>| -> Result<Vec<HumanBone>, String> {
            let bone = |name: &String| HumanBone::from_name(name).ok_or(format!("`{name}` is not a human bone"));
            list.iter().map(bone).collect()
        };
        Ok(Self {
            nodes: nodes(written.nodes),
            bones: bones(written.bones)?,
            without_nodes: nodes(written.without_nodes),
            without_bones: bones(written.without_bones)?,
        })
    }
}

impl From<LayerMask> for WrittenMask {
    fn from(mask: LayerMask) -> Self {
        let nodes = |list: Vec<NodeIndex>| list.into_iter().map(|node| node.0).collect();
        let bones = |list: Vec<HumanBone>| list.into_iter().map(|bone| bone.name().to_owned()).collect();
        Self {
            nodes: nodes(mask.nodes),
            bones: bones(mask.bones),
            without_nodes: nodes(mask.without_nodes),
            without_bones: bones(mask.without_bones),
        }
    }
}

impl LayerMask {
    /// Adds a node with all that is below it.
    #[must_use]
    pub fn with_node(mut self, node: NodeIndex) -> Self {
        self.nodes.push(node);
        self
    }

    /// Adds a human bone with all that is below it.
    #[must_use]
    pub fn with_bone(mut self, bone: HumanBone) -> Self {
        self.bones.push(bone);
        self
    }

    /// Leaves out a node with all that is below it.
    #[must_use]
    pub fn without_node(mut self, node: NodeIndex) -> Self {
        self.without_nodes.push(node);
        self
    }

    /// Leaves out a human bone with all that is below it.
    #[must_use]
    pub fn without_bone(mut self, bone: HumanBone) -> Self {
        self.without_bones.push(bone);
        self
    }

    /// By node, whether the mask has it.
    pub(super) fn resolve(&self, model: &Model) -> Result<Vec<bool>, WorldError> {
        let hierarchy = model.hierarchy();
        let is_open = self.nodes.is_empty() && self.bones.is_empty();
        let mut has = vec![is_open; hierarchy.len()];
        let of_bones = |bones: &[HumanBone]| -> Result<Vec<NodeId>, WorldError> {
            let humanoid = model.humanoid().ok_or(WorldError::NoHumanoid);
            let node = |bone: &HumanBone| humanoid.clone()?.node(*bone).ok_or(WorldError::UnknownBone(*bone));
            bones.iter().map(node).collect()
        };
        let of_nodes = |nodes: &[NodeIndex]| -> Result<Vec<NodeId>, WorldError> {
            nodes.iter().map(|&node| hierarchy.id(node).ok_or(WorldError::UnknownNode)).collect()
        };
        let within = [of_nodes(&self.nodes)?, of_bones(&self.bones)?].concat();
        let without = [of_nodes(&self.without_nodes)?, of_bones(&self.without_bones)?].concat();
        for (roots, is_within) in [(within, true), (without, false)] {
            for node in roots.into_iter().flat_map(|root| hierarchy.subtree(root)) {
                has[node.slot()] = is_within;
            }
        }
        Ok(has)
    }
}

/// A layer whose settings differ from the default.
#[derive(Clone, Debug)]
pub(super) struct SetLayer {
    pub(super) number: i32,
    pub(super) layer: Layer,
    /// By node, whether it moves it; empty without a mask.
    has: Vec<bool>,
}

impl SetLayer {
    pub(super) fn new(number: i32, layer: Layer, model: &Model) -> Result<Self, WorldError> {
        layer.check(model)?;
        let has = layer.mask.as_ref().map_or(Ok(Vec::new()), |mask| mask.resolve(model))?;
        Ok(Self { number, layer, has })
    }

    /// Whether it moves a node.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.has.is_empty() || self.has.get(node.slot()).copied().unwrap_or(false)
    }
}
