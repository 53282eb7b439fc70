//! Cache of engine shapes: equal shapes are built once.

use std::collections::HashMap;
use std::sync::Arc;

use rapier3d::prelude::SharedShape;

use super::{Purpose, Stretch, build};
use sinew_model::model::Model;
use sinew_model::model::physics::{Physics, Shape, ShapeId};

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

    /// Returns an engine shape of an instance whose physics may have other sizes. Those are built anew: they are boxes and the
    /// like, and meshes have no size to be changed.
    pub(crate) fn changed_shape(
        &mut self,
        model: &Model,
        changed: Option<&Physics>,
        shape: ShapeId,
        stretch: &Stretch,
        purpose: Purpose,
    ) -> Option<SharedShape> {
        let own = changed.and_then(|physics| physics.shapes().get(shape.slot()));
        match own {
            // The model does not have what was added.
            Some(own) if shape.slot() >= model.physics().shapes().len() => build(own, stretch, purpose),
            None | Some(Shape::ConvexHull(_) | Shape::TriangleMesh(_)) => self.shape(model, shape, stretch, purpose),
            Some(own) if model.physics().shapes().get(shape.slot()) == Some(own) => {
                self.shape(model, shape, stretch, purpose)
            }
            Some(own) => build(own, stretch, purpose),
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
