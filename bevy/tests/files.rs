//! Files of all kinds, loaded by Bevy, one world each, stepped: the project's own, and those that the extensions' authors publish.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_sinew::sinew::Model;
use bevy_sinew::sinew::math::Rigid;
use bevy_sinew::{SinewError, SinewInstance, SinewLink, SinewProblem, SinewWorld, sinew};

/// How many steps each file makes.
const STEPS: u64 = 30;

#[test]
fn own_files_are_in_the_plugin_what_they_are_in_the_library() {
    let ran = compare(&common::root().join("fixtures"));
    assert!(ran.values().sum::<usize>() > 100, "{ran:?}");
}

#[test]
fn published_files_are_in_the_plugin_what_they_are_in_the_library() {
    let Some(folder) = common::assets() else { return };
    let ran = compare(&folder);
    println!("files that ran, by folder: {ran:?}");
    // None is refused, not even of those that a validator finds fault with.
    assert_eq!(ran.values().sum::<usize>(), common::models(&folder).len(), "{ran:?}");
}

/// Runs every file below a folder, and compares each with the library. Answers how many ran, by the folder that they are in.
fn compare(folder: &Path) -> BTreeMap<String, usize> {
    let files = common::models(folder);
    let mut app = common::app_over(folder);
    let mut spawned = Vec::new();
    for path in &files {
        let relative = path.strip_prefix(folder).unwrap().to_path_buf();
        let world = app.world_mut().spawn(SinewWorld::default().with_wait_for_models(true)).id();
        let model = app.world().resource::<AssetServer>().load(relative);
        let instance = app.world_mut().spawn(SinewInstance::new(model).in_world(world)).id();
        spawned.push((path, world, instance));
    }
    let refused = step_all(&mut app, &spawned);
    let mut ran = BTreeMap::new();
    for (path, world, instance) in spawned {
        match Model::open(path) {
            Ok((model, _)) => {
                let link = app.world().get::<SinewLink>(instance);
                assert!(link.is_some(), "{}: the library reads it, the plugin does not", path.display());
                let mut alone = sinew::World::new(sinew::WorldOptions::default());
                alone.spawn(model.into(), Rigid::IDENTITY);
                (0..STEPS).for_each(|_| alone.step());
                let world = app.world().get::<SinewWorld>(world).unwrap();
                assert_eq!((world.world().steps(), world.digest()), (STEPS, alone.digest()), "{}", path.display());
                let first = path.strip_prefix(folder).unwrap().iter().next().unwrap();
                *ran.entry(first.to_string_lossy().into_owned()).or_default() += 1;
            }
            Err(_) => assert!(refused.contains(&instance), "{}: refused without a word", path.display()),
        }
    }
    ran
}

/// Updates until every file has made its steps or was refused; answers those that were.
fn step_all(app: &mut App, spawned: &[(&PathBuf, Entity, Entity)]) -> Vec<Entity> {
    let mut refused = Vec::new();
    let mut seen = bevy::ecs::message::MessageCursor::<SinewProblem>::default();
    for _ in 0..20_000 {
        app.update();
        let problems = app.world().resource::<Messages<SinewProblem>>();
        let failed = |problem: &&SinewProblem| matches!(problem.error, SinewError::Load(_));
        refused.extend(seen.read(problems).filter(failed).map(|problem| problem.entity));
        let is_done = |&(_, world, instance): &(&PathBuf, Entity, Entity)| {
            let steps = app.world().get::<SinewWorld>(world).map_or(0, |world| world.world().steps());
            refused.contains(&instance) || (steps >= STEPS && app.world().get::<SinewLink>(instance).is_some())
        };
        if spawned.iter().all(is_done) {
            break;
        }
        // A world that is done waits for the others.
        for &(_, world, instance) in spawned {
            let is_linked = app.world().get::<SinewLink>(instance).is_some();
            let mut world = app.world_mut().get_mut::<SinewWorld>(world).unwrap();
            world.paused = is_linked && world.world().steps() >= STEPS;
        }
    }
    refused
}
