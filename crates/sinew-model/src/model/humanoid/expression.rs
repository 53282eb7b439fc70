//! Expressions.

use std::collections::HashMap;

pub use sinew_document::extension::vrmc_vrm::ExpressionOverride;

use super::expression_animation::{ExpressionAnimation, ExpressionMask, ExpressionSource};
use super::material_bind::{MaterialBind, MaterialProperty};
use crate::model::NodeId;
use crate::model::property::PropertyId;

/// A preset expression, with the same meaning on every avatar.
macro_rules! presets {
    ($($(#[$attribute:meta])* $name:literal, $old:literal => $preset:ident;)*) => {
        /// A preset expression, with the same meaning on every avatar (`VRMC_vrm` 1.0, expressions,
        /// "Preset Expressions").
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ExpressionPreset {
            $($(#[$attribute])* $preset,)*
        }

        impl ExpressionPreset {
            /// All eighteen.
            pub const ALL: &'static [ExpressionPreset] = &[$(ExpressionPreset::$preset),*];

            /// The name in files of 1.0.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$preset => $name,)*
                }
            }

            /// The name in files of VRM 0.x; empty for what 1.0 added.
            pub fn name_0x(self) -> &'static str {
                match self {
                    $(Self::$preset => $old,)*
                }
            }
        }
    };
}

presets! {
    /// Joy.
    "happy", "joy" => Happy;
    /// Anger.
    "angry", "angry" => Angry;
    /// Sorrow.
    "sad", "sorrow" => Sad;
    /// Comfort.
    "relaxed", "fun" => Relaxed;
    /// Surprise; new in 1.0.
    "surprised", "" => Surprised;
    /// The mouth of "ah".
    "aa", "a" => Aa;
    /// The mouth of "ih".
    "ih", "i" => Ih;
    /// The mouth of "ou".
    "ou", "u" => Ou;
    /// The mouth of "eh".
    "ee", "e" => Ee;
    /// The mouth of "oh".
    "oh", "o" => Oh;
    /// Both lids closed.
    "blink", "blink" => Blink;
    /// The left lid closed.
    "blinkLeft", "blink_l" => BlinkLeft;
    /// The right lid closed.
    "blinkRight", "blink_r" => BlinkRight;
    /// Eyes up, where look-at drives expressions.
    "lookUp", "lookup" => LookUp;
    /// Eyes down, where look-at drives expressions.
    "lookDown", "lookdown" => LookDown;
    /// Eyes left, where look-at drives expressions.
    "lookLeft", "lookleft" => LookLeft;
    /// Eyes right, where look-at drives expressions.
    "lookRight", "lookright" => LookRight;
    /// Nothing in particular.
    "neutral", "neutral" => Neutral;
}

impl ExpressionPreset {
    /// Whether it moves the mouth to sounds: what `overrideMouth` is about.
    pub fn is_mouth(self) -> bool {
        matches!(self, Self::Aa | Self::Ih | Self::Ou | Self::Ee | Self::Oh)
    }

    /// Whether it closes lids: what `overrideBlink` is about.
    pub fn is_blink(self) -> bool {
        matches!(self, Self::Blink | Self::BlinkLeft | Self::BlinkRight)
    }

    /// Whether it moves the eyes: what `overrideLookAt` is about.
    pub fn is_look_at(self) -> bool {
        matches!(self, Self::LookUp | Self::LookDown | Self::LookLeft | Self::LookRight)
    }

    /// The preset with this name in files of 1.0.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|preset| preset.name() == name)
    }

    /// The preset with this name in files of VRM 0.x, in any case, as that text compares them.
    pub fn from_name_0x(name: &str) -> Option<Self> {
        let named = |preset: &Self| !name.is_empty() && preset.name_0x().eq_ignore_ascii_case(name);
        Self::ALL.iter().copied().find(named)
    }
}

/// The expressions of a model.
#[derive(Clone, Debug, Default)]
pub struct Expressions {
    list: Vec<Expression>,
    by_name: HashMap<String, usize>,
    material_properties: Vec<MaterialProperty>,
    pub(crate) animated_nodes: Vec<NodeId>,
    pub(crate) animated_properties: Vec<PropertyId>,
}

