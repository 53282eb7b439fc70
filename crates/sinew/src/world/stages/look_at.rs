//! The eyes of an avatar follow a point, once its head is where the step puts it.
//!
//! - State: [`LookAt`], one per instance: the target, and the direction of the last step.
//! - Reads: the local transforms of the head's chain and of the target's, of this or another instance.
//! - Writes: the local rotations of the eyes; where expressions show the direction, the stage of expressions reads it.
//! - Saved: all of it; digested with the direction.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sinew_model::kernel::look_at::approach;
use sinew_model::model::{HumanBone, LookAtKind, Model, NodeId, VirtualTransformId};
use sinew_motion::{InstanceId, LookAtAngles, chain_frame, look_at_angles, write_look_at};

use super::InstanceStage;
use super::playback::Moved;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::{Instance, Spawned};
use crate::world::snapshot::SnapshotError;

/// What the eyes of an instance look at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LookAtTarget {
    /// A point of the world.
    Point(Vec3),
    /// A node of this or another instance. Where that is despawned, the eyes stay as they are.
    Node {
        /// Whose node.
        instance: InstanceId,
        /// The node.
        node: NodeId,
    },
    /// A virtual transform of this or another instance, such as a `KHR_node_lookat_target`.
    VirtualTransform {
        /// Whose virtual transform.
        instance: InstanceId,
        /// The virtual transform.
        id: VirtualTransformId,
    },
    /// A direction relative to the head.
    Direction(LookAtAngles),
}

/// Where an instance looks; nowhere in particular before a target is set.
#[derive(Default)]
pub(in crate::world) struct LookAt(Option<Gaze>);

#[derive(Clone, Copy)]
struct Gaze {
    target: LookAtTarget,
    /// Degrees in a second; `None` for eyes that are there at once.
    speed: Option<f32>,
    angles: LookAtAngles,
}

/// A target as its kind, numbers and ids.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedTarget {
    kind: u8,
    numbers: [f32; 3],
    ids: [u32; 3],
}

/// The target, the speed and the direction.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::world) struct SavedGaze {
    target: SavedTarget,
    speed: Option<f32>,
    angles: [f32; 2],
}

impl LookAt {
    /// The direction of the eyes; `None` where nothing is looked at.
    pub(in crate::world) fn angles(&self) -> Option<LookAtAngles> {
        self.0.map(|gaze| gaze.angles)
    }

    /// The direction that was set; `None` where a point is followed, or nothing.
    pub(in crate::world) fn wanted(&self) -> Option<LookAtAngles> {
        match self.0?.target {
            LookAtTarget::Direction(angles) => Some(angles),
            _ => None,
        }
    }

    /// Marks the nodes that it moves.
    pub(in crate::world) fn mark_moved(&self, model: &Model, moved: &mut [Moved]) {
        let moves_bones = self.0.is_some() && model.look_at().is_some_and(|look_at| look_at.kind == LookAtKind::Bone);
        let Some(humanoid) = model.humanoid().filter(|_| moves_bones) else { return };
        for eye in [HumanBone::LeftEye, HumanBone::RightEye] {
            if let Some(moved) = humanoid.node(eye).and_then(|node| moved.get_mut(node.slot())) {
                moved.pose = true;
            }
        }
    }

    /// Rotates the eyes towards a point of the world; `None` for a direction, and for a target that is gone.
    fn follow(&mut self, instance: &mut Instance, point: Option<Vec3>, seconds: f64) {
        let Some(gaze) = &mut self.0 else { return };
        let local = &mut instance.pose.local;
        let wanted = match gaze.target {
            LookAtTarget::Direction(angles) => Some(angles),
            _ => point.and_then(|point| {
                let model_from_world = instance.world_from_model.inverse();
                look_at_angles(&instance.model, local, model_from_world.transform_point(point))
            }),
        };
        let wanted = wanted.unwrap_or(gaze.angles);
        gaze.angles = match gaze.speed {
            None => wanted,
            Some(speed) => {
                let LookAtAngles { yaw, pitch } = gaze.angles;
                let most = (f64::from(speed) * seconds) as f32;
                let (yaw, pitch) = approach((yaw, pitch), (wanted.yaw, wanted.pitch), most);
                LookAtAngles { yaw, pitch }
            }
        };
        write_look_at(&instance.model, gaze.angles, local);
    }

