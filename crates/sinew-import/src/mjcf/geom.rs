//! `geom`: shapes that are seen, collide and weigh.

use glam::{DMat3, DQuat, DVec3};

use super::Context;
use super::assets::Assets;
use super::body::ORIENTED;
use super::defaults::Resolved;
use crate::error::ImportError;
use crate::inertia::{Inertia, solid};
use crate::loss::Losses;
use crate::mesh::{MeshInertia, TriangleMesh};
use crate::pose::{Pose, from_z};
use crate::robot::{Contact, Geom, Material, Robot, Shape};

/// Groups above this are not shown unless somebody asks for them.
const LAST_SHOWN_GROUP: f64 = 2.0;

/// What a geom becomes.
pub(super) struct Read {
    /// `None` if it is neither seen nor solid, or its shape is lost.
    pub(super) geom: Option<Geom>,
    /// In the body's frame; `None` if it does not count.
    pub(super) inertia: Option<Inertia>,
}

pub(super) fn read(
    element: &Resolved<'_>,
    body_from_frame: Pose,
    context: &Context<'_>,
    assets: &Assets,
    robot: &mut Robot,
    losses: &mut Losses,
) -> Result<Read, ImportError> {
    let read = [
        "type",
        "size",
        "fromto",
        "mesh",
        "fitscale",
        "material",
        "rgba",
        "contype",
        "conaffinity",
        "condim",
        "friction",
        "density",
        "mass",
        "group",
    ];
    element.report_rest(&[ORIENTED, &read].concat(), losses);
    let Some((frame_from_geom, shape)) = shape(element, context, assets, losses)? else {
        return Ok(Read { geom: None, inertia: None });
    };
    let pose = body_from_frame * frame_from_geom;
    let group = element.number("group")?.unwrap_or(0.0);
    let (low, high) = context.compiler.groups;
    let inertia = if group >= low && group <= high { inertia(element, shape, assets)? } else { None };
    let material = if group <= LAST_SHOWN_GROUP { Some(robot.material(material(element, assets)?)) } else { None };
    let contact = contact(element, losses)?;
    let name = element.text("name").map(str::to_owned);
    let geom = Geom { name, body_from_geom: pose, shape, material, contact };
    let is_there = geom.material.is_some() || geom.contact.is_some();
    Ok(Read { geom: is_there.then_some(geom), inertia: inertia.map(|inertia| inertia.at(pose)) })
}

/// The pose and the half length of what reaches from one point to another, along Z.
pub(super) fn between([a, b, c, d, e, f]: [f64; 6]) -> (Pose, f64) {
    let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
    (Pose::new((from + to) / 2.0, from_z(from - to)), (to - from).length() / 2.0)
}

fn shape(
    element: &Resolved<'_>,
    context: &Context<'_>,
    assets: &Assets,
    losses: &mut Losses,
) -> Result<Option<(Pose, Shape)>, ImportError> {
    let place = &element.element.place;
    let mut pose = context.compiler.pose(element)?;
    let mut size = element.numbers("size")?.unwrap_or_default();
    let kind = element.text("type").unwrap_or("sphere");
    if let (Some(attribute), true) = (element.get("mesh"), !matches!(kind, "mesh" | "sdf")) {
        let Some((_, mesh, inertia)) = assets.find(attribute)? else { return Ok(None) };
        let Some((fitted, half)) = fit(mesh, inertia) else {
            losses.lost(
                place,
                "geom mesh",
                element.text("name"),
                "the mesh encloses nothing that a shape could be fitted to",
            );
            return Ok(None);
        };
        pose = pose * fitted;
        let half = half * element.number("fitscale")?.unwrap_or(1.0);
        size = fitted_size(kind, half);
    } else if let Some(ends) = element.array::<6>("fromto")? {
        let (middle, half) = between(ends);
        pose = middle;
        let radius = size.first().copied().unwrap_or(0.0);
        size = if matches!(kind, "box" | "ellipsoid") { vec![radius, radius, half] } else { vec![radius, half] };
    }
    let length = |index: usize| match size.get(index) {
        Some(&length) if length > 0.0 => Ok(length),
        _ => Err(ImportError::invalid(
            place,
            format!("a geom of type \"{kind}\" has a size that is missing or not positive"),
        )),
    };
    let shape = match kind {
        "sphere" => Shape::Sphere(length(0)?),
        "capsule" => Shape::Capsule(length(0)?, length(1)?),
        "cylinder" => Shape::Cylinder(length(0)?, length(1)?),
        "box" => Shape::Box(DVec3::new(length(0)?, length(1)?, length(2)?)),
        "ellipsoid" => Shape::Ellipsoid(DVec3::new(length(0)?, length(1)?, length(2)?)),
        "plane" => {
            let extent = |index: usize| size.get(index).copied().unwrap_or(0.0).max(0.0);
            Shape::Plane(extent(0), extent(1))
        }
        "mesh" => {
            let attribute = element.get("mesh");
            let attribute =
                attribute.ok_or_else(|| ImportError::invalid(place, "a geom of type \"mesh\" names no mesh"))?;
            let Some((index, ..)) = assets.find(attribute)? else { return Ok(None) };
            Shape::Mesh(index)
        }
        "hfield" | "sdf" => {
            losses.lost(place, &format!("geom {kind}"), element.text("name"), "the shape is not read");
            return Ok(None);
        }
        other => return Err(ImportError::invalid(place, format!("a geom of type \"{other}\" is unknown"))),
    };
    Ok(Some((pose, shape)))
}

