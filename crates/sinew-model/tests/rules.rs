//! The pages about rules say what the code does: every wrong example breaks its rule, every right one keeps it, and every
//! rule has both.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use sinew_document::{Code, Diagnostic, Document, NoResources, Severity, examples, explanation};
use sinew_model::validate::{Settings, validate};

/// Rules that no text of a glTF file can break, and why.
const NO_TEXT: &[(Code, &str)] = &[
    (Code::TOO_MANY_ELEMENTS, "a limit of the reader; a file that breaks it is large"),
    (Code::BYTE_ORDER_MARK, "a byte order mark is not to be seen on a page"),
    (Code::GLB_PADDING, "about bytes around the JSON"),
    (Code::GLB_LENGTH_MISMATCH, "about bytes around the JSON"),
    (Code::GLB_UNKNOWN_CHUNK, "about bytes around the JSON"),
    (Code::GLB_UNUSED_BINARY_CHUNK, "about bytes around the JSON"),
    (Code::GLB_CHUNK_DROPPED, "reported when a file is written"),
    (Code::IMAGE_UNAVAILABLE, "reported when a file is written"),
    (Code::RESOURCE_NOT_COPIED, "reported when a file is written"),
    (Code::GRAPH_LIMIT, "a limit of the reader; a file that breaks it is large"),
    (Code::LOOK_AT_UNAVAILABLE, "reported when an option asks for something"),
    (Code::CLIP_SEVERAL_ANIMATIONS, "reported when a clip is played"),
    (Code::CLIP_TIME_OUT_OF_RANGE, "reported when a clip is played"),
    (Code::CLIP_LEGS_UNMEASURED, "reported when a clip is played"),
    (Code::BVH_SECOND_ROOT, "BVH is another format"),
    (Code::BVH_CHANNEL_UNKNOWN, "BVH is another format"),
    (Code::BVH_FRAME_TIME, "BVH is another format"),
    (Code::BVH_FRAME_COUNT, "BVH is another format"),
    (Code::BVH_BONE_NAMES, "BVH is another format"),
    (Code::BVH_NO_BONES, "BVH is another format"),
    (Code::BVH_JOINT_UNKNOWN, "BVH is another format"),
    (Code::BVH_FIGURE_RAISED, "BVH is another format"),
    (Code::BVH_SIZE, "BVH is another format"),
    (Code::NORMALIZE_NODE_KEPT, "reported when a model is normalized"),
    (Code::NORMALIZE_NODE_ADDED, "reported when a model is normalized"),
    (Code::NORMALIZE_NOT_REWRITTEN, "reported when a model is normalized"),
];

fn findings(text: &str) -> Vec<Diagnostic> {
    let document = Document::read(text, &NoResources).unwrap_or_else(|error| panic!("{error}\n{text}"));
    validate(&document, &Settings::default()).findings().to_vec()
}

#[test]
fn examples_break_and_keep_the_rules_they_stand_below() {
    for &code in Code::ALL {
        for example in examples(code) {
            let is_broken = findings(example.text).iter().any(|finding| finding.code == code);
            assert_eq!(is_broken, !example.is_right, "{code}: {}", example.text);
        }
    }
}

#[test]
fn every_rule_has_a_page_with_an_example_that_breaks_it_and_one_that_keeps_it() {
    for &code in Code::ALL {
        let page = explanation(code).unwrap_or_else(|| panic!("{code} has no page"));
        let paragraph = page.split("\n\n").next().unwrap_or_default();
        assert!(paragraph.len() > 60 && !paragraph.starts_with("```"), "{code} is not explained: {paragraph}");
        if NO_TEXT.iter().any(|(exempt, _)| *exempt == code) {
            assert!(examples(code).next().is_none(), "{code} has examples, and is listed as one that has none");
            assert!(page.contains("```text\n"), "{code} shows nothing");
            continue;
        }
        for is_right in [false, true] {
            assert!(examples(code).any(|example| example.is_right == is_right), "{code} lacks an example: {is_right}");
        }
    }
}

/// Beside the rule that it shows, a right example breaks none. Humanoids are shown without the bones that do not matter.
#[test]
fn right_examples_have_no_other_errors() {
    for &code in Code::ALL {
        for example in examples(code).filter(|example| example.is_right) {
            let errors: Vec<String> = findings(example.text)
                .iter()
                .filter(|finding| finding.severity == Severity::Error)
                .filter(|finding| finding.code != Code::HUMANOID_REQUIRED_BONE_MISSING)
                .map(ToString::to_string)
                .collect();
            assert!(errors.is_empty(), "{code}: {errors:?}");
        }
    }
}
