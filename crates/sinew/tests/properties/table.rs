//! Every row of the table has a test of its effect: one that sets it while a world runs, reads it back, and rolls it back.

use sinew::model::property::{PropertyRow, Source};

use super::{SEEN, body, joint, omi, own, stored, surface};

/// The tests of the rows whose templates begin with one of these.
const CASES: &[(&str, fn())] = &[
    ("/nodes/{}/translation", body::setting_a_node_moves_its_body),
    ("/nodes/{}/rotation", stored::nodes_and_weights_are_the_current_ones),
    ("/nodes/{}/scale", stored::nodes_and_weights_are_the_current_ones),
    ("/nodes/{}/weights", stored::nodes_and_weights_are_the_current_ones),
    ("/nodes/{}/weights/{}", stored::nodes_and_weights_are_the_current_ones),
    ("/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/isKinematic", body::a_kinematic_body_keeps_its_velocity),
    ("/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/mass", body::an_impulse_divides_by_the_mass_that_was_set),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/centerOfMass",
        body::a_centre_of_mass_that_was_set_is_what_the_body_turns_about,
    ),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/inertiaDiagonal",
        body::an_angular_impulse_divides_by_the_moments_that_were_set,
    ),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/inertiaOrientation",
        body::an_angular_impulse_divides_by_the_moments_that_were_set,
    ),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/linearVelocity",
        body::velocities_are_along_the_axes_of_the_node,
    ),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/angularVelocity",
        body::velocities_are_along_the_axes_of_the_node,
    ),
    ("/nodes/{}/extensions/KHR_physics_rigid_bodies/motion/gravityFactor", body::a_factor_of_gravity_changes_the_fall),
    ("/nodes/{}/extensions/OMI_physics_body/motion/gravityFactor", omi::omi_factors_of_gravity_change_the_fall),
    ("/nodes/{}/extensions/OMI_physics_body/motion/", omi::omi_masses_and_velocities_are_those_that_were_set),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/joint/enableCollision",
        joint::jointed_bodies_collide_when_that_was_set,
    ),
    ("/nodes/{}/extensions/OMI_physics_joint/enableCollision", omi::omi_jointed_bodies_collide_when_that_was_set),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsMaterials/{}/restitution",
        surface::restitution_that_was_set_decides_how_a_cube_bounces,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsMaterials/{}/",
        surface::friction_that_was_set_decides_how_far_a_cube_slides,
    ),
    ("/extensions/OMI_physics_body/physicsMaterials/{}/", omi::omi_materials_slide_and_bounce_as_was_set),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/limits/{}/m",
        joint::a_body_hangs_at_the_end_of_the_range_that_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/limits/{}/stiffness",
        joint::a_soft_limit_sags_by_the_weight_over_the_stiffness_that_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/limits/{}/damping",
        joint::the_damping_of_a_soft_limit_decides_how_a_swing_dies,
    ),
    ("/extensions/OMI_physics_joint/physicsJoints/{}/limits/{}/m", omi::omi_ranges_end_where_they_were_set),
    ("/extensions/OMI_physics_joint/physicsJoints/{}/limits/{}/", omi::omi_soft_limits_sag_and_swing_as_was_set),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}/maxForce",
        joint::a_drive_lifts_no_more_than_the_force_that_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}/positionTarget",
        joint::a_drive_meets_the_target_that_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}/velocityTarget",
        joint::a_drive_follows_the_velocity_that_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}/stiffness",
        joint::the_spring_of_a_drive_sags_by_what_was_set,
    ),
    (
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/{}/drives/{}/damping",
        joint::the_damper_of_a_drive_sinks_at_the_weight_over_what_was_set,
    ),
    (
        "/extensions/OMI_physics_joint/physicsJoints/{}/drives/{}/velocityTarget",
        omi::omi_dampers_of_drives_move_at_what_was_set,
    ),
    (
        "/extensions/OMI_physics_joint/physicsJoints/{}/drives/{}/damping",
        omi::omi_dampers_of_drives_move_at_what_was_set,
    ),
    ("/extensions/OMI_physics_joint/physicsJoints/{}/drives/{}/", omi::omi_springs_of_drives_meet_their_targets),
    ("/extensions/KHR_implicit_shapes/shapes/{}/box/size", surface::a_box_rests_on_the_half_of_the_size_that_was_set),
    ("/extensions/KHR_implicit_shapes/shapes/{}/", surface::every_size_of_a_shape_is_felt_by_a_ray),
    (
        "/nodes/{}/extensions/VRMC_constraints-1.0/aim/weight",
        omi::weights_of_positions_and_aims_are_those_that_were_set,
    ),
    (
        "/nodes/{}/extensions/VRMC_node_constraint/constraint/aim/weight",
        omi::weights_of_positions_and_aims_are_those_that_were_set,
    ),
    (
        "/nodes/{}/extensions/VRMC_node_constraint/constraint/",
        stored::the_weight_of_a_constraint_is_the_one_that_was_set,
    ),
    (
        "/nodes/{}/extensions/VRMC_constraints-1.0/rotation/weight",
        stored::the_weight_of_a_constraint_is_the_one_that_was_set,
    ),
    ("/nodes/{}/extensions/VRMC_constraints-1.0/", omi::weights_of_positions_and_aims_are_those_that_were_set),
    ("/nodes/{}/extensions/OMI_physics_gravity/gravity", surface::a_gravity_field_has_the_strength_that_was_set),
    ("/extensions/KHR_virtual_transform/virtualTransforms/{}/", stored::a_virtual_transform_is_where_it_was_set),
    ("/extensions/VRMC_vrm/expressions/{}/weight", own::an_expression_moves_the_morph_targets_that_it_binds),
    ("/extensions/VRMC_vrm/lookAt/", own::the_eyes_turn_by_the_angles_that_were_set),
    ("/nodes/{}/extensions/SINEW_joint/friction", joint::a_pendulum_on_a_box_swings_on_where_its_joint_has_no_friction),
    ("/extensions/SINEW_world/gravity", own::the_gravity_of_the_world_is_the_one_that_was_set),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/collider/collisionFilter",
        own::a_filter_of_the_file_is_set_by_its_index,
    ),
    (
        "/nodes/{}/extensions/KHR_physics_rigid_bodies/trigger/collisionFilter",
        own::a_filter_of_the_file_is_set_by_its_index,
    ),
];

/// What is drawn, and what is read-only, has tests of its own that go through the table.
#[test]
fn no_row_is_without_a_test_of_its_effect() {
    let rows = PropertyRow::all().filter(|row| row.source.is_mutable() && row.source != Source::Stored);
    let mut done: Vec<(usize, Vec<&'static str>)> = Vec::new();
    for row in rows {
        let exact = CASES.iter().position(|(template, _)| *template == row.pointer);
        let case = exact.or_else(|| CASES.iter().position(|(template, _)| row.pointer.starts_with(template)));
        let case = case.unwrap_or_else(|| panic!("{} has no test", row.pointer));
        let known = done.iter().position(|(at, _)| CASES[*at].1 as usize == CASES[case].1 as usize);
        let known = known.unwrap_or_else(|| {
            SEEN.take();
            CASES[case].1();
            done.push((case, SEEN.take()));
            done.len() - 1
        });
        assert!(done[known].1.contains(&row.pointer), "the test of {} does not set it", row.pointer);
    }
}
