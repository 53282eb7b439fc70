//! Every mutant against the suite.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::memory::Memory;
use crate::mutation::Mutant;
use crate::{Failure, Places};

/// A mutant may loop forever; then the suite has noticed too.
const LIMIT: Duration = Duration::from_secs(180);

/// How many run at once.
const AT_ONCE: usize = 2;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Killed,
    Survived,
}

/// The fates of mutants, in their order. The suite must hold while none lives.
pub(crate) fn run_all(
    places: &Places,
    program: &Path,
    mutants: &[Mutant],
    memory: &Memory,
) -> Result<Vec<Fate>, Failure> {
    if run(places, program, 0)? == Fate::Killed {
        return Err("the suite fails without any mutant".to_owned());
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let fates: Mutex<Vec<Option<Result<Fate, Failure>>>> = Mutex::new(vec![None; mutants.len()]);
    let work = || {
        while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fate = if memory.is_killed(mutant) { Ok(Fate::Killed) } else { run(places, program, mutant.number) };
            if fate == Ok(Fate::Survived) {
                eprintln!("survived: {}", mutant.place());
            }
            let at = mutants.iter().position(|one| one.number == mutant.number).unwrap_or(0);
            if let Ok(mut fates) = fates.lock() {
                fates[at] = Some(fate);
            }
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(50) {
                eprintln!("{count} of {}", mutants.len());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(work);
        }
    });
    let fates = fates.into_inner().map_err(|_| "a thread fell over".to_owned())?;
    fates.into_iter().map(|fate| fate.unwrap_or_else(|| Err("a mutant was not run".to_owned()))).collect()
}

fn run(places: &Places, program: &Path, number: usize) -> Result<Fate, Failure> {
    let mut command = Command::new(program);
    command.args(["conformance", "--fail-fast", "--jobs", "1", "--timeout", "20", "--quiet", "--suite"]);
    command.arg(places.root.join("conformance")).env("SINEW_MUTANT", number.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(Fate::Survived),
            Some(_) => return Ok(Fate::Killed),
            None if start.elapsed() > LIMIT => {
                // It may have ended in this moment, which is just as well.
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Fate::Killed);
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}
