//! Documents that name files must name files that exist.

use super::Finding;
use super::tree::{File, Tree};

const DOCUMENTS: &[&str] = &["ARCHITECTURE.md", "README.md", "docs/adding-an-extension.md"];

/// Every path between single backticks exists: from the root, or from the folder or the sources of a crate. Every link
/// to a file leads to one.
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
        for link in links(line) {
            if !exists(&from_folder(&document.path, link), tree) {
                let message = format!("the link to `{link}` leads nowhere");
                findings.push(Finding { path: document.path.clone(), line: number + 1, message });
            }
        }
    }
    findings
}

/// The files that the links of a line lead to, as they are written; addresses and sections are left out.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let files = targets.map(|target| target.split('#').next().unwrap_or_default());
    files.filter(|file| !file.is_empty() && !file.contains(':'))
}

/// A relative path, as seen from the root instead of from the folder of a document.
fn from_folder(document: &str, path: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
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
    fn links_are_followed_from_the_folder_of_their_document() {
        let text = "[a](b.md), [c](../src/d.rs#e) and [f](https://g/h), [i](#j)\n\n[k](../b.md)";
        let tree = Tree::of_texts(&[("docs/adding-an-extension.md", text), ("docs/b.md", ""), ("src/d.rs", "")]);
        let findings: Vec<String> = named_paths_exist(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(findings, ["docs/adding-an-extension.md:3: the link to `../b.md` leads nowhere"]);
    }

    #[test]
    fn a_document_that_is_absent_names_nothing() {
        assert!(named_paths_exist(&Tree::of_texts(&[("docs/b.md", "`gone/`")])).is_empty());
    }

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
