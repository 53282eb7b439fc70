//! A clip as an animation of another model, with the clip's own keys wherever they say the same there.

use std::sync::Arc;

use glam::{Mat3, Mat4, Quat, Vec3};

use super::exact::Exact;
use super::feed::{Property, Sink, sinks};
use super::resample::{Job, Key, distance, quat, resample};
use super::{Conversion, ConversionError, ConversionOptions, HumanClip};
use crate::sampling::Sampler;
use sinew_model::math::Transform;
use sinew_model::model::{Animation, Channel, Curve, HumanBone, Interpolation, Model, Track};

/// Numbers that all resampled values may be: 64 MB. Far above every clip, far below what many keys in one file times
/// many morph targets in another could ask for.
const MOST_NUMBERS: usize = 1 << 24;

/// Nodes that are placed, at most, to compare the result with the motion: minutes become seconds for scenes of a hundred
/// thousand nodes, and nothing changes for a figure.
const MOST_PLACED: usize = 1 << 28;

/// Where between two keys the result is compared with the motion; other places than those that refining looks at.
const MEASURED: [f32; 5] = [0.0, 0.125, 0.375, 0.625, 0.875];

/// Refining stays within this part of the bound where it looks, so that the rest stays within the bound.
const MARGIN: f32 = 0.75;

/// A change of a value that is not worth a channel, in degrees, metres or weight: what singles lose on the way to a
/// bone, many products deep.
fn nothing(property: Property) -> f32 {
    match property {
        Property::Rotation => 2e-3,
        Property::Translation | Property::Weights => 1e-5,
    }
}

impl HumanClip {
    /// The clip as an animation of another model, which must have a figure for anything to come of it. Where the clip does
    /// not [move](HumanClip::moves_hips) the hips, they have no channel.
    ///
    /// A bone that one track alone moves keeps that track's keys and interpolation, splines included, and is exact at
    /// all times: the way from track to bone multiplies by constants, which spherical and spline interpolation let
    /// through. A bone that several tracks feed gets the times of all of them; if all of them are steps it stays a step
    /// and exact, otherwise its keys are exact and more are put between them until the line is within the bound.
    pub fn convert(&self, target: &Model, options: &ConversionOptions) -> Conversion {
        let mut exact = Exact::new(self, target, options.clip);
        let mut sinks = sinks(&exact);
        let mut made: Vec<Option<Channel>> = vec![None; sinks.len()];
        let mut jobs: Vec<usize> = Vec::new();
        for (place, sink) in sinks.iter().enumerate() {
            match sink.feeds.as_slice() {
                [] => made[place] = constant(sink, &mut exact),
                [feed] if sink.is_linear => made[place] = mapped(sink, *feed, &mut exact),
                _ => jobs.push(place),
            }
        }
        let mut conversion = Conversion::default();
        let mut room = MOST_NUMBERS;
        sample_into(&mut made, &jobs, &sinks, &mut exact, options, &mut room, &mut conversion);
        drop_resting_hips(&mut made, &sinks, &exact);
        let mut errors = measure(&made, &sinks, &mut exact);
        // Where something else than its tracks moves the clip's figure, a bone may depend on any of them.
        let is_off = |place: &usize| errors[*place] > bound(&sinks[*place], options);
        let redo: Vec<usize> = (0..sinks.len()).filter(|place| !jobs.contains(place)).filter(is_off).collect();
        if !redo.is_empty() && !self.channels().is_empty() {
            for &place in &redo {
                sinks[place].feeds = (0..self.channels().len()).collect();
            }
            sample_into(&mut made, &redo, &sinks, &mut exact, options, &mut room, &mut conversion);
            errors = measure(&made, &sinks, &mut exact);
            jobs.extend(redo);
        }
        conversion.resampled = jobs.iter().filter(|&&place| made[place].is_some()).count();
        conversion.kept = made.iter().flatten().count() - conversion.resampled;
        conversion.error = largest(&sinks, &errors);
        let channels: Vec<Channel> = made.into_iter().flatten().collect();
        let ends = channels.iter().filter_map(|channel| channel.track.times().last().copied());
        conversion.animation = Animation {
            name: self.animation().and_then(|animation| animation.name.clone()),
            duration: ends.fold(0.0, f32::max),
            channels,
        };
        conversion
    }
}

