//! Onto the disk, whole or not at all.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use super::new_file::NewFile;
use super::target::{WriteTarget, folder_of};
use super::{Package, WriteError, WriteOptions};
use crate::diagnostic::Diagnostics;
use crate::document::{Container, Document};
use crate::resources::{ResourceError, Resources, relative_path};

/// How a document is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Replace files that exist. By default they are left, and nothing is written.
    pub overwrite: bool,
    /// Put everything that can be had into the one file; see [`WriteOptions::embed`].
    pub embed: bool,
}

/// What was saved.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The files that the document is now in, the main one last. Those that were there already, byte for byte the
    /// same, are among them.
    pub files: Vec<PathBuf>,
    /// What could not be carried along.
    pub diagnostics: Diagnostics,
}

impl Document {
    /// Saves the document, in the format that the extension names: `.gltf`, or `.glb`, `.vrm`, `.vrma`. `resources`
    /// gives the images that are files of their own: [`Folder::of_file`](crate::Folder::of_file) of the file that was
    /// read.
    ///
    /// Every file is a [`NewFile`]: first written under another name in the same folder, it takes its own when all are
    /// whole; the main file is the last. What fails on the way leaves no half file, and what was there as it was.
    ///
    /// A pipe or a device is written to as it stands, with everything in it, and in the format that the document came in
    /// where its name tells none.
    ///
    /// # Errors
    /// A file exists that may not be overwritten (files beside the main one may exist if they are the same), the folder
    /// does not exist or cannot be written to, or the extension is another.
    pub fn save(&self, path: &Path, options: &SaveOptions, resources: &dyn Resources) -> Result<Saved, WriteError> {
        self.save_keeping(path, options, resources, &|_| false)
    }

    /// As [`Document::save`], and whatever the options say, files are kept of which `is_kept` says so, such as those that the
    /// document came from: that is asked of every file that would be replaced.
    ///
    /// # Errors
    /// As for [`Document::save`], and where a file is to be kept.
    pub fn save_keeping(
        &self,
        path: &Path,
        options: &SaveOptions,
        resources: &dyn Resources,
        is_kept: &dyn Fn(&Path) -> bool,
    ) -> Result<Saved, WriteError> {
        let place = WriteTarget::of(path)?;
        let is_stream = place.file().is_none();
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is_text = match extension.as_deref() {
            Some("gltf") => true,
            Some("glb" | "vrm" | "vrma") => false,
            _ if is_stream => matches!(self.container(), Container::Gltf),
            _ => return Err(WriteError::Format { path: path.to_owned() }),
        };
        check(path, &place, options.overwrite, is_kept)?;
        let write_options = WriteOptions { embed: options.embed || is_stream };
        let package = if is_text {
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            self.to_gltf(&stem, write_options, resources)?
        } else {
            self.to_glb(write_options, resources)?
        };
        save_package(path, &place, &package, options.overwrite, is_kept)
    }
}

/// Whether a file may be written.
fn check(path: &Path, place: &WriteTarget, overwrite: bool, is_kept: &dyn Fn(&Path) -> bool) -> Result<(), WriteError> {
    match place {
        WriteTarget::Existing(..) if is_kept(path) => Err(WriteError::Kept { path: path.to_owned() }),
        WriteTarget::Existing(..) if !overwrite => Err(WriteError::Exists { path: path.to_owned() }),
        _ => Ok(()),
    }
}

fn save_package(
    path: &Path,
    place: &WriteTarget,
    package: &Package,
    overwrite: bool,
    is_kept: &dyn Fn(&Path) -> bool,
) -> Result<Saved, WriteError> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut contents: HashMap<PathBuf, &[u8]> = HashMap::new();
    let mut new = Vec::new();
    // What a stream could not take in stays where it is: there is no folder around a stream.
    let companions = if place.file().is_some() { package.files.as_slice() } else { &[] };
    for file in companions {
        let target = companion_path(path, &file.uri)?;
        let folder = folder_of(&target);
        fs::create_dir_all(folder).map_err(|source| WriteError::Io { path: folder.to_owned(), source })?;
        let there = companion_place(path, &target, &file.uri)?;
        let real = there.file().unwrap_or(&target);
        if is_same_name(&target, path) || place.file().is_some_and(|main| is_same_name(real, main)) {
            return Err(WriteError::SamePath { path: target });
        }
        // One file may have several URIs: `a.png`, `./a.png`.
        match contents.insert(real.to_owned(), &file.bytes) {
            Some(other) if other == file.bytes.as_slice() => continue,
            Some(_) => return Err(WriteError::SamePath { path: target }),
            None => {}
        }
        if !holds(&there, &file.bytes) {
            check(&target, &there, overwrite, is_kept)?;
            new.push(written(&target, &there, &file.bytes, overwrite)?);
        }
        files.push(target);
    }
    new.push(written(path, place, &package.main, overwrite)?);
    NewFile::put_in_place(new)?;
    files.push(path.to_owned());
    Ok(Saved { files, diagnostics: package.diagnostics.clone() })
}

fn written(path: &Path, place: &WriteTarget, bytes: &[u8], overwrite: bool) -> Result<NewFile, WriteError> {
    let mut file = NewFile::create_at(path, place, overwrite)?;
    file.write_all(bytes).map_err(|source| WriteError::Io { path: path.to_owned(), source })?;
    Ok(file)
}

/// Where a file beside the main one goes: below its folder, also where a link in the folder leads out of it.
fn companion_path(main: &Path, uri: &str) -> Result<PathBuf, WriteError> {
    let error = |why| WriteError::Companion { uri: uri.to_owned(), why };
    let root = folder_of(main);
    let relative = relative_path(uri).map_err(error)?;
    // Named as the main file is, so that the two can be compared: `a.bin` beside `a.gltf`, not `./a.bin`.
    let below: PathBuf = relative.components().filter(|part| *part != Component::CurDir).collect();
    let target = main.parent().map_or_else(|| below.clone(), |folder| folder.join(&below));
    let nearest = target.ancestors().skip(1).find(|folder| folder.exists()).unwrap_or(root);
    if is_below(nearest, root, &target)? { Ok(target) } else { Err(error(ResourceError::OutsideFolder)) }
}

/// The file itself may be a link, too.
fn companion_place(main: &Path, target: &Path, uri: &str) -> Result<WriteTarget, WriteError> {
    let place = WriteTarget::of(target)?;
    let error = |why| WriteError::Companion { uri: uri.to_owned(), why };
    let Some(real) = place.file() else { return Err(error(ResourceError::Malformed("it is not a regular file"))) };
    if is_below(folder_of(real), folder_of(main), target)? {
        Ok(place)
    } else {
        Err(error(ResourceError::OutsideFolder))
    }
}

fn is_below(folder: &Path, root: &Path, target: &Path) -> Result<bool, WriteError> {
    let io_error = |source| WriteError::Io { path: target.to_owned(), source };
    Ok(folder.canonicalize().map_err(io_error)?.starts_with(root.canonicalize().map_err(io_error)?))
}

/// Many file systems do not tell cases apart.
fn is_same_name(a: &Path, b: &Path) -> bool {
    a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase()
}

/// Whether there is a file with these bytes already.
fn holds(place: &WriteTarget, bytes: &[u8]) -> bool {
    match place {
        WriteTarget::Existing(path, found) => {
            found.len() == bytes.len() as u64 && fs::read(path).is_ok_and(|there| there == bytes)
        }
        _ => false,
    }
}
