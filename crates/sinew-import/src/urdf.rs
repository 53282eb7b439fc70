//! URDF: links and joints, as ROS reads them.

mod geometry;

use std::collections::BTreeMap;

use glam::{DMat3, DQuat, DVec3};
use sinew_model::math::double::rotation;

use crate::error::ImportError;
use crate::files::Files;
use crate::inertia::Inertia;
use crate::loss::Losses;
use crate::number::{number, vector};
use crate::place::Place;
use crate::pose::{Pose, shortest};
use crate::robot::{Body, Drive, Joint, JointKind, Robot, Site};
use crate::xml::Element;
use geometry::Looks;

/// Reads a `robot` element. With `floating`, the root link is free to move.
pub(crate) fn read(
    root: &Element,
    files: &Files<'_>,
    floating: bool,
    losses: &mut Losses,
) -> Result<Robot, ImportError> {
    let name = root.text("name").unwrap_or("robot").to_owned();
    let mut robot = Robot { name, gravity_factor: 1.0, ..Robot::default() };
    robot.bodies.push(Body::new("world".to_owned(), root.place.clone(), None, Pose::IDENTITY));
    for child in &root.children {
        if !matches!(child.kind.as_str(), "link" | "joint" | "material") {
            losses.lost(&child.place, &child.kind, child.text("name"), "it is for other programs");
        }
    }
    let mut looks = Looks::new(root, files)?;
    let tree = Tree::new(root)?;
    // Links wait with the body that they hang on and the joint that holds them.
    let mut waiting = vec![(tree.root, 0, None)];
    while let Some((link, parent, joint)) = waiting.pop() {
        let index = robot.bodies.len();
        let body = body(link, parent, joint, floating, &mut looks, &mut robot, losses)?;
        robot.bodies.push(body);
        let name = required(link, "name")?;
        for joint in tree.joints_of.get(name).into_iter().flatten().rev() {
            waiting.push((joint.child, index, Some(joint.element)));
        }
    }
    Ok(robot)
}

/// The links and joints by their names.
struct Tree<'a> {
    root: &'a Element,
    /// By the name of the parent, in the order of the file.
    joints_of: BTreeMap<&'a str, Vec<Branch<'a>>>,
}

struct Branch<'a> {
    element: &'a Element,
    child: &'a Element,
}

impl<'a> Tree<'a> {
    /// Every link but one has one parent, and none is above itself.
    fn new(root: &'a Element) -> Result<Self, ImportError> {
        let mut links: BTreeMap<&str, &Element> = BTreeMap::new();
        for link in root.children_of("link") {
            if links.insert(required(link, "name")?, link).is_some() {
                return Err(ImportError::invalid(&link.place, "there are two links of this name; rename one"));
            }
        }
        let find = |joint: &'a Element, end: &'static str| {
            let element = joint.child(end).ok_or_else(|| missing(joint, end))?;
            let name = required(element, "link")?;
            let link = links.get_key_value(name).map(|(name, link)| (*name, *link));
            link.ok_or_else(|| ImportError::invalid(&element.place, format!("there is no link \"{name}\"")))
        };
        let mut joints_of: BTreeMap<&str, Vec<Branch<'_>>> = BTreeMap::new();
        let mut parents: BTreeMap<&str, &str> = BTreeMap::new();
        for joint in root.children_of("joint") {
            let ((parent, _), (name, child)) = (find(joint, "parent")?, find(joint, "child")?);
            if parents.insert(name, parent).is_some() {
                let message = format!("link \"{name}\" is the child of two joints; URDF has trees alone");
                return Err(ImportError::invalid(&joint.place, message));
            }
            joints_of.entry(parent).or_default().push(Branch { element: joint, child });
        }
        let roots: Vec<&Element> = root
            .children_of("link")
            .filter(|link| link.text("name").is_some_and(|name| !parents.contains_key(name)))
            .collect();
        let [first] = roots[..] else {
            let message = format!("{} links have no parent; a tree has one", roots.len());
            return Err(ImportError::invalid(&root.place, message));
        };
        // What the root does not reach hangs on a cycle.
        let (mut reached, mut open) = (0, vec![first]);
        while let Some(link) = open.pop() {
            reached += 1;
            open.extend(
                joints_of.get(link.text("name").unwrap_or("")).into_iter().flatten().map(|branch| branch.child),
            );
        }
        if reached != links.len() {
            return Err(ImportError::invalid(&root.place, "the joints form a cycle; URDF has trees alone"));
        }
        Ok(Self { root: first, joints_of })
    }
}

