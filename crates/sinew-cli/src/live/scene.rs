//! What is drawn of a model: its meshes; where it has none, its colliders; where it has neither, its nodes as sticks.

mod mesh;
mod shape;
mod solid;

use sinew::glam::{Affine3A, Vec3};
use sinew::{InstanceId, Model, NodeId, World};
use sinew_document::Document;

use self::mesh::Skinning;
use self::solid::Solid;
use super::camera::Camera;
use super::canvas::{Canvas, Dot};

/// Where the light comes from; the camera is in front and to the right.
const LIGHT: Vec3 = Vec3::new(0.35, 0.85, 0.4);

/// The share of a color that a face shows, without and with light.
const SHADE: [f32; 2] = [0.1, 0.4];

/// The color of sticks and of colliders.
const PLAIN: Vec3 = Vec3::new(0.35, 0.55, 0.75);

pub(super) struct Scene {
    parts: Vec<Part>,
    /// Nodes drawn as a line to their parents.
    sticks: Vec<NodeId>,
    /// The corners of a part in the world; kept from frame to frame.
    corners: Vec<Vec3>,
    facing: Vec<bool>,
}

struct Part {
    node: NodeId,
    solid: Solid,
    color: Vec3,
    skinning: Option<Skinning>,
}

impl Scene {
    pub(super) fn new(document: &Document, model: &Model) -> Self {
        let mut parts = mesh::parts(document, model);
        if parts.is_empty() {
            parts = shape::parts(model);
        }
        let hierarchy = model.hierarchy();
        let sticks = if parts.is_empty() {
            hierarchy.nodes().filter(|&node| hierarchy.is_in_scene(node) && hierarchy.parent(node).is_some()).collect()
        } else {
            Vec::new()
        };
        Self { parts, sticks, corners: Vec::new(), facing: Vec::new() }
    }

    /// The boxes around the parts in the world.
    pub(super) fn boxes(&self, world: &World, instance: InstanceId) -> Vec<[Vec3; 2]> {
        let bounds = |points: &mut dyn Iterator<Item = Vec3>| {
            points.fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], point| [low.min(point), high.max(point)])
        };
        let mut corners = Vec::new();
        let mut boxes: Vec<[Vec3; 2]> = Vec::new();
        for part in &self.parts {
            part.place(world, instance, &mut corners);
            boxes.push(bounds(&mut corners.iter().copied()));
        }
        if !self.sticks.is_empty() {
            let ends = |&node: &NodeId| Some(Vec3::from(world.world_from_node(instance, node)?.translation));
            boxes.push(bounds(&mut self.sticks.iter().filter_map(ends)));
        }
        boxes
    }

    pub(super) fn draw(&mut self, world: &World, instance: InstanceId, camera: &Camera, canvas: &mut Canvas) {
        // Faces first: they hide edges, whatever their order.
        let mut placed: Vec<(Vec<Vec3>, Vec<bool>)> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            part.place(world, instance, &mut self.corners);
            self.facing.clear();
            for &triangle in &part.solid.triangles {
                let corners = triangle.map(|at| self.corners[at as usize]);
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                self.facing.push(normal.dot(camera.eye() - corners[0]) > 0.0);
                fill(camera, canvas, corners, normal, part.color);
            }
            placed.push((self.corners.clone(), self.facing.clone()));
        }
        for (part, (corners, facing)) in self.parts.iter().zip(&placed) {
            for edge in &part.solid.edges {
                if edge.is_seen(facing) {
                    line(
                        camera,
                        canvas,
                        corners[edge.ends[0] as usize],
                        corners[edge.ends[1] as usize],
                        ink(part.color),
                    );
                }
            }
        }
        let Some(model) = world.model(instance) else { return };
        let at = |node| world.world_from_node(instance, node).map(|found: Affine3A| Vec3::from(found.translation));
        for &node in &self.sticks {
            let parent = model.hierarchy().parent(node).and_then(at);
            if let (Some(a), Some(b)) = (parent, at(node)) {
                line(camera, canvas, a, b, PLAIN);
            }
        }
    }
}

impl Part {
    /// The corners in the world.
    fn place(&self, world: &World, instance: InstanceId, corners: &mut Vec<Vec3>) {
        corners.clear();
        match &self.skinning {
            Some(skinning) => skinning.place(&self.solid.points, world, instance, corners),
            None => {
                let place = world.world_from_node(instance, self.node).unwrap_or(Affine3A::IDENTITY);
                corners.extend(self.solid.points.iter().map(|&point| place.transform_point3(point)));
            }
        }
    }
}

/// Edges are lighter than what they bound.
fn ink(color: Vec3) -> Vec3 {
    color.lerp(Vec3::ONE, 0.35)
}

fn fill(camera: &Camera, canvas: &mut Canvas, corners: [Vec3; 3], normal: Vec3, color: Vec3) {
    let Some(normal) = normal.try_normalize() else { return };
    // A face seen from behind is lit from there.
    let facing = if normal.dot(camera.eye() - corners[0]) < 0.0 { -normal } else { normal };
    let light = facing.dot(LIGHT.normalize()).max(0.0);
    let shade = color * (SHADE[0] + SHADE[1] * light);
    let (kept, count) = camera.cut_triangle(corners.map(|corner| camera.seen(corner)));
    if count < 3 {
        return;
    }
    let size = canvas.size();
    let dots: [Dot; 4] = kept.map(|seen| Camera::dot(seen, size));
    canvas.triangle([dots[0], dots[1], dots[2]], shade);
    if count == 4 {
        canvas.triangle([dots[0], dots[2], dots[3]], shade);
    }
}

fn line(camera: &Camera, canvas: &mut Canvas, a: Vec3, b: Vec3, color: Vec3) {
    if let Some((a, b)) = camera.cut_line(camera.seen(a), camera.seen(b)) {
        let size = canvas.size();
        canvas.line(Camera::dot(a, size), Camera::dot(b, size), color);
    }
}
