//! What each rule is about, for people: a paragraph and an example, from the pages in `rules/`.
//!
//! A section begins with `## CODE`. Its fenced examples are files: `json wrong` breaks the rule and `json right` keeps it,
//! and a test reads them all, so that a page cannot say what the code does not do.

use crate::code::Code;

/// The pages, by topic, each with the specification that its rules come from.
const PAGES: &[(&str, &str)] = &[
    (include_str!("../rules/json.md"), GLTF),
    (include_str!("../rules/file.md"), GLTF),
    (include_str!("../rules/node.md"), GLTF),
    (include_str!("../rules/constraint.md"), NODE_CONSTRAINT),
    (include_str!("../rules/animation.md"), GLTF),
    (include_str!("../rules/virtual_transform.md"), VIRTUAL_TRANSFORM),
    (include_str!("../rules/humanoid.md"), VRM),
    (include_str!("../rules/spring_bone.md"), SPRING_BONE),
    (include_str!("../rules/clip.md"), VRM_ANIMATION),
    (include_str!("../rules/bvh.md"), BVH),
    (include_str!("../rules/physics.md"), RIGID_BODIES),
    (include_str!("../rules/joint.md"), RIGID_BODIES),
    (include_str!("../rules/omi.md"), OMI),
    (include_str!("../rules/graph.md"), INTERACTIVITY),
    (include_str!("../rules/normalize.md"), GLTF),
];

// Drafts move and go; a commit stays what it is.
const GLTF: &str = "https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html";
const NODE_CONSTRAINT: &str = "https://github.com/vrm-c/vrm-specification/blob/7173e5c7b43ae0aa164b5ba28bf70d184e889deb/specification/VRMC_node_constraint-1.0/README.md";
const VIRTUAL_TRANSFORM: &str =
    "https://github.com/KhronosGroup/glTF/blob/607430e72f/extensions/2.0/Khronos/KHR_virtual_transform/README.md";
const VRM: &str = "https://github.com/vrm-c/vrm-specification/blob/4e913d1aede2050364b1b2fd84cabd8f58885baa/specification/VRMC_vrm-1.0/README.md";
const SPRING_BONE: &str = "https://github.com/vrm-c/vrm-specification/blob/4e913d1aede2050364b1b2fd84cabd8f58885baa/specification/VRMC_springBone-1.0/README.md";
const VRM_ANIMATION: &str = "https://github.com/vrm-c/vrm-specification/blob/acd2925fd707d8e7a4da4e5df7bc2bdc2fdfffd1/specification/VRMC_vrm_animation-1.0/README.md";
const BVH: &str = "https://research.cs.wisc.edu/graphics/Courses/cs-838-1999/Jeff/BVH.html";
const RIGID_BODIES: &str = "https://github.com/eoineoineoin/glTF_Physics/blob/ac5c4130ab092ef2db9d0fd2cb372c49ee0fe6bf/extensions/2.0/Khronos/KHR_physics_rigid_bodies/README.md";
const INTERACTIVITY: &str = "https://github.com/KhronosGroup/glTF/blob/interactivity/extensions/2.0/Khronos/KHR_interactivity/Specification.adoc";
const OMI: &str =
    "https://github.com/omigroup/gltf-extensions/tree/e7dc05378ee5b5a1924aeab7df64d61ac4f3405e/extensions/2.0";

/// What a rule is about, as Markdown without its heading.
pub fn explanation(code: Code) -> Option<&'static str> {
    PAGES.iter().find_map(|(page, _)| section(page, code.as_str()))
}

/// Where the text is that a rule comes from.
pub fn specification(code: Code) -> Option<&'static str> {
    PAGES.iter().find_map(|(page, address)| section(page, code.as_str()).map(|_| *address))
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
