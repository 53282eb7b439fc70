//! Reads a log.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{End, Header, Line, VERSION};
use crate::failure::Failure;
use crate::source;

/// The member that every version has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    sinew_log: u32,
}

/// Reads a log: its header and its steps. Fails if the log is truncated, if a line is missing, duplicated or moved, and if a
/// member is unknown: a comparison with the rest would not be one with the recorded simulation.
pub(in crate::verb) fn read(path: &Path) -> Result<(Header, Vec<Line>), Failure> {
    let text = source::read_text(path)?;
    let mut rest = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = header(path, rest.next())?;
    let wrong = |line: usize, message: &str| Failure::file(path, format!("line {}: {message}", line + 1));
    let (mut lines, mut end): (Vec<Line>, Option<(usize, End)>) = (Vec::new(), None);
    for (number, text) in rest {
        if end.is_some() {
            return Err(wrong(number, "a line follows the end mark — the log has more than one simulation"));
        }
        if let Ok(found) = serde_json::from_str(text) {
            end = Some((number, found));
            continue;
        }
        let line: Line = parse(path, number, text)?;
        let expected = lines.len() as u64 + 1;
        if line.step != expected {
            let found = line.step;
            let message = format!("step {found} where step {expected} is due — lines are missing, duplicated or moved");
            return Err(wrong(number, &message));
        }
        lines.push(line);
    }
    let count = lines.len() as u64;
    match end {
        None => {
            let message = format!("truncated after step {count}: there is no end mark — record the simulation again");
            Err(Failure::file(path, message))
        }
        Some((number, End { end })) if end != count => {
            Err(wrong(number, &format!("the end mark counts {end} steps, and the log has {count} — lines are missing")))
        }
        Some(_) => Ok((header, lines)),
    }
}

fn header(path: &Path, first: Option<(usize, &str)>) -> Result<Header, Failure> {
    let not_a_log = || Failure::file(path, "is not the log of a simulation — `sinew simulate --record` writes one");
    let (number, first) = first.ok_or_else(not_a_log)?;
    let Version { sinew_log: version } = serde_json::from_str(first).map_err(|_| not_a_log())?;
    if version < VERSION {
        let message = "which lists neither files nor nodes without a body — record the simulation again";
        return Err(Failure::file(path, format!("a log of version {version}, {message}")));
    }
    if version > VERSION {
        let message =
            format!("a log of version {version}, and versions up to {VERSION} can be read — use a newer sinew");
        return Err(Failure::file(path, message));
    }
    let header: Header = parse(path, number, first)?;
    match header.options.problem() {
        Some(problem) => Err(Failure::file(path, format!("line {}: {problem}", number + 1))),
        None => Ok(header),
    }
}

fn parse<T: DeserializeOwned>(path: &Path, number: usize, text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let (message, column) = (error.to_string(), error.column());
        // The parser sees each line as a text of its own, and calls it line 1.
        let message = message.split(" at line ").next().unwrap_or_default();
        Failure::file(path, format!("line {}, column {column}: {message}", number + 1))
    })
}
