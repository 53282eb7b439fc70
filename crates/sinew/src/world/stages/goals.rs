//! Hands and feet go to their goals, and other bones point at theirs, once animations and poses have put the avatar where it is.
//!
//! - State: [`Goals`], one per instance: the goal of each bone, and the rotations that the last step replaced.
//! - Reads: the local transforms of the bones' chains, and of the targets', of this or another instance.
//! - Writes: the local rotations of the bones, from the root outwards. The next step begins with those that were replaced, where
//!   nobody else has changed them, so that a weight is a part of what animations say and not of the step before.
//! - Saved: all of it; digested where there is a goal.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use sinew_model::model::{HumanBone, Model, NodeId};
use sinew_motion::{HumanLimb, InstanceId, LimbGoal, aim_bone, reach};

use super::InstanceStage;
use super::look_at::{LookAtTarget, SavedTarget};
use super::playback::Moved;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::{Instance, Spawned};
use crate::world::snapshot::SnapshotError;

/// The goal of a bone. Hands and feet are taken to it by the two bones above them, or as near as these reach; any other bone is
/// rotated so that its front points at it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoneGoal {
    /// Where it is: a point, a node or a virtual transform. Where its instance is despawned, the bone is as animations have it.
    pub target: LookAtTarget,
    /// The rotation of the hand or the foot in the world; `None` keeps the one that it has.
    pub rotation: Option<Quat>,
    /// The point of the world that the elbow or the knee is bent towards; `None` keeps it bent as it is.
    pub pole: Option<Vec3>,
    /// The most degrees that a bone other than a hand or a foot is rotated.
    pub limit: Option<f32>,
    /// How much of it counts, 0…1.
    pub weight: f32,
}

impl BoneGoal {
    /// A goal that counts in full.
    #[must_use]
    pub fn new(target: LookAtTarget) -> Self {
        Self { target, rotation: None, pole: None, limit: None, weight: 1.0 }
    }

    /// Sets [`BoneGoal::rotation`].
    #[must_use]
    pub fn with_rotation(mut self, rotation: Quat) -> Self {
        self.rotation = Some(rotation);
        self
    }

    /// Sets [`BoneGoal::pole`].
    #[must_use]
    pub fn with_pole(mut self, pole: Vec3) -> Self {
        self.pole = Some(pole);
        self
    }

    /// Sets [`BoneGoal::limit`].
    #[must_use]
    pub fn with_limit(mut self, degrees: f32) -> Self {
        self.limit = Some(degrees);
        self
    }

    /// Sets [`BoneGoal::weight`].
    #[must_use]
    pub fn with_weight(mut self, weight: f32) -> Self {
        self.weight = weight;
        self
    }

    /// Fails for numbers that mean nothing, and for properties that the bone has no use for.
    fn check(&self, bone: HumanBone) -> Result<(), WorldError> {
        let is_finite = self.rotation.is_none_or(|it| it.is_finite() && it.length_squared() > 0.0)
            && self.pole.is_none_or(Vec3::is_finite)
            && self.limit.is_none_or(f32::is_finite)
            && self.weight.is_finite();
        let is_limb = HumanLimb::ending_at(bone).is_some();
        if !is_finite {
            Err(WorldError::NotFinite)
        } else if matches!(self.target, LookAtTarget::Direction(_)) {
            Err(WorldError::OutOfBounds("the target, which has no place"))
        } else if !(0.0..=1.0).contains(&self.weight) {
            Err(WorldError::OutOfBounds("weight"))
        } else if self.limit.is_some_and(|limit| limit < 0.0 || is_limb) {
            Err(WorldError::OutOfBounds("limit"))
        } else if !is_limb && (self.rotation.is_some() || self.pole.is_some()) {
            Err(WorldError::OutOfBounds("rotation or pole of a bone that is no hand and no foot"))
        } else {
            Ok(())
        }
    }
}

/// The goals of an instance.
#[derive(Default)]
pub(in crate::world) struct Goals {
    /// Bones that point at something before limbs, and both from the root outwards.
    goals: Vec<(HumanBone, BoneGoal)>,
    replaced: Vec<Replaced>,
}

/// A rotation that this stage has written.
#[derive(Clone, Copy)]
struct Replaced {
    node: NodeId,
    before: Quat,
    after: Quat,
}

/// Goals in a snapshot.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::world) struct SavedGoals {
    goals: Vec<SavedGoal>,
    replaced: Vec<(u32, [f32; 4], [f32; 4])>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedGoal {
    bone: u8,
    target: SavedTarget,
    rotation: Option<[f32; 4]>,
    pole: Option<[f32; 3]>,
    limit: Option<f32>,
    weight: f32,
}

