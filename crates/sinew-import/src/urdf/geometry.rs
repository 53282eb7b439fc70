//! Visuals and collisions.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};

use super::{missing, origin, required};
use crate::asset::{read_mesh, read_texture};
use crate::error::ImportError;
use crate::files::Files;
use crate::loss::Losses;
use crate::number::{array, number, vector};
use crate::robot::{Contact, Geom, Material, Mesh, Robot, Shape};
use crate::xml::{Attribute, Element};

/// The friction of a collider; URDF has none for links, and this is what `KHR_physics_rigid_bodies` has by default.
const FRICTION: f64 = 0.6;

/// What visuals without a material look like.
const GREY: [f64; 4] = [0.7, 0.7, 0.7, 1.0];

/// The materials and meshes of a file, each read once.
pub(super) struct Looks<'a> {
    files: &'a Files<'a>,
    /// The materials at the top, by name.
    named: BTreeMap<String, &'a Element>,
    /// Meshes by file and scale; `None` if one cannot be read.
    meshes: BTreeMap<(String, [u64; 3]), Option<usize>>,
}

impl<'a> Looks<'a> {
    pub(super) fn new(root: &'a Element, files: &'a Files<'a>) -> Result<Self, ImportError> {
        let mut named = BTreeMap::new();
        for material in root.children_of("material") {
            named.insert(required(material, "name")?.to_owned(), material);
        }
        Ok(Self { files, named, meshes: BTreeMap::new() })
    }

    /// Reads a `visual` or a `collision`. `None` if its geometry is lost.
    pub(super) fn geom(
        &mut self,
        element: &Element,
        is_moving: bool,
        robot: &mut Robot,
        losses: &mut Losses,
    ) -> Result<Option<Geom>, ImportError> {
        let geometry = element.child("geometry").ok_or_else(|| missing(element, "geometry"))?;
        let Some(shape) = self.shape(geometry, robot, losses)? else { return Ok(None) };
        let is_seen = element.kind == "visual";
        let material = if is_seen { Some(self.material(element.child("material"), robot, losses)?) } else { None };
        let contact = Contact { kind: 1, affinity: 1, friction: FRICTION, is_hull: is_moving };
        Ok(Some(Geom {
            name: element.text("name").map(str::to_owned),
            body_from_geom: origin(element)?,
            shape,
            material,
            contact: (!is_seen).then_some(contact),
        }))
    }

    fn shape(
        &mut self,
        geometry: &Element,
        robot: &mut Robot,
        losses: &mut Losses,
    ) -> Result<Option<Shape>, ImportError> {
        let Some(shape) = geometry.children.first() else { return Err(missing(geometry, "shape")) };
        let size = |key: &str| -> Result<f64, ImportError> {
            let attribute = shape.attribute(key).ok_or_else(|| missing(shape, key))?;
            positive(number(attribute)?, attribute)
        };
        Ok(Some(match shape.kind.as_str() {
            "box" => {
                let attribute = shape.attribute("size").ok_or_else(|| missing(shape, "size"))?;
                let size = vector(attribute)?;
                positive(size.min_element(), attribute)?;
                Shape::Box(size / 2.0)
            }
            "sphere" => Shape::Sphere(size("radius")?),
            "cylinder" => Shape::Cylinder(size("radius")?, size("length")? / 2.0),
            "capsule" => Shape::Capsule(size("radius")?, size("length")? / 2.0),
            "mesh" => {
                let attribute = shape.attribute("filename").ok_or_else(|| missing(shape, "filename"))?;
                let scale = shape.attribute("scale").map_or(Ok(DVec3::ONE), vector)?;
                return Ok(self.mesh(attribute, scale, robot, losses).map(Shape::Mesh));
            }
            other => {
                losses.lost(&shape.place, &format!("geometry {other}"), None, "the shape is unknown");
                return Ok(None);
            }
        }))
    }

    fn mesh(&mut self, file: &Attribute, scale: DVec3, robot: &mut Robot, losses: &mut Losses) -> Option<usize> {
        let key = (file.value.clone(), scale.to_array().map(f64::to_bits));
        if let Some(known) = self.meshes.get(&key) {
            return *known;
        }
        let read = read_mesh(self.files, &file.value).and_then(|mesh| {
            if scale.min_element() * scale.max_element() == 0.0 {
                Err("its scale is zero".to_owned())
            } else {
                Ok(mesh)
            }
        });
        let found = match read {
            Ok(mesh) => {
                let triangles = mesh.referred_to(DVec3::ZERO, DQuat::IDENTITY, scale);
                let name = file.value.rsplit('/').next().unwrap_or("mesh").to_owned();
                robot.meshes.push(Mesh { name, triangles });
                Some(robot.meshes.len() - 1)
            }
            Err(reason) => {
                losses.lost(&file.place, "geometry mesh", Some(&file.value), &reason);
                None
            }
        };
        self.meshes.insert(key, found);
        found
    }

    fn material(
        &self,
        element: Option<&Element>,
        robot: &mut Robot,
        losses: &mut Losses,
    ) -> Result<usize, ImportError> {
        let name = element.and_then(|element| element.text("name"));
        let is_defined = |element: &&Element| element.child("color").is_some() || element.child("texture").is_some();
        let named = || name.and_then(|name| self.named.get(name).copied());
        let definition = element.filter(is_defined).or_else(named);
        if let (Some(element), None) = (element, definition) {
            losses.lost(&element.place, "material", name, "no material of this name is defined; grey stands in");
        }
        let mut material = Material {
            name: name.filter(|name| !name.is_empty()).map(str::to_owned),
            color: GREY,
            emission: 0.0,
            metallic: 0.0,
            roughness: 0.7,
            texture: None,
        };
        if let Some(color) = definition.and_then(|element| element.child("color")?.attribute("rgba")) {
            material.color = array::<4>(color)?.map(|part| part.clamp(0.0, 1.0));
        }
        if let Some(file) = definition.and_then(|element| element.child("texture")?.attribute("filename")) {
            match read_texture(self.files, &file.value) {
                Ok(texture) => {
                    material.color = [1.0, 1.0, 1.0, material.color[3]];
                    material.texture = Some(texture);
                }
                Err(reason) => losses.lost(&file.place, "material texture", name, &reason),
            }
        }
        Ok(robot.material(material))
    }
}

fn positive(value: f64, attribute: &Attribute) -> Result<f64, ImportError> {
    if value > 0.0 {
        return Ok(value);
    }
    Err(ImportError::invalid(&attribute.place, format!("{} is {value}; must be positive", attribute.key)))
}
