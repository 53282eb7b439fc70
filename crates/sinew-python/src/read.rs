//! Files, and the files that they refer to.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use sinew::{LowerOptions, OmiStiffness, Uninherited};
use sinew_document::{Document, Folder, Limits, NoResources, ReadOptions, Resources};

use crate::fault::Fault;

/// Where the files come from that a file refers to.
#[derive(Clone, Debug)]
pub(crate) enum Beside {
    /// The folder that it is in.
    Folder(PathBuf),
    /// Files by their URI.
    Files(Arc<BTreeMap<String, Vec<u8>>>),
}

impl Beside {
    pub(crate) fn with<T>(&self, work: impl FnOnce(&dyn Resources) -> T) -> T {
        match self {
            Self::Folder(path) => work(&Folder::of_file(path)),
            Self::Files(files) if files.is_empty() => work(&NoResources),
            Self::Files(files) => work(files.as_ref()),
        }
    }
}

/// What is to be read: a path, or bytes with the files beside them.
#[derive(Debug)]
pub(crate) enum Source {
    Path(PathBuf),
    Bytes(Vec<u8>, BTreeMap<String, Vec<u8>>),
}

impl Source {
    pub(crate) fn new(path: Option<PathBuf>, bytes: Option<Vec<u8>>, files: BTreeMap<String, Vec<u8>>) -> Self {
        match (path, bytes) {
            (Some(path), None) => Self::Path(path),
            (_, bytes) => Self::Bytes(bytes.unwrap_or_default(), files),
        }
    }

    /// Its bytes, within the limit of a file.
    pub(crate) fn bytes(self, limits: &Limits) -> Result<(Vec<u8>, Beside), Fault> {
        match self {
            Self::Bytes(bytes, files) => Ok((bytes, Beside::Files(Arc::new(files)))),
            Self::Path(path) => {
                use std::io::Read as _;
                let fault = |error: std::io::Error| Fault::new("IO", format!("{}: {error}", path.display()));
                let file = std::fs::File::open(&path).map_err(fault)?;
                let mut bytes = Vec::new();
                file.take(limits.file_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(fault)?;
                Ok((bytes, Beside::Folder(path)))
            }
        }
    }
}

/// How a file is read.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    strict: bool,
    limits: BTreeMap<String, u64>,
    omi_stiffness: Option<String>,
    uninherited: Option<String>,
    look_at_virtual_transform: bool,
}

impl Options {
    pub(crate) fn limits(&self) -> Result<Limits, Fault> {
        let mut limits = Limits::default();
        for (name, &value) in &self.limits {
            let count = usize::try_from(value).unwrap_or(usize::MAX);
            match name.as_str() {
                "file" => limits.file_bytes = value,
                "buffers" => limits.buffer_bytes = value,
                "accessor" => limits.accessor_bytes = value,
                "decompressed" => limits.decompressed_bytes = value,
                "depth" => limits.json_depth = count,
                "bodies" => limits.bodies = count,
                "colliders" => limits.colliders = count,
                "joints" => limits.joints = count,
                _ => return Err(Fault::argument(format!("there is no limit `{name}`"))),
            }
        }
        Ok(limits)
    }

    pub(crate) fn lowering(&self) -> Result<LowerOptions, Fault> {
        Ok(LowerOptions {
            omi_stiffness: match self.omi_stiffness.as_deref() {
                None | Some("auto") => OmiStiffness::Auto,
                Some("literal") => OmiStiffness::Literal,
                Some("fraction") => OmiStiffness::Fraction,
                Some(word) => {
                    return Err(Fault::argument(format!(
                        "omi_stiffness is `{word}`; must be `auto`, `literal` or `fraction`"
                    )));
                }
            },
            uninherited: match self.uninherited.as_deref() {
                None | Some("identity") => Uninherited::Identity,
                Some("rest") => Uninherited::Rest,
                Some(word) => {
                    return Err(Fault::argument(format!("uninherited is `{word}`; must be `identity` or `rest`")));
                }
            },
            look_at_virtual_transform: self.look_at_virtual_transform,
        })
    }

    pub(crate) fn document(&self, source: Source) -> Result<(Document, Beside), Fault> {
        let limits = self.limits()?;
        let (bytes, beside) = source.bytes(&limits)?;
        let options = ReadOptions { limits, strict: self.strict };
        let document = beside.with(|resources| Document::read_with(bytes, resources, options))?;
        Ok((document, beside))
    }
}