    /// Nothing where nothing is looked at, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        let Some(saved) = self.save() else { return };
        let SavedTarget { kind, numbers, ids } = &saved.target;
        digest.bytes(&[*kind]);
        numbers.iter().chain(&saved.angles).for_each(|number| digest.number(*number));
        for id in ids {
            digest.integer(u64::from(*id));
        }
        digest.optional(saved.speed);
    }
}

impl InstanceStage for LookAt {
    type Saved = Option<SavedGaze>;

    fn save(&self) -> Self::Saved {
        let Gaze { target, speed, angles } = self.0?;
        Some(SavedGaze { target: target.into(), speed, angles: [angles.yaw, angles.pitch] })
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        let Some(saved) = saved else { return Ok(()) };
        let is_finite = saved.angles.iter().chain(&saved.speed).all(|number| number.is_finite());
        if is_finite && saved.target.is_valid() { Ok(()) } else { Err(SnapshotError::OtherWorld) }
    }

    fn restore(&mut self, _: &Instance, saved: &Self::Saved) {
        self.0 = saved.as_ref().map(|saved| Gaze {
            target: (&saved.target).into(),
            speed: saved.speed,
            angles: LookAtAngles { yaw: saved.angles[0], pitch: saved.angles[1] },
        });
    }
}

impl SavedTarget {
    /// Whether it is a target at all.
    pub(super) fn is_valid(&self) -> bool {
        self.kind <= 3 && self.numbers.iter().all(|number| number.is_finite())
    }

    pub(super) fn add_to(&self, digest: &mut Digest) {
        digest.bytes(&[self.kind]);
        for number in self.numbers {
            digest.number(number);
        }
        for id in self.ids {
            digest.integer(u64::from(id));
        }
    }
}

impl From<LookAtTarget> for SavedTarget {
    fn from(target: LookAtTarget) -> Self {
        let of = |id: InstanceId, place: usize| [id.slot() as u32, id.generation(), place as u32];
        let (kind, numbers, ids) = match target {
            LookAtTarget::Point(point) => (0, point.to_array(), [0; 3]),
            LookAtTarget::Node { instance, node } => (1, [0.0; 3], of(instance, node.slot())),
            LookAtTarget::VirtualTransform { instance, id } => (2, [0.0; 3], of(instance, id.slot())),
            LookAtTarget::Direction(LookAtAngles { yaw, pitch }) => (3, [yaw, pitch, 0.0], [0; 3]),
        };
        Self { kind, numbers, ids }
    }
}

impl From<&SavedTarget> for LookAtTarget {
    /// An id that its instance does not have is that of a target which is gone.
    fn from(saved: &SavedTarget) -> Self {
        let [slot, generation, place] = saved.ids;
        let instance = InstanceId::new(slot as usize, generation);
        let [x, y, z] = saved.numbers;
        match saved.kind {
            0 => Self::Point(Vec3::new(x, y, z)),
            1 => Self::Node { instance, node: NodeId::at(place as usize) },
            2 => Self::VirtualTransform { instance, id: VirtualTransformId::at(place as usize) },
            _ => Self::Direction(LookAtAngles { yaw: x, pitch: y }),
        }
    }
}

impl Spawned {
    /// Has the eyes look in a direction, at once.
    pub(in crate::world) fn look_in(&mut self, angles: LookAtAngles) {
        self.set_gaze(Some(LookAtTarget::Direction(angles)), None);
    }

    fn set_gaze(&mut self, target: Option<LookAtTarget>, speed: Option<f32>) {
        let Self { instance, stages } = self;
        let Some(look_at) = instance.model.look_at() else { return };
        if look_at.kind == LookAtKind::Expression {
            stages.expressions.begin(&instance.model);
        }
        let before = stages.look_at.0;
        if before.is_some() && target.is_none() {
            write_look_at(&instance.model, LookAtAngles::default(), &mut instance.pose.local);
        }
        let angles = before.map(|gaze| gaze.angles).unwrap_or_default();
        stages.look_at.0 = target.map(|target| Gaze { target, speed, angles });
        if before.is_some() != target.is_some() {
            stages.playback.mark_changed();
        }
    }
}

