//! Feet that stand in a clip and are to stand on the avatar too.
//!
//! Rotations that are right for every bone put the feet of an avatar with other proportions elsewhere, and a foot that stands in the
//! clip slides. Where a foot stands (`stance.rs`), its goal is the clip's own place, scaled as the hips are and moved from rest to
//! rest; the leg is bent to it, and the hips are lowered where a leg is too short. Before and after, the correction fades.

use glam::Vec3;

use super::stance::{Contact, Track, correction, place_runs};
use super::{ClipMap, ClipSample, HumanClip};
use crate::human_pose::{HipsPolicy, write_hips};
use crate::{HumanLimb, LimbGoal, Pose, chain_frame, reach};
use sinew_model::math::Transform;
use sinew_model::model::{Facing, HumanBone, Humanoid, Model, NodeId};
use sinew_model::prepared::Rig;

/// Time between two looks at the clip, seconds.
const FRAME: f32 = 1.0 / 60.0;

/// The most looks at a clip: a third of an hour. Longer clips are looked at less often.
const MOST_FRAMES: usize = 1 << 16;

/// The most that the hips are lowered, of the length of the leg: below, a goal is nothing that this leg can stand on.
const MOST_LOWERED: f32 = 0.25;

/// Hips that rest farther than this from the middle of the hip joints, of the length of the leg, are no pelvis: some rigs have them
/// on the ground, where a tilt of ten degrees takes the legs a hand's width away.
const FARTHEST_HIPS: f32 = 0.5;

/// How far a knee is taken to its front before it bends, of the length of the leg: a straight one has no side of its own.
const KNEE_AHEAD: f32 = 0.02;

/// What the feet of a retargeted clip do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FeetPolicy {
    /// They follow from the rotations of the bones above them.
    #[default]
    Follow,
    /// Feet that stand in the clip stand on the avatar.
    Lock,
}

/// Keeps the feet of an avatar where they stand while a clip plays on it. Created once for both; applied after the
/// [`ClipMap`].
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use sinew_motion::{ClipMap, ClipOptions, ExpressionState, FootLock, HumanClip, Pose};
/// use sinew_model::Model;
///
/// let (clip, _) = HumanClip::open("walk.vrma")?;
/// let (avatar, _) = Model::open("avatar.vrm")?;
/// let map = ClipMap::new(&clip, &avatar, ClipOptions::default());
/// let lock = FootLock::new(&clip, &avatar, &map);
/// let (mut sample, mut face, mut pose) = (clip.start(), ExpressionState::new(&avatar), Pose::rest(&avatar));
/// clip.sample(0.5, &mut sample);
/// map.apply(&avatar, &sample, &mut face, &mut pose);
/// lock.apply(&avatar, &sample, &mut pose);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct FootLock {
    feet: Vec<LockedFoot>,
    /// The avatar's hips.
    hips: Option<(NodeId, Rig)>,
    /// Where they rest below their parent, for a clip that does not move them: what was lowered at another time is not theirs.
    resting: Option<Vec3>,
    /// The hip joints, where the hips of one of both are no pelvis: the joints are carried over then, and the hips go along.
    joints: Option<[PointMap; 2]>,
    lowered: f32,
}

/// A foot of both humanoids.
#[derive(Clone, Debug)]
struct LockedFoot {
    limb: HumanLimb,
    /// The avatar's upper leg, lower leg and foot.
    nodes: [NodeId; 3],
    /// The front of the upper leg, in its own axes.
    front: Vec3,
    /// The length of the avatar's leg at rest, metres.
    length: f32,
    ankle: Point,
    /// `None` where one of both has no toes.
    toes: Option<Point>,
}

/// A bone of a foot that can stand.
#[derive(Clone, Debug)]
struct Point {
    map: PointMap,
    contact: Contact,
}

/// The map of the place of a bone in the clip to the avatar.
#[derive(Clone, Copy, Debug)]
struct PointMap {
    source: NodeId,
    target: NodeId,
    facing: Facing,
    rest_source: Vec3,
    rest_target: Vec3,
    ratio: f32,
}

