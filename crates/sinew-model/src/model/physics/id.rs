//! Indices into the arrays of a model's physics, one type for each array.

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Returns the index in its array.
            pub fn slot(self) -> usize {
                self.0 as usize
            }

            /// Returns the id at an index of its array.
            pub fn at(slot: usize) -> Self {
                Self(slot as u32)
            }
        }
    )*};
}

ids! {
    /// A body of a model.
    BodyId
    /// A collider of a model.
    ColliderId
    /// A trigger of a model.
    TriggerId
    /// A shape of a model.
    ShapeId
    /// A material of a model.
    MaterialId
    /// A collision filter of a model.
    FilterId
    /// A joint of a model.
    JointId
    /// The limits and drives of joints of a model.
    JointDescriptionId
}
