//! Colliders and their shapes, as `sinew inspect --json` prints them and viewers draw them.
//!
//! Every number of a node is the file's index; those of shapes, materials and filters are indices in their lists.

use serde::Serialize;

use sinew_model::model::physics::{Collider, FilterId, MaterialId, MeshOrigin, Shape, ShapeId, ShapeInstance};
use sinew_model::model::{Model, NodeId};

/// A shape on a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShapeInstanceAnswer {
    /// The node, whose matrix moves and scales the shape.
    pub node: u32,
    /// Its shape.
    pub shape: usize,
    /// The node of its body; `null` for a static shape, or one that follows its node.
    pub body: Option<u32>,
    /// Its collision filter; `null` for none.
    pub filter: Option<usize>,
}

/// A collider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColliderAnswer {
    /// Its shape and its node.
    #[serde(flatten)]
    pub placed: ShapeInstanceAnswer,
    /// Its material; `null` for the default.
    pub material: Option<usize>,
}

/// A shape, centred where its node is, before the node's scale. The axis of round shapes is Y.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "as in the model's `Shape`; of meshes, how many points and triangles, and of which")]
pub enum ShapeAnswer {
    Box {
        size: [f32; 3],
    },
    Sphere {
        radius: f32,
    },
    Capsule {
        height: f32,
        radius_bottom: f32,
        radius_top: f32,
    },
    Cylinder {
        height: f32,
        radius_bottom: f32,
        radius_top: f32,
    },
    Plane {
        size_x: Option<f32>,
        size_z: Option<f32>,
        double_sided: bool,
    },
    ConvexHull {
        points: usize,
        #[serde(flatten)]
        of: MeshSource,
    },
    TriangleMesh {
        points: usize,
        triangles: usize,
        #[serde(flatten)]
        of: MeshSource,
    },
}

/// The source of a shape's points: one of the two, or none for a shape without a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeshSource {
    /// A mesh, by the file's index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<u32>,
    /// A node, for its meshes and those below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

impl ShapeInstanceAnswer {
    /// A shape of a model.
    pub fn new(model: &Model, placed: &ShapeInstance) -> Self {
        let number = |node: NodeId| model.hierarchy().index(node).0;
        let body = placed.body.and_then(|body| model.physics().bodies().get(body.slot()));
        Self {
            node: number(placed.node),
            shape: placed.shape.slot(),
            body: body.map(|body| number(body.node)),
            filter: placed.filter.map(FilterId::slot),
        }
    }
}

impl ColliderAnswer {
    /// A collider of a model.
    pub fn new(model: &Model, collider: &Collider) -> Self {
        let material = collider.material.map(MaterialId::slot);
        Self { placed: ShapeInstanceAnswer::new(model, &collider.shape_instance), material }
    }
}

impl ShapeAnswer {
    /// The shapes of a model, in its order.
    pub fn all(model: &Model) -> Vec<Self> {
        let physics = model.physics();
        let shapes = physics.shapes().iter().enumerate();
        shapes.map(|(slot, shape)| Self::new(shape, MeshSource::new(model, ShapeId::at(slot)))).collect()
    }

    fn new(shape: &Shape, of: MeshSource) -> Self {
        match *shape {
            Shape::Box { size } => Self::Box { size: size.to_array() },
            Shape::Sphere { radius } => Self::Sphere { radius },
            Shape::Capsule { height, radius_bottom, radius_top } => Self::Capsule { height, radius_bottom, radius_top },
            Shape::Cylinder { height, radius_bottom, radius_top } => {
                Self::Cylinder { height, radius_bottom, radius_top }
            }
            Shape::Plane { size_x, size_z, double_sided } => Self::Plane { size_x, size_z, double_sided },
            Shape::ConvexHull(ref mesh) => Self::ConvexHull { points: mesh.points.len(), of },
            Shape::TriangleMesh(ref mesh) => {
                Self::TriangleMesh { points: mesh.points.len(), triangles: mesh.triangles.len(), of }
            }
        }
    }
}

impl MeshSource {
    fn new(model: &Model, shape: ShapeId) -> Self {
        match model.physics().origins().mesh(shape) {
            Some(MeshOrigin::Mesh(mesh)) => Self { mesh: Some(mesh.0), node: None },
            Some(MeshOrigin::Node(node)) => Self { mesh: None, node: Some(model.hierarchy().index(node).0) },
            None => Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sinew_document::{Document, NoResources};

    use super::*;

    #[test]
    fn colliders_name_their_shape_and_their_body() {
        let file = json!({"asset": {"version": "2.0"}, "nodes": [
            {"children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}, "physicsMaterial": 0}}}},
            {"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}],
            "extensions": {"KHR_physics_rigid_bodies": {"physicsMaterials": [{}]}, "KHR_implicit_shapes": {"shapes": [
                {"type": "plane", "plane": {"sizeX": 2}},
                {"type": "capsule", "capsule": {"height": 3, "radiusTop": 0.5, "radiusBottom": 0.25}}]}}});
        let (model, _) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
        let physics = model.physics();
        let [on_body, standing] = physics.colliders() else { panic!("two colliders") };
        let shape = |collider: &ColliderAnswer| -> Value {
            serde_json::to_value(&ShapeAnswer::all(&model)[collider.placed.shape]).unwrap()
        };
        let on_body = ColliderAnswer::new(&model, on_body);
        assert_eq!((on_body.placed.node, on_body.placed.body, on_body.material), (1, Some(0), Some(0)));
        let capsule = json!({"kind": "capsule", "height": 3.0, "radiusBottom": 0.25, "radiusTop": 0.5});
        assert_eq!(shape(&on_body), capsule);
        let standing = ColliderAnswer::new(&model, standing);
        assert_eq!((standing.placed.node, standing.placed.body, standing.material), (2, None, None));
        assert_eq!(shape(&standing)["kind"], "plane");
        assert_eq!((&shape(&standing)["sizeX"], &shape(&standing)["sizeZ"]), (&json!(2.0), &Value::Null));
    }
}
