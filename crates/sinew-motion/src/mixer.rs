//! Mixes poses property by property.
//!
//! Translations, scales, weights of morph targets and values of expressions are mixed linearly, rotations by [`slerp`] along the
//! shorter arc. Within a layer every value counts by its share of the weights so far: the value behind `n` of them is
//! `mix(mixed, valueₙ, wₙ / (w₁ + … + wₙ))`, which for numbers is the weighted mean. Rotations are mixed in the order in which they are
//! added; of two, the order does not matter. A layer is laid over what is below by its weight times the sum of weights, at most
//! 1; below the lowest layer is the rest pose.
//!
//! ```
//! use sinew_document::{Document, NoResources};
//! use sinew_model::{Model, NodeId};
//! use sinew_motion::{Mixer, NodeProperty, Pose};
//! use glam::Vec3;
//!
//! let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "arm", "translation": [0, 2, 0]}]}"#;
//! let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
//! let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
//! mixer.begin();
//! mixer.add(NodeProperty::Translation(NodeId::at(0)), Vec3::new(4.0, 2.0, 0.0).extend(0.0), 0.75);
//! mixer.finish_layer(&model, 1.0, &mut pose);
//! assert_eq!(pose.local[0].translation, Vec3::new(3.0, 2.0, 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use glam::{Quat, Vec3, Vec4};
use sinew_model::math::{Transform, power, slerp};
use sinew_model::model::{Model, NodeId};

use crate::Pose;

/// The weight of a property that nobody has added to the layer.
const ABSENT: f32 = -1.0;

/// A property that poses are mixed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeProperty {
    /// The translation of a node: x, y, z.
    Translation(NodeId),
    /// The rotation of a node: x, y, z, w.
    Rotation(NodeId),
    /// The scale of a node: x, y, z.
    Scale(NodeId),
    /// A weight of [`Pose::weights`], by its index: x.
    Weight(usize),
    /// The value of an expression, by its index: x. It is 0 at rest.
    Expression(usize),
}

/// Mixes poses of one model, layer over layer.
#[derive(Clone, Debug)]
pub struct Mixer {
    nodes: usize,
    weights: usize,
    /// By property: the mixed value of the layer, and the sum of its weights.
    mixed: Vec<(Vec4, f32)>,
    /// The properties of the layer.
    touched: Vec<u32>,
    /// By property: whether a layer has written it since [`Mixer::begin`].
    is_written: Vec<bool>,
    written: Vec<u32>,
    /// The values of expressions, as the layers give them.
    expressions: Vec<f32>,
}

