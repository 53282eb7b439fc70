//! MJCF: the models of MuJoCo, with their includes, defaults and compiler options.

mod actuator;
mod assets;
mod body;
mod compiler;
mod defaults;
mod equality;
mod geom;
mod include;
mod joint;
mod keyframe;
mod reason;

use std::collections::BTreeMap;

use crate::error::ImportError;
use crate::files::Files;
use crate::loss::Losses;
use crate::number::vector;
use crate::place::Place;
use crate::pose::Pose;
use crate::robot::{Body, Robot};
use crate::xml::Element;
use assets::Assets;
use compiler::Compiler;
use defaults::Defaults;
use reason::why_lost;

/// What every part of a model reads with.
struct Context<'a> {
    compiler: Compiler,
    defaults: Defaults<'a>,
    names: Names,
}

/// Objects by their names.
#[derive(Default)]
struct Names {
    bodies: BTreeMap<String, usize>,
    /// A body, and the position of the joint on it.
    joints: BTreeMap<String, (usize, usize)>,
    sites: BTreeMap<String, (usize, Pose)>,
}

/// Reads a `mujoco` element.
pub(crate) fn read(
    mut root: Element,
    files: &Files<'_>,
    keyframe: Option<&str>,
    losses: &mut Losses,
) -> Result<Robot, ImportError> {
    include::expand(&mut root, files)?;
    let root = &root;
    let sections = |kind: &'static str| {
        let all: Vec<&Element> = root.children_of(kind).flat_map(|section| &section.children).collect();
        all.into_iter()
    };
    let compiler = Compiler::read(root, losses)?;
    let defaults = Defaults::read(root)?;
    let mut context = Context { compiler, defaults, names: Names::default() };
    let mut robot = Robot {
        name: root.text("model").unwrap_or("robot").to_owned(),
        gravity_factor: gravity_factor(root, losses)?,
        collides_with_base: true,
        ..Robot::default()
    };
    let mut assets = Assets::read(sections("asset"), &context, files, losses)?;
    robot.bodies.push(Body::new("world".to_owned(), root.place.clone(), None, Pose::IDENTITY));
    context.names.bodies.insert("world".to_owned(), 0);
    for world in root.children_of("worldbody") {
        body::read_world(world, &mut context, &mut assets, &mut robot, losses)?;
    }
    assets.finish(&mut robot);
    context.compiler.adjust_masses(&mut robot);
    let keyframe = keyframe::Keyframe::find(&sections("keyframe"), keyframe)?;
    keyframe::apply(keyframe.as_ref(), &mut robot)?;
    let tendons = actuator::Tendons::read(sections("tendon"), &context, losses)?;
    let composite = robot.composite_inertias();
    for (index, element) in sections("actuator").enumerate() {
        let control = keyframe.as_ref().and_then(|keyframe| keyframe.controls.get(index).copied()).unwrap_or(0.0);
        let driven = actuator::Driven { context: &context, tendons: &tendons, composite: &composite };
        driven.read(element, control, &mut robot, losses)?;
    }
    actuator::finish(&mut robot);
    for element in sections("equality") {
        equality::read(element, &context, &mut robot, losses)?;
    }
    for element in sections("contact") {
        contact(element, &context, &mut robot, losses)?;
    }
    report_sections(root, losses);
    Ok(robot)
}

/// `exclude` keeps two bodies from colliding; a `pair` collides by its own parameters.
fn contact(
    element: &Element,
    context: &Context<'_>,
    robot: &mut Robot,
    losses: &mut Losses,
) -> Result<(), ImportError> {
    if element.kind == "exclude" {
        let pair = (context.body(element, "body1")?, context.body(element, "body2")?);
        robot.excluded.push(pair);
    } else {
        losses.lost(&element.place, &element.kind, element.text("name"), why_lost(&element.kind, None));
    }
    Ok(())
}

/// Sections of which nothing is read.
fn report_sections(root: &Element, losses: &mut Losses) {
    for section in &root.children {
        match section.kind.as_str() {
            "compiler" | "default" | "asset" | "worldbody" | "actuator" | "equality" | "contact" | "keyframe"
            | "tendon" => {}
            "option" => {
                for attribute in section.attributes.iter().filter(|attribute| attribute.key != "gravity") {
                    let property = format!("option {}", attribute.key);
                    losses.lost(&attribute.place, &property, None, why_lost("option", Some(&attribute.key)));
                }
                for flag in section.children.iter().flat_map(|flag| &flag.attributes) {
                    losses.lost(&flag.place, &format!("option flag {}", flag.key), None, why_lost("option", None));
                }
            }
            kind => {
                for child in &section.children {
                    let property = format!("{kind} {}", child.kind);
                    losses.lost(&child.place, &property, child.text("name"), why_lost(kind, None));
                }
                if section.children.is_empty() && !section.attributes.is_empty() {
                    losses.lost(&section.place, kind, None, why_lost(kind, None));
                }
            }
        }
    }
}

/// Gravity along Z over that of a world of glTF; the rest is lost.
fn gravity_factor(root: &Element, losses: &mut Losses) -> Result<f64, ImportError> {
    let Some(attribute) = root.children_of("option").filter_map(|option| option.attribute("gravity")).last() else {
        return Ok(1.0);
    };
    let gravity = vector(attribute)?;
    if gravity.x != 0.0 || gravity.y != 0.0 {
        let reason = "only gravity along Z can be expressed, as a factor of each body; its other parts are left out";
        losses.approximated(&attribute.place, "option gravity", None, reason);
    }
    Ok(gravity.z / -9.81)
}

impl Context<'_> {
    /// The body that an attribute names; the world where it is absent.
    fn body(&self, element: &Element, key: &str) -> Result<usize, ImportError> {
        let Some(attribute) = element.attribute(key) else { return Ok(0) };
        let found = self.names.bodies.get(&attribute.value).copied();
        found.ok_or_else(|| unknown("body", &attribute.value, &attribute.place))
    }
}

fn unknown(kind: &str, name: &str, place: &Place) -> ImportError {
    ImportError::invalid(place, format!("there is no {kind} \"{name}\""))
}
