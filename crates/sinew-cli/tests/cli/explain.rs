use sinew_document::Code;

use crate::sinew;

#[test]
fn a_rule_is_explained_with_what_breaks_it_and_what_keeps_it() {
    let run = sinew(&["explain", "rotation_non_unit"]);
    let text = run.text();
    for part in
        ["ROTATION_NON_UNIT  error", "is not a rotation", "breaks the rule:", "\"rotation\": [0, 0, 1, 1]", "keeps it:"]
    {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    assert!(!text.contains("```"), "{text}");
}

#[test]
fn all_rules_are_listed_in_a_line_each() {
    let run = sinew(&["explain"]);
    assert_eq!(run.text().lines().count(), Code::ALL.len());
}

#[test]
fn a_name_that_is_almost_right_is_answered_with_the_right_one() {
    let run = sinew(&["explain", "NODE_CICLE"]);
    assert!(run.failure(2).contains("did you mean NODE_CYCLE?"), "{}", run.stderr);
}
