//! The cache of decoded buffer views.
//!
//! [`Document`](crate::Document) owns it, and [`compressed_view`](crate::compressed_view) fills it. A view is decoded once,
//! when the first accessor over it is read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::compression_error::{CompressionError, CompressionProblem};
use crate::limits::Limits;

/// The decoded buffer views of a document, shared by all of its clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecodedViews(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// One entry for each buffer view; empty until the first view is decoded.
    views: OnceLock<Box<[OnceLock<Decoded>]>>,
    /// Bytes of all decoded views.
    taken: AtomicU64,
}

pub(crate) type Decoded = Result<Box<[u8]>, CompressionError>;

impl DecodedViews {
    /// Returns the bytes of a view, decoded by `decode` if this is the first call for that view. `count` is the number of
    /// buffer views in the document; an `index` beyond it returns `None`.
    pub(crate) fn get_or_decode(
        &self,
        index: usize,
        count: usize,
        decode: impl FnOnce() -> Decoded,
    ) -> Option<Result<&[u8], CompressionError>> {
        let views = self.0.views.get_or_init(|| std::iter::repeat_with(OnceLock::new).take(count).collect());
        Some(views.get(index)?.get_or_init(decode).as_deref().map_err(Clone::clone))
    }

    /// Reserves bytes for a view.
    ///
    /// # Errors
    /// All decoded views together would exceed [`Limits::decompressed_bytes`].
    pub(crate) fn take(&self, bytes: u64, limits: &Limits) -> Result<(), CompressionProblem> {
        let limit = limits.decompressed_bytes;
        let within = |taken: u64| taken.checked_add(bytes).filter(|sum| *sum <= limit);
        let outcome = self.0.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within);
        outcome.map(drop).map_err(|_| CompressionProblem::Limit { bytes, limit })
    }
}
