//! `body`, `frame` and what is on them.

use glam::{DMat3, DVec3};

use super::assets::Assets;
use super::compiler::FromGeoms;
use super::defaults::Resolved;
use super::reason::why_lost;
use super::{Context, geom, joint};
use crate::error::ImportError;
use crate::inertia::Inertia;
use crate::loss::Losses;
use crate::pose::Pose;
use crate::robot::{Body, Robot, Site};
use crate::xml::Element;

/// Where an element is: the body that it is on, the frames between the two, and the class that it inherits.
#[derive(Clone, Copy)]
struct At<'a> {
    body: usize,
    body_from_frame: Pose,
    class: Option<&'a str>,
}

/// What the geoms of a body weigh, and what `inertial` says.
#[derive(Default)]
struct Masses {
    of_geoms: Vec<Inertia>,
    inertial: Option<Inertia>,
}

/// Reads the world and everything below it.
pub(super) fn read_world<'a>(
    world: &'a Element,
    context: &mut Context<'a>,
    assets: &mut Assets,
    robot: &mut Robot,
    losses: &mut Losses,
) -> Result<(), ImportError> {
    let at = At { body: 0, body_from_frame: Pose::IDENTITY, class: world.text("childclass") };
    let mut reader = Reader { context, assets, robot, losses };
    // The world's mass is of no consequence.
    reader.children(world, at, &mut Masses::default())
}

struct Reader<'r, 'a> {
    context: &'r mut Context<'a>,
    assets: &'r mut Assets,
    robot: &'r mut Robot,
    losses: &'r mut Losses,
}

impl<'a> Reader<'_, 'a> {
    /// The depth is that of the XML, which is bounded when it is read.
    fn children(&mut self, parent: &'a Element, at: At<'a>, masses: &mut Masses) -> Result<(), ImportError> {
        for child in &parent.children {
            match child.kind.as_str() {
                "body" => self.body(child, at)?,
                "frame" => {
                    let element = Resolved::plain(child);
                    let frame = self.context.compiler.pose(&element)?;
                    element.report_rest(ORIENTED, self.losses);
                    let class = child.text("childclass").or(at.class);
                    self.children(child, At { body_from_frame: at.body_from_frame * frame, class, ..at }, masses)?;
                }
                "inertial" => masses.inertial = Some(self.inertial(child, at)?),
                "joint" | "freejoint" => self.joint(child, at)?,
                "geom" => {
                    let element = self.context.defaults.resolve(child, at.class)?;
                    let read =
                        geom::read(&element, at.body_from_frame, self.context, self.assets, self.robot, self.losses)?;
                    masses.of_geoms.extend(read.inertia);
                    if let Some(body) = self.robot.bodies.get_mut(at.body) {
                        body.geoms.extend(read.geom);
                    }
                }
                "site" => self.site(child, at)?,
                kind => self.losses.lost(&child.place, kind, child.text("name"), why_lost(kind, None)),
            }
        }
        Ok(())
    }

    fn body(&mut self, element: &'a Element, at: At<'a>) -> Result<(), ImportError> {
        let resolved = Resolved::plain(element);
        let index = self.robot.bodies.len();
        let name = resolved.text("name").map_or_else(|| format!("body {index}"), str::to_owned);
        let pose = at.body_from_frame * self.context.compiler.pose(&resolved)?;
        let mut body = Body::new(name.clone(), element.place.clone(), Some(at.body), pose);
        body.gravity_compensation = resolved.number("gravcomp")?.unwrap_or(0.0);
        resolved.report_rest(&[ORIENTED, &["childclass", "gravcomp", "sleep"]].concat(), self.losses);
        self.robot.bodies.push(body);
        if self.context.names.bodies.insert(name, index).is_some() {
            return Err(ImportError::invalid(&element.place, "there are two bodies of this name; rename one"));
        }
        let mut masses = Masses::default();
        let class = element.text("childclass").or(at.class);
        self.children(element, At { body: index, body_from_frame: Pose::IDENTITY, class }, &mut masses)?;
        let from_geoms = match self.context.compiler.from_geoms {
            FromGeoms::Always => true,
            FromGeoms::Never => false,
            FromGeoms::Auto => masses.inertial.is_none(),
        };
        let inertia = if from_geoms {
            masses.of_geoms.iter().fold(Inertia::ZERO, |sum, part| sum.plus(*part))
        } else {
            masses.inertial.unwrap_or(Inertia::ZERO)
        };
        if let Some(body) = self.robot.bodies.get_mut(index) {
            body.inertia = inertia;
        }
        Ok(())
    }

    fn inertial(&mut self, element: &'a Element, at: At<'a>) -> Result<Inertia, ImportError> {
        let resolved = Resolved::plain(element);
        let pose = at.body_from_frame * self.context.compiler.pose(&resolved)?;
        let mass = resolved.not_negative("mass")?;
        let mass = mass.ok_or_else(|| ImportError::invalid(&element.place, "<inertial> has no mass; add it"))?;
        let tensor = if let Some([xx, yy, zz, xy, xz, yz]) = resolved.array::<6>("fullinertia")? {
            DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
        } else {
            DMat3::from_diagonal(resolved.vector("diaginertia")?.unwrap_or(DVec3::ZERO))
        };
        let diagonal = [tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z];
        if diagonal.iter().any(|moment| *moment < 0.0) {
            return Err(ImportError::invalid(&element.place, "a moment of inertia is negative; must be 0 or positive"));
        }
        resolved.report_rest(&[ORIENTED, &["mass", "fullinertia", "diaginertia"]].concat(), self.losses);
        Ok(Inertia { mass, center: DVec3::ZERO, tensor }.at(pose))
    }

    fn joint(&mut self, element: &'a Element, at: At<'a>) -> Result<(), ImportError> {
        if at.body == 0 {
            return Err(ImportError::invalid(&element.place, "the world has no joints; put it in a body"));
        }
        let resolved = if element.kind == "joint" {
            self.context.defaults.resolve(element, at.class)?
        } else {
            Resolved::plain(element)
        };
        let Some(body) = self.robot.bodies.get_mut(at.body) else { return Ok(()) };
        let read = joint::read(
            &resolved,
            at.body_from_frame,
            &body.name,
            body.joints.len(),
            &self.context.compiler,
            self.losses,
        )?;
        if let Some(name) = resolved.text("name") {
            self.context.names.joints.insert(name.to_owned(), (at.body, body.joints.len()));
        }
        body.joints.push(read);
        Ok(())
    }

    fn site(&mut self, element: &'a Element, at: At<'a>) -> Result<(), ImportError> {
        let resolved = self.context.defaults.resolve(element, at.class)?;
        let mut pose = self.context.compiler.pose(&resolved)?;
        if let Some(ends) = resolved.array::<6>("fromto")? {
            pose = geom::between(ends).0;
        }
        let pose = at.body_from_frame * pose;
        // How a site is drawn belongs to MuJoCo's viewer; a frame is what it is for.
        resolved
            .report_rest(&[ORIENTED, &["fromto", "group", "size", "rgba", "type", "material"]].concat(), self.losses);
        let Some(body) = self.robot.bodies.get_mut(at.body) else { return Ok(()) };
        let name =
            resolved.text("name").map_or_else(|| format!("{} site {}", body.name, body.sites.len()), str::to_owned);
        self.context.names.sites.insert(name.clone(), (at.body, pose));
        body.sites.push(Site { name, body_from_site: pose });
        Ok(())
    }
}

/// The attributes of a pose.
pub(super) const ORIENTED: &[&str] = &["pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass"];
