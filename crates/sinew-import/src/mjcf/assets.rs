//! `asset`: meshes, materials and textures.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};

use super::Context;
use super::compiler::quaternion;
use super::defaults::Resolved;
use super::reason::why_lost;
use crate::asset::{read_mesh, read_texture};
use crate::error::ImportError;
use crate::files::Files;
use crate::loss::Losses;
use crate::mesh::{MeshInertia, TriangleMesh};
use crate::number::numbers;
use crate::robot::{Material, Mesh, Robot, Texture};
use crate::xml::{Attribute, Element};

/// The assets by name.
pub(super) struct Assets {
    meshes: Vec<(Mesh, MeshInertia)>,
    /// `None` if a mesh is lost.
    by_name: BTreeMap<String, Option<usize>>,
    pub(super) materials: BTreeMap<String, Material>,
}

impl Assets {
    pub(super) fn read<'a>(
        elements: impl Iterator<Item = &'a Element> + Clone,
        context: &Context<'a>,
        files: &Files<'_>,
        losses: &mut Losses,
    ) -> Result<Self, ImportError> {
        let mut assets = Self { meshes: Vec::new(), by_name: BTreeMap::new(), materials: BTreeMap::new() };
        let mut textures = BTreeMap::new();
        for element in elements.clone() {
            match element.kind.as_str() {
                "mesh" => assets.mesh(&context.defaults.resolve(element, None)?, context, files, losses)?,
                "texture" => texture(element, context, files, &mut textures, losses),
                "material" => {}
                kind => losses.lost(&element.place, kind, element.text("name"), why_lost(kind, None)),
            }
        }
        for element in elements.filter(|element| element.kind == "material") {
            let resolved = context.defaults.resolve(element, None)?;
            let name = resolved.text("name").unwrap_or("").to_owned();
            let material = material(&resolved, &textures, losses)?;
            assets.materials.insert(name, material);
        }
        Ok(assets)
    }

    /// The index and the triangles of a mesh; `None` if it is lost.
    pub(super) fn find(
        &self,
        attribute: &Attribute,
    ) -> Result<Option<(usize, &TriangleMesh, MeshInertia)>, ImportError> {
        let index = self.by_name.get(&attribute.value);
        let index = index.ok_or_else(|| super::unknown("mesh", &attribute.value, &attribute.place))?;
        Ok(index.and_then(|index| self.meshes.get(index).map(|(mesh, kind)| (index, &mesh.triangles, *kind))))
    }

    /// Gives the meshes to the robot; their indices stay.
    pub(super) fn finish(self, robot: &mut Robot) {
        robot.meshes = self.meshes.into_iter().map(|(mesh, _)| mesh).collect();
    }

    fn mesh(
        &mut self,
        element: &Resolved<'_>,
        context: &Context<'_>,
        files: &Files<'_>,
        losses: &mut Losses,
    ) -> Result<(), ImportError> {
        let file = element.get("file");
        let stem = |file: &Attribute| {
            let name = file.value.rsplit(['/', '\\']).next().unwrap_or("");
            name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
        };
        let place = &element.element.place;
        let Some(name) = element.text("name").map(str::to_owned).or_else(|| file.map(stem)) else {
            return Err(ImportError::invalid(place, "<mesh> has neither name nor file; add one"));
        };
        let read = match file {
            Some(file) => read_mesh(files, &context.compiler.path(&context.compiler.mesh_folder, &file.value)),
            None if element.get("vertex").is_some() => Ok(written_out(element)?),
            None => Err("meshes that MuJoCo makes itself are not read".to_owned()),
        };
        let inertia = match element.text("inertia") {
            Some("exact") => MeshInertia::Exact,
            Some("shell") => MeshInertia::Shell,
            Some("convex") => {
                let reason = "the inertia is that of the mesh instead of its convex hull";
                losses.approximated(place, "mesh inertia", Some(&name), reason);
                MeshInertia::Legacy
            }
            _ => MeshInertia::Legacy,
        };
        let scale = element.vector("scale")?.unwrap_or(DVec3::ONE);
        let position = element.vector("refpos")?.unwrap_or(DVec3::ZERO);
        let rotation = element.get("refquat").map_or(Ok(DQuat::IDENTITY), quaternion)?;
        element.report_rest(
            &[
                "file",
                "vertex",
                "face",
                "normal",
                "texcoord",
                "inertia",
                "scale",
                "refpos",
                "refquat",
                "smoothnormal",
                "maxhullvert",
            ],
            losses,
        );
        let read = read.and_then(|mesh| {
            if scale.x * scale.y * scale.z == 0.0 { Err("its scale is zero".to_owned()) } else { Ok(mesh) }
        });
        let index = match read {
            Ok(mesh) => {
                let triangles = mesh.referred_to(position, rotation, scale);
                self.meshes.push((Mesh { name: name.clone(), triangles }, inertia));
                Some(self.meshes.len() - 1)
            }
            Err(reason) => {
                losses.lost(place, "mesh", Some(&name), &reason);
                None
            }
        };
        self.by_name.insert(name, index);
        Ok(())
    }
}

