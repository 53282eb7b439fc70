//! The picture, in a terminal of the test's own: what a person sees, and what is left when it ends.

use std::io::{Read as _, Write as _};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::{command, fixture, sinew};

/// A command in a terminal of its own.
struct Seen {
    child: Child,
    terminal: std::fs::File,
    output: JoinHandle<()>,
    read: Arc<Mutex<Vec<u8>>>,
}

/// What was written, and how it ended.
struct Ended {
    text: String,
    status: ExitStatus,
}

fn start(arguments: &[&str], size: [u16; 2], variables: &[(&str, &str)]) -> Seen {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    resize(&terminal, size);
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let end = || std::fs::OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let mut command = command(arguments);
    command.env("TERM", "xterm-256color").env_remove("COLORTERM").envs(variables.iter().copied());
    command.stdin(Stdio::from(end())).stdout(Stdio::from(end())).stderr(Stdio::from(end()));
    let child = command.spawn().unwrap();
    // The ends of the child's terminal that this process has would keep it open.
    drop(command);
    let terminal = std::fs::File::from(terminal);
    let mut reader = terminal.try_clone().unwrap();
    let read = Arc::new(Mutex::new(Vec::new()));
    let all = read.clone();
    let output = std::thread::spawn(move || {
        let mut buffer = vec![0; 65536];
        // Linux reports the end of the other side as an error.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            all.lock().unwrap().extend_from_slice(&buffer[..count]);
        }
    });
    Seen { child, terminal, output, read }
}

