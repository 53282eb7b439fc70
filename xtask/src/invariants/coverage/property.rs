//! The properties that a row of a table is about.

use std::fmt;

use super::table::Row;

/// One property.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// What it may begin with: the extensions of its section.
    pub(super) names: Vec<String>,
    /// Words with points between them; a `*` in a word stands for anything.
    pub(super) path: String,
}

impl fmt::Display for Property {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.names.join("|"), self.path)
    }
}

impl Property {
    /// Whether what a case shows is this property or a part of it: `KHR_a/node.motion.mass` is `mass` and `motion` of
    /// `KHR_a`.
    pub(super) fn is_shown_by(&self, shown: &str) -> bool {
        let Some((name, path)) = shown.split_once('/') else { return false };
        if !self.names.iter().any(|own| own == name) {
            return false;
        }
        let (own, shown) = (words(&self.path), words(path));
        shown.windows(own.len()).any(|part| own.iter().zip(part).all(|(own, word)| is_like(own, word)))
    }
}

/// The properties of a row: what stands between backticks and looks like a path, or else the row's own words.
pub(super) fn of_row(row: &Row) -> Vec<Property> {
    let spans = row.subject.split('`').skip(1).step_by(2).filter(|span| is_path(span));
    let mut paths: Vec<String> = spans.map(str::to_owned).collect();
    if paths.is_empty() {
        paths.push(slug(&row.subject));
    }
    paths.into_iter().map(|path| Property { names: row.names.clone(), path }).collect()
}

fn words(path: &str) -> Vec<&str> {
    path.split('.').map(|word| word.trim_end_matches("[]")).collect()
}

/// Whether a word is another, of which one `*` may stand for any letters.
fn is_like(pattern: &str, word: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == word,
        Some((before, behind)) => {
            word.len() >= before.len() + behind.len() && word.starts_with(before) && word.ends_with(behind)
        }
    }
}

fn is_path(span: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_.[]*/".contains(letter);
    span.starts_with(|first: char| first.is_ascii_alphabetic() || first == '*') && span.chars().all(is_letter)
}

/// Words without a property's name: `scale of nodes (all)` as `scale-of-nodes`.
fn slug(text: &str) -> String {
    let text = text.split(['(', ',', ';']).next().unwrap_or_default().trim();
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(|letter| !is_letter(letter)).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_shown(path: &str, shown: &str) -> bool {
        Property { names: vec!["A".to_owned()], path: path.to_owned() }.is_shown_by(shown)
    }

    #[test]
    fn a_property_is_shown_by_itself_and_by_its_parts() {
        assert!(is_shown("motion.mass", "A/node.motion.mass"));
        assert!(is_shown("shapes", "A/shapes[].box.size"));
        assert!(is_shown("scenes[].nodes", "A/scenes[].nodes"));
        assert!(is_shown("*.source", "A/constraint.roll.source"));
        assert!(is_shown("lookAt*.xRange", "A/firstPerson.lookAtVerticalUp.xRange"));
        assert!(!is_shown("motion.mass", "A/node.motion.massive"));
        assert!(!is_shown("motion.mass", "A/motion"));
        assert!(!is_shown("mass", "B/mass"));
    }

    #[test]
    fn a_row_without_names_goes_by_its_words() {
        let row = |subject: &str| Row::of_subject(subject, &["A"]);
        let paths = |subject: &str| of_row(&row(subject)).into_iter().map(|one| one.path).collect::<Vec<_>>();
        assert_eq!(paths("`aim.aimAxis` as `+X` … `-Z`"), ["aim.aimAxis"]);
        assert_eq!(paths("pose conversion (\"How to\")"), ["pose-conversion"]);
        assert_eq!(paths("\"no local rotation\", \"no scale\""), ["no-local-rotation"]);
    }
}
