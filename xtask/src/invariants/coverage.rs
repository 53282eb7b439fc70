//! What of the specifications the conformance cases show: every property in the tables of `SPEC_COVERAGE.md` that Sinew
//! claims to honour needs a case, and the last column names them.
//!
//! A section takes part when a line `<!-- cases: NAME -->` follows its heading; NAME is what its properties begin with in the
//! `shows` of a case (several with commas between them).

mod property;
mod shows;
mod table;

use super::Finding;
use super::tree::Tree;
use property::Property;
use shows::{Shown, shown};
use std::fmt::Write as _;

/// The tables.
pub(crate) const TABLES: &str = "SPEC_COVERAGE.md";

/// Every property with all of its cases.
pub(crate) const LIST: &str = "conformance/properties.md";

/// As many cases are named in a cell; the list has the rest.
const NAMED: usize = 2;

/// What the cases make of the two documents.
pub(crate) struct Written {
    pub(crate) tables: String,
    pub(crate) list: String,
    /// Properties that need a case and have none.
    pub(crate) uncovered: Vec<String>,
    findings: Vec<Finding>,
}

/// The documents as they should be; `None` where there are no tables.
pub(crate) fn written(tree: &Tree) -> Option<Written> {
    let text = &tree.get(TABLES)?.text;
    let shown = shown(tree);
    let mut rows = table::rows(text);
    let mut list = String::from(
        "# Properties and the cases that show them\n\nWritten by `cargo xtask coverage` from the `shows` of the cases.\n",
    );
    let (mut uncovered, mut findings) = (Vec::new(), Vec::new());
    let mut is_used = vec![false; shown.len()];
    let mut last_section = String::new();
    for row in rows.iter_mut().filter(|row| row.may_have_cases()) {
        let mut of_row: Vec<&str> = Vec::new();
        for property in property::of_row(row) {
            let mut cases: Vec<&str> = Vec::new();
            for (at, one) in shown.iter().enumerate().filter(|(_, one)| property.is_shown_by(&one.property)) {
                is_used[at] = true;
                cases.push(&one.case);
            }
            cases.sort_unstable();
            cases.dedup();
            if cases.is_empty() && row.needs_cases() {
                uncovered.push(property.to_string());
                let message = format!("no case shows `{property}`");
                findings.push(Finding { path: TABLES.to_owned(), line: row.line + 1, message });
            }
            push_property(&mut list, &mut last_section, &property, &cases);
            of_row.extend(cases);
        }
        of_row.sort_unstable();
        of_row.dedup();
        row.cases = cell(&of_row);
    }
    findings.extend(unknown(&shown, &is_used));
    Some(Written { tables: table::written(text, &rows), list, uncovered, findings })
}

/// Every property has a case, every case shows properties that are there, and the documents say so.
pub(super) fn properties_have_cases(tree: &Tree) -> Vec<Finding> {
    let Some(mut written) = written(tree) else { return Vec::new() };
    for (path, text) in [(TABLES, &written.tables), (LIST, &written.list)] {
        if tree.get(path).map(|file| &file.text) != Some(text) {
            let message = "is not what the cases say; run `cargo xtask coverage`".to_owned();
            written.findings.push(Finding { path: path.to_owned(), line: 1, message });
        }
    }
    written.findings
}

fn unknown(shown: &[Shown], is_used: &[bool]) -> Vec<Finding> {
    let unknown = shown.iter().zip(is_used).filter(|(_, is_used)| !**is_used);
    unknown
        .map(|(one, _)| Finding {
            path: format!("conformance/{}/case.json", one.case),
            line: 1,
            message: format!("`{}` is in no table of {TABLES}", one.property),
        })
        .collect()
}

fn push_property(list: &mut String, last_section: &mut String, property: &Property, cases: &[&str]) {
    if cases.is_empty() {
        return;
    }
    let section = property.names.join(", ");
    if *last_section != section {
        let _ = writeln!(list, "\n## {section}\n");
        *last_section = section;
    }
    let _ = writeln!(list, "- `{}`: {}", property.path, cases.join(", "));
}

/// A few cases by name, and how many more there are.
fn cell(cases: &[&str]) -> String {
    let named: Vec<&str> = cases.iter().take(NAMED).copied().collect();
    match cases.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{}, and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "\
# Coverage

## KHR_a

<!-- cases: KHR_a -->

| property | coverage | note |
|---|---|---|
| `motion.mass`, `velocity` | exact | x |
| `name` | read, without effect | |
| scale of nodes | decided (1) | y |

## Other

| part | coverage |
|---|---|
| `z` | exact |
";

    fn tree(shows: &str) -> Tree {
        let case = format!("{{\"shows\": [{shows}], \"run\": {{}}}}");
        Tree::of_texts(&[(TABLES, DOCUMENT), ("conformance/body/heavy/case.json", &case)])
    }

    #[test]
    fn each_property_names_its_cases_and_those_without_are_found() {
        let tree = tree(r#""KHR_a/node.motion.mass", "KHR_a/scale-of-nodes""#);
        let written = written(&tree).unwrap();
        assert_eq!(written.uncovered, ["KHR_a/velocity"]);
        assert!(written.tables.contains("| property | coverage | note | cases |\n|---|---|---|---|\n"));
        assert!(written.tables.contains("| `motion.mass`, `velocity` | exact | x | body/heavy |\n"));
        assert!(written.tables.contains("| `name` | read, without effect |  |  |\n"), "{}", written.tables);
        assert!(written.tables.contains("| `z` | exact |\n"));
        assert!(written.list.contains("## KHR_a\n\n- `motion.mass`: body/heavy\n"));
    }

    #[test]
    fn writing_twice_changes_nothing() {
        let first = tree(r#""KHR_a/node.motion.mass""#);
        let tables = written(&first).unwrap().tables;
        let case = "{\"shows\": [\"KHR_a/node.motion.mass\"]}";
        let again = Tree::of_texts(&[(TABLES, &tables), ("conformance/body/heavy/case.json", case)]);
        assert_eq!(written(&again).unwrap().tables, tables);
    }

    #[test]
    fn a_case_that_shows_an_unknown_property_is_found() {
        let tree = tree(r#""KHR_a/node.motion.mas", "KHR_b/velocity", "KHR_a/velocity""#);
        let messages: Vec<String> = written(&tree).unwrap().findings.into_iter().map(|one| one.message).collect();
        assert!(messages.iter().any(|message| message.contains("`KHR_a/node.motion.mas`")));
        assert!(messages.iter().any(|message| message.contains("`KHR_b/velocity`")));
        assert!(!messages.iter().any(|message| message.contains("`KHR_a/velocity`")));
    }
}
