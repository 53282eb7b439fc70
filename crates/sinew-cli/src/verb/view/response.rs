//! An HTTP response.

use std::io::{self, Write};
use std::path::Path;

use super::page::Found;
use super::request::Refusal;

/// What a page may load and run: its own scripts and files, WebAssembly, and what it made itself (`blob:`, `data:`); no inline
/// script, nothing of another origin, and no frame around it. Styles are set by scripts as well.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self' blob: data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    status: &'static str,
    media_type: &'static str,
    body: Vec<u8>,
    is_gzipped: bool,
    is_head: bool,
}

impl Response {
    /// The response with a file.
    pub(super) fn file(found: Found, is_head: bool) -> Self {
        let Found { path, is_gzipped, bytes: body } = found;
        Self { status: "200 OK", media_type: media_type(&path), body, is_gzipped, is_head }
    }

    /// The response with a resource of a glTF file, which is an image, a glTF file or bytes, whatever it is called: a page or a
    /// script among a stranger's files must not run here.
    pub(super) fn resource(path: &Path, body: Vec<u8>, is_head: bool) -> Self {
        let media_type = media_type(path);
        let is_inert =
            media_type.starts_with("model/") || (media_type.starts_with("image/") && !media_type.contains("svg"));
        let media_type = if is_inert { media_type } else { "application/octet-stream" };
        Self { status: "200 OK", media_type, body, is_gzipped: false, is_head }
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
            Refusal::Busy => "503 Service Unavailable",
            Refusal::Slow => "408 Request Timeout",
        })
    }

    fn text(status: &'static str) -> Self {
        Self {
            status,
            media_type: "text/plain; charset=utf-8",
            body: format!("{status}\n").into_bytes(),
            is_gzipped: false,
            is_head: false,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        // A file may change between two requests, so nothing is cached.
        let encoding = if self.is_gzipped { "Content-Encoding: gzip\r\n" } else { "" };
        write!(
            out,
            "HTTP/1.1 {}\r\nContent-Type: {}\r\n{encoding}Content-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
             Content-Security-Policy: {POLICY}\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nConnection: close\r\n\r\n",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_have_types_that_no_browser_runs() {
        let head = |name: &str| {
            let mut out = Vec::new();
            Response::resource(Path::new(name), Vec::new(), false).write(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        for (name, media_type) in [("a.png", "image/png"), ("a.GLB", "model/gltf-binary")] {
            assert!(head(name).contains(&format!("Content-Type: {media_type}\r\n")), "{name}");
        }
        for name in ["a.html", "a.js", "a.svg", "a.css", "a.wasm", "a.json", "a"] {
            assert!(head(name).contains("Content-Type: application/octet-stream\r\n"), "{name}");
        }
    }
}
