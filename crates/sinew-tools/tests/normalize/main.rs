//! A normalized model has no rest rotations, and looks and moves as before.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod avatars;
mod constraints;
mod kept;
mod looks;
mod rewritten;

use sinew::document::{Document, NoResources, NodeIndex};
use sinew::{Model, Pose};
use sinew_tools::normalize::{Normalized, normalize};

/// A file before and after.
struct Pair {
    before: Document,
    after: Document,
    before_model: Model,
    after_model: Model,
    normalized: Normalized,
}

impl Pair {
    fn new(before: Document) -> Self {
        let before_model = Model::from_document(&before).0;
        let normalized = normalize(&before, &before_model).unwrap();
        let after = normalized.document.clone();
        let (after_model, _) = Model::from_document(&after);
        Self { before, after, before_model, after_model, normalized }
    }

    fn fixture(name: &str) -> Self {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/normalize");
        Self::new(Document::open(folder.join(name)).unwrap())
    }

    fn text(text: &str) -> Self {
        Self::new(Document::read(text, &NoResources).unwrap())
    }

    fn codes(&self) -> Vec<(&str, &str)> {
        self.normalized.diagnostics.iter().map(|found| (found.code.as_str(), found.pointer.as_str())).collect()
    }

    /// The local rest rotation of a node afterwards.
    fn rotation(&self, node: u32) -> glam::Quat {
        let hierarchy = self.after_model.hierarchy();
        hierarchy.rest(hierarchy.id(NodeIndex(node)).unwrap()).rotation
    }

    /// The largest distance between a place in both files, in metres, at rest.
    fn difference_at_rest(&self) -> f64 {
        looks::difference(self, &Pose::rest(&self.before_model), &Pose::rest(&self.after_model))
    }

    /// As [`Pair::difference_at_rest`], at a time of an animation.
    fn difference_at(&self, animation: usize, time: f32) -> f64 {
        let pose = |model: &Model| {
            let mut pose = Pose::rest(model);
            pose.apply_animation(model, &model.animations()[animation], time);
            pose
        };
        looks::difference(self, &pose(&self.before_model), &pose(&self.after_model))
    }

    /// As [`Pair::difference_at_rest`], with every node of the old file rotated and moved somehow, and the nodes of the new
    /// one so that they do the same.
    fn difference_moved(&self) -> f64 {
        (1..5)
            .map(|seed| {
                let (before, after) = self.moved(seed * 100);
                looks::difference(self, &before, &after)
            })
            .fold(0.0, f64::max)
    }

    /// Both files in a pose. A frame that rested with the model rotation W and rests with W′ now is seen through
    /// C = W⁻¹·W′; so the local rotation q is now C(parent)⁻¹·q·C, and the translation C(parent)⁻¹·t.
    fn moved(&self, seed: usize) -> (Pose, Pose) {
        let (mut before, mut after) = (Pose::rest(&self.before_model), Pose::rest(&self.after_model));
        let (old, new) = (self.before_model.hierarchy(), self.after_model.hierarchy());
        let frame_rotation = |node: NodeIndex| {
            let (a, b) = (old.id(node).unwrap(), new.id(node).unwrap());
            let rest = |model: &Model, node| Pose::rest(model).model_space().rotation(node).as_dquat();
            rest(&self.before_model, a).conjugate() * rest(&self.after_model, b)
        };
        for node in old.nodes() {
            let index = old.index(node);
            let above = old.parent(node).map_or(glam::DQuat::IDENTITY, |parent| frame_rotation(old.index(parent)));
            let rotation = looks::arbitrary_rotation(seed + node.slot());
            let translation = old.rest(node).translation + glam::Vec3::new(0.1, -0.2, 0.3);
            let (a, b) = (&mut before.local[node.slot()], &mut after.local[new.id(index).unwrap().slot()]);
            (a.rotation, a.translation) = (rotation, translation);
            b.rotation = (above.conjugate() * rotation.as_dquat() * frame_rotation(index)).as_quat();
            b.translation = (above.conjugate() * translation.as_dvec3()).as_vec3();
        }
        before.evaluate(&self.before_model);
        after.evaluate(&self.after_model);
        (before, after)
    }

    fn assert_second_time_changes_nothing(&self) {
        let again = normalize(&self.after, &self.after_model).unwrap();
        assert_eq!(again.document.json().text(), self.after.json().text());
    }
}
