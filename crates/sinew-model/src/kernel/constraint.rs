//! Node constraints: the transform of a destination node from that of a source node.
//!
//! Two texts, one set of formulas. `VRMC_constraints-1.0` (the early draft) has [`position`], [`rotation`] and [`aim`],
//! all relative to rest: while the source and the parents rest, so does the destination. `VRMC_node_constraint` 1.0 has
//! [`roll`], [`aim_axis`] and the rotation of the early draft, read locally and applied locally.
//!
//! Terms: the *source* is read, the *destination* is moved; *rest* is what the file authored. Rotations are unit
//! quaternions; those of a model are products of local rotations, so no scale enters them. Weights are not
//! clamped to 0…1.

pub mod aim;
pub mod aim_axis;
pub mod position;
pub mod roll;
pub mod rotation;
