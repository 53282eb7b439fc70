//! Avatars that others made.

use sinew::math::Rigid;
use sinew::motion::LookAtAngles;
use sinew::{LookAtTarget, Model, World, WorldOptions};

use crate::assert_near;

#[test]
fn the_sample_of_binary_overrides_behaves_as_its_readme_says() {
    let Some(folder) = sinew_testkit::assets::folder() else { return };
    let path = folder.join("vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm");
    let model = Model::open(path).unwrap().0;
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.into(), Rigid::IDENTITY);
    let mut weights = |happy: f32, blink: f32| {
        world.set_expression(avatar, "happy", happy).unwrap();
        world.set_expression(avatar, "blink", blink).unwrap();
        world.step();
        let weight = |name| world.expressions(avatar).find(|it| it.name == name).unwrap().weight;
        [weight("happy"), weight("blink")]
    };
    // `happy` is binary and blends `blink` away: below the switch nothing of blink is lost, above it all of it.
    assert_near(&weights(0.4, 0.7), &[0.0, 0.7], "below");
    assert_near(&weights(0.6, 0.7), &[1.0, 0.0], "above");
    // Its texture is at the place that `happy` names.
    let pointer = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform";
    let moved = world.material_values(avatar).find(|it| it.pointer == pointer).unwrap();
    assert_near(&moved.value, &[0.125, 0.125, 0.875, 0.0], "material 0");
}

#[test]
fn godette_looks_along_the_curves_of_her_file() {
    let Some(folder) = sinew_testkit::assets::folder() else { return };
    let model = Model::open(folder.join("vrm/Godette_vrm0.vrm")).unwrap().0;
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.into(), Rigid::IDENTITY);
    let target = LookAtTarget::Direction(LookAtAngles { yaw: 59.065_07, pitch: 0.0 });
    world.set_look_at(avatar, Some(target), None).unwrap();
    world.step();
    // 59.06507 / 90 is the place of the second key of `lookAtHorizontalOuter`: 0.393769681 · 7.1, above 1.
    let left = world.expressions(avatar).find(|it| it.name == "lookLeft").unwrap();
    assert!((left.value - 2.795_765).abs() < 1e-4, "{left:?}");
    assert_near(&[left.weight], &[1.0], "clamped");
}
