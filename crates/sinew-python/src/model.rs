//! Models.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::{Value, json};
use sinew::validate::{Settings, validate};
use sinew::{LowerOptions, Model};
use sinew_document::{Diagnostic, Diagnostics, Document, Severity};
use sinew_tools::inspection::Inspection;
use sinew_tools::validation::Report;

use crate::fault::Fault;
use crate::read::{Beside, Options, Source};

/// A file and its model.
#[pyclass(frozen, module = "sinew_gltf._native")]
pub(crate) struct RawModel {
    pub(crate) name: String,
    pub(crate) document: Document,
    pub(crate) model: Arc<Model>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) beside: Beside,
    pub(crate) lowering: LowerOptions,
}

#[pymethods]
impl RawModel {
    /// Reads a path, or bytes with the files beside them, with options as JSON.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        name: String,
        path: Option<PathBuf>,
        bytes: Option<&[u8]>,
        files: BTreeMap<String, Vec<u8>>,
        options: &str,
    ) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options).map_err(Fault::from)?;
        let source = Source::new(path, bytes.map(<[u8]>::to_vec), files);
        Ok(py.detach(|| Self::new(name, source, &options))?)
    }

    /// The number of nodes of the file.
    fn node_count(&self) -> usize {
        self.model.hierarchy().len()
    }

    /// The number of bodies.
    fn body_count(&self) -> usize {
        self.model.physics().bodies().len()
    }

    /// The number of morph weights.
    fn weight_count(&self) -> usize {
        self.model.morph_targets().rest().len()
    }

    /// The nodes of the bodies, in order.
    fn body_nodes(&self) -> Vec<u32> {
        let nodes = self.model.hierarchy();
        self.model.physics().bodies().iter().map(|body| nodes.index(body.node).0).collect()
    }

    /// The drives of the joints, in order, as JSON.
    fn drives(&self) -> String {
        json!(crate::state::drives(&self.model)).to_string()
    }

    /// The names of the nodes, in the order of the file.
    fn node_names(&self) -> Vec<Option<String>> {
        let nodes = self.model.hierarchy();
        nodes.nodes_in_file_order().map(|node| nodes.name(node).map(ToOwned::to_owned)).collect()
    }

    /// The first node of a name.
    fn find_node(&self, name: &str) -> Option<u32> {
        let hierarchy = self.model.hierarchy();
        hierarchy.find(name).map(|node| hierarchy.index(node).0)
    }

    /// The diagnostics, as JSON.
    fn diagnostics(&self) -> String {
        findings(&self.diagnostics).to_string()
    }

    /// The violations of all rules, as JSON; levels are `CODE=LEVEL`.
    fn validate(&self, py: Python<'_>, levels: Vec<String>) -> PyResult<String> {
        Ok(py.detach(|| -> Result<String, Fault> {
            let validation = validate(&self.document, &settings(&levels)?);
            let count = |severity| validation.count(severity);
            Ok(json!({
                "errors": count(Severity::Error),
                "warnings": count(Severity::Warning),
                "suppressed": validation.suppressed(),
                "findings": findings(validation.findings()),
            })
            .to_string())
        })?)
    }

    /// The report of `sinew validate --json`.
    fn report(&self, py: Python<'_>, levels: Vec<String>) -> PyResult<String> {
        Ok(py.detach(|| -> Result<String, Fault> {
            let validation = validate(&self.document, &settings(&levels)?);
            Ok(serde_json::to_string(&Report::new(&self.name, &self.document, &validation))?)
        })?)
    }

    /// The answer of `sinew inspect --json`.
    fn inspect(&self, py: Python<'_>) -> PyResult<String> {
        Ok(py.detach(|| {
            let inspection = Inspection::new(&self.name, &self.document, &self.model, &self.diagnostics);
            serde_json::to_string(&inspection).map_err(Fault::from)
        })?)
    }
}

impl RawModel {
    fn new(name: String, source: Source, options: &Options) -> Result<Self, Fault> {
        let lowering = options.lowering()?;
        let (document, beside) = options.document(source)?;
        let (model, found) = Model::from_document_with(&document, &lowering);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(found);
        Ok(Self { name, document, model: Arc::new(model), diagnostics, beside, lowering })
    }
}

fn settings(levels: &[String]) -> Result<Settings, Fault> {
    let mut settings = Settings::default();
    for level in levels {
        settings.set_text(level).map_err(|error| Fault::argument(error.to_string()))?;
    }
    Ok(settings)
}

/// Diagnostics as JSON.
pub(crate) fn findings<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Value {
    let finding = |diagnostic: &Diagnostic| {
        json!({
            "code": diagnostic.code.as_str(),
            "severity": diagnostic.severity.as_str(),
            "pointer": diagnostic.pointer,
            "message": diagnostic.message,
            "node": node_of(&diagnostic.pointer),
        })
    };
    diagnostics.into_iter().map(finding).collect()
}

/// The node that a pointer is below.
fn node_of(pointer: &str) -> Option<u32> {
    pointer.strip_prefix("/nodes/")?.split('/').next()?.parse().ok()
}
