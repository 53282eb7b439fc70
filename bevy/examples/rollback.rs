//! A peer that predicts: every input arrives eight steps late, the world goes back and steps again, and ends with the same bits as a
//! world that knew all inputs in time.
//!
//! `cargo run --example rollback`, without a window `cargo run --example rollback -- --headless 240`

mod support;

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_sinew::{
    Pace, SinewDefaultWorld, SinewInstance, SinewLink, SinewState, SinewSystems, SinewWorld, convert::to_vec3,
};

/// How many steps late inputs are.
const LATE: u64 = 8;

fn main() -> AppExit {
    let camera = support::Camera { from: Vec3::new(2.0, 2.0, 4.0), at: Vec3::new(0.0, 0.8, 0.0) };
    support::run(camera, |app| {
        app.init_resource::<Past>().add_systems(Startup, setup);
        app.add_systems(FixedUpdate, predict.before(SinewSystems::Restore));
        app.add_systems(FixedUpdate, compare.after(SinewSystems::Emit));
    })
}

/// The states of the last steps; a library for rollback keeps these.
#[derive(Resource, Default)]
struct Past(VecDeque<SinewState>);

/// The world that knows everything in time.
#[derive(Component)]
struct Server;

/// What a player does before a step.
fn push(step: u64) -> Option<Vec3> {
    (step % 40 == 20).then(|| Vec3::new(if step % 80 == 20 { 2.0 } else { -2.0 }, 3.0, 0.5))
}

fn setup(mut commands: Commands, assets: Res<AssetServer>, client: Res<SinewDefaultWorld>) {
    let ragdoll = SinewInstance::new(assets.load("fixtures/examples/ragdoll.gltf"));
    commands.entity(client.0).insert(SinewState::default());
    commands.spawn(ragdoll.clone());
    let server = SinewWorld::default().with_pace(Pace::Once).with_wait_for_models(true);
    let server = commands.spawn((Server, server)).id();
    commands.spawn((ragdoll.in_world(server), Transform::default()));
}

fn act(world: &mut SinewWorld, link: &SinewLink, step: u64) -> Result {
    if let Some(impulse) = push(step) {
        let head = world.world().node(link.id(), "Head")?;
        world.world_mut().apply_impulse(link.id(), head, to_vec3(impulse))?;
    }
    Ok(())
}

/// Where an input turns out to be needed in the past, goes back to it and steps again.
fn predict(
    mut worlds: Query<(Entity, &mut SinewWorld, Option<&mut SinewState>)>,
    links: Query<&SinewLink>,
    mut past: ResMut<Past>,
) -> Result {
    for link in &links {
        let Ok((_, mut world, state)) = worlds.get_mut(link.world()) else { continue };
        let now = world.world().steps();
        let Some(mut state) = state else {
            act(&mut world, link, now)?;
            continue;
        };
        if now > 0 && past.0.back().is_none_or(|last| last.steps() != now) {
            past.0.push_back(state.clone());
            if past.0.len() > LATE as usize + 1 {
                past.0.pop_front();
            }
        }
        let Some(learnt) = now.checked_sub(LATE).filter(|step| push(*step).is_some()) else { continue };
        let Some(before) = past.0.iter().position(|state| state.steps() == learnt) else { continue };
        world.restore(&past.0[before])?;
        past.0.truncate(before + 1);
        while world.world().steps() < now {
            let step = world.world().steps();
            act(&mut world, link, step)?;
            world.world_mut().step();
            past.0.push_back(world.save());
        }
        *state = world.save();
    }
    Ok(())
}

fn compare(worlds: Query<(&SinewWorld, Has<Server>)>) -> Result {
    let digest = |is_server: bool| {
        let found = worlds.iter().find(|(_, is)| *is == is_server);
        found.map(|(world, _)| (world.world().steps(), world.digest()))
    };
    if let (Some(client), Some(server)) = (digest(false), digest(true))
        && client.0.is_multiple_of(40)
        && client.0 > 0
    {
        if client != server {
            return Err(format!("step {}: other bits than the world that knew everything in time", client.0).into());
        }
        println!("step {}: the same bits as the world that knew everything in time", client.0);
    }
    Ok(())
}
