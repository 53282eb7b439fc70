//! An action of a script.

use sinew::property::PropertyValue;
use sinew::{BodyState, Input, InstanceId, Isometry, Recorder, WorldError};
use sinew_document::NodeIndex;

use super::property::{self, Key};

use crate::verb::simulate::assets::Files;

/// An action at a time.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::verb) struct Action {
    /// Seconds.
    pub(super) time: f64,
    pub(super) what: What,
}

/// An input, or one that depends on the state of its body.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Input(Input),
    /// Absent components keep their value.
    Velocity {
        instance: u32,
        node: u32,
        linear: Option<[f32; 3]>,
        angular: Option<[f32; 3]>,
    },
    /// Absent components keep their value.
    Teleport {
        instance: u32,
        node: u32,
        translation: Option<[f32; 3]>,
        rotation: Option<[f32; 4]>,
    },
    /// Properties, some of which are named by their node.
    Set {
        instance: u32,
        values: Vec<(Key, PropertyValue)>,
    },
}

impl Action {
    /// Seconds.
    pub(in crate::verb) fn time(&self) -> f64 {
        self.time
    }

    /// The index of the step before which it is applied: the one that starts nearest to its time.
    pub(in crate::verb) fn step(&self, dt: f64) -> u64 {
        (self.time / dt).round() as u64
    }

    /// The input to apply now.
    ///
    /// # Errors
    /// The body, or what a property is named by, does not exist.
    pub(in crate::verb) fn input(&self, recorder: &Recorder<Files>) -> Result<Input, WorldError> {
        Ok(match self.what.clone() {
            What::Input(input) => input,
            What::Velocity { instance, node, linear, angular } => {
                let now = body(recorder, instance, node)?.velocity;
                let linear = linear.unwrap_or(now.linear.to_array());
                Input::Velocity { instance, node, linear, angular: angular.unwrap_or(now.angular.to_array()) }
            }
            What::Teleport { instance, node, translation, rotation } => {
                let now = Isometry::from(body(recorder, instance, node)?.world_from_body);
                let translation = translation.unwrap_or(now.translation);
                Input::Teleport {
                    instance,
                    node,
                    at: Isometry { translation, rotation: rotation.unwrap_or(now.rotation) },
                }
            }
            What::Set { instance, values } => {
                property::input(recorder.world(), spawned(recorder, instance)?, instance, values)?
            }
        })
    }
}

fn spawned(recorder: &Recorder<Files>, instance: u32) -> Result<InstanceId, WorldError> {
    recorder.instance(instance).ok_or(WorldError::UnknownInstance)
}

fn body(recorder: &Recorder<Files>, instance: u32, node: u32) -> Result<BodyState, WorldError> {
    let (id, world) = (spawned(recorder, instance)?, recorder.world());
    let model = world.model(id).ok_or(WorldError::UnknownInstance)?;
    let node = model.hierarchy().id(NodeIndex(node)).ok_or(WorldError::UnknownNode)?;
    world.body(id, node).ok_or(WorldError::NoBody)
}
