//! The versions of the crates that are measured.

const LOCK: &str = include_str!("../../../Cargo.lock");

/// The version of a crate that this program was built with; empty where there is none of this name.
pub fn of(name: &str) -> &'static str {
    let Some((_, behind)) = LOCK.split_once(&format!("name = \"{name}\"\nversion = \"")) else { return "" };
    behind.split_once('"').map_or("", |(version, _)| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_has_the_version_of_the_lock_file() {
        assert_eq!(of("sinew-bench"), env!("CARGO_PKG_VERSION"));
        assert_eq!(of("no such crate"), "");
    }
}
