//! The extensions that are known here, one file a dialect: raw structs, that dialect's defaults, its name and revision.

pub mod vrmc_constraints;
pub mod vrmc_node_constraint;

/// The names of the extensions that Sinew reads.
pub const KNOWN: &[&str] = &[vrmc_constraints::NAME, vrmc_node_constraint::NAME];

/// Whether Sinew reads an extension of this name.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}
