//! Documents that name files must name files that exist.

use super::Finding;
use super::tree::{File, Tree};

const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "README.md"];

/// Every path between single backticks exists: from the root, or from the folder or the sources of a crate.
pub(super) fn named_paths_exist(tree: &Tree) -> Vec<Finding> {
    let documents = DOCUMENTS.iter().filter_map(|path| tree.get(path));
    documents.flat_map(|document| check(document, tree)).collect()
}

fn check(document: &File, tree: &Tree) -> Vec<Finding> {
    let bases = bases(tree);
    let mut findings = Vec::new();
    let mut is_fenced = false;
    for (number, line) in document.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        }
        if is_fenced {
            continue;
        }
        // Every other piece between backticks is a span of code.
        for span in line.split('`').skip(1).step_by(2).filter(|span| is_path(span)) {
            let exists = bases.iter().any(|base| exists(&format!("{base}{span}"), tree));
            if !exists {
                let message = format!("`{span}` does not exist");
                findings.push(Finding { path: document.path.clone(), line: number + 1, message });
            }
        }
    }
    findings
}

/// Where a path in a document may start.
fn bases(tree: &Tree) -> Vec<String> {
    let mut bases = vec![String::new()];
    for file in &tree.files {
        if let Some(folder) = file.path.strip_suffix("Cargo.toml").filter(|folder| folder.starts_with("crates/")) {
            bases.push(folder.to_owned());
            bases.push(format!("{folder}src/"));
        }
    }
    bases
}

/// Whether a span of code is meant as a path of this project: it has a slash or a source file's extension, and is
/// neither a JSON pointer, a media type, a unit, a place outside nor a build product.
fn is_path(span: &str) -> bool {
    const ELSEWHERE: &[&str] = &["/", "..", "target/", "application/", "image/", "text/", "model/gltf", "m/s"];
    let is_plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "_-./*".contains(c));
    let is_file = !span.starts_with('.') && [".rs", ".md", ".toml"].iter().any(|ending| span.ends_with(ending));
    is_plain && (span.contains('/') || is_file) && !ELSEWHERE.iter().any(|start| span.starts_with(start))
}

/// Whether there is such a file or folder; a `*` stands for anything but a slash.
fn exists(pattern: &str, tree: &Tree) -> bool {
    let pattern: Vec<&str> = pattern.trim_start_matches("./").trim_end_matches('/').split('/').collect();
    tree.files.iter().any(|file| {
        let mut parts = file.path.split('/');
        pattern.iter().all(|wanted| parts.next().is_some_and(|part| part_matches(wanted, part)))
    })
}

fn part_matches(pattern: &str, part: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == part,
        Some((start, end)) => part.len() >= start.len() + end.len() && part.starts_with(start) && part.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_looked_for_from_the_root_and_from_every_crate() {
        let text = "`crates/a/src/b.rs` and `b.rs`, `src/deep/`, `deep/`, `crates/*/src/*.rs`\n\
                    `c.rs` `crates/c` `deep/x.rs`\n\
                    `/nodes/0`, `model/gltf-binary`, `a b/c`, `https://x/y`, `kg/m²`, `.glb`, `../shared`\n\
                    ```\n`gone/`\n```\n`gone/`";
        let tree = Tree::of_texts(&[
            ("ARCHITECTURE.md", text),
            ("crates/a/Cargo.toml", ""),
            ("crates/a/src/b.rs", ""),
            ("crates/a/src/deep/d.rs", ""),
        ]);
        let findings: Vec<String> = named_paths_exist(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(
            findings,
            [
                "ARCHITECTURE.md:2: `c.rs` does not exist",
                "ARCHITECTURE.md:2: `crates/c` does not exist",
                "ARCHITECTURE.md:2: `deep/x.rs` does not exist",
                "ARCHITECTURE.md:7: `gone/` does not exist",
            ]
        );
    }
}
