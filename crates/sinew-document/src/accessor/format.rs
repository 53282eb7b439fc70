//! How the numbers of one element lie in memory (glTF 2.0, sections 3.6.2.2 and 3.6.2.4).

/// The format of one number; all are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentType {
    /// 5120, a signed byte.
    I8,
    /// 5121, an unsigned byte.
    U8,
    /// 5122, a signed short.
    I16,
    /// 5123, an unsigned short.
    U16,
    /// 5125, an unsigned int.
    U32,
    /// 5126, a float.
    F32,
}

impl ComponentType {
    /// The type with this number in the file.
    pub fn from_code(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    /// The number that stands for the type in a file.
    pub fn code(self) -> u32 {
        match self {
            Self::I8 => 5120,
            Self::U8 => 5121,
            Self::I16 => 5122,
            Self::U16 => 5123,
            Self::U32 => 5125,
            Self::F32 => 5126,
        }
    }

    /// The specification's name of the type, such as `UNSIGNED_BYTE`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::I8 => "BYTE",
            Self::U8 => "UNSIGNED_BYTE",
            Self::I16 => "SHORT",
            Self::U16 => "UNSIGNED_SHORT",
            Self::U32 => "UNSIGNED_INT",
            Self::F32 => "FLOAT",
        }
    }

    /// Bytes of one number.
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

/// What the numbers of one element form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementShape {
    /// One number.
    Scalar,
    /// Two numbers.
    Vec2,
    /// Three numbers.
    Vec3,
    /// Four numbers.
    Vec4,
    /// A 2 × 2 matrix, column by column.
    Mat2,
    /// A 3 × 3 matrix, column by column.
    Mat3,
    /// A 4 × 4 matrix, column by column.
    Mat4,
}

impl ElementShape {
    /// The shape that a file spells so.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "SCALAR" => Self::Scalar,
            "VEC2" => Self::Vec2,
            "VEC3" => Self::Vec3,
            "VEC4" => Self::Vec4,
            "MAT2" => Self::Mat2,
            "MAT3" => Self::Mat3,
            "MAT4" => Self::Mat4,
            _ => return None,
        })
    }

    /// The spelling in a file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scalar => "SCALAR",
            Self::Vec2 => "VEC2",
            Self::Vec3 => "VEC3",
            Self::Vec4 => "VEC4",
            Self::Mat2 => "MAT2",
            Self::Mat3 => "MAT3",
            Self::Mat4 => "MAT4",
        }
    }

    /// How many numbers one element has.
    pub fn components(self) -> usize {
        let (columns, rows) = self.columns_and_rows();
        columns * rows
    }

    /// A scalar or a vector is a single column.
    fn columns_and_rows(self) -> (usize, usize) {
        match self {
            Self::Scalar => (1, 1),
            Self::Vec2 => (1, 2),
            Self::Vec3 => (1, 3),
            Self::Vec4 => (1, 4),
            Self::Mat2 => (2, 2),
            Self::Mat3 => (3, 3),
            Self::Mat4 => (4, 4),
        }
    }
}

/// Where the numbers of an element are, relative to its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Numbers in a column.
    pub(super) rows: usize,
    /// Bytes from one column to the next.
    pub(super) column_stride: usize,
    /// Bytes up to the last number's end. What pads the last column is not counted: a file may end before it.
    pub(super) element_bytes: usize,
    /// Bytes from one element to the next where the file gives no stride.
    pub(super) packed_stride: usize,
}

impl Layout {
    /// glTF 2.0, section 3.6.2.4: each column of a matrix begins at a multiple of four bytes, which pads the columns
    /// of MAT2 with bytes, and of MAT3 with bytes and shorts.
    pub(super) fn new(component_type: ComponentType, shape: ElementShape) -> Self {
        let (columns, rows) = shape.columns_and_rows();
        let column_bytes = rows * component_type.bytes();
        let column_stride = if columns > 1 { column_bytes.next_multiple_of(4) } else { column_bytes };
        let element_bytes = (columns - 1) * column_stride + column_bytes;
        Self { rows, column_stride, element_bytes, packed_stride: columns * column_stride }
    }

    /// Whether the numbers follow one another without gaps.
    pub(super) fn is_packed(self) -> bool {
        self.element_bytes == self.packed_stride
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_matrices_of_small_components_are_padded() {
        use ComponentType::{F32, I8, I16, U8, U16};
        use ElementShape::{Mat2, Mat3, Mat4, Scalar, Vec3};
        // (type, shape, bytes to the last number's end, bytes to the next element), as the pictures of section 3.6.2.4.
        let cases = [
            (U8, Mat2, 6, 8),
            (I8, Mat3, 11, 12),
            (I16, Mat3, 22, 24),
            (U16, Mat2, 8, 8),
            (U8, Mat4, 16, 16),
            (F32, Mat3, 36, 36),
            (U8, Vec3, 3, 3),
            (U16, Vec3, 6, 6),
            (U8, Scalar, 1, 1),
            (F32, Mat4, 64, 64),
        ];
        for (component_type, shape, element_bytes, packed_stride) in cases {
            let layout = Layout::new(component_type, shape);
            assert_eq!((layout.element_bytes, layout.packed_stride), (element_bytes, packed_stride), "{shape:?}");
            assert_eq!(layout.is_packed(), element_bytes == packed_stride);
        }
    }

    #[test]
    fn names_and_codes_lead_back() {
        for code in 5110..5140 {
            assert_eq!(ComponentType::from_code(code).map_or(code, ComponentType::code), code);
        }
        assert_eq!(ComponentType::from_code(5124), None, "signed 32-bit integers are not in glTF 2.0");
        for name in ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"] {
            assert_eq!(ElementShape::from_name(name).unwrap().as_str(), name);
        }
        assert_eq!(ElementShape::from_name("vec3"), None);
    }
}
