//! From the indices of a primitive to triangles (glTF 2.0, section 3.7.2.1).

/// How the vertices of a primitive follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    Triangles,
    Strip,
    Fan,
    /// Points or lines.
    Other,
}

impl Topology {
    /// By the number that a primitive gives as its `mode`.
    pub(super) fn from_mode(mode: u32) -> Self {
        match mode {
            4 => Self::Triangles,
            5 => Self::Strip,
            6 => Self::Fan,
            _ => Self::Other,
        }
    }

    /// The triangles, without degenerate ones that name a vertex twice.
    pub(super) fn triangles(self, indices: &[u32]) -> Vec<[u32; 3]> {
        let count = indices.len();
        let corners: Vec<[usize; 3]> = match self {
            Self::Triangles => (0..count / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
            Self::Strip => (0..count.saturating_sub(2)).map(|i| [i, i + 1 + i % 2, i + 2 - i % 2]).collect(),
            Self::Fan => (0..count.saturating_sub(2)).map(|i| [i + 1, i + 2, 0]).collect(),
            Self::Other => Vec::new(),
        };
        let triangles = corners.into_iter().map(|corners| corners.map(|corner| indices[corner]));
        triangles.filter(|[a, b, c]| a != b && b != c && a != c).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_the_winding_that_the_text_gives() {
        let indices = [10, 11, 12, 13];
        assert_eq!(Topology::from_mode(5).triangles(&indices), [[10, 11, 12], [11, 13, 12]]);
        assert_eq!(Topology::from_mode(6).triangles(&indices), [[11, 12, 10], [12, 13, 10]]);
    }

    #[test]
    fn a_rest_of_less_than_three_is_no_triangle_and_neither_is_a_vertex_twice() {
        assert_eq!(Topology::from_mode(4).triangles(&[0, 1, 2, 3, 4]), [[0, 1, 2]]);
        assert_eq!(Topology::from_mode(5).triangles(&[0, 1]), <Vec<[u32; 3]>>::new());
        assert_eq!(Topology::from_mode(5).triangles(&[0, 1, 1, 2]), <Vec<[u32; 3]>>::new());
        assert_eq!(Topology::from_mode(1).triangles(&[0, 1, 2]), <Vec<[u32; 3]>>::new());
    }
}
