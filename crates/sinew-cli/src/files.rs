//! Finds the files of a batch.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, explain_io};
use crate::stdin::is_stdin;

/// The extensions of files that can be read.
const ENDINGS: &[&str] = &["gltf", "glb", "vrm", "vrma"];

/// A file that was named, or that is in a folder that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Its path relative to the named folder, or its name.
    pub(crate) below: PathBuf,
}

/// A folder that cannot be searched.
pub(crate) struct Unsearched {
    pub(crate) folder: PathBuf,
    pub(crate) why: Failure,
}

/// The named files, and those in the named folders, in the order of their names. A folder that cannot be read is listed
/// as such. The folder `passed_over` is not searched.
pub(crate) fn find(named: &[PathBuf], passed_over: Option<&Path>) -> (Vec<Found>, Vec<Unsearched>) {
    let (mut found, mut unsearched) = (Vec::new(), Vec::new());
    let passed_over = passed_over.and_then(|folder| folder.canonicalize().ok());
    for path in named {
        if path.is_dir() && !is_stdin(path) {
            search(path, passed_over.as_deref(), &mut found, &mut unsearched);
        } else {
            let below = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            found.push(Found { path: path.clone(), below });
        }
    }
    (found, unsearched)
}

/// Every file of a folder and the folders in it. Links to folders are not followed, so that nothing is found twice.
fn search(root: &Path, passed_over: Option<&Path>, found: &mut Vec<Found>, unsearched: &mut Vec<Unsearched>) {
    let mut open = vec![root.to_owned()];
    let mut inside = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                unsearched.push(Unsearched { why: Failure::file(&folder, explain_io(&error)), folder });
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let is_passed_over = passed_over.is_some_and(|over| path.canonicalize().is_ok_and(|at| at == over));
                    if !is_passed_over {
                        open.push(path);
                    }
                }
                Ok(_) if has_ending(&path) => inside.push(path),
                _ => {}
            }
        }
    }
    if inside.is_empty() {
        let why = Failure::file(root, "has no .gltf, .glb, .vrm or .vrma — name another folder");
        unsearched.push(Unsearched { folder: root.to_owned(), why });
    }
    inside.sort();
    found.extend(inside.into_iter().map(|path| {
        let below = path.strip_prefix(root).map_or_else(|_| path.clone(), Path::to_owned);
        Found { path, below }
    }));
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}
