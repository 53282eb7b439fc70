//! Animation channels applied to a pose.

use std::ops::{Add, Mul};
use std::sync::Arc;

use glam::Quat;

use crate::kernel::sample::{Span, SplineKey, cubic_spline, linear, linear_rotation, locate};
use crate::math::{PartOfArc, Transform};
use crate::model::{Channel, Curve, Interpolation, Track};

/// Samples channels at one time. Channels of a file mostly share their key times, among which the time is looked up once.
pub(crate) struct Sampler<'a> {
    time: f32,
    /// The keys that were looked at last.
    times: Option<&'a Arc<[f32]>>,
    located: Located,
}

/// Where a time lies among some keys, and what follows from that alone.
struct Located {
    span: Span,
    part_of_arc: PartOfArc,
}

impl<'a> Sampler<'a> {
    /// For a time in seconds.
    pub(crate) fn at(time: f32) -> Self {
        Self { time, times: None, located: Located::new(locate(&[0.0], time)) }
    }

    /// Sets the property that a channel moves to its value. A curve that lacks the values of its keys, which no file can
    /// bring about, moves nothing.
    pub(crate) fn apply(&mut self, channel: &'a Channel, local: &mut Transform, weights: &mut [f32]) {
        self.locate(channel.track.times()).apply(channel, local, weights);
    }

    fn locate(&mut self, times: &'a Arc<[f32]>) -> &Located {
        if !self.times.is_some_and(|same| Arc::ptr_eq(same, times)) {
            self.times = Some(times);
            self.located = Located::new(locate(times, self.time));
        }
        &self.located
    }
}

/// As [`Sampler::apply`], where it is known between which keys the time lies.
pub(crate) fn apply_span(channel: &Channel, span: Span, local: &mut Transform, weights: &mut [f32]) {
    Located::new(span).apply(channel, local, weights);
}

impl Located {
    fn new(span: Span) -> Self {
        Self { span, part_of_arc: PartOfArc::new(span.fraction) }
    }

    fn apply(&self, channel: &Channel, local: &mut Transform, weights: &mut [f32]) {
        let span = self.span;
        match &channel.track {
            Track::Translation(curve) => local.translation = value(curve, span, 0, 1).unwrap_or(local.translation),
            Track::Scale(curve) => local.scale = value(curve, span, 0, 1).unwrap_or(local.scale),
            Track::Rotation(curve) => local.rotation = rotation(curve, self).unwrap_or(local.rotation),
            Track::Weights(curve) => {
                let width = weights.len();
                for (component, weight) in weights.iter_mut().enumerate() {
                    *weight = value(curve, span, component, width).unwrap_or(*weight);
                }
            }
        }
    }
}

/// A value of a curve whose keys hold `width` values each.
fn value<T>(curve: &Curve<T>, span: Span, component: usize, width: usize) -> Option<T>
where
    T: Copy + Add<Output = T> + Mul<f32, Output = T>,
{
    let key = |key: usize| curve.values.get(key * width + component).copied();
    Some(match curve.interpolation {
        Interpolation::Step => key(span.from)?,
        Interpolation::Linear => linear(key(span.from)?, key(span.to)?, span.fraction),
        Interpolation::CubicSpline => {
            let (from, to) =
                (spline_key(curve, span.from, component, width)?, spline_key(curve, span.to, component, width)?);
            cubic_spline(from, to, span.fraction, span.seconds)
        }
    })
}

fn rotation(curve: &Curve<Quat>, located: &Located) -> Option<Quat> {
    let span = located.span;
    let key = |key: usize| curve.values.get(key).copied();
    Some(match curve.interpolation {
        Interpolation::Step => key(span.from)?,
        Interpolation::Linear => linear_rotation(key(span.from)?, key(span.to)?, &located.part_of_arc),
        Interpolation::CubicSpline => {
            let (from, to) = (spline_key(curve, span.from, 0, 1)?, spline_key(curve, span.to, 0, 1)?);
            let between = cubic_spline(from, to, span.fraction, span.seconds);
            // A spline can pass through zero, where there is no rotation to speak of; the key before it stands then, and
            // where that has none either, nothing moves.
            let length = between.length_squared();
            if length > f32::MIN_POSITIVE && length.is_finite() { between.normalize() } else { unit(from.value)? }
        }
    })
}

/// A quaternion at unit length; `None` where its own is zero or beyond counting.
fn unit(rotation: Quat) -> Option<Quat> {
    let length = rotation.length();
    (length > 0.0 && length.recip().is_finite() && length.is_finite()).then(|| rotation / length)
}

/// Three groups of values a key: in-tangents, values, out-tangents (glTF 2.0, section 3.11).
fn spline_key<T: Copy>(curve: &Curve<T>, key: usize, component: usize, width: usize) -> Option<SplineKey<T>> {
    let group = |group: usize| curve.values.get((key * 3 + group) * width + component).copied();
    Some(SplineKey { in_tangent: group(0)?, value: group(1)?, out_tangent: group(2)? })
}
