//! Saving to disk: whole or not at all, and nothing overwritten that was not meant.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use sinew_document::write::NewFile;
use sinew_document::{BufferIndex, Code, Document, Folder, NoResources, SaveOptions, WriteError};

const DEFAULT: SaveOptions = SaveOptions { overwrite: false, embed: false };
const OVERWRITE: SaveOptions = SaveOptions { overwrite: true, embed: false };

/// A folder that goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sinew-save-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files below the folder, in order.
    fn files(&self) -> Vec<String> {
        let mut folders = vec![self.0.clone()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.push(path.strip_prefix(&self.0).unwrap().to_str().unwrap().replace('\\', "/"));
                }
            }
        }
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A `.gltf` with a buffer and an image in folders of their own, and an image that is missing.
fn asset(folder: &Scratch) -> PathBuf {
    fs::create_dir_all(folder.path("d")).unwrap();
    fs::write(folder.path("d/a b.bin"), [1, 2, 3, 4]).unwrap();
    fs::write(folder.path("c.png"), b"\x89PNG").unwrap();
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"d/a%20b.bin","byteLength":4}],"images":[{"uri":"c.png"},{"uri":"no.png"}]}"#;
    fs::write(folder.path("in.gltf"), text).unwrap();
    folder.path("in.gltf")
}

fn open(path: &Path) -> (Document, Folder) {
    (Document::open(path).unwrap(), Folder::of_file(path))
}

#[test]
fn a_text_takes_its_files_along() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    let saved = document.save(&to.path("out.gltf"), &DEFAULT, &folder).unwrap();
    assert_eq!(to.files(), ["c.png", "d/a b.bin", "out.gltf"]);
    assert_eq!(saved.files, [to.path("d/a b.bin"), to.path("c.png"), to.path("out.gltf")]);
    assert_eq!(fs::read(to.path("out.gltf")).unwrap(), fs::read(from.path("in.gltf")).unwrap());
    let found: Vec<_> = saved.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(found, [Code::IMAGE_UNAVAILABLE], "a missing image does not fail a copy");
}

#[test]
fn the_extension_names_the_format() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    for name in ["a.glb", "b.vrm", "c.VRMA"] {
        document.save(&to.path(name), &DEFAULT, &folder).unwrap();
        assert!(fs::read(to.path(name)).unwrap().starts_with(b"glTF"));
    }
    assert_eq!(to.files(), ["a.glb", "b.vrm", "c.VRMA"], "a GLB of a text is whole");
    for name in ["a.obj", "b"] {
        let error = document.save(&to.path(name), &DEFAULT, &folder).unwrap_err();
        assert!(error.to_string().contains(".gltf, .glb, .vrm or .vrma"), "{error}");
    }
}

#[test]
fn embedding_saves_one_file() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    document.save(&to.path("out.gltf"), &SaveOptions { embed: true, ..DEFAULT }, &folder).unwrap();
    assert_eq!(to.files(), ["out.gltf"]);
    let again = Document::open(to.path("out.gltf")).unwrap();
    assert_eq!(again.buffer_bytes(BufferIndex(0)).unwrap(), [1, 2, 3, 4]);
}

#[test]
fn a_file_that_exists_is_not_overwritten_unless_asked() {
    let scratch = Scratch::new();
    let input = asset(&scratch);
    let (document, folder) = open(&input);
    let error = document.save(&input, &DEFAULT, &folder).unwrap_err();
    assert!(matches!(&error, WriteError::Exists { path } if *path == input), "{error}");
    // The buffer and the image are there already, the same.
    document.save(&scratch.path("out.gltf"), &DEFAULT, &folder).unwrap();
    document.save(&input, &OVERWRITE, &folder).unwrap();
    assert_eq!(scratch.files(), ["c.png", "d/a b.bin", "in.gltf", "out.gltf"]);
}

#[test]
fn a_file_beside_it_with_other_content_stops_everything() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    fs::write(to.path("c.png"), "other").unwrap();
    let error = document.save(&to.path("out.gltf"), &DEFAULT, &folder).unwrap_err();
    assert!(matches!(&error, WriteError::Exists { path } if *path == to.path("c.png")), "{error}");
    assert_eq!(to.files(), ["c.png"], "nothing was written, and nothing half");
    assert_eq!(fs::read(to.path("c.png")).unwrap(), b"other");
    document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap();
    assert_eq!(fs::read(to.path("c.png")).unwrap(), b"\x89PNG");
}

