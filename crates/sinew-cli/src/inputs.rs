//! The files that a run reads: named, found in a folder, or referenced by one of them. No option overwrites one.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use sinew_document::{Document, Folder, Value};

use crate::failure::{Failure, explain_io};
use crate::stdin::is_stdin;

static INPUTS: LazyLock<Mutex<Inputs>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Inputs {
    /// Canonical paths.
    paths: HashSet<PathBuf>,
    /// Device and inode, since a file may have several hard links.
    #[cfg(unix)]
    identities: HashSet<(u64, u64)>,
    is_standard_read: bool,
}

/// The folder of a file's buffers and images. For standard input it is the current folder.
pub(crate) fn folder(path: &Path) -> Folder {
    if is_stdin(path) { Folder::new(".") } else { Folder::of_file(path) }
}

/// Reads a file up to one byte above the limit, so that the caller sees whether it is exceeded.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = most.saturating_add(1);
    let read = if is_stdin(path) {
        if std::mem::replace(&mut lock().is_standard_read, true) {
            let message = "`-` is given twice, and standard input can be read once — name a file for one of them";
            return Err(Failure::usage(message));
        }
        note(held_open_as_standard());
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        note(path);
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map(|_| bytes).map_err(|error| Failure::file(path, explain_io(&error)))
}

/// Registers a file as an input.
pub(crate) fn note(path: &Path) {
    let real = path.canonicalize();
    let found = fs::metadata(path);
    let mut inputs = lock();
    inputs.paths.extend(real);
    #[cfg(unix)]
    inputs.identities.extend(found.ok().as_ref().map(identity));
    #[cfg(not(unix))]
    drop(found);
}

/// Registers the buffers and images of a document, and the files that its extensions name.
pub(crate) fn note_named_by(path: &Path, document: &Document) {
    let folder = folder(path);
    let root = document.root();
    let of_extensions = root.get("extensions").into_iter().flat_map(Value::members).map(|(_, extension)| extension);
    let lists = of_extensions.flat_map(|extension| extension.members().map(|(_, list)| list));
    let lists = lists.chain(["buffers", "images"].into_iter().filter_map(|key| root.get(key)));
    for uri in lists.flat_map(Value::elements).filter_map(|entry| entry.get("uri")?.as_str()) {
        // A URI outside the folder is not read.
        if let Ok(path) = folder.resolve(&uri) {
            note(&path);
        }
    }
}

/// Whether a path leads to an input, under any name.
pub(crate) fn contains(path: &Path) -> bool {
    let real = path.canonicalize();
    let found = fs::metadata(path);
    let inputs = lock();
    #[cfg(unix)]
    if found.is_ok_and(|found| inputs.identities.contains(&identity(&found))) {
        return true;
    }
    #[cfg(not(unix))]
    drop(found);
    real.is_ok_and(|real| inputs.paths.contains(&real))
}

/// The path of standard input, which may be a file.
fn held_open_as_standard() -> &'static Path {
    Path::new("/dev/fd/0")
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (found.dev(), found.ino())
}

fn lock() -> MutexGuard<'static, Inputs> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner)
}
