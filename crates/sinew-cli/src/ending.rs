//! The end of a process that does not come by itself: by a signal or a panic. What was being written goes, and what was there
//! before stays.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use sinew_document::write::discard_unfinished;

/// Folders of this process alone.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Lets signals that end the process clean up first, from now on.
pub(crate) fn watch() {
    #[cfg(unix)]
    signals::watch();
}

/// Lets a folder go with the process, however that ends.
pub(crate) fn take_along(folder: PathBuf) {
    watch();
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder);
}

/// Ends the process now.
pub(crate) fn exit(code: i32) -> ! {
    discard_unfinished(|| {
        // Whoever holds it may be the one that panics.
        if let Ok(folders) = FOLDERS.try_lock() {
            for folder in folders.iter() {
                // What is left behind is the system's to clear.
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

    /// What shells add to the number of a signal that has ended a process.
    const ENDED_BY_SIGNAL: i32 = 128;

    /// What ends a process that does not say otherwise; also without anybody's wish, as where its time is up.
    const ENDING: [i32; 5] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU];

    pub(super) fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let (ready, is_ready) = mpsc::channel();
            // Where there is no thread, signals do what they always do.
            let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
                let wanted = ENDING.into_iter().filter(|&signal| !is_ignored(signal));
                // Who hears that a file has become too large is told so by the system when writing, too.
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

    /// Whether whoever started the process wants it to outlive a signal, as `nohup` does.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
            Some(mask) => mask & (1 << (signal - 1)) != 0,
            // Elsewhere nobody tells, and a hangup is what `nohup` is for.
            None => signal == SIGHUP,
        }
    }
}
