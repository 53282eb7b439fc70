//! A file that a verb processes: its document, its model, and its findings.

use std::path::Path;

use sinew::{LowerOptions, Model};
#[cfg(feature = "physics")]
use sinew_document::Checksums;
use sinew_document::{Diagnostics, Document};

use crate::failure::Failure;
use crate::{inputs, limits};

/// The maximum size of a text file, bytes: a device may be endless.
const MAX_BYTES: u64 = 256 << 20;

pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) document: Document,
    pub(crate) model: Model,
    /// The diagnostics of reading and lowering.
    pub(crate) diagnostics: Diagnostics,
}

impl Source {
    /// Reads a file.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Self::open_with(path, &LowerOptions::default())
    }

    /// Reads a file, lowered with the given options.
    pub(crate) fn open_with(path: &Path, options: &LowerOptions) -> Result<Self, Failure> {
        Ok(Self::new(path, limits::open(path)?, options))
    }

    /// As [`Source::open_with`], with the checksums of the file and of its buffers.
    #[cfg(feature = "physics")]
    pub(crate) fn open_with_checksums(path: &Path, options: &LowerOptions) -> Result<(Self, Checksums), Failure> {
        let bytes = inputs::read(path, limits::file_bytes())?;
        let (document, sums) = limits::document_with_checksums(path, bytes)?;
        Ok((Self::new(path, document, options), sums))
    }

    /// A document, lowered with the given options.
    pub(crate) fn new(path: &Path, document: Document, options: &LowerOptions) -> Self {
        let (model, lowering) = Model::from_document_with(&document, options);
        let mut diagnostics = document.diagnostics().clone();
        diagnostics.append(lowering);
        Self { name: path.display().to_string(), document, model, diagnostics }
    }
}

/// Reads a JSON file that a person wrote.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = inputs::read(path, MAX_BYTES)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::file(
            path,
            "is larger than 256 MiB, the limit of a pose, script or map — name a smaller file",
        ));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::file(path, "not UTF-8 — save it as UTF-8"))?;
    // Editors on Windows begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
