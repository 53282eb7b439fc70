//! When a bone of a foot stands in a clip, and how far it has to be moved then.

use glam::Vec3;

/// A bone that stays this near to its place for [`WINDOW`] before and after stands; of the length of the leg, 1 cm for 0.83 m.
const STILL: f32 = 0.012;

/// Seconds.
const WINDOW: f32 = 0.05;

/// The shortest time to stand, and the longest between two that count as one, seconds.
const SHORTEST: f32 = 0.1;

/// The largest correction, of the length of the leg. What is farther is no place of this avatar's foot: the clip's skeleton rests in
/// another pose than it says.
const FARTHEST: f32 = 0.3;

/// How long a correction takes to fade, seconds.
const FADE: f32 = 0.2;

/// The places of a bone over time.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    /// Where the clip has it, in the avatar's proportions.
    goals: Vec<Vec3>,
    /// Where the avatar has it without a correction.
    places: Vec<Vec3>,
    /// Whether the leg points down.
    is_below: Vec<bool>,
}

impl Track {
    pub(super) fn push(&mut self, goal: Vec3, place: Vec3, is_below: bool) {
        self.goals.push(goal);
        self.places.push(place);
        self.is_below.push(is_below);
    }
}

/// A time in which a bone stands, as the first and the last frame.
type Frames = (usize, usize);

/// The times in which a bone stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Contact(Vec<Run>);

/// A time in which a bone stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    frames: Frames,
    from: f32,
    to: f32,
    /// From the goal to where the foot stands, along the ground: as near to the uncorrected place as one place can be.
    offset: Vec3,
    /// The corrections at the beginning and at the end.
    first: Vec3,
    last: Vec3,
}

impl Run {
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

impl Contact {
    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.0.iter()
    }

    /// The run at a frame.
    fn at(&self, frame: usize) -> Option<&Run> {
        self.0.iter().find(|run| (run.frames.0..=run.frames.1).contains(&frame))
    }
}

/// When a bone stands. `leg` is the length of the avatar's leg.
fn stances(times: &[f32], track: &Track, leg: f32) -> Vec<Frames> {
    let goals = &track.goals;
    let is_still = |at: usize| {
        let near = |other: &usize| (times[*other] - times[at]).abs() <= WINDOW + 1e-6;
        let before = (0..at).rev().take_while(near);
        let mut around = before.chain((at + 1..times.len()).take_while(near));
        track.is_below[at] && around.all(|other| goals[other].distance(goals[at]) <= STILL * leg)
    };
    let mut runs: Vec<Frames> = Vec::new();
    for at in (0..goals.len()).filter(|&at| is_still(at)) {
        match runs.last_mut().filter(|run| times[at] - times[run.1] <= SHORTEST) {
            Some(run) => run.1 = at,
            None => runs.push((at, at)),
        }
    }
    let whole = times.last().copied().unwrap_or(0.0);
    runs.retain(|run| times[run.1] - times[run.0] >= SHORTEST.min(whole));
    runs
}

/// When and where a bone stands; `leg` is the length of the avatar's leg. Toes that stand while the heel does keep the place that they have then: `heel` is its
/// contact with its track.
pub(super) fn place_runs(times: &[f32], track: &Track, leg: f32, heel: Option<(&Contact, &Track)>) -> Contact {
    let runs = stances(times, track, leg);
    let place = |frames: Frames| {
        let corrected = |frame: usize| {
            let by_heel = heel.and_then(|(contact, of_heel)| {
                let run = contact.at(frame)?;
                Some(of_heel.goals[frame] + run.offset - of_heel.places[frame])
            });
            by_heel.map(|by_heel| track.places[frame] + by_heel)
        };
        let mean = |places: Vec<Vec3>| {
            let count = places.len() as f32;
            places.into_iter().fold(Vec3::ZERO, |sum, place| sum + place) / count
        };
        let all = frames.0..=frames.1;
        let with_heel: Vec<Vec3> =
            all.clone().filter_map(|frame| Some(corrected(frame)? - track.goals[frame])).collect();
        let offset = if with_heel.is_empty() {
            mean(all.map(|frame| track.places[frame] - track.goals[frame]).collect())
        } else {
            mean(with_heel)
        };
        // Heights are the clip's.
        let offset = offset.with_y(0.0);
        let correction = |frame: usize| track.goals[frame] + offset - track.places[frame];
        let is_near = |frame: usize| correction(frame).length() <= FARTHEST * leg;
        let run = Run {
            frames,
            from: times[frames.0],
            to: times[frames.1],
            offset,
            first: correction(frames.0),
            last: correction(frames.1),
        };
        (frames.0..=frames.1).all(is_near).then_some(run)
    };
    Contact(runs.into_iter().filter_map(place).collect())
}

