//! What `sinew replay --json` prints. A field may be added, none renamed.

use serde::Serialize;

/// The comparison of a replay with its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayAnswer {
    /// Steps that ran.
    pub steps: u64,
    /// Whether every step and every file equals the log's.
    pub same: bool,
    /// The first step that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<StepDifference>,
    /// Files with other bytes than the log's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileDifference>,
}

/// The first step that differs from the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepDifference {
    /// The step, counted from 1.
    pub step: u64,
    /// The instance, counted over those present in that step; absent for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<usize>,
    /// The file's index of the first node that differs; absent where no node does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The name of that node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The log's digest of the world.
    pub expected: String,
    /// The digest of the world in the replay.
    pub found: String,
    /// What differs: `inputs` that cannot be applied, the number of `instances`, and of the first instance that differs its
    /// `nodes`, `place`, `virtualTransforms`, `playback`, `expressions` and `springs`. Empty where only the digest of the world
    /// differs.
    pub parts: Vec<&'static str>,
    /// The number of instances in the log and in the replay.
    #[serde(skip)]
    pub instances: [usize; 2],
}

/// A file with other bytes than the log's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileDifference {
    /// The file, or the URI of a buffer.
    pub file: String,
    /// The log's SHA-256; `null` where the file could not be read.
    pub expected: Option<String>,
    /// The SHA-256 in the replay; `null` where the file cannot be read.
    pub found: Option<String>,
}
