//! URIs of a log relative to a base: absolute ones are meaningless on another machine.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value as Json, json};

/// The folder of the run, by the name that CI systems use.
const OF_RUN: &str = "%SRCROOT%";

/// The common folder of files elsewhere.
const OF_OTHERS: &str = "%OTHERROOT%";

/// The path of standard input.
const STANDARD: &str = "-";

/// The bases of a log.
pub(super) struct UriBases {
    folder: Option<PathBuf>,
    /// The folder that all files outside of that one are in.
    others: Option<PathBuf>,
    is_folder_used: bool,
}

impl UriBases {
    /// The bases for files. The folder of the run must be absolute.
    pub(super) fn of<'a>(names: impl Iterator<Item = &'a str>, folder: Option<&Path>) -> Self {
        let folder = folder.map(plain);
        let (mut others, mut is_folder_used) = (None, false);
        for name in names.filter(|name| *name != STANDARD) {
            let path = absolute(name, folder.as_deref());
            if folder.as_deref().is_some_and(|folder| path.starts_with(folder)) {
                is_folder_used = true;
            } else if path.has_root() {
                let above = path.parent().unwrap_or(&path);
                others = Some(others.map_or_else(|| above.to_owned(), |others: PathBuf| common(&others, above)));
            }
        }
        Self { folder, others, is_folder_used }
    }

    /// The location of a file.
    pub(super) fn location(&self, name: &str) -> Json {
        if name == STANDARD {
            return json!({"uri": STANDARD, "description": {"text": "standard input"}});
        }
        let path = absolute(name, self.folder.as_deref());
        for (base, id) in [(&self.folder, OF_RUN), (&self.others, OF_OTHERS)] {
            if let Some(below) = base.as_ref().and_then(|base| path.strip_prefix(base).ok()) {
                return json!({"uri": reference(below), "uriBaseId": id});
            }
        }
        if path.has_root() { json!({"uri": file_uri(&path)}) } else { json!({"uri": reference(&path)}) }
    }

    /// The bases that are used, for the run.
    pub(super) fn bases(&self) -> Option<Json> {
        let mut bases = json!({});
        let folder = self.folder.as_deref().filter(|_| self.is_folder_used);
        for (base, id, what) in [
            (folder, OF_RUN, "The folder in which the files were checked."),
            (self.others.as_deref(), OF_OTHERS, "The folder of the files that are elsewhere."),
        ] {
            if let Some(base) = base {
                let mut uri = file_uri(base);
                uri.push_str(if uri.ends_with('/') { "" } else { "/" });
                bases[id] = json!({"uri": uri, "description": {"text": what}});
            }
        }
        (bases != json!({})).then_some(bases)
    }
}

/// A name as a path from the root, if the folder is known, and without `.` and `..`.
fn absolute(name: &str, folder: Option<&Path>) -> PathBuf {
    plain(&folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name)))
}

/// A path without `.`, and without `..` after a folder.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            Component::ParentDir if plain.has_root() => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The folder that two have in common; the first's where there is none, as on two drives.
fn common(a: &Path, b: &Path) -> PathBuf {
    let shared: PathBuf =
        a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a.as_os_str()).collect();
    if shared.has_root() { shared } else { a.to_owned() }
}

/// RFC 8089: `file:///folder/file`, and `file:///C:/file` on Windows.
fn file_uri(path: &Path) -> String {
    let text = slashes(path);
    // Canonical paths of Windows begin with a prefix.
    let text = text.strip_prefix("//?/").unwrap_or(&text);
    let (drive, rest) = match text.split_once(":/") {
        Some((drive, rest)) if drive.len() == 1 => (format!("/{drive}:"), format!("/{rest}")),
        _ => (String::new(), text.to_owned()),
    };
    format!("file://{drive}{}", escaped(&rest))
}

/// RFC 3986, section 4.2: a relative reference whose first part has a colon would be taken for a scheme, so that colons are
/// escaped as all is that a URI reserves.
fn reference(path: &Path) -> String {
    escaped(&slashes(path))
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn escaped(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            other => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        assert_eq!(escaped(&slashes(Path::new(r"a b\ü.gltf"))), "a%20b/%C3%BC.gltf");
    }

    #[cfg(unix)]
    #[test]
    fn files_below_the_folder_and_elsewhere_have_a_base_each() {
        let names = ["a.gltf", "./b/../c d.gltf", "/home/me/x.gltf", "/srv/one/y.gltf", "../../../srv/two/z.gltf"];
        let uri_bases = UriBases::of(names.into_iter(), Some(Path::new("/home/me")));
        let reported = names.map(|name| {
            let place = uri_bases.location(name);
            format!("{} {}", place["uriBaseId"].as_str().unwrap(), place["uri"].as_str().unwrap())
        });
        let expected = ["SRC a.gltf", "SRC c%20d.gltf", "SRC x.gltf", "OTHER one/y.gltf", "OTHER two/z.gltf"]
            .map(|place| format!("%{}", place.replacen(' ', "ROOT% ", 1)));
        assert_eq!(reported, expected);
        let bases = uri_bases.bases().unwrap();
        assert_eq!(
            (&bases[OF_RUN]["uri"], &bases[OF_OTHERS]["uri"]),
            (&json!("file:///home/me/"), &json!("file:///srv/"))
        );
    }

    #[test]
    fn without_a_folder_relative_names_stay_as_they_are() {
        let uri_bases = UriBases::of(["a.gltf"].into_iter(), None);
        assert_eq!(uri_bases.location("a.gltf"), json!({"uri": "a.gltf"}));
        assert_eq!(uri_bases.bases(), None);
    }
}
