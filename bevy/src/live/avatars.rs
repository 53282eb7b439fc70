//! Faces, hands and feet, and the wind in the hair.

use bevy::ecs::component::Component;
use bevy::math::Vec3;
use sinew::{BoneGoal, HumanBone, InstanceId, World, WorldError};

use super::{Live, Values};
use crate::convert::to_vec3;

/// Expressions of an avatar, by their names.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewExpressions(Values<String, Option<f32>>);

impl SinewExpressions {
    /// Shows an expression, 0 to 1; `None` leaves it to animations and clips.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Option<f32>>) {
        self.0.set(name.into(), value.into());
    }
}

impl Live for SinewExpressions {
    type Key = String;
    type Value = Option<f32>;

    fn values(&mut self) -> &mut Values<String, Option<f32>> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &String, value: &Option<f32>) -> Result<(), WorldError> {
        world.set_expression(id, key, *value)
    }
}

/// Goals of an avatar's bones: hands and feet that reach a target, other bones that point at one.
///
/// ```
/// use bevy::prelude::Vec3;
/// use bevy_sinew::sinew::{BoneGoal, HumanBone, LookAtTarget};
/// use bevy_sinew::{SinewBoneGoals, convert::to_vec3};
///
/// let mut goals = SinewBoneGoals::default();
/// let handle = LookAtTarget::Point(to_vec3(Vec3::new(0.3, 1.1, 0.4)));
/// goals.set(HumanBone::RightHand, BoneGoal::new(handle));
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewBoneGoals(Values<HumanBone, Option<BoneGoal>>);

impl SinewBoneGoals {
    /// Sets the goal of a bone; `None` leaves it to animations and clips.
    pub fn set(&mut self, bone: HumanBone, goal: impl Into<Option<BoneGoal>>) {
        self.0.set(bone, goal.into());
    }
}

impl Live for SinewBoneGoals {
    type Key = HumanBone;
    type Value = Option<BoneGoal>;

    fn values(&mut self) -> &mut Values<HumanBone, Option<BoneGoal>> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &HumanBone, value: &Option<BoneGoal>) -> Result<(), WorldError> {
        world.set_bone_goal(id, *key, *value)
    }
}

/// The wind that acts on the spring bones of an instance.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewWind(Values<(), Vec3>);

impl SinewWind {
    /// Wind along the axes of the world, m/s.
    #[must_use]
    pub fn new(wind: Vec3) -> Self {
        let mut set = Self::default();
        set.set(wind);
        set
    }

    /// Sets the wind, m/s along the axes of the world.
    pub fn set(&mut self, wind: Vec3) {
        self.0.set((), wind);
    }
}

impl Live for SinewWind {
    type Key = ();
    type Value = Vec3;

    fn values(&mut self) -> &mut Values<(), Vec3> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, (): &(), value: &Vec3) -> Result<(), WorldError> {
        world.set_wind(id, to_vec3(*value))
    }
}
