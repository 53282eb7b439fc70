//! Values over time beside the picture: joints, variables of behaviour graphs, springs, speeds.

use sinew::model::physics::{BodyKind, DofKind};
use sinew::model::{Channel, Track};
use sinew::{HumanBone, InstanceId, Model, NodeId, World};

use crate::text::{number, plain};

/// The values that are kept; a panel shows the first that fit.
const READINGS: usize = 24;

/// Animated nodes among them.
const ANIMATED: usize = 6;

/// Samples of a whole run: more than any panel has columns for.
const SAMPLES: usize = 240;

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A value of a world over time.
pub(super) struct Reading {
    name: String,
    source: Source,
    unit: &'static str,
    /// One for each interval of the run that has begun.
    samples: Vec<f32>,
}

enum Source {
    /// The place of a joint in the file's list, and of a drive of it.
    Drive(usize, usize),
    /// As above, of a limit.
    Limit(usize, usize),
    Variable(usize),
    /// How far a node is rotated from rest.
    Rotation(NodeId),
    /// How far a node is from where it rests.
    Travel(NodeId),
    Speed(NodeId),
}

impl Reading {
    /// The values of a model that are worth a look, in the order in which they are shown.
    pub(super) fn all(model: &Model) -> Vec<Self> {
        let mut readings = joints(model);
        for (at, variable) in model.graphs().selected().iter().flat_map(|graph| &graph.variables).enumerate() {
            if variable.initial.numbers.len() == 1 {
                let name = variable.name.clone().unwrap_or_else(|| format!("variable {at}"));
                readings.push(Self::new(&name, Source::Variable(at), ""));
            }
        }
        for spring in &model.spring_bones().springs {
            if let Some(joint) = spring.joints.first() {
                let name = spring.name.clone().unwrap_or_else(|| name_of(model, joint.node));
                readings.push(Self::new(&name, Source::Rotation(joint.node), "°"));
            }
        }
        readings.extend(bones(model));
        readings.extend(animated(model));
        for body in model.physics().bodies() {
            if body.kind != BodyKind::Static {
                readings.push(Self::new(&name_of(model, body.node), Source::Speed(body.node), " m/s"));
            }
        }
        readings.truncate(READINGS);
        readings
    }

    fn new(name: &str, source: Source, unit: &'static str) -> Self {
        Self { name: plain::line(name).into_owned(), source, unit, samples: Vec::new() }
    }

    /// Adds the value of now, `share` of the run after its start.
    pub(super) fn sample(&mut self, world: &World, instance: InstanceId, share: f64) {
        let place = (share * SAMPLES as f64) as usize;
        let Some(value) = self.value(world, instance).filter(|value| value.is_finite()) else { return };
        let before = self.samples.last().copied().unwrap_or(value);
        while self.samples.len() < place.min(SAMPLES) {
            self.samples.push(before);
        }
        match self.samples.get_mut(place) {
            Some(sample) => *sample = value,
            None => self.samples.push(value),
        }
    }

    fn value(&self, world: &World, instance: InstanceId) -> Option<f32> {
        let joint = |at: usize| world.joints(instance).nth(at).and_then(|(_, reading)| reading);
        match self.source {
            Source::Drive(at, drive) => Some(joint(at)?.drives.get(drive)?.position * self.scale()),
            Source::Limit(at, limit) => Some(joint(at)?.limits.get(limit)?.metric * self.scale()),
            Source::Variable(at) => world.graph_variables(instance).nth(at)?.2.first().map(|&value| value as f32),
            Source::Rotation(node) => {
                let rest = world.model(instance)?.hierarchy().rest(node).rotation;
                Some(world.pose(instance)?.local.get(node.slot())?.rotation.angle_between(rest).to_degrees())
            }
            Source::Travel(node) => {
                let rest = world.model(instance)?.hierarchy().rest(node).translation;
                Some(world.pose(instance)?.local.get(node.slot())?.translation.distance(rest))
            }
            Source::Speed(node) => Some(world.velocity(instance, node)?.linear.length()),
        }
    }

    /// From radians or metres to the unit that is shown.
    fn scale(&self) -> f32 {
        if self.unit == "°" { 1.0_f32.to_degrees() } else { 1e3 }
    }

