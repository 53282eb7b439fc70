//! A case as the arguments of a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::case::{Case, Verb};

/// An option whose value the runner reads from a file.
struct FileOption {
    /// The option, with its dashes.
    name: String,
    content: String,
}

/// The arguments for one file of a case.
pub(crate) struct Request {
    arguments: Vec<OsString>,
    file_options: Vec<FileOption>,
}

impl Request {
    /// `VERB FILE --json --option=value …`; `retarget` has the clip before the file.
    pub(crate) fn new(case: &Case, file: &str) -> Self {
        let mut arguments = vec![OsString::from(case.verb.name())];
        let mut file_options = Vec::new();
        let clip = case.options.get("clip").and_then(Value::as_str);
        if let (Verb::Retarget, Some(clip)) = (case.verb, clip) {
            arguments.push(case.folder.join(clip).into());
        }
        arguments.push(case.folder.join(file).into());
        arguments.push("--json".into());
        for (key, value) in &case.options {
            let option = format!("--{}", kebab(key));
            match (key.as_str(), value) {
                ("clip", Value::String(_)) if case.verb == Verb::Retarget => {}
                ("clip", Value::String(clip)) => arguments.push(assigned(&option, &case.folder.join(clip))),
                (_, Value::Bool(true)) => arguments.push(option.into()),
                (_, Value::Bool(false) | Value::Null) => {}
                (_, Value::Object(_)) => file_options.push(FileOption { name: option, content: value.to_string() }),
                (_, Value::Array(list)) => {
                    let parts: Vec<String> = list.iter().map(plain).collect();
                    arguments.push(format!("{option}={}", parts.join(",")).into());
                }
                (_, one) => arguments.push(format!("{option}={}", plain(one)).into()),
            }
        }
        Self { arguments, file_options }
    }

    /// Writes the values that are read from files into a folder, with names that begin with `stem`; returns the arguments and
    /// the files.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> std::io::Result<(Vec<OsString>, Vec<PathBuf>)> {
        let mut arguments = self.arguments.clone();
        let mut written = Vec::new();
        for (at, option) in self.file_options.iter().enumerate() {
            let path = folder.join(format!("{stem}-{at}.json"));
            std::fs::write(&path, &option.content)?;
            arguments.push(assigned(&option.name, &path));
            written.push(path);
        }
        Ok((arguments, written))
    }
}

fn assigned(option: &str, path: &Path) -> OsString {
    let mut text = OsString::from(format!("{option}="));
    text.push(path);
    text
}

/// A value as JSON; a string without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `bvhUnit` as `bvh-unit`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(verb: Verb, options: &str) -> Case {
        Case {
            name: String::new(),
            folder: PathBuf::from("f"),
            title: String::new(),
            extension: String::new(),
            section: String::new(),
            files: std::collections::BTreeMap::new(),
            verb,
            options: serde_json::from_str(options).unwrap(),
            expectations: Vec::new(),
        }
    }

    fn line(verb: Verb, options: &str) -> String {
        let request = Request::new(&case(verb, options), "a.gltf");
        let arguments: Vec<_> =
            request.arguments.iter().map(|part| part.to_string_lossy().replace('\\', "/")).collect();
        arguments.join(" ")
    }

    #[test]
    fn options_are_arguments_of_the_same_name() {
        let options = r#"{"seconds": 1.5, "step": "1/60", "gravity": [0, -1.5, 0], "loop": true, "clip": "c.vrma"}"#;
        let expected = "simulate f/a.gltf --json --seconds=1.5 --step=1/60 --gravity=0,-1.5,0 --loop --clip=f/c.vrma";
        assert_eq!(line(Verb::Simulate, options), expected);
        let options = r#"{"clip": "c.bvh", "at": [0, 0.5], "bvhUnit": "m"}"#;
        assert_eq!(line(Verb::Retarget, options), "retarget f/c.bvh f/a.gltf --json --at=0,0.5 --bvh-unit=m");
    }

    #[test]
    fn an_object_becomes_a_file() {
        let request = Request::new(&case(Verb::Evaluate, r#"{"pose": {"nodes": {}}}"#), "a.gltf");
        assert_eq!(request.arguments.len(), 3);
        assert_eq!(request.file_options[0].name, "--pose");
        assert_eq!(request.file_options[0].content, r#"{"nodes":{}}"#);
    }
}
