//! Many equal worlds, stepped on all cores, with actions and observations as arrays.

use std::sync::Arc;

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use sinew::glam::Vec3;
use sinew::property::{PropertyId, PropertyValue};
use sinew::{Lanes, Model, Prototype, World, WorldError};

use crate::array::slice_mut;
use crate::cells::{Cell, Observed};
use crate::fault::Fault;
use crate::model::RawModel;
use crate::state::{self, BODY};
use crate::world::{Beginning, Options};

/// Many equal worlds.
#[pyclass(module = "sinew_gltf._native")]
pub(crate) struct RawWorlds {
    cells: Vec<Cell>,
    lanes: Lanes,
    model: Arc<Model>,
    actions: Vec<PropertyId>,
    observed: Observed,
    /// What every world is at its beginning.
    prototype: Prototype,
}

/// One world, and its part of the arrays.
struct Item<'a> {
    cell: &'a mut Cell,
    given: &'a [f32],
    observation: &'a mut [f32],
    outcome: Result<(), Fault>,
}

#[pymethods]
impl RawWorlds {
    /// So many worlds with an instance each; options as JSON, actions as pointers, and what is observed.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        model: &RawModel,
        n: usize,
        threads: Option<usize>,
        options: &str,
        beginning: &str,
        actions: Vec<String>,
        observe: Vec<String>,
    ) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options).map_err(Fault::from)?;
        let beginning: Beginning = serde_json::from_str(beginning).map_err(Fault::from)?;
        let model = Arc::clone(model.model());
        let (options, observed) = (options.checked()?, Observed::new(&model, &observe)?);
        Ok(py.detach(|| -> Result<Self, Fault> {
            let spawn = || -> Result<_, Fault> {
                let mut world = World::new(options);
                let instance = beginning.spawn(&mut world, &model)?;
                Ok((world, instance))
            };
            let (mut first, instance) = spawn()?;
            let action = |pointer: &String| first.resolve(instance, pointer).map_err(Fault::from);
            let actions = actions.iter().map(action).collect::<Result<Vec<_>, _>>()?;
            for action in &actions {
                let row = action.row();
                if !row.source.is_mutable() || row.kind.name() != "float" {
                    return Err(Fault::argument(format!("`{}` is not a number that can be set", action.pointer())));
                }
            }
            let cell = |_| spawn().map(|(world, instance)| Cell { world, instance });
            let cells = (0..n).map(cell).collect::<Result<Vec<_>, _>>()?;
            let lanes = threads.map_or_else(Lanes::new, Lanes::with_threads);
            // Of a world that was reset once: it has found which bodies joints hold together, and every reset gets that with it.
            first.reset_to(&first.prototype()?)?;
            Ok(Self { cells, lanes, model: Arc::clone(&model), actions, observed, prototype: first.prototype()? })
        })?)
    }

    /// The numbers of an observation.
    fn observation_width(&self) -> usize {
        self.observed.width()
    }

    /// Sets the actions of all worlds, runs steps, and writes the observations.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: Option<PyReadonlyArrayDyn<'_, f32>>,
        n: u32,
        mut observations: PyReadwriteArrayDyn<'_, f32>,
    ) -> PyResult<()> {
        let width = self.observed.width();
        let given = numbers(actions.as_ref(), &[self.cells.len(), self.actions.len()], "actions")?;
        let observations = slice_mut(&mut observations, &[self.cells.len(), width], "observations")?;
        let (model, observed, actions) = (&self.model, &self.observed, &self.actions);
        let outcome = py.detach(|| {
            let mut items = items(&mut self.cells, given, observations, width);
            self.lanes.each(&mut items, |item| {
                item.outcome = item.cell.act(actions, item.given).map_err(Fault::from);
                for _ in 0..n {
                    item.cell.world.step();
                }
                item.cell.observe(model, observed, item.observation);
            });
            outcome(&items)
        });
        Ok(outcome?)
    }

    /// Puts worlds back to their beginning, all or those of a mask, and writes the observations of all.
    fn reset(
        &mut self,
        py: Python<'_>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
        mut observations: PyReadwriteArrayDyn<'_, f32>,
    ) -> PyResult<()> {
        let width = self.observed.width();
        let mask = flags(mask.as_ref(), self.cells.len())?;
        let observations = slice_mut(&mut observations, &[self.cells.len(), width], "observations")?;
        let (model, observed, prototype) = (&self.model, &self.observed, &self.prototype);
        let outcome = py.detach(|| {
            let mut items = items(&mut self.cells, &[], observations, width);
            let mut chosen: Vec<&mut Item<'_>> = chosen(items.iter_mut(), mask).collect();
            let reset = |item: &mut Item<'_>| {
                item.outcome = item.cell.world.reset_to(prototype).map_err(Fault::from);
            };
            // The beginnings are equal, and so is what is observed of them.
            if let Some((first, others)) = chosen.split_first_mut() {
                reset(first);
                first.cell.observe(model, observed, first.observation);
                let beginning: &[f32] = first.observation;
                self.lanes.each(others, |item| {
                    reset(item);
                    item.observation.copy_from_slice(beginning);
                });
            }
            outcome(&items)
        });
        Ok(outcome?)
    }

    /// Makes the state of one world the beginning of all.
    fn set_beginning(&mut self, world: usize) -> PyResult<()> {
        let cell = self.cells.get(world).ok_or_else(|| Fault::argument(format!("there is no world {world}")))?;
        self.prototype = cell.world.prototype().map_err(Fault::from)?;
        Ok(())
    }

    /// Writes the observations of all worlds.
    fn observe(&mut self, py: Python<'_>, mut observations: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let width = self.observed.width();
        let observations = slice_mut(&mut observations, &[self.cells.len(), width], "observations")?;
        let (model, observed) = (&self.model, &self.observed);
        py.detach(|| {
            let mut items = items(&mut self.cells, &[], observations, width);
            self.lanes.each(&mut items, |item| item.cell.observe(model, observed, item.observation));
        });
        Ok(())
    }

    /// Writes the states of the bodies of all worlds.
    fn read_bodies(&self, py: Python<'_>, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let width = self.model.physics().bodies().len();
        let out = slice_mut(&mut out, &[self.cells.len(), width, BODY], "bodies")?;
        py.detach(|| {
            for (cell, out) in self.cells.iter().zip(out.chunks_exact_mut((width * BODY).max(1))) {
                state::write_bodies(&cell.world, cell.instance, out);
            }
        });
        Ok(())
    }

    /// Sets a property of each world, all or those of a mask, to a row of numbers.
    fn set_value(
        &mut self,
        py: Python<'_>,
        pointer: &str,
        values: PyReadonlyArrayDyn<'_, f32>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
    ) -> PyResult<()> {
        let Some(cell) = self.cells.first() else { return Ok(()) };
        let property = cell.world.resolve(cell.instance, pointer).map_err(Fault::from)?;
        let kind = property.row().kind;
        let width = match values.shape() {
            [_, width] => *width,
            _ => return Err(Fault::argument("values must have a row for each world").into()),
        };
        let rows = numbers(Some(&values), &[self.cells.len(), width], "values")?;
        let mask = flags(mask.as_ref(), self.cells.len())?;
        let outcome = py.detach(|| -> Result<(), Fault> {
            for (at, cell) in chosen(self.cells.iter_mut().enumerate(), mask) {
                let row = rows.get(at * width..(at + 1) * width).unwrap_or_default();
                let wrong = || Fault::argument(format!("`{pointer}` is of type {}", kind.name()));
                let value = PropertyValue::from_numbers(kind, row).ok_or_else(wrong)?;
                cell.world.set_value_of(cell.instance, property, &value)?;
            }
            Ok(())
        });
        Ok(outcome?)
    }

    /// Applies an impulse to a body of each world, all or those of a mask, at its centre of mass.
    fn apply_impulse(
        &mut self,
        py: Python<'_>,
        node: u32,
        impulses: PyReadonlyArrayDyn<'_, f32>,
        mask: Option<PyReadonlyArrayDyn<'_, bool>>,
    ) -> PyResult<()> {
        let rows = numbers(Some(&impulses), &[self.cells.len(), 3], "impulses")?;
        let mask = flags(mask.as_ref(), self.cells.len())?;
        let index = sinew_document::NodeIndex(node);
        let body = self.model.hierarchy().id(index).ok_or_else(|| Fault::unknown_node(node))?;
        let outcome = py.detach(|| -> Result<(), Fault> {
            let rows = rows.as_chunks::<3>().0;
            for (cell, impulse) in chosen(self.cells.iter_mut().zip(rows), mask) {
                cell.world.apply_impulse(cell.instance, body, Vec3::from_array(*impulse))?;
            }
            Ok(())
        });
        Ok(outcome?)
    }

    /// The digest of each world.
    fn digests(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.cells.iter().map(|cell| cell.world.digest()).collect())
    }
}

