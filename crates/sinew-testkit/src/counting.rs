//! A global allocator that counts, for tests and benchmarks about memory.
//!
//! ```ignore
//! #[global_allocator]
//! static ALLOCATOR: sinew_testkit::counting::Counting = sinew_testkit::counting::Counting;
//! ```
#![expect(unsafe_code, reason = "an allocator cannot be written without; this one hands everything to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Calls of this thread. Without a destructor, so that it can be used while threads begin and end.
    static CALLS_HERE: Cell<usize> = const { Cell::new(0) };
}

/// The allocator; it counts for the whole process.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

/// The memory usage of a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Bytes that it still holds, its result included.
    pub held: usize,
    /// The most bytes that it held at one time.
    pub peak: usize,
    /// The number of allocations.
    pub allocations: usize,
}

/// Runs a closure and returns its memory usage. Other threads are counted, too.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Usage) {
    let (held, calls) = (HELD.load(Relaxed), CALLS.load(Relaxed));
    PEAK.store(held, Relaxed);
    let result = work();
    let usage = Usage {
        held: HELD.load(Relaxed).saturating_sub(held),
        peak: PEAK.load(Relaxed).saturating_sub(held),
        allocations: CALLS.load(Relaxed) - calls,
    };
    (result, usage)
}

/// Runs a closure and returns the number of allocations of this thread.
pub fn allocations_here<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = CALLS_HERE.get();
    let result = work();
    (result, CALLS_HERE.get() - before)
}

fn count_call() {
    CALLS.fetch_add(1, Relaxed);
    CALLS_HERE.set(CALLS_HERE.get() + 1);
}

// SAFETY: every call is the system allocator's with the arguments unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_call();
        PEAK.fetch_max(HELD.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    // The system's own, and not the default's allocate, copy and free, so that growing in place stays growing in place.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_call();
        PEAK.fetch_max(HELD.fetch_add(size, Relaxed) + size, Relaxed);
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
