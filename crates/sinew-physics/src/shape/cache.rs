//! Cache of engine shapes: equal shapes are built once.

use std::collections::HashMap;
use std::sync::Arc;

use rapier3d::prelude::SharedShape;

use super::{Purpose, Stretch, build};
use sinew_model::model::Model;
use sinew_model::model::physics::ShapeId;

/// The shapes of each model in the simulation.
#[derive(Default)]
pub(crate) struct ShapeCache {
    models: Vec<ModelShapes>,
}

struct ModelShapes {
    model: Arc<Model>,
    instances: usize,
    built: HashMap<(ShapeId, [u32; 9], Purpose), Option<SharedShape>>,
}

impl ShapeCache {
    /// Counts an instance of a model.
    pub(crate) fn enter(&mut self, model: &Arc<Model>) {
        match self.models.iter_mut().find(|known| known.model.identity() == model.identity()) {
            Some(known) => known.instances += 1,
            None => self.models.push(ModelShapes { model: model.clone(), instances: 1, built: HashMap::new() }),
        }
    }

    /// Counts an instance less, and drops the shapes of a model without any.
    pub(crate) fn leave(&mut self, model: &Model) {
        if let Some(index) = self.models.iter().position(|known| known.model.identity() == model.identity()) {
            self.models[index].instances -= 1;
            if self.models[index].instances == 0 {
                self.models.swap_remove(index);
            }
        }
    }

    /// Returns an engine shape of a model.
    pub(crate) fn shape(
        &mut self,
        model: &Model,
        shape: ShapeId,
        stretch: &Stretch,
        purpose: Purpose,
    ) -> Option<SharedShape> {
        let authored = model.physics().shapes().get(shape.slot())?;
        let make = || build(authored, stretch, purpose);
        match self.models.iter_mut().find(|known| known.model.identity() == model.identity()) {
            Some(known) => known.built.entry((shape, stretch.bits(), purpose)).or_insert_with(make).clone(),
            None => make(),
        }
    }
}
