//! The one build. Without types it cannot be known which broken texts compile: those that the compiler refuses are
//! taken out until it is content.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::mutation::{MutatedFile, Written};
use crate::tree::write_kernel;
use crate::{Failure, Places};

/// Rounds after which something else must be wrong.
const ROUNDS: usize = 30;

/// Builds the command with all mutants that compile.
pub(crate) fn build(places: &Places, kernel: &mut [MutatedFile]) -> Result<PathBuf, Failure> {
    // The compiler is slow; what it has refused of the same source it will refuse again.
    let memory = places.target.with_file_name("refused.txt");
    let remembered = std::fs::read_to_string(&memory).unwrap_or_default();
    kernel.iter_mut().for_each(|file| file.remember(&remembered));
    for round in 1..=ROUNDS {
        let written: Vec<Written> = kernel.iter().map(MutatedFile::write).collect();
        for (file, written) in kernel.iter().zip(&written) {
            write_kernel(places, file, &written.text)?;
        }
        eprintln!("building, round {round} …");
        let messages = compile(places)?;
        let refused = refused(kernel, &written, &messages);
        if refused.is_empty() {
            return match messages.iter().find(|message| is_error(message)) {
                None => Ok(places.target.join("debug").join(format!("sinew{}", std::env::consts::EXE_SUFFIX))),
                Some(error) => Err(format!(
                    "the tree does not build: {}",
                    error["message"]["rendered"].as_str().unwrap_or_default()
                )),
            };
        }
        eprintln!("  {} broken texts do not compile", refused.len());
        kernel.iter_mut().for_each(|file| file.refuse(&refused));
        let lines: Vec<String> = kernel.iter().map(MutatedFile::remembered).collect();
        std::fs::write(&memory, lines.join("\n")).map_err(|error| format!("{}: {error}", memory.display()))?;
    }
    Err("the compiler is never content".to_owned())
}

fn compile(places: &Places) -> Result<Vec<Value>, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--workspace", "--bin", "sinew", "--message-format=json"]).current_dir(&places.tree);
    command.env("CARGO_TARGET_DIR", &places.target).stderr(Stdio::piped());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<Value> = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    // Without an error of the compiler, the failure is cargo's own: a member of the workspace that is missing in the copy.
    if !output.status.success() && !messages.iter().any(is_error) {
        return Err(format!("cargo build: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(messages)
}

fn is_error(message: &Value) -> bool {
    message["reason"] == "compiler-message" && message["message"]["level"] == "error"
}

/// The mutants that errors are about: those whose text the place of an error lies in, or else the ones nearest before it.
fn refused(kernel: &[MutatedFile], written: &[Written], messages: &[Value]) -> BTreeSet<usize> {
    let mut refused = BTreeSet::new();
    for error in messages.iter().filter(|message| is_error(message)) {
        let spans = error["message"]["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
        for span in spans.iter().filter(|span| span["is_primary"] == true) {
            let name = span["file_name"].as_str().unwrap_or_default().replace('\\', "/");
            let Some(at) = kernel.iter().position(|file| name.ends_with(&format!("src/{}", file.path))) else {
                continue;
            };
            let start = span["byte_start"].as_u64().unwrap_or(0) as usize;
            let end = span["byte_end"].as_u64().unwrap_or(0) as usize;
            let ranges = &written[at].ranges;
            let inside = ranges.iter().filter(|(_, range)| range.start <= start && end <= range.end);
            let smallest = inside.min_by_key(|(_, range)| range.len());
            // An error about a whole choice (its branches differ in type) is about the mutant that begins it.
            let around = || {
                ranges
                    .iter()
                    .filter(|(_, range)| start <= range.start && range.end <= end)
                    .min_by_key(|(_, range)| range.start)
            };
            let before = || ranges.iter().filter(|(_, range)| range.end <= start).max_by_key(|(_, range)| range.end);
            refused.extend(smallest.or_else(around).or_else(before).map(|(number, _)| *number));
        }
    }
    refused
}