impl World {
    /// Has the eyes of an instance follow a target, over animations and the clip, until `None` releases them to look ahead.
    /// `speed` limits their motion to as many degrees in a second.
    ///
    /// # Errors
    /// The instance, or the node or virtual transform of the target, is unknown; the model has no look-at; a number is not finite,
    /// or the speed is below 0.
    pub fn set_look_at(
        &mut self,
        id: InstanceId,
        target: Option<LookAtTarget>,
        speed: Option<f32>,
    ) -> Result<(), WorldError> {
        if let Some(target) = target {
            self.check_target(target)?;
        }
        if speed.is_some_and(|speed| !(speed.is_finite() && speed >= 0.0)) {
            return Err(WorldError::NotFinite);
        }
        let spawned = self.get_mut(id)?;
        if spawned.instance.model.look_at().is_none() {
            return Err(WorldError::NoLookAt);
        }
        spawned.set_gaze(target, speed);
        Ok(())
    }

    /// Where an instance looks relative to its head, as of the last step; `None` where it follows no target.
    pub fn look_at_angles(&self, id: InstanceId) -> Option<LookAtAngles> {
        self.find(id)?.stages.look_at.angles()
    }

    /// The eyes of all instances. Heads and targets are taken where animations, clips and poses have put them in this step.
    pub(in crate::world) fn follow_look_at(&mut self) {
        let dt = self.clock.dt();
        for slot in 0..self.slots.len() {
            let spawned = self.slots[slot].spawned.as_deref();
            let Some(gaze) = spawned.and_then(|spawned| spawned.stages.look_at.0) else { continue };
            let point = self.target_point(gaze.target);
            if let Some(Spawned { instance, stages }) = self.slots[slot].spawned.as_deref_mut() {
                stages.look_at.follow(instance, point, dt);
            }
        }
    }

    /// Where a target is in the world; `None` where it is gone.
    pub(super) fn target_point(&self, target: LookAtTarget) -> Option<Vec3> {
        let in_world = |instance: &Instance, point: Vec3| instance.world_from_model.transform_point(point);
        match target {
            LookAtTarget::Point(point) => Some(point),
            LookAtTarget::Direction(_) => None,
            LookAtTarget::Node { instance, node } => {
                let instance = &self.find(instance)?.instance;
                let local = &instance.pose.local;
                (node.slot() < local.len()).then(|| {
                    let frame = chain_frame(instance.model.hierarchy(), local, node);
                    in_world(instance, frame.matrix.translation.into())
                })
            }
            LookAtTarget::VirtualTransform { instance, id } => {
                let instance = &self.find(instance)?.instance;
                let frame = |node: NodeId| chain_frame(instance.model.hierarchy(), &instance.pose.local, node);
                let matrix = instance.model.virtual_transforms().matrix(id, frame)?;
                Some(in_world(instance, matrix.translation.into()))
            }
        }
    }

    pub(super) fn check_target(&self, target: LookAtTarget) -> Result<(), WorldError> {
        let (is_there, is_finite) = match target {
            LookAtTarget::Point(point) => (true, point.is_finite()),
            LookAtTarget::Direction(LookAtAngles { yaw, pitch }) => (true, yaw.is_finite() && pitch.is_finite()),
            LookAtTarget::Node { instance, node } => {
                let model = self.model(instance).ok_or(WorldError::UnknownInstance)?;
                (node.slot() < model.hierarchy().len(), true)
            }
            LookAtTarget::VirtualTransform { instance, id } => {
                let model = self.model(instance).ok_or(WorldError::UnknownInstance)?;
                (model.virtual_transforms().get(id).is_some(), true)
            }
        };
        match (is_there, is_finite) {
            (false, _) => Err(WorldError::UnknownNode),
            (true, false) => Err(WorldError::NotFinite),
            (true, true) => Ok(()),
        }
    }
}
