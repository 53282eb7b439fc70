//! Limits on the memory and the objects that a file may take.

/// Limits that protect against hostile files. The defaults are far above every real asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nesting of arrays and objects in the JSON.
    pub json_depth: usize,
    /// Bytes of the file itself.
    pub file_bytes: u64,
    /// Bytes of all buffers together, wherever they come from.
    pub buffer_bytes: u64,
    /// Bytes of one accessor without a buffer view (zeros, or sparse values over zeros).
    pub accessor_bytes: u64,
    /// Bytes of all decompressed buffer views together.
    pub decompressed_bytes: u64,
    /// Bodies of the file; further ones are static.
    pub bodies: usize,
    /// Colliders and shapes of triggers of the file; further ones are left out.
    pub colliders: usize,
    /// Joints of the file; further ones are left out.
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
