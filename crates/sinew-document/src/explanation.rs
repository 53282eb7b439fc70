//! What each rule is about, for people: a paragraph and an example, from the pages in `rules/`.
//!
//! A section begins with `## CODE`. Its fenced examples are files: `json wrong` breaks the rule and `json right` keeps it,
//! and a test reads them all, so that a page cannot say what the code does not do.

use crate::code::Code;

/// The pages, by topic.
const PAGES: &[&str] = &[
    include_str!("../rules/json.md"),
    include_str!("../rules/file.md"),
    include_str!("../rules/node.md"),
    include_str!("../rules/constraint.md"),
    include_str!("../rules/animation.md"),
    include_str!("../rules/virtual_transform.md"),
    include_str!("../rules/humanoid.md"),
    include_str!("../rules/clip.md"),
    include_str!("../rules/bvh.md"),
    include_str!("../rules/physics.md"),
    include_str!("../rules/joint.md"),
    include_str!("../rules/omi.md"),
    include_str!("../rules/normalize.md"),
];

/// What a rule is about, as Markdown without its heading.
pub fn explanation(code: Code) -> Option<&'static str> {
    PAGES.iter().find_map(|page| section(page, code.as_str()))
}

/// The examples of a rule: whether each keeps the rule, and its text.
pub fn examples(code: Code) -> impl Iterator<Item = Example> {
    fences(explanation(code).unwrap_or_default()).filter_map(|(label, text)| match label {
        "json wrong" => Some(Example { is_right: false, text }),
        "json right" => Some(Example { is_right: true, text }),
        _ => None,
    })
}

/// A file that breaks or keeps a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether it keeps the rule.
    pub is_right: bool,
    /// The file.
    pub text: &'static str,
}

fn section(page: &'static str, code: &str) -> Option<&'static str> {
    let start = page.match_indices("## ").find_map(|(at, heading)| {
        let is_line = at == 0 || page.as_bytes()[at - 1] == b'\n';
        let (title, _) = page[at + heading.len()..].split_once('\n')?;
        (is_line && title.trim() == code).then_some(at + heading.len() + title.len() + 1)
    })?;
    let rest = &page[start..];
    Some(rest.find("\n## ").map_or(rest, |end| &rest[..end]).trim())
}

/// The fenced blocks of a text: what stands behind the opening fence, and what is between the fences.
fn fences(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, opened) = rest.split_once("```")?;
        let (label, body) = opened.split_once('\n')?;
        let (inside, behind) = body.split_once("```")?;
        rest = behind;
        Some((label.trim(), inside))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_where_the_next_begins() {
        let page = "# Page\n\n## ONE\n\nFirst.\n\n```json wrong\n{}\n```\n\n## TWO\n\nSecond.\n";
        assert_eq!(section(page, "ONE"), Some("First.\n\n```json wrong\n{}\n```"));
        assert_eq!(section(page, "TWO"), Some("Second."));
        assert_eq!(section(page, "THREE"), None);
        let fences: Vec<_> = fences("a\n```json wrong\n{}\n```\nb\n```text\nc\n```").collect();
        assert_eq!(fences, [("json wrong", "{}\n"), ("text", "c\n")]);
    }
}
