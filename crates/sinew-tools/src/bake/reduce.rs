//! Drops keys while every sample stays within a tolerance.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Quat, Vec3};

use super::measure::chord_squared;
use super::property::add_properties;
use super::recording::{Moves, Recording};
use sinew_model::math::{sin, slerp};
use sinew_model::model::{Animation, Channel, Curve, Interpolation, Model, Track};

/// The maximum error of a property, relative to the parent.
pub(super) struct Tolerance {
    pub(super) radians: f32,
    pub(super) metres: f32,
}

/// The share of the tolerance for each node: the error of a node carries over to its descendants.
pub(super) struct Shared<'a> {
    pub(super) tolerance: &'a Tolerance,
    /// By node.
    pub(super) shares: &'a [f32],
}

/// The relative error of a scale or a weight that is not visible.
pub(super) const FACTOR: f32 = 1e-3;

/// The animation of every node that moved.
pub(super) fn animation(
    moves: &[Moves<'_>],
    target: &Model,
    recording: &Recording,
    candidates: &[usize],
    shared: &Shared<'_>,
) -> Animation {
    let mut animation = Animation { duration: recording.seconds() as f32, ..Animation::default() };
    let reducer = Reducer { recording, candidates };
    for moves in moves {
        let (node, samples) = (&moves.node, moves.samples());
        let rest = target.hierarchy().rest_pose()[node.slot()];
        let translations: Vec<Vec3> = samples.iter().map(|sample| sample.translation).collect();
        let rotations = one_sided(samples.iter().map(|sample| sample.rotation));
        let scales: Vec<Vec3> = samples.iter().map(|sample| sample.scale).collect();
        let share = shared.shares.get(node.slot()).copied().unwrap_or(0.0);
        let (radians, metres) = (shared.tolerance.radians * share, shared.tolerance.metres * share);
        let is_far = |a: Vec3, b: Vec3| a.distance_squared(b) > metres * metres;
        let is_large = |a: Vec3, b: Vec3| (a - b).abs().max_element() > FACTOR * share;
        // The chord of unit quaternions whose rotations are θ apart is 2·sin(θ/4).
        let chord = 2.0 * sin(radians.min(std::f32::consts::TAU) / 4.0);
        let is_rotated = |a: Quat, b: Quat| chord_squared(a, b) > chord * chord;
        let tracks = [
            reducer.curve(&translations, rest.translation, Vec3::lerp, is_far).map(Track::Translation),
            reducer.curve(&rotations, rest.rotation, near_slerp, is_rotated).map(Track::Rotation),
            reducer.curve(&scales, rest.scale, Vec3::lerp, is_large).map(Track::Scale),
        ];
        animation.channels.extend(tracks.into_iter().flatten().map(|track| Channel { node: *node, track }));
    }
    add_weights(&mut animation, target, &reducer);
    add_properties(&mut animation, target, &reducer);
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
        let corners = Corners::of(&values);
        let kept = reducer.keys(&corners, |from, to, at, t| off(&mix(&values[from], &values[to], t), &values[at]));
        let times: Arc<[f32]> = kept.iter().map(|&key| reducer.recording.time(key)).collect();
        let values = kept.iter().flat_map(|&key| values[key].iter().copied()).collect();
        let curve = Curve { times, values, interpolation: Interpolation::Linear };
        animation.channels.push(Channel { node, track: Track::Weights(curve) });
    }
}

/// Makes each quaternion lie in the hemisphere of the one before, so that interpolation takes the shorter arc.
pub(super) fn one_sided(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut last = Quat::IDENTITY;
    rotations
        .map(|rotation| {
            let rotation = rotation.normalize();
            last = if last.dot(rotation) < 0.0 { -rotation } else { rotation };
            last
        })
        .collect()
}

/// [`slerp`] to within 10⁻⁶ radians where keys are near each other, without a root or a sine: the straight line between
/// quaternions that are α apart lags behind the arc by α³·t(1 − t)(1 − 2t)/6, which is added to `t`. The result only selects
/// keys; their error is measured.
pub(super) fn near_slerp(from: Quat, to: Quat, t: f32) -> Quat {
    // 1 − cos α, about α²/2.
    let distance = 1.0 - from.dot(to);
    if distance > NEAR {
        return slerp(from, to, t);
    }
    let t = t + distance / 3.0 * t * (1.0 - t) * (1.0 - 2.0 * t);
    (from * (1.0 - t) + to * t).normalize()
}

/// 1 − cos α of quaternions 0.1 radians apart. The next term of the series is below α⁵/100.
const NEAR: f32 = 0.005;