/// An expression: morph targets and properties of materials that are driven by one weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The preset's name in 1.0, whatever the file's revision; else the file's.
    pub name: String,
    /// Which preset it is; `None` for a custom one.
    pub preset: Option<ExpressionPreset>,
    /// The morph targets that it moves.
    pub morph_target_binds: Vec<MorphTargetBind>,
    /// The properties of materials that it changes.
    pub material_binds: Vec<MaterialBind>,
    /// Whether the weight is only ever 0 or 1.
    pub is_binary: bool,
    /// How it overrides blinking.
    pub override_blink: ExpressionOverride,
    /// How it overrides look-at.
    pub override_look_at: ExpressionOverride,
    /// How it overrides the mouth.
    pub override_mouth: ExpressionOverride,
    /// The animation that shows it (`KHR_character_expression`).
    pub animation: Option<ExpressionAnimation>,
    /// How it weakens other expressions (`KHR_character_expression_mask`).
    pub masks: Vec<ExpressionMask>,
    /// The expressions that it is made of (`KHR_character_expression_mapping`).
    pub sources: Vec<ExpressionSource>,
}

impl Expression {
    /// One that shows nothing yet.
    pub fn new(name: String, preset: Option<ExpressionPreset>) -> Self {
        Self {
            name,
            preset,
            morph_target_binds: Vec::new(),
            material_binds: Vec::new(),
            is_binary: false,
            override_blink: ExpressionOverride::None,
            override_look_at: ExpressionOverride::None,
            override_mouth: ExpressionOverride::None,
            animation: None,
            masks: Vec::new(),
            sources: Vec::new(),
        }
    }
}

/// A morph target that an expression moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphTargetBind {
    /// The node whose mesh has the target.
    pub node: NodeId,
    /// Which of the mesh's targets.
    pub index: u32,
    /// The target's weight when the expression's is 1.
    pub weight: f32,
}

impl Expressions {
    /// Whether the name was free.
    pub(crate) fn push(&mut self, expression: Expression) -> bool {
        if self.by_name.contains_key(&expression.name) {
            return false;
        }
        self.by_name.insert(expression.name.clone(), self.list.len());
        self.list.push(expression);
        true
    }

    /// Adds a second name; whether it was free.
    pub(crate) fn push_alias(&mut self, name: String, index: usize) -> bool {
        let is_free = !self.by_name.contains_key(&name);
        if is_free {
            self.by_name.insert(name, index);
        }
        is_free
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Expression> {
        self.list.get_mut(index)
    }

    /// The nodes whose transforms the animations of expressions move, ascending, each once.
    pub fn animated_nodes(&self) -> &[NodeId] {
        &self.animated_nodes
    }

    /// The properties besides transforms and weights that the animations of expressions change, each once.
    pub fn animated_properties(&self) -> &[PropertyId] {
        &self.animated_properties
    }

    pub(crate) fn set_material_properties(&mut self, properties: Vec<MaterialProperty>) {
        self.material_properties = properties;
    }

    /// The properties of materials that expressions change, each once, in the order in which the file first names them.
    pub fn material_properties(&self) -> &[MaterialProperty] {
        &self.material_properties
    }

    /// All expressions, in the order of the file.
    pub fn as_slice(&self) -> &[Expression] {
        &self.list
    }

    /// Returns the index of the expression with this name in [`Expressions::as_slice`].
    pub fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The expression with this name.
    pub fn find(&self, name: &str) -> Option<&Expression> {
        self.by_name.get(name).map(|&place| &self.list[place])
    }

    /// The expression that is a preset.
    pub fn preset(&self, preset: ExpressionPreset) -> Option<&Expression> {
        self.find(preset.name()).filter(|expression| expression.preset == Some(preset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_revisions_lead_back_to_their_preset() {
        assert_eq!(ExpressionPreset::ALL.len(), 18);
        for &preset in ExpressionPreset::ALL {
            assert_eq!(ExpressionPreset::from_name(preset.name()), Some(preset));
            if preset != ExpressionPreset::Surprised {
                assert_eq!(ExpressionPreset::from_name_0x(preset.name_0x()), Some(preset));
            }
        }
        assert_eq!(ExpressionPreset::from_name_0x("Blink_L"), Some(ExpressionPreset::BlinkLeft));
        assert_eq!(ExpressionPreset::from_name_0x("unknown"), None);
        assert_eq!(ExpressionPreset::from_name_0x(""), None);
    }
}
