//! Random programs of inputs.
