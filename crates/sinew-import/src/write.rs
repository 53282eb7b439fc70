//! The robot as a glTF document.
//!
//! One node rotates Z to Y; below it are the bodies that move, side by side, since each has its own motion; what is fixed to a
//! body is below it.

mod drawing;
mod filter;
mod motion;
mod stage;
mod value;

use serde_json::{Map, Value, json};
use sinew_document::extension::{khr_implicit_shapes, khr_physics_rigid_bodies, khr_virtual_transform};
use sinew_document::{Document, NoResources};

use crate::Summary;
use crate::error::ImportError;
use crate::loss::Losses;
use crate::pose::Pose;
use crate::robot::{Geom, Robot};
use drawing::Drawing;
use filter::Filters;
use motion::Motions;
use stage::Stage;
use value::{Names, pose_of, single};

/// Rotates Z to Y.
const UPRIGHT: [f64; 4] = [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];

/// Builds the document.
pub(crate) fn write(
    mut robot: Robot,
    format: &'static str,
    losses: &mut Losses,
) -> Result<(Document, Summary), ImportError> {
    motion::hold_ranges(&mut robot, losses);
    let motions = Motions::new(&mut robot, losses);
    stage::exclude_ends(&mut robot);
    let base = json!({
        "asset": {"version": "2.0", "generator": concat!("sinew ", env!("CARGO_PKG_VERSION"))},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
    });
    let base = Document::read(base.to_string(), &NoResources)?;
    let mut edit = base.edit();
    let mut tree = Tree {
        filters: Filters::new(&robot)?,
        drawing: Drawing::default(),
        nodes: Vec::new(),
        poses: Vec::new(),
        joints: Vec::new(),
        sites: Vec::new(),
        site_names: Names::default(),
        body_nodes: Vec::new(),
        summary: Summary {
            format,
            name: robot.name.clone(),
            bodies: 0,
            joints: 0,
            drives: 0,
            colliders: 0,
            meshes: 0,
            virtual_transforms: 0,
            keyframe: robot.keyframe.clone(),
        },
    };
    tree.push(None, json!({"name": robot.name, "rotation": UPRIGHT.map(single)}), Pose::IDENTITY);
    for index in 0..robot.bodies.len() {
        tree.body(index, &robot, &motions, &mut edit)?;
    }
    for closure in &robot.loops {
        tree.closure(closure);
    }
    let Tree { filters, drawing, nodes, joints, sites, mut summary, .. } = tree;
    summary.joints = joints.len();
    summary.meshes = drawing.meshes.len();
    summary.virtual_transforms = sites.len();
    let mut physics = Map::new();
    for (key, list) in
        [("physicsMaterials", drawing.surfaces.list), ("collisionFilters", filters.list), ("physicsJoints", joints)]
    {
        if !list.is_empty() {
            physics.insert(key.to_owned(), Value::Array(list));
        }
    }
    for (key, list) in [
        ("nodes", nodes),
        ("meshes", drawing.meshes),
        ("materials", drawing.materials),
        ("textures", drawing.textures),
        ("images", drawing.images),
    ] {
        if !list.is_empty() {
            edit.set(&format!("/{key}"), Value::Array(list))?;
        }
    }
    if !drawing.shapes.list.is_empty() {
        edit.set_extension(khr_implicit_shapes::NAME, json!({"shapes": drawing.shapes.list}))?;
    }
    // Nodes may have parts of the extension where nothing is shared.
    if summary.bodies + summary.colliders + summary.joints > 0 {
        edit.use_extension(khr_physics_rigid_bodies::NAME)?;
    }
    if !physics.is_empty() {
        edit.set_extension(khr_physics_rigid_bodies::NAME, Value::Object(physics))?;
    }
    if !sites.is_empty() {
        edit.set_extension(khr_virtual_transform::NAME, json!({"virtualTransforms": sites}))?;
    }
    Ok((edit.finish()?, summary))
}

/// The document while it grows.
struct Tree {
    filters: Filters,
    drawing: Drawing,
    nodes: Vec<Value>,
    /// Where each node is below the root.
    poses: Vec<Pose>,
    joints: Vec<Value>,
    sites: Vec<Value>,
    site_names: Names,
    /// The node of each body.
    body_nodes: Vec<usize>,
    summary: Summary,
}

