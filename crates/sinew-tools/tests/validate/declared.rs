//! `extensionsUsed` and `extensionsRequired` against what a file uses.

use super::found;

#[test]
fn an_extension_is_reported_once_wherever_it_is_used() {
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "extensions": {"EXT_a": {}},
        "nodes": [{"extensions": {"EXT_b": {}, "EXT_a": {}}}],
        "materials": [{"extensions": {"EXT_b": {"extensions": {"EXT_c": 1}}}}]}"#;
    let expected = ["/extensions/EXT_a", "/nodes/0/extensions/EXT_b", "/materials/0/extensions/EXT_b/extensions/EXT_c"];
    assert_eq!(found(text), expected.map(|at| format!("UNDECLARED_EXTENSION {at}")));
}

#[test]
fn extras_are_not_validated() {
    let text = r#"{"asset": {"version": "2.0"}, "extras": {"extensions": {"EXT_a": {}}}}"#;
    assert_eq!(found(text), Vec::<String>::new());
}

#[test]
fn required_extensions_must_be_listed_as_used() {
    let text =
        r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_a", "KHR_a"], "extensionsRequired": ["KHR_b"]}"#;
    let codes = found(text);
    assert!(codes.contains(&"UNDECLARED_EXTENSION /extensionsRequired/0".to_owned()), "{codes:?}");
    assert!(codes.contains(&"DUPLICATE_ELEMENTS /extensionsUsed/1".to_owned()), "{codes:?}");
}

#[test]
fn a_known_extension_that_is_listed_and_nowhere_used_is_a_leftover() {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_virtual_transform", "EXT_unknown"]}"#;
    assert_eq!(found(text), ["EXTENSION_NOT_PRESENT /extensionsUsed/0"]);
}
