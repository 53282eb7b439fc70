//! A list, made by a person, of which joint is which human bone.

use std::collections::HashMap;

use sinew_document::{Code, Diagnostics, Json, JsonError, Kind, expect_object, report_mismatch};

use sinew_model::model::HumanBone;

/// Nesting that a list needs is 1; more lets the diagnostics speak instead of the parser.
const DEPTH: usize = 16;

/// Which joint is which human bone, as a person has it. What it does not speak of is found by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    joints: Vec<(String, Option<HumanBone>)>,
}

impl BoneMap {
    /// Reads a list from JSON: `{"LeftUpLeg": "leftUpperLeg", "LeftLegRoll": null}`. Bones have their names of
    /// `VRMC_vrm` 1.0; `null` says that a joint is no bone. An entry that cannot be used is reported and left out.
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
        // Of a key that stands twice the last value counts, as everywhere in JSON.
        let mut places: HashMap<String, usize> = HashMap::new();
        for (joint, value) in json.root().members() {
            let bone = match (value.kind(), value.as_str()) {
                (Kind::Null, _) => None,
                (_, Some(name)) => match HumanBone::from_name(&name) {
                    Some(bone) => Some(bone),
                    None => {
                        let message =
                            format!("{name:?} is no human bone — give one of VRMC_vrm 1.0, such as leftUpperLeg");
                        diagnostics.report(Code::VALUE_NOT_IN_LIST, value, message);
                        continue;
                    }
                },
                _ => {
                    report_mismatch(value, "the name of a human bone, or null", &mut diagnostics);
                    continue;
                }
            };
            let place = *places.entry(joint.to_string()).or_insert(map.joints.len());
            match map.joints.get_mut(place) {
                Some(entry) => entry.1 = bone,
                None => map.joints.push((joint.into_owned(), bone)),
            }
        }
        Ok((map, diagnostics))
    }

    /// Says which bone a joint is; `None`: no bone. What was said of the joint before is forgotten.
    pub fn set(&mut self, joint: impl Into<String>, bone: Option<HumanBone>) {
        let joint = joint.into();
        self.joints.retain(|(other, _)| *other != joint);
        self.joints.push((joint, bone));
    }

    /// What the list says, in its order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Option<HumanBone>)> {
        self.joints.iter().map(|(joint, bone)| (joint.as_str(), *bone))
    }

    /// Whether the list says nothing.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }
}
