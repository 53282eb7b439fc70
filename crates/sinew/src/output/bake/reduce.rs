//! As few keys as stay near enough to every sample.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Quat, Vec3};

use super::recording::{Moves, Recording};
use crate::math::{asin, slerp};
use crate::model::{Animation, Channel, Curve, Interpolation, Model, Track};

/// How far a property may be from the samples, relative to the parent.
pub(super) struct Tolerance {
    pub(super) radians: f32,
    pub(super) metres: f32,
}

/// How much of it each node may use up: what a node is off carries over to those below it.
pub(super) struct Shared<'a> {
    pub(super) tolerance: &'a Tolerance,
    /// By node.
    pub(super) shares: &'a [f32],
}

/// Of a scale or a weight, relative to one: a thousandth is not seen.
const FACTOR: f32 = 1e-3;

/// The angle between two rotations, radians. The difference of quaternions tells it for the smallest, too.
pub(super) fn angle(a: Quat, b: Quat) -> f32 {
    let near = if a.dot(b) < 0.0 { -b } else { b };
    // The chord of a unit quaternion is 2·sin(θ/4).
    4.0 * asin(((a - near).length() / 2.0).min(1.0))
}

/// The animation of all that moved.
pub(super) fn animation(
    moves: &[Moves<'_>],
    target: &Model,
    recording: &Recording,
    candidates: &[usize],
    shared: &Shared<'_>,
) -> Animation {
    let mut animation = Animation { name: None, duration: recording.seconds() as f32, channels: Vec::new() };
    let reducer = Reducer { recording, candidates };
    for Moves { node, samples } in moves {
        let rest = target.hierarchy().rest_pose()[node.slot()];
        let translations: Vec<Vec3> = samples.iter().map(|sample| sample.translation).collect();
        let rotations = one_sided(samples.iter().map(|sample| sample.rotation));
        let scales: Vec<Vec3> = samples.iter().map(|sample| sample.scale).collect();
        let share = shared.shares.get(node.slot()).copied().unwrap_or(0.0);
        let (radians, metres) = (shared.tolerance.radians * share, shared.tolerance.metres * share);
        let is_far = |a: Vec3, b: Vec3| a.distance(b) > metres;
        let is_large = |a: Vec3, b: Vec3| (a - b).abs().max_element() > FACTOR * share;
        let is_turned = |a: Quat, b: Quat| angle(a, b) > radians;
        let tracks = [
            reducer.curve(&translations, rest.translation, Vec3::lerp, is_far).map(Track::Translation),
            reducer.curve(&rotations, rest.rotation, slerp, is_turned).map(Track::Rotation),
            reducer.curve(&scales, rest.scale, Vec3::lerp, is_large).map(Track::Scale),
        ];
        animation.channels.extend(tracks.into_iter().flatten().map(|track| Channel { node: *node, track }));
    }
    add_weights(&mut animation, target, &reducer);
    animation
}

fn add_weights(animation: &mut Animation, target: &Model, reducer: &Reducer<'_>) {
    let Some(samples) = reducer.recording.weights() else { return };
    for node in target.hierarchy().nodes() {
        let range = target.morph_targets().range(node);
        let of_node = |all: &[f32]| all.get(range.clone()).map(<[f32]>::to_vec).unwrap_or_default();
        let start = of_node(reducer.recording.start_weights());
        if range.is_empty() || samples.iter().all(|sample| of_node(sample) == start) {
            continue;
        }
        let values: Vec<Vec<f32>> = samples.iter().map(|sample| of_node(sample)).collect();
        let off = |a: &Vec<f32>, b: &Vec<f32>| a.iter().zip(b).any(|(a, b)| (a - b).abs() > FACTOR);
        let mix = |a: &Vec<f32>, b: &Vec<f32>, t: f32| a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect();
        let kept = reducer.keys(|from, to, at, t| off(&mix(&values[from], &values[to], t), &values[at]));
        let times: Arc<[f32]> = kept.iter().map(|&key| reducer.recording.time(key)).collect();
        let values = kept.iter().flat_map(|&key| values[key].iter().copied()).collect();
        let curve = Curve { times, values, interpolation: Interpolation::Linear };
        animation.channels.push(Channel { node, track: Track::Weights(curve) });
    }
}

/// Each on the same side as the one before, so that the shorter way is the plain one.
fn one_sided(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut last = Quat::IDENTITY;
    rotations
        .map(|rotation| {
            let rotation = rotation.normalize();
            last = if last.dot(rotation) < 0.0 { -rotation } else { rotation };
            last
        })
        .collect()
}

struct Reducer<'a> {
    recording: &'a Recording,
    candidates: &'a [usize],
}

