//! Every diagnostic code has a test that provokes it, and its page a place in the guide.

use std::collections::HashSet;

use super::Finding;
use super::rust::{code, test_ranges, words};
use super::tree::{File, Tree};

const TABLE: &str = "crates/sinew-document/src/code.rs";

/// The pages of the codes, and the guide that lists them.
const RULES: &str = "crates/sinew-document/rules/";
const GUIDE: &str = "docs/validation.md";

/// Every code of the table is named by a test, or by a fixture that states what it provokes.
pub(super) fn every_code_has_a_test(tree: &Tree) -> Vec<Finding> {
    let Some(table) = tree.get(TABLE) else { return Vec::new() };
    let mut tested = HashSet::new();
    for file in &tree.files {
        if is_all_test(&file.path) {
            tested.extend(words(&file.text).map(|(_, word)| word));
        } else if file.is_rust() && file.path.starts_with("crates/") {
            let ranges = test_ranges(&code(&file.text));
            tested.extend(ranges.into_iter().flat_map(|range| words(&file.text[range])).map(|(_, word)| word));
        }
    }
    let untested = codes(table).into_iter().filter(|(_, name)| !tested.contains(name));
    untested
        .map(|(line, name)| Finding { path: TABLE.to_owned(), line, message: format!("{name} is named by no test") })
        .collect()
}

/// The table of topics in the guide names every file of rules.
pub(super) fn every_page_of_rules_is_a_topic(tree: &Tree) -> Vec<Finding> {
    let Some(guide) = tree.get(GUIDE) else { return Vec::new() };
    let pages = tree.files.iter().filter(|file| file.path.starts_with(RULES));
    let missing = pages.filter(|page| !guide.text.contains(&format!("`{}`", page.path)));
    let message = |page: &File| format!("no topic names `{}`", page.path);
    missing.map(|page| Finding { path: GUIDE.to_owned(), line: 1, message: message(page) }).collect()
}

/// The codes in the table, each with its line: `NODE_CYCLE: Error, "…";` inside `rules! { … }`.
fn codes(table: &File) -> Vec<(usize, &str)> {
    let lines = table.text.lines().enumerate().skip_while(|(_, line)| !line.starts_with("rules! {"));
    let lines = lines.take_while(|(_, line)| *line != "}");
    lines
        .filter_map(|(number, line)| {
            let (name, _) = line.trim_start().split_once(": ")?;
            let is_code = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            is_code.then_some((number + 1, name))
        })
        .collect()
}

/// Whether a file is test from its first line to its last.
fn is_all_test(path: &str) -> bool {
    let Some(inner) = path.strip_prefix("crates/") else { return path.starts_with("fixtures/") };
    inner.contains("/tests/") || inner.ends_with("/tests.rs") || inner.contains("/fixtures/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_only_the_code_names_is_found() {
        let table = "rules! {\n    // Shape.\n    A_B: Error, \"x\";\n    C_D: Error, \"x\";\n    E_F: Hint, \"x\";\n    G: Hint, \"\";\n}\n";
        let tree = Tree::of_texts(&[
            (TABLE, table),
            ("crates/a/src/lib.rs", "fn f() { A_B; G }\n#[cfg(test)]\nmod tests { fn f() { C_D } }"),
            ("crates/a/tests/x.rs", "E_F"),
            ("crates/a/tests/y.rs", "NOT_A_B A_BC"),
            ("fixtures/g.json", "{\"code\": \"G\"}"),
        ]);
        let findings: Vec<String> = every_code_has_a_test(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(findings, ["crates/sinew-document/src/code.rs:3: A_B is named by no test"]);
    }

    #[test]
    fn a_page_of_rules_that_the_guide_leaves_out_is_found() {
        let page = |name: &str| format!("{RULES}{name}.md");
        let (known, new) = (page("node"), page("graph"));
        let tree = Tree::of_texts(&[(GUIDE, &format!("| trees | `{known}` |")), (&known, ""), (&new, "")]);
        let findings: Vec<String> = every_page_of_rules_is_a_topic(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(findings, [format!("{GUIDE}:1: no topic names `{new}`")]);
    }

    #[test]
    fn the_real_table_is_understood() {
        let tree = Tree::of_folder(crate::step::root()).unwrap();
        let codes = codes(tree.get(TABLE).unwrap());
        assert!(codes.iter().any(|(_, name)| *name == "TYPE_MISMATCH"));
        assert!(codes.len() > 20, "{codes:?}");
    }
}
