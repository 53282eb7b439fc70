//! Fast bodies that must not pass through each other.

use sinew::WorldOptions;
use sinew::glam::{DVec3, Vec3, Vec3Swizzles as _};

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::random::Random;
use crate::dynamics::ground::run::Run;
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
Two bodies meet in space, without gravity: a ball flies at a free plate, at a kinematic one, two balls, two cubes and a ball \
and a cube fly at each other, a kinematic plate flies at a ball. Sizes are 1 cm to 1 m, each with five places of the step in which \
they meet, and for balls with the centres up to half a radius beside each other. They have met if neither is ever behind the \
other. Momentum is that of both after 0.3 s, over that of one before.";

/// Two bodies on the X axis.
struct Meeting {
    scene: &'static str,
    /// Their shapes by a size; the second is at +X.
    solids: fn(f32) -> [Solid; 2],
    masses: [Option<f32>; 2],
    /// The parts of the speed that they have.
    parts: [f32; 2],
}

const CUBE: fn(f32) -> Solid = |size| Solid::Box(Vec3::splat(size));
const BALL: fn(f32) -> Solid = |size| Solid::Ball { radius: 0.5 * size };
const PLATE: fn(f32) -> Solid = |size| Solid::Box(Vec3::new(size, 10.0 * size, 10.0 * size));

const MEETINGS: &[Meeting] = &[
    Meeting {
        scene: "ball at a free plate",
        solids: |size| [BALL(size), PLATE(size)],
        masses: [Some(1.0), Some(5.0)],
        parts: [1.0, 0.0],
    },
    Meeting {
        scene: "ball at a ball",
        solids: |size| [BALL(size), BALL(size)],
        masses: [Some(1.0), Some(1.0)],
        parts: [1.0, -1.0],
    },
    Meeting {
        scene: "ball at a slower, heavier ball",
        solids: |size| [BALL(size), BALL(size)],
        masses: [Some(1.0), Some(20.0)],
        parts: [1.0, -0.3],
    },
    Meeting {
        scene: "cube at a cube",
        solids: |size| [CUBE(size), CUBE(size)],
        masses: [Some(1.0), Some(1.0)],
        parts: [1.0, -1.0],
    },
    Meeting {
        scene: "ball overtakes a cube",
        solids: |size| [BALL(size), CUBE(size)],
        masses: [Some(1.0), Some(1.0)],
        parts: [1.0, 0.4],
    },
    Meeting {
        scene: "ball at a kinematic plate that comes",
        solids: |size| [BALL(size), PLATE(size)],
        masses: [Some(1.0), None],
        parts: [0.7, -0.3],
    },
    Meeting {
        scene: "kinematic plate at a ball at rest",
        solids: |size| [PLATE(size), BALL(size)],
        masses: [None, Some(1.0)],
        parts: [1.0, 0.0],
    },
];

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let speeds: &[f32] = extent.pick(&[10.0, 20.0, 50.0, 100.0, 300.0], &[20.0, 300.0]);
    let sizes: &[f32] = extent.pick(&[0.01, 0.1, 1.0], &[0.1]);
    let rates: &[f64] = extent.pick(&[60.0, 30.0, 240.0], &[60.0]);
    let mut figures = Vec::new();
    for meeting in MEETINGS {
        for &speed in speeds {
            let scene = format!("{}, {speed} m/s", meeting.scene);
            let (mut met, mut all, mut lost) = (0, 0, 0.0_f64);
            for (&size, &rate) in sizes.iter().flat_map(|size| rates.iter().map(move |rate| (size, rate))) {
                for place in 0..extent.pick(5, 3) {
                    let (has_met, momentum) = meeting.run(speed, size, 1.0 / rate, place)?;
                    all += 1;
                    met += i32::from(has_met);
                    lost = lost.max(momentum);
                }
            }
            let part = f64::from(met) / f64::from(all);
            figures.push(Figure::near(&scene, "met", (part, 1.0), "", Bound::AtLeast(1.0)));
            if meeting.masses.iter().all(Option::is_some) {
                figures.push(Figure::error(&scene, "momentum lost", 100.0 * lost, "%", 0.1));
            }
        }
    }
    Ok(figures)
}

impl Meeting {
    /// Whether they met, and the momentum that was lost over that of the faster one.
    fn run(&self, speed: f32, size: f32, dt: f64, place: u64) -> Result<(bool, f64), Failure> {
        let mut assembly = Assembly::new(Surface::rough(0.5));
        let mut random = Random::new(place);
        let solids = (self.solids)(size);
        // Some three steps before they meet.
        let closing = speed * (self.parts[0] - self.parts[1]) * dt as f32;
        let apart = 2.0 * size + closing * (2.0 + random.unit());
        let are_balls = solids.iter().all(|solid| matches!(solid, Solid::Ball { .. }));
        let beside = if are_balls { 0.25 * size * random.unit() } else { 0.0 };
        for (side, solid) in solids.into_iter().enumerate() {
            let motion = self.masses[side].map_or(Motion::Kinematic, Motion::Dynamic);
            let at = Vec3::new(apart * side as f32, beside * side as f32, 0.0);
            let mut part = Part::new(solid, at, motion);
            part.linear = Vec3::X * (speed * self.parts[side]);
            assembly.add(part);
        }
        let mut run = Run::with_options(assembly, WorldOptions::default().with_dt(dt).with_gravity(Vec3::ZERO))?;
        let mut has_met = true;
        let mut last = DVec3::ZERO;
        for _ in 0..run.steps(0.3) {
            run.step();
            let [a, b] = [0, 1].map(|part| run.pose(part).translation);
            // A ball that was deflected may pass beside the other.
            has_met &= a.x < b.x || (b - a).yz().length() > 0.6 * size;
            last = run.momentum(0);
        }
        let of = |side: usize| f64::from(self.masses[side].unwrap_or(0.0) * speed * self.parts[side]);
        let lost = (last - DVec3::X * (of(0) + of(1))).length() / of(0).abs().max(of(1).abs());
        // Two that passed through each other at full speed have kept their momentum, and so have two that never met.
        let moved = (0..2).any(|side| {
            self.masses[side].is_some() && {
                let from = if side == 0 { 0.0 } else { apart };
                let straight = from + speed * self.parts[side] * run.world.time() as f32;
                (run.pose(side).translation.x - straight).abs() > 0.1 * size
            }
        });
        Ok((has_met && moved, lost))
    }
}