fn body(
    link: &Element,
    parent: usize,
    joint: Option<&Element>,
    floating: bool,
    looks: &mut Looks<'_>,
    robot: &mut Robot,
    losses: &mut Losses,
) -> Result<Body, ImportError> {
    let name = required(link, "name")?;
    let pose = joint.map(origin).transpose()?.unwrap_or(Pose::IDENTITY);
    let mut body = Body::new(name.to_owned(), link.place.clone(), Some(parent), pose);
    match joint {
        Some(joint) => body.joints = joints(joint, losses)?,
        None if floating => body.joints = vec![Joint::new(format!("{name} root"), link.place.clone(), JointKind::Free)],
        None => {}
    }
    let mut has_shape = false;
    for child in &link.children {
        match child.kind.as_str() {
            "inertial" => body.inertia = inertia(child)?,
            "visual" | "collision" => {
                has_shape = true;
                let is_moving = !body.joints.is_empty() || robot.moving(parent) != 0;
                body.geoms.extend(looks.geom(child, is_moving, robot, losses)?);
            }
            other => losses.lost(&child.place, &format!("link {other}"), Some(name), "glTF has no such property"),
        }
    }
    // A link of a name alone is a frame that programs look up.
    if !has_shape && body.inertia.mass <= 0.0 && body.joints.is_empty() {
        body.sites.push(Site { name: name.to_owned(), body_from_site: Pose::IDENTITY });
    }
    Ok(body)
}

fn inertia(inertial: &Element) -> Result<Inertia, ImportError> {
    let pose = origin(inertial)?;
    let mass = match inertial.child("mass").and_then(|mass| mass.attribute("value")) {
        Some(attribute) => not_negative(number(attribute)?, &attribute.place, "mass")?,
        None => 0.0,
    };
    let Some(element) = inertial.child("inertia") else {
        return Ok(Inertia::diagonal(mass, DVec3::ZERO).at(pose));
    };
    let entry = |key: &str| element.attribute(key).map_or(Ok(0.0), number);
    let (xx, yy, zz) = (entry("ixx")?, entry("iyy")?, entry("izz")?);
    let (xy, xz, yz) = (entry("ixy")?, entry("ixz")?, entry("iyz")?);
    for (value, key) in [(xx, "ixx"), (yy, "iyy"), (zz, "izz")] {
        not_negative(value, &element.place, key)?;
    }
    let tensor = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz));
    Ok(Inertia { mass, center: DVec3::ZERO, tensor }.at(pose))
}