fn resize(terminal: impl std::os::fd::AsFd, [columns, rows]: [u16; 2]) {
    tcsetwinsize(terminal, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
}

impl Seen {
    /// Waits until it ends.
    fn wait(mut self) -> Ended {
        let status = self.child.wait().unwrap();
        drop(self.terminal);
        self.output.join().unwrap();
        let text = String::from_utf8_lossy(&self.read.lock().unwrap()).into_owned();
        Ended { text, status }
    }

    /// Waits for what a person would wait for, and says how long that took.
    fn until(&self, what: &str, is_seen: impl Fn(&str) -> bool) -> Duration {
        let began = Instant::now();
        while !is_seen(&String::from_utf8_lossy(&self.read.lock().unwrap())) {
            assert!(began.elapsed() < Duration::from_secs(60), "{what} did not come");
            std::thread::sleep(Duration::from_millis(5));
        }
        began.elapsed()
    }

    /// Waits for so many frames.
    fn until_frames(&self, count: usize) -> Duration {
        self.until("a picture", |text| text.matches("any key ends it").count() >= count && braille(text) > 0)
    }

    fn press(&mut self, key: &[u8]) {
        self.terminal.write_all(key).unwrap();
    }
}

impl Ended {
    /// The frames of the picture, and what is printed after it.
    fn frames(&self) -> (Vec<&str>, &str) {
        let (_, shown) = self.text.split_once("\x1b[?1049h").unwrap();
        let (shown, after) = shown.split_once("\x1b[?1049l").unwrap();
        (shown.split("\x1b[H").skip(1).collect(), after)
    }

    fn plain(frame: &str) -> Vec<String> {
        // An empty row at the end is a row.
        let text = anstream::adapter::strip_str(frame).to_string();
        text.split('\n').map(|row| row.trim_end_matches('\r').to_owned()).collect()
    }
}

fn braille(row: &str) -> usize {
    row.chars().filter(|letter| ('\u{2801}'..='\u{28ff}').contains(letter)).count()
}

/// The digest of a run as a table prints it.
fn digest(text: &str) -> &str {
    let (_, after) = text.split_once("digest ").unwrap();
    &after[..16]
}

#[test]
fn the_first_command_moves_a_crane_for_five_seconds_and_names_what_to_try_next() {
    let began = Instant::now();
    let ended = start(&[], [100, 30], &[]).wait();
    let took = began.elapsed();
    assert!(ended.status.success(), "{}", ended.text);
    assert!(took >= Duration::from_secs_f64(4.9), "it follows the clock: {took:?}");
    let (frames, after) = ended.frames();
    assert!(frames.len() > 5, "{} frames in five seconds", frames.len());
    let rows: Vec<Vec<String>> = [frames[0], frames[frames.len() - 1]].map(Ended::plain).to_vec();
    for rows in &rows {
        assert_eq!(rows.len(), 30);
        assert!(rows[0].starts_with("demo.gltf  "), "{}", rows[0]);
        assert!(rows.iter().map(|row| braille(row)).sum::<usize>() > 100, "{rows:#?}");
        assert!(rows.iter().all(|row| row.chars().count() <= 100), "{rows:#?}");
    }
    // The crane has moved, the parcel has fallen, and the tower's rotation is drawn over time.
    assert_ne!(rows[0][1..], rows[1][1..]);
    let last = rows[1].join("\n");
    assert!(last.contains("Ground touches Parcel") && last.contains("Tower") && last.contains('█'), "{last}");
    assert!(frames[0].contains(";5;") && !frames[0].contains(";2;"), "256 colors, as the terminal says");
    // What stays is what a pipe gets, with the same digest.
    assert!(after.contains("Try next") && after.contains("demo machine"), "{after}");
    assert_eq!(digest(after), digest(&sinew(&["simulate"]).stdout));
    // The cursor is back and lines break again.
    assert!(ended.text.contains("\x1b[?25h") && ended.text.contains("\x1b[?7h"));
}

/// The best of three: other programs of the machine may be in the way of one.
#[test]
fn the_first_picture_is_there_within_three_seconds() {
    let first = |_| {
        let seen = start(&["demo", "crane", "--seconds", "0.1"], [100, 30], &[]);
        let took = seen.until_frames(1);
        assert!(seen.wait().status.success());
        took
    };
    let best = (0..3).map(first).min().unwrap();
    assert!(best < Duration::from_secs(3), "{best:?}");
}

#[test]
fn any_key_ends_it_and_the_screen_follows_a_new_size() {
    let mut seen =
        start(&["watch", &fixture("running/heap.gltf"), "--seconds", "60"], [120, 30], &[("COLORTERM", "truecolor")]);
    seen.until_frames(2);
    resize(&seen.terminal, [60, 20]);
    seen.until("a frame of the new size", |text| text.matches("\x1b[2J\x1b[H").count() >= 2);
    seen.until_frames(5);
    seen.press(b"q");
    let ended = seen.wait();
    assert!(ended.status.success(), "{}", ended.text);
    let (frames, after) = ended.frames();
    let (first, last) = (Ended::plain(frames[0]), Ended::plain(frames[frames.len() - 1]));
    assert_eq!((first.len(), last.len()), (30, 20));
    assert!(last.iter().all(|row| row.chars().count() <= 60), "{last:#?}");
    assert!(last.iter().any(|row| braille(row) > 3), "a file without meshes shows its colliders: {last:#?}");
    assert!(frames[0].contains("48;2;"), "all colors, as the terminal says");
    assert!(after.contains("digest") && !after.contains("60 s in"), "{after}");
}

#[test]
fn ctrl_c_and_a_signal_give_the_terminal_back() {
    let mut seen = start(&["demo", "ragdolls"], [90, 24], &[]);
    seen.until_frames(1);
    seen.press(&[3]);
    let ended = seen.wait();
    assert_eq!(ended.status.code(), Some(130));
    assert!(ended.text.trim_end().ends_with("\x1b[?1049l"), "{:?}", &ended.text[ended.text.len() - 60..]);

    let seen = start(&["demo", "ragdolls"], [90, 24], &[]);
    seen.until_frames(1);
    let process = rustix::process::Pid::from_child(&seen.child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    let ended = seen.wait();
    assert_eq!(ended.status.code(), Some(128 + 15));
    assert!(ended.text.contains("\x1b[?1049l"), "{:?}", &ended.text[ended.text.len() - 60..]);
}

#[test]
fn without_colors_and_on_a_terminal_that_obeys_nothing_it_is_readable() {
    let ended = start(&["demo", "crane", "--seconds", "0.5"], [100, 30], &[("NO_COLOR", "1")]).wait();
    let (frames, _) = ended.frames();
    assert!(frames.iter().all(|frame| !frame.contains("\x1b[0;") && !frame.contains("\x1b[1m")), "{}", ended.text);
    assert!(Ended::plain(frames[0]).iter().map(|row| braille(row)).sum::<usize>() > 100);

    let ended = start(&["demo", "crane", "--seconds", "0.5"], [100, 30], &[("TERM", "dumb")]).wait();
    assert!(!ended.text.contains("1049"), "{}", ended.text);
    assert!(ended.text.contains("digest"));
}

/// A terminal of every size that a window can be dragged to.
#[test]
fn tiny_terminals_are_no_trouble() {
    for size in [[1, 1], [3, 2], [20, 3], [83, 5], [84, 2]] {
        let ended = start(&["demo", "machine", "--seconds", "0.1"], size, &[]).wait();
        assert!(ended.status.success(), "{size:?}: {}", ended.text);
    }
}
