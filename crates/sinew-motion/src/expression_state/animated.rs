//! Expressions that are animations (`KHR_character_expression`).
//!
//! An expression with the weight `w` shows its animation at `w` times its duration. What it adds is the difference from rest, so that
//! several add up, in any order, and one alone is what its animation says. Rotations add up as rotation vectors.

use glam::{Quat, Vec3};
use sinew_model::math::{Transform, from_rotation_vector, rotation_vector};
use sinew_model::model::property::{PropertyId, PropertyTarget};
use sinew_model::model::{Animation, ExpressionAnimation, Model, Track};

use crate::sampling::Sampler;

/// The most numbers of a property.
const WIDTH: usize = 16;

/// What the animations of expressions give together.
#[derive(Clone, Debug)]
pub(super) struct Animated {
    /// By the place in [`Expressions::animated_nodes`](sinew_model::Expressions::animated_nodes).
    nodes: Vec<Offset>,
    /// By the place in [`Expressions::animated_properties`](sinew_model::Expressions::animated_properties).
    properties: Vec<[f32; WIDTH]>,
    /// The weights that any of them moves, by their place in a pose, ascending, with their changes from rest.
    weights: Vec<(usize, f32)>,
    /// Room for the weights of one node.
    sampled: Vec<f32>,
}

/// What is added to a node's transform.
#[derive(Clone, Copy, Debug, Default)]
struct Offset {
    translation: Vec3,
    /// A rotation vector, radians, along the axes of the node.
    rotation: Vec3,
    scale: Vec3,
}

impl Animated {
    /// `None` where no expression is an animation.
    pub(super) fn new(model: &Model) -> Option<Box<Self>> {
        let expressions = model.expressions();
        let animated = || expressions.as_slice().iter().filter_map(|expression| expression.animation.as_ref());
        animated().next()?;
        let mut weights = Vec::new();
        let mut widest = 0;
        for animation in animated().filter_map(|it| model.animations().get(it.animation)) {
            for channel in animation.channels.iter().filter(|it| matches!(it.track, Track::Weights(_))) {
                let range = model.morph_targets().range(channel.node);
                widest = widest.max(range.len());
                weights.extend(range);
            }
            weights.extend(animation.properties.iter().filter_map(|it| weight_slot(model, it.property)));
        }
        weights.sort_unstable();
        weights.dedup();
        let mut new = Self {
            nodes: vec![Offset::default(); expressions.animated_nodes().len()],
            properties: vec![[0.0; WIDTH]; expressions.animated_properties().len()],
            weights: weights.into_iter().map(|slot| (slot, 0.0)).collect(),
            sampled: vec![0.0; widest],
        };
        new.sample(model, &[]);
        Some(Box::new(new))
    }

    /// Works out what expressions of these weights give.
    pub(super) fn sample(&mut self, model: &Model, outputs: &[f32]) {
        self.nodes.fill(Offset::default());
        for (value, property) in self.properties.iter_mut().zip(model.expressions().animated_properties()) {
            value.iter_mut().zip(rest_of(model, *property)).for_each(|(value, rest)| *value = *rest);
        }
        self.weights.iter_mut().for_each(|(_, change)| *change = 0.0);
        for (expression, &output) in model.expressions().as_slice().iter().zip(outputs) {
            let Some(shown) = expression.animation.as_ref().filter(|_| output > 0.0) else { continue };
            let Some(animation) = model.animations().get(shown.animation) else { continue };
            // Without a duration there is one pose, and the weight is a part of it.
            let part = if animation.duration > 0.0 { 1.0 } else { output };
            self.add(model, shown, animation, output * animation.duration, part);
        }
    }

