//! `actuator` and `tendon`: drives of joints.
//!
//! Every actuator is a gain and a bias: `force = gain·control + b₀ + b₁·length + b₂·velocity`, with the length of its transmission, gear times
//! the joint's value. Of these `position`, `velocity` and others are shorthands. With b₁ < 0 it is a spring to
//! `(gain·control + b₀)/−b₁`, with b₂ < 0 a damper; the joint gets gear times the force.

use std::collections::BTreeMap;

use super::Context;
use super::defaults::Resolved;
use super::reason::why_lost;
use crate::error::ImportError;
use crate::inertia::Inertia;
use crate::loss::Losses;
use crate::number::{array, number, numbers};
use crate::robot::{Drive, Joint, JointKind, Robot};
use crate::xml::{Attribute, Element};

const KINDS: &[&str] = &[
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "plugin",
    "dcmotor",
];

/// Tendons that are a multiple of one joint's value, by name: the joint's name and the factor.
pub(super) struct Tendons(BTreeMap<String, (String, f64)>);

impl Tendons {
    pub(super) fn read<'a>(
        elements: impl Iterator<Item = &'a Element>,
        context: &Context<'a>,
        losses: &mut Losses,
    ) -> Result<Self, ImportError> {
        let mut single = BTreeMap::new();
        for element in elements {
            let resolved = context.defaults.resolve(element, None)?;
            let name = resolved.text("name");
            if let ("fixed", [joint], Some(name)) = (element.kind.as_str(), element.children.as_slice(), name)
                && let (Some(of), Some(factor)) = (joint.text("joint"), joint.attribute("coef"))
            {
                single.insert(name.to_owned(), (of.to_owned(), number(factor)?));
                resolved.report_rest(&[], losses);
                continue;
            }
            losses.lost(&element.place, &format!("tendon {}", element.kind), name, why_lost("tendon", None));
        }
        Ok(Self(single))
    }
}

/// The numbers of an actuator while its classes and its own attributes are applied, in this order.
#[derive(Debug)]
struct Actuator {
    gear: f64,
    gain: f64,
    /// A gain that grows with the velocity, as a damper's.
    velocity_gain: f64,
    bias: [f64; 3],
    is_affine: bool,
    /// Instead of b₂, the damping over the critical one.
    damping_ratio: Option<f64>,
    dynamics: String,
    gain_kind: String,
    bias_kind: String,
    controls: Option<[f64; 2]>,
    controls_limited: Option<bool>,
    forces: Option<[f64; 2]>,
    forces_limited: Option<bool>,
    lost: Vec<Attribute>,
}

impl Default for Actuator {
    fn default() -> Self {
        Self {
            gear: 1.0,
            gain: 1.0,
            velocity_gain: 0.0,
            bias: [0.0; 3],
            is_affine: false,
            damping_ratio: None,
            dynamics: "none".to_owned(),
            gain_kind: "fixed".to_owned(),
            bias_kind: "none".to_owned(),
            controls: None,
            controls_limited: None,
            forces: None,
            forces_limited: None,
            lost: Vec::new(),
        }
    }
}

/// What actuators act on.
pub(super) struct Driven<'r, 'a> {
    pub(super) context: &'r Context<'a>,
    pub(super) tendons: &'r Tendons,
    /// By body: its inertia with all that is below it.
    pub(super) composite: &'r [Inertia],
}

