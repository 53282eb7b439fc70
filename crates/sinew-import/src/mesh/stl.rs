//! STL, binary and as text.

use std::collections::HashMap;

use glam::DVec3;

use super::TriangleMesh;

/// The header and the number of triangles of a binary file.
const HEADER: usize = 84;

/// A triangle of a binary file: a normal, three corners, two bytes of attributes.
const RECORD: usize = 50;

/// Reads triangles; corners at the same place become one vertex. Normals are those of the triangles, so that the file's are
/// of no use.
pub(crate) fn read(bytes: &[u8]) -> Result<TriangleMesh, String> {
    let count = bytes.get(80..HEADER).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    // A text can be 84 bytes long as well, and binary files begin with "solid" too: the length decides.
    let binary = count.filter(|&count| bytes.len() as u64 == HEADER as u64 + u64::from(count) * RECORD as u64);
    let mut weld = Weld::default();
    if binary.is_some() {
        for record in bytes.get(HEADER..).unwrap_or(&[]).chunks_exact(RECORD) {
            let float = |at: usize| {
                record.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(f32::NAN, f32::from_le_bytes)
            };
            let corner = |at: usize| [float(at), float(at + 4), float(at + 8)];
            weld.add([corner(12), corner(24), corner(36)])?;
        }
        return weld.finish();
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.trim_start().starts_with("solid"));
    let Some(text) = text else { return Err("it is neither binary nor text STL, or is cut short".to_owned()) };
    let mut corners: Vec<[f32; 3]> = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some("vertex") {
            continue;
        }
        let mut next = || words.next().and_then(|word| word.parse::<f32>().ok());
        let (Some(x), Some(y), Some(z)) = (next(), next(), next()) else {
            return Err(format!("line {}: a vertex has three numbers", line + 1));
        };
        corners.push([x, y, z]);
        if let [a, b, c] = corners[..] {
            weld.add([a, b, c])?;
            corners.clear();
        }
    }
    weld.finish()
}

#[derive(Default)]
struct Weld {
    mesh: TriangleMesh,
    known: HashMap<[u32; 3], u32>,
}

impl Weld {
    fn add(&mut self, corners: [[f32; 3]; 3]) -> Result<(), String> {
        let mut triangle = [0; 3];
        for (index, corner) in triangle.iter_mut().zip(corners) {
            if corner.iter().any(|number| !number.is_finite()) {
                return Err(format!("triangle {} has a corner that is not finite", self.mesh.triangles.len() + 1));
            }
            // Adding zero makes -0 and 0 the same place.
            let key = corner.map(|number| (number + 0.0).to_bits());
            *index = *self.known.entry(key).or_insert_with(|| {
                self.mesh.positions.push(DVec3::from_array(corner.map(f64::from)));
                self.mesh.positions.len() as u32 - 1
            });
        }
        self.mesh.triangles.push(triangle);
        Ok(())
    }

    fn finish(self) -> Result<TriangleMesh, String> {
        if self.mesh.triangles.is_empty() { Err("it has no triangles".to_owned()) } else { Ok(self.mesh) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet
facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex -0 1 0\nendloop\nendfacet\nendsolid";

    fn binary() -> Vec<u8> {
        let mut bytes = b"solid of a liar".to_vec();
        bytes.resize(80, 0);
        bytes.extend(2_u32.to_le_bytes());
        for corners in
            [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [-0.0, 1.0, 0.0]]]
        {
            bytes.extend([0; 12]);
            bytes.extend(corners.as_flattened().iter().flat_map(|number: &f32| number.to_le_bytes()));
            bytes.extend([0; 2]);
        }
        bytes
    }

    #[test]
    fn both_forms_of_a_square_have_four_corners_and_two_triangles() {
        for mesh in [read(TEXT.as_bytes()).unwrap(), read(&binary()).unwrap()] {
            assert_eq!(mesh.positions.len(), 4);
            assert_eq!(mesh.triangles, [[0, 1, 2], [1, 3, 2]]);
        }
    }

    #[test]
    fn what_is_cut_or_not_finite_is_refused() {
        let whole = binary();
        for length in [0, 10, 84, 100, whole.len() - 1] {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        let mut huge = whole.clone();
        huge[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(read(&huge).is_err());
        assert!(read(TEXT.replace("vertex 1 1 0", "vertex nan 1 0").as_bytes()).is_err());
        assert!(read(TEXT.replace("vertex 1 1 0", "vertex 1 1").as_bytes()).is_err());
    }
}