impl Mixer {
    /// A mixer for poses of a model.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let (nodes, weights) = (model.hierarchy().len(), model.morph_targets().rest().len());
        let expressions = model.expressions().as_slice().len();
        let count = nodes * 3 + weights + expressions;
        Self {
            nodes,
            weights,
            mixed: vec![(Vec4::ZERO, ABSENT); count],
            touched: Vec::new(),
            is_written: vec![false; count],
            written: Vec::new(),
            expressions: vec![0.0; expressions],
        }
    }

    /// Starts again below the lowest layer.
    pub fn begin(&mut self) {
        for property in self.written.drain(..) {
            self.is_written[property as usize] = false;
        }
    }

    /// Adds a value to the layer. A property that the model lacks is ignored; a weight of 0 lets what is below shine through.
    pub fn add(&mut self, property: NodeProperty, value: Vec4, weight: f32) {
        let Some(index) = self.index(property) else { return };
        let (mixed, sum) = &mut self.mixed[index];
        if *sum < 0.0 {
            self.touched.push(index as u32);
            (*mixed, *sum) = (value, weight);
            return;
        }
        *sum += weight;
        if weight > 0.0 {
            *mixed = mix(is_rotation(index, self.nodes), *mixed, value, weight / *sum);
        }
    }

    /// Lays the layer over what is below, and starts the next.
    pub fn finish_layer(&mut self, model: &Model, weight: f32, pose: &mut Pose) {
        let touched = std::mem::take(&mut self.touched);
        for &property in &touched {
            let (value, sum) = std::mem::replace(&mut self.mixed[property as usize], (Vec4::ZERO, ABSENT));
            let below = self.below(model, property as usize, pose);
            let part = sum.min(1.0) * weight;
            let is_rotation = is_rotation(property as usize, self.nodes);
            self.write(property as usize, mix(is_rotation, below, value, part), pose);
        }
        self.touched = touched;
        self.touched.clear();
    }

    /// Adds the difference of a value from a reference, by its weight, to what is below: numbers by their difference, rotations
    /// as `below · (reference⁻¹ · value)ʷ`.
    pub fn add_difference(
        &mut self,
        model: &Model,
        property: NodeProperty,
        (reference, value): (Vec4, Vec4),
        weight: f32,
        pose: &mut Pose,
    ) {
        let Some(index) = self.index(property) else { return };
        let below = self.below(model, index, pose);
        let sum = if is_rotation(index, self.nodes) {
            let difference = Quat::from_vec4(reference).conjugate() * Quat::from_vec4(value);
            // At the reference nothing is added, to the bit.
            if reference == value {
                below
            } else {
                (Quat::from_vec4(below) * power(difference, weight)).normalize().into()
            }
        } else {
            below + (value - reference) * weight
        };
        self.write(index, sum, pose);
    }

    /// The values of expressions; those that no layer has written since [`Mixer::begin`] are `None`.
    pub fn expressions(&self) -> impl Iterator<Item = Option<f32>> + '_ {
        let first = self.nodes * 3 + self.weights;
        let written = self.is_written[first..].iter();
        written.zip(&self.expressions).map(|(&is_written, &value)| is_written.then_some(value))
    }

    fn index(&self, property: NodeProperty) -> Option<usize> {
        let of_node = |node: NodeId, part: usize| (node.slot() < self.nodes).then_some(node.slot() * 3 + part);
        let first = self.nodes * 3;
        match property {
            NodeProperty::Translation(node) => of_node(node, 0),
            NodeProperty::Rotation(node) => of_node(node, 1),
            NodeProperty::Scale(node) => of_node(node, 2),
            NodeProperty::Weight(at) => (at < self.weights).then_some(first + at),
            NodeProperty::Expression(at) => (at < self.expressions.len()).then_some(first + self.weights + at),
        }
    }

    /// What the layers below have written, or the rest.
    fn below(&self, model: &Model, index: usize, pose: &Pose) -> Vec4 {
        let is_written = self.is_written[index];
        if index < self.nodes * 3 {
            let nodes = if is_written { &pose.local } else { model.hierarchy().rest_pose() };
            return nodes.get(index / 3).map_or(Vec4::ZERO, |local| part_of(local, index % 3));
        }
        let number = match (index - self.nodes * 3).checked_sub(self.weights) {
            Some(at) => is_written.then(|| self.expressions[at]),
            None => {
                let weights = if is_written { &pose.weights } else { model.morph_targets().rest() };
                weights.get(index - self.nodes * 3).copied()
            }
        };
        Vec4::new(number.unwrap_or(0.0), 0.0, 0.0, 0.0)
    }

    fn write(&mut self, index: usize, value: Vec4, pose: &mut Pose) {
        if !std::mem::replace(&mut self.is_written[index], true) {
            self.written.push(index as u32);
        }
        if index < self.nodes * 3 {
            let Some(local) = pose.local.get_mut(index / 3) else { return };
            match index % 3 {
                0 => local.translation = value.truncate(),
                1 => local.rotation = Quat::from_vec4(value),
                _ => local.scale = value.truncate(),
            }
            return;
        }
        match (index - self.nodes * 3).checked_sub(self.weights) {
            Some(at) => self.expressions[at] = value.x,
            None => {
                if let Some(weight) = pose.weights.get_mut(index - self.nodes * 3) {
                    *weight = value.x;
                }
            }
        }
    }
}

/// A part of a local transform: translation, rotation or scale.
fn part_of(local: &Transform, part: usize) -> Vec4 {
    let wide = |vector: Vec3| vector.extend(0.0);
    match part {
        0 => wide(local.translation),
        1 => local.rotation.into(),
        _ => wide(local.scale),
    }
}

fn is_rotation(index: usize, nodes: usize) -> bool {
    index < nodes * 3 && index % 3 == 1
}

