//! The files that a run reads: named, found, or named by one of them. No option lets a run write over one.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use sinew_document::{Document, Folder, Value};

use crate::failure::{Failure, explain_io};

/// What stands for standard input; a file of that name is `./-`.
const STANDARD: &str = "-";

static INPUTS: LazyLock<Mutex<Inputs>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Inputs {
    /// Where they are in truth.
    paths: HashSet<PathBuf>,
    /// A file may have several names of equal right.
    #[cfg(unix)]
    identities: HashSet<(u64, u64)>,
    is_standard_read: bool,
}

/// Whether a path stands for standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// How a file is called in a message.
pub(crate) fn called(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Where the buffers and images of a file are. Those of standard input are where the command runs.
pub(crate) fn folder(path: &Path) -> Folder {
    if is_standard(path) { Folder::new(".") } else { Folder::of_file(path) }
}

/// Reads a file, and one byte more than it may have if it has more.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = most.saturating_add(1);
    let read = if is_standard(path) {
        if std::mem::replace(&mut lock().is_standard_read, true) {
            let message = "standard input can be read once, and `-` is given twice — name a file for one of them";
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

/// Puts down that a file is read.
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

/// Puts down that the buffers and images of a document are read, and what extensions of the whole file name beside them.
pub(crate) fn note_named_by(path: &Path, document: &Document) {
    let folder = folder(path);
    let root = document.root();
    let of_extensions = root.get("extensions").into_iter().flat_map(Value::members).map(|(_, extension)| extension);
    let lists = of_extensions.flat_map(|extension| extension.members().map(|(_, list)| list));
    let lists = lists.chain(["buffers", "images"].into_iter().filter_map(|key| root.get(key)));
    for uri in lists.flat_map(Value::elements).filter_map(|entry| entry.get("uri")?.as_str()) {
        // What leads out of the folder, or nowhere, is not read.
        if let Ok(path) = folder.resolve(&uri) {
            note(&path);
        }
    }
}

/// Whether a file is one of those that are read, by whatever name.
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

/// Standard input may be a file.
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
