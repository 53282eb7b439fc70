//! What a graph reads and does in the world.
//!
//! Global space of a graph is that of its file, so that it does the same wherever its instance stands; positions, directions and
//! impulses are taken to the world and back here.

#[cfg(feature = "physics")]
use glam::Vec3;
use glam::{DQuat, DVec3, Quat};
use sinew_document::NodeIndex;
use sinew_graph::{Host, RayHit, compose, multiply};
use sinew_model::math::Transform;
use sinew_model::model::graph::Property;
#[cfg(feature = "physics")]
use sinew_model::model::physics::BodyKind;
use sinew_model::model::property::{MotionField, PropertyId, PropertyTarget};
use sinew_model::model::{Animation, NodeId};
#[cfg(feature = "physics")]
use sinew_physics::{QueryOptions, WorldBody};

use crate::world::instance::Instance;
use crate::world::stages::SharedStages;
#[cfg(feature = "physics")]
use crate::world::stages::physics::Bodies;
use crate::world::stages::playback::{AnimationState, Moved, Playback};

/// An instance as its graph sees it.
pub(super) struct GraphHost<'a> {
    pub(super) instance: &'a mut Instance,
    pub(super) playback: &'a mut Playback,
    pub(super) moved: &'a mut Vec<(NodeId, Moved)>,
    /// The times of the first and the last key of each animation.
    pub(super) ranges: &'a [Option<[f64; 2]>],
    #[cfg(feature = "physics")]
    pub(super) bodies: &'a Bodies,
    pub(super) shared: &'a mut SharedStages,
}

impl GraphHost<'_> {
    fn node(&self, index: u32) -> Option<NodeId> {
        self.instance.model.hierarchy().id(NodeIndex(index))
    }

    /// The matrix from a node's space to the file's, with the transforms that nodes have now.
    fn global_matrix(&self, node: NodeId) -> [f64; 16] {
        let mut matrix = matrix(&self.instance.pose.local[node.slot()]);
        for above in self.instance.model.hierarchy().ancestors(node) {
            let mut product = [0.0; 16];
            multiply(&self::matrix(&self.instance.pose.local[above.slot()]), &matrix, 4, &mut product);
            matrix = product;
        }
        matrix
    }

    fn object(&self, row: u16, indices: &[u32]) -> Option<PropertyId> {
        let index = |place: usize| indices.get(place).copied().unwrap_or(0);
        self.instance.model.property_at(row, [index(0), index(1)])
    }

    fn read(&self, row: u16, indices: &[u32], value: &mut [f64]) -> Option<()> {
        let numbers = self.instance.read_property(self.object(row, indices)?, self.shared)?.numbers();
        value.iter_mut().zip(numbers).for_each(|(value, number)| *value = f64::from(number));
        Some(())
    }

    /// A value that the property cannot have changes nothing: the text leaves the property undefined then.
    fn write(&mut self, row: u16, indices: &[u32], value: &[f64]) -> Option<()> {
        let id = self.object(row, indices)?;
        let mut numbers = [0.0; 16];
        let numbers = numbers.get_mut(..value.len())?;
        numbers.iter_mut().zip(value).for_each(|(number, value)| *number = *value as f32);
        if self.instance.properties.check(&self.instance.model, id, numbers).is_ok() {
            self.instance.set_property(id, numbers, self.shared);
            if matches!(id.target(), PropertyTarget::Motion(_, MotionField::IsKinematic)) {
                // Which bodies their nodes move depends on it.
                self.playback.mark_changed();
            }
        }
        Some(())
    }

    /// A node has been set elsewhere: a dynamic body goes there at once, and others follow their nodes from now on.
    fn note_moved(&mut self, node: NodeId, change: Moved) {
        #[cfg(feature = "physics")]
        if change.pose && self.teleport(node) {
            return;
        }
        let place = self.moved.binary_search_by_key(&node, |(node, _)| *node);
        let place = place.unwrap_or_else(|place| {
            self.moved.insert(place, (node, Moved::default()));
            place
        });
        let before = self.moved[place].1;
        let now = Moved { pose: before.pose || change.pose, scale: before.scale || change.scale };
        if now != before {
            self.moved[place].1 = now;
            self.playback.mark_changed();
        }
    }

    /// Moves the dynamic body of a node to where the node is now; `false` for a node without one.
    #[cfg(feature = "physics")]
    fn teleport(&mut self, node: NodeId) -> bool {
        use sinew_model::kernel::forward::ModelFrame;
        use sinew_model::math::Rigid;

        let model = self.instance.model.clone();
        let Some(body) = self.bodies.body_of(node) else { return false };
        let kind = self.instance.properties.physics().bodies().get(body.slot()).map(|body| body.kind);
        if kind != Some(BodyKind::Dynamic) || self.bodies.is_animated(body) {
            return false;
        }
        let mut path: Vec<NodeId> = model.hierarchy().ancestors(node).collect();
        path.reverse();
        path.push(node);
        let frame =
            path.iter().fold(ModelFrame::ROOT, |frame, node| frame.child(&self.instance.pose.local[node.slot()]));
        let model_from_body = Rigid::new(frame.matrix.translation.into(), frame.rotation);
        let world_from_body = self.instance.world_from_model * model_from_body;
        if world_from_body.is_finite() {
            self.shared.physics.simulation.teleport(WorldBody { instance: self.instance.id, body }, world_from_body);
        }
        true
    }

    #[cfg(feature = "physics")]
    fn body(&self, node: u32) -> Option<WorldBody> {
        let body = self.bodies.body_above(&self.instance.model, self.node(node)?)?;
        Some(WorldBody { instance: self.instance.id, body })
    }

    /// A direction of the file's space in the world.
    #[cfg(feature = "physics")]
    fn direction(&self, direction: [f64; 3]) -> Vec3 {
        self.instance.world_from_model.rotation * DVec3::from(direction).as_vec3()
    }

    #[cfg(feature = "physics")]
    fn point(&self, point: [f64; 3]) -> Vec3 {
        self.direction(point) + self.instance.world_from_model.translation
    }
}

