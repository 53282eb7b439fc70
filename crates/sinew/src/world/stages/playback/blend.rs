//! What plays, mixed layer over layer, at the cost of what plays.
//!
//! An instance on which every layer has one animation at full weight never comes here: each is written over the one below.

use glam::Vec4;
use sinew_model::math::{Rigid, Transform};
use sinew_model::model::{Animation, HumanBone, Model, NodeId, Track};
use sinew_motion::{ExpressionState, Mixer, NodeProperty, Pose};

use super::layer::SetLayer;
use super::root_motion::{Extraction, RootStep};
use super::state::{AnimationState, time_in};
use super::{Playback, PlayingClip};

/// What mixing needs from step to step.
pub(super) struct Blending {
    mixer: Mixer,
    /// What is sampled of one animation or clip.
    sampled: Pose,
    expressions: ExpressionState,
    /// By animation, the values at its start, for additive layers.
    references: Vec<(usize, Vec<Vec4>)>,
}

/// The root motion of a layer so far: its mean and the sum of its weights.
#[derive(Default)]
struct RootMean {
    step: RootStep,
    weight: f32,
}

impl RootMean {
    fn add(&mut self, step: RootStep, weight: f32) {
        self.weight += weight;
        if weight > 0.0 {
            self.step = self.step.mix(step, weight / self.weight);
        }
    }
}

impl Blending {
    fn new(model: &Model) -> Self {
        Self {
            mixer: Mixer::new(model),
            sampled: Pose::rest(model),
            expressions: ExpressionState::new(model),
            references: Vec::new(),
        }
    }
}

impl Playback {
    /// Whether anything plays that has to be mixed.
    pub(in crate::world) fn is_blended(&self) -> bool {
        let layers = self.animations.windows(2).any(|two| two[0].layer == two[1].layer);
        layers
            || !self.layers.is_empty()
            || self.root_motion.is_some()
            || self.clips.len() > 1
            || !self.animations.iter().all(AnimationState::is_plain)
            || self.clips.iter().any(|playing| !playing.state.is_plain() || self.is_below_animation(playing))
    }

    fn is_below_animation(&self, clip: &PlayingClip) -> bool {
        self.animations.last().is_some_and(|last| last.layer >= clip.state.layer)
    }

    /// Writes what the layers give, and returns by how much the root of the instance is to move. `seconds` are those of the step;
    /// 0 without one.
    pub(super) fn blend(&mut self, model: &Model, seconds: f64, pose: &mut Pose) -> Option<Rigid> {
        let mut blending = self.blending.take().unwrap_or_else(|| Box::new(Blending::new(model)));
        blending.mixer.begin();
        let mut root = RootStep::default();
        let (mut animation, mut clip) = (0, 0);
        loop {
            let next_animation = self.animations.get(animation).map(|state| state.layer);
            let next_clip = self.clips.get(clip).map(|playing| playing.state.layer);
            let Some(number) = [next_animation, next_clip].into_iter().flatten().min() else { break };
            let set = self.layers.iter().find(|set| set.number == number);
            let (weight, additive) = set.map_or((1.0, false), |set| (set.layer.weight.min(1.0), set.layer.additive));
            let speed = set.map_or(1.0, |set| set.layer.speed);
            let extraction = self.root_motion.as_ref().filter(|_| !additive);
            let step = LayerStep { model, set, weight, additive, extraction, seconds: seconds * speed };
            let mut mean = RootMean::default();
            while let Some(state) = self.animations.get(animation).filter(|state| state.layer == number) {
                step.add_animation(state, &mut blending, &mut mean, pose);
                animation += 1;
            }
            while let Some(playing) = self.clips.get_mut(clip).filter(|playing| playing.state.layer == number) {
                step.add_clip(playing, &mut blending, &mut mean, pose);
                clip += 1;
            }
            if !additive {
                blending.mixer.finish_layer(model, weight, pose);
                root = root.mix(mean.step, mean.weight.min(1.0) * weight);
            }
        }
        self.apply_expressions(&blending.mixer, model, pose);
        self.blending = Some(blending);
        let extraction = self.root_motion.as_mut()?;
        let step = root.rigid();
        extraction.moved = extraction.moved * step;
        extraction.settings.moves_instance.then_some(step).filter(|step| *step != Rigid::IDENTITY)
    }

    fn apply_expressions(&mut self, mixer: &Mixer, model: &Model, pose: &mut Pose) {
        let Some(expressions) = &mut self.expressions else { return };
        let mut is_any = false;
        for (at, value) in mixer.expressions().enumerate().filter_map(|(at, value)| Some((at, value?))) {
            expressions.set(at, value);
            is_any = true;
        }
        if is_any {
            expressions.apply(model, &mut pose.weights);
        }
    }
}

/// A layer in a step.
struct LayerStep<'a> {
    model: &'a Model,
    /// Its mask.
    set: Option<&'a SetLayer>,
    weight: f32,
    additive: bool,
    extraction: Option<&'a Extraction>,
    /// Of its time.
    seconds: f64,
}

