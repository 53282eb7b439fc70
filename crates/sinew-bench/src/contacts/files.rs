//! Published files that people open first.

use std::sync::Arc;

use sinew::document::Document;
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeId, World, WorldOptions};
use sinew_testkit::assets;

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
Files of the repository of `KHR_physics_rigid_bodies`, where a checkout of them is beside this one. *WaterWheel*: ten marbles of 9 mm that a screw lifts and \
presses on a floor of two triangles; five runs of 10 s, with gravity turned by up to a thousandth; a marble is lost when it is 2 cm below the floor's \
height within its edges. *Robot_skinned*: a toy that walks; Babylon.js with Havok at the file's own speed of drive walks some 0.29 m in 20 s.";

/// The floor of `WaterWheel` from edge to edge, and what is above and below.
const FLOOR: [Vec3; 2] = [Vec3::new(-0.890, f32::MIN, -1.113), Vec3::new(0.752, f32::MAX, 0.529)];

/// The family.
///
/// # Errors
/// A file cannot be read.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let Some(folder) = assets::folder() else {
        return Ok(vec![Figure::near("no folder of files", "skipped", (1.0, 1.0), "", Bound::AtLeast(1.0))]);
    };
    let folder = folder.join("khr_physics_latest");
    let mut lost = 0;
    let runs = extent.pick(5, 1);
    for number in 0..runs {
        let mut file = File::open(&folder.join("WaterWheel.gltf"), number, 60.0)?;
        let marbles = file.nodes("GeoSphere");
        if marbles.len() != 10 {
            return Err(format!("there are {} marbles", marbles.len()).into());
        }
        let mut fell = vec![None; marbles.len()];
        file.run(extent.pick(10.0, 3.0), |file| {
            for (node, fell) in marbles.iter().zip(&mut fell) {
                let at = file.at(*node);
                if fell.is_none() && at.y < -0.02 {
                    *fell = Some(at);
                }
            }
        });
        // The others rolled over the edge.
        lost += fell.into_iter().flatten().filter(|at| FLOOR[0].cmple(*at).all() && FLOOR[1].cmpge(*at).all()).count();
    }
    let scene = format!("WaterWheel, {runs} runs");
    let mut figures =
        vec![Figure::near(&scene, "marbles through the floor", (lost as f64, 0.0), "", Bound::AtMost(0.0))];
    let mut all = Vec::new();
    for (number, rate) in extent.pick(vec![(0, 60.0), (1, 60.0), (2, 60.0), (0, 240.0)], vec![(0, 60.0)]) {
        let mut file = File::open(&folder.join("Robot_skinned.gltf"), number, rate)?;
        let body = *file.nodes("Robot_Robot_Body_RB").first().ok_or("no robot")?;
        let start = (file.at(body), file.up(body));
        let (mut spin, mut upright) = (0.0_f32, 1.0_f32);
        file.run(extent.pick(20.0, 5.0), |file| {
            let fastest = file.world.bodies(file.id).map(|body| body.velocity.angular.length()).fold(0.0, f32::max);
            spin = spin.max(fastest);
            upright = upright.min(file.up(body).dot(start.1));
        });
        let way = f64::from((file.at(body) - start.0).length());
        let least = extent.pick(0.24, 0.05);
        let case = format!("run {number}, 1/{rate} s");
        let quantity = format!("way in {} s", extent.pick(20, 5));
        all.extend(
            [
                Figure::near("Robot_skinned", &quantity, (way, 0.29), "m", Bound::AtLeast(least)),
                Figure::near(
                    "Robot_skinned",
                    "least cosine to upright",
                    (f64::from(upright), 1.0),
                    "",
                    Bound::AtLeast(0.8),
                ),
                Figure::near("Robot_skinned", "fastest part", (f64::from(spin), 2.0), "rad/s", Bound::AtMost(60.0)),
            ]
            .map(|figure| figure.in_case(&case)),
        );
    }
    figures.extend(Figure::worst(all));
    Ok(figures)
}

/// A file in a world.
struct File {
    world: World,
    id: InstanceId,
    model: Arc<Model>,
}

impl File {
    fn open(path: &std::path::Path, number: u16, rate: f64) -> Result<Self, Failure> {
        let (model, _) = Model::from_document(&Document::open(path)?);
        let model = Arc::new(model);
        let turn = f32::from(number);
        let gravity = Vec3::new(0.003 * turn, -9.81, -0.002 * turn);
        let mut world = World::new(WorldOptions::default().with_dt(1.0 / rate).with_gravity(gravity));
        let id = world.spawn(Arc::clone(&model), Rigid::IDENTITY);
        Ok(Self { world, id, model })
    }

    fn run(&mut self, seconds: f64, mut after: impl FnMut(&Self)) {
        for _ in 0..(seconds / self.world.dt()).round() as usize {
            self.world.step();
            after(self);
        }
    }

    /// The nodes with a body whose name begins so.
    fn nodes(&self, name: &str) -> Vec<NodeId> {
        let bodies = self.model.physics().bodies().iter().map(|body| body.node);
        bodies.filter(|node| self.model.hierarchy().name(*node).is_some_and(|own| own.starts_with(name))).collect()
    }

    fn at(&self, node: NodeId) -> Vec3 {
        self.world.body(self.id, node).map_or(Vec3::NAN, |body| body.world_from_body.translation)
    }

    fn up(&self, node: NodeId) -> Vec3 {
        self.world.body(self.id, node).map_or(Vec3::NAN, |body| body.world_from_body.rotation * Vec3::Y)
    }
}
