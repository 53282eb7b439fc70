//! A file of the kernel with all of its mutants in it.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use crate::site::{Site, sites};

/// A file, its sites, and which of their spellings do not compile.
pub(crate) struct MutatedFile {
    /// Below the sources of the library: `kernel/limit.rs`.
    pub(crate) path: String,
    source: String,
    sites: Vec<Site>,
    /// The number of its first mutant; the others follow.
    first: usize,
    /// How many spellings of a mutant have been refused by the compiler, by mutant.
    refused: Vec<usize>,
}

/// One broken expression.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) number: usize,
    pub(crate) path: String,
    pub(crate) function: String,
    /// Counted from 1.
    pub(crate) line: usize,
    pub(crate) original: String,
    pub(crate) broken: String,
}

impl Mutant {
    /// What it is called wherever its line may move to.
    pub(crate) fn place(&self) -> String {
        format!("{} {}: `{}` → `{}`", self.path, self.function, self.original, self.broken)
    }
}

/// A file as it is written for the compiler, and where each mutant's own text stands in it.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) ranges: Vec<(usize, Range<usize>)>,
}

impl MutatedFile {
    pub(crate) fn new(path: String, source: String, first: usize) -> syn::Result<Self> {
        let sites = sites(&source)?;
        let mutants = sites.iter().map(|site| site.alternatives.len()).sum();
        Ok(Self { path, source, sites, first, refused: vec![0; mutants] })
    }

    /// How many numbers it takes.
    pub(crate) fn numbers(&self) -> usize {
        self.refused.len()
    }

    /// The compiler does not take these mutants as they are spelt.
    pub(crate) fn refuse(&mut self, numbers: &BTreeSet<usize>) {
        for number in numbers {
            if let Some(count) = number.checked_sub(self.first).and_then(|at| self.refused.get_mut(at)) {
                *count += 1;
            }
        }
    }

    /// The mutants that the compiler has refused, as a line with the hash of their source.
    pub(crate) fn remembered(&self) -> String {
        let counts: Vec<String> = self.refused.iter().map(ToString::to_string).collect();
        format!("{} {:016x} {}", self.path, self.fingerprint(), counts.join(","))
    }

    /// Takes over what was refused before, if the source is the same.
    pub(crate) fn remember(&mut self, lines: &str) {
        let start = format!("{} {:016x} ", self.path, self.fingerprint());
        let Some(counts) = lines.lines().find_map(|line| line.strip_prefix(&start)) else { return };
        let counts: Vec<usize> = counts.split(',').filter_map(|count| count.parse().ok()).collect();
        if counts.len() == self.refused.len() {
            self.refused = counts;
        }
    }

    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.source.hash(&mut hasher);
        hasher.finish()
    }

    /// The mutants that compile, as far as is known.
    pub(crate) fn mutants(&self) -> Vec<Mutant> {
        let mut mutants = Vec::new();
        for (number, site, spelling) in self.spelt() {
            mutants.push(Mutant {
                number,
                path: self.path.clone(),
                function: site.function.clone(),
                line: self.source[..site.range.start].matches('\n').count() + 1,
                original: flat(&self.source[site.range.clone()]),
                broken: flat(spelling),
            });
        }
        mutants
    }

    /// Every mutant that has a spelling left.
    fn spelt(&self) -> impl Iterator<Item = (usize, &Site, &String)> {
        let all = self.sites.iter().flat_map(|site| site.alternatives.iter().map(move |one| (site, one)));
        all.enumerate()
            .filter_map(|(at, (site, one))| Some((self.first + at, site, one.spellings.get(self.refused[at])?)))
    }

    pub(crate) fn write(&self) -> Written {
        let mut written = Written { text: String::new(), ranges: Vec::new() };
        let mut next = 0;
        self.push(&mut written, 0..self.source.len(), &mut next);
        written
    }

    /// Writes a range of the source with the sites in it; `next` is the first site that is not written yet. Depth is that of
    /// the kernel's expressions.
    fn push(&self, written: &mut Written, range: Range<usize>, next: &mut usize) {
        let mut at = range.start;
        while let Some(site) = self.sites.get(*next).filter(|site| site.range.end <= range.end) {
            let own = *next;
            *next += 1;
            written.text += &self.source[at..site.range.start];
            written.text.push('(');
            for (number, _, spelling) in self.spelt().filter(|(_, other, _)| other.range == self.sites[own].range) {
                written.text += &format!("if crate::mutant({number}) {{ ");
                let start = written.text.len();
                // Only one mutant lives at a time, so that nothing in here needs to be broken once more.
                written.text += spelling;
                written.ranges.push((number, start..written.text.len()));
                written.text += " } else ";
            }
            written.text += "{ ";
            self.push(written, site.range.clone(), next);
            written.text += " })";
            at = site.range.end;
        }
        written.text += &self.source[at..range.end];
    }
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_nested_and_alternatives_stay_whole() {
        let source = "fn f(a: f32, b: f32) -> f32 { a + b * a }".to_owned();
        let mut file = MutatedFile::new("kernel/f.rs".to_owned(), source, 5).unwrap();
        let text = file.write().text;
        let expected = "fn f(a: f32, b: f32) -> f32 { (if crate::mutant(5) { a - b * a } else { a + (if crate::mutant(6) { b / a } \
                        else { b * a }) }) }";
        assert_eq!(text, expected);
        file.refuse(&BTreeSet::from([6]));
        assert_eq!(file.mutants()[1].broken, "a * b");
        file.refuse(&BTreeSet::from([6]));
        assert_eq!(file.mutants().len(), 1);
        assert!(file.write().text.contains("({ b * a })"));
    }
}
