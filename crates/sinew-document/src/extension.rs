//! The extensions that are known here, one file a dialect: raw structs, that dialect's defaults, its name and revision.

pub mod khr_virtual_transform;

/// The names of the extensions that Sinew reads.
pub const KNOWN: &[&str] = &[khr_virtual_transform::NAME, khr_virtual_transform::PLURAL_NAME];

/// Whether Sinew reads an extension of this name.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}
