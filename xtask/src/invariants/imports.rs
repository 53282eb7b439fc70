//! The paths that a Rust file names.

use super::rust::words;

/// A path that code names.
pub(super) struct Import {
    /// The byte at which the path begins; for a path in a group, its first word within the group.
    pub(super) offset: usize,
    pub(super) parts: Vec<String>,
    /// The name that a `use` gives it, where that is another than the last part.
    pub(super) alias: Option<String>,
}

/// Returns the paths that `use` statements name, with groups expanded: `use a::{b, c::d}` names `a::b` and `a::c::d`.
/// A path in an expression (`std::fs::read(…)`) counts from the crate or keyword that it starts with.
pub(super) fn imports(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut at = 0;
    for (offset, word) in words(code) {
        if offset < at {
            continue;
        }
        let behind = &code[offset + word.len()..];
        if word == "use" {
            let end = behind.find(';').map_or(code.len(), |length| offset + word.len() + length);
            imports.extend(imports_of_use(&code[offset + word.len()..end], offset + word.len()));
            at = end;
        } else if behind.starts_with("::")
            && !code[..offset].ends_with("::")
            && ["crate", "super", "std", "core", "alloc"].contains(&word)
        {
            let end = behind.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
            let path = &code[offset..end.map_or(code.len(), |length| offset + word.len() + length)];
            let parts = path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            imports.push(Import { offset, parts, alias: None });
            at = offset + path.len();
        }
    }
    imports
}

fn imports_of_use(statement: &str, start: usize) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut prefixes: Vec<usize> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    let mut first = start;
    let mut is_complete = true;
    let mut alias: Option<String> = None;
    let mut finish = |parts: &mut Vec<String>, alias: &mut Option<String>, keep: usize, first: usize, is_done: bool| {
        if !is_done {
            imports.push(Import { offset: first, parts: parts.clone(), alias: alias.take() });
        }
        parts.truncate(keep);
    };
    let mut rest = words(statement).peekable();
    for (offset, c) in statement.char_indices() {
        if let Some((_, word)) = rest.next_if(|(word, _)| *word == offset) {
            let follows_as = parts.last().is_some_and(|part| part == "as");
            if follows_as {
                parts.pop();
                alias = Some(word.to_owned());
            } else {
                if is_complete {
                    first = start + offset;
                }
                parts.push(word.to_owned());
            }
            is_complete = false;
        }
        let keep = prefixes.last().copied().unwrap_or(0);
        match c {
            '{' => {
                prefixes.push(parts.len());
                is_complete = true;
            }
            ',' => {
                finish(&mut parts, &mut alias, keep, first, is_complete);
                is_complete = true;
            }
            '}' => {
                finish(&mut parts, &mut alias, keep, first, is_complete);
                prefixes.pop();
                is_complete = true;
            }
            '*' => is_complete = false,
            _ => {}
        }
    }
    finish(&mut parts, &mut alias, 0, first, is_complete);
    imports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_expanded() {
        let code = "use a::{b, c::{d, e as f}, g::*};\nuse h;\npub use i::j as k; fn l() { crate::m::n() }";
        let paths: Vec<String> = imports(code).into_iter().map(|import| import.parts.join("::")).collect();
        assert_eq!(paths, ["a::b", "a::c::d", "a::c::e", "a::g", "h", "i::j", "crate::m::n"]);
        let aliases: Vec<_> = imports(code).into_iter().filter_map(|import| import.alias).collect();
        assert_eq!(aliases, ["f", "k"]);
    }
}
