//! What came of it, as a page, with the arguments for what survived.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::mutation::Mutant;
use crate::run::Fate;
use crate::{Failure, Places};

const PAGE: &str = "docs/mutants.md";

/// One line a survivor: its place, ` | `, and why it is none that a case could kill.
const ARGUED: &str = "mutants/argued.txt";

pub(crate) struct Report {
    page: String,
    summary: String,
    unargued: Vec<String>,
}

impl Report {
    pub(crate) fn new(places: &Places, mutants: &[Mutant], fates: &[Fate]) -> Result<Self, Failure> {
        let argued = fs::read_to_string(places.root.join(ARGUED)).map_err(|error| format!("{ARGUED}: {error}"))?;
        let arguments: BTreeMap<&str, &str> = argued.lines().filter_map(|line| line.split_once(" | ")).collect();
        let mut files: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        let mut survivors = String::new();
        let mut unargued = Vec::new();
        for (mutant, fate) in mutants.iter().zip(fates) {
            let counts = files.entry(&mutant.path).or_default();
            counts[usize::from(*fate == Fate::Survived)] += 1;
            if *fate == Fate::Killed {
                continue;
            }
            let place = mutant.place();
            let argument = arguments.get(place.as_str()).copied();
            if argument.is_none() {
                unargued.push(format!("{}:{}: {place}", mutant.path, mutant.line));
            }
            let Mutant { path, function, original, broken, .. } = mutant;
            let argument = argument.unwrap_or("not argued");
            let _ = writeln!(survivors, "- `{path}`, `{function}`: `{original}` → `{broken}`. {argument}");
        }
        let survived: usize = files.values().map(|counts| counts[1]).sum();
        let summary = format!("{} mutants, {} killed, {survived} survived", mutants.len(), mutants.len() - survived);
        let mut page = format!(
            "# What breaking the kernel shows\n\nWritten by `cargo xtask mutants`: every sign, axis, comparison, order and number in `crates/sinew/src/kernel/` is \
             broken,\none at a time, and the conformance suite is run. A mutant that some case notices is killed.\n\n{summary}.\n\n\
             | file | mutants | killed | survived |\n|---|--:|--:|--:|\n"
        );
        for (path, [killed, survived]) in files {
            let _ = writeln!(page, "| `{path}` | {} | {killed} | {survived} |", killed + survived);
        }
        let _ = write!(page, "\n## Survivors\n\nWhy no case can tell, or why none should.\n\n{survivors}");
        Ok(Self { page, summary, unargued })
    }

    pub(crate) fn save(&self, places: &Places) -> Result<(), Failure> {
        fs::write(places.root.join(PAGE), &self.page).map_err(|error| format!("{PAGE}: {error}"))
    }

    pub(crate) fn print(&self) {
        println!("{}", self.summary);
        for one in &self.unargued {
            println!("not argued: {one}");
        }
    }

    pub(crate) fn is_argued(&self) -> bool {
        self.unargued.is_empty()
    }
}
