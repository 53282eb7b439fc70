//! The terminal while a picture is shown: another screen, no cursor, keys as they are pressed.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crossterm::terminal;

/// Whether the terminal shows the other screen now.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The other screen, without a cursor and without breaking lines that are too long; and back.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const LEAVE: &str = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

/// The size of a terminal that does not say it.
const USUAL: [usize; 2] = [80, 24];

/// What Ctrl-C sends while keys come as they are.
const CTRL_C: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Any,
    CtrlC,
}

pub(super) struct Screen {
    keys: Receiver<Key>,
}

/// Whether a picture can be shown: people read and press keys at both ends, and the terminal obeys more than line feeds.
pub(crate) fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}

/// Gives the terminal back as it was; does nothing where it is not taken.
pub(super) fn leave() {
    if IS_SHOWN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone needs nothing.
        let _ = terminal::disable_raw_mode();
        let mut out = io::stdout();
        let _ = out.write_all(LEAVE.as_bytes()).and_then(|()| out.flush());
    }
}

impl Screen {
    pub(super) fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        IS_SHOWN.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        out.write_all(ENTER.as_bytes())?;
        out.flush()?;
        let (sender, keys) = mpsc::channel();
        // It waits for a key for as long as the process lives; the screen does not wait for it.
        thread::Builder::new().name("keys".to_owned()).spawn(move || {
            let mut byte = [0];
            while let Ok(1) = io::stdin().read(&mut byte) {
                let key = if byte[0] == CTRL_C { Key::CtrlC } else { Key::Any };
                if sender.send(key).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { keys })
    }

    /// Columns and rows.
    pub(super) fn size() -> [usize; 2] {
        match terminal::size() {
            Ok((columns, rows)) if columns > 0 && rows > 0 => [usize::from(columns), usize::from(rows)],
            _ => USUAL,
        }
    }

    /// Draws a frame over the last one.
    pub(super) fn show(rows: &[String], is_resized: bool) -> io::Result<()> {
        let mut frame = String::from(if is_resized { "\x1b[2J\x1b[H" } else { "\x1b[H" });
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                frame.push_str("\r\n");
            }
            frame.push_str(row);
            frame.push_str("\x1b[K");
        }
        let mut out = io::stdout().lock();
        out.write_all(frame.as_bytes())?;
        out.flush()
    }

    /// Waits for a key, at most so long.
    pub(super) fn wait(&self, time: Duration) -> Option<Key> {
        match self.keys.recv_timeout(time) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                // No key will come; the time passes all the same.
                thread::sleep(time);
                None
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}
