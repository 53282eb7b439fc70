//! Scenes with contacts: what joints do where bodies touch, and what that costs.

pub mod assembly;
pub mod chain;
pub mod cost;
pub mod drops;
pub mod heap;
pub mod joint;
pub mod pressing;
pub mod ragdoll;
pub mod random;
pub mod raw;
pub mod run;
pub mod sliding;
pub mod standing;
pub mod worst;
