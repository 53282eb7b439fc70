//! `cargo xtask invariants`: rules about the source tree that no compiler checks.
//!
//! Each rule is a function from the tree, as text, to findings; a folder that is not there yet breaks no rule.

mod codes;
pub(crate) mod coverage;
mod dependencies;
mod imports;
mod layers;
mod modules;
mod notes;
mod paths;
mod rust;
mod stages;
pub(crate) mod tree;
mod words;

use std::fmt;

use crate::step::root;
use crate::{Failure, expect_no_arguments};
use tree::Tree;

/// A violation of a rule.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path, self.line, self.message)
    }
}

struct Rule {
    statement: &'static str,
    check: fn(&Tree) -> Vec<Finding>,
}

const RULES: &[Rule] = &[
    Rule { statement: "the kernel is pure functions over glam and crate::math", check: layers::kernel_is_pure },
    Rule {
        statement: "no two top-level modules of a crate import each other",
        check: modules::dependencies_go_one_way,
    },
    Rule { statement: "stages are named by their list alone", check: stages::the_world_names_no_stage },
    Rule { statement: "every path that the documents name exists", check: paths::named_paths_exist },
    Rule {
        statement: "every test that the notes and the table of hostile files name exists",
        check: notes::named_tests_exist,
    },
    Rule { statement: "every diagnostic code is named by a test", check: codes::every_code_has_a_test },
    Rule {
        statement: "every page of rules is in the guide to validation",
        check: codes::every_page_of_rules_is_a_topic,
    },
    Rule {
        statement: "every property that is honoured has a conformance case, and names it",
        check: coverage::properties_have_cases,
    },
    Rule {
        statement: "every direct dependency has a line that says why it is there",
        check: dependencies::every_dependency_has_a_reason,
    },
    Rule {
        statement: "nothing unfinished and nothing of one machine is left behind",
        check: words::nothing_left_behind,
    },
    Rule { statement: "no Rust file has more than 600 lines", check: words::files_are_short },
];

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    expect_no_arguments("invariants", arguments)?;
    let tree = Tree::of_folder(root())?;
    let mut broken = 0;
    for rule in RULES {
        let findings = (rule.check)(&tree);
        if findings.is_empty() {
            eprintln!("  holds: {}", rule.statement);
            continue;
        }
        broken += 1;
        eprintln!(" broken: {}", rule.statement);
        for finding in findings {
            eprintln!("    {finding}");
        }
    }
    if broken == 0 { Ok(()) } else { Err(format!("{broken} of {} invariants are broken", RULES.len())) }
}
