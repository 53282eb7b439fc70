//! Expressions that an application sets, over those of the clip, and the look-at direction where expressions show it.
//!
//! - State: [`Expressions`], one per instance: the values that are set, the weights of the last step, and the transforms that it
//!   replaced.
//! - Reads: the expressions of the clip, and the look-at direction.
//! - Writes: the morph target weights of the pose, and its own values of materials, for whoever draws; where expressions are animations,
//!   the transforms and properties that these change. The next step begins with the transforms that were replaced, where nobody else
//!   has changed them.
//! - Saved: the values and what was replaced; digested with the weights.

use sinew_document::MaterialIndex;
use sinew_model::math::Transform;
use sinew_model::model::{MaterialPropertyKind, Model, Track};
use sinew_motion::{ExpressionState, InstanceId, LookAtAngles};

use super::InstanceStage;
use super::playback::Moved;
use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;
use crate::world::instance::saved::{transform_numbers, transform_of};
use crate::world::snapshot::SnapshotError;

/// The expressions of an instance; none before the first is set.
#[derive(Default)]
pub(in crate::world) struct Expressions(Option<Box<Live>>);

struct Live {
    /// By expression, what the application sets.
    set: Vec<Option<f32>>,
    state: ExpressionState,
    replaced: Vec<Replaced>,
}

/// A transform that this stage has written.
#[derive(Clone, Copy)]
struct Replaced {
    /// The place of the node among those that animations of expressions move.
    place: usize,
    before: Transform,
    after: Transform,
}

/// What the application set, and the values of the last step.
type SavedLive = (Vec<Option<f32>>, Vec<f32>, Vec<SavedReplaced>);

