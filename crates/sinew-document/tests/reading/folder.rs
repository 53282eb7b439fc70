//! Buffers in files beside the asset: what may be read, and how much.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use sinew_document::{BufferIndex, Document, Limits, ReadOptions, ResourceError, Resources};

/// A folder below the system's temporary one, gone when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-reading-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("asset/inner")).unwrap();
        fs::write(folder.join("secret.bin"), b"secret").unwrap();
        fs::write(folder.join("asset/inner/b c.bin"), b"abcd").unwrap();
        Self(folder)
    }

    fn asset(&self) -> PathBuf {
        self.0.join("asset")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file whose buffers have these URIs, four bytes each.
fn gltf(uris: &[&str]) -> String {
    let buffers: Vec<String> = uris.iter().map(|uri| format!("{{\"byteLength\": 4, \"uri\": \"{uri}\"}}")).collect();
    format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"buffers\": [{}]}}", buffers.join(", "))
}

fn open(folder: &Path, uris: &[&str], options: ReadOptions) -> Document {
    fs::write(folder.join("file.gltf"), gltf(uris)).unwrap();
    Document::open_with(folder.join("file.gltf"), options).unwrap()
}

/// The messages of a file whose every buffer but the last, which is good, cannot be had.
fn refusals(folder: &Path, uris: &[&str]) -> Vec<String> {
    let document = open(folder, &[uris, &["inner/b%20c.bin"]].concat(), ReadOptions::default());
    assert_eq!(document.buffer_bytes(BufferIndex(uris.len() as u32)), Some(&b"abcd"[..]), "the rest is read");
    for (position, found) in document.diagnostics().iter().enumerate() {
        assert_eq!(found.code.as_str(), "BUFFER_UNAVAILABLE");
        assert_eq!(found.pointer, format!("/buffers/{position}"));
    }
    document.diagnostics().iter().map(|found| found.message.clone()).collect()
}

#[test]
fn files_below_the_folder_are_read_however_they_are_spelled() {
    let temporary = Temporary::new("below");
    let uris = ["inner/b%20c.bin", "inner/b c.bin", "./inner/b%20c.bin", "inner\\\\b c.bin"];
    let document = open(&temporary.asset(), &uris, ReadOptions::default());
    assert!(document.diagnostics().is_empty(), "{:?}", document.diagnostics());
    for index in 0..4 {
        assert_eq!(document.buffer_bytes(BufferIndex(index)), Some(&b"abcd"[..]));
    }
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let temporary = Temporary::new("outside");
    let absolute = temporary.0.join("secret.bin").to_str().unwrap().replace('\\', "/");
    let uris = ["../secret.bin", "inner/../../secret.bin", "%2e%2e/secret.bin", "..\\\\secret.bin", &absolute];
    for message in refusals(&temporary.asset(), &uris) {
        let reason = "it leads out of the asset's folder; put the file beside the asset";
        assert!(message.ends_with(reason) || cfg!(windows), "{message}");
    }
    let uris = ["https://example.org/a.bin", "file:///etc/passwd"];
    for message in refusals(&temporary.asset(), &uris) {
        assert!(message.ends_with("it is a URL, and nothing is fetched from elsewhere; put the file beside the asset"));
    }
}

#[test]
fn missing_and_malformed_uris_are_reported() {
    let temporary = Temporary::new("missing");
    let uris = ["nothing.bin", "", "a%00b", "%ff"];
    let messages = refusals(&temporary.asset(), &uris);
    let ends = ["there is no such file", "it is empty", "it contains a zero byte", "its percent-encoding is not UTF-8"];
    assert_eq!(messages.len(), ends.len());
    for (message, end) in messages.iter().zip(ends) {
        assert!(message.ends_with(end), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_folders_and_pipes_are_refused() {
    let temporary = Temporary::new("links");
    let asset = temporary.asset();
    std::os::unix::fs::symlink(temporary.0.join("secret.bin"), asset.join("link.bin")).unwrap();
    std::os::unix::fs::symlink(&temporary.0, asset.join("up")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(asset.join("pipe.bin")).status();
    let mut uris = vec!["link.bin", "up/secret.bin", "inner"];
    // Where there is no `mkfifo` to make a pipe, the others still show.
    if made.is_ok_and(|status| status.success()) {
        uris.push("pipe.bin");
    }
    let messages = refusals(&asset, &uris);
    assert_eq!(messages.len(), uris.len());
    for message in &messages[..2] {
        assert!(message.ends_with("it leads out of the asset's folder; put the file beside the asset"), "{message}");
    }
    for message in &messages[2..] {
        assert!(message.ends_with("it is malformed: it is not a regular file"), "{message}");
    }
}

#[test]
fn all_buffers_together_stay_below_the_limit() {
    let temporary = Temporary::new("limit");
    let asset = temporary.asset();
    for name in ["0.bin", "1.bin", "2.bin"] {
        fs::write(asset.join(name), b"abcd").unwrap();
    }
    let limits = Limits { buffer_bytes: 9, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let document = open(&asset, &["0.bin", "1.bin", "2.bin", "0.bin"], options);
    // 9 − 4 − 4 leaves one byte for the third; the fourth is the first again, and costs nothing.
    let found = document.diagnostics().as_slice();
    assert_eq!((found.len(), found[0].pointer.as_str()), (1, "/buffers/2"));
    assert!(found[0].message.ends_with("it has more than the 1 bytes that the limits leave"), "{}", found[0].message);
    assert_eq!(document.buffer_bytes(BufferIndex(3)), Some(&b"abcd"[..]));
}

/// Counts how often it is asked.
struct Counted(RefCell<Vec<String>>);

impl Resources for Counted {
    fn load(&self, uri: &str, _: u64) -> Result<Vec<u8>, ResourceError> {
        self.0.borrow_mut().push(uri.to_owned());
        if uri == "none.bin" { Err(ResourceError::NotFound) } else { Ok(vec![7; 4]) }
    }
}

#[test]
fn many_buffers_that_name_one_file_share_its_bytes() {
    let resources = Counted(RefCell::default());
    let document = Document::read(gltf(&["a.bin"; 1000]), &resources).unwrap();
    assert_eq!(*resources.0.borrow(), ["a.bin"]);
    let address = |index| document.buffer_bytes(BufferIndex(index)).unwrap().as_ptr();
    assert!((1..1000).all(|index| address(index) == address(0)));
}
