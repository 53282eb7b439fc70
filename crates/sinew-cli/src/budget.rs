//! `--budget` and `--timeout`: what a step may cost, and how long the command may take.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use sinew::physics::Quantity;
use sinew::{Budget, Cancel, StepError, World, WorldOptions};

use crate::failure::Failure;
use crate::limits::count;

/// A bound of a budget: `pairs=10000`, `bytes=256M`; or all of them, `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Off,
    Of(Quantity, u64),
}

/// Set once, before the first world is made.
static BUDGET: OnceLock<Budget> = OnceLock::new();

/// Used when the time is up.
static CANCEL: OnceLock<(Cancel, Duration)> = OnceLock::new();

/// Sets the budget of every world from now on, and the time after which none takes a step any more.
pub(crate) fn set(bounds: &[Bound], timeout: Option<Duration>) {
    BUDGET.get_or_init(|| {
        bounds.iter().fold(Budget::default(), |budget, bound| match bound {
            Bound::Off => Budget::UNLIMITED,
            Bound::Of(quantity, value) => budget.with(*quantity, *value),
        })
    });
    if let Some(timeout) = timeout {
        let cancel = Cancel::new();
        CANCEL.get_or_init(|| (cancel.clone(), timeout));
        // The process ends without waiting for it.
        std::thread::spawn(move || {
            std::thread::sleep(timeout);
            cancel.cancel();
        });
    }
}

/// A world within the budget and the time.
pub(crate) fn world(options: WorldOptions) -> World {
    let mut world = World::new(options.with_budget(BUDGET.get().copied().unwrap_or_default()));
    world.set_cancel(CANCEL.get().map(|(cancel, _)| cancel.clone()));
    world
}

/// Fails if the time is up.
pub(crate) fn check_time(name: &str) -> Result<(), Failure> {
    let is_up = CANCEL.get().is_some_and(|(cancel, _)| cancel.is_cancelled());
    if is_up { Err(refused(name, &StepError::Cancelled)) } else { Ok(()) }
}

/// The failure of a step that was refused.
pub(crate) fn refused(name: &str, error: &StepError) -> Failure {
    let place = error.pointers().first().cloned();
    let message = match (error, CANCEL.get()) {
        (StepError::Cancelled, Some((_, timeout))) => {
            format!("not finished within the {} s of --timeout — give more", timeout.as_secs_f64())
        }
        (StepError::Budget(exceeded), _) => {
            format!("{error} — trust the file and raise --budget {}=N, or repair it", exceeded.quantity.name())
        }
        _ => error.to_string(),
    };
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    Failure::exceeded(Path::new(name), format!("{place}{}: {message}", error.code()))
}

/// Parses a bound.
pub(crate) fn bound(typed: &str) -> Result<Bound, String> {
    if typed == "off" {
        return Ok(Bound::Off);
    }
    let names = Quantity::ALL.map(Quantity::name).join(", ");
    let expected = || format!("give a name of {names} and a number, such as pairs=10000 or bytes=256M, or off");
    let (name, value) = typed.split_once('=').ok_or_else(expected)?;
    let quantity = Quantity::ALL.into_iter().find(|quantity| quantity.name() == name).ok_or_else(expected)?;
    Ok(Bound::Of(quantity, count(value).ok_or_else(expected)?))
}

/// Parses a number of seconds above zero.
pub(crate) fn timeout(typed: &str) -> Result<Duration, String> {
    let seconds = typed.trim().parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "give seconds above 0, such as 20".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_bounds_its_quantity() {
        for quantity in Quantity::ALL {
            assert_eq!(bound(&format!("{}=7k", quantity.name())), Ok(Bound::Of(quantity, 7 * 1024)));
            assert_eq!(Budget::default().with(quantity, 3).of(quantity), 3);
        }
        assert_eq!(bound("off"), Ok(Bound::Off));
        for wrong in ["", "pairs", "pairs=", "pairs=-1", "pairs=1T", "=3", "joints=3"] {
            assert!(bound(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_timeout_is_a_time() {
        assert_eq!(timeout("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "0", "-1", "nan", "inf", "1e300", "x"] {
            assert!(timeout(wrong).is_err(), "{wrong}");
        }
    }
}