/// The error to stay within, in the unit of the sink's values.
fn bound(sink: &Sink, options: &ConversionOptions) -> f32 {
    let bound = match sink.property {
        Property::Rotation => options.degrees,
        Property::Translation => options.metres,
        Property::Weights => options.weight,
    };
    bound / sink.unit
}

/// A value that nothing moves, where it is not the one at rest.
fn constant(sink: &Sink, exact: &mut Exact<'_>) -> Option<Channel> {
    let rest = sink.read(exact.target, &crate::Pose::rest(exact.target));
    let value = {
        exact.at(0.0);
        sink.read(exact.target, &exact.pose)
    };
    let is_rest = distance(sink.property, &rest, &value) * sink.unit < nothing(sink.property);
    (!is_rest).then(|| channel(sink, vec![Key { time: 0.0, value }], Interpolation::Linear))
}

/// Takes the hips' channel away where nothing but nodes above them is keyed and none of the keys leads away from rest.
fn drop_resting_hips(made: &mut [Option<Channel>], sinks: &[Sink], exact: &Exact<'_>) {
    let is_own = |feed: &usize| {
        let hips = exact.clip.humanoid().and_then(|figure| figure.node(HumanBone::Hips));
        exact.clip.channels().get(*feed).is_some_and(|channel| Some(channel.node) == hips)
    };
    let moved = sinks.iter().zip(made).filter(|(sink, _)| sink.property == Property::Translation);
    for (sink, channel) in moved.filter(|(sink, _)| !sink.feeds.iter().any(is_own)) {
        let rest = exact.target.hierarchy().rest(sink.node).translation;
        let rests = |value: &Vec3| value.distance(rest) * sink.unit < nothing(sink.property);
        let stays = |channel: &Channel| match &channel.track {
            Track::Translation(curve) => curve.values.iter().all(rests),
            _ => false,
        };
        if channel.as_ref().is_some_and(stays) {
            *channel = None;
        }
    }
}

