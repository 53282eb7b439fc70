//! Models.

use std::sync::Arc;

use serde::Serialize;
#[cfg(feature = "physics")]
use sinew::validate::{Settings, validate};
use sinew::{LowerOptions, Model, OmiStiffness, Uninherited};
use sinew_document::{Diagnostics, Document};
use sinew_tools::inspection::Inspection;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::read::{self, RawResources};

/// A file and its model.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawModel {
    name: String,
    document: Document,
    model: Arc<Model>,
    diagnostics: Diagnostics,
    /// Images in separate files, for writing.
    #[cfg(feature = "physics")]
    images: RawResources,
}

/// The contents of a file, and the offsets of morph weights.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    #[serde(flatten)]
    inspection: Inspection,
    morph_targets: Vec<MorphTargets>,
}

#[derive(Serialize)]
struct MorphTargets {
    node: u32,
    first: usize,
    count: usize,
}

#[wasm_bindgen]
impl RawModel {
    /// Reads a .glb, .gltf or .vrm, with options as JSON.
    ///
    /// # Errors
    /// The bytes are not glTF 2, or an option is invalid.
    pub fn parse(name: String, bytes: Vec<u8>, resources: RawResources, options: &str) -> Result<RawModel, JsValue> {
        let options = lower_options(options)?;
        let document = read::document(bytes, &resources)?;
        let (model, lowering) = Model::from_document_with(&document, &options);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(lowering);
        Ok(Self {
            name,
            model: Arc::new(model),
            diagnostics,
            #[cfg(feature = "physics")]
            images: read::not_taken(&document, resources),
            document,
        })
    }

    /// The number of nodes of the file.
    pub fn node_count(&self) -> usize {
        self.model.hierarchy().len()
    }

    /// The number of animations of the file.
    pub fn animation_count(&self) -> usize {
        self.model.animations().len()
    }

    /// The diagnostics, as JSON.
    pub fn diagnostics(&self) -> String {
        read::findings(&self.diagnostics)
    }

    /// The violations of all rules, as JSON.
    #[cfg(feature = "physics")]
    pub fn validate(&self) -> String {
        read::findings(validate(&self.document, &Settings::default()).findings())
    }

    /// The contents of the file, as JSON.
    pub fn info(&self) -> String {
        let targets = self.model.morph_targets();
        let part = |node| MorphTargets {
            node: self.model.hierarchy().index(node).0,
            first: targets.range(node).start,
            count: targets.range(node).len(),
        };
        json::write(&Info {
            inspection: Inspection::new(&self.name, &self.document, &self.model, &self.diagnostics),
            morph_targets: targets.nodes().map(part).collect(),
        })
    }

    /// The first node of a name.
    pub fn find_node(&self, name: &str) -> Option<u32> {
        let hierarchy = self.model.hierarchy();
        hierarchy.find(name).map(|node| hierarchy.index(node).0)
    }
}

impl RawModel {
    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    #[cfg(feature = "physics")]
    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    #[cfg(feature = "physics")]
    pub(crate) fn images(&self) -> &RawResources {
        &self.images
    }
}

/// The options of lowering, as `index.d.ts` has them.
fn lower_options(text: &str) -> Result<LowerOptions, Fault> {
    let mut fields = Fields::read(text, "options")?;
    let stiffness =
        [("auto", OmiStiffness::Auto), ("literal", OmiStiffness::Literal), ("fraction", OmiStiffness::Fraction)];
    let uninherited = [("identity", Uninherited::Identity), ("rest", Uninherited::Rest)];
    let options = LowerOptions {
        omi_stiffness: fields.word("omiStiffness", &stiffness)?.unwrap_or_default(),
        uninherited: fields.word("uninherited", &uninherited)?.unwrap_or_default(),
        look_at_virtual_transform: fields.flag("lookAtVirtualTransform")?.unwrap_or_default(),
    };
    fields.finish()?;
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_the_defaults_of_the_library_unless_given() {
        assert_eq!(lower_options("{}"), Ok(LowerOptions::default()));
        assert_eq!(lower_options(r#"{"omiStiffness":"literal"}"#).unwrap().omi_stiffness, OmiStiffness::Literal);
        assert_eq!(lower_options(r#"{"omiStiffness":"stiff"}"#).unwrap_err().code, "INVALID_ARGUMENT");
    }
}
