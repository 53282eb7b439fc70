//! Measures the error of a written file against the simulation.
//!
//! Both are played once, forward, in half steps. Most bodies come to rest, so that only changes since the half step before are
//! applied, and only nodes that moved in either are compared again.

use super::recording::{Change, Recording};
use glam::{Quat, Vec4};
use sinew_document::{Document, NodeIndex};
use sinew_model::kernel::sample::{Span, linear, linear_rotation, locate_onward};
use sinew_model::math::{PartOfArc, Transform, asin};
use sinew_model::model::{Animation, Channel, Curve, Interpolation, Model, NodeId, Track};
use sinew_motion::Pose;
use sinew_motion::sampling::apply_span;

/// The largest error of a node at any time, in model space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Error {
    pub(super) degrees: f32,
    pub(super) millimetres: f32,
}

/// Plays the last animation of the written file at every step and halfway between. Returns the largest error of each node of the
/// written file.
pub(super) fn measure(baked: &Document, recording: &Recording, model: &Model, added: usize) -> Vec<Error> {
    let (written, _) = Model::from_document(baked);
    let mut most = vec![Squares::default(); written.hierarchy().len()];
    let Some(animation) = written.animations().last() else { return vec![Error::default(); most.len()] };
    let pairs: Vec<(NodeId, NodeId)> = model
        .hierarchy()
        .nodes()
        .filter_map(|node| Some((node, written.hierarchy().id(model.hierarchy().index(node))?)))
        .collect();
    let first = model.hierarchy().len();
    let virtuals: Vec<Option<NodeId>> =
        (0..added).map(|place| written.hierarchy().id(NodeIndex((first + place) as u32))).collect();
    let (mut then, mut now) = (Pose::rest(model), Pose::rest(&written));
    then.local.copy_from_slice(recording.start());
    let (mut recorded, mut player) = (Recorded::new(recording), Player::new(animation));
    for half in 0..2 * recording.samples() - 1 {
        let (before, after) = (half / 2, half.div_ceil(2));
        // At the first time there is nothing to be the same as.
        let is_first = half == 0;
        let is_moved = recorded.set(&mut then, half) | is_first;
        if is_moved {
            then.evaluate(model);
        }
        let time = f32::midpoint(recording.time(before), recording.time(after));
        let is_played = player.set(&mut now, &written, time) | is_first;
        if is_played {
            now.evaluate(&written);
        }
        for &(node, new) in pairs.iter().filter(|_| is_moved || is_played) {
            if !is_first && !then.model_space().is_new(node) && !now.model_space().is_new(new) {
                continue;
            }
            let (a, b) = (then.model_from_node(node).translation, now.model_from_node(new).translation);
            let chord = chord_squared(then.model_space().rotation(node), now.model_space().rotation(new));
            most[new.slot()].add(a.distance_squared(b), chord);
        }
        for (samples, node) in recording.virtual_samples().iter().zip(&virtuals) {
            let Some(node) = *node else { continue };
            let expected = if half % 2 == 0 {
                samples[before]
            } else {
                between(&samples[before], &samples[after], &recorded.halfway)
            };
            let found = now.model_from_node(node).translation;
            let chord = chord_squared(expected.rotation, now.model_space().rotation(node));
            most[node.slot()].add(found.distance_squared(expected.translation.into()), chord);
        }
    }
    most.into_iter().map(Squares::error).collect()
}

/// Plays a recording forward.
struct Recorded<'a> {
    nodes: Vec<RecordedNode<'a>>,
    halfway: PartOfArc,
}

/// The state of a moving node.
struct RecordedNode<'a> {
    node: usize,
    /// The index of its next change.
    next: usize,
    now: Transform,
    /// The transform from that sample on.
    changes: &'a [Change],
}

impl<'a> Recorded<'a> {
    fn new(recording: &'a Recording) -> Self {
        let node = |(node, changes): (usize, &'a [Change])| {
            let next = changes.first().map_or(usize::MAX, |change| change.sample);
            RecordedNode { node, next, now: recording.start()[node], changes }
        };
        Self { nodes: recording.moved().map(node).collect(), halfway: PartOfArc::new(0.5) }
    }

