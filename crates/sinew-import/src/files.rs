//! The files that a robot names: meshes, textures, other models.

use std::cell::Cell;

use sinew_document::{ResourceError, Resources};

/// Bytes of all files together. Each reference counts, so that a file that is named often is not read for ever.
const MAX_BYTES: u64 = 2 << 30;

/// Opens files by paths relative to the model's own folder. No path leads out of what the resources cover.
pub(crate) struct Files<'a> {
    resources: &'a dyn Resources,
    /// The folder of the model below the resources' root: empty, or with a slash at its end.
    folder: String,
    left: Cell<u64>,
}

impl<'a> Files<'a> {
    /// The files beside a model of a name, which is relative to the resources' root.
    pub(crate) fn new(resources: &'a dyn Resources, model: &str) -> Self {
        let model = model.replace('\\', "/");
        let folder = model.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        Self { resources, folder, left: Cell::new(MAX_BYTES) }
    }

    /// Reads a file by its path relative to the model. `package://` is looked up below the root.
    pub(crate) fn load(&self, path: &str) -> Result<Vec<u8>, ResourceError> {
        if let Some(rest) = path.strip_prefix("package://") {
            let inside = rest.split_once('/').map_or(rest, |(_, inside)| inside);
            let candidates = [normalized(rest)?, normalized(inside)?, normalized(&format!("{}{inside}", self.folder))?];
            let mut last = ResourceError::NotFound;
            for candidate in candidates {
                match self.open(&candidate) {
                    Err(ResourceError::NotFound) => {}
                    Err(error) => last = error,
                    found => return found,
                }
            }
            return Err(last);
        }
        let path = path.strip_prefix("file://").unwrap_or(path);
        if path.starts_with('/') || path.starts_with('\\') {
            return Err(ResourceError::OutsideFolder);
        }
        self.open(&normalized(&format!("{}{path}", self.folder))?)
    }

    fn open(&self, path: &str) -> Result<Vec<u8>, ResourceError> {
        let bytes = self.resources.load(&path.replace('%', "%25"), self.left.get())?;
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        Ok(bytes)
    }
}

/// Resolves `.` and `..`. A path that leads above the root is refused.
fn normalized(path: &str) -> Result<String, ResourceError> {
    let mut parts: Vec<&str> = Vec::new();
    let path = path.replace('\\', "/");
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or(ResourceError::OutsideFolder)?;
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() { Err(ResourceError::Malformed("it is empty")) } else { Ok(parts.join("/")) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn paths_stay_below_the_root() {
        let files = BTreeMap::from([
            ("robot/meshes/a.stl".to_owned(), vec![1]),
            ("robot/urdf/100%.stl".to_owned(), vec![2]),
            ("other/b.stl".to_owned(), vec![3]),
        ]);
        let files = Files::new(&files, "robot/urdf/model.urdf");
        assert_eq!(files.load("../meshes/a.stl").unwrap(), [1]);
        assert_eq!(files.load("100%.stl").unwrap(), [2]);
        assert_eq!(files.load("package://robot/meshes/a.stl").unwrap(), [1]);
        assert_eq!(files.load("package://any/other/b.stl").unwrap(), [3]);
        for path in ["../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "package://../x", "..\\..\\..\\x"] {
            assert!(matches!(files.load(path), Err(ResourceError::OutsideFolder)), "{path}");
        }
        assert!(matches!(files.load("package://robot/meshes/c.stl"), Err(ResourceError::NotFound)));
    }
}
