//! Options of lowering, for the verbs that use a model.

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use sinew::{LowerOptions, OmiStiffness, Uninherited};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Lowering {
    /// Add a virtual transform `lookAt` at the look-at offset of a VRM file.
    #[arg(long)]
    look_at: bool,

    /// The transform of a virtual transform's parent where it is not inherited.
    #[arg(long, value_enum, default_value_t, value_name = "READING")]
    uninherited: Reading,

    /// The meaning of an OMI joint's stiffness.
    #[arg(long, value_enum, default_value_t, value_name = "READING")]
    omi_stiffness: Stiffness,
}

/// The readings of `stiffness` in OMI_physics_joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Stiffness {
    /// A fraction where it is at most 1 in a file that Godot wrote; literal elsewhere.
    #[default]
    Auto,
    /// Newtons per metre, or newton metres per radian.
    Literal,
    /// A fraction where it is at most 1: a hard limit.
    Fraction,
}

/// The two readings of an unset `respectParent…` flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Reading {
    /// The identity.
    #[default]
    Identity,
    /// The parent's rest transform.
    Rest,
}

impl From<Lowering> for LowerOptions {
    fn from(typed: Lowering) -> Self {
        Self {
            uninherited: match typed.uninherited {
                Reading::Identity => Uninherited::Identity,
                Reading::Rest => Uninherited::Rest,
            },
            look_at_virtual_transform: typed.look_at,
            omi_stiffness: match typed.omi_stiffness {
                Stiffness::Auto => OmiStiffness::Auto,
                Stiffness::Literal => OmiStiffness::Literal,
                Stiffness::Fraction => OmiStiffness::Fraction,
            },
        }
    }
}
