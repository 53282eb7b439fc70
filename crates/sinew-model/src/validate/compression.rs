//! Buffer views that are compressed (`EXT_meshopt_compression`, `KHR_meshopt_compression`), and the buffers that stand in for
//! them. Streams are decoded where something reads them; here their descriptions alone are looked at.

use sinew_document::extension::meshopt_compression::{self, KHR_NAME, NAME, RawCompressedView, RawFallback};
use sinew_document::meshopt::Filter;
use sinew_document::{BufferIndex, BufferViewIndex, Code, Diagnostics, Document, FromJson, Index, Value};

pub(super) fn check(document: &Document, found: &mut Diagnostics) {
    let mut fallbacks: Vec<Option<&str>> = Vec::new();
    for (_, buffer) in document.iter::<BufferIndex>() {
        let extension = meshopt_compression::find(buffer);
        if let Some((_, extension)) = extension {
            let _ = RawFallback::from_json(extension, found);
            check_both(buffer, found);
        }
        let is_fallback = meshopt_compression::is_fallback(buffer);
        fallbacks.push(extension.filter(|_| is_fallback).map(|(name, _)| name));
    }
    for (index, view) in document.iter::<BufferViewIndex>() {
        let compression = meshopt_compression::find(view);
        let fallback = |object: Value<'_>| {
            let index =
                object.get("buffer").and_then(|value| BufferIndex::from_json(value, &mut Diagnostics::new()))?;
            fallbacks.get(index.to_usize()).copied().flatten()
        };
        if let Some(name) = fallback(view)
            && compression.is_none_or(|(compression, _)| compression != name)
        {
            let message = format!("its buffer is a fallback, which buffer views with {name} alone may name");
            found.report(Code::UNSATISFIED_DEPENDENCY, view.get("buffer").unwrap_or(view), message);
        }
        let Some((name, extension)) = compression else { continue };
        check_both(view, found);
        if let Err(error) = document.check_compression(index) {
            error.report(found);
            continue;
        }
        if fallback(extension).is_some() {
            let message = "the compressed bytes are said to be in a fallback buffer, which has none";
            found.report(Code::UNSATISFIED_DEPENDENCY, extension.get("buffer").unwrap_or(extension), message);
        }
        let table = RawCompressedView::from_json(extension, found);
        if name == NAME && table.is_some_and(|table| table.filter == Filter::Color) {
            let message = format!("\"COLOR\" is a filter of {KHR_NAME} alone; it is read all the same");
            found.report(Code::VALUE_NOT_IN_LIST, extension.get("filter").unwrap_or(extension), message);
        }
    }
}

/// The later text forbids both extensions on one object.
fn check_both(object: Value<'_>, found: &mut Diagnostics) {
    if object.extension(NAME).is_some() && object.extension(KHR_NAME).is_some() {
        let message = format!("{NAME} and {KHR_NAME} must not be on one object; the latter counts");
        found.report(Code::ONE_OF_MISMATCH, object.get("extensions").unwrap_or(object), message);
    }
}
