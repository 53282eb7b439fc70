//! A scene that runs, and what physics asks of it: energy, momentum, gaps.
//!
//! Everything is computed here from the poses and velocities that the world reports, in `f64`.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use sinew::math::Rigid;
use sinew::model::physics::{DofKind, JointLimit};
use sinew::physics::mass_properties;
use sinew::{InstanceId, Model, NodeId, Velocity, World, WorldOptions};

use super::Figure;
use crate::Failure;

/// How a scene runs.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Steps a second.
    pub rate: f64,
    /// Along −Y, m/s².
    pub gravity: f64,
}

impl Setting {
    /// Sixty steps a second, on the ground of the earth.
    pub const EARTH: Self = Self { rate: 60.0, gravity: 9.81 };
    /// Sixty steps a second, without gravity.
    pub const SPACE: Self = Self { rate: 60.0, gravity: 0.0 };

    /// The same with other steps.
    #[must_use]
    pub const fn at(self, rate: f64) -> Self {
        Self { rate, ..self }
    }
}

/// A body of the running scene.
#[derive(Clone, Copy, Debug)]
struct Part {
    node: NodeId,
    mass: f64,
    /// In the body's frame.
    center: DVec3,
    moments: DVec3,
    body_from_axes: DQuat,
}

/// What joints leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// The largest violation of a linear limit.
    pub metres: f64,
    /// The largest violation of an angular limit.
    pub radians: f64,
}

impl Gap {
    /// The larger of both.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { metres: larger(self.metres, other.metres), radians: larger(self.radians, other.radians) }
    }

    /// Millimetres.
    pub fn millimetres(self) -> f64 {
        self.metres * 1e3
    }
}

/// The larger of two; NaN, where one of them is, so that an exploded scene cannot look closed.
pub fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// A scene in a world.
pub struct Running {
    /// The world, for what is not here.
    pub world: World,
    /// The instance of the scene.
    pub id: InstanceId,
    model: Arc<Model>,
    setting: Setting,
    parts: Vec<Part>,
    gap: Gap,
}

impl Running {
    /// Spawns a file.
    ///
    /// # Errors
    /// The file has a fault.
    pub fn new(text: String, setting: Setting) -> Result<Self, Failure> {
        let (model, diagnostics) = Model::from_document(&Document::read(text, &NoResources)?);
        if let Some(diagnostic) = diagnostics.iter().next() {
            return Err(format!("the scene has a fault: {diagnostic:?}").into());
        }
        let model = Arc::new(model);
        let gravity = Vec3::new(0.0, -setting.gravity as f32, 0.0);
        let options = WorldOptions::default().with_dt(1.0 / setting.rate).with_gravity(gravity);
        let mut world = World::new(options);
        let id = world.spawn(Arc::clone(&model), Rigid::IDENTITY);
        let mut parts: Vec<Part> = mass_properties(&model, options.density)
            .iter()
            .filter_map(|of| {
                let moments = of.moments.map(|moment| moment.map_or(f64::INFINITY, f64::from));
                Some(Part {
                    node: model.physics().bodies().get(of.body.slot())?.node,
                    mass: of.mass?.into(),
                    center: of.center_of_mass.as_dvec3(),
                    moments: DVec3::from_array(moments),
                    body_from_axes: double(of.inertia_orientation),
                })
            })
            .collect();
        // By the order of the file, which a mechanism numbers its bodies by.
        parts.sort_by_key(|part| model.hierarchy().index(part.node));
        Ok(Self { world, id, model, setting, parts, gap: Gap::default() })
    }

    /// Sets the velocity of a body's centre of mass and its angular velocity, along the world's axes.
    ///
    /// # Errors
    /// There is no such body, or it is not dynamic.
    pub fn set_velocity(&mut self, body: usize, linear: DVec3, angular: DVec3) -> Result<(), Failure> {
        let velocity = Velocity { linear: linear.as_vec3(), angular: angular.as_vec3() };
        Ok(self.world.set_velocity(self.id, self.parts[body].node, velocity)?)
    }

    /// Advances by one step, and looks at the gaps.
    pub fn step(&mut self) {
        self.world.step();
        self.gap = self.gap.max(self.gap_now());
    }

    /// Advances by a time, calling after each step.
    pub fn run(&mut self, seconds: f64, mut after: impl FnMut(&Self)) {
        for _ in 0..(seconds * self.setting.rate).round() as usize {
            self.step();
            after(self);
        }
    }

    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether it has no body.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The time since the start, seconds.
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// The largest gap after any step so far.
    pub fn gap(&self) -> Gap {
        self.gap
    }

    /// The largest gap so far as figures: metres, and radians where a joint has angular limits.
    pub fn gap_figures(&self, scene: &str) -> Vec<Figure> {
        let mut figures = vec![Figure::error(scene, "gap", self.gap.millimetres(), "mm", 0.05)];
        let mut limits = self.model.physics().joint_descriptions().iter().flat_map(|joint| &joint.limits);
        if limits.any(|limit| limit.kind == DofKind::Angular && limit.stiffness.is_none()) {
            figures.push(Figure::error(scene, "gap, angle", self.gap.radians * 1e3, "mrad", 1.0));
        }
        figures
    }

