//! Measures processor time.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something that can be done again and again.
pub type Work<'a> = Box<dyn FnMut() + 'a>;

/// Measures the processor time of this thread, so that a busy machine does not matter; wall time where that is not available.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: Instant,
    ran: Option<Duration>,
}

impl Stopwatch {
    /// From now on.
    pub fn start() -> Self {
        Self { ran: ran(), clock: Instant::now() }
    }

    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        let now = ran();
        self.ran.zip(now).map_or_else(|| self.clock.elapsed(), |(before, now)| now.saturating_sub(before))
    }
}

/// The processor time of this thread. The clock of the system is exact to the nanosecond; what `/proc` says of a thread that
/// runs is as old as the scheduler's last tick, and so off by milliseconds.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no thread clock")]
fn ran() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0)))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn ran() -> Option<Duration> {
    None
}

/// The time of a closure. Its result is dropped outside of the measurement.
pub fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let watch = Stopwatch::start();
    let result = black_box(work());
    let elapsed = watch.elapsed();
    drop(result);
    elapsed
}

/// The time of a number of steps of each contender. A step of the one, a step of the other: a machine that slows down slows down
/// all of them.
pub fn side_by_side(steps: usize, mut contenders: Vec<Work<'_>>) -> Vec<Duration> {
    let mut times = vec![Duration::ZERO; contenders.len()];
    for _ in 0..steps {
        for (contender, time) in contenders.iter_mut().zip(&mut times) {
            let watch = Stopwatch::start();
            contender();
            *time += watch.elapsed();
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn contenders_alternate() {
        let order = Cell::new(0_u32);
        let turn = |parity: u32| -> Work<'_> {
            let order = &order;
            Box::new(move || {
                assert_eq!(order.get() % 2, parity);
                order.set(order.get() + 1);
            })
        };
        let times = side_by_side(3, vec![turn(0), turn(1)]);
        assert_eq!((times.len(), order.get()), (2, 6));
        assert!(times.iter().all(|time| *time < Duration::from_secs(1)));
    }

    #[test]
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn sleeping_takes_no_time_of_the_processor() {
        // A fiftieth of the time slept is far more than going to sleep costs.
        let slept = time(|| std::thread::sleep(Duration::from_millis(50)));
        assert!(slept < Duration::from_millis(1), "{slept:?}");
    }
}
