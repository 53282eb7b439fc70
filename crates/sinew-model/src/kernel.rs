//! The formulas of the specifications as pure functions: numbers in, numbers out. They depend on no file, model or world.
//!
//! ```
//! use glam::Vec3;
//! use sinew_model::kernel::limit::Metric;
//! use sinew_model::math::Rigid;
//!
//! let (a, b) = (Rigid::IDENTITY, Rigid::from_translation(Vec3::new(3.0, 4.0, 0.0)));
//! assert_eq!(Metric::Distance.value(&a.into(), &b.into()), 5.0);
//! ```

pub mod blink;
pub mod body;
pub mod combine;
pub mod constraint;
pub mod drive;
pub mod expression;
pub mod filter;
pub mod forward;
pub mod free_rotation;
pub mod gravity;
pub mod inverse_kinematics;
pub mod limit;
pub mod lip_sync;
pub mod look_at;
pub mod retarget;
pub mod sample;
pub mod spring_bone;
pub mod virtual_transform;
