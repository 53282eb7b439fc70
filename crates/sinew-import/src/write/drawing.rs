//! Shapes, meshes and materials.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use glam::DVec3;
use serde_json::{Value, json};
use sinew_document::{AccessorData, Edit, EditError};
use sinew_model::math::double::{pow, rotation};

use super::value::{Shared, single};
use crate::mesh::{TriangleMesh, capsule, cuboid, cylinder, ellipsoid, quad};
use crate::pose::Pose;
use crate::robot::{Geom, Material, Robot, Shape};

/// Half the size of an infinite plane as it is seen, metres.
const HORIZON: f64 = 20.0;

/// What geoms share.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) meshes: Vec<Value>,
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) images: Vec<Value>,
    pub(super) shapes: Shared,
    pub(super) surfaces: Shared,
    /// Vertex data by shape.
    drawn: BTreeMap<ShapeKey, Value>,
    /// Meshes by shape and material.
    by_look: BTreeMap<(ShapeKey, Option<usize>), usize>,
    /// Materials by those of the robot.
    by_material: BTreeMap<usize, usize>,
    /// Textures by their bytes.
    by_picture: BTreeMap<Arc<[u8]>, usize>,
}

/// A shape as something to look up.
type ShapeKey = (u8, [u64; 3]);

/// What a geom becomes.
pub(super) struct Drawn {
    /// The node's own frame: round shapes stand along Y.
    pub(super) geom_from_shape: Pose,
    /// What is seen.
    pub(super) mesh: Option<usize>,
    /// The geometry of a collider.
    pub(super) geometry: Option<Value>,
}

impl Drawing {
    pub(super) fn draw(&mut self, geom: &Geom, robot: &Robot, edit: &mut Edit<'_>) -> Result<Drawn, EditError> {
        let mesh = match geom.material {
            Some(material) => self.mesh(geom.shape, Some(material), robot, edit)?,
            None => None,
        };
        let geometry = match geom.contact {
            Some(contact) => self.geometry(geom.shape, contact.is_hull, mesh, robot, edit)?,
            None => None,
        };
        let stands = matches!(geom.shape, Shape::Capsule(..) | Shape::Cylinder(..) | Shape::Plane(..));
        // Y to Z.
        let upright = Pose::new(DVec3::ZERO, rotation(DVec3::X * FRAC_PI_2));
        Ok(Drawn { geom_from_shape: if stands { upright } else { Pose::IDENTITY }, mesh, geometry })
    }

    /// A surface of a friction. As in MuJoCo, the larger of two frictions counts.
    pub(super) fn surface(&mut self, friction: f64) -> usize {
        let friction = single(friction);
        self.surfaces.index(json!({
            "staticFriction": friction, "dynamicFriction": friction, "restitution": 0, "frictionCombine": "maximum",
        }))
    }

    fn geometry(
        &mut self,
        shape: Shape,
        is_hull: bool,
        mesh: Option<usize>,
        robot: &Robot,
        edit: &mut Edit<'_>,
    ) -> Result<Option<Value>, EditError> {
        let round = |radius: f64, half: f64| json!({"radiusTop": single(radius), "radiusBottom": single(radius), "height": single(2.0 * half)});
        let shape = match shape {
            Shape::Box(half) => json!({"type": "box", "box": {"size": (half * 2.0).to_array().map(single)}}),
            Shape::Sphere(radius) => json!({"type": "sphere", "sphere": {"radius": single(radius)}}),
            Shape::Capsule(radius, half) => json!({"type": "capsule", "capsule": round(radius, half)}),
            Shape::Cylinder(radius, half) => json!({"type": "cylinder", "cylinder": round(radius, half)}),
            Shape::Plane(x, y) => {
                let mut plane = json!({});
                for (key, half) in [("sizeX", x), ("sizeZ", y)] {
                    if half > 0.0 {
                        plane[key] = single(2.0 * half);
                    }
                }
                json!({"type": "plane", "plane": plane})
            }
            // No shape is an ellipsoid; the hull of its triangles is the nearest.
            Shape::Ellipsoid(_) | Shape::Mesh(_) => {
                let mesh = match mesh {
                    Some(mesh) => Some(mesh),
                    None => self.mesh(shape, None, robot, edit)?,
                };
                let is_hull = is_hull || matches!(shape, Shape::Ellipsoid(_));
                return Ok(mesh.map(|mesh| json!({"mesh": mesh, "convexHull": is_hull})));
            }
        };
        Ok(Some(json!({"shape": self.shapes.index(shape)})))
    }

    /// The mesh of a shape in a material; `None` if it has no triangles.
    fn mesh(
        &mut self,
        shape: Shape,
        material: Option<usize>,
        robot: &Robot,
        edit: &mut Edit<'_>,
    ) -> Result<Option<usize>, EditError> {
        let key = shape_key(shape);
        if let Some(known) = self.by_look.get(&(key, material)) {
            return Ok(Some(*known));
        }
        let primitive = match self.drawn.get(&key) {
            Some(known) => known.clone(),
            None => {
                let triangles = triangles(shape, robot);
                if triangles.triangles.is_empty() {
                    return Ok(None);
                }
                let primitive = add_vertices(&triangles, edit)?;
                self.drawn.insert(key, primitive.clone());
                primitive
            }
        };
        let mut primitive = primitive;
        let has_uvs = primitive["attributes"].get("TEXCOORD_0").is_some();
        if let Some(material) = material.and_then(|index| Some((index, robot.materials.get(index)?))) {
            primitive["material"] = self.material(material.0, material.1, has_uvs, edit)?.into();
        }
        let name = match shape {
            Shape::Mesh(index) => robot.meshes.get(index).map_or("mesh", |mesh| mesh.name.as_str()),
            Shape::Box(_) => "box",
            Shape::Sphere(_) => "sphere",
            Shape::Capsule(..) => "capsule",
            Shape::Cylinder(..) => "cylinder",
            Shape::Ellipsoid(_) => "ellipsoid",
            Shape::Plane(..) => "plane",
        };
        self.meshes.push(json!({"name": name, "primitives": [primitive]}));
        self.by_look.insert((key, material), self.meshes.len() - 1);
        Ok(Some(self.meshes.len() - 1))
    }

