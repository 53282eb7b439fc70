//! Who was killed before, so that a new case needs to be tried on survivors alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::mutation::{Mutant, MutatedFile};
use crate::run::Fate;

pub(crate) struct Memory {
    path: PathBuf,
    /// Of the kernel as it is: numbers mean something for one kernel alone.
    kernel: String,
    killed: BTreeSet<usize>,
}

impl Memory {
    /// What is remembered of the same kernel, if it is to be kept.
    pub(crate) fn open(folder: &Path, kernel: &[MutatedFile], keep: bool) -> Self {
        let path = folder.join("killed.txt");
        let kernel: Vec<String> = kernel.iter().map(MutatedFile::remembered).collect();
        let mut memory = Self { path, kernel: kernel.join(";"), killed: BTreeSet::new() };
        let text = if keep { fs::read_to_string(&memory.path).unwrap_or_default() } else { String::new() };
        if let Some((_, numbers)) = text.split_once('\n').filter(|(kernel, _)| *kernel == memory.kernel) {
            memory.killed = numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        }
        memory
    }

    pub(crate) fn is_killed(&self, mutant: &Mutant) -> bool {
        self.killed.contains(&mutant.number)
    }

    pub(crate) fn save(&mut self, mutants: &[Mutant], fates: &[Fate]) -> Result<(), Failure> {
        let killed = mutants.iter().zip(fates).filter(|(_, fate)| **fate == Fate::Killed);
        self.killed.extend(killed.map(|(mutant, _)| mutant.number));
        let numbers: Vec<String> = self.killed.iter().map(ToString::to_string).collect();
        let text = format!("{}\n{}\n", self.kernel, numbers.join(" "));
        fs::write(&self.path, text).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
