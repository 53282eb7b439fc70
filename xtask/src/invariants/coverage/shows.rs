//! What cases say that they show.

use crate::invariants::tree::Tree;

/// One entry of a case's `shows`.
pub(super) struct Shown {
    /// The case's folder below `conformance/`.
    pub(super) case: String,
    /// `extension/path`.
    pub(super) property: String,
}

/// The entries of all cases.
pub(super) fn shown(tree: &Tree) -> Vec<Shown> {
    let mut shown = Vec::new();
    for file in &tree.files {
        let name = file.path.strip_prefix("conformance/").and_then(|rest| rest.strip_suffix("/case.json"));
        let Some(name) = name else { continue };
        shown.extend(strings(&file.text).into_iter().map(|property| Shown { case: name.to_owned(), property }));
    }
    shown
}

/// The texts of the list `shows`. The runner refuses what is no JSON; here it is enough to find one list of plain texts,
/// none of which has a quote in it.
fn strings(json: &str) -> Vec<String> {
    let Some((_, behind)) = json.split_once("\"shows\"") else { return Vec::new() };
    let Some((_, mut rest)) = behind.split_once('[') else { return Vec::new() };
    let mut strings = Vec::new();
    while let Some((between, text)) = rest.split_once('"') {
        if between.contains(']') {
            break;
        }
        let Some((text, behind)) = text.split_once('"') else { break };
        strings.push(text.to_owned());
        rest = behind;
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_within_texts_do_not_end_the_list() {
        let json = r#"{"title": "t", "shows": ["A/b[].c",
            "A/d"], "files": {"x": "y"}}"#;
        assert_eq!(strings(json), ["A/b[].c", "A/d"]);
        assert!(strings("{}").is_empty());
        assert!(strings(r#"{"shows": []}"#).is_empty());
    }
}
