//! Gathers the pages of the book.

use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::Failure;

/// Pages outside `docs/`, as `docs/SUMMARY.md` names them from there.
const OUTSIDE: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SPEC_COVERAGE.md",
    "SPEC_NOTES.md",
    "conformance/README.md",
    "conformance/properties.md",
];

/// The page that a reader sees first.
const FIRST: &str = "docs/book/start.md";

/// The folder of the rules, one page a subject.
const RULES: &str = "crates/sinew-document/rules";

/// Copies every page to a folder, in the layout of the repository. Links to what is no page become plain text.
pub(super) fn gather(root: &Path, to: &Path) -> Result<(), Failure> {
    let _ = fs::remove_dir_all(to);
    copy(&root.join("docs"), &to.join("docs"))?;
    for page in OUTSIDE {
        copy_file(&root.join(page), &to.join(page))?;
    }
    copy(&root.join(RULES), &to.join("rules"))?;
    let summary = summary(&read(&root.join("docs/SUMMARY.md"))?, &to.join("rules"))?;
    write(&to.join("SUMMARY.md"), &summary)?;
    let settings = read(&root.join("docs/book.toml"))?;
    write(&to.join("book.toml"), &settings)?;
    // The first page is at the root; its links are to pages beside it.
    let first = read(&to.join(FIRST))?;
    write(&to.join("index.md"), &first.replace("](", "](docs/book/"))?;
    for gone in ["docs/SUMMARY.md", "docs/book.toml", FIRST] {
        fs::remove_file(to.join(gone)).map_err(|error| format!("{gone}: {error}"))?;
    }
    for page in files(to)? {
        if page.extension().is_some_and(|ending| ending == "md") {
            let text = read(&page)?;
            write(&page, &within(&text, &page, to))?;
        }
    }
    Ok(())
}

/// The table of contents from the root of the book, with the rules behind the reference.
fn summary(text: &str, rules: &Path) -> Result<String, Failure> {
    let mut pages = files(rules)?;
    pages.sort();
    let mut summary = String::new();
    for line in text.lines() {
        let from_root = match line.split_once("](") {
            Some((before, "book/start.md)")) => format!("{before}](index.md)"),
            Some((before, after)) if after.starts_with("../") => format!("{before}]({}", &after[3..]),
            Some((before, after)) => format!("{before}](docs/{after}"),
            None => line.to_owned(),
        };
        if line == "# How it works" {
            summary.push_str("# Rules\n\n");
            for page in &pages {
                let title = read(page)?.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
                let name = page.file_name().unwrap_or_default().to_string_lossy();
                let _ = writeln!(summary, "- [{title}](rules/{name})");
            }
            summary.push('\n');
        }
        summary.push_str(&from_root);
        summary.push('\n');
    }
    Ok(summary)
}

/// A page whose links to files that are not in the book are their text alone.
fn within(text: &str, page: &Path, book: &Path) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        let Some(end) = after.find(')') else { break };
        let target = &after[2..end];
        let path = target.split('#').next().unwrap_or_default();
        let is_there = path.is_empty()
            || path.contains("://")
            || page.parent().is_some_and(|folder| {
                plain(&folder.join(path)).starts_with(book) && plain(&folder.join(path)).is_file()
            });
        match before.rfind('[') {
            Some(start) if !is_there => {
                kept.push_str(&before[..start]);
                kept.push_str(&before[start + 1..]);
            }
            _ => {
                kept.push_str(before);
                kept.push_str(&after[..=end]);
            }
        }
        rest = &after[end + 1..];
    }
    kept.push_str(rest);
    kept
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Copies a folder with everything in it.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    for file in files(from)? {
        let name = file.strip_prefix(from).map_err(|error| error.to_string())?;
        copy_file(&file, &to.join(name))?;
    }
    Ok(())
}

/// All files below a folder.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    Ok(found)
}

fn copy_file(from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, to));
    copied.map(|_| ()).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

pub(super) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_leave_the_book_are_text() {
        let page = Path::new("/nowhere/docs/a.md");
        let text = "see [code](../crates/x.rs), [here](#part) and [there](https://example.org/a(b), [open";
        let kept = within(text, page, Path::new("/nowhere"));
        assert_eq!(kept, "see code, [here](#part) and [there](https://example.org/a(b), [open");
    }

    #[test]
    fn paths_lose_their_steps_back() {
        assert_eq!(plain(Path::new("/a/b/../c/./d")), Path::new("/a/c/d"));
    }
}
