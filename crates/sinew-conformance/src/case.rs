//! One case: the files, what is asked of a runner, and what must come out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::expectation::{Expectation, ExpectationText};
use crate::failure::{Failure, explain_io};
use crate::source::read_text;

/// The file that makes a folder a case.
const CASE: &str = "case.json";

/// One behaviour.
#[derive(Debug)]
pub(crate) struct Case {
    /// Its folder below the suite's, with `/` between the parts.
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// The behaviour in one sentence.
    pub(crate) title: String,
    /// The extension that it belongs to.
    pub(crate) extension: String,
    /// The section of that extension's text.
    pub(crate) section: String,
    /// Dialect → file; all must meet the same expectations.
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) verb: Verb,
    /// Options of the verb, by their names in JSON.
    pub(crate) options: Map<String, Value>,
    pub(crate) expectations: Vec<Expectation>,
}

/// What a runner is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verb {
    Evaluate,
    Simulate,
    Retarget,
}

impl Verb {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Evaluate => "evaluate",
            Self::Simulate => "simulate",
            Self::Retarget => "retarget",
        }
    }

    /// The options that a case may name, as JSON spells them.
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Evaluate => &["animation", "time", "pose", "uninherited", "lookAt"],
            Self::Simulate => {
                &["seconds", "step", "gravity", "animation", "loop", "clip", "input", "uninherited", "omiStiffness"]
            }
            Self::Retarget => &["clip", "at", "animation", "hips", "bvhUnit", "bvhRest", "bvhNames"],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    title: String,
    extension: String,
    section: String,
    shows: Vec<String>,
    files: BTreeMap<String, String>,
    run: Map<String, Value>,
    expect: Vec<ExpectationText>,
}

impl Case {
    /// Reads the case of a folder. Whatever is wrong with it is told with its place.
    pub(crate) fn read(name: String, folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(CASE);
        let text = read_text(&path)?;
        let case = Self::parse(name, folder, &text).map_err(|problem| Failure::file(&path, problem))?;
        let clip = case.options.get("clip").and_then(Value::as_str);
        for file in case.files.values().map(String::as_str).chain(clip) {
            if !folder.join(file).is_file() {
                return Err(Failure::file(&path, format!("{file} is not beside it")));
            }
        }
        Ok(case)
    }

    fn parse(name: String, folder: &Path, text: &str) -> Result<Self, String> {
        let text: CaseText = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if text.shows.is_empty() {
            return Err("/shows: names no property".to_owned());
        }
        if text.files.is_empty() {
            return Err("/files: names no file".to_owned());
        }
        let mut options = text.run;
        let verb = options.shift_remove("verb").ok_or("/run/verb: missing")?;
        let verb: Verb = serde_json::from_value(verb)
            .map_err(|_| "/run/verb: is neither \"evaluate\", \"simulate\" nor \"retarget\"")?;
        if let Some(unknown) = options.keys().find(|key| !verb.options().contains(&key.as_str())) {
            let known = verb.options().join(", ");
            return Err(format!("/run/{unknown}: `{}` has no such option; it has {known}", verb.name()));
        }
        if verb == Verb::Retarget && !options.get("clip").is_some_and(Value::is_string) {
            return Err("/run/clip: names no file".to_owned());
        }
        if text.expect.is_empty() {
            return Err("/expect: expects nothing".to_owned());
        }
        let expectations = text
            .expect
            .into_iter()
            .enumerate()
            .map(|(at, written)| Expectation::new(written).map_err(|problem| format!("/expect/{at}{problem}")));
        Ok(Self {
            name,
            folder: folder.to_owned(),
            title: text.title,
            extension: text.extension,
            section: text.section,
            files: text.files,
            verb,
            options,
            expectations: expectations.collect::<Result<_, _>>()?,
        })
    }
}

/// The cases of a suite whose names hold a text, in the order of their names.
pub(crate) fn find(suite: &Path, filter: Option<&str>) -> Result<Vec<Case>, Failure> {
    if !suite.is_dir() {
        let message = "there is no suite here — name the folder of the cases with --suite";
        return Err(Failure::file(suite, message));
    }
    let mut names = names(suite)?;
    names.sort();
    if names.is_empty() {
        return Err(Failure::file(
            suite,
            "no folder in it has a case.json — name the folder of the cases with --suite",
        ));
    }
    let wanted = names.into_iter().filter(|name| filter.is_none_or(|filter| name.contains(filter)));
    let mut failures = Vec::new();
    let mut cases = Vec::new();
    for name in wanted {
        match Case::read(name.clone(), &suite.join(&name)) {
            Ok(case) => cases.push(case),
            Err(failure) => failures.push(failure),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::several(failures));
    }
    if let (true, Some(filter)) = (cases.is_empty(), filter) {
        return Err(Failure::usage(format!("--filter: no case has `{filter}` in its name")));
    }
    Ok(cases)
}

/// The folders below the suite's that hold a case. Links to folders are not followed.
fn names(suite: &Path) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    let mut open = vec![String::new()];
    while let Some(folder) = open.pop() {
        let path = suite.join(&folder);
        let entries = fs::read_dir(&path).map_err(|error| Failure::file(&path, explain_io(&error)))?;
        for entry in entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let part = entry.file_name().to_string_lossy().into_owned();
            // Packages that an adapter needs are no cases.
            if part == "node_modules" {
                continue;
            }
            let name = if folder.is_empty() { part } else { format!("{folder}/{part}") };
            if suite.join(&name).join(CASE).is_file() { names.push(name) } else { open.push(name) }
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Case, String> {
        Case::parse("a/b".to_owned(), Path::new("x"), text)
    }

    fn with_run_and_expect(run: &str, expect: &str) -> String {
        format!(
            r#"{{"title": "t", "extension": "E", "section": "s", "shows": ["E/p"], "files": {{"1.0": "a.gltf"}},
                 "run": {run}, "expect": {expect}}}"#
        )
    }

    #[test]
    fn a_case_has_its_verb_and_its_options() {
        let case = with_run_and_expect(
            r#"{"verb": "simulate", "seconds": 2, "gravity": [0, -1, 0]}"#,
            r#"[{"node": "Box", "is": "model.translation", "value": [0, 1, 2], "tolerance": 0.1}]"#,
        );
        let case = parse(&case).unwrap();
        assert_eq!((case.verb, case.options.len(), case.expectations.len()), (Verb::Simulate, 2, 1));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let sleeping = r#"[{"node": "A", "is": "sleeping", "value": true}]"#;
        let cases = [
            (with_run_and_expect(r#"{"verb": "evaluate", "seconds": 2}"#, sleeping), "/run/seconds: `evaluate` has no"),
            (with_run_and_expect(r#"{"verb": "dance"}"#, sleeping), "/run/verb: is neither"),
            (with_run_and_expect("{}", sleeping), "/run/verb: missing"),
            (with_run_and_expect(r#"{"verb": "retarget"}"#, sleeping), "/run/clip"),
            (with_run_and_expect(r#"{"verb": "evaluate"}"#, "[]"), "/expect: expects nothing"),
            (with_run_and_expect(r#"{"verb": "evaluate"}"#, r#"[{"is": "sleeping", "value": true}]"#), "/expect/0"),
            ("{\n\"titel\": \"\"}".to_owned(), "line 2"),
        ];
        for (text, place) in cases {
            let problem = parse(&text).unwrap_err();
            assert!(problem.contains(place), "{problem}");
        }
    }
}
