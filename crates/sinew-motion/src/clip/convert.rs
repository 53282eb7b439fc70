//! Converts a clip to an animation of another model, with the clip's own keys wherever that is exact.

use std::sync::Arc;

use glam::{Mat3, Mat4, Quat, Vec3};

use super::dependencies::{PropertyKind, TargetProperty, properties};
use super::reference::ReferenceMotion;
use super::resample::{Job, Key, distance, quat, resample};
use super::{Conversion, ConversionError, ConversionOptions, HumanClip};
use crate::sampling::Sampler;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, HumanBone, Interpolation, Model, Track};

/// The largest number of resampled values: 64 MB. Far more than any clip has, far less than many keys in one file times
/// many morph targets in another would take.
const MOST_NUMBERS: usize = 1 << 24;

/// The largest number of evaluated nodes when the result is compared with the motion. It turns minutes into seconds for
/// scenes of a hundred thousand nodes, and changes nothing for a humanoid.
const MOST_PLACED: usize = 1 << 28;

/// The fractions between two keys at which the result is compared with the motion; others than those of the refinement.
const MEASURED: [f32; 5] = [0.0, 0.125, 0.375, 0.625, 0.875];

/// The part of the bound that the refinement stays within, so that the error between its probes stays within the bound.
const MARGIN: f32 = 0.75;

/// The largest change of a value that needs no channel, in degrees, metres or weight: the rounding error of a chain of
/// products in single precision.
fn nothing(kind: PropertyKind) -> f32 {
    match kind {
        PropertyKind::Rotation => 2e-3,
        PropertyKind::Translation | PropertyKind::Weights => 1e-5,
    }
}

impl HumanClip {
    /// Converts the clip to an animation of another model, which needs a humanoid. If the clip does not
    /// [move](HumanClip::moves_hips) the hips, they get no channel.
    ///
    /// A bone that depends on one track keeps the keys and the interpolation of that track, splines included, and is
    /// exact at all times: it is the product of the track and constants, which commutes with spherical and spline
    /// interpolation. A bone that depends on several tracks gets the times of all of them. If all are steps, it stays a
    /// step and exact; otherwise its keys are exact, and keys are added until linear interpolation is within the bound.
    #[must_use]
    pub fn convert(&self, target: &Model, options: &ConversionOptions) -> Conversion {
        let mut reference = ReferenceMotion::new(self, target, options);
        let mut properties = properties(&reference);
        let mut created: Vec<Option<Channel>> = vec![None; properties.len()];
        let mut jobs: Vec<usize> = Vec::new();
        for (index, property) in properties.iter().enumerate() {
            match property.dependencies.as_slice() {
                [] => created[index] = constant(property, &mut reference),
                [channel_index] if property.is_linear => {
                    created[index] = mapped(property, *channel_index, &mut reference);
                }
                _ => jobs.push(index),
            }
        }
        let mut conversion = Conversion::default();
        let mut room = MOST_NUMBERS;
        sample_into(&mut created, &jobs, &properties, &mut reference, options, &mut room, &mut conversion);
        drop_resting_hips(&mut created, &properties, &reference);
        let mut errors = measure(&created, &properties, &mut reference);
        // If constraints move the clip's humanoid, a bone may depend on any track.
        let is_off = |index: &usize| errors[*index] > bound(&properties[*index], options);
        let redo: Vec<usize> = (0..properties.len()).filter(|index| !jobs.contains(index)).filter(is_off).collect();
        if !redo.is_empty() && !self.channels().is_empty() {
            for &index in &redo {
                properties[index].dependencies = (0..self.channels().len()).collect();
            }
            sample_into(&mut created, &redo, &properties, &mut reference, options, &mut room, &mut conversion);
            errors = measure(&created, &properties, &mut reference);
            jobs.extend(redo);
        }
        conversion.resampled = jobs.iter().filter(|&&index| created[index].is_some()).count();
        conversion.kept = created.iter().flatten().count() - conversion.resampled;
        conversion.error = largest(&properties, &errors);
        conversion.materials = super::materials::tracks(&mut reference, options);
        let channels: Vec<Channel> = created.into_iter().flatten().collect();
        let ends = channels.iter().filter_map(|channel| channel.track.times().last().copied());
        conversion.animation = Animation {
            name: self.animation().and_then(|animation| animation.name.clone()),
            duration: ends.fold(0.0, f32::max),
            key_range: None,
            channels,
            properties: Vec::new(),
            reference_pose: None,
            is_expression: false,
        };
        conversion
    }
}

/// The bound of the error, in the unit of the property's values.
fn bound(property: &TargetProperty, options: &ConversionOptions) -> f32 {
    let bound = match property.kind {
        PropertyKind::Rotation => options.degrees,
        PropertyKind::Translation => options.metres,
        PropertyKind::Weights => options.weight,
    };
    bound / property.unit
}

