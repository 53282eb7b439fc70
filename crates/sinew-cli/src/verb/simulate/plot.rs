//! The plot of a simulation.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sinew::glam::Vec3;
use sinew::math::Axis;
use sinew::model::physics::{DofKind, Joint, JointDrive, JointLimit};
use sinew::model::{Hierarchy, HumanBone};
use sinew::physics::JointReading;
use sinew::{InstanceId, Model, NodeId, World};
use sinew_tools::plot::{Metric, Pixels, Plot, Series};

use crate::failure::Failure;
use crate::output::{Output, Outputs, is_standard, no_format};
use crate::pose::Names;

/// The number of lines that can be distinguished.
const MOST: usize = 7;

/// The resolution of a picture relative to the screen's, so that letters stay sharp when zoomed.
const SCALE: u32 = 2;

/// A plot that is being recorded.
pub(super) struct Drawing {
    path: PathBuf,
    out: Output,
    format: Format,
    /// Whether the nodes were chosen with `--node`.
    is_chosen: bool,
    /// 1 where a clip moves the nodes: it begins with the first step, and before it the avatar is at rest.
    first_step: usize,
    nodes: Vec<(NodeId, Series)>,
    /// The nodes, each with the index of its joint in the model.
    joints: Vec<(usize, JointMetrics)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

/// The readings of a joint, without limits and drives on axes that it locks.
struct JointMetrics {
    limits: Vec<Option<Metric>>,
    drives: Vec<Option<Metric>>,
}

impl Drawing {
    /// Begins a plot of the chosen nodes, or of bodies, of the bones that a clip moves, or of animated nodes.
    pub(super) fn create(
        path: &Path,
        chosen: &[String],
        model: &Model,
        has_clip: bool,
        outputs: &mut Outputs,
    ) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            None if is_standard(path) => Format::Svg,
            _ => return Err(no_format(path, ".svg or .png")),
        };
        let hierarchy = model.hierarchy();
        let names = Names::of(hierarchy);
        let nodes: Vec<NodeId> = if chosen.is_empty() {
            nodes_to_see(model, has_clip)
        } else {
            let found = chosen.iter().map(|key| names.find(key).map_err(Failure::usage));
            found.collect::<Result<_, _>>()?
        };
        let repeated = repeated_names(hierarchy);
        let label = |node: NodeId| label(model, node, &repeated, has_clip);
        let of_joint = |(place, joint): (usize, &Joint)| {
            let is_asked_for = !chosen.is_empty() && nodes.contains(&joint.node);
            is_asked_for.then(|| (place, JointMetrics::of(model, joint, &label(joint.node))))
        };
        let joints = model.physics().joints().iter().enumerate().filter_map(of_joint).collect();
        let series = |node| (node, Series { name: label(node), positions: Vec::new() });
        Ok(Self {
            path: path.to_owned(),
            out: outputs.open(path)?,
            format,
            is_chosen: !chosen.is_empty(),
            first_step: usize::from(has_clip),
            nodes: nodes.into_iter().map(series).collect(),
            joints,
        })
    }

    /// Records the positions before the first step.
    pub(super) fn begin(&mut self, world: &World, instance: InstanceId) {
        if self.first_step == 0 {
            self.add(world, instance);
        }
    }

    /// Records the positions after a step.
    pub(super) fn add(&mut self, world: &World, instance: InstanceId) {
        for (node, series) in &mut self.nodes {
            let place = world.world_from_node(instance, *node).map(|place| Vec3::from(place.translation));
            series.positions.extend(place);
        }
        for (place, metrics) in &mut self.joints {
            if let Some((_, Some(reading))) = world.joints(instance).nth(*place) {
                metrics.add(&reading);
            }
        }
    }

    /// Draws the picture.
    pub(super) fn finish(self, title: &str, dt: f64) -> Result<Output, Failure> {
        let metrics = self.joints.into_iter().flat_map(|(_, joint)| joint.limits.into_iter().chain(joint.drives));
        let metrics: Vec<Metric> = metrics.flatten().filter(|metric| !metric.values.is_empty()).collect();
        let has_joints = !metrics.is_empty();
        let mut series: Vec<Series> = self.nodes.into_iter().map(|(_, series)| series).collect();
        if self.is_chosen {
            // A node with a joint and without motion needs no curve.
            series.retain(|series| !has_joints || way(series) > 0.0);
        } else {
            series.sort_by(|a, b| way(b).total_cmp(&way(a)));
            series.truncate(MOST);
        }
        let title = Path::new(title).file_name().map_or_else(|| title.into(), |name| name.to_string_lossy());
        let picture = Plot { title: title.into_owned(), dt, first_step: self.first_step, series, metrics }.picture();
        let bytes = match self.format {
            Format::Svg => picture.to_svg().into_bytes(),
            Format::Png => png(&picture.to_pixels(SCALE)).map_err(|error| Failure::file(&self.path, error))?,
        };
        let mut out = self.out;
        out.write(|out| out.write_all(&bytes))?;
        Ok(out)
    }
}

