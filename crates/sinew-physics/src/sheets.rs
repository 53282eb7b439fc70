//! Sheets: meshes of triangles without an inside, which stop bodies from both sides.
//!
//! The engine takes a body to be on the side of a triangle on which most of it is. One that is pressed in by more than half would be pushed
//! out on the other side. So the side on which a body touched a sheet in the last step is remembered, and contacts are turned back to it.

use glam::Vec3;
use rapier3d::prelude::{
    Collider, ColliderHandle, ContactManifold, ContactModificationContext, PhysicsWorld, Pose, Shape, TriMeshFlags,
    TypedShape,
};
use serde::{Deserialize, Serialize};

/// The cosine beyond which two normals are of the same side, or of both sides, of a sheet.
const FLAT: f32 = 0.5;

/// How far a contact may be from where it was, as parts of the body's width: across the sheet and along it. Another sheet may lie
/// behind this one.
const NEAR: [f32; 2] = [0.25, 1.0];

/// The sides on which bodies touch sheets.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// The sheets of the world.
    colliders: Vec<ColliderHandle>,
    /// Sorted by pair.
    touched: Vec<Touched>,
}

/// A contact of the last step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Touched {
    /// The sheet and what touches it.
    pair: [ColliderHandle; 2],
    /// Where, and out of the sheet, in its frame.
    point: Vec3,
    out: Vec3,
}

impl Touched {
    fn key(&self) -> [(u32, u32); 2] {
        key(self.pair)
    }
}

fn key(pair: [ColliderHandle; 2]) -> [(u32, u32); 2] {
    pair.map(ColliderHandle::into_raw_parts)
}

/// Whether a shape is a sheet.
pub(super) fn is_sheet(shape: &dyn Shape) -> bool {
    shape.as_trimesh().is_some_and(|mesh| !mesh.flags().contains(TriMeshFlags::ORIENTED))
}

impl Sheets {
    /// Lists the sheets of a world that stand still. A sheet that gives way is not passed, and one that presses on gives way to one that stands still: what is between them must go somewhere.
    pub(super) fn list(&mut self, world: &PhysicsWorld) {
        let is_moved = |collider: &Collider| {
            let body = collider.parent().and_then(|body| world.bodies.get(body));
            body.is_some_and(|body| !body.is_fixed())
        };
        let is_listed =
            |collider: &Collider| !collider.is_sensor() && is_sheet(collider.shape()) && !is_moved(collider);
        self.colliders.clear();
        self.colliders
            .extend(world.colliders.iter().filter(|(_, collider)| is_listed(collider)).map(|(handle, _)| handle));
    }

    /// What is remembered.
    pub(super) fn save(&self) -> Vec<Touched> {
        self.touched.clone()
    }

    /// Remembers what was saved.
    pub(super) fn restore(&mut self, mut touched: Vec<Touched>) {
        touched.sort_by_key(Touched::key);
        self.touched = touched;
    }

    /// Remembers on which sides sheets are touched.
    pub(super) fn after_step(&mut self, world: &PhysicsWorld) {
        self.touched.clear();
        for &sheet in &self.colliders {
            let Some(pose) = world.colliders.get(sheet).map(|collider| *collider.position()) else { continue };
            for pair in world.narrow_phase.contact_pairs_with(sheet) {
                let is_first = pair.collider1 == sheet;
                let other = if is_first { pair.collider2 } else { pair.collider1 };
                for manifold in pair.solver_manifolds() {
                    let Some((point, dist)) = deepest(manifold, is_first) else { continue };
                    let Some(first) = world.colliders.get(pair.collider1) else { continue };
                    let was_turned = (first.position().rotation * manifold.local_n1).dot(manifold.data.normal) < 0.0;
                    if dist > 0.0 && !was_turned {
                        continue;
                    }
                    let sign = if is_first { 1.0 } else { -1.0 };
                    let out = pose.rotation.inverse() * (manifold.data.normal * sign);
                    self.touched.push(Touched { pair: [sheet, other], point, out });
                }
            }
        }
        self.touched.sort_by_key(Touched::key);
    }

    /// Turns a contact with a sheet back to the side on which it was.
    pub(super) fn keep_side(&self, context: &mut ContactModificationContext<'_>) {
        let handles = [context.collider1, context.collider2];
        let Some((pair, is_first)) = [(handles, true), ([handles[1], handles[0]], false)]
            .into_iter()
            .find(|(pair, _)| self.touched.binary_search_by_key(&key(*pair), Touched::key).is_ok())
        else {
            return;
        };
        let [Some(sheet), Some(body)] = pair.map(|handle| context.colliders.get(handle)) else { return };
        let Some(manifold) = context.rigid_mut() else { return };
        let Some((point, _)) = deepest(manifold.manifold, is_first) else { return };
        let sign = if is_first { 1.0 } else { -1.0 };
        let out = *manifold.normal * sign;
        let part = if is_first { manifold.manifold.subshape2 } else { manifold.manifold.subshape1 };
        let local = sheet.position().rotation.inverse() * out;
        let start = self.touched.partition_point(|touched| touched.key() < key(pair));
        let of_pair = self.touched[start..].iter().take_while(|touched| touched.pair == pair);
        if !of_pair.clone().any(|touched| touched.out.dot(local) < -FLAT) {
            return;
        }
        let Some(width) = width(body, part, out) else { return };
        if !of_pair.into_iter().any(|touched| touched.is_passed(point, local, width)) {
            return;
        }
        *manifold.normal = -*manifold.normal;
        for contact in manifold.solver_contacts.iter_mut() {
            // The point of the body that is deepest now is the one on its other side.
            let anchor = if is_first { &mut contact.anchor2 } else { &mut contact.anchor1 };
            *anchor += out * width;
            contact.dist = -contact.dist - width;
        }
    }
}

impl Touched {
    /// Whether a contact of a body of this width is the same, from the other side.
    fn is_passed(&self, point: Vec3, out: Vec3, width: f32) -> bool {
        let moved = point - self.point;
        let across = moved.dot(self.out);
        self.out.dot(out) < -FLAT
            && across.abs() < NEAR[0] * width
            && (moved - self.out * across).length_squared() < (NEAR[1] * width).powi(2)
    }
}

/// The deepest point of a manifold, in the frame of one of its colliders, and how far apart they are there.
fn deepest(manifold: &ContactManifold, of_first: bool) -> Option<(Vec3, f32)> {
    let deepest = manifold.points.iter().min_by(|a, b| a.dist.total_cmp(&b.dist))?;
    Some((if of_first { deepest.local_p1 } else { deepest.local_p2 }, deepest.dist))
}

/// The width of a convex part of a body along a direction, metres.
fn width(body: &Collider, part: u32, along: Vec3) -> Option<f32> {
    let of = |shape: &dyn Shape, pose: &Pose| {
        let map = shape.as_support_map()?;
        let local = pose.rotation.inverse() * along;
        Some((map.local_support_point(local) - map.local_support_point(-local)).dot(local))
    };
    match body.shape().as_typed_shape() {
        TypedShape::Compound(compound) => {
            let (pose, shape) = compound.shapes().get(part as usize)?;
            of(&**shape, &(*body.position() * *pose))
        }
        _ => of(body.shape(), body.position()),
    }
}
