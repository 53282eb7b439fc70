//! Properties of materials that a clip's expressions change, as keys.

use std::sync::Arc;

use super::dependencies::face_channels;
use super::reference::ReferenceMotion;
use super::{ConversionOptions, MaterialTrack};
use sinew_model::model::{Curve, Interpolation, Track};

/// The fractions between two keys at which linear interpolation is compared with the expressions.
const PROBES: [f32; 3] = [0.25, 0.5, 0.75];

/// The distance of two keys below which a remaining error is a discontinuity, seconds.
const JUMP: f32 = 1.0 / 1024.0;

/// The part of the bound that refinement stays within, so that the error between its probes stays within the bound.
const MARGIN: f32 = 0.75;

/// A change below this needs no keys: less than a step of eight bits.
const NOTHING: f32 = 1e-4;

/// The values of all properties at a time.
type Values = Vec<[f32; 4]>;

/// The keys of every property that changes, at common times: those of the expressions' keys, and between them until linear
/// interpolation is within the bound.
pub(super) fn tracks(reference: &mut ReferenceMotion<'_>, options: &ConversionOptions) -> Vec<MaterialTrack> {
    let properties = reference.target.expressions().material_properties();
    let rests: Values = properties.iter().map(|property| property.rest).collect();
    let dependencies = face_channels(reference);
    if rests.is_empty() || dependencies.is_empty() {
        return Vec::new();
    }
    let tracks: Vec<&Track> = dependencies.iter().map(|&index| &reference.clip.channels()[index].track).collect();
    let is_step = |track: &&&Track| track.interpolation() == Interpolation::Step;
    let all_steps = tracks.iter().all(|track| is_step(&track));
    let mut times: Vec<f32> = tracks.iter().flat_map(|track| track.times().iter().copied()).collect();
    if !all_steps {
        let jumps = tracks.iter().filter(is_step).flat_map(|track| track.times().iter().skip(1));
        let jumps: Vec<f32> = jumps.map(|time| time.next_down()).collect();
        times.extend(jumps);
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    let mut keys: Vec<(f32, Values)> = times.into_iter().map(|time| (time, values(reference, time))).collect();
    if !all_steps {
        keys = refined(reference, keys, options.weight * MARGIN);
    }
    let interpolation = if all_steps { Interpolation::Step } else { Interpolation::Linear };
    let times: Arc<[f32]> = keys.iter().map(|(time, _)| *time).collect();
    let track = |(property, rest): (usize, &[f32; 4])| {
        let changes = keys.iter().any(|(_, values)| off(&values[property], rest) > NOTHING);
        let values = || keys.iter().flat_map(|(_, values)| values[property]).collect();
        let curve = || Curve { times: Arc::clone(&times), values: values(), interpolation };
        changes.then(|| MaterialTrack { property, curve: curve() })
    };
    rests.iter().enumerate().filter_map(track).collect()
}

fn values(reference: &mut ReferenceMotion<'_>, time: f32) -> Values {
    reference.at(time);
    reference.material_values()
}

fn off(a: &[f32; 4], b: &[f32; 4]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Keys between which linear interpolation is within a bound; at a jump, the last time before it and the first one after it.
fn refined(reference: &mut ReferenceMotion<'_>, keys: Vec<(f32, Values)>, bound: f32) -> Vec<(f32, Values)> {
    let mut room = 16 * keys.len() + 4096;
    let mut open: Vec<(f32, Values)> = keys.into_iter().rev().collect();
    let mut done: Vec<(f32, Values)> = open.pop().into_iter().collect();
    while let (Some(to), Some(from)) = (open.pop(), done.last().cloned()) {
        let seconds = to.0 - from.0;
        let probe = |fraction: f32| from.0 + seconds * fraction;
        let is_off = |time: f32, found: &Values| {
            let part = (time - from.0) / seconds;
            let line = |a: f32, b: f32| a + (b - a) * part;
            let mut pairs = from.1.iter().zip(&to.1).zip(found);
            pairs.any(|((a, b), found)| off(&std::array::from_fn(|at| line(a[at], b[at])), found) > bound)
        };
        let wrong = PROBES.into_iter().any(|fraction| {
            let time = probe(fraction);
            from.0 < time && time < to.0 && is_off(time, &values(reference, time))
        });
        if !wrong || room < 2 {
            done.push(to);
        } else if seconds < JUMP {
            room -= 2;
            let (before, after) = sides_of_jump(reference, from, &to);
            done.extend([before, after].into_iter().filter(|(time, _)| *time < to.0));
            done.dedup_by(|b, a| b.0 <= a.0);
            done.push(to);
        } else {
            room -= 1;
            let middle = probe(0.5);
            let found = values(reference, middle);
            open.push(to);
            open.push((middle, found));
        }
    }
    done
}

/// The times on both sides of a discontinuity, as near as single precision allows.
fn sides_of_jump(
    reference: &mut ReferenceMotion<'_>,
    mut from: (f32, Values),
    to: &(f32, Values),
) -> ((f32, Values), (f32, Values)) {
    let mut to = to.clone();
    loop {
        let time = f32::midpoint(from.0, to.0);
        if !(from.0 < time && time < to.0) {
            return (from, to);
        }
        let found = values(reference, time);
        let far = |other: &Values| found.iter().zip(other).map(|(a, b)| off(a, b)).fold(0.0, f32::max);
        let is_before = far(&from.1) <= far(&to.1);
        *(if is_before { &mut from } else { &mut to }) = (time, found);
    }
}