impl LayerStep<'_> {
    fn has(&self, node: NodeId) -> bool {
        self.set.is_none_or(|set| set.has(node))
    }

    fn add_animation(&self, state: &AnimationState, blending: &mut Blending, mean: &mut RootMean, pose: &mut Pose) {
        let Some(animation) = self.model.animations().get(state.animation) else { return };
        let Blending { mixer, sampled, references, .. } = blending;
        let time = time_in(state.time, state.wrap_mode, animation.duration);
        if self.additive {
            if !references.iter().any(|(known, _)| *known == state.animation) {
                sampled.apply_animation(self.model, animation, 0.0);
                let start = values(animation, self.model, sampled).map(|(_, _, value)| value).collect();
                references.push((state.animation, start));
            }
            let reference = references.iter().find(|(known, _)| *known == state.animation);
            let reference = reference.map_or(&[][..], |(_, values)| values);
            sampled.apply_animation(self.model, animation, time);
            let weight = state.weight * self.weight;
            for ((node, property, value), &reference) in values(animation, self.model, sampled).zip(reference) {
                if self.has(node) {
                    mixer.add_difference(self.model, property, (reference, value), weight, pose);
                }
            }
            return;
        }
        sampled.apply_animation(self.model, animation, time);
        let extraction = self.extraction.filter(|extraction| self.has(extraction.node));
        let extracted = extraction.and_then(|extraction| {
            let now = extraction.local(animation, time)?;
            let local = |time: f32| extraction.local(animation, time).unwrap_or(now);
            let times = (state.time - self.seconds * state.speed, state.time);
            mean.add(extraction.step(times, state.wrap_mode, animation.duration, local), state.weight);
            Some((extraction.node, extraction.shown(&local(0.0), &now)))
        });
        for (node, property, value) in values(animation, self.model, sampled) {
            let is_extracted = extracted.is_some_and(|(root, _)| is_pose_of(property, root));
            if !is_extracted && self.has(node) {
                mixer.add(property, value, state.weight);
            }
        }
        if let Some((node, shown)) = extracted {
            add_pose(mixer, node, &shown, state.weight);
        }
    }

    fn add_clip(&self, playing: &mut PlayingClip, blending: &mut Blending, mean: &mut RootMean, pose: &mut Pose) {
        let Blending { mixer, sampled, expressions, .. } = blending;
        // Bones of some avatars are rotated relative to nodes that no clip moves.
        pose.local.clone_into(&mut sampled.local);
        let (model, state, time, duration) = (self.model, playing.state, playing.time(), playing.clip.duration());
        let node = |bone: HumanBone| model.humanoid().and_then(|humanoid| humanoid.node(bone));
        // Expressions belong to the head.
        let face = node(HumanBone::Head);
        let has = |property: NodeProperty| match property {
            NodeProperty::Translation(node) | NodeProperty::Rotation(node) | NodeProperty::Scale(node) => {
                self.has(node)
            }
            NodeProperty::Weight(_) | NodeProperty::Expression(_) => face.is_none_or(|face| self.has(face)),
        };
        if self.additive {
            if playing.reference.is_empty() {
                playing.sample_at(0.0, model, sampled, expressions);
                playing.reference = playing.values(sampled, expressions).map(|(_, value)| value).collect();
            }
            playing.sample_at(time, model, sampled, expressions);
            let weight = state.weight * self.weight;
            for ((property, value), &reference) in playing.values(sampled, expressions).zip(&playing.reference) {
                if has(property) {
                    mixer.add_difference(model, property, (reference, value), weight, pose);
                }
            }
            return;
        }
        let extraction = self.extraction.filter(|extraction| self.has(extraction.node));
        let extraction = extraction.filter(|extraction| node(HumanBone::Hips) == Some(extraction.node));
        let extracted = extraction.map(|extraction| {
            let mut local = |time: f32| {
                playing.sample_at(time, model, sampled, expressions);
                sampled.local.get(extraction.node.slot()).copied().unwrap_or_default()
            };
            let times = (state.time - self.seconds * state.speed, state.time);
            mean.add(extraction.step(times, state.wrap_mode, duration, &mut local), state.weight);
            (extraction.node, extraction.shown(&local(0.0), &local(time)))
        });
        playing.sample_at(time, model, sampled, expressions);
        for (property, value) in playing.values(sampled, expressions) {
            let is_extracted = extracted.is_some_and(|(root, _)| is_pose_of(property, root));
            if !is_extracted && has(property) {
                mixer.add(property, value, state.weight);
            }
        }
        if let Some((node, shown)) = extracted {
            add_pose(mixer, node, &shown, state.weight);
        }
    }
}

/// What an animation moves, each with its node and the value that was sampled.
fn values<'a>(
    animation: &'a Animation,
    model: &'a Model,
    sampled: &'a Pose,
) -> impl Iterator<Item = (NodeId, NodeProperty, Vec4)> + 'a {
    animation.channels.iter().flat_map(move |channel| {
        let node = channel.node;
        let local = sampled.local.get(node.slot()).copied().unwrap_or_default();
        let (of_node, weights) = match channel.track {
            Track::Translation(_) => (Some((NodeProperty::Translation(node), local.translation.extend(0.0))), 0..0),
            Track::Rotation(_) => (Some((NodeProperty::Rotation(node), local.rotation.into())), 0..0),
            Track::Scale(_) => (Some((NodeProperty::Scale(node), local.scale.extend(0.0))), 0..0),
            Track::Weights(_) => (None, model.morph_targets().range(node)),
        };
        let weight = |at: usize| sampled.weights.get(at).copied().unwrap_or(0.0);
        let weights = weights.map(move |at| (NodeProperty::Weight(at), Vec4::new(weight(at), 0.0, 0.0, 0.0)));
        of_node.into_iter().chain(weights).map(move |(property, value)| (node, property, value))
    })
}

fn is_pose_of(property: NodeProperty, node: NodeId) -> bool {
    [NodeProperty::Translation(node), NodeProperty::Rotation(node)].contains(&property)
}

fn add_pose(mixer: &mut Mixer, node: NodeId, local: &Transform, weight: f32) {
    mixer.add(NodeProperty::Translation(node), local.translation.extend(0.0), weight);
    mixer.add(NodeProperty::Rotation(node), local.rotation.into(), weight);
}
