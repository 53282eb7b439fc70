//! What a runner is asked, as the arguments of a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::case::{Case, Verb};

/// A value that a runner reads from a file of its own.
pub(crate) struct Attachment {
    /// The option that names the file.
    option: String,
    content: String,
}

/// The arguments for one file of a case.
pub(crate) struct Request {
    arguments: Vec<OsString>,
    attachments: Vec<Attachment>,
}

impl Request {
    /// `VERB FILE --json --option=value …`; the clip stands before the file where a clip is retargeted.
    pub(crate) fn new(case: &Case, file: &str) -> Self {
        let mut arguments = vec![OsString::from(case.verb.name())];
        let mut attachments = Vec::new();
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
                (_, Value::Object(_)) => attachments.push(Attachment { option, content: value.to_string() }),
                (_, Value::Array(list)) => {
                    let parts: Vec<String> = list.iter().map(plain).collect();
                    arguments.push(format!("{option}={}", parts.join(",")).into());
                }
                (_, one) => arguments.push(format!("{option}={}", plain(one)).into()),
            }
        }
        Self { arguments, attachments }
    }

    /// The arguments, with values that need files written below a folder by names that begin with `stem`.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> std::io::Result<(Vec<OsString>, Vec<PathBuf>)> {
        let mut arguments = self.arguments.clone();
        let mut written = Vec::new();
        for (at, attachment) in self.attachments.iter().enumerate() {
            let path = folder.join(format!("{stem}-{at}.json"));
            std::fs::write(&path, &attachment.content)?;
            arguments.push(assigned(&attachment.option, &path));
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

/// A value without the quotes of a text.
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

/// A command line as it is typed, taken apart at blanks; quotes of either kind keep blanks together.
pub(crate) fn words(typed: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in typed.chars() {
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
        return Err("a quote is not closed".to_owned());
    }
    words.extend(word);
    if words.is_empty() { Err("names no command".to_owned()) } else { Ok(words) }
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
        assert_eq!(request.attachments[0].option, "--pose");
        assert_eq!(request.attachments[0].content, r#"{"nodes":{}}"#);
    }

    #[test]
    fn quotes_keep_blanks_together() {
        assert_eq!(words(r#"node "my run.js" --x '' "#).unwrap(), ["node", "my run.js", "--x", ""]);
        assert!(words("  ").is_err());
        assert!(words("a 'b").is_err());
    }
}
