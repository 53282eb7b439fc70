//! The files that a verb works on, where it takes many.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, explain_io};

/// What the names of files that can be read end in.
const ENDINGS: &[&str] = &["gltf", "glb", "vrm", "vrma"];

/// The named files, and those in the named folders, in the order of their names. A folder that cannot be read is put
/// down as a failure, and the rest goes on.
pub(crate) fn find(named: &[PathBuf], failures: &mut Vec<Failure>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in named {
        if path.is_dir() { search(path, &mut found, failures) } else { found.push(path.clone()) }
    }
    found
}

/// Every file of a folder and the folders in it. Links to folders are not followed, so that nothing is found twice.
fn search(folder: &Path, found: &mut Vec<PathBuf>, failures: &mut Vec<Failure>) {
    let mut open = vec![folder.to_owned()];
    let mut inside = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                failures.push(Failure::file(&folder, explain_io(&error)));
                continue;
            }
        };
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(_) if has_ending(&entry.path()) => inside.push(entry.path()),
                _ => {}
            }
        }
    }
    if inside.is_empty() {
        failures.push(Failure::file(folder, "no .gltf, .glb, .vrm or .vrma in it — name another folder"));
    }
    inside.sort();
    found.append(&mut inside);
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}
