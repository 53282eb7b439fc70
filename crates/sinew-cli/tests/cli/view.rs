use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::{command, file, folder, sinew};

/// A running `sinew view`, which ends with the test.
pub(crate) struct Viewer {
    child: Child,
    url: String,
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Viewer {
    pub(crate) fn start(page: &Path, shown: &[&str]) -> Self {
        let page = page.display().to_string();
        let mut command = command(&["view", "--no-open", "--quiet", "--page", &page]);
        let mut child = command.args(shown).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { child, url: url.trim_end().to_owned() }
    }

    pub(crate) fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    /// The status line, the rest of the head, and the body.
    pub(crate) fn get(&self, path: &str) -> (String, String, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address()))
    }

    pub(crate) fn send(&self, request: &str) -> (String, String, String) {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let (status, rest) = head.split_once("\r\n").unwrap();
        (status.to_owned(), rest.to_owned(), body.to_owned())
    }

    #[track_caller]
    fn gives(&self, path: &str, body: &str) {
        let (status, _, found) = self.get(path);
        assert_eq!((status.as_str(), found.as_str()), ("HTTP/1.1 200 OK", body), "{path}");
    }

    #[track_caller]
    fn hides(&self, path: &str) {
        assert_eq!(self.get(path).0, "HTTP/1.1 404 Not Found", "{path}");
    }
}

const MODEL: &str = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "its%20own.bin", "byteLength": 4},
    {"uri": "../secret.txt", "byteLength": 4}], "images": [{"uri": "skin.png"}]}"#;

#[test]
fn the_page_the_file_and_what_it_names_are_served_and_nothing_else() {
    let folder = folder("view_serves");
    for inside in ["page", "page/assets", "models"] {
        std::fs::create_dir_all(folder.join(inside)).unwrap();
    }
    let page = folder.join("page");
    file(&page, "index.html", "<p>page");
    file(&page, "assets/a.js", "let a");
    file(&folder, "secret.txt", "secret");
    let models = folder.join("models");
    let model = file(&models, "a model.gltf", MODEL);
    for (name, text) in [("its own.bin", "abcd"), ("skin.png", "png"), ("other.txt", "other")] {
        file(&models, name, text);
    }

    let viewer = Viewer::start(&page, &[&model]);
    assert!(viewer.url.starts_with("http://127.0.0.1:"), "{}", viewer.url);
    assert!(viewer.url.ends_with("/?model=file/a%20model.gltf"), "{}", viewer.url);
    viewer.gives("/", "<p>page");
    viewer.gives("/?model=x", "<p>page");
    viewer.gives("/assets/a.js", "let a");
    viewer.gives("/file/a%20model.gltf", MODEL);
    viewer.gives("/file/its%20own.bin", "abcd");
    viewer.gives("/file/skin.png", "png");
    assert!(viewer.get("/assets/a.js").1.contains("Content-Type: text/javascript"));

    for path in ["/file/other.txt", "/file/", "/file/../secret.txt", "/file/%2e%2e/secret.txt", "/../secret.txt"] {
        viewer.hides(path);
    }
    for path in ["/..%2fsecret.txt", "/..%5Csecret.txt", "//etc/passwd", "/%2Fetc%2Fpasswd", "/%00", "/assets", "/none"]
    {
        viewer.hides(path);
    }
    let (status, ..) = viewer.send("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
    assert_eq!(status, "HTTP/1.1 421 Misdirected Request");
}

#[test]
fn a_missing_file_or_page_is_reported_before_anything_is_served() {
    let folder = folder("view_refuses");
    let page = folder.display().to_string();
    let reported = sinew(&["view", "--no-open", "--page", &page]);
    assert!(reported.failure(3).contains("index.html"), "{}", reported.stderr);
    let reported = sinew(&["view", "--no-open", "--page", &page, "none.glb"]);
    assert!(reported.failure(3).contains("none.glb: there is no such file"), "{}", reported.stderr);
}
