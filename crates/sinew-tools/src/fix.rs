//! Repairs what is unambiguous in a file.
//!
//! | broken rule | repair |
//! |---|---|
//! | `ROTATION_NON_UNIT` | the quaternion is divided by its length |
//! | `UNDECLARED_EXTENSION` | the name is added to `extensionsUsed` |
//! | `DUPLICATE_ELEMENTS` | the later element is removed |
//! | `EMPTY_ENTITY` | the array is removed, if it is optional |
//! | `UNRESOLVED_REFERENCE` | an optional reference (a material, a filter) is removed |
//!
//! Everything else needs a decision of the author, and stays as it is, byte for byte.

use serde::Serialize;
use serde_json::json;
use sinew_document::{Code, Diagnostic, Document, Edit, EditError, Kind, Saved, Severity, Value};

use super::answer::{Finding, findings};
use sinew_model::validate::{Settings, Validation, validate};

/// Optional references.
const OPTIONAL_REFERENCES: &[&str] = &["physicsMaterial", "collisionFilter"];

/// Lists whose absence breaks another rule.
const NEEDED_LISTS: &[&str] = &["linearAxes", "angularAxes", "nodes", "constraints", "virtualTransforms"];

/// The maximum number of passes over a file with more findings than one pass lists.
const PASSES: usize = 100;

/// A file after its repair.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The file; the one that was given if nothing could be repaired.
    pub document: Document,
    /// The repairs, in order.
    pub changes: Vec<Change>,
    /// The findings that are left.
    pub validation: Validation,
}

/// One repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The rule that was broken.
    pub code: &'static str,
    /// The JSON pointer in the file before this repair.
    pub pointer: String,
    /// The repair.
    pub message: String,
}

/// What `sinew fix --json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FixAnswer {
    /// The files that were written, the main one last.
    pub files: Vec<String>,
    /// The repairs.
    pub changes: Vec<Change>,
    /// Errors that are left.
    pub errors_left: usize,
    /// Warnings that are left.
    pub warnings_left: usize,
    /// The findings that are left, and those of writing.
    pub diagnostics: Vec<Finding>,
}

impl FixAnswer {
    /// The answer for a file that was repaired and saved.
    pub fn new(fixed: &Fixed, saved: &Saved) -> Self {
        let left = fixed.validation.findings().iter().map(Finding::from);
        Self {
            files: saved.files.iter().map(|file| file.display().to_string()).collect(),
            changes: fixed.changes.clone(),
            errors_left: fixed.validation.count(Severity::Error),
            warnings_left: fixed.validation.count(Severity::Warning),
            diagnostics: left.chain(findings(&saved.diagnostics)).collect(),
        }
    }
}

/// Repairs what is unambiguous.
///
/// # Errors
/// The repaired file would break a limit that the file was read with.
pub fn fix(document: &Document) -> Result<Fixed, EditError> {
    let settings = Settings::default();
    let mut fixed =
        Fixed { document: document.clone(), changes: Vec::new(), validation: validate(document, &settings) };
    // One pass repairs every finding in its list; a second is for findings beyond the length of the list.
    for _ in 0..PASSES {
        let (document, mut changes) = pass(&fixed.document, fixed.validation.findings())?;
        if changes.is_empty() {
            break;
        }
        let was_complete = fixed.validation.suppressed() == 0;
        fixed.changes.append(&mut changes);
        fixed.validation = validate(&document, &settings);
        fixed.document = document;
        if was_complete {
            break;
        }
    }
    Ok(fixed)
}

/// Repairs findings from the end of the file to its beginning: removing an element of a list leaves the indices before it.
fn pass(document: &Document, findings: &[Diagnostic]) -> Result<(Document, Vec<Change>), EditError> {
    let mut order: Vec<(usize, &Diagnostic, Value<'_>)> = findings
        .iter()
        .filter_map(|finding| {
            let value = document.json().at_pointer(&finding.pointer)?;
            Some((value.start(), finding, value))
        })
        .collect();
    order.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    let mut edit = document.edit();
    let mut changes = Vec::new();
    for (_, finding, value) in order {
        // An edit that is refused changes nothing; the finding is then one of those that are left.
        if let Ok(Some(message)) = repair(&mut edit, finding, value) {
            changes.push(Change { code: finding.code.as_str(), pointer: finding.pointer.clone(), message });
        }
    }
    changes.reverse();
    if changes.is_empty() {
        return Ok((document.clone(), changes));
    }
    Ok((edit.finish()?, changes))
}

/// Repairs one finding and describes the repair; `None` if only the author can.
fn repair(edit: &mut Edit<'_>, finding: &Diagnostic, value: Value<'_>) -> Result<Option<String>, EditError> {
    let pointer = &finding.pointer;
    let key = pointer.rsplit('/').next().unwrap_or_default();
    match finding.code {
        Code::ROTATION_NON_UNIT => {
            let Some((unit, length)) = normalized(value) else { return Ok(None) };
            edit.set(pointer, json!(unit))?;
            Ok(Some(format!("divided the rotation by its length, {length}")))
        }
        Code::UNDECLARED_EXTENSION => {
            let name = value.as_str().map_or_else(|| unescaped(key), std::borrow::Cow::into_owned);
            edit.use_extension(&name)?;
            Ok(Some(format!("added \"{name}\" to extensionsUsed")))
        }
        Code::DUPLICATE_ELEMENTS => {
            edit.remove(pointer)?;
            Ok(Some(format!("took out {}, which the list has already", value.text())))
        }
        Code::EMPTY_ENTITY if value.kind() == Kind::Array && !NEEDED_LISTS.contains(&key) => {
            // The lists of shapes are all that their extensions hold, and required there.
            let holder = pointer.strip_suffix("/shapes").filter(|_| key == "shapes").unwrap_or(pointer);
            edit.remove(holder)?;
            Ok(Some(format!("took out the empty `{key}`")))
        }
        Code::UNRESOLVED_REFERENCE if OPTIONAL_REFERENCES.contains(&key) => {
            edit.remove(pointer)?;
            Ok(Some(format!("took out the `{key}` {}, which does not exist", value.text())))
        }
        _ => Ok(None),
    }
}

/// A quaternion of the same direction with unit length, and the length that it had.
fn normalized(value: Value<'_>) -> Option<([f64; 4], f64)> {
    let numbers: Vec<f64> = value.elements().map(Value::as_f64).collect::<Option<_>>()?;
    let numbers: [f64; 4] = numbers.try_into().ok()?;
    let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    let unit = numbers.map(|number| number / length);
    (length.is_normal() && unit.iter().all(|number| number.is_finite())).then_some((unit, length))
}

/// A token of a JSON pointer as the key that it stands for (RFC 6901, section 4).
fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}