/// The times of the first and the last key of an animation; `None` for one without keys.
pub(super) fn range(animation: &Animation) -> Option<[f64; 2]> {
    animation.key_range.map(|range| range.map(f64::from))
}

fn matrix(local: &Transform) -> [f64; 16] {
    let (translation, rotation, scale) =
        (local.translation.as_dvec3(), local.rotation.as_dquat(), local.scale.as_dvec3());
    compose(translation.to_array(), rotation.to_array(), scale.to_array())
}

impl Host for GraphHost<'_> {
    fn get(&self, property: Property, indices: &[u32], value: &mut [f64]) -> bool {
        if let Property::Object(row) = property {
            return self.read(row, indices, value).is_some();
        }
        let Some(node) = indices.first().and_then(|index| self.node(*index)) else { return false };
        let local = &self.instance.pose.local[node.slot()];
        match property {
            Property::Translation => value.copy_from_slice(&local.translation.as_dvec3().to_array()),
            Property::Rotation => value.copy_from_slice(&local.rotation.as_dquat().to_array()),
            Property::Scale => value.copy_from_slice(&local.scale.as_dvec3().to_array()),
            Property::Matrix => value.copy_from_slice(&matrix(local)),
            Property::GlobalMatrix => value.copy_from_slice(&self.global_matrix(node)),
            Property::Weight => {
                let range = self.instance.model.morph_targets().range(node);
                let weights = self.instance.pose.weights.get(range).unwrap_or_default();
                let Some(weight) = indices.get(1).and_then(|place| weights.get(*place as usize)) else { return false };
                value[0] = f64::from(*weight);
            }
            _ => return false,
        }
        true
    }

    /// What is not a transform (a number that is not finite, a rotation without length) is set without effect: the text leaves
    /// the property undefined, and it stays as it was.
    fn set(&mut self, property: Property, indices: &[u32], value: &[f64]) -> bool {
        if let Property::Object(row) = property {
            return self.write(row, indices, value).is_some();
        }
        let Some(node) = indices.first().and_then(|index| self.node(*index)) else { return false };
        let vector = || DVec3::from_slice(value).as_vec3();
        let local = &mut self.instance.pose.local[node.slot()];
        let change = match property {
            Property::Translation if vector().is_finite() => {
                local.translation = vector();
                Moved { pose: true, scale: false }
            }
            Property::Rotation => {
                let rotation = DQuat::from_slice(value);
                let unit: Quat = (rotation * (1.0 / rotation.length())).as_quat();
                if !unit.is_finite() {
                    return true;
                }
                local.rotation = unit;
                Moved { pose: true, scale: false }
            }
            Property::Scale if vector().is_finite() => {
                local.scale = vector();
                Moved { pose: false, scale: true }
            }
            Property::Weight => {
                let range = self.instance.model.morph_targets().range(node);
                let weights = self.instance.pose.weights.get_mut(range).unwrap_or_default();
                let Some(weight) = indices.get(1).and_then(|place| weights.get_mut(*place as usize)) else {
                    return false;
                };
                if (value[0] as f32).is_finite() {
                    *weight = value[0] as f32;
                }
                return true;
            }
            Property::Translation | Property::Scale => return true,
            _ => return false,
        };
        self.note_moved(node, change);
        true
    }

    fn animation_range(&self, animation: u32) -> Option<[f64; 2]> {
        self.ranges.get(animation as usize).copied().flatten()
    }

    fn animate(&mut self, animation: u32, time: f64) {
        let state = AnimationState::new(animation as usize).with_time(time).with_speed(0.0);
        // The animation is there, and the time of a running graph is finite.
        let _ = self.playback.play(&self.instance.model, state);
    }

    fn release(&mut self, animation: u32) {
        // One that was started in this step does not play yet.
        let _ = self.playback.stop(animation as usize);
    }

    fn parent(&self, node: u32) -> Option<u32> {
        let hierarchy = self.instance.model.hierarchy();
        Some(hierarchy.index(hierarchy.parent(self.node(node)?)?).0)
    }

    #[cfg(feature = "physics")]
    fn apply_impulse(&mut self, node: u32, linear: [f64; 3], angular: [f64; 3]) {
        let Some(body) = self.body(node) else { return };
        let (linear, angular) = (self.direction(linear), self.direction(angular));
        // A body that is not dynamic is not affected.
        let _ = self.shared.physics.simulation.apply_impulse(body, linear);
        if angular != Vec3::ZERO {
            let _ = self.shared.physics.simulation.apply_angular_impulse(body, angular);
        }
    }

    #[cfg(feature = "physics")]
    fn apply_point_impulse(&mut self, node: u32, impulse: [f64; 3], point: [f64; 3]) {
        let Some(body) = self.body(node) else { return };
        let (impulse, point) = (self.direction(impulse), self.point(point));
        let _ = self.shared.physics.simulation.apply_point_impulse(body, impulse, point);
    }

    #[cfg(feature = "physics")]
    fn ray_cast(&self, start: [f64; 3], end: [f64; 3], filter: Option<u32>) -> Option<RayHit> {
        let (start, end) = (self.point(start), self.point(end));
        let filters = self.instance.model.physics().filters();
        let filter = filter.and_then(|filter| filters.get(filter as usize)).cloned();
        let mut hits = Vec::new();
        let options = QueryOptions::default().with_filter(filter);
        self.shared.physics.simulation.ray_cast_all((start, end - start, 1.0), &options, &mut hits);
        let hit = hits.first()?;
        let is_own = hit.node.instance == self.instance.id;
        let normal = self.instance.world_from_model.rotation.conjugate() * hit.normal;
        Some(RayHit {
            node: is_own.then(|| self.instance.model.hierarchy().index(hit.node.node).0),
            fraction: f64::from(hit.distance),
            normal: normal.as_dvec3().to_array(),
        })
    }

    #[cfg(not(feature = "physics"))]
    fn apply_impulse(&mut self, _: u32, _: [f64; 3], _: [f64; 3]) {}

    #[cfg(not(feature = "physics"))]
    fn apply_point_impulse(&mut self, _: u32, _: [f64; 3], _: [f64; 3]) {}

    #[cfg(not(feature = "physics"))]
    fn ray_cast(&self, _: [f64; 3], _: [f64; 3], _: Option<u32>) -> Option<RayHit> {
        None
    }
}