impl PointMap {
    fn new(source: &Humanoid, target: &Humanoid, bone: HumanBone, hips: HipsPolicy) -> Option<Self> {
        let (from, to) = (source.at_rest(bone)?, target.at_rest(bone)?);
        let facing = if source.facing() == target.facing() { Facing::PositiveZ } else { Facing::NegativeZ };
        let map = Self {
            source: from.node,
            target: to.node,
            facing,
            rest_source: from.position,
            rest_target: to.position,
            ratio: hips.ratio(&source.proportions(), &target.proportions()),
        };
        (from.position.is_finite() && to.position.is_finite()).then_some(map)
    }

    /// Where the avatar's bone is to be when the clip's is somewhere.
    fn carry(&self, position: Vec3) -> Vec3 {
        self.rest_target + self.facing.convert_vector(position - self.rest_source) * self.ratio
    }
}

impl FootLock {
    /// Finds where the feet of a clip stand, and where those of the avatar have to.
    pub fn new(clip: &HumanClip, target: &Model, map: &ClipMap) -> Self {
        let (Some(from), Some(to)) = (clip.humanoid(), target.humanoid()) else { return Self::default() };
        let hips = to.node(HumanBone::Hips).map(|node| (node, to.rig().clone()));
        let legs = [(HumanLimb::LeftLeg, HumanBone::LeftToes), (HumanLimb::RightLeg, HumanBone::RightToes)];
        let feet = legs.into_iter().filter_map(|(limb, toes)| LockedFoot::new(from, to, limb, toes, map.hips_policy()));
        let rest = hips.as_ref().map(|(node, _)| target.hierarchy().rest(*node).translation);
        let resting = rest.filter(|_| !clip.moves_hips());
        let joints = hip_joints(from, to, map.hips_policy());
        let mut lock = Self { feet: feet.collect(), hips, resting, joints, lowered: 0.0 };
        let times = frame_times(clip.duration());
        let (mut sample, mut pose) = (clip.start(), Pose::rest(target));
        let mut tracks: Vec<[Track; 2]> = vec![[Track::default(), Track::default()]; lock.feet.len()];
        for &time in &times {
            clip.sample(time, &mut sample);
            map.apply_bones(target, &sample, &mut pose);
            lock.carry_joints(target, &sample, &mut pose.local);
            for (foot, [ankle, toes]) in lock.feet.iter().zip(&mut tracks) {
                let length = leg_length(from, foot.limb).unwrap_or(0.0);
                let [upper, ..] = foot.limb.bones();
                let hip = from.node(upper).map(|node| place(clip.model(), &sample.pose.local, node));
                let look = |point: &Point, track: &mut Track| {
                    let in_clip = place(clip.model(), &sample.pose.local, point.map.source);
                    let is_below = hip.is_some_and(|hip| hip.y - in_clip.y >= 0.5 * length);
                    track.push(point.map.carry(in_clip), place(target, &pose.local, point.map.target), is_below);
                };
                look(&foot.ankle, ankle);
                if let Some(point) = &foot.toes {
                    look(point, toes);
                }
            }
        }
        for (foot, [ankle, toes]) in lock.feet.iter_mut().zip(tracks) {
            foot.ankle.contact = place_runs(&times, &ankle, foot.length, None);
            if let Some(point) = &mut foot.toes {
                point.contact = place_runs(&times, &toes, foot.length, Some((&foot.ankle.contact, &ankle)));
            }
        }
        lock.feet.retain(|foot| !foot.is_free());
        lock.joints = lock.joints.filter(|_| !lock.feet.is_empty());
        for &time in &times {
            clip.sample(time, &mut sample);
            map.apply_bones(target, &sample, &mut pose);
            let lowered = lock.apply(target, &sample, &mut pose);
            lock.lowered = lock.lowered.max(lowered);
        }
        lock
    }