impl<'a> Driven<'_, 'a> {
    /// Reads an actuator and gives its drive to the joint.
    pub(super) fn read(
        &self,
        element: &'a Element,
        control: f64,
        robot: &mut Robot,
        losses: &mut Losses,
    ) -> Result<(), ImportError> {
        let Self { context, tendons, composite } = *self;
        let name = element.text("name");
        let property = format!("actuator {}", element.kind);
        let mut actuator = Actuator::default();
        for default in context.defaults.chain(element, None)? {
            if KINDS.contains(&default.kind.as_str()) {
                actuator.apply(default)?;
            }
        }
        actuator.apply(element)?;
        for attribute in &actuator.lost {
            let property = format!("actuator {}", attribute.key);
            losses.lost(&attribute.place, &property, name, why_lost("actuator", Some(&attribute.key)));
        }
        let resolved = Resolved::plain(element);
        let target = match (resolved.get("joint").or(resolved.get("jointinparent")), resolved.get("tendon")) {
            (Some(joint), _) => Some((joint.value.clone(), 1.0, &joint.place)),
            (None, Some(tendon)) => {
                tendons.0.get(&tendon.value).map(|(joint, factor)| (joint.clone(), *factor, &tendon.place))
            }
            (None, None) => None,
        };
        let Some((joint, factor, place)) = target else {
            let reason = "it acts on something other than one joint";
            losses.lost(&element.place, &property, name, reason);
            return Ok(());
        };
        let index = context.names.joints.get(&joint).copied();
        let (body, index) = index.ok_or_else(|| super::unknown("joint", &joint, place))?;
        let composite = composite.get(body).copied();
        let Some(joint) = robot.bodies.get_mut(body).and_then(|body| body.joints.get_mut(index)) else { return Ok(()) };
        if matches!(joint.kind, JointKind::Ball | JointKind::Free) {
            losses.lost(
                &element.place,
                &property,
                name,
                "drives of balls and free bodies by one number are not expressed",
            );
            return Ok(());
        }
        actuator.gear *= factor;
        if !matches!(actuator.gain_kind.as_str(), "fixed" | "affine")
            || !matches!(actuator.bias_kind.as_str(), "none" | "affine")
        {
            losses.lost(&element.place, &property, name, "its gain or bias is not linear");
            return Ok(());
        }
        let control = match (actuator.controls, is_limited(actuator.controls_limited, context)) {
            (Some([low, high]), true) if low <= high => control.clamp(low, high),
            _ => control,
        };
        if actuator.dynamics != "none" {
            let reason = "glTF has no activation; the drive has the control at once";
            losses.approximated(&element.place, "actuator dyntype", name, reason);
        }
        match actuator.drive(control, joint, composite, context) {
            Ok(drive) => {
                if let (Some([low, high]), true) = (actuator.forces, is_limited(actuator.forces_limited, context))
                    && (low + high).abs() > 1e-6 * (high - low).abs()
                {
                    let reason = "a drive has one maximum for both directions; the larger one is used";
                    losses.approximated(&element.place, "actuator forcerange", name, reason);
                }
                joint.actuators.push(drive);
            }
            Err(reason) => losses.lost(&element.place, &property, name, &reason),
        }
        Ok(())
    }
}

/// Adds the actuators' drives to the joints, bounded by what the joint bears.
pub(super) fn finish(robot: &mut Robot) {
    for joint in robot.bodies.iter_mut().flat_map(|body| &mut body.joints) {
        for mut drive in std::mem::take(&mut joint.actuators) {
            drive.max_force = match (drive.max_force, joint.max_force) {
                (Some(own), Some(of_joint)) => Some(own.min(of_joint)),
                (own, of_joint) => own.or(of_joint),
            };
            joint.drives.push(drive);
        }
    }
}

