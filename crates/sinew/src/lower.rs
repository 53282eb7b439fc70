//! From a document to a model: the only code that sees both. Each file here answers to the one of the same name in
//! `model`.

mod constraint;
mod hierarchy;
mod morph;

use sinew_document::{Diagnostics, Document};

use crate::model::{Identity, Model};

/// Makes a model of a document. What could not be used is told by the diagnostics; the rest is in the model.
pub(crate) fn lower(document: &Document) -> (Model, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let (hierarchy, meshes) = hierarchy::lower(document, &mut diagnostics);
    let morph_targets = morph::lower(document, &hierarchy, &meshes, &mut diagnostics);
    let constraint::Lowered { constraints, prepared, schedule } =
        constraint::lower(document, &hierarchy, &mut diagnostics);
    (
        Model {
            hierarchy,
            animations: Vec::new(),
            morph_targets,
            constraints,
            prepared,
            schedule,
            identity: Identity::default(),
        },
        diagnostics,
    )
}
