//! Choices about how a file is understood, for the verbs that show what it means.

use clap::{Args, ValueEnum};
use sinew::{LowerOptions, Uninherited};

#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Lowering {
    /// Add a virtual transform `lookAt` where a VRM file says that its eyes are.
    #[arg(long)]
    look_at: bool,

    /// What a virtual transform has in place of what it does not take over from its parent.
    #[arg(long, value_enum, default_value_t, value_name = "READING")]
    uninherited: Reading,
}

/// The two readings of an unset `respectParent…` flag.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Reading {
    /// Nothing: no position, no rotation, scale one.
    #[default]
    Identity,
    /// What the parent has at rest.
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
        }
    }
}
