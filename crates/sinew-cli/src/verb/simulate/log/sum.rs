//! Which file a log is of.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sinew_document::Checksums;

/// A file by the SHA-256 of its bytes, and of each file beside it that a buffer is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::verb) struct FileSum {
    /// As it was named.
    pub(in crate::verb) file: String,
    sha256: String,
    /// By URI; null for one that could not be had.
    buffers: BTreeMap<String, Option<String>>,
}

/// A file that is another than the log is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::verb) struct FileDifference {
    /// The file, or the URI of a buffer.
    pub(in crate::verb) file: String,
    /// SHA-256; null where there was none to be had.
    pub(in crate::verb) expected: Option<String>,
    pub(in crate::verb) found: Option<String>,
}

impl FileSum {
    pub(in crate::verb) fn new(file: String, sums: &Checksums) -> Self {
        let buffer = |(uri, sum): (&String, &Option<_>)| (uri.clone(), sum.as_ref().map(ToString::to_string));
        Self { file, sha256: sums.file.to_string(), buffers: sums.buffers.iter().map(buffer).collect() }
    }

    /// What is another in a file than here.
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
