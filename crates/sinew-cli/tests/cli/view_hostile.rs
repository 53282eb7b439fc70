//! `sinew view` and a client that means no good.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::view::Viewer;
use crate::{file, folder};

fn viewer(test: &str) -> Viewer {
    let folder = folder(test);
    let page = folder.join("page");
    std::fs::create_dir_all(&page).unwrap();
    file(&page, "index.html", "<p>page");
    let model =
        r#"{"asset": {"version": "2.0"}, "images": [{"uri": "evil.html"}, {"uri": "evil.svg"}, {"uri": "evil.js"}]}"#;
    for name in ["evil.html", "evil.svg", "evil.js"] {
        file(&folder, name, "<script>alert(1)</script>");
    }
    let model = file(&folder, "model.gltf", model);
    Viewer::start(&page, &[&model])
}

#[test]
fn a_strangers_page_or_script_is_bytes_and_no_answer_can_be_framed_or_sniffed() {
    let viewer = viewer("view_types");
    for path in ["/file/evil.html", "/file/evil.svg", "/file/evil.js"] {
        let (status, head, _) = viewer.get(path);
        assert_eq!(status, "HTTP/1.1 200 OK", "{path}");
        assert!(head.contains("Content-Type: application/octet-stream"), "{path}: {head}");
    }
    for path in ["/", "/file/evil.html", "/none"] {
        let (_, head, _) = viewer.get(path);
        assert!(head.contains("X-Content-Type-Options: nosniff"), "{path}: {head}");
        let policy = head.lines().find_map(|line| line.strip_prefix("Content-Security-Policy: ")).unwrap();
        let of = |name: &str| policy.split("; ").find(|rule| rule.trim_start().starts_with(name)).unwrap().to_owned();
        assert!(of("frame-ancestors").ends_with("'none'"), "{policy}");
        assert!(!of("script-src").contains("unsafe-inline") && !of("script-src").contains("http"), "{policy}");
        assert!(of("default-src").ends_with("'none'"), "{policy}");
    }
    let (status, ..) = viewer.send(&format!("GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\n\r\n", viewer.address()));
    assert_eq!(status, "HTTP/1.1 400 Bad Request");
}

#[test]
fn clients_that_send_nothing_or_a_byte_at_a_time_keep_nobody_out() {
    let viewer = viewer("view_slow");
    // As many as there are places, and more; each has begun a request and does not end it.
    let mut slow: Vec<TcpStream> = (0..48)
        .map(|_| {
            let mut stream = TcpStream::connect(viewer.address()).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    for _ in 0..8 {
        assert_eq!(viewer.get("/").0, "HTTP/1.1 200 OK");
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    // One that keeps on sending has an end, too: the deadline is for the whole request.
    let last = slow.last_mut().unwrap();
    last.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut answer = Vec::new();
    while began.elapsed() < Duration::from_secs(30) {
        let is_closed = last.write_all(b"y").is_err();
        let mut bytes = [0; 512];
        match last.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&bytes[..count]),
            Err(_) if is_closed => break,
            Err(_) => {}
        }
    }
    assert!(began.elapsed() < Duration::from_secs(30), "the deadline did not end it");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
}
