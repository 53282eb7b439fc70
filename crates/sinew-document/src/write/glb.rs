//! A document as a GLB.

use std::collections::HashMap;

use super::companion::Companions;
use super::gltf::report_missing_buffer;
use super::{Package, WriteError, WriteOptions, image};
use crate::buffer::BufferSource;
use crate::code::Code;
use crate::data_uri;
use crate::diagnostic::Diagnostics;
use crate::document::{Container, Document};
use crate::glb;
use crate::index::{BufferIndex, BufferViewIndex, Index};
use crate::resources::Resources;

pub(super) fn to_glb(
    document: &Document,
    options: WriteOptions,
    resources: &dyn Resources,
) -> Result<Package, WriteError> {
    let mut diagnostics = Diagnostics::new();
    let mut companions = Companions::default();
    let is_made_whole = options.embed || *document.container() == Container::Gltf;
    let with_images = if is_made_whole { embed_images(document, resources, &mut diagnostics)? } else { None };
    if !is_made_whole {
        for image in image::load(document, resources, &mut diagnostics) {
            companions.add(&image.uri, &image.bytes, image.value, &mut diagnostics);
        }
    }
    let document = with_images.as_ref().unwrap_or(document);
    let mut edit = document.edit();
    let mut binary = None;
    for (index, value) in document.iter::<BufferIndex>() {
        let Some(buffer) = document.buffers.get(index.to_usize()) else { continue };
        let Some(bytes) = &buffer.bytes else {
            report_missing_buffer(document, index, &mut diagnostics);
            continue;
        };
        let has_uri = matches!(buffer.source, BufferSource::DataUri | BufferSource::Resource(_));
        match &buffer.source {
            _ if index.0 == 0 && (is_made_whole || !has_uri) => {
                binary = Some(bytes.as_slice());
                edit.remove(&format!("{index}/uri"))?;
            }
            BufferSource::DataUri => {}
            BufferSource::Resource(uri) if !is_made_whole => companions.add(uri, bytes, value, &mut diagnostics),
            _ => {
                let uri = data_uri::encode("application/octet-stream", bytes);
                edit.set(&format!("{index}/uri"), uri.into())?;
            }
        }
    }
    let others = match document.container() {
        Container::Glb { others } => others.as_slice(),
        Container::Gltf => &[],
    };
    let main = glb::write(&edit.into_text(), binary, others).ok_or(WriteError::TooLarge)?;
    Ok(Package { main, files: companions.into_files(), diagnostics })
}

/// Returns the document with its image files as buffer views; `None` if no image file is available.
fn embed_images(
    document: &Document,
    resources: &dyn Resources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Document>, WriteError> {
    let mut edit = document.edit();
    let mut views: HashMap<String, BufferViewIndex> = HashMap::new();
    for image in image::load(document, resources, diagnostics) {
        let (Some(mime_type), false) = (image::mime_type(&image), image.bytes.is_empty()) else {
            let message =
                format!("the image `{}` has an unknown media type; its reference is left unchanged", image.uri);
            diagnostics.report(Code::IMAGE_UNAVAILABLE, image.value, message);
            continue;
        };
        let view = match views.get(&*image.uri) {
            Some(&view) => view,
            None => edit.add_buffer_view(&image.bytes)?,
        };
        views.insert(image.uri.into_owned(), view);
        edit.remove(&format!("{}/uri", image.index))?;
        if image.value.get("mimeType").is_none() {
            edit.set(&format!("{}/mimeType", image.index), mime_type.into())?;
        }
        edit.set(&format!("{}/bufferView", image.index), view.0.into())?;
    }
    if views.is_empty() { Ok(None) } else { Ok(Some(edit.finish()?)) }
}
