//! The pages about rules say what the code does: every wrong example breaks its rule, every right one keeps it.

use sinew::document::{Code, Document, NoResources, examples};
use sinew::validate::{Settings, validate};

/// The codes that a file given as text breaks.
fn codes(text: &str) -> Vec<Code> {
    let document = Document::read(text, &NoResources).unwrap_or_else(|error| panic!("{error}\n{text}"));
    validate(&document, &Settings::default()).findings().iter().map(|finding| finding.code).collect()
}

#[test]
fn examples_break_and_keep_the_rules_they_stand_below() {
    for &code in Code::ALL {
        for example in examples(code) {
            let is_broken = codes(example.text).contains(&code);
            assert_eq!(is_broken, !example.is_right, "{code}: {}", example.text);
        }
    }
}
