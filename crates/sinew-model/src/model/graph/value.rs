//! Types and values of behaviour graphs.
//!
//! Every value is a few numbers of double precision, which hold all that the text's types hold: a float is one, an integer of 32
//! bits and a boolean are exact in one, and a reference is a whole number. A running graph is then one array of numbers.

use std::fmt;

/// A type of a value socket or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueType {
    /// True or false.
    Bool,
    /// A signed integer of 32 bits.
    Int,
    /// A number of double precision.
    Float,
    /// Two numbers.
    Float2,
    /// Three numbers.
    Float3,
    /// Four numbers.
    Float4,
    /// A matrix of 2 × 2, column by column.
    Float2x2,
    /// A matrix of 3 × 3, column by column.
    Float3x3,
    /// A matrix of 4 × 4, column by column.
    Float4x4,
    /// A reference to an object.
    Ref,
    /// A type of another extension, whose values have no numbers here.
    Custom,
}

impl ValueType {
    /// Every type that the text defines.
    pub const ALL: [Self; 10] = [
        Self::Bool,
        Self::Int,
        Self::Float,
        Self::Float2,
        Self::Float3,
        Self::Float4,
        Self::Float2x2,
        Self::Float3x3,
        Self::Float4x4,
        Self::Ref,
    ];

    /// The signature as files write it.
    pub fn signature(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Float => "float",
            Self::Float2 => "float2",
            Self::Float3 => "float3",
            Self::Float4 => "float4",
            Self::Float2x2 => "float2x2",
            Self::Float3x3 => "float3x3",
            Self::Float4x4 => "float4x4",
            Self::Ref => "ref",
            Self::Custom => "custom",
        }
    }

    /// The type with a signature.
    pub fn from_signature(signature: &str) -> Option<Self> {
        if signature == "custom" {
            return Some(Self::Custom);
        }
        Self::ALL.into_iter().find(|value_type| value_type.signature() == signature)
    }

    /// How many numbers a value has.
    pub fn len(self) -> usize {
        match self {
            Self::Custom => 0,
            Self::Bool | Self::Int | Self::Float | Self::Ref => 1,
            Self::Float2 => 2,
            Self::Float3 => 3,
            Self::Float4 | Self::Float2x2 => 4,
            Self::Float3x3 => 9,
            Self::Float4x4 => 16,
        }
    }

    /// Whether a value has no numbers.
    pub fn is_empty(self) -> bool {
        self == Self::Custom
    }

    /// Rows and columns of a matrix.
    pub fn matrix_size(self) -> Option<usize> {
        match self {
            Self::Float2x2 => Some(2),
            Self::Float3x3 => Some(3),
            Self::Float4x4 => Some(4),
            _ => None,
        }
    }

    /// Whether it is a float or a vector of floats.
    pub fn is_float_or_vector(self) -> bool {
        matches!(self, Self::Float | Self::Float2 | Self::Float3 | Self::Float4)
    }

    /// Whether its numbers are floats.
    pub fn is_floats(self) -> bool {
        self.is_float_or_vector() || self.matrix_size().is_some()
    }

    /// Each number of the type's default value (section "Custom Variable Types").
    pub fn default_number(self) -> f64 {
        if self.is_floats() { f64::NAN } else { 0.0 }
    }

    /// The default value.
    pub fn default_value(self) -> Vec<f64> {
        vec![self.default_number(); self.len()]
    }

    /// Whether a number can be one of a value of this type.
    pub fn allows(self, number: f64) -> bool {
        match self {
            Self::Bool => [0.0_f64, 1.0].iter().any(|value| value.to_bits() == number.to_bits()),
            Self::Int => number.to_bits() == f64::from(number as i32).to_bits(),
            Self::Ref => Reference::from_number(number).is_some() || number == 0.0,
            _ => true,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.signature())
    }
}

