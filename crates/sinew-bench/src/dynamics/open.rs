//! The bounds that are known to be missed, so that a test sees every other one.

/// A scene, what is measured, and why it is missed.
const OPEN: &[(&str, &str, &str)] = &[
    ("arm of 3 with drives", "distance at", "the drives pull over a whole step before they see the motion"),
    ("drops, step 1/30", "depth below the floor", "23 mm in one drop, whose parts are as short as they get"),
    ("cube at a cube, 100 m/s", "met", "cubes of 1 cm at 1/240 s pass"),
    ("ball at a kinematic plate that comes", "met", "the engine finds their contact a step late"),
    ("sphere,", "speed / at the start", "small balls that spin by a radian in a step are stopped at seams"),
    ("sphere,", "bump", "large balls at 1/30 s"),
    ("cube,", "bump", "a cube tips into the seam that it has left"),
    ("capsule that rolls", "", "contacts rotate with a body that spins by a radian in a step"),
    ("elastic cube, flat, step 1/30 s", "energy", "low bounces of a few steps each"),
    (", from 0.2 m", "apex", "off by 2 mm"),
    ("cube, flat, e = 0", "aside", "its points are solved one after the other"),
    (
        "Robot_skinned",
        "fastest part",
        "eyes of 3 mm spin when their stop, 2 mm off their centre, meets them at 0.25 m/s",
    ),
    ("mixed pile of 150", "asleep", "some piles take longer"),
];

/// Whether a bound is known to be missed.
pub(super) fn is_open(scene: &str, quantity: &str) -> bool {
    OPEN.iter().any(|(part, what, _)| scene.contains(part) && quantity.starts_with(what))
}
