//! Pointers that select nodes: `event/onSelect`, `event/onHoverIn` and `event/onHoverOut` of behaviour graphs.

use bevy::app::{App, Plugin};
use bevy::camera::Camera;
use bevy::ecs::observer::On;
use bevy::ecs::query::With;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Query, ResMut};
use bevy::picking::events::{Click, Out, Over, Pointer};
use bevy::picking::pointer::{PointerButton, PointerId};
use bevy::platform::collections::HashMap;
use bevy::transform::components::GlobalTransform;
use sinew::Selection;

use crate::control::SinewControl;
use crate::node::{FoundNode, NodeEntities};

/// Has graphs see what Bevy's picking sees: a click of the primary button selects, a pointer that is over a node hovers.
///
/// Which entities are hit is up to Bevy's backends; `MeshPickingPlugin` has meshes hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinewPickingPlugin;

impl Plugin for SinewPickingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hovered>();
        app.add_observer(select).add_observer(enter).add_observer(leave);
    }
}

/// The number of a pointer for graphs: 0 is the mouse, touches count from 1, others are 0.
fn controller(pointer: PointerId) -> i32 {
    match pointer {
        PointerId::Touch(touch) => i32::try_from(touch).unwrap_or(i32::MAX - 1).saturating_add(1),
        PointerId::Mouse | PointerId::Custom(_) => 0,
    }
}

fn select(
    event: On<'_, '_, Pointer<Click>>,
    nodes: NodeEntities<'_, '_>,
    cameras: Query<'_, '_, &GlobalTransform, With<Camera>>,
    mut control: SinewControl<'_, '_>,
) {
    // The event bubbles up; graphs do that themselves.
    if event.original_event_target() != event.entity || event.event.button != PointerButton::Primary {
        return;
    }
    let Some(found) = nodes.find(event.entity) else { return };
    let origin = cameras.get(event.event.hit.camera).ok().map(|camera| camera.translation().to_array());
    let selection = Selection {
        point: event.event.hit.position.map(|point| point.to_array()),
        origin,
        controller: controller(event.pointer_id),
    };
    // An instance without a graph has nobody to select for.
    let _ = control.with(found.instance, |world, id| world.select(id, found.node, selection));
}

/// The node that each pointer is over: a pointer enters the next one before or after it leaves the last.
#[derive(Resource, Debug, Default)]
struct Hovered(HashMap<PointerId, FoundNode>);

fn enter(
    event: On<'_, '_, Pointer<Over>>,
    nodes: NodeEntities<'_, '_>,
    mut hovered: ResMut<'_, Hovered>,
    mut control: SinewControl<'_, '_>,
) {
    if event.original_event_target() != event.entity {
        return;
    }
    let Some(found) = nodes.find(event.entity) else { return };
    let pointer = controller(event.pointer_id);
    let before = hovered.0.insert(event.pointer_id, found);
    if let Some(before) = before.filter(|before| before.instance != found.instance) {
        let _ = control.with(before.instance, |world, id| world.hover(id, None, pointer));
    }
    let _ = control.with(found.instance, |world, id| world.hover(id, Some(found.node), pointer));
}

fn leave(
    event: On<'_, '_, Pointer<Out>>,
    nodes: NodeEntities<'_, '_>,
    mut hovered: ResMut<'_, Hovered>,
    mut control: SinewControl<'_, '_>,
) {
    if event.original_event_target() != event.entity {
        return;
    }
    let Some(left) = nodes.find(event.entity) else { return };
    if hovered.0.get(&event.pointer_id) == Some(&left) {
        hovered.0.remove(&event.pointer_id);
        let pointer = controller(event.pointer_id);
        let _ = control.with(left.instance, |world, id| world.hover(id, None, pointer));
    }
}
