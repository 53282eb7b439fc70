//! The registry of incomplete files, for code that ends the process.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// The names that the files have until they are whole. Files are the whole process's, and so is a signal that ends it.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How often, and how long, a process that ends waits for files that are just taking their places.
const TRIES: u32 = 400;
const PAUSE: Duration = Duration::from_millis(5);

/// Removes every file that is not whole yet, and lets none take its place until `then` is done, which is to end the process:
/// for a handler of signals or panics, where nothing is dropped. Files that were there before stay as they were.
///
/// It is not for the inside of a signal handler, which may not lock: a thread of its own waits for signals.
pub fn discard_unfinished<T>(then: impl FnOnce() -> T) -> T {
    for _ in 0..TRIES {
        let mut files = match UNFINISHED.try_lock() {
            Ok(files) => files,
            Err(TryLockError::Poisoned(files)) => files.into_inner(),
            // Files are taking their places: a matter of moments, unless it is this thread that panics while it does that.
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(PAUSE);
                continue;
            }
        };
        for file in std::mem::take(&mut *files) {
            // A failure has no caller to report to.
            let _ = fs::remove_file(file);
        }
        return then();
    }
    then()
}

/// The files, while nobody else creates, removes or renames any of them.
pub(super) fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}