/// The worlds with their parts of the arrays.
fn items<'a>(cells: &'a mut [Cell], given: &'a [f32], observations: &'a mut [f32], width: usize) -> Vec<Item<'a>> {
    let actions = given.len().checked_div(cells.len()).unwrap_or(0);
    let mut rest = observations;
    let item = |(at, cell): (usize, &'a mut Cell)| {
        let (observation, others) = std::mem::take(&mut rest).split_at_mut_checked(width).unwrap_or_default();
        rest = others;
        let given = given.get(at * actions..(at + 1) * actions).unwrap_or_default();
        Item { cell, given, observation, outcome: Ok(()) }
    };
    cells.iter_mut().enumerate().map(item).collect()
}

/// The first action that a world refused.
fn outcome(items: &[Item<'_>]) -> Result<(), Fault> {
    for (at, item) in items.iter().enumerate() {
        if let Err(error) = &item.outcome {
            return Err(Fault::new(error.code, format!("world {at}: {}", error.message)));
        }
    }
    Ok(())
}

/// Those that a mask names, or all.
fn chosen<T>(all: impl Iterator<Item = T>, mask: Option<&[bool]>) -> impl Iterator<Item = T> {
    let is_chosen = move |at: usize| mask.is_none_or(|mask| mask.get(at).copied().unwrap_or(false));
    all.enumerate().filter(move |(at, _)| is_chosen(*at)).map(|(_, item)| item)
}

/// The finite numbers of an array of an expected shape.
fn numbers<'a>(
    array: Option<&'a PyReadonlyArrayDyn<'_, f32>>,
    shape: &[usize],
    what: &str,
) -> Result<&'a [f32], Fault> {
    let Some(array) = array else { return Ok(&[]) };
    if array.shape() != shape {
        return Err(Fault::argument(format!("{what} has the shape {:?}; must be {shape:?}", array.shape())));
    }
    let numbers = array.as_slice().map_err(|_| Fault::argument(format!("{what} must be contiguous")))?;
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(at) => {
            let world = at / numbers.len().checked_div(shape[0]).unwrap_or(1).max(1);
            Err(Fault::new(WorldError::NotFinite.code(), format!("{what} of world {world}: {}", WorldError::NotFinite)))
        }
    }
}

fn flags<'a>(mask: Option<&'a PyReadonlyArrayDyn<'_, bool>>, count: usize) -> Result<Option<&'a [bool]>, Fault> {
    let Some(mask) = mask else { return Ok(None) };
    if mask.shape() != [count] {
        return Err(Fault::argument(format!("mask has the shape {:?}; must be [{count}]", mask.shape())));
    }
    mask.as_slice().map(Some).map_err(|_| Fault::argument("mask must be contiguous"))
}
