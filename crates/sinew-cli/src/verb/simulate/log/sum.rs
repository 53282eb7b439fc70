//! The checksums of a log's files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sinew_document::Checksums;
use sinew_tools::replay::FileDifference;

/// A file by the SHA-256 of its bytes, and of each file beside it that a buffer is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct FileSum {
    /// The path, as named.
    pub(in crate::verb) file: String,
    sha256: String,
    /// By URI; null for a buffer that could not be read.
    buffers: BTreeMap<String, Option<String>>,
}

impl FileSum {
    pub(in crate::verb) fn new(file: String, sums: &Checksums) -> Self {
        let buffer = |(uri, sum): (&String, &Option<_>)| (uri.clone(), sum.as_ref().map(ToString::to_string));
        Self { file, sha256: sums.file.to_string(), buffers: sums.buffers.iter().map(buffer).collect() }
    }

    /// The checksums of `found` that differ from these.
    pub(in crate::verb) fn differences(&self, found: &Self) -> Vec<FileDifference> {
        let pair = |file: &str, expected: Option<&String>, found: Option<&String>| FileDifference {
            file: file.to_owned(),
            expected: expected.cloned(),
            found: found.cloned(),
        };
        let own = pair(&found.file, Some(&self.sha256), Some(&found.sha256));
        let uris: BTreeSet<&String> = self.buffers.keys().chain(found.buffers.keys()).collect();
        let of = |sums: &BTreeMap<String, Option<String>>, uri: &String| sums.get(uri).cloned().flatten();
        let buffers =
            uris.into_iter().map(|uri| pair(uri, of(&self.buffers, uri).as_ref(), of(&found.buffers, uri).as_ref()));
        std::iter::once(own).chain(buffers).filter(|pair| pair.expected != pair.found).collect()
    }
}
