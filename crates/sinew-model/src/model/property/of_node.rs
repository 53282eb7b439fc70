//! Properties that are named by their node: `mass`, `drives/0/positionTarget`, `staticFriction`.

use super::{PropertyRow, Source};
use crate::model::physics::{Collider, MaterialId, Physics, ShapeId};
use crate::model::{Model, NodeId};

impl Model {
    /// The pointer of a property by the node that it is of. The key is the last part of the pointer, or as much of it as follows the
    /// object that the node has:
    ///
    /// - `limits/0/max` and `drives/0/positionTarget` of its joint,
    /// - `staticFriction` and the like of its collider's material, `box/size` of its collider's shape,
    /// - otherwise its own: `translation`, `weights/1`, `mass`, `enableCollision`, `collisionFilter`, `visible`, `weight`, `gravity`.
    ///
    /// `None` where the node has no such joint or collider, or nothing of that name. Whether the file defines the property is for
    /// [`Model::property_in`] to say.
    pub fn pointer_of_node_in(&self, physics: &Physics, node: NodeId, key: &str) -> Option<String> {
        if key.starts_with("limits/") || key.starts_with("drives/") {
            let joint = physics.joint_of(node)?;
            return Some(format!("{}/{key}", self.joint_pointer_in(physics, joint)?));
        }
        let index = self.hierarchy.index(node);
        let own = format!("{index}/{key}");
        if PropertyRow::of(&own).is_some() {
            return Some(own);
        }
        let ending = format!("/{key}");
        let named: Vec<&PropertyRow> = PropertyRow::all().filter(|row| row.pointer.ends_with(&ending)).collect();
        let of_node = named.iter().filter_map(|row| row.pointer.strip_prefix("/nodes/{}"));
        let pointers: Vec<String> = of_node.map(|below| format!("{index}{below}")).collect();
        let defined = pointers.iter().find(|pointer| self.property_in(physics, pointer).is_ok());
        if let Some(pointer) = defined.or(pointers.first()) {
            return Some(pointer.clone());
        }
        let is = |test: fn(Source) -> bool| named.iter().any(|row| test(row.source));
        let mut colliders = physics.colliders().iter().filter(|collider| {
            let placed: &Collider = collider;
            placed.shape_instance.node == node && physics.has_shape(&placed.shape_instance)
        });
        if is(|source| matches!(source, Source::Material(..))) {
            let list = colliders.find_map(|collider| self.material_pointer(collider.material?))?;
            return Some(format!("{list}/{key}"));
        }
        if is(|source| matches!(source, Source::Shape(_))) {
            let list = colliders.find_map(|collider| self.shape_pointer(collider.shape_instance.shape))?;
            return Some(format!("{list}/{key}"));
        }
        None
    }

    fn material_pointer(&self, material: MaterialId) -> Option<String> {
        let names = ["KHR_physics_rigid_bodies", "OMI_physics_body"];
        names.iter().zip(&self.properties.materials).find_map(|(name, list)| {
            let place = list.iter().position(|known| *known == Some(material))?;
            Some(format!("/extensions/{name}/physicsMaterials/{place}"))
        })
    }

    fn shape_pointer(&self, shape: ShapeId) -> Option<String> {
        let place = self.properties.shapes.iter().position(|known| *known == Some(shape))?;
        Some(format!("/extensions/KHR_implicit_shapes/shapes/{place}"))
    }
}
