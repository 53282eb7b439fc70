//! The humanoid of a file, as `sinew inspect --json` prints it. A field may be added, none renamed.

use serde::Serialize;

use sinew_model::math::rotation_vector;
use sinew_model::model::property::PropertyTarget;
use sinew_model::model::{Facing, HumanBone, Humanoid, LookAtKind, Model, RangeMap, Track};

/// The humanoid of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HumanoidAnswer {
    /// The extension that names the bones.
    pub extension: Option<&'static str>,
    /// The facing direction: `+Z` or `-Z`.
    pub facing: &'static str,
    /// Metres from the ground to the hips at rest.
    pub hips_height: Option<f32>,
    /// Metres along a leg at rest.
    pub leg_length: Option<f32>,
    /// The bones that it has, parents first.
    pub bones: Vec<BoneAnswer>,
    /// The bones that it lacks, parents first.
    pub missing: Vec<&'static str>,
    /// The required ones of them.
    pub missing_required: Vec<&'static str>,
    /// The deviation of each limb from the T-pose at rest.
    pub t_pose: Vec<LimbAnswer>,
    /// Its expressions, or those that a clip animates.
    pub expressions: Vec<ExpressionAnswer>,
    /// Its look-at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<LookAtAnswer>,
}

/// A bone and how it rests.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoneAnswer {
    /// The bone's name in 1.0.
    pub bone: &'static str,
    /// The file's index of its node.
    pub node: u32,
    /// The nearest ancestor bone that the humanoid has.
    pub parent: Option<&'static str>,
    /// The angle of its node's rest rotation relative to the parent, degrees.
    pub rest_local_degrees: f32,
    /// The angle of its node's rest rotation in the model, degrees.
    pub rest_model_degrees: f32,
}

/// A limb and how far it rests from where the T-pose has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimbAnswer {
    /// The bone whose limb it is.
    pub bone: &'static str,
    /// The bone where it ends.
    pub to: &'static str,
    /// The angle to where the T-pose has it.
    pub degrees: f32,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpressionAnswer {
    /// The preset's name in 1.0, or the file's own.
    pub name: String,
    /// Whether it is a preset.
    pub preset: bool,
    /// The number of its morph targets: those of its binds, or of its animation's channels.
    pub morph_targets: usize,
    /// The number of properties of materials that it changes; absent for none.
    #[serde(skip_serializing_if = "is_zero")]
    pub materials: usize,
    /// The file's index of the node that stands for it in a clip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The file's index of the animation that shows it (`KHR_character_expression`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animation: Option<usize>,
    /// The number of nodes that its animation moves; absent for none.
    #[serde(skip_serializing_if = "is_zero")]
    pub joints: usize,
    /// The expressions that it weakens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub masks: Vec<String>,
    /// The expressions that it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

/// The look-at of a humanoid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LookAtAnswer {
    /// `bone`, `expression`, or `clip` for the node of a clip.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Metres from the head bone, in its space.
    pub offset_from_head_bone: Option<[f32; 3]>,
    /// The file's index of the look-at node of a clip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The range maps: inner, outer, down, up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<[[f32; 2]; 4]>,
}

impl HumanoidAnswer {
    /// The humanoid of a model; `None` for a model without one.
    pub fn new(model: &Model) -> Option<Self> {
        let humanoid = model.humanoid()?;
        let missing = HumanBone::ALL.into_iter().filter(|&bone| !humanoid.bones().contains(bone));
        let names = |bones: Vec<HumanBone>| bones.into_iter().map(HumanBone::name).collect();
        let missing: Vec<HumanBone> = missing.collect();
        let is_0x = humanoid.facing() == Facing::NegativeZ;
        let is_required = |bone: &HumanBone| if is_0x { bone.is_required_0x() } else { bone.is_required() };
        let limb = |limb: &sinew_model::model::Limb| LimbAnswer {
            bone: limb.bone.name(),
            to: limb.to.name(),
            degrees: limb.degrees,
        };
        Some(Self {
            extension: humanoid.extension(),
            facing: if is_0x { "-Z" } else { "+Z" },
            hips_height: humanoid.hips_height(),
            leg_length: humanoid.leg_length(),
            bones: humanoid.bones().iter().filter_map(|bone| bone_part(model, humanoid, bone)).collect(),
            missing_required: names(missing.iter().copied().filter(is_required).collect()),
            missing: names(missing),
            t_pose: humanoid.t_pose().limbs.iter().map(limb).collect(),
            expressions: expressions(model),
            look_at: look_at(model),
        })
    }

