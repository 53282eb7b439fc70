//! Animations that a graph plays (section "Animation Control Operations").

use sinew_model::model::graph::ReferenceKind;

use crate::host::Host;
use crate::program::{Node, Program};
use crate::state::{Run, State, TIME_TOLERANCE};

/// An animation that plays.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct PlayingAnimation {
    pub(crate) animation: u32,
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) stop: f64,
    pub(crate) speed: f64,
    /// When it was started, seconds since the start of the graph.
    pub(crate) created: f64,
    /// The node whose `done` follows the end.
    pub(crate) end_node: u32,
    /// The node whose `done` follows the stop.
    pub(crate) stop_node: Option<u32>,
}

/// Whether an animation has come to its end or its stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    Underway,
    /// The node whose `done` follows.
    At(Option<u32>),
}

impl PlayingAnimation {
    /// Where it is requested to be, and whether that is its end or its stop.
    fn at(&self, now: f64) -> (f64, Arrival) {
        let Self { start, end, stop, speed, .. } = *self;
        #[expect(clippy::float_cmp, reason = "the text asks whether they are equal")]
        if start == end {
            return (start, Arrival::At(Some(self.end_node)));
        }
        // Backwards is forwards with the opposite sign.
        let sign = if start < end { 1.0 } else { -1.0 };
        let current = start + sign * (now - self.created) * speed;
        let reaches = |time: f64| sign * current + TIME_TOLERANCE >= sign * time;
        if reaches(stop) && sign * stop >= sign * start && sign * stop < sign * end {
            return (stop, Arrival::At(self.stop_node));
        }
        if reaches(end) { (end, Arrival::At(Some(self.end_node))) } else { (current, Arrival::Underway) }
    }
}

/// The timestamp in the file for one on the infinite timeline, of an animation whose last key is at `last`. Far out the rounds are
/// finer than doubles; the time is within the file there too.
pub(crate) fn effective_time(requested: f64, last: f64) -> f64 {
    if last <= 0.0 {
        return 0.0;
    }
    let round = if requested > 0.0 { ((requested - last) / last).ceil() } else { (requested / last).floor() };
    (requested - round * last).clamp(0.0, last)
}

impl State {
    /// Moves the animations of the graph to where they are in the coming tick. Call it before animations are applied, and
    /// [`State::tick`] behind that.
    pub fn update_animations(&mut self, program: &Program, host: &mut dyn Host) {
        self.ended.clear();
        if self.halt.is_some() {
            return;
        }
        let now = self.time;
        for playing in &self.animations {
            let (requested, arrival) = playing.at(now);
            let last = host.animation_range(playing.animation).map_or(0.0, |[_, last]| last);
            let time = effective_time(requested, last);
            host.animate(playing.animation, time);
            if let Some(playhead) = self.playheads.get_mut(playing.animation as usize) {
                *playhead = [time, requested];
            }
            if arrival != Arrival::Underway {
                self.ended.push(playing.animation);
            }
        }
        debug_assert!(self.playheads.len() == program.animations, "a state of another program");
    }
}

impl Run<'_> {
    /// Activates `done` of the animations that have come to their end.
    pub(crate) fn end_animations(&mut self) {
        self.state.ended.reverse();
        while let Some(animation) = self.state.ended.pop()
            && !self.is_halted()
        {
            // Something before may have stopped it, or scheduled its stop elsewhere.
            let place = self.state.animations.iter().position(|playing| playing.animation == animation);
            let Some((place, Arrival::At(node))) =
                place.map(|place| (place, self.state.animations[place].at(self.state.time).1))
            else {
                continue;
            };
            self.state.animations.remove(place);
            self.host.release(animation);
            if let Some(node) = node {
                self.run_flow(node, 2);
            }
        }
    }

    fn animation(&self, node: &Node) -> Option<u32> {
        let animation = self.referred(node, 0, ReferenceKind::Animation).and_then(|index| u32::try_from(index).ok());
        animation.filter(|animation| self.host.animation_range(*animation).is_some())
    }

    pub(crate) fn start_animation(&mut self, index: u32, node: &Node) {
        let [start, end, speed] = [1, 2, 3].map(|place| self.number(node, place));
        let is_valid = start.is_finite() && !end.is_nan() && speed > 0.0 && speed.is_finite();
        let Some(animation) = self.animation(node).filter(|_| is_valid) else { return self.push_flow(index, 1) };
        if !self.count_elements(index, self.state.animations.len()) {
            return;
        }
        self.state.animations.retain(|playing| playing.animation != animation);
        // What has come to its end in this tick and is started anew ends when it has been applied again.
        self.state.ended.retain(|ended| *ended != animation);
        let created = self.state.time;
        self.state.animations.push(PlayingAnimation {
            animation,
            start,
            end,
            stop: end,
            speed,
            created,
            end_node: index,
            stop_node: None,
        });
        self.push_flow(index, 0);
    }

    pub(crate) fn stop_animation(&mut self, index: u32, node: &Node) {
        let Some(animation) = self.animation(node) else { return self.push_flow(index, 1) };
        let before = self.state.animations.len();
        if !self.count_elements(index, before) {
            return;
        }
        self.state.animations.retain(|playing| playing.animation != animation);
        if self.state.animations.len() < before {
            self.host.release(animation);
        }
        self.push_flow(index, 0);
    }

    pub(crate) fn stop_animation_at(&mut self, index: u32, node: &Node) {
        let stop = self.number(node, 1);
        let Some(animation) = self.animation(node).filter(|_| !stop.is_nan()) else {
            return self.push_flow(index, 1);
        };
        if !self.count_elements(index, self.state.animations.len()) {
            return;
        }
        if let Some(playing) = self.state.animations.iter_mut().find(|playing| playing.animation == animation) {
            playing.stop = stop;
            playing.stop_node = Some(index);
        }
        self.push_flow(index, 0);
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    /// With T = 2: the end of a round is 2, not 0, and below zero rounds go the other way.
    #[test]
    fn times_repeat_in_both_directions() {
        let seen = [0.5, 2.0, 2.5, 4.0, 0.0, -0.5, -2.0, -2.5].map(|requested| effective_time(requested, 2.0));
        assert_eq!(seen, [0.5, 2.0, 0.5, 2.0, 0.0, 1.5, 0.0, 1.5]);
        assert_eq!(effective_time(3.0, 0.0), 0.0);
    }

    /// The playhead "is always greater than or equal to zero and less than or equal to `maxTime`", where rounds are lost too.
    #[test]
    fn times_far_out_stay_within_the_file() {
        for requested in [1e17, -1e17, 1e300, -1e300, f64::MAX, 0.3 * 7.0, 1e9 + 0.1] {
            for last in [0.3, 0.7, 1e-30, 5e-324, 3.4e38] {
                let time = effective_time(requested, last);
                assert!((0.0..=last).contains(&time), "{requested} of {last}: {time}");
            }
        }
    }
}
