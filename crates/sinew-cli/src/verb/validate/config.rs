//! A configuration file of severities.

use std::path::Path;

use sinew::validate::Settings;
use sinew_document::{Json, Kind};

use crate::failure::Failure;
use crate::source::read_text;

/// Objects within objects that a configuration may have; it needs two.
const DEPTH: usize = 8;

/// Applies a configuration. Returns whether warnings count as errors.
pub(super) fn apply(path: &Path, settings: &mut Settings) -> Result<bool, Failure> {
    let json = Json::parse(read_text(path)?, DEPTH).map_err(|error| Failure::no_json(path, &error))?;
    let wrong = |pointer: &str, message: String| Failure::file(path, format!("{pointer}: {message}"));
    if json.root().kind() != Kind::Object {
        return Err(wrong("/", "expected an object with \"severity\" and \"strict\"".to_owned()));
    }
    let mut is_strict = false;
    for (key, value) in json.root().members() {
        match key.as_ref() {
            "severity" if value.kind() == Kind::Object => {
                for (code, level) in value.members() {
                    let name = level.as_str().unwrap_or_else(|| level.text().into());
                    settings.set_named(&code, &name).map_err(|error| wrong(&level.pointer(), error.to_string()))?;
                }
            }
            "strict" if value.as_bool().is_some() => is_strict = value.as_bool() == Some(true),
            "severity" => return Err(wrong("/severity", "expected an object of codes and levels".to_owned())),
            "strict" => return Err(wrong("/strict", "expected true or false".to_owned())),
            other => {
                return Err(wrong(&value.pointer(), format!("\"{other}\" is neither \"severity\" nor \"strict\"")));
            }
        }
    }
    Ok(is_strict)
}