impl Goals {
    /// Marks the nodes that it moves.
    pub(in crate::world) fn mark_moved(&self, model: &Model, moved: &mut [Moved]) {
        let Some(humanoid) = model.humanoid() else { return };
        for bone in self.goals.iter().flat_map(|(bone, _)| rotated(*bone)).flatten() {
            if let Some(moved) = humanoid.node(bone).and_then(|node| moved.get_mut(node.slot())) {
                moved.pose = true;
            }
        }
    }

    /// Takes back what the last step wrote, where nobody has changed it since.
    pub(in crate::world) fn take_back(&mut self, instance: &mut Instance) {
        for Replaced { node, before, after } in self.replaced.drain(..).rev() {
            let local = instance.pose.local.get_mut(node.slot());
            if let Some(local) = local.filter(|local| local.rotation == after) {
                local.rotation = before;
            }
        }
    }

    /// Moves the bones; `points` are the places of the targets in the world, in the order of the goals.
    fn apply(&mut self, instance: &mut Instance, points: &[Option<Vec3>]) {
        let model_from_world = instance.world_from_model.inverse();
        let Instance { model, pose, .. } = instance;
        let Some(humanoid) = model.humanoid() else { return };
        for ((bone, goal), point) in self.goals.iter().zip(points) {
            let Some(point) = *point else { continue };
            let position = model_from_world.transform_point(point);
            let nodes = rotated(*bone).map(|bone| bone.and_then(|bone| humanoid.node(bone)));
            let before =
                nodes.map(|node| node.and_then(|node| pose.local.get(node.slot())).map(|local| local.rotation));
            match HumanLimb::ending_at(*bone) {
                Some(limb) => {
                    let rotation = goal.rotation.map(|rotation| model_from_world.rotation * rotation.normalize());
                    let pole = goal.pole.map(|pole| model_from_world.transform_point(pole));
                    let goal = LimbGoal { position, rotation, pole, weight: goal.weight };
                    reach(model, &mut pose.local, limb, &goal);
                }
                None => {
                    let limit = goal.limit.map_or(std::f32::consts::PI, f32::to_radians);
                    aim_bone(model, &mut pose.local, *bone, position, limit, goal.weight);
                }
            }
            for (node, before) in nodes.into_iter().zip(before) {
                let (Some(node), Some(before)) = (node, before) else { continue };
                self.replaced.push(Replaced { node, before, after: pose.local[node.slot()].rotation });
            }
        }
    }

    /// Nothing where there is no goal, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        let saved = self.save();
        for goal in &saved.goals {
            digest.bytes(&[goal.bone]);
            goal.target.add_to(digest);
            let numbers = goal.rotation.iter().flatten().chain(goal.pole.iter().flatten());
            numbers.for_each(|number| digest.number(*number));
            digest.optional(goal.limit);
            digest.number(goal.weight);
        }
        for (node, before, after) in &saved.replaced {
            digest.integer(u64::from(*node));
            before.iter().chain(after).for_each(|number| digest.number(*number));
        }
    }
}

/// The bones that a goal rotates.
fn rotated(bone: HumanBone) -> [Option<HumanBone>; 3] {
    HumanLimb::ending_at(bone).map_or([Some(bone), None, None], |limb| limb.bones().map(Some))
}

impl InstanceStage for Goals {
    type Saved = SavedGoals;

    fn save(&self) -> Self::Saved {
        let goal = |(bone, goal): &(HumanBone, BoneGoal)| SavedGoal {
            bone: bone.index() as u8,
            target: goal.target.into(),
            rotation: goal.rotation.map(|rotation| rotation.to_array()),
            pole: goal.pole.map(|pole| pole.to_array()),
            limit: goal.limit,
            weight: goal.weight,
        };
        let replaced = |it: &Replaced| (it.node.slot() as u32, it.before.to_array(), it.after.to_array());
        SavedGoals {
            goals: self.goals.iter().map(goal).collect(),
            replaced: self.replaced.iter().map(replaced).collect(),
        }
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        let is_right = |goal: &SavedGoal| {
            let bone = HumanBone::ALL.get(usize::from(goal.bone)).copied();
            goal.target.is_valid() && bone.is_some_and(|bone| goal.meant().check(bone).is_ok())
        };
        let is_finite = |(_, before, after): &(u32, [f32; 4], [f32; 4])| {
            before.iter().chain(after).all(|number| number.is_finite())
        };
        let is_right = saved.goals.iter().all(is_right) && saved.replaced.iter().all(is_finite);
        if is_right { Ok(()) } else { Err(SnapshotError::OtherWorld) }
    }

