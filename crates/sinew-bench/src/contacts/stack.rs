//! Towers that have to stand.

use sinew::glam::Vec3;

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::run::Run;
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
Cubes on each other, friction 0.5, without sleep, for 60 s. Sinking is how far the top one comes down, over the size of a cube. A tower \
stands if no cube is more than half a cube aside. *1:100* is a cube of 100 kg on four of 1 kg. At 1/30 s contacts are softer, and only standing \
is asked for.";

/// A tower.
struct Tower {
    scene: String,
    count: usize,
    size: f32,
    /// The mass of the last, over that of the others.
    top: f32,
    dt: f64,
    /// The most that the top may come down, in sizes.
    sink: f64,
}

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut towers = Vec::new();
    let sizes: &[(usize, f32, f64)] = extent.pick(
        &[
            (10, 1.0, 0.007),
            (10, 0.3, 0.05),
            (10, 0.1, 0.1),
            (10, 0.05, 0.05),
            (10, 0.02, 0.1),
            (10, 0.01, 0.15),
            (5, 0.003, 0.3),
            (5, 0.001, 0.3),
        ],
        &[(10, 1.0, 0.007), (10, 0.05, 0.05), (10, 0.01, 0.15), (5, 0.001, 0.3)],
    );
    for &(count, size, sink) in sizes {
        for rate in extent.pick(vec![60.0, 30.0, 120.0], vec![60.0]) {
            let scene = format!("{count} x {} mm, step 1/{rate} s", (size * 1e3).round());
            let sink = if rate < 60.0 { f64::INFINITY } else { sink };
            towers.push(Tower { scene, count, size, top: 1.0, dt: 1.0 / rate, sink });
        }
    }
    for size in extent.pick(vec![1.0, 0.5], vec![1.0]) {
        let scene = format!("1:100 on four, {size} m");
        towers.push(Tower { scene, count: 5, size, top: 100.0, dt: 1.0 / 60.0, sink: 0.06 / f64::from(size) });
    }
    let mut figures = Vec::new();
    for tower in &towers {
        figures.extend(tower.stand(extent.pick(60.0, 10.0))?);
    }
    Ok(figures)
}

impl Tower {
    fn stand(&self, seconds: f64) -> Result<Vec<Figure>, Failure> {
        let Self { ref scene, count, size, top, dt, sink } = *self;
        let mut assembly = Assembly::on_floor(Surface::rough(0.5));
        // As heavy as water.
        let mass = 1000.0 * size * size * size;
        for index in 0..count {
            let mass = if index + 1 == count { mass * top } else { mass };
            let center = Vec3::new(0.0, size * (index as f32 + 0.5), 0.0);
            assembly.add(Part::new(Solid::Box(Vec3::splat(size)), center, Motion::Dynamic(mass)));
        }
        let options = sinew::WorldOptions::default().with_dt(dt).with_sleeping(false);
        let mut run = Run::with_options(assembly, options)?;
        for _ in 0..run.steps(seconds) {
            run.step();
        }
        let place = |index: usize| run.pose(index + 1).translation;
        let stands = (0..count).all(|index| {
            let at = place(index);
            Vec3::new(at.x, 0.0, at.z).length() < 0.5 * size && (at.y - size * (index as f32 + 0.5)).abs() < 0.7 * size
        });
        let down = f64::from(size * (count as f32 - 0.5) - place(count - 1).y) / f64::from(size);
        let mut figures =
            vec![Figure::near(scene, "stands", (f64::from(u8::from(stands)), 1.0), "", Bound::AtLeast(1.0))];
        if sink.is_finite() {
            figures.push(Figure::error(scene, "top sinks", 100.0 * down, "%", 100.0 * sink));
        }
        Ok(figures)
    }
}