impl Reducer<'_> {
    /// The curve of a property; `None` for one that stays at rest.
    fn curve<T: Copy>(
        &self,
        samples: &[T],
        rest: T,
        mix: impl Fn(T, T, f32) -> T,
        is_off: impl Fn(T, T) -> bool,
    ) -> Option<Curve<T>> {
        if samples.iter().all(|sample| !is_off(rest, *sample)) {
            return None;
        }
        let first = *samples.first()?;
        let kept = if samples.iter().all(|sample| !is_off(first, *sample)) {
            vec![0]
        } else {
            self.keys(|from, to, at, t| is_off(mix(samples[from], samples[to], t), samples[at]))
        };
        let times = kept.iter().map(|&key| self.recording.time(key)).collect();
        let values = kept.iter().map(|&key| samples[key]).collect();
        Some(Curve { times, values, interpolation: Interpolation::Linear })
    }

    /// Those of the candidates between which no sample is off. `is_off` is asked for the two keys, the sample between them
    /// and how far that is from the first. From each key the next is looked for in strides that double, then halve.
    fn keys(&self, is_off: impl Fn(usize, usize, usize, f32) -> bool) -> Vec<usize> {
        let fits = |from: usize, to: usize| {
            let span = (to - from) as f32;
            (from + 1..to).all(|at| !is_off(from, to, at, (at - from) as f32 / span))
        };
        let all = self.candidates;
        let Some(last) = all.len().checked_sub(1) else { return Vec::new() };
        let (mut kept, mut at) = (vec![all[0]], 0);
        while at < last {
            let mut stride = 1;
            while at + stride * 2 <= last && fits(all[at], all[at + stride * 2]) {
                stride *= 2;
            }
            let (mut good, mut bad) = (at + stride, (at + stride * 2).min(last + 1));
            while bad - good > 1 {
                let middle = good + (bad - good) / 2;
                if fits(all[at], all[middle]) {
                    good = middle;
                } else {
                    bad = middle;
                }
            }
            at = good;
            kept.push(all[at]);
        }
        kept
    }
}

/// How many nodes an animation moves.
pub(super) fn moved_nodes(animation: &Animation) -> usize {
    animation.channels.iter().map(|channel| channel.node).collect::<BTreeSet<_>>().len()
}

fn width(track: &Track) -> u64 {
    match track {
        Track::Translation(_) | Track::Scale(_) => 12,
        Track::Rotation(_) => 16,
        Track::Weights(curve) => 4 * (curve.values.len() / curve.times.len().max(1)) as u64,
    }
}

/// Bytes of times and values; channels with the same times share those.
pub(super) fn bytes(animation: &Animation) -> u64 {
    let times: BTreeSet<Vec<u32>> = animation.channels.iter().map(|channel| bits(channel.track.times())).collect();
    let of_times: usize = times.iter().map(|times| times.len() * 4).sum();
    let values = animation.channels.iter().map(|channel| channel.track.times().len() as u64 * width(&channel.track));
    of_times as u64 + values.sum::<u64>()
}

/// Bytes with one key a sample.
pub(super) fn bytes_of_all(animation: &Animation, samples: usize) -> u64 {
    let values: u64 = animation.channels.iter().map(|channel| width(&channel.track)).sum();
    samples as u64 * (4 + values)
}

fn bits(times: &[f32]) -> Vec<u32> {
    times.iter().map(|time| time.to_bits()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_between_rotations_is_that_of_the_shorter_way() {
        let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        assert!((angle(Quat::IDENTITY, quarter) - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        assert!(angle(quarter, -quarter).abs() < 1e-9);
        // A ten-thousandth of a radian, which a cosine in f32 does not see.
        let little = Quat::from_xyzw(0.5e-4, 0.0, 0.0, 1.0);
        assert!((angle(Quat::IDENTITY, little) - 1e-4).abs() < 1e-9);
    }
}
