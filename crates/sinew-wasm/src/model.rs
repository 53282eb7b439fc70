//! Models.

use std::sync::Arc;

use serde::Serialize;
use sinew::Model;
use sinew::glam::Vec3;
use sinew::model::physics::{Mesh, Shape};
use sinew::physics::convex_hull;
use sinew::validate::{Settings, validate};
use sinew_document::{Diagnostics, Document};
use sinew_tools::inspection::Inspection;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::read::{self, RawResources};

/// A file and what it means.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawModel {
    name: String,
    document: Document,
    model: Arc<Model>,
    diagnostics: Diagnostics,
    /// Images that are files of their own, for writing.
    images: RawResources,
}

/// What a file holds, and where morph weights stand.
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
    /// Reads a .glb, .gltf or .vrm.
    ///
    /// # Errors
    /// The bytes are no glTF 2, or an option is none.
    pub fn parse(
        name: String,
        bytes: Vec<u8>,
        resources: RawResources,
        omi_stiffness: &str,
        uninherited: &str,
        look_at_virtual_transform: bool,
    ) -> Result<RawModel, JsValue> {
        let options = read::lower_options(omi_stiffness, uninherited, look_at_virtual_transform)?;
        let document = read::document(bytes, &resources)?;
        let (model, lowering) = Model::from_document_with(&document, &options);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(lowering);
        let images = read::not_taken(&document, resources);
        Ok(Self { name, document, model: Arc::new(model), diagnostics, images })
    }

    /// How many nodes the file has.
    pub fn node_count(&self) -> usize {
        self.model.hierarchy().len()
    }

    /// How many animations the file has.
    pub fn animation_count(&self) -> usize {
        self.model.animations().len()
    }

    /// What was noticed, as JSON.
    pub fn diagnostics(&self) -> String {
        read::findings(&self.diagnostics)
    }

    /// What breaks a rule, as JSON.
    pub fn validate(&self) -> String {
        read::findings(validate(&self.document, &Settings::default()).findings())
    }

    /// What the file holds, as JSON.
    pub fn info(&self) -> String {
        let targets = self.model.morph_targets();
        let part = |node| MorphTargets {
            node: self.model.hierarchy().index(node).0,
            first: targets.range(node).start,
            count: targets.range(node).len(),
        };
        read::json(&Info {
            inspection: Inspection::new(&self.name, &self.document, &self.model, &self.diagnostics),
            morph_targets: targets.nodes().map(part).collect(),
        })
    }

    /// The first node of a name.
    pub fn find_node(&self, name: &str) -> Option<u32> {
        let hierarchy = self.model.hierarchy();
        hierarchy.find(name).map(|node| hierarchy.index(node).0)
    }

    /// The points of a shape that is a mesh or the hull of one; none for other shapes.
    ///
    /// # Errors
    /// There is no such shape.
    pub fn shape_points(&self, shape: usize) -> Result<Vec<f32>, JsValue> {
        Ok(self.mesh(shape)?.points.iter().flat_map(Vec3::to_array).collect())
    }

    /// The triangles between them, three places each.
    ///
    /// # Errors
    /// There is no such shape.
    pub fn shape_triangles(&self, shape: usize) -> Result<Vec<u32>, JsValue> {
        Ok(self.mesh(shape)?.triangles.concat())
    }
}

impl RawModel {
    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn images(&self) -> &RawResources {
        &self.images
    }

    fn mesh(&self, shape: usize) -> Result<Arc<Mesh>, Fault> {
        match self.model.physics().shapes().get(shape) {
            Some(Shape::TriangleMesh(mesh)) => Ok(Arc::clone(mesh)),
            Some(Shape::ConvexHull(mesh)) => Ok(Arc::new(convex_hull(&mesh.points).unwrap_or_default())),
            Some(_) => Ok(Arc::default()),
            None => Err(Fault::argument(format!("there is no shape {shape}"))),
        }
    }
}
