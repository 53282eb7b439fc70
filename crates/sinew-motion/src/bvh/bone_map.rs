//! A list of which joint is which human bone, given by the user.

use std::collections::HashMap;

use sinew_document::{Code, Diagnostics, Json, JsonError, Kind, expect_object, report_mismatch};

use sinew_model::model::HumanBone;

/// The list needs a depth of 1. A larger limit yields diagnostics instead of a parse error.
const DEPTH: usize = 16;

/// A map from joints to human bones, given by the user. Joints that are not in it are found by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    joints: Vec<(String, Option<HumanBone>)>,
}

impl BoneMap {
    /// Reads a map from JSON: `{"LeftUpLeg": "leftUpperLeg", "LeftLegRoll": null}`. Bones have the names of `VRMC_vrm`
    /// 1.0; `null` means that a joint is no bone. Invalid entries are reported and left out.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn from_json(text: &str) -> Result<(Self, Diagnostics), JsonError> {
        let json = Json::parse(text.to_owned(), DEPTH)?;
        let mut diagnostics = Diagnostics::new();
        let mut map = Self::default();
        if expect_object(json.root(), &mut diagnostics).is_none() {
            return Ok((map, diagnostics));
        }
        // Of a repeated key, the last value counts, as everywhere in JSON.
        let mut indices: HashMap<String, usize> = HashMap::new();
        for (joint, value) in json.root().members() {
            let bone = match (value.kind(), value.as_str()) {
                (Kind::Null, _) => None,
                (_, Some(name)) => match HumanBone::from_name(&name) {
                    Some(bone) => Some(bone),
                    None => {
                        let message =
                            format!("{name:?} is not a human bone; use a name of VRMC_vrm 1.0, such as leftUpperLeg");
                        diagnostics.report(Code::VALUE_NOT_IN_LIST, value, message);
                        continue;
                    }
                },
                _ => {
                    report_mismatch(value, "the name of a human bone, or null", &mut diagnostics);
                    continue;
                }
            };
            let index = *indices.entry(joint.to_string()).or_insert(map.joints.len());
            match map.joints.get_mut(index) {
                Some(entry) => entry.1 = bone,
                None => map.joints.push((joint.into_owned(), bone)),
            }
        }
        Ok((map, diagnostics))
    }

    /// Sets the bone of a joint; `None` means no bone. Replaces an earlier entry of the joint.
    pub fn set(&mut self, joint: impl Into<String>, bone: Option<HumanBone>) {
        let joint = joint.into();
        self.joints.retain(|(other, _)| *other != joint);
        self.joints.push((joint, bone));
    }

    /// The entries, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Option<HumanBone>)> {
        self.joints.iter().map(|(joint, bone)| (joint.as_str(), *bone))
    }

    /// Whether the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }
}
