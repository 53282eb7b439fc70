//! Removes the source's extensions.

use std::collections::HashSet;

use sinew_document::{Document, Edit, EditError, NodeIndex};

use super::Dialect;

/// The extensions that a writer has written.
pub(super) struct Written {
    /// Extensions by node and name.
    pub(super) on_nodes: HashSet<(u32, &'static str)>,
    /// Extensions of the file as a whole, by name.
    pub(super) on_file: HashSet<&'static str>,
    /// The names of both, once each, ascending.
    pub(super) names: Vec<&'static str>,
}

/// Removes every extension that the dialect replaces and has not written. If the source requires one, those of the result are
/// required. This comes last, so that replaced values keep their place in the text.
pub(super) fn remove(
    edit: &mut Edit<'_>,
    document: &Document,
    to: Dialect,
    written: &Written,
) -> Result<(), EditError> {
    for (index, node) in document.iter::<NodeIndex>() {
        for name in to.replaced().iter().filter(|name| node.extension(name).is_some()) {
            if !written.on_nodes.contains(&(index.0, name)) {
                edit.remove_node_extension(index, name)?;
            }
        }
    }
    let gone = to.replaced().iter().filter(|name| !written.on_file.contains(**name));
    for name in gone.filter(|name| document.extension(name).is_some()) {
        edit.remove_extension(name)?;
    }
    let required: Vec<_> = document.extensions_required().collect();
    if to.replaced().iter().any(|name| required.iter().any(|listed| listed == name)) {
        for name in written.names.iter().filter(|name| !required.iter().any(|listed| listed == *name)) {
            edit.push("/extensionsRequired", (*name).into())?;
        }
    }
    for name in to.replaced().iter().filter(|name| !written.names.contains(name)) {
        edit.unuse_extension(name);
    }
    Ok(())
}
