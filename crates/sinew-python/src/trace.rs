//! Steps whose states are written into arrays that the caller allocated.

use std::sync::Arc;

use numpy::PyReadwriteArrayDyn;
use pyo3::prelude::*;

use crate::array::slice_mut;
use crate::fault::Fault;
use crate::state::{self, BODY, DRIVE, LIMIT, LOCAL};
use crate::world::RawWorld;

/// Steps between two looks for a signal such as Ctrl-C.
const STEPS_A_LOOK: usize = 64;

#[pymethods]
impl RawWorld {
    /// Runs steps, and writes the time, the bodies, the drives, the limits and the nodes of an instance behind each.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn trace(
        &mut self,
        py: Python<'_>,
        instance: u32,
        steps: usize,
        mut time: PyReadwriteArrayDyn<'_, f64>,
        mut bodies: Option<PyReadwriteArrayDyn<'_, f32>>,
        mut drives: Option<PyReadwriteArrayDyn<'_, f32>>,
        mut limits: Option<PyReadwriteArrayDyn<'_, f32>>,
        mut locals: Option<PyReadwriteArrayDyn<'_, f32>>,
    ) -> PyResult<()> {
        let spawned = self.spawned(instance)?;
        let (id, model) = (spawned.id, Arc::clone(&spawned.model));
        let (drive_rows, limit_rows) = state::joint_rows(&model);
        let (body_rows, node_rows) = (model.physics().bodies().len(), model.hierarchy().len());
        let time = slice_mut(&mut time, &[steps], "time")?;
        let bodies = optional(&mut bodies, &[steps, body_rows, BODY], "bodies")?;
        let drives = optional(&mut drives, &[steps, drive_rows, DRIVE], "drives")?;
        let limits = optional(&mut limits, &[steps, limit_rows, LIMIT], "limits")?;
        let locals = optional(&mut locals, &[steps, node_rows, LOCAL], "locals")?;
        let reads_joints = !drives.is_empty() || !limits.is_empty();
        self.events.clear();
        for from in (0..steps).step_by(STEPS_A_LOOK) {
            py.detach(|| {
                for step in from..(from + STEPS_A_LOOK).min(steps) {
                    self.step_once();
                    if let Some(time) = time.get_mut(step) {
                        *time = self.world.time();
                    }
                    state::write_bodies(&self.world, id, row(bodies, step, body_rows * BODY));
                    if reads_joints {
                        let drives = row(drives, step, drive_rows * DRIVE);
                        let limits = row(limits, step, limit_rows * LIMIT);
                        state::write_joints(&self.world, id, &model, drives, limits);
                    }
                    if let (Some(pose), false) = (self.world.pose(id), locals.is_empty()) {
                        state::write_locals(&model, pose, row(locals, step, node_rows * LOCAL));
                    }
                }
            });
            py.check_signals()?;
        }
        self.forget_despawned();
        Ok(())
    }
}

/// The numbers of an array, if there is one.
fn optional<'a>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, f32>>,
    shape: &[usize],
    what: &str,
) -> Result<&'a mut [f32], Fault> {
    array.as_mut().map_or(Ok(&mut [][..]), |array| slice_mut(array, shape, what))
}

/// The numbers of a step; none of an array that is not asked for.
fn row(numbers: &mut [f32], step: usize, width: usize) -> &mut [f32] {
    numbers.get_mut(step * width..(step + 1) * width).unwrap_or_default()
}
