//! The notes on the specifications say which test shows a decision, and the table of hostile files which holds an answer; the
//! tests must be there.

use std::collections::HashSet;

use super::Finding;
use super::rust::words;
use super::tree::Tree;

const NOTES: &[&str] = &["SPEC_NOTES.md", "docs/hostile.md"];

/// Fewer words than this are the name of a property or of a type (`look_at`, `virtual_transform`).
const WORDS_OF_A_TEST: usize = 4;

/// Every name of a test between backticks is a function of some Rust file.
pub(super) fn named_tests_exist(tree: &Tree) -> Vec<Finding> {
    let functions: HashSet<&str> = tree.rust_below("crates/").flat_map(|file| functions(&file.text)).collect();
    let mut findings = Vec::new();
    for notes in NOTES.iter().filter_map(|path| tree.get(path)) {
        for (number, line) in notes.text.lines().enumerate() {
            // Every other piece between backticks is a span of code.
            let tests = line.split('`').skip(1).step_by(2).filter(|span| is_test_name(span));
            for test in tests.filter(|test| !functions.contains(test)) {
                let message = format!("there is no test `{test}`");
                findings.push(Finding { path: notes.path.clone(), line: number + 1, message });
            }
        }
    }
    findings
}

/// The names behind `fn`.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    let names = || words(text).map(|(_, word)| word);
    names().zip(names().skip(1)).filter(|(keyword, _)| *keyword == "fn").map(|(_, name)| name)
}

fn is_test_name(span: &str) -> bool {
    let is_snake_case = span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    is_snake_case && span.split('_').count() >= WORDS_OF_A_TEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_is_gone_is_found() {
        let tree = Tree::of_texts(&[
            ("SPEC_NOTES.md", "1. **A.** `look_at`, `aTerm`, `a_test_that_is`, `b_test_that_was`\n   `c_test_that_is`"),
            ("crates/a/tests/x.rs", "#[test]\nfn a_test_that_is() { b_test_that_was }"),
            ("crates/a/src/y.rs", "proptest! { fn c_test_that_is(x in 0..1) {} }"),
        ]);
        let findings: Vec<String> = named_tests_exist(&tree).iter().map(ToString::to_string).collect();
        assert_eq!(findings, ["SPEC_NOTES.md:1: there is no test `b_test_that_was`"]);
    }
}
