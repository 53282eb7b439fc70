//! The files that the server serves: the page's folder, the glTF file, and its resources.

use std::path::{Path, PathBuf};

use sinew_document::{BufferIndex, Folder, ImageIndex, Resources as _};

use super::page::Page;
use super::request::Request;
use super::response::Response;

/// The maximum size of a response, bytes.
const MAX_BYTES: u64 = 4 << 30;

/// The path prefix of the glTF file and its resources.
const FILE: &str = "file/";

pub(super) struct Served {
    page: Page,
    file: Option<PathBuf>,
}

impl Served {
    pub(super) fn new(page: Page, file: Option<PathBuf>) -> Self {
        Self { page, file }
    }

    /// The query of the page's address that shows the file.
    pub(super) fn query(&self) -> String {
        let name = self.file.as_deref().and_then(Path::file_name);
        name.map(|name| format!("?model={FILE}{}", encode(&name.to_string_lossy()))).unwrap_or_default()
    }

    pub(super) fn answer(&self, request: &Request) -> Response {
        if let Some(uri) = request.path.strip_prefix(FILE) {
            let found = self.of_file(uri);
            return found
                .map_or_else(Response::missing, |(path, bytes)| Response::resource(&path, bytes, request.is_head));
        }
        let path = if request.path.is_empty() { "index.html" } else { &request.path };
        self.page.find(path).map_or_else(Response::missing, |found| Response::file(found, request.is_head))
    }

    /// The file itself, or a buffer or an image that it names.
    fn of_file(&self, uri: &str) -> Option<(PathBuf, Vec<u8>)> {
        let file = self.file.as_deref()?;
        let folder = Folder::of_file(file);
        let wanted = folder.resolve(uri).ok()?;
        if wanted.file_name() == file.file_name() && wanted.parent() == folder.resolve("x").ok()?.parent() {
            // The file named on the command line may be a link to any place.
            return std::fs::read(file).ok().map(|bytes| (wanted, bytes));
        }
        let named = named(file).iter().any(|uri| folder.resolve(uri).is_ok_and(|path| path == wanted));
        if named { folder.load(uri, MAX_BYTES).ok().map(|bytes| (wanted, bytes)) } else { None }
    }
}

/// The URIs of a file's buffers and images at this time; none if it is not glTF.
pub(super) fn named(file: &Path) -> Vec<String> {
    let Ok(document) = crate::limits::open(file) else { return Vec::new() };
    let buffers = document.iter::<BufferIndex>().map(|(_, buffer)| buffer);
    let images = document.iter::<ImageIndex>().map(|(_, image)| image);
    let uris = buffers.chain(images).filter_map(|holder| holder.get("uri")?.as_str().map(std::borrow::Cow::into_owned));
    uris.collect()
}

/// Percent-encodes all but unreserved characters.
fn encode(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_cannot_break_the_address() {
        let served = Served::new(Page::Packed, Some(PathBuf::from("a/b & c#ä.glb")));
        assert_eq!(served.query(), "?model=file/b%20%26%20c%23%C3%A4.glb");
        assert_eq!(Served::new(Page::Packed, None).query(), "");
    }
}