/// From one value to another; both ends, and the way between equal values, are exact.
fn mix(is_rotation: bool, from: Vec4, to: Vec4, part: f32) -> Vec4 {
    if part >= 1.0 || from == to {
        to
    } else if part <= 0.0 {
        from
    } else if is_rotation {
        slerp(Quat::from_vec4(from), Quat::from_vec4(to), part).into()
    } else {
        from + (to - from) * part
    }
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    fn model() -> Model {
        let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"translation": [1, 0, 0]}]}"#;
        Model::from_document(&Document::read(file, &NoResources).unwrap()).0
    }

    fn about_y(degrees: f32) -> Vec4 {
        Quat::from_rotation_y(degrees.to_radians()).into()
    }

    /// The angle about +Y of the node's rotation, degrees.
    fn angle(pose: &Pose) -> f32 {
        let rotation = pose.local[0].rotation;
        2.0 * rotation.y.atan2(rotation.w).to_degrees()
    }

    const NODE: usize = 0;

    fn rotation() -> NodeProperty {
        NodeProperty::Rotation(NodeId::at(NODE))
    }

    fn translation() -> NodeProperty {
        NodeProperty::Translation(NodeId::at(NODE))
    }

    #[test]
    fn values_of_a_layer_are_averaged_by_their_weights() {
        let model = model();
        let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
        mixer.begin();
        // (1·2 + 2·5 + 1·8) / 4 = 5, and rotations about one axis are averaged like their angles: (0 + 2·60 + 100) / 4 = 55.
        for (weight, x, degrees) in [(0.25, 2.0, 0.0), (0.5, 5.0, 60.0), (0.25, 8.0, 100.0)] {
            mixer.add(translation(), Vec4::new(x, 0.0, 0.0, 0.0), weight);
            mixer.add(rotation(), about_y(degrees), weight);
        }
        mixer.finish_layer(&model, 1.0, &mut pose);
        assert!((pose.local[NODE].translation.x - 5.0).abs() < 1e-6);
        assert!((angle(&pose) - 55.0).abs() < 1e-4, "{}", angle(&pose));
    }

    #[test]
    fn weights_above_one_are_shares_and_below_one_show_the_rest() {
        let model = model();
        let mixed = |weights: [f32; 2], layer: f32| {
            let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
            mixer.begin();
            mixer.add(translation(), Vec4::new(3.0, 0.0, 0.0, 0.0), weights[0]);
            mixer.add(translation(), Vec4::new(5.0, 0.0, 0.0, 0.0), weights[1]);
            mixer.finish_layer(&model, layer, &mut pose);
            pose.local[NODE].translation.x
        };
        assert!((mixed([2.0, 2.0], 1.0) - 4.0).abs() < 1e-6);
        // Half of the mean over half of the rest, 1.
        assert!((mixed([0.25, 0.25], 1.0) - 2.5).abs() < 1e-6);
        assert!((mixed([1.0, 1.0], 0.5) - 2.5).abs() < 1e-6);
        assert!((mixed([0.0, 0.0], 1.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn rotations_are_mixed_along_the_shorter_arc() {
        let model = model();
        for sign in [1.0, -1.0] {
            let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
            mixer.begin();
            mixer.add(rotation(), about_y(170.0), 0.5);
            mixer.add(rotation(), about_y(-170.0) * sign, 0.5);
            mixer.finish_layer(&model, 1.0, &mut pose);
            // 20 degrees apart across 180, not 340 through 0.
            assert!((angle(&pose).abs() - 180.0).abs() < 1e-3, "{}", angle(&pose));
        }
    }

    #[test]
    fn a_difference_is_added_to_what_is_below() {
        let model = model();
        let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
        mixer.begin();
        mixer.add(rotation(), about_y(30.0), 1.0);
        mixer.finish_layer(&model, 1.0, &mut pose);
        let before = pose.local[NODE];
        mixer.add_difference(&model, rotation(), (about_y(10.0), about_y(10.0)), 1.0, &mut pose);
        assert_eq!(pose.local[NODE], before, "at its reference a clip adds nothing");
        mixer.add_difference(&model, rotation(), (about_y(10.0), about_y(50.0)), 0.5, &mut pose);
        assert!((angle(&pose) - 50.0).abs() < 1e-4, "30 + 40 / 2, not {}", angle(&pose));
        let shift = (Vec4::new(1.0, 1.0, 0.0, 0.0), Vec4::new(3.0, 1.0, 0.0, 0.0));
        mixer.add_difference(&model, translation(), shift, 0.25, &mut pose);
        assert!((pose.local[NODE].translation.x - 1.5).abs() < 1e-6, "the rest is 1");
    }

    #[test]
    fn a_layer_covers_the_ones_below_by_its_weight() {
        let model = model();
        let (mut mixer, mut pose) = (Mixer::new(&model), Pose::rest(&model));
        // What the pose was before has no part in it.
        pose.local[NODE].translation.x = 77.0;
        mixer.begin();
        for (x, layer) in [(9.0, 0.5), (1.0, 0.75)] {
            mixer.add(translation(), Vec4::new(x, 0.0, 0.0, 0.0), 1.0);
            mixer.finish_layer(&model, layer, &mut pose);
        }
        // (1 + 9) / 2 = 5; 5/4 + 3/4 = 2.
        assert!((pose.local[NODE].translation.x - 2.0).abs() < 1e-6);
    }
}
