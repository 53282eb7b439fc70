//! Gizmos: colliders, triggers, the limits of joints, constraints and virtual transforms, where they are shown.

mod limits;
mod outline;

use bevy::app::{App, Plugin, PostUpdate};
use bevy::color::{Color, Mix};
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::ecs::system::{Local, Query, Res};
use bevy::gizmos::AppGizmoBuilder;
use bevy::gizmos::config::{GizmoConfig, GizmoConfigGroup, GizmoConfigStore};
use bevy::gizmos::gizmos::Gizmos;
use bevy::math::Vec3;
use bevy::reflect::Reflect;
use bevy::transform::TransformSystems;
use bevy::transform::components::Transform;
use sinew::glam::Affine3A;
use sinew::model::physics::ShapeInstance;
use sinew::{NodeId, Pose, World};

use crate::convert::{affine, vec3};
use crate::instance::SinewLink;
use crate::world::SinewWorld;
use crate::write::Written;
use outline::Outlines;

/// What is drawn, each in its colour; `None` is not. Shapes and limits are those of the file.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::SinewGizmos;
///
/// fn show(mut gizmos: ResMut<GizmoConfigStore>) {
///     let (config, shown) = gizmos.config_mut::<SinewGizmos>();
///     config.enabled = true;
///     shown.triggers = None;
/// }
/// ```
#[derive(Reflect, Clone, Debug)]
pub struct SinewGizmos {
    /// Colliders; those of sleeping bodies are darker.
    pub colliders: Option<Color>,
    /// Triggers.
    pub triggers: Option<Color>,
    /// Limits of joints: arcs, cones and segments.
    pub limits: Option<Color>,
    /// Node constraints, from source to destination; the fainter, the smaller the weight.
    pub constraints: Option<Color>,
    /// Virtual transforms: the length of their axes, metres.
    pub virtual_transforms: Option<f32>,
}

impl Default for SinewGizmos {
    fn default() -> Self {
        Self {
            colliders: Some(Color::srgb(0.2, 0.9, 0.3)),
            triggers: Some(Color::srgb(0.9, 0.7, 0.1)),
            limits: Some(Color::srgb(1.0, 0.3, 0.6)),
            constraints: Some(Color::srgb(0.3, 0.6, 1.0)),
            virtual_transforms: Some(0.1),
        }
    }
}

impl GizmoConfigGroup for SinewGizmos {}

/// Draws [`SinewGizmos`], once they are enabled. Without Bevy's gizmos in the app it does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinewGizmosPlugin;

impl Plugin for SinewGizmosPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<bevy::gizmos::GizmoPlugin>() {
            return;
        }
        app.insert_gizmo_config(SinewGizmos::default(), GizmoConfig { enabled: false, ..GizmoConfig::default() });
        app.add_systems(PostUpdate, draw.run_if(are_enabled).after(TransformSystems::Propagate));
    }
}

type Canvas<'w, 's> = Gizmos<'w, 's, SinewGizmos>;

fn are_enabled(gizmos: Res<'_, GizmoConfigStore>) -> bool {
    gizmos.config::<SinewGizmos>().0.enabled
}

fn draw(
    mut gizmos: Canvas<'_, '_>,
    worlds: Query<'_, '_, &SinewWorld>,
    mut links: Query<'_, '_, (&SinewLink, &mut Written)>,
    mut outlines: Local<'_, Outlines>,
) {
    let shown = gizmos.config_ext.clone();
    for (link, mut written) in &mut links {
        let Ok(world) = worlds.get(link.world()) else { continue };
        let world = world.world();
        let pose = written.bypass_change_detection().shown(world, link).or(world.pose(link.id()));
        let (Some(pose), Some(root)) = (pose, world.world_from_model(link.id())) else { continue };
        let placed = Placed { link, world, pose, root: root.to_affine() };
        placed.draw(&shown, &mut gizmos, &mut outlines);
    }
}

/// An instance where it is shown.
struct Placed<'a> {
    link: &'a SinewLink,
    world: &'a World,
    pose: &'a Pose,
    root: Affine3A,
}

impl Placed<'_> {
    fn world_from_node(&self, node: NodeId) -> Affine3A {
        self.root * self.pose.model_from_node(node)
    }

    fn draw(&self, shown: &SinewGizmos, gizmos: &mut Canvas<'_, '_>, outlines: &mut Outlines) {
        let physics = self.link.model().physics();
        if let Some(color) = shown.colliders {
            for collider in physics.colliders() {
                let body = collider.shape_instance.body.and_then(|body| physics.bodies().get(body.slot()));
                let is_sleeping =
                    body.is_some_and(|body| self.world.is_sleeping(self.link.id(), body.node) == Some(true));
                let color = if is_sleeping { color.mix(&Color::BLACK, 0.5) } else { color };
                self.draw_shape(&collider.shape_instance, color, gizmos, outlines);
            }
        }
        if let Some(color) = shown.triggers {
            for part in physics.triggers().iter().flat_map(|trigger| &trigger.parts) {
                self.draw_shape(part, color, gizmos, outlines);
            }
        }
        if let Some(color) = shown.limits {
            for joint in physics.joints() {
                let Some(description) = physics.joint_descriptions().get(joint.description.slot()) else { continue };
                let [a, b] = [joint.a.node, joint.b.node].map(|node| affine(self.world_from_node(node)));
                for line in limits::lines(description, a, b) {
                    gizmos.linestrip(line, color);
                }
            }
        }
        if let Some(color) = shown.constraints {
            for (place, constraint) in self.link.model().constraints().iter().enumerate() {
                let weight = self.world.constraint_weight(self.link.id(), place).unwrap_or(constraint.weight);
                let [from, to] = [constraint.source, constraint.destination]
                    .map(|node| Vec3::from(affine(self.world_from_node(node)).translation));
                gizmos.arrow(from, to, bevy::color::Alpha::with_alpha(&color, weight.clamp(0.1, 1.0)));
            }
        }
        if let Some(length) = shown.virtual_transforms {
            for matrix in self.world.model_from_virtual(self.link.id()).unwrap_or_default() {
                gizmos.axes(Transform::from_matrix(affine(self.root * *matrix).into()), length);
            }
        }
    }

    fn draw_shape(&self, part: &ShapeInstance, color: Color, gizmos: &mut Canvas<'_, '_>, outlines: &mut Outlines) {
        let Some(shape) = self.link.model().physics().shapes().get(part.shape.slot()) else { return };
        let world_from_node = self.world_from_node(part.node);
        for line in outlines.of(shape).iter() {
            gizmos.linestrip(line.iter().map(|&point| vec3(world_from_node.transform_point3(point))), color);
        }
    }
}
