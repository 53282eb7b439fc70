//! Real files, where a checkout of them stands beside the project.

use std::path::{Path, PathBuf};

/// The folder of real files: `SINEW_ASSETS`, or `../shared/assets` seen from the workspace. Where there is none, says so
/// once a test and gives `None`.
pub fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let folder = std::env::var_os("SINEW_ASSETS").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no folder of real files (set SINEW_ASSETS)");
    None
}

/// Every glTF file below a part of the folder (`""` for all), sorted; empty where there is no folder.
pub fn models(part: &str) -> Vec<PathBuf> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut pending = vec![folder.join(part)];
    let mut files = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            pending.extend(entries.map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| ["gltf", "glb", "vrm", "vrma"].iter().any(|known| end == *known)) {
            files.push(path);
        }
    }
    files.sort();
    files
}
