//! Meshes and textures in files of their own.

use crate::files::Files;
use crate::mesh::{TriangleMesh, read_obj, read_stl};
use crate::robot::Texture;

/// Reads an STL or an OBJ.
pub(crate) fn read_mesh(files: &Files<'_>, path: &str) -> Result<TriangleMesh, String> {
    let kind = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    let read = match kind.as_str() {
        "stl" => read_stl,
        "obj" => read_obj,
        _ => return Err(format!("meshes of type \"{kind}\" are not read; convert it to STL or OBJ")),
    };
    let bytes = files.load(path).map_err(|error| error.to_string())?;
    read(&bytes)
}

/// Reads a picture that glTF can show.
pub(crate) fn read_texture(files: &Files<'_>, path: &str) -> Result<Texture, String> {
    let bytes = files.load(path).map_err(|error| error.to_string())?;
    let mime = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        "image/png"
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        "image/jpeg"
    } else {
        return Err("it is neither PNG nor JPEG".to_owned());
    };
    Ok(Texture { mime, bytes: bytes.into() })
}
