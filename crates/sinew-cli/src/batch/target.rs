//! Where the files of a batch are written.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sinew_document::Saved;

use crate::failure::{Failure, explain_io};
use crate::files::Found;
use crate::{inputs, limits};

/// Where each file of a batch is written.
pub(crate) struct Destinations {
    place: Destination,
    /// What has been written so far, with a digest of its content. Files of a batch may share what stands beside them, such
    /// as an image; one that would be written twice with other bytes is told.
    so_far: Mutex<HashMap<PathBuf, u64>>,
}

enum Destination {
    File(PathBuf),
    /// By input.
    Folder(HashMap<PathBuf, PathBuf>),
}

impl Destinations {
    /// One file.
    pub(super) fn file(output: &Path) -> Self {
        Self { place: Destination::File(output.to_owned()), so_far: Mutex::default() }
    }

    /// A file each below a folder, which is made if there is none.
    pub(super) fn folder(found: &[Found], output: &Path) -> Result<Self, Failure> {
        if output.exists() && !output.is_dir() {
            let message = "is a file, and several are to be written — name a folder";
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
                    let message = format!("{} and {other} would both be written there", path.display());
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
            let message = "is one of the files that are read, and would be written over — name another folder";
            problems.push(Failure::clash(place, message.to_owned()));
        }
        if !problems.is_empty() {
            return Err(Failure::several(problems));
        }
        Ok(Self { place: Destination::Folder(places), so_far: Mutex::default() })
    }

    /// The file that what comes of an input is written to.
    pub(crate) fn output(&self, input: &Path) -> PathBuf {
        match &self.place {
            Destination::File(output) => output.clone(),
            Destination::Folder(places) => places.get(input).cloned().unwrap_or_default(),
        }
    }

    /// Lets a file be written, one at a time: two that share what stands beside them must not both find it missing.
    pub(crate) fn save(&self, output: &Path, save: impl FnOnce() -> Result<Saved, Failure>) -> Result<Saved, Failure> {
        let Destination::Folder(_) = self.place else { return save() };
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = output.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, explain_io(&error)))?;
        }
        let saved = save()?;
        for file in &saved.files {
            let digest = digest(file);
            if so_far.insert(file.clone(), digest).is_some_and(|before| before != digest) {
                let message = "stands beside two of the files with different content, and now has that of the second — \
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

/// Puts down what will be read, before anything is written.
fn note_all(found: &[Found], output: &Path) {
    let output = output.canonicalize();
    for Found { path, .. } in found {
        inputs::note(path);
        let is_inside =
            output.as_ref().is_ok_and(|output| path.canonicalize().is_ok_and(|path| path.starts_with(output)));
        if is_inside {
            // What stands beside another's result may be a buffer of this one. Whatever is wrong with it is told in its turn.
            drop(limits::open(path));
        }
    }
}
