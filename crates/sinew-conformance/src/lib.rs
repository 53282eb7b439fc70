//! The conformance suite: cases read, a runner asked, its answers judged, and what came of it told. `conformance/README.md`
//! is the page that other programs are written to.
//!
//! Nothing here knows a formula: what is expected stands in the cases.

pub(crate) mod board;
pub(crate) mod case;
pub(crate) mod expectation;
pub(crate) mod judge;
pub(crate) mod measure;
pub(crate) mod report;
pub(crate) mod request;
pub(crate) mod runner;
