//! Internal errors: two lines without a backtrace, and exit code 4.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

const EXIT_CODE: i32 = 4;

thread_local! {
    /// Whether this thread processes one of many files, so that the others go on.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Processes one of many files. A panic is reported and returns `None`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    IS_GUARDED.set(true);
    // The state of the work is dropped with it.
    let done = catch_unwind(AssertUnwindSafe(work)).ok();
    IS_GUARDED.set(false);
    done
}

/// From now on a panic in any thread ends the process, unless it is guarded.
pub(crate) fn exit_with_4_on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        // On the screen that stays.
        crate::ending::restore();
        // Not through the terminal, which may be what failed; and if this fails too, nothing can be reported.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), message(panic).as_bytes());
        if !IS_GUARDED.get() {
            crate::ending::exit(EXIT_CODE);
        }
    }));
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let what = payload.downcast_ref::<&str>().copied();
    let what = what.or_else(|| payload.downcast_ref().map(String::as_str)).unwrap_or("no reason given");
    let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
    format!(
        "error: internal: {what}{place}\n\
         This is a fault in sinew {}, not in your file. Please report it with the line above, the\n\
         command, and the file if you may share it.\n",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    #[test]
    fn work_that_panics_gives_nothing_and_the_next_goes_on() {
        assert_eq!(super::guarded(|| -> u8 { panic!("one of many") }), None);
        assert_eq!(super::guarded(|| 7), Some(7));
    }

    /// Set in the process that is to panic.
    const ASKED: &str = "SINEW_TEST_PANIC";

    #[test]
    fn a_panic_asks_for_a_report_and_exits_with_4() {
        if std::env::var_os(ASKED).is_some() {
            super::exit_with_4_on_panic();
            panic!("the cable snapped");
        }
        // This test again, in a process of its own.
        let this = ["--exact", "--nocapture", "crash::tests::a_panic_asks_for_a_report_and_exits_with_4"];
        let output = Command::new(std::env::current_exe().unwrap()).args(this).env(ASKED, "1").output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{stderr}");
        assert!(stderr.contains("error: internal: the cable snapped ("), "{stderr}");
        assert!(stderr.contains("Please report it"), "{stderr}");
    }
}