    /// The number of times that a foot stands, heel and toes counted as one where they overlap.
    pub fn stances(&self) -> usize {
        let of_foot = |foot: &LockedFoot| {
            let toes = foot.toes.iter().flat_map(|toes| toes.contact.runs());
            let alone = toes.filter(|run| !foot.ankle.contact.runs().any(|other| other.overlaps(run)));
            foot.ankle.contact.runs().count() + alone.count()
        };
        self.feet.iter().map(of_foot).sum()
    }

    /// The most that the hips are lowered, metres.
    pub fn lowered(&self) -> f32 {
        self.lowered
    }

    /// Whether it moves the avatar's hips.
    pub(super) fn moves_hips(&self) -> bool {
        self.lowered > 0.0 || self.joints.is_some()
    }

    /// The nodes of the avatar that are rotated: upper legs, lower legs and feet.
    pub(super) fn rotated(&self) -> impl Iterator<Item = NodeId> {
        self.feet.iter().flat_map(|foot| foot.nodes)
    }

    /// Takes the feet of a pose that a [`ClipMap`] has written to where they stand. Returns how far the hips were lowered,
    /// metres; they are lowered from rest where the clip does not move them. A `pose` of another model stays unchanged.
    pub fn apply(&self, target: &Model, sample: &ClipSample, pose: &mut Pose) -> f32 {
        let local = &mut pose.local;
        let source_nodes = sample.model.hierarchy().len();
        if local.len() < target.hierarchy().len() || sample.pose.local.len() < source_nodes || self.feet.is_empty() {
            return 0.0;
        }
        if let (Some(rest), Some((hips, _))) = (self.resting, &self.hips) {
            local[hips.slot()].translation = rest;
        }
        self.carry_joints(target, sample, local);
        let mut goals = [None; 2];
        let mut lowered = 0.0_f32;
        for (foot, goal) in self.feet.iter().zip(&mut goals) {
            let found = foot.goal(sample, target, local);
            lowered = lowered.max(found.lowered);
            *goal = Some(found);
        }
        if lowered <= 0.0 && goals.iter().flatten().all(|goal| goal.correction == Vec3::ZERO) {
            return 0.0;
        }
        if lowered > 0.0
            && let Some((hips, rig)) = &self.hips
        {
            let position = place(target, local, *hips) - Vec3::Y * lowered;
            write_hips(rig, *hips, position, local);
        }
        for (foot, goal) in self.feet.iter().zip(goals.into_iter().flatten()) {
            // A foot in the air stays where it is while the hips are lowered.
            let pole = goal.knee + goal.front * (goal.correction.length() + lowered).min(KNEE_AHEAD * foot.length);
            let pole = pole - Vec3::Y * lowered;
            let position = goal.ankle + goal.correction;
            reach(target, local, foot.limb, &LimbGoal { position, rotation: None, pole: Some(pole), weight: 1.0 });
        }
        lowered
    }

    /// Moves hips that are no pelvis so that the hip joints are where the clip has them.
    fn carry_joints(&self, target: &Model, sample: &ClipSample, local: &mut [Transform]) {
        let (Some(joints), Some((hips, rig))) = (&self.joints, &self.hips) else { return };
        let [left, right] = joints.each_ref().map(|joint| {
            joint.carry(place(&sample.model, &sample.pose.local, joint.source)) - place(target, local, joint.target)
        });
        let position = place(target, local, *hips) + (left + right) * 0.5;
        if position.is_finite() {
            write_hips(rig, *hips, position, local);
        }
    }
}

/// The maps of the hip joints, where the hips of one of both rest far from them.
fn hip_joints(source: &Humanoid, target: &Humanoid, hips: HipsPolicy) -> Option<[PointMap; 2]> {
    let is_far = |humanoid: &Humanoid| {
        let at = |bone| humanoid.at_rest(bone).map(|rest| rest.position);
        let middle = at(HumanBone::LeftUpperLeg)?.midpoint(at(HumanBone::RightUpperLeg)?);
        Some(at(HumanBone::Hips)?.distance(middle) > FARTHEST_HIPS * humanoid.leg_length()?)
    };
    let joint = |bone| PointMap::new(source, target, bone, hips);
    let joints = [joint(HumanBone::LeftUpperLeg)?, joint(HumanBone::RightUpperLeg)?];
    (is_far(source)? || is_far(target)?).then_some(joints)
}

