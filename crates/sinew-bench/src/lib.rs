//! Sinew beside what a user would pick instead, on the same files and in one run: `cargo xtask bench`.
//!
//! A [`contest`] is one scene and its contenders, which alternate; [`group`] has all of them. Contenders that run in Node
//! are processes of their own ([`node`]). [`report`] writes the table, the numbers and the chart. [`instructions`] counts what
//! the processor executes instead of how long it takes, which does not depend on what else the machine does; [`flames`] draws
//! where the time goes. [`dynamics`] and [`contacts`] measure how exact motion is: that of joints, and that of loose bodies which
//! touch.

pub mod bench;
pub mod contacts;
pub mod contest;
pub mod dynamics;
pub mod flames;
pub mod group;
pub mod instructions;
pub mod node;
pub mod report;
pub mod version;

/// Why something could not be measured.
pub type Failure = Box<dyn std::error::Error>;