/// The box with the inertia of a mesh: where it is, and half of its sizes. Its longest side lies along Z, as in MuJoCo.
fn fit(mesh: &TriangleMesh, kind: MeshInertia) -> Option<(Pose, DVec3)> {
    let body = mesh.inertia(kind)?;
    let principal = body.principal();
    let axes = DMat3::from_quat(principal.rotation);
    let mut order = [0, 1, 2];
    let moment = |index: usize| principal.moments.to_array().get(index).copied().unwrap_or(0.0);
    order.sort_by(|&a, &b| moment(b).total_cmp(&moment(a)));
    let [x, y, z] = order.map(|index| (axes.col(index), moment(index)));
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x.0, y.0, x.0.cross(y.0))).normalize();
    // m/3·(b² + c²) about the axis of a, and so on.
    let half = |across: f64, other: f64, own: f64| (1.5 * (across + other - own).max(0.0) / body.mass).sqrt();
    let half = DVec3::new(half(y.1, z.1, x.1), half(x.1, z.1, y.1), half(x.1, y.1, z.1));
    Some((Pose::new(body.center, rotation), half))
}

fn fitted_size(kind: &str, half: DVec3) -> Vec<f64> {
    let radius = f64::midpoint(half.x, half.y);
    match kind {
        "sphere" => vec![half.element_sum() / 3.0],
        "capsule" => vec![radius, (half.z - radius / 2.0).max(0.0)],
        "cylinder" => vec![radius, half.z],
        _ => half.to_array().to_vec(),
    }
}

fn inertia(element: &Resolved<'_>, shape: Shape, assets: &Assets) -> Result<Option<Inertia>, ImportError> {
    let of = |solid: solid::Solid| Inertia::diagonal(solid.volume, solid.moments * solid.volume);
    let unit = match shape {
        Shape::Box(half) => of(solid::cuboid(half)),
        Shape::Sphere(radius) => of(solid::ellipsoid(DVec3::splat(radius))),
        Shape::Ellipsoid(half) => of(solid::ellipsoid(half)),
        Shape::Capsule(radius, half) => of(solid::capsule(radius, half)),
        Shape::Cylinder(radius, half) => of(solid::cylinder(radius, half)),
        Shape::Plane(..) => return Ok(None),
        Shape::Mesh(_) => {
            let Some(mesh) = element.get("mesh") else { return Ok(None) };
            let found = assets.find(mesh)?.and_then(|(_, mesh, kind)| mesh.inertia(kind));
            let Some(unit) = found else { return Ok(None) };
            unit
        }
    };
    let mass = match element.not_negative("mass")? {
        Some(mass) => mass,
        None => element.not_negative("density")?.unwrap_or(1000.0) * unit.mass,
    };
    Ok(Some(unit.scaled(mass / unit.mass)))
}

fn material(element: &Resolved<'_>, assets: &Assets) -> Result<Material, ImportError> {
    let mut material = match element.get("material") {
        Some(attribute) => assets
            .materials
            .get(&attribute.value)
            .cloned()
            .ok_or_else(|| super::unknown("material", &attribute.value, &attribute.place))?,
        None => Material {
            name: None,
            color: [0.5, 0.5, 0.5, 1.0],
            emission: 0.0,
            metallic: 0.0,
            roughness: 0.6,
            texture: None,
        },
    };
    if let Some(color) = element.array::<4>("rgba")? {
        // MuJoCo takes the colour of a material unless the geom's differs from the default.
        if material.name.is_none() || color.map(f64::to_bits) != [0.5_f64, 0.5, 0.5, 1.0].map(f64::to_bits) {
            material.color = color.map(|part| part.clamp(0.0, 1.0));
        }
    }
    Ok(material)
}

fn contact(element: &Resolved<'_>, losses: &mut Losses) -> Result<Option<Contact>, ImportError> {
    let bits = |key: &str| element.number(key).map(|value| value.unwrap_or(1.0) as u32);
    let (kind, affinity) = (bits("contype")?, bits("conaffinity")?);
    if kind == 0 && affinity == 0 {
        return Ok(None);
    }
    let list = element.numbers("friction")?.unwrap_or_default();
    let dimensions = element.number("condim")?.unwrap_or(3.0);
    if let (Some(attribute), true) = (element.get("condim"), dimensions > 3.0) {
        let reason = "glTF has no friction against spinning and rolling";
        losses.approximated(&attribute.place, "geom condim", element.text("name"), reason);
    }
    let friction = if dimensions < 3.0 { 0.0 } else { list.first().copied().unwrap_or(1.0).max(0.0) };
    Ok(Some(Contact { kind, affinity, friction, is_hull: true }))
}
