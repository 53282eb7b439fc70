//! The files of the project, as text.

use std::path::Path;
use std::process::Command;

use crate::Failure;

/// A file and what is in it.
pub(crate) struct File {
    /// Relative to the root, with `/` between the parts.
    pub(super) path: String,
    /// Empty where the file is not UTF-8.
    pub(super) text: String,
}

impl File {
    pub(super) fn is_rust(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "rs")
    }

    /// The line, counted from 1, that a byte of the text is on.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.text[..offset].matches('\n').count() + 1
    }
}

/// Every file that is under version control or about to be, in order of path.
pub(crate) struct Tree {
    pub(super) files: Vec<File>,
}

impl Tree {
    /// The tree below a folder: what git knows or would add, so that build products stay out.
    pub(crate) fn of_folder(root: &Path) -> Result<Self, Failure> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
        let mut paths = match git.output() {
            Ok(output) if output.status.success() => {
                String::from_utf8_lossy(&output.stdout).split_terminator('\0').map(str::to_owned).collect()
            }
            // An unpacked archive has no history.
            _ => walk(root),
        };
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let file = root.join(&path);
            // A file that is deleted and not yet committed is still listed.
            if file.is_file() {
                let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                files.push(File { path, text: String::from_utf8(bytes).unwrap_or_default() });
            }
        }
        Ok(Self { files })
    }

    #[cfg(test)]
    pub(super) fn of_texts(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File { path: path.to_owned(), text: text.to_owned() };
        Self { files: files.iter().map(file).collect() }
    }

    pub(super) fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files whose path begins so.
    pub(super) fn rust_below(&self, prefix: &str) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.path.starts_with(prefix) && file.is_rust())
    }
}

fn walk(root: &Path) -> Vec<String> {
    const PRODUCTS: &[&str] = &["target", "node_modules", ".git", "artifacts", "coverage"];
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in root.join(&folder).read_dir().into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}{name}");
            if !entry.path().is_dir() {
                paths.push(path);
            } else if !PRODUCTS.contains(&name.as_str()) {
                folders.push(format!("{path}/"));
            }
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_and_a_walk_both_find_this_file() {
        let root = crate::step::root();
        let here = "xtask/src/invariants/tree.rs";
        assert!(Tree::of_folder(root).unwrap().get(here).is_some());
        assert!(walk(root).iter().any(|path| path == here));
    }

    #[test]
    fn lines_are_counted_from_one() {
        let file = File { path: String::new(), text: "a\nb\nc".to_owned() };
        assert_eq!([0, 1, 2, 4].map(|offset| file.line_of(offset)), [1, 1, 2, 3]);
    }
}
