//! What came of it, as a page, with the arguments for what survived.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::mutation::Mutant;
use crate::run::Fate;
use crate::{Failure, Places};

const PAGE: &str = "docs/mutants.md";

/// One line a survivor: its place, ` | `, and why it is none that a case could kill; `path function: *` is about all of a
/// function's.
const ARGUED: &str = "mutants/argued.txt";

/// Why the mutants are made here and not by cargo-mutants, measured.
const COMPARISON: &str = include_str!("../comparison.md");

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
        let mut survivors: BTreeMap<(&str, &str), Vec<&Mutant>> = BTreeMap::new();
        for (mutant, fate) in mutants.iter().zip(fates) {
            files.entry(&mutant.path).or_default()[usize::from(*fate == Fate::Survived)] += 1;
            if *fate == Fate::Survived {
                survivors.entry((&mutant.path, &mutant.function)).or_default().push(mutant);
            }
        }
        let survived: usize = files.values().map(|counts| counts[1]).sum();
        let summary = format!("{} mutants, {} killed, {survived} survived", mutants.len(), mutants.len() - survived);
        let mut page = format!(
            "# What breaking the kernel shows\n\nWritten by `cargo xtask mutants`: every sign, axis, comparison, order and number in \
             `crates/sinew-model/src/kernel/`\nis broken, one at a time, and the conformance suite is run. A mutant that some case notices \
             is killed.\n\n{summary}.\n\n| file | mutants | killed | survived |\n|---|--:|--:|--:|\n"
        );
        for (path, [killed, survived]) in files {
            let _ = writeln!(page, "| `{path}` | {} | {killed} | {survived} |", killed + survived);
        }
        page += "\n";
        page += COMPARISON;
        page += "\n## Survivors\n\nWhy no case can detect them, or why none should.\n";
        let mut unargued = Vec::new();
        for ((path, function), mutants) in survivors {
            let of_function = arguments.get(format!("{path} {function}: *").as_str());
            let _ = writeln!(page, "\n### `{path}`, `{function}`\n");
            if let Some(argument) = of_function {
                let _ = writeln!(page, "{argument}\n");
            }
            for mutant in mutants {
                let own = arguments.get(mutant.place().as_str());
                if own.or(of_function).is_none() {
                    unargued.push(format!("{path}:{}: {}", mutant.line, mutant.place()));
                }
                let argument = own.map(|own| format!(": {own}")).unwrap_or_default();
                let _ = writeln!(page, "- line {}, `{}` → `{}`{argument}", mutant.line, mutant.original, mutant.broken);
            }
        }
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
