//! Images in external files.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::code::Code;
use crate::data_uri;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::index::ImageIndex;
use crate::json::Value;
use crate::resources::{ResourceError, Resources, has_scheme};

/// An image that is a file, and its bytes.
pub(super) struct ImageFile<'a> {
    pub(super) index: ImageIndex,
    pub(super) value: Value<'a>,
    pub(super) uri: Cow<'a, str>,
    pub(super) bytes: Arc<Vec<u8>>,
}

/// Loads the images in external files. One that is not available is reported and left out; one on the web is ignored.
pub(super) fn load<'a>(
    document: &'a Document,
    resources: &dyn Resources,
    diagnostics: &mut Diagnostics,
) -> Vec<ImageFile<'a>> {
    let mut remaining = document.limits().buffer_bytes;
    let mut loaded: HashMap<String, Arc<Vec<u8>>> = HashMap::new();
    let mut load = |uri: &str| -> Result<Arc<Vec<u8>>, ResourceError> {
        if let Some(bytes) = loaded.get(uri) {
            return Ok(bytes.clone());
        }
        let bytes = Arc::new(resources.load(uri, remaining)?);
        remaining = remaining.saturating_sub(bytes.len() as u64);
        loaded.insert(uri.to_owned(), bytes.clone());
        Ok(bytes)
    };
    let mut files = Vec::new();
    for (index, value) in document.iter::<ImageIndex>() {
        let Some(uri) = value.get("uri").and_then(Value::as_str) else { continue };
        if data_uri::is_data_uri(&uri) || has_scheme(&uri) {
            continue;
        }
        match load(&uri) {
            Ok(bytes) => files.push(ImageFile { index, value, uri, bytes }),
            Err(error) => {
                let message = format!("the image `{uri}` cannot be read, and its reference is left unchanged: {error}");
                diagnostics.report(Code::IMAGE_UNAVAILABLE, value, message);
            }
        }
    }
    files
}

/// Returns the media type of an image: its `mimeType`, else by its first bytes, else by its name.
pub(super) fn mime_type(image: &ImageFile<'_>) -> Option<String> {
    let declared = image.value.get("mimeType").and_then(Value::as_str).map(Cow::into_owned);
    let detected = || of_bytes(&image.bytes).or_else(|| of_name(&image.uri)).map(str::to_owned);
    declared.or_else(detected)
}

fn of_bytes(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Some("image/ktx2"),
        [b'D', b'D', b'S', b' ', ..] => Some("image/vnd-ms.dds"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..] => Some("image/avif"),
        _ => None,
    }
}

fn of_name(uri: &str) -> Option<&'static str> {
    match uri.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "webp" => Some("image/webp"),
        "ktx2" => Some("image/ktx2"),
        "dds" => Some("image/vnd-ms.dds"),
        "avif" => Some("image/avif"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide_the_media_type_and_then_the_name() {
        assert_eq!(of_bytes(b"\x89PNG\r\n\x1a\n"), Some("image/png"));
        assert_eq!(of_bytes(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(of_bytes(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(of_bytes(b"GIF89a"), None);
        assert_eq!(of_name("a.b/C.JPEG"), Some("image/jpeg"));
        assert_eq!(of_name("a.b/C"), None);
    }
}