/// How far a bone has to be moved at a time, and how much of that is certain, 0…1. `goal` is where the clip has it then, in the
/// avatar's proportions, and `place` where the avatar has it.
pub(super) fn correction(contact: &Contact, time: f32, goal: Vec3, place: Vec3) -> (Vec3, f32) {
    let next = contact.0.partition_point(|run| run.to < time);
    let after = contact.0.get(next);
    if let Some(run) = after.filter(|run| run.from <= time) {
        return (goal + run.offset - place, 1.0);
    }
    let before = next.checked_sub(1).and_then(|index| contact.0.get(index));
    // Between two that are near, each fades over the time that there is.
    let gap = match (before, after) {
        (Some(before), Some(after)) => after.from - before.to,
        _ => f32::INFINITY,
    };
    let fade = FADE.min(gap);
    let faded = |run: Option<&Run>, seconds: fn(&Run, f32) -> f32, end: fn(&Run) -> Vec3| match run {
        Some(run) => {
            let part = (1.0 - seconds(run, time) / fade).clamp(0.0, 1.0);
            let weight = part * part * (3.0 - 2.0 * part);
            (end(run) * weight, weight)
        }
        None => (Vec3::ZERO, 0.0),
    };
    let (down, down_weight) = faded(before, |run, time| time - run.to, |run| run.last);
    let (up, up_weight) = faded(after, |run, time| run.from - time, |run| run.first);
    (down + up, (down_weight + up_weight).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of 1/60 s of a bone that moves along X by a function of time.
    fn track(seconds: f32, x: impl Fn(f32) -> f32) -> (Vec<f32>, Track) {
        let times: Vec<f32> = (0..=(seconds * 60.0) as usize).map(|frame| frame as f32 / 60.0).collect();
        let mut track = Track::default();
        for &time in &times {
            let goal = Vec3::new(x(time), 0.1, 0.0);
            // The avatar's foot creeps backwards by 6 cm/s, and is 1 cm too high.
            track.push(goal, goal + Vec3::new(-0.06 * time, 0.01, 0.0), true);
        }
        (times, track)
    }

    #[test]
    fn a_step_is_two_stances_and_a_creeping_foot_stays_in_each() {
        let (times, track) = track(2.0, |time| ((time - 0.8).max(0.0) * 2.0).min(0.8));
        let runs = stances(&times, &track, 0.83);
        assert_eq!(runs.len(), 2, "{runs:?}");
        // It moves from 0.8 s to 1.2 s at 2 m/s: 1 cm is passed within a frame, and the window is three frames.
        assert!((times[runs[0].1] - 0.75).abs() < 0.02 && (times[runs[1].0] - 1.25).abs() < 0.02, "{runs:?}");
        let contact = place_runs(&times, &track, 0.83, None);
        for (frame, &time) in times.iter().enumerate() {
            let (by, weight) = correction(&contact, time, track.goals[frame], track.places[frame]);
            let place = track.places[frame] + by;
            if let Some(run) = contact.at(frame) {
                assert!((weight - 1.0).abs() < 1e-6);
                assert!(place.distance(track.goals[frame] + run.offset) < 1e-6 && (place.y - 0.1).abs() < 1e-6);
            }
        }
        // As near to the uncorrected foot as a place that stands can be: the middle of its drift.
        let mean = -0.06 * 0.5 * times[contact.0[0].frames.1];
        assert!((contact.0[0].offset.x - mean).abs() < 1e-4, "{:?}", contact.0[0]);
    }

    #[test]
    fn a_correction_has_no_jump() {
        let (times, track) = track(2.0, |time| ((time - 0.8).max(0.0) * 2.0).min(0.8));
        let contact = place_runs(&times, &track, 0.83, None);
        let mut before: Option<Vec3> = None;
        for time in (0..2000).map(|at| at as f32 / 1000.0) {
            let goal = Vec3::new(((time - 0.8).max(0.0) * 2.0).min(0.8), 0.1, 0.0);
            let (by, _) = correction(&contact, time, goal, goal + Vec3::new(-0.06 * time, 0.01, 0.0));
            // The steepest part of the fade is 1.5 of the largest correction, 5.5 cm, in 0.2 s: 0.41 m/s.
            assert!(before.is_none_or(|before| before.distance(by) < 0.001), "{time}");
            before = Some(by);
        }
    }

    #[test]
    fn a_foot_in_motion_or_above_the_hips_does_not_stand() {
        let (times, moving) = track(1.0, |time| time);
        assert!(stances(&times, &moving, 0.83).is_empty());
        let (times, mut raised) = track(1.0, |_| 0.0);
        assert_eq!(stances(&times, &raised, 0.83), [(0, times.len() - 1)]);
        raised.is_below.fill(false);
        assert!(stances(&times, &raised, 0.83).is_empty());
    }

    #[test]
    fn a_single_pose_stands() {
        let (times, track) = track(0.0, |_| 0.0);
        assert_eq!(stances(&times, &track, 0.83), [(0, 0)]);
    }

    #[test]
    fn a_place_out_of_all_proportion_is_none() {
        let (times, mut far) = track(1.0, |_| 0.0);
        far.places.iter_mut().for_each(|place| place.y += 0.3);
        assert_eq!(place_runs(&times, &far, 0.83, None).runs().count(), 0);
    }
}
