//! Bevy's pointers, and what behaviour graphs see of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::time::Duration;

use bevy::camera::NormalizedRenderTarget;
use bevy::picking::backend::HitData;
use bevy::picking::events::{Click, Pointer};
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::prelude::*;
use bevy_sinew::sinew::property::PropertyValue;
use bevy_sinew::{SinewGraphEvent, SinewProperties};

use common::{link, spawn};

#[test]
fn properties_hide_a_click_selects_and_what_the_graph_does_comes_back() {
    let mut app = common::app();
    let door = spawn(&mut app, "bevy/tests/files/door.gltf");
    app.update();
    let [handle, leaf] = ["Handle", "Door"].map(|name| link(&app, door).entity_named(name).unwrap());
    // By the property's pointer, and back.
    for (value, expected) in [(false, Visibility::Hidden), (true, Visibility::Inherited)] {
        let mut shown = SinewProperties::default();
        shown.set("/nodes/0/extensions/KHR_node_visibility/visible", PropertyValue::Bool(value));
        app.world_mut().entity_mut(door).insert(shown);
        app.update();
        assert_eq!(app.world().get::<Visibility>(leaf), Some(&expected));
    }
    // A mesh below the handle, as a backend would report it.
    let mesh = app.world_mut().spawn(ChildOf(handle)).id();
    let camera = app.world_mut().spawn((Camera::default(), Transform::from_xyz(0.0, 1.0, 5.0))).id();
    app.update();
    let location = Location { target: NormalizedRenderTarget::None { width: 1, height: 1 }, position: Vec2::ZERO };
    let hit = HitData::new(camera, 5.0, Some(Vec3::new(0.4, 1.0, 0.25)), None);
    let click = Click { button: PointerButton::Primary, hit, duration: Duration::ZERO, count: 1 };
    app.world_mut().trigger(Pointer::new(PointerId::Mouse, location, click, mesh));
    let mut seen = bevy::ecs::message::MessageCursor::<SinewGraphEvent>::default();
    app.update();
    let events: Vec<_> = seen.read(app.world().resource::<Messages<SinewGraphEvent>>()).cloned().collect();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((events[0].instance, events[0].id.as_str()), (door, "opened"));
    let place: Vec<f32> = events[0].values[0].2.iter().map(|number| *number as f32).collect();
    assert_eq!(place, [0.4, 1.0, 0.25]);
    app.update();
    assert_eq!(app.world().get::<Visibility>(leaf), Some(&Visibility::Hidden));
}
