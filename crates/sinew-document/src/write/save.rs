//! Onto the disk, whole or not at all.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Package, WriteError, WriteOptions};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
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
    /// Every file is first written under another name in the same folder, and takes its own when all are whole; the
    /// main file is the last. What fails on the way leaves no half file.
    ///
    /// # Errors
    /// A file exists that may not be overwritten (files beside the main one may exist if they are the same), the folder
    /// does not exist or cannot be written to, or the extension is another.
    pub fn save(&self, path: &Path, options: &SaveOptions, resources: &dyn Resources) -> Result<Saved, WriteError> {
        let write_options = WriteOptions { embed: options.embed };
        let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is_text = match extension.as_deref() {
            Some("gltf") => true,
            Some("glb" | "vrm" | "vrma") => false,
            _ => return Err(WriteError::Format { path: path.to_owned() }),
        };
        check_target(path, options.overwrite)?;
        let package = if is_text {
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            self.to_gltf(&stem, write_options, resources)?
        } else {
            self.to_glb(write_options, resources)?
        };
        save_package(path, &package, options.overwrite)
    }
}

/// Saves the bytes of some other format as [`Document::save`] saves its main file: first under another name in the same
/// folder, then under its own.
///
/// # Errors
/// The file exists and may not be overwritten, or the folder does not exist or cannot be written to.
pub fn save_bytes(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), WriteError> {
    check_target(path, overwrite)?;
    let mut waiting = Waiting::default();
    waiting.write(path, bytes)?;
    waiting.put_in_place()
}

fn check_target(path: &Path, overwrite: bool) -> Result<(), WriteError> {
    let folder = folder_of(path);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(WriteError::IsFolder { path: path.to_owned() }),
        Ok(_) if !overwrite => return Err(WriteError::Exists { path: path.to_owned() }),
        _ => {}
    }
    if folder.is_dir() { Ok(()) } else { Err(WriteError::NoFolder { path: folder.to_owned() }) }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn save_package(path: &Path, package: &Package, overwrite: bool) -> Result<Saved, WriteError> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut contents: HashMap<PathBuf, &[u8]> = HashMap::new();
    let mut waiting = Waiting::default();
    for file in &package.files {
        let target = companion_path(path, &file.uri)?;
        if is_same_name(&target, path) {
            return Err(WriteError::SamePath { path: target });
        }
        // One file may have several URIs: `a.png`, `./a.png`.
        match contents.insert(target.clone(), &file.bytes) {
            Some(other) if other == file.bytes.as_slice() => continue,
            Some(_) => return Err(WriteError::SamePath { path: target }),
            None => {}
        }
        if !is_there_already(&target, &file.bytes, overwrite)? {
            let folder = folder_of(&target);
            fs::create_dir_all(folder).map_err(|source| WriteError::Io { path: folder.to_owned(), source })?;
            waiting.write(&target, &file.bytes)?;
        }
        files.push(target);
    }
    waiting.write(path, &package.main)?;
    waiting.put_in_place()?;
    files.push(path.to_owned());
    Ok(Saved { files, diagnostics: package.diagnostics.clone() })
}

/// Where a file beside the main one goes: below its folder, also where a link in the folder leads out of it.
fn companion_path(main: &Path, uri: &str) -> Result<PathBuf, WriteError> {
    let error = |why| WriteError::Companion { uri: uri.to_owned(), why };
    let root = folder_of(main);
    let relative = relative_path(uri).map_err(error)?;
    // Named as the main file is, so that the two can be compared: `a.bin` beside `a.gltf`, not `./a.bin`.
    let below: PathBuf = relative.components().filter(|part| *part != Component::CurDir).collect();
    let target = main.parent().map_or_else(|| below.clone(), |folder| folder.join(&below));
    let io_error = |source| WriteError::Io { path: target.clone(), source };
    let nearest = target.ancestors().skip(1).find(|folder| folder.exists()).unwrap_or(root);
    let is_below = nearest.canonicalize().map_err(io_error)?.starts_with(root.canonicalize().map_err(io_error)?);
    if is_below { Ok(target) } else { Err(error(ResourceError::OutsideFolder)) }
}

/// Many file systems do not tell cases apart.
fn is_same_name(a: &Path, b: &Path) -> bool {
    a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase()
}

/// Whether a file holds these bytes; an error where it holds others and may not be overwritten.
fn is_there_already(path: &Path, bytes: &[u8], overwrite: bool) -> Result<bool, WriteError> {
    let Ok(found) = fs::metadata(path) else { return Ok(false) };
    if found.is_dir() {
        return Err(WriteError::IsFolder { path: path.to_owned() });
    }
    let is_same = found.len() == bytes.len() as u64 && fs::read(path).is_ok_and(|there| there == bytes);
    if is_same || overwrite { Ok(is_same) } else { Err(WriteError::Exists { path: path.to_owned() }) }
}

/// Files that are written under another name. Those that never get their own are removed.
#[derive(Default)]
struct Waiting {
    /// Each with the name it is to have.
    files: Vec<(PathBuf, PathBuf)>,
}

impl Waiting {
    fn write(&mut self, target: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        let io_error = |source| WriteError::Io { path: target.to_owned(), source };
        let (temporary, mut file) = create_beside(target).map_err(io_error)?;
        self.files.push((temporary, target.to_owned()));
        // On disk before it takes the place of another: a power cut must not leave an empty file under the name.
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(io_error)
    }

    fn put_in_place(mut self) -> Result<(), WriteError> {
        while !self.files.is_empty() {
            let (temporary, target) = &self.files[0];
            fs::rename(temporary, target).map_err(|source| WriteError::Io { path: target.clone(), source })?;
            self.files.remove(0);
        }
        Ok(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        for (temporary, _) in &self.files {
            // There is nobody left to tell.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A new file in the folder of another, under a name that nothing has.
fn create_beside(target: &Path) -> io::Result<(PathBuf, fs::File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = folder_of(target).join(format!(".sinew-{}-{count}.tmp", std::process::id()));
        match fs::File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
