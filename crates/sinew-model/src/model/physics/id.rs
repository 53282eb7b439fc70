//! Places in the lists of a file's physics, each a type of its own.

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The place in its list.
            pub fn slot(self) -> usize {
                self.0 as usize
            }

            /// The one at a place of its list.
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
