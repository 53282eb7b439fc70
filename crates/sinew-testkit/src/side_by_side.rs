//! Times several ways to do the same, side by side in one run.
//!
//! A step of the one, a step of the other: a machine that slows down slows down all of them. Of each step the fastest of all
//! rounds counts, so that what else the machine was doing falls out.

use std::time::{Duration, Instant};

/// Something that can be done again and again.
pub type Work = Box<dyn FnMut()>;

/// How long `steps` steps of each contender take. `start` makes the contenders anew for each round.
pub fn side_by_side(rounds: usize, steps: usize, mut start: impl FnMut() -> Vec<Work>) -> Vec<Duration> {
    let mut fastest: Vec<Vec<Duration>> = Vec::new();
    for _ in 0..rounds {
        let mut contenders = start();
        fastest.resize(contenders.len(), vec![Duration::MAX; steps]);
        for step in 0..steps {
            for (contender, fastest) in contenders.iter_mut().zip(&mut fastest) {
                let watch = Stopwatch::start();
                contender();
                fastest[step] = fastest[step].min(watch.elapsed());
            }
        }
    }
    fastest.iter().map(|steps| steps.iter().sum()).collect()
}

/// Counts the time that this thread has run, where the system tells, so that a busy machine does not matter; else the clock's.
struct Stopwatch {
    clock: Instant,
    ran: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { ran: Self::ran(), clock: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        self.ran.zip(Self::ran()).map_or_else(|| self.clock.elapsed(), |(before, now)| now.saturating_sub(before))
    }

    /// Linux: the first number of this file, in nanoseconds.
    fn ran() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    #[test]
    fn contenders_take_turns_and_slow_rounds_do_not_count() {
        let order = Rc::new(Cell::new(0_u32));
        let times = side_by_side(2, 3, || {
            let (first, second) = (order.clone(), order.clone());
            let turn = |counter: Rc<Cell<u32>>, parity: u32| -> Work {
                Box::new(move || {
                    assert_eq!(counter.get() % 2, parity);
                    counter.set(counter.get() + 1);
                })
            };
            vec![turn(first, 0), turn(second, 1)]
        });
        assert_eq!((times.len(), order.get()), (2, 12));
        assert!(times.iter().all(|time| *time < Duration::from_secs(1)));
    }
}
