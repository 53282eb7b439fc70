//! A robot as both formats mean it: a tree of bodies with joints between them, Z upwards, SI units.

use glam::{DQuat, DVec3};

use crate::inertia::Inertia;
use crate::mesh::TriangleMesh;
use crate::place::Place;
use crate::pose::Pose;

/// The robot.
#[derive(Debug, Default)]
pub(crate) struct Robot {
    pub(crate) name: String,
    /// Parents before children. The first is the world, which does not move.
    pub(crate) bodies: Vec<Body>,
    pub(crate) materials: Vec<Material>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) loops: Vec<Closure>,
    /// Pairs of bodies that do not collide.
    pub(crate) excluded: Vec<(usize, usize)>,
    /// The acceleration of gravity along Z, over that of the world (−9.81 m/s²).
    pub(crate) gravity_factor: f64,
    /// Whether bodies collide with the world that they hang on, as in MuJoCo.
    pub(crate) collides_with_base: bool,
    /// The keyframe that the pose and the targets are of.
    pub(crate) keyframe: Option<String>,
}

/// A body, and how it hangs on its parent.
#[derive(Debug)]
#[expect(clippy::struct_field_names, reason = "transforms are named by what they take where")]
pub(crate) struct Body {
    pub(crate) name: String,
    pub(crate) place: Place,
    /// `None` for the world.
    pub(crate) parent: Option<usize>,
    /// Where it is while all of its joints are at their reference.
    pub(crate) parent_from_body: Pose,
    /// From the parent to the body; without any, the body is a part of its parent.
    pub(crate) joints: Vec<Joint>,
    pub(crate) inertia: Inertia,
    pub(crate) geoms: Vec<Geom>,
    pub(crate) sites: Vec<Site>,
    /// The part of its weight that is taken away.
    pub(crate) gravity_compensation: f64,
}

impl Body {
    pub(crate) fn new(name: String, place: Place, parent: Option<usize>, parent_from_body: Pose) -> Self {
        Self {
            name,
            place,
            parent,
            parent_from_body,
            joints: Vec::new(),
            inertia: Inertia::ZERO,
            geoms: Vec::new(),
            sites: Vec::new(),
            gravity_compensation: 0.0,
        }
    }
}

/// One or three degrees of freedom, or six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JointKind {
    Hinge,
    Slide,
    Ball,
    Free,
}

/// A joint. Its axis and anchor are in the body's frame; its values are measured from where the body rests.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) kind: JointKind,
    /// Of unit length.
    pub(crate) axis: DVec3,
    pub(crate) anchor: DVec3,
    /// Radians or metres; of a ball, the largest angle as the maximum.
    pub(crate) range: Option<(f64, f64)>,
    /// What acts on it: springs, dampers, friction, and at the end the actuators.
    pub(crate) drives: Vec<Drive>,
    /// Actuators that are not among the drives yet.
    pub(crate) actuators: Vec<Drive>,
    /// Where it is in the file's pose: radians or metres.
    pub(crate) value: f64,
    /// The same for balls and free bodies.
    pub(crate) free_value: Option<Pose>,
    /// rad/s or m/s; of balls and free bodies in `free_velocity`.
    pub(crate) velocity: f64,
    /// Linear in the world's axes, angular in the body's.
    pub(crate) free_velocity: (DVec3, DVec3),
    /// kg·m² or kg: inertia of a rotor behind a gear, which acts on this joint alone.
    pub(crate) armature: f64,
    /// What the source calls the value at which the body rests.
    pub(crate) reference: f64,
    /// N or N·m: the most that the actuators of this joint push with together.
    pub(crate) max_force: Option<f64>,
}

/// A spring, a damper, or what limits their force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Drive {
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) position_target: Option<f64>,
    pub(crate) velocity_target: Option<f64>,
    pub(crate) max_force: Option<f64>,
    /// Whether stiffness and damping are of an acceleration.
    pub(crate) is_acceleration: bool,
}

impl Drive {
    /// Dry friction: a damper that stops the joint within some hundredths of a second, and that is no stronger than the friction.
    /// The rate is that of MuJoCo's default constraint, 2/(0.95 · 0.02 s).
    pub(crate) fn friction(force: f64) -> Self {
        Self {
            damping: 105.0,
            velocity_target: Some(0.0),
            max_force: Some(force),
            is_acceleration: true,
            ..Self::default()
        }
    }
}

/// The shape of a geom, round ones along Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    Box(DVec3),
    Sphere(f64),
    /// Radius, half height of the middle.
    Capsule(f64, f64),
    /// Radius, half height.
    Cylinder(f64, f64),
    Ellipsoid(DVec3),
    /// Half sizes along X and Y; zero is infinite.
    Plane(f64, f64),
    /// An entry of the robot's meshes.
    Mesh(usize),
}

