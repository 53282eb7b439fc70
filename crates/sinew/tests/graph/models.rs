//! Khronos's larger examples.

use std::sync::Arc;

use sinew::document::Document;
use sinew::math::Rigid;
use sinew::model::property::PropertyValue;
use sinew::{InstanceId, Model, NodeId, Selection, World, WorldOptions};
use sinew_testkit::assets;

fn spawned(name: &str) -> Option<(World, InstanceId)> {
    let path = assets::folder()?.join("interactivity").join(name);
    let (model, _) = Model::from_document(&Document::open(path).ok()?);
    assert!(model.graphs().selected().is_some(), "{name} is rejected");
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    Some((world, id))
}

/// Every boid has moved, none has left for good, and two runs agree to the last bit.
#[test]
fn the_flock_flies() {
    let Some((mut world, id)) = spawned("Flocking.glb") else { return };
    let Some((mut other, _)) = spawned("Flocking.glb") else { return };
    let start = world.pose(id).unwrap().local.clone();
    for _ in 0..120 {
        world.step();
        other.step();
        assert_eq!(world.digest(), other.digest());
    }
    assert_eq!(world.graph_halt(id), None);
    let now = &world.pose(id).unwrap().local;
    let moved = start.iter().zip(now).filter(|(a, b)| a.translation.distance(b.translation) > 0.01).count();
    assert!(moved >= 10, "{moved} nodes have moved");
    assert!(now.iter().all(|local| local.translation.is_finite() && local.translation.length() < 1e3));
}

/// Until it meets a cube, the graph's formula moves a sphere: v becomes (v + g dt) (1 − dt), and it goes v dt further. The first tick
/// has no time since the last.
#[test]
fn spheres_of_the_file_about_physics_fall() {
    let Some((mut world, id)) = spawned("PhysicsMath.glb") else { return };
    let dt = 1.0 / 60.0;
    let falling = ["Sphere-1", "Sphere-2", "Sphere-3"].map(|name| world.node(id, name).unwrap());
    let height = |world: &World, node: NodeId| f64::from(world.pose(id).unwrap().local[node.slot()].translation.y);
    let (mut speed, mut fallen) = (0.0, 0.0);
    let starts = falling.map(|node| height(&world, node));
    for tick in 0..20 {
        world.step();
        if tick > 0 {
            speed = (speed - 9.81 * dt) * (1.0 - dt);
            fallen += speed * dt;
        }
        for (node, start) in falling.iter().zip(starts) {
            let error = height(&world, *node) - start - fallen;
            // Positions have single precision: half a unit of 2⁻²² m each tick.
            assert!(error.abs() < 20.0 * 1.2e-7, "{error} in tick {tick}");
        }
    }
    for _ in 20..600 {
        world.step();
    }
    assert_eq!(world.graph_halt(id), None);
    // Who falls below −13 m begins again at 4 m.
    assert!(falling.iter().all(|node| (-14.0..20.0).contains(&height(&world, *node))));
}

/// The keys set a number, add or subtract one, double it or halve it without the rest; it stays between −99 and 99. Its digits are
/// tenths of a texture.
#[test]
fn the_calculator_calculates() {
    let Some((mut world, id)) = spawned("Calculator.glb") else { return };
    world.step();
    let keys: [(&str, i16); 15] = [
        ("Button 7", 7),
        ("Button multiply", 14),
        ("Button multiply", 28),
        ("Button.009", 29),
        ("Button devide", 14),
        ("Button substract", 13),
        ("Button multiply", 26),
        ("Button multiply", 52),
        ("Button multiply", 99),
        ("Button clear", 0),
        ("Button substract", -1),
        ("Button devide", -1),
        ("Button multiply", -2),
        ("Button Zero", 0),
        ("Button 4", 4),
    ];
    for (key, expected) in keys {
        let node = world.node(id, key).unwrap();
        assert_eq!(world.select(id, node, Selection::default()), Ok(true), "{key}");
        world.step();
        let (.., number) = world.graph_variables(id).next().unwrap();
        assert_eq!(number, [f64::from(expected)], "{key}");
        let digit = |material: usize| {
            let pointer = format!(
                "/materials/{material}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset"
            );
            world.value(id, &pointer).unwrap().numbers()[0]
        };
        let shown: [f32; 2] = [4, 5].map(digit);
        let digits = [expected.abs() / 10, expected.abs() % 10].map(|digit| f32::from(digit) * 0.1);
        assert!(shown.iter().zip(digits).all(|(shown, digit)| (shown - digit).abs() < 1e-6), "{key}: {shown:?}");
        let minus = world.node(id, "Negative").unwrap();
        let minus = world.model(id).unwrap().hierarchy().index(minus).0;
        let visible = world.value(id, &format!("/nodes/{minus}/extensions/KHR_node_visibility/visible"));
        assert_eq!(visible, Ok(PropertyValue::Bool(expected < 0)), "{key}");
    }
}
