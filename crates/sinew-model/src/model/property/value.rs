//! The values of properties and their types (glTF 2.0 Asset Object Model, Data Types).

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use serde::{Deserialize, Serialize};
use sinew_document::{Object, ValueType};

/// The type of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// As many numbers as the file decides.
    Floats,
    /// Two numbers.
    Float2,
    /// Three numbers.
    Float3,
    /// Four numbers.
    Float4,
    /// A matrix, column by column.
    Float4x4,
}

/// The kind that the table of an object gives a property. Only for constants: a key that the table lacks, or whose value is not
/// made of numbers, does not compile.
#[expect(clippy::panic, reason = "it is the compiler's")]
pub(super) const fn kind_in<T: Object>(key: &str) -> PropertyKind {
    let mut place = 0;
    while !is_same(T::PROPERTIES[place].0, key) {
        place += 1;
    }
    match T::PROPERTIES[place].1 {
        ValueType::Bool => PropertyKind::Bool,
        ValueType::Index => PropertyKind::Int,
        ValueType::Number => PropertyKind::Float,
        ValueType::Numbers(2) => PropertyKind::Float2,
        ValueType::Numbers(3) => PropertyKind::Float3,
        ValueType::Numbers(4) => PropertyKind::Float4,
        ValueType::Numbers(16) => PropertyKind::Float4x4,
        ValueType::Numbers(_) | ValueType::Other => panic!("no kind of property"),
    }
}

/// Equality of strings, for constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

impl PropertyKind {
    /// The name in the texts: `float3`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Float => "float",
            Self::Floats => "float[]",
            Self::Float2 => "float2",
            Self::Float3 => "float3",
            Self::Float4 => "float4",
            Self::Float4x4 => "float4x4",
        }
    }

    /// How many numbers a value has; `None` for [`PropertyKind::Floats`].
    pub fn width(self) -> Option<usize> {
        match self {
            Self::Bool | Self::Int | Self::Float => Some(1),
            Self::Floats => None,
            Self::Float2 => Some(2),
            Self::Float3 => Some(3),
            Self::Float4 => Some(4),
            Self::Float4x4 => Some(16),
        }
    }
}

/// The numbers of a value of at most sixteen; a bool is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    values: [f32; 16],
    count: u8,
}

impl Components {
    /// The first sixteen of some numbers.
    pub fn new(numbers: &[f32]) -> Self {
        let mut values = [0.0; 16];
        let count = numbers.len().min(16);
        values[..count].copy_from_slice(&numbers[..count]);
        Self { values, count: count as u8 }
    }

    /// The numbers.
    pub fn as_slice(&self) -> &[f32] {
        &self.values[..usize::from(self.count)]
    }

    /// The first number.
    pub fn first(&self) -> f32 {
        self.values[0]
    }
}

impl From<f32> for Components {
    fn from(number: f32) -> Self {
        Self::new(&[number])
    }
}

impl From<bool> for Components {
    fn from(flag: bool) -> Self {
        Self::new(&[f32::from(u8::from(flag))])
    }
}

impl From<Vec3> for Components {
    fn from(vector: Vec3) -> Self {
        Self::new(&vector.to_array())
    }
}

impl From<Quat> for Components {
    fn from(rotation: Quat) -> Self {
        Self::new(&rotation.to_array())
    }
}

/// A value of a property. As JSON it is what a file has: `true`, a number, or an array of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PropertyValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A number.
    Float(f32),
    /// Numbers; from JSON, every array is this until it is [cast](PropertyValue::cast).
    Floats(Vec<f32>),
    /// Two numbers.
    Float2([f32; 2]),
    /// Three numbers.
    Float3([f32; 3]),
    /// Four numbers.
    Float4([f32; 4]),
    /// A matrix, column by column.
    Float4x4([f32; 16]),
}