impl Tree {
    /// Adds a node below another.
    fn push(&mut self, parent: Option<usize>, node: Value, pose: Pose) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        self.poses.push(parent.map_or(Pose::IDENTITY, |parent| self.pose(parent)) * pose);
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent)).and_then(Value::as_object_mut) {
            let children = parent.entry("children").or_insert_with(|| json!([]));
            if let Some(children) = children.as_array_mut() {
                children.push(index.into());
            }
        }
        index
    }

    /// Adds a node at a pose below another.
    fn push_at(&mut self, parent: usize, name: &str, pose: Pose) -> usize {
        let mut node = pose_of(pose);
        node.insert("name".to_owned(), name.into());
        self.push(Some(parent), Value::Object(node), pose)
    }

    fn pose(&self, node: usize) -> Pose {
        self.poses.get(node).copied().unwrap_or(Pose::IDENTITY)
    }

    /// Adds a part of the extension to a node.
    fn extend(&mut self, node: usize, part: &str, data: Value) {
        if let Some(node) = self.nodes.get_mut(node) {
            node["extensions"][khr_physics_rigid_bodies::NAME][part] = data;
        }
    }

    fn body(
        &mut self,
        index: usize,
        robot: &Robot,
        motions: &Motions,
        edit: &mut sinew_document::Edit<'_>,
    ) -> Result<(), ImportError> {
        let Some(body) = robot.bodies.get(index) else { return Ok(()) };
        let Some(parent) = body.parent.and_then(|parent| self.body_nodes.get(parent).copied()) else {
            // The world is the root.
            self.body_nodes.push(0);
            self.on_body(0, index, robot, edit)?;
            return Ok(());
        };
        let stages = Stage::divide(&body.joints);
        let moved = motions.of(index);
        let last = stages.len().saturating_sub(1);
        let (mut at, mut parent_from_body) = (parent, body.parent_from_body);
        for (number, stage) in stages.iter().enumerate() {
            let displacement = stage.joints.iter().fold(Pose::IDENTITY, |pose, joint| pose * joint.displacement());
            let is_last = number == last;
            let name = if is_last { body.name.clone() } else { format!("{} {}", body.name, stage.name()) };
            let node = self.push_at(0, &name, self.pose(at) * parent_from_body * displacement);
            if let Some(motion) = moved.and_then(|moved| moved.get(number)) {
                self.extend(node, "motion", motion.to_json());
                self.summary.bodies += 1;
            }
            let is_hung_on_world = number == 0 && body.parent.is_some_and(|parent| robot.moving(parent) == 0);
            self.joint(stage, (at, parent_from_body), node, is_hung_on_world && robot.collides_with_base);
            (at, parent_from_body) = (node, Pose::IDENTITY);
        }
        if stages.is_empty() {
            at = self.push_at(parent, &body.name, body.parent_from_body);
        }
        self.body_nodes.push(at);
        self.on_body(at, index, robot, edit)
    }

    /// Adds a stage's joint: its frames, on the parent and on the body, and its description.
    fn joint(&mut self, stage: &Stage<'_>, (parent, parent_from_body): (usize, Pose), body: usize, collides: bool) {
        let Some(description) = stage.description() else { return };
        self.summary.drives += description.get("drives").and_then(Value::as_array).map_or(0, Vec::len);
        let frame = stage.body_from_frame();
        let name = stage.name();
        let a = self.push_at(parent, &name, parent_from_body * frame);
        let b = self.push_at(body, &format!("{name} frame"), frame);
        self.connect(a, b, description, collides);
    }

    fn closure(&mut self, closure: &crate::robot::Closure) {
        let node = |(body, _): (usize, Pose)| self.body_nodes.get(body).copied().unwrap_or(0);
        let (a, b) = (node(closure.a), node(closure.b));
        let a = self.push_at(a, &closure.name, closure.a.1);
        let b = self.push_at(b, &format!("{} frame", closure.name), closure.b.1);
        let mut limits = vec![json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0})];
        if closure.is_weld {
            limits.push(json!({"angularAxes": [0, 1, 2], "min": 0, "max": 0}));
        }
        // A constraint of MuJoCo does not keep its bodies from colliding.
        self.connect(a, b, json!({"name": closure.name, "limits": limits}), true);
    }

    fn connect(&mut self, a: usize, b: usize, description: Value, collides: bool) {
        let mut joint = json!({"connectedNode": b, "joint": self.joints.len()});
        if collides {
            joint["enableCollision"] = true.into();
        }
        self.extend(a, "joint", joint);
        self.joints.push(description);
    }

    /// Adds what is on a body: shapes and sites.
    fn on_body(
        &mut self,
        node: usize,
        index: usize,
        robot: &Robot,
        edit: &mut sinew_document::Edit<'_>,
    ) -> Result<(), ImportError> {
        let Some(body) = robot.bodies.get(index) else { return Ok(()) };
        for (number, geom) in body.geoms.iter().enumerate() {
            let name = geom.name.clone().unwrap_or_else(|| format!("{} geom {number}", body.name));
            self.geom(node, &name, index, geom, robot, edit)?;
        }
        for site in &body.sites {
            let mut entry = pose_of(site.body_from_site);
            entry.insert("name".to_owned(), self.site_names.unique(&site.name).into());
            entry.insert("parent".to_owned(), node.into());
            self.sites.push(Value::Object(entry));
        }
        Ok(())
    }

    fn geom(
        &mut self,
        parent: usize,
        name: &str,
        body: usize,
        geom: &Geom,
        robot: &Robot,
        edit: &mut sinew_document::Edit<'_>,
    ) -> Result<(), ImportError> {
        let drawn = self.drawing.draw(geom, robot, edit)?;
        let node = self.push_at(parent, name, geom.body_from_geom * drawn.geom_from_shape);
        if let (Some(mesh), Some(node)) = (drawn.mesh, self.nodes.get_mut(node)) {
            node["mesh"] = mesh.into();
        }
        let (Some(contact), Some(geometry)) = (geom.contact, drawn.geometry) else { return Ok(()) };
        let mut collider = json!({"geometry": geometry});
        collider["physicsMaterial"] = self.drawing.surface(contact.friction).into();
        if let Some(filter) = self.filters.of(body, contact) {
            collider["collisionFilter"] = filter.into();
        }
        self.extend(node, "collider", collider);
        self.summary.colliders += 1;
        Ok(())
    }
}
