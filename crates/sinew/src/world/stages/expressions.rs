//! Expressions that an application sets, over those of the clip, and the look-at direction where expressions show it.
//!
//! - State: [`Expressions`], one per instance: the values that are set, and the weights of the last step.
//! - Reads: the expressions of the clip, and the look-at direction.
//! - Writes: the morph target weights of the pose, and its own values of materials, for whoever draws.
//! - Saved: the values; digested with their weights.

use sinew_document::MaterialIndex;
use sinew_model::model::{MaterialPropertyKind, Model};
use sinew_motion::{ExpressionState, InstanceId, LookAtAngles};

use super::InstanceStage;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::snapshot::SnapshotError;

/// The expressions of an instance; none before the first is set.
#[derive(Default)]
pub(in crate::world) struct Expressions(Option<Box<Live>>);

struct Live {
    /// By expression, what the application sets.
    set: Vec<Option<f32>>,
    state: ExpressionState,
}

/// What the application set, and the values of the last step.
type SavedLive = (Vec<Option<f32>>, Vec<f32>);

/// An expression of a running instance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExpressionValue<'a> {
    /// The name: a preset's in `VRMC_vrm` 1.0, or the file's.
    pub name: &'a str,
    /// The value that the application or the clip set.
    pub value: f32,
    /// The weight in the last step: the value after clamping, rounding and overrides.
    pub weight: f32,
}

/// A property of a material of a running instance, as expressions change it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MaterialValue<'a> {
    /// The material.
    pub material: MaterialIndex,
    /// Which of its properties.
    pub kind: MaterialPropertyKind,
    /// The JSON pointer of the property in the file; see [`MaterialProperty`](sinew_model::model::MaterialProperty).
    pub pointer: &'a str,
    /// Red, green, blue and alpha of a colour, or the scale and then the offset of a texture.
    pub value: [f32; 4],
}

impl Expressions {
    /// From now on the values of the application count.
    pub(in crate::world) fn begin(&mut self, model: &Model) {
        self.live(model);
    }

    fn live(&mut self, model: &Model) -> &mut Live {
        self.0.get_or_insert_with(|| {
            let set = vec![None; model.expressions().as_slice().len()];
            Box::new(Live { set, state: ExpressionState::new(model) })
        })
    }

    /// "Expression Update" and "Apply Expression": values of the application over those of the clip, then the look-at direction.
    pub(in crate::world) fn apply(
        &mut self,
        instance: &mut Instance,
        clip: Option<&ExpressionState>,
        look_at: Option<LookAtAngles>,
    ) {
        let Some(Live { set, state }) = self.0.as_deref_mut() else { return };
        for (index, set) in set.iter().enumerate() {
            let value = set.or_else(|| clip.and_then(|clip| clip.value(index)));
            state.set(index, value.unwrap_or(0.0));
        }
        if let Some(LookAtAngles { yaw, pitch }) = look_at {
            state.set_look_at(&instance.model, yaw, pitch);
        }
        state.apply(&instance.model, &mut instance.pose.weights);
    }

    /// The state that the instance shows: the application's, or the clip's.
    fn shown<'a>(&'a self, clip: Option<&'a ExpressionState>) -> Option<&'a ExpressionState> {
        self.0.as_deref().map(|live| &live.state).or(clip)
    }

    /// Nothing before an expression is set, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        let Some(Live { set, state }) = self.0.as_deref() else { return };
        for (index, set) in set.iter().enumerate() {
            digest.optional(*set);
            digest.optional(state.value(index));
            digest.optional(state.output(index));
        }
    }
}

impl InstanceStage for Expressions {
    type Saved = Option<SavedLive>;

    fn save(&self) -> Self::Saved {
        self.0.as_deref().map(|Live { set, state }| (set.clone(), state.values().to_vec()))
    }

    fn check(&self, _: &Self::Saved) -> Result<(), SnapshotError> {
        Ok(())
    }

    fn restore(&mut self, instance: &Instance, saved: &Self::Saved) {
        self.0 = None;
        let Some((set, values)) = saved else { return };
        let live = self.live(&instance.model);
        // A list of another length was in no snapshot of this model; what it has too many is left out.
        let finite = |value: &Option<f32>| value.filter(|value| value.is_finite());
        live.set.iter_mut().zip(set).for_each(|(own, saved)| *own = finite(saved));
        live.state.restore(&instance.model, values);
    }
}

impl World {
    /// Sets an expression of an instance, over animations and the clip, until `None` releases it: 0…1, clamped. It shows with
    /// the next step.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use sinew::document::{Document, NoResources};
    /// # use sinew::{Model, World, WorldOptions, math::Rigid};
    /// # let file = br#"{"asset": {"version": "2.0"}, "nodes": [{}], "extensions": {"VRMC_vrm": {"specVersion": "1.0",
    /// #     "humanoid": {"humanBones": {"hips": {"node": 0}}}, "expressions": {"preset": {"happy": {}}}}}}"#;
    /// # let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let avatar = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// world.set_expression(avatar, "happy", 0.6)?;
    /// world.step();
    /// assert_eq!(world.expressions(avatar).next().map(|happy| happy.weight), Some(0.6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The instance or the expression is unknown, or the value is not finite.
    pub fn set_expression(
        &mut self,
        id: InstanceId,
        name: &str,
        value: impl Into<Option<f32>>,
    ) -> Result<(), WorldError> {
        let spawned = self.get_mut(id)?;
        let model = &*spawned.instance.model;
        let place = model.expressions().position(name);
        let place = place.ok_or_else(|| WorldError::UnknownExpression(name.to_owned()))?;
        let value = value.into();
        if value.is_some_and(|value| !value.is_finite()) {
            return Err(WorldError::NotFinite);
        }
        if let Some(slot) = spawned.stages.expressions.live(model).set.get_mut(place) {
            *slot = value;
        }
        Ok(())
    }

    /// The expressions of an instance as of the last step, in the order of the file; nothing where there is no such instance.
    pub fn expressions(&self, id: InstanceId) -> impl Iterator<Item = ExpressionValue<'_>> {
        self.find(id).into_iter().flat_map(|spawned| {
            let state = spawned.stages.expressions.shown(spawned.stages.playback.expressions());
            let list = spawned.instance.model.expressions().as_slice();
            list.iter().enumerate().map(move |(index, expression)| ExpressionValue {
                name: &expression.name,
                value: state.and_then(|state| state.value(index)).unwrap_or(0.0),
                weight: state.and_then(|state| state.output(index)).unwrap_or(0.0),
            })
        })
    }

    /// The properties of materials that the expressions of an instance change, as of the last step; nothing where there is no
    /// such instance. Whoever draws the instance gives its materials these values.
    pub fn material_values(&self, id: InstanceId) -> impl Iterator<Item = MaterialValue<'_>> {
        self.find(id).into_iter().flat_map(|spawned| {
            let state = spawned.stages.expressions.shown(spawned.stages.playback.expressions());
            let properties = spawned.instance.model.expressions().material_properties();
            properties.iter().enumerate().map(move |(index, property)| MaterialValue {
                material: property.material,
                kind: property.kind,
                pointer: &property.pointer,
                value: state.and_then(|state| state.material_value(index)).unwrap_or(property.rest),
            })
        })
    }
}
