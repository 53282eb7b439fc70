//! Traces of unfinished work and of one person's machine, and files that have grown too long to read.

use super::Finding;
use super::tree::Tree;

const LONGEST_FILE: usize = 600;

/// Each is put together here, so that this file does not find itself.
const LEFTOVERS: &[(&str, &str)] = &[
    (concat!("TO", "DO"), "unfinished work"),
    (concat!("FIX", "ME"), "unfinished work"),
    (concat!("dbg", "!("), "a trace of debugging"),
    (concat!("#[", "ignore"), "a test that does not run"),
    (concat!("/wo", "rk/"), "a path of one machine"),
    (concat!("/ro", "ot/"), "a path of one machine"),
    (concat!("/tm", "p/"), "a path of one machine"),
];

/// Nothing in the tree reminds of unfinished work or names a folder of the machine that it was written on.
pub(super) fn nothing_left_behind(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (number, line) in file.text.lines().enumerate() {
            for (leftover, why) in LEFTOVERS.iter().filter(|(leftover, _)| holds(line, leftover)) {
                let message = format!("`{leftover}` is {why}");
                findings.push(Finding { path: file.path.clone(), line: number + 1, message });
            }
        }
    }
    findings
}

/// A file that is longer has more than one subject.
pub(super) fn files_are_short(tree: &Tree) -> Vec<Finding> {
    let lengths = tree.rust_below("").map(|file| (file, file.text.lines().count()));
    lengths
        .filter(|(_, length)| *length > LONGEST_FILE)
        .map(|(file, length)| Finding {
            path: file.path.clone(),
            line: LONGEST_FILE + 1,
            message: format!("{length} lines; the file has more than one subject"),
        })
        .collect()
}

/// Whether a line holds a word on its own: `/x/` is not in `a/x/b`, nor `AB` in `ABC`.
fn holds(line: &str, word: &str) -> bool {
    let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ends_as_word = word.ends_with(goes_on);
    line.match_indices(word).any(|(start, _)| {
        let (before, behind) = (&line[..start], &line[start + word.len()..]);
        let is_begun = before.ends_with(|c| goes_on(c) || (word.starts_with('/') && "./-*}>".contains(c)));
        let is_continued = ends_as_word && behind.starts_with(goes_on);
        !is_begun && !is_continued
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_found_and_their_likes_are_not() {
        let [todo, _, debug, .., machine] = LEFTOVERS else { unreachable!() };
        let (todo, debug, machine) = (todo.0, debug.0, machine.0);
        let text = format!("// {todo}: x\n{debug}x)\n\"{machine}a\"\n{todo}S a{machine}b .{machine}\n");
        let lines: Vec<usize> =
            nothing_left_behind(&Tree::of_texts(&[("a.md", &text)])).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }

    #[test]
    fn long_files_are_found() {
        let tree = Tree::of_texts(&[
            ("a.rs", &"\n".repeat(LONGEST_FILE)),
            ("b.rs", &"\n".repeat(LONGEST_FILE + 1)),
            ("c.json", &"\n".repeat(LONGEST_FILE + 1)),
        ]);
        let paths: Vec<String> = files_are_short(&tree).into_iter().map(|finding| finding.path).collect();
        assert_eq!(paths, ["b.rs"]);
    }
}