#[test]
fn an_extended_buffer_does_not_take_the_place_of_the_one_it_came_from() {
    let scratch = Scratch::new();
    fs::write(scratch.path("m.bin"), [1, 2, 3, 4]).unwrap();
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"m.bin","byteLength":4}]}"#;
    fs::write(scratch.path("m.gltf"), text).unwrap();
    let (document, folder) = open(&scratch.path("m.gltf"));
    let mut edit = document.edit();
    edit.add_buffer_view(&[5]).unwrap();
    edit.finish().unwrap().save(&scratch.path("m.gltf"), &OVERWRITE, &folder).unwrap();
    assert_eq!(scratch.files(), ["m.bin", "m.gltf", "m_1.bin"]);
    assert_eq!(fs::read(scratch.path("m.bin")).unwrap(), [1, 2, 3, 4]);
    let again = Document::open(scratch.path("m.gltf")).unwrap();
    assert_eq!(again.buffer_bytes(BufferIndex(0)).unwrap(), [1, 2, 3, 4, 5]);
}

#[test]
fn a_missing_folder_and_a_folder_in_the_way_are_named() {
    let scratch = Scratch::new();
    let document = Document::read(r#"{"asset":{"version":"2.0"}}"#, &NoResources).unwrap();
    let error = document.save(&scratch.path("no/out.gltf"), &DEFAULT, &NoResources).unwrap_err();
    assert!(matches!(&error, WriteError::NoFolder { path } if *path == scratch.path("no")), "{error}");
    fs::create_dir(scratch.path("x.glb")).unwrap();
    let error = document.save(&scratch.path("x.glb"), &OVERWRITE, &NoResources).unwrap_err();
    assert!(matches!(error, WriteError::IsFolder { .. }), "{error}");
}

#[test]
fn a_failure_on_the_way_leaves_no_temporary_file() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    // A file where the folder of the buffer should be.
    fs::write(to.path("d"), "").unwrap();
    let error = document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap_err();
    assert!(matches!(error, WriteError::Io { .. }), "{error}");
    assert_eq!(to.files(), ["d"]);
}

#[test]
fn a_document_that_refers_to_its_own_output_is_refused() {
    let scratch = Scratch::new();
    fs::write(scratch.path("Out.gltf"), [1, 2, 3, 4]).unwrap();
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"./Out.gltf","byteLength":4}]}"#;
    let document = Document::read(text, &Folder::new(&scratch.0)).unwrap();
    let to = Scratch::new();
    let error = document.save(&to.path("out.gltf"), &DEFAULT, &NoResources).unwrap_err();
    assert!(matches!(error, WriteError::SamePath { .. }), "{error}");
    assert!(to.files().is_empty());
}

