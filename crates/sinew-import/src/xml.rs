//! XML as a tree of elements that know their lines.

use std::sync::Arc;

use roxmltree::{Document, ParsingOptions};

use crate::error::ImportError;
use crate::place::Place;

/// Nesting of elements. Robots have a level a link: the longest chains of real files have some dozens.
const MAX_DEPTH: usize = 256;

/// Elements and attributes of one file.
const MAX_NODES: u32 = 4_000_000;

/// An element.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) kind: String,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) children: Vec<Element>,
    pub(crate) place: Place,
}

/// An attribute, at its own line.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) place: Place,
}

impl Element {
    pub(crate) fn attribute(&self, key: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.key == key)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.attribute(key).map(|attribute| attribute.value.as_str())
    }

    pub(crate) fn children_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.kind == kind)
    }

    pub(crate) fn child<'a>(&'a self, kind: &'a str) -> Option<&'a Self> {
        self.children_of(kind).next()
    }
}

/// Reads the root element of a file. Document type declarations are refused, so that no entity is expanded.
pub(crate) fn parse(bytes: &[u8], file: &str) -> Result<Element, ImportError> {
    let file: Arc<str> = file.into();
    let at = |line: u32| Place { file: Arc::clone(&file), line };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes.iter().take(error.valid_up_to()).filter(|&&byte| byte == b'\n').count() as u32 + 1;
        ImportError::Xml { place: at(line), message: "the text is not UTF-8".to_owned() }
    })?;
    let too_deep =
        || ImportError::Xml { place: at(1), message: format!("elements are nested deeper than {MAX_DEPTH} levels") };
    if nesting(text) > MAX_DEPTH {
        return Err(too_deep());
    }
    if !text.trim_start().starts_with('<') {
        let message = "the file is not XML, as URDF and MJCF are".to_owned();
        return Err(ImportError::Xml { place: at(1), message });
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| ImportError::Xml {
        place: at(error.pos().row),
        message: match error {
            roxmltree::Error::DtdDetected => "a document type declaration is not read; remove it".to_owned(),
            other => other.to_string(),
        },
    })?;
    let lines = Lines::new(text);
    convert(document.root_element(), &lines, &file, 0).ok_or_else(too_deep)
}

/// A bound of the nesting, from the number of tags that open and close. It keeps whatever recurses from files that are deep;
/// comments and texts with tags in them can only be thought deeper than they are if they open more than they close.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = rest.get(start + 1..).unwrap_or("");
        if let Some(after) = rest.strip_prefix("!--") {
            rest = after.find("-->").and_then(|end| after.get(end..)).unwrap_or("");
            continue;
        }
        if rest.starts_with(['!', '?']) {
            continue;
        }
        if rest.starts_with('/') {
            depth = depth.saturating_sub(1);
            continue;
        }
        // `>` may stand in an attribute, `/>` too; then the bound is of another number, and conversion checks again.
        let end = rest.find('>').unwrap_or(rest.len());
        if !rest.get(..end).is_some_and(|tag| tag.ends_with('/')) {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Lines by offset: counting from the start for every attribute would take quadratic time.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset).collect())
    }

    fn line(&self, offset: usize) -> u32 {
        self.0.partition_point(|&end| end < offset) as u32 + 1
    }
}

fn convert(node: roxmltree::Node<'_, '_>, lines: &Lines, file: &Arc<str>, depth: usize) -> Option<Element> {
    if depth > MAX_DEPTH {
        return None;
    }
    let place = |offset: usize| Place { file: Arc::clone(file), line: lines.line(offset) };
    let attributes = node.attributes().map(|attribute| Attribute {
        key: attribute.name().to_owned(),
        value: attribute.value().to_owned(),
        place: place(attribute.range().start),
    });
    let children = node.children().filter(roxmltree::Node::is_element);
    let children = children.map(|child| convert(child, lines, file, depth + 1)).collect::<Option<Vec<_>>>()?;
    Some(Element {
        kind: node.tag_name().name().to_owned(),
        attributes: attributes.collect(),
        children,
        place: place(node.range().start),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attribute_has_its_own_line() {
        let root = parse(b"<a>\n <b\n  x='1'\n  y='2'/></a>", "f").unwrap();
        let b = root.child("b").unwrap();
        assert_eq!(b.place.line, 2);
        assert_eq!(b.attributes.iter().map(|attribute| attribute.place.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn entities_and_deep_nesting_are_refused() {
        let bomb = br#"<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a b="&y;"/>"#;
        assert!(matches!(parse(bomb, "f"), Err(ImportError::Xml { .. })));
        let deep = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
        assert!(matches!(parse(deep.as_bytes(), "f"), Err(ImportError::Xml { .. })));
        // A greater-than sign in an attribute must not hide the depth.
        let hidden = "<a b='/>'>".repeat(5_000) + &"</a>".repeat(5_000);
        assert!(matches!(parse(hidden.as_bytes(), "f"), Err(ImportError::Xml { .. })));
        assert!(parse(b"<a b='\xff'/>", "f").is_err());
    }
}
