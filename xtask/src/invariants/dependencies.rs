//! Every dependency has a documented reason.

use std::collections::BTreeSet;

use super::Finding;
use super::tree::{File, Tree};

const TABLE: &str = "docs/dependencies.md";

/// Every direct dependency of every crate and npm package has a line in the table, and every line of the table is one.
pub(super) fn every_dependency_has_a_reason(tree: &Tree) -> Vec<Finding> {
    let Some(table) = tree.get(TABLE) else { return Vec::new() };
    let own: BTreeSet<&str> = tree.files.iter().filter_map(own_name).collect();
    let mut used = BTreeSet::new();
    let mut findings = Vec::new();
    let listed: BTreeSet<&str> = lines(table).map(|(_, name)| name).collect();
    for file in &tree.files {
        for (line, name) in dependencies(file).into_iter().filter(|(_, name)| !own.contains(name)) {
            used.insert(name);
            if !listed.contains(name) {
                let message = format!("`{name}` has no line in {TABLE}");
                findings.push(Finding { path: file.path.clone(), line, message });
            }
        }
    }
    for (line, name) in lines(table).filter(|(_, name)| !used.contains(name)) {
        let message = format!("nothing depends on `{name}`");
        findings.push(Finding { path: TABLE.to_owned(), line, message });
    }
    findings
}

/// The first cell of each row that is a name between backticks, with its line.
fn lines(table: &File) -> impl Iterator<Item = (usize, &str)> {
    table.text.lines().enumerate().filter_map(|(number, line)| {
        let (name, _) = line.strip_prefix("| `")?.split_once("` |")?;
        Some((number + 1, name))
    })
}

/// The name that a manifest gives to its own package; no dependency is a stranger that has it.
fn own_name(file: &File) -> Option<&str> {
    let quoted = |text: &'_ str| -> Option<(usize, usize)> {
        let start = text.find('"')? + 1;
        Some((start, start + text[start..].find('"')?))
    };
    let rest = if is_manifest(&file.path, "Cargo.toml") {
        file.text.lines().find_map(|line| line.strip_prefix("name = "))
    } else if is_manifest(&file.path, "package.json") {
        file.text.lines().find_map(|line| line.trim().strip_prefix("\"name\": "))
    } else {
        None
    }?;
    let (start, end) = quoted(rest)?;
    Some(&rest[start..end])
}

fn is_manifest(path: &str, name: &str) -> bool {
    path == name || path.strip_suffix(name).is_some_and(|folder| folder.ends_with('/'))
}

/// The direct dependencies that a manifest names, of whatever kind, each with its line.
fn dependencies(file: &File) -> Vec<(usize, &str)> {
    if is_manifest(&file.path, "Cargo.toml") {
        of_cargo(&file.text)
    } else if is_manifest(&file.path, "package.json") {
        of_npm(&file.text)
    } else {
        Vec::new()
    }
}

/// Keys below `[dependencies]`, `[workspace.dependencies]`, `[target.'…'.dev-dependencies]` and the like.
fn of_cargo(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(header) = line.strip_prefix('[') {
            is_inside = header.trim_end().trim_end_matches(']').ends_with("dependencies");
            continue;
        }
        let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
        if is_inside && line.contains('=') && !name.is_empty() && !line.starts_with(['#', ' ', '}', ']']) {
            found.push((number + 1, name));
        }
    }
    found
}

/// Keys of the objects `dependencies`, `devDependencies` and `peerDependencies`, written over one line or several.
fn of_npm(text: &str) -> Vec<(usize, &str)> {
    const KINDS: &[&str] =
        &["\"dependencies\"", "\"devDependencies\"", "\"peerDependencies\"", "\"optionalDependencies\""];
    let mut found = Vec::new();
    for kind in KINDS {
        let Some(start) = text.find(kind) else { continue };
        let Some(open) = text[start..].find('{').map(|at| start + at + 1) else { continue };
        let Some(close) = text[open..].find('}').map(|at| open + at) else { continue };
        // Of `"name": "version"` pairs, every other string is a name.
        let mut offset = open;
        for (place, piece) in text[open..close].split('"').enumerate() {
            if place % 4 == 1 {
                found.push((text[..offset].matches('\n').count() + 1, piece));
            }
            offset += piece.len() + 1;
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_without_a_line_and_a_line_without_a_dependency_are_found() {
        let cargo = "[package]\nname = \"a\"\nversion = \"1\"\n[dependencies]\n# why\nknown.workspace = true\n\
                     stranger = { version = \"1\" }\nb = { path = \"../b\" }\n[target.'cfg(x)'.dev-dependencies]\nother = \"1\"\n\
                     [lints]\nworkspace = true\n";
        let npm = "{\n  \"name\": \"c\",\n  \"dependencies\": { \"@scope/known\": \"1\", \"a\": \"1\" },\n  \"devDependencies\": {\n    \
                   \"new\": \"2\"\n  }\n}";
        let table =
            "| name | why |\n|---|---|\n| `known` | x |\n| `other` | x |\n| `@scope/known` | x |\n| `gone` | x |\n";
        let tree = Tree::of_texts(&[
            ("crates/a/Cargo.toml", cargo),
            ("crates/b/Cargo.toml", "[package]\nname = \"b\"\n"),
            ("docs/dependencies.md", table),
            ("web/package.json", npm),
        ]);
        let findings: Vec<String> = every_dependency_has_a_reason(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            findings,
            [
                "crates/a/Cargo.toml:7: `stranger` has no line in docs/dependencies.md",
                "web/package.json:5: `new` has no line in docs/dependencies.md",
                "docs/dependencies.md:6: nothing depends on `gone`",
            ]
        );
    }

    #[test]
    fn the_real_manifests_are_understood() {
        let tree = Tree::of_folder(crate::step::root()).unwrap();
        let of = |path: &str| -> Vec<&str> {
            dependencies(tree.get(path).unwrap()).into_iter().map(|(_, name)| name).collect()
        };
        assert!(of("crates/sinew-physics/Cargo.toml").contains(&"rapier3d"));
        assert!(of("fuzz/Cargo.toml").contains(&"libfuzzer-sys"));
        assert!(of("web/viewer/package.json").contains(&"three"));
    }
}
