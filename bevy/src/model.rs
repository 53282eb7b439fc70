//! Files as assets: `.gltf`, `.glb`, `.vrm` and `.vrma`, read by Sinew from wherever Bevy's asset sources are.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::log::warn;
use bevy::reflect::TypePath;
use sinew::Model;
use sinew::document::{Diagnostic, Document, Folder, ReadError, ResourceError, Resources, Severity};

/// A file as Sinew means it: resolved, checked and shared by all its instances.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct SinewModel {
    /// The model.
    pub model: Arc<Model>,
    /// What is wrong with the file, each with its place; the rest of it runs.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads [`SinewModel`]s.
///
/// It claims no file extension: Bevy finds it by the type of the handle (`assets.load::<SinewModel>("robot.glb")`), and
/// `robot.glb#Scene0` stays with Bevy's own loader.
#[derive(Default, TypePath, Clone, Copy, Debug)]
pub struct SinewModelLoader;

/// Why a file is no model.
#[derive(Debug)]
pub enum SinewLoadError {
    /// Bevy cannot read the file.
    Io(std::io::Error),
    /// The bytes are not glTF 2.
    Read(ReadError),
}

impl std::fmt::Display for SinewLoadError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(out),
            Self::Read(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for SinewLoadError {}

impl AssetLoader for SinewModelLoader {
    type Asset = SinewModel;
    type Settings = ();
    type Error = SinewLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &Self::Settings,
        context: &mut LoadContext<'_>,
    ) -> Result<Self::Asset, Self::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(SinewLoadError::Io)?;
        let asked = Asked::default();
        let mut document = Document::read(bytes.clone(), &asked).map_err(SinewLoadError::Read)?;
        let uris = asked.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !uris.is_empty() {
            let found = external(&uris, context).await;
            document = Document::read(bytes, &found).map_err(SinewLoadError::Read)?;
        }
        let (model, diagnostics) = Model::from_document(&document);
        let all = document.diagnostics().iter().chain(diagnostics.iter());
        let diagnostics: Vec<Diagnostic> = all.cloned().collect();
        for finding in diagnostics.iter().filter(|finding| finding.severity == Severity::Error) {
            warn!("{}: {finding}", context.path());
        }
        Ok(SinewModel { model: Arc::new(model), diagnostics })
    }
}

/// Notes which URIs a document asks for: Bevy reads asynchronously, a document does not.
#[derive(Default)]
struct Asked(Mutex<Vec<String>>);

impl Resources for Asked {
    fn load(&self, uri: &str, _: u64) -> Result<Vec<u8>, ResourceError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(uri.to_owned());
        Err(ResourceError::NotFound)
    }
}

/// What Bevy's asset source has beside the file. A URI that it does not have is reported by the second reading.
async fn external(uris: &[String], context: &mut LoadContext<'_>) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for uri in uris {
        let relative = Folder::new("").resolve(uri).ok();
        let Some(relative) = relative.as_ref().and_then(|path| path.to_str()) else { continue };
        let Ok(path) = context.path().resolve_embed_str(relative) else { continue };
        if let Ok(bytes) = context.read_asset_bytes(path).await {
            found.insert(uri.clone(), bytes);
        }
    }
    found
}
