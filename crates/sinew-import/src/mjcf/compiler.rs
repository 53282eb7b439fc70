//! `compiler`: how angles, orientations, files and masses are meant.

use std::f64::consts::PI;

use glam::{DMat3, DQuat, DVec3};
use sinew_model::math::double::rotation;

use super::defaults::Resolved;
use super::reason::why_lost;
use crate::error::ImportError;
use crate::loss::Losses;
use crate::number::{array, number};
use crate::pose::{Pose, from_axes, from_z};
use crate::robot::Robot;
use crate::xml::{Attribute, Element};

/// Where masses come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FromGeoms {
    /// From the geoms, whatever else is written.
    Always,
    /// From `inertial` alone.
    Never,
    /// From `inertial`, and from the geoms of a body without one.
    Auto,
}

/// The options.
#[derive(Debug)]
pub(super) struct Compiler {
    /// Radians in a unit of angles.
    pub(super) angle: f64,
    euler: [char; 3],
    pub(super) mesh_folder: String,
    pub(super) texture_folder: String,
    pub(super) auto_limits: bool,
    pub(super) strip_paths: bool,
    pub(super) from_geoms: FromGeoms,
    pub(super) groups: (f64, f64),
    bound_mass: f64,
    bound_inertia: f64,
    balance: bool,
    total_mass: Option<f64>,
}

impl Compiler {
    pub(super) fn read(root: &Element, losses: &mut Losses) -> Result<Self, ImportError> {
        let mut compiler = Self {
            angle: PI / 180.0,
            euler: ['x', 'y', 'z'],
            mesh_folder: String::new(),
            texture_folder: String::new(),
            auto_limits: true,
            strip_paths: false,
            from_geoms: FromGeoms::Auto,
            groups: (0.0, 5.0),
            bound_mass: 0.0,
            bound_inertia: 0.0,
            balance: false,
            total_mass: None,
        };
        // The folder of all assets counts where the narrower ones are not given.
        let attributes = || root.children_of("compiler").flat_map(|element| &element.attributes);
        for attribute in attributes().filter(|attribute| attribute.key == "assetdir") {
            compiler.mesh_folder.clone_from(&attribute.value);
            compiler.texture_folder.clone_from(&attribute.value);
        }
        for attribute in attributes() {
            compiler.set(attribute, losses)?;
        }
        Ok(compiler)
    }

    fn set(&mut self, attribute: &Attribute, losses: &mut Losses) -> Result<(), ImportError> {
        let value = attribute.value.as_str();
        match attribute.key.as_str() {
            "angle" => self.angle = if is_one_of(attribute, "radian", "degree")? { 1.0 } else { PI / 180.0 },
            "coordinate" => {
                if value != "local" {
                    let message = "global coordinates were removed from MJCF; save the model with an older MuJoCo";
                    return Err(ImportError::invalid(&attribute.place, message));
                }
            }
            "eulerseq" => {
                let sequence: Vec<char> = value.chars().collect();
                let sequence = <[char; 3]>::try_from(sequence).ok();
                let is_axis = |axis: &char| matches!(axis.to_ascii_lowercase(), 'x' | 'y' | 'z');
                self.euler = sequence.filter(|sequence| sequence.iter().all(is_axis)).ok_or_else(|| {
                    ImportError::invalid(
                        &attribute.place,
                        format!("eulerseq is \"{value}\"; must be three of x, y and z"),
                    )
                })?;
            }
            "meshdir" => value.clone_into(&mut self.mesh_folder),
            "texturedir" => value.clone_into(&mut self.texture_folder),
            "autolimits" => self.auto_limits = is_true(attribute)?,
            "strippath" => self.strip_paths = is_true(attribute)?,
            "balanceinertia" => self.balance = is_true(attribute)?,
            "inertiafromgeom" => {
                self.from_geoms = match value {
                    "auto" => FromGeoms::Auto,
                    _ if is_true(attribute)? => FromGeoms::Always,
                    _ => FromGeoms::Never,
                }
            }
            "inertiagrouprange" => self.groups = array::<2>(attribute)?.into(),
            "boundmass" => self.bound_mass = number(attribute)?,
            "boundinertia" => self.bound_inertia = number(attribute)?,
            "settotalmass" => self.total_mass = Some(number(attribute)?).filter(|mass| *mass > 0.0),
            // These change how MuJoCo stores a model, and not what it means; the folder of all assets was read before.
            "assetdir" | "discardvisual" | "fusestatic" | "usethread" | "alignfree" | "saveinertial" => {}
            key => losses.lost(&attribute.place, &format!("compiler {key}"), None, why_lost("compiler", Some(key))),
        }
        Ok(())
    }

