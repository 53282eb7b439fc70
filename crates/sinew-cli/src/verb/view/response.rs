//! An HTTP response.

use std::io::{self, Write};
use std::path::Path;

use super::request::Refusal;

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    status: &'static str,
    media_type: &'static str,
    body: Vec<u8>,
    is_head: bool,
}

impl Response {
    /// The response with a file.
    pub(super) fn file(path: &Path, body: Vec<u8>, is_head: bool) -> Self {
        Self { status: "200 OK", media_type: media_type(path), body, is_head }
    }

    /// The response for a path that does not exist or is not served.
    pub(super) fn missing() -> Self {
        Self::text("404 Not Found")
    }

    pub(super) fn refusal(refusal: Refusal) -> Self {
        Self::text(match refusal {
            Refusal::Malformed => "400 Bad Request",
            Refusal::Method => "405 Method Not Allowed",
            Refusal::Host => "421 Misdirected Request",
        })
    }

    fn text(status: &'static str) -> Self {
        Self {
            status,
            media_type: "text/plain; charset=utf-8",
            body: format!("{status}\n").into_bytes(),
            is_head: false,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        // A file may change between two requests, so nothing is cached.
        write!(
            out,
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
            self.status,
            self.media_type,
            self.body.len()
        )?;
        if !self.is_head {
            out.write_all(&self.body)?;
        }
        out.flush()
    }
}

/// The media type by extension; browsers run scripts and wasm under their own type only.
fn media_type(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "wasm" => "application/wasm",
        "gltf" => "model/gltf+json",
        "glb" | "vrm" | "vrma" => "model/gltf-binary",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
