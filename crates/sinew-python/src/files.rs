//! Files made of other files.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use sinew_document::{Document, SaveOptions, Severity, WriteOptions};
use sinew_tools::convert::{Dialect, convert};
use sinew_tools::fix::fix;
use sinew_tools::normalize::normalize;

use crate::fault::Fault;
use crate::model::{RawModel, findings};
use crate::read::Beside;

/// Where a file goes: bytes of a format, or a path.
pub(crate) enum Target {
    Glb,
    Gltf,
    Path { path: PathBuf, options: SaveOptions },
}

/// A file that was made, and the report about it as JSON.
pub(crate) struct Made {
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) report: Value,
}

/// What Python receives: bytes (`None` where a path was written), and the report.
pub(crate) type PyMade = (Option<Py<PyBytes>>, String);

impl Target {
    pub(crate) fn new(format: &str, path: Option<PathBuf>, overwrite: bool, embed: bool) -> Result<Self, Fault> {
        match (path, format) {
            (Some(path), _) => Ok(Self::Path { path, options: SaveOptions { overwrite, embed } }),
            (None, "glb") => Ok(Self::Glb),
            (None, "gltf") => Ok(Self::Gltf),
            (None, other) => Err(Fault::argument(format!("format is `{other}`; must be `glb` or `gltf`"))),
        }
    }

    /// Writes a document; bytes are one file with everything in it.
    pub(crate) fn write(&self, document: &Document, beside: &Beside, report: Value) -> Result<Made, Fault> {
        let embed = WriteOptions { embed: true };
        let (bytes, files, diagnostics) = match self {
            Self::Glb => {
                let package = beside.with(|resources| document.to_glb(embed, resources))?;
                (Some(package.main), Vec::new(), package.diagnostics)
            }
            Self::Gltf => {
                let package = beside.with(|resources| document.to_gltf("file", embed, resources))?;
                (Some(package.main), Vec::new(), package.diagnostics)
            }
            Self::Path { path, options } => {
                let source = match beside {
                    Beside::Folder(source) => source.canonicalize().ok(),
                    Beside::Files(_) => None,
                };
                let is_kept = |file: &std::path::Path| source.is_some() && file.canonicalize().ok() == source;
                let saved = beside.with(|resources| document.save_keeping(path, options, resources, &is_kept))?;
                let files = saved.files.iter().map(|file| file.display().to_string()).collect();
                (None, files, saved.diagnostics)
            }
        };
        let mut report = report;
        if let Value::Object(map) = &mut report {
            map.insert("files".to_owned(), json!(files));
            map.insert("written".to_owned(), findings(&diagnostics));
        }
        Ok(Made { bytes, report })
    }
}

impl Made {
    pub(crate) fn into_python(self, py: Python<'_>) -> PyMade {
        (self.bytes.map(|bytes| PyBytes::new(py, &bytes).unbind()), self.report.to_string())
    }
}

#[pymethods]
impl RawModel {
    /// Writes the file as it is.
    #[pyo3(signature = (format, path, overwrite, embed))]
    fn save(
        &self,
        py: Python<'_>,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let target = Target::new(format, path, overwrite, embed)?;
        let made = py.detach(|| target.write(&self.document, &self.beside, json!({})))?;
        Ok(made.into_python(py))
    }

    /// Converts the file to a dialect. With losses that are not allowed nothing is written.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn convert(
        &self,
        py: Python<'_>,
        to: &str,
        allow_loss: bool,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let dialect = Dialect::from_name(to).ok_or_else(|| {
            let names = Dialect::ALL.map(Dialect::name).join("`, `");
            Fault::argument(format!("to is `{to}`; must be one of `{names}`"))
        })?;
        let target = Target::new(format, path, overwrite, embed)?;
        let made = py.detach(|| -> Result<Made, Fault> {
            let converted = convert(&self.document, &self.lowering, dialect).map_err(Fault::write)?;
            let is_written = converted.losses.is_empty() || allow_loss;
            let report = json!({
                "to": dialect.name(),
                "changed": converted.report,
                "losses": converted.losses,
                "diagnostics": findings(&converted.diagnostics),
                "is_written": is_written,
            });
            if !is_written {
                return Ok(Made { bytes: None, report });
            }
            target.write(&converted.document, &self.beside, report)
        })?;
        Ok(made.into_python(py))
    }

    /// Repairs what is unambiguous.
    fn fix(
        &self,
        py: Python<'_>,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let target = Target::new(format, path, overwrite, embed)?;
        let made = py.detach(|| -> Result<Made, Fault> {
            let fixed = fix(&self.document).map_err(Fault::write)?;
            let report = json!({
                "changes": fixed.changes,
                "errors_left": fixed.validation.count(Severity::Error),
                "warnings_left": fixed.validation.count(Severity::Warning),
                "diagnostics": findings(fixed.validation.findings()),
            });
            target.write(&fixed.document, &self.beside, report)
        })?;
        Ok(made.into_python(py))
    }

    /// Removes the rest rotations.
    fn normalize(
        &self,
        py: Python<'_>,
        format: &str,
        path: Option<PathBuf>,
        overwrite: bool,
        embed: bool,
    ) -> PyResult<PyMade> {
        let target = Target::new(format, path, overwrite, embed)?;
        let made = py.detach(|| -> Result<Made, Fault> {
            let normalized = normalize(&self.document, self.model()).map_err(Fault::write)?;
            let report = json!({
                "changed": normalized.report,
                "diagnostics": findings(&normalized.diagnostics),
            });
            target.write(&normalized.document, &self.beside, report)
        })?;
        Ok(made.into_python(py))
    }
}
