//! Casts a ray, and pushes what it hits where it hits it.
//!
//! `cargo run -p sinew --example rays_and_impulses`

use std::error::Error;
use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::model::physics::Shape;
use sinew::{Model, World, WorldError, WorldOptions};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/ragdoll.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldOptions::default().with_gravity(Vec3::ZERO));
    let ragdoll = world.spawn(Arc::new(Model::open(FILE)?.0), Rigid::IDENTITY);
    // A step, so that everything is where a query looks for it.
    world.step();
    let hit = world.ray_cast(Vec3::new(5.0, 2.5, 0.0), Vec3::NEG_X, 20.0).ok_or("the ray hits nothing")?;
    let (instance, node) = (hit.node.instance, hit.node.node);
    let name = |world: &World| world.model(instance).and_then(|model| Some(model.hierarchy().name(node)?.to_owned()));
    println!("the ray hits {} at {:.2}, {:.2} m away", name(&world).ok_or("?")?, hit.point, hit.distance);

    world.apply_point_impulse(instance, node, Vec3::NEG_X * 6.0, hit.point)?;
    let velocity = world.velocity(instance, node).ok_or("no body")?;
    println!("now it moves with {:.2} m/s", velocity.linear.length());

    // A call that cannot do anything says why.
    let ground = world.node(ragdoll, "Ground")?;
    assert_eq!(world.apply_impulse(ragdoll, ground, Vec3::Y), Err(WorldError::NoBody));

    let mut near = Vec::new();
    let around = Rigid::from_translation(hit.point).to_affine();
    world.overlap_shape(&Shape::Sphere { radius: 0.5 }, around, &mut near);
    println!("{} colliders are within half a metre", near.len());
    Ok(())
}