/// A mesh whose vertices are in the model itself. Without faces it is a cloud of points, whose triangles MuJoCo finds as their hull.
fn written_out(element: &Resolved<'_>) -> Result<TriangleMesh, ImportError> {
    let place = &element.element.place;
    let vertices = element.numbers("vertex")?.unwrap_or_default();
    let faces = element.get("face").map(numbers).transpose()?;
    let faces =
        faces.ok_or_else(|| ImportError::invalid(place, "a mesh with vertices and no faces is not read; add faces"))?;
    let positions: Vec<DVec3> = vertices.chunks_exact(3).map(DVec3::from_slice).collect();
    let mut triangles = Vec::new();
    for face in faces.chunks(3) {
        let corner = |index: usize| {
            let number = face.get(index).copied().filter(|number| *number >= 0.0 && number.fract() == 0.0);
            number
                .map(|number| number as u64)
                .filter(|&number| number < positions.len() as u64)
                .map(|number| number as u32)
        };
        let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
            return Err(ImportError::invalid(place, "a face names a vertex that is not there"));
        };
        triangles.push([a, b, c]);
    }
    if triangles.is_empty() {
        return Err(ImportError::invalid(place, "the mesh has no faces"));
    }
    Ok(TriangleMesh { positions, triangles, ..TriangleMesh::default() })
}

fn texture(
    element: &Element,
    context: &Context<'_>,
    files: &Files<'_>,
    textures: &mut BTreeMap<String, Texture>,
    losses: &mut Losses,
) {
    let name = element.text("name");
    let file = element.text("file");
    let read = match (file, element.text("type")) {
        (_, Some("skybox")) => Err("the background is left to the viewer".to_owned()),
        (Some(file), Some("2d")) => read_texture(files, &context.compiler.path(&context.compiler.texture_folder, file)),
        (Some(_), _) => Err("textures on cubes are not read".to_owned()),
        (None, _) => Err("textures that MuJoCo makes itself are not read".to_owned()),
    };
    let stem =
        file.and_then(|file| file.rsplit(['/', '\\']).next()).map(|name| name.rsplit_once('.').map_or(name, |it| it.0));
    match (read, name.or(stem)) {
        (Ok(texture), Some(name)) => {
            textures.insert(name.to_owned(), texture);
        }
        (Ok(_), None) => {}
        (Err(reason), name) => losses.lost(&element.place, "texture", name, &reason),
    }
}

fn material(
    element: &Resolved<'_>,
    textures: &BTreeMap<String, Texture>,
    losses: &mut Losses,
) -> Result<Material, ImportError> {
    let part = |key: &str, default: f64| element.number(key).map(|value| value.unwrap_or(default).clamp(0.0, 1.0));
    let color = element.array::<4>("rgba")?.unwrap_or([1.0; 4]).map(|part| part.clamp(0.0, 1.0));
    // -1 means that the model says nothing of it.
    let given = |key: &str| element.number(key).map(|value| value.filter(|value| *value >= 0.0));
    let shininess = part("shininess", 0.5)?;
    let texture = element.text("texture").and_then(|name| textures.get(name)).cloned();
    element.report_rest(&["rgba", "emission", "shininess", "metallic", "roughness", "texture"], losses);
    Ok(Material {
        name: element.text("name").map(str::to_owned),
        color,
        emission: part("emission", 0.0)?,
        metallic: given("metallic")?.unwrap_or(0.0).min(1.0),
        roughness: given("roughness")?.map_or(1.0 - 0.8 * shininess, |value| value.min(1.0)),
        texture,
    })
}
