//! Worlds: their instances, and their steps.

use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::PyReadwriteArrayDyn;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{
    Animations, InstanceId, Model, NodeId, SpawnOptions, World, WorldError, WorldEvent, WorldNode, WorldOptions,
    WrapMode,
};

use crate::array::slice_mut;
use crate::fault::Fault;
use crate::model::RawModel;
use crate::state;

/// Steps between two looks for a signal such as Ctrl-C.
const STEPS_A_LOOK: u64 = 256;

/// A world, and its instances by the order of spawning.
#[pyclass(module = "sinew_gltf._native")]
pub(crate) struct RawWorld {
    pub(crate) world: World,
    instances: Vec<Option<Spawned>>,
    numbers: BTreeMap<InstanceId, u32>,
    /// Despawned instances, which the events of the next step can name, with the count of steps.
    despawned: Vec<(u32, u64, Spawned)>,
    /// Of all steps of the last call.
    pub(crate) events: Vec<WorldEvent>,
}

/// An instance.
#[derive(Clone, Debug)]
pub(crate) struct Spawned {
    pub(crate) id: InstanceId,
    pub(crate) model: Arc<Model>,
}

/// How a world is made.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    dt: Option<f64>,
    gravity: Option<[f32; 3]>,
    density: Option<f32>,
    max_steps: Option<u32>,
    sleeping: Option<bool>,
    subset_filters: Option<bool>,
}

/// How an instance begins.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Beginning {
    translation: [f32; 3],
    rotation: Option<[f32; 4]>,
    animations: Animations,
    wrap_mode: WrapMode,
    springs: Option<bool>,
    graphs: Option<bool>,
}

