//! Samples animation channels into local transforms.
//!
//! ```
//! use sinew_motion::sampling::Sampler;
//!
//! Sampler::at(0.5).apply_all(&[], &mut [], &mut [], |_| 0..0);
//! ```

use std::ops::{Add, Mul, Range};
use std::sync::Arc;

use glam::Quat;

use sinew_model::kernel::sample::{Span, SplineKey, cubic_spline, linear, linear_rotation, locate};
use sinew_model::math::four_rotations::FourRotations;
use sinew_model::math::{PartOfArc, Transform};
use sinew_model::model::property::{Components, PropertyKind};
use sinew_model::model::{Channel, Curve, Interpolation, NodeId, PropertyChannel, Track};

/// Samples channels at one time. Most channels of a file share their key times, so the time is located once for all of
/// them.
pub struct Sampler<'a> {
    time: f32,
    /// The key times located last.
    times: Option<&'a Arc<[f32]>>,
    located: Located,
}

/// A time located among keys, and the factors that depend on it alone.
struct Located {
    span: Span,
    part_of_arc: PartOfArc,
}

impl<'a> Sampler<'a> {
    /// Creates a sampler for a time in seconds.
    pub fn at(time: f32) -> Self {
        Self { time, times: None, located: Located::new(locate(&[0.0], time)) }
    }

    /// Applies channels in their order; missing nodes and weights are ignored. `weights_of` returns the range of a
    /// node's weights.
    pub fn apply_all(
        &mut self,
        mut channels: &'a [Channel],
        local: &mut [Transform],
        weights: &mut [f32],
        weights_of: impl Fn(NodeId) -> Range<usize>,
    ) {
        loop {
            if let Some((four, behind)) = channels.split_first_chunk()
                && self.apply_four(four, local)
            {
                channels = behind;
                continue;
            }
            let Some((channel, behind)) = channels.split_first() else { return };
            channels = behind;
            if let Some(local) = local.get_mut(channel.node.slot()) {
                self.apply(channel, local, weights.get_mut(weights_of(channel.node)).unwrap_or_default());
            }
        }
    }

    /// Applies four rotations at once if they share their keys, as most do. Returns `false` if nothing was applied.
    fn apply_four(&mut self, channels: &'a [Channel; 4], local: &mut [Transform]) -> bool {
        let [Some(a), Some(b), Some(c), Some(d)] = channels.each_ref().map(linear_rotations) else { return false };
        if ![b, c, d].into_iter().all(|other| Arc::ptr_eq(&a.times, &other.times)) {
            return false;
        }
        let located = self.locate(&a.times);
        let Span { from, to, .. } = located.span;
        let key = |curve: &Curve<Quat>, key: usize| curve.values.get(key).copied();
        let four = |at: usize| Some(FourRotations::new([key(a, at)?, key(b, at)?, key(c, at)?, key(d, at)?]));
        let (Some(from), Some(to)) = (four(from), four(to)) else { return false };
        let between = located.part_of_arc.between_four(from, to).map(FourRotations::to_array);
        for (lane, channel) in channels.iter().enumerate() {
            let Some(local) = local.get_mut(channel.node.slot()) else { continue };
            match between {
                Some(rotations) => local.rotation = rotations[lane],
                None => located.apply(channel, local, &mut []),
            }
        }
        true
    }

    /// Applies one channel. A curve with fewer values than keys, which no file can contain, changes nothing.
    pub fn apply(&mut self, channel: &'a Channel, local: &mut Transform, weights: &mut [f32]) {
        self.locate(channel.track.times()).apply(channel, local, weights);
    }

    /// The value of a property (`KHR_animation_pointer`); `None` where the curve has fewer values than keys.
    pub fn property(&mut self, channel: &'a PropertyChannel) -> Option<Components> {
        let mut numbers = [0.0; 16];
        self.property_into(channel, &mut numbers).map(Components::new)
    }

    /// As [`Sampler::property`], with a place for the numbers.
    pub fn property_into<'n>(&mut self, channel: &'a PropertyChannel, numbers: &'n mut [f32; 16]) -> Option<&'n [f32]> {
        let width = self.locate(&channel.curve.times).property(channel, numbers)?;
        numbers.get(..width)
    }

    fn locate(&mut self, times: &'a Arc<[f32]>) -> &Located {
        if !self.times.is_some_and(|same| Arc::ptr_eq(same, times)) {
            self.times = Some(times);
            self.located = Located::new(locate(times, self.time));
        }
        &self.located
    }
}

/// The curve of a channel with linear rotations.
#[inline]
fn linear_rotations(channel: &Channel) -> Option<&Curve<Quat>> {
    match &channel.track {
        Track::Rotation(curve) if curve.interpolation == Interpolation::Linear => Some(curve),
        _ => None,
    }
}

