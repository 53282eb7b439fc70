//! Root motion: the part of an animation that moves the whole model, taken out of the pose.
//!
//! Of a node's place in the model at time t, `X(t)` is the translation along some axes and the rotation about +Y. The motion since the
//! start of the animation is `E(t) = X(t) · X(0)⁻¹`; the pose shows `E(t)⁻¹ ·` the node's place, and a step from t₀ to t₁ moves the
//! root by `E(t₀)⁻¹ · E(t₁)`, with a whole `E(duration)` for each time that the animation has started again. An instance whose root
//! is moved by that shows its node where the animation has it, and goes on where the animation starts again.

use glam::{Affine3A, Quat, Vec3};
use sinew_document::NodeIndex;
use sinew_model::kernel::body::rigid_frame;
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::{Rigid, Transform, atan2, from_rotation_vector, twist_about};
use sinew_model::model::{Animation, Model, NodeId, Track};
use sinew_motion::Pose;
use sinew_motion::sampling::Sampler;

use super::state::{WrapMode, time_in};
use crate::world::error::WorldError;

/// What of a node's animation moves the whole instance.
///
/// ```
/// use sinew::RootMotion;
/// use sinew::document::NodeIndex;
///
/// let walking = RootMotion::new(NodeIndex(3));
/// assert!(walking.moves_instance && walking.translation == [true, false, true] && walking.yaw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootMotion {
    /// The node whose animation has the motion, by the file's index: the root bone, or the hips of an avatar with clips.
    pub node: NodeIndex,
    /// The axes of the model along which its translation is taken; x and z unless set.
    pub translation: [bool; 3],
    /// Whether its rotation about +Y is taken.
    pub yaw: bool,
    /// Whether the root of the instance moves by it; otherwise the application does with it as it likes.
    pub moves_instance: bool,
}

impl RootMotion {
    /// The motion on the ground of a node's animation, by which the instance moves.
    #[must_use]
    pub fn new(node: NodeIndex) -> Self {
        Self { node, translation: [true, false, true], yaw: true, moves_instance: true }
    }

    /// Sets the axes of the model along which the translation is taken.
    #[must_use]
    pub fn with_translation(self, translation: [bool; 3]) -> Self {
        Self { translation, ..self }
    }

    /// Sets whether the rotation about +Y is taken.
    #[must_use]
    pub fn with_yaw(self, yaw: bool) -> Self {
        Self { yaw, ..self }
    }

    /// Sets whether the root of the instance moves by it.
    #[must_use]
    pub fn with_moves_instance(self, moves_instance: bool) -> Self {
        Self { moves_instance, ..self }
    }
}

/// Root motion of one instance.
#[derive(Clone, Debug)]
pub(super) struct Extraction {
    pub(super) settings: RootMotion,
    pub(super) node: NodeId,
    rest: Transform,
    model_from_parent: Affine3A,
    parent_from_model: Affine3A,
    parent_rotation: Quat,
    /// By how much the root has moved since the steps of a call began.
    pub(super) moved: Rigid,
}

/// A step of root motion, as it is averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RootStep {
    translation: Vec3,
    /// Radians about +Y.
    yaw: f32,
}

impl Extraction {
    pub(super) fn new(settings: RootMotion, model: &Model) -> Result<Self, WorldError> {
        let hierarchy = model.hierarchy();
        let node = hierarchy.id(settings.node).ok_or(WorldError::UnknownNode)?;
        let rest = Pose::rest(model);
        let frame = hierarchy.parent(node).map_or(ModelFrame::ROOT, |parent| ModelFrame {
            matrix: rest.model_space().matrix(parent),
            rotation: rest.model_space().rotation(parent),
        });
        let parent_from_model = frame.matrix.inverse();
        // Below a scale of zero nothing is anywhere.
        if !parent_from_model.is_finite() {
            return Err(WorldError::NotFinite);
        }
        Ok(Self {
            settings,
            node,
            rest: hierarchy.rest(node),
            model_from_parent: frame.matrix,
            parent_from_model,
            parent_rotation: rigid_frame(&frame).rotation,
            moved: Rigid::IDENTITY,
        })
    }