#[pymethods]
impl RawWorld {
    /// An empty world, with options as JSON.
    #[new]
    fn new(options: &str) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options).map_err(Fault::from)?;
        Ok(Self {
            world: World::new(options.checked()?),
            instances: Vec::new(),
            numbers: BTreeMap::new(),
            despawned: Vec::new(),
            events: Vec::new(),
        })
    }

    /// Spawns an instance of a model, with options as JSON.
    fn spawn(&mut self, py: Python<'_>, model: &RawModel, options: &str) -> PyResult<u32> {
        let beginning: Beginning = serde_json::from_str(options).map_err(Fault::from)?;
        let number = u32::try_from(self.instances.len()).map_err(|_| Fault::argument("too many instances"))?;
        let model = Arc::clone(model.model());
        let id = py.detach(|| beginning.spawn(&mut self.world, &model))?;
        self.numbers.insert(id, number);
        self.instances.push(Some(Spawned { id, model }));
        Ok(number)
    }

    /// Removes an instance.
    fn despawn(&mut self, instance: u32) -> PyResult<()> {
        let spawned = self.spawned(instance)?.clone();
        self.world.despawn(spawned.id).map_err(Fault::from)?;
        if let Some(slot) = self.instances.get_mut(instance as usize) {
            *slot = None;
        }
        self.despawned.push((instance, self.world.steps(), spawned));
        Ok(())
    }

    /// Runs steps. Ctrl-C ends a long run between two of them.
    fn step(&mut self, py: Python<'_>, n: u64) -> PyResult<()> {
        self.events.clear();
        let mut left = n;
        while left > 0 {
            let now = left.min(STEPS_A_LOOK);
            py.detach(|| {
                for _ in 0..now {
                    self.step_once();
                }
            });
            left -= now;
            if left > 0 {
                py.check_signals()?;
            }
        }
        self.forget_despawned();
        Ok(())
    }

    /// Advances by passed time, and returns the number of steps and the dropped seconds.
    fn advance(&mut self, py: Python<'_>, seconds: f64) -> PyResult<(u32, f64)> {
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(Fault::argument(format!("seconds is {seconds}; must be 0 or positive")).into());
        }
        let advanced = py.detach(|| self.world.advance(seconds));
        self.events.clear();
        self.events.extend_from_slice(self.world.events());
        self.forget_despawned();
        Ok((advanced.steps, advanced.dropped))
    }

    /// Seconds of a step.
    fn dt(&self) -> f64 {
        self.world.dt()
    }

    /// The number of steps that were run.
    fn steps(&self) -> u64 {
        self.world.steps()
    }

    /// Simulated seconds.
    fn time(&self) -> f64 {
        self.world.time()
    }

    /// The digest of everything.
    fn digest(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.world.digest())
    }

    /// The digest of the bodies.
    fn physics_digest(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.world.physics_digest())
    }

    /// The whole state, as bytes.
    fn snapshot(&self, py: Python<'_>) -> Py<PyBytes> {
        let bytes = py.detach(|| self.world.snapshot());
        PyBytes::new(py, &bytes).unbind()
    }

    /// Goes back to a snapshot.
    fn restore(&mut self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        py.detach(|| self.world.restore(bytes)).map_err(Fault::from)?;
        self.events.clear();
        self.events.extend_from_slice(self.world.events());
        Ok(())
    }

    /// Writes the local transforms of the nodes.
    fn read_locals(&self, instance: u32, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let Spawned { id, model } = self.spawned(instance)?;
        let out = slice_mut(&mut out, &[model.hierarchy().len(), state::LOCAL], "locals")?;
        let pose = self.world.pose(*id).ok_or_else(Fault::unknown_instance)?;
        state::write_locals(model, pose, out);
        Ok(())
    }

    /// Writes the matrices of the nodes.
    fn read_matrices(&self, instance: u32, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let Spawned { id, model } = self.spawned(instance)?;
        let out = slice_mut(&mut out, &[model.hierarchy().len(), 4, 4], "matrices")?;
        let pose = self.world.pose(*id).ok_or_else(Fault::unknown_instance)?;
        state::write_matrices(model, pose, out);
        Ok(())
    }

    /// Writes the morph weights.
    fn read_weights(&self, instance: u32, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let Spawned { id, model } = self.spawned(instance)?;
        let out = slice_mut(&mut out, &[model.morph_targets().rest().len()], "weights")?;
        let pose = self.world.pose(*id).ok_or_else(Fault::unknown_instance)?;
        for (out, weight) in out.iter_mut().zip(&pose.weights) {
            *out = *weight;
        }
        Ok(())
    }

    /// Writes the states of the bodies.
    fn read_bodies(&self, instance: u32, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let Spawned { id, model } = self.spawned(instance)?;
        let out = slice_mut(&mut out, &[model.physics().bodies().len(), state::BODY], "bodies")?;
        state::write_bodies(&self.world, *id, out);
        Ok(())
    }

    /// Writes the readings of drives and limits.
    fn read_joints(
        &self,
        instance: u32,
        mut drives: PyReadwriteArrayDyn<'_, f32>,
        mut limits: PyReadwriteArrayDyn<'_, f32>,
    ) -> PyResult<()> {
        let Spawned { id, model } = self.spawned(instance)?;
        let (drive_rows, limit_rows) = state::joint_rows(model);
        let drives = slice_mut(&mut drives, &[drive_rows, state::DRIVE], "drives")?;
        let limits = slice_mut(&mut limits, &[limit_rows, state::LIMIT], "limits")?;
        state::write_joints(&self.world, *id, model, drives, limits);
        Ok(())
    }

    /// The numbers of drives and limits of an instance.
    fn joint_rows(&self, instance: u32) -> PyResult<(usize, usize)> {
        Ok(state::joint_rows(&self.spawned(instance)?.model))
    }
}

impl RawWorld {
    pub(crate) fn step_once(&mut self) {
        self.world.step();
        self.events.extend_from_slice(self.world.events());
    }