/// What a reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the name says it: an element of the file's list of that name, or of the graph's")]
pub enum ReferenceKind {
    Node,
    Animation,
    Material,
    Mesh,
    Camera,
    Skin,
    Scene,
    Texture,
    Image,
    Sampler,
    Accessor,
    BufferView,
    Buffer,
    /// A scheduled activation of `flow/setDelay`.
    Delay,
    /// An occurrence of an event.
    Event,
}

impl ReferenceKind {
    const ALL: [Self; 15] = [
        Self::Node,
        Self::Animation,
        Self::Material,
        Self::Mesh,
        Self::Camera,
        Self::Skin,
        Self::Scene,
        Self::Texture,
        Self::Image,
        Self::Sampler,
        Self::Accessor,
        Self::BufferView,
        Self::Buffer,
        Self::Delay,
        Self::Event,
    ];

    /// The kind of the elements of a list, by its name in pointers.
    pub fn of_list(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.list() == name)
    }

    /// The name of the list in pointers.
    pub fn list(self) -> &'static str {
        match self {
            Self::Node => "nodes",
            Self::Animation => "animations",
            Self::Material => "materials",
            Self::Mesh => "meshes",
            Self::Camera => "cameras",
            Self::Skin => "skins",
            Self::Scene => "scenes",
            Self::Texture => "textures",
            Self::Image => "images",
            Self::Sampler => "samplers",
            Self::Accessor => "accessors",
            Self::BufferView => "bufferViews",
            Self::Buffer => "buffers",
            Self::Delay => "delays",
            Self::Event => "events",
        }
    }
}

/// A reference to an object that is not null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// What kind of object.
    pub kind: ReferenceKind,
    /// Which one: the file's index, or a count of delays or events.
    pub index: u64,
}

impl Reference {
    /// One more than the greatest index.
    pub const INDICES: u64 = 1 << 40;

    /// The reference as a number above 0; 0 is the null reference.
    pub fn to_number(self) -> f64 {
        // Both factors are whole and the sum is below 2⁵³, so that it is exact.
        let kind = ReferenceKind::ALL.iter().position(|kind| *kind == self.kind).unwrap_or(0) as u64 + 1;
        (kind * Self::INDICES + self.index % Self::INDICES) as f64
    }

    /// The reference that is a number; `None` for the null reference, and for a number that is no index.
    pub fn from_number(number: f64) -> Option<Self> {
        let whole = number as u64;
        if number.to_bits() != (whole as f64).to_bits() {
            return None;
        }
        let place = usize::try_from((whole / Self::INDICES).checked_sub(1)?).ok()?;
        Some(Self { kind: *ReferenceKind::ALL.get(place)?, index: whole % Self::INDICES })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_exact_as_numbers_and_null_is_none() {
        for kind in ReferenceKind::ALL {
            for index in [0, 1, 4_294_967_295, Reference::INDICES - 1] {
                let reference = Reference { kind, index };
                assert_eq!(Reference::from_number(reference.to_number()), Some(reference));
            }
        }
        let none = [0.0, -1.0, 1.5, f64::NAN, f64::INFINITY, 17.0 * Reference::INDICES as f64, -0.0];
        assert!(none.into_iter().all(|number| Reference::from_number(number).is_none()));
    }

    #[test]
    fn integers_and_booleans_allow_nothing_else() {
        let int = ValueType::Int;
        assert!([0.0, -2_147_483_648.0, 2_147_483_647.0].into_iter().all(|number| int.allows(number)));
        assert!(![-0.0, 0.5, 2_147_483_648.0, f64::NAN].into_iter().any(|number| int.allows(number)));
        assert!(ValueType::Bool.allows(1.0) && !ValueType::Bool.allows(2.0) && !ValueType::Ref.allows(3.0));
    }

    #[test]
    fn signatures_are_read_as_they_are_written() {
        for value_type in ValueType::ALL {
            assert_eq!(ValueType::from_signature(value_type.signature()), Some(value_type));
        }
        assert_eq!(ValueType::from_signature("Float"), None);
    }
}
