//! A robot takes a crate, carries it to the other side and puts it down: drives, set before every step.
//!
//! `cargo run --example robot_arm`, without a window `cargo run --example robot_arm -- --headless 480`

mod support;

use bevy::prelude::*;
use bevy_sinew::{Phase, SinewContact, SinewDrives, SinewQuery, SinewSystems};

fn main() -> AppExit {
    let camera = support::Camera { from: Vec3::new(1.2, 1.6, 3.2), at: Vec3::new(0.0, 0.7, 0.0) };
    support::run(camera, |app| {
        app.add_plugins(plugin).add_systems(Startup, setup);
        app.add_systems(FixedUpdate, report.after(SinewSystems::Emit));
    })
}

/// What moves the robot.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, work.before(SinewSystems::Apply));
}

#[derive(Component)]
pub(crate) struct Robot;

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((Robot, SinewDrives::default(), support::file(&assets, "bevy/assets/robot.gltf")));
}

/// Seconds, then where the rail, the lift and the grip are to be by then.
const PLAN: &[(f32, [f32; 3])] = &[
    (0.0, [0.0, 0.0, 0.0]),
    (1.0, [0.0, -0.75, 0.0]),
    (1.2, [0.0, -0.75, 0.0]),
    (1.4, [0.0, -0.75, 0.08]),
    (1.8, [0.0, -0.75, 0.08]),
    (2.8, [0.0, -0.2, 0.08]),
    (4.3, [1.2, -0.2, 0.08]),
    (5.3, [1.2, -0.75, 0.08]),
    (5.5, [1.2, -0.75, 0.08]),
    (5.7, [1.2, -0.75, 0.0]),
    (6.0, [1.2, -0.75, 0.0]),
    (7.0, [1.2, 0.0, 0.0]),
];

fn work(sinew: SinewQuery, mut robots: Query<&mut SinewDrives, With<Robot>>) {
    let Some(world) = sinew.world() else { return };
    let time = world.world().time() as f32;
    let next = PLAN.iter().position(|(at, _)| *at > time).unwrap_or(PLAN.len() - 1).max(1);
    let ((from, before), (to, after)) = (PLAN[next - 1], PLAN[next]);
    let part = ((time - from) / (to - from)).clamp(0.0, 1.0);
    let [rail, lift, grip] = std::array::from_fn(|drive| before[drive] + (after[drive] - before[drive]) * part);
    for mut drives in &mut robots {
        drives.set_target("Rail", 0, rail);
        drives.set_target("Lift", 0, lift);
        drives.set_target("Left grip", 0, grip);
        drives.set_target("Right grip", 0, -grip);
    }
}

fn report(mut contacts: MessageReader<SinewContact>, names: Query<&Name>) {
    for contact in contacts.read() {
        let name = |node: Option<Entity>| node.and_then(|node| names.get(node).ok()).map_or("?", Name::as_str);
        let verb = if contact.phase == Phase::Begin { "touches" } else { "leaves" };
        println!("{:.2} s: {} {verb} {}", contact.time, name(contact.a.node), name(contact.b.node));
    }
}