    /// Sets the nodes that have moved since the half step before, and returns whether there are any. Between two samples the
    /// simulation is interpolated as by `World::interpolate`.
    fn set(&mut self, pose: &mut Pose, half: usize) -> bool {
        let sample = half.div_ceil(2);
        let mut is_any = false;
        for node in self.nodes.iter_mut().filter(|node| node.next == sample) {
            let Some((change, rest)) = node.changes.split_first() else { continue };
            is_any = true;
            if half % 2 == 1 {
                pose.local[node.node] = between(&node.now, &change.local, &self.halfway);
            } else {
                pose.local[node.node] = change.local;
                node.now = change.local;
                node.changes = rest;
                node.next = rest.first().map_or(usize::MAX, |change| change.sample);
            }
        }
        is_any
    }
}

/// Plays an animation forward.
struct Player<'a> {
    cursors: Vec<Cursor<'a>>,
}

/// The position in a channel: the data until the next key, contiguous with that of other channels, as thousands are read at
/// every time.
struct Cursor<'a> {
    channel: &'a Channel,
    span: Span,
    /// The times of the previous and the next key, seconds.
    since: f32,
    until: f32,
    /// The values of both, for linear interpolation.
    ends: Option<[Vec4; 2]>,
    /// Whether these are equal: interpolation then returns the value, up to rounding.
    is_still: bool,
}

impl<'a> Player<'a> {
    fn new(animation: &'a Animation) -> Self {
        let before = f32::NEG_INFINITY;
        let span = Span { from: 0, to: 0, fraction: 0.0, seconds: 0.0 };
        let cursor = |channel| Cursor { channel, span, since: before, until: before, ends: None, is_still: false };
        Self { cursors: animation.channels.iter().map(cursor).collect() }
    }

    /// Applies the animation at a time that is not before the last. Returns whether a value changed.
    fn set(&mut self, pose: &mut Pose, model: &Model, time: f32) -> bool {
        let mut is_any = false;
        for cursor in &mut self.cursors {
            if time >= cursor.until {
                cursor.enter(time);
            } else if cursor.is_still {
                continue;
            }
            is_any = true;
            cursor.set(pose, model, time);
        }
        is_any
    }
}

impl Cursor<'_> {
    /// Seeks the keys around a time.
    fn enter(&mut self, time: f32) {
        let track = &self.channel.track;
        let times = track.times();
        self.span = locate_onward(times, time, self.span.from);
        let Span { from, to, .. } = self.span;
        let is_before = times.first().is_none_or(|first| time < *first);
        self.since = times.get(from).copied().unwrap_or_default();
        self.until = match times.get(to) {
            Some(next) if from != to || is_before => *next,
            _ => f32::INFINITY,
        };
        self.ends = match track {
            Track::Translation(curve) | Track::Scale(curve) => {
                ends(curve, from, to).map(|ends| ends.map(|end| end.extend(0.0)))
            }
            Track::Rotation(curve) => ends(curve, from, to).map(|ends| ends.map(Vec4::from)),
            Track::Weights(_) => None,
        };
        self.is_still = self.ends.is_some_and(|[from, to]| from == to);
    }

    fn set(&mut self, pose: &mut Pose, model: &Model, time: f32) {
        let Some(local) = pose.local.get_mut(self.channel.node.slot()) else { return };
        let span = &mut self.span;
        if span.from != span.to {
            span.fraction = (time - self.since) / span.seconds;
        }
        match (&self.channel.track, self.ends) {
            (Track::Translation(_), Some([from, to])) => {
                local.translation = linear(from.truncate(), to.truncate(), span.fraction);
            }
            (Track::Scale(_), Some([from, to])) => local.scale = linear(from.truncate(), to.truncate(), span.fraction),
            (Track::Rotation(_), Some([from, to])) => {
                let part = PartOfArc::new(span.fraction);
                local.rotation = linear_rotation(Quat::from_vec4(from), Quat::from_vec4(to), &part);
            }
            _ => {
                let weights = pose.weights.get_mut(model.morph_targets().range(self.channel.node));
                apply_span(self.channel, *span, local, weights.unwrap_or_default());
            }
        }
    }
}

/// The values of two keys of a linear curve.
fn ends<T: Copy>(curve: &Curve<T>, from: usize, to: usize) -> Option<[T; 2]> {
    let is_straight = curve.interpolation == Interpolation::Linear;
    Some([*curve.values.get(from).filter(|_| is_straight)?, *curve.values.get(to)?])
}

