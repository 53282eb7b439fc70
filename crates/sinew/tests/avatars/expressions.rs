//! Expressions on a running instance: the update algorithm of `VRMC_vrm` 1.0, worked by hand.

use serde_json::json;
use sinew::WorldError;

use crate::{Avatar, assert_near, morph};

/// `happy` moves target 0 by half, `blink` target 1, `aa` target 2, `lookLeft` target 3; `smirk` moves 0 and is custom.
fn face() -> Avatar {
    Avatar::new()
        .with_expression("happy", json!({"morphTargetBinds": morph(0, 0.5), "overrideBlink": "blend"}))
        .with_expression(
            "angry",
            json!({"overrideBlink": "block", "overrideMouth": "blend", "overrideLookAt": "blend"}),
        )
        .with_expression("surprised", json!({"isBinary": true, "overrideMouth": "block"}))
        .with_expression("sad", json!({"overrideBlink": "blend", "overrideLookAt": "block"}))
        .with_expression("blink", json!({"morphTargetBinds": morph(1, 1.0), "overrideBlink": "block"}))
        .with_expression("blinkLeft", json!({"isBinary": true}))
        .with_expression("aa", json!({"morphTargetBinds": morph(2, 1.0)}))
        .with_expression("lookLeft", json!({"morphTargetBinds": morph(3, 1.0)}))
        .with_expression("smirk", json!({"morphTargetBinds": morph(0, 0.25)}))
}

#[test]
fn twenty_mixes_have_the_weights_of_the_text() {
    type Mix = (&'static [(&'static str, f32)], [f32; 4]);
    // Each with the weights of the four morph targets: sums of bind × output, outputs × (1 − saturate(overrides)).
    let mixes: [Mix; 20] = [
        (&[], [0.0, 0.0, 0.0, 0.0]),
        (&[("happy", 0.6)], [0.3, 0.0, 0.0, 0.0]),
        (&[("happy", 1.5)], [0.5, 0.0, 0.0, 0.0]),
        (&[("happy", -1.0)], [0.0, 0.0, 0.0, 0.0]),
        (&[("happy", 1.0), ("smirk", 1.0)], [0.75, 0.0, 0.0, 0.0]),
        (&[("blink", 0.8)], [0.0, 0.8, 0.0, 0.0]),
        (&[("happy", 0.5), ("blink", 1.0)], [0.25, 0.5, 0.0, 0.0]),
        (&[("happy", 1.0), ("blink", 1.0)], [0.5, 0.0, 0.0, 0.0]),
        (&[("happy", 0.25), ("sad", 0.25), ("blink", 1.0)], [0.125, 0.5, 0.0, 0.0]),
        (&[("happy", 0.75), ("sad", 0.75), ("blink", 1.0)], [0.375, 0.0, 0.0, 0.0]),
        (&[("angry", 0.01), ("blink", 1.0)], [0.0, 0.0, 0.0, 0.0]),
        (&[("angry", 0.5), ("aa", 1.0), ("lookLeft", 1.0)], [0.0, 0.0, 0.5, 0.5]),
        (&[("surprised", 0.5), ("aa", 1.0)], [0.0, 0.0, 1.0, 0.0]),
        (&[("surprised", 0.51), ("aa", 1.0)], [0.0, 0.0, 0.0, 0.0]),
        (&[("sad", 0.2), ("lookLeft", 1.0)], [0.0, 0.0, 0.0, 0.0]),
        (&[("sad", 0.0), ("lookLeft", 1.0)], [0.0, 0.0, 0.0, 1.0]),
        (&[("blinkLeft", 0.6), ("blink", 1.0)], [0.0, 1.0, 0.0, 0.0]),
        (&[("aa", 0.4), ("blink", 0.3), ("smirk", 0.8)], [0.2, 0.3, 0.4, 0.0]),
        (&[("angry", 1.0), ("aa", 1.0), ("lookLeft", 1.0), ("blink", 1.0)], [0.0, 0.0, 0.0, 0.0]),
        (&[("happy", 0.2), ("angry", 0.3), ("aa", 0.5), ("lookLeft", 0.5)], [0.1, 0.0, 0.35, 0.35]),
    ];
    for (mix, expected) in mixes {
        let (mut world, avatar) = face().world();
        for (name, value) in mix {
            world.set_expression(avatar, name, *value).unwrap();
        }
        world.step();
        assert_near(&world.pose(avatar).unwrap().weights, &expected, &format!("{mix:?}"));
    }
}

#[test]
fn a_binary_blink_goes_whole_and_is_suppressed_whole() {
    let (mut world, avatar) = face().world();
    let weight = |world: &sinew::World, name: &str| {
        world.expressions(avatar).find(|it| it.name == name).map(|it| (it.value, it.weight)).unwrap()
    };
    world.set_expression(avatar, "blinkLeft", 0.7).unwrap();
    world.step();
    assert_eq!(weight(&world, "blinkLeft"), (0.7, 1.0));
    // "must be completely suppressed if the effect received is greater than 0.0"
    world.set_expression(avatar, "happy", 0.01).unwrap();
    world.step();
    assert_eq!(weight(&world, "blinkLeft"), (0.7, 0.0));
}

#[test]
fn an_expression_shows_with_the_next_step_and_none_releases_it() {
    let (mut world, avatar) = face().world();
    let before = world.digest();
    world.set_expression(avatar, "happy", 1.0).unwrap();
    assert_near(&world.pose(avatar).unwrap().weights, &[0.0; 4], "before the step");
    assert_ne!(world.digest(), before);
    world.step();
    assert_near(&world.pose(avatar).unwrap().weights, &[0.5, 0.0, 0.0, 0.0], "shown");
    world.set_expression(avatar, "happy", None).unwrap();
    world.step();
    assert_near(&world.pose(avatar).unwrap().weights, &[0.0; 4], "released");
}

#[test]
fn unknown_names_and_numbers_that_are_not_finite_are_refused() {
    let (mut world, avatar) = face().world();
    let before = world.digest();
    let unknown = WorldError::UnknownExpression("grin".to_owned());
    assert_eq!(world.set_expression(avatar, "grin", 1.0), Err(unknown));
    assert_eq!(world.set_expression(avatar, "happy", f32::NAN), Err(WorldError::NotFinite));
    assert_eq!(world.digest(), before);
    world.despawn(avatar).unwrap();
    assert_eq!(world.set_expression(avatar, "happy", 1.0), Err(WorldError::UnknownInstance));
    assert_eq!(world.expressions(avatar).count(), 0);
}

#[test]
fn an_avatar_whose_face_is_never_set_has_the_digests_of_before() {
    let (mut world, avatar) = face().world();
    let (mut plain, _) = Avatar::new().with("/extensions/VRMC_vrm/expressions", json!({})).world();
    world.step();
    plain.step();
    assert_eq!(world.digest(), plain.digest());
    assert!(world.expressions(avatar).all(|expression| expression.weight == 0.0));
}
