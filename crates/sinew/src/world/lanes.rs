//! One thread a core, for work of which each piece is done by one.

#[cfg(feature = "parallel")]
use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::sync::{Mutex, PoisonError};

/// Threads that work side by side, one for each core (feature `parallel`; without it there is the caller's).
///
/// Each is a pool of one thread, so that a [`World`](super::World) that is stepped by one of them stays on it.
#[derive(Debug, Default)]
pub struct Lanes {
    #[cfg(feature = "parallel")]
    pools: Vec<rayon::ThreadPool>,
    /// At most so many; one for each core if not given.
    #[cfg(feature = "parallel")]
    most: Option<NonZeroUsize>,
}

impl Lanes {
    /// None yet: threads are started when there is work for them.
    pub fn new() -> Self {
        Self::default()
    }

    /// At most so many threads; one is the caller's own, and 0 means one for each core.
    #[cfg(feature = "parallel")]
    pub fn with_threads(threads: usize) -> Self {
        Self { most: NonZeroUsize::new(threads), ..Self::default() }
    }

    /// The caller's thread does everything.
    #[cfg(not(feature = "parallel"))]
    pub fn with_threads(_: usize) -> Self {
        Self::default()
    }

    /// Does something with each item, on all cores, in no order. A panic goes on here once all threads are done.
    #[cfg(feature = "parallel")]
    pub fn each<T: Send>(&mut self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        if self.most == Some(NonZeroUsize::MIN) {
            return items.iter_mut().for_each(work);
        }
        self.start(items.len());
        if self.pools.is_empty() {
            return items.iter_mut().for_each(work);
        }
        let count = items.len().min(self.pools.len());
        let rest = Mutex::new(items.iter_mut());
        // Held for as long as it takes to take the next one.
        let next = || rest.lock().unwrap_or_else(PoisonError::into_inner).next();
        on_all(&self.pools[..count], &|| std::iter::from_fn(next).for_each(&work));
    }

    /// Does something with each item, one after the other.
    #[cfg(not(feature = "parallel"))]
    pub fn each<T: Send>(&mut self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        items.iter_mut().for_each(work);
    }

    /// Starts as many threads as there are cores, or items. Where the system gives fewer, there are fewer.
    #[cfg(feature = "parallel")]
    fn start(&mut self, items: usize) {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let most = self.most.map_or_else(cores, NonZeroUsize::get);
        let builder = || rayon::ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "sinew lane".to_owned());
        while self.pools.len() < most.min(items)
            && let Ok(pool) = builder().build()
        {
            self.pools.push(pool);
        }
    }
}

/// Does the same on each of some pools, and waits for all.
#[cfg(feature = "parallel")]
fn on_all(pools: &[rayon::ThreadPool], work: &(impl Fn() + Sync)) {
    if let Some((first, others)) = pools.split_first() {
        first.in_place_scope(|scope| {
            scope.spawn(|_| work());
            on_all(others, work);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_visited_once_however_many_there_are() {
        let mut lanes = Lanes::new();
        for count in [0, 1, 2, 3, 1000] {
            let mut items = vec![0_u32; count];
            lanes.each(&mut items, |item| *item += 1);
            assert!(items.iter().all(|item| *item == 1));
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn work_is_done_by_pools_of_one_thread() {
        let mut threads = vec![0; 64];
        Lanes::new().each(&mut threads, |threads| *threads = rayon::current_num_threads());
        assert!(threads.iter().all(|threads| *threads == 1));
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn there_are_no_more_threads_than_asked_for() {
        let count = |threads: usize| {
            let mut seen = vec![None; 64];
            let mut lanes = Lanes::with_threads(threads);
            lanes.each(&mut seen, |seen| *seen = Some(std::thread::current().id()));
            (lanes.pools.len(), seen.iter().all(|seen| *seen == Some(std::thread::current().id())))
        };
        assert_eq!(count(1), (0, true));
        assert_eq!(count(3), (3, false));
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_reaches_the_caller() {
        let mut items: Vec<usize> = (0..64).collect();
        Lanes::new().each(&mut items, |item| assert!(*item != 7, "the seventh"));
    }
}
