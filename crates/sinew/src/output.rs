//! What comes out: answers for programs to read. Nothing here feeds back into what runs.

pub mod answer;
pub mod copied;
pub mod inspection;
pub mod normalize;