    /// The limb with the largest deviation from the T-pose.
    pub fn worst_limb(&self) -> Option<&LimbAnswer> {
        self.t_pose.iter().max_by(|a, b| a.degrees.total_cmp(&b.degrees))
    }
}

fn bone_part(model: &Model, humanoid: &Humanoid, bone: HumanBone) -> Option<BoneAnswer> {
    let rest = humanoid.at_rest(bone)?;
    let degrees = |rotation| rotation_vector(rotation).length().to_degrees();
    let above = std::iter::successors(bone.parent(), |above| above.parent());
    Some(BoneAnswer {
        bone: bone.name(),
        node: model.hierarchy().index(rest.node).0,
        parent: above.into_iter().find(|&above| humanoid.bones().contains(above)).map(HumanBone::name),
        rest_local_degrees: degrees(rest.rotation.local),
        rest_model_degrees: degrees(rest.rotation.model),
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The expressions of a file, or those that a clip animates.
pub(crate) fn expressions(model: &Model) -> Vec<ExpressionAnswer> {
    let list = model.expressions().as_slice();
    let own = list.iter().map(|expression| {
        let shown = expression.animation.as_ref();
        let animation = shown.and_then(|shown| model.animations().get(shown.animation));
        let channels = animation.map_or(&[][..], |animation| &animation.channels);
        let whole = channels.iter().filter(|channel| matches!(channel.track, Track::Weights(_)));
        let whole: usize = whole.map(|channel| model.morph_targets().range(channel.node).len()).sum();
        let properties = animation.map_or(&[][..], |animation| &animation.properties);
        let single = properties.iter().filter(|it| matches!(it.property.target(), PropertyTarget::Weight(..))).count();
        let drawn = shown.map_or(0, |shown| shown.properties.iter().flatten().count());
        let mut nodes: Vec<usize> =
            shown.map(|shown| shown.nodes.iter().flatten().copied().collect()).unwrap_or_default();
        nodes.sort_unstable();
        nodes.dedup();
        let name = |index: usize| list.get(index).map(|other| other.name.clone());
        ExpressionAnswer {
            name: expression.name.clone(),
            preset: expression.preset.is_some(),
            morph_targets: expression.morph_target_binds.len() + whole + single,
            materials: expression.material_binds.len() + drawn,
            node: None,
            animation: shown.map(|shown| shown.animation),
            joints: nodes.len(),
            masks: expression.masks.iter().filter_map(|mask| name(mask.target)).collect(),
            sources: expression.sources.iter().filter_map(|source| name(source.expression)).collect(),
        }
    });
    let nodes = model.clip_nodes().into_iter().flat_map(|nodes| &nodes.expressions);
    let of_clip = nodes.map(|expression| ExpressionAnswer {
        name: expression.name.clone(),
        preset: expression.preset.is_some(),
        morph_targets: 0,
        materials: 0,
        node: Some(model.hierarchy().index(expression.node).0),
        animation: None,
        joints: 0,
        masks: Vec::new(),
        sources: Vec::new(),
    });
    own.chain(of_clip).collect()
}

fn look_at(model: &Model) -> Option<LookAtAnswer> {
    if let Some(look_at) = model.look_at() {
        let range = |map: &RangeMap| [map.input_max_value, map.output_scale];
        let ranges =
            [&look_at.horizontal_inner, &look_at.horizontal_outer, &look_at.vertical_down, &look_at.vertical_up];
        return Some(LookAtAnswer {
            kind: match look_at.kind {
                LookAtKind::Bone => "bone",
                LookAtKind::Expression => "expression",
            },
            offset_from_head_bone: look_at.offset_from_head_bone.map(|offset| offset.to_array()),
            node: None,
            ranges: Some(ranges.map(range)),
        });
    }
    let nodes = model.clip_nodes()?;
    let node = nodes.look_at?;
    Some(LookAtAnswer {
        kind: "clip",
        offset_from_head_bone: nodes.offset_from_head_bone.map(|offset| offset.to_array()),
        node: Some(model.hierarchy().index(node).0),
        ranges: None,
    })
}
