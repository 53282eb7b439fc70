//! A log, whole or not at all.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{End, Header, Line, VERSION};
use crate::failure::Failure;
use crate::source;

/// What every version begins with.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    sinew_log: u32,
}

/// Reads a log: how it began, and its steps. One that is cut off, lacks a line, has one twice or in another place, or says
/// something that nobody knows is refused: what of it could be compared is not what was recorded.
pub(in crate::verb) fn read(path: &Path) -> Result<(Header, Vec<Line>), Failure> {
    let text = source::read_text(path)?;
    let mut rest = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = header(path, rest.next())?;
    let wrong = |line: usize, message: &str| Failure::file(path, format!("line {}: {message}", line + 1));
    let (mut lines, mut end): (Vec<Line>, Option<(usize, End)>) = (Vec::new(), None);
    for (number, text) in rest {
        if end.is_some() {
            return Err(wrong(number, "something stands behind the end mark — the log is of more than one simulation"));
        }
        if let Ok(found) = serde_json::from_str(text) {
            end = Some((number, found));
            continue;
        }
        let line: Line = parse(path, number, text)?;
        let expected = lines.len() as u64 + 1;
        if line.step != expected {
            let found = line.step;
            let message =
                format!("step {found} where step {expected} is due — lines are missing, twice there or moved");
            return Err(wrong(number, &message));
        }
        lines.push(line);
    }
    let count = lines.len() as u64;
    match end {
        None => {
            let message = format!("cut off behind step {count}: there is no end mark — record the simulation again");
            Err(Failure::file(path, message))
        }
        Some((number, End { end })) if end != count => {
            Err(wrong(number, &format!("the end mark counts {end} steps, and {count} are there — lines are missing")))
        }
        Some(_) => Ok((header, lines)),
    }
}

fn header(path: &Path, first: Option<(usize, &str)>) -> Result<Header, Failure> {
    let not_a_log = || Failure::file(path, "no log of a simulation — `sinew simulate --record` writes one");
    let (number, first) = first.ok_or_else(not_a_log)?;
    let Version { sinew_log: version } = serde_json::from_str(first).map_err(|_| not_a_log())?;
    if version < VERSION {
        let message = "which tells neither files nor what has no body — record the simulation again";
        return Err(Failure::file(path, format!("a log of version {version}, {message}")));
    }
    if version > VERSION {
        let message = format!("a log of version {version}, and {VERSION} can be read — take a newer sinew");
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
        // Every line is a text of its own to the reader, which calls it the first.
        let message = message.split(" at line ").next().unwrap_or_default();
        Failure::file(path, format!("line {}, column {column}: {message}", number + 1))
    })
}
