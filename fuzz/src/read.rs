//! Reading: whatever the bytes are, there is a document or an error, and everything in a document can be looked at.

use std::collections::BTreeMap;

use sinew_document::core::{
    Animation, Channel, Mesh, Node, RawAccessor, RawBuffer, RawBufferView, RawImage, Sampler, Scene, Skin,
};
use sinew_document::{
    AccessorIndex, AnimationIndex, BufferIndex, BufferViewIndex, Container, Diagnostics, Document, FromJson,
    ImageIndex, Index, MeshIndex, NoResources, NodeIndex, Package, ReadOptions, SceneIndex, SkinIndex, Value,
    WriteOptions,
};

use crate::finding;

/// How many values have their pointer and place worked out; each costs a walk from the root.
const POINTERS: usize = 256;

/// Reads bytes as a document and looks at everything in it.
///
/// # Panics
/// A promise of the reader is broken.
pub fn read(bytes: &[u8]) {
    let strict = Document::read_with(bytes, &NoResources, ReadOptions { strict: true, ..ReadOptions::default() });
    let document = match Document::read(bytes, &NoResources) {
        Ok(document) => document,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(strict.is_err(), "what is refused is refused strictly, too");
            return;
        }
    };
    check_text(&document);
    check_pointers(document.root());
    let mut diagnostics = document.diagnostics().clone();
    read_core(&document, &mut diagnostics);
    finding::check(&document, diagnostics.as_slice(), diagnostics.suppressed());
    check_written(&document);
}

/// A document is written as it was read, and read again as it was written: in its own format to the last byte of its text,
/// in the other with the same buffers.
fn check_written(document: &Document) {
    let plain = WriteOptions::default();
    let is_text = *document.container() == Container::Gltf;
    if let Ok(package) = document.to_gltf("copy", plain, &NoResources) {
        let again = read_package(&package);
        assert!(!is_text || again.json().text() == document.json().text(), "the text has changed");
        check_buffers(document, &again);
    }
    if let Ok(package) = document.to_glb(plain, &NoResources) {
        let again = read_package(&package);
        let text = |document: &Document| document.json().text().trim_end().to_owned();
        assert!(is_text || text(&again) == text(document), "the text has changed");
        check_buffers(document, &again);
    }
}

fn read_package(package: &Package) -> Document {
    let files = package.files.iter().map(|file| (file.uri.clone(), file.bytes.to_vec()));
    let files: BTreeMap<String, Vec<u8>> = files.collect();
    let read = Document::read(package.main.clone(), &files);
    assert!(read.is_ok(), "what was written cannot be read: {:?}", read.err());
    read.unwrap_or_else(|_| unreachable!())
}

/// The copy has every byte that the document has. Where it is a GLB, what fills up the last four bytes comes along.
fn check_buffers(document: &Document, copy: &Document) {
    for (index, _) in document.iter::<BufferIndex>() {
        let Some(bytes) = document.buffer_bytes(index) else { continue };
        let copied = copy.buffer_bytes(index).unwrap_or_default();
        assert!(copied.starts_with(bytes) && copied.len() < bytes.len() + 4, "{index} has other bytes");
    }
}

/// `serde_json` is the judge of what the text means. It is narrower than RFC 8259 (lone surrogates, numbers beyond
/// every double), so only what it accepts is compared.
fn check_text(document: &Document) {
    let root = document.root();
    if let Ok(expected) = serde_json::from_str::<serde_json::Value>(document.json().text()) {
        assert_eq!(root.to_serde(), expected);
    }
    assert_eq!(root.text(), document.json().text().trim_matches([' ', '\t', '\n', '\r']));
}

/// Every value is found again at its own pointer, unless a repeated key hides it.
fn check_pointers(root: Value<'_>) {
    let mut open = vec![(root, false)];
    let mut remaining = POINTERS;
    while let Some((value, is_hidden)) = open.pop() {
        let _ = (value.as_bool(), value.as_f32(), value.as_f64(), value.as_u64(), value.as_str());
        assert!(value.text().len() <= root.text().len());
        if remaining > 0 {
            remaining -= 1;
            let pointer = value.pointer();
            let found = root.at_pointer(&pointer);
            assert!(is_hidden || found == Some(value), "{pointer:?} leads elsewhere");
            assert!(value.location().line >= 1 && value.location().column >= 1);
        }
        let length = value.len();
        assert_eq!(length, value.elements().count() + value.members().count());
        assert_eq!(value.is_empty(), length == 0);
        open.extend(value.elements().map(|element| (element, is_hidden)));
        let is_small = value.members().nth(64).is_none();
        open.extend(value.members().map(|(key, member)| {
            // Looking a key up walks the object, which is not worth it for each of thousands of members.
            (member, is_hidden || !is_small || value.get(&key) != Some(member))
        }));
    }
}

/// Reads the typed form of every core object, and checks that the three access paths agree.
fn read_core(document: &Document, diagnostics: &mut Diagnostics) {
    let _ = document.asset();
    let _ = (document.extensions_used().count(), document.extensions_required().count());
    read_all::<SceneIndex, Scene<'_>>(document, diagnostics);
    read_all::<NodeIndex, Node<'_>>(document, diagnostics);
    read_all::<SkinIndex, Skin<'_>>(document, diagnostics);
    read_all::<AccessorIndex, RawAccessor<'_>>(document, diagnostics);
    read_all::<BufferViewIndex, RawBufferView<'_>>(document, diagnostics);
    read_all::<BufferIndex, RawBuffer<'_>>(document, diagnostics);
    read_all::<ImageIndex, RawImage<'_>>(document, diagnostics);
    read_all::<MeshIndex, Mesh<'_>>(document, diagnostics);
    for animation in read_all::<AnimationIndex, Animation<'_>>(document, diagnostics) {
        for channel in animation.channels {
            let _ = Channel::from_json(channel, diagnostics);
        }
        for sampler in animation.samplers {
            let _ = Sampler::from_json(sampler, diagnostics);
        }
    }
    for (index, _) in document.iter::<BufferIndex>() {
        assert!(document.buffer_source(index).is_some());
        let _ = document.buffer_bytes(index);
    }
}

fn read_all<'json, I: Index, T: FromJson<'json>>(document: &'json Document, diagnostics: &mut Diagnostics) -> Vec<T> {
    let mut objects = Vec::new();
    let mut count = 0;
    for (index, value) in document.iter::<I>() {
        assert_eq!(document.get(index), Some(value));
        objects.extend(document.read_object(index, diagnostics));
        count += 1;
    }
    // `iter` gives the elements of an array; a property of another kind has none, whatever its `len`.
    assert!(count <= document.count::<I>());
    objects
}
