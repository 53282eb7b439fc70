//! The threads that a simulation is stepped by.
//!
//! Results do not depend on their number. With the feature `parallel` the engine works on the pool that the calling thread is in,
//! which for most threads is the one that all of the process shares, and there it is slower than alone. So a step always
//! runs inside a pool of this module: one of one thread, or the simulation's own.

use std::num::NonZeroUsize;

/// Awake bodies from which a simulation takes all threads of the machine, unless a number is given.
#[cfg(feature = "parallel")]
const MANY: usize = 2000;

/// How many loose bodies cost as much as a jointed one.
pub(crate) const JOINTED: usize = 3;

/// The largest number of threads of a simulation.
#[cfg(feature = "parallel")]
const MAX: usize = 256;

/// The threads of a simulation: the setting, and the pool once it was needed.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    /// `None` decides by the number of bodies.
    #[cfg(feature = "parallel")]
    wanted: Option<NonZeroUsize>,
    /// Without threads where the system gives none.
    #[cfg(feature = "parallel")]
    pool: std::sync::OnceLock<Option<rayon::ThreadPool>>,
}

#[cfg(not(feature = "parallel"))]
impl Threads {
    pub(crate) fn new(_: Option<NonZeroUsize>) -> Self {
        Self {}
    }

    /// Does something, here.
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn run<R>(&mut self, _: usize, work: impl FnOnce() -> R) -> R {
        work()
    }
}

#[cfg(feature = "parallel")]
impl Threads {
    pub(crate) fn new(wanted: Option<NonZeroUsize>) -> Self {
        Self { wanted, pool: std::sync::OnceLock::new() }
    }

    /// Does something inside a pool, as many threads as were asked for, or as so many bodies are worth. In a pool of one thread
    /// already, it is done here.
    pub(crate) fn run<R: Send>(&mut self, bodies: usize, work: impl FnOnce() -> R + Send) -> R {
        if is_inside() && rayon::current_num_threads() == 1 {
            return work();
        }
        let count = self.wanted.map_or_else(
            || if bodies < MANY { 1 } else { std::thread::available_parallelism().map_or(1, NonZeroUsize::get) },
            |wanted| wanted.get().min(MAX),
        );
        if count > 1
            && let Some(pool) = self.pool.get_or_init(|| pool(count))
        {
            return pool.install(work);
        }
        ALONE.with(|alone| match alone {
            Some(alone) => alone.install(work),
            None => work(),
        })
    }
}

#[cfg(feature = "parallel")]
thread_local! {
    /// A pool of one thread, for all simulations that this thread steps: it waits meanwhile, so that they need no more than
    /// one, and a thousand of them do not take a thousand.
    static ALONE: Option<rayon::ThreadPool> = pool(1);
}

#[cfg(feature = "parallel")]
fn pool(count: usize) -> Option<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(|index| format!("sinew {index}")).build().ok()
}

/// Whether the calling thread is in a pool. Asking for the number of threads outside would start the process's.
#[cfg(feature = "parallel")]
fn is_inside() -> bool {
    rayon::current_thread_index().is_some()
}

/// Does something with each of the items that are due, by all threads of the pool that the caller is in.
pub(crate) fn each<T: Send>(items: &mut [T], is_due: &[bool], work: impl Fn(&mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if is_inside() && rayon::current_num_threads() > 1 {
        use rayon::iter::{
            IndexedParallelIterator as _, IntoParallelRefIterator as _, IntoParallelRefMutIterator as _,
            ParallelIterator as _,
        };
        let due = items.par_iter_mut().zip(is_due.par_iter()).filter(|(_, is_due)| **is_due);
        return due.for_each(|(item, _)| work(item));
    }
    for (item, _) in items.iter_mut().zip(is_due).filter(|(_, is_due)| **is_due) {
        work(item);
    }
}

/// Finds something for each item, by all threads of the pool that the caller is in.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], results: &mut [R], work: impl Fn(&T) -> R + Sync + Send) {
    #[cfg(feature = "parallel")]
    if is_inside() && rayon::current_num_threads() > 1 {
        use rayon::iter::{
            IndexedParallelIterator as _, IntoParallelRefIterator as _, IntoParallelRefMutIterator as _,
            ParallelIterator as _,
        };
        let pairs = items.par_iter().zip(results.par_iter_mut()).with_min_len(64);
        return pairs.for_each(|(item, result)| *result = work(item));
    }
    for (item, result) in items.iter().zip(results) {
        *result = work(item);
    }
}

#[cfg(test)]
#[cfg(feature = "parallel")]
mod tests {
    use super::*;

    fn threads_of(threads: &mut Threads, bodies: usize) -> usize {
        threads.run(bodies, rayon::current_num_threads)
    }

    #[test]
    fn work_is_done_by_as_many_threads_as_were_asked_for() {
        for count in 1..=4 {
            let mut threads = Threads::new(NonZeroUsize::new(count));
            assert_eq!(threads_of(&mut threads, 1), count);
            assert_eq!(threads_of(&mut threads, 1_000_000), count);
        }
    }

    #[test]
    fn few_bodies_get_one_thread_and_many_the_machines() {
        let machine = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let mut threads = Threads::new(None);
        assert_eq!(threads_of(&mut threads, MANY - 1), 1);
        assert_eq!(threads_of(&mut threads, MANY), machine);
        assert_eq!(threads_of(&mut threads, MANY - 1), 1);
    }

    #[test]
    fn inside_a_pool_of_one_thread_all_is_done_by_it() {
        let mut threads = Threads::new(NonZeroUsize::new(4));
        let (inner, is_same) = pool(1).unwrap().install(|| {
            let outer = std::thread::current().id();
            (threads_of(&mut threads, MANY), threads.run(1, || std::thread::current().id()) == outer)
        });
        assert_eq!((inner, is_same), (1, true));
    }

    #[test]
    fn inside_another_pool_a_simulation_does_not_take_its_threads() {
        let mut threads = Threads::new(None);
        assert_eq!(pool(3).unwrap().install(|| threads_of(&mut threads, 1)), 1);
    }

    #[test]
    fn each_result_stands_where_its_item_does() {
        let items: Vec<u32> = (0..1000).collect();
        for count in [1, 4] {
            let mut results = vec![0; 1000];
            pool(count).unwrap().install(|| map(&items, &mut results, |item| item * 2));
            assert!(results.iter().zip(&items).all(|(result, item)| *result == item * 2));
        }
    }

    #[test]
    fn each_item_that_is_due_is_visited_once() {
        let is_due: Vec<bool> = (0..1000).map(|index| index % 3 == 0).collect();
        for count in [1, 4] {
            let mut items = vec![0_u32; 1000];
            pool(count).unwrap().install(|| each(&mut items, &is_due, |item| *item += 1));
            assert!(items.iter().zip(&is_due).all(|(item, is_due)| *item == u32::from(*is_due)));
        }
    }
}