/// A channel for a constant value that differs from rest.
fn constant(property: &TargetProperty, reference: &mut ReferenceMotion<'_>) -> Option<Channel> {
    let rest = property.read(reference.target, &crate::Pose::rest(reference.target));
    let value = {
        reference.at(0.0);
        property.read(reference.target, &reference.pose)
    };
    let is_rest = distance(property.kind, &rest, &value) * property.unit < nothing(property.kind);
    (!is_rest).then(|| channel(property, vec![Key { time: 0.0, value }], Interpolation::Linear))
}

/// Removes the hips' channel if only ancestors of the hips have keys and none of them moves the hips away from rest.
fn drop_resting_hips(created: &mut [Option<Channel>], properties: &[TargetProperty], reference: &ReferenceMotion<'_>) {
    let is_own = |channel_index: &usize| {
        let hips = reference.clip.humanoid().and_then(|humanoid| humanoid.node(HumanBone::Hips));
        reference.clip.channels().get(*channel_index).is_some_and(|channel| Some(channel.node) == hips)
    };
    let moved = properties.iter().zip(created).filter(|(property, _)| property.kind == PropertyKind::Translation);
    for (property, channel) in moved.filter(|(property, _)| !property.dependencies.iter().any(is_own)) {
        let rest = reference.target.hierarchy().rest(property.node).translation;
        let rests = |value: &Vec3| value.distance(rest) * property.unit < nothing(property.kind);
        let stays = |channel: &Channel| match &channel.track {
            Track::Translation(curve) => curve.values.iter().all(rests),
            _ => false,
        };
        if channel.as_ref().is_some_and(stays) {
            *channel = None;
        }
    }
}

/// Maps the keys of the one track that a property depends on by the linear function between them. The columns of its
/// matrix are the images of the unit values.
fn mapped(property: &TargetProperty, channel_index: usize, reference: &mut ReferenceMotion<'_>) -> Option<Channel> {
    let source = reference.clip.channels().get(channel_index)?;
    let node = source.node;
    let track = match (&source.track, property.kind) {
        (Track::Rotation(curve), PropertyKind::Rotation) => {
            let [x, y, z, w] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
                .map(|unit| {
                    let pose = reference.with(node, |local: &mut Transform| local.rotation = Quat::from_array(unit));
                    pose.local[property.node.slot()].rotation.into()
                });
            let map = Mat4::from_cols(x, y, z, w);
            let is_spline = curve.interpolation == Interpolation::CubicSpline;
            let value = |&value: &Quat| {
                let value = Quat::from_vec4(map * glam::Vec4::from(value));
                if is_spline { value } else { value.normalize() }
            };
            Track::Rotation(Curve {
                times: curve.times.clone(),
                values: curve.values.iter().map(value).collect(),
                interpolation: curve.interpolation,
            })
        }
        (Track::Translation(curve), PropertyKind::Translation) => {
            let mut at = |unit: Vec3| {
                reference.with(node, |local: &mut Transform| local.translation = unit).local[property.node.slot()]
                    .translation
            };
            let origin = at(Vec3::ZERO);
            let map = Mat3::from_cols(at(Vec3::X) - origin, at(Vec3::Y) - origin, at(Vec3::Z) - origin);
            let is_spline = curve.interpolation == Interpolation::CubicSpline;
            // Of the three values of a spline's key, the first and the last are tangents, which do not move with the
            // origin.
            let value = |(index, &value): (usize, &Vec3)| {
                let is_slope = is_spline && index % 3 != 1;
                map * value + if is_slope { Vec3::ZERO } else { origin }
            };
            Track::Translation(Curve {
                times: curve.times.clone(),
                values: curve.values.iter().enumerate().map(value).collect(),
                interpolation: curve.interpolation,
            })
        }
        _ => return None,
    };
    Some(Channel { node: property.node, track })
}

/// Resamples some of the properties.
fn sample_into(
    created: &mut [Option<Channel>],
    indices: &[usize],
    properties: &[TargetProperty],
    reference: &mut ReferenceMotion<'_>,
    options: &ConversionOptions,
    room: &mut usize,
    conversion: &mut Conversion,
) {
    let mut jobs: Vec<Job<'_>> = Vec::new();
    let mut done: Vec<(usize, Interpolation)> = Vec::new();
    for &index in indices {
        let property = &properties[index];
        created[index] = None;
        let (times, interpolation) = times(property, reference);
        let numbers = times.len().saturating_mul(property.width(reference));
        if numbers > *room {
            conversion.left_out.push(property.node);
            continue;
        }
        *room -= numbers;
        let is_step = interpolation == Interpolation::Step;
        jobs.push(Job { property, times, bound: (!is_step).then(|| bound(property, options) * MARGIN) });
        done.push((index, interpolation));
    }
    let keys = resample(reference, &jobs);
    for ((index, interpolation), keys) in done.into_iter().zip(keys) {
        created[index] = Some(channel(&properties[index], keys, interpolation));
    }
}