    /// Forgets instances that no event can name any more: those of the step after a despawn do, of later ones do not.
    pub(crate) fn forget_despawned(&mut self) {
        let steps = self.world.steps();
        let numbers = &mut self.numbers;
        self.despawned.retain(|(_, at, spawned)| {
            let is_named = steps <= at + 1;
            if !is_named {
                numbers.remove(&spawned.id);
            }
            is_named
        });
    }

    pub(crate) fn spawned(&self, instance: u32) -> Result<&Spawned, Fault> {
        self.instances.get(instance as usize).and_then(Option::as_ref).ok_or_else(Fault::unknown_instance)
    }

    pub(crate) fn node_id(&self, instance: u32, node: u32) -> Result<(InstanceId, NodeId), Fault> {
        let Spawned { id, model } = self.spawned(instance)?;
        let node = model.hierarchy().id(sinew_document::NodeIndex(node)).ok_or_else(|| Fault::unknown_node(node))?;
        Ok((*id, node))
    }

    /// The number of the instance and the index of the node; `None` for one that is forgotten.
    pub(crate) fn named(&self, node: WorldNode) -> Option<(u32, u32)> {
        let number = *self.numbers.get(&node.instance)?;
        let gone = || self.despawned.iter().find(|(of, ..)| *of == number).map(|(.., spawned)| spawned);
        let spawned = self.instances.get(number as usize)?.as_ref().or_else(gone)?;
        Some((number, spawned.model.hierarchy().index(node.node).0))
    }
}

impl Options {
    pub(crate) fn checked(&self) -> Result<WorldOptions, Fault> {
        let mut options = WorldOptions::default();
        if let Some(dt) = self.dt {
            if !(dt.is_finite() && dt > 0.0) {
                return Err(Fault::argument(format!("dt is {dt}; must be positive")));
            }
            options.dt = dt;
        }
        options.gravity = self.gravity.map(|gravity| vector(gravity, "gravity")).transpose()?;
        if let Some(density) = self.density {
            if !(density.is_finite() && density > 0.0) {
                return Err(Fault::argument(format!("density is {density}; must be positive")));
            }
            options.density = density;
        }
        options.max_steps = self.max_steps.unwrap_or(options.max_steps);
        options.sleeping = self.sleeping.unwrap_or(options.sleeping);
        options.subset_filters = self.subset_filters.unwrap_or(options.subset_filters);
        Ok(options)
    }
}

impl Beginning {
    pub(crate) fn spawn(&self, world: &mut World, model: &Arc<Model>) -> Result<InstanceId, Fault> {
        let is_unknown = |animation: usize| animation >= model.animations().len();
        if matches!(&self.animations, Animations::Only(list) if list.iter().any(|state| is_unknown(state.animation))) {
            return Err(WorldError::UnknownAnimation.into());
        }
        let place = rigid(self.translation, self.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]))?;
        let options = SpawnOptions::default()
            .with_animations(self.animations.clone())
            .with_wrap_mode(self.wrap_mode)
            .with_springs(self.springs.unwrap_or(true))
            .with_graphs(self.graphs.unwrap_or(true));
        Ok(world.spawn_with(Arc::clone(model), place, &options))
    }
}

/// Three finite numbers.
pub(crate) fn vector(numbers: [f32; 3], what: &str) -> Result<Vec3, Fault> {
    let vector = Vec3::from_array(numbers);
    let fault = || Fault::new(WorldError::NotFinite.code(), format!("{what}: {}", WorldError::NotFinite));
    vector.is_finite().then_some(vector).ok_or_else(fault)
}

/// A translation, and a rotation that is normalized.
pub(crate) fn rigid(translation: [f32; 3], rotation: [f32; 4]) -> Result<Rigid, Fault> {
    let rotation = Quat::from_array(rotation);
    let length = rotation.length();
    if !(rotation.is_finite() && length.is_finite() && length > f32::MIN_POSITIVE) {
        return Err(Fault::new(WorldError::NotFinite.code(), format!("rotation: {}", WorldError::NotFinite)));
    }
    Ok(Rigid::new(vector(translation, "translation")?, rotation / length))
}