    /// The local transform that an animation gives the node; `None` where it moves neither its translation nor its rotation.
    pub(super) fn local(&self, animation: &Animation, time: f32) -> Option<Transform> {
        let (mut local, mut is_moved) = (self.rest, false);
        for channel in animation.channels.iter().filter(|channel| channel.node == self.node) {
            if matches!(channel.track, Track::Translation(_) | Track::Rotation(_)) {
                Sampler::at(time).apply(channel, &mut local, &mut []);
                is_moved = true;
            }
        }
        is_moved.then_some(local)
    }

    /// The part of a local transform that moves the whole model: X.
    fn part(&self, local: &Transform) -> Rigid {
        let place = self.model_from_parent.transform_point3(local.translation);
        let [x, y, z] = self.settings.translation.map(|is_taken| if is_taken { 1.0 } else { 0.0 });
        let rotation = self.parent_rotation * local.rotation;
        let yaw = if self.settings.yaw { twist_about(rotation, Vec3::Y) } else { Quat::IDENTITY };
        Rigid::new(place * Vec3::new(x, y, z), yaw)
    }

    /// The motion since the start: E.
    fn since(&self, start: &Transform, now: &Transform) -> Rigid {
        self.part(now) * self.part(start).inverse()
    }

    /// The local transform without the motion since the start.
    pub(super) fn shown(&self, start: &Transform, now: &Transform) -> Transform {
        let place = self.model_from_parent.transform_point3(now.translation);
        let here = Rigid::new(place, self.parent_rotation * now.rotation);
        let shown = self.since(start, now).inverse() * here;
        Transform {
            translation: self.parent_from_model.transform_point3(shown.translation),
            rotation: (self.parent_rotation.conjugate() * shown.rotation).normalize(),
            scale: now.scale,
        }
    }

    /// The motion of a step between two times, of which `local` gives the transforms.
    pub(super) fn step(
        &self,
        (before, after): (f64, f64),
        wrap_mode: WrapMode,
        duration: f32,
        mut local: impl FnMut(f32) -> Transform,
    ) -> RootStep {
        let start = local(0.0);
        let at = |time: f64| time_in(time, wrap_mode, duration);
        let (from, to) = (self.since(&start, &local(at(before))), self.since(&start, &local(at(after))));
        let mut step = from.inverse();
        if wrap_mode == WrapMode::Loop && duration > 0.0 {
            let cycle = |time: f64| ((time - f64::from(at(time))) / f64::from(duration)).round();
            let cycles = cycle(after) - cycle(before);
            if cycles != 0.0 {
                let whole = self.since(&start, &local(duration));
                let whole = if cycles < 0.0 { whole.inverse() } else { whole };
                step = step * repeated(whole, cycles.abs() as u64);
            }
        }
        let step = step * to;
        let yaw = 2.0 * atan2(step.rotation.y, step.rotation.w);
        // Half a revolution more or less is the same rotation.
        let yaw = if yaw > std::f32::consts::PI { yaw - std::f32::consts::TAU } else { yaw };
        let yaw = if yaw < -std::f32::consts::PI { yaw + std::f32::consts::TAU } else { yaw };
        let found = RootStep { translation: step.translation, yaw };
        if step.is_finite() && yaw.is_finite() { found } else { RootStep::default() }
    }
}

impl RootStep {
    /// From one step to another.
    pub(super) fn mix(self, other: Self, part: f32) -> Self {
        let part = part.clamp(0.0, 1.0);
        Self {
            translation: self.translation.lerp(other.translation, part),
            yaw: self.yaw + (other.yaw - self.yaw) * part,
        }
    }

    pub(super) fn rigid(self) -> Rigid {
        Rigid::new(self.translation, from_rotation_vector(Vec3::Y * self.yaw))
    }
}

/// A motion so many times over, by squaring.
fn repeated(motion: Rigid, mut times: u64) -> Rigid {
    let (mut whole, mut square) = (Rigid::IDENTITY, motion);
    while times > 0 {
        if times & 1 == 1 {
            whole = whole * square;
        }
        square = square * square;
        times >>= 1;
    }
    whole
}