impl Actuator {
    /// Applies the attributes of an element of any kind.
    fn apply(&mut self, element: &Element) -> Result<(), ImportError> {
        let get = |key: &str| element.attribute(key);
        let one = |key: &str| get(key).map(number).transpose();
        match element.kind.as_str() {
            "motor" => (self.gain, self.velocity_gain, self.bias, self.damping_ratio) = (1.0, 0.0, [0.0; 3], None),
            "position" | "intvelocity" => {
                self.gain = one("kp")?.unwrap_or(self.gain);
                self.bias[1] = -self.gain;
                if let Some(damping) = one("kv")? {
                    (self.bias[2], self.damping_ratio) = (-damping, None);
                }
                self.damping_ratio = one("dampratio")?.or(self.damping_ratio);
                self.is_affine = true;
                if element.kind == "intvelocity" {
                    "integrator".clone_into(&mut self.dynamics);
                } else if one("timeconst")?.is_some_and(|time| time > 0.0) {
                    "filterexact".clone_into(&mut self.dynamics);
                }
            }
            "velocity" => {
                self.gain = one("kv")?.unwrap_or(self.gain);
                self.bias = [0.0, 0.0, -self.gain];
                self.is_affine = true;
            }
            "damper" => (self.gain, self.velocity_gain) = (0.0, -one("kv")?.unwrap_or(1.0)),
            "general" => {
                let list = |key: &str| get(key).map(numbers).transpose();
                if let Some(gains) = list("gainprm")? {
                    self.gain = gains.first().copied().unwrap_or(self.gain);
                    if gains.iter().skip(1).any(|gain| *gain != 0.0) && self.gain_kind == "affine" {
                        "polynomial".clone_into(&mut self.gain_kind);
                    }
                }
                for (bias, given) in self.bias.iter_mut().zip(list("biasprm")?.unwrap_or_default()) {
                    *bias = given;
                }
                if get("biasprm").is_some() {
                    // A positive b₂ of a position servo is a damping ratio.
                    let is_ratio = self.bias[2] > 0.0 && (self.gain + self.bias[1]).abs() <= 1e-12 * self.gain.abs();
                    self.damping_ratio = is_ratio.then_some(self.bias[2]);
                }
            }
            // Muscles, suction, cylinders and programs have forces of their own kind.
            kind => kind.clone_into(&mut self.gain_kind),
        }
        for attribute in &element.attributes {
            match attribute.key.as_str() {
                "gear" => self.gear = numbers(attribute)?.first().copied().unwrap_or(1.0),
                "gaintype" => attribute.value.clone_into(&mut self.gain_kind),
                "biastype" => {
                    attribute.value.clone_into(&mut self.bias_kind);
                    self.is_affine = attribute.value == "affine";
                }
                "dyntype" => attribute.value.clone_into(&mut self.dynamics),
                "ctrlrange" => {
                    self.controls = Some(array(attribute)?);
                    self.lost.push(attribute.clone());
                }
                "forcerange" => self.forces = Some(array(attribute)?),
                "ctrllimited" => self.controls_limited = limited(attribute),
                "forcelimited" => self.forces_limited = limited(attribute),
                "name" | "class" | "joint" | "jointinparent" | "tendon" | "site" | "refsite" | "body" | "cranksite"
                | "slidersite" | "kp" | "kv" | "dampratio" | "timeconst" | "gainprm" | "biasprm" | "inheritrange"
                | "group" => {}
                _ => self.lost.push(attribute.clone()),
            }
        }
        Ok(())
    }

    /// The drive of a joint, or why it has none.
    fn drive(
        &self,
        control: f64,
        joint: &Joint,
        composite: Option<Inertia>,
        context: &Context<'_>,
    ) -> Result<Drive, String> {
        let bias = if self.is_affine { self.bias } else { [0.0; 3] };
        let gear = self.gear;
        if gear == 0.0 {
            return Err("its gear is zero".to_owned());
        }
        let input = self.gain * control + bias[0];
        let stiffness = -bias[1];
        let mut damping = -bias[2] - self.velocity_gain * control;
        if let (Some(ratio), Some(composite)) = (self.damping_ratio, composite) {
            // Critical damping of the inertia that the actuator feels: 2·√(k·m).
            let mass = joint.reflected_inertia(composite) / (gear * gear);
            damping = ratio * 2.0 * (stiffness.max(0.0) * mass).sqrt();
        }
        if stiffness < 0.0 || damping < 0.0 {
            return Err("it pushes away from its target".to_owned());
        }
        if stiffness == 0.0 && damping == 0.0 {
            return Err(if input == 0.0 {
                "it gives the force of its control, which is 0; glTF has no drive of a given force".to_owned()
            } else {
                format!("it gives a force of {}; glTF has no drive of a given force", input * gear)
            });
        }
        let max_force = self.forces.filter(|_| is_limited(self.forces_limited, context));
        let mut drive = Drive {
            stiffness: stiffness * gear * gear,
            damping: damping * gear * gear,
            max_force: max_force.map(|[low, high]| low.abs().max(high.abs()) * gear.abs()),
            ..Drive::default()
        };
        if stiffness > 0.0 {
            drive.position_target = Some(input / stiffness / gear - joint.reference);
        } else {
            drive.velocity_target = Some(input / damping / gear);
        }
        Ok(drive)
    }
}

fn limited(attribute: &Attribute) -> Option<bool> {
    match attribute.value.as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Whether a range that is given counts.
fn is_limited(given: Option<bool>, context: &Context<'_>) -> bool {
    given.unwrap_or(context.compiler.auto_limits)
}
