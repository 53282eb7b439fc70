//! The extensions that are known here, one file a dialect: raw structs, that dialect's defaults, its name and revision.

/// The names of the extensions that Sinew reads.
pub const KNOWN: &[&str] = &[];

/// Whether Sinew reads an extension of this name.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}
