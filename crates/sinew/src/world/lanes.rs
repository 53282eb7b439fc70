//! One thread a core, for work of which each piece is done by one.
//!
//! To wake a thread takes as long as some small worlds take to step, and so does waiting for a lock that another thread holds. So the caller
//! begins at once beside the threads that it wakes, and who takes work takes many items while many are left.

#[cfg(feature = "parallel")]
use std::num::NonZeroUsize;
#[cfg(feature = "parallel")]
use std::sync::{Mutex, PoisonError};

/// Threads that work side by side, one for each core (feature `parallel`; without it there is the caller's).
///
/// One of them is the caller's own. With the feature `threads` a [`World`](super::World) stays on the thread that steps it only in a pool of
/// one: all of them are such then, and the caller waits.
#[derive(Debug, Default)]
pub struct Lanes {
    /// Of one thread each.
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
        let threads = self.threads().min(items.len());
        if threads <= 1 {
            return items.iter_mut().for_each(work);
        }
        let pools = self.start(threads - CALLERS);
        if pools.is_empty() {
            return items.iter_mut().for_each(work);
        }
        let takers = pools.len() + CALLERS;
        let rest = Mutex::new(items);
        // Held for as long as it takes to split a list.
        let next = || take(&mut rest.lock().unwrap_or_else(PoisonError::into_inner), takers);
        on_all(pools, &|| std::iter::from_fn(next).flatten().for_each(&work));
    }

    /// Does something with each item, one after the other.
    #[cfg(not(feature = "parallel"))]
    pub fn each<T: Send>(&mut self, items: &mut [T], work: impl Fn(&mut T) + Sync + Send) {
        items.iter_mut().for_each(work);
    }

    /// As many as were asked for, or as there are cores.
    #[cfg(feature = "parallel")]
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.most.map_or_else(cores, NonZeroUsize::get)
    }

    /// Starts as many pools as are missing. Where the system gives fewer, there are fewer.
    #[cfg(feature = "parallel")]
    fn start(&mut self, count: usize) -> &[rayon::ThreadPool] {
        let builder = || rayon::ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "sinew lane".to_owned());
        while self.pools.len() < count
            && let Ok(pool) = builder().build()
        {
            self.pools.push(pool);
        }
        &self.pools[..count.min(self.pools.len())]
    }
}

/// How many callers work beside the pools.
#[cfg(feature = "parallel")]
const CALLERS: usize = if cfg!(feature = "threads") { 0 } else { 1 };

/// Takes the first items of the rest: half of what would be one taker's share, so that the last ones are taken one by one.
#[cfg(feature = "parallel")]
#[expect(clippy::mut_mut, reason = "what is taken outlives the borrow of the rest")]
fn take<'a, T>(rest: &mut &'a mut [T], takers: usize) -> Option<std::slice::IterMut<'a, T>> {
    if rest.is_empty() {
        return None;
    }
    let count = (rest.len() / (2 * takers.max(1))).max(1);
    rest.split_off_mut(..count).map(<[T]>::iter_mut)
}

/// Does the same on each of some pools and, unless worlds would leave it, on the caller's thread; waits for all.
#[cfg(feature = "parallel")]
fn on_all(pools: &[rayon::ThreadPool], work: &(impl Fn() + Sync)) {
    match pools.split_first() {
        Some((first, others)) => first.in_place_scope(|scope| {
            scope.spawn(|_| work());
            on_all(others, work);
        }),
        None if cfg!(not(feature = "threads")) => work(),
        None => {}
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

    #[cfg(feature = "threads")]
    #[test]
    fn work_is_done_by_pools_of_one_thread() {
        let mut threads = vec![0; 64];
        Lanes::new().each(&mut threads, |threads| *threads = rayon::current_num_threads());
        assert!(threads.iter().all(|threads| *threads == 1));
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn there_are_no_more_threads_than_asked_for() {
        for asked in [1, 2, 3] {
            let mut seen = vec![None; 64];
            let mut lanes = Lanes::with_threads(asked);
            lanes.each(&mut seen, |seen| *seen = Some(std::thread::current().id()));
            let mut others: Vec<_> = seen.iter().flatten().filter(|id| **id != std::thread::current().id()).collect();
            others.dedup();
            assert_eq!(lanes.pools.len(), if asked == 1 { 0 } else { asked - CALLERS });
            assert!(seen.iter().all(Option::is_some) && (asked > 1 || others.is_empty()));
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn two_items_are_worked_on_at_the_same_time() {
        let both = std::sync::Barrier::new(2);
        // Returns only where another thread has come as far.
        Lanes::with_threads(2).each(&mut [0, 1], |_| {
            both.wait();
        });
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn many_items_are_taken_at_once_and_the_last_ones_one_by_one() {
        let mut items = [0; 256];
        let mut rest = &mut items[..];
        let counts: Vec<usize> = std::iter::from_fn(|| Some(take(&mut rest, 2)?.len())).collect();
        assert_eq!(counts.iter().sum::<usize>(), 256);
        assert_eq!(counts[0], 64);
        assert!(counts.len() < 24 && counts.ends_with(&[1, 1, 1, 1]));
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_reaches_the_caller() {
        let mut items: Vec<usize> = (0..64).collect();
        Lanes::new().each(&mut items, |item| assert!(*item != 7, "the seventh"));
    }
}