/// The largest errors so far, as squares: roots and angles are computed once, at the end.
#[derive(Clone, Copy, Debug, Default)]
struct Squares {
    /// Metres.
    distance: f32,
    /// Of the chord between two unit quaternions, 2·sin(θ/4) for rotations that are θ apart.
    chord: f32,
}

impl Squares {
    fn add(&mut self, distance: f32, chord: f32) {
        self.distance = self.distance.max(distance);
        self.chord = self.chord.max(chord);
    }

    fn error(self) -> Error {
        let radians = 4.0 * asin((self.chord.sqrt() / 2.0).min(1.0));
        Error { degrees: radians.to_degrees(), millimetres: self.distance.sqrt() * 1000.0 }
    }
}

impl Error {
    /// The larger of both.
    pub(super) fn max(self, other: Self) -> Self {
        Self { degrees: self.degrees.max(other.degrees), millimetres: self.millimetres.max(other.millimetres) }
    }
}

/// The square of the chord between two rotations along the shorter arc. The difference of quaternions is exact for small ones,
/// too.
pub(super) fn chord_squared(a: Quat, b: Quat) -> f32 {
    let near = if a.dot(b) < 0.0 { -b } else { b };
    (a - near).length_squared()
}

fn between(a: &Transform, b: &Transform, halfway: &PartOfArc) -> Transform {
    Transform {
        translation: a.translation.lerp(b.translation, 0.5),
        rotation: halfway.between(a.rotation, b.rotation),
        scale: a.scale.lerp(b.scale, 0.5),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Vec3;

    use super::*;

    #[test]
    fn a_player_gives_what_sampling_gives_at_every_time() {
        let node = r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#;
        let document = Document::read(node, &sinew_document::NoResources).unwrap();
        let (model, _) = Model::from_document(&document);
        let times: Arc<[f32]> = [0.25, 0.5, 1.0, 1.5].into();
        let (x, y) = (Vec3::X, Vec3::new(2.0, -1.0, 0.5));
        let [rest, rotated] = [Quat::IDENTITY, Quat::from_rotation_z(1.0)];
        let curve = |interpolation| Curve { times: times.clone(), values: [x, y, y, x].into(), interpolation };
        let tracks = [
            Track::Translation(curve(Interpolation::Linear)),
            Track::Scale(curve(Interpolation::Step)),
            Track::Rotation(Curve {
                times: times.clone(),
                values: [rest, rotated, rotated, rest].into(),
                interpolation: Interpolation::Linear,
            }),
        ];
        let id = model.hierarchy().nodes().next().unwrap();
        let channels = tracks.into_iter().map(|track| Channel { node: id, track }).collect();
        let animation = Animation { duration: 1.5, channels, ..Animation::default() };
        let (mut played, mut sampled) = (Pose::rest(&model), Pose::rest(&model));
        let mut player = Player::new(&animation);
        for step in 0..40 {
            let time = step as f32 * 0.05;
            player.set(&mut played, &model, time);
            sampled.apply_animation(&model, &animation, time);
            let (a, b) = (played.local[0], sampled.local[0]);
            // Between two keys that are the same, sampling rounds numbers up to 2 once more.
            assert!(a.translation.distance(b.translation) < 5e-7, "{time}: {a:?} {b:?}");
            assert!(a.scale.distance(b.scale) < 5e-7 && chord_squared(a.rotation, b.rotation) < 1e-12, "{time}");
        }
    }

    #[test]
    fn the_angle_between_rotations_is_that_of_the_shorter_way() {
        let degrees = |a, b| Squares { distance: 0.0, chord: chord_squared(a, b) }.error().degrees;
        let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        assert!((degrees(Quat::IDENTITY, quarter) - 90.0).abs() < 1e-4);
        assert!(degrees(quarter, -quarter).abs() < 1e-9);
        // A ten-thousandth of a radian, which a cosine in f32 does not see.
        let little = Quat::from_xyzw(0.5e-4, 0.0, 0.0, 1.0);
        assert!((degrees(Quat::IDENTITY, little) - 1e-4_f32.to_degrees()).abs() < 1e-7);
    }
}
