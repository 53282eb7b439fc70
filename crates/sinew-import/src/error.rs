//! Why a robot could not be imported.

use std::fmt;

use sinew_document::{EditError, ReadError};

use crate::place::Place;

/// The error of an import; nothing could be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not well-formed XML, has a document type declaration, or exceeds a limit.
    Xml {
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// The root element is neither `robot` nor `mujoco`.
    UnknownFormat {
        /// The name of the root element.
        root: String,
    },
    /// A value, a reference or a structure is invalid.
    Invalid {
        /// Where.
        place: Place,
        /// What is wrong, and the fix.
        message: String,
    },
    /// There is no such keyframe.
    NoKeyframe {
        /// The name that was asked for.
        name: String,
    },
    /// The document could not be edited, as after an overflow of a number.
    Edit(EditError),
    /// The document could not be built.
    Read(ReadError),
}

impl ImportError {
    pub(crate) fn invalid(place: &Place, message: impl Into<String>) -> Self {
        Self::Invalid { place: place.clone(), message: message.into() }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xml { place, message } | Self::Invalid { place, message } => write!(out, "{place}: {message}"),
            Self::UnknownFormat { root } => {
                write!(out, "the root element is <{root}>; a URDF file has <robot>, an MJCF file <mujoco>")
            }
            Self::NoKeyframe { name } => write!(out, "there is no keyframe \"{name}\""),
            Self::Edit(error) => error.fmt(out),
            Self::Read(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ImportError {}

impl From<EditError> for ImportError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl From<ReadError> for ImportError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}