/// The keys of the one track that moves a property, taken through the linear function that leads there. Its columns are
/// what the unit values lead to.
fn mapped(sink: &Sink, feed: usize, exact: &mut Exact<'_>) -> Option<Channel> {
    let source = exact.clip.channels().get(feed)?;
    let node = source.node;
    let track = match (&source.track, sink.property) {
        (Track::Rotation(curve), Property::Rotation) => {
            let [x, y, z, w] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
                .map(|unit| {
                    let pose = exact.with(node, |local: &mut Transform| local.rotation = Quat::from_array(unit));
                    pose.local[sink.node.slot()].rotation.into()
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
        (Track::Translation(curve), Property::Translation) => {
            let mut at = |unit: Vec3| {
                exact.with(node, |local: &mut Transform| local.translation = unit).local[sink.node.slot()].translation
            };
            let origin = at(Vec3::ZERO);
            let map = Mat3::from_cols(at(Vec3::X) - origin, at(Vec3::Y) - origin, at(Vec3::Z) - origin);
            let is_spline = curve.interpolation == Interpolation::CubicSpline;
            // Of a spline's three values a key the first and the last are slopes, which do not move with the origin.
            let value = |(place, &value): (usize, &Vec3)| {
                let is_slope = is_spline && place % 3 != 1;
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
    Some(Channel { node: sink.node, track })
}

/// Samples some of the sinks.
fn sample_into(
    made: &mut [Option<Channel>],
    places: &[usize],
    sinks: &[Sink],
    exact: &mut Exact<'_>,
    options: &ConversionOptions,
    room: &mut usize,
    conversion: &mut Conversion,
) {
    let mut jobs: Vec<Job<'_>> = Vec::new();
    let mut done: Vec<(usize, Interpolation)> = Vec::new();
    for &place in places {
        let sink = &sinks[place];
        made[place] = None;
        let (times, interpolation) = times(sink, exact);
        let numbers = times.len().saturating_mul(sink.width(exact));
        if numbers > *room {
            conversion.left_out.push(sink.node);
            continue;
        }
        *room -= numbers;
        let is_step = interpolation == Interpolation::Step;
        jobs.push(Job { sink, times, bound: (!is_step).then(|| bound(sink, options) * MARGIN) });
        done.push((place, interpolation));
    }
    let keys = resample(exact, &jobs);
    for ((place, interpolation), keys) in done.into_iter().zip(keys) {
        made[place] = Some(channel(&sinks[place], keys, interpolation));
    }
}

/// The times at which a property needs keys to begin with: those of all that feed it, and of a step among them also the
/// last moment before it.
fn times(sink: &Sink, exact: &Exact<'_>) -> (Vec<f32>, Interpolation) {
    let feeds: Vec<&Track> = sink.feeds.iter().map(|&feed| &exact.clip.channels()[feed].track).collect();
    let is_step = |track: &&&Track| track.interpolation() == Interpolation::Step;
    let all_steps = feeds.iter().filter(is_step).count() == feeds.len();
    let mut times: Vec<f32> = feeds.iter().flat_map(|track| track.times().iter().copied()).collect();
    if !all_steps {
        let jumps = feeds.iter().filter(is_step).flat_map(|track| track.times().iter().skip(1));
        times.extend(jumps.map(|time| time.next_down()));
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    (times, if all_steps { Interpolation::Step } else { Interpolation::Linear })
}

fn channel(sink: &Sink, keys: Vec<Key>, interpolation: Interpolation) -> Channel {
    let times: Arc<[f32]> = keys.iter().map(|key| key.time).collect();
    let track = match sink.property {
        Property::Rotation => {
            // Of the two quaternions of a rotation the one nearer to that before it, which reads better in an editor.
            let mut before = Quat::IDENTITY;
            let near = |key: &Key| {
                let value = quat(&key.value).normalize();
                before = if before.dot(value) < 0.0 { -value } else { value };
                before
            };
            Track::Rotation(Curve { times, values: keys.iter().map(near).collect(), interpolation })
        }
        Property::Translation => {
            let vector = |key: &Key| key.value.first_chunk::<3>().map_or(Vec3::ZERO, |&value| Vec3::from_array(value));
            Track::Translation(Curve { times, values: keys.iter().map(vector).collect(), interpolation })
        }
        Property::Weights => {
            let values = keys.into_iter().flat_map(|key| key.value).collect();
            Track::Weights(Curve { times, values, interpolation })
        }
    };
    Channel { node: sink.node, track }
}

/// How far each channel is from the motion, at most, at many times between all keys.
fn measure(made: &[Option<Channel>], sinks: &[Sink], exact: &mut Exact<'_>) -> Vec<f32> {
    let tracks = made.iter().flatten().map(|channel| &channel.track);
    let tracks = tracks.chain(exact.clip.channels().iter().map(|channel| &channel.track));
    let mut times: Vec<f32> = tracks.flat_map(|track| track.times().iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let placed = times.len().saturating_mul(MEASURED.len()).saturating_mul(exact.clip.model().hierarchy().len());
    let stride = placed.div_ceil(MOST_PLACED).max(1);
    let mut frames: Vec<f32> = Vec::new();
    for pair in times.windows(2).step_by(stride) {
        let frame = |fraction: f32| pair[0] + (pair[1] - pair[0]) * fraction;
        frames.extend(MEASURED.map(frame).into_iter().filter(|&time| time < pair[1]));
    }
    frames.extend(times.last());
    let mut errors = vec![0.0_f32; sinks.len()];
    // What has no channel stays at rest.
    let mut result = crate::Pose::rest(exact.target);
    for time in frames {
        exact.at(time);
        let mut sampler = Sampler::at(time);
        for ((sink, channel), error) in sinks.iter().zip(made).zip(&mut errors) {
            if let Some(channel) = channel {
                let weights = &mut result.weights[exact.target.morph_targets().range(sink.node)];
                sampler.apply(channel, &mut result.local[sink.node.slot()], weights);
            }
            let (a, b) = (sink.read(exact.target, &result), sink.read(exact.target, &exact.pose));
            *error = error.max(distance(sink.property, &a, &b));
        }
    }
    errors
}

fn largest(sinks: &[Sink], errors: &[f32]) -> ConversionError {
    let of = |property| {
        let own = sinks.iter().zip(errors).filter(|(sink, _)| sink.property == property);
        own.map(|(sink, &error)| error * sink.unit).fold(0.0, f32::max)
    };
    ConversionError {
        degrees: of(Property::Rotation),
        metres: of(Property::Translation),
        weight: of(Property::Weights),
    }
}
