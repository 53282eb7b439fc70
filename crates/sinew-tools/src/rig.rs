//! What was found out about a rig without avatar data, as an answer. A field may be added, none renamed.

use std::collections::BTreeMap;

use serde::Serialize;
use sinew_motion::rig::RigReport;

/// A rig whose bones were found by name, or whose rest was corrected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RigState {
    /// The naming convention of its bones; absent where the file or the caller names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<&'static str>,
    /// Degrees by which the whole clip was rotated, so that it stands along +Y and looks along +Z.
    pub rotated: f32,
    /// Degrees by which each bone that was corrected rested off the T-pose.
    pub corrected: BTreeMap<&'static str, f32>,
}

impl RigState {
    /// The answer for a report.
    pub fn new(report: &RigReport) -> Self {
        Self {
            names: report.convention.map(sinew_motion::bvh::NamingConvention::name),
            rotated: report.orientation.degrees(),
            corrected: BTreeMap::new(),
        }
        .with_corrected(report)
    }

    /// With the corrections of another report, of the same rig rotated.
    #[must_use]
    pub fn with_corrected(mut self, report: &RigReport) -> Self {
        self.corrected = report.corrected.iter().map(|(bone, degrees)| (bone.name(), *degrees)).collect();
        self
    }

    /// One line for people.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(names) = self.names {
            parts.push(format!("bones have the names of {names}"));
        }
        if self.rotated > 0.0 {
            parts.push(format!("rotated by {}° to stand along +Y and look along +Z", self.rotated));
        }
        let worst = self.corrected.iter().max_by(|a, b| a.1.total_cmp(b.1));
        match worst {
            Some((bone, degrees)) => parts.push(format!(
                "{} bones rest off the T-pose and were corrected, {bone} by {degrees:.1}°",
                self.corrected.len()
            )),
            None => parts.push("rests in the T-pose".to_owned()),
        }
        parts.join("; ")
    }
}
