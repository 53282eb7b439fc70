//! A file that a verb works on: as written, as meant, and what was noticed on the way.

use std::path::Path;

use sinew::{LowerOptions, Model};
#[cfg(feature = "physics")]
use sinew_document::{Checksum, Checksums};
use sinew_document::{Diagnostics, Document, NoResources};

use crate::failure::Failure;
use crate::{inputs, limits};

/// The most bytes that a file written by a person may have: a device may have no end.
const MOST_BYTES: u64 = 256 << 20;

/// The asset that is shown when no file is named.
const DEMO: &[u8] = include_bytes!("../demo/demo.gltf");

/// The name that the demo goes by.
const DEMO_NAME: &str = "demo.gltf";

pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) document: Document,
    pub(crate) model: Model,
    /// Of reading and of lowering.
    pub(crate) diagnostics: Diagnostics,
}

impl Source {
    /// Reads a file.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Self::open_with(path, &LowerOptions::default())
    }

    /// Reads a file, understood as the caller wants it.
    pub(crate) fn open_with(path: &Path, options: &LowerOptions) -> Result<Self, Failure> {
        Ok(Self::new(path, limits::open(path)?, options))
    }

    /// As [`Source::open_with`], with the checksums of what is read.
    #[cfg(feature = "physics")]
    pub(crate) fn open_with_checksums(path: &Path, options: &LowerOptions) -> Result<(Self, Checksums), Failure> {
        let bytes = inputs::read(path, limits::file_bytes())?;
        let (document, sums) = limits::document_with_checksums(path, bytes)?;
        Ok((Self::new(path, document, options), sums))
    }

    /// The built-in demo.
    pub(crate) fn demo(options: &LowerOptions) -> Result<Self, Failure> {
        let path = Path::new(DEMO_NAME);
        let document = Document::read(DEMO, &NoResources).map_err(|error| Failure::unreadable(path, &error))?;
        Ok(Self::new(path, document, options))
    }

    /// The checksums of the built-in demo, which has nothing beside it.
    #[cfg(feature = "physics")]
    pub(crate) fn demo_checksums() -> Checksums {
        Checksums { file: Checksum::of(DEMO), buffers: std::collections::BTreeMap::new() }
    }

    /// A document, understood as the caller wants it.
    pub(crate) fn new(path: &Path, document: Document, options: &LowerOptions) -> Self {
        let (model, lowering) = Model::from_document_with(&document, options);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(lowering);
        Self { name: path.display().to_string(), document, model, diagnostics }
    }
}

/// Reads a JSON file that a person wrote.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = inputs::read(path, MOST_BYTES)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::file(path, "more than 256 MiB, which no pose or list needs — name a smaller file"));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::file(path, "not UTF-8 — save it as UTF-8"))?;
    // Editors on Windows like to begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
