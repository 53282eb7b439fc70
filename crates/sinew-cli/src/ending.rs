//! The end of the process by a signal or a panic: removes unfinished files and temporary folders.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use sinew_document::write::discard_unfinished;

/// Folders of this process alone.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What gives the terminal back.
static RESTORE: OnceLock<fn()> = OnceLock::new();

/// From now on, signals that end the process clean up first.
pub(crate) fn watch() {
    #[cfg(unix)]
    signals::watch();
}

/// Removes a folder when the process ends, in any way.
pub(crate) fn take_along(folder: PathBuf) {
    watch();
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder);
}

/// From now on, `restore` gives the terminal back before the process ends or reports a fault. It may be called at any time.
pub(crate) fn restore_with(restore: fn()) {
    // It is the same function each time.
    let _ = RESTORE.set(restore);
}

/// Gives the terminal back, if it was taken.
pub(crate) fn restore() {
    if let Some(restore) = RESTORE.get() {
        restore();
    }
}

/// Ends the process now.
pub(crate) fn exit(code: i32) -> ! {
    restore();
    discard_unfinished(|| {
        // The thread that holds the lock may be the one that panics.
        if let Ok(folders) = FOLDERS.try_lock() {
            for folder in folders.iter() {
                // The system clears what cannot be removed.
                let _ = fs::remove_dir_all(folder);
            }
        }
        std::process::exit(code)
    })
}

#[cfg(unix)]
mod signals {
    use std::sync::{Once, mpsc};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
    use signal_hook::iterator::Signals;

    /// The exit code of a process that a signal ended is this and the signal's number.
    const ENDED_BY_SIGNAL: i32 = 128;

    /// Signals that end a process by default, limits of time and size among them.
    const ENDING: [i32; 5] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU];

    pub(super) fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let (ready, is_ready) = mpsc::channel();
            // Without a thread, signals keep their default action.
            let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
                let wanted = ENDING.into_iter().filter(|&signal| !is_ignored(signal));
                // A write that exceeds the size limit also fails with an error, which is reported.
                let signals = Signals::new(wanted.chain([SIGXFSZ]));
                drop(ready);
                let Ok(mut signals) = signals else { return };
                if let Some(signal) = signals.forever().find(|&signal| signal != SIGXFSZ) {
                    super::exit(ENDED_BY_SIGNAL + signal);
                }
            });
            if thread.is_ok() {
                // It says nothing, and goes when signals are caught.
                let _: Result<(), _> = is_ready.recv();
            }
        });
    }

    /// Whether the process was started to ignore a signal, as by `nohup`.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
            Some(mask) => mask & (1 << (signal - 1)) != 0,
            // Elsewhere this is unknown, and a hangup is what `nohup` is for.
            None => signal == SIGHUP,
        }
    }
}