/// As [`Sampler::apply`], with the span between keys given.
pub fn apply_span(channel: &Channel, span: Span, local: &mut Transform, weights: &mut [f32]) {
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

impl Located {
    /// Writes the value of a property, and returns how many numbers it has.
    fn property(&self, channel: &PropertyChannel, numbers: &mut [f32; 16]) -> Option<usize> {
        let (row, curve) = (channel.property.row(), &channel.curve);
        let width = row.kind.width().unwrap_or(1).min(numbers.len());
        let numbers = &mut numbers[..width];
        let key = |place: usize| curve.values.get(place * width..(place + 1) * width);
        let mut put = |found: &[f32]| {
            numbers.copy_from_slice(found);
            width
        };
        let Span { from, to, .. } = self.span;
        // True and false have nothing between them, whatever the file says.
        let has_steps = matches!(row.kind, PropertyKind::Bool | PropertyKind::Int);
        match curve.interpolation {
            Interpolation::Step => key(from).map(put),
            Interpolation::CubicSpline if has_steps => key(3 * from + 1).map(put),
            Interpolation::Linear if row.is_rotation() => {
                let quat = |place: usize| unit(Quat::from_slice(key(place)?));
                Some(put(&linear_rotation(quat(from)?, quat(to)?, &self.part_of_arc).to_array()))
            }
            Interpolation::Linear => {
                for ((number, from), to) in numbers.iter_mut().zip(key(from)?).zip(key(to)?) {
                    *number = linear(*from, *to, self.span.fraction);
                }
                Some(width)
            }
            Interpolation::CubicSpline => {
                for (component, number) in numbers.iter_mut().enumerate() {
                    *number = value(curve, self.span, component, width)?;
                }
                if row.is_rotation() {
                    let rotation = unit(Quat::from_slice(numbers));
                    let rotation = rotation.or_else(|| unit(Quat::from_slice(key(3 * from + 1)?)))?;
                    numbers.copy_from_slice(&rotation.to_array());
                }
                Some(width)
            }
        }
    }
}

/// A value of a curve whose keys have `width` components each.
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
            // A spline can pass through zero, where it is no rotation. The key before it counts then; if that is zero
            // too, nothing changes.
            let length = between.length_squared();
            if length > f32::MIN_POSITIVE && length.is_finite() { between.normalize() } else { unit(from.value)? }
        }
    })
}

/// A quaternion normalized; `None` if its length is zero or not finite.
fn unit(rotation: Quat) -> Option<Quat> {
    let length = rotation.length();
    (length > 0.0 && length.recip().is_finite() && length.is_finite()).then(|| rotation / length)
}

/// Three groups of values a key: in-tangents, values, out-tangents (glTF 2.0, section 3.11).
fn spline_key<T: Copy>(curve: &Curve<T>, key: usize, component: usize, width: usize) -> Option<SplineKey<T>> {
    let group = |group: usize| curve.values.get((key * 3 + group) * width + component).copied();
    Some(SplineKey { in_tangent: group(0)?, value: group(1)?, out_tangent: group(2)? })
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// A channel of three keys with rotations about a node's own axis; all share their times.
    fn turning(node: u32, turn: f32, times: &Arc<[f32]>, interpolation: Interpolation) -> Channel {
        let axis = Vec3::new(1.0, node as f32, -0.5).normalize();
        let values = (0..times.len()).map(|key| Quat::from_axis_angle(axis, turn * key as f32)).collect();
        let curve = Curve { times: times.clone(), values, interpolation };
        Channel { node: NodeId::at(node as usize), track: Track::Rotation(curve) }
    }

    #[test]
    fn channels_together_do_what_they_do_one_by_one() {
        let times: Arc<[f32]> = [0.0, 0.5, 2.0].into();
        let others: Arc<[f32]> = [0.0, 1.0].into();
        let rotations = |nodes: Range<u32>, turn: f32| {
            let times = times.clone();
            nodes.map(move |node| turning(node, turn, &times, Interpolation::Linear))
        };
        let values = [Vec3::ZERO, Vec3::X, Vec3::Y].into();
        let moving = Curve { times: times.clone(), values, interpolation: Interpolation::Linear };
        let translation = Channel { node: NodeId::at(3), track: Track::Translation(moving) };
        // Four with small angles, one alone, four with a large angle among them, steps and other times in between, a
        // node twice, and one that does not exist.
        let mut channels: Vec<Channel> = rotations(0..5, 0.1).collect();
        channels.push(translation);
        channels.extend(rotations(5..8, 0.1).chain(rotations(8..9, 2.5)));
        channels.push(turning(9, 0.2, &times, Interpolation::Step));
        channels.push(turning(10, 0.2, &others, Interpolation::Linear));
        channels.extend(rotations(1..3, 0.3).chain(rotations(1..2, 0.2)).chain(rotations(77..78, 0.1)));
        for time in [-1.0, 0.0, 0.3, 0.5, 1.7, 2.0, 9.0] {
            let mut together = [Transform::IDENTITY; 12];
            let mut one_by_one = together;
            Sampler::at(time).apply_all(&channels, &mut together, &mut [], |_| 0..0);
            for channel in channels.iter().filter(|channel| channel.node.slot() < 12) {
                Sampler::at(time).apply(channel, &mut one_by_one[channel.node.slot()], &mut []);
            }
            assert_eq!(together, one_by_one, "at {time}");
        }
    }
}
