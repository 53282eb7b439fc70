//! Models.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

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
    pub(crate) beside: Beside,
    pub(crate) lowering: LowerOptions,
    /// Rules, conversions and repairs are of the document alone: whoever wants no more of a file does not wait for its model.
    lowered: OnceLock<Lowered>,
}

/// The model of a file, and the problems of reading and lowering it.
struct Lowered {
    model: Arc<Model>,
    diagnostics: Diagnostics,
}

#[pymethods]
impl RawModel {
    /// Reads a path, or bytes with the files beside them, with options as JSON. Without `lower` the model is made when it is needed.
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn read(
        py: Python<'_>,
        name: String,
        path: Option<PathBuf>,
        bytes: Option<&[u8]>,
        files: BTreeMap<String, Vec<u8>>,
        options: &str,
        lower: bool,
    ) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options).map_err(Fault::from)?;
        let source = Source::new(path, bytes.map(<[u8]>::to_vec), files);
        let read = || {
            let model = Self::new(name, source, &options)?;
            if lower {
                model.lowered();
            }
            Ok::<_, Fault>(model)
        };
        Ok(py.detach(read)?)
    }

    /// The number of nodes of the file.
    fn node_count(&self) -> usize {
        self.model().hierarchy().len()
    }

    /// The number of bodies.
    fn body_count(&self) -> usize {
        self.model().physics().bodies().len()
    }

    /// The number of morph weights.
    fn weight_count(&self) -> usize {
        self.model().morph_targets().rest().len()
    }

    /// The nodes of the bodies, in order.
    fn body_nodes(&self) -> Vec<u32> {
        let nodes = self.model().hierarchy();
        self.model().physics().bodies().iter().map(|body| nodes.index(body.node).0).collect()
    }

    /// The drives of the joints, in order, as JSON.
    fn drives(&self) -> String {
        json!(crate::state::drives(self.model())).to_string()
    }

    /// The names of the nodes, in the order of the file.
    fn node_names(&self) -> Vec<Option<String>> {
        let nodes = self.model().hierarchy();
        nodes.nodes_in_file_order().map(|node| nodes.name(node).map(ToOwned::to_owned)).collect()
    }

    /// The first node of a name.
    fn find_node(&self, name: &str) -> Option<u32> {
        let hierarchy = self.model().hierarchy();
        hierarchy.find(name).map(|node| hierarchy.index(node).0)
    }

    /// The diagnostics, as JSON.
    fn diagnostics(&self) -> String {
        findings(&self.lowered().diagnostics).to_string()
    }

    /// The numbers of errors, of warnings and of what was suppressed, and the violations of all rules as JSON; levels are `CODE=LEVEL`.
    fn validate(&self, py: Python<'_>, levels: Vec<String>) -> PyResult<(usize, usize, usize, String)> {
        Ok(py.detach(|| -> Result<_, Fault> {
            let validation = validate(&self.document, &settings(&levels)?);
            let count = |severity| validation.count(severity);
            let list = findings(validation.findings()).to_string();
            Ok((count(Severity::Error), count(Severity::Warning), validation.suppressed(), list))
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
            let Lowered { model, diagnostics } = self.lowered();
            let inspection = Inspection::new(&self.name, &self.document, model, diagnostics);
            serde_json::to_string(&inspection).map_err(Fault::from)
        })?)
    }
}

impl RawModel {
    fn new(name: String, source: Source, options: &Options) -> Result<Self, Fault> {
        let lowering = options.lowering()?;
        let (document, beside) = options.document(source)?;
        Ok(Self { name, document, beside, lowering, lowered: OnceLock::new() })
    }

    fn lowered(&self) -> &Lowered {
        self.lowered.get_or_init(|| {
            let (model, found) = Model::from_document_with(&self.document, &self.lowering);
            let mut diagnostics = self.document.diagnostics().clone();
            diagnostics.append(found);
            Lowered { model: Arc::new(model), diagnostics }
        })
    }

    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.lowered().model
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
