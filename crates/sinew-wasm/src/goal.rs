//! Goals of bones.

use sinew::{BoneGoal, HumanBone};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::Fields;
use crate::numbers::{unit_rotation, vector};
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    /// Has a bone follow a goal: JSON with the target of `look_at`, `rotation`, `pole`, `limit` and `weight`; without one the bone is
    /// released.
    ///
    /// # Errors
    /// The instance, the bone or the target is unknown, or a number is not finite or out of its bounds.
    pub fn set_bone_goal(&mut self, instance: u32, bone: &str, goal: Option<String>) -> Result<(), JsValue> {
        let unknown = || Fault::argument(format!("there is no human bone `{bone}`"));
        let bone = HumanBone::from_name(bone).ok_or_else(unknown)?;
        let goal = goal.map(|goal| self.goal(instance, &goal)).transpose()?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_bone_goal(id, bone, goal).map_err(Fault::from)?)
    }
}

impl RawWorld {
    fn goal(&self, instance: u32, goal: &str) -> Result<BoneGoal, Fault> {
        let mut fields = Fields::read(goal, "goal")?;
        let mut goal = BoneGoal::new(self.target(instance, &mut fields)?);
        goal.rotation = fields.numbers("rotation")?.map(|it| unit_rotation(&it, "rotation")).transpose()?;
        goal.pole = fields.numbers("pole")?.map(|it| vector(&it, "pole")).transpose()?;
        goal.limit = fields.number("limit")?.map(|it| it as f32);
        goal.weight = fields.number("weight")?.map_or(goal.weight, |it| it as f32);
        fields.finish()?;
        Ok(goal)
    }
}
