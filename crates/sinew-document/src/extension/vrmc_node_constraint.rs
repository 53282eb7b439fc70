//! `VRMC_node_constraint`: version 1.0 (vrm-specification 3942748) and the drafts that led to it under the same name.
//!
//! | revision | kinds | spaces | mask |
//! |---|---|---|---|
//! | `1.0-draft` of April 2021 | position, rotation, aim (`aimVector`), under `constraint` or right under the extension | named, model by default | `freezeAxes` |
//! | `1.0-draft` of December 2021 | rotation | local | `freezeAxes` |
//! | `1.0-draft` of February 2022 | rotation | local | `axes` |
//! | `1.0-draft` of March 2022 | roll, rotation, aim with `aimAxis` "+X" | as in 1.0 | none |
//! | `1.0-beta`, `1.0` | roll, rotation, aim with `aimAxis` "`PositiveX`" | local; aim in model space | none |
//!
//! Four of them name the same `specVersion`, so the properties of an object identify its revision; `specVersion` only
//! decides what is unexpected.

use std::borrow::Cow;

use crate::extension::vrmc_constraints::Space;
use crate::index::NodeIndex;
use crate::json::Value;
use crate::{object, string_enum};

pub use crate::extension::vrmc_constraints::Position;

/// The name of the extension.
pub const NAME: &str = "VRMC_node_constraint";

/// The versions that a file may name.
pub const VERSIONS: [&str; 3] = ["1.0", "1.0-beta", "1.0-draft"];

object! {
    /// The extension on a node.
    #[derive(Clone, Debug)]
    pub struct NodeConstraint<'json> {
        /// One of [`VERSIONS`]; required, and absent from enough files that its absence is only reported.
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// A [`Constraint`].
        "constraint" => constraint: Option<Value<'json>>,
        /// A [`Position`], in a draft.
        "position" => position: Option<Value<'json>>,
        /// A [`Rotation`], in a draft.
        "rotation" => rotation: Option<Value<'json>>,
        /// An [`Aim`], in a draft.
        "aim" => aim: Option<Value<'json>>,
    }
}

object! {
    /// What holds the one kind. The kinds stay unparsed, so that an invalid one still counts as present.
    #[derive(Clone, Debug)]
    pub struct Constraint<'json> {
        /// A [`Roll`].
        "roll" => roll: Option<Value<'json>>,
        /// An [`Aim`].
        "aim" => aim: Option<Value<'json>>,
        /// A [`Rotation`].
        "rotation" => rotation: Option<Value<'json>>,
        /// A [`Position`], in a draft.
        "position" => position: Option<Value<'json>>,
    }
}

string_enum! {
    /// The axis of a roll.
    pub enum RollAxis {
        /// The first.
        "X" => X,
        /// The second.
        "Y" => Y,
        /// The third.
        "Z" => Z,
    }
}

string_enum! {
    /// The direction of the node that faces the source.
    pub enum AimAxis {
        /// Along the first axis.
        "PositiveX" | "+X" => PositiveX,
        /// Against the first axis.
        "NegativeX" | "-X" => NegativeX,
        /// Along the second axis.
        "PositiveY" | "+Y" => PositiveY,
        /// Against the second axis.
        "NegativeY" | "-Y" => NegativeY,
        /// Along the third axis.
        "PositiveZ" | "+Z" => PositiveZ,
        /// Against the third axis.
        "NegativeZ" | "-Z" => NegativeZ,
    }
}

object! {
    /// Applies the source's rotation about one axis to the node.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Roll<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The node that is read.
        "source" => source: NodeIndex,
        /// The axis, of the node at rest.
        "rollAxis" => roll_axis: RollAxis,
        /// The weight, 0 to 1.
        "weight" => weight: f32 = 1.0,
    }
}

object! {
    /// Turns the node after the source: by the shortest rotation where `aimAxis` is given, as the early draft does
    /// where it is not.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Aim<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The node that is aimed at.
        "source" => source: NodeIndex,
        /// The direction that faces the source.
        "aimAxis" => aim_axis: Option<AimAxis>,
        /// In a draft: how the source is read.
        "sourceSpace" => source_space: Option<Space>,
        /// In a draft: the space in which the node is rotated.
        "destinationSpace" => destination_space: Option<Space>,
        /// In a draft: the direction that faces the source.
        "aimVector" => aim_vector: Option<[f32; 3]>,
        /// In a draft: the axis of yaw.
        "upVector" => up_vector: Option<[f32; 3]>,
        /// In a draft: whether yaw and pitch are constrained.
        "freezeAxes" => freeze_axes: Option<[bool; 2]>,
        /// The weight, 0 to 1.
        "weight" => weight: f32 = 1.0,
    }
}

object! {
    /// Applies the source's rotation from rest to the node.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Rotation<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The node that is read.
        "source" => source: NodeIndex,
        /// In a draft: how the source is read.
        "sourceSpace" => source_space: Option<Space>,
        /// In a draft: the space in which the node is rotated.
        "destinationSpace" => destination_space: Option<Space>,
        /// In a draft: about which of X, Y, Z the node is constrained.
        "freezeAxes" => freeze_axes: Option<[bool; 3]>,
        /// In a later draft: the same.
        "axes" => axes: Option<[bool; 3]>,
        /// The weight, 0 to 1.
        "weight" => weight: f32 = 1.0,
    }
}

/// Keys that only a draft defines, of the extension and of its kinds.
pub const DRAFT_KEYS: [&str; 6] = ["sourceSpace", "destinationSpace", "aimVector", "upVector", "freezeAxes", "axes"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::json::Json;
    use crate::object::FromJson;

    #[test]
    fn aim_axes_are_read_as_words_and_as_signs() {
        for (word, sign, axis) in [
            ("PositiveX", "+X", AimAxis::PositiveX),
            ("NegativeX", "-X", AimAxis::NegativeX),
            ("PositiveY", "+Y", AimAxis::PositiveY),
            ("NegativeY", "-Y", AimAxis::NegativeY),
            ("PositiveZ", "+Z", AimAxis::PositiveZ),
            ("NegativeZ", "-Z", AimAxis::NegativeZ),
        ] {
            for text in [word, sign] {
                let json = Json::parse(format!("{{\"source\": 1, \"aimAxis\": \"{text}\"}}"), 16).unwrap();
                let aim = Aim::from_json(json.root(), &mut Diagnostics::new()).unwrap();
                assert_eq!((aim.aim_axis, aim.weight), (Some(axis), 1.0));
            }
            assert_eq!(axis.as_str(), word);
        }
    }

    #[test]
    fn a_roll_without_its_axis_is_unusable() {
        let json = Json::parse(r#"{"source": 1, "rollAxis": "x"}"#.to_owned(), 16).unwrap();
        let mut diagnostics = Diagnostics::new();
        assert_eq!(Roll::from_json(json.root(), &mut diagnostics), None);
        let findings: Vec<_> = diagnostics.iter().map(|found| found.code.as_str()).collect();
        assert_eq!(findings, ["VALUE_NOT_IN_LIST", "UNDEFINED_PROPERTY"]);
    }
}
