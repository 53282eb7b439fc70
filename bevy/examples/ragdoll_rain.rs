//! Ragdolls fall, one every half second, and a ray from above finds the highest.
//!
//! `cargo run --example ragdoll_rain`, without a window `cargo run --example ragdoll_rain -- --headless 600`

mod support;

use bevy::prelude::*;
use bevy_sinew::{SinewInstance, SinewModel, SinewQuery, SinewSystems};

/// How many fall.
const COUNT: u32 = 12;

/// How many steps are between two.
const EVERY: u64 = 30;

fn main() -> AppExit {
    let camera = support::Camera { from: Vec3::new(4.0, 4.0, 7.0), at: Vec3::new(0.0, 1.0, 0.0) };
    support::run(camera, |app| {
        app.add_systems(Startup, setup);
        app.add_systems(FixedUpdate, rain.before(SinewSystems::Spawn));
        app.add_systems(FixedUpdate, measure.after(SinewSystems::Emit));
    })
}

#[derive(Resource)]
struct Cloud {
    ragdoll: Handle<SinewModel>,
    fallen: u32,
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.insert_resource(Cloud { ragdoll: assets.load("fixtures/examples/ragdoll.gltf"), fallen: 0 });
}

/// The next one is asked for in its step; a world that waits for models has it in the same step on every machine.
fn rain(mut commands: Commands, mut cloud: ResMut<Cloud>, sinew: SinewQuery) {
    let Some(world) = sinew.world() else { return };
    if cloud.fallen < COUNT && world.world().steps() >= u64::from(cloud.fallen) * EVERY {
        let place = cloud.fallen as f32;
        let at = Transform::from_xyz((place % 3.0 - 1.0) * 0.5, 1.0 + place * 0.1, (place % 4.0 - 1.5) * 0.4);
        commands.spawn((SinewInstance::new(cloud.ragdoll.clone()), at));
        cloud.fallen += 1;
    }
}

fn measure(sinew: SinewQuery) {
    let Some(world) = sinew.world() else { return };
    if world.world().steps().is_multiple_of(120)
        && let Some(hit) = sinew.ray_cast(Vec3::new(0.0, 20.0, 0.0), Dir3::NEG_Y, 30.0)
    {
        println!("{:.0} s: the first thing below is {:.2} m high", world.world().time(), hit.point.y);
    }
}