/// The initial key times of a property: those of all its dependencies, and for each step also the last moment before
/// it.
fn times(property: &TargetProperty, reference: &ReferenceMotion<'_>) -> (Vec<f32>, Interpolation) {
    let dependencies: Vec<&Track> =
        property.dependencies.iter().map(|&channel_index| &reference.clip.channels()[channel_index].track).collect();
    let is_step = |track: &&&Track| track.interpolation() == Interpolation::Step;
    // Where feet are locked, corrections fade between steps.
    let all_steps = !property.is_locked && dependencies.iter().filter(is_step).count() == dependencies.len();
    let mut times: Vec<f32> = dependencies.iter().flat_map(|track| track.times().iter().copied()).collect();
    if !all_steps {
        let jumps = dependencies.iter().filter(is_step).flat_map(|track| track.times().iter().skip(1));
        times.extend(jumps.map(|time| time.next_down()));
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    (times, if all_steps { Interpolation::Step } else { Interpolation::Linear })
}

fn channel(property: &TargetProperty, keys: Vec<Key>, interpolation: Interpolation) -> Channel {
    let times: Arc<[f32]> = keys.iter().map(|key| key.time).collect();
    let track = match property.kind {
        PropertyKind::Rotation => {
            // Of q and −q, the one nearer to the key before, which reads better in an editor.
            let mut before = Quat::IDENTITY;
            let near = |key: &Key| {
                let value = quat(&key.value).normalize();
                before = if before.dot(value) < 0.0 { -value } else { value };
                before
            };
            Track::Rotation(Curve { times, values: keys.iter().map(near).collect(), interpolation })
        }
        PropertyKind::Translation => {
            let vector = |key: &Key| key.value.first_chunk::<3>().map_or(Vec3::ZERO, |&value| Vec3::from_array(value));
            Track::Translation(Curve { times, values: keys.iter().map(vector).collect(), interpolation })
        }
        PropertyKind::Weights => {
            let values = keys.into_iter().flat_map(|key| key.value).collect();
            Track::Weights(Curve { times, values, interpolation })
        }
    };
    Channel { node: property.node, track }
}

/// The largest error of each channel, at many times between all keys.
fn measure(
    created: &[Option<Channel>],
    properties: &[TargetProperty],
    reference: &mut ReferenceMotion<'_>,
) -> Vec<f32> {
    let tracks = created.iter().flatten().map(|channel| &channel.track);
    let tracks = tracks.chain(reference.clip.channels().iter().map(|channel| &channel.track));
    let mut times: Vec<f32> = tracks.flat_map(|track| track.times().iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let placed = times.len().saturating_mul(MEASURED.len()).saturating_mul(reference.clip.model().hierarchy().len());
    let stride = placed.div_ceil(MOST_PLACED).max(1);
    let mut frames: Vec<f32> = Vec::new();
    for pair in times.windows(2).step_by(stride) {
        let frame = |fraction: f32| pair[0] + (pair[1] - pair[0]) * fraction;
        frames.extend(MEASURED.map(frame).into_iter().filter(|&time| time < pair[1]));
    }
    frames.extend(times.last());
    let mut errors = vec![0.0_f32; properties.len()];
    // A property without a channel stays at rest.
    let mut result = crate::Pose::rest(reference.target);
    for time in frames {
        reference.at(time);
        let mut sampler = Sampler::at(time);
        for ((property, channel), error) in properties.iter().zip(created).zip(&mut errors) {
            if let Some(channel) = channel {
                let weights = &mut result.weights[reference.target.morph_targets().range(property.node)];
                sampler.apply(channel, &mut result.local[property.node.slot()], weights);
            }
            let (a, b) = (property.read(reference.target, &result), property.read(reference.target, &reference.pose));
            *error = error.max(distance(property.kind, &a, &b));
        }
    }
    errors
}

fn largest(properties: &[TargetProperty], errors: &[f32]) -> ConversionError {
    let of = |kind| {
        let own = properties.iter().zip(errors).filter(|(property, _)| property.kind == kind);
        own.map(|(property, &error)| error * property.unit).fold(0.0, f32::max)
    };
    ConversionError {
        degrees: of(PropertyKind::Rotation),
        metres: of(PropertyKind::Translation),
        weight: of(PropertyKind::Weights),
    }
}
