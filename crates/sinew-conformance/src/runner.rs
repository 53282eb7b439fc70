//! A program that is started for each file, and killed after a timeout; or once, see `session.rs`.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::error::Error;

/// The longest answer that is read: a program may print without end.
pub(crate) const MAX_ANSWER_BYTES: u64 = 256 << 20;

/// The number of characters at the end of standard error that are reported.
const MAX_REASON_CHARS: usize = 300;

/// The program that a suite is run against.
#[derive(Clone, Debug)]
pub struct Runner {
    name: String,
    pub(crate) program: OsString,
    /// The arguments before those of a case.
    pub(crate) arguments: Vec<OsString>,
    /// Whether one process answers many requests.
    pub(crate) is_persistent: bool,
}

/// The result of one call of a program.
#[derive(Debug, PartialEq)]
pub(crate) enum Response {
    /// The JSON object that the program printed.
    Answer(Value),
    /// The program does not support the case, for this reason.
    Unsupported(String),
    /// There is no answer, for this reason.
    NoAnswer(String),
}

impl Runner {
    /// A program without arguments of its own, and the name that reports give it.
    pub fn new(name: impl Into<String>, program: impl Into<OsString>) -> Self {
        Self { name: name.into(), program: program.into(), arguments: Vec::new(), is_persistent: false }
    }

    /// A program with its first arguments, split at white space; quotes of either kind keep white space together. Its name is
    /// the whole line.
    ///
    /// # Errors
    ///
    /// Fails if the line is blank or a quote is not closed.
    pub fn from_command_line(line: &str) -> Result<Self, Error> {
        let mut words = split(line)?.into_iter().map(OsString::from);
        let program = words.next().ok_or(Error::CommandLine { problem: "names no command" })?;
        Ok(Self { name: line.to_owned(), program, arguments: words.collect(), is_persistent: false })
    }

    /// The same program, started once for each thread with the argument `serve`: it reads one request a line,
    /// `{"arguments": [...]}`, and prints one answer a line.
    #[must_use]
    pub fn persistent(self) -> Self {
        Self { is_persistent: true, ..self }
    }

    /// Checks that there is such a program, so that a mistyped name is not a suite of failures.
    ///
    /// # Errors
    ///
    /// Fails if the program is neither a file nor found in a folder of `PATH`.
    pub fn check(&self) -> Result<(), Error> {
        let program = Path::new(&self.program);
        let found = if program.components().count() > 1 {
            is_program(program)
        } else {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&folders).any(|folder| is_program(&folder.join(program)))
        };
        if found { Ok(()) } else { Err(Error::NoProgram { program: program.display().to_string() }) }
    }

    /// The name that reports give it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs the program once. Whatever it does, there is a response.
    pub(crate) fn run(&self, arguments: &[OsString], timeout: Duration) -> Response {
        match self.output(arguments, timeout) {
            Ok(output) => read(&output),
            Err(problem) => Response::NoAnswer(problem),
        }
    }

    fn output(&self, arguments: &[OsString], timeout: Duration) -> Result<Output, String> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn().map_err(|error| format!("could not be started: {error}"))?;
        let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let left = || timeout.saturating_sub(started.elapsed());
        // Its output ends with the program, unless a child process holds the pipe open.
        let stdout = stdout.recv_timeout(left());
        let status = wait(&mut child, left);
        let (Ok(stdout), Some(status)) = (stdout, status) else {
            // Fails if it has ended in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no answer after {} s", timeout.as_secs_f32()));
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

/// Reads a pipe to its end on a thread of its own: a full pipe would block the program.
fn drain(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // The bytes before an error are kept.
            let _ = pipe.take(MAX_ANSWER_BYTES).read_to_end(&mut bytes);
        }
        // Nobody receives after the timeout.
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for a program to end; `None` after the timeout.
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

/// Whether a path leads to a file, as it is or with one of the endings that the system adds.
fn is_program(path: &Path) -> bool {
    let endings = std::env::var("PATHEXT").unwrap_or_default();
    let with = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        Path::new(&name).is_file()
    };
    path.is_file() || endings.split(';').filter(|ending| !ending.is_empty()).any(with)
}

fn read(output: &Output) -> Response {
    if !output.status.success() {
        return Response::NoAnswer(format!("{}{}", output.status, reason(&output.stderr)));
    }
    match serde_json::from_slice::<Value>(&output.stdout) {
        Ok(answer) => response(answer),
        Err(_) if output.stdout.trim_ascii().is_empty() => {
            Response::NoAnswer(format!("printed nothing{}", reason(&output.stderr)))
        }
        Err(error) => Response::NoAnswer(format!("printed no JSON: {error}")),
    }
}

/// What an answer says.
pub(crate) fn response(answer: Value) -> Response {
    let Value::Object(answer) = answer else { return Response::NoAnswer("printed JSON that is no object".to_owned()) };
    let text = |value: &Value| value.as_str().unwrap_or("without a reason").to_owned();
    match (answer.get("unsupported"), answer.get("error")) {
        (Some(reason), _) => Response::Unsupported(text(reason)),
        (None, Some(reason)) => Response::NoAnswer(text(reason)),
        (None, None) => Response::Answer(Value::Object(answer)),
    }
}

/// The end of standard error, where programs print the reason.
pub(crate) fn reason(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let text = text.trim();
    let start = text.char_indices().rev().take(MAX_REASON_CHARS).last().map_or(0, |(at, _)| at);
    if text.is_empty() { String::new() } else { format!(": {}", &text[start..]) }
}

/// Splits a command line at white space; quotes of either kind keep white space together.
fn split(line: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(Error::CommandLine { problem: "a quote is not closed" });
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_white_space_together() {
        assert_eq!(split(r#"node "my run.js" --x '' "#).unwrap(), ["node", "my run.js", "--x", ""]);
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn a_blank_command_line_names_no_program() {
        let error = Runner::from_command_line("  ").unwrap_err();
        assert_eq!(error.to_string(), "names no command");
    }
}
