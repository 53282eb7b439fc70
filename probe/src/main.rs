//! Compares the digests of scenes in this build with those that are written down for Sinew alone.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{Animations, BuildCheck, Model, SpawnOptions, World, WorldDiagnostic, WorldOptions};

/// Scene, step, digest of the bodies, digest of everything.
const EXPECTED: &[(&str, u64, u64, u64)] = &include!("../../crates/sinew/tests/running/golden.txt");

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut differences = 0;
    let mut running: Option<(&str, World)> = None;
    for &(scene, step, bodies, all) in EXPECTED {
        let (_, world) = match &mut running {
            Some(running) if running.0 == scene => running,
            other => other.insert((scene, start(scene)?)),
        };
        while world.steps() < step {
            world.step();
        }
        let found = (world.physics_digest(), world.digest());
        let is_same = found == (bodies, all);
        println!("{scene} {step} {:016x} {:016x} {}", found.0, found.1, if is_same { "same" } else { "DIFFERENT" });
        differences += usize::from(!is_same);
    }
    let check = BuildCheck::get();
    if !check.is_same() {
        println!("{}", WorldDiagnostic::OtherBits(check));
        differences += 1;
    }
    println!("{differences} differences");
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn start(scene: &str) -> Result<World, Box<dyn Error>> {
    let path = format!("{}/../fixtures/running/{scene}.gltf", env!("CARGO_MANIFEST_DIR"));
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_animations(Animations::All);
    world.spawn_with(Arc::new(Model::open(path)?.0), Rigid::IDENTITY, &options);
    Ok(world)
}
