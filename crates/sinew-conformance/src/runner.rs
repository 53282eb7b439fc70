//! A program that is asked, and waited for no longer than is fair.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The most bytes of an answer that are read: a program may print without end.
const MOST_BYTES: u64 = 256 << 20;

/// The most bytes of what a program says when it fails.
const MOST_WORDS: usize = 300;

/// A program that answers, and how long it may take for each file.
pub(crate) struct Runner {
    /// The program and the arguments that stand before those of a request.
    command: Vec<OsString>,
    timeout: Duration,
}

/// What came of a request.
#[derive(Debug, PartialEq)]
pub(crate) enum Reply {
    Answer(Value),
    /// The program says that it does not do this, and why.
    Unsupported(String),
    /// No answer, and why.
    Broken(String),
}

impl Runner {
    pub(crate) fn new(command: Vec<OsString>, timeout: Duration) -> Self {
        Self { command, timeout }
    }

    /// Asks once. Whatever the program does, there is a reply.
    pub(crate) fn ask(&self, arguments: &[OsString]) -> Reply {
        match self.output(arguments) {
            Ok(output) => read(&output),
            Err(problem) => Reply::Broken(problem),
        }
    }

    fn output(&self, arguments: &[OsString]) -> Result<Output, String> {
        let (program, first) = self.command.split_first().ok_or("names no command")?;
        let mut command = Command::new(program);
        command.args(first).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("could not be started: {error}"))?;
        let (stdout, stderr) = (listen(child.stdout.take()), listen(child.stderr.take()));
        let left = || self.timeout.saturating_sub(started.elapsed());
        // The end of its output comes with the end of the program, unless somebody else holds it open.
        let stdout = stdout.recv_timeout(left());
        let status = wait(&mut child, left);
        let (Ok(stdout), Some(status)) = (stdout, status) else {
            // It may have ended in this moment, which is just as well.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no answer after {} s", self.timeout.as_secs_f32()));
        };
        let stderr = stderr.recv_timeout(left()).unwrap_or_default();
        Ok(Output { status, stdout, stderr })
    }
}

struct Output {
    status: ExitStatus,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Reads a pipe to its end in a thread of its own, so that a full one holds nobody up.
fn listen(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What came before an error is what there is.
            let _ = pipe.take(MOST_BYTES).read_to_end(&mut bytes);
        }
        // Nobody listens any more where the time is over.
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for a program to end; `None` when the time is over.
fn wait(child: &mut Child, left: impl Fn() -> Duration) -> Option<ExitStatus> {
    let mut pause = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Err(_) => return None,
            Ok(None) if left().is_zero() => return None,
            Ok(None) => thread::sleep(pause.min(left())),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn read(output: &Output) -> Reply {
    if !output.status.success() {
        return Reply::Broken(format!("{}{}", output.status, said(&output.stderr)));
    }
    match serde_json::from_slice::<Value>(&output.stdout) {
        Ok(Value::Object(answer)) => match answer.get("unsupported") {
            Some(reason) => Reply::Unsupported(reason.as_str().unwrap_or("without a reason").to_owned()),
            None => Reply::Answer(Value::Object(answer)),
        },
        Ok(_) => Reply::Broken("printed JSON that is no object".to_owned()),
        Err(_) if output.stdout.trim_ascii().is_empty() => {
            Reply::Broken(format!("printed nothing{}", said(&output.stderr)))
        }
        Err(error) => Reply::Broken(format!("printed no JSON: {error}")),
    }
}

/// The end of what a program said, which is where the reason stands.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let text = text.trim();
    let start = text.char_indices().rev().take(MOST_WORDS).last().map_or(0, |(at, _)| at);
    if text.is_empty() { String::new() } else { format!(": {}", &text[start..]) }
}
