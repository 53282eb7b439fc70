//! The shapes that a file lists (`KHR_collision_shapes`, `KHR_implicit_shapes`).

use glam::Vec3;
use sinew_document::extension::khr_collision_shapes::{self as collision, RawBox, RawMesh, RawRound, RawSphere};
use sinew_document::extension::khr_implicit_shapes::{self as implicit, RawPlane};
use sinew_document::{Code, Diagnostics, Document, FromJson, Index, MeshIndex, Value, excerpt};

use super::super::mesh::{Made, Shapes, Source};
use super::super::stray::report_strays;
use super::list::{Resolved, entries};
use crate::model::physics::{Shape, ShapeId};

/// Which of the two lists a shape is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Collision,
    Implicit,
}

impl Dialect {
    fn degenerate(self) -> Code {
        match self {
            Self::Collision => Code::KHR_COLLISION_SHAPES_DEGENERATE_SHAPE,
            Self::Implicit => Code::KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE,
        }
    }
}

/// The shapes of `KHR_collision_shapes`; `None` for a file without it.
pub(super) fn collision_shapes(
    document: &Document,
    shapes: &mut Shapes<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Resolved<ShapeId>> {
    let table = collision::RawShapes::from_json(document.extension(collision::NAME)?, diagnostics);
    let list = entries(table.map(|table| table.shapes), diagnostics);
    let ids = list.map(|value| {
        let shape = collision_shape(value, document, shapes, diagnostics)?;
        shapes.name(shape, value);
        Some(shape)
    });
    Some(Resolved::new(ids.collect()))
}

/// The shapes of `KHR_implicit_shapes`; `None` for a file without it.
pub(super) fn implicit_shapes(
    document: &Document,
    shapes: &mut Shapes<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Resolved<ShapeId>> {
    let table = implicit::RawShapes::from_json(document.extension(implicit::NAME)?, diagnostics);
    let list = entries(table.map(|table| table.shapes), diagnostics);
    let ids = list.map(|value| {
        let shape = shapes.push(implicit_shape(value, diagnostics)?);
        shapes.name(shape, value);
        Some(shape)
    });
    Some(Resolved::new(ids.collect()))
}

fn collision_shape(
    value: Value<'_>,
    document: &Document,
    shapes: &mut Shapes<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<ShapeId> {
    let table = collision::RawShape::from_json(value, diagnostics)?;
    report_strays(value, diagnostics);
    let dialect = Dialect::Collision;
    let shape = match &*table.shape_type {
        "sphere" => sphere(table.sphere, value, dialect, diagnostics),
        "box" => cuboid(table.cuboid, value, dialect, diagnostics),
        "capsule" => capsule(table.capsule, value, dialect, diagnostics),
        "cylinder" => cylinder(table.cylinder, value, dialect, diagnostics),
        "convex" => return of_mesh(table.convex, Made::Hull, value, document, shapes, diagnostics),
        "trimesh" => return of_mesh(table.trimesh, Made::Triangles, value, document, shapes, diagnostics),
        _ => tell_unknown(value, diagnostics),
    };
    shape.map(|shape| shapes.push(shape))
}

fn implicit_shape(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Shape> {
    let table = implicit::RawShape::from_json(value, diagnostics)?;
    report_strays(value, diagnostics);
    let dialect = Dialect::Implicit;
    match &*table.shape_type {
        "sphere" => sphere(table.sphere, value, dialect, diagnostics),
        "box" => cuboid(table.cuboid, value, dialect, diagnostics),
        "capsule" => capsule(table.capsule, value, dialect, diagnostics),
        "cylinder" => cylinder(table.cylinder, value, dialect, diagnostics),
        "plane" => plane(table.plane, diagnostics),
        _ => tell_unknown(value, diagnostics),
    }
}

fn tell_unknown<T>(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<T> {
    let at = value.get("type").unwrap_or(value);
    let message =
        format!("the shape type {} is not supported; colliders and triggers with the shape are left out", excerpt(at));
    diagnostics.report(Code::VALUE_NOT_IN_LIST, at, message);
    None
}

fn sphere(
    object: Option<Value<'_>>,
    shape: Value<'_>,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Shape> {
    let table = parameters(object, RawSphere { radius: 0.5 }, diagnostics)?;
    let object = object.unwrap_or(shape);
    let at = object.get("radius").unwrap_or(object);
    is_length(table.radius, at, diagnostics)?;
    if table.radius == 0.0 {
        return report_without_extent("a sphere without a radius", at, dialect, diagnostics);
    }
    Some(Shape::Sphere { radius: table.radius })
}

fn cuboid(
    object: Option<Value<'_>>,
    shape: Value<'_>,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Shape> {
    let table = parameters(object, RawBox { size: [1.0; 3] }, diagnostics)?;
    let object = object.unwrap_or(shape);
    let at = |place| object.get("size").and_then(|size: Value<'_>| size.element(place)).unwrap_or(object);
    for (place, size) in table.size.into_iter().enumerate() {
        is_length(size, at(place), diagnostics)?;
    }
    let flat: Vec<usize> = (0..3).filter(|place| table.size[*place] == 0.0).collect();
    if flat.len() > 1 {
        return report_without_extent("a box that is a line or a point", at(flat[0]), dialect, diagnostics);
    }
    for place in flat {
        diagnostics.report(dialect.degenerate(), at(place), "the box is flat; it is used as a flat box");
    }
    Some(Shape::Box { size: Vec3::from(table.size) })
}

const ROUND: RawRound = RawRound { height: 0.5, radius_bottom: 0.25, radius_top: 0.25 };

fn capsule(
    object: Option<Value<'_>>,
    shape: Value<'_>,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Shape> {
    let table = round(object, shape, dialect, diagnostics);
    let at = object.and_then(|object| object.get("height"));
    if let Some(at) = at.filter(|height| height.as_f32() == Some(0.0)) {
        diagnostics.report(dialect.degenerate(), at, "a capsule without a height is used as a sphere");
    }
    let RawRound { height, radius_bottom, radius_top } = table?;
    Some(Shape::Capsule { height, radius_bottom, radius_top })
}

fn cylinder(
    object: Option<Value<'_>>,
    shape: Value<'_>,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Shape> {
    let RawRound { height, radius_bottom, radius_top } = round(object, shape, dialect, diagnostics)?;
    if height == 0.0 {
        let object = object.unwrap_or(shape);
        let at = object.get("height").unwrap_or(object);
        return report_without_extent("a cylinder without a height", at, dialect, diagnostics);
    }
    Some(Shape::Cylinder { height, radius_bottom, radius_top })
}

/// The numbers of a capsule or a cylinder.
fn round(
    object: Option<Value<'_>>,
    shape: Value<'_>,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<RawRound> {
    let table = parameters(object, ROUND, diagnostics)?;
    let object = object.unwrap_or(shape);
    let numbers = [(table.height, "height"), (table.radius_bottom, "radiusBottom"), (table.radius_top, "radiusTop")];
    for (number, key) in numbers {
        is_length(number, object.get(key).unwrap_or(object), diagnostics)?;
    }
    if table.radius_bottom == 0.0 && table.radius_top == 0.0 {
        return report_without_extent("a shape without a radius at either end", object, dialect, diagnostics);
    }
    Some(table)
}

fn plane(object: Option<Value<'_>>, diagnostics: &mut Diagnostics) -> Option<Shape> {
    let table = parameters(object, RawPlane::default(), diagnostics)?;
    for (size, key) in [(table.size_x, "sizeX"), (table.size_z, "sizeZ")] {
        let (Some(size), Some(at)) = (size, object.and_then(|object| object.get(key))) else { continue };
        is_length(size, at, diagnostics)?;
        if size == 0.0 {
            return report_without_extent("a plane without a size", at, Dialect::Implicit, diagnostics);
        }
    }
    Some(Shape::Plane { size_x: table.size_x, size_z: table.size_z, double_sided: table.double_sided })
}

fn of_mesh(
    object: Option<Value<'_>>,
    made: Made,
    shape: Value<'_>,
    document: &Document,
    shapes: &mut Shapes<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<ShapeId> {
    let Some(object) = object else {
        diagnostics.report(Code::UNDEFINED_PROPERTY, shape, "the shape does not name its mesh; it is left out");
        return None;
    };
    let RawMesh { mesh } = RawMesh::from_json(object, diagnostics)?;
    if mesh.to_usize() >= document.count::<MeshIndex>() {
        // As the validator that knew this extension has it: right below the shape, without the key of the object between.
        let message = format!("mesh {} does not exist; colliders and triggers with the shape are left out", mesh.0);
        diagnostics.report_at(Code::UNRESOLVED_REFERENCE, format!("{}/mesh", shape.pointer()), message);
        return None;
    }
    shapes.of_mesh(Source::Mesh(mesh), made, object, diagnostics)
}

/// The parameters of a shape; the defaults where the object is missing.
fn parameters<'json, T: FromJson<'json>>(
    object: Option<Value<'json>>,
    defaults: T,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    object.map_or(Some(defaults), |object| T::from_json(object, diagnostics))
}

/// A shape of negative size is none.
fn is_length(length: f32, at: Value<'_>, diagnostics: &mut Diagnostics) -> Option<()> {
    if length >= 0.0 {
        return Some(());
    }
    let message = format!("a size of {length} is negative; colliders and triggers with the shape are left out");
    diagnostics.report(Code::VALUE_NOT_IN_RANGE, at, message);
    None
}

fn report_without_extent<T>(what: &str, at: Value<'_>, dialect: Dialect, diagnostics: &mut Diagnostics) -> Option<T> {
    let message = format!("{what} has no volume; colliders and triggers with it are left out");
    diagnostics.report(dialect.degenerate(), at, message);
    None
}