/// A shape on a body: seen, solid, or both.
#[derive(Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "as above")]
pub(crate) struct Geom {
    pub(crate) name: Option<String>,
    pub(crate) body_from_geom: Pose,
    pub(crate) shape: Shape,
    /// An entry of the robot's materials; `None` if it is not seen.
    pub(crate) material: Option<usize>,
    pub(crate) contact: Option<Contact>,
}

/// How a geom collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    /// Two geoms collide if the type of one and the affinity of the other share a bit.
    pub(crate) kind: u32,
    pub(crate) affinity: u32,
    pub(crate) friction: f64,
    /// Whether a mesh is its convex hull.
    pub(crate) is_hull: bool,
}

/// A named frame on a body.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) body_from_site: Pose,
}

/// How a surface looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Material {
    pub(crate) name: Option<String>,
    /// As it is shown: sRGB and alpha, 0…1.
    pub(crate) color: [f64; 4],
    pub(crate) emission: f64,
    pub(crate) metallic: f64,
    pub(crate) roughness: f64,
    pub(crate) texture: Option<Texture>,
}

/// A picture in PNG or JPEG.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Texture {
    pub(crate) mime: &'static str,
    pub(crate) bytes: std::sync::Arc<[u8]>,
}

/// Triangles with a name.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    pub(crate) name: String,
    pub(crate) triangles: TriangleMesh,
}

/// A constraint that closes a loop of bodies.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    pub(crate) name: String,
    /// Whether rotations are held too.
    pub(crate) is_weld: bool,
    /// A body, and the frame on it.
    pub(crate) a: (usize, Pose),
    pub(crate) b: (usize, Pose),
}

impl Joint {
    pub(crate) fn new(name: String, place: Place, kind: JointKind) -> Self {
        Self {
            name,
            place,
            kind,
            axis: DVec3::Z,
            anchor: DVec3::ZERO,
            range: None,
            drives: Vec::new(),
            actuators: Vec::new(),
            value: 0.0,
            free_value: None,
            velocity: 0.0,
            free_velocity: (DVec3::ZERO, DVec3::ZERO),
            armature: 0.0,
            reference: 0.0,
            max_force: None,
        }
    }

    /// The inertia that the joint moves, with its armature: kg·m² about the axis of a hinge, kg of a slide. `composite` is that of its
    /// body and all below it.
    pub(crate) fn reflected_inertia(&self, composite: Inertia) -> f64 {
        let inertia = match self.kind {
            JointKind::Hinge => self.axis.dot(composite.about(self.anchor) * self.axis),
            JointKind::Slide | JointKind::Ball | JointKind::Free => composite.mass,
        };
        inertia + self.armature
    }

    /// How the joint moves its body, from where the body rests.
    pub(crate) fn displacement(&self) -> Pose {
        match self.kind {
            JointKind::Hinge => Pose::about(self.anchor, self.axis, self.value),
            JointKind::Slide => Pose::at(self.axis * self.value),
            JointKind::Ball => {
                let rotation = self.free_value.map_or(DQuat::IDENTITY, |pose| pose.rotation);
                Pose::new(self.anchor - rotation * self.anchor, rotation)
            }
            JointKind::Free => self.free_value.unwrap_or(Pose::IDENTITY),
        }
    }
}

impl Robot {
    /// The index of a material, which is added if it is new.
    pub(crate) fn material(&mut self, material: Material) -> usize {
        if let Some(known) = self.materials.iter().position(|known| *known == material) {
            return known;
        }
        self.materials.push(material);
        self.materials.len() - 1
    }

    /// The inertia of each body with all that is below it, in its own frame, while all joints are at their reference.
    pub(crate) fn composite_inertias(&self) -> Vec<Inertia> {
        let mut composite: Vec<Inertia> = self.bodies.iter().map(|body| body.inertia).collect();
        for (index, body) in self.bodies.iter().enumerate().rev() {
            let Some(moved) = composite.get(index).map(|own| own.at(body.parent_from_body)) else { continue };
            if let Some(above) = body.parent.and_then(|parent| composite.get_mut(parent)) {
                *above = above.plus(moved);
            }
        }
        composite
    }

    /// Where a body is while all joints are at their reference.
    pub(crate) fn world_from_body_at_rest(&self, body: usize) -> Pose {
        let mut pose = Pose::IDENTITY;
        let mut next = Some(body);
        while let Some(body) = next.and_then(|index| self.bodies.get(index)) {
            pose = body.parent_from_body * pose;
            next = body.parent;
        }
        pose
    }

    /// The body that moves a body: itself, or the first above it that has joints; the world if there is no such.
    pub(crate) fn moving(&self, body: usize) -> usize {
        let mut at = body;
        while let Some(Body { parent: Some(parent), joints, .. }) = self.bodies.get(at) {
            if !joints.is_empty() {
                return at;
            }
            at = *parent;
        }
        at
    }
}
