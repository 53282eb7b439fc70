//! One case: its files, the command that a runner executes, and the expected values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::expectation::{Expectation, RawExpectation};

/// The file that makes a folder a case.
pub(crate) const FILE_NAME: &str = "case.json";

/// One behaviour: files in one or more dialects, a command, and the values that it must give for each of the files.
#[derive(Debug)]
pub struct Case {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    pub(crate) title: String,
    pub(crate) extension: String,
    pub(crate) section: String,
    /// Dialect → file; all must meet the same expectations.
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) verb: Verb,
    /// Options of the verb, by their names in JSON.
    pub(crate) options: Map<String, Value>,
    pub(crate) expectations: Vec<Expectation>,
}

/// The command that a runner executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verb {
    /// Evaluates poses, constraints and virtual transforms at one time.
    Evaluate,
    /// Simulates rigid bodies for some seconds.
    Simulate,
    /// Retargets a clip to a humanoid.
    Retarget,
}

impl Verb {
    /// The first argument of the runner, and the name in `case.json`.
    pub fn name(self) -> &'static str {
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
struct RawCase {
    title: String,
    extension: String,
    section: String,
    shows: Vec<String>,
    files: BTreeMap<String, String>,
    run: Map<String, Value>,
    expect: Vec<RawExpectation>,
}

impl Case {
    /// The folder below the suite's, with `/` between the parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of its `case.json`.
    pub fn path(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// The behaviour in one sentence.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The extension that specifies the behaviour.
    pub fn extension(&self) -> &str {
        &self.extension
    }

    /// The section of the extension's specification.
    pub fn section(&self) -> &str {
        &self.section
    }

    /// The dialects of the extension and the paths of their files, in the order of the dialects' names.
    pub fn files(&self) -> impl Iterator<Item = (&str, PathBuf)> {
        self.files.iter().map(|(dialect, file)| (dialect.as_str(), self.folder.join(file)))
    }

    /// The command that a runner executes for each file.
    pub fn verb(&self) -> Verb {
        self.verb
    }

    /// Parses the text of a folder's `case.json` and checks that the files it names exist.
    pub(crate) fn new(name: String, folder: &Path, text: &str) -> Result<Self, Error> {
        let invalid = |problem| Error::Case { path: folder.join(FILE_NAME), problem };
        let case = Self::parse(name, folder, text).map_err(invalid)?;
        let clip = case.options.get("clip").and_then(Value::as_str);
        match case.files.values().map(String::as_str).chain(clip).find(|file| !folder.join(file).is_file()) {
            Some(missing) => Err(invalid(format!("{missing} is not beside it"))),
            None => Ok(case),
        }
    }

    fn parse(name: String, folder: &Path, text: &str) -> Result<Self, String> {
        let raw: RawCase = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if raw.shows.is_empty() {
            return Err("/shows: names no property".to_owned());
        }
        if raw.files.is_empty() {
            return Err("/files: names no file".to_owned());
        }
        let mut options = raw.run;
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
        if raw.expect.is_empty() {
            return Err("/expect: expects nothing".to_owned());
        }
        let expectations = raw
            .expect
            .into_iter()
            .enumerate()
            .map(|(at, raw)| Expectation::new(raw).map_err(|problem| format!("/expect/{at}{problem}")));
        Ok(Self {
            name,
            folder: folder.to_owned(),
            title: raw.title,
            extension: raw.extension,
            section: raw.section,
            files: raw.files,
            verb,
            options,
            expectations: expectations.collect::<Result<_, _>>()?,
        })
    }
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
    fn a_problem_begins_with_its_pointer() {
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
