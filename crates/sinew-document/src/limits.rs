//! What a file may cost.

/// Bounds that keep a hostile file from taking the machine. The defaults are far above every real asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nesting of arrays and objects in the JSON.
    pub json_depth: usize,
    /// Bytes of the file itself.
    pub file_bytes: u64,
    /// Bytes of all buffers together, wherever they come from.
    pub buffer_bytes: u64,
    /// Bytes that one accessor may give when its values do not stand in a buffer (sparse ones over zeros).
    pub accessor_bytes: u64,
    /// Bytes that compressed buffer views may become, all together, as far as they are read.
    pub decompressed_bytes: u64,
    /// Bodies that a simulation of the file may have; what goes beyond is as if it did not move.
    pub bodies: usize,
    /// Colliders, and shapes of triggers, that it may have; what goes beyond is left out.
    pub colliders: usize,
    /// Joints that it may have; what goes beyond is left out.
    pub joints: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MEBIBYTE: u64 = 1 << 20;
        Self {
            json_depth: 128,
            file_bytes: 4096 * MEBIBYTE,
            buffer_bytes: 4096 * MEBIBYTE,
            accessor_bytes: 256 * MEBIBYTE,
            decompressed_bytes: 256 * MEBIBYTE,
            bodies: 1 << 17,
            colliders: 1 << 18,
            joints: 1 << 17,
        }
    }
}