impl JointMetrics {
    fn of(model: &Model, joint: &Joint, label: &str) -> Self {
        let description = model.physics().joint_descriptions().get(joint.description.slot());
        let preposition = |motion: DofKind| if motion == DofKind::Angular { "about" } else { "along" };
        let axes = |axes: &[Axis]| axes.iter().map(|axis| ["x", "y", "z"][axis.index()]).collect::<Vec<_>>().join(" ");
        let metric = |motion: DofKind, name: String, bounds: Vec<f32>| {
            let is_angle = motion == DofKind::Angular;
            Metric { name, is_angle, values: Vec::new(), bounds }
        };
        let all = description.map(|found| found.limits.as_slice()).unwrap_or_default();
        let is_locked = |motion: DofKind, axis: Axis| {
            all.iter().any(|limit| limit.kind == motion && locks(limit) && limit.axes.iter().any(|own| own == axis))
        };
        let limit = |limit: &JointLimit| {
            let measured: Vec<Axis> = limit.axes.iter().collect();
            let name = format!("{label} {} {}", preposition(limit.kind), axes(&measured));
            let is_open = measured.iter().any(|axis| !is_locked(limit.kind, *axis));
            is_open.then(|| metric(limit.kind, name, limit.min.into_iter().chain(limit.max).collect()))
        };
        let drive = |drive: &JointDrive| {
            let name = format!("{label} drive {} {}", preposition(drive.kind), axes(&[drive.axis]));
            let target = drive.position_target.filter(|_| drive.stiffness > 0.0);
            (!is_locked(drive.kind, drive.axis)).then(|| metric(drive.kind, name, target.into_iter().collect()))
        };
        Self {
            limits: description.map(|found| found.limits.iter().map(limit).collect()).unwrap_or_default(),
            drives: description.map(|found| found.drives.iter().map(drive).collect()).unwrap_or_default(),
        }
    }

    fn add(&mut self, reading: &JointReading) {
        for (metric, limit) in self.limits.iter_mut().zip(&reading.limits) {
            if let Some(metric) = metric {
                metric.values.push(limit.metric);
            }
        }
        for (metric, drive) in self.drives.iter_mut().zip(&reading.drives) {
            if let Some(metric) = metric {
                metric.values.push(drive.position);
            }
        }
    }
}

/// Whether a limit locks its axes: a hard range of no width. A distance or an angle over several axes is never below 0, so
/// that a maximum of 0 is enough.
fn locks(limit: &JointLimit) -> bool {
    let has_no_width = match (limit.min, limit.max) {
        (Some(min), Some(max)) if limit.axes.iter().count() == 1 => min >= max,
        (_, Some(max)) if limit.axes.iter().count() > 1 => max <= 0.0,
        _ => false,
    };
    limit.stiffness.is_none() && has_no_width
}

/// The bones that are plotted for a clip.
const SHOWN_BONES: [HumanBone; 3] = [HumanBone::Hips, HumanBone::LeftHand, HumanBone::RightHand];

/// The nodes that are plotted without `--node`.
fn nodes_to_see(model: &Model, has_clip: bool) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = model.physics().bodies().iter().map(|body| body.node).collect();
    if nodes.is_empty()
        && let Some(humanoid) = model.humanoid().filter(|_| has_clip)
    {
        nodes = SHOWN_BONES.into_iter().filter_map(|bone| humanoid.node(bone)).collect();
    }
    if nodes.is_empty() {
        let channels = model.animations().iter().flat_map(|animation| &animation.channels);
        nodes = channels.filter(|channel| channel.track.path() != "weights").map(|channel| channel.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}

/// The names that several nodes have.
fn repeated_names(hierarchy: &Hierarchy) -> HashSet<&str> {
    let mut seen = HashSet::new();
    hierarchy.nodes().filter_map(|node| hierarchy.name(node)).filter(|name| !seen.insert(*name)).collect()
}

/// The label of a node: its name, with its index where the name is not unique, and its bone if a clip plays.
fn label(model: &Model, node: NodeId, repeated: &HashSet<&str>, has_clip: bool) -> String {
    let hierarchy = model.hierarchy();
    let index = hierarchy.index(node).0;
    let label = match hierarchy.name(node).filter(|name| !name.is_empty()) {
        None => format!("node {index}"),
        Some(name) if repeated.contains(name) => format!("{name} #{index}"),
        Some(name) => name.to_owned(),
    };
    let bone = model.humanoid().filter(|_| has_clip).and_then(|humanoid| humanoid.bone(node)).map(HumanBone::name);
    match bone {
        Some(bone) if !label.eq_ignore_ascii_case(bone) => format!("{label} ({bone})"),
        _ => label,
    }
}

/// A picture as the bytes of a PNG.
fn png(pixels: &Pixels) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.rgb)?;
    writer.finish()?;
    Ok(bytes)
}

/// The length of a trajectory.
fn way(series: &Series) -> f32 {
    series.positions.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
