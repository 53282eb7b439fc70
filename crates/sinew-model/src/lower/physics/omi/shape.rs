//! The shapes of `OMI_collider` and of `OMI_physics_shape`, in all their spellings.

use glam::Vec3;
use sinew_document::extension::omi_collider::{self, ColliderType, RawCollider, RawColliders};
use sinew_document::extension::omi_physics_shape::{self, RawShape, RawShapes, ShapeNumbers, ShapeType};
use sinew_document::{Code, Diagnostics, Document, FromJson, Index, MeshIndex, Value};

use super::super::mesh::{Made, Shapes, Source};
use super::super::stray::report_strays;
use super::entries;
use crate::model::physics::{Shape, ShapeId};

/// The shapes that a file lists. One is made when something first asks for it.
pub(super) struct ShapeList<'json> {
    list: Vec<Option<Listed<'json>>>,
}

struct Listed<'json> {
    value: Value<'json>,
    authored: Authored,
    is_trigger: bool,
    /// Once something has asked for it.
    made: Option<ShapeId>,
}

enum Authored {
    Whole(Shape),
    OfMesh(MeshIndex, Made),
}

impl<'json> ShapeList<'json> {
    /// `colliders` of `OMI_collider`.
    pub(super) fn of_colliders(document: &'json Document, diagnostics: &mut Diagnostics) -> Self {
        let extension = document.extension(omi_collider::NAME);
        let table = extension.and_then(|value| RawColliders::from_json(value, diagnostics));
        let values = entries(table.map(|table| table.colliders), "colliders", diagnostics);
        let read = |value: Value<'json>| {
            let table = RawCollider::from_json(value, diagnostics)?;
            let authored = of_collider(&table, value, document, diagnostics)?;
            Some(Listed { value, authored, is_trigger: table.is_trigger, made: None })
        };
        Self { list: values.into_iter().map(read).collect() }
    }

    /// `shapes` of `OMI_physics_shape`.
    pub(super) fn of_shapes(document: &'json Document, diagnostics: &mut Diagnostics) -> Self {
        let extension = document.extension(omi_physics_shape::NAME);
        let table = extension.and_then(|value| RawShapes::from_json(value, diagnostics));
        let values = entries(table.map(|table| table.shapes), "shapes", diagnostics);
        let read = |value: Value<'json>| {
            let table = RawShape::from_json(value, diagnostics)?;
            report_strays(value, diagnostics);
            let authored = of_shape(&table, value, document, diagnostics)?;
            Some(Listed { value, authored, is_trigger: false, made: None })
        };
        Self { list: values.into_iter().map(read).collect() }
    }

    /// The shape at a place of the list, and whether `OMI_collider` has it for a trigger. `at` is what names it.
    pub(super) fn get(
        &mut self,
        index: u32,
        at: Value<'_>,
        shapes: &mut Shapes<'_, 'json>,
        diagnostics: &mut Diagnostics,
    ) -> Option<(ShapeId, bool)> {
        let Some(slot) = self.list.get_mut(index as usize) else {
            let message = format!("shape {index} does not exist; the collider or trigger is left out");
            diagnostics.report(Code::UNRESOLVED_REFERENCE, at, message);
            return None;
        };
        let found = slot.as_mut().and_then(|listed| listed.make(shapes, diagnostics));
        if found.is_none() {
            // What is wrong with the shape itself has been reported.
            let message = format!("shape {index} is invalid; the collider or trigger is left out");
            diagnostics.report(Code::COLLIDER_WITHOUT_SHAPE, at, message);
        }
        found
    }
}

impl<'json> Listed<'json> {
    /// The shape, made when it is first asked for, and whether `OMI_collider` has it for a trigger.
    fn make(&mut self, shapes: &mut Shapes<'_, 'json>, diagnostics: &mut Diagnostics) -> Option<(ShapeId, bool)> {
        if self.made.is_none() {
            self.made = match &self.authored {
                Authored::Whole(shape) => Some(shapes.push(shape.clone())),
                Authored::OfMesh(mesh, made) => shapes.of_mesh(Source::Mesh(*mesh), *made, self.value, diagnostics),
            };
            if let Some(shape) = self.made {
                shapes.name(shape, self.value);
            }
        }
        Some((self.made?, self.is_trigger))
    }
}

fn of_collider(
    table: &RawCollider,
    value: Value<'_>,
    document: &Document,
    diagnostics: &mut Diagnostics,
) -> Option<Authored> {
    let RawCollider { size, radius, height, mesh, .. } = *table;
    let shape = match table.kind {
        ColliderType::Box => Shape::Box { size: Vec3::from(size) },
        ColliderType::Sphere => Shape::Sphere { radius },
        ColliderType::Capsule => whole_capsule(height, radius, value, diagnostics),
        ColliderType::Cylinder => Shape::Cylinder { height, radius_bottom: radius, radius_top: radius },
        ColliderType::Hull => return of_mesh(mesh.0, Made::Hull, value, document, diagnostics),
        ColliderType::Trimesh => return of_mesh(mesh.0, Made::Triangles, value, document, diagnostics),
    };
    check(shape, value, diagnostics).map(Authored::Whole)
}

