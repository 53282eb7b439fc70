//! Writing a document: to bytes in memory, or to files.
//!
//! An untouched document in its own format gives the JSON text that was read, byte for byte, and equal buffers. The
//! other format changes what it must and nothing else: where buffers and images have their bytes.
//!
//! | part | is |
//! |---|---|
//! | `gltf`, `glb` | a document as each of the formats |
//! | `companion` | the files that stand beside the main one |
//! | `image` | images that are files of their own |
//! | `name` | free names for new files |
//! | `save` | onto the disk, whole or not at all |
//! | `place` | where a path leads |
//! | `new_file` | a file that has another name until it is whole |
//! | `nameless` | one that has none until then, where the system can do that |
//! | `unfinished` | those that are not whole yet, for whoever ends the process |

mod companion;
mod error;
mod glb;
mod gltf;
mod image;
mod name;
mod nameless;
mod new_file;
mod save;
mod target;
mod unfinished;

use std::sync::Arc;

pub use error::WriteError;
pub use new_file::NewFile;
pub use save::{SaveOptions, Saved};
pub use unfinished::discard_unfinished;

use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::resources::Resources;

/// A document as it goes to disk: the main file and what stands beside it.
#[derive(Clone, Debug)]
pub struct Package {
    /// The bytes of the `.gltf` or `.glb`.
    pub main: Vec<u8>,
    /// The files that the main one refers to.
    pub files: Vec<PackageFile>,
    /// What could not be carried along.
    pub diagnostics: Diagnostics,
}

/// A file beside the main one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFile {
    /// Its URI as the main file writes it; [`relative_path`](crate::resources::relative_path) makes a path of it.
    pub uri: String,
    /// Its bytes.
    pub bytes: Arc<Vec<u8>>,
}

/// How a document is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Put everything that can be had into the one file: as data URIs in a `.gltf`, as buffer views in a `.glb`.
    pub embed: bool,
}

impl Document {
    /// The document as a `.gltf` and the files beside it. `stem` is the name for a new buffer file, without `.bin`;
    /// `resources` gives the images that are files of their own.
    ///
    /// The binary chunk of a GLB and buffers that edits made or extended become new files, under names that nothing in
    /// the document has. Other buffers stay what they are: files under their URI, or data URIs.
    ///
    /// # Errors
    /// The text would be beyond what can be read back.
    pub fn to_gltf(&self, stem: &str, options: WriteOptions, resources: &dyn Resources) -> Result<Package, WriteError> {
        gltf::to_gltf(self, stem, options, resources)
    }

    /// The document as a GLB. `resources` gives the images that are files of their own.
    ///
    /// A document that was read from a GLB stays as it is, with unknown chunks, and what it refers to is listed in
    /// [`Package::files`]. One that was read from a `.gltf` becomes one whole file: its first buffer is the binary
    /// chunk, other buffers are data URIs (so that no index changes), images that `resources` has are buffer views.
    ///
    /// # Errors
    /// The file would be larger than the 4 GiB that its header can count.
    pub fn to_glb(&self, options: WriteOptions, resources: &dyn Resources) -> Result<Package, WriteError> {
        glb::to_glb(self, options, resources)
    }
}