impl PropertyValue {
    /// A value of a type from its numbers; `None` if their count is another, or a whole number has a fraction.
    pub fn from_numbers(kind: PropertyKind, numbers: &[f32]) -> Option<Self> {
        Some(match (kind, numbers) {
            (PropertyKind::Bool, [one]) => Self::Bool(*one != 0.0),
            (PropertyKind::Int, [one]) if one.fract() == 0.0 => Self::Int(*one as i32),
            (PropertyKind::Float, [one]) => Self::Float(*one),
            (PropertyKind::Floats, numbers) => Self::Floats(numbers.to_vec()),
            (PropertyKind::Float2, numbers) => Self::Float2(numbers.try_into().ok()?),
            (PropertyKind::Float3, numbers) => Self::Float3(numbers.try_into().ok()?),
            (PropertyKind::Float4, numbers) => Self::Float4(numbers.try_into().ok()?),
            (PropertyKind::Float4x4, numbers) => Self::Float4x4(numbers.try_into().ok()?),
            _ => return None,
        })
    }

    /// The type of the value.
    pub fn kind(&self) -> PropertyKind {
        match self {
            Self::Bool(_) => PropertyKind::Bool,
            Self::Int(_) => PropertyKind::Int,
            Self::Float(_) => PropertyKind::Float,
            Self::Floats(_) => PropertyKind::Floats,
            Self::Float2(_) => PropertyKind::Float2,
            Self::Float3(_) => PropertyKind::Float3,
            Self::Float4(_) => PropertyKind::Float4,
            Self::Float4x4(_) => PropertyKind::Float4x4,
        }
    }

    /// The numbers of the value; a bool is 0 or 1.
    pub fn numbers(&self) -> Vec<f32> {
        match self {
            Self::Bool(flag) => vec![f32::from(u8::from(*flag))],
            Self::Int(number) => vec![*number as f32],
            Self::Float(number) => vec![*number],
            Self::Floats(numbers) => numbers.clone(),
            Self::Float2(numbers) => numbers.to_vec(),
            Self::Float3(numbers) => numbers.to_vec(),
            Self::Float4(numbers) => numbers.to_vec(),
            Self::Float4x4(numbers) => numbers.to_vec(),
        }
    }

    /// The value as one of another type that says the same: a whole number as a number, an array as a vector. `None` where it
    /// is of the wrong type.
    pub fn cast(&self, kind: PropertyKind) -> Option<Self> {
        match (self, kind) {
            (own, kind) if own.kind() == kind => Some(own.clone()),
            (Self::Int(number), PropertyKind::Float) => Some(Self::Float(*number as f32)),
            (
                Self::Floats(numbers),
                PropertyKind::Float2 | PropertyKind::Float3 | PropertyKind::Float4 | PropertyKind::Float4x4,
            ) => Self::from_numbers(kind, numbers),
            (Self::Float2(_) | Self::Float3(_) | Self::Float4(_), PropertyKind::Floats) => {
                Some(Self::Floats(self.numbers()))
            }
            _ => None,
        }
    }
}

/// A type of Rust that a property can be read and set as.
pub trait PropertyType: Sized {
    /// The type in the texts.
    const KIND: PropertyKind;

    /// From a value; `None` where it is of another type.
    fn from_value(value: PropertyValue) -> Option<Self>;

    /// To a value.
    fn into_value(self) -> PropertyValue;
}

macro_rules! types {
    ($($type:ty: $variant:ident, $read:expr, $write:expr;)*) => {$(
        impl PropertyType for $type {
            const KIND: PropertyKind = PropertyKind::$variant;

            fn from_value(value: PropertyValue) -> Option<Self> {
                match value {
                    PropertyValue::$variant(value) => Some($read(value)),
                    _ => None,
                }
            }

            fn into_value(self) -> PropertyValue {
                PropertyValue::$variant($write(self))
            }
        }
    )*};
}

types! {
    bool: Bool, std::convert::identity, std::convert::identity;
    i32: Int, std::convert::identity, std::convert::identity;
    f32: Float, std::convert::identity, std::convert::identity;
    Vec<f32>: Floats, std::convert::identity, std::convert::identity;
    Vec2: Float2, Vec2::from_array, |value: Vec2| value.to_array();
    Vec3: Float3, Vec3::from_array, |value: Vec3| value.to_array();
    Vec4: Float4, Vec4::from_array, |value: Vec4| value.to_array();
    Quat: Float4, Quat::from_array, |value: Quat| value.to_array();
    Mat4: Float4x4, |value: [f32; 16]| Mat4::from_cols_array(&value), |value: Mat4| value.to_cols_array();
}
