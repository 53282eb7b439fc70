//! One of many equal worlds: what is done to it before a step, and what is read behind it.

use sinew::property::PropertyId;
use sinew::{InstanceId, Model, World, WorldError};

use crate::fault::Fault;
use crate::state::{self, BODY};

/// A world with one instance.
pub(crate) struct Cell {
    pub(crate) world: World,
    pub(crate) instance: InstanceId,
}

/// What an observation holds: so many numbers of each, in this order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed {
    /// Position and velocity of each drive.
    drives: usize,
    /// The metric of each limit.
    limits: usize,
    /// Translation, rotation, linear and angular velocity of each body.
    bodies: usize,
}

/// Numbers of a drive and a body in an observation.
const DRIVE_NUMBERS: usize = 2;
const BODY_NUMBERS: usize = 13;

impl Observed {
    pub(crate) fn new(model: &Model, words: &[String]) -> Result<Self, Fault> {
        let known = ["drives", "limits", "bodies"];
        if let Some(word) = words.iter().find(|word| !known.contains(&word.as_str())) {
            return Err(Fault::argument(format!("observe has `{word}`; must be of `{}`", known.join("`, `"))));
        }
        let (drives, limits) = state::joint_rows(model);
        let count = |name: &str, numbers: usize| if words.iter().any(|word| word == name) { numbers } else { 0 };
        Ok(Self {
            drives: count("drives", drives * DRIVE_NUMBERS),
            limits: count("limits", limits),
            bodies: count("bodies", model.physics().bodies().len() * BODY_NUMBERS),
        })
    }

    /// The numbers of one world's observation.
    pub(crate) fn width(self) -> usize {
        self.drives + self.limits + self.bodies
    }
}

impl Cell {
    /// Sets properties of one number each.
    pub(crate) fn act(&mut self, actions: &[PropertyId], numbers: &[f32]) -> Result<(), WorldError> {
        self.world.set_numbers(self.instance, actions, numbers)
    }

    /// Writes an observation into its row. Nothing is allocated.
    pub(crate) fn observe(&self, model: &Model, observed: &Observed, out: &mut [f32]) {
        let world = (&self.world, self.instance);
        let (drives, rest) = out.split_at_mut_checked(observed.drives).unwrap_or_default();
        let (limits, bodies) = rest.split_at_mut_checked(observed.limits).unwrap_or_default();
        if !drives.is_empty() {
            state::write_drives(world, model, drives, |drive| [drive.position, drive.velocity]);
        }
        if !limits.is_empty() {
            state::write_limits(world, model, limits, |limit| [limit.metric]);
        }
        if !bodies.is_empty() {
            let mut row = [0.0; BODY];
            let (rows, _) = bodies.as_chunks_mut::<BODY_NUMBERS>();
            for (out, body) in rows.iter_mut().zip(self.world.file_bodies(self.instance)) {
                match body {
                    Some(body) => state::write_body(&body, &mut row),
                    None => row.fill(f32::NAN),
                }
                out.copy_from_slice(&row[..BODY_NUMBERS]);
            }
        }
    }
}
