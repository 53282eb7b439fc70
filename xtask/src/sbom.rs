//! `cargo xtask sbom [FILE]`: what the command and the module for browsers are made of, in the format `CycloneDX` 1.5.
//!
//! Names, versions and licences come from `cargo tree`, checksums and dependencies from `Cargo.lock`. Nothing depends on when or
//! where it is made, so that two builds of the same source have the same list.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::Failure;

/// What ships.
const SHIPPED: [&str; 2] = ["sinew-cli", "sinew-wasm"];

/// A package of the lock file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Locked {
    checksum: Option<String>,
    /// Names, with the version where a name is not enough.
    dependencies: Vec<String>,
}

/// By name and version.
type Key = (String, String);

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let path = arguments.first().map_or("target/sbom.cdx.json", String::as_str);
    let lock = std::fs::read_to_string("Cargo.lock").map_err(|error| format!("Cargo.lock: {error}"))?;
    let text = document(&licences()?, &packages(&lock))?;
    if let Some(folder) = Path::new(path).parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::write(path, &text).map_err(|error| format!("{path}: {error}"))?;
    println!("{path}: {} components", text.matches("\"type\": \"library\"").count());
    Ok(())
}

/// The packages that ship, with their licences.
fn licences() -> Result<BTreeMap<Key, String>, Failure> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["tree", "--locked", "--target", "all", "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}"]);
    for name in SHIPPED {
        command.args(["--package", name]);
    }
    let output = command.output().map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(listed(&String::from_utf8_lossy(&output.stdout)))
}

/// Lines such as `glam v0.33.12|MIT OR Apache-2.0`, with notes in brackets behind the version.
fn listed(tree: &str) -> BTreeMap<Key, String> {
    let entry = |line: &str| {
        let (package, licence) = line.trim().split_once('|')?;
        let mut words = package.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some(((name.to_owned(), version.to_owned()), licence.trim_end_matches(" (*)").replace('/', " OR ")))
    };
    tree.lines().filter_map(entry).collect()
}

/// The packages of a lock file.
fn packages(lock: &str) -> BTreeMap<Key, Locked> {
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    let package = |block: &str| {
        let value = |key: &str| block.lines().find(|line| line.starts_with(key)).and_then(quoted);
        let listed = block.split_once("dependencies = [").map_or("", |(_, rest)| rest.split(']').next().unwrap_or(""));
        let dependencies = listed.lines().filter_map(quoted).collect();
        Some(((value("name = ")?, value("version = ")?), Locked { checksum: value("checksum = "), dependencies }))
    };
    lock.split("[[package]]").skip(1).filter_map(package).collect()
}

fn document(licences: &BTreeMap<Key, String>, packages: &BTreeMap<Key, Locked>) -> Result<String, Failure> {
    let mut components = Vec::new();
    let mut dependencies = Vec::new();
    for ((name, version), licence) in licences {
        let key = (name.clone(), version.clone());
        let locked = packages.get(&key).ok_or_else(|| format!("{name} {version} is not in Cargo.lock"))?;
        let reference = reference(name, version);
        let mut component = format!(
            "    {{\"type\": \"library\", \"bom-ref\": \"{reference}\", \"name\": \"{name}\", \"version\": \"{version}\", \"purl\": \"{reference}\""
        );
        if !licence.is_empty() {
            let _ = write!(component, ", \"licenses\": [{{\"expression\": \"{licence}\"}}]");
        }
        if let Some(checksum) = &locked.checksum {
            let _ = write!(component, ", \"hashes\": [{{\"alg\": \"SHA-256\", \"content\": \"{checksum}\"}}]");
        }
        components.push(component + "}");
        let on: BTreeSet<String> = locked
            .dependencies
            .iter()
            .filter_map(|named| {
                let mut words = named.split(' ');
                let (name, version) = (words.next()?, words.next());
                // Those that ship; a dependency of tests does not.
                let found =
                    licences.keys().find(|(known, at)| known == name && version.is_none_or(|version| version == at));
                found.map(|(name, version)| format!("\"{}\"", crate::sbom::reference(name, version)))
            })
            .collect();
        let on: Vec<String> = on.into_iter().collect();
        dependencies.push(format!("    {{\"ref\": \"{reference}\", \"dependsOn\": [{}]}}", on.join(", ")));
    }
    let version = licences.keys().find(|(name, _)| name == SHIPPED[0]).map_or("", |(_, version)| version.as_str());
    Ok(format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"metadata\": {{\"component\": \
         {{\"type\": \"application\", \"bom-ref\": \"sinew\", \"name\": \"sinew\", \"version\": \"{version}\"}}}},\n  \"components\": [\n{}\n  ],\n  \
         \"dependencies\": [\n{}\n  ]\n}}\n",
        components.join(",\n"),
        dependencies.join(",\n")
    ))
}

fn reference(name: &str, version: &str) -> String {
    // A version may have build metadata, whose `+` a purl escapes.
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"sinew-cli\"\nversion = \"0.1.0\"\ndependencies = [\n \"glam\",\n \"proptest\",\n]\n\n\
        [[package]]\nname = \"glam\"\nversion = \"0.33.1\"\nsource = \"registry\"\nchecksum = \"abc\"\n";

    #[test]
    fn components_have_their_licence_checksum_and_dependencies() {
        let tree = "sinew-cli v0.1.0 (/somewhere)|MIT OR Apache-2.0\nglam v0.33.1|MIT/Apache-2.0\nglam v0.33.1|MIT/Apache-2.0 (*)\n";
        let text = document(&listed(tree), &packages(LOCK)).unwrap();
        assert!(text.contains("\"name\": \"glam\", \"version\": \"0.33.1\", \"purl\": \"pkg:cargo/glam@0.33.1\", \"licenses\": [{\"expression\": \"MIT OR Apache-2.0\"}], \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"abc\"}]}"), "{text}");
        assert!(
            text.contains("{\"ref\": \"pkg:cargo/sinew-cli@0.1.0\", \"dependsOn\": [\"pkg:cargo/glam@0.33.1\"]}"),
            "{text}"
        );
        assert!(!text.contains("somewhere") && !text.contains("proptest"), "{text}");
        assert_eq!(text.matches("\"type\": \"library\"").count(), 2);
    }

    #[test]
    fn a_package_that_is_not_locked_is_an_error() {
        assert!(document(&listed("glam v9.9.9|MIT\n"), &packages(LOCK)).is_err());
    }
}
