//! One of many equal worlds: what is done to it before a step, and what is read behind it.

use std::sync::Arc;

use sinew::property::{PropertyId, PropertyValue};
use sinew::{InstanceId, Model, World, WorldError};

use crate::fault::Fault;
use crate::state::{self, BODY, DRIVE, LIMIT};

/// A world with one instance.
pub(crate) struct Cell {
    pub(crate) world: World,
    pub(crate) instance: InstanceId,
    /// Rows of readings, kept so that reading them allocates nothing of ours.
    drives: Vec<f32>,
    limits: Vec<f32>,
}

/// What an observation holds, in this order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed {
    /// Position and velocity of each drive.
    pub(crate) drives: bool,
    /// The metric of each limit.
    pub(crate) limits: bool,
    /// Translation, rotation, linear and angular velocity of each body.
    pub(crate) bodies: bool,
}

/// Numbers of a drive, a limit and a body in an observation.
const DRIVE_NUMBERS: usize = 2;
const LIMIT_NUMBERS: usize = 1;
const BODY_NUMBERS: usize = 13;

impl Observed {
    pub(crate) fn new(words: &[String]) -> Result<Self, Fault> {
        let known = ["drives", "limits", "bodies"];
        if let Some(word) = words.iter().find(|word| !known.contains(&word.as_str())) {
            return Err(Fault::argument(format!("observe has `{word}`; must be of `{}`", known.join("`, `"))));
        }
        let has = |name: &str| words.iter().any(|word| word == name);
        Ok(Self { drives: has("drives"), limits: has("limits"), bodies: has("bodies") })
    }

    /// The numbers of one world's observation.
    pub(crate) fn width(self, model: &Model) -> usize {
        let (drives, limits) = state::joint_rows(model);
        let count = |is_on: bool, rows: usize, numbers: usize| if is_on { rows * numbers } else { 0 };
        count(self.drives, drives, DRIVE_NUMBERS)
            + count(self.limits, limits, LIMIT_NUMBERS)
            + count(self.bodies, model.physics().bodies().len(), BODY_NUMBERS)
    }
}

impl Cell {
    pub(crate) fn new(world: World, instance: InstanceId, model: &Model) -> Self {
        let (drives, limits) = state::joint_rows(model);
        Self { world, instance, drives: vec![0.0; drives * DRIVE], limits: vec![0.0; limits * LIMIT] }
    }

    /// Sets properties of one number each.
    pub(crate) fn act(&mut self, actions: &[PropertyId], numbers: &[f32]) -> Result<(), WorldError> {
        for (property, number) in actions.iter().zip(numbers) {
            self.world.set_value_of(self.instance, *property, &PropertyValue::Float(*number))?;
        }
        Ok(())
    }

    /// Writes an observation.
    pub(crate) fn observe(&mut self, model: &Arc<Model>, observed: Observed, mut out: &mut [f32]) {
        let mut next = |width: usize| {
            let (now, rest) = std::mem::take(&mut out).split_at_mut_checked(width).unwrap_or_default();
            out = rest;
            now
        };
        if observed.drives || observed.limits {
            state::write_joints(&self.world, self.instance, model, &mut self.drives, &mut self.limits);
        }
        if observed.drives {
            for row in self.drives.as_chunks::<DRIVE>().0 {
                next(DRIVE_NUMBERS).copy_from_slice(&row[..DRIVE_NUMBERS]);
            }
        }
        if observed.limits {
            for row in self.limits.as_chunks::<LIMIT>().0 {
                next(LIMIT_NUMBERS).copy_from_slice(&row[..LIMIT_NUMBERS]);
            }
        }
        if observed.bodies {
            let mut row = [0.0; BODY];
            for body in self.world.file_bodies(self.instance) {
                match body {
                    Some(body) => state::write_body(&body, &mut row),
                    None => row.fill(f32::NAN),
                }
                next(BODY_NUMBERS).copy_from_slice(&row[..BODY_NUMBERS]);
            }
        }
    }
}
