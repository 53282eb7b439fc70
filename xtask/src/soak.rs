//! `cargo xtask soak [--minutes M] [--together]`: a large world for minutes of simulated time, twice.
//!
//! The example `soak` of `sinew` prints a line a simulated second; here two of its runs are compared, and the memory of each
//! is looked at. It takes minutes, and is no part of `cargo xtask test`. A run of the full length is written to
//! `docs/soak.md`.

use std::fmt::Write as _;
use std::process::{Child, Command, Stdio};

use crate::Failure;
use crate::step::{Step, root, timed};

/// The default number of simulated minutes.
const MINUTES: f64 = 2.0;

/// Simulated seconds after which a run has all the memory that it needs: everything has fallen, and instances have come and
/// gone.
const WARM: usize = 30;

/// How much more memory than by the end of the warm-up a run may hold: what the allocator has not given back.
const GROWTH: f64 = 1.03;

/// What the run printed for one simulated second.
struct Second {
    milliseconds: f64,
    awake: u64,
    kilobytes: u64,
    digest: String,
}

/// One run.
struct Run {
    heading: String,
    seconds: Vec<Second>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (minutes, together) = read(arguments)?;
    Step::cargo("the soak, built", "build --release --workspace --example soak").run()?;
    let mut runs = Vec::new();
    timed("two runs", &format!("soak {minutes}"), || {
        let first = start(minutes)?;
        // Parallel runs are quicker, and their times mean less.
        if together {
            let second = start(minutes)?;
            runs.extend([finish(first)?, finish(second)?]);
        } else {
            runs.push(finish(first)?);
            runs.push(finish(start(minutes)?)?);
        }
        Ok(())
    })?;
    let [first, second] = runs.as_slice() else { return Err("there were not two runs".to_owned()) };
    compare(first, second)?;
    let growth = [first, second].map(growth);
    for (number, growth) in growth.iter().enumerate() {
        if let Some(growth) = growth.filter(|growth| *growth > GROWTH) {
            return Err(format!("run {} held {growth:.3} times the memory that it had after {WARM} s", number + 1));
        }
    }
    let report = report(first, second, together);
    eprint!("\n{report}");
    if minutes >= MINUTES {
        std::fs::write(root().join("docs/soak.md"), report).map_err(|error| format!("docs/soak.md: {error}"))?;
    }
    Ok(())
}

fn read(arguments: &[String]) -> Result<(f64, bool), Failure> {
    let (mut minutes, mut together) = (MINUTES, false);
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        match argument.as_str() {
            "--together" => together = true,
            "--minutes" => {
                let typed = left.next().and_then(|typed| typed.parse::<f64>().ok());
                minutes =
                    typed.filter(|minutes| (0.02..1e4).contains(minutes)).ok_or("give minutes, such as --minutes 2")?;
            }
            other => return Err(format!("`soak` takes --minutes M and --together, and was given `{other}`")),
        }
    }
    Ok((minutes, together))
}

fn start(minutes: f64) -> Result<Child, Failure> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let program = target.join("release/examples/soak");
    let mut command = Command::new(&program);
    command.arg(minutes.to_string()).stdout(Stdio::piped()).current_dir(root());
    command.spawn().map_err(|error| format!("{}: {error}", program.display()))
}

fn finish(child: Child) -> Result<Run, Failure> {
    let output = child.wait_with_output().map_err(|error| format!("the run could not be waited for: {error}"))?;
    if !output.status.success() {
        return Err(format!("the run failed ({})", output.status));
    }
    parse(&String::from_utf8_lossy(&output.stdout))
}

fn parse(text: &str) -> Result<Run, Failure> {
    let heading = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
    let mut seconds = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let second = || {
            let &[_, milliseconds, awake, kilobytes, digest] = fields.as_slice() else { return None };
            Some(Second {
                milliseconds: milliseconds.parse().ok()?,
                awake: awake.parse().ok()?,
                kilobytes: kilobytes.parse().ok()?,
                digest: digest.to_owned(),
            })
        };
        seconds.push(second().ok_or_else(|| format!("the run printed `{line}`"))?);
    }
    if seconds.is_empty() { Err("the run printed nothing".to_owned()) } else { Ok(Run { heading, seconds }) }
}

/// The digests of all steps up to each second are the same.
fn compare(first: &Run, second: &Run) -> Result<(), Failure> {
    let same = first.seconds.iter().zip(&second.seconds).take_while(|(a, b)| a.digest == b.digest).count();
    if same == first.seconds.len() && same == second.seconds.len() {
        return Ok(());
    }
    Err(format!("the runs differ from second {same} on"))
}