    /// The path of a file in one of the folders.
    pub(super) fn path(&self, folder: &str, file: &str) -> String {
        let file = if self.strip_paths { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file };
        if folder.is_empty() || file.starts_with('/') { file.to_owned() } else { format!("{folder}/{file}") }
    }

    /// `pos` and whichever orientation an element has.
    pub(super) fn pose(&self, element: &Resolved<'_>) -> Result<Pose, ImportError> {
        let position = element.vector("pos")?.unwrap_or(DVec3::ZERO);
        Ok(Pose::new(position, self.orientation(element)?.unwrap_or(DQuat::IDENTITY)))
    }

    /// An orientation in one of its five forms.
    pub(super) fn orientation(&self, element: &Resolved<'_>) -> Result<Option<DQuat>, ImportError> {
        let flat = |attribute: &Attribute| {
            let message = format!("{} has no direction; give vectors other than zero", attribute.key);
            ImportError::invalid(&attribute.place, message)
        };
        if let Some(attribute) = element.get("axisangle") {
            let [x, y, z, angle] = array::<4>(attribute)?;
            let axis = DVec3::new(x, y, z).try_normalize().ok_or_else(|| flat(attribute))?;
            return Ok(Some(rotation(axis * (angle * self.angle))));
        }
        if let Some(attribute) = element.get("xyaxes") {
            let [a, b, c, d, e, f] = array::<6>(attribute)?;
            return from_axes(DVec3::new(a, b, c), DVec3::new(d, e, f)).ok_or_else(|| flat(attribute)).map(Some);
        }
        if let Some(attribute) = element.get("zaxis") {
            let axis = DVec3::from_array(array::<3>(attribute)?);
            return axis.try_normalize().ok_or_else(|| flat(attribute)).map(|axis| Some(from_z(axis)));
        }
        if let Some(attribute) = element.get("euler") {
            return Ok(Some(self.euler(array::<3>(attribute)?)));
        }
        element.get("quat").map(quaternion).transpose()
    }

    /// Angles about the axes of `eulerseq`: small letters rotate with the frame, capitals are the parent's axes.
    fn euler(&self, angles: [f64; 3]) -> DQuat {
        let mut turn = DQuat::IDENTITY;
        for (letter, angle) in self.euler.into_iter().zip(angles) {
            let axis = match letter.to_ascii_lowercase() {
                'x' => DVec3::X,
                'y' => DVec3::Y,
                _ => DVec3::Z,
            };
            let step = rotation(axis * (angle * self.angle));
            turn = if letter.is_ascii_lowercase() { turn * step } else { step * turn };
        }
        turn.normalize()
    }

    /// Bounds, balance and total of the masses, in MuJoCo's order.
    pub(super) fn adjust_masses(&self, robot: &mut Robot) {
        for body in robot.bodies.iter_mut().skip(1) {
            let inertia = &mut body.inertia;
            inertia.mass = inertia.mass.max(self.bound_mass);
            let mut principal = inertia.principal();
            let before = principal;
            principal.moments = principal.moments.max(DVec3::splat(self.bound_inertia));
            if self.balance && !principal.is_possible() {
                principal.moments = DVec3::splat(principal.moments.element_sum() / 3.0);
            }
            // Unchanged tensors keep their digits.
            if principal != before {
                let axes = DMat3::from_quat(principal.rotation);
                inertia.tensor = axes * DMat3::from_diagonal(principal.moments) * axes.transpose();
            }
        }
        let sum: f64 = robot.bodies.iter().map(|body| body.inertia.mass).sum();
        if let (Some(total), true) = (self.total_mass, sum > 0.0) {
            for body in &mut robot.bodies {
                body.inertia = body.inertia.scaled(total / sum);
            }
        }
    }
}

/// A quaternion, w x y z, of any length but zero.
pub(super) fn quaternion(attribute: &Attribute) -> Result<DQuat, ImportError> {
    let [w, x, y, z] = array::<4>(attribute)?;
    let length = DQuat::from_xyzw(x, y, z, w).length();
    if length < 1e-12 {
        return Err(ImportError::invalid(&attribute.place, format!("{} is zero; give a rotation", attribute.key)));
    }
    Ok(DQuat::from_xyzw(x / length, y / length, z / length, w / length))
}

pub(super) fn is_true(attribute: &Attribute) -> Result<bool, ImportError> {
    is_one_of(attribute, "true", "false")
}

fn is_one_of(attribute: &Attribute, yes: &str, no: &str) -> Result<bool, ImportError> {
    match attribute.value.as_str() {
        value if value == yes => Ok(true),
        value if value == no => Ok(false),
        value => {
            let message = format!("{} is \"{value}\"; must be \"{yes}\" or \"{no}\"", attribute.key);
            Err(ImportError::invalid(&attribute.place, message))
        }
    }
}
