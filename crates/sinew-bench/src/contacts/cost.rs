//! What contacts cost, beside the engine at its own settings.

use std::sync::Arc;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{World, WorldOptions};
use sinew_testkit::scene::physics::{heap_poses, pile_poses};
use sinew_testkit::stopwatch::{Work, side_by_side};

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::raw;
use crate::dynamics::ground::run::model;
use crate::dynamics::ground::worst::median;
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
The processor time of this thread, in one process and in turns: a step of Sinew's world, a step of rapier3d at its own settings with the same shapes \
and masses; 300 steps from the start, without sleep. A ratio is the median of the rounds'. Small, bouncy and tiled scenes may cost more, and say \
how much.";

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let count = extent.pick(1000, 30);
    let (heap, pile) = (heap_poses(count), pile_poses(count));
    let mut figures = Vec::new();
    let rough = Surface::rough(0.5);
    for (scene, bound, assembly) in [
        (format!("pile of {count}"), 1.1, on(Assembly::on_floor(rough), &pile, 1.0)),
        (format!("heap of {count}"), 1.1, on(Assembly::on_floor(rough), &heap, 1.0)),
        (format!("heap of {count} on 3,600 tiles"), 1.3, on(tiles(), &heap, 1.0)),
        (
            format!("heap of {count}, e = 0.5"),
            1.5,
            on(Assembly::on_floor(Surface { restitution: 0.5, ..rough }), &heap, 1.0),
        ),
        (format!("heap of {count}, cubes of 3 cm"), 2.0, on(Assembly::on_floor(rough), &heap, 0.03)),
    ] {
        let ratio = race(&assembly, extent.pick(300, 10), extent.pick(5, 1))?;
        figures.push(Figure::near(&scene, "time / rapier3d", (ratio, 1.0), "", Bound::AtMost(bound)));
    }
    Ok(figures)
}

fn tiles() -> Assembly {
    let mut assembly = Assembly::new(Surface::rough(0.5));
    for (x, z) in (0..3600).map(|index| (index % 60 - 30, index / 60 - 30)) {
        let center = Vec3::new(x as f32 + 0.5, -0.25, z as f32 + 0.5);
        assembly.add(Part::new(Solid::Box(Vec3::new(1.0, 0.5, 1.0)), center, Motion::Static));
    }
    assembly
}

fn on(mut assembly: Assembly, poses: &[(Vec3, Quat)], scale: f32) -> Assembly {
    for (center, rotation) in poses {
        let mut part = Part::new(Solid::Box(Vec3::splat(scale)), Vec3::ZERO, Motion::Dynamic(scale * scale * scale));
        part.world_from_part = Rigid::new(*center * scale, *rotation);
        assembly.add(part);
    }
    assembly
}

/// The median of the ratios.
fn race(assembly: &Assembly, steps: usize, rounds: usize) -> Result<f64, Failure> {
    let model = model(assembly)?;
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        let mut ours = World::new(WorldOptions::default().with_sleeping(false));
        ours.spawn(Arc::clone(&model), Rigid::IDENTITY);
        let mut theirs = raw::world(assembly, false);
        let contenders: Vec<Work<'_>> = vec![Box::new(|| ours.step()), Box::new(|| theirs.step())];
        let times = side_by_side(steps, contenders);
        ratios.push(times[0].as_secs_f64() / times[1].as_secs_f64());
    }
    Ok(median(ratios))
}
