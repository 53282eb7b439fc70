//! The part of `README.md` that a run writes.

use std::fmt::Write as _;

use super::Machine;
use crate::bench::Bench;
use crate::contest::{Entry, Row, Runs};

pub(super) fn written(bench: &Bench, machine: &Machine, seconds: f64) -> String {
    let Machine { processor, cores, system, rustc, date } = machine;
    let node = bench.node_version().map_or_else(|| "without Node".to_owned(), |version| format!("Node {version}"));
    let mut text = format!(
        "{date}, {processor}, {cores} cores, {system}; {rustc}, {node}. The run took {seconds:.0} s.\n\n\
         ![Times as fast as each peer](chart.svg)\n\n{}",
        summary(&bench.rows)
    );
    text.push_str("\n\n| group | scene | Sinew | peer | its time | times as fast | half of the rounds | target | |\n");
    text.push_str("|---|---|---|---|---|---|---|---|---|\n");
    bench.rows.iter().for_each(|row| write_row(&mut text, row));
    for skipped in &bench.skipped {
        // Writing to a String cannot fail.
        let _ = write!(text, "\nNot measured: {skipped}.\n");
    }
    text
}

fn summary(rows: &[Row]) -> String {
    let judged: Vec<(&Row, bool)> = rows.iter().filter_map(|row| Some((row, row.is_met()?))).collect();
    let missed: Vec<String> =
        judged.iter().filter(|(_, is_met)| !is_met).map(|(row, _)| format!("{}: {}", row.group, row.scene)).collect();
    let (met, all) = (judged.len() - missed.len(), judged.len());
    if missed.is_empty() {
        return format!("All of {all} targets are met.");
    }
    format!("{met} of {all} targets are met; missed: {}.", missed.join("; "))
}

fn write_row(text: &mut String, row: &Row) {
    let peer = row.peer.as_ref();
    let verdict = match row.is_met() {
        Some(true) => "met",
        Some(false) => "**missed**",
        None => "",
    };
    let _ = writeln!(
        text,
        "| {} | {} | {} {}, {} | {} | {} | {} | {} | {} | {verdict} |",
        row.group,
        row.scene,
        digits(row.ours.value),
        row.unit,
        row.ours.who.runs.name(),
        peer.map(peer_name).unwrap_or_default(),
        peer.map(|peer| digits(peer.value)).unwrap_or_default(),
        row.ratio.map(|[_, middle, _]| digits(middle)).unwrap_or_default(),
        row.ratio.map(|[low, _, high]| format!("{}–{}", digits(low), digits(high))).unwrap_or_default(),
        row.target.map(|target| format!("≥ {}", digits(target))).unwrap_or_default(),
    );
}

/// The name and the platform of a peer.
pub(super) fn peer_name(Entry { who, .. }: &Entry) -> String {
    match who.runs {
        Runs::Limit => format!("limit of {}", who.name),
        runs => format!("{} {}, {}", who.name, who.version, runs.name()),
    }
}

/// Three digits that count, or all before the point.
pub(super) fn digits(value: f64) -> String {
    let decimals = (0..4).find(|decimals| value.abs() >= 10_f64.powi(2 - decimals)).unwrap_or(3);
    format!("{value:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        assert_eq!(digits(1234.5), "1234");
        assert_eq!(digits(123.4), "123");
        assert_eq!(digits(12.34), "12.3");
        assert_eq!(digits(1.234), "1.23");
        assert_eq!(digits(0.1234), "0.123");
    }
}