/// The place of a node, and its transform before and after.
type SavedReplaced = (u32, [f32; 10], [f32; 10]);

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
    /// Expressions that are animations are shown from the beginning, by whatever sets them.
    pub(in crate::world) fn new(model: &Model) -> Self {
        let mut new = Self::default();
        if model.expressions().as_slice().iter().any(|expression| expression.animation.is_some()) {
            new.begin(model);
        }
        new
    }

    /// Marks the nodes that it moves.
    pub(in crate::world) fn mark_moved(model: &Model, moved: &mut [Moved]) {
        let shown = model.expressions().as_slice().iter().filter_map(|expression| expression.animation.as_ref());
        let animations = shown.filter_map(|shown| model.animations().get(shown.animation));
        for channel in animations.flat_map(|animation| &animation.channels) {
            let Some(moved) = moved.get_mut(channel.node.slot()) else { continue };
            match channel.track {
                Track::Translation(_) | Track::Rotation(_) => moved.pose = true,
                Track::Scale(_) => moved.scale = true,
                Track::Weights(_) => {}
            }
        }
    }

    /// Takes back what the last step wrote, where nobody has changed it since.
    pub(in crate::world) fn take_back(&mut self, instance: &mut Instance) {
        let Some(live) = self.0.as_deref_mut() else { return };
        let nodes = instance.model.expressions().animated_nodes();
        for Replaced { place, before, after } in live.replaced.drain(..) {
            let local = nodes.get(place).and_then(|node| instance.pose.local.get_mut(node.slot()));
            if let Some(local) = local.filter(|local| **local == after) {
                *local = before;
            }
        }
    }

    /// From now on the values of the application count.
    pub(in crate::world) fn begin(&mut self, model: &Model) {
        self.live(model);
    }

    fn live(&mut self, model: &Model) -> &mut Live {
        self.0.get_or_insert_with(|| {
            let set = vec![None; model.expressions().as_slice().len()];
            let replaced = Vec::with_capacity(model.expressions().animated_nodes().len());
            Box::new(Live { set, state: ExpressionState::new(model), replaced })
        })
    }

    /// "Expression Update" and "Apply Expression": values of the application over those of the clip, then the look-at direction.
    pub(in crate::world) fn apply(
        &mut self,
        instance: &mut Instance,
        clip: Option<&ExpressionState>,
        look_at: Option<LookAtAngles>,
    ) {
        let Some(Live { set, state, replaced }) = self.0.as_deref_mut() else { return };
        for (index, set) in set.iter().enumerate() {
            let value = set.or_else(|| clip.and_then(|clip| clip.value(index)));
            state.set(index, value.unwrap_or(0.0));
        }
        if let Some(LookAtAngles { yaw, pitch }) = look_at {
            state.set_look_at(&instance.model, yaw, pitch);
        }
        let Instance { model, pose, properties, .. } = instance;
        state.apply(model, &mut pose.weights);
        state.move_nodes(model, &mut pose.local, |place, before| {
            replaced.push(Replaced { place, before, after: before });
        });
        let nodes = model.expressions().animated_nodes();
        for Replaced { place, after, .. } in replaced {
            *after = nodes.get(*place).map_or(*after, |node| pose.local[node.slot()]);
        }
        properties.animate_all(model, pose, state.animated_properties(model), |_| {});
    }

    /// Sets an expression, or releases it.
    pub(in crate::world) fn set(&mut self, model: &Model, place: usize, value: Option<f32>) {
        if let Some(slot) = self.live(model).set.get_mut(place) {
            *slot = value;
        }
    }

    /// What the application sets an expression to.
    pub(in crate::world) fn value_set(&self, place: usize) -> Option<f32> {
        self.0.as_deref()?.set.get(place).copied().flatten()
    }

    /// The state that the instance shows: the application's, or the clip's.
    pub(in crate::world) fn shown<'a>(&'a self, clip: Option<&'a ExpressionState>) -> Option<&'a ExpressionState> {
        self.0.as_deref().map(|live| &live.state).or(clip)
    }

    /// Nothing before an expression is set, so that the digests of all else do not depend on this stage.
    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        let Some(Live { set, state, replaced }) = self.0.as_deref() else { return };
        for (index, set) in set.iter().enumerate() {
            digest.optional(*set);
            digest.optional(state.value(index));
            digest.optional(state.output(index));
        }
        for (place, before, after) in replaced.iter().map(Replaced::saved) {
            digest.integer(u64::from(place));
            before.iter().chain(&after).for_each(|number| digest.number(*number));
        }
    }
}

impl InstanceStage for Expressions {
    type Saved = Option<SavedLive>;

    fn save(&self) -> Self::Saved {
        self.0.as_deref().map(|Live { set, state, replaced }| {
            (set.clone(), state.values().to_vec(), replaced.iter().map(Replaced::saved).collect())
        })
    }

    fn check(&self, saved: &Self::Saved) -> Result<(), SnapshotError> {
        let replaced = saved.iter().flat_map(|(.., replaced)| replaced);
        let mut numbers = replaced.flat_map(|(_, before, after)| before.iter().chain(after));
        if numbers.all(|number| number.is_finite()) { Ok(()) } else { Err(SnapshotError::OtherWorld) }
    }

    fn restore(&mut self, instance: &Instance, saved: &Self::Saved) {
        self.0 = None;
        let Some((set, values, replaced)) = saved else { return };
        let live = self.live(&instance.model);
        // A list of another length was in no snapshot of this model; what it has too many is left out.
        let finite = |value: &Option<f32>| value.filter(|value| value.is_finite());
        live.set.iter_mut().zip(set).for_each(|(own, saved)| *own = finite(saved));
        live.state.restore(&instance.model, values);
        let most = live.replaced.capacity();
        live.replaced.extend(replaced.iter().take(most).map(|(place, before, after)| Replaced {
            place: *place as usize,
            before: transform_of(before),
            after: transform_of(after),
        }));
    }
}

impl Replaced {
    fn saved(&self) -> SavedReplaced {
        (self.place as u32, transform_numbers(&self.before), transform_numbers(&self.after))
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
        spawned.stages.expressions.set(model, place, value);
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
