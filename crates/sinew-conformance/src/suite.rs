//! The cases of a folder.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use crate::case::{Case, FILE_NAME};
use crate::error::Error;

/// The largest `case.json` that is read: a device may have no end.
const MAX_CASE_BYTES: u64 = 256 << 20;

/// Cases that were read and checked.
#[derive(Debug)]
pub struct Suite {
    cases: Vec<Case>,
}

impl Suite {
    /// Reads the cases below a folder whose names contain `filter`; all cases if it is `None`.
    ///
    /// Every folder with a `case.json` is a case, except below folders named `node_modules`. Links to folders are not followed.
    ///
    /// # Errors
    ///
    /// Fails if the folder does not exist or cannot be read, if it has no case, if no case matches, or if any of the matching
    /// cases is invalid; then the error lists all of them.
    pub fn open(folder: &Path, filter: Option<&str>) -> Result<Self, Error> {
        if !folder.is_dir() {
            return Err(Error::NoSuite { folder: folder.to_owned() });
        }
        let mut names = names(folder)?;
        names.sort();
        if names.is_empty() {
            return Err(Error::NoCases { folder: folder.to_owned() });
        }
        names.retain(|name| filter.is_none_or(|filter| name.contains(filter)));
        if let (true, Some(filter)) = (names.is_empty(), filter) {
            return Err(Error::NoMatch { filter: filter.to_owned() });
        }
        let mut errors = Vec::new();
        let mut cases = Vec::new();
        for name in names {
            let folder = folder.join(&name);
            match read(&folder.join(FILE_NAME)).and_then(|text| Case::new(name, &folder, &text)) {
                Ok(case) => cases.push(case),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(Self { cases }) } else { Err(Error::several(errors)) }
    }

    /// The cases, in the order of their names.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The number of files of all cases: how often a runner is started.
    pub fn file_count(&self) -> usize {
        self.cases.iter().map(|case| case.files.len()).sum()
    }
}

fn read(path: &Path) -> Result<String, Error> {
    let invalid = |problem: &str| Error::Case { path: path.to_owned(), problem: problem.to_owned() };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_CASE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|source| Error::Io { path: path.to_owned(), source })?;
    if bytes.len() as u64 > MAX_CASE_BYTES {
        return Err(invalid("more than 256 MiB, which no case needs — name a smaller file"));
    }
    let text = String::from_utf8(bytes).map_err(|_| invalid("not UTF-8 — save it as UTF-8"))?;
    // Some editors begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The folders of the cases below the suite's, with `/` between the parts.
fn names(suite: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    let mut open = vec![String::new()];
    while let Some(folder) = open.pop() {
        let path = suite.join(&folder);
        let entries = fs::read_dir(&path).map_err(|source| Error::Io { path, source })?;
        for entry in entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let part = entry.file_name().to_string_lossy().into_owned();
            // The packages of an adapter are no cases.
            if part == "node_modules" {
                continue;
            }
            let name = if folder.is_empty() { part } else { format!("{folder}/{part}") };
            if suite.join(&name).join(FILE_NAME).is_file() { names.push(name) } else { open.push(name) }
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const CASE: &str = r#"{"title": "t", "extension": "E", "section": "s", "shows": ["E/p"], "files": {"2.0": "a.gltf"},
        "run": {"verb": "evaluate"}, "expect": [{"node": "A", "is": "sleeping", "value": true}]}"#;

    /// A folder that is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
            let folder = Self(std::env::temp_dir().join(format!("sinew-suite-{name}-{}", std::process::id())));
            fs::create_dir_all(&folder.0).unwrap();
            for (path, bytes) in files {
                let path = folder.0.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn cases_are_found_by_name_in_their_order() {
        let case = CASE.as_bytes();
        let with_mark = format!("\u{feff}{CASE}");
        let folder = Folder::new(
            "found",
            &[
                ("b/two/case.json", with_mark.as_bytes()),
                ("b/two/a.gltf", b""),
                ("a/one/case.json", case),
                ("a/one/a.gltf", b""),
                ("adapter/node_modules/x/case.json", b"{}"),
            ],
        );
        let names = |filter| {
            let suite = Suite::open(&folder.0, filter).unwrap();
            (suite.cases().iter().map(|case| case.name().to_owned()).collect::<Vec<_>>(), suite.file_count())
        };
        assert_eq!(names(None), (vec!["a/one".to_owned(), "b/two".to_owned()], 2));
        assert_eq!(names(Some("two")).0, ["b/two"]);
        assert!(matches!(Suite::open(&folder.0, Some("three")), Err(Error::NoMatch { .. })));
    }

    #[test]
    fn every_invalid_case_is_an_error_with_its_path() {
        let folder = Folder::new(
            "invalid",
            &[("a/case.json", b"\xff"), ("b/case.json", b"{}"), ("c/case.json", CASE.as_bytes())],
        );
        let Err(Error::Several(errors)) = Suite::open(&folder.0, None) else { panic!("no errors") };
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        for (text, parts) in texts.iter().zip([["a", "UTF-8"], ["b", "title"], ["c", "a.gltf is not beside it"]]) {
            assert!(
                text.contains(&format!("{}{}", parts[0], std::path::MAIN_SEPARATOR)) && text.contains(parts[1]),
                "{text}"
            );
        }
        assert!(matches!(Suite::open(&folder.0, Some("b")), Err(Error::Case { .. })));
    }

    #[test]
    fn a_folder_without_cases_is_no_suite() {
        let folder = Folder::new("empty", &[]);
        assert!(matches!(Suite::open(&folder.0, None), Err(Error::NoCases { .. })));
        assert!(matches!(Suite::open(&folder.0.join("x"), None), Err(Error::NoSuite { .. })));
    }
}
