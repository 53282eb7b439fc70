//! `VRMC_constraints-1.0`, the early draft of node constraints (vrm-specification, from b498333a to 730fa6c).
//!
//! The text writes spaces in lower case, its JSON schema in upper case; files have both. The schema's default of
//! `upVector` repeats that of `aimVector`, which leaves no plane to aim in; the text's [0, 1, 0] is taken.

use std::borrow::Cow;

use crate::index::NodeIndex;
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "VRMC_constraints-1.0";

object! {
    /// The extension on a node. The kinds stay unparsed, so that an invalid one still counts as present.
    #[derive(Clone, Debug)]
    pub struct Constraints<'json> {
        /// A [`Position`].
        "position" => position: Option<Value<'json>>,
        /// A [`Rotation`].
        "rotation" => rotation: Option<Value<'json>>,
        /// An [`Aim`].
        "aim" => aim: Option<Value<'json>>,
    }
}

string_enum! {
    /// The space that a transform is relative to.
    pub enum Space {
        /// To the parent.
        "local" | "LOCAL" => Local,
        /// To the root of the scene.
        "model" | "MODEL" => Model,
    }
}

object! {
    /// Applies the source's translation from rest to the node.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Position<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The node that is read.
        "source" => source: NodeIndex,
        /// The space in which the source is read.
        "sourceSpace" => source_space: Space = Space::Model,
        /// The space in which the node is moved.
        "destinationSpace" => destination_space: Space = Space::Model,
        /// Which of X, Y, Z are constrained.
        "freezeAxes" => freeze_axes: [bool; 3] = [true; 3],
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
        /// The space in which the source is read.
        "sourceSpace" => source_space: Space = Space::Model,
        /// The space in which the node is rotated.
        "destinationSpace" => destination_space: Space = Space::Model,
        /// About which of X, Y, Z the node is constrained.
        "freezeAxes" => freeze_axes: [bool; 3] = [true; 3],
        /// The weight, 0 to 1.
        "weight" => weight: f32 = 1.0,
    }
}

object! {
    /// Rotates the node to face the source.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Aim<'json> {
        /// The name; not necessarily unique.
        "name" => name: Option<Cow<'json, str>>,
        /// The node that is aimed at.
        "source" => source: NodeIndex,
        /// The space in which the source is read.
        "sourceSpace" => source_space: Space = Space::Model,
        /// The space in which the node is rotated.
        "destinationSpace" => destination_space: Space = Space::Model,
        /// The direction that faces the source.
        "aimVector" => aim_vector: [f32; 3] = [0.0, 0.0, 1.0],
        /// The axis of yaw.
        "upVector" => up_vector: [f32; 3] = [0.0, 1.0, 0.0],
        /// Whether yaw and pitch are constrained.
        "freezeAxes" => freeze_axes: [bool; 2] = [true; 2],
        /// The weight, 0 to 1.
        "weight" => weight: f32 = 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::json::Json;
    use crate::object::FromJson;

    #[test]
    fn spaces_are_read_in_both_spellings() {
        for (text, space) in [
            ("\"local\"", Space::Local),
            ("\"LOCAL\"", Space::Local),
            ("\"model\"", Space::Model),
            ("\"MODEL\"", Space::Model),
        ] {
            let json = Json::parse(text.to_owned(), 16).unwrap();
            let mut diagnostics = Diagnostics::new();
            assert_eq!(Space::from_json(json.root(), &mut diagnostics), Some(space));
            assert!(diagnostics.is_empty());
        }
    }

    #[test]
    fn defaults_are_those_of_the_text() {
        let json = Json::parse(r#"{"source": 2}"#.to_owned(), 16).unwrap();
        let mut diagnostics = Diagnostics::new();
        let aim = Aim::from_json(json.root(), &mut diagnostics).unwrap();
        assert_eq!((aim.source_space, aim.destination_space), (Space::Model, Space::Model));
        assert_eq!((aim.aim_vector, aim.up_vector), ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]));
        assert_eq!((aim.freeze_axes, aim.weight), ([true; 2], 1.0));
        let rotation = Rotation::from_json(json.root(), &mut diagnostics).unwrap();
        assert_eq!((rotation.source_space, rotation.destination_space), (Space::Model, Space::Model));
        assert_eq!((rotation.freeze_axes, rotation.weight), ([true; 3], 1.0));
        let position = Position::from_json(json.root(), &mut diagnostics).unwrap();
        assert_eq!((position.source_space, position.destination_space), (Space::Model, Space::Model));
        assert_eq!((position.freeze_axes, position.weight), ([true; 3], 1.0));
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn a_weight_of_zero_is_zero() {
        let json = Json::parse(r#"{"source": 2, "weight": 0}"#.to_owned(), 16).unwrap();
        let position = Position::from_json(json.root(), &mut Diagnostics::new()).unwrap();
        assert_eq!(position.weight.to_bits(), 0.0_f32.to_bits());
    }
}
