//! The destinations of a batch.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sinew_document::Saved;

use crate::failure::Failure;
use crate::files::Found;
use crate::output::create_folder;
use crate::{inputs, limits};

/// The destination of each file of a batch.
pub(crate) struct Destinations {
    place: Destination,
    /// The files written so far, with a digest of their content. Files of a batch may share a resource, such as an image;
    /// writing one twice with other bytes is an error.
    written: Mutex<HashMap<PathBuf, u64>>,
}

enum Destination {
    File(PathBuf),
    /// By input.
    Folder(HashMap<PathBuf, PathBuf>),
}

impl Destinations {
    /// One file.
    pub(super) fn file(output: &Path) -> Self {
        Self { place: Destination::File(output.to_owned()), written: Mutex::default() }
    }

    /// One file each below a folder, which is created if it is missing.
    pub(super) fn folder(found: &[Found], output: &Path) -> Result<Self, Failure> {
        if output.exists() && !output.is_dir() {
            let message = "is a file, and several files are written — name a folder";
            return Err(Failure::file(output, message));
        }
        let mut places = HashMap::new();
        let mut inputs: HashMap<PathBuf, &Path> = HashMap::new();
        let mut problems = Vec::new();
        for Found { path, below } in found {
            let place = output.join(below);
            match inputs.entry(place.clone()) {
                Entry::Occupied(other) => {
                    let other = other.get().display();
                    let message = format!("{} and {other} have the same destination", path.display());
                    problems.push(Failure::clash(&place, message + " — give them in two commands, or another name"));
                }
                Entry::Vacant(free) => {
                    free.insert(path);
                    places.insert(path.clone(), place);
                }
            }
        }
        note_all(found, output);
        let mut taken: Vec<&PathBuf> = places.values().filter(|place| inputs::contains(place)).collect();
        taken.sort();
        for place in taken {
            let message = "is an input, and inputs are not overwritten — name another folder";
            problems.push(Failure::clash(place, message.to_owned()));
        }
        if !problems.is_empty() {
            return Err(Failure::several(problems));
        }
        Ok(Self { place: Destination::Folder(places), written: Mutex::default() })
    }

    /// The destination of an input.
    pub(crate) fn output(&self, input: &Path) -> PathBuf {
        match &self.place {
            Destination::File(output) => output.clone(),
            Destination::Folder(places) => places.get(input).cloned().unwrap_or_default(),
        }
    }

    /// Runs `save` under a lock: two files that share a resource must not both find it missing.
    pub(crate) fn save(&self, output: &Path, save: impl FnOnce() -> Result<Saved, Failure>) -> Result<Saved, Failure> {
        let Destination::Folder(_) = self.place else { return save() };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = output.parent() {
            create_folder(folder)?;
        }
        let saved = save()?;
        for file in &saved.files {
            let digest = digest(file);
            if written.insert(file.clone(), digest).is_some_and(|before| before != digest) {
                let message = "belongs to two of the files with different content, and now has that of the second — \
                               write them into two folders";
                return Err(Failure::file(file, message));
            }
        }
        Ok(saved)
    }
}

fn digest(file: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(&fs::read(file).unwrap_or_default());
    hasher.finish()
}

/// Registers all inputs, before anything is written.
fn note_all(found: &[Found], output: &Path) {
    let output = output.canonicalize();
    for Found { path, .. } in found {
        inputs::note(path);
        let is_inside =
            output.as_ref().is_ok_and(|output| path.canonicalize().is_ok_and(|path| path.starts_with(output)));
        if is_inside {
            // A resource beside another's output may be a buffer of this file. Its problems are reported when it is processed.
            drop(limits::open(path));
        }
    }
}
