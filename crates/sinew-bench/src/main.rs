//! `cargo xtask bench` starts this: measures, and writes what came of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use sinew_bench::bench::{Bench, root};
use sinew_bench::contacts::CONTACTS;
use sinew_bench::dynamics::{DYNAMICS, Extent, Measured, Subject};
use sinew_bench::group::GROUPS;
use sinew_bench::node::Node;
use sinew_bench::report::{self, Machine};
use sinew_bench::{Failure, flames, instructions};

const HELP: &str = "\
Usage: sinew-bench [--quick] [--only GROUP]… [--without-node] [--out FOLDER]
       sinew-bench --instructions [--out FOLDER]
       sinew-bench --flames [--out FOLDER]
       sinew-bench --workload NAME SIZE [--times NUMBER]
       sinew-bench dynamics|contacts [--quick] [--only FAMILY]… [--out FILE]

  --quick          small scenes and few rounds: shows that everything works, and no speeds
  --only GROUP     a group of scenes alone; repeatable
  --without-node   nothing that runs in Node
  --out FOLDER     where results go; docs/benchmarks for a whole run, target/bench for others
  --instructions   counts instructions with callgrind, beside the numbers of docs/benchmarks/instructions.json
  --flames         draws where the time goes, with perf and inferno, into docs/benchmarks/flames
  --workload       runs a workload, for a counter or a profiler

  dynamics         measures how exact the motion of joints is; writes docs/dynamics.md for a whole run, else
                   target/bench/dynamics.md, and the values with tabs to the standard output
  contacts         the same for bodies without joints that touch: docs/contacts.md or target/bench/contacts.md
";

/// The arguments.
#[derive(Default)]
struct Arguments {
    is_quick: bool,
    only: Vec<String>,
    without_node: bool,
    out: Option<PathBuf>,
    task: Task,
    times: Option<usize>,
}

/// The task.
#[derive(Default)]
enum Task {
    /// Times, beside those of the peers.
    #[default]
    Measure,
    Instructions,
    Flames,
    Survey(&'static Subject),
    /// A piece of work of a size, by its name.
    Workload(String, usize),
}

fn main() -> ExitCode {
    // Processor time is that of this thread. As a pool of its own it does all of the work, Sinew's and the engine's alike.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    if let Err(error) = alone {
        eprintln!("error: no pool of one thread: {error}");
        return ExitCode::FAILURE;
    }
    let mut words = std::env::args().skip(1);
    match arguments(&mut words).and_then(|arguments| match arguments {
        Some(arguments) => run(&arguments),
        None => {
            print!("{HELP}");
            Ok(true)
        }
    }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// `None` where help was asked for.
fn arguments(words: &mut dyn Iterator<Item = String>) -> Result<Option<Arguments>, Failure> {
    let mut arguments = Arguments::default();
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| format!("something has to follow `{word}`"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--quick" => arguments.is_quick = true,
            "--only" => arguments.only.push(next()?),
            "--without-node" => arguments.without_node = true,
            "--out" => arguments.out = Some(next()?.into()),
            "--instructions" => arguments.task = Task::Instructions,
            "dynamics" => arguments.task = Task::Survey(&DYNAMICS),
            "contacts" => arguments.task = Task::Survey(&CONTACTS),
            "--flames" => arguments.task = Task::Flames,
            "--times" => arguments.times = Some(next()?.parse()?),
            "--workload" => arguments.task = Task::Workload(next()?, next()?.parse()?),
            other => return Err(format!("there is no `{other}`\n\n{HELP}").into()),
        }
    }
    let names: Vec<&str> = match arguments.task {
        Task::Survey(subject) => subject.families.iter().map(|family| family.name).collect(),
        _ => GROUPS.iter().map(|group| group.name).collect(),
    };
    if let Some(other) = arguments.only.iter().find(|only| !names.contains(&only.as_str())) {
        return Err(format!("there is no group `{other}`, only {}", names.join(", ")).into());
    }
    Ok(Some(arguments))
}

/// Whether the run succeeded; a missed target is reported and is not a failure.
fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let documents = root().join("docs/benchmarks");
    let out = |default: PathBuf| arguments.out.clone().unwrap_or(default);
    match &arguments.task {
        Task::Workload(name, size) => instructions::run_workload(name, *size, arguments.times.unwrap_or(1))?,
        Task::Instructions => return instructions::run(&documents, &out(documents.clone())),
        Task::Flames => flames::run(&out(documents.join("flames")))?,
        Task::Survey(subject) => {
            let is_whole = !arguments.is_quick && arguments.only.is_empty();
            let folder = if is_whole { "docs" } else { "target/bench" };
            survey(arguments, subject, &out(root().join(folder).join(format!("{}.md", subject.name))))?;
        }
        Task::Measure => {
            let is_whole = !arguments.is_quick && arguments.only.is_empty() && !arguments.without_node;
            measure(arguments, &out(if is_whole { documents } else { root().join("target/bench") }))?;
        }
    }
    Ok(true)
}

fn survey(arguments: &Arguments, subject: &Subject, out: &Path) -> Result<(), Failure> {
    let extent = if arguments.is_quick { Extent::Sample } else { Extent::Whole };
    let mut measured = Vec::new();
    for family in subject.families {
        if !arguments.only.is_empty() && !arguments.only.iter().any(|only| only == family.name) {
            continue;
        }
        let start = Instant::now();
        let figures = (family.run)(extent)?;
        for figure in &figures {
            println!("{}\t{}\t{}\t{}", family.name, figure.scene, figure.quantity, figure.value);
        }
        eprintln!("{}: {:.1} s", family.name, start.elapsed().as_secs_f64());
        measured.push(Measured { family: *family, figures });
    }
    subject.write(out, &measured)?;
    eprintln!("written to {}", out.display());
    Ok(())
}

fn measure(arguments: &Arguments, out: &Path) -> Result<(), Failure> {
    let start = Instant::now();
    let node =
        if arguments.without_node { Err("it was not asked for".into()) } else { Node::find(&root().join("web")) };
    let mut bench = Bench::new(arguments.is_quick, node)?;
    for group in GROUPS {
        if arguments.only.is_empty() || arguments.only.iter().any(|only| only == group.name) {
            (group.run)(&mut bench)?;
        }
    }
    report::write(out, &bench, &Machine::here(), start.elapsed().as_secs_f64())?;
    eprintln!("written to {}", out.display());
    Ok(())
}
