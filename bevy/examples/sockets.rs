//! A lamp and a marker on the virtual transforms of a robot, which moves.
//!
//! `cargo run --example sockets`, without a window `cargo run --example sockets -- --headless 240`

mod support;

use bevy::prelude::*;
use bevy_sinew::{SinewDrives, SinewQuery, SinewSocket, SinewSystems, SinewWorld};

fn main() -> AppExit {
    let camera = support::Camera { from: Vec3::new(1.2, 1.6, 3.2), at: Vec3::new(0.0, 0.8, 0.0) };
    support::run(camera, |app| {
        app.add_systems(Startup, setup);
        app.add_systems(FixedUpdate, (swing.before(SinewSystems::Apply), report.after(SinewSystems::Emit)));
    })
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    let robot = (SinewDrives::default(), support::file(&assets, "bevy/assets/robot.gltf"));
    let robot = commands.spawn(robot).id();
    commands.spawn((SinewSocket::new(robot, "Lamp"), PointLight { intensity: 40_000.0, ..default() }));
    commands.spawn((SinewSocket::new(robot, "Grip"), Name::new("Marker")));
}

/// From one end of the rail to the other in two seconds, and back.
fn swing(sinew: SinewQuery, mut robots: Query<&mut SinewDrives>) {
    let Some(world) = sinew.world() else { return };
    let phase = (world.world().time() * 0.25) as f32 % 1.0;
    robots.iter_mut().for_each(|mut drives| drives.set_target("Rail", 0, 1.2 * (1.0 - (2.0 * phase - 1.0).abs())));
}

fn report(sinew: SinewQuery, sockets: Query<(&SinewSocket, &Transform)>) {
    let Some(world) = sinew.world().map(SinewWorld::world) else { return };
    if world.steps().is_multiple_of(60) {
        for (socket, at) in &sockets {
            println!("{:.0} s: {} at {:.2}", world.time(), socket.name, at.translation);
        }
    }
}
