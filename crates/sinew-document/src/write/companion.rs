//! The files that stand beside the main one.

use std::collections::HashSet;
use std::sync::Arc;

use super::PackageFile;
use crate::code::Code;
use crate::diagnostic::Diagnostics;
use crate::json::Value;
use crate::resources::{ResourceError, relative_path};

#[derive(Default)]
pub(super) struct Companions {
    files: Vec<PackageFile>,
    uris: HashSet<String>,
}

impl Companions {
    /// Lists a file that a value refers to, once, unless its URI leads elsewhere.
    pub(super) fn add(&mut self, uri: &str, bytes: &Arc<Vec<u8>>, about: Value<'_>, diagnostics: &mut Diagnostics) {
        match relative_path(uri) {
            Ok(_) => {
                if self.uris.insert(uri.to_owned()) {
                    self.files.push(PackageFile { uri: uri.to_owned(), bytes: bytes.clone() });
                }
            }
            // A URL means the same wherever the file is.
            Err(ResourceError::Remote) => {}
            Err(error) => {
                let message = format!("`{uri}` is not copied: {error}");
                diagnostics.report(Code::RESOURCE_NOT_COPIED, about, message);
            }
        }
    }

    pub(super) fn into_files(self) -> Vec<PackageFile> {
        self.files
    }
}
