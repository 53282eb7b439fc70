//! `include`: another file's elements in place of it.

use crate::error::ImportError;
use crate::files::Files;
use crate::xml::{self, Element};

/// Files within files. MuJoCo includes no file twice, so that cycles do not arise; here the chain is checked, and the number.
const MAX_FILES: usize = 1000;

/// Elements of all files together.
const MAX_ELEMENTS: usize = 2_000_000;

/// Replaces every `include` by what it names. Paths are relative to the main file.
pub(super) fn expand(root: &mut Element, files: &Files<'_>) -> Result<(), ImportError> {
    let mut budget = Budget { files: MAX_FILES, elements: MAX_ELEMENTS };
    expand_children(root, files, &mut Vec::new(), &mut budget)
}

struct Budget {
    files: usize,
    elements: usize,
}

fn expand_children(
    parent: &mut Element,
    files: &Files<'_>,
    chain: &mut Vec<String>,
    budget: &mut Budget,
) -> Result<(), ImportError> {
    let mut children = Vec::with_capacity(parent.children.len());
    for mut child in std::mem::take(&mut parent.children) {
        let too_many = ImportError::invalid(&child.place, "the model includes too many files or elements");
        if child.kind != "include" {
            let Some(left) = budget.elements.checked_sub(1) else { return Err(too_many) };
            budget.elements = left;
            expand_children(&mut child, files, chain, budget)?;
            children.push(child);
            continue;
        }
        let attribute = child.attribute("file");
        let attribute =
            attribute.ok_or_else(|| ImportError::invalid(&child.place, "<include> has no file; name one"))?;
        let name = attribute.value.clone();
        if chain.contains(&name) {
            return Err(ImportError::invalid(&attribute.place, format!("\"{name}\" includes itself")));
        }
        let Some(left) = budget.files.checked_sub(1) else { return Err(too_many) };
        budget.files = left;
        let bytes = files.load(&name).map_err(|error| {
            ImportError::invalid(&attribute.place, format!("\"{name}\" cannot be included: {error}"))
        })?;
        let mut included = xml::parse(&bytes, &name)?;
        chain.push(name);
        expand_children(&mut included, files, chain, budget)?;
        chain.pop();
        children.append(&mut included.children);
    }
    parent.children = children;
    Ok(())
}
