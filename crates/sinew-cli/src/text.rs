//! How things look to people: every function gives a text with styles in it, which the terminal drops where they are
//! not wanted.

pub(crate) mod findings;
pub(crate) mod number;
pub(crate) mod plain;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod tree;