#[test]
fn one_file_under_two_uris_is_saved_once() {
    let (from, to) = (Scratch::new(), Scratch::new());
    fs::write(from.path("a b.png"), b"\x89PNG").unwrap();
    let text = r#"{"asset":{"version":"2.0"},"images":[{"uri":"a%20b.png"},{"uri":"./a b.png"}]}"#;
    let folder = Folder::new(&from.0);
    let document = Document::read(text, &folder).unwrap();
    let saved = document.save(&to.path("out.gltf"), &DEFAULT, &folder).unwrap();
    assert_eq!(saved.files, [to.path("a b.png"), to.path("out.gltf")]);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let (from, to, elsewhere) = (Scratch::new(), Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    std::os::unix::fs::symlink(&elsewhere.0, to.path("d")).unwrap();
    let error = document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap_err();
    assert!(matches!(error, WriteError::Companion { .. }), "{error}");
    assert!(elsewhere.files().is_empty());
}

#[test]
fn what_the_caller_keeps_is_not_replaced() {
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    fs::write(to.path("out.gltf"), "mine").unwrap();
    fs::write(to.path("c.png"), "mine").unwrap();
    for kept in ["out.gltf", "c.png"].map(|name| to.path(name)) {
        let error = document.save_keeping(&to.path("out.gltf"), &OVERWRITE, &folder, &|path| path == kept).unwrap_err();
        assert!(matches!(&error, WriteError::Kept { path } if *path == kept), "{error}");
        assert_eq!(to.files(), ["c.png", "out.gltf"]);
        assert_eq!(["c.png", "out.gltf"].map(|name| fs::read(to.path(name)).unwrap()), [b"mine", b"mine"]);
    }
    // What is the same already stays, whoever keeps it.
    fs::write(to.path("c.png"), b"\x89PNG").unwrap();
    document.save_keeping(&to.path("out.gltf"), &OVERWRITE, &folder, &|path| path == to.path("c.png")).unwrap();
}

fn new_file(path: &Path, text: &str, overwrite: bool) -> NewFile {
    let mut file = NewFile::create(path, overwrite).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn of_several_files_all_take_their_places_or_none() {
    let scratch = Scratch::new();
    fs::write(scratch.path("a"), "old").unwrap();
    let files = ["a", "b", "c"].map(|name| new_file(&scratch.path(name), "new", true));
    // A folder comes into the way of the last one.
    fs::create_dir(scratch.path("c")).unwrap();
    let error = NewFile::put_in_place(files.into()).unwrap_err();
    assert!(matches!(&error, WriteError::Io { path, .. } if *path == scratch.path("c")), "{error}");
    assert_eq!(scratch.files(), ["a"]);
    assert_eq!(fs::read_to_string(scratch.path("a")).unwrap(), "old");
    fs::remove_dir(scratch.path("c")).unwrap();
    let files = ["a", "b", "c"].map(|name| new_file(&scratch.path(name), "new", true));
    NewFile::put_in_place(files.into()).unwrap();
    assert_eq!(scratch.files(), ["a", "b", "c"]);
    assert_eq!(fs::read_to_string(scratch.path("a")).unwrap(), "new");
}

#[test]
fn a_file_that_appears_meanwhile_is_not_replaced() {
    let scratch = Scratch::new();
    let files = ["a", "b"].map(|name| new_file(&scratch.path(name), "new", false));
    fs::write(scratch.path("b"), "another's").unwrap();
    let error = NewFile::put_in_place(files.into()).unwrap_err();
    assert!(matches!(&error, WriteError::Exists { path } if *path == scratch.path("b")), "{error}");
    assert_eq!(scratch.files(), ["b"]);
    assert_eq!(fs::read_to_string(scratch.path("b")).unwrap(), "another's");
}

#[test]
fn a_file_that_is_given_up_leaves_nothing() {
    let scratch = Scratch::new();
    fs::write(scratch.path("a"), "old").unwrap();
    drop(new_file(&scratch.path("a"), "new", true));
    drop(new_file(&scratch.path("b"), "new", true));
    assert_eq!(scratch.files(), ["a"]);
    assert_eq!(fs::read_to_string(scratch.path("a")).unwrap(), "old");
}

#[cfg(unix)]
#[test]
fn a_replaced_file_hands_on_its_mode_and_a_link_stays() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (from, to) = (Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    let mode = |name: &str| fs::metadata(to.path(name)).unwrap().permissions().mode() & 0o7777;
    for (name, wanted) in [("real.gltf", 0o600), ("c.png", 0o444)] {
        fs::write(to.path(name), "old").unwrap();
        fs::set_permissions(to.path(name), fs::Permissions::from_mode(wanted)).unwrap();
    }
    symlink("real.gltf", to.path("out.gltf")).unwrap();
    document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap();
    assert_eq!((mode("real.gltf"), mode("c.png")), (0o600, 0o444));
    assert_eq!(fs::read_link(to.path("out.gltf")).unwrap(), Path::new("real.gltf"));
    assert_eq!(fs::read(to.path("real.gltf")).unwrap(), fs::read(from.path("in.gltf")).unwrap());
    assert_eq!(to.files(), ["c.png", "d/a b.bin", "out.gltf", "real.gltf"]);
}

#[cfg(unix)]
#[test]
fn a_file_beside_the_main_one_that_is_a_link_out_of_the_folder_is_not_written_through() {
    let (from, to, elsewhere) = (Scratch::new(), Scratch::new(), Scratch::new());
    let (document, folder) = open(&asset(&from));
    fs::write(elsewhere.path("precious"), "old").unwrap();
    std::os::unix::fs::symlink(elsewhere.path("precious"), to.path("c.png")).unwrap();
    let error = document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap_err();
    assert!(matches!(error, WriteError::Companion { .. }), "{error}");
    assert_eq!(fs::read_to_string(elsewhere.path("precious")).unwrap(), "old");
    // Nor is one that leads to the main file.
    fs::remove_file(to.path("c.png")).unwrap();
    std::os::unix::fs::symlink("out.gltf", to.path("c.png")).unwrap();
    let error = document.save(&to.path("out.gltf"), &OVERWRITE, &folder).unwrap_err();
    assert!(matches!(error, WriteError::SamePath { .. }), "{error}");
}