/// The samples where something changes: those that are not the same as both neighbours. Between two keys a constant
/// value is farthest from the line at its first or last sample, so that the others need no test.
pub(super) struct Corners {
    samples: Vec<usize>,
    /// By sample, how many corners are before it.
    before: Vec<usize>,
}

impl Corners {
    pub(super) fn of<T: PartialEq>(values: &[T]) -> Self {
        let is_like = |a: usize, b: usize| values.get(a).is_some_and(|a| values.get(b) == Some(a));
        let mut corners = Self { samples: Vec::new(), before: Vec::with_capacity(values.len() + 1) };
        for at in 0..values.len() {
            corners.before.push(corners.samples.len());
            if at == 0 || !is_like(at - 1, at) || !is_like(at, at + 1) {
                corners.samples.push(at);
            }
        }
        corners
    }

    /// Those between two samples.
    fn between(&self, from: usize, to: usize) -> &[usize] {
        let place = |sample: usize| self.before.get(sample).copied().unwrap_or(self.samples.len());
        self.samples.get(place(from + 1)..place(to)).unwrap_or_default()
    }
}

pub(super) struct Reducer<'a> {
    pub(super) recording: &'a Recording,
    candidates: &'a [usize],
}

impl Reducer<'_> {
    /// The curve of a property; `None` for one that stays at rest.
    fn curve<T: Copy + PartialEq>(
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
            let corners = Corners::of(samples);
            self.keys(&corners, |from, to, at, t| is_off(mix(samples[from], samples[to], t), samples[at]))
        };
        let times = kept.iter().map(|&key| self.recording.time(key)).collect();
        let values = kept.iter().map(|&key| samples[key]).collect();
        Some(Curve { times, values, interpolation: Interpolation::Linear })
    }

    /// Selects candidates between which every sample is within the tolerance. `is_off` gets the two keys, the sample between
    /// them and its fraction. From each key the next is searched in strides that double, then halve. The sample that failed
    /// last is likely to fail again, and is tested first.
    pub(super) fn keys(&self, corners: &Corners, is_off: impl Fn(usize, usize, usize, f32) -> bool) -> Vec<usize> {
        let suspect = Cell::new(usize::MAX);
        let fits = |from: usize, to: usize| {
            let span = (to - from) as f32;
            let is_off = |at: usize| is_off(from, to, at, (at - from) as f32 / span);
            let between = corners.between(from, to);
            if (from + 1..to).contains(&suspect.get()) && is_off(suspect.get()) {
                return false;
            }
            let found = between.iter().find(|at| is_off(**at));
            found.inspect(|at| suspect.set(**at)).is_none()
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

/// The number of nodes of an animation.
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

/// Keys of all channels.
pub(super) fn keys(animation: &Animation) -> usize {
    let nodes = animation.channels.iter().map(|channel| channel.track.times().len());
    nodes.chain(animation.properties.iter().map(|channel| channel.curve.times.len())).sum()
}

/// Bytes of times and values; channels with the same times share those.
pub(super) fn bytes(animation: &Animation) -> u64 {
    let times: BTreeSet<Vec<u32>> = animation.channels.iter().map(|channel| bits(channel.track.times())).collect();
    let of_times: usize = times.iter().map(|times| times.len() * 4).sum();
    let values = animation.channels.iter().map(|channel| channel.track.times().len() as u64 * width(&channel.track));
    let properties = animation.properties.iter().map(|channel| 4 * channel.curve.values.len() as u64);
    of_times as u64 + values.sum::<u64>() + properties.sum::<u64>()
}

/// Bytes with one key per sample.
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
    fn the_quick_way_between_near_rotations_is_the_arc() {
        let (a, axis) = (Quat::from_rotation_y(0.3), Vec3::new(1.0, 2.0, -1.0).normalize());
        for degrees in [0.01_f32, 1.0, 5.0, 11.0, 40.0, 170.0] {
            let b = a * Quat::from_axis_angle(axis, degrees.to_radians());
            for t in [0.0, 0.1, 0.25, 0.5, 0.7, 1.0] {
                let off = chord_squared(near_slerp(a, b, t), slerp(a, b, t)).sqrt();
                // α⁵/100 for α = 0.1, and rounding of numbers up to 1.
                assert!(off < 5e-7, "{degrees}° at {t}: {off}");
            }
        }
    }

    #[test]
    fn corners_are_where_something_changes() {
        let corners = Corners::of(&[0, 0, 0, 1, 2, 2, 2, 2]);
        assert_eq!(corners.samples, [0, 2, 3, 4, 7]);
        assert_eq!(corners.between(0, 4), [2, 3]);
        assert_eq!(corners.between(4, 7), [0_usize; 0]);
        assert_eq!(corners.between(5, 6), [0_usize; 0]);
    }
}
