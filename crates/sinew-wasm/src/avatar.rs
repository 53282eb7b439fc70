//! The face and the eyes of an avatar.

use serde::Serialize;
use sinew::motion::LookAtAngles;
use sinew::{LookAtTarget, VirtualTransforms};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::numbers::vector;
use crate::world::RawWorld;

/// An expression, as `index.d.ts` has it.
#[derive(Debug, Serialize)]
struct ExpressionState<'a> {
    name: &'a str,
    value: f32,
    weight: f32,
}

/// A property of a material, as `index.d.ts` has it.
#[derive(Debug, Serialize)]
struct MaterialState<'a> {
    material: u32,
    #[serde(rename = "type")]
    kind: &'static str,
    pointer: &'a str,
    value: [f32; 4],
}

#[wasm_bindgen]
impl RawWorld {
    /// Sets an expression; without a value it is released.
    ///
    /// # Errors
    /// The instance or the expression is unknown, or the value is not finite.
    pub fn set_expression(&mut self, instance: u32, name: &str, value: Option<f32>) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_expression(id, name, value).map_err(Fault::from)?)
    }

    /// The expressions as of the last step, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn expressions(&self, instance: u32) -> Result<String, JsValue> {
        let id = self.spawned(instance)?.id;
        let states = self.world.expressions(id);
        let states = states.map(|it| ExpressionState { name: it.name, value: it.value, weight: it.weight });
        Ok(json::write(&states.collect::<Vec<_>>()))
    }

    /// The properties of materials that expressions change, as of the last step, as JSON.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn material_values(&self, instance: u32) -> Result<String, JsValue> {
        let id = self.spawned(instance)?.id;
        let states = self.world.material_values(id).map(|it| MaterialState {
            material: it.material.0,
            kind: it.kind.name(),
            pointer: it.pointer,
            value: it.value,
        });
        Ok(json::write(&states.collect::<Vec<_>>()))
    }

    /// Has the eyes follow a target: JSON with one of `point`, `node`, `virtualTransform` and `direction`, the `instance` of the
    /// second and third, and `speed`.
    ///
    /// # Errors
    /// The instance or the target is unknown, the model has no look-at, or a number is not finite.
    pub fn look_at(&mut self, instance: u32, target: &str) -> Result<(), JsValue> {
        let mut fields = Fields::read(target, "target")?;
        let speed = fields.number("speed")?.map(|speed| speed as f32);
        let target = self.target(instance, &mut fields)?;
        fields.finish()?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_look_at(id, Some(target), speed).map_err(Fault::from)?)
    }

    /// Releases the eyes.
    ///
    /// # Errors
    /// The instance is unknown, or its model has no look-at.
    pub fn clear_look_at(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_look_at(id, None, None).map_err(Fault::from)?)
    }

    /// The yaw and pitch of the eyes in degrees, as of the last step; none where they follow no target.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn look_at_angles(&self, instance: u32) -> Result<Option<Vec<f32>>, JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.look_at_angles(id).map(|LookAtAngles { yaw, pitch }| vec![yaw, pitch]))
    }
}

impl RawWorld {
    pub(crate) fn target(&self, instance: u32, fields: &mut Fields) -> Result<LookAtTarget, Fault> {
        let other = fields.index("instance")?.unwrap_or(instance);
        let point = fields.numbers("point")?.map(|point| vector(&point, "point")).transpose()?;
        let direction = fields.numbers("direction")?;
        let node = fields.index("node")?;
        let virtual_transform = fields.index("virtualTransform")?;
        match (point, direction.as_deref(), node, virtual_transform) {
            (Some(point), None, None, None) => Ok(LookAtTarget::Point(point)),
            (None, Some(&[yaw, pitch]), None, None) => Ok(LookAtTarget::Direction(LookAtAngles { yaw, pitch })),
            (None, None, Some(node), None) => {
                let spawned = self.spawned(other)?;
                let node = spawned.node_id(node)?;
                Ok(LookAtTarget::Node { instance: spawned.id, node })
            }
            (None, None, None, Some(index)) => {
                let spawned = self.spawned(other)?;
                let index = index as usize;
                let id = virtual_transform_id(spawned.model.virtual_transforms(), index)?;
                Ok(LookAtTarget::VirtualTransform { instance: spawned.id, id })
            }
            _ => Err(Fault::argument("give exactly one of point, node, virtualTransform and direction")),
        }
    }
}

fn virtual_transform_id(all: &VirtualTransforms, index: usize) -> Result<sinew::VirtualTransformId, Fault> {
    let unknown = || Fault::argument(format!("there is no virtual transform {index}"));
    all.iter().nth(index).map(|(id, _)| id).ok_or_else(unknown)
}