/// The most memory after the warm-up, over what there was by its end; `None` where the platform does not report it, or the run
/// was too short.
fn growth(run: &Run) -> Option<f64> {
    let warm = run.seconds.get(WARM)?.kilobytes;
    let most = run.seconds[WARM..].iter().map(|second| second.kilobytes).max()?;
    (warm > 0).then(|| most as f64 / warm as f64)
}

fn report(first: &Run, second: &Run, together: bool) -> String {
    let mut text = format!(
        "# The soak\n\n{}: twice, with sleeping on, {}. Written by `cargo xtask soak`; on {}.\n\n\
         Every second 50 cubes are pushed, properties of 20 cubes and 20 joints are set, and a chain and an avatar are taken away and\n\
         put back; every five seconds the world goes back by three steps, which come out the same.\n\n",
        first.heading,
        if together { "side by side" } else { "one after the other" },
        machine()
    );
    text.push_str("| | first run | second run |\n|---|---|---|\n");
    let mut row = |title: &str, of: &dyn Fn(&Run) -> String| {
        let _ = writeln!(text, "| {title} | {} | {} |", of(first), of(second));
    };
    let total = |run: &Run| run.seconds.iter().map(|second| second.milliseconds).sum::<f64>() / 1e3;
    row("seconds of processor time", &|run| format!("{:.1}", total(run)));
    row("times real time", &|run| format!("{:.1}", run.seconds.len() as f64 / total(run)));
    let step = |run: &Run, seconds: &dyn Fn(&[Second]) -> f64| format!("{:.1}", seconds(&run.seconds) / 60.0);
    row("ms a step, worst second", &|run| {
        step(run, &|seconds| seconds.iter().map(|second| second.milliseconds).fold(0.0, f64::max))
    });
    row("ms a step, last second", &|run| {
        step(run, &|seconds| seconds.last().map_or(0.0, |second| second.milliseconds))
    });
    row("bodies awake, at most", &|run| run.seconds.iter().map(|second| second.awake).max().unwrap_or(0).to_string());
    row("bodies awake, last second", &|run| run.seconds.last().map_or(0, |second| second.awake).to_string());
    let megabytes = |kilobytes: u64| format!("{:.1}", kilobytes as f64 / 1024.0);
    row(&format!("MiB after {WARM} s"), &|run| megabytes(run.seconds.get(WARM).map_or(0, |second| second.kilobytes)));
    row(&format!("MiB, most after {WARM} s"), &|run| {
        megabytes(run.seconds.iter().skip(WARM).map(|second| second.kilobytes).max().unwrap_or(0))
    });
    row("numbers that are not finite", &|_| "none".to_owned());
    row("digest of all steps", &|run| format!("`{}`", run.seconds.last().map_or("", |second| &second.digest)));
    text
}

/// The machine, as Linux reports it.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    format!("{} with {cores} cores", name.unwrap_or("a machine"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of seconds with these kilobytes.
    fn run_of(kilobytes: &[u64]) -> Run {
        let lines = kilobytes.iter().enumerate().map(|(second, kilobytes)| format!("{second} 12.5 7 {kilobytes} 00\n"));
        parse(&format!("# 3 bodies\n# titles\n{}", lines.collect::<String>())).unwrap()
    }

    #[test]
    fn runs_are_compared_second_by_second() {
        let line = |digests: &[&str]| {
            let lines = digests.iter().enumerate().map(|(second, digest)| format!("{second} 1.5 2 100 {digest}\n"));
            parse(&format!("# 3 bodies\n# titles\n{}", lines.collect::<String>())).unwrap()
        };
        assert_eq!(compare(&line(&["aa", "bb"]), &line(&["aa", "bb"])), Ok(()));
        let failure = compare(&line(&["aa", "bb", "cc"]), &line(&["aa", "xx", "yy"])).unwrap_err();
        assert_eq!(failure, "the runs differ from second 1 on");
        assert!(compare(&line(&["aa"]), &line(&["aa", "bb"])).is_err());
        assert!(parse("0 1 2 3\n").is_err() && parse("# x\n").is_err());
    }

    #[test]
    fn memory_is_measured_from_the_end_of_the_warm_up() {
        let mut kilobytes = vec![500; WARM];
        assert_eq!(growth(&run_of(&kilobytes)), None, "too short");
        kilobytes.extend([100, 102, 101]);
        assert_eq!(growth(&run_of(&kilobytes)), Some(1.02));
    }
}
