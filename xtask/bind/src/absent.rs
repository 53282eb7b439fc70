//! Functions of the engine that need a soft body or a multibody, which Sinew never makes: traps.
//!
//! The engine steps sets of them that are always empty, also behind a snapshot (`crates/sinew-physics/src/simulation/saved.rs`), and
//! has no feature that leaves them out. What is called with a set stays; what is given one body of it, its mesh, its
//! constraints or its handle cannot be called. With it goes whatever only it calls.

use walrus::ir::{Instr, InstrLocId, Unreachable};
use walrus::{FunctionId, Module};

/// The crate whose functions these are, as a symbol begins with it.
const CRATE: &str = "_ZN8rapier3d";

/// Parts of the symbols of such functions: methods of a soft body and of its mesh, what splits and tears one, passes over two
/// meshes, and what is done where a step has particles; methods of a multibody and of its joints, and constraints of one.
const ABSENT: [&str; 26] = [
    "soft_body..soft_body..SoftBody$GT$",
    "collision_mesh..SoftCollisionMesh$GT$",
    "9soft_body7tearing",
    "SoftBodySet$GT$4tear17h",
    "SoftBodySet$GT$13split_cluster17h",
    "SoftBodySet$GT$16split_body_along17h",
    "SoftBodySet$GT$20split_clusters_along17h",
    "18detect_vertex_pass17h",
    "23soft_contacts_edge_pass12detect_edges17h",
    "20soft_contacts_volume11volume_bins17h",
    "20soft_contacts_volume14patch_vertices17h",
    "22soft_contacts_classify13classify_skin17h",
    "SoftConstraintsSet$GT$17assemble_contacts17h",
    "SoftConstraintsSet$GT$22assemble_body_contacts17h",
    "SoftConstraintsSet$GT$22assemble_edge_contacts17h",
    "SoftConstraintsSet$GT$24assemble_vertex_contacts17h",
    "SoftConstraintsSet$GT$19solve_contact_chunk17h",
    "SoftConstraintsSet$GT$22solve_color_constraint17h",
    "SoftConstraintsSet$GT$22solve_shape_constraint17h",
    "15multibody_joint9multibody9Multibody",
    "15multibody_joint15multibody_joint14MultibodyJoint",
    "20unit_multibody_joint",
    "24GenericContactConstraint5solve17h",
    "31GenericContactConstraintBuilder6update17h",
    "22lock_jacobians_generic17h",
    "28finalize_generic_constraints17h",
];

/// Replaces these functions by traps, and returns how many.
pub(crate) fn cut(module: &mut Module) -> usize {
    let found: Vec<FunctionId> = module
        .funcs
        .iter_local()
        .map(|(id, _)| id)
        .filter(|id| module.funcs.get(*id).name.as_deref().is_some_and(is_absent))
        .collect();
    for &id in &found {
        let function = module.funcs.get_mut(id).kind.unwrap_local_mut();
        let start = function.entry_block();
        function.block_mut(start).instrs = vec![(Instr::Unreachable(Unreachable {}), InstrLocId::default())];
    }
    found.len()
}

fn is_absent(symbol: &str) -> bool {
    symbol.starts_with(CRATE) && ABSENT.iter().any(|part| symbol.contains(part))
}

#[cfg(test)]
mod tests {
    use walrus::FunctionBuilder;

    use super::*;

    const OF_A_BODY: &str = "_ZN8rapier3d8dynamics9soft_body17soft_body_cluster68_$LT$impl$u20$rapier3d..dynamics..soft_body..soft_body..SoftBody$GT$21remove_dead_particles17h3eafc41371459294E";
    const OF_THE_SET: &str = "_ZN8rapier3d8dynamics9soft_body13soft_body_set23soft_body_set_step_sync90_$LT$impl$u20$rapier3d..dynamics..soft_body..soft_body_set..soft_body_set..SoftBodySet$GT$16update_colliders17hf059033a62889979E";
    const OF_A_MULTIBODY: &str =
        "_ZN8rapier3d8dynamics5joint15multibody_joint9multibody9Multibody18update_mass_matrix17he74917f1c6e33927E";
    const DROP: &str =
        "_ZN4core3ptr71drop_in_place$LT$rapier3d..dynamics..soft_body..soft_body..SoftBody$GT$17h316389065f55bbacE";

    #[test]
    fn what_is_given_a_body_is_cut_and_what_is_given_the_set_stays() {
        assert!(is_absent(OF_A_BODY) && is_absent(OF_A_MULTIBODY));
        assert!(!is_absent(OF_THE_SET) && !is_absent(DROP));
        let mut module = Module::default();
        let mut function = |name: &str| {
            let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
            builder.name(name.to_owned()).func_body().i32_const(1).drop();
            builder.finish(Vec::new(), &mut module.funcs)
        };
        let (body, set) = (function(OF_A_BODY), function(OF_THE_SET));
        assert_eq!(cut(&mut module), 1);
        let length = |id: FunctionId| {
            let function = module.funcs.get(id).kind.unwrap_local();
            function.block(function.entry_block()).instrs.len()
        };
        assert_eq!((length(body), length(set)), (1, 2));
    }
}