    fn add(&mut self, model: &Model, shown: &ExpressionAnimation, animation: &Animation, time: f32, part: f32) {
        let mut sampler = Sampler::at(time);
        let rests = model.hierarchy().rest_pose();
        for (channel, place) in animation.channels.iter().zip(&shown.nodes) {
            let Some(rest) = rests.get(channel.node.slot()) else { continue };
            let mut local = *rest;
            if let Some(offset) = place.and_then(|place| self.nodes.get_mut(place)) {
                sampler.apply(channel, &mut local, &mut []);
                match channel.track {
                    Track::Translation(_) => offset.translation += (local.translation - rest.translation) * part,
                    Track::Scale(_) => offset.scale += (local.scale - rest.scale) * part,
                    Track::Rotation(_) => offset.rotation += change(rest.rotation, local.rotation) * part,
                    Track::Weights(_) => {}
                }
            } else {
                let range = model.morph_targets().range(channel.node);
                let Some(sampled) = self.sampled.get_mut(..range.len()) else { continue };
                let Some(at_rest) = model.morph_targets().rest().get(range.clone()) else { continue };
                sampled.copy_from_slice(at_rest);
                sampler.apply(channel, &mut local, sampled);
                let first = self.weights.partition_point(|(slot, _)| *slot < range.start);
                let own = self.weights.get_mut(first..first + range.len()).unwrap_or_default();
                for (((_, own), value), rest) in own.iter_mut().zip(sampled).zip(at_rest) {
                    *own += (*value - rest) * part;
                }
            }
        }
        let mut numbers = [0.0; WIDTH];
        for (channel, place) in animation.properties.iter().zip(&shown.properties) {
            let Some(value) = sampler.property_into(channel, &mut numbers) else { continue };
            if let Some(own) = place.and_then(|place| self.properties.get_mut(place)) {
                for ((own, value), rest) in own.iter_mut().zip(value).zip(rest_of(model, channel.property)) {
                    *own += (value - rest) * part;
                }
            } else if let Some(slot) = weight_slot(model, channel.property)
                && let Ok(place) = self.weights.binary_search_by_key(&slot, |(slot, _)| *slot)
                && let (Some(value), Some(rest)) = (value.first(), model.morph_targets().rest().get(slot))
            {
                self.weights[place].1 += (value - rest) * part;
            }
        }
    }

    /// Brings the weights that any of the animations moves to their rest.
    pub(super) fn reset_weights(&self, model: &Model, weights: &mut [f32]) {
        for &(slot, _) in &self.weights {
            if let (Some(weight), Some(rest)) = (weights.get_mut(slot), model.morph_targets().rest().get(slot)) {
                *weight = *rest;
            }
        }
    }

    /// Adds what the animations change of them.
    pub(super) fn add_weights(&self, weights: &mut [f32]) {
        for &(slot, change) in &self.weights {
            if let Some(weight) = weights.get_mut(slot) {
                *weight += change;
            }
        }
    }

    pub(super) fn move_nodes(&self, model: &Model, local: &mut [Transform], mut before: impl FnMut(usize, Transform)) {
        for (place, (node, offset)) in model.expressions().animated_nodes().iter().zip(&self.nodes).enumerate() {
            let is_still =
                offset.translation == Vec3::ZERO && offset.rotation == Vec3::ZERO && offset.scale == Vec3::ZERO;
            let Some(local) = local.get_mut(node.slot()).filter(|_| !is_still) else { continue };
            before(place, *local);
            local.translation += offset.translation;
            local.scale += offset.scale;
            if offset.rotation != Vec3::ZERO {
                local.rotation = (local.rotation * from_rotation_vector(offset.rotation)).normalize();
            }
        }
    }

    pub(super) fn properties<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (PropertyId, &'a [f32])> {
        let properties = model.expressions().animated_properties().iter().zip(&self.properties);
        properties.filter_map(|(property, value)| Some((*property, value.get(..rest_of(model, *property).len())?)))
    }
}

/// The rotation vector from one rotation to another, along the axes of the first.
fn change(from: Quat, to: Quat) -> Vec3 {
    rotation_vector(from.conjugate() * to)
}

/// The place of a morph target's weight in a pose, where a property is one.
fn weight_slot(model: &Model, property: PropertyId) -> Option<usize> {
    let PropertyTarget::Weight(node, index) = property.target() else { return None };
    Some(model.morph_targets().range(node).start + index as usize)
}

/// The value of a property in the file.
fn rest_of(model: &Model, property: PropertyId) -> &[f32] {
    let PropertyTarget::Stored(place) = property.target() else { return &[] };
    let range = model.stored_range(place).filter(|range| range.len() <= WIDTH);
    range.and_then(|range| model.stored_values().get(range)).unwrap_or_default()
}
