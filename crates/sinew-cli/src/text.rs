//! Text for people. Every function returns styled text; the terminal removes the styles where they are not wanted.

#[cfg(feature = "physics")]
pub(crate) mod event;
pub(crate) mod findings;
pub(crate) mod number;
pub(crate) mod plain;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod tree;
