//! The schemas of answers in the documentation, byte for byte. What answers have to do with them is tested beside the npm package, which
//! has a validator for schemas.

use std::path::Path;

use crate::sinew;

#[test]
fn schemas_of_the_documentation_are_what_is_printed_and_have_no_links_of_rust() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let verbs = sinew(&["schema"]).stdout;
    for verb in verbs.lines() {
        let printed = sinew(&["schema", verb]).stdout;
        let kept = std::fs::read_to_string(folder.join(format!("{verb}.schema.json"))).unwrap();
        assert_eq!(kept, printed, "{verb}: run `sinew schema --to docs/schemas --force`");
        assert!(!printed.contains("[`"), "{verb}");
    }
    assert_eq!(verbs.lines().count(), std::fs::read_dir(folder).unwrap().count());
}
