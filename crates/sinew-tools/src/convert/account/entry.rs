//! The lists of the file: shapes, materials, filters; and the gravity of the world.

use glam::Vec3;
use sinew_document::extension::{
    khr_collision_shapes, khr_implicit_shapes, khr_physics_rigid_bodies, omi_collider, omi_physics_body,
    omi_physics_gravity, omi_physics_joint, omi_physics_shape,
};
use sinew_document::{Kind, Value};

use super::super::{Dialect, Loss};
use super::shape::Spelling;
use super::{Account, held};
use sinew_model::model::physics::{Combine, Entry};

impl<'a> Account<'a> {
    /// The extensions of the file as a whole.
    pub(super) fn lists(&mut self) {
        for name in self.to.replaced() {
            let Some(value) = self.document.extension(name) else { continue };
            let keys: &[&str] = match *name {
                khr_collision_shapes::NAME | khr_implicit_shapes::NAME | omi_physics_shape::NAME => &["shapes"],
                omi_collider::NAME => &["colliders"],
                khr_physics_rigid_bodies::NAME => &["physicsMaterials", "collisionFilters", "physicsJoints"],
                omi_physics_body::NAME => &["physicsMaterials", "collisionFilters"],
                omi_physics_joint::NAME => &["constraints", "physicsJoints"],
                omi_physics_gravity::NAME => {
                    self.gravity(value);
                    continue;
                }
                _ => &[],
            };
            // An empty list is none.
            let is_list = |value: Value<'_>| value.kind() == Kind::Array;
            let known: Vec<_> = keys.iter().map(|key| (*key, &is_list as super::Holds<'_>)).collect();
            self.object(value, name, &known);
            for key in keys {
                let Some(list) = value.get(key) else { continue };
                if *key == "constraints" {
                    self.constraint_entries(list);
                    continue;
                }
                for entry in list.elements() {
                    self.entry(entry, name, key);
                }
            }
        }
    }

    fn entry(&mut self, value: Value<'a>, extension: &str, key: &str) {
        let has_lists = self.to != Dialect::OmiSeed;
        match self.physics().origins().entry(value) {
            Some(Entry::Shape(id)) => {
                let spelling = match extension {
                    omi_physics_shape::NAME => Spelling::Omi,
                    omi_collider::NAME => Spelling::Collider,
                    _ => Spelling::Khr,
                };
                self.shape(value, id, spelling, key);
            }
            Some(Entry::Material(id)) if has_lists => self.material(value, id.slot(), key),
            Some(Entry::Filter(id)) if has_lists => self.filter(value, id.slot(), key),
            Some(Entry::Joint(id)) => self.joint_description(value, id, extension == omi_physics_joint::NAME, key),
            // An unusable or unused entry, or one that the dialect has no list for.
            _ => self.gone(value, key),
        }
    }

    fn material(&mut self, value: Value<'_>, slot: usize, what: &str) {
        let Some(material) = self.physics().materials().get(slot) else { return };
        let is_combine =
            |value: Value<'_>, held: Option<Combine>| held.is_some_and(|held| held::word(value, &[held.name()]));
        self.object(
            value,
            what,
            &[
                ("name", &held::text),
                ("staticFriction", &|value| held::number(value, material.static_friction)),
                ("dynamicFriction", &|value| held::number(value, material.dynamic_friction)),
                ("restitution", &|value| held::number(value, material.restitution)),
                ("frictionCombine", &|value| is_combine(value, material.friction_combine)),
                ("restitutionCombine", &|value| is_combine(value, material.restitution_combine)),
            ],
        );
    }

    fn filter(&mut self, value: Value<'_>, slot: usize, what: &str) {
        let Some(filter) = self.physics().filters().get(slot) else { return };
        let meets = |value: Value<'_>| match &filter.collide_with {
            Some(with) => held::words(value, with),
            // In OMI's words, an empty list is none.
            None => held::empty(value),
        };
        self.object(
            value,
            what,
            &[
                ("name", &held::text),
                ("collisionSystems", &|value| held::words(value, &filter.systems)),
                ("collideWithSystems", &meets),
                ("notCollideWithSystems", &|value| held::words(value, &filter.not_collide_with)),
            ],
        );
    }

    /// The model has the product of both.
    fn gravity(&mut self, value: Value<'_>) {
        let Some(held) = self.physics().gravity() else {
            return self.losses.push(Loss::text(value, "gravity"));
        };
        let strength = value.get("gravity").and_then(Value::as_f32).unwrap_or(f32::NAN);
        let is_strength = |_: Value<'_>| (strength.abs() - held.length()).abs() <= 1e-5 * strength.abs();
        let is_direction = |value: Value<'_>| match held.try_normalize() {
            Some(direction) => held::direction(value, direction * strength.signum()),
            // Without a strength only the default direction is held.
            None => held::direction(value, Vec3::NEG_Y),
        };
        self.object(value, "gravity", &[("gravity", &is_strength), ("direction", &is_direction)]);
    }
}