    fn material(
        &mut self,
        index: usize,
        material: &Material,
        has_uvs: bool,
        edit: &mut Edit<'_>,
    ) -> Result<usize, EditError> {
        // A texture needs coordinates: with and without them is not the same material.
        let texture = material.texture.as_ref().filter(|_| has_uvs);
        let key = index * 2 + usize::from(texture.is_some());
        if let Some(known) = self.by_material.get(&key) {
            return Ok(*known);
        }
        let [red, green, blue, alpha] = material.color;
        let linear = [red, green, blue].map(linear);
        let [red, green, blue] = linear.map(single);
        let mut json = json!({"pbrMetallicRoughness": {
            "baseColorFactor": [red, green, blue, single(alpha)],
            "metallicFactor": single(material.metallic),
            "roughnessFactor": single(material.roughness),
        }});
        if let Some(name) = &material.name {
            json["name"] = name.as_str().into();
        }
        if material.emission > 0.0 {
            json["emissiveFactor"] = json!(linear.map(|part| single(part * material.emission)));
        }
        if alpha < 1.0 {
            json["alphaMode"] = "BLEND".into();
        }
        if let Some(texture) = texture {
            let index = match self.by_picture.get(&texture.bytes) {
                Some(known) => *known,
                None => {
                    let view = edit.add_buffer_view(&texture.bytes)?;
                    self.images.push(json!({"bufferView": view.0, "mimeType": texture.mime}));
                    self.textures.push(json!({"source": self.images.len() - 1}));
                    self.by_picture.insert(Arc::clone(&texture.bytes), self.textures.len() - 1);
                    self.textures.len() - 1
                }
            };
            json["pbrMetallicRoughness"]["baseColorTexture"] = json!({"index": index});
        }
        self.materials.push(json);
        self.by_material.insert(key, self.materials.len() - 1);
        Ok(self.materials.len() - 1)
    }
}

/// A part of a colour as light: IEC 61966-2-1.
fn linear(shown: f64) -> f64 {
    if shown <= 0.04045 { shown / 12.92 } else { pow((shown + 0.055) / 1.055, 2.4) }
}

fn shape_key(shape: Shape) -> ShapeKey {
    let key = |kind: u8, sizes: DVec3| (kind, sizes.to_array().map(f64::to_bits));
    match shape {
        Shape::Box(half) => key(0, half),
        Shape::Sphere(radius) => key(1, DVec3::splat(radius)),
        Shape::Capsule(radius, half) => key(2, DVec3::new(radius, half, 0.0)),
        Shape::Cylinder(radius, half) => key(3, DVec3::new(radius, half, 0.0)),
        Shape::Ellipsoid(half) => key(1, half),
        Shape::Plane(x, y) => key(4, DVec3::new(x, y, 0.0)),
        Shape::Mesh(index) => (5, [index as u64, 0, 0]),
    }
}

fn triangles(shape: Shape, robot: &Robot) -> TriangleMesh {
    let extent = |half: f64| if half > 0.0 { half } else { HORIZON };
    match shape {
        Shape::Box(half) => cuboid(half),
        Shape::Sphere(radius) => ellipsoid(DVec3::splat(radius)),
        Shape::Capsule(radius, half) => capsule(radius, half),
        Shape::Cylinder(radius, half) => cylinder(radius, half),
        Shape::Ellipsoid(half) => ellipsoid(half),
        Shape::Plane(x, y) => quad(extent(x), extent(y)),
        Shape::Mesh(index) => robot.meshes.get(index).map(|mesh| mesh.triangles.with_normals()).unwrap_or_default(),
    }
}

fn add_vertices(mesh: &TriangleMesh, edit: &mut Edit<'_>) -> Result<Value, EditError> {
    let singles = |list: &[DVec3]| list.iter().map(|vector| vector.as_vec3().to_array()).collect::<Vec<_>>();
    let mut attributes = json!({"POSITION": edit.add_accessor(AccessorData::Vec3(&singles(&mesh.positions)))?.0});
    if let Some(normals) = &mesh.normals {
        attributes["NORMAL"] = edit.add_accessor(AccessorData::Vec3(&singles(normals)))?.0.into();
    }
    if let Some(uvs) = &mesh.uvs {
        attributes["TEXCOORD_0"] = edit.add_accessor(AccessorData::Vec2(uvs))?.0.into();
    }
    let indices = mesh.triangles.as_flattened();
    let indices = if mesh.positions.len() < usize::from(u16::MAX) {
        edit.add_accessor(AccessorData::U16(&indices.iter().map(|&index| index as u16).collect::<Vec<_>>()))?
    } else {
        edit.add_accessor(AccessorData::U32(indices))?
    };
    Ok(json!({"attributes": attributes, "indices": indices.0}))
}
