//! The reference of the command line.

use crate::{folder, sinew};

const VERBS: [&str; 6] = ["inspect", "simulate", "watch", "demo", "retarget", "conformance"];

#[test]
fn the_reference_has_every_verb_with_its_options_and_examples() {
    let run = sinew(&["manual"]);
    let page = run.text();
    for verb in VERBS {
        assert!(page.contains(&format!("[`{verb}`](#sinew-{verb})")), "{page}");
        assert!(page.contains(&format!("\n## `sinew {verb}`\n")), "{page}");
    }
    assert!(
        page.contains("| `--step DT` | The length of a step in seconds, as a number or a fraction. Default: `1/60`. |")
    );
    assert!(page.contains("| `--color WHEN` |") && page.contains("One of `auto`, `always`, `never`."), "{page}");
    assert!(!page.contains("sinew help"), "{page}");
    // The committed page is this one.
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md")).unwrap();
    assert_eq!(page, committed, "run `sinew manual > docs/commands.md`");
}

#[test]
fn pages_for_man_are_written_one_a_verb() {
    let folder = folder("manual_pages").join("man1");
    let path = folder.to_str().unwrap();
    assert_eq!(sinew(&["manual", "--man", path]).code, Some(0));
    for name in ["sinew", "sinew-simulate", "sinew-watch"] {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("NAME"), "{page}");
    }
    assert_eq!(sinew(&["manual", "--man", path]).code, Some(3), "they are there already");
    assert_eq!(sinew(&["manual", "--man", path, "--force"]).code, Some(0));
}
