//! Flame graphs of each stage, by perf and inferno.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::report::save;

/// A stage: the workload, its size, how often it is done, and what the picture is called.
const STAGES: &[(&str, usize, usize, &str)] = &[
    ("read", 100_000, 20, "Reading 100,000 nodes"),
    ("lower", 100_000, 20, "Lowering 100,000 nodes"),
    ("validate", 10_000, 10, "Validating 100,000 nodes with 10,000 bodies, lowering included"),
    ("forward", 100_000, 20, "Forward pass of 100,000 nodes, all of which rotate"),
    ("constraints", 10_000, 100, "10,000 constraints below two parents each"),
    ("avatars", 1_000, 50, "1,000 avatars of 8 constraints playing a clip"),
    ("step", 1_000, 60, "A pile of 1,000 cubes, from the first second on"),
    ("joints", 100, 60, "100 ragdolls with hard limits, falling"),
    ("write", 100_000, 20, "Reading 100,000 nodes, renaming one and writing all"),
];

/// Writes a picture of every stage into a folder.
///
/// # Errors
/// perf or inferno is not there, or cannot do it here.
pub fn run(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    for (workload, size, times, title) in STAGES {
        let stacks = folded(workload, *size, *times)?;
        let picture = folder.join(format!("{workload}.svg"));
        save(&picture, &flame_graph(&stacks, title)?)?;
        eprintln!("{}", picture.display());
    }
    Ok(())
}

/// The stacks of a workload, as lines of names and a count. What comes before the work itself is left out.
fn folded(workload: &str, size: usize, times: usize) -> Result<String, Failure> {
    let data = std::env::temp_dir().join(format!("sinew-bench-{}.perf", std::process::id()));
    let mut record = Command::new("perf");
    record.args(["record", "--quiet", "--freq=2000", "--call-graph=dwarf,32768", "--output"]).arg(&data).arg("--");
    record.arg(std::env::current_exe()?).args(["--workload", workload, &size.to_string()]);
    let outcome = record.args(["--times", &times.to_string()]).stdout(Stdio::null()).output();
    let reported = outcome.map_err(|error| format!("perf cannot be started: {error}"))?;
    if !reported.status.success() {
        return Err(format!("perf: {}", String::from_utf8_lossy(&reported.stderr)).into());
    }
    let mut script = Command::new("perf");
    script.args(["script", "--no-inline", "--input"]).arg(&data).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut script = script.spawn()?;
    let mut collapse = Command::new("inferno-collapse-perf");
    if let Some(output) = script.stdout.take() {
        collapse.stdin(output);
    }
    let stacks = collapse.stderr(Stdio::null()).output();
    script.wait()?;
    std::fs::remove_file(&data)?;
    let stacks = stacks.map_err(|error| format!("inferno-collapse-perf cannot be started: {error}"))?.stdout;
    // The work is a closure of the function that prepares it.
    let inner = |line: &str| {
        let work = line.split_once("instructions::workload::")?.1;
        work.split_once("{{closure}};").map(|(_, inner)| format!("{inner}\n"))
    };
    Ok(String::from_utf8_lossy(&stacks).lines().filter_map(inner).collect())
}

fn flame_graph(stacks: &str, title: &str) -> Result<String, Failure> {
    let mut draw = Command::new("inferno-flamegraph");
    draw.args(["--title", title, "--minwidth", "0.4", "--colors", "rust"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut draw = draw.spawn().map_err(|error| format!("inferno-flamegraph cannot be started: {error}"))?;
    if let Some(mut input) = draw.stdin.take() {
        std::io::Write::write_all(&mut input, stacks.as_bytes())?;
    }
    Ok(still(&String::from_utf8(draw.wait_with_output()?.stdout)?))
}

/// A picture without the program that it brings along for those who look at it in a browser.
fn still(svg: &str) -> String {
    let svg = svg.replace(" onload=\"init(evt)\"", "");
    match (svg.find("<script"), svg.find("</script>")) {
        (Some(start), Some(end)) if start < end => format!("{}{}", &svg[..start], &svg[end + "</script>".len()..]),
        _ => svg,
    }
}

#[cfg(test)]
mod tests {
    use super::still;

    #[test]
    fn a_still_picture_runs_nothing() {
        let moving = "<svg onload=\"init(evt)\"><script>run()</script><rect/></svg>";
        assert_eq!(still(moving), "<svg><rect/></svg>");
        assert_eq!(still("<svg><rect/></svg>"), "<svg><rect/></svg>");
    }
}
