//! Resamples properties that cannot keep the clip's keys: at the key times of all their dependencies, and in between
//! until linear interpolation is within the bound.

use glam::{Quat, Vec4};

use super::dependencies::{PropertyKind, TargetProperty};
use super::reference::ReferenceMotion;
use sinew_model::math::{atan2, slerp};

/// The fractions between two keys at which linear interpolation is compared with the motion.
const PROBES: [f32; 3] = [0.25, 0.5, 0.75];

/// The distance of two keys below which a remaining error is a discontinuity, seconds.
const JUMP: f32 = 1.0 / 1024.0;

/// The largest number of keys that refinement adds to a property with `keys` initial keys.
fn most_added(keys: usize) -> usize {
    16 * keys + 4096
}

/// A property to be resampled.
pub(super) struct Job<'a> {
    pub(super) property: &'a TargetProperty,
    /// Seconds, increasing.
    pub(super) times: Vec<f32>,
    /// The bound of the error, in the unit of [`distance`]; `None` for values that hold until the next key.
    pub(super) bound: Option<f32>,
}

/// A value at a time.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) time: f32,
    pub(super) value: Vec<f32>,
}

struct Interval {
    job: usize,
    from: Key,
    to: Key,
    probes: Vec<Key>,
}

/// Returns the keys of every job. All jobs run together, so that each frame is computed once for all of them.
pub(super) fn resample(reference: &mut ReferenceMotion<'_>, jobs: &[Job<'_>]) -> Vec<Vec<Key>> {
    let mut keys: Vec<Vec<Key>> = jobs.iter().map(|job| blank_keys(&job.times)).collect();
    fill(
        reference,
        jobs,
        keys.iter_mut().enumerate().flat_map(|(job, keys)| keys.iter_mut().map(move |key| (job, key))),
    );
    let mut room: Vec<usize> = jobs.iter().map(|job| most_added(job.times.len())).collect();
    let mut open: Vec<Interval> = Vec::new();
    for (job, keys) in keys.iter().enumerate().filter(|&(job, _)| jobs[job].bound.is_some()) {
        open.extend(keys.windows(2).map(|pair| Interval::new(job, pair[0].clone(), pair[1].clone())));
    }
    while !open.is_empty() {
        let probes = open.iter_mut().flat_map(|interval| {
            let job = interval.job;
            interval.probes.iter_mut().map(move |key| (job, key))
        });
        fill(reference, jobs, probes);
        let mut next = Vec::new();
        for interval in open {
            let job = &jobs[interval.job];
            let is_near = interval.error(job.property) <= job.bound.unwrap_or(f32::INFINITY);
            if is_near || room[interval.job] < 2 {
                continue;
            }
            let added = &mut keys[interval.job];
            if interval.to.time - interval.from.time < JUMP {
                room[interval.job] -= 2;
                added.extend(sides_of_jump(reference, job.property, interval.from, interval.to));
                continue;
            }
            let Some(middle) = interval.probes.into_iter().nth(PROBES.len() / 2) else { continue };
            room[interval.job] -= 1;
            added.push(middle.clone());
            next.push(Interval::new(interval.job, interval.from, middle.clone()));
            next.push(Interval::new(interval.job, middle, interval.to));
        }
        open = next;
    }
    for keys in &mut keys {
        keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        keys.dedup_by(|a, b| a.time <= b.time);
    }
    keys
}

/// The distance of two values of a property: degrees, metres, or the largest difference of a weight.
pub(super) fn distance(kind: PropertyKind, a: &[f32], b: &[f32]) -> f32 {
    match kind {
        PropertyKind::Rotation => degrees_between(quat(a), quat(b)),
        PropertyKind::Translation => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt(),
        PropertyKind::Weights => a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max),
    }
}

/// The rotation of four numbers.
pub(super) fn quat(value: &[f32]) -> Quat {
    value.first_chunk::<4>().map_or(Quat::IDENTITY, |&value| Quat::from_array(value))
}

/// The angle from one rotation to another.
fn degrees_between(a: Quat, b: Quat) -> f32 {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let b = if a.dot(b) < 0.0 { -b } else { b };
    // Half of the rotation's angle is the angle between the quaternions, which is twice that of this triangle.
    (4.0 * atan2((a - b).length(), (a + b).length())).to_degrees()
}

fn blank_keys(times: &[f32]) -> Vec<Key> {
    times.iter().map(|&time| Key { time, value: Vec::new() }).collect()
}

/// Computes the values of keys, in the order of time, each frame once.
fn fill<'k>(reference: &mut ReferenceMotion<'_>, jobs: &[Job<'_>], keys: impl Iterator<Item = (usize, &'k mut Key)>) {
    let mut keys: Vec<(usize, &mut Key)> = keys.collect();
    keys.sort_by(|(_, a), (_, b)| a.time.total_cmp(&b.time));
    let mut now = None;
    for (job, key) in keys {
        if now != Some(key.time) {
            reference.at(key.time);
            now = Some(key.time);
        }
        key.value = jobs[job].property.read(reference.target, &reference.pose);
    }
}

impl Interval {
    fn new(job: usize, from: Key, to: Key) -> Self {
        let seconds = to.time - from.time;
        let times = PROBES.map(|fraction| from.time + seconds * fraction);
        let times: Vec<f32> = times.into_iter().filter(|&time| from.time < time && time < to.time).collect();
        Self { job, probes: blank_keys(&times), from, to }
    }

    /// The largest error of linear interpolation.
    fn error(&self, property: &TargetProperty) -> f32 {
        let seconds = self.to.time - self.from.time;
        let error = |probe: &Key| {
            let fraction = (probe.time - self.from.time) / seconds;
            let line = match property.kind {
                PropertyKind::Rotation => {
                    slerp(quat(&self.from.value), quat(&self.to.value), fraction).to_array().to_vec()
                }
                _ => {
                    let pairs = self.from.value.iter().zip(&self.to.value);
                    pairs.map(|(from, to)| from * (1.0 - fraction) + to * fraction).collect()
                }
            };
            distance(property.kind, &line, &probe.value)
        };
        self.probes.iter().map(error).fold(0.0, f32::max)
    }
}

/// Returns the last time before a discontinuity and the first one after it, as near as single precision allows.
fn sides_of_jump(
    reference: &mut ReferenceMotion<'_>,
    property: &TargetProperty,
    mut from: Key,
    mut to: Key,
) -> [Key; 2] {
    loop {
        let time = f32::midpoint(from.time, to.time);
        if !(from.time < time && time < to.time) {
            return [from, to];
        }
        reference.at(time);
        let value = property.read(reference.target, &reference.pose);
        let is_before = distance(property.kind, &value, &from.value) <= distance(property.kind, &value, &to.value);
        *(if is_before { &mut from } else { &mut to }) = Key { time, value };
    }
}