fn joints(element: &Element, losses: &mut Losses) -> Result<Vec<Joint>, ImportError> {
    let name = required(element, "name")?;
    let make = |kind| Joint::new(name.to_owned(), element.place.clone(), kind);
    let axis = match element.child("axis").and_then(|axis| axis.attribute("xyz")) {
        Some(attribute) => vector(attribute)?.try_normalize().ok_or_else(|| {
            ImportError::invalid(&attribute.place, "the axis has no direction; give a vector other than zero")
        })?,
        None => DVec3::X,
    };
    let kind = required(element, "type")?;
    let mut joint = match kind {
        "revolute" | "continuous" => Joint { axis, ..make(JointKind::Hinge) },
        "prismatic" => Joint { axis, ..make(JointKind::Slide) },
        "fixed" => return Ok(Vec::new()),
        "floating" => {
            report_parts(element, name, losses);
            return Ok(vec![make(JointKind::Free)]);
        }
        "planar" => {
            report_parts(element, name, losses);
            let frame = shortest(DVec3::Z, axis);
            let slide = |direction: DVec3| Joint { axis: frame * direction, ..make(JointKind::Slide) };
            return Ok(vec![slide(DVec3::X), slide(DVec3::Y), Joint { axis, ..make(JointKind::Hinge) }]);
        }
        other => {
            let message = format!(
                "a joint of type \"{other}\" is unknown; revolute, continuous, prismatic, fixed, floating and planar are known"
            );
            return Err(ImportError::invalid(&element.place, message));
        }
    };
    if let (Some(limit), true) = (element.child("limit"), kind != "continuous") {
        let end = |key: &str| limit.attribute(key).map_or(Ok(0.0), number);
        let (lower, upper) = (end("lower")?, end("upper")?);
        if lower > upper {
            return Err(ImportError::invalid(&limit.place, "the lower limit is above the upper one; swap them"));
        }
        joint.range = Some((lower, upper));
    } else if kind != "continuous" {
        let reason = "a joint of this type must have limits; without them it has no ends";
        losses.approximated(&element.place, "joint limit", Some(name), reason);
    }
    if let Some(dynamics) = element.child("dynamics") {
        let value = |key: &str| match dynamics.attribute(key) {
            Some(attribute) => not_negative(number(attribute)?, &attribute.place, key),
            None => Ok(0.0),
        };
        let (damping, friction) = (value("damping")?, value("friction")?);
        if damping > 0.0 {
            joint.drives.push(Drive { damping, ..Drive::default() });
        }
        if friction > 0.0 {
            joint.drives.push(Drive::friction(friction));
        }
    }
    report_parts(element, name, losses);
    Ok(vec![joint])
}

/// What a joint has that glTF has not.
fn report_parts(joint: &Element, name: &str, losses: &mut Losses) {
    for child in &joint.children {
        match child.kind.as_str() {
            "origin" | "parent" | "child" | "axis" | "dynamics" => {}
            "limit" => {
                for key in ["effort", "velocity"] {
                    if let Some(attribute) = child.attribute(key) {
                        let reason = "it bounds a drive of the application, and the file has no drive";
                        losses.lost(&attribute.place, &format!("joint limit {key}"), Some(name), reason);
                    }
                }
            }
            "mimic" => {
                let reason = "glTF has no joint that follows another; it moves freely";
                losses.lost(&child.place, "joint mimic", Some(name), reason);
            }
            other => losses.lost(&child.place, &format!("joint {other}"), Some(name), "glTF has no such property"),
        }
    }
}

/// The `origin` of an element: `xyz`, and `rpy` about the fixed axes X, Y and Z.
fn origin(element: &Element) -> Result<Pose, ImportError> {
    let Some(origin) = element.child("origin") else { return Ok(Pose::IDENTITY) };
    let read = |key: &str| origin.attribute(key).map_or(Ok(DVec3::ZERO), vector);
    let angles = read("rpy")?;
    let about = |axis: DVec3, angle: f64| rotation(axis * angle);
    let turn: DQuat = about(DVec3::Z, angles.z) * about(DVec3::Y, angles.y) * about(DVec3::X, angles.x);
    Ok(Pose::new(read("xyz")?, turn.normalize()))
}

fn required<'a>(element: &'a Element, key: &str) -> Result<&'a str, ImportError> {
    element.text(key).ok_or_else(|| missing(element, key))
}

fn missing(element: &Element, part: &str) -> ImportError {
    ImportError::invalid(&element.place, format!("<{}> has no {part}; add it", element.kind))
}

fn not_negative(value: f64, place: &Place, key: &str) -> Result<f64, ImportError> {
    if value >= 0.0 {
        return Ok(value);
    }
    Err(ImportError::invalid(place, format!("{key} is {value}; must be 0 or positive")))
}
