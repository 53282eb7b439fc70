//! One thread's use of a runner: a process for each file, or one process that answers line by line.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::runner::{MAX_ANSWER_BYTES, Response, Runner, reason, response};

/// Bytes at the end of a persistent runner's standard error that are kept.
const STDERR_BYTES: usize = 4096;

/// How long the last words of a process that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A runner as one thread uses it.
pub(crate) struct Session<'a> {
    runner: &'a Runner,
    process: Option<Process>,
}

/// A process that answers a line with a line.
struct Process {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<Vec<u8>>,
    /// The end of what it printed to standard error.
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Reads it.
    complaints: JoinHandle<()>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(runner: &'a Runner) -> Self {
        Self { runner, process: None }
    }

    /// Asks once. Whatever the program does, there is a response; one that hangs or ends is started again for the next.
    pub(crate) fn ask(&mut self, arguments: &[OsString], timeout: Duration) -> Response {
        if !self.runner.is_persistent {
            return self.runner.run(arguments, timeout);
        }
        let Some(words) = arguments.iter().map(|word| word.to_str()).collect::<Option<Vec<&str>>>() else {
            return Response::NoAnswer("a path is not UTF-8, which a line of JSON cannot hold".to_owned());
        };
        let mut process = match self.process.take() {
            Some(process) => process,
            None => match Process::start(self.runner) {
                Ok(process) => process,
                Err(error) => return Response::NoAnswer(format!("could not be started: {error}")),
            },
        };
        match process.ask(&words, timeout) {
            Ok(response) => {
                self.process = Some(process);
                response
            }
            Err(problem) => Response::NoAnswer(problem),
        }
    }
}

impl Process {
    fn start(runner: &Runner) -> std::io::Result<Self> {
        let mut command = Command::new(&runner.program);
        command.args(&runner.arguments).arg("serve");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(requests), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(std::io::Error::other("its pipes are not there"));
        };
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let read = stdout.by_ref().take(MAX_ANSWER_BYTES).read_until(b'\n', &mut line);
                // A line without its end is half an answer of a process that is gone.
                if !matches!(read, Ok(1..)) || !line.ends_with(b"\n") || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let kept = Arc::new(Mutex::new(Vec::new()));
        let tail = kept.clone();
        let complaints = thread::spawn(move || {
            let (mut stderr, mut buffer) = (stderr, [0; 1024]);
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..count]);
                let excess = tail.len().saturating_sub(STDERR_BYTES);
                tail.drain(..excess);
            }
        });
        Ok(Self { child, requests, answers, stderr: kept, complaints })
    }

    /// The answer to one request; an error means that the process is of no more use.
    fn ask(&mut self, arguments: &[&str], timeout: Duration) -> Result<Response, String> {
        let line = format!("{}\n", json!({ "arguments": arguments }));
        // A process that is gone closes its input; the missing answer says so, too.
        let _ = self.requests.write_all(line.as_bytes()).and_then(|()| self.requests.flush());
        match self.answers.recv_timeout(timeout) {
            Ok(line) => Ok(match serde_json::from_slice::<Value>(&line) {
                Ok(answer) => response(answer),
                Err(error) => Response::NoAnswer(format!("printed no JSON: {error}")),
            }),
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer after {} s", timeout.as_secs_f32())),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
                // Its last words may still be on their way; a grandchild that keeps the pipe open is not waited for.
                let began = Instant::now();
                while !self.complaints.is_finished() && began.elapsed() < LAST_WORDS {
                    thread::sleep(Duration::from_millis(1));
                }
                let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
                Err(format!("ended instead of an answer, {status}{}", reason(&stderr)))
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