    /// One line: the name, the value, and its course.
    pub(super) fn line(&self, columns: usize) -> String {
        let value = self.samples.last().map_or(String::new(), |&last| {
            let last = if last.abs() < 0.005 { 0.0 } else { last };
            format!("{}{}", number::short(f64::from((last * 100.0).round() / 100.0)), self.unit)
        });
        let room = columns.saturating_sub(2);
        let wide = room * 2 / 5;
        let name = plain::shorten(&self.name, wide);
        let course = room.saturating_sub(wide + 10);
        let pad = " ".repeat(wide.saturating_sub(plain::width(&name)));
        format!("{name}{pad} {value:>9} {}", sparkline(&self.samples, course))
    }
}

/// The limits and drives of joints that leave room to move.
fn joints(model: &Model) -> Vec<Reading> {
    let physics = model.physics();
    let mut readings = Vec::new();
    let unit = |kind: DofKind| if kind == DofKind::Angular { "°" } else { " mm" };
    for (at, joint) in physics.joints().iter().enumerate() {
        let Some(description) = physics.joint_descriptions().get(joint.description.slot()) else { continue };
        let name = name_of(model, joint.node);
        for (drive, found) in description.drives.iter().enumerate() {
            readings.push(Reading::new(&name, Source::Drive(at, drive), unit(found.kind)));
        }
        // A joint with drives is read by them.
        if description.drives.is_empty() {
            for (limit, found) in description.limits.iter().enumerate() {
                if found.min != found.max {
                    readings.push(Reading::new(&name, Source::Limit(at, limit), unit(found.kind)));
                }
            }
        }
    }
    readings
}

/// Bones of an avatar that any clip moves.
fn bones(model: &Model) -> Vec<Reading> {
    let shown = [HumanBone::LeftUpperArm, HumanBone::RightUpperArm, HumanBone::Spine, HumanBone::LeftUpperLeg];
    let node = |bone: HumanBone| model.humanoid()?.node(bone);
    let reading = |bone: HumanBone| Some(Reading::new(bone.name(), Source::Rotation(node(bone)?), "°"));
    shown.into_iter().filter_map(reading).collect()
}

/// The first nodes that animations move.
fn animated(model: &Model) -> Vec<Reading> {
    let motions = model.animations().iter().filter(|animation| animation.is_motion());
    let channels = motions.flat_map(|animation| &animation.channels);
    let reading = |channel: &Channel| {
        let (source, unit) = match channel.track {
            Track::Rotation(_) => (Source::Rotation(channel.node), "°"),
            Track::Translation(_) => (Source::Travel(channel.node), " m"),
            Track::Scale(_) | Track::Weights(_) => return None,
        };
        Some(Reading::new(&name_of(model, channel.node), source, unit))
    };
    channels.filter_map(reading).take(ANIMATED).collect()
}

fn name_of(model: &Model, node: NodeId) -> String {
    let hierarchy = model.hierarchy();
    hierarchy.name(node).map_or_else(|| format!("#{}", hierarchy.index(node).0), str::to_owned)
}

/// The least difference that the number beside a course shows.
const SHOWN: f32 = 0.01;

/// Samples of a run as blocks: one column for each share of it, from the least value to the greatest. What is constant as far as its
/// number shows is a flat line, and not a picture of its rounding.
fn sparkline(samples: &[f32], columns: usize) -> String {
    let low = samples.iter().copied().fold(f32::INFINITY, f32::min);
    let high = samples.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let begun = (samples.len() * columns).div_ceil(SAMPLES).min(columns);
    let block = |column: usize| {
        // The first column has the first sample, and the last one the last.
        let at = column * samples.len().saturating_sub(1) / begun.saturating_sub(1).max(1);
        let share = if high - low >= SHOWN { (samples[at] - low) / (high - low) } else { 0.0 };
        BLOCKS[((share * 7.0).round() as usize).min(7)]
    };
    (0..begun).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_goes_from_the_least_value_to_the_greatest() {
        let rising: Vec<f32> = (0..SAMPLES).map(|at| at as f32).collect();
        assert_eq!(sparkline(&rising, 8), "▁▂▃▄▅▆▇█");
        assert_eq!(sparkline(&rising[..SAMPLES / 2], 8), "▁▃▆█");
        assert_eq!(sparkline(&[3.0; SAMPLES], 4), "▁▁▁▁");
        assert_eq!(sparkline(&[], 4), "");
        let rounding: Vec<f32> = (0..SAMPLES).map(|at| at as f32 * 1e-9).collect();
        assert_eq!(sparkline(&rounding, 4), "▁▁▁▁");
        assert_eq!(sparkline(&rising, 0), "");
    }
}