    fn restore(&mut self, _: &Instance, saved: &Self::Saved) {
        let goals = saved
            .goals
            .iter()
            .filter_map(|goal| Some((HumanBone::ALL.get(usize::from(goal.bone)).copied()?, goal.meant())));
        self.goals = goals.collect();
        self.replaced.clear();
        self.replaced.reserve(3 * self.goals.len());
        self.replaced.extend(saved.replaced.iter().map(|(node, before, after)| Replaced {
            node: NodeId::at(*node as usize),
            before: Quat::from_array(*before),
            after: Quat::from_array(*after),
        }));
    }
}

impl SavedGoal {
    fn meant(&self) -> BoneGoal {
        BoneGoal {
            target: (&self.target).into(),
            rotation: self.rotation.map(Quat::from_array),
            pole: self.pole.map(Vec3::from_array),
            limit: self.limit,
            weight: self.weight,
        }
    }
}

impl World {
    /// Has a bone follow a goal, over animations, the clip and the human pose, until `None` releases it. Hands and feet are taken to
    /// it; any other bone points its front at it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sinew::glam::Vec3;
    /// use sinew::math::Rigid;
    /// use sinew::{BoneGoal, HumanBone, LookAtTarget, Model, World, WorldOptions};
    /// # let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hips", "translation": [0, 1, 0], "children": [1]},
    /// #     {"name": "head", "translation": [0, 0.6, 0]}], "extensions": {"VRMC_vrm": {"specVersion": "1.0",
    /// #     "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}}}}"#;
    /// # let (model, _) = Model::from_document(&sinew::document::Document::read(file, &sinew::document::NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let avatar = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let ahead = LookAtTarget::Point(Vec3::new(1.0, 1.6, 1.0));
    /// world.set_bone_goal(avatar, HumanBone::Head, Some(BoneGoal::new(ahead).with_weight(0.5)))?;
    /// world.step(); // the head has rotated by half of 45°
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The instance, the bone, or the node or virtual transform of the target is unknown; the model has no humanoid; a number is not
    /// finite or out of its bounds; or the goal has a property that the bone has no use for.
    pub fn set_bone_goal(&mut self, id: InstanceId, bone: HumanBone, goal: Option<BoneGoal>) -> Result<(), WorldError> {
        if let Some(goal) = &goal {
            goal.check(bone)?;
            self.check_target(goal.target)?;
        }
        let Spawned { instance, stages } = self.get_mut(id)?;
        let humanoid = instance.model.humanoid().ok_or(WorldError::NoHumanoid)?;
        if let Some(missing) = rotated(bone).into_iter().flatten().find(|bone| humanoid.node(*bone).is_none()) {
            return Err(WorldError::UnknownBone(missing));
        }
        let Goals { goals, replaced } = &mut stages.goals;
        let order = |bone: HumanBone| (HumanLimb::ending_at(bone).is_some(), bone.index());
        let place = goals.binary_search_by_key(&order(bone), |(other, _)| order(*other));
        match (place, goal) {
            (Ok(place), Some(goal)) => goals[place].1 = goal,
            (Ok(place), None) => {
                goals.remove(place);
                stages.playback.mark_changed();
            }
            (Err(place), Some(goal)) => {
                goals.insert(place, (bone, goal));
                // So that a step allocates nothing.
                replaced.reserve(3 * goals.len());
                stages.playback.mark_changed();
            }
            (Err(_), None) => {}
        }
        Ok(())
    }

    /// The goal of a bone; `None` where it follows none.
    pub fn bone_goal(&self, id: InstanceId, bone: HumanBone) -> Option<BoneGoal> {
        let goals = &self.find(id)?.stages.goals.goals;
        goals.iter().find(|(other, _)| *other == bone).map(|(_, goal)| *goal)
    }

    /// The bones of all instances that have goals. Targets are taken where animations, clips and poses have put them in this step.
    pub(in crate::world) fn follow_goals(&mut self) {
        for slot in 0..self.slots.len() {
            let mut points = [None; HumanBone::COUNT];
            let Some(spawned) = self.slots[slot].spawned.as_deref() else { continue };
            let goals = &spawned.stages.goals.goals;
            if goals.is_empty() {
                continue;
            }
            for (point, (_, goal)) in points.iter_mut().zip(goals) {
                *point = self.target_point(goal.target);
            }
            if let Some(Spawned { instance, stages }) = self.slots[slot].spawned.as_deref_mut() {
                stages.goals.apply(instance, &points);
            }
        }
    }
}
