//! Contenders that run in Node, each a process of its own (`web/bench/contender.js`).

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::Failure;

/// The folder of contenders for Node.
#[derive(Debug)]
pub struct Node {
    folder: PathBuf,
    /// Such as "v20.20.2".
    pub version: String,
}

impl Node {
    /// Node, with the packages in the folder of the web.
    ///
    /// # Errors
    /// It is not there, or the packages are not.
    pub fn find(web: &Path) -> Result<Self, Failure> {
        let output = Command::new("node").arg("--version").output().map_err(|error| format!("no Node: {error}"))?;
        if !web.join("node_modules").is_dir() {
            return Err(format!("no packages in {}: run `npm ci` there", web.display()).into());
        }
        Ok(Self { folder: web.join("bench"), version: String::from_utf8_lossy(&output.stdout).trim().to_owned() })
    }

    /// Starts a contender and waits until it is warm.
    ///
    /// # Errors
    /// It says why it cannot run.
    pub fn start(&self, name: &str, arguments: &[String]) -> Result<Process, Failure> {
        // All of a module is compiled by the better of the two compilers, at once, and not bit by bit while it is measured.
        let mut child = Command::new("node")
            .args(["--no-wasm-dynamic-tiering", "--max-old-space-size=4096", "contender.js", name])
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = input.zip(output).ok_or("a process without input and output")?;
        let mut process =
            Process { child, input, output: BufReader::new(output), name: String::new(), version: String::new() };
        let ready = process.answer()?;
        let text = |key: &str| ready.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        (process.name, process.version) = (text("name"), text("version"));
        Ok(process)
    }
}

/// A contender that runs.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Of the package.
    pub name: String,
    /// Of the package.
    pub version: String,
}

impl Process {
    /// The seconds of processor time that one more round takes.
    ///
    /// # Errors
    /// It says why it cannot go on.
    pub fn round(&mut self) -> Result<f64, Failure> {
        self.input.write_all(b"\n")?;
        self.input.flush()?;
        Ok(self.answer()?.get("seconds").and_then(Value::as_f64).ok_or("an answer without seconds")?)
    }

    /// The next line that is an answer; packages say things of their own now and then.
    fn answer(&mut self) -> Result<Value, Failure> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("it ended without an answer".into());
            }
            let Ok(answer @ Value::Object(_)) = serde_json::from_str(&line) else { continue };
            return match answer.get("error") {
                Some(error) => Err(error.as_str().unwrap_or("an error").to_owned().into()),
                None => Ok(answer),
            };
        }
    }
}

impl Drop for Process {
    /// One that still runs would take part in what is measured next.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