    /// The gap of the hard limits now. Where all translations are locked, it is the distance of the two frames' origins; other limits are read from the
    /// world, which measures them by the formulas of the model.
    pub fn gap_now(&self) -> Gap {
        let physics = self.model.physics();
        let mut gap = Gap::default();
        for (joint, (_, reading)) in physics.joints().iter().zip(self.world.joints(self.id)) {
            let Some(reading) = reading else { continue };
            let Some(description) = physics.joint_descriptions().get(joint.description.slot()) else { continue };
            let hard = |(limit, _): &(&JointLimit, _)| limit.stiffness.is_none();
            for (limit, read) in description.limits.iter().zip(&reading.limits).filter(hard) {
                let violation = f64::from(read.violation);
                match limit.kind {
                    DofKind::Linear if is_pin(limit) => {
                        let [a, b] = [joint.a, joint.b].map(|frame| {
                            let from = frame.owner_from_frame.translation.as_dvec3();
                            let node =
                                frame.body.and_then(|body| physics.bodies().get(body.slot())).map(|body| body.node);
                            node.map_or(from, |node| self.point(node, from))
                        });
                        gap.metres = larger(gap.metres, a.distance(b));
                    }
                    DofKind::Linear => gap.metres = larger(gap.metres, violation),
                    DofKind::Angular => gap.radians = larger(gap.radians, violation),
                }
            }
        }
        gap
    }

    /// What a limit of a joint measures now, metres or radians, and how far that is outside its range.
    pub fn limit(&self, joint: usize, limit: usize) -> Option<(f64, f64)> {
        let read = *self.world.joints(self.id).nth(joint)?.1?.limits.get(limit)?;
        Some((read.metric.into(), read.violation.into()))
    }

    /// The centre of mass of a body, metres.
    pub fn center(&self, body: usize) -> DVec3 {
        let part = self.parts[body];
        self.point(part.node, part.center)
    }

    /// The rotation of a body's node.
    pub fn rotation(&self, body: usize) -> DQuat {
        self.world
            .body(self.id, self.parts[body].node)
            .map_or(DQuat::NAN, |state| double(state.world_from_body.rotation))
    }

    /// The velocity of a body's centre of mass, m/s, and its angular velocity, rad/s.
    pub fn velocity(&self, body: usize) -> (DVec3, DVec3) {
        let state = self.world.body(self.id, self.parts[body].node);
        state.map_or((DVec3::NAN, DVec3::NAN), |state| {
            (state.velocity.linear.as_dvec3(), state.velocity.angular.as_dvec3())
        })
    }

    /// The angular momentum of a body about its centre of mass, N·m·s.
    pub fn spin_momentum(&self, body: usize) -> DVec3 {
        self.inertia(body) * self.velocity(body).1
    }

    /// The kinetic energy of a body, joules.
    pub fn kinetic_of(&self, body: usize) -> f64 {
        let (linear, angular) = self.velocity(body);
        0.5 * (self.parts[body].mass * linear.length_squared() + angular.dot(self.inertia(body) * angular))
    }

    /// The kinetic energy of all bodies, joules.
    pub fn kinetic(&self) -> f64 {
        (0..self.len()).map(|body| self.kinetic_of(body)).sum()
    }

    /// The potential energy of all bodies, joules; 0 at the height 0.
    pub fn potential(&self) -> f64 {
        (0..self.len()).map(|body| self.parts[body].mass * self.setting.gravity * self.center(body).y).sum()
    }

    /// The mechanical energy without springs, joules.
    pub fn energy(&self) -> f64 {
        self.kinetic() + self.potential()
    }

    /// The linear momentum of all bodies, N·s.
    pub fn momentum(&self) -> DVec3 {
        (0..self.len()).map(|body| self.velocity(body).0 * self.parts[body].mass).sum()
    }

    /// The angular momentum of all bodies about the origin, N·m·s.
    pub fn angular_momentum(&self) -> DVec3 {
        let orbit = |body: usize| self.center(body).cross(self.velocity(body).0 * self.parts[body].mass);
        (0..self.len()).map(|body| orbit(body) + self.spin_momentum(body)).sum()
    }

    /// Whether all bodies sleep.
    pub fn is_asleep(&self) -> bool {
        self.parts.iter().all(|part| self.world.is_sleeping(self.id, part.node) == Some(true))
    }

    /// The inertia of a body about its centre of mass along the world's axes.
    fn inertia(&self, body: usize) -> DMat3 {
        let axes = DMat3::from_quat(self.rotation(body) * self.parts[body].body_from_axes);
        axes * DMat3::from_diagonal(self.parts[body].moments) * axes.transpose()
    }

    /// A point of a body in the world.
    fn point(&self, node: NodeId, in_body: DVec3) -> DVec3 {
        self.world.body(self.id, node).map_or(DVec3::NAN, |state| {
            let pose = state.world_from_body;
            pose.translation.as_dvec3() + double(pose.rotation) * in_body
        })
    }
}

/// Whether a limit locks all translations.
fn is_pin(limit: &JointLimit) -> bool {
    limit.axes.count() == 3 && limit.min == Some(0.0) && limit.max == Some(0.0)
}

fn double(rotation: Quat) -> DQuat {
    rotation.as_dquat().normalize()
}
