//! A document as a `.gltf` and the files beside it.

use super::companion::Companions;
use super::name::Names;
use super::{Package, WriteError, WriteOptions, image};
use crate::buffer::BufferSource;
use crate::code::Code;
use crate::data_uri;
use crate::diagnostic::Diagnostics;
use crate::document::{Container, Document};
use crate::edit::Edit;
use crate::index::{BufferIndex, Index};
use crate::resources::Resources;

pub(super) fn to_gltf(
    document: &Document,
    stem: &str,
    options: WriteOptions,
    resources: &dyn Resources,
) -> Result<Package, WriteError> {
    let mut diagnostics = Diagnostics::new();
    let mut companions = Companions::default();
    let mut edit = document.edit();
    write_buffers(document, stem, options, &mut edit, &mut companions, &mut diagnostics)?;
    for image in image::load(document, resources, &mut diagnostics) {
        match image::mime_type(&image) {
            Some(mime_type) if options.embed => {
                let uri = data_uri::encode(&mime_type, &image.bytes);
                edit.set(&format!("{}/uri", image.index), uri.into())?;
            }
            _ => companions.add(&image.uri, &image.bytes, image.value, &mut diagnostics),
        }
    }
    if let Container::Glb { others } = document.container() {
        for chunk in others {
            let message = format!(
                "a chunk of type 0x{:08x} with {} bytes is left out, as a .gltf has no chunks",
                chunk.kind,
                chunk.bytes.len()
            );
            diagnostics.report_at(Code::GLB_CHUNK_DROPPED, "", message);
        }
    }
    Ok(Package { main: edit.into_text().into_bytes(), files: companions.into_files(), diagnostics })
}

fn write_buffers(
    document: &Document,
    stem: &str,
    options: WriteOptions,
    edit: &mut Edit<'_>,
    companions: &mut Companions,
    diagnostics: &mut Diagnostics,
) -> Result<(), WriteError> {
    let mut names = Names::of(document);
    for (index, value) in document.iter::<BufferIndex>() {
        let Some(buffer) = document.buffers.get(index.to_usize()) else { continue };
        let Some(bytes) = &buffer.bytes else {
            report_missing_buffer(document, index, diagnostics);
            continue;
        };
        match &buffer.source {
            BufferSource::DataUri => {}
            BufferSource::Resource(uri) if !options.embed => companions.add(uri, bytes, value, diagnostics),
            _ if options.embed => {
                let uri = data_uri::encode("application/octet-stream", bytes);
                edit.set(&format!("{index}/uri"), uri.into())?;
            }
            _ => {
                let uri = names.free_uri(stem);
                companions.add(&uri, bytes, value, diagnostics);
                edit.set(&format!("{index}/uri"), uri.into())?;
            }
        }
    }
    Ok(())
}

/// Repeats what was noticed when the buffer was read, since it is now true of the file that is written.
pub(super) fn report_missing_buffer(document: &Document, index: BufferIndex, diagnostics: &mut Diagnostics) {
    let pointer = index.to_string();
    for found in document.diagnostics().iter().filter(|found| found.pointer == pointer) {
        if found.code == Code::BUFFER_UNAVAILABLE {
            diagnostics.report_at(found.code, found.pointer.clone(), found.message.clone());
        }
    }
}
