//! Whether the engine's part of a state holds together: what its lists name is there and knows them, and its numbers are finite.
//!
//! A snapshot's sum detects accidents. What somebody wrote on purpose, with a sum that fits, is looked at here. The engine believes its
//! lists without a look; one that names what is not there ends a step by a panic, and one that leads in a circle does not end it at all.

mod bodies;
mod contacts;
mod engine;
mod graph;
mod islands;
mod joints;
mod shapes;
mod sieve;
mod tree;

use rapier3d::prelude::IntegrationParameters;

use super::EngineState;

/// The most substeps of a step that a state may ask for; each step chooses them anew.
const MOST_SUBSTEPS: usize = 64;

/// Whether all lists of an engine's state hold together.
pub(super) fn is_whole(engine: &EngineState) -> bool {
    let Some(bodies) = bodies::read(&engine.bodies, &engine.colliders) else { return false };
    engine.gravity.is_finite()
        && has_parameters(&engine.integration_parameters)
        && bodies.are_whole(&engine.bodies, &engine.colliders)
        && joints::are_whole(&engine.impulse_joints, &engine.bodies)
        && tree::is_whole(&engine.broad_phase, &engine.colliders)
        && contacts::whole(engine, &bodies)
            .is_some_and(|contacts| islands::are_whole(&engine.islands, &engine.impulse_joints, &bodies, contacts))
}

/// Whether the parameters are those of every simulation, but for what a step sets.
fn has_parameters(parameters: &IntegrationParameters) -> bool {
    let of_solver =
        ["num_solver_iterations", "normalized_max_linear_velocity", "contact_softness", "static_contact_softness"];
    let set: Vec<&str> = of_solver.into_iter().chain(["dt", "min_ccd_dt"]).collect();
    let lengths = [
        parameters.dt,
        parameters.min_ccd_dt,
        parameters.contact_softness.natural_frequency,
        parameters.contact_softness.damping_ratio,
        parameters.static_contact_softness.natural_frequency,
        parameters.static_contact_softness.damping_ratio,
    ];
    lengths.iter().all(|length| length.is_finite() && *length >= 0.0)
        && parameters.num_solver_iterations <= MOST_SUBSTEPS
        && parameters.normalized_max_linear_velocity.to_bits() == f32::MAX.to_bits()
        && sieve::bytes(parameters, &set) == sieve::bytes(&IntegrationParameters::default(), &set)
}