fn of_shape(
    table: &RawShape<'_>,
    value: Value<'_>,
    document: &Document,
    diagnostics: &mut Diagnostics,
) -> Option<Authored> {
    let (numbers, value) = match table.numbers() {
        Some(value) => (ShapeNumbers::from_json(value, diagnostics)?, value),
        None => (flat(table), value),
    };
    let ShapeNumbers { size, radius, radius_bottom, radius_top, height, mesh } = numbers;
    let shape = match table.kind {
        ShapeType::Box => Shape::Box { size: Vec3::from(size.unwrap_or([1.0; 3])) },
        ShapeType::Sphere => Shape::Sphere { radius: radius.unwrap_or(0.5) },
        // Before September 2024: one radius, and the height from end to end.
        ShapeType::Capsule if radius.is_some() && radius_bottom.is_none() && radius_top.is_none() => {
            whole_capsule(height.unwrap_or(2.0), radius.unwrap_or(0.5), value, diagnostics)
        }
        ShapeType::Capsule => Shape::Capsule {
            height: height.unwrap_or(1.0),
            radius_bottom: radius_bottom.unwrap_or(0.5),
            radius_top: radius_top.unwrap_or(0.5),
        },
        ShapeType::Cylinder => {
            let radius = radius.unwrap_or(0.5);
            Shape::Cylinder {
                height: height.unwrap_or(2.0),
                radius_bottom: radius_bottom.unwrap_or(radius),
                radius_top: radius_top.unwrap_or(radius),
            }
        }
        ShapeType::Convex => return of_mesh(mesh.0, Made::Hull, value, document, diagnostics),
        ShapeType::Trimesh => return of_mesh(mesh.0, Made::Triangles, value, document, diagnostics),
    };
    check(shape, value, diagnostics).map(Authored::Whole)
}

/// The numbers of the revision that has them beside the type.
fn flat(table: &RawShape<'_>) -> ShapeNumbers {
    let RawShape { size, radius, height, mesh, .. } = *table;
    ShapeNumbers { size, radius, height, mesh, ..ShapeNumbers::default() }
}

/// The shape, unless a length of it is below zero or nothing of it is left to collide with.
fn check(shape: Shape, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Shape> {
    let (lengths, is_gone) = match shape {
        Shape::Box { size } => (size, size.to_array().iter().filter(|side| **side == 0.0).count() > 1),
        Shape::Sphere { radius } => (Vec3::splat(radius), radius == 0.0),
        Shape::Capsule { height, radius_bottom, radius_top } => {
            (Vec3::new(height, radius_bottom, radius_top), radius_bottom == 0.0 && radius_top == 0.0)
        }
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            let is_gone = height == 0.0 || (radius_bottom == 0.0 && radius_top == 0.0);
            (Vec3::new(height, radius_bottom, radius_top), is_gone)
        }
        _ => return Some(shape),
    };
    if lengths.min_element() < 0.0 {
        let message = "the shape has a negative size; colliders and triggers with it are left out";
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, value, message);
        return None;
    }
    if is_gone {
        let message = "the shape is a point or a line; colliders and triggers with it are left out";
        diagnostics.report(Code::OMI_SHAPE_DEGENERATE, value, message);
        return None;
    }
    Some(shape)
}

/// A capsule by its height from end to end: "The height of the capsule must be at least twice as much as the radius."
fn whole_capsule(height: f32, radius: f32, value: Value<'_>, diagnostics: &mut Diagnostics) -> Shape {
    let between = height - 2.0 * radius;
    if between < 0.0 {
        let message =
            format!("a capsule of height {height} m cannot have a radius of {radius} m; it is used as a sphere");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, value.get("height").unwrap_or(value), message);
    }
    // A negative radius is reported where the shape is checked.
    Shape::Capsule { height: between.max(0.0), radius_bottom: radius, radius_top: radius }
}

fn of_mesh(
    mesh: Option<MeshIndex>,
    made: Made,
    value: Value<'_>,
    document: &Document,
    diagnostics: &mut Diagnostics,
) -> Option<Authored> {
    let Some(mesh) = mesh else {
        diagnostics.report(
            Code::UNDEFINED_PROPERTY,
            value,
            "`mesh` is required; colliders and triggers with the shape are left out",
        );
        return None;
    };
    if mesh.to_usize() >= document.count::<MeshIndex>() {
        let message = format!("mesh {} does not exist; colliders and triggers with the shape are left out", mesh.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("mesh").unwrap_or(value), message);
        return None;
    }
    Some(Authored::OfMesh(mesh, made))
}