/// Where a foot has to go at one time.
#[derive(Clone, Copy, Debug)]
struct FootGoal {
    ankle: Vec3,
    knee: Vec3,
    front: Vec3,
    correction: Vec3,
    lowered: f32,
}

impl LockedFoot {
    fn new(source: &Humanoid, target: &Humanoid, limb: HumanLimb, toes: HumanBone, hips: HipsPolicy) -> Option<Self> {
        let [upper, lower, foot] = limb.bones();
        let rest = target.at_rest(upper)?;
        let point = |bone| Some(Point { map: PointMap::new(source, target, bone, hips)?, contact: Contact::default() });
        // A model faces +Z or −Z.
        let ahead = target.facing().convert_vector(Vec3::Z);
        Some(Self {
            limb,
            nodes: [rest.node, target.node(lower)?, target.node(foot)?],
            front: rest.rotation.model.inverse() * ahead,
            length: leg_length(target, limb)?,
            ankle: point(foot)?,
            toes: point(toes),
        })
    }

    /// Whether it stands nowhere.
    fn is_free(&self) -> bool {
        let is_free = |point: &Point| point.contact.runs().next().is_none();
        is_free(&self.ankle) && self.toes.as_ref().is_none_or(is_free)
    }

    fn goal(&self, sample: &ClipSample, target: &Model, local: &[Transform]) -> FootGoal {
        let [upper, lower, foot] = self.nodes;
        let frame = chain_frame(target.hierarchy(), local, upper);
        let hip = Vec3::from(frame.matrix.translation);
        let [knee, ankle] = [lower, foot].map(|node| place(target, local, node));
        let of = |point: &Point| {
            let goal = point.map.carry(place(&sample.model, &sample.pose.local, point.map.source));
            correction(&point.contact, sample.time, goal, place(target, local, point.map.target))
        };
        // The heel counts before the toes: while it stands, they are where the foot has them.
        let (by_ankle, weight) = of(&self.ankle);
        let by_toes = self.toes.as_ref().map_or(Vec3::ZERO, |toes| of(toes).0);
        let correction = by_ankle + by_toes * (1.0 - weight);
        let correction = if correction.is_finite() { correction } else { Vec3::ZERO };
        let reach = hip.distance(knee) + knee.distance(ankle);
        let down = hip - (ankle + correction);
        let deepest = (reach * reach - down.x * down.x - down.z * down.z).max(0.0).sqrt();
        let is_moved = correction != Vec3::ZERO;
        let lowered = if is_moved { (down.y - deepest).clamp(0.0, MOST_LOWERED * self.length) } else { 0.0 };
        FootGoal { ankle, knee, front: frame.rotation * self.front, correction, lowered }
    }
}

/// The length of a leg at rest; `None` without one.
fn leg_length(humanoid: &Humanoid, limb: HumanLimb) -> Option<f32> {
    let [upper, lower, foot] = limb.bones().map(|bone| humanoid.at_rest(bone).map(|rest| rest.position));
    let length = upper?.distance(lower?) + lower?.distance(foot?);
    (length.is_finite() && length > 0.0).then_some(length)
}

/// Where a node is in its model.
fn place(model: &Model, local: &[Transform], node: NodeId) -> Vec3 {
    chain_frame(model.hierarchy(), local, node).matrix.translation.into()
}

/// The times at which a clip is looked at, its end among them.
fn frame_times(duration: f32) -> Vec<f32> {
    let step = FRAME.max(duration / MOST_FRAMES as f32);
    let count = (duration / step).ceil().clamp(0.0, MOST_FRAMES as f32) as usize;
    (0..count).map(|index| index as f32 * step).chain([duration]).collect()
}
