//! The shared state of all groups: the size of scenes, their files, and the available contenders.

use std::path::{Path, PathBuf};

use crate::Failure;
use crate::contest::{Contender, ContenderId, Contest, Row, Runs};
use crate::node::Node;
use crate::version;

/// A run of the benchmarks.
#[derive(Debug)]
pub struct Bench {
    /// Scenes so small that the numbers say nothing; to see that everything works.
    pub is_quick: bool,
    node: Option<Node>,
    files: Folder,
    /// The results.
    pub rows: Vec<Row>,
    /// The skipped contenders, with the reason.
    pub skipped: Vec<String>,
}

impl Bench {
    /// `node` is absent where Node is, with the reason.
    ///
    /// # Errors
    /// There is no place for files.
    pub fn new(is_quick: bool, node: Result<Node, Failure>) -> Result<Self, Failure> {
        let skipped = node.as_ref().err().map(|error| format!("everything in Node: {error}"));
        let files = Folder::new()?;
        Ok(Self { is_quick, node: node.ok(), files, rows: Vec::new(), skipped: skipped.into_iter().collect() })
    }

    /// A number for the real run, or for a quick one.
    pub fn pick<T>(&self, real: T, quick: T) -> T {
        if self.is_quick { quick } else { real }
    }

    /// Puts a scene where others can read it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<String, Failure> {
        let path = self.files.0.join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path.display().to_string())
    }

    /// Node's version.
    pub fn node_version(&self) -> Option<&str> {
        self.node.as_ref().map(|node| node.version.as_str())
    }

    /// Adds a contender of Node to a contest; `None`, and a remark, where it cannot run.
    pub fn add_node(
        &mut self,
        contest: &mut Contest<'_>,
        runs: Runs,
        contender: &str,
        arguments: &[String],
    ) -> Option<ContenderId> {
        match self.node.as_ref()?.start(contender, arguments) {
            Ok(mut process) => {
                let who = Contender { name: process.name.clone(), version: process.version.clone(), runs };
                Some(contest.add(who, move || process.round()))
            }
            Err(error) => {
                eprintln!("  skipped: {contender}: {error}");
                self.skipped.push(format!("{contender}: {error}"));
                None
            }
        }
    }

    /// Runs a contest and keeps what comes of it.
    ///
    /// # Errors
    /// Fails if a contender fails.
    pub fn run(&mut self, contest: Contest<'_>, rounds: usize) -> Result<(), Failure> {
        let rounds = self.pick(rounds, 2);
        for row in contest.run(rounds)? {
            println!("{}", row.to_json());
            self.rows.push(row);
        }
        Ok(())
    }
}

/// This project, as a program of this machine.
pub fn sinew() -> Contender {
    Contender { name: "Sinew".to_owned(), version: version::of("sinew").to_owned(), runs: Runs::Native }
}

/// A crate that runs on this machine.
pub fn native(name: &str, version: &str) -> Contender {
    Contender { name: name.to_owned(), version: version.to_owned(), runs: Runs::Native }
}

/// A number as people write it: 100,000.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A folder that goes away with the run.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("sinew-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The folder that holds the workspace.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [7, 70, 700, 7_000, 70_000, 700_000, 7_000_000].map(thousands);
        assert_eq!(numbers, ["7", "70", "700", "7,000", "70,000", "700,000", "7,000,000"]);
    }
}
