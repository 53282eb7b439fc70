//! Files that change, and files in several parts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use bevy::prelude::*;
use bevy_sinew::{SinewInstance, SinewLink, convert};

use common::{link, step_to, until, world};

#[test]
fn a_file_that_changes_is_spawned_anew_where_it_is() {
    let folder = std::env::temp_dir().join(format!("bevy_sinew_reload_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = |name: &str| {
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"name": "{name}", "translation": [0, 9, 0],
                "extensions": {{"KHR_physics_rigid_bodies": {{"motion": {{"mass": 1}}}}}}}}],
                "extensionsUsed": ["KHR_physics_rigid_bodies"]}}"#
        )
    };
    std::fs::write(folder.join("ball.gltf"), text("ball")).unwrap();
    let mut app = common::app_over(&folder);
    let model = app.world().resource::<AssetServer>().load("ball.gltf");
    let ball = common::spawn_bundle(&mut app, (SinewInstance::new(model), Transform::from_xyz(3.0, 0.0, 0.0)));
    step_to(&mut app, 20);
    let first = link(&app, ball).id();
    std::fs::write(folder.join("ball.gltf"), text("balloon")).unwrap();
    app.world().resource::<AssetServer>().reload("ball.gltf");
    until(&mut app, |app| app.world().get::<SinewLink>(ball).is_some_and(|link| link.id() != first));
    app.update();
    let link = link(&app, ball);
    assert!(link.entity_named("balloon").is_some() && link.entity_named("ball").is_none());
    assert_eq!(world(&app).world().instances().count(), 1);
    let root = world(&app).world().world_from_model(link.id()).unwrap();
    assert_eq!(convert::vec3(root.translation), Vec3::new(3.0, 0.0, 0.0));
    let below: Vec<Entity> = app.world().get::<Children>(ball).unwrap().iter().collect();
    assert_eq!(below, [link.entity_named("balloon").unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn external_buffers_come_from_bevys_asset_source() {
    let folder = std::env::temp_dir().join(format!("bevy_sinew_buffers_{}", std::process::id()));
    std::fs::create_dir_all(folder.join("some files")).unwrap();
    // Two key times, and two translations: from the origin to 4 m up in two seconds.
    let keys: Vec<u8> = [0.0_f32, 2.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(folder.join("some files/keys.bin"), keys).unwrap();
    let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "lift"}],
        "buffers": [{"uri": "some%20files/keys.bin", "byteLength": 32}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
            "samplers": [{"input": 0, "output": 1}]}]}"#;
    std::fs::write(folder.join("lift.gltf"), file).unwrap();
    let mut app = common::app_over(&folder);
    let model = app.world().resource::<AssetServer>().load("lift.gltf");
    let lift = app.world_mut().spawn(SinewInstance::new(model)).id();
    step_to(&mut app, 60);
    let (world, link) = (world(&app).world(), link(&app, lift));
    let height = world.pose(link.id()).unwrap().local[0].translation.y;
    assert!((height - 2.0).abs() < 0.04, "{height}");
    std::fs::remove_dir_all(&folder).unwrap();
}
