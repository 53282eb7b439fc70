//! Wavefront OBJ: positions, texture coordinates, normals and faces. Groups and materials are not part of a shape.

use std::collections::HashMap;

use glam::DVec3;

use super::TriangleMesh;

/// A corner of a face: the positions of its point, texture coordinate and normal in their lists.
type Corner = (usize, Option<usize>, Option<usize>);

/// Reads triangles; faces with more corners become fans.
pub(crate) fn read(bytes: &[u8]) -> Result<TriangleMesh, String> {
    let text = String::from_utf8_lossy(bytes);
    let (mut points, mut uvs, mut normals) = (Vec::new(), Vec::new(), Vec::new());
    let mut faces: Vec<[Corner; 3]> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split_ascii_whitespace();
        let at = |message: &str| format!("line {}: {message}", number + 1);
        match words.next() {
            Some("v") => {
                let [x, y, z] = floats(words).ok_or_else(|| at("a vertex has three numbers"))?;
                points.push(DVec3::new(x, y, z));
            }
            Some("vt") => {
                // A second number may be left out.
                let padded = words.chain(std::iter::once("0"));
                let [u, v] = floats(padded).ok_or_else(|| at("a texture coordinate has two numbers"))?;
                uvs.push([u as f32, 1.0 - v as f32]);
            }
            Some("vn") => {
                let [x, y, z] = floats(words).ok_or_else(|| at("a normal has three numbers"))?;
                normals.push(DVec3::new(x, y, z).normalize_or(DVec3::Z));
            }
            Some("f") => {
                let counts = [points.len(), uvs.len(), normals.len()];
                let corners: Option<Vec<Corner>> = words.map(|word| corner(word, counts)).collect();
                let corners = corners.ok_or_else(|| at("a face names a vertex that is not there"))?;
                if let [first, rest @ ..] = corners.as_slice() {
                    faces.extend(rest.windows(2).filter_map(|pair| Some([*first, *pair.first()?, *pair.get(1)?])));
                }
            }
            _ => {}
        }
    }
    if faces.is_empty() {
        return Err("it has no faces".to_owned());
    }
    Ok(indexed(&faces, &points, &uvs, &normals))
}

fn floats<'a, const N: usize>(mut words: impl Iterator<Item = &'a str>) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = words.next()?.parse::<f64>().ok().filter(|number| number.abs() <= 1e15)?;
    }
    Some(numbers)
}

/// `7`, `7/1`, `7//3` or `7/1/3`; from 1, and negative from the end.
fn corner(word: &str, counts: [usize; 3]) -> Option<Corner> {
    let mut parts = word.split('/');
    let index = |part: Option<&str>, count: usize| -> Option<Option<usize>> {
        let Some(text) = part.filter(|text| !text.is_empty()) else { return Some(None) };
        let number: i64 = text.parse().ok()?;
        let index = if number < 0 { i64::try_from(count).ok()? + number } else { number - 1 };
        usize::try_from(index).ok().filter(|&index| index < count).map(Some)
    };
    let [points, uvs, normals] = counts;
    Some((index(parts.next(), points)??, index(parts.next(), uvs)?, index(parts.next(), normals)?))
}

fn indexed(faces: &[[Corner; 3]], points: &[DVec3], uvs: &[[f32; 2]], normals: &[DVec3]) -> TriangleMesh {
    let corners = || faces.as_flattened().iter();
    let has_uvs = corners().all(|(_, uv, _)| uv.is_some());
    let has_normals = corners().all(|(_, _, normal)| normal.is_some());
    let mut mesh =
        TriangleMesh { uvs: has_uvs.then(Vec::new), normals: has_normals.then(Vec::new), ..TriangleMesh::default() };
    let mut known: HashMap<Corner, u32> = HashMap::new();
    for face in faces {
        let triangle = face.map(|(point, uv, normal)| {
            let key = (point, uv.filter(|_| has_uvs), normal.filter(|_| has_normals));
            *known.entry(key).or_insert_with(|| {
                mesh.positions.extend(points.get(point));
                if let (Some(list), Some(uv)) = (&mut mesh.uvs, uv) {
                    list.extend(uvs.get(uv));
                }
                if let (Some(list), Some(normal)) = (&mut mesh.normals, normal) {
                    list.extend(normals.get(normal));
                }
                mesh.positions.len() as u32 - 1
            })
        });
        mesh.triangles.push(triangle);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_name_their_corners_from_either_end() {
        let text = "o x\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 2\n\
                    f 1/1/1 2/2/1 3/3/1 -1/-1/-1\n";
        let mesh = read(text.as_bytes()).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(mesh.positions[3], DVec3::Y);
        assert_eq!(mesh.uvs.unwrap()[2].map(f32::to_bits), [1.0_f32, 0.0].map(f32::to_bits));
        assert_eq!(mesh.normals.unwrap()[0], DVec3::Z);
    }

    #[test]
    fn corners_that_are_not_there_are_refused() {
        for face in ["1 2 4", "0 1 2", "-4 1 2", "1/1 2/1 3/1", "a b c", "99999999999999999999 1 2"] {
            assert!(read(format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf {face}\n").as_bytes()).is_err(), "{face}");
        }
        assert!(read(b"v 0 0\n").is_err() && read(b"v nan 0 0\n").is_err() && read(b"").is_err());
        assert!(read(b"v 0 0 0\nf 1 1\n").is_err());
    }
}
